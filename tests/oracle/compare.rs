//! The second law: what a terminal shows of our stream is what it shows of the child's, but for the background.

use std::fmt;

use super::rows::ranges;
use super::screen::{Attrs, Cell, Colour, Pen, Row, Snapshot};

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    ScrollbackLength,
    Character,
    Width,
    Foreground,
    Attributes,
    Link,
    /// A background of the child's own is another one.
    BackgroundChanged,
    /// A default background is neither default nor ours.
    BackgroundForeign,
    /// A glyph under inverse is drawn in our background.
    InverseTint,
    SoftWrap,
    Cursor,
    CursorVisible,
    AlternateScreen,
    Title,
    Modes,
    Margins,
    Replies,
    Pen,
    /// The pen is left with our background.
    PenHoldsShade,
    SavedCursor,
    /// DECRC would bring our background back.
    SavedHoldsShade,
}

/// One difference.
#[derive(Clone, Debug)]
pub struct Difference {
    pub kind: Kind,
    pub place: String,
    pub raw: String,
    pub shaded: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} {}: raw {} shaded {}",
            self.kind, self.place, self.raw, self.shaded
        )
    }
}

/// Compares in the middle of a session, where the pen may hold `shade`.
pub fn compare(raw: &Snapshot, shaded: &Snapshot, shade: Colour) -> Vec<Difference> {
    let mut report = Report {
        shade,
        found: Vec::new(),
    };
    report.rows(raw, shaded);
    report.state(raw, shaded);
    report.pens(raw, shaded);
    report.found
}

/// Compares after a session's end: the pen is the child's again.
pub fn compare_at_end(raw: &Snapshot, shaded: &Snapshot, shade: Colour) -> Vec<Difference> {
    let mut found = compare(raw, shaded, shade);
    if holds_shade(raw.pen, shaded.pen, shade) {
        found.push(difference(
            Kind::PenHoldsShade,
            "pen",
            &raw.pen,
            &shaded.pen,
        ));
    }
    found
}

fn difference(
    kind: Kind,
    place: impl Into<String>,
    raw: &impl fmt::Debug,
    shaded: &impl fmt::Debug,
) -> Difference {
    Difference {
        kind,
        place: place.into(),
        raw: format!("{raw:?}"),
        shaded: format!("{shaded:?}"),
    }
}

fn holds_shade(raw: Pen, shaded: Pen, shade: Colour) -> bool {
    raw.bg == Colour::Default && shaded.bg == shade
}

/// Whether two pens are the same to the child; ours may have the background open.
fn same_pen(raw: Pen, mut shaded: Pen, shade: Colour) -> bool {
    if holds_shade(raw, shaded, shade) {
        shaded.bg = Colour::Default;
    }
    raw == shaded
}

struct Report {
    shade: Colour,
    found: Vec<Difference>,
}

impl Report {
    fn equal<T: PartialEq + fmt::Debug>(&mut self, kind: Kind, place: &str, raw: &T, shaded: &T) {
        if raw != shaded {
            self.found.push(difference(kind, place, raw, shaded));
        }
    }

    fn state(&mut self, raw: &Snapshot, shaded: &Snapshot) {
        self.equal(Kind::Cursor, "cursor", &raw.cursor, &shaded.cursor);
        self.equal(
            Kind::CursorVisible,
            "cursor",
            &raw.cursor_visible,
            &shaded.cursor_visible,
        );
        self.equal(Kind::AlternateScreen, "screen", &raw.alt, &shaded.alt);
        self.equal(Kind::Title, "title", &raw.title, &shaded.title);
        self.equal(Kind::Modes, "modes", &raw.modes, &shaded.modes);
        self.equal(Kind::Margins, "margins", &raw.margins, &shaded.margins);
        self.equal(Kind::Replies, "replies", &raw.replies, &shaded.replies);
        self.equal(
            Kind::SavedCursor,
            "saved cursor",
            &raw.saved.0,
            &shaded.saved.0,
        );
    }

    fn pens(&mut self, raw: &Snapshot, shaded: &Snapshot) {
        if !same_pen(raw.pen, shaded.pen, self.shade) {
            self.found
                .push(difference(Kind::Pen, "pen", &raw.pen, &shaded.pen));
        }
        if holds_shade(raw.saved.1, shaded.saved.1, self.shade) {
            self.found.push(difference(
                Kind::SavedHoldsShade,
                "saved pen",
                &raw.saved.1,
                &shaded.saved.1,
            ));
        } else {
            self.equal(
                Kind::SavedCursor,
                "saved pen",
                &raw.saved.1,
                &shaded.saved.1,
            );
        }
    }

