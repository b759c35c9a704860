//! Text on its way out: cut where it wraps, and the background in force before each piece.

use alacritty_terminal::term::cell::{Cell, Flags};

use super::ahead::Labels;
use super::item::Item;
use super::paint::Painter;
use super::sink::Sink;
use crate::screen::width::{self, Doubts};
use crate::screen::{Shift, Tint};
use crate::stream::Kind;

/// Whether text belongs to the character before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    /// It does in some terminals: nothing may come between.
    Joined,
    /// It does not.
    Apart,
}

impl Painter {
    pub(super) fn text(&mut self, bytes: &[u8], labels: &Labels, sink: &mut Sink) {
        let mut rest = bytes;
        while !rest.is_empty() {
            // What joins the last character comes before anything of ours.
            let joined = width::joined(self.last, rest);
            if joined > 0 {
                let (join, more) = rest.split_at(joined);
                match self.screen.wraps_first(join) {
                    true => self.wrap(join, Joint::Joined, labels, sink),
                    false => self.write(join, sink),
                }
                rest = more;
                continue;
            }
            if self.due && self.sure.wrapped(self.screen.cursor().x) {
                self.settle_due(labels, sink);
            }
            let mut piece = &rest[..self.screen.piece(rest).max(1)];
            if self.screen.wraps_first(piece) {
                piece = &piece[..width::grapheme(piece)];
                // A wide character that does not fit leaves a cell as it is in some terminals.
                self.fill_rest(labels, sink);
                self.repeatable = self.before_repeat && piece.len() == rest.len();
                self.wrap(piece, Joint::Apart, labels, sink);
            } else {
                let y = self.screen.cursor().y;
                if self.due {
                    // Terminals may differ by some columns: wait until all of them are on the new row.
                    piece = &piece[..width::grapheme(piece)];
                }
                self.enter(y, labels, sink);
                self.fill_rest(labels, sink);
                let (want, x) = (self.label(y, labels), self.screen.cursor().x);
                match x {
                    0 if self.screen.inserts() => self.gutter_off(sink),
                    0 => (),
                    _ => self.settle_gutter(labels, sink),
                }
                self.repeatable = self.before_repeat && rest.len() == 1;
                let tint = self.tint_of_text(piece, x, want);
                if tint == Tint::Gutter {
                    piece = &piece[..1];
                }
                self.select(tint, sink);
                self.write_after(piece, 0, sink);
            }
            rest = &rest[piece.len()..];
        }
    }

    /// The first character of `piece` goes to the next row.
    fn wrap(&mut self, piece: &[u8], joint: Joint, labels: &Labels, sink: &mut Sink) {
        let shift = self.screen.line_feeds(1);
        let (y, id) = self.landing(&shift);
        let known = shift != Shift::None || self.screen.rows()[y].known();
        let want = labels.get(&id).copied().unwrap_or(false);
        if joint == Joint::Apart {
            self.select(self.tint_of_text(piece, 0, want), sink);
        }
        self.write(piece, sink);
        self.due = known && self.rest_needs_paint(want);
    }

    /// Text that goes out as it is; its first `sent` bytes did already.
    pub(super) fn plain_text(&mut self, bytes: &[u8], sent: usize, sink: &mut Sink) {
        let (mut rest, mut sent) = (bytes, sent);
        while !rest.is_empty() {
            let (piece, more) = rest.split_at(self.screen.piece(rest).max(1));
            self.write_after(piece, sent.min(piece.len()), sink);
            sent = sent.saturating_sub(piece.len());
            rest = more;
        }
    }

    /// Text between which nothing of ours may come. What joins may still be too wide for the row.
    fn write(&mut self, text: &[u8], sink: &mut Sink) {
        self.plain_text(text, 0, sink);
    }

    fn write_after(&mut self, piece: &[u8], sent: usize, sink: &mut Sink) {
        let effect = self.screen.effect(&Kind::Text, piece);
        let before = self.screen.cursor();
        let wraps = self.screen.wraps_first(piece);
        if wraps {
            let end = self.screen.cells(before.y);
            let end = &end[end.len().saturating_sub(4)..];
            let wide = |c: &Cell| c.flags.contains(Flags::WIDE_CHAR);
            let wide = width::of(piece).0 > 1 || end.iter().any(wide);
            self.sure.wrapped_at(wide, &self.screen);
        }
        let blank = self.sure.before_text(&self.screen);
        self.show(
            Item {
                kind: &Kind::Text,
                bytes: piece,
                osc: None,
                sent,
            },
            &effect,
            sink,
        );
        let cursor = self.screen.cursor();
        let (y, end) = (cursor.y, cursor.x + usize::from(cursor.pending));
        let start = if before.y == y && !before.pending {
            before.x
        } else {
            0
        };
        let doubts = Doubts::of(piece);
        let slack = self.sure.slack() + doubts.contested;
        let (adrift, placed) = (self.sure.adrift(), self.sure.placed());
        let line = &mut self.screen.rows_mut()[y];
        line.wrapped_into |= wraps;
        if slack > 0 || !placed {
            let from = start.saturating_sub(self.sure.slack());
            let from = if placed { from } else { 0 };
            line.contested.insert(from..end + slack);
        } else {
            line.contested.remove(start..end);
        }
        if !adrift {
            line.unknown.remove(start..end);
        }
        let line = &mut self.screen.rows_mut()[y];
        line.lossy |= self.pen.unmodelled();
        if self.pen.veiled() {
            line.veiled = line.veiled.max(end);
        }
        self.last = width::last(piece);
        let was = (adrift, placed);
        self.sure.after_text(piece, doubts, blank, &self.screen);
        self.displace(was);
    }

    /// Row and identity the cursor has after a line feed that does `shift`.
    pub(super) fn landing(&self, shift: &Shift) -> (usize, u64) {
        let y = self.screen.cursor().y;
        match shift {
            Shift::Up { .. } => (y, self.screen.coming_id()),
            _ => {
                let y = (y + 1).min(self.screen.height() - 1);
                (y, self.screen.rows()[y].id)
            }
        }
    }
}
