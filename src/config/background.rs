//! The background behind a region, as a user writes it.

use std::str::FromStr;

use crate::color::{self, Depth, Rgb};

/// The background behind a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Background {
    sgr: String,
}

/// What the setting says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// `none`: shading is off.
    Nothing,
    /// `auto`: a shade beside the terminal's own background.
    Auto,
    /// This one.
    Colour(Background),
}

/// The names of the first sixteen colours, which are the terminal's own. Those of the upper eight that have no name of their
/// own begin with `bright-`.
const NAMES: [&str; 8] = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
];

impl Background {
    /// The SGR parameters that select it, without `CSI` and `m`: `48;5;236`.
    pub fn sgr(&self) -> &str {
        &self.sgr
    }

    /// A palette number.
    pub fn palette(n: u8) -> Background {
        Background {
            sgr: format!("48;5;{n}"),
        }
    }

    /// Reads the setting: a background, `auto`, or `none`.
    pub fn setting(text: &str) -> Result<Wish, BackgroundError> {
        match text {
            "none" => Ok(Wish::Nothing),
            "auto" => Ok(Wish::Auto),
            _ => text.parse().map(Wish::Colour),
        }
    }

    /// The nearest that a terminal with so many colours has. SGR parameters with colons are the user's own affair.
    pub fn on(self, depth: Depth) -> Background {
        let parts: Option<Vec<u8>> = self.sgr.split(';').map(byte).collect();
        let (number, color) = match parts.as_deref() {
            Some([48, 5, n]) => (Some(*n), Rgb::palette(*n)),
            Some([48, 2, r, g, b]) => (None, Rgb([*r, *g, *b])),
            _ => return self,
        };
        match (depth, number) {
            (Depth::True, _) | (Depth::Palette, Some(_)) => self,
            (Depth::Palette, None) => Background::palette(color.nearest(16, 255)),
            (Depth::Sixteen, Some(n @ 0..=15)) => Background::of_sixteen(n),
            // What the terminal itself is likely to have would not be seen.
            (Depth::Sixteen, _) => Background::of_sixteen(match color.nearest(0, 15) {
                0 => 8,
                15 => 7,
                n => n,
            }),
        }
    }

    /// Its colour, where it is known: what the first sixteen of the palette are is the user's affair, and guessed.
    pub fn color(&self) -> Option<Rgb> {
        if let Some(n) = byte(&self.sgr) {
            // One of sixteen, in its own words.
            return match n {
                40..=47 => Some(Rgb::palette(n - 40)),
                100..=107 => Some(Rgb::palette(n - 100 + 8)),
                _ => None,
            };
        }
        let parts: Vec<&str> = self.sgr.split([';', ':']).collect();
        match parts.as_slice() {
            ["48", "5", n] => byte(n).map(Rgb::palette),
            ["48", "2", .., r, g, b] => Some(Rgb([byte(r)?, byte(g)?, byte(b)?])),
            _ => None,
        }
    }

    /// A background of the same hue that stands out from it on a terminal with so many colours, which has this one too. Text
    /// does not stand on it.
    pub fn contrast(&self, depth: Depth) -> Background {
        let own = self.color().unwrap_or(Rgb::palette(color::UNKNOWN));
        let stands_out = |other: &Background| {
            let other = other.color();
            other.is_some_and(|other| other.contrast(own) >= color::DISTINCT)
        };
        let mut colors = color::away(own).map(|color| Background::from(color).on(depth));
        // Of sixteen colours the grey ones may all be near.
        let opposite = match own.contrast(Rgb([0; 3])) > own.contrast(Rgb([255; 3])) {
            true => 0,
            false => 15,
        };
        colors
            .find(stands_out)
            .unwrap_or_else(|| Background::palette(opposite).on(depth))
    }

    /// One of the first sixteen, in words that every terminal knows (ECMA-48, and aixterm for the upper eight).
    fn of_sixteen(n: u8) -> Background {
        let first = if n < 8 { 40 } else { 100 - 8 };
        Background {
            sgr: (first + n).to_string(),
        }
    }
}

impl From<Rgb> for Background {
    fn from(Rgb([r, g, b]): Rgb) -> Self {
        Background {
            sgr: format!("48;2;{r};{g};{b}"),
        }
    }
}

/// Why a text is no background.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no background: use a palette number from 0 to 255, a colour as #rrggbb, one of {names}, `auto`, or `none`", names = names()
)]
pub struct BackgroundError {
    text: String,
}

