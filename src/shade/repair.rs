//! Repair: at a pause, what the terminal shows is compared with what it should show, and the difference is mended.

use std::ops::Range;

use alacritty_terminal::term::cell::{Cell, Flags};

use super::Fill;
use super::ahead::Labels;
use super::fill::Attributes;
use super::gutter::ERASE_CELL;
use super::look::{Look, push_glyph};
use super::paint::Painter;
use super::sink::Sink;
use crate::screen::{self, Ground, Tint};

/// What becomes of rows that are shaded and blank, and will be plain as things stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    /// They stay for now: an agent that erases its live block is about to print it again.
    Keep,
    /// They are mended.
    Plain,
}

/// One edit of a row.
#[derive(Debug, PartialEq)]
enum Edit {
    /// Erase from this column to the end.
    Erase { x: usize, ground: Ground },
    /// Write these glyphs again from this column on; they take `width` columns.
    Write {
        x: usize,
        width: usize,
        text: String,
        style: Look,
    },
    /// Write the glyph in the last column of a row that soft-wraps again, and the first one of the row below: writing the
    /// last one ends the wrap in some terminals, and the other, which wraps, brings it about once more.
    Wrap {
        last: (String, Look),
        first: (String, Look),
    },
    /// Erase the first cell under G.
    Gutter,
    /// Write the blank in the first column under G: the row continues one, and is not to be cut from it.
    WriteGutter { style: Look },
}

impl Painter {
    /// The rows of these that the cursor can be moved to: relative moves stop at the margins.
    fn reachable(&self, rows: Range<usize>) -> Range<usize> {
        let margins = self.screen.margins();
        if !self.screen.margins_set() || self.screen.alternate() {
            rows
        } else if margins.contains(&self.screen.cursor().y) {
            rows.start.max(margins.start)..rows.end.min(margins.end)
        } else {
            0..0
        }
    }

    /// Whether rows can be mended now.
    fn can_mend(&self) -> bool {
        self.fill == Fill::Terminal
            && (!self.screen.cursor().pending || self.last_glyph().is_some())
            && self.sure.may_mend()
            && !self.screen.insert_or_origin()
            && !self.unknown_pen
            && !self.link
    }

    /// While a wrap is pending: the glyph in the last column, which brings that about once more when it is written again.
    fn last_glyph(&self) -> Option<(String, Look)> {
        self.narrow_glyph(self.screen.cursor().y, self.screen.cols() - 1)
    }

    /// The glyph in a cell, if it takes one column and can be written again.
    fn narrow_glyph(&self, y: usize, x: usize) -> Option<(String, Look)> {
        let cell = self.screen.cells(y).get(x)?;
        let wide = Flags::WIDE_CHAR | Flags::WIDE_CHAR_SPACER | Flags::LEADING_WIDE_CHAR_SPACER;
        let line = &self.screen.rows()[y];
        let plain = !line.lossy
            && line.sure(x)
            && !cell.flags.intersects(wide)
            && cell.hyperlink().is_none()
            && screen::ground(cell).is_some();
        let mut text = String::new();
        push_glyph(cell, &mut text);
        plain.then(|| (text, Look::of(cell)))
    }

    /// The last column of row `y`, which soft-wraps, written again along with what follows it.
    fn wrap_again(&self, y: usize) -> Option<Edit> {
        let below = y + 1;
        let scrolls = below == self.screen.margins().end || below == self.screen.height();
        let certain = self.screen.wraps() && self.screen.rows().get(below)?.wrapped_into;
        if scrolls || !certain || screen::is_blank(self.screen.cells(below).first()?) {
            return None;
        }
        Some(Edit::Wrap {
            last: self.narrow_glyph(y, self.screen.cols() - 1)?,
            first: self.narrow_glyph(below, 0)?,
        })
    }

    /// Mends all rows.
    pub(super) fn mend(&mut self, labels: &Labels, blanks: Blanks, sink: &mut Sink) {
        self.mend_rows(0..self.screen.height(), labels, blanks, sink);
    }

    /// Mends a row that is about to leave.
    pub(super) fn mend_first(&mut self, labels: &Labels, sink: &mut Sink) {
        // Where the child writes on, there is no pause: what it writes next wraps, and nothing is to come before it.
        if self.screen.cursor().pending {
            return;
        }
        let top = self.screen.margins().start;
        self.mend_rows(top..top + 1, labels, Blanks::Plain, sink);
    }

    /// Mends the gutter of shaded rows, and nothing else: of a child that only appends, what was painted stands.
    pub(super) fn mend_gutter(&mut self, labels: &Labels, sink: &mut Sink) {
        if self.gutter.is_none() || !self.can_mend() {
            return;
        }
        let mut mending = self.mending(labels);
        for y in self.reachable(0..self.screen.height()) {
            let first = &self.screen.cells(y)[0];
            if self.label(y, labels)
                && screen::is_shaded(first)
                && let Some(edit) = self.gutter_edit(y, &[])
            {
                self.apply_edit(&mut mending, y, &edit, labels, sink);
            }
        }
        self.return_home(&mending, sink);
    }

