//! What is shown: rows with blank ones between, in the child's pen, shaded where they are to be, and below them a row that
//! comes and goes.

use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use super::line::{Class, Part, apply};
use crate::matcher::Kind;
use crate::sgr::Pen;
use crate::shade::Shader;
use crate::stream::opens_link;
use crate::{Options, Overlay, Size};

/// What goes to the terminal.
pub(super) struct Stage {
    shader: Shader,
    /// What goes out next, as the shader's child.
    buf: Vec<u8>,
    /// The pen of what is shown.
    pen: Pen,
    /// What is shown has a link open.
    link: bool,
    region: bool,
    /// Blank rows that wait for what stands below them, each with its line end.
    blanks: Vec<Vec<u8>>,
    /// Something was withheld since the last row.
    withheld: bool,
    /// There were blank rows above it.
    blank_before: bool,
    /// There were blank rows at its end.
    blank_after: bool,
    /// A row was shown.
    started: bool,
    /// What the last row was.
    last: Option<Kind>,
    /// The cursor is in the first column of an empty row.
    fresh: bool,
    /// The row that is open has no end of its own.
    owes_end: bool,
    /// How the child ends a row.
    line_end: &'static [u8],
    /// The row that comes and goes, while it is there.
    passing: Option<String>,
    size: Size,
}

impl Stage {
    /// A stage for a stream. Where marks say what is shaded, the profile in `options` is to know nothing.
    pub(super) fn new(options: Options) -> Stage {
        Stage {
            size: options.size,
            shader: Shader::new(options),
            buf: Vec::new(),
            pen: Pen::default(),
            link: false,
            region: false,
            blanks: Vec::new(),
            withheld: false,
            blank_before: false,
            blank_after: false,
            started: false,
            last: None,
            fresh: true,
            owes_end: false,
            line_end: b"\r\n",
            passing: None,
        }
    }

    /// The shader behind it, when all that waits is out. `pen` is the child's. Where a `fresh` row is wanted, blank ones that
    /// wait come with what follows.
    pub(super) fn into_shader(mut self, pen: &Pen, fresh: bool, out: &mut Vec<u8>) -> Shader {
        if fresh && !self.fresh {
            self.end_row();
        }
        self.region(false, out);
        for blank in std::mem::take(&mut self.blanks).iter().filter(|_| !fresh) {
            self.buf.extend_from_slice(blank);
        }
        self.use_pen(pen);
        self.flush(out);
        self.shader
    }

    /// Another shader is behind it from now on.
    pub(super) fn shade_with(&mut self, shader: &mut Shader) {
        std::mem::swap(&mut self.shader, shader);
    }

    pub(super) fn overlay(&self) -> &Shader {
        &self.shader
    }

    pub(super) fn shader(&mut self) -> &mut Shader {
        &mut self.shader
    }

    /// Whether a row that comes and goes may stand here: the cursor is in an empty row that is not shaded.
    pub(super) fn is_fresh(&self) -> bool {
        self.fresh && !self.region
    }

    /// Whether something was withheld since the last row.
    pub(super) fn is_below_withheld(&self) -> bool {
        self.withheld
    }

    /// Whether a row is open.
    pub(super) fn is_open(&self) -> bool {
        !self.fresh
    }

    pub(super) fn cols(&self) -> usize {
        usize::from(self.size.cols)
    }

    pub(super) fn resize(&mut self, size: Size, out: &mut Vec<u8>) {
        self.flush(out);
        self.size = size;
        self.shader.resize(size, out);
    }

    /// How the child's rows end from now on.
    pub(super) fn ends_with(&mut self, line: &[u8]) {
        self.line_end = match line.ends_with(b"\r\n") {
            true => b"\r\n",
            false => b"\n",
        };
    }

