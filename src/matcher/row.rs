//! A row as a rule sees it: text, and the style of each glyph.

use alacritty_terminal::term::cell::{Cell, Flags};
use vte::ansi::{Color, NamedColor};

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

/// A row's text without trailing blanks, one [`Glyph`] for each cell of it that holds a character.
#[derive(Clone, Debug, Default)]
pub struct RowText {
    /// The text; blanks that were never written count as spaces.
    pub text: String,
    /// The style of each character.
    pub glyphs: Vec<Glyph>,
    /// The row continues the one above, which soft-wraps.
    pub continues: bool,
}

impl RowText {
    /// Reads a row's cells, into the allocations of the row read before.
    pub fn read(&mut self, cells: &[Cell], continues: bool) {
        const STYLE: Flags = Flags::BOLD
            .union(Flags::ITALIC)
            .union(Flags::DIM)
            .union(Flags::INVERSE);
        self.text.clear();
        self.glyphs.clear();
        self.continues = continues;
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
                bg: cell.bg,
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

    /// The number of leading spaces.
    pub fn indent(&self) -> usize {
        self.text.bytes().take_while(|b| *b == b' ').count()
    }
}
