//! The gutter of shaded rows, as a user writes it.

use std::str::FromStr;

use super::Background;

/// What the setting says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Gutter {
    /// `false`: there is none.
    #[default]
    Off,
    /// `true`: a colour that stands out from the background.
    Contrast,
    /// This one.
    Colour(Background),
}

/// Why a text is no gutter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is no gutter: use true, false, a palette number from 0 to 255, a colour as #rrggbb, or a name such as `blue`, `bright-blue` or `grey`"
)]
pub struct GutterError {
    text: String,
}

impl FromStr for Gutter {
    type Err = GutterError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "false" => Ok(Gutter::Off),
            "true" => Ok(Gutter::Contrast),
            _ => text.parse().map(Gutter::Colour).map_err(|_| GutterError {
                text: text.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truths_and_backgrounds_are_gutters() {
        assert_eq!("false".parse(), Ok(Gutter::Off));
        assert_eq!("true".parse(), Ok(Gutter::Contrast));
        for text in ["33", "#3aF010", "bright-blue", "48;5;33", "48:2::1:2:3"] {
            let background = text.parse().map(Gutter::Colour);
            assert_eq!(text.parse().ok(), background.ok(), "{text}");
        }
        for text in ["", "256", "auto", "none", "on", "True", "mauve"] {
            let error = text.parse::<Gutter>().err().map(|e| e.to_string());
            let said = format!("`{text}` is no gutter: use true, false, a palette number");
            assert!(error.is_some_and(|e| e.starts_with(&said)), "{text}");
        }
    }
}
