//! What the child erases, and what it moves within a row.

use super::Fill;
use super::ahead::Labels;
use super::fill::Attributes;
use super::item::Item;
use super::paint::Painter;
use super::sink::Sink;
use crate::screen::{Ground, Paint, Tint};
use crate::stream::{Csi, Params};

impl Painter {
    /// EL, ECH, ICH, DCH: the blanks take the row's background, under inverse too.
    pub(super) fn erase_in_row(&mut self, item: Item<'_>, labels: &Labels, sink: &mut Sink) {
        let want = self.label(self.screen.cursor().y, labels);
        if self.paintable() {
            let tints = self.pen.marks().inverse_line();
            self.switch(want && self.fill == Fill::Terminal && !tints, sink);
        }
        self.pass(item, sink);
    }

    /// ICH, DCH: cells have moved, and with them those that terminals may differ in.
    pub(super) fn moved_in_row(&mut self, csi: Csi, bytes: &[u8]) {
        let (cursor, cols) = (self.screen.cursor(), self.screen.cols());
        let count = usize::from(Params::count(csi.params(bytes)));
        let line = &mut self.screen.rows_mut()[cursor.y];
        for columns in [&mut line.unknown, &mut line.contested] {
            if columns.end() > cursor.x {
                columns.insert(cursor.x..cols);
            }
        }
        if csi.action == b'P' && count > cols - cursor.x {
            // alacritty erases so many cells from the right edge on, whatever column the cursor is in.
            line.contested.insert(0..cols);
        }
    }

    /// ED: other rows are erased too. What it erases of the cursor's row is painted at once.
    pub(super) fn erase_display(
        &mut self,
        csi: Csi,
        item: Item<'_>,
        labels: &Labels,
        sink: &mut Sink,
    ) {
        self.off(sink);
        let mode = Params::new(csi.params(item.bytes))
            .next()
            .and_then(|(v, _)| v)
            .unwrap_or(0);
        if (csi.prefix, mode) == (0, 2) {
            self.unpaint_bottom(sink);
        }
        self.pass(item, sink);
        let cursor = self.screen.cursor();
        let below = mode == 0 && cursor.x > 0 && !cursor.pending && self.fill == Fill::Terminal;
        let known = self.screen.rows()[cursor.y].known();
        if below && known && self.paintable() && self.label(cursor.y, labels) && self.sure.column()
        {
            // The child has just erased the same cells with the same attributes.
            self.erase(Tint::Shade, Attributes::Keep, b"\x1b[K", sink);
        }
    }

    /// Before the screen is erased: alacritty keeps its rows in the scrollback, down to the last that is not as new. The
    /// last ones are, but for B.
    fn unpaint_bottom(&mut self, sink: &mut Sink) {
        let (cursor, height) = (self.screen.cursor(), self.screen.height());
        let certain = self.sure.is_sure()
            && !cursor.pending
            && !self.screen.alternate()
            && !self.screen.margins_set()
            && self.pen_ground() == Some(Ground::Default);
        let written = (0..height).rfind(|y| !self.screen.is_unwritten(*y));
        let first = written.map_or(0, |y| y + 1);
        let mut bottom = first..height;
        if !certain || first > cursor.y || !bottom.any(|y| self.screen.paint(y) != Paint::Plain) {
            return;
        }
        let up = cursor.y - first;
        if up > 0 {
            self.ours(format!("\x1b[{up}A").as_bytes(), sink);
        }
        self.erase(Tint::None, Attributes::Off, b"\x1b[2K\x1b[J", sink);
        if up > 0 {
            self.ours(format!("\x1b[{up}B").as_bytes(), sink);
        }
    }
}
