//! Where bursts may go out unread from: what the cursor's row is, and how the model goes on after whole screens it did not see.

use super::line::Line;
use super::{Ahead, MAX_LEFT, surface};
use crate::matcher::{Kind, Profile};
use crate::region::{Judge, Mark, State};
use crate::screen::is_blank;
use crate::sgr::Pen;
use crate::shade::ahead::judge::on;
use crate::shade::flow::Start;

impl Ahead {
    /// If nothing is shaded, and plain rows would leave everything as it is: what the cursor's row holds before the cursor.
    pub(in crate::shade) fn quiet_row(&mut self) -> Option<&str> {
        let cursor = self.screen.cursor();
        let rows = self.screen.rows();
        let still = |l: &Line| {
            let moved = l.bridge.is_some() || l.anchor.is_some();
            !l.shaded && !moved && !l.pinned && l.mark == Mark::default()
        };
        let quiet = !self.screen.alternate()
            && self.changed.is_empty()
            && self.queued.is_empty()
            && rows[cursor.y].exit.is_quiet()
            && self.is_below(&rows[cursor.y], Some((Kind::Message, None)))
            && rows.iter().all(still)
            && (cursor.y + 1..self.screen.height()).all(|y| self.screen.is_blank(y));
        if !quiet || rows[cursor.y].continues {
            return None;
        }
        self.row.text.clear();
        if cursor.x > 0 {
            let surface = surface(&self.screen, &self.profile);
            // What stands behind the cursor may be written over.
            self.row
                .read(&self.screen.cells(cursor.y)[..cursor.x], false, surface);
            if self.row.is_blank() {
                return None;
            }
        }
        Some(&self.row.text)
    }

    /// Whole screens of plain rows have scrolled by: the cursor is at the start of a blank last row.
    pub(in crate::shade) fn restart(&mut self) {
        let quiet = self.screen.rows()[self.screen.cursor().y].exit;
        self.screen.restart();
        self.left.insert(0, vec![quiet; MAX_LEFT]);
        self.carry = quiet;
        for line in self.screen.rows_mut() {
            (line.dirty, line.written, line.inked) = (false, false, false);
            (line.entry, line.exit) = (quiet, quiet);
        }
        self.changed = 0..0;
    }

    /// If plain rows would be shaded and leave everything as it is: where the child stands. `on`: the terminal's pen has B.
    pub(in crate::shade) fn flow_row(
        &mut self,
        pen: Pen,
        on: bool,
    ) -> Option<(Start<'_>, &Profile)> {
        let cursor = self.screen.cursor();
        let (rows, height) = (self.screen.rows(), self.screen.height());
        let line = &rows[cursor.y];
        let still = |l: &Line| l.bridge.is_none() && l.anchor.is_none() && !l.pinned;
        let settled = !self.screen.alternate()
            && self.shades()
            && self.changed.is_empty()
            && self.queued.is_empty()
            && rows.iter().all(still)
            && rows[cursor.y..].iter().all(|l| l.mark == Mark::default())
            && (cursor.y + 1..height).all(|y| self.screen.is_blank(y));
        if !settled || line.continues || self.screen.continues(cursor.y) {
            return None;
        }
        let (steady, state) = self.steady(line)?;
        if !self.is_below(line, steady.own(self.profile.rules())) {
            return None;
        }
        self.row.text.clear();
        if line.verdict.kind.is_none() {
            if cursor.x > 0 || line.inked || line.shaded {
                return None;
            }
        } else {
            let before = &self.screen.cells(cursor.y)[..cursor.x];
            let surface = surface(&self.screen, &self.profile);
            if !line.shaded || !self.screen.cells(cursor.y)[cursor.x..].iter().all(is_blank) {
                return None;
            }
            self.row.read(before, false, surface);
            if self.row.is_blank() {
                return None;
            }
            let blanks = before
                .iter()
                .rev()
                .take_while(|c| matches!(c.c, ' ' | '\t'));
            let blanks = blanks.count();
            self.row.text.extend(std::iter::repeat_n(' ', blanks));
        }
        let start = Start {
            state,
            steady,
            text: &self.row.text,
            column: cursor.x,
            below: height - 1 - cursor.y,
            below_blank: line.entry.below_blank(),
            above_shaded: line.entry.above_shaded(),
            tabs: self.tabs,
            pen,
            on,
        };
        Some((start, &self.profile))
    }

    /// Whether no rule can match in `line` for what stands directly above it, or `own` stands there, as above the rows to come.
    fn is_below(&self, line: &Line, own: Option<(Kind, Option<u16>)>) -> bool {
        let above = line.entry.directly_above();
        above == own || above.is_none_or(|above| !self.profile.asks_for(above))
    }

    /// The state that plain rows at the cursor, which is in `line`, leave as it is.
    fn steady(&self, line: &Line) -> Option<(crate::region::Steady, State)> {
        let judge = Judge {
            profile: &self.profile,
            screen: on(self.screen.alternate()),
            extend_across_tool_calls: self.extend_across_tool_calls,
            hidden: &self.hidden,
        };
        let steady = judge.steady(&line.entry)?;
        if line.verdict.kind.is_some() {
            let same = judge.steady(&line.exit) == Some(steady) && line.verdict.shaded;
            return same.then_some((steady, line.exit));
        }
        line.entry.above_shaded().then_some((steady, line.entry))
    }

    /// Whole screens of shaded rows have scrolled by: the cursor is at the start of a blank last row.
    pub(in crate::shade) fn restart_inside(&mut self, state: State) {
        self.screen.restart_shaded();
        let stack = self.left.entry(0).or_default();
        stack.clear();
        stack.resize(MAX_LEFT, state);
        self.carry = state;
        for line in self.screen.rows_mut() {
            line.settle(state);
        }
        self.changed = 0..0;
    }
}

impl Line {
    /// A row among others that leave the state as it is, and shaded like them.
    fn settle(&mut self, state: State) {
        (self.dirty, self.continues, self.shaded) = (false, false, true);
        (self.entry, self.exit, self.verdict) = (state, state, state.above());
        (self.written, self.inked) = (true, true);
        (self.mark, self.pinned) = (Mark::default(), false);
    }
}
