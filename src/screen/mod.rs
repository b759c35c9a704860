//! The model of what a terminal shows: alacritty_terminal's grid, and beside each of its rows what we know of it.
//!
//! A row keeps its identity while it scrolls; [`Effect`] says before a token is fed which rows it will move, touch or erase,
//! so that the owner can look at a row for the last time before it leaves.

mod effect;
mod grids;
mod ground;
mod resize;
pub mod width;

use std::ops::Range;

use alacritty_terminal::event::VoidListener;
use alacritty_terminal::grid::Dimensions;
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::term::{Config, Term, TermMode};
use vte::ansi::{Attr, Color, Handler, NamedColor, Processor, Timeout};

use crate::stream::{Csi, Kind, Params};
pub use effect::{Effect, Shift};
pub(crate) use grids::line;
pub use ground::{
    Base, BaseExtent, Ground, MAX_BASES, Tint, background, common_ground, ground, is_default,
    is_gutter, is_shaded,
};

/// A terminal's size in character cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns, at least 1.
    pub cols: u16,
    /// Rows, at least 1.
    pub rows: u16,
}

impl Dimensions for Size {
    fn total_lines(&self) -> usize {
        self.screen_lines()
    }
    fn screen_lines(&self) -> usize {
        usize::from(self.rows).max(1)
    }
    fn columns(&self) -> usize {
        // The grid reads a cell beside a wide character's first one.
        usize::from(self.cols).max(2)
    }
}

/// Never holds back a synchronized update: the model must not lag behind the stream.
#[derive(Default)]
struct Never;

impl Timeout for Never {
    fn set_timeout(&mut self, _: std::time::Duration) {}
    fn clear_timeout(&mut self) {}
    fn pending_timeout(&self) -> bool {
        false
    }
}

/// What an owner keeps beside each row.
pub trait Row {
    /// For a row that has just come up, blank.
    fn new(id: u64) -> Self;
}

/// Where the cursor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Column, from 0.
    pub x: usize,
    /// Row, from 0.
    pub y: usize,
    /// The last column has been written and the next character wraps.
    pub pending: bool,
}

/// How a row's cells are painted, those with a background of the child's own left aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// No cell has B or G, some have the default background.
    Plain,
    /// Some have B or G, none the default background.
    Shaded,
    /// Both.
    Mixed,
    /// Every cell has a background of the child's own.
    Own,
}

/// A screen, and an `R` for each of its rows.
pub struct Screen<R> {
    term: Term<VoidListener>,
    parser: Processor<Never>,
    size: Size,
    rows: Vec<R>,
    /// The rows of the screen that is not shown: the main one while the alternate one is.
    other: Vec<R>,
    margins: Range<usize>,
    /// Backgrounds that count as the default one.
    bases: Vec<Base>,
    /// The row that left the main screen last soft-wraps into the first one.
    above_wraps: bool,
    /// A line feed returns as well: bytes that no terminal's line discipline has seen (POSIX ONLCR).
    returns: bool,
    next_id: u64,
}

impl<R: Row> Screen<R> {
    /// A blank screen with the cursor at home.
    pub fn new(size: Size) -> Self {
        Screen::with_history(size, 0)
    }

    /// The same, which keeps so many rows that scroll out. It cannot be resized.
    pub fn with_history(size: Size, rows: usize) -> Self {
        let config = Config {
            scrolling_history: rows,
            kitty_keyboard: false,
            ..Config::default()
        };
        let mut screen = Screen {
            term: Term::new(config, &size, VoidListener),
            parser: Processor::new(),
            size,
            rows: Vec::new(),
            other: Vec::new(),
            margins: 0..size.screen_lines(),
            bases: Vec::new(),
            above_wraps: false,
            returns: false,
            next_id: 0,
        };
        screen.rows = screen.fresh(size.screen_lines());
        screen.other = screen.fresh(size.screen_lines());
        screen
    }

    /// From now on a line feed returns to the first column as well.
    pub fn line_feeds_return(&mut self) {
        self.returns = true;
    }

    /// Whether a line feed returns as well.
    pub fn returns(&self) -> bool {
        self.returns
    }

    fn fresh(&mut self, count: usize) -> Vec<R> {
        (0..count).map(|_| self.fresh_row()).collect()
    }

    fn fresh_row(&mut self) -> R {
        self.next_id += 1;
        R::new(self.next_id)
    }

    /// The identity the next row to come up will have.
    pub fn coming_id(&self) -> u64 {
        self.next_id + 1
    }

