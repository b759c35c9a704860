//! The loop over a recorded or piped stream: it goes through a painter, whose output goes out. `filter`, `explain`, `events` and
//! the index of a replay each have a painter of their own.
//!
//! Raw bytes go in as they can be read, one burst at a time, and what a burst becomes is out before the next is read;
//! the time in which nothing can be read is the child's pause. In a recording (see [`cast`](crate::cast)) the header,
//! the `r` events and the gaps between events stand for the terminal, its resizes and the pauses.

mod engine;
mod input;
mod raw;
mod recording;
mod spans;

use std::io::{self, BufReader, BufWriter, Write};

pub(crate) use engine::Painter;
pub use input::{Input, Kind};
pub(crate) use raw::has_bare_line_feeds;

use crate::Size;
use crate::cast::CastError;

/// Why a filter stopped.
#[derive(Debug, thiserror::Error)]
pub enum FilterError {
    /// The recording is not right.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// The input cannot be read.
    #[error("cannot read {name}: {error}")]
    Read {
        /// The input's name.
        name: String,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Write(#[from] io::Error),
    /// The list of insertions cannot be written.
    #[error("cannot write the spans: {0}")]
    Spans(#[source] io::Error),
}

impl FilterError {
    /// Whether whoever reads our output has gone, which is no error of ours.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, FilterError::Write(e) | FilterError::Spans(e) if e.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Drives a painter over a recording that is read elsewhere, and gives it back.
pub(crate) fn drive_recording<P: Painter>(
    input: BufReader<Box<dyn io::Read>>,
    name: &str,
    painter: impl FnOnce(Size) -> P,
) -> Result<P, FilterError> {
    recording::run(input, name, io::sink(), None, painter)
}

/// Drives a painter over all of `input`, and gives it back. `size` is that of raw input.
pub(crate) fn drive<P: Painter>(
    mut input: Input,
    output: impl Write,
    spans: Option<&mut dyn Write>,
    size: Size,
    painter: impl FnOnce(Size) -> P,
) -> Result<P, FilterError> {
    match input.kind()? {
        Kind::Raw => raw::run(input, output, spans, painter(size)),
        Kind::Recording => {
            let name = input.name().to_owned();
            let output = BufWriter::new(output);
            recording::run(BufReader::new(input), &name, output, spans, painter)
        }
    }
}
