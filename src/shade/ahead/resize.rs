//! Another size, while rows stand on the screen.

use alacritty_terminal::grid::Dimensions;

use super::Ahead;
use crate::screen::Size;

impl Ahead {
    /// The terminal has another size: all rows are judged anew.
    pub(in crate::shade) fn resize(&mut self, size: Size) {
        self.judge();
        // A lower screen keeps the cursor's row; as many leave at the top as that takes.
        let cursor_row = self.screen.cursor().y;
        self.keep_leaving((cursor_row + 1).saturating_sub(size.screen_lines()));
        let lines = self.lines();
        let states: Vec<_> = lines.map(|y| self.screen.rows()[y].entry).collect();
        if !self.screen.alternate() {
            self.remember(0..self.screen.height());
            self.from_top = true;
        }
        self.screen.resize(size);
        // Rows may have been cut or joined, lines were not: the first one left inherits what it did.
        let lost = states.len().saturating_sub(self.lines().count());
        if lost > 0 && !self.screen.alternate() {
            self.carry = states.get(lost).copied().unwrap_or(self.carry);
        }
        self.left.clear();
        self.changed = 0..size.screen_lines();
    }

    /// The rows up to the cursor's that begin a line.
    fn lines(&self) -> impl Iterator<Item = usize> {
        let last = self.screen.cursor().y;
        (0..=last).filter(|y| *y == 0 || !self.screen.continues(*y))
    }
}
