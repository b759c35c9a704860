//! Erasing, scrolling, inserting and deleting. What appears has the pen's background.

use super::print::mend_halves;
use super::terminal::Terminal;
use crate::oracle::screen::{Cell, Colour, Row};

impl Terminal {
    // Erasing.

    /// Erases the cells `from..to` of a row; both ends of a soft wrap lie in such cells.
    pub(super) fn erase(&mut self, y: u16, from: u16, to: u16) {
        let (bg, cols) = (self.pen.bg, self.size.cols);
        let row = self.row(y);
        row.cells[from.into()..to.into()].fill(Cell::blank(bg));
        mend_halves(
            &mut row.cells,
            usize::from(from).saturating_sub(1),
            usize::from(to) + 1,
        );
        row.wraps &= to < cols;
        if from == 0 {
            self.end_wrap_above(y);
        }
    }

    fn end_wrap_above(&mut self, y: u16) {
        if y > 0 {
            self.row(y - 1).wraps = false;
        } else if self.shown == 0
            && let Some(line) = self.scrollback.last_mut()
        {
            line.row.wraps = false;
        }
    }

    pub(super) fn erase_in_line(&mut self, part: u16) {
        let (x, y, cols) = (self.cursor.x, self.cursor.y, self.size.cols);
        match part {
            0 => self.erase(y, x, cols),
            1 => self.erase(y, 0, x + 1),
            2 => self.erase(y, 0, cols),
            _ => return,
        }
        self.cursor.pending = false;
    }

    pub(super) fn erase_in_display(&mut self, part: u16) {
        let (y, rows) = (self.cursor.y, self.size.rows);
        match part {
            0 => {
                self.erase_in_line(0);
                self.erase_rows(y + 1, rows);
            }
            1 => {
                self.erase_in_line(1);
                self.erase_rows(0, y);
            }
            2 => self.erase_rows(0, rows),
            3 => self.scrollback.clear(),
            _ => {}
        }
    }

    fn erase_rows(&mut self, from: u16, to: u16) {
        (from..to).for_each(|y| self.erase(y, 0, self.size.cols));
        self.cursor.pending = false;
    }

    pub(super) fn erase_chars(&mut self, count: u16) {
        let (x, y) = (self.cursor.x, self.cursor.y);
        self.erase(y, x, x.saturating_add(count).min(self.size.cols));
        self.cursor.pending = false;
    }

    pub(super) fn insert_blanks(&mut self, count: u16) {
        self.shift_right(count);
        self.cursor.pending = false;
    }

    pub(super) fn delete_chars(&mut self, count: u16) {
        self.shift_left(count);
        self.cursor.pending = false;
    }

    /// DECALN.
    pub(super) fn alignment_test(&mut self) {
        let mut cell = Cell::blank(self.pen.bg);
        cell.base = 'E';
        let row = Row {
            cells: vec![cell; self.size.cols.into()],
            wraps: false,
        };
        (0..self.size.rows).for_each(|y| self.row(y).clone_from(&row));
        self.margins = (0, self.size.rows - 1);
        self.move_to(0, 0);
    }

    // Scrolling.

    pub(super) fn line_feed(&mut self) {
        self.index();
        if self.is_new_line() {
            self.move_to_column(0);
        }
    }

    pub(super) fn next_line(&mut self) {
        self.index();
        self.move_to_column(0);
    }

    /// One row down; at the bottom margin the rows scroll.
    pub(super) fn index(&mut self) {
        if self.cursor.y == self.margins.1 {
            self.scroll_up(1, true);
        } else if self.cursor.y + 1 < self.size.rows {
            self.cursor.y += 1;
        }
        self.cursor.pending = false;
    }

    pub(super) fn reverse_index(&mut self) {
        if self.cursor.y == self.margins.0 {
            self.scroll_down(1);
        } else {
            self.cursor.y = self.cursor.y.saturating_sub(1);
        }
        self.cursor.pending = false;
    }

    /// Moves the rows between the margins up; a line feed at the top of the main screen keeps what leaves.
    pub(super) fn scroll_up(&mut self, count: u16, keep: bool) {
        let (top, bottom) = self.margins;
        let keep = keep && top == 0 && self.shown == 0;
        for _ in 0..count.min(bottom - top + 1) {
            if keep {
                let line = self.move_line(top, bottom);
                self.scrollback.push(line);
            } else {
                self.lose_line(top, bottom);
            }
        }
    }

    pub(super) fn scroll_down(&mut self, count: u16) {
        let (top, bottom) = self.margins;
        (0..count.min(bottom - top + 1)).for_each(|_| self.lose_line(bottom, top));
    }

    pub(super) fn insert_lines(&mut self, count: u16) {
        self.shift_lines(count, |y, bottom| (bottom, y));
    }

    pub(super) fn delete_lines(&mut self, count: u16) {
        self.shift_lines(count, |y, bottom| (y, bottom));
    }

    /// IL and DL: only between the margins.
    fn shift_lines(&mut self, count: u16, way: fn(u16, u16) -> (u16, u16)) {
        let (y, (top, bottom)) = (self.cursor.y, self.margins);
        if (top..=bottom).contains(&y) {
            let (from, to) = way(y, bottom);
            (0..count.min(bottom - y + 1)).for_each(|_| self.lose_line(from, to));
            self.move_to_column(0);
        }
    }

    /// The same, where the line is gone for good: what wrapped into it wraps no more.
    fn lose_line(&mut self, from: u16, to: u16) {
        self.end_wrap_above(from);
        self.move_line(from, to);
    }

    /// Takes the line at `from` away and puts a new one at `to`.
    fn move_line(&mut self, from: u16, to: u16) -> super::terminal::Line {
        let bg: Colour = self.pen.bg;
        let new = self.new_line(bg);
        let gone = self.lines_mut().remove(from.into());
        self.lines_mut().insert(to.into(), new);
        gone
    }
}
