//! How sure we are of where the terminal's cursor is.
//!
//! Terminals disagree on widths and on a few sequences. After one of these the model may be off by some columns, or rows,
//! until the child says absolutely where it goes on.

use super::item::{Item, Line};
use crate::screen::width::Doubts;
use crate::screen::{Cursor, Screen};
use crate::stream::{Csi, Kind, Params};

/// What is uncertain.
#[derive(Debug)]
pub(super) struct Sure {
    /// By how many columns terminals may differ.
    slack: usize,
    /// A wide character stood at the last wrap: one that does not fit leaves a column.
    wide: bool,
    /// The column is not the model's for another reason than widths.
    column_lost: bool,
    /// But no terminal is further to the right than the model: text that does not wrap here wraps nowhere.
    behind: bool,
    /// And by how many the text may be wider than in the model.
    wider: usize,
    /// And those in which an erase destroys a character while a wrap is pending.
    fragile: usize,
    /// The cursor may be on another row than the model says.
    row_lost: bool,
    /// The screen's first row is the terminal's first row. Until then the terminal's cursor is at or below the model's.
    home: bool,
    /// The rows of the screen are those of the terminal at the same places. Not so where the terminal was in use, nor where a
    /// row may have wrapped here or there only: then they are the same as far as they were written since, but lie elsewhere.
    level: bool,
    /// By how many rows the terminal's cursor may stand higher, or lower, for the latter reason.
    higher: usize,
    lower: usize,
    /// The screen was erased, and nothing was written since.
    cleared: bool,
    /// No row is known any more, since the cursor was placed absolutely on rows that lie elsewhere.
    elsewhere: bool,
    /// Rows that stood before lie elsewhere than those that are written from now on.
    bent: bool,
    /// The cursor may be anywhere.
    adrift: bool,
    /// And what is blank in all terminals nevertheless.
    blank: Blank,
    /// Whether rows may have scrolled since the cursor was saved, if it was: xterm.js then restores it to another row than
    /// the others.
    saved: Option<bool>,
    /// Line feeds since then, and nothing that goes up: a screenful of them leads to the last row in any terminal.
    feeds: usize,
    /// Glyphs are of another character set (DEC Special Graphics).
    charset: bool,
    /// Foreign sets designated to G0 and G1, and which one is in use.
    sets: [bool; 2],
    shift_out: bool,
    /// A line feed returns as well in terminals that know the mode (LNM).
    new_line: bool,
}

/// What is blank below the cursor, wherever each terminal has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Blank {
    /// Nothing for sure.
    Nothing,
    /// The rows below the cursor's.
    Below,
    /// And the cursor's.
    Here,
}

impl Sure {
    pub(super) fn new(from_home: bool) -> Self {
        Sure {
            slack: 0,
            wider: 0,
            fragile: 0,
            wide: false,
            column_lost: false,
            behind: false,
            row_lost: false,
            level: from_home,
            higher: 0,
            lower: 0,
            cleared: false,
            elsewhere: false,
            bent: false,
            adrift: false,
            blank: Blank::Nothing,
            saved: None,
            feeds: 0,
            home: from_home,
            charset: false,
            sets: [false; 2],
            shift_out: false,
            new_line: false,
        }
    }

    /// The child has said which column it goes on in.
    fn at_column(&mut self) {
        (self.slack, self.wider, self.fragile) = (0, 0, 0);
        (self.column_lost, self.behind) = (false, false);
    }

    /// Rows may have scrolled.
    fn scrolled(&mut self) {
        self.saved = self.saved.map(|_| true);
    }

    /// Whether the column is certain.
    pub(super) fn column(&self) -> bool {
        self.slack == 0 && !self.column_lost
    }

    /// Whether glyphs are of another character set.
    pub(super) fn charset(&self) -> bool {
        self.charset
    }

    /// Whether cursor and glyphs are what the model has.
    pub(super) fn is_sure(&self) -> bool {
        self.may_mend() && !self.adrift && !self.shift_out && self.sets == [false; 2]
    }

    /// By how many columns terminals may differ, as far as widths go.
    pub(super) fn slack(&self) -> usize {
        self.slack
    }

    /// Whether text that is written now stands where the model has it, widths aside.
    pub(super) fn placed(&self) -> bool {
        !self.column_lost && !self.row_lost
    }

    /// Whether the rest of the row may be erased from column `x` on, after a wrap: in no terminal that would mind is the
    /// wrap still pending.
    pub(super) fn may_erase_rest(&self, x: usize) -> bool {
        self.clear_of(x, self.fragile)
    }

