//! The oracle of these tests: it feeds the child's stream and ours to independent terminals and says where the second
//! shows anything else than the first with a background behind the right rows.
//!
//! | part | job |
//! |---|---|
//! | `screen` | what a terminal shows, in common terms |
//! | `emulator`, `alacritty`, `xterm` | two independent terminals |
//! | `compare` | the overlay law: nothing but the background differs |
//! | `gutter` | its colour where it belongs, and only there |
//! | `rows` | which rows are beyond doubt, and whether they are shaded as they should be |
//! | `session` | drives a `ShadedWriter` and keeps what went in and came out |
//! | `judge` | all of this together over one session |
//! | `stream` | generated children |
//! | `cast` | recorded children and their labelled rows |

#![allow(dead_code, reason = "each test binary uses a part of this")]
#![allow(unreachable_pub, reason = "a module of a test binary has no outside")]
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

pub mod alacritty;
pub mod cast;
pub mod compare;
pub mod emulator;
pub mod gutter;
pub mod judge;
pub mod rows;
pub mod screen;
pub mod session;
pub mod stream;
pub mod xterm;

use self::screen::Colour;

/// The background of all tests; no stream uses it itself.
pub const SHADE: Colour = Colour::Indexed(236);

/// The same, as the user writes it.
pub const SHADE_TEXT: &str = "236";
