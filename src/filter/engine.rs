//! The painter as the loops drive it.

use std::ops::Range;
use std::time::Duration;

use crate::shade::Shader;
use crate::{Overlay, Size};

/// A painter that can list what it inserted.
pub(crate) trait Painter: Overlay {
    /// Our insertions since the last call, in bytes of all that came out.
    fn take_spans(&mut self) -> Vec<Range<u64>>;
    /// The child's line feeds stand alone, and mean a new row from its start.
    fn line_feeds_return(&mut self) {}
    /// The recording's clock, before what happens then.
    fn set_time(&mut self, now: Duration) {
        let _ = now;
    }
}

/// A painter, what it has let out, and when its next pause is due.
pub(super) struct Engine<P> {
    painter: P,
    out: Vec<u8>,
    /// How long the child had been quiet at the last pause; `None`: it has not paused since its last bytes.
    paused_at: Option<Duration>,
}

impl<P: Painter> Engine<P> {
    pub(super) fn new(painter: P) -> Engine<P> {
        Engine {
            painter,
            out: Vec::new(),
            paused_at: None,
        }
    }

    /// One burst of the child's bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) {
        self.paused_at = None;
        self.painter.write(bytes, &mut self.out);
    }

    /// See [`Painter::line_feeds_return`].
    pub(super) fn line_feeds_return(&mut self) {
        self.painter.line_feeds_return();
    }

    /// The recording's clock.
    pub(super) fn set_time(&mut self, now: Duration) {
        self.painter.set_time(now);
    }

    /// The terminal has another size.
    pub(super) fn resize(&mut self, size: Size) {
        self.paused_at = None;
        self.painter.resize(size, &mut self.out);
    }

    /// How long the child must be quiet, all in all, until the next pause is due; `None`: there is nothing to wait for.
    /// A painter that asks for the same pause twice does not get it, so that this comes to an end.
    pub(super) fn pause_due(&self) -> Option<Duration> {
        let due = self.painter.pause_after()?;
        self.paused_at.is_none_or(|at| due > at).then_some(due)
    }

    /// The child has been quiet for as long as [`pause_due`](Engine::pause_due) said.
    pub(super) fn pause(&mut self) {
        self.paused_at = self.pause_due().or(self.paused_at);
        self.painter.pause(&mut self.out);
    }

    /// The end: the last pause, and what is held comes out. Nothing may be written after it.
    pub(super) fn finish(&mut self) {
        self.painter.pause(&mut self.out);
        self.painter.finish(&mut self.out);
    }

    /// The painter, when all is done.
    pub(super) fn into_painter(self) -> P {
        self.painter
    }

    /// Moves what came out to the end of `to`.
    pub(super) fn take(&mut self, to: &mut Vec<u8>) {
        to.append(&mut self.out);
    }

    /// Our insertions since the last call.
    pub(super) fn take_spans(&mut self) -> Vec<Range<u64>> {
        self.painter.take_spans()
    }
}

impl Painter for Shader {
    fn take_spans(&mut self) -> Vec<Range<u64>> {
        Shader::take_spans(self)
    }

    fn line_feeds_return(&mut self) {
        Shader::line_feeds_return(self);
    }
}

#[cfg(test)]
pub(super) mod fake {
    //! A painter that shows what was done with it.

    use super::*;

    /// Puts `<p4>` out at a pause after 4 ms, `<COLSxROWS>` at a resize and `<end>` at the end.
    #[derive(Default)]
    pub(in crate::filter) struct Fake {
        /// The pauses that it wants, in milliseconds.
        pub(in crate::filter) pauses: Vec<u64>,
        had: usize,
        length: u64,
        spans: Vec<Range<u64>>,
    }

    impl Fake {
        pub(in crate::filter) fn pausing(pauses: &[u64]) -> Fake {
            Fake {
                pauses: pauses.to_vec(),
                ..Fake::default()
            }
        }

        fn insert(&mut self, text: &str, out: &mut Vec<u8>) {
            let end = self.length + text.len() as u64;
            self.spans.push(self.length..end);
            self.length = end;
            out.extend_from_slice(text.as_bytes());
        }
    }

    impl Overlay for Fake {
        fn write(&mut self, child: &[u8], out: &mut Vec<u8>) {
            self.had = 0;
            self.length += child.len() as u64;
            out.extend_from_slice(child);
        }

        fn pause(&mut self, out: &mut Vec<u8>) {
            if let Some(after) = self.pauses.get(self.had) {
                self.insert(&format!("<p{after}>"), out);
                self.had += 1;
            }
        }

        fn pause_after(&self) -> Option<Duration> {
            self.pauses
                .get(self.had)
                .map(|&ms| Duration::from_millis(ms))
        }

        fn resize(&mut self, size: Size, out: &mut Vec<u8>) {
            self.insert(&format!("<{}x{}>", size.cols, size.rows), out);
        }

        fn finish(&mut self, out: &mut Vec<u8>) {
            self.insert("<end>", out);
        }
    }

    impl Painter for Fake {
        fn take_spans(&mut self) -> Vec<Range<u64>> {
            std::mem::take(&mut self.spans)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_painter_that_never_has_enough_gets_each_pause_once() {
        let mut engine = Engine::new(fake::Fake::pausing(&[4, 4, 150]));
        assert_eq!(engine.pause_due(), Some(Duration::from_millis(4)));
        engine.pause();
        assert_eq!(engine.pause_due(), None);
        engine.write(b"x");
        assert_eq!(engine.pause_due(), Some(Duration::from_millis(4)));
    }
}
