//! What is shown: rows with blank ones between, in the child's pen, shaded where they are to be, and below them a row that
//! comes and goes.

use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use super::blank::Blank;
use super::ink::Ink;
use super::line::{Class, Part};
use crate::matcher::Kind;
use crate::region::State;
use crate::sgr::Pen;
use crate::shade::Shader;
use crate::{Options, Overlay, Size};

/// What goes to the terminal.
pub(super) struct Stage {
    shader: Shader,
    /// What goes out next, as the shader's child.
    buf: Vec<u8>,
    /// The ink of what is shown.
    ink: Ink,
    region: bool,
    /// It is, and was when the stage began: no mark of ours ends it.
    inherited: bool,
    /// Blank rows that wait for what stands below them.
    blanks: Vec<Blank>,
    /// Those above what is withheld that come in any case.
    before: Vec<Blank>,
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
            ink: Ink::default(),
            region: false,
            inherited: false,
            blanks: Vec::new(),
            before: Vec::new(),
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

    /// The shader behind it, when all that waits is out. `ink` is the child's. Where a `fresh` row is wanted, blank ones that
    /// wait come with what follows. A region that is `open` goes on.
    pub(super) fn into_shader(
        mut self,
        ink: &Ink,
        fresh: bool,
        open: bool,
        out: &mut Vec<u8>,
    ) -> Shader {
        if fresh && !self.fresh {
            self.end_row();
        }
        if !open {
            self.region(false, out);
        }
        if !fresh {
            self.show_blanks();
        }
        self.use_ink(ink);
        self.flush(out);
        self.shader
    }

