//! How a glyph is drawn once more: all of its look but the background.

use alacritty_terminal::term::cell::{Cell, Flags};
use vte::ansi::{Color, NamedColor, Rgb};

use crate::screen::{self, Ground};

/// All that a glyph's drawing takes, backgrounds left aside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(super) ground: Ground,
    fg: Color,
    underline: Option<Color>,
    pub(super) flags: Flags,
}

/// A cell's character, with what joins it.
pub(crate) fn push_glyph(cell: &Cell, text: &mut String) {
    text.push(if cell.c == '\t' { ' ' } else { cell.c });
    text.extend(cell.zerowidth().unwrap_or_default());
}

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plane {
    Foreground,
    Background,
}

/// The SGR parameters that set a colour.
pub(crate) fn color_words(color: Color, plane: Plane) -> String {
    let first = match plane {
        Plane::Foreground => 30,
        Plane::Background => 40,
    };
    match color {
        Color::Named(c) if (c as usize) < 8 => (first + c as usize).to_string(),
        Color::Named(c) if (c as usize) < 16 => (first + 52 + c as usize).to_string(),
        Color::Named(_) => (first + 9).to_string(),
        Color::Indexed(n) => format!("{};5;{n}", first + 8),
        Color::Spec(Rgb { r, g, b }) => format!("{};2;{r};{g};{b}", first + 8),
    }
}

impl Look {
    pub(crate) fn of(cell: &Cell) -> Look {
        const KEPT: Flags = Flags::BOLD
            .union(Flags::DIM)
            .union(Flags::ITALIC)
            .union(Flags::ALL_UNDERLINES)
            .union(Flags::INVERSE)
            .union(Flags::HIDDEN)
            .union(Flags::STRIKEOUT);
        Look {
            ground: screen::ground(cell).unwrap_or_default(),
            fg: cell.fg,
            underline: cell.underline_color(),
            flags: cell.flags & KEPT,
        }
    }

    /// The SGR that draws so, from a reset on, background left out.
    pub(crate) fn sgr(&self) -> Vec<u8> {
        let attributes = [
            (Flags::BOLD, "1"),
            (Flags::DIM, "2"),
            (Flags::ITALIC, "3"),
            (Flags::UNDERLINE, "4"),
            (Flags::DOUBLE_UNDERLINE, "4:2"),
            (Flags::UNDERCURL, "4:3"),
            (Flags::DOTTED_UNDERLINE, "4:4"),
            (Flags::DASHED_UNDERLINE, "4:5"),
            (Flags::INVERSE, "7"),
            (Flags::HIDDEN, "8"),
            (Flags::STRIKEOUT, "9"),
        ];
        let mut sgr = String::from("\x1b[0");
        for (_, word) in attributes
            .iter()
            .filter(|(flag, _)| self.flags.contains(*flag))
        {
            sgr.push(';');
            sgr += word;
        }
        if self.fg != Color::Named(NamedColor::Foreground) {
            sgr.push(';');
            sgr += &color_words(self.fg, Plane::Foreground);
        }
        match self.underline {
            Some(Color::Indexed(n)) => sgr += &format!(";58:5:{n}"),
            Some(Color::Spec(Rgb { r, g, b })) => sgr += &format!(";58:2::{r}:{g}:{b}"),
            _ => (),
        }
        sgr.push('m');
        sgr.into_bytes()
    }
}
