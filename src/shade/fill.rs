//! The background: when the pen has it, and how blanks get it.

use super::Fill;
use super::ahead::Labels;
use super::paint::Painter;
use super::sink::Sink;
use crate::screen::{Ground, Paint, Tint, common_ground, ground, is_blank, is_shaded};

/// What an erase does with the child's attributes that can be seen on blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attributes {
    /// They are taken off for it: some terminals give them to erased cells.
    Off,
    /// They stay: the cells have them already where a terminal gives them.
    Keep,
}

impl Painter {
    /// The terminal's pen gets the background that the child's next glyph in a row has.
    pub(super) fn set_shade(&mut self, want: bool, sink: &mut Sink) {
        self.switch(want && self.paintable() && !self.pen.inverse(), sink);
    }

    /// B is on, or it is not.
    pub(super) fn switch(&mut self, on: bool, sink: &mut Sink) {
        self.select(Tint::shade(on), sink);
    }

    /// The terminal's pen gets a tint.
    pub(super) fn select(&mut self, tint: Tint, sink: &mut Sink) {
        if tint != self.tint || self.split {
            self.background(tint, self.pen_ground().unwrap_or_default(), sink);
            (self.tint, self.split) = (tint, false);
        }
    }

    /// Whether the terminal's pen has B or G.
    pub(super) fn on(&self) -> bool {
        self.tint != Tint::None
    }

    /// Neither B nor G is on any more.
    pub(super) fn off(&mut self, sink: &mut Sink) {
        self.switch(false, sink);
    }

    /// What the child's pen writes on: the ground that B covers, or `None` where it has a background of its own.
    pub(super) fn pen_ground(&self) -> Option<Ground> {
        if self.pen.default_background() {
            return Some(Ground::Default);
        }
        self.screen.pen_ground().filter(|g| *g != Ground::Default)
    }

    /// Writes a tint over a ground, or the ground.
    pub(super) fn background(&mut self, tint: Tint, ground: Ground, sink: &mut Sink) {
        sink.ours(match (tint, ground) {
            (Tint::Gutter, _) => self.gutter.as_ref().unwrap_or(&self.shade),
            (Tint::Shade, _) => &self.shade,
            (Tint::None, Ground::Default) => b"\x1b[49m",
            (Tint::None, Ground::Base(n)) => &self.bases[usize::from(n)],
        });
        self.screen.set_tint(tint, ground);
    }

    /// Text enters a row that is known to be blank and has the wrong paint: the row is erased first.
    pub(super) fn enter(&mut self, y: usize, labels: &Labels, sink: &mut Sink) {
        let want = self.label(y, labels);
        if self.fill != Fill::Terminal || self.unknown_pen || !self.needs_paint(y, want) {
            return;
        }
        let cursor = self.screen.cursor();
        let line = &self.screen.rows()[y];
        let attributes = match line.marks {
            marks if marks.none() => Attributes::Off,
            // Erasing it with other attributes would change what is seen of its blanks.
            marks if marks != self.pen.marks() || marks.inverse_line() => return,
            _ => Attributes::Keep,
        };
        // Erasing a row's start would cut it from the one it continues, erasing its end from the one that continues it.
        let safe = !cursor.pending
            && (line.known() || self.sure.is_fresh())
            && line.veiled == 0
            && self.screen.is_blank(y)
            && !self.screen.soft_wraps(y)
            && !self.screen.continues(y);
        if safe && self.sure.may_erase(&self.screen, y) {
            let sequence: &[u8] = if cursor.x == 0 { b"\x1b[K" } else { b"\x1b[2K" };
            self.erase(Tint::shade(want), attributes, sequence, sink);
        }
    }

    /// Text goes on in a row whose blank rest has the wrong background: it is erased from the cursor on.
    pub(super) fn fill_rest(&mut self, labels: &Labels, sink: &mut Sink) {
        let cursor = self.screen.cursor();
        let want = self.label(cursor.y, labels);
        let line = &self.screen.rows()[cursor.y];
        let safe =
            cursor.x > 0 && !self.due && line.known() && line.marks.none() && self.sure.column();
        if safe && !self.screen.is_blank(cursor.y) {
            self.erase_rest(want, sink);
        }
    }