    /// Something was shown before; it may stand in the cursor's row, shaded. `pen` is the child's.
    pub(super) fn go_on(&mut self, in_row: bool, shaded: bool, pen: &Pen) {
        self.ink.pen = pen.clone();
        (self.started, self.fresh) = (true, !in_row);
        (self.region, self.inherited) = (shaded, shaded);
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

    /// Whether a row that comes and goes may stand here: the cursor is in the first column of an empty row that is not
    /// shaded.
    pub(super) fn is_fresh(&self) -> bool {
        self.fresh && !self.region && self.line_end == b"\r\n"
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
        self.size = size;
        self.erase(out);
        self.flush(out);
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
    pub(super) fn blank(&mut self, row: Blank) {
        self.blanks.push(row);
    }

    /// Something is withheld. Blank rows around it become one at most.
    pub(super) fn withhold(&mut self) {
        self.set_aside();
        self.blanks.clear();
    }

    /// What comes is withheld, or blank. Rows that are seen may still stand below it.
    fn set_aside(&mut self) {
        let first = !std::mem::replace(&mut self.withheld, true);
        if first {
            let last = self.blanks.iter().rposition(|b| b.seen);
            let rows = self.blanks.drain(..last.map_or(0, |n| n + 1));
            self.before.extend(rows);
            self.blank_before = false;
        }
        self.blank_before |= self.blanks.iter().any(|b| !b.seen);
        self.blank_after = false;
        self.blanks.retain(|b| b.seen);
    }

    /// A blank row of what is withheld.
    pub(super) fn withhold_blank(&mut self) {
        self.set_aside();
        self.blank_after = true;
    }

    /// One that is seen, which may stand below it.
    pub(super) fn withhold_seen(&mut self, row: Blank) {
        self.set_aside();
        self.blanks.push(row);
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
            self.show(&blank.parts, &blank.ink);
        }
        if shaded {
            self.region(true, out);
        }
        self.last = Some(kind);
        self.fresh = false;
        self.started = true;
    }

    /// The blank rows above a row of this kind. Two messages with something withheld between them do not become one.
    fn gap(&mut self, kind: Kind) -> Vec<Blank> {
        let mut rows = std::mem::take(&mut self.before);
        let blanks = std::mem::take(&mut self.blanks);
        if !std::mem::take(&mut self.withheld) {
            rows.extend(blanks);
            return rows;
        }
        let (seen, plain): (Vec<Blank>, Vec<Blank>) = blanks.into_iter().partition(|b| b.seen);
        let around = self.blank_before || self.blank_after || !plain.is_empty();
        let messages = self.last == Some(Kind::Message) && kind == Kind::Message;
        if self.started && (around || messages) {
            let plain = plain.into_iter().next();
            rows.push(plain.unwrap_or_else(|| Blank::plain(self.line_end)));
        }
        rows.extend(seen);
        rows
    }

    /// Blank rows that nothing follows come out.
    fn show_blanks(&mut self) {
        let mut rows = std::mem::take(&mut self.before);
        rows.append(&mut self.blanks);
        for row in rows {
            self.show(&row.parts, &row.ink);
        }
    }

    /// Begins or ends the shaded region at the row that comes next.
    fn region(&mut self, on: bool, out: &mut Vec<u8>) {
        if self.region != on {
            self.flush(out);
            match std::mem::take(&mut self.inherited) {
                true => self.shader.inherit(State::default(), out),
                false => self.shader.mark(on),
            }
            self.region = on;
        }
    }

    /// Shows parts of the child's rows. `ink` is the child's before them.
    pub(super) fn show(&mut self, parts: &[Part], ink: &Ink) {
        let mut ink = ink.clone();
        for part in parts {
            ink.apply(part);
            match part.class {
                Class::Style | Class::Link => {
                    // In the child's own words where they lead to its ink: they do if both were equal before.
                    let mut own = self.ink.clone();
                    own.apply(part);
                    if own != ink {
                        continue;
                    }
                    self.ink = own;
                }
                // What is erased has the pen's background.
                Class::Within if part.bytes.starts_with(b"\x1b[") => self.use_ink(&ink),
                Class::Text => self.use_ink(&ink),
                Class::End => self.fresh = true,
                Class::Within | Class::Apart | Class::Return | Class::Draws => {}
            }
            if part.class == Class::Text {
                self.fresh = false;
            }
            self.buf.extend_from_slice(&part.bytes);
        }
    }

    /// Text comes in this ink.
    fn use_ink(&mut self, ink: &Ink) {
        if self.ink.pen != ink.pen {
            if !self.ink.pen.is_default() {
                self.buf.extend_from_slice(b"\x1b[m");
            }
            ink.pen.restore(&mut self.buf);
            self.ink.pen = ink.pen.clone();
        }
        if self.ink.link != ink.link {
            match &ink.link {
                Some(link) => self.buf.extend_from_slice(link),
                None => self.end_link(),
            }
            self.ink.link = ink.link.clone();
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
        if self.ink.link.take().is_some() {
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
        let blanks = std::mem::take(&mut self.blanks);
        let (seen, plain): (Vec<Blank>, Vec<Blank>) = blanks.into_iter().partition(|b| b.seen);
        let after = std::mem::take(&mut self.blank_after) || !plain.is_empty();
        self.row(kind, text, shaded, out);
        self.withhold();
        (self.blank_after, self.blanks) = (after, seen);
    }

    /// A row of our own that stays. It is cut to the terminal's width.
    pub(super) fn row(&mut self, kind: Kind, text: &str, shaded: bool, out: &mut Vec<u8>) {
        self.begin(kind, shaded, out);
        self.use_ink(&Ink::default());
        let text = cut(text, self.cols().saturating_sub(1));
        self.buf.extend_from_slice(text.as_bytes());
        self.end_row();
    }

    /// A mark in the row that is open.
    pub(super) fn mark(&mut self, text: &str) {
        self.use_ink(&Ink::default());
        self.buf.extend_from_slice(text.as_bytes());
    }

    /// Shows a row that comes and goes; it must be in the first column, and nothing may wait. The cursor stays there: a row
    /// that is too long for a narrower terminal may reflow, and then that is where it begins.
    pub(super) fn pass(&mut self, text: &str, out: &mut Vec<u8>) {
        let text = cut(text, self.cols().saturating_sub(1));
        if self.passing.as_deref() == Some(text) || !self.is_fresh() {
            return self.flush(out);
        }
        self.end_link();
        self.flush(out);
        out.extend_from_slice(b"\r\x1b[m");
        out.extend_from_slice(text.as_bytes());
        out.extend_from_slice(b"\x1b[K\r");
        self.ink.pen.restore(out);
        self.passing = Some(text.to_owned());
    }

    /// Takes it away.
    pub(super) fn erase(&mut self, out: &mut Vec<u8>) {
        if let Some(text) = self.passing.take() {
            let reflows = text.width() >= self.cols();
            let erase: &[u8] = if reflows { b"\x1b[J" } else { b"\x1b[K" };
            out.extend_from_slice(b"\r\x1b[m");
            out.extend_from_slice(erase);
            self.ink.pen.restore(out);
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
    pub(super) fn finish(&mut self, ink: &Ink, out: &mut Vec<u8>) {
        if self.owes_end {
            self.end_row();
        }
        self.region(false, out);
        if self.withheld {
            self.blanks.clear();
        }
        self.show_blanks();
        self.end_link();
        self.use_ink(ink);
        self.flush(out);
        self.erase(out);
        self.shader.finish(out);
    }
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