    /// Feeds bytes, after `apply` was told what they do to the rows.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.parser.advance(&mut self.term, bytes);
        if !self.bases.is_empty() {
            self.adopt();
        }
    }

    /// Sets the pen's background to a tint over a ground.
    pub fn set_tint(&mut self, tint: Tint, ground: Ground) {
        let color = ground.color(tint);
        self.term.terminal_attribute(Attr::Background(color));
    }

    /// What the pen's background counts as; `None` for one of the child's own.
    pub fn pen_ground(&self) -> Option<Ground> {
        Ground::under(self.term.grid().cursor.template.bg)
    }

    /// A pen that was given a base by name has the colour that stands for it.
    fn adopt(&mut self) {
        let color = self.term.grid().cursor.template.bg;
        if let Some(n) = self.bases.iter().position(|b| b.color == color) {
            let ground = Ground::Base(u8::try_from(n).unwrap_or(0));
            self.set_tint(Tint::None, ground);
        }
    }

    /// The backgrounds that count as the default one, in their order.
    pub fn bases(&self) -> &[Base] {
        &self.bases
    }

    /// Another background counts as the default one from now on, in the cells that stand too. Not more than [`MAX_BASES`].
    pub fn add_base(&mut self, base: Base) {
        let color = base.color;
        if self.bases.len() == MAX_BASES || self.bases.iter().any(|b| b.color == color) {
            return;
        }
        let ground = Ground::Base(u8::try_from(self.bases.len()).unwrap_or(0));
        self.bases.push(base);
        let columns = self.term.columns();
        for y in 0..self.term.screen_lines() {
            let row = &mut self.term.grid_mut()[Line(i32::try_from(y).unwrap_or(0))];
            for cell in &mut row[Column(0)..Column(columns)] {
                if cell.bg == color {
                    cell.bg = ground.color(Tint::None);
                }
            }
        }
        self.adopt();
    }

    /// A background of the child's own that covers more than half of the screen.
    pub fn majority_background(&self) -> Option<Color> {
        ground::majority((0..self.height()).flat_map(|y| self.cells(y)))
    }

    /// The cursor goes to the start of the last row, which is erased; the pen is that of a reset.
    pub fn restart(&mut self) {
        let position = format!("\x1b[0m\x1b[{};1H\x1b[2K", self.height());
        self.feed(position.as_bytes());
    }

    /// The same with a screen that is blank under B, which the pen has.
    pub fn restart_shaded(&mut self) {
        self.feed(b"\x1b[0m");
        self.set_tint(Tint::Shade, Ground::Default);
        self.term.grid_mut().reset_region(..);
        let position = format!("\x1b[{};1H", self.height());
        self.feed(position.as_bytes());
        self.above_wraps = false;
    }

    /// Moves and renews the rows' companions as `shift` says. `writes`: characters do it, so the cursor's row wraps.
    fn apply(&mut self, shift: &Shift, writes: bool) {
        match *shift {
            Shift::None => (),
            Shift::Up {
                top, bottom, count, ..
            } => {
                if top == 0 && !self.alternate() {
                    let last = count - 1;
                    self.above_wraps = writes && last >= self.cursor().y || self.soft_wraps(last);
                }
                self.rows[top..bottom].rotate_left(count);
                for y in bottom - count..bottom {
                    self.rows[y] = self.fresh_row();
                }
            }
            Shift::Down { top, bottom, count } => {
                self.rows[top..bottom].rotate_right(count);
                for y in top..top + count {
                    self.rows[y] = self.fresh_row();
                }
            }
            Shift::All => {
                self.above_wraps = false;
                self.rows = self.fresh(self.size.screen_lines());
            }
            Shift::Alternate => {
                std::mem::swap(&mut self.rows, &mut self.other);
                self.rows = self.fresh(self.size.screen_lines());
            }
            Shift::Main => std::mem::swap(&mut self.rows, &mut self.other),
            Shift::Reset => {
                if self.alternate() {
                    std::mem::swap(&mut self.rows, &mut self.other);
                }
                self.rows = self.fresh(self.size.screen_lines());
            }
        }
    }

    /// Takes over the margins, after a sequence that may have set them.
    pub fn set_margins(&mut self, margins: Range<usize>) {
        self.margins = margins;
    }

    /// The scroll margins: the rows that scroll.
    pub fn margins(&self) -> Range<usize> {
        self.margins.clone()
    }

    /// Whether the margins leave a row out.
    pub fn margins_set(&self) -> bool {
        self.margins != (0..self.size.screen_lines())
    }

    /// Switches to the alternate screen or back without a word to the parser (modes 47 and 1047, which the grid lacks).
    pub fn swap(&mut self) {
        self.term.swap_alt();
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.term.columns()
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.term.screen_lines()
    }

    /// Where the cursor is.
    pub fn cursor(&self) -> Cursor {
        let cursor = &self.term.grid().cursor;
        Cursor {
            x: cursor.point.column.0,
            y: usize::try_from(cursor.point.line.0).unwrap_or(0),
            pending: cursor.input_needs_wrap,
        }
    }

    /// Whether the alternate screen is shown.
    pub fn alternate(&self) -> bool {
        self.term.mode().contains(TermMode::ALT_SCREEN)
    }

    /// Whether a character past the last column wraps (DECAWM).
    pub fn wraps(&self) -> bool {
        self.term.mode().contains(TermMode::LINE_WRAP)
    }

    /// Whether insert mode (IRM) is on.
    pub fn inserts(&self) -> bool {
        self.term.mode().contains(TermMode::INSERT)
    }

    /// Whether insert mode (IRM) or origin mode (DECOM) is on.
    pub fn insert_or_origin(&self) -> bool {
        self.term
            .mode()
            .intersects(TermMode::INSERT | TermMode::ORIGIN)
    }

    /// The companions of the rows that are shown.
    pub fn rows(&self) -> &[R] {
        &self.rows
    }

    /// The companions of the rows that are shown.
    pub fn rows_mut(&mut self) -> &mut [R] {
        &mut self.rows
    }

    /// The companions of the rows of the other screen.
    pub fn other_rows_mut(&mut self) -> &mut [R] {
        &mut self.other
    }

    /// The cells of a row.
    pub fn cells(&self, y: usize) -> &[Cell] {
        let row = &self.term.grid()[Line(i32::try_from(y).unwrap_or(0))];
        &row[Column(0)..Column(self.term.columns())]
    }

    /// Whether the row soft-wraps into the next one.
    pub fn soft_wraps(&self, y: usize) -> bool {
        self.cells(y)
            .last()
            .is_some_and(|c| c.flags.contains(Flags::WRAPLINE))
    }

    /// Whether the row continues a soft-wrapped one.
    pub fn continues(&self, y: usize) -> bool {
        match y {
            0 => self.above_wraps && !self.alternate(),
            _ => self.soft_wraps(y - 1),
        }
    }

    /// Whether nothing can be seen in the row but backgrounds.
    pub fn is_blank(&self, y: usize) -> bool {
        self.cells(y).iter().all(is_blank)
    }

    /// How many rows below the cursor hold anything: text, or a background that the child has set.
    pub fn rows_below_cursor(&self) -> usize {
        let y = self.cursor().y;
        let shows = |cell: &Cell| !is_blank(cell) || !is_default(cell) && !is_shaded(cell);
        (y + 1..self.height())
            .rev()
            .find(|&below| self.cells(below).iter().any(shows))
            .map_or(0, |last| last - y)
    }

    /// Whether a row holds nothing but its paint, B or none, as if nobody had written in it.
    pub fn is_unwritten(&self, y: usize) -> bool {
        let unwritten = |cell: &Cell| {
            is_blank(cell)
                && ground(cell) == Some(Ground::Default)
                && cell.fg == Color::Named(NamedColor::Foreground)
        };
        self.cells(y).iter().all(unwritten)
    }

    /// How the row is painted.
    pub fn paint(&self, y: usize) -> Paint {
        let (mut plain, mut shaded) = (false, false);
        for cell in self.cells(y) {
            shaded |= is_shaded(cell);
            plain |= is_default(cell) && !cell.flags.contains(Flags::INVERSE);
        }
        match (plain, shaded) {
            (true, true) => Paint::Mixed,
            (false, true) => Paint::Shaded,
            (true, false) => Paint::Plain,
            (false, false) => Paint::Own,
        }
    }
}

