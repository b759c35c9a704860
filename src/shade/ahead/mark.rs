//! Regions that somebody begins and ends by hand: the library's caller, or the child with an OSC of its own.

use super::Ahead;
use crate::region::{Mark, State};

impl Ahead {
    /// The library's caller begins or ends a region at the cursor's row.
    pub(in crate::shade) fn pin(&mut self, start: bool) {
        self.mark(start);
        let y = self.screen.cursor().y;
        self.screen.rows_mut()[y].pinned = true;
        if self.screen.alternate() {
            self.queued.push(start);
        }
    }

    /// What a row inherits that comes now, and whether something stands in the cursor's row already.
    pub(in crate::shade) fn state(&self) -> (State, bool) {
        let line = &self.screen.rows()[self.screen.cursor().y];
        match line.verdict.kind {
            Some(_) => (line.exit, true),
            None => (line.entry, false),
        }
    }

    /// The cursor's row inherits this, whatever stands above it.
    pub(in crate::shade) fn inherit(&mut self, state: State) {
        let y = self.screen.cursor().y;
        let line = &mut self.screen.rows_mut()[y];
        (line.anchor, line.dirty) = (Some(state), true);
        self.note(y..y + 1);
    }

    /// An explicit marker at the cursor's row.
    pub(super) fn mark(&mut self, start: bool) {
        let cursor = self.screen.cursor();
        let line = &mut self.screen.rows_mut()[cursor.y];
        match start {
            true => line.mark.start = true,
            false if cursor.x == 0 && line.mark.start => line.mark = Mark::default(),
            false if cursor.x == 0 => line.mark.end_above = true,
            false => line.mark.end_below = true,
        }
        line.dirty = true;
        self.note(cursor.y..cursor.y + 1);
    }
}

/// `OSC 7737 ; shade ; 1 ; start|end ; KIND ; ID`: whether it starts or ends a region. At most 256 ASCII bytes.
pub(super) fn explicit_mark(osc: &[u8]) -> Option<bool> {
    let text = std::str::from_utf8(osc)
        .ok()
        .filter(|t| t.is_ascii() && t.len() <= 256)?;
    let mut fields = text.split(';');
    let head = [fields.next(), fields.next(), fields.next()];
    if head != [Some("7737"), Some("shade"), Some("1")] {
        return None;
    }
    match fields.next() {
        Some("start") => Some(true),
        Some("end") => Some(false),
        _ => None,
    }
}
