//! The gutter: where a shaded row's first cell is blank, it has a colour G of its own instead of B, for eyes and screens to which B
//! looks like the background.
//!
//! G comes as B does: blanks that the child writes into the first column are written under it, and where text stands further to
//! the right, or the cursor leaves the row, the first cell is erased once more, under G. Repair at pauses does the rest.

use super::ahead::Labels;
use super::fill::Attributes;
use super::paint::Painter;
use super::sink::Sink;
use super::{Background, Fill, Options};
use crate::screen::{Tint, ground, is_blank, is_gutter, is_shaded, width};
use crate::stream::Kind;
use alacritty_terminal::term::cell::Cell;

/// ECH: the cell at the cursor is erased, and nothing moves.
pub(super) const ERASE_CELL: &[u8] = b"\x1b[X";

impl Options {
    /// The gutter's colour, where there can be one: its rows are shaded whole and may be mended, since only then are all
    /// blanks known.
    pub(super) fn usable_gutter(&self) -> Option<&Background> {
        let usable = self.fill == Fill::Terminal && self.repair;
        self.gutter.as_ref().filter(|_| usable)
    }
}

impl Painter {
    /// Whether the cell, in the first column of a shaded row, has G.
    pub(super) fn takes_gutter(&self, cell: &Cell) -> bool {
        self.gutter.is_some() && is_blank(cell) && ground(cell).is_some_and(|g| g.takes_gutter())
    }

    /// What the pen has for the first grapheme of `text`, which is written into a row at column `x`: G, if it is a blank that
    /// belongs into the gutter, else B or nothing.
    pub(super) fn tint_of_text(&self, text: &[u8], x: usize, want: bool) -> Tint {
        let blank = want
            && self.gutter.is_some()
            && x == 0
            && text.starts_with(b" ")
            && width::grapheme(text) == 1;
        // Where columns are not certain, it may come to stand in another one.
        let certain = self.sure.column() && !self.screen.inserts();
        let plain = self.pen.marks().none() && !self.link;
        let plain = plain && !self.repeatable;
        let takes = self.pen_ground().is_some_and(|g| g.takes_gutter());
        match blank && certain && plain && takes && !self.unknown_pen {
            true => Tint::Gutter,
            false => Tint::shade(want && self.paintable() && !self.pen.inverse()),
        }
    }

    /// A tab leaves the first cell as it is: it gets its colour before.
    pub(super) fn gutter_before_tab(&mut self, labels: &Labels, sink: &mut Sink) {
        let cursor = self.screen.cursor();
        if self.gutter.is_some() && cursor.x == 0 {
            self.enter(cursor.y, labels, sink);
            self.settle_gutter(labels, sink);
        }
    }

    /// The first cell of the cursor's row gets G, if it is to have it and has B.
    pub(super) fn settle_gutter(&mut self, labels: &Labels, sink: &mut Sink) {
        if self.gutter.is_none() {
            return;
        }
        let cursor = self.screen.cursor();
        let first = &self.screen.cells(cursor.y)[0];
        let lacking = self.takes_gutter(first) && is_shaded(first) && !is_gutter(first);
        if !lacking || !self.label(cursor.y, labels) {
            return;
        }
        let Some(sequence) = self.drawing_of_first(cursor.x == 0) else {
            return;
        };
        if cursor.x > 0 {
            self.ours(b"\r", sink);
        }
        self.draw_first(Tint::Gutter, sequence, sink);
        if cursor.x > 0 {
            self.ours(format!("\x1b[{}G", cursor.x + 1).as_bytes(), sink);
        }
    }

    /// Cells are about to move away from the first column: none of them takes G along.
    pub(super) fn gutter_off(&mut self, sink: &mut Sink) {
        let cursor = self.screen.cursor();
        let gutter = is_gutter(&self.screen.cells(cursor.y)[0]);
        if gutter
            && cursor.x == 0
            && let Some(sequence) = self.drawing_of_first(false)
        {
            self.draw_first(Tint::Shade, sequence, sink);
        }
    }

    /// What draws the blank in the first cell of the cursor's row again, from that cell on and back to it, if anything may:
    /// an erase, or, where that would cut the row from the one it continues, a blank.
    fn drawing_of_first(&self, from_start: bool) -> Option<&'static [u8]> {
        let cursor = self.screen.cursor();
        let certain = !cursor.pending
            && self.sure.column()
            && self.sure.may_erase(&self.screen, cursor.y)
            && !self.unknown_pen;
        if !certain {
            return None;
        }
        if self.is_first_erasable(cursor.y, from_start) {
            return Some(ERASE_CELL);
        }
        let line = &self.screen.rows()[cursor.y];
        let known = line.sure(0) && !line.lossy && line.veiled == 0;
        let plain = !self.pen.unmodelled() && !self.link && !self.sure.charset();
        match (known && plain, self.screen.inserts()) {
            (true, false) => Some(b" \r"),
            (true, true) => Some(b"\x1b[4l \r\x1b[4h"),
            (false, _) => None,
        }
    }

    /// Whether erasing the first cell of a row changes nothing but its background, if it is blank: no terminal shows more
    /// of it, and the row continues none. A row that is about to be written, or left, from its first column on may be contested
    /// as long as it is blank.
    pub(super) fn is_first_erasable(&self, y: usize, from_start: bool) -> bool {
        let line = &self.screen.rows()[y];
        let blank = from_start && line.known() && self.screen.is_blank(y);
        let known = (blank || line.sure(0)) && line.veiled == 0 && line.marks.none();
        known && !line.joined && !self.screen.continues(y)
    }

    /// Whether a token moves cells within the cursor's row.
    pub(super) fn moves_cells(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Text => self.screen.inserts(),
            Kind::Csi(csi) => csi.is(b'@') || csi.is(b'P'),
            _ => false,
        }
    }

    /// Draws the blank at the cursor, in the first column, again by a sequence that leaves the cursor there, under a tint.
    pub(super) fn draw_first(&mut self, tint: Tint, sequence: &[u8], sink: &mut Sink) {
        let y = self.screen.cursor().y;
        let erased = ground(&self.screen.cells(y)[0]).unwrap_or_default();
        self.erase_over(erased, tint, Attributes::Off, sequence, sink);
        self.screen.rows_mut()[y].tinted = true;
    }
}
