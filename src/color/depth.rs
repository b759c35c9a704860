//! How many colours a terminal has.

use std::ffi::OsString;

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The first sixteen, by SGR 40 to 47 and 100 to 107.
    Sixteen,
    /// The 256 of the palette.
    Palette,
    /// All of them.
    True,
}

impl Depth {
    /// By the environment, then by terminfo's number of colours: `FORCE_COLOR` from 1 to 3 (as supports-color reads it),
    /// `COLORTERM`, the terminal's name.
    pub fn of(variable: impl Fn(&str) -> Option<OsString>, terminfo: Option<i32>) -> Depth {
        let text = |name: &str| {
            variable(name)
                .and_then(|v| v.into_string().ok())
                .unwrap_or_default()
        };
        match text("FORCE_COLOR").as_str() {
            "1" => return Depth::Sixteen,
            "2" => return Depth::Palette,
            "3" => return Depth::True,
            _ => {}
        }
        let term = text("TERM");
        if matches!(text("COLORTERM").as_str(), "truecolor" | "24bit") || term.ends_with("-direct")
        {
            return Depth::True;
        }
        match terminfo {
            Some(257..) => Depth::True,
            Some(256) => Depth::Palette,
            _ if term.contains("256color") => Depth::Palette,
            _ => Depth::Sixteen,
        }
    }

    /// In words, for people.
    pub fn describe(self) -> &'static str {
        match self {
            Depth::Sixteen => "16 colours",
            Depth::Palette => "256 colours",
            Depth::True => "16 million colours",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_environment_and_terminfo() {
        type Case<'a> = (&'a [(&'a str, &'a str)], Option<i32>, Depth);
        let table: [Case<'_>; 11] = [
            (&[], None, Depth::Sixteen),
            (&[("TERM", "xterm")], Some(8), Depth::Sixteen),
            (&[("TERM", "xterm-256color")], None, Depth::Palette),
            (&[("TERM", "xterm-256color")], Some(256), Depth::Palette),
            (&[("TERM", "foot")], Some(256), Depth::Palette),
            (&[("TERM", "xterm-direct")], None, Depth::True),
            (&[("TERM", "x")], Some(1 << 24), Depth::True),
            (
                &[("TERM", "xterm"), ("COLORTERM", "truecolor")],
                Some(8),
                Depth::True,
            ),
            (
                &[("TERM", "xterm"), ("COLORTERM", "24bit")],
                None,
                Depth::True,
            ),
            (
                &[("COLORTERM", "truecolor"), ("FORCE_COLOR", "1")],
                None,
                Depth::Sixteen,
            ),
            (
                &[("TERM", "xterm"), ("FORCE_COLOR", "3")],
                None,
                Depth::True,
            ),
        ];
        for (pairs, terminfo, depth) in table {
            let variable = |name: &str| {
                let pair = pairs.iter().find(|(n, _)| *n == name);
                pair.map(|(_, v)| OsString::from(v))
            };
            assert_eq!(
                Depth::of(variable, terminfo),
                depth,
                "{pairs:?} {terminfo:?}"
            );
        }
    }
}