    /// The cursor was placed absolutely: rows that lie elsewhere are other ones than here.
    fn meet(&mut self, screen: &Screen<Line>) {
        (self.home, self.higher, self.lower) = (true, 0, 0);
        if !screen.alternate() {
            self.elsewhere |= !self.level && !self.cleared;
            self.level = true;
        }
    }

    /// Whether no row is known any more, for that reason; told once.
    pub(super) fn take_elsewhere(&mut self) -> bool {
        std::mem::take(&mut self.elsewhere)
    }

    /// Whether the rows that stand lie elsewhere than those to come; told once.
    pub(super) fn take_bent(&mut self) -> bool {
        std::mem::take(&mut self.bent)
    }

    /// Nothing is sure until the child moves absolutely (a resize).
    pub(super) fn lost(&mut self) {
        self.row_lost = true;
        self.home = false;
        self.feeds = 0;
    }

    /// Nor is it sure whether the rows below are blank: terminals went different ways.
    pub(super) fn cut_loose(&mut self) {
        self.lost();
        (self.adrift, self.column_lost) = (true, true);
        self.blank = Blank::Nothing;
    }

    /// The same where terminals differ only in how far down they went from a row below which all were blank.
    fn drift_down(&mut self, blank: bool) {
        let blank = blank && (!self.adrift || self.blank > Blank::Nothing);
        self.cut_loose();
        if blank {
            self.blank = Blank::Below;
        }
    }

    /// Whether the cursor may be anywhere, but its row is blank in all terminals, and so are those below.
    pub(super) fn is_fresh(&self) -> bool {
        self.adrift && self.blank == Blank::Here
    }

    /// Whether the cursor may be anywhere: then nothing is known of a row that is drawn.
    pub(super) fn adrift(&self) -> bool {
        self.adrift
    }

    /// Whether the cursor, at column `x` of a row it wrapped into, has wrapped in all terminals.
    pub(super) fn wrapped(&self, x: usize) -> bool {
        self.clear_of(x, self.slack)
    }

    /// Whether column `x` of a row that the cursor wrapped into is past the wrap, if terminals differ by up to `columns`.
    fn clear_of(&self, x: usize, columns: usize) -> bool {
        !self.column_lost && x > columns + usize::from(columns > 0 && self.wide)
    }

    /// Text wrapped; `wide`: a wide character stands where it did.
    pub(super) fn wrapped_at(&mut self, wide: bool, screen: &Screen<Line>) {
        self.wide = wide;
        self.behind = false;
        self.scrolled();
        // Nor need it have wrapped everywhere where it does here.
        if self.slack > 0 {
            self.bend(screen);
            self.higher += 1;
        }
    }

    /// Rows may have wrapped in some terminals only. On the main screen, moves are relative, and what is written from now on is
    /// where it is here, seen from the cursor.
    fn bend(&mut self, screen: &Screen<Line>) {
        if screen.alternate() || screen.margins_set() {
            self.row_lost = true;
        } else {
            (self.home, self.level, self.bent) = (false, false, true);
        }
    }

    /// The first row that the cursor can be moved to in all terminals.
    pub(super) fn first_row(&self) -> usize {
        self.higher
    }

    /// The cursor was moved: no terminal's may have come to an edge where it does not here.
    fn moved(&mut self, short: bool, screen: &Screen<Line>) {
        let y = screen.cursor().y;
        let edge = y < self.higher || y + self.lower >= screen.height() || short;
        self.row_lost |= (self.higher > 0 || self.lower > 0) && edge;
    }

    /// Whether rows may be mended: the cursor is where the model says, and glyphs are themselves.
    pub(super) fn may_mend(&self) -> bool {
        self.column() && !self.row_lost && !self.charset
    }

    /// Whether the rows from `y` on, the cursor's or the one below, may be erased if that one is blank: sure, or all of them are.
    pub(super) fn may_erase(&self, screen: &Screen<Line>, y: usize) -> bool {
        let needed = match y == screen.cursor().y {
            true => Blank::Here,
            false => Blank::Below,
        };
        !self.adrift && !self.row_lost
            || (!self.adrift || self.blank >= needed) && is_blank_from(screen, y)
    }

    /// Text is about to be written: whether the rows below are blank, where that will matter.
    pub(super) fn before_text(&self, screen: &Screen<Line>) -> bool {
        self.column_lost && is_blank_from(screen, screen.cursor().y + 1)
    }

