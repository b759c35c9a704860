//! Judging: which rows are read again, and what follows from it for their shade.

use std::ops::Range;

use super::line::Line;
use super::{Ahead, MAX_LEFT, surface};
use crate::matcher::{Kind as RowKind, On};
use crate::region::{Judge, State, Verdict};
use crate::screen::{Base, BaseExtent, Screen, ground};
use crate::shade::memory::{Recalled, tells};

impl Ahead {
    pub(super) fn publish(&mut self) {
        if self.labels.len() > 8 * (self.screen.height() + MAX_LEFT) {
            self.labels.clear();
            for line in self.screen.other_rows_mut() {
                self.labels.insert(line.id, line.shaded);
            }
        }
        for line in self.screen.rows() {
            self.labels.insert(line.id, line.shaded);
        }
    }

    /// Judges the rows that changed, and those below until a state is as before.
    pub(super) fn judge(&mut self) {
        let cursor_row = self.screen.cursor().y;
        let before = std::mem::replace(&mut self.cursor_row, cursor_row);
        if before != cursor_row {
            // Rows that the cursor has passed are decided otherwise than its own.
            self.note(before.min(cursor_row)..before.max(cursor_row) + 1);
        }
        if self.changed.is_empty() {
            return;
        }
        if self.screen.alternate() {
            self.note(0..self.screen.height());
        }
        let changed = std::mem::take(&mut self.changed);
        let end = self.judge_from(&changed);
        self.resolve(changed.start..end);
    }

    /// Judges rows from the start of `changed` on; returns the row below the last one that was judged anew.
    pub(super) fn judge_from(&mut self, changed: &Range<usize>) -> usize {
        if changed.start == 0 && self.from_top && !self.screen.alternate() {
            self.carry = self.reprinted().unwrap_or(self.carry);
        }
        let judge = Judge {
            profile: &self.profile,
            screen: on(self.screen.alternate()),
            extend_across_tool_calls: self.extend_across_tool_calls,
            hidden: &self.hidden,
        };
        let above = changed.start.checked_sub(1).map(|y| &self.screen.rows()[y]);
        let mut above_blank = above.is_some_and(|line| line.verdict.kind.is_none());
        let mut state = match above {
            Some(line) => line.exit,
            None if self.screen.alternate() => {
                let known = self.memory.ask(
                    &self.screen,
                    surface(&self.screen, &self.profile),
                    &mut self.row,
                );
                self.recalled = known.is_some_and(|r| r.sure);
                known.map_or(self.tail, |r| r.state)
            }
            None => self.carry,
        };
        let mut stuck = self.screen.alternate() && changed.start == 0;
        for y in changed.start..self.screen.height() {
            let continues = self.screen.continues(y);
            let line = &self.screen.rows()[y];
            let bridge = line.bridge.filter(|_| above_blank);
            state = line.anchor.or(bridge).unwrap_or(state);
            if stuck && y > 0 && line.anchor.is_none() {
                let surface = surface(&self.screen, &self.profile);
                self.row.read(self.screen.cells(y), continues, surface);
                state = match self.memory.recall(&self.row.text) {
                    Some(known) if known.sure => known.state,
                    // Never seen, where the transcript stood: it went on by more than a screen.
                    None if tells(&self.row.text) && self.said_from(y) => self.tail,
                    _ => state,
                };
            }
            let line = &self.screen.rows()[y];
            let same = !line.dirty && line.entry == state && line.continues == continues;
            if same && y >= changed.end {
                return y;
            }
            if !same {
                let surface = surface(&self.screen, &self.profile);
                self.row.read(self.screen.cells(y), continues, surface);
                let (verdict, exit) = judge.step(state, &self.row, line.mark);
                let line = &mut self.screen.rows_mut()[y];
                (line.verdict, line.exit, line.entry) = (verdict, exit, state);
                (line.continues, line.dirty) = (continues, false);
                line.written |= verdict.kind.is_some();
                let rule = verdict
                    .rule
                    .and_then(|n| judge.profile.rules().get(usize::from(n)));
                if rule.is_some_and(|r| r.panel) {
                    find_panel(&mut self.screen, y);
                }
            }
            let line = &mut self.screen.rows_mut()[y];
            line.bridge = bridge;
            state = line.exit;
            above_blank = line.verdict.kind.is_none();
            stuck &= may_be_stuck(&line.verdict);
        }
        self.screen.height()
    }

    /// What the main screen's first row inherits, if it once stood further down.
    fn reprinted(&mut self) -> Option<State> {
        (0..self.screen.height()).find_map(|y| {
            let surface = surface(&self.screen, &self.profile);
            self.row
                .read(self.screen.cells(y), self.screen.continues(y), surface);
            tells(&self.row.text).then(|| self.past.find(&self.row.text))
        })?
    }

    /// Whether, when rows were last judged, the first one from row `y` on was one of the transcript.
    fn said_from(&self, y: usize) -> bool {
        let kinds = self.screen.rows()[y..]
            .iter()
            .filter_map(|line| line.verdict.kind);
        kinds
            .filter(|kind| *kind != RowKind::Progress)
            .map(RowKind::is_said)
            .next()
            .unwrap_or(false)
    }

