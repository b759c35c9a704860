//! Generated children. Strategies make abstract items and a renderer turns them into bytes, tags included, so that
//! whatever shrinking takes away, tags and markers still agree.

pub mod chunks;
pub mod frames;
pub mod lines;
pub mod text;
pub mod wild;

use proptest::prelude::*;
use proptest::sample::select;
use shade_pty::Size;

use super::rows::Above;

/// A child's output.
#[derive(Clone)]
pub struct Stream {
    pub size: Size,
    pub bytes: Vec<u8>,
    /// The child writes capitals outside regions and small letters inside.
    pub sided: bool,
    /// Whether it is known what stands above a row.
    pub above: Above,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Size { cols, rows } = self.size;
        write!(f, "{cols}x{rows} b\"{}\"", self.bytes.escape_ascii())
    }
}

/// Sizes at which rows wrap and scroll soon, and one that is usual.
pub fn sizes() -> impl Strategy<Value = Size> {
    let sizes = |cols: &'static [u16], rows: &'static [u16]| (select(cols), select(rows));
    sizes(&[10, 20, 31, 80], &[3, 5, 8, 24]).prop_map(|(cols, rows)| Size { cols, rows })
}

/// Which side of the markers the child is on, and the number of its next row.
#[derive(Clone, Debug, Default)]
struct Side {
    inside: bool,
    number: usize,
}

impl Side {
    /// The tag of the next row.
    fn tag(&mut self) -> String {
        self.number += 1;
        format!("{}{} ", if self.inside { "IN" } else { "OUT" }, self.number)
    }

    /// Goes to the other side and says with which marker.
    fn cross(&mut self) -> &'static str {
        self.inside = !self.inside;
        if self.inside {
            super::rows::OPEN
        } else {
            super::rows::CLOSE
        }
    }
}
