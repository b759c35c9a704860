//! What a rule asks of a row's style, and of its colours.

use alacritty_terminal::term::cell::Flags;
use serde::Deserialize;
use vte::ansi::{Color, NamedColor, Rgb};

use super::near::color_name;
use super::row::{RowText, Style};
use super::rule::Head;

/// Which glyph a style predicate looks at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum At {
    /// The first glyph of the row.
    #[default]
    First,
    /// More than half of the row's glyphs.
    Most,
    /// The first glyph of the capture `name`.
    Name,
}

/// How far a row's colours are from the background. Programs fade what matters less by blending it with the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Contrast {
    /// Clearly less than full.
    Low,
    /// Not clearly more than that of the row that began the block.
    Head,
}

/// What a rule asks of a style. Everything that is given must hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StyleSpec {
    /// Which glyph.
    #[serde(default)]
    pub(super) at: At,
    pub(super) bold: Option<bool>,
    pub(super) dim: Option<bool>,
    pub(super) italic: Option<bool>,
    pub(super) inverse: Option<bool>,
    pub(super) fg: Option<ColorSpec>,
    pub(super) bg: Option<ColorSpec>,
    /// The glyph is (`false`: is not) drawn as plain text: no colour, no attribute.
    pub(super) plain: Option<bool>,
    /// How far the whole row's colours are from the background.
    contrast: Option<Contrast>,
}

/// What a rule asks of a colour: `default`, `rgb` (any that is given as red, green and blue), `head` (that of the block's
/// head: the capture `name`, else the first glyph of the row that began the block), a palette number or `#rrggbb`, each
/// with `!` before it for any other.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct ColorSpec {
    not: bool,
    want: Want,
}

/// The colours that are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    /// The terminal's default.
    Default,
    /// Any given as red, green and blue.
    Rgb,
    /// That of the block's head.
    Head,
    /// This one.
    Exact(Color),
}

impl TryFrom<String> for ColorSpec {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (not, name) = text
            .strip_prefix('!')
            .map_or((false, text.as_str()), |rest| (true, rest));
        let want = match name {
            "default" => Some(Want::Default),
            "rgb" => Some(Want::Rgb),
            "head" => Some(Want::Head),
            _ => exact(name).map(Want::Exact),
        };
        match want {
            Some(want) => Ok(ColorSpec { not, want }),
            None => Err(format!(
                "`{text}` is no colour: use default, head, rgb, 0-255 or #rrggbb, with ! before it for any other"
            )),
        }
    }
}

impl std::fmt::Display for ColorSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let not = if self.not { "!" } else { "" };
        let exact = match self.want {
            Want::Default => None,
            Want::Rgb => Some("rgb".to_owned()),
            Want::Head => Some("head".to_owned()),
            Want::Exact(color) => color_name(color),
        };
        write!(f, "{not}{}", exact.as_deref().unwrap_or("default"))
    }
}

/// A palette number or `#rrggbb`.
fn exact(name: &str) -> Option<Color> {
    let Some(hex) = name.strip_prefix('#') else {
        return name.parse::<u8>().ok().map(Color::Indexed);
    };
    let part = |at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
    (hex.len() == 6)
        .then(|| {
            Some(Color::Spec(Rgb {
                r: part(0)?,
                g: part(2)?,
                b: part(4)?,
            }))
        })
        .flatten()
}

impl ColorSpec {
    pub(super) fn holds(&self, color: Color, head: Option<Color>) -> bool {
        let same = match self.want {
            Want::Default => matches!(
                color,
                Color::Named(NamedColor::Foreground | NamedColor::Background)
            ),
            Want::Rgb => matches!(color, Color::Spec(_)),
            Want::Head => head.is_some_and(|head| same(color, head)),
            Want::Exact(want) => same(color, want),
        };
        same != self.not
    }
}

/// The first sixteen colours have names as well as numbers.
fn same(a: Color, b: Color) -> bool {
    let number = |color| match color {
        Color::Named(name) if (name as usize) < 16 => Some(name as usize),
        Color::Indexed(n) => Some(usize::from(n)),
        Color::Named(_) | Color::Spec(_) => None,
    };
    a == b || number(a).is_some_and(|a| number(b) == Some(a))
}

