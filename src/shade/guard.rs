//! What happens when the engine fails: the child's bytes go through, and the user is told once, afterwards.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::engine::Engine;
use super::{LabelledRow, Options, Overlay};
use crate::region::State;
use crate::screen::Size;
use crate::sgr::Pen;

/// The shader: an engine, or pass-through where there is no background or the engine has failed.
pub struct Shader {
    engine: Option<Box<Engine>>,
    /// The child's bytes that came in and may not have gone out.
    waiting: Vec<u8>,
    received: u64,
    fault: Option<String>,
}

impl Shader {
    /// A shader for a stream.
    pub fn new(options: Options) -> Self {
        let engine = options
            .background
            .as_ref()
            .map(|b| Box::new(Engine::new(&options, b)));
        Shader {
            engine,
            waiting: Vec::new(),
            received: 0,
            fault: None,
        }
    }

    /// Whether to keep the spans of insertions for [`take_spans`](Self::take_spans).
    pub fn record_spans(&mut self, on: bool) {
        if let Some(engine) = &mut self.engine {
            engine.sink.record(on);
        }
    }

    /// The byte ranges of our insertions since the last call, as offsets into all output.
    pub fn take_spans(&mut self) -> Vec<Range<u64>> {
        self.engine
            .as_mut()
            .map(|e| e.sink.take_spans())
            .unwrap_or_default()
    }

    /// Reads every burst, also where none of its rows can begin a region.
    #[doc(hidden)]
    pub fn read_all(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.read_all();
        }
    }

    /// Other settings hold from the next row on. What `options` says of the size, the origin and a fault is left aside; a
    /// missing background switches shading off until a later call. A shader that began without one stays without.
    pub fn reconfigure(&mut self, options: Options, out: &mut Vec<u8>) {
        self.guarded(out, |engine| engine.reconfigure(options));
    }

    /// From now on a line feed returns to the first column as well, as where a terminal's line discipline adds the return
    /// (POSIX ONLCR) to what we put out: a program's output in a pipe has bare line feeds.
    pub fn line_feeds_return(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.line_feeds_return();
        }
    }

    /// Whether to keep the rows that leave the screen for [`take_left`](Self::take_left). From the start of a stream on.
    pub fn watch_rows(&mut self, on: bool) {
        if let Some(engine) = &mut self.engine {
            engine.watch(on);
        }
    }

    /// The rows that have left the main screen at its top since the last call, in order.
    pub fn take_left(&mut self) -> Vec<LabelledRow> {
        let engine = self.engine.as_mut();
        engine.map(|e| e.ahead.take_left()).unwrap_or_default()
    }

    /// The rows of the screen, from the top.
    pub fn visible_rows(&self) -> Vec<LabelledRow> {
        let engine = self.engine.as_ref();
        engine.map(|e| e.ahead.visible()).unwrap_or_default()
    }

    /// The rows of the line that the cursor is in: its own, and those above that soft-wrap into it.
    pub(crate) fn cursor_line(&self) -> Vec<LabelledRow> {
        let engine = self.engine.as_ref();
        engine.map(|e| e.ahead.cursor_line()).unwrap_or_default()
    }

    /// Whether the child has ever moved the cursor otherwise than by writing, or erased: it may draw again what it drew before.
    pub fn redraws(&self) -> bool {
        self.engine.as_ref().is_some_and(|e| e.ahead.moved())
    }

    /// What a row inherits that comes now, and whether something stands in the cursor's row already.
    pub(crate) fn state(&mut self, out: &mut Vec<u8>) -> (State, bool) {
        let mut state = (State::default(), false);
        self.guarded(out, |engine| state = engine.state());
        state
    }

    /// The child's pen, as far as it was read.
    pub(crate) fn pen(&self) -> Pen {
        let engine = self.engine.as_ref();
        engine.map(|e| e.pen().clone()).unwrap_or_default()
    }

    /// The cursor's row inherits this, whatever stands above it.
    pub(crate) fn inherit(&mut self, state: State, out: &mut Vec<u8>) {
        self.guarded(out, |engine| engine.inherit(state));
    }

    /// Begins (`true`) or ends a region by hand, at the cursor's row.
    pub fn mark(&mut self, start: bool) {
        let mut nothing = Vec::new();
        self.guarded(&mut nothing, |engine| engine.mark(start));
    }

    /// Runs the engine; if it fails, everything of the child's that it did not write goes out, and from then on all passes.
    fn guarded(&mut self, out: &mut Vec<u8>, run: impl FnOnce(&mut Engine)) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        let result = catch_unwind(AssertUnwindSafe(|| run(engine)));
        let sent = engine.sink.child_count();
        let on = engine.on();
        engine.sink.drain(out);
        let unsent = usize::try_from(self.received.saturating_sub(sent))
            .unwrap_or(0)
            .min(self.waiting.len());
        self.waiting.drain(..self.waiting.len() - unsent);
        if let Err(cause) = result {
            if on {
                out.extend_from_slice(b"\x1b[49m");
            }
            out.append(&mut self.waiting);
            self.fault = Some(message(&*cause));
            self.engine = None;
        }
    }
}

impl Overlay for Shader {
    fn write(&mut self, child: &[u8], out: &mut Vec<u8>) {
        if self.engine.is_none() {
            return out.extend_from_slice(child);
        }
        self.received += child.len() as u64;
        self.waiting.extend_from_slice(child);
        self.guarded(out, |engine| engine.write(child));
    }

    fn pause(&mut self, out: &mut Vec<u8>) {
        self.guarded(out, Engine::pause);
    }

    fn pause_after(&self) -> Option<Duration> {
        self.engine.as_ref().and_then(|e| e.pause_after())
    }

    fn resize(&mut self, size: Size, out: &mut Vec<u8>) {
        self.guarded(out, |engine| engine.resize(size));
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.guarded(out, Engine::finish);
    }

    fn rows_below_cursor(&self) -> u16 {
        let rows = self.engine.as_ref().map_or(0, |e| e.rows_below_cursor());
        u16::try_from(rows).unwrap_or(0)
    }

    fn fault(&self) -> Option<String> {
        self.fault.clone()
    }
}

fn message(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause
        .downcast_ref::<&str>()
        .map(|s| (*s).to_owned())
        .or_else(|| cause.downcast_ref::<String>().cloned());
    format!(
        "shading stopped after an internal fault ({})",
        text.as_deref().unwrap_or("unknown")
    )
}
