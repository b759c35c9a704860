//! The modes of the outer terminal that the child has changed: undone when it dies or stops, set again when it goes
//! on.
//!
//! [`Modes`] is fed with what the terminal is told. It knows of each mode what a terminal starts with and remembers
//! only the difference, so that what is undone is exactly what was set and not undone. Unknown modes are left alone,
//! and so are the title, colours (a user's own start-up files may have set them) and tab stops. Sources: xterm's
//! ctlseqs, DEC STD 070, the kitty keyboard protocol, the OSC 8 hyperlink specification.

mod scan;
mod undo;

use scan::{Found, Scanner};

use crate::sgr::Pen;

/// DEC private modes, and whether a terminal starts with them set. At most 64: one bit each.
const PRIVATE: &[(u16, bool)] = &[
    (1, false),    // DECCKM, application cursor keys
    (5, false),    // DECSCNM, reverse screen
    (6, false),    // DECOM, origin
    (7, true),     // DECAWM, autowrap
    (9, false),    // X10 mouse
    (12, false),   // blinking cursor
    (25, true),    // DECTCEM, cursor visible
    (45, false),   // reverse wrap
    (66, false),   // DECNKM, application keypad
    (69, false),   // DECLRMM, left and right margins
    (80, false),   // DECSDM, sixel display
    (1000, false), // mouse: buttons
    (1001, false), // mouse: highlight
    (1002, false), // mouse: drag
    (1003, false), // mouse: all motion
    (1004, false), // focus events
    (1005, false), // mouse: UTF-8
    (1006, false), // mouse: SGR
    (1007, false), // mouse: alternate scroll
    (1015, false), // mouse: urxvt
    (1016, false), // mouse: SGR pixels
    (2004, false), // bracketed paste
    (2026, false), // synchronized update
    (2027, false), // grapheme clusters
    (2031, false), // colour scheme reports
    (2048, false), // in-band resize
    (7727, false), // mintty: application escape key
    (9001, false), // win32 input
];

const ORIGIN: u16 = 6;
const SYNC: u16 = 2026;
const CURSOR_SAVED: u16 = 1048;

/// Flags that one screen's kitty keyboard stack is remembered to; terminals keep fewer and drop the oldest.
const KITTY_DEPTH: usize = 32;

/// Kinds of `XTMODKEYS` resources (`CSI > kind ; value m`).
const KEY_KINDS: usize = 8;

/// The number that a parameter spells; empty and nonsense are 0, as terminals read it.
fn number(text: &[u8]) -> u16 {
    std::str::from_utf8(text)
        .ok()
        .and_then(|t| t.parse().ok())
        .unwrap_or(0)
}

/// One screen's kitty keyboard state: flags of the entry below the stack, then what was pushed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Kitty {
    base: u8,
    pushed: Vec<u8>,
}

/// What differs from a fresh terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// Bit i: `PRIVATE[i]` is not as it starts.
    private: u64,
    /// The mode that the alternate screen was entered with.
    alternate: Option<u16>,
    /// The cursor was saved by mode 1048 and not restored.
    cursor_saved: bool,
    /// IRM.
    insert: bool,
    /// LNM.
    newline: bool,
    /// DECKPAM.
    keypad: bool,
    /// Rows of DECSTBM, `top;bottom`; empty: the whole screen.
    margins: Vec<u8>,
    /// DECSCUSR; 0: the terminal's own.
    shape: u16,
    /// XTMODKEYS by kind; `None`: the terminal's own.
    keys: [Option<u16>; KEY_KINDS],
    /// By screen: main, alternate.
    kitty: [Kitty; 2],
    /// Final bytes of the designations of G0 to G3; 0: as at the start.
    charsets: [u8; 4],
    /// SO is in force, or LS2, LS3: another set than G0 is shifted in.
    shifted: bool,
    pen: Pen,
    /// Parameters and URI of an open hyperlink; empty: none.
    link: Vec<u8>,
}

/// What the child has done to the terminal's modes.
#[derive(Debug, Default)]
pub struct Modes {
    scanner: Scanner,
    state: State,
    /// While they are undone for a stopped child: what it believes.
    parked: Option<State>,
    rows: u16,
}

impl Modes {
    /// A fresh terminal of so many rows.
    pub fn new(rows: u16) -> Self {
        Modes {
            rows,
            ..Modes::default()
        }
    }

    /// The terminal has so many rows from now on: what counts as full margins.
    pub fn resize(&mut self, rows: u16) {
        self.rows = rows;
    }

    /// Takes what the terminal is told, cut anywhere.
    pub fn feed(&mut self, bytes: &[u8]) {
        let (state, parked, rows) = (&mut self.state, &mut self.parked, self.rows);
        self.scanner.feed(bytes, |found| {
            state.apply(found, rows);
            if let Some(parked) = parked {
                parked.apply(found, rows);
            }
        });
    }

    /// Undoes everything, for good.
    pub fn undo(&mut self, out: &mut Vec<u8>) {
        if !self.scanner.is_ground() {
            // CAN ends whatever sequence or string was cut short (ECMA-48, vt100.net).
            out.push(0x18);
        }
        self.scanner = Scanner::default();
        std::mem::take(&mut self.state).undo(out);
        self.parked = None;
    }

    /// What would undo everything now.
    pub(crate) fn undoing(&self, out: &mut Vec<u8>) {
        if !self.scanner.is_ground() {
            out.push(0x18);
        }
        self.state.clone().undo(out);
    }

    /// Undoes everything, for now.
    pub fn park(&mut self, out: &mut Vec<u8>) {
        let believed = self.parked.take().unwrap_or_else(|| self.state.clone());
        self.undo(out);
        self.parked = Some(believed);
    }

