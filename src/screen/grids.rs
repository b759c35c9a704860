//! The grids as they are, for whoever draws them again.

use std::mem;

use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::TermMode;
use alacritty_terminal::term::cell::Cell;

use super::{Row, Screen};

impl<R: Row> Screen<R> {
    /// The grid that is shown.
    pub(crate) fn grid(&self) -> &Grid<Cell> {
        self.term.grid()
    }

    /// The modes that the grids know.
    pub(crate) fn mode(&self) -> TermMode {
        *self.term.mode()
    }

    /// Calls `read` with the main screen's grid also while the alternate screen is shown.
    pub(crate) fn with_main<T>(&mut self, read: impl FnOnce(&Grid<Cell>) -> T) -> T {
        let alternate = self.alternate();
        // Coming back blanks the alternate screen: it is put aside.
        let shown = alternate.then(|| {
            let (rows, cols) = (self.size.screen_lines(), self.size.columns());
            mem::replace(self.term.grid_mut(), Grid::new(rows, cols, 0))
        });
        if alternate {
            self.term.swap_alt();
        }
        let result = read(self.term.grid());
        if let Some(shown) = shown {
            self.term.swap_alt();
            *self.term.grid_mut() = shown;
        }
        result
    }
}

/// The cells of a line of a grid; lines below 0 are above the screen.
pub(crate) fn line(grid: &Grid<Cell>, line: i32) -> &[Cell] {
    &grid[Line(line)][Column(0)..Column(grid.columns())]
}
