//! Children that draw a live block above a footer again and again, as agents' libraries do.
//!
//! What is on the screen is a document of rows; what a row is, the rows above it say. Between frames rows are added and
//! grow, regions open and close, and a region ends earlier than before, so that rows shown as `IN7` become `OUT7`.

mod paint;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use shade_pty::Size;

use self::paint::Painter;
use super::Stream;
use super::text::words;
use crate::oracle::rows::{Above, CLOSE, OPEN};

/// A library's way to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Erases the block upwards row by row, prints all of it again.
    Ink,
    /// The same without a newline at the end.
    Rich,
    /// Sends changed cells only, in a synchronized update, blanks skipped.
    CellDiff,
    /// Inserts finished rows above the block through margins and RI, addresses changed cells.
    Margins,
}

const STYLES: &[Style] = &[Style::Ink, Style::Rich, Style::CellDiff, Style::Margins];
const SGR: &[&str] = &["", "", "2", "3", "2;3", "32", "1", "38;5;244", "31;4"];

/// A row of the document.
#[derive(Clone, Debug)]
enum Row {
    Open,
    Close,
    Text {
        tool: bool,
        number: usize,
        text: String,
        sgr: &'static str,
    },
}

/// A change of the document.
#[derive(Clone, Debug)]
enum Edit {
    Add {
        tool: bool,
        text: String,
        wide: bool,
        long: bool,
        sgr: &'static str,
    },
    /// A region opens, or the open one closes.
    Turn,
    /// The last row gets longer.
    Grow(String),
    /// A region closes at an earlier row than before.
    CloseEarlier(Index),
}

/// A frame: what changes, and the small choices of drawing.
#[derive(Clone, Debug)]
struct Plan {
    edits: Vec<Edit>,
    /// How many rows stay in the live block; all that fit, otherwise.
    keep: Option<Index>,
    choices: Choices,
}

/// What a library may do one way or the other.
#[derive(Clone, Copy, Debug)]
struct Choices {
    synchronized: bool,
    by_column: bool,
    at_bottom: bool,
    typed: usize,
}

fn edit() -> impl Strategy<Value = Edit> {
    let add = (
        any::<bool>(),
        words(),
        prop::bool::weighted(0.15),
        prop::bool::weighted(0.1),
        select(SGR),
    );
    prop_oneof![
        11 => add.prop_map(|(tool, text, wide, long, sgr)| Edit::Add { tool, text, wide, long, sgr }),
        4 => Just(Edit::Turn),
        3 => words().prop_map(Edit::Grow),
        3 => any::<Index>().prop_map(Edit::CloseEarlier),
    ]
}

fn plan() -> impl Strategy<Value = Plan> {
    let choices = (
        prop::bool::weighted(0.4),
        any::<bool>(),
        any::<bool>(),
        0usize..6,
    )
        .prop_map(|(synchronized, by_column, at_bottom, typed)| Choices {
            synchronized,
            by_column,
            at_bottom,
            typed,
        });
    let keep = prop::option::weighted(0.2, any::<Index>());
    (prop::collection::vec(edit(), 1..5), keep, choices).prop_map(|(edits, keep, choices)| Plan {
        edits,
        keep,
        choices,
    })
}

/// Redrawn streams, with the offset at which each frame ends.
pub fn frames() -> impl Strategy<Value = (Stream, Vec<usize>)> {
    let size = (select(&[31u16, 44, 80][..]), select(&[8u16, 12, 24][..]))
        .prop_map(|(cols, rows)| Size { cols, rows });
    (select(STYLES), size, prop::collection::vec(plan(), 1..12))
        .prop_map(|(style, size, plans)| render(style, size, &plans))
}

fn render(style: Style, size: Size, plans: &[Plan]) -> (Stream, Vec<usize>) {
    let mut document = Document {
        rows: Vec::new(),
        fixed: 0,
        number: 0,
        room: usize::from(size.rows) - 5,
        cols: size.cols,
    };
    let mut painter = Painter::new(style, size);
    let mut bytes = Vec::new();
    let mut ends = Vec::new();
    for plan in plans {
        let first = document.change(plan, matches!(style, Style::Ink | Style::Rich));
        bytes.extend(painter.frame(&document.frame(first, plan.choices), plan.choices));
        ends.push(bytes.len());
    }
    (
        Stream {
            size,
            bytes,
            sided: false,
            above: Above::Known,
        },
        ends,
    )
}

struct Document {
    rows: Vec<Row>,
    /// Rows before this one have been printed for good.
    fixed: usize,
    number: usize,
    /// How many rows the live block may have.
    room: usize,
    cols: u16,
}

