//! A row as a rule sees it: text, and the style of each glyph.

use alacritty_terminal::term::cell::{Cell, Flags};
use vte::ansi::{Color, NamedColor};

use crate::screen::{Base, BaseExtent, background};

/// How a glyph is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Its foreground.
    pub fg: Color,
    /// Its background.
    pub bg: Color,
    /// Bold, dim, italic, inverse and the like.
    pub flags: Flags,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            fg: Color::Named(NamedColor::Foreground),
            bg: Color::Named(NamedColor::Background),
            flags: Flags::empty(),
        }
    }
}

/// One character of a row.
#[derive(Clone, Copy, Debug)]
pub struct Glyph {
    /// Where its bytes start in the row's text.
    pub byte: usize,
    /// How it is drawn.
    pub style: Style,
}

/// What belongs to the agent's surface and not to its rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surface<'a> {
    /// Backgrounds that count as the default one.
    pub bases: &'a [Base],
    /// The last column may hold a scroll bar.
    pub scroll_bar: bool,
}

/// A row's text without trailing blanks, one [`Glyph`] for each cell of it that holds a character.
#[derive(Clone, Debug, Default)]
pub struct RowText {
    /// The text; blanks that were never written count as spaces.
    pub text: String,
    /// The style of each character.
    pub glyphs: Vec<Glyph>,
    /// The row continues the one above, which soft-wraps.
    pub continues: bool,
    /// The background that counts as the default one, if the agent paints one.
    pub base: Option<Color>,
}

impl RowText {
    /// A row of plain text.
    pub(crate) fn plain(text: &str) -> RowText {
        let glyph = |(byte, _)| Glyph {
            byte,
            style: Style::default(),
        };
        RowText {
            text: text.to_owned(),
            glyphs: text.char_indices().map(glyph).collect(),
            ..RowText::default()
        }
    }

    /// Reads a row's cells into the allocations of the row read before.
    pub fn read(&mut self, cells: &[Cell], continues: bool, surface: Surface<'_>) {
        const STYLE: Flags = Flags::BOLD
            .union(Flags::ITALIC)
            .union(Flags::DIM)
            .union(Flags::INVERSE);
        self.text.clear();
        self.glyphs.clear();
        self.continues = continues;
        let mut pages = surface
            .bases
            .iter()
            .filter(|b| b.extent == BaseExtent::Page);
        self.base = pages.next_back().map(|b| b.color);
        let cells = match cells.split_last() {
            Some((last, rest)) if surface.scroll_bar && is_bar(last, rest) => rest,
            _ => cells,
        };
        let end = cells
            .iter()
            .rposition(|c| !matches!(c.c, ' ' | '\t'))
            .map_or(0, |p| p + 1);
        for cell in &cells[..end] {
            if cell
                .flags
                .intersects(Flags::WIDE_CHAR_SPACER | Flags::LEADING_WIDE_CHAR_SPACER)
            {
                continue;
            }
            let style = Style {
                fg: cell.fg,
                bg: background(cell, surface.bases),
                flags: cell.flags & STYLE,
            };
            self.glyphs.push(Glyph {
                byte: self.text.len(),
                style,
            });
            self.text.push(if cell.c == '\t' { ' ' } else { cell.c });
            self.text.extend(cell.zerowidth().unwrap_or_default());
        }
    }

    /// Goes on with the row below, into which this one soft-wraps. `cols` is the screen's width: blanks at the end of a row
    /// that is full are part of its text.
    pub fn join(&mut self, below: &RowText, cols: usize) {
        let used = unicode_width::UnicodeWidthStr::width(self.text.as_str()) % cols.max(1);
        if used > 0 {
            self.text.extend(std::iter::repeat_n(' ', cols - used));
        }
        let start = self.text.len();
        let moved = below.glyphs.iter().map(|g| Glyph {
            byte: start + g.byte,
            ..*g
        });
        self.glyphs.extend(moved);
        self.text.push_str(&below.text);
    }

    /// Whether it holds no glyph.
    pub fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// The style of the first glyph that is no space, from `byte` on.
    pub fn style_at(&self, byte: usize) -> Option<Style> {
        self.glyphs
            .iter()
            .find(|g| g.byte >= byte && !self.text[g.byte..].starts_with(' '))
            .map(|g| g.style)
    }

    /// The styles of all glyphs that are no spaces.
    pub fn styles(&self) -> impl Iterator<Item = Style> {
        self.glyphs
            .iter()
            .filter(|g| !self.text[g.byte..].starts_with(' '))
            .map(|g| g.style)
    }

    /// How far the row's colours are from the background, at most: 0 to 255, by the channel that differs most. Glyphs on a
    /// background of their own do not count, nor do those in a palette's colours, which nobody knows.
    pub fn contrast(&self) -> u8 {
        let base = self.base.and_then(rgb).unwrap_or([0; 3]);
        let distance = |style: Style| {
            let fg = match style.fg {
                Color::Named(NamedColor::Foreground) => base.map(|c| if c < 128 { 255 } else { 0 }),
                color => rgb(color)?,
            };
            fg.iter().zip(base).map(|(a, b)| a.abs_diff(b)).max()
        };
        self.styles()
            .filter(|s| s.bg == Style::default().bg)
            .filter_map(distance)
            .max()
            .unwrap_or(0)
    }

    /// The greatest contrast there can be.
    pub fn full_contrast(&self) -> u8 {
        let base = self.base.and_then(rgb).unwrap_or([0; 3]);
        base.iter().map(|c| (*c).max(255 - c)).max().unwrap_or(255)
    }

    /// The number of leading spaces.
    pub fn indent(&self) -> usize {
        self.text.bytes().take_while(|b| *b == b' ').count()
    }
}

/// A colour's channels, where it has any that do not depend on a palette.
fn rgb(color: Color) -> Option<[u8; 3]> {
    match color {
        Color::Spec(c) => Some([c.r, c.g, c.b]),
        Color::Indexed(n @ 16..232) => {
            let level = |v: u8| if v == 0 { 0 } else { 55 + 40 * v };
            let n = n - 16;
            Some([level(n / 36), level(n / 6 % 6), level(n % 6)])
        }
        Color::Indexed(n @ 232..) => Some([8 + 10 * (n - 232); 3]),
        Color::Indexed(_) | Color::Named(_) => None,
    }
}

/// Whether the last column's cell is a piece of a scroll bar: a line or a block, and nothing before it.
fn is_bar(cell: &Cell, before: &[Cell]) -> bool {
    matches!(cell.c, '\u{2500}'..='\u{259f}') && before.last().is_none_or(|c| c.c == ' ')
}
