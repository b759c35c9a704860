//! A screen as ordinary text and sequences that draw it.

use alacritty_terminal::grid::{Dimensions, Grid};
use alacritty_terminal::term::TermMode;
use alacritty_terminal::term::cell::{Cell, Flags, Hyperlink};
use vte::ansi::{CharsetIndex, Color, NamedColor, StandardCharset};

use crate::screen::{Row, Screen, Size, line};
use crate::shade::{Look, Plane, color_words, push_glyph};
use crate::stream::{Kind, Tokens};

/// Rows above the screen that are drawn as well: enough to tell what most rows of the screen belong to.
const HISTORY: usize = 300;

/// The largest drawing, in bytes: rows above the screen are left out until it is small enough.
const MAX_DRAWING: usize = 256 << 10;

/// The terminal as at its start, whatever was played: all that a drawing or a recording's first bytes rely on. The scrollback
/// stays, which RIS would take from the user in many terminals.
pub(super) const RESET: &[u8] = b"\x1b\\\x1b[?2026l\x1b[?1049l\x1b[r\x1b[?69l\x1b[?6l\x1b[4l\x1b[20l\x1b[?7h\x1b[?5l\x1b[?25h\x1b[?5W\x1b[0 q\x1b(B\x1b)B\x0f\x1b[0m\x1b]8;;\x1b\\\x1b[H\x1b[2J\x1b7";

/// Nothing is known of rows.
struct Bare;

impl Row for Bare {
    fn new(_: u64) -> Bare {
        Bare
    }
}

/// A terminal that shows what a recording's bytes show.
pub(super) struct Model {
    screen: Screen<Bare>,
    tokens: Tokens,
    /// Tab stops are where a terminal has them at its start.
    tabs: bool,
}

impl Model {
    pub(super) fn new(size: Size) -> Model {
        Model {
            screen: Screen::with_history(size, HISTORY),
            tokens: Tokens::default(),
            tabs: true,
        }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.tokens.feed(bytes);
        for token in self.tokens.list() {
            let bytes = &self.tokens.bytes()[token.span.clone()];
            let osc = match &token.kind {
                Kind::String(part) if part.introducer == b']' && part.last => self.tokens.osc(part),
                _ => None,
            };
            match &token.kind {
                Kind::Escape(0, b'H') => self.tabs = false,
                Kind::Escape(0, b'c') => self.tabs = true,
                Kind::Csi(csi) if csi.is(b'g') => self.tabs = false,
                _ => (),
            }
            let effect = self.screen.effect(&token.kind, bytes);
            self.screen.take(&token.kind, bytes, osc, &effect);
        }
    }

    /// What draws the screen on a terminal after [`RESET`]. `None` in a state that is rare, mostly for moments, and hard to bring
    /// about by drawing: within a sequence, with scroll margins, other character sets, tab stops or ways to write.
    pub(super) fn draw(&mut self) -> Option<Vec<u8>> {
        let screen = &self.screen;
        let mode = screen.mode();
        let usual = self.tabs
            && self.tokens.is_ground()
            && !screen.margins_set()
            && !screen.insert_or_origin()
            && screen.wraps()
            && !mode.contains(TermMode::LINE_FEED_NEW_LINE)
            && ascii(screen.grid());
        if !usual {
            return None;
        }
        let alternate = self.screen.alternate();
        let mut history = HISTORY;
        let mut out = loop {
            let (out, all) = self.screen.with_main(|grid| {
                let history = grid.history_size().min(history);
                (Pencil::default().grid(grid, history), history)
            });
            if out.len() <= MAX_DRAWING || all == 0 {
                break out;
            }
            history = all / 2;
        };
        if alternate {
            out.extend_from_slice(b"\x1b[?1049h\x1b[0m\x1b]8;;\x1b\\\x1b[H");
            out.extend_from_slice(&Pencil::default().grid(self.screen.grid(), 0));
        }
        if !mode.contains(TermMode::SHOW_CURSOR) {
            out.extend_from_slice(b"\x1b[?25l");
        }
        Some(out)
    }
}

