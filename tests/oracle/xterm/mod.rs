//! A terminal of our own after xterm, independent of the engine's model and of its parser.
//!
//! It differs from alacritty_terminal exactly where real terminals do, so that what holds in both is likely to hold
//! everywhere. Where terminals disagree it sides with the one that is least forgiving to a program that inserts bytes:
//!
//! | behaviour | as in |
//! |---|---|
//! | EL, ED, ECH, ICH, DCH under a pending wrap erase the last cell and cancel the wrap | xterm, VTE |
//! | LF under a pending wrap cancels it and keeps the column; DECRC restores it | xterm |
//! | erasing the last cell ends a row's soft wrap | xterm, alacritty |
//! | erasing from the first cell ends the soft wrap of the row above | xterm.js |
//! | a combining mark joins only what was written directly before it, else it takes a column | xterm.js |
//! | REP repeats only what was written directly before it | xterm, xterm.js, tmux, VTE |
//! | a wide character that does not fit leaves the last cell as it was | all but xterm.js and alacritty |
//! | bytes that are no UTF-8 take no column | xterm.js, kitty, tmux |
//! | U+0080 to U+009F are C1 controls | xterm.js, kitty, VTE |
//! | DECALN fills under the pen's background, DECSTR resets the pen | xterm, xterm.js |
//! | IL and DL go to the first column | xterm.js, VTE |
//! | ED 2 and SU leave the scrollback alone | xterm, kitty (ED 2) |
//! | a resize cuts and pads rows, nothing flows | xterm |

mod edit;
mod modes;
mod parser;
mod print;
mod sgr;
mod terminal;

use shade_pty::Size;

use self::parser::{Csi, Parser, Perform};
use self::terminal::Terminal;
use super::emulator::Emulator;
use super::screen::{Colour, Snapshot};

/// The terminal.
#[derive(Clone)]
pub struct Xterm {
    parser: Parser,
    terminal: Terminal,
}

impl Xterm {
    pub fn new(size: Size) -> Self {
        Xterm {
            parser: Parser::default(),
            terminal: Terminal::new(size),
        }
    }

    /// Whether no sequence or character is unfinished.
    pub fn is_at_rest(&self) -> bool {
        self.parser.is_at_rest()
    }

    /// Whether no synchronized update is unfinished either.
    pub fn is_settled(&self) -> bool {
        self.is_at_rest() && !self.terminal.is_set(true, 2026, false)
    }

    /// Whether any cell can be written and the cursor brought back: no pending wrap, and no margins, insertion, origin
    /// mode or charset to change first.
    pub fn is_plain(&self) -> bool {
        let terminal = &self.terminal;
        !terminal.cursor.pending
            && terminal.margins == (0, terminal.size.rows - 1)
            && !terminal.is_insert()
            && !terminal.is_origin()
            && terminal.charsets[terminal.charset_in_use] == b'B'
    }

    /// Whether the next character wraps first.
    pub fn is_pending(&self) -> bool {
        self.terminal.cursor.pending
    }

    /// For each visible row a number that stays with it while it moves, and whether it has a cell of this background.
    pub fn rows_with(&self, bg: Colour) -> Vec<(u64, bool)> {
        self.terminal
            .lines()
            .iter()
            .filter(|line| !line.is_blank())
            .map(|line| (line.id, line.has(bg)))
            .collect()
    }
}

impl Emulator for Xterm {
    fn feed(&mut self, bytes: &[u8]) {
        self.parser.advance(bytes, &mut self.terminal);
    }

    fn resize(&mut self, size: Size) {
        self.terminal.resize(size);
    }

    fn snapshot(&self) -> Snapshot {
        self.terminal.snapshot()
    }
}

impl Perform for Terminal {
    fn print(&mut self, c: char) {
        self.put(c);
    }

    fn control(&mut self, byte: u8) {
        self.last = None;
        match byte {
            0x07 => self.say("<bell>"),
            0x08 => self.move_by(-1, 0),
            0x09 => self.tab_forward(),
            0x0a..=0x0c => self.line_feed(),
            0x0d => self.move_to_column(0),
            0x0e => self.charset_in_use = 1,
            0x0f => self.charset_in_use = 0,
            _ => {}
        }
    }

