//! Rows as they were judged, for whoever wants to know; nothing is done where nobody does.

use super::judge::on;
use super::{Ahead, surface};
use crate::matcher::RowText;
use crate::shade::LabelledRow;

impl Ahead {
    /// Whether to keep rows that leave at the top for [`take_left`](Self::take_left).
    pub(in crate::shade) fn watch(&mut self, on: bool) {
        self.left_rows = on.then(Vec::new);
    }

    /// The rows that have left the main screen at its top since the last call.
    pub(in crate::shade) fn take_left(&mut self) -> Vec<LabelledRow> {
        self.left_rows
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// The rows of the screen, as they were last judged.
    pub(in crate::shade) fn visible(&self) -> Vec<LabelledRow> {
        (0..self.screen.height())
            .map(|y| self.labelled(y))
            .collect()
    }

    /// The rows of the line that the cursor is in: its own, and those above that soft-wrap into it.
    pub(in crate::shade) fn cursor_line(&self) -> Vec<LabelledRow> {
        let end = self.screen.cursor().y;
        let rows = self.screen.rows();
        let start = (0..=end).rev().find(|y| !rows[*y].continues).unwrap_or(0);
        (start..=end).map(|y| self.labelled(y)).collect()
    }

    fn labelled(&self, y: usize) -> LabelledRow {
        let line = &self.screen.rows()[y];
        let mut row = RowText::default();
        let surface = surface(&self.screen, &self.profile);
        row.read(self.screen.cells(y), line.continues, surface);
        LabelledRow {
            row,
            verdict: line.verdict,
            shaded: line.shaded,
            entry: line.entry,
            mark: line.mark,
            screen: on(self.screen.alternate()),
        }
    }

    /// Keeps rows that are about to leave the main screen at its top.
    pub(super) fn keep_leaving(&mut self, count: usize) {
        if self.left_rows.is_none() || self.screen.alternate() {
            return;
        }
        let rows: Vec<LabelledRow> = (0..count).map(|y| self.labelled(y)).collect();
        if let Some(left) = &mut self.left_rows {
            left.extend(rows);
        }
    }
}
