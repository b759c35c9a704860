//! Reads bytes inside a region for whether they stay there, and says what goes out between them: what
//! [`paint`](crate::shade::paint) would write.

use super::{Inside, Ours, Scan};
use crate::matcher::gate::Walk;
use crate::matcher::{RowText, Rule};
use crate::region::Steady;
use crate::screen::width;
use crate::sgr::Touch;
use crate::shade::sequence::{Sequence, sequence};
use crate::stream::opens_link;

/// How far is looked ahead for whether anything is written in a row, in bytes.
const MAX_AHEAD: usize = 256;

/// The columns of a tab, where the child has not set others.
const TAB: usize = 8;

pub(super) struct Reader<'a> {
    pub(super) inside: &'a Inside,
    pub(super) rules: &'a [Rule],
    pub(super) bytes: &'a [u8],
    pub(super) first: &'a str,
    pub(super) height: usize,
    pub(super) width: usize,
    /// A line feed returns as well.
    pub(super) returns: bool,
    pub(super) tabs: bool,
    pub(super) insertions: &'a mut Vec<(usize, Ours)>,
    pub(super) row: &'a mut RowText,
}

impl<'a> Reader<'a> {
    /// Reads from `at` to the last whole token; `None` where the bytes may leave the region.
    pub(super) fn read(&mut self, scan: &mut Scan, mut at: usize) -> Option<usize> {
        if !scan.written && !scan.shaded {
            scan.shaded = self.is_written(at)?;
        }
        while let Some(&byte) = self.bytes.get(at) {
            self.settle(scan, at);
            at = match byte {
                b'\n' => self.line_feed(scan, at)?,
                b'\r' => {
                    scan.column = 0;
                    if scan.blank {
                        (scan.walk, scan.start) = (Walk::default(), Some(at + 1));
                    }
                    at + 1
                }
                b'\t' => self.tab(scan, at)?,
                0x1b => match self.escape(scan, at)? {
                    Some(end) => end,
                    None if self.insertions.last() == Some(&(at, Ours::EraseRest)) => return None,
                    None => break,
                },
                0..0x20 | 0x7f => return None,
                _ => self.text(scan, at)?,
            };
        }
        (!scan.due && self.row_stays(scan, at)).then_some(at)
    }

    /// Whether the cursor's row, where nothing is written yet at `at`, will be shaded when the burst is over: if something is
    /// written in it, or it is left. Blanks alone will do where the region goes on over them. `None`: that is too hard to say.
    fn is_written(&self, at: usize) -> Option<bool> {
        let (mut from, mut blanks, mut tabs) = (at, false, false);
        while let Some(&byte) = self.bytes.get(from) {
            if from - at > MAX_AHEAD {
                return None;
            }
            from = match byte {
                b'\n' => return Some(true),
                b'\r' => from + 1,
                b' ' | b'\t' => {
                    (blanks, tabs) = (blanks | (byte == b' '), tabs | (byte == b'\t'));
                    from + 1
                }
                0x1b => match sequence(self.bytes, from)? {
                    Some((_, end)) => end,
                    None => break,
                },
                0..0x20 | 0x7f => return None,
                _ => return Some(true),
            };
        }
        (!tabs).then_some(blanks && self.inside.over_blanks)
    }

    /// Whether the row that ends at `at`, for now or for good, belongs to the region as it stands.
    fn row_stays(&mut self, scan: &Scan, at: usize) -> bool {
        if scan.blank {
            return self.inside.over_blanks || !scan.written;
        }
        // What only soft-wraps starts nothing.
        scan.wrapped
            || self.inside.gate.misses(&scan.walk)
                && (!self.inside.reads_text || self.text_stays(scan, at))
    }

