//! The modes, as users write them.

use std::fmt;
use std::str::FromStr;

/// How reasoning is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Display {
    /// All of it, as it comes.
    #[default]
    Full,
    /// Nothing of it.
    Hidden,
    /// One row: its first headline, or its first sentence.
    Summary,
    /// One row that says that the model thinks, for each thought.
    Static,
    /// A row with a dot for each piece, while the model thinks.
    Progress,
    /// A row with the time, while the model thinks.
    Timer,
    /// So many characters of each thought, as people count them (extended grapheme clusters, UAX #29).
    First(u32),
}

/// What is shown of the work between question and answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thinking {
    /// What [`Display`] says, and tool calls with their results.
    #[default]
    Detailed,
    /// One row while the model thinks, the heads of tool calls, and which of them failed.
    Compact,
}

/// What is shown and what is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// Of reasoning.
    pub display: Display,
    /// Of all work. [`Thinking::Compact`] goes before `display`.
    pub thinking: Thinking,
}

impl Mode {
    /// Whether all is shown.
    pub fn is_full(&self) -> bool {
        *self == Mode::default()
    }

    /// What becomes of thoughts.
    pub(super) fn way(&self) -> Way {
        match (self.thinking, self.display) {
            (Thinking::Compact, _) => Way::Compact,
            (_, Display::Full) => Way::Full,
            (_, Display::Hidden) => Way::Nothing,
            (_, Display::Summary) => Way::Summary,
            (_, Display::Static) => Way::Label,
            (_, Display::Progress) => Way::Dots,
            (_, Display::Timer) => Way::Clock,
            (_, Display::First(n)) => Way::First(n),
        }
    }

    /// The setting that withholds something, as it would stand in a file.
    pub(super) fn told(&self) -> String {
        match self.thinking {
            Thinking::Compact => "thinking_display_mode = \"compact\"".to_owned(),
            Thinking::Detailed => format!("display = \"{}\"", self.display),
        }
    }
}

/// What becomes of thoughts, and of what stands between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// They are shown.
    Full,
    /// Nothing is.
    Nothing,
    /// So many characters of each.
    First(u32),
    /// A row about each.
    Summary,
    /// A row that says that there is one.
    Label,
    /// While one comes, a row that grows.
    Dots,
    /// While one comes, a row with the time.
    Clock,
    /// That, with counts, and results are not shown either.
    Compact,
}

impl Way {
    /// Whether thoughts are rows that stay, so that they open a region.
    pub(super) fn opens_region(self) -> bool {
        matches!(self, Way::Full | Way::Summary | Way::First(_))
    }
}

/// A mode that there is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModeError {
    /// Of [`Display`].
    #[error(
        "`{0}` is no display mode: use full, hidden, summary, static, progress, timer, or a number of characters"
    )]
    Display(String),
    /// Of [`Thinking`].
    #[error("`{0}` is no thinking display: use detailed or compact")]
    Thinking(String),
}

impl FromStr for Display {
    type Err = ModeError;

    fn from_str(text: &str) -> Result<Display, ModeError> {
        Ok(match text {
            "full" => Display::Full,
            "hidden" => Display::Hidden,
            "summary" => Display::Summary,
            "static" => Display::Static,
            "progress" => Display::Progress,
            "timer" => Display::Timer,
            _ => {
                let number = text.bytes().all(|b| b.is_ascii_digit());
                let number = number.then(|| text.parse().ok()).flatten();
                Display::First(number.ok_or_else(|| ModeError::Display(text.to_owned()))?)
            }
        })
    }
}

impl fmt::Display for Display {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Display::Full => f.write_str("full"),
            Display::Hidden => f.write_str("hidden"),
            Display::Summary => f.write_str("summary"),
            Display::Static => f.write_str("static"),
            Display::Progress => f.write_str("progress"),
            Display::Timer => f.write_str("timer"),
            Display::First(n) => n.fmt(f),
        }
    }
}

impl FromStr for Thinking {
    type Err = ModeError;

    fn from_str(text: &str) -> Result<Thinking, ModeError> {
        match text {
            "detailed" => Ok(Thinking::Detailed),
            "compact" => Ok(Thinking::Compact),
            _ => Err(ModeError::Thinking(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_as_they_are_written() {
        for text in [
            "full", "hidden", "summary", "static", "progress", "timer", "0", "80",
        ] {
            let mode: Result<Display, _> = text.parse();
            assert_eq!(mode.map(|m| m.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "foo", "-1", "+1", "1.5", "99999999999", "Full"] {
            let mode: Result<Display, _> = text.parse();
            let message = mode.err().map(|e| e.to_string()).unwrap_or_default();
            assert!(
                message.contains("use full, hidden, summary"),
                "{text}: {message}"
            );
        }
    }
}