impl FromStr for Background {
    type Err = BackgroundError;

    /// Reads a palette number `0` to `255`, a colour `#rrggbb`, a name of the first sixteen, or the SGR parameters of a background: `48;5;N`,
    /// `48;2;R;G;B`, or one of their forms with colons (ITU-T T.416). A bare number is always one of the palette.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sgr = palette(text)
            .or_else(|| hex(text))
            .or_else(|| name(text))
            .or_else(|| sgr(text));
        sgr.map(|sgr| Background { sgr })
            .ok_or_else(|| BackgroundError {
                text: text.to_owned(),
            })
    }
}

/// `236`
fn palette(text: &str) -> Option<String> {
    byte(text).map(|n| format!("48;5;{n}"))
}

/// `blue`, `bright-blue`, `grey`
fn name(text: &str) -> Option<String> {
    let place = |name: &str| (0u8..).zip(NAMES).find(|(_, n)| *n == name).map(|(n, _)| n);
    let number = match text {
        "grey" | "gray" => Some(8),
        _ => match text.strip_prefix("bright-") {
            Some(name) => place(name).map(|n| n + 8),
            None => place(text),
        },
    };
    number.map(|n| format!("48;5;{n}"))
}

/// The names, for messages.
fn names() -> String {
    format!(
        "{} (bright- before it for the brighter ones), grey",
        NAMES.join(", ")
    )
}

/// Every name there is.
pub(super) fn all_names() -> impl Iterator<Item = String> {
    let bright = NAMES.iter().map(|n| format!("bright-{n}"));
    let plain = NAMES.iter().chain(&["grey", "gray"]);
    plain.map(|n| (*n).to_owned()).chain(bright)
}

/// `#303030`
fn hex(text: &str) -> Option<String> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some(format!("48;2;{};{};{}", part(0)?, part(2)?, part(4)?))
}

/// `48;5;236`, `48;2;R;G;B`, `48:5:236`, `48:2:R:G:B`, `48:2::R:G:B`, `48:2:SPACE:R:G:B`
fn sgr(text: &str) -> Option<String> {
    let complete = if text.contains(':') {
        let parts: Vec<&str> = text.split(':').collect();
        match parts.as_slice() {
            ["48", "5", n] => byte(n).is_some(),
            ["48", "2", rgb @ ..] if rgb.len() == 3 => rgb.iter().all(|p| byte(p).is_some()),
            ["48", "2", space, rgb @ ..] if rgb.len() == 3 => {
                (space.is_empty() || byte(space).is_some()) && rgb.iter().all(|p| byte(p).is_some())
            }
            _ => false,
        }
    } else {
        let parts: Vec<&str> = text.split(';').collect();
        match parts.as_slice() {
            ["48", "5", n] => byte(n).is_some(),
            ["48", "2", rgb @ ..] => rgb.len() == 3 && rgb.iter().all(|p| byte(p).is_some()),
            _ => false,
        }
    };
    complete.then(|| text.to_owned())
}

