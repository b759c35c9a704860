//! Characters into cells.

use unicode_width::UnicodeWidthChar;

use super::terminal::Terminal;
use crate::oracle::screen::{Cell, Colour};

impl Terminal {
    pub(super) fn put(&mut self, c: char) {
        let c = self.in_charset(c);
        let width = UnicodeWidthChar::width(c).unwrap_or(0);
        if width == 0 && self.last.is_some() {
            self.join(c);
        } else {
            self.place(c, u16::try_from(width.max(1)).unwrap_or(1));
        }
        self.last = Some(c);
    }

    /// Line drawing stands in a private area, so that it is told from text.
    fn in_charset(&self, c: char) -> char {
        match (self.charsets[self.charset_in_use], c) {
            (b'0', '_'..='~') => char::from_u32(0xe000 + u32::from(c)).unwrap_or(c),
            _ => c,
        }
    }

    /// Adds a combining mark to what stands before the cursor.
    fn join(&mut self, mark: char) {
        let (x, y) = (self.cursor.x, self.cursor.y);
        let mut at = if self.cursor.pending {
            x
        } else {
            x.saturating_sub(1)
        };
        let row = self.row(y);
        if row.cells[usize::from(at)].width == 0 {
            at = at.saturating_sub(1);
        }
        row.cells[usize::from(at)].marks.push(mark);
    }

    fn place(&mut self, c: char, width: u16) {
        let cols = self.size.cols;
        if width > cols {
            return;
        }
        if self.is_autowrap() && (self.cursor.pending || self.cursor.x + width > cols) {
            self.wrap();
        }
        self.cursor.x = self.cursor.x.min(cols - width);
        if self.is_insert() {
            self.shift_right(width);
        }
        self.write(c, width);
        self.cursor.pending = self.cursor.x + width >= cols;
        self.cursor.x = (self.cursor.x + width).min(cols - 1);
    }

    /// The row is marked as going on; a cell that was left free stays as it is.
    fn wrap(&mut self) {
        let y = self.cursor.y;
        self.row(y).wraps = true;
        self.cursor.x = 0;
        self.index();
    }

    fn write(&mut self, c: char, width: u16) {
        let (x, y, pen, link) = (self.cursor.x, self.cursor.y, self.pen, self.link.clone());
        let row = self.row(y);
        let at = usize::from(x);
        row.cells[at] = Cell {
            base: c,
            marks: Vec::new(),
            width: if width == 2 { 2 } else { 1 },
            pen,
            link: link.clone(),
        };
        if width == 2 {
            row.cells[at + 1] = Cell {
                base: ' ',
                marks: Vec::new(),
                width: 0,
                pen,
                link,
            };
        }
        mend_halves(
            &mut row.cells,
            at.saturating_sub(1),
            at + usize::from(width) + 1,
        );
    }

    /// ICH and insert mode.
    pub(super) fn shift_right(&mut self, count: u16) {
        let (x, y, bg) = (usize::from(self.cursor.x), self.cursor.y, self.pen.bg);
        let cells = &mut self.row(y).cells;
        let count = usize::from(count).min(cells.len() - x);
        cells[x..].rotate_right(count);
        cells[x..x + count].fill(Cell::blank(bg));
        let all = cells.len();
        mend_halves(cells, 0, all);
    }

    /// DCH.
    pub(super) fn shift_left(&mut self, count: u16) {
        let (x, y, bg) = (usize::from(self.cursor.x), self.cursor.y, self.pen.bg);
        let cells = &mut self.row(y).cells;
        let count = usize::from(count).min(cells.len() - x);
        cells[x..].rotate_left(count);
        let all = cells.len();
        cells[all - count..].fill(Cell::blank(bg));
        mend_halves(cells, 0, all);
    }
}

/// Half a wide character cannot stand: it becomes a blank.
pub(super) fn mend_halves(cells: &mut [Cell], from: usize, to: usize) {
    for at in from..to.min(cells.len()) {
        let alone = match cells[at].width {
            2 => cells.get(at + 1).is_none_or(|right| right.width != 0),
            0 => at == 0 || cells[at - 1].width != 2,
            _ => false,
        };
        if alone {
            let bg: Colour = cells[at].pen.bg;
            cells[at] = Cell::blank(bg);
        }
    }
}
