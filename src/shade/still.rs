//! Where bursts may go out unread: what the painter must have come to, and how it goes on after whole screens it did not see.

use super::ahead::Labels;
use super::item::Line;
use super::paint::Painter;
use crate::screen::{Paint, Tint};
use crate::sgr::{Marks, Pen};

impl Painter {
    /// Nothing is open, and it is sure where everything stands.
    pub(super) fn is_still(&self) -> bool {
        let open = self.mute || self.split || self.due || self.link || self.unknown_pen;
        let screen = &self.screen;
        !open
            && self.sure.is_sure()
            && screen.wraps()
            && !screen.insert_or_origin()
            && !screen.margins_set()
            && screen.rows().iter().all(|l| !l.doubt)
    }

    /// Nothing is painted.
    pub(super) fn is_plain(&self) -> bool {
        !self.on() && self.screen.rows().iter().all(|l| !l.tinted)
    }

    /// The cursor's row is as it should be, and those below are blank: a stretch of shaded rows may begin.
    pub(super) fn flows(&self, labels: &Labels) -> bool {
        let (cursor, screen) = (self.screen.cursor(), &self.screen);
        let pen = &self.pen;
        let plain = pen.default_background() && pen.marks().none() && !pen.unmodelled();
        let known = |l: &Line| l.known() && l.veiled == 0 && l.marks.none();
        let want = self.label(cursor.y, labels);
        let paint = if want { Paint::Shaded } else { Paint::Plain };
        plain
            && !cursor.pending
            && screen.rows()[cursor.y..].iter().all(known)
            && screen.paint(cursor.y) == paint
            && (want || !self.on())
            && (cursor.y + 1..screen.height()).all(|y| screen.paint(y) == Paint::Plain)
    }

    /// Whole screens have scrolled by: the cursor is at the start of a blank last row, the pen as after a reset.
    pub(super) fn restart(&mut self) {
        self.screen.restart();
        self.pen.reset();
        self.last = None;
    }

    /// The same inside a region: all is shaded.
    pub(super) fn restart_inside(&mut self) {
        self.screen.restart_shaded();
        (self.pen, self.tint, self.last) = (Pen::default(), Tint::Shade, None);
        for line in self.screen.rows_mut() {
            line.unknown.clear();
            line.contested.clear();
            (line.tinted, line.doubt, line.lossy) = (true, false, false);
            (line.veiled, line.marks) = (0, Marks::default());
        }
    }
}
