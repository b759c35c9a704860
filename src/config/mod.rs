//! Settings as texts: what a user may write for a background, a fill mode or a size, and what is said when it is wrong.

mod background;
mod fill;
mod size;

pub use background::{Background, BackgroundError};
pub use fill::{FillError, parse_fill};
pub use size::{SizeError, check_size, parse_size};