    fn mending(&self, labels: &Labels) -> Mending {
        let home = self.screen.cursor();
        Mending {
            home,
            last: self.last_glyph().filter(|_| home.pending),
            shaded: self.label(home.y, labels),
            y: home.y,
            styled: false,
            moved: false,
        }
    }

    fn mend_rows(&mut self, rows: Range<usize>, labels: &Labels, blanks: Blanks, sink: &mut Sink) {
        if !self.can_mend() {
            return;
        }
        let rows = self.reachable(rows);
        let rows = rows.start.max(self.sure.first_row())..rows.end;
        let mut mending = self.mending(labels);
        for y in rows {
            let want = self.label(y, labels);
            let kept = blanks == Blanks::Keep && !want && self.screen.is_blank(y);
            if !kept {
                let mut edits = self.edits(y, want);
                if want {
                    edits.extend(self.gutter_edit(y, &edits));
                }
                for edit in edits {
                    self.apply_edit(&mut mending, y, &edit, labels, sink);
                }
            }
        }
        self.return_home(&mending, sink);
    }

    /// What the first cell of a shaded row needs, after the other edits.
    fn gutter_edit(&self, y: usize, edits: &[Edit]) -> Option<Edit> {
        let first = &self.screen.cells(y)[0];
        let erased = edits.iter().any(|e| matches!(e, Edit::Erase { x: 0, .. }));
        if !self.takes_gutter(first) || screen::is_gutter(first) && !erased {
            return None;
        }
        // A mark, or REP, may follow a blank that was just written.
        let cursor = self.screen.cursor();
        if (cursor.x, cursor.y) == (1, y) && self.last.is_some() {
            return None;
        }
        if self.is_first_erasable(y, false) {
            return Some(Edit::Gutter);
        }
        let line = &self.screen.rows()[y];
        (self.screen.continues(y) && line.sure(0) && line.veiled == 0 && !line.lossy).then(|| {
            Edit::WriteGutter {
                style: Look::of(first),
            }
        })
    }

    /// What a row needs, the gutter left aside.
    fn edits(&self, y: usize, want: bool) -> Vec<Edit> {
        let cells = self.screen.cells(y);
        let gutter = want && self.takes_gutter(&cells[0]);
        let wrong = |c: &Cell| match want {
            true if gutter && std::ptr::eq(c, &cells[0]) => false,
            true => {
                screen::is_default(c) && !c.flags.contains(Flags::INVERSE) || screen::is_gutter(c)
            }
            false => screen::is_shaded(c),
        };
        let line = &self.screen.rows()[y];
        let doubt = line.doubt;
        if !want && !line.tinted {
            return Vec::new();
        }
        if !doubt && !cells.iter().any(wrong) {
            return Vec::new();
        }
        let wraps = self.screen.soft_wraps(y);
        let ground = cells.last().and_then(screen::ground);
        let tail = match wraps {
            true => cells.len(),
            false => cells
                .iter()
                .rposition(|c| !screen::is_blank(c) || screen::ground(c) != ground)
                .map_or(0, |x| x + 1),
        };
        let mut edits = Vec::new();
        let last_wrong = cells.last().is_some_and(wrong);
        if !line.lossy {
            let last = if wraps { cells.len() - 1 } else { cells.len() };
            let end = tail.min(last);
            let cells = cells[..end].iter().enumerate();
            let sure = cells.filter(|(x, c)| line.sure(*x) && wrong(c));
            writes(sure, end, &mut edits);
            if wraps && last_wrong {
                edits.extend(self.wrap_again(y));
            }
        }
        let first = cells[tail..]
            .iter()
            .position(|c| doubt || wrong(c))
            .map(|x| tail + x);
        let shown = line
            .contested
            .end()
            .max(line.unknown.end())
            .max(line.veiled);
        let may_erase =
            |x: &usize| line.marks.none() && *x >= shown && (*x > 0 || !self.screen.continues(y));
        if let (Some(x), Some(ground)) = (first.filter(may_erase), ground) {
            edits.push(Edit::Erase { x, ground });
        }
        edits
    }

