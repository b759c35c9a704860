//! Bursts that cannot begin a region go through unread: most of what a program prints while nothing is shaded.
//!
//! Feeding the screen models costs far more than copying. While no row is shaded, and as long as the child only appends lines of which
//! none can match a rule, all that the models would learn is what the last rows hold. So the bytes are kept, those that have
//! scrolled away are dropped, and the rest is replayed when somebody asks ([`Quiet::take`]). What goes out is the same.

use alacritty_terminal::grid::Dimensions;

use super::sequence::{Sequence, sequence};
use super::store::{Generations, Kept, Store};
use crate::matcher::gate::{Gate, Walk};
use crate::screen::Size;
use crate::sgr::{Pen, Touch};
use crate::stream::opens_link;

/// Blanks behind which no row can be the start of a code fence (CommonMark 4.5).
const INDENT: usize = 4;

/// The bursts since the models were up to date.
#[derive(Debug)]
pub(super) struct Quiet {
    gate: Gate,
    /// Rows and columns of the screen.
    height: usize,
    width: usize,
    /// A line feed returns as well.
    pub(super) returns: bool,
    scan: Option<Scan>,
    store: Store,
}

/// Where a quiet stretch begins.
#[derive(Debug)]
pub(super) struct Start<'a> {
    /// What stands before the cursor in its row.
    pub(super) row: &'a str,
    /// The child's pen.
    pub(super) pen: Pen,
    /// The child has moved the cursor before.
    pub(super) moved: bool,
}

impl Quiet {
    pub(super) fn new(gate: Gate, size: Size) -> Self {
        Quiet {
            gate,
            height: size.screen_lines(),
            width: size.columns(),
            returns: false,
            scan: None,
            store: Store::default(),
        }
    }

    /// The screen has another size. Only while nothing is kept.
    pub(super) fn resize(&mut self, size: Size) {
        (self.height, self.width) = (size.screen_lines(), size.columns());
    }

    /// Whether bursts are kept.
    pub(super) fn is_on(&self) -> bool {
        self.scan.is_some()
    }

    /// Whether something waits for its end.
    pub(super) fn has_tail(&self) -> bool {
        self.store.has_tail()
    }

    /// The models are up to date, and nothing is shaded.
    pub(super) fn begin(&mut self, start: Start<'_>) {
        let mut scan = Scan {
            walk: Walk::default(),
            home: start.row.is_empty(),
            bytes: start.row.len(),
            ascii: 0,
            pen: start.pen,
            link: false,
            up: 0,
            scrolled: 0,
            above: 0,
            generations: Generations::default(),
            moved: start.moved,
        };
        self.gate.text(&mut scan.walk, start.row.as_bytes());
        let plain = !self.gate.minds_style() || scan.pen.is_default();
        if plain && (scan.home || scan.walk.is_over()) {
            self.scan = Some(scan);
        }
    }

    /// Takes a burst in, if none of its rows can begin a region, and returns what of it is to go out. `None`: it must be read, behind
    /// what was [kept](Self::take).
    pub(super) fn pass(&mut self, chunk: &[u8]) -> Option<&[u8]> {
        let mut scan = self.scan.clone()?;
        let start = self.store.begin(chunk);
        let end = self.gate_open(&mut scan, start);
        if !self.store.end(start, end) {
            return None;
        }
        self.scan = Some(scan);
        Some(self.store.since(start))
    }

    /// Reads on from `start` in what is kept, up to the last whole token; `None` if a row may begin a region.
    fn gate_open(&self, scan: &mut Scan, start: usize) -> Option<usize> {
        let reader = Reader {
            gate: &self.gate,
            bytes: self.store.whole(start)?,
            height: self.height,
            width: self.width,
            returns: self.returns,
        };
        reader.read(scan, start)
    }

    /// Drops what has scrolled away.
    pub(super) fn tidy(&mut self) {
        if let Some(scan) = &mut self.scan {
            self.store.tidy(&mut scan.generations);
        }
    }

    /// Whether too much is kept, for want of a place to cut.
    pub(super) fn is_full(&self) -> bool {
        self.scan
            .as_ref()
            .is_some_and(|s| self.store.is_full(s.generations))
    }

    /// Hands out what was kept: it is to be replayed now.
    pub(super) fn take(&mut self) -> Option<Kept> {
        Some(self.store.take(self.scan.take()?.generations))
    }
}

/// Where in the stream we are.
#[derive(Clone, Debug)]
struct Scan {
    /// What the cursor's row may still become.
    walk: Walk,
    /// The cursor is in the first column.
    home: bool,
    /// Bytes of text since it was, and how many of them are ASCII: its column is between the two, unless it wrapped.
    bytes: usize,
    ascii: usize,
    pen: Pen,
    /// A link is open.
    link: bool,
    /// How many rows above the last one the cursor is, at most.
    up: usize,
    /// Rows that have come up since the present generation began, and how far above its first row the cursor was.
    scrolled: usize,
    above: usize,
    generations: Generations,
    /// The child has moved the cursor before.
    moved: bool,
}