    fn text_stays(&mut self, scan: &Scan, at: usize) -> bool {
        self.row.text.clear();
        if scan.start.is_none() {
            self.row.text.push_str(self.first);
        }
        let mut from = scan.start.unwrap_or(0);
        while from < at {
            match self.bytes[from] {
                0x1b => match sequence(self.bytes, from) {
                    Some(Some((_, end))) => from = end,
                    _ => return false,
                },
                0..0x20 => from += 1,
                _ => {
                    let run = self.run(from);
                    let Ok(text) = std::str::from_utf8(run) else {
                        return false;
                    };
                    self.row.text.push_str(text);
                    from += run.len();
                }
            }
        }
        let end = self.row.text.trim_end_matches(' ').len();
        self.row.text.truncate(end);
        let steady = self.inside.steady;
        steady.holds(self.rules, self.row, scan.below_blank)
    }

    /// The printable characters from `at` on.
    fn run(&self, at: usize) -> &'a [u8] {
        let bytes = self.bytes;
        let rest = &bytes[at..];
        let end = rest.iter().position(|b| matches!(b, 0..0x20 | 0x7f));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// The text that goes into an unpainted row erases it first.
    fn enter(&mut self, scan: &mut Scan, at: usize) {
        if scan.painted {
            return;
        }
        self.shade(scan, at);
        let erase = match scan.column {
            0 => Ours::EraseRest,
            _ => Ours::EraseRow,
        };
        self.insertions.push((at, erase));
        scan.painted = true;
    }

    fn shade(&mut self, scan: &mut Scan, at: usize) {
        if !scan.on {
            self.insertions.push((at, Ours::Shade));
            scan.on = true;
        }
    }

    /// A row that the cursor wrapped into is erased behind its first character.
    fn settle(&mut self, scan: &mut Scan, at: usize) {
        if std::mem::take(&mut scan.due) {
            self.insertions.push((at, Ours::EraseRest));
        }
    }

    fn text(&mut self, scan: &mut Scan, at: usize) -> Option<usize> {
        let overwrites = scan.column == 0 && !scan.blank;
        let run = self.run(at);
        // Blanks may be all that the burst has of a row.
        if overwrites || !scan.shaded && run.iter().any(|b| *b != b' ') {
            return None;
        }
        if scan.shaded && scan.column < self.width {
            self.enter(scan, at);
            self.shade(scan, at);
        }
        let stays = self.inside.steady != Steady::Tag || tag_free(run);
        if !stays {
            return None;
        }
        let from = match run.is_ascii() && scan.column + run.len() <= self.width {
            true => {
                scan.column += run.len();
                0
            }
            false => self.wraps(scan, at, run)?,
        };
        self.text_in_row(scan, &run[from..])?;
        Some(at + run.len())
    }

    fn text_in_row(&self, scan: &mut Scan, text: &[u8]) -> Option<()> {
        if !scan.wrapped {
            self.inside.gate.text(&mut scan.walk, text);
        }
        if scan.blank && text.iter().any(|b| *b != b' ') {
            (scan.blank, scan.written) = (false, true);
        }
        (scan.walk != Walk::Lost).then_some(())
    }

    /// Goes through a run of text that may wrap. Returns where the last row of it begins.
    fn wraps(&mut self, scan: &mut Scan, at: usize, run: &[u8]) -> Option<usize> {
        let mut from = 0;
        for (n, c) in std::str::from_utf8(run).ok()?.char_indices() {
            self.settle(scan, at + n);
            let columns = columns(c)?;
            if scan.column + columns <= self.width {
                scan.column += columns;
                continue;
            }
            self.text_in_row(scan, &run[from..n])?;
            if scan.blank || !self.row_stays(scan, at + n) {
                return None;
            }
            self.shade(scan, at + n);
            self.next_row(scan);
            (scan.wrapped, scan.due, scan.column) = (true, true, columns);
            from = n;
        }
        Some(from)
    }

    fn next_row(&self, scan: &mut Scan) {
        match scan.below {
            0 => scan.scrolled += 1,
            _ => scan.below -= 1,
        }
    }

