//! A stream from a file or a pipe, shown so.

use std::io::Write;

use super::{Clock, Displayed, Mode};
use crate::filter::{FilterError, Input, drive};
use crate::{Options, Overlay};

/// Filters all of `input` into `output`; `spans` receives our insertions as JSON lines. The size in `options` is that
/// of raw input: a recording names its own. A fault of our own, after which everything was passed on as it came, is told
/// in the user's words.
pub fn filter(
    input: Input,
    output: impl Write,
    spans: Option<&mut dyn Write>,
    options: Options,
    mode: Mode,
) -> Result<Option<String>, FilterError> {
    let record = spans.is_some();
    let shader = drive(input, output, spans, options.size, |size| {
        let mut shader = Displayed::new(Options { size, ..options }, mode, Clock::Unknown);
        shader.record_spans(record);
        shader
    })?;
    Ok(shader.fault())
}