/// A number from 0 to 255 in plain digits: no sign, no blanks.
fn byte(text: &str) -> Option<u8> {
    let plain = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_are_accepted() {
        let table = [
            ("0", "48;5;0"),
            ("47", "48;5;47"),
            ("236", "48;5;236"),
            ("255", "48;5;255"),
            ("#000000", "48;2;0;0;0"),
            ("#3aF010", "48;2;58;240;16"),
            ("48;5;236", "48;5;236"),
            ("48;2;1;2;255", "48;2;1;2;255"),
            ("48:5:236", "48:5:236"),
            ("48:2:1:2:3", "48:2:1:2:3"),
            ("48:2::1:2:3", "48:2::1:2:3"),
            ("48:2:0:1:2:3", "48:2:0:1:2:3"),
            ("black", "48;5;0"),
            ("white", "48;5;7"),
            ("bright-black", "48;5;8"),
            ("grey", "48;5;8"),
            ("gray", "48;5;8"),
            ("bright-white", "48;5;15"),
        ];
        for (text, sgr) in table {
            assert_eq!(
                text.parse::<Background>().map(|b| b.sgr),
                Ok(sgr.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn forms_that_are_refused() {
        let table = [
            "",
            " ",
            "256",
            "1000",
            "-1",
            "+1",
            " 1",
            "1 ",
            "1.0",
            "0x10",
            "٣",
            "mauve",
            "None",
            "Black",
            "bright-grey",
            "bright-",
            "brightred",
            "auto",
            "#",
            "#fff",
            "#12345",
            "#1234567",
            "#12345g",
            "#+12345",
            "303030",
            "48;5",
            "48;5;",
            "48;5;256",
            "48;5;1;2",
            "48;2;1;2",
            "48;2;1;2;3;4",
            "48;2;1;2;-3",
            "38;5;1",
            "0;48;5;1",
            "48;5;1m",
            "\u{1b}[48;5;1m",
            "48:5",
            "48:5:256",
            "48:2:1:2",
            "48:2:::1:2:3",
            "48:2:x:1:2:3",
            "48:3:1:2:3",
            "48:5;1",
            "48;2;é",
        ];
        for text in table {
            let error = text
                .parse::<Background>()
                .err()
                .map(|e| e.to_string())
                .unwrap_or_default();
            let expected = format!("`{text}` is no background: use a palette number from 0 to 255");
            assert!(error.starts_with(&expected), "{error}");
            assert!(error.ends_with("grey, `auto`, or `none`"), "{error}");
        }
    }

    #[test]
    fn none_and_auto_are_settings() {
        assert_eq!(Background::setting("none"), Ok(Wish::Nothing));
        assert_eq!(Background::setting("auto"), Ok(Wish::Auto));
        assert_eq!(
            Background::setting("7"),
            Ok(Wish::Colour(Background::palette(7)))
        );
        assert!(Background::setting("off").is_err());
    }

    #[test]
    fn every_name_is_a_background() {
        assert_eq!(all_names().count(), 18);
        for name in all_names() {
            assert!(name.parse::<Background>().is_ok(), "{name}");
        }
    }

    #[test]
    fn every_background_has_one_that_stands_out_from_it() {
        let steps = || (0..=255u8).step_by(51);
        let palette = (0..=255).map(Background::palette);
        let colors = steps().flat_map(|r| {
            steps().flat_map(move |g| steps().map(move |b| Background::from(Rgb([r, g, b]))))
        });
        for background in palette.chain(colors) {
            for depth in [Depth::True, Depth::Palette, Depth::Sixteen] {
                let own = background.clone().on(depth);
                let other = own.contrast(depth);
                assert_eq!(other.clone().on(depth), other, "{own:?} {depth:?}");
                let contrast = own.color().zip(other.color()).map(|(a, b)| a.contrast(b));
                assert!(
                    contrast.is_some_and(|c| c >= 3.0),
                    "{own:?} {other:?} {depth:?}"
                );
            }
        }
    }

    #[test]
    fn a_contrast_is_lighter_on_dark_and_darker_on_light() {
        for (text, lighter) in [
            ("#242424", true),
            ("#e4e4e4", false),
            ("236", true),
            ("48:5:254", false),
            ("blue", true),
        ] {
            let background: Background = text.parse().unwrap_or_else(|e| panic!("{e}"));
            let luminance = |b: &Background| b.color().map(Rgb::luminance);
            for depth in [Depth::True, Depth::Palette] {
                let contrast = background.contrast(depth);
                let more = luminance(&contrast) > luminance(&background);
                assert_eq!(more, lighter, "{text}: {contrast:?}");
            }
        }
    }

    #[test]
    fn terminals_with_fewer_colours_get_the_nearest() {
        use Depth::{Palette, Sixteen, True};
        for (text, depth, sgr) in [
            ("#2d2a3e", True, "48;2;45;42;62"),
            ("#303030", Palette, "48;5;236"),
            ("#ff0000", Palette, "48;5;196"),
            ("236", Palette, "48;5;236"),
            ("48:2::1:2:3", Sixteen, "48:2::1:2:3"),
            ("blue", True, "48;5;4"),
            ("blue", Palette, "48;5;4"),
            ("blue", Sixteen, "44"),
            ("black", Sixteen, "40"),
            ("bright-blue", Sixteen, "104"),
            ("#0000f0", Sixteen, "44"),
            ("236", Sixteen, "100"),
            ("243", Sixteen, "100"),
            ("254", Sixteen, "47"),
            ("#ffffff", Sixteen, "47"),
        ] {
            let background: Background = text.parse().unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(background.on(depth).sgr, sgr, "{text} {depth:?}");
        }
    }
}
