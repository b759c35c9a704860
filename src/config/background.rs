//! The background behind a region, as a user writes it.

use std::str::FromStr;

/// The background behind a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Background {
    sgr: String,
}

impl Background {
    /// The SGR parameters that select it, without `CSI` and `m`: `48;5;236`.
    pub fn sgr(&self) -> &str {
        &self.sgr
    }

    /// Reads the setting, where `none` switches shading off.
    pub fn setting(text: &str) -> Result<Option<Background>, BackgroundError> {
        if text == "none" {
            Ok(None)
        } else {
            text.parse().map(Some)
        }
    }
}

/// Why a text is no background.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no background: use a palette number from 0 to 255, a colour as #rrggbb, or `none`"
)]
pub struct BackgroundError {
    text: String,
}

impl FromStr for Background {
    type Err = BackgroundError;

    /// Reads a palette number `0` to `255`, a colour `#rrggbb`, or the SGR parameters of a background: `48;5;N`,
    /// `48;2;R;G;B`, or one of their forms with colons (ITU-T T.416). A bare number is always one of the palette.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sgr = palette(text).or_else(|| hex(text)).or_else(|| sgr(text));
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
            "grey",
            "None",
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
            assert_eq!(
                error,
                format!(
                    "`{text}` is no background: use a palette number from 0 to 255, a colour as #rrggbb, or `none`"
                )
            );
        }
    }

    #[test]
    fn none_is_a_setting() {
        assert_eq!(Background::setting("none"), Ok(None));
        assert_eq!(
            Background::setting("7").map(|b| b.map(|b| b.sgr)),
            Ok(Some("48;5;7".to_owned()))
        );
        assert!(Background::setting("off").is_err());
    }
}