/// Whether nothing can be seen in a cell but its background.
pub fn is_blank(cell: &Cell) -> bool {
    const VISIBLE: Flags = Flags::INVERSE
        .union(Flags::ALL_UNDERLINES)
        .union(Flags::STRIKEOUT);
    matches!(cell.c, ' ' | '\t')
        && !cell.flags.intersects(VISIBLE)
        && !cell.flags.contains(Flags::WIDE_CHAR_SPACER)
        && cell.extra.is_none()
}

impl<R: Row> Screen<R> {
    /// The grid lacks selective erasure, and deletes too much if there are fewer characters than are to be deleted.
    fn feed_csi(&mut self, csi: Csi, bytes: &[u8]) {
        let selective = csi.prefix == b'?' && csi.intermediate == 0 && !csi.malformed;
        if (csi.is(b'J') || selective && csi.action == b'J') && !csi.controls {
            self.feed_erase_display(csi, bytes);
        } else if selective && csi.action == b'K' {
            self.feed(b"\x1b[");
            self.feed(csi.params(bytes));
            self.feed(b"K");
        } else if !csi.controls
            && csi.prefix == 0
            && b"ABEF".contains(&csi.action)
            && self.margins_set()
        {
            self.feed_vertical(csi, bytes);
        } else if csi.is(b'P') && !csi.controls {
            let left = self.cols() - self.cursor().x;
            let count = usize::from(Params::count(csi.params(bytes))).min(left);
            self.feed(format!("\x1b[{count}P").as_bytes());
        } else {
            self.feed(bytes);
        }
    }

