//! What rows of the alternate screen inherited when the rows above them could still be seen.
//!
//! There, an application scrolls by drawing rows again, and the header of a block leaves without a trace. A row's text is
//! the only thing that comes back.

use std::collections::{HashMap, VecDeque};

use crate::matcher::{RowText, Surface};
use crate::region::State;
use crate::screen::{Row, Screen};

/// How many rows are remembered.
const MAX_ROWS: usize = 4096;

/// What a row inherited when it was seen last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recalled {
    /// The state that the rows above left to it.
    pub(super) state: State,
    /// It stood below a row that is sure of itself, not below a guess.
    pub(super) sure: bool,
}

/// Row text to what the row inherited.
#[derive(Debug, Default)]
pub(super) struct Memory {
    rows: HashMap<String, Recalled>,
    order: VecDeque<String>,
}

impl Memory {
    /// The row was seen and inherited this. A guess does not replace what is sure.
    pub(super) fn learn(&mut self, text: &str, seen: Recalled) {
        if !tells(text) {
            return;
        }
        if let Some(before) = self.rows.get_mut(text) {
            if seen.sure || !before.sure {
                *before = seen;
            }
            return;
        }
        if self.order.len() == MAX_ROWS
            && let Some(oldest) = self.order.pop_front()
        {
            self.rows.remove(&oldest);
        }
        self.order.push_back(text.to_owned());
        self.rows.insert(text.to_owned(), seen);
    }

    /// What the row inherited when it was seen last.
    pub(super) fn recall(&self, text: &str) -> Option<Recalled> {
        self.rows.get(text).copied()
    }

    /// What the screen's first row inherits: asked at the first row that tells itself from others. `None`: it is new.
    pub(super) fn ask<R: Row>(
        &self,
        screen: &Screen<R>,
        surface: Surface<'_>,
        row: &mut RowText,
    ) -> Option<Recalled> {
        for y in 0..screen.height() {
            row.read(screen.cells(y), screen.continues(y), surface);
            if tells(&row.text) {
                return self.recall(&row.text);
            }
        }
        None
    }
}

/// Whether a row's text tells it from others: a rail, a bracket or a rule comes back anywhere.
pub(super) fn tells(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphanumeric()).take(3).count() == 3
}
