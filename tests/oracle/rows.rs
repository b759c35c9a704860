//! The third law: a shaded row is shaded from edge to edge, a plain one nowhere.
//!
//! Generated streams tell what a row is twice: by a tag at its start (`IN7`, `OUT8`) and by the marker rows above it.
//! A row is judged only where both agree and nothing casts a doubt.

use std::fmt;
use std::ops::AddAssign;

use super::judge::Demands;
use super::screen::{Colour, Row, Snapshot};

pub const OPEN: &str = "<think>";
pub const CLOSE: &str = "</think>";

/// What a row should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Shaded,
    Plain,
}

/// Whether it is known what stands above a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Above {
    /// It is: what is there now, and the scrollback.
    Known,
    /// Some rows may be gone for good: nothing is known of the first ones.
    Lost,
    /// Rows came in between that some terminals have elsewhere.
    Elsewhere,
}

/// A row that is not as it should be.
#[derive(Clone, Debug)]
pub struct Fault {
    pub expected: Expected,
    /// The row's number from the oldest of the scrollback.
    pub row: usize,
    pub columns: Vec<usize>,
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.expected {
            Expected::Shaded => "holes in a shaded row",
            Expected::Plain => "shade in a plain row",
        };
        let columns = ranges(&self.columns).join(" ");
        write!(
            f,
            "{what}: row {} {:?} columns {columns}",
            self.row, self.text
        )
    }
}

/// Ascending numbers as `0 4-9`.
pub fn ranges(numbers: &[usize]) -> Vec<String> {
    let runs = numbers.chunk_by(|one, other| one + 1 == *other);
    runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    })
    .collect()
}

/// Whether the shade of a row is right; `raw` is the same row of the child's own stream.
pub fn check(
    expected: Expected,
    row: usize,
    raw: &Row,
    shaded: &Row,
    shade: Colour,
) -> Option<Fault> {
    let fixed = last_glyph(raw);
    let wrong = |x: &usize| {
        let (raw, shaded) = (&raw.cells[*x], &shaded.cells[*x]);
        let has_shade = shaded.pen.bg == shade && raw.pen.bg != shade;
        match expected {
            Expected::Shaded => is_judged(raw) && !has_shade,
            Expected::Plain => has_shade && *x < fixed,
        }
    };
    let columns: Vec<usize> = (0..raw.cells.len().min(shaded.cells.len()))
        .filter(wrong)
        .collect();
    (!columns.is_empty()).then(|| Fault {
        expected,
        row,
        columns,
        text: raw.text(),
    })
}

/// Where the last glyph of a full row begins, else the row's end. Written again, it would end the soft wrap in some terminals,
/// and where terminals differ on whether there is one, nothing can be done.
fn last_glyph(raw: &Row) -> usize {
    let end = raw.cells.len();
    match raw.cells.as_slice() {
        [.., _, last] if last.width == 0 => end - 2,
        [.., last] if last.base != ' ' => end - 1,
        _ => end,
    }
}

/// Cells with a background of the child's own keep it; an inverse glyph would be drawn in ours.
fn is_judged(cell: &super::screen::Cell) -> bool {
    cell.pen.bg == Colour::Default && !cell.is_inverse()
}

/// How complete the shade was, over many sessions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub shaded_rows: usize,
    pub shaded_cells: usize,
    pub holes: usize,
    pub plain_rows: usize,
    pub leaks: usize,
}

impl Figures {
    /// The share of the shaded rows' cells that have the shade, in percent.
    pub fn complete(&self) -> f64 {
        let share = |part: usize, whole: usize| part as f64 * 100.0 / whole.max(1) as f64;
        100.0 - share(self.holes, self.shaded_cells)
    }

    fn count(&mut self, expected: Expected, raw: &Row, fault: Option<&Fault>) {
        let wrong = fault.map_or(0, |fault| fault.columns.len());
        match expected {
            Expected::Shaded => {
                self.shaded_rows += 1;
                self.shaded_cells += raw.cells.iter().filter(|cell| is_judged(cell)).count();
                self.holes += wrong;
            }
            Expected::Plain => {
                self.plain_rows += 1;
                self.leaks += usize::from(wrong > 0);
            }
        }
    }
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.shaded_rows += other.shaded_rows;
        self.shaded_cells += other.shaded_cells;
        self.holes += other.holes;
        self.plain_rows += other.plain_rows;
        self.leaks += other.leaks;
    }
}

/// Checks all rows of a generated stream that are beyond doubt.
pub fn check_tagged(
    raw: &Snapshot,
    shaded: &Snapshot,
    shade: Colour,
    demands: Demands,
) -> (Figures, Vec<Fault>) {
    let mut figures = Figures::default();
    let mut faults = Vec::new();
    if raw.scrollback.len() == shaded.scrollback.len() && demands.above != Above::Elsewhere {
        for (index, expected) in beyond_doubt(raw, demands) {
            let fault = check(expected, index, raw.row(index), shaded.row(index), shade);
            figures.count(expected, raw.row(index), fault.as_ref());
            faults.extend(fault);
        }
    }
    (figures, faults)
}

/// The rows whose meaning is certain. A `sided` stream writes capitals outside and small letters inside, so that a row
/// made of both is told apart.
fn beyond_doubt(raw: &Snapshot, demands: Demands) -> Vec<(usize, Expected)> {
    let rows: Vec<&Row> = raw.rows().collect();
    let mut certain = Vec::new();
    let mut above = (demands.above == Above::Known).then_some(Expected::Plain);
    for line in logical_lines(&rows) {
        let text: String = line.clone().map(|index| rows[index].raw_text()).collect();
        above = after(text.trim_end(), above);
        let tagged = tag(&text).filter(|expected| {
            above == Some(*expected) && !(demands.sided && is_mixed(&text, *expected))
        });
        let visible = line.filter(|index| !rows[*index].text().is_empty());
        certain.extend(
            tagged
                .into_iter()
                .flat_map(|expected| visible.clone().map(move |index| (index, expected))),
        );
    }
    certain
}

/// Rows joined by soft wraps.
fn logical_lines(rows: &[&Row]) -> Vec<std::ops::Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (index, row) in rows.iter().enumerate() {
        if !row.wraps || index + 1 == rows.len() {
            lines.push(start..index + 1);
            start = index + 1;
        }
    }
    lines
}

/// What holds below a line; a marker that is not alone on its line, or not whole, leaves it open.
fn after(text: &str, above: Option<Expected>) -> Option<Expected> {
    match text {
        OPEN => Some(Expected::Shaded),
        CLOSE => Some(Expected::Plain),
        _ if ["<t", "</", "nk>"].iter().any(|piece| text.contains(piece)) => None,
        _ => above,
    }
}

fn tag(text: &str) -> Option<Expected> {
    let text = text.strip_prefix("● ").unwrap_or(text);
    let (expected, number) = match text.strip_prefix("IN") {
        Some(number) => (Expected::Shaded, number),
        None => (Expected::Plain, text.strip_prefix("OUT")?),
    };
    let digits = number.chars().take_while(char::is_ascii_digit).count();
    let ends = number
        .chars()
        .nth(digits)
        .is_none_or(|c| !c.is_alphanumeric());
    (digits > 0 && ends).then_some(expected)
}

fn is_mixed(text: &str, expected: Expected) -> bool {
    let body = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    body.chars().any(|c| match expected {
        Expected::Shaded => c.is_ascii_uppercase(),
        Expected::Plain => c.is_ascii_lowercase(),
    })
}