    fn escape(&mut self, intermediates: &[u8], last: u8) {
        self.last = None;
        match (intermediates, last) {
            ([], b'7') => self.save_cursor(),
            ([], b'8') => self.restore_cursor(),
            ([], b'D') => self.index(),
            ([], b'E') => self.next_line(),
            ([], b'M') => self.reverse_index(),
            ([], b'H') => self.set_tab(),
            ([], b'c') => *self = Terminal::new(self.size),
            ([], b'=' | b'>') => self.keypad = last,
            ([b'('], _) => self.charsets[0] = last,
            ([b')'], _) => self.charsets[1] = last,
            ([b'#'], b'8') => self.alignment_test(),
            _ => {}
        }
    }

    fn csi(&mut self, csi: &Csi) {
        let before = self.last.take();
        match (csi.prefix, csi.intermediates.as_slice()) {
            (None, []) => self.plain_csi(csi, before),
            (Some(b'?'), []) => self.private_csi(csi),
            (None, b"!") if csi.last == b'p' => self.soft_reset(),
            (None, b" ") if csi.last == b'q' => self.cursor_style = csi.param(0),
            (Some(b'>'), []) if csi.last == b'c' => self.say("<device attributes 2>"),
            _ => {}
        }
    }

    fn osc(&mut self, text: &[u8]) {
        self.last = None;
        let text = String::from_utf8_lossy(text);
        match text.split_once(';') {
            Some(("0" | "2", title)) => self.title = Some(title.to_owned()),
            Some(("8", link)) => self.link = (!link.ends_with(';')).then(|| link.into()),
            Some((code, question)) if question.ends_with('?') => self.say(&format!("<osc {code}>")),
            _ => {}
        }
    }

    fn other(&mut self) {
        self.last = None;
    }
}

impl Terminal {
    fn private_csi(&mut self, csi: &Csi) {
        match csi.last {
            b'h' | b'l' => self.set_private_modes(csi, csi.last == b'h'),
            b'J' => self.erase_in_display(csi.param(0)),
            b'K' => self.erase_in_line(csi.param(0)),
            b'n' => self.say("<private status>"),
            _ => {}
        }
    }

    fn plain_csi(&mut self, csi: &Csi, before: Option<char>) {
        let count = csi.count(0);
        match csi.last {
            b'@' => self.insert_blanks(count),
            b'A' => self.move_up(count),
            b'B' | b'e' => self.move_down(count),
            b'C' | b'a' => self.move_by(count.into(), 0),
            b'D' => self.move_by(-i32::from(count), 0),
            b'E' => {
                self.move_down(count);
                self.move_to_column(0);
            }
            b'F' => {
                self.move_up(count);
                self.move_to_column(0);
            }
            b'G' | b'`' => self.move_to_column(count - 1),
            b'H' | b'f' => self.move_to(csi.count(1) - 1, count - 1),
            b'I' => (0..count).for_each(|_| self.tab_forward()),
            b'J' => self.erase_in_display(csi.param(0)),
            b'K' => self.erase_in_line(csi.param(0)),
            b'L' => self.insert_lines(count),
            b'M' => self.delete_lines(count),
            b'P' => self.delete_chars(count),
            b'S' => self.scroll_up(count, false),
            b'T' if csi.params.len() == 1 => self.scroll_down(count),
            b'X' => self.erase_chars(count),
            b'Z' => (0..count).for_each(|_| self.tab_backward()),
            b'b' => before
                .into_iter()
                .for_each(|c| (0..count).for_each(|_| self.put(c))),
            b'c' => self.say("<device attributes>"),
            b'd' => self.move_to(self.cursor.x, count - 1),
            b'g' => self.clear_tabs(csi.param(0)),
            b'h' | b'l' => self.set_ansi_modes(csi, csi.last == b'h'),
            b'm' => sgr::apply(&mut self.pen, &csi.params),
            b'n' => self.report_status(csi.param(0)),
            b'r' => self.set_margins(csi.param(0), csi.param(1)),
            b's' => self.save_cursor(),
            b'u' => self.restore_cursor(),
            _ => {}
        }
    }
}