impl StyleSpec {
    /// Whether the row has it. `name` is where the capture of this name starts, `head` that of the row's block.
    pub(super) fn holds(&self, row: &RowText, name: Option<usize>, head: Head) -> bool {
        self.faded(row, head) && self.glyphs_hold(row, name, head.color)
    }

    /// Whether the row's contrast is as it should be.
    pub(super) fn faded(&self, row: &RowText, head: Head) -> bool {
        let contrast = |limit: usize| usize::from(row.contrast()) <= limit;
        self.contrast.is_none_or(|c| match c {
            Contrast::Low => contrast(usize::from(row.full_contrast()) * 4 / 5),
            Contrast::Head => contrast(usize::from(head.contrast) * 13 / 10),
        })
    }

    /// Whether it looks at the capture `name`.
    pub(super) fn is_at_name(&self) -> bool {
        self.at == At::Name
    }

    /// Whether the contrast of a block's head counts for the rows below.
    pub(super) fn asks_contrast(&self) -> bool {
        self.contrast == Some(Contrast::Head)
    }

    /// Whether its colour does.
    pub(super) fn asks_color(&self) -> bool {
        let head = |spec: &Option<ColorSpec>| spec.as_ref().is_some_and(|c| c.want == Want::Head);
        head(&self.fg) || head(&self.bg)
    }

    fn glyphs_hold(&self, row: &RowText, name: Option<usize>, head: Option<Color>) -> bool {
        match self.at {
            At::First => row.style_at(0).is_some_and(|s| self.fits(s, head)),
            At::Name => name
                .and_then(|n| row.style_at(n))
                .is_some_and(|s| self.fits(s, head)),
            At::Most => {
                let (mut fit, mut all) = (0usize, 0usize);
                for style in row.styles() {
                    fit += usize::from(self.fits(style, head));
                    all += 1;
                }
                2 * fit > all
            }
        }
    }

    pub(super) fn fits(&self, style: Style, head: Option<Color>) -> bool {
        let flag = |want: Option<bool>, flag| want.is_none_or(|w| w == style.flags.contains(flag));
        let plain = Style {
            bg: style.bg,
            ..Style::default()
        } == style;
        flag(self.bold, Flags::BOLD)
            && flag(self.dim, Flags::DIM)
            && flag(self.italic, Flags::ITALIC)
            && flag(self.inverse, Flags::INVERSE)
            && self.fg.as_ref().is_none_or(|c| c.holds(style.fg, head))
            && self.bg.as_ref().is_none_or(|c| c.holds(style.bg, head))
            && self.plain.is_none_or(|p| p == plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> ColorSpec {
        ColorSpec::try_from(text.to_owned()).unwrap_or_else(|e| panic!("{e}"))
    }

    const GREY: Color = Color::Spec(Rgb {
        r: 0x80,
        g: 0x80,
        b: 0x80,
    });
    const TEXT: Color = Color::Named(NamedColor::Foreground);

    #[test]
    fn colours_are_default_exact_or_their_opposite() {
        assert!(colour("default").holds(TEXT, None));
        assert!(!colour("!default").holds(TEXT, None));
        assert!(colour("#808080").holds(GREY, None));
        assert!(!colour("#808081").holds(GREY, None));
        assert!(colour("6").holds(Color::Named(NamedColor::Cyan), None));
        assert!(colour("!6").holds(Color::Indexed(7), None));
    }

    #[test]
    fn a_colour_may_be_that_of_the_head() {
        assert!(colour("head").holds(GREY, Some(GREY)));
        assert!(colour("head").holds(Color::Indexed(1), Some(Color::Named(NamedColor::Red))));
        assert!(!colour("head").holds(TEXT, Some(GREY)));
        assert!(!colour("head").holds(GREY, None));
    }

    #[test]
    fn rgb_is_what_no_palette_gave() {
        assert!(colour("rgb").holds(GREY, None));
        assert!(!colour("rgb").holds(Color::Indexed(8), None));
        assert!(!colour("rgb").holds(TEXT, None));
    }

    #[test]
    fn what_is_no_colour_is_refused() {
        for wrong in ["", "grey", "256", "#12345", "#1234567", "#gggggg", "!"] {
            assert!(ColorSpec::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
