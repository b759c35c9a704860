//! The writer that rewrites a child's stream. The overlay law lives here.
//!
//! A burst is judged by [`ahead`] before [`paint`] writes any of it; what the prediction missed is mended by [`repair`] when
//! the child pauses, or before a wrong row scrolls out. All output goes through one [`sink`].

mod ahead;
mod columns;
mod engine;
mod erase;
mod fill;
mod flow;
mod guard;
mod gutter;
mod item;
mod labelled;
mod look;
mod memory;
mod paint;
mod quiet;
mod repair;
mod sequence;
mod sink;
mod still;
mod store;
mod sure;
mod text;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use crate::color::Rgb;
use crate::config::Background;
use crate::region::Hidden;
use crate::{Profile, Size};

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
    /// The colour of the first column of shaded rows where it is blank; `None`: it has the background too. It needs
    /// [`Fill::Terminal`] and [`repair`](Self::repair).
    pub gutter: Option<Background>,
    /// Whether tool calls made while reasoning belong to the region.
    pub extend_across_tool_calls: bool,
    /// Tool calls that the user does not want to see: they change nothing.
    pub hidden: Hidden,
    /// The cursor stands at the top left of an empty screen when the stream starts (a file, a test). Otherwise it may
    /// be on any row (a live terminal).
    pub from_home: bool,
    /// Whether rows may be mended after they were written.
    pub repair: bool,
    /// Tests only: fail like a fault in this part would.
    #[doc(hidden)]
    pub fault: Option<Fault>,
}

impl Options {
    /// For a stream that starts on an empty screen: whole rows are shaded, tool calls made while reasoning as well, and rows may
    /// be mended.
    pub fn new(size: Size, profile: Arc<Profile>, background: Option<Background>) -> Options {
        Options {
            size,
            profile,
            background,
            fill: Fill::Terminal,
            gutter: None,
            extend_across_tool_calls: true,
            hidden: Hidden::NONE,
            from_home: true,
            repair: true,
            fault: None,
        }
    }
}

/// A fault to be played, for tests of the fallback.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// While a burst is judged.
    Matcher,
    /// While the screen model takes a token.
    Model,
    /// While a burst is written.
    Painter,
}

pub use guard::Shader;
pub use labelled::LabelledRow;
pub(crate) use look::{Look, Plane, color_words, push_glyph};

/// How a session learns the terminal's background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Nobody needs it.
    Nothing,
    /// From what the terminal answers to the child.
    Watch,
    /// The terminal may be asked as well.
    Ask,
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
    /// The settings are to be read again (SIGUSR1).
    fn reload(&mut self, out: &mut Vec<u8>) {
        let _ = out;
    }
    /// Whether the terminal's background is of use, and may be asked for.
    fn query(&self) -> Query {
        Query::Nothing
    }
    /// The terminal's background, once it is known.
    fn background(&mut self, background: Rgb, out: &mut Vec<u8>) {
        let _ = (background, out);
    }
    /// The terminal has sent this: keys, and answers to the child's questions.
    fn typed(&mut self, keys: &[u8]) {
        let _ = keys;
    }
    /// Whether it is of use to know if the child reads without echo.
    fn asks_echo(&self) -> bool {
        false
    }
    /// Whether the child's terminal shows what is typed.
    fn echo(&mut self, on: bool) {
        let _ = on;
    }
    /// Whether the terminal is ours to draw on while the child is quiet: not while the job is stopped or in the background.
    fn attend(&mut self, on: bool, out: &mut Vec<u8>) {
        let _ = (on, out);
    }
    /// How many rows below the cursor hold something on the main screen, as far as is known. A command that was killed
    /// while it drew there has left the cursor in the middle of its output.
    fn rows_below_cursor(&self) -> u16 {
        0
    }
    /// A message for the user, to be shown once after the session (a fault that led to pass-through).
    fn fault(&self) -> Option<String> {
        None
    }
}