    /// Lets out what waits.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) {
        if self.buf.is_empty() {
            return;
        }
        self.erase(out);
        self.shader.write(&self.buf, out);
        self.buf.clear();
    }

    /// A blank row of the child's. It comes when something stands below it.
    pub(super) fn blank(&mut self, line: Vec<u8>) {
        self.blanks.push(line);
    }

    /// Something is withheld. Blank rows around it become one at most.
    pub(super) fn withhold(&mut self) {
        let blank = !self.blanks.is_empty();
        match std::mem::replace(&mut self.withheld, true) {
            true => self.blank_before |= blank,
            false => self.blank_before = blank,
        }
        self.blank_after = false;
        self.blanks.clear();
    }

    /// A blank row of what is withheld.
    pub(super) fn withhold_blank(&mut self) {
        self.withhold();
        self.blank_after = true;
    }

    /// A row begins that stays: blank rows above it come, and what is shaded begins or ends.
    pub(super) fn begin(&mut self, kind: Kind, shaded: bool, out: &mut Vec<u8>) {
        if !self.fresh {
            self.end_row();
        }
        let blanks = self.gap(kind);
        if !shaded {
            self.region(false, out);
        }
        for blank in &blanks {
            self.buf.extend_from_slice(blank);
        }
        if shaded {
            self.region(true, out);
        }
        self.last = Some(kind);
        self.fresh = false;
        self.started = true;
    }

    /// The blank rows above a row of this kind. Two messages with something withheld between them do not become one.
    fn gap(&mut self, kind: Kind) -> Vec<Vec<u8>> {
        let mut blanks = std::mem::take(&mut self.blanks);
        if !std::mem::take(&mut self.withheld) {
            return blanks;
        }
        let around = self.blank_before || self.blank_after || !blanks.is_empty();
        let messages = self.last == Some(Kind::Message) && kind == Kind::Message;
        let wanted = self.started && (around || messages);
        blanks.truncate(usize::from(wanted));
        if wanted && blanks.is_empty() {
            blanks.push(self.line_end.to_vec());
        }
        blanks
    }

    /// Begins or ends the shaded region at the row that comes next.
    fn region(&mut self, on: bool, out: &mut Vec<u8>) {
        if self.region != on {
            self.flush(out);
            self.shader.mark(on);
            self.region = on;
        }
    }

    /// Shows parts of the child's rows. `pen` is the child's before them.
    pub(super) fn show(&mut self, parts: &[Part], pen: &Pen) {
        let mut pen = pen.clone();
        for part in parts {
            match part.class {
                Class::Style => {
                    // In the child's own words where they lead to its pen: they do if the pens were equal before.
                    let mut own = self.pen.clone();
                    apply(&mut own, &part.bytes);
                    apply(&mut pen, &part.bytes);
                    if own != pen {
                        continue;
                    }
                    self.pen = own;
                }
                Class::Text => self.use_pen(&pen),
                Class::Link => self.link = link_of(&part.bytes),
                Class::End => self.fresh = true,
                Class::Within | Class::Apart | Class::Return | Class::Draws => {}
            }
            if part.class == Class::Text {
                self.fresh = false;
            }
            self.buf.extend_from_slice(&part.bytes);
        }
    }

    /// Text comes in this pen.
    fn use_pen(&mut self, pen: &Pen) {
        if self.pen != *pen {
            if !self.pen.is_default() {
                self.buf.extend_from_slice(b"\x1b[m");
            }
            pen.restore(&mut self.buf);
            self.pen = pen.clone();
        }
    }

    /// Goes out whatever becomes of the line.
    pub(super) fn apart(&mut self, bytes: &[u8]) {
        self.buf.extend_from_slice(bytes);
    }

    /// The row ends, in the child's words.
    pub(super) fn end(&mut self, line_end: &[u8]) {
        self.buf.extend_from_slice(line_end);
        self.fresh = true;
        self.owes_end = false;
    }

    /// What the row was, now that all of it is known.
    pub(super) fn was(&mut self, kind: Option<Kind>) {
        self.last = kind.or(self.last);
    }

    /// The row that is open ends when something else comes.
    pub(super) fn owe_end(&mut self) {
        self.owes_end = true;
    }

    /// The row ends.
    pub(super) fn end_row(&mut self) {
        self.end_link();
        self.end(self.line_end);
    }

    fn end_link(&mut self) {
        if std::mem::take(&mut self.link) {
            self.buf.extend_from_slice(b"\x1b]8;;\x1b\\");
        }
    }

    /// A row about what stands above it, without a blank one between.
    pub(super) fn note(&mut self, text: &str, out: &mut Vec<u8>) {
        let blanks = std::mem::take(&mut self.blanks);
        let withheld = std::mem::take(&mut self.withheld);
        self.row(Kind::System, text, false, out);
        (self.blanks, self.withheld) = (blanks, withheld);
    }

    /// A row about what is withheld, after it. Blank rows that came since stand below it.
    pub(super) fn late_row(&mut self, kind: Kind, text: &str, shaded: bool, out: &mut Vec<u8>) {
        let after = std::mem::take(&mut self.blank_after) || !self.blanks.is_empty();
        self.blanks.clear();
        self.row(kind, text, shaded, out);
        self.withhold();
        self.blank_after = after;
    }

    /// A row of our own that stays. It is cut to the terminal's width.
    pub(super) fn row(&mut self, kind: Kind, text: &str, shaded: bool, out: &mut Vec<u8>) {
        self.begin(kind, shaded, out);
        self.end_link();
        self.use_pen(&Pen::default());
        let text = cut(text, self.cols().saturating_sub(1));
        self.buf.extend_from_slice(text.as_bytes());
        self.end_row();
    }

    /// A mark in the row that is open.
    pub(super) fn mark(&mut self, text: &str) {
        self.end_link();
        self.use_pen(&Pen::default());
        self.buf.extend_from_slice(text.as_bytes());
    }

    /// Shows a row that comes and goes; it must be in the first column, and nothing may wait.
    pub(super) fn pass(&mut self, text: &str, out: &mut Vec<u8>) {
        self.flush(out);
        let text = cut(text, self.cols().saturating_sub(1));
        if self.passing.as_deref() == Some(text) || !self.is_fresh() {
            return;
        }
        out.extend_from_slice(b"\r\x1b[m");
        out.extend_from_slice(text.as_bytes());
        out.extend_from_slice(b"\x1b[K");
        self.pen.restore(out);
        self.passing = Some(text.to_owned());
    }

    /// Takes it away.
    pub(super) fn erase(&mut self, out: &mut Vec<u8>) {
        if self.passing.take().is_some() {
            out.extend_from_slice(b"\r\x1b[m\x1b[K");
            self.pen.restore(out);
        }
    }

    pub(super) fn pause(&mut self, out: &mut Vec<u8>) {
        self.flush(out);
        self.shader.pause(out);
    }

    pub(super) fn pause_after(&self) -> Option<Duration> {
        self.shader.pause_after()
    }

    /// The end. Blank rows that nothing followed come out, if nothing was withheld there.
    pub(super) fn finish(&mut self, pen: &Pen, out: &mut Vec<u8>) {
        if self.owes_end {
            self.end_row();
        }
        self.region(false, out);
        if !self.withheld {
            for blank in std::mem::take(&mut self.blanks) {
                self.buf.extend_from_slice(&blank);
            }
        }
        self.end_link();
        self.use_pen(pen);
        self.flush(out);
        self.erase(out);
        self.shader.finish(out);
    }
}

/// Whether an `OSC 8` opens a link.
fn link_of(sequence: &[u8]) -> bool {
    let osc = sequence.get(2..).unwrap_or_default();
    let end = osc.iter().position(|b| matches!(b, 0x07 | 0x1b));
    opens_link(&osc[..end.unwrap_or(osc.len())]).unwrap_or(false)
}

/// As much of a text as stands in so many columns.
fn cut(text: &str, cols: usize) -> &str {
    if text.width() <= cols {
        return text;
    }
    let mut end = 0;
    for (at, _) in unicode_segmentation::UnicodeSegmentation::grapheme_indices(text, true) {
        if text[..at].width() > cols {
            break;
        }
        end = at;
    }
    &text[..end]
}
