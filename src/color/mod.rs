//! Colours as numbers: what a terminal says its background is, which background goes beside it, and what a terminal with
//! fewer colours gets instead. And the question whether colours are wanted at all.

mod beside;
mod depth;
mod rgb;
mod wanted;

pub use beside::{DISTINCT, UNKNOWN, away, beside, from_fgbg};
pub use depth::Depth;
pub use rgb::Rgb;
pub use wanted::{When, decided, wanted};