/// A writer that puts a background behind reasoning; its state lasts over writes.
///
/// Each `write` is one burst and is judged as a whole. Call [`pause`](Self::pause) when the child has paused: rows that turned
/// out otherwise than predicted are mended then.
pub struct ShadedWriter<W: Write> {
    inner: W,
    shader: Shader,
    out: Vec<u8>,
}

impl<W: Write> ShadedWriter<W> {
    /// Wraps `inner`.
    pub fn new(inner: W, options: Options) -> Self {
        ShadedWriter {
            inner,
            shader: Shader::new(options),
            out: Vec::new(),
        }
    }

    fn emit(&mut self) -> io::Result<()> {
        let result = self.inner.write_all(&self.out);
        self.out.clear();
        result
    }

    /// The child has paused: what is written so far is brought in order.
    pub fn pause(&mut self) -> io::Result<()> {
        self.shader.pause(&mut self.out);
        self.emit()
    }

    /// The terminal has this size from now on.
    pub fn resize(&mut self, size: Size) -> io::Result<()> {
        self.shader.resize(size, &mut self.out);
        self.emit()
    }

    /// Other settings hold from the next row on; size and origin stay as they are.
    pub fn reconfigure(&mut self, options: Options) -> io::Result<()> {
        self.shader.reconfigure(options, &mut self.out);
        self.emit()
    }

    /// From now on a line feed returns to the first column as well: for what a program writes into a pipe, where no terminal's
    /// line discipline has added returns (POSIX ONLCR).
    pub fn line_feeds_return(&mut self) {
        self.shader.line_feeds_return();
    }

    /// Begins a region by hand at the cursor's row, whatever the profile says.
    pub fn open_region(&mut self) {
        self.shader.mark(true);
    }

    /// Ends a region that was begun by hand: above the cursor's row if the cursor is in the first column, else below it.
    pub fn close_region(&mut self) {
        self.shader.mark(false);
    }

    /// Whether to keep the byte ranges of insertions, until they are [taken](Self::take_spans). They are not kept by default.
    pub fn record_spans(&mut self, on: bool) {
        self.shader.record_spans(on);
    }

    /// The byte ranges of our insertions since the last call, as offsets into all output; none if they are not
    /// [recorded](Self::record_spans).
    pub fn take_spans(&mut self) -> Vec<std::ops::Range<u64>> {
        self.shader.take_spans()
    }

    /// Reads every burst, also where none of its rows can begin a region. What goes out is the same; for tests of that.
    #[doc(hidden)]
    pub fn read_all(&mut self) {
        self.shader.read_all();
    }

    /// A fault that led to pass-through, in the user's words.
    pub fn fault(&self) -> Option<String> {
        self.shader.fault()
    }

    /// How long the child must be quiet before [`pause`](Self::pause) is due; `None`: nothing to do.
    pub fn pause_after(&self) -> Option<Duration> {
        self.shader.pause_after()
    }

    /// Lets out what is held, leaves the child's pen and gives the inner writer back.
    pub fn finish(mut self) -> io::Result<W> {
        self.shader.finish(&mut self.out);
        self.emit()?;
        Ok(self.inner)
    }

    /// The inner writer.
    pub fn get_ref(&self) -> &W {
        &self.inner
    }
}

impl<W: Write> Write for ShadedWriter<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.shader.write(buf, &mut self.out);
        self.emit()?;
        Ok(buf.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Shades a whole buffer.
pub fn shade(input: &[u8], options: Options) -> Vec<u8> {
    let mut shader = Shader::new(options);
    let mut out = Vec::with_capacity(input.len() + input.len() / 8);
    for burst in input.chunks(MAX_BURST) {
        shader.write(burst, &mut out);
    }
    shader.pause(&mut out);
    shader.finish(&mut out);
    out
}

/// The most that is judged as one burst, in bytes: what a pseudo-terminal can hold and a little more.
pub const MAX_BURST: usize = 65536;

/// Shades a whole text.
pub fn shade_str(input: &str, options: Options) -> String {
    String::from_utf8_lossy(&shade(input.as_bytes(), options)).into_owned()
}