/// Reads bytes for whether they are quiet.
struct Reader<'a> {
    gate: &'a Gate,
    bytes: &'a [u8],
    height: usize,
    width: usize,
    /// A line feed returns as well.
    returns: bool,
}

impl Reader<'_> {
    /// Reads from `at` to the last whole token; `None` where the bytes are not quiet.
    fn read(&self, scan: &mut Scan, mut at: usize) -> Option<usize> {
        while let Some(&byte) = self.bytes.get(at) {
            at = match byte {
                b'\n' => self.line_feed(scan, at)?,
                b'\r' => {
                    self.row_ends(scan)?;
                    scan.home = true;
                    (scan.bytes, scan.ascii) = (0, 0);
                    at + 1
                }
                b'\t' => {
                    self.gate.tab(&mut scan.walk);
                    scan.home = false;
                    scan.bytes += 8;
                    at + 1
                }
                0x1b => match self.escape(scan, at)? {
                    Some(end) => end,
                    None => break,
                },
                0..0x20 | 0x7f => return None,
                _ => self.text(scan, at)?,
            };
        }
        // A row that may still become something is read, lest it be painted late.
        scan.walk.may_end().then_some(at)
    }

    fn text(&self, scan: &mut Scan, at: usize) -> Option<usize> {
        let rest = &self.bytes[at..];
        let end = rest.iter().position(|b| CONTROL[usize::from(*b)]);
        let run = &rest[..end.unwrap_or(rest.len())];
        let c1 =
            memchr::memchr_iter(0xc2, run).any(|n| matches!(run.get(n + 1), Some(0x80..=0x9f)));
        if c1 {
            return None;
        }
        self.gate.text(&mut scan.walk, run);
        scan.home = false;
        scan.bytes += run.len();
        scan.ascii += run.iter().take(INDENT).filter(|b| b.is_ascii()).count();
        Some(at + run.len())
    }

    /// The row is as it is; the next one may be anything.
    fn row_ends(&self, scan: &mut Scan) -> Option<()> {
        if !scan.walk.may_end() {
            return None;
        }
        scan.walk = Walk::default();
        Some(())
    }

    fn line_feed(&self, scan: &mut Scan, at: usize) -> Option<usize> {
        if !scan.home && self.returns {
            self.row_ends(scan)?;
            scan.home = true;
            (scan.bytes, scan.ascii) = (0, 0);
        }
        if !scan.home {
            return None;
        }
        match scan.up {
            0 => scan.scrolled += 1,
            _ => scan.up -= 1,
        }
        let plain = scan.pen.is_default() && !scan.link && scan.up == 0;
        if plain && scan.scrolled > self.height + scan.above {
            scan.generations.begin(at + 1);
            (scan.scrolled, scan.above) = (0, 0);
        }
        Some(at + 1)
    }

    /// SGR, EL, CUU from the first column, OSC. `Some(None)`: it is not whole yet.
    fn escape(&self, scan: &mut Scan, at: usize) -> Option<Option<usize>> {
        let Some((sequence, end)) = sequence(self.bytes, at)? else {
            return Some(None);
        };
        match sequence {
            Sequence::Csi(params, action) => self.csi(scan, params, action)?,
            Sequence::Osc(text) => {
                if let Some(open) = opens_link(text) {
                    scan.link = open;
                }
            }
        }
        Some(Some(end))
    }

    fn csi(&self, scan: &mut Scan, params: &[u8], action: u8) -> Option<()> {
        match action {
            b'm' => {
                let touch = scan.pen.apply(params);
                if touch == Touch::Perhaps || self.gate.minds_style() {
                    return None;
                }
            }
            // What stood before the cursor is part of what the row may become.
            b'K' if scan.home || matches!(params, b"" | b"0") => (),
            b'A' if scan.moved => {
                self.row_ends(scan)?;
                if !scan.home {
                    // The row it goes to may be blank up to the cursor.
                    let indented = scan.ascii >= INDENT && scan.bytes < self.width;
                    if !indented || !self.gate.is_over_indented() {
                        return None;
                    }
                    scan.walk = Walk::Over;
                }
                let count = match params {
                    [] => 1,
                    [digit @ b'1'..=b'9'] => usize::from(digit - b'0'),
                    _ => return None,
                };
                scan.up += count;
                scan.above = scan.above.max(scan.up.saturating_sub(scan.scrolled));
                if scan.up >= self.height {
                    return None;
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// Bytes that end a run of text.
const CONTROL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = true;
        byte += 1;
    }
    table[0x7f] = true;
    table
};