    /// Erases from the cursor on, if that is needed and harmless.
    fn erase_rest(&mut self, want: bool, sink: &mut Sink) {
        let cursor = self.screen.cursor();
        let safe = !cursor.pending
            && !self.screen.soft_wraps(cursor.y)
            && !self.unknown_pen
            && cursor.x >= self.screen.rows()[cursor.y].veiled;
        if safe && self.rest_needs_paint(want) && self.sure.may_erase(&self.screen, cursor.y + 1) {
            self.erase(Tint::shade(want), Attributes::Off, b"\x1b[K", sink);
        }
    }

    /// Whether a row has cells with the wrong background, and none with one of the child's own.
    pub(super) fn needs_paint(&self, y: usize, want: bool) -> bool {
        if !want && !self.screen.rows()[y].tinted {
            return false;
        }
        let wrong = match self.screen.paint(y) {
            Paint::Plain => want,
            Paint::Shaded => !want,
            Paint::Mixed => true,
            Paint::Own => false,
        };
        let doubt = self.screen.rows()[y].doubt;
        (wrong || doubt) && common_ground(self.screen.cells(y)).is_some()
    }

    /// Whether the blank rest of the cursor's row has the wrong background.
    pub(super) fn rest_needs_paint(&self, want: bool) -> bool {
        let cursor = self.screen.cursor();
        if !want && !self.screen.rows()[cursor.y].tinted {
            return false;
        }
        let doubt = self.screen.rows()[cursor.y].doubt || want && !self.sure.column();
        let rest = self
            .screen
            .cells(cursor.y)
            .get(cursor.x..)
            .unwrap_or_default();
        self.fill == Fill::Terminal
            && rest.iter().all(is_blank)
            && common_ground(rest).is_some()
            && (doubt || rest.iter().any(|c| is_shaded(c) != want))
    }

    /// The row the cursor wrapped into is erased from the cursor on, if that is safe. It stays due while terminals may
    /// differ in whether they have wrapped.
    pub(super) fn settle_due(&mut self, labels: &Labels, sink: &mut Sink) {
        let cursor = self.screen.cursor();
        if !self.due || !self.sure.may_erase_rest(cursor.x) {
            self.due &= cursor.x > 0;
            return;
        }
        self.due = !self.sure.wrapped(cursor.x);
        let want = self.label(cursor.y, labels);
        self.erase_rest(want, sink);
    }

    /// Erases blanks of the cursor's row, up to its end, under B or under the default background; then the pen is the child's
    /// again, or has B for its next glyph.
    pub(super) fn erase(
        &mut self,
        tint: Tint,
        attributes: Attributes,
        sequence: &[u8],
        sink: &mut Sink,
    ) {
        let cells = self.screen.cells(self.screen.cursor().y);
        let erased = cells.last().and_then(ground).unwrap_or_default();
        self.erase_over(erased, tint, attributes, sequence, sink);
        self.settled();
        if self.pen_ground() == Some(erased) {
            self.set_shade(self.on(), sink);
        }
    }

    /// Erases under a tint, over the ground that stands there. The pen is the child's again, or has that tint.
    pub(super) fn erase_over(
        &mut self,
        erased: Ground,
        tint: Tint,
        attributes: Attributes,
        sequence: &[u8],
        sink: &mut Sink,
    ) {
        let mut words = std::mem::take(&mut self.scratch);
        words.clear();
        if attributes == Attributes::Off {
            self.pen.unmark(&mut words);
        }
        self.ours(&words, sink);
        let own = self.pen_ground() != Some(erased);
        if own {
            self.background(tint, erased, sink);
        } else {
            self.select(tint, sink);
        }
        self.ours(sequence, sink);
        words.clear();
        if attributes == Attributes::Off {
            self.pen.mark(&mut words);
        }
        if own {
            self.pen.background(&mut words);
        }
        self.ours(&words, sink);
        self.scratch = words;
        if own && let Some(ground) = self.pen_ground() {
            if ground == Ground::Default {
                self.background(Tint::None, ground, sink);
            }
            (self.tint, self.split) = (Tint::None, false);
        }
    }

    /// The blanks of the cursor's row were erased: their background is certain now.
    pub(super) fn settled(&mut self) {
        let y = self.screen.cursor().y;
        self.screen.rows_mut()[y].doubt = false;
        self.screen.rows_mut()[y].tinted = true;
    }

    /// An insertion goes out and is shown.
    pub(super) fn ours(&mut self, bytes: &[u8], sink: &mut Sink) {
        if !bytes.is_empty() {
            sink.ours(bytes);
            self.screen.feed(bytes);
        }
    }
}
