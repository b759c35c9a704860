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
    let failed = loop {
        bytes.clear();
        let patience = engine
            .pause_due()
            .map(|due| due.saturating_sub(quiet_since.elapsed()));
        match input.read_burst(&mut bytes, patience) {
            Ok(Burst::Bytes) => {
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