    /// CUU, CUD, CNL, CPL stop at a margin that they come to from inside (DEC STD 070); the grid goes past it.
    fn feed_vertical(&mut self, csi: Csi, bytes: &[u8]) {
        let (y, margins) = (self.cursor().y, self.margins());
        let count = usize::from(Params::count(csi.params(bytes)));
        let room = match csi.action {
            b'A' | b'F' if y >= margins.start => y - margins.start,
            b'B' | b'E' if y < margins.end => margins.end - 1 - y,
            _ => self.height(),
        };
        let moved = count.min(room);
        if moved > 0 {
            self.feed(format!("\x1b[{moved}{}", char::from(csi.action)).as_bytes());
        } else if matches!(csi.action, b'E' | b'F') {
            self.feed(b"\r");
        }
    }

    /// ED. The grid's own leaves the first row out if the cursor is in the second, and with 2 keeps cells of before a resize.
    fn feed_erase_display(&mut self, csi: Csi, bytes: &[u8]) {
        let mode = Params::new(csi.params(bytes))
            .next()
            .and_then(|(v, _)| v)
            .unwrap_or(0);
        let line = self.term.grid().cursor.point.line;
        match mode {
            0 => self.feed(b"\x1b[J"),
            1 => {
                self.term.grid_mut().reset_region(..line);
                self.feed(b"\x1b[1K");
            }
            2 => self.term.grid_mut().reset_region(..),
            _ => (),
        }
    }

    /// Where the grid does what few terminals do, the cursor is set right: a line feed cancels a pending wrap, and leaving
    /// origin mode leads home.
    fn follow_majority(&mut self, kind: &Kind, bytes: &[u8], pending: bool) {
        match kind {
            Kind::Control(b'\n' | 0x0b | 0x0c) | Kind::Escape(0, b'D') if pending => {
                let column = format!("\x1b[{}G", self.cols());
                self.feed(column.as_bytes());
            }
            Kind::Csi(csi)
                if csi.prefix == b'?'
                    && csi.action == b'l'
                    && Params::new(csi.params(bytes)).any(|(v, _)| v == Some(6)) =>
            {
                self.feed(b"\x1b[H");
            }
            _ => (),
        }
    }

    /// Takes a child's token in: moves the rows as `effect` says and shows the token. `osc` is a whole OSC's text.
    pub fn take(&mut self, kind: &Kind, bytes: &[u8], osc: Option<&[u8]>, effect: &Effect) {
        let margins = self.margins_after(kind, bytes);
        let pending = self.cursor().pending;
        let repeats = |csi: &Csi| (csi.prefix, csi.action) == (0, b'b');
        let writes = matches!(kind, Kind::Text) || matches!(kind, Kind::Csi(csi) if repeats(csi));
        self.apply(&effect.shift, writes);
        match kind {
            // Most terminals keep the pending wrap; the grid would wrap.
            Kind::Control(b'\t') if pending => (),
            Kind::String(_) => {
                if let Some(link) = osc.filter(|t| t.starts_with(b"8;")) {
                    self.feed(b"\x1b]");
                    self.feed(link);
                    self.feed(b"\x1b\\");
                }
            }
            Kind::C1(_) => (),
            Kind::Csi(csi) => self.feed_csi(*csi, bytes),
            Kind::Control(b'\n') if self.returns => {
                self.feed(bytes);
                self.feed(b"\r");
            }
            _ => self.feed(bytes),
        }
        self.follow_majority(kind, bytes, pending);
        // Modes 47 and 1047, which the grid does not know.
        match effect.shift {
            Shift::Alternate if !self.alternate() => self.term.swap_alt(),
            Shift::Main if self.alternate() => self.term.swap_alt(),
            _ => (),
        }
        if let Some(margins) = margins {
            self.margins = margins;
        }
    }
}
