//! Playing a recording: its bytes at its times, on whatever terminal this program writes to.
//!
//! [`Source`] reads asciicasts of version 1, 2 and 3 and raw bytes, also compressed by gzip or zstd, moment by moment, so that
//! a file of any size starts at once. [`Harmless`] leaves out what a recording must not do to a live terminal. [`Player`]
//! waits, listens to keys and writes.
//!
//! A jump is made by playing: from where we are, or, where that is far or back, from the last drawing but one before it, on a
//! terminal that is as at its start. Drawings are made when the recording is read through for the first jump that needs one:
//! a model of the terminal plays it, and is drawn about every [`SPACING`] bytes. Recordings that are smaller than two of
//! that are always played from their beginning.
//!
//! `shade-pty replay` runs a player behind the pseudo-terminal like any other command. So rows are judged and shaded by what
//! shades a live session, with the same bursts and pauses.

mod drawing;
mod harmless;
mod index;
mod keys;
mod player;
mod sizes;
mod source;
mod stops;

pub use harmless::Harmless;
pub use player::{Guide, Pace, Player, SPACING};
pub use sizes::{Sizes, sizes};
pub use source::{Moment, ReplayError, Source, recorded_settings};
pub use stops::stops;
