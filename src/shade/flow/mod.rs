//! Bursts inside a region that cannot leave it are painted unread: most of what a tool prints, and what a model thinks.
//!
//! Inside a region the child's next rows are shaded for as long as no rule knows them, and what goes out with them is always
//! the same: B before the text, an erase under B for each new row. So as long as the child only appends such rows, the screen
//! models need not see them at once. As with [`quiet`](super::quiet) stretches the bytes are kept, those
//! that have scrolled away are dropped, and the rest is replayed when somebody asks ([`Flow::take`]). What goes out is the same.
//!
//! Only where the child has never moved its cursor: below one that has anything may stand, and blank rows are settled by what
//! follows them.

mod reader;

use alacritty_terminal::grid::Dimensions;

use super::sink::Sink;
use super::store::{self, Generations, Store};
use crate::matcher::gate::{Gate, Walk};
use crate::matcher::{Profile, RowText};
use crate::region::{State, Steady};
use crate::screen::Size;
use crate::sgr::Pen;
use reader::Reader;

/// What was kept.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) kept: store::Kept,
    /// What rows inherit.
    pub(super) state: State,
    /// The terminal's pen has B.
    pub(super) on: bool,
}

/// Where a stretch begins: at the cursor, which stands in a row of its own with nothing below.
#[derive(Debug)]
pub(super) struct Start<'a> {
    /// What rows inherit.
    pub(super) state: State,
    pub(super) steady: Steady,
    /// What stands before the cursor in its row, with all its blanks; shaded, if it is not empty.
    pub(super) text: &'a str,
    /// The cursor's column.
    pub(super) column: usize,
    /// Rows below it.
    pub(super) below: usize,
    /// The row above is blank.
    pub(super) below_blank: bool,
    /// The row above is shaded: so is this one, if it is blank.
    pub(super) above_shaded: bool,
    /// The child has set tab stops.
    pub(super) tabs: bool,
    pub(super) pen: Pen,
    /// The terminal's pen has B.
    pub(super) on: bool,
}

/// The rules inside regions of one kind.
#[derive(Debug)]
struct Inside {
    steady: Steady,
    gate: Gate,
    /// A blank row leaves the state as it is.
    over_blanks: bool,
    /// Rows are known by their text.
    reads_text: bool,
}

/// The bursts since the models were up to date.
#[derive(Debug)]
pub(super) struct Flow {
    /// Rows and columns of the screen.
    height: usize,
    width: usize,
    /// A line feed returns as well.
    pub(super) returns: bool,
    scan: Option<Scan>,
    state: State,
    /// The rules last asked for. Building them takes long.
    inside: Option<Inside>,
    /// What stood in the first row before the cursor.
    first: String,
    tabs: bool,
    store: Store,
    insertions: Vec<(usize, Ours)>,
    row: RowText,
}

/// An insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ours {
    /// B on.
    Shade,
    /// B off.
    Off,
    /// The rest of the row is erased.
    EraseRest,
    /// The whole row is.
    EraseRow,
}

/// Where in the stream we are.
#[derive(Clone, Debug)]
struct Scan {
    /// What the cursor's row may still become.
    walk: Walk,
    column: usize,
    pen: Pen,
    /// A link is open.
    link: bool,
    /// The terminal's pen has B.
    on: bool,
    /// The cursor's row will be shaded; not known before something is written in it.
    shaded: bool,
    /// Something is, or was, written in it.
    written: bool,
    /// It has B in all its cells.
    painted: bool,
    /// No glyph stands in it.
    blank: bool,
    /// It continues the row above, which wrapped.
    wrapped: bool,
    /// It does, and what is behind the first character is to be erased.
    due: bool,
    /// The row above is blank.
    below_blank: bool,
    /// The row above is shaded.
    above_shaded: bool,
    /// Where its text begins in what is kept; `None`: before that, with `first`.
    start: Option<usize>,
    /// Rows below the cursor.
    below: usize,
    /// Rows that have come up since the present generation began.
    scrolled: usize,
    generations: Generations,
}

impl Flow {
    pub(super) fn new(size: Size) -> Self {
        Flow {
            height: size.screen_lines(),
            width: size.columns(),
            returns: false,
            scan: None,
            state: State::default(),
            inside: None,
            first: String::new(),
            tabs: false,
            store: Store::default(),
            insertions: Vec::new(),
            row: RowText::default(),
        }
    }

    /// The screen has another size. Only while nothing is kept.
    pub(super) fn resize(&mut self, size: Size) {
        (self.height, self.width) = (size.screen_lines(), size.columns());
    }

    /// Whether bursts are kept.
    pub(super) fn is_on(&self) -> bool {
        self.scan.is_some()
    }