    fn apply_edit(
        &mut self,
        mending: &mut Mending,
        y: usize,
        edit: &Edit,
        labels: &Labels,
        sink: &mut Sink,
    ) {
        let want = self.label(y, labels);
        match edit {
            Edit::Erase { x, ground } => {
                self.go(mending, y, *x, sink);
                if mending.styled {
                    self.ours(b"\x1b[0m", sink);
                    self.background(Tint::shade(want), *ground, sink);
                    self.ours(b"\x1b[K", sink);
                    self.settled();
                } else {
                    self.erase(Tint::shade(want), Attributes::Off, b"\x1b[K", sink);
                }
            }
            Edit::Write { x, text, style, .. } => {
                self.go(mending, y, *x, sink);
                self.draw(text, style, y, Tint::shade(want), sink);
                mending.styled = true;
            }
            Edit::Wrap { last, first } => {
                let below = self.label(y + 1, labels);
                self.go(mending, y, self.screen.cols() - 1, sink);
                self.draw(&last.0, &last.1, y, Tint::shade(want), sink);
                self.draw(&first.0, &first.1, y + 1, Tint::shade(below), sink);
                (mending.y, mending.styled) = (y + 1, true);
            }
            Edit::Gutter => {
                self.go(mending, y, 0, sink);
                if mending.styled {
                    let first = screen::ground(&self.screen.cells(y)[0]);
                    self.ours(b"\x1b[0m", sink);
                    self.background(Tint::Gutter, first.unwrap_or_default(), sink);
                    self.ours(ERASE_CELL, sink);
                } else {
                    self.draw_first(Tint::Gutter, ERASE_CELL, sink);
                }
                self.screen.rows_mut()[y].tinted = true;
            }
            Edit::WriteGutter { style } => {
                self.go(mending, y, 0, sink);
                self.draw(" ", style, y, Tint::Gutter, sink);
                mending.styled = true;
            }
        }
    }

    /// Writes glyphs of one look in row `y`, where the cursor is. Inverse ones are without B, which would be their colour.
    fn draw(&mut self, text: &str, look: &Look, y: usize, tint: Tint, sink: &mut Sink) {
        let inverse = look.flags.contains(Flags::INVERSE);
        self.ours(&look.sgr(), sink);
        self.background(if inverse { Tint::None } else { tint }, look.ground, sink);
        self.ours(text.as_bytes(), sink);
        self.screen.rows_mut()[y].tinted = true;
    }

    /// Moves the cursor to a cell: relatively on the main screen, whose first row may be another one than the terminal's.
    fn go(&mut self, mending: &mut Mending, y: usize, x: usize, sink: &mut Sink) {
        let mut moves = String::new();
        if self.screen.alternate() {
            moves = format!("\x1b[{};{}H", y + 1, x + 1);
        } else {
            if y < mending.y {
                moves = format!("\x1b[{}A", mending.y - y);
            } else if y > mending.y {
                moves = format!("\x1b[{}B", y - mending.y);
            }
            moves += &match x {
                0 => "\r".to_owned(),
                _ => format!("\x1b[{}G", x + 1),
            };
        }
        (mending.y, mending.moved) = (y, true);
        self.ours(moves.as_bytes(), sink);
    }

    /// The cursor and the pen are the child's again.
    fn return_home(&mut self, mending: &Mending, sink: &mut Sink) {
        if !mending.moved {
            return;
        }
        let mut back = Mending {
            moved: false,
            last: None,
            ..*mending
        };
        if let Some((text, look)) = &mending.last {
            self.go(&mut back, mending.home.y, self.screen.cols() - 1, sink);
            self.draw(
                text,
                look,
                mending.home.y,
                Tint::shade(mending.shaded),
                sink,
            );
        }
        if mending.styled || mending.last.is_some() {
            let mut words = b"\x1b[0m".to_vec();
            self.pen.restore(&mut words);
            self.ours(&words, sink);
            self.tint = Tint::None;
        } else if self.tint == Tint::Gutter {
            self.off(sink);
        }
        if mending.last.is_none() {
            self.go(&mut back, mending.home.y, mending.home.x, sink);
        }
    }
}

/// Where the cursor is while rows are mended, and where it belongs.
struct Mending {
    home: screen::Cursor,
    /// What brings the pending wrap about again, and whether its row is shaded.
    last: Option<(String, Look)>,
    shaded: bool,
    y: usize,
    /// The pen is not the child's.
    styled: bool,
    moved: bool,
}

/// Collects the runs of cells, given with their columns, that can be written again, left of column `end`.
fn writes<'a>(cells: impl Iterator<Item = (usize, &'a Cell)>, end: usize, edits: &mut Vec<Edit>) {
    for (x, cell) in cells {
        const HALF: Flags = Flags::WIDE_CHAR_SPACER.union(Flags::LEADING_WIDE_CHAR_SPACER);
        let wide = cell.flags.contains(Flags::WIDE_CHAR);
        let fits = x + usize::from(wide) < end;
        if cell.flags.intersects(HALF) || cell.hyperlink().is_some() || !fits {
            continue;
        }
        let style = Look::of(cell);
        let columns = if wide { 2 } else { 1 };
        if let Some(Edit::Write {
            x: start,
            width,
            text,
            style: before,
        }) = edits.last_mut()
            && *start + *width == x
            && *before == style
        {
            push_glyph(cell, text);
            *width += columns;
            continue;
        }
        let mut text = String::new();
        push_glyph(cell, &mut text);
        edits.push(Edit::Write {
            x,
            width: columns,
            text,
            style,
        });
    }
}