    /// Text was written, of which terminals have these `doubts`; `blank`: the rows below were blank before.
    pub(super) fn after_text(
        &mut self,
        text: &[u8],
        doubts: Doubts,
        blank: bool,
        screen: &Screen<Line>,
    ) {
        self.blank = self.blank.min(Blank::Below);
        self.cleared = false;
        self.slack += doubts.contested;
        // A joiner with nothing to join takes a column in xterm.js.
        let stray = usize::from(text.starts_with("\u{200d}".as_bytes()));
        self.wider += doubts.wider + stray;
        self.fragile += doubts.young;
        let cursor = screen.cursor();
        // In some terminal it may have wrapped where it has not here.
        let end = cursor.x + usize::from(cursor.pending);
        let reached = end + self.slack >= screen.cols();
        if self.column_lost && (reached || !self.behind) {
            self.drift_down(blank); // it may have wrapped and scrolled in one terminal and not in another
        }
        if self.wider > 0 && end + self.wider > screen.cols() {
            self.bend(screen);
            self.lower += 1;
        }
    }

    /// A token was written.
    pub(super) fn after(&mut self, item: Item<'_>, before: Cursor, screen: &Screen<Line>) {
        let (cursor, pending) = (screen.cursor(), before.pending);
        if !goes_down(item.kind) {
            self.blank = Blank::Nothing;
        }
        match item.kind {
            Kind::Control(b'\r') => self.at_column(),
            Kind::Control(b'\t') if pending => self.row_lost = true,
            Kind::Control(0x08) if pending => self.column_lost = true,
            Kind::Control(0x0e | 0x0f) => {
                self.shift_out = item.bytes == b"\x0e";
                self.charset = self.sets[usize::from(self.shift_out)];
            }
            Kind::Control(b'\n' | 0x0b | 0x0c) | Kind::Escape(0, b'D' | b'E') => {
                let returns = screen.returns() && matches!(item.kind, Kind::Control(b'\n'));
                if returns {
                    self.at_column();
                }
                self.fed(before.y == cursor.y, screen);
                let may_return = self.new_line && matches!(item.kind, Kind::Control(_));
                self.column_lost |= may_return && !returns && before.x > 0;
                if pending && !returns {
                    self.row_lost = true;
                    self.column_lost = true;
                }
                if matches!(item.kind, Kind::Escape(..)) && item.bytes.ends_with(b"E") {
                    self.at_column(); // NEL
                }
            }
            Kind::Escape(set @ (b'(' | b')'), name) => {
                self.sets[usize::from(*set == b')')] = *name != b'B';
                self.charset = self.sets[usize::from(self.shift_out)];
            }
            Kind::Escape(0, b'c') => *self = Sure::new(true),
            Kind::Escape(0, b'7') => self.saved = Some(false),
            Kind::Escape(0, b'M') => {
                self.scrolled();
                self.moved(cursor.y == before.y, screen);
                // Some keep the pending wrap.
                self.row_lost |= pending;
                self.column_lost |= pending;
            }
            Kind::Escape(0, b'8') if self.saved == Some(true) => self.cut_loose(),
            Kind::Escape(0, b'8') => self.row_lost |= !self.home,
            // DECALN: some go home.
            Kind::Escape(b'#', b'8') => self.cut_loose(),
            Kind::Escape(..) => (),
            Kind::C1(_) => self.cut_loose(),
            Kind::Broken if !item.bytes.is_ascii() => self.cut_loose(),
            // libvterm prints the text of an APC, kitty that of a SOS.
            Kind::String(part) if matches!(part.introducer, b'_' | b'X' | b'^') => {
                self.slack += item.bytes.len();
                self.row_lost |= cursor.x + self.slack >= screen.cols();
            }
            Kind::Csi(csi) => self.csi(*csi, item.bytes, before, screen),
            Kind::Control(_) | Kind::String(_) | Kind::Text | Kind::Broken => (),
        }
    }

    /// A line feed: at the bottom of the model's screen, or after a screenful of them, the terminal's cursor is there too.
    fn fed(&mut self, scrolled: bool, screen: &Screen<Line>) {
        self.feeds += 1;
        self.scrolled();
        // Below a margin the cursor may have stayed in its row.
        if self.blank == Blank::Below && !screen.margins_set() {
            self.blank = Blank::Here;
        }
        if screen.cursor().y + 1 != screen.height() || screen.margins_set() {
            return;
        }
        self.lower = 0;
        self.higher -= usize::from(scrolled && self.higher > 0);
        if !self.row_lost && self.higher == 0 || self.feeds >= screen.height() {
            (self.row_lost, self.adrift, self.home) = (false, false, true);
            self.higher = 0;
            self.level |= !screen.alternate();
        }
    }