    /// Whether the terminal's pen has B, while bursts are kept.
    pub(super) fn shades(&self) -> Option<bool> {
        self.scan.as_ref().map(|s| s.on)
    }

    /// Whether something waits for its end.
    pub(super) fn has_tail(&self) -> bool {
        self.store.has_tail()
    }

    /// The models are up to date, and all that is shown is as it should be.
    pub(super) fn begin(&mut self, start: Start<'_>, profile: &Profile) {
        let inside = match self.inside.take() {
            Some(inside) if inside.steady == start.steady => inside,
            _ => Inside::new(start.steady, profile),
        };
        let text = start.text.as_bytes();
        let mut walk = Walk::default();
        inside.gate.text(&mut walk, text);
        let plain = !inside.gate.minds_style() || start.pen.is_default();
        if inside.gate.is_usable() && plain && walk != Walk::Lost && reader::tag_free(text) {
            self.first.clear();
            self.first.push_str(start.text);
            (self.tabs, self.state) = (start.tabs, start.state);
            let written = !start.text.is_empty();
            self.scan = Some(Scan {
                walk,
                column: start.column,
                pen: start.pen,
                link: false,
                on: start.on,
                shaded: written,
                written,
                painted: written,
                blank: !written,
                wrapped: false,
                due: false,
                below_blank: start.below_blank,
                above_shaded: start.above_shaded,
                start: None,
                below: start.below,
                scrolled: 0,
                generations: Generations::default(),
            });
        }
        self.inside = Some(inside);
    }

    /// Paints a burst, if none of its rows can leave the region. If not, it must be read, behind what was
    /// [kept](Self::take).
    pub(super) fn pass(
        &mut self,
        chunk: &[u8],
        profile: &Profile,
        shade: &[u8],
        sink: &mut Sink,
    ) -> bool {
        let Some(mut scan) = self.scan.clone() else {
            return false;
        };
        let start = self.store.begin(chunk);
        let end = self.read(&mut scan, start, profile);
        if !self.store.end(start, end) {
            return false;
        }
        self.scan = Some(scan);
        self.write(start, shade, sink);
        true
    }

    /// Reads on from `start` in what is kept, up to the last whole token; `None` if a row may leave the region.
    fn read(&mut self, scan: &mut Scan, start: usize, profile: &Profile) -> Option<usize> {
        self.insertions.clear();
        let mut reader = Reader {
            inside: self.inside.as_ref()?,
            rules: profile.rules(),
            bytes: self.store.whole(start)?,
            first: &self.first,
            height: self.height,
            width: self.width,
            returns: self.returns,
            tabs: self.tabs,
            insertions: &mut self.insertions,
            row: &mut self.row,
        };
        reader.read(scan, start)
    }

    /// What is kept from `start` on goes out, with what comes in between.
    fn write(&self, start: usize, shade: &[u8], sink: &mut Sink) {
        let (bytes, mut at) = (self.store.since(start), 0);
        for (place, ours) in &self.insertions {
            let place = place - start;
            sink.child(&bytes[at..place]);
            at = place;
            sink.ours(match ours {
                Ours::Shade => shade,
                Ours::Off => b"\x1b[49m",
                Ours::EraseRest => b"\x1b[K",
                Ours::EraseRow => b"\x1b[2K",
            });
        }
        sink.child(&bytes[at..]);
    }

    /// Drops what has scrolled away.
    pub(super) fn tidy(&mut self) {
        if let Some(scan) = &mut self.scan {
            let gone = self.store.tidy(&mut scan.generations);
            // The row began behind it: where a generation begins, a row does.
            scan.start = scan.start.map(|s| s - gone);
        }
    }

    /// Whether too much is kept, for want of a place to cut.
    pub(super) fn is_full(&self) -> bool {
        self.scan
            .as_ref()
            .is_some_and(|s| self.store.is_full(s.generations))
    }

    /// Hands out what was kept: it is to be replayed now.
    pub(super) fn take(&mut self) -> Option<Kept> {
        let scan = self.scan.take()?;
        Some(Kept {
            kept: self.store.take(scan.generations),
            state: self.state,
            on: scan.on,
        })
    }

    /// Takes the allocations of what was replayed back.
    pub(super) fn give_back(&mut self, kept: store::Kept) {
        self.store.give_back(kept);
    }
}

impl Inside {
    fn new(steady: Steady, profile: &Profile) -> Inside {
        Inside {
            steady,
            gate: Gate::inside(profile, steady),
            over_blanks: steady.holds(profile.rules(), &RowText::default(), false),
            reads_text: steady.reads_text(profile.rules()),
        }
    }
}
