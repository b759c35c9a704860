//! Asciicast recordings, versions 2 and 3: one JSON text per line, a header and then `[time, code, data]` events.
//!
//! A recording is read and written without loss. What is not changed keeps its bytes; a terminal's bytes that are not
//! UTF-8 are lone surrogates U+DC80 to U+DCFF in the JSON text (the way Python's `surrogateescape` names them), or stand
//! there raw. Formats: <https://docs.asciinema.org/manual/asciicast/v3/> and `v2/` beside it.

mod event;
mod header;
mod reader;
pub mod text;
mod writer;

pub use event::{Code, Event};
pub use header::{Header, Version, looks_like_header};
pub use reader::{Buffered, Line, Reader};
pub use writer::{Writer, event_line};

use crate::config::SizeError;

/// Why a recording cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{name}: line {line}: {problem}")]
pub struct CastError {
    /// The file's name, or `standard input`.
    pub name: String,
    /// The line, counted from 1.
    pub line: u64,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a line of a recording.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The header is no JSON object, or its fields have other types.
    #[error("no asciicast header: {0}")]
    Header(#[source] serde_json::Error),
    /// A version that we do not know.
    #[error("asciicast version {0} is not supported: use version 2 or 3")]
    Version(u64),
    /// A header without a size.
    #[error(
        "the header names no terminal size: version 2 has `width` and `height`, version 3 `term.cols` and `term.rows`"
    )]
    NoSize,
    /// A size outside the limits.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A line that is no `[time, "code", "data"]`.
    #[error(
        "no event: expected {expected} at column {column}; an event is [time, \"code\", \"data\"]"
    )]
    Syntax {
        /// What should stand there.
        expected: &'static str,
        /// The byte in the line, counted from 1.
        column: usize,
    },
    /// A string that ends nowhere or has a wrong escape.
    #[error("{problem} in the string at column {column}")]
    Text {
        /// What is wrong with it.
        problem: text::TextProblem,
        /// The byte in the line, counted from 1.
        column: usize,
    },
    /// A line longer than we read.
    #[error("the line is longer than {} MiB", reader::MAX_LINE >> 20)]
    TooLong,
    /// Reading failed.
    #[error("cannot read: {0}")]
    Read(#[from] std::io::Error),
}
