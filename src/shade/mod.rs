//! The writer that rewrites a child's stream: `ShadedWriter`.

use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::{Profile, Size};

/// The background behind a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Background {
    sgr: String,
}

impl Background {
    /// The SGR parameters that select it, without `CSI` and `m`: `48;5;236`.
    pub fn sgr(&self) -> &str {
        &self.sgr
    }
}

/// Why a text is no background.
#[derive(Debug, thiserror::Error)]
#[error("`{text}` is no background: use 0-255, #rrggbb or `none`")]
pub struct BackgroundError {
    text: String,
}

impl FromStr for Background {
    type Err = BackgroundError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Background {
            sgr: text.to_owned(),
        })
    }
}

/// How far a shaded row's background reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// The whole row, by erasing under the background (`CSI K`).
    Terminal,
    /// Only the cells that were written.
    Content,
    /// Written cells, padded with spaces to this many columns.
    Columns(u16),
}

/// What a writer needs to know.
#[derive(Clone, Debug)]
pub struct Options {
    /// The terminal's size.
    pub size: Size,
    /// The agent's rules.
    pub profile: Arc<Profile>,
    /// The background; `None` passes everything through.
    pub background: Option<Background>,
    /// How far it reaches.
    pub fill: Fill,
    /// Whether tool calls made while reasoning belong to the region.
    pub extend_across_tool_calls: bool,
    /// The cursor stands at the top left of an empty screen when the stream starts (a file, a test). Otherwise it may
    /// be on any row (a live terminal).
    pub from_home: bool,
    /// Whether rows may be mended after they were written.
    pub repair: bool,
}

/// What a session needs of a painter: child bytes in, terminal bytes out.
pub trait Overlay {
    /// One burst: all that could be read. It is judged as a whole before any of it is appended to `out`.
    fn write(&mut self, child: &[u8], out: &mut Vec<u8>);
    /// The child has paused: nothing to read for [`pause_after`](Overlay::pause_after).
    fn pause(&mut self, out: &mut Vec<u8>);
    /// How long the child must be quiet before [`pause`](Overlay::pause) is due; `None`: nothing to do, sleep on.
    fn pause_after(&self) -> Option<Duration>;
    /// The terminal has this size from now on.
    fn resize(&mut self, size: Size, out: &mut Vec<u8>);
    /// The child has ended, or we leave: what is held comes out, the pen is the child's.
    fn finish(&mut self, out: &mut Vec<u8>);
    /// A message for the user, to be shown once after the session (a fault that led to pass-through).
    fn fault(&self) -> Option<String> {
        None
    }
}

/// A writer that puts a background behind reasoning; its state lasts over writes.
pub struct ShadedWriter<W: Write> {
    inner: W,
}

impl<W: Write> ShadedWriter<W> {
    /// Wraps `inner`.
    pub fn new(inner: W, _options: Options) -> Self {
        ShadedWriter { inner }
    }

    /// The child has paused: what is written so far is brought in order.
    pub fn pause(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The terminal has this size from now on.
    pub fn resize(&mut self, _size: Size) -> io::Result<()> {
        Ok(())
    }

    /// Begins a region by hand at the cursor's row, whatever the profile says.
    pub fn open_region(&mut self) {}

    /// Ends a region that was begun by hand, at the cursor's row.
    pub fn close_region(&mut self) {}

    /// The byte ranges of our insertions so far, in terms of the output.
    pub fn take_spans(&mut self) -> Vec<std::ops::Range<u64>> {
        Vec::new()
    }

    /// Lets out what is held, leaves the child's pen and gives the inner writer back.
    pub fn finish(self) -> io::Result<W> {
        Ok(self.inner)
    }

    /// The inner writer.
    pub fn get_ref(&self) -> &W {
        &self.inner
    }
}

impl<W: Write> Write for ShadedWriter<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.inner.write_all(buf)?;
        Ok(buf.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Shades a whole buffer.
pub fn shade(input: &[u8], options: Options) -> Vec<u8> {
    let mut w = ShadedWriter::new(Vec::new(), options);
    let _ = w.write_all(input);
    let _ = w.pause();
    w.finish().unwrap_or_default()
}

/// Shades a whole text.
pub fn shade_str(input: &str, options: Options) -> String {
    String::from_utf8_lossy(&shade(input.as_bytes(), options)).into_owned()
}
