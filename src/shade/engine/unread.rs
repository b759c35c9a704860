//! Bursts that go out without a look at the screen models, and how the models catch up.

use super::{Due, Engine};
use crate::shade::Fill;
use crate::shade::flow;
use crate::shade::quiet::Start;
use crate::shade::sink::Replay;
use crate::stream::Tokens;

/// The smallest screen, in columns and rows, on which bursts go out unread. On smaller ones nothing is gained, and rows are gone
/// before they are whole.
const SMALLEST: (usize, usize) = (10, 3);

impl Engine {
    /// The burst goes out unread, if it is quiet.
    pub(super) fn pass(&mut self, chunk: &[u8]) -> bool {
        let Some(bytes) = self.quiet.pass(chunk) else {
            return false;
        };
        self.sink.child(bytes);
        self.quiet.tidy();
        self.passed(self.quiet.is_full());
        true
    }

    /// The burst goes out painted and unread, if it stays in the region.
    pub(super) fn flow(&mut self, chunk: &[u8]) -> bool {
        let (profile, shade) = (self.ahead.profile(), &self.painter.shade);
        if !self.flow.pass(chunk, profile, shade, &mut self.sink) {
            return false;
        }
        self.flow.tidy();
        self.passed(self.flow.is_full());
        true
    }

    fn passed(&mut self, full: bool) {
        self.due = match self.has_tail() {
            true => Due::Pause,
            false => Due::Nothing,
        };
        if full {
            let tail = self.catch_up();
            self.read(&tail);
        }
    }

    /// Whether the models lag behind.
    pub(super) fn is_unread(&self) -> bool {
        self.quiet.is_on() || self.flow.is_on()
    }

    /// Whether an incomplete sequence waits for its end in what is not read.
    pub(super) fn has_tail(&self) -> bool {
        self.quiet.has_tail() || self.flow.has_tail()
    }

    /// From now on bursts may go out unread, if nothing is open and all that is shown is as it should be.
    pub(super) fn rest(&mut self) {
        let screen = &self.painter.screen;
        let ready = self.lazy
            && screen.cols() >= SMALLEST.0
            && screen.height() >= SMALLEST.1
            && !self.eager
            && self.change.is_none()
            && self.tokens.is_ground()
            && !self.update
            && !self.held_return
            && self.painter.is_still();
        if !ready {
            return;
        }
        let pen = self.painter.pen.clone();
        if self.painter.is_plain() {
            let moved = self.ahead.moved();
            if let Some(row) = self.ahead.quiet_row() {
                self.quiet.begin(Start { row, pen, moved });
                return;
            }
        }
        // What a child that moves its cursor has below it may be anything.
        let flows = !self.ahead.moved()
            && self.painter.fill == Fill::Terminal
            && self.painter.gutter.is_none()
            && self.ahead.bases().is_empty()
            && self.painter.flows(self.ahead.labels());
        if flows {
            let on = self.painter.on();
            if let Some((start, profile)) = self.ahead.flow_row(pen, on) {
                self.flow.begin(start, profile);
            }
        }
    }

    /// The models see what went out unread. Returns an incomplete sequence that has not gone out.
    pub(super) fn catch_up(&mut self) -> Vec<u8> {
        if let Some(kept) = self.flow.take() {
            return self.catch_up_inside(kept);
        }
        let Some(mut kept) = self.quiet.take() else {
            return Vec::new();
        };
        if kept.dropped {
            self.ahead.restart();
            self.painter.restart();
            kept.bytes.insert(0, b'\n');
        }
        self.replay(&kept.bytes, Replay::Plain);
        kept.tail
    }

    fn catch_up_inside(&mut self, flowed: flow::Kept) -> Vec<u8> {
        let flow::Kept {
            mut kept,
            state,
            on,
        } = flowed;
        if kept.dropped {
            self.ahead.restart_inside(state);
            self.painter.restart_inside();
            kept.bytes.insert(0, b'\n');
        }
        self.replay(&kept.bytes, Replay::Shaded);
        debug_assert_eq!(on, self.painter.on(), "{}", kept.bytes.escape_ascii());
        let tail = kept.tail.clone();
        self.flow.give_back(kept);
        tail
    }

    fn replay(&mut self, bytes: &[u8], how: Replay) {
        let mut tokens = Tokens::default();
        tokens.feed(bytes);
        self.sink.replay = how;
        self.segment(&tokens, 0..tokens.list().len());
        self.sink.replay = Replay::No;
    }
}
