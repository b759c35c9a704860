//! The sizes of terminal that a recording was made on.

use std::path::Path;

use super::source;
use crate::Size;
use crate::cast::{Code, Line, Reader};

/// So much of a recording is looked through for resizes before it is played, in bytes: a few hundredths of a second's work.
const LOOKED_AT: u64 = 4 << 20;

/// What a recording was made on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// At its start.
    pub first: Size,
    /// The first other size that follows, as far as was looked.
    pub other: Option<Size>,
}

/// The sizes in the asciicast of version 2 or 3 at `path`. Other recordings name none, or none that changes.
pub fn sizes(path: &Path) -> Option<Sizes> {
    let input = source::reader(path, 0).ok()?;
    let (mut reader, header) = Reader::new(input, "").ok()?;
    let first = header.size;
    let mut other = None;
    while reader.position().0 < LOOKED_AT
        && other.is_none()
        && let Ok(Some(line)) = reader.read()
    {
        if let Line::Event(event) = line
            && event.code == Code::Resize
        {
            other = reader.size(&event).ok().filter(|&size| size != first);
        }
    }
    Some(Sizes { first, other })
}