    fn rows(&mut self, raw: &Snapshot, shaded: &Snapshot) {
        self.equal(
            Kind::ScrollbackLength,
            "rows",
            &raw.scrollback.len(),
            &shaded.scrollback.len(),
        );
        self.group("scrollback", &raw.scrollback, &shaded.scrollback);
        self.group("screen", &raw.screen, &shaded.screen);
        if let (Some(raw), Some(shaded)) = (&raw.other, &shaded.other) {
            self.group("main screen below", raw, shaded);
        }
    }

    fn group(&mut self, name: &str, raw: &[Row], shaded: &[Row]) {
        for (y, (raw, shaded)) in raw.iter().zip(shaded).enumerate() {
            if raw == shaded {
                continue;
            }
            self.equal(
                Kind::SoftWrap,
                &format!("{name} row {y}"),
                &raw.wraps,
                &shaded.wraps,
            );
            for (x, (raw, shaded)) in raw.cells.iter().zip(&shaded.cells).enumerate() {
                let kinds = cell_differences(raw, shaded, self.shade);
                let place = || format!("{name} row {y} column {x}");
                self.found.extend(
                    kinds
                        .into_iter()
                        .map(|kind| difference(kind, place(), raw, shaded)),
                );
            }
        }
    }
}

/// Whether two rows look the same, backgrounds included: the pen of a blank shows only its background.
pub fn look_alike(one: &Row, other: &Row) -> bool {
    let alike = |(one, other): (&Cell, &Cell)| {
        one.pen.bg == other.pen.bg && cell_differences(one, other, one.pen.bg).is_empty()
    };
    one.wraps == other.wraps && one.cells.iter().zip(&other.cells).all(alike)
}

/// The row's text, where it looks otherwise, and how in the first of these cells.
pub fn difference_of(expected: &Row, found: &Row) -> String {
    let cells = expected.cells.iter().zip(&found.cells).enumerate();
    let differing: Vec<usize> = cells
        .filter(|(_, (one, other))| one != other)
        .map(|(x, _)| x)
        .collect();
    let first = differing
        .first()
        .map(|x| (&expected.cells[*x], &found.cells[*x]));
    let columns = ranges(&differing).join(" ");
    format!("{:?} columns {columns} {first:?}", expected.text())
}

fn cell_differences(raw: &Cell, shaded: &Cell, shade: Colour) -> Vec<Kind> {
    if raw == shaded {
        return Vec::new();
    }
    let blank = raw.is_blank() && shaded.is_blank();
    let seen = Attrs(raw.pen.attrs.0 | shaded.pen.attrs.0).meets(Attrs::SEEN_ON_BLANKS);
    let visible = !blank || seen;
    let pens = (raw.pen, shaded.pen);
    let checks = [
        (
            Kind::Character,
            (raw.base, &raw.marks) != (shaded.base, &shaded.marks),
        ),
        (Kind::Width, raw.width != shaded.width),
        (Kind::Foreground, visible && pens.0.fg != pens.1.fg),
        (
            Kind::Attributes,
            visible && (pens.0.attrs, pens.0.underline) != (pens.1.attrs, pens.1.underline),
        ),
        (Kind::Link, raw.link != shaded.link),
    ];
    let differing = checks
        .into_iter()
        .filter(|(_, differs)| *differs)
        .map(|(kind, _)| kind);
    differing
        .chain(background_difference(raw, shaded, shade))
        .collect()
}

fn background_difference(raw: &Cell, shaded: &Cell, shade: Colour) -> Option<Kind> {
    if raw.pen.bg == shaded.pen.bg {
        return None;
    }
    let mut seen = raw.pen.attrs;
    seen.remove(Attrs::INVERSE);
    let drawn = !raw.is_blank() || seen.meets(Attrs::SEEN_ON_BLANKS);
    match raw.pen.bg {
        Colour::Default if shaded.pen.bg != shade => Some(Kind::BackgroundForeign),
        Colour::Default if raw.is_inverse() && drawn => Some(Kind::InverseTint),
        Colour::Default => None,
        _ => Some(Kind::BackgroundChanged),
    }
}
