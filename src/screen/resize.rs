//! Another size for the grids, without the rows that the grid sets aside when it grows.

use std::mem;

use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::Cell;

use super::ground::{Tint, ground, is_shaded};
use super::{Row, Screen, Size};

impl<R: Row> Screen<R> {
    /// Gives the screen another size. All rows are new afterwards.
    pub fn resize(&mut self, size: Size) {
        self.resize_grids(size);
        self.size = size;
        self.margins = 0..size.screen_lines();
        self.rows = self.fresh(size.screen_lines());
        self.other = self.fresh(size.screen_lines());
    }

    /// The terminal resizes stand-ins, which never have its width; the grids themselves are resized by [`fit`].
    fn resize_grids(&mut self, size: Size) {
        let alternate = self.alternate();
        let stand_in = || Grid::new(self.size.screen_lines(), 1, 0);
        let (for_shown, for_other) = (stand_in(), stand_in());
        let shown = mem::replace(self.term.grid_mut(), for_shown);
        self.term.swap_alt();
        let other = mem::replace(self.term.grid_mut(), for_other);
        self.term.swap_alt();
        self.term.resize(size);
        // Rows of the main screen reflow.
        self.term.swap_alt();
        *self.term.grid_mut() = fit(other, size, alternate);
        self.term.swap_alt();
        *self.term.grid_mut() = fit(shown, size, !alternate);
    }
}

/// The grid with another size. Its own way to grow sets a thousand rows aside for a scrollback, megabytes on a wide terminal,
/// and there is none here: so the rows move to a grid that has the height already.
fn fit(mut grid: Grid<Cell>, size: Size, reflow: bool) -> Grid<Cell> {
    let (before, height) = (grid.screen_lines(), size.screen_lines());
    unshade(&mut grid);
    if height > before {
        let mut taller = Grid::new(height, grid.columns(), 0);
        for y in 0..before {
            let line = Line(i32::try_from(y).unwrap_or(0));
            mem::swap(&mut taller[line], &mut grid[line]);
        }
        taller.cursor = grid.cursor;
        taller.saved_cursor = grid.saved_cursor;
        grid = taller;
    }
    grid.resize(reflow, height, size.columns());
    grid
}

/// Takes B off all cells: blanks under B would reflow as text, and the rows would not be those of a screen without it.
fn unshade(grid: &mut Grid<Cell>) {
    let columns = Column(grid.columns());
    for y in 0..grid.screen_lines() {
        let row = &mut grid[Line(i32::try_from(y).unwrap_or(0))];
        for cell in &mut row[Column(0)..columns] {
            if is_shaded(cell) {
                cell.bg = ground(cell).unwrap_or_default().color(Tint::None);
            }
        }
    }
}