    fn csi(&mut self, csi: Csi, bytes: &[u8], before: Cursor, screen: &Screen<Line>) {
        let params = csi.params(bytes);
        let pending = before.pending;
        let rows = screen.cursor().y.abs_diff(before.y);
        let vertical = csi.prefix == 0 && b"ABEF".contains(&csi.action);
        let down = csi.prefix == 0 && b"BEe".contains(&csi.action);
        if down {
            self.blank = self.blank.min(Blank::Below);
        }
        if vertical && screen.margins_set() && rows < usize::from(Params::count(params)) {
            // alacritty goes past a margin
            self.drift_down(down && is_blank_from(screen, before.y + 1));
        }
        if vertical {
            self.moved(rows < usize::from(Params::count(params)), screen);
        }
        match (csi.prefix, csi.action) {
            (0, b'H' | b'f' | b'r') => {
                self.at_column();
                (self.row_lost, self.adrift) = (false, false);
                self.meet(screen);
            }
            (0, b'd') => {
                self.row_lost = false;
                self.meet(screen);
            }
            (0, b'J') if matches!(Params::new(params).next(), Some((Some(2), _))) => {
                self.cleared = !screen.alternate();
            }
            (0, b'G' | b'`') => self.at_column(),
            // VPR: tmux does not know it, and some stop at a margin. VPB: only libvterm knows it.
            (0, b'e') => self.drift_down(is_blank_from(screen, before.y + 1)),
            (0, b'k') => self.cut_loose(),
            (0, b'E' | b'F') => {
                self.at_column();
                self.feeds = 0;
            }
            (0, b'A') => {
                self.feeds = 0;
                self.row_lost |= !self.home && screen.cursor().y == 0 && Params::count(params) > 0
            }
            // libvterm 0.1 knows neither: it takes the one for DECSLRM and goes home.
            (0, b's' | b'u') => self.lost(),
            // kitty does nothing, the others take it for 1.
            (0, b'S' | b'T' | b'L' | b'M')
                if matches!(Params::new(params).next(), Some((Some(0), _))) =>
            {
                self.cut_loose();
            }
            // Some terminals go to the first column, some stay.
            (0, b'L' | b'M') => {
                self.behind = !pending && (self.behind || !self.column_lost);
                self.column_lost = true;
            }
            (0, b'X' | b'@' | b'P' | b'D' | b'K' | b'J' | b'Z') | (b'?', b'K' | b'J')
                if pending =>
            {
                self.column_lost = true;
            }
            (0, b'b') => self.row_lost = true,
            (0, b'p') if csi.intermediate == b'!' => self.row_lost = true,
            (b'?', b'h' | b'l') => {
                let mode = |wanted: &[u16]| {
                    Params::new(params)
                        .filter_map(|(v, _)| v)
                        .any(|v| wanted.contains(&v))
                };
                if mode(&[6]) {
                    self.lost(); // alacritty stays where it is
                } else if mode(&[3, 47, 1047, 1048]) {
                    self.cut_loose(); // not all know them
                }
            }
            (0, b'h' | b'l') if Params::new(params).any(|(v, _)| v == Some(20)) => {
                self.new_line = csi.action == b'h';
            }
            _ if csi.controls => self.row_lost = true,
            _ => (),
        }
    }
}

/// Whether all rows from `y` on are blank.
fn is_blank_from(screen: &Screen<Line>, y: usize) -> bool {
    (y..screen.height()).all(|y| screen.is_blank(y))
}

/// Whether the token leaves rows below the cursor blank, wherever the cursor is: it writes nowhere else, and does not go up.
fn goes_down(kind: &Kind) -> bool {
    match kind {
        Kind::Text | Kind::Control(_) | Kind::String(_) => true,
        Kind::Escape(0, action) => matches!(action, b'7' | b'D' | b'E' | b'H' | b'=' | b'>'),
        Kind::Csi(csi) => {
            !csi.controls && csi.prefix == 0 && b"BCDEGIJKPXZ@`emn".contains(&csi.action)
        }
        Kind::Escape(..) | Kind::C1(_) | Kind::Broken => false,
    }
}
