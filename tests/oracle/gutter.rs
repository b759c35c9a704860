//! The gutter: the first cell of a shaded row has a colour of its own where it is blank, and nothing else has it.
//!
//! Where it stands rightly it is taken for the shade, so that the other laws can be asked as without a gutter: one that stands
//! anywhere else is a foreign background to them.

use super::SHADE;
use super::screen::{Attrs, Cell, Colour, Row, Snapshot};

/// The gutter's colour in all tests; no stream uses it itself.
pub const GUTTER: Colour = Colour::Indexed(25);

/// The same, as the user writes it.
pub const GUTTER_TEXT: &str = "25";

/// What our terminal shows, with the shade in place of a gutter that is right; and the rows that have the shade instead of it, by
/// their number from the oldest of the scrollback.
pub fn taken_off(raw: &Snapshot, mut shaded: Snapshot) -> (Snapshot, Vec<usize>) {
    let mut lacking = Vec::new();
    let rows = shaded.scrollback.iter_mut().chain(&mut shaded.screen);
    for (index, (raw, shaded)) in raw.rows().zip(rows).enumerate() {
        if take_off(raw, shaded) {
            lacking.push(index);
        }
    }
    let others = shaded.other.iter_mut().flatten();
    for (raw, shaded) in raw.other.iter().flatten().zip(others) {
        take_off(raw, shaded);
    }
    // In the pens it counts as the shade does: it may be open, and not be saved or left behind.
    for pen in [&mut shaded.pen, &mut shaded.saved.1] {
        if pen.bg == GUTTER {
            pen.bg = SHADE;
        }
    }
    (shaded, lacking)
}

/// Whether the gutter lacks in a row.
fn take_off(raw: &Row, shaded: &mut Row) -> bool {
    let (Some(raw), Some(cell)) = (raw.cells.first(), shaded.cells.first_mut()) else {
        return false;
    };
    if belongs(raw) && cell.pen.bg == GUTTER {
        cell.pen.bg = SHADE;
        return false;
    }
    belongs(raw) && cell.pen.bg == SHADE
}

/// Whether nothing can be seen in a cell, nor has it a background of the child's own.
fn belongs(cell: &Cell) -> bool {
    cell.is_blank()
        && cell.width == 1
        && cell.link.is_none()
        && cell.pen.bg == Colour::Default
        && !cell.pen.attrs.meets(Attrs::SEEN_ON_BLANKS)
}
