//! Playing a recording: its bytes at its times, on whatever terminal this program writes to.
//!
//! [`Source`] reads asciicasts of version 1, 2 and 3 and raw bytes, also compressed by gzip or zstd, moment by moment, so that
//! a file of any size starts at once. [`Harmless`] leaves out what a recording must not do to a live terminal. [`Player`]
//! waits, listens to keys and writes.
//!
//! `shade-pty replay` runs a player behind the pseudo-terminal like any other command. So rows are judged and shaded by what
//! shades a live session, with the same bursts and pauses.

mod harmless;
mod player;
mod source;
mod stops;

pub use harmless::Harmless;
pub use player::{Pace, Player, Stops};
pub use source::{Moment, ReplayError, Source, recorded_settings};
pub use stops::stops;
