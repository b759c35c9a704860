//! The `filter` command's loop: a recorded or piped stream in, the same stream with its backgrounds out.
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

pub use input::{Input, Kind};

use crate::Options;
use crate::cast::CastError;
use crate::shade::Shader;

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

/// Filters all of `input` into `output`; `spans` receives our insertions as JSON lines. The size in `options` is that
/// of raw input: a recording names its own.
pub fn run(
    mut input: Input,
    output: impl Write,
    spans: Option<&mut dyn Write>,
    options: Options,
) -> Result<(), FilterError> {
    let record = spans.is_some();
    let shader = |options| {
        let mut shader = Shader::new(options);
        shader.record_spans(record);
        shader
    };
    match input.kind()? {
        Kind::Raw => raw::run(input, output, spans, shader(options)),
        Kind::Recording => {
            let name = input.name().to_owned();
            let shader = |size| shader(Options { size, ..options });
            recording::run(
                BufReader::new(input),
                &name,
                BufWriter::new(output),
                spans,
                shader,
            )
        }
    }
}
