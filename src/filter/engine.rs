//! The painter as the loops use it: what it writes is taken from it after each step.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use super::PAUSE;
use crate::{Options, ShadedWriter, Size};

/// A painter and the bytes that it has let out.
pub(super) struct Engine {
    /// `None` after the end.
    writer: Option<ShadedWriter<Tap>>,
    /// Insertions that nobody has taken before the end.
    last_spans: Vec<Range<u64>>,
    tap: Tap,
    /// How long the child had been quiet at the last pause; `None`: no pause since the last bytes.
    paused_at: Option<Duration>,
    /// Something happened that a pause may have to bring in order.
    touched: bool,
}

impl Engine {
    pub(super) fn new(options: Options) -> Engine {
        let tap = Tap::default();
        Engine {
            writer: Some(ShadedWriter::new(tap.clone(), options)),
            last_spans: Vec::new(),
            tap,
            paused_at: None,
            touched: false,
        }
    }

    /// One burst of the child's bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stir();
        self.writer.as_mut().map_or(Ok(()), |w| w.write_all(bytes))
    }

    /// The terminal has another size.
    pub(super) fn resize(&mut self, size: Size) -> io::Result<()> {
        self.stir();
        self.writer.as_mut().map_or(Ok(()), |w| w.resize(size))
    }

    fn stir(&mut self) {
        self.paused_at = None;
        self.touched = true;
    }

    /// How long the child must be quiet, all in all, until the next pause is due; `None`: there is nothing to wait for.
    pub(super) fn pause_due(&self) -> Option<Duration> {
        let due = self.touched.then_some(PAUSE)?;
        self.paused_at.is_none_or(|at| due > at).then_some(due)
    }

    /// The child has been quiet for as long as [`pause_due`](Engine::pause_due) said.
    pub(super) fn pause(&mut self) -> io::Result<()> {
        self.paused_at = self.pause_due().or(self.paused_at);
        self.writer.as_mut().map_or(Ok(()), ShadedWriter::pause)
    }

    /// Moves what came out to the end of `out`.
    pub(super) fn take(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.tap.0.borrow_mut());
    }

    /// Our insertions since the last call.
    pub(super) fn take_spans(&mut self) -> Vec<Range<u64>> {
        self.writer.as_mut().map_or_else(
            || std::mem::take(&mut self.last_spans),
            ShadedWriter::take_spans,
        )
    }

    /// The end: the last pause, and what is held comes out. Nothing may be written after it.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        if let Some(mut writer) = self.writer.take() {
            writer.pause()?;
            self.last_spans = writer.take_spans();
            writer.finish()?;
        }
        Ok(())
    }
}

/// The writer's other end, shared with us.
#[derive(Clone, Default)]
struct Tap(Rc<RefCell<Vec<u8>>>);

impl Write for Tap {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