/// What a frame shows.
struct Frame {
    /// Rows that become final with it.
    fixed: Vec<Line>,
    /// The live block, footer included.
    block: Vec<Line>,
    /// The whole document and the footer.
    all: Vec<Line>,
}

/// A character and its SGR parameters.
type Glyph = (char, &'static str);
type Line = Vec<Glyph>;

impl Document {
    fn is_inside(&self, before: usize) -> bool {
        let marker = self.rows[..before]
            .iter()
            .rev()
            .find(|row| !matches!(row, Row::Text { .. }));
        matches!(marker, Some(Row::Open))
    }

    /// Returns the first row that was not final before.
    fn change(&mut self, plan: &Plan, wide_allowed: bool) -> usize {
        plan.edits
            .iter()
            .for_each(|edit| self.edit(edit, wide_allowed));
        let keep = plan
            .keep
            .map_or(self.room, |keep| keep.index(self.room) + 1);
        let first = self.fixed;
        self.fixed = first.max(self.rows.len().saturating_sub(keep));
        first
    }

    fn edit(&mut self, edit: &Edit, wide_allowed: bool) {
        match edit {
            Edit::Add {
                tool,
                text,
                wide,
                long,
                sgr,
            } => {
                self.number += 1;
                let wide = if *wide && wide_allowed {
                    " 界你好"
                } else {
                    ""
                };
                let long = if *long {
                    "x".repeat(self.cols.into())
                } else {
                    String::new()
                };
                let text = format!("{text}{wide}{long}");
                self.rows.push(Row::Text {
                    tool: *tool,
                    number: self.number,
                    text,
                    sgr,
                });
            }
            Edit::Turn if self.is_inside(self.rows.len()) => self.rows.push(Row::Close),
            Edit::Turn => self.rows.push(Row::Open),
            Edit::Grow(more) => self.grow(more),
            Edit::CloseEarlier(which) => self.close_earlier(*which),
        }
    }

    fn grow(&mut self, more: &str) {
        if let Some(Row::Text { text, .. }) = self.rows[self.fixed..].last_mut() {
            *text += &format!(" {more}");
        }
    }

    fn close_earlier(&mut self, which: Index) {
        let open: Vec<usize> = (self.fixed..self.rows.len())
            .filter(|at| matches!(self.rows[*at], Row::Text { .. }) && self.is_inside(*at))
            .collect();
        if open.is_empty() {
            return;
        }
        let at = open[which.index(open.len())];
        if let Some(close) = (at..self.rows.len()).find(|row| matches!(self.rows[*row], Row::Close))
        {
            self.rows.remove(close);
        }
        self.rows.insert(at, Row::Close);
    }

    fn frame(&self, first: usize, choices: Choices) -> Frame {
        let mut block = self.lines(self.fixed, self.rows.len());
        let mut all = self.lines(0, self.rows.len());
        let footer = self.footer(choices);
        block.extend(footer.clone());
        all.extend(footer);
        Frame {
            fixed: self.lines(first, self.fixed),
            block,
            all,
        }
    }

    /// A region that is still open is closed above the footer.
    fn footer(&self, choices: Choices) -> Vec<Line> {
        let close = self
            .is_inside(self.rows.len())
            .then(|| line(CLOSE, "", self.cols));
        let rule = line(&"─".repeat(self.cols.into()), "2", self.cols);
        let prompt = line(
            &format!("> {}", &"typed"[..choices.typed.min(5)]),
            "",
            self.cols,
        );
        close.into_iter().chain([rule, prompt]).collect()
    }

    fn lines(&self, from: usize, to: usize) -> Vec<Line> {
        (from..to).map(|at| self.line(at)).collect()
    }

    fn line(&self, at: usize) -> Line {
        match &self.rows[at] {
            Row::Open => line(OPEN, "", self.cols),
            Row::Close => line(CLOSE, "", self.cols),
            Row::Text {
                tool,
                number,
                text,
                sgr,
            } => {
                let side = if self.is_inside(at) { "IN" } else { "OUT" };
                let dot = if *tool { "● " } else { "" };
                line(&format!("{dot}{side}{number} {text}"), sgr, self.cols)
            }
        }
    }
}

/// As much of a text as fits; blanks carry no style, a tool's dot its own.
fn line(text: &str, sgr: &'static str, cols: u16) -> Line {
    let mut width = 0;
    let style = |c| match c {
        ' ' => "",
        '●' => "32",
        _ => sgr,
    };
    let fits = text.chars().take_while(|c| {
        width += if ('\u{2e80}'..'\u{ff00}').contains(c) {
            2
        } else {
            1
        };
        width <= cols
    });
    fits.map(|c| (c, style(c))).collect()
}