/// Whether both cursors write ASCII, whichever set is shifted in.
fn ascii(grid: &Grid<Cell>) -> bool {
    use CharsetIndex::{G0, G1, G2, G3};
    [&grid.cursor, &grid.saved_cursor].iter().all(|cursor| {
        [G0, G1, G2, G3]
            .iter()
            .all(|&set| cursor.charsets[set] == StandardCharset::Ascii)
    })
}

/// Draws, and knows its pen.
#[derive(Default)]
struct Pencil {
    out: Vec<u8>,
    sgr: Vec<u8>,
    link: Option<Hyperlink>,
}

impl Pencil {
    /// A grid, from its top left corner on, where the cursor is, and then both cursors.
    fn grid(mut self, grid: &Grid<Cell>, history: usize) -> Vec<u8> {
        let first = -i32::try_from(history).unwrap_or(0);
        let rows = i32::try_from(grid.screen_lines()).unwrap_or(0);
        for y in first..rows {
            let wraps = self.row(line(grid, y));
            if y + 1 < rows && !wraps {
                // Nothing of a pen's may come in from below.
                self.pen(&Cell::default());
                self.out.extend_from_slice(b"\r\n");
            }
        }
        for saved in [true, false] {
            let cursor = match saved {
                true => &grid.saved_cursor,
                false => &grid.cursor,
            };
            let (mut x, y) = (cursor.point.column.0, cursor.point.line.0.max(0));
            let cells = line(grid, y);
            if cursor.input_needs_wrap && cells[x].flags.contains(Flags::WIDE_CHAR_SPACER) {
                x = x.saturating_sub(1);
            }
            self.out
                .extend_from_slice(format!("\x1b[{};{}H", y + 1, x + 1).as_bytes());
            if cursor.input_needs_wrap {
                self.cell(&cells[x]);
            }
            self.pen(&cursor.template);
            if saved {
                self.out.extend_from_slice(b"\x1b7");
            }
        }
        self.out
    }

    /// A row; says whether the next one is its continuation, which then writing on brings about.
    fn row(&mut self, cells: &[Cell]) -> bool {
        let wraps = cells
            .last()
            .is_some_and(|c| c.flags.contains(Flags::WRAPLINE));
        let drawn = match wraps {
            true => cells.len(),
            false => cells.iter().rposition(seen).map_or(0, |last| last + 1),
        };
        for cell in &cells[..drawn] {
            let spacer = Flags::WIDE_CHAR_SPACER | Flags::LEADING_WIDE_CHAR_SPACER;
            if !cell.flags.intersects(spacer) {
                self.cell(cell);
            }
        }
        wraps
    }

    fn cell(&mut self, cell: &Cell) {
        self.pen(cell);
        let mut glyph = String::new();
        push_glyph(cell, &mut glyph);
        self.out.extend_from_slice(glyph.as_bytes());
    }

    fn pen(&mut self, cell: &Cell) {
        let mut sgr = Look::of(cell).sgr();
        if cell.bg != Color::Named(NamedColor::Background) {
            sgr.pop();
            sgr.push(b';');
            sgr.extend_from_slice(color_words(cell.bg, Plane::Background).as_bytes());
            sgr.push(b'm');
        }
        if sgr != self.sgr {
            self.out.extend_from_slice(&sgr);
            self.sgr = sgr;
        }
        let link = cell.hyperlink();
        if link != self.link {
            self.out.extend_from_slice(b"\x1b]8;");
            if let Some(link) = &link {
                // The grid names links that have no name.
                if !link.id().ends_with("_alacritty") {
                    self.out
                        .extend_from_slice(format!("id={}", link.id()).as_bytes());
                }
                self.out.extend_from_slice(b";");
                self.out.extend_from_slice(link.uri().as_bytes());
            } else {
                self.out.extend_from_slice(b";");
            }
            self.out.extend_from_slice(b"\x1b\\");
            self.link = link;
        }
    }
}

/// Whether a cell differs from an erased one.
fn seen(cell: &Cell) -> bool {
    !crate::screen::is_blank(cell) || cell.bg != Color::Named(NamedColor::Background)
}