    fn tab(&mut self, scan: &mut Scan, at: usize) -> Option<usize> {
        let overwrites = scan.column == 0 && !scan.blank;
        // In the last column terminals differ.
        scan.column = (scan.column / TAB + 1) * TAB;
        let unknown = self.tabs || self.inside.reads_text || scan.column >= self.width;
        if overwrites || unknown || !scan.shaded {
            return None;
        }
        self.inside.gate.tab(&mut scan.walk);
        Some(at + 1)
    }

    fn line_feed(&mut self, scan: &mut Scan, at: usize) -> Option<usize> {
        let over = scan.blank && !self.inside.over_blanks;
        // Behind a full row a wrap is pending, which a return would have ended before.
        if self.returns && scan.column < self.width {
            scan.column = 0;
        }
        if scan.column > 0 || !scan.shaded || over || !self.row_stays(scan, at) {
            return None;
        }
        let shaded = self.is_written(at + 1)?;
        self.enter(scan, at);
        let keep = shaded && scan.on;
        if scan.on && !keep {
            self.insertions.push((at, Ours::Off));
            scan.on = false;
        }
        if keep {
            self.insertions.push((at + 1, Ours::EraseRest));
        }
        self.next_row(scan);
        scan.wrapped = false;
        (scan.below_blank, scan.above_shaded) = (scan.blank, true);
        scan.blank = true;
        (scan.shaded, scan.painted, scan.written) = (shaded, keep, false);
        (scan.walk, scan.start) = (Walk::default(), Some(at + 1));
        if scan.scrolled > self.height && scan.pen.is_default() && !scan.link {
            scan.generations.begin(at + 1);
            scan.scrolled = 0;
        }
        Some(at + 1)
    }

    /// SGR, EL, OSC. `Some(None)`: it is not whole yet.
    fn escape(&mut self, scan: &mut Scan, at: usize) -> Option<Option<usize>> {
        let Some((sequence, end)) = sequence(self.bytes, at)? else {
            return Some(None);
        };
        match sequence {
            Sequence::Csi(params, b'm') => {
                let touch = scan.pen.apply(params);
                let pen = &scan.pen;
                let plain = pen.default_background() && pen.marks().none() && !pen.unmodelled();
                if touch == Touch::Perhaps || !plain || self.inside.gate.minds_style() {
                    return None;
                }
                scan.on &= touch == Touch::Nothing;
            }
            Sequence::Csi(b"" | b"0" | b"2", b'K') if scan.column == 0 && !scan.wrapped => {
                // Blank, it may stay as what stands above it is.
                if scan.written && !scan.above_shaded {
                    return None;
                }
                if scan.shaded {
                    self.shade(scan, at);
                    scan.painted = true;
                }
                scan.blank = true;
                (scan.walk, scan.start) = (Walk::default(), Some(end));
            }
            Sequence::Csi(b"" | b"0", b'K')
                if scan.painted && (1..self.width).contains(&scan.column) =>
            {
                self.shade(scan, at);
            }
            Sequence::Osc(text) => {
                if let Some(open) = opens_link(text) {
                    scan.link = open;
                }
            }
            Sequence::Csi(..) => return None,
        }
        Some(Some(end))
    }
}

/// The columns that a character takes; `None` where terminals do not agree, or nothing may come before it.
fn columns(c: char) -> Option<usize> {
    if c.is_ascii() {
        return Some(1);
    }
    let (width, _) = width::of(c.encode_utf8(&mut [0; 4]).as_bytes());
    let known = width > 0 && width::contested(Some(c)) == 0 && width::wider(Some(c)) == 0;
    let joins = matches!(c, '\u{80}'..='\u{9f}' | '\u{1f1e6}'..='\u{1f1ff}');
    (known && !joins).then_some(width)
}

/// Whether no closing tag begins in the text, as far as it goes.
pub(super) fn tag_free(text: &[u8]) -> bool {
    memchr::memchr_iter(b'<', text).all(|at| {
        let rest = &text[at..];
        let tag = b"</think";
        let same = rest.iter().zip(tag).take_while(|(a, b)| a == b).count();
        same < tag.len() && same < rest.len()
    })
}
