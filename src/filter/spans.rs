//! The list of our insertions: `{"start":N,"end":N}`, one a line.

use std::io::Write;
use std::ops::Range;

use super::FilterError;

/// Writes the ranges, which count bytes of the output stream.
pub(super) fn write(out: &mut dyn Write, spans: &[Range<u64>]) -> Result<(), FilterError> {
    for Range { start, end } in spans {
        writeln!(out, "{{\"start\":{start},\"end\":{end}}}").map_err(FilterError::Spans)?;
    }
    out.flush().map_err(FilterError::Spans)
}
