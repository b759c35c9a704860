//! Raw bytes.

use std::io::Write;
use std::time::Instant;

use super::engine::{Engine, Painter};
use super::input::Burst;
use super::{FilterError, Input, spans};

/// Filters raw bytes, burst by burst, and gives the painter back.
pub(super) fn run<P: Painter>(
    mut input: Input,
    output: impl Write,
    spans: Option<&mut dyn Write>,
    painter: P,
) -> Result<P, FilterError> {
    let mut engine = Engine::new(painter);
    let mut sink = Sink {
        output,
        spans,
        bytes: Vec::new(),
    };
    let mut bytes = Vec::new();
    let mut quiet_since = Instant::now();
    // What the first line ends with says how all of them do.
    let mut bare = None;
    let failed = loop {
        bytes.clear();
        let patience = engine
            .pause_due()
            .map(|due| due.saturating_sub(quiet_since.elapsed()));
        match input.read_burst(&mut bytes, patience) {
            Ok(Burst::Bytes) => {
                if bare.is_none() {
                    bare = has_bare_line_feeds(&bytes);
                    if bare == Some(true) {
                        engine.line_feeds_return();
                    }
                }
                engine.write(&bytes);
                quiet_since = Instant::now();
            }
            Ok(Burst::Quiet) => engine.pause(),
            Ok(Burst::End) => break None,
            Err(e) => break Some(e),
        }
        sink.pour(&mut engine)?;
    };
    engine.finish();
    sink.pour(&mut engine)?;
    failed.map_or(Ok(engine.into_painter()), Err)
}

/// Whether the first line ends with a line feed alone: what a program writes into a pipe, before a terminal's line discipline
/// adds returns. `None`: it does not end.
pub(crate) fn has_bare_line_feeds(bytes: &[u8]) -> Option<bool> {
    memchr::memchr2(b'\n', b'\r', bytes).map(|at| bytes[at] == b'\n')
}

/// Where the painter's bytes and the list of its insertions go.
struct Sink<'a, W> {
    output: W,
    spans: Option<&'a mut dyn Write>,
    bytes: Vec<u8>,
}

impl<W: Write> Sink<'_, W> {
    /// Lets out what the painter has, at once.
    fn pour<P: Painter>(&mut self, engine: &mut Engine<P>) -> Result<(), FilterError> {
        engine.take(&mut self.bytes);
        if !self.bytes.is_empty() {
            self.output.write_all(&self.bytes)?;
            self.output.flush()?;
            self.bytes.clear();
        }
        match self.spans.as_deref_mut() {
            Some(to) => spans::write(to, &engine.take_spans()),
            None => Ok(()),
        }
    }
}