    /// Settles the shade of rows: of blank ones by their neighbours, of one that is still being written by a guess.
    pub(super) fn resolve(&mut self, judged: Range<usize>) {
        let shades = self.shades();
        let cursor = self.screen.cursor();
        let blank = |rows: &[Line], y: usize| rows[y].verdict.kind.is_none();
        let (mut from, mut to) = (judged.start, judged.end);
        let rows = self.screen.rows();
        while from > 0 && blank(rows, from - 1) {
            from -= 1;
        }
        while to < rows.len() && blank(rows, to) {
            to += 1;
        }
        let mut above = match from {
            0 => rows.first().is_some_and(|l| l.entry.above_shaded()),
            _ => rows[from - 1].shaded,
        };
        let mut gap = from..from;
        for y in from..(to + 1).min(rows.len()) {
            let line = &mut self.screen.rows_mut()[y];
            let verdict = line.verdict;
            if verdict.kind.is_none() {
                // A progress line keeps its shade while it is cleared; a fresh row has none before it is written.
                let passed = !self.moved && verdict.gap && y < cursor.y;
                let kept = line.written && verdict.shaded || line.inked && verdict.gap;
                line.shaded = shades && (passed || y == cursor.y && kept);
                gap.end = y + 1;
                continue;
            }
            let shaded =
                shades && (verdict.shaded || !self.moved && y == cursor.y && self.may_shade(y));
            if self.moved {
                let joined = above && shaded && verdict.kind != Some(RowKind::Chrome);
                for line in &mut self.screen.rows_mut()[gap] {
                    line.shaded = joined;
                }
            }
            self.screen.rows_mut()[y].shaded = shaded;
            above = shaded;
            gap = y + 1..y + 1;
        }
    }

    /// Whether the unfinished row at the cursor may become a shaded one.
    pub(super) fn may_shade(&mut self, y: usize) -> bool {
        let line = &self.screen.rows()[y];
        let surface = surface(&self.screen, &self.profile);
        self.row.read(self.screen.cells(y), line.continues, surface);
        let judge = Judge {
            profile: &self.profile,
            screen: on(self.screen.alternate()),
            extend_across_tool_calls: self.extend_across_tool_calls,
            hidden: &self.hidden,
        };
        judge.may_shade(&line.entry, &self.row)
    }

    /// Remembers what rows of the alternate screen inherit, below one that is sure of itself.
    pub(super) fn learn(&mut self) {
        let judge = Judge {
            profile: &self.profile,
            screen: on(self.screen.alternate()),
            extend_across_tool_calls: self.extend_across_tool_calls,
            hidden: &self.hidden,
        };
        let mut sure = false;
        let mut vouched = 0;
        for y in 0..self.screen.height() {
            let line = &self.screen.rows()[y];
            sure |= line.anchor.is_some();
            if line.verdict.kind.is_none() {
                continue;
            }
            let surface = surface(&self.screen, &self.profile);
            self.row.read(self.screen.cells(y), line.continues, surface);
            // Rows that leave take the row with them that was sure of itself. If more than one row remembers the same as it
            // inherits now, those below can be learnt too.
            let state = line.entry;
            let known = self.memory.recall(&self.row.text);
            vouched += usize::from(known.is_some_and(|r| r.sure && r.state == state));
            sure |= self.recalled && vouched >= 2;
            self.memory.learn(&self.row.text, Recalled { state, sure });
            sure = sure || line.verdict.rule.is_some() && judge.decides(&self.row);
        }
        let said = |line: &&Line| line.verdict.kind.is_some_and(RowKind::is_said);
        if let Some(last) = self.screen.rows().iter().rev().find(said) {
            self.tail = last.exit;
        }
    }

    /// An agent that paints every cell: the background of most cells is its base. Looked for whenever as many rows were drawn
    /// as the screen has.
    pub(super) fn find_base(&mut self) {
        let due = self.redrawn >= self.screen.height();
        if !due || !self.profile.base() || !self.screen.alternate() {
            return;
        }
        self.redrawn = 0;
        if let Some(color) = self.screen.majority_background() {
            let extent = BaseExtent::Page;
            self.screen.add_base(Base { color, extent });
            for line in self.screen.rows_mut() {
                line.dirty = true;
            }
            self.note(0..self.screen.height());
        }
    }
}

/// The background of a tool call's panel counts as the default one from now on.
fn find_panel(screen: &mut Screen<Line>, y: usize) {
    let glyph = screen.cells(y).iter().find(|c| c.c != ' ');
    if let Some(cell) = glyph.filter(|c| ground(c).is_none()) {
        let (color, extent) = (cell.bg, BaseExtent::Panel);
        screen.add_base(Base { color, extent });
    }
}

pub(super) fn on(alternate: bool) -> On {
    if alternate { On::Alternate } else { On::Main }
}

/// Whether the row may be stuck to the top of the alternate screen (a prompt, a header), so that what stands below it need
/// not follow from it.
fn may_be_stuck(verdict: &Verdict) -> bool {
    match verdict.kind {
        None => true,
        Some(RowKind::User | RowKind::Chrome | RowKind::System) => verdict.rule.is_some(),
        Some(_) => false,
    }
}
