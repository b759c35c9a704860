//! Recording a session: an asciicast of version 3 with the child's own bytes, as they came and before anything was shaded.
//!
//! A [`Tape`] is the file; [`Recorded`] is an [`Overlay`](crate::Overlay) that passes everything on to another and keeps it on a tape. What
//! is written and how is decided here, and nothing here may disturb the session: a tape that cannot be written says so
//! afterwards, once. What is written is written by a thread of its own (`writer`), which the session waits for only where a
//! slow file is a megabyte behind, before a stop, and at the end; a file that takes nothing for ten seconds is given up.
//!
//! Events are whole lines, in the file some 20 milliseconds after they came; so a recorder that is killed leaves a recording
//! that ends a moment earlier. A character that the end of a burst cuts in two
//! waits for the next burst, since players read each event for itself. Bytes that are no UTF-8 are lone surrogates (see
//! [`cast`](crate::cast)), so that all bytes come back as they were. Written down are times, output, sizes, the exit status and
//! markers, and input on request; no arguments and nothing of the environment.

mod entry;
mod marks;
mod overlay;
mod tape;
mod writer;

pub use overlay::{Manner, Recorded, Rows};
pub use tape::{Tape, TapeError};