    /// Sets what was parked again.
    pub fn unpark(&mut self, out: &mut Vec<u8>) {
        if let Some(believed) = self.parked.take() {
            believed.redo(&self.state, out);
            self.state = believed;
        }
    }
}

impl State {
    fn apply(&mut self, found: Found<'_>, rows: u16) {
        match found {
            Found::Csi(b'?', params, 0, b'h') => each(params, |mode| self.set_private(mode, true)),
            Found::Csi(b'?', params, 0, b'l') => each(params, |mode| self.set_private(mode, false)),
            Found::Csi(0, params, 0, b'h') => each(params, |mode| self.set_ansi(mode, true)),
            Found::Csi(0, params, 0, b'l') => each(params, |mode| self.set_ansi(mode, false)),
            Found::Csi(0, params, 0, b'm') => drop(self.pen.apply(params)),
            Found::Csi(0, params, 0, b'r') => self.set_margins(params, rows),
            Found::Csi(0, params, b' ', b'q') => self.shape = number(params),
            Found::Csi(0, _, b'!', b'p') => self.soft_reset(),
            Found::Csi(b'>', params, 0, b'm') => self.set_keys(params),
            Found::Csi(b'>', params, 0, b'n') => self.set_keys(params),
            Found::Csi(marker, params, 0, b'u') => self.set_kitty(marker, params),
            Found::Esc(0, b'c') => *self = State::default(),
            Found::Esc(0, b'=') => self.keypad = true,
            Found::Esc(0, b'>') => self.keypad = false,
            Found::Esc(0, b'n' | b'o') => self.shifted = true,
            Found::Esc(set @ b'('..=b'+', name) => {
                self.charsets[usize::from(set - b'(')] = if name == b'B' { 0 } else { name };
            }
            Found::Shift(byte) => self.shifted = byte == 0x0e,
            Found::Osc(text) => self.set_link(text),
            Found::Csi(..) | Found::Esc(..) => {}
        }
    }

    fn set_private(&mut self, mode: u16, on: bool) {
        match mode {
            47 | 1047 | 1049 => self.alternate = on.then_some(mode),
            CURSOR_SAVED => self.cursor_saved = on,
            _ => {
                if let Some(i) = PRIVATE.iter().position(|&(m, _)| m == mode) {
                    let bit = 1 << i;
                    self.private = if on == PRIVATE[i].1 {
                        self.private & !bit
                    } else {
                        self.private | bit
                    };
                }
            }
        }
    }

    fn differs(&self, mode: u16) -> bool {
        PRIVATE
            .iter()
            .position(|&(m, _)| m == mode)
            .is_some_and(|i| self.private & (1 << i) != 0)
    }

    fn set_ansi(&mut self, mode: u16, on: bool) {
        match mode {
            4 => self.insert = on,
            20 => self.newline = on,
            _ => {}
        }
    }

    fn set_margins(&mut self, params: &[u8], rows: u16) {
        let mut numbers = params.split(|&b| b == b';').map(number);
        let (top, bottom) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        self.margins.clear();
        if top > 1 || (bottom != 0 && bottom < rows) {
            self.margins.extend_from_slice(params);
        }
    }

    fn set_keys(&mut self, params: &[u8]) {
        let mut words = params.split(|&b| b == b';');
        let kind = usize::from(number(words.next().unwrap_or_default()));
        if let Some(slot) = self.keys.get_mut(kind) {
            *slot = words
                .next()
                .filter(|w| !w.is_empty())
                .map(number)
                .filter(|&value| value != 0);
        }
    }

    fn set_kitty(&mut self, marker: u8, params: &[u8]) {
        let kitty = &mut self.kitty[usize::from(self.alternate.is_some())];
        let mut words = params.split(|&b| b == b';');
        let first = number(words.next().unwrap_or_default());
        let flags = first as u8;
        match marker {
            b'>' => {
                if kitty.pushed.len() == KITTY_DEPTH {
                    kitty.pushed.remove(0);
                }
                kitty.pushed.push(flags);
            }
            b'<' => {
                let left = kitty.pushed.len().saturating_sub(usize::from(first.max(1)));
                kitty.pushed.truncate(left);
            }
            b'=' => {
                let top = kitty.pushed.last_mut().unwrap_or(&mut kitty.base);
                match words.next().map_or(1, number) {
                    2 => *top |= flags,
                    3 => *top &= !flags,
                    _ => *top = flags,
                }
            }
            _ => {}
        }
    }

    fn set_link(&mut self, text: &[u8]) {
        let Some(link) = text.strip_prefix(b"8;") else {
            return;
        };
        self.link.clear();
        let uri = link
            .iter()
            .position(|&b| b == b';')
            .map_or(&[][..], |i| &link[i + 1..]);
        if !uri.is_empty() {
            self.link.extend_from_slice(link);
        }
    }

    /// DECSTR (xterm ctlseqs, VT510).
    fn soft_reset(&mut self) {
        for mode in [1, ORIGIN, 7, 25] {
            let start = PRIVATE.iter().any(|&(m, set)| m == mode && set);
            self.set_private(mode, start);
        }
        self.insert = false;
        self.keypad = false;
        self.margins.clear();
        self.charsets = [0; 4];
        self.shifted = false;
        self.pen.reset();
    }
}

fn each(params: &[u8], mut act: impl FnMut(u16)) {
    params
        .split(|&b| b == b';')
        .for_each(|word| act(number(word)));
}

#[cfg(test)]
mod tests;
