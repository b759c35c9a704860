//! Rows that move: those that leave are judged for the last time, those that come back have the state they had.

use std::ops::Range;

use super::{Ahead, MAX_LEFT, surface};
use crate::region::State;
use crate::screen::{Effect, Shift};
use crate::stream::Kind;

impl Ahead {
    /// A token that moves rows: those that leave are judged for the last time.
    pub(super) fn scroll(
        &mut self,
        kind: &Kind,
        bytes: &[u8],
        osc: Option<&[u8]>,
        effect: &Effect,
    ) {
        self.judge();
        match effect.shift {
            Shift::Up {
                top,
                count,
                scroll: true,
                ..
            } => self.leave(top, count),
            Shift::All | Shift::Reset | Shift::Alternate => {
                self.publish();
                if !self.screen.alternate() && effect.shift != Shift::Alternate {
                    self.carry = State::default();
                    self.past.clear();
                }
                self.left.clear();
            }
            Shift::Main => self.publish(),
            _ => (),
        }
        let below = match effect.shift {
            Shift::Up {
                top,
                count,
                scroll: true,
                ..
            } => Some((top, self.left_to(top + count))),
            _ => None,
        };
        let main = !self.screen.alternate();
        self.screen.take(kind, bytes, osc, effect);
        match (&effect.shift, below) {
            (_, Some((0, exit))) if main => self.carry = exit,
            (_, Some((top, exit))) => self.screen.rows_mut()[top].anchor = Some(exit),
            (Shift::Down { top, count, .. }, _) if *top == self.screen.margins().start => {
                self.come_back(*top, *count)
            }
            _ => (),
        }
        match effect.shift {
            Shift::Up {
                top, bottom, count, ..
            } => {
                self.cursor_row = self.cursor_row.saturating_sub(count);
                self.note(top..top + 1);
                self.note(bottom - count..bottom);
            }
            _ => self.note(0..self.screen.height()),
        }
        if effect.shift == Shift::Main {
            for start in std::mem::take(&mut self.queued) {
                self.pin(start);
            }
        }
    }

    /// What the rows above row `y` leave to it.
    pub(super) fn left_to(&self, y: usize) -> State {
        let rows = self.screen.rows();
        let above = &rows[y - 1];
        let bridge = rows.get(y).and_then(|line| line.bridge);
        bridge
            .filter(|_| above.verdict.kind.is_none())
            .unwrap_or(above.exit)
    }

    /// `count` rows leave at `top`.
    pub(super) fn leave(&mut self, top: usize, count: usize) {
        if top == 0 {
            self.keep_leaving(count);
            self.from_top &= self.screen.alternate();
            if self.moved && !self.screen.alternate() {
                self.remember(0..count);
            }
        }
        let stack = self.left.entry(top).or_default();
        for line in &self.screen.rows()[top..top + count] {
            self.labels.insert(line.id, line.shaded);
            stack.push(line.entry);
        }
        if stack.len() > 2 * MAX_LEFT {
            stack.drain(..MAX_LEFT);
        }
    }

    /// What these rows say may come back, drawn anew.
    pub(super) fn remember(&mut self, rows: Range<usize>) {
        for y in rows {
            let surface = surface(&self.screen, &self.profile);
            self.row.read(self.screen.cells(y), false, surface);
            self.past.push(&self.row.text, self.screen.rows()[y].entry);
        }
    }

    /// The child scrolls down: the state that stood above the rows that left comes back.
    pub(super) fn come_back(&mut self, top: usize, count: usize) {
        let Some(stack) = self.left.get_mut(&top) else {
            return;
        };
        let Some(state) = stack
            .len()
            .checked_sub(count)
            .map(|n| stack[n])
            .or_else(|| stack.first().copied())
        else {
            return;
        };
        stack.truncate(stack.len().saturating_sub(count));
        if let Some(line) = self.screen.rows_mut().get_mut(top + count) {
            line.bridge = Some(line.entry);
            line.anchor = None;
        }
        if top == 0 && !self.screen.alternate() {
            self.carry = state;
        } else {
            self.screen.rows_mut()[top].anchor = Some(state);
        }
    }
}
