//! The terminal that is shaded: what it can do, by environment and terminfo.

use std::ffi::OsString;

use shade_pty::color::{self, Depth, Rgb};
use shade_pty::config::{Gutter, Wish};
use shade_pty::{Background, Fill, Query};
use termini::{BoolCapability, NumberCapability, TermInfo};

/// What a terminal can do.
#[derive(Clone, Debug)]
pub(super) struct Outer {
    /// How many colours it has.
    pub(super) depth: Depth,
    /// It erases with the background (bce).
    pub(super) erases: bool,
    /// Why that is believed.
    pub(super) erases_by: &'static str,
    /// The shade that is used while its background is unknown.
    pub(super) guess: u8,
    /// Whether `COLORFGBG` says so.
    pub(super) guessed: bool,
    /// How its background may be learnt.
    pub(super) query: Query,
}

impl Outer {
    /// A terminal of which nothing is known but that it is a usual one: that of a recording, or behind a pipe.
    pub(super) fn unknown() -> Outer {
        Outer {
            depth: Depth::True,
            erases: true,
            erases_by: "usual",
            guess: color::UNKNOWN,
            guessed: false,
            query: Query::Nothing,
        }
    }

    /// The one that the environment describes. Without a terminfo entry, as in small containers, it is a usual one.
    pub(super) fn of(variable: impl Fn(&str) -> Option<OsString>) -> Outer {
        let text = |name: &str| variable(name).and_then(|v| v.into_string().ok());
        let term = text("TERM").unwrap_or_default();
        let info = (!term.is_empty() && !term.contains('/'))
            .then(|| TermInfo::from_name(&term).ok())
            .flatten();
        let colors = info
            .as_ref()
            .and_then(|i| i.number_cap(NumberCapability::MaxColors));
        let tmux = term.starts_with("tmux") || variable("TMUX").is_some();
        let (erases, erases_by) = match &info {
            // Its own entries leave bce out for the sake of old versions; since 2.1 (2015) it does so all the same.
            _ if tmux => (true, "tmux"),
            Some(info) => (info.flag_cap(BoolCapability::BackColorErase), "terminfo"),
            None => (true, "no terminfo entry"),
        };
        let guess = text("COLORFGBG").and_then(|v| color::from_fgbg(&v));
        Outer {
            depth: Depth::of(variable, colors),
            erases,
            erases_by,
            guess: guess.unwrap_or(color::UNKNOWN),
            guessed: guess.is_some(),
            query: query(&term, tmux),
        }
    }

    /// The background for what is wished, as long as the terminal's own is unknown; `None`: no shading.
    pub(super) fn background(&self, wish: Wish) -> Option<Background> {
        match wish {
            Wish::Nothing => None,
            Wish::Auto => Some(Background::palette(self.guess).on(self.depth)),
            Wish::Colour(background) => Some(background.on(self.depth)),
        }
    }

    /// The background of `auto` beside the terminal's own.
    pub(super) fn beside(&self, own: Rgb) -> Background {
        Background::from(color::beside(own)).on(self.depth)
    }

    /// The gutter's colour over a background; `None`: there is none.
    pub(super) fn gutter(&self, wish: &Gutter, background: &Background) -> Option<Background> {
        match wish {
            Gutter::Off => None,
            Gutter::Contrast => Some(background.contrast(self.depth)),
            Gutter::Colour(colour) => Some(colour.clone().on(self.depth)),
        }
    }

    /// How far rows reach.
    pub(super) fn fill(&self, wish: Option<Fill>) -> Fill {
        wish.unwrap_or(match self.erases {
            true => Fill::Terminal,
            false => Fill::Content,
        })
    }
}

/// Whether a terminal can be asked for its background. The Linux console and real or emulated VTs may show the question;
/// GNU screen answers for itself what we ask last and lets the terminal answer the rest, so that nobody knows whose the
/// answer is.
fn query(term: &str, tmux: bool) -> Query {
    let names = ["dumb", "linux", "vt", "cons", "ansi", "sun"];
    let mute = term.is_empty() || names.iter().any(|n| term.starts_with(n));
    match mute || (term.starts_with("screen") && !tmux) {
        true => Query::Watch,
        false => Query::Ask,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outer(pairs: &[(&str, &str)]) -> Outer {
        Outer::of(|name| {
            let pair = pairs.iter().find(|(n, _)| *n == name);
            pair.map(|(_, v)| OsString::from(v))
        })
    }

    fn auto(pairs: &[(&str, &str)]) -> String {
        let background = outer(pairs).background(Wish::Auto);
        background.map(|b| b.sgr().to_owned()).unwrap_or_default()
    }

    #[test]
    fn while_the_background_is_unknown() {
        let term = ("TERM", "xterm-256color");
        assert_eq!(auto(&[term]), "48;5;243");
        assert_eq!(auto(&[term, ("COLORFGBG", "15;0")]), "48;5;236");
        assert_eq!(auto(&[term, ("COLORFGBG", "0;default;15")]), "48;5;254");
        assert_eq!(auto(&[("TERM", "linux")]), "100");
        assert_eq!(outer(&[term]).background(Wish::Nothing), None);
    }

    #[test]
    fn a_shade_has_as_many_colours_as_the_terminal() {
        let own = Rgb([0x1e, 0x1e, 0x2e]);
        let beside = |pairs: &[(&str, &str)]| outer(pairs).beside(own).sgr().to_owned();
        let term = ("TERM", "xterm-256color");
        assert!(beside(&[term, ("COLORTERM", "truecolor")]).starts_with("48;2;"));
        assert!(beside(&[term]).starts_with("48;5;"));
        assert_eq!(beside(&[("TERM", "vt220")]), "100");
    }

    #[test]
    fn a_terminal_without_an_entry_is_a_usual_one() {
        let outer = outer(&[("TERM", "no-such-terminal"), ("TERMINFO", "/nonexistent")]);
        assert!(outer.erases);
        assert_eq!(outer.fill(None), Fill::Terminal);
    }

    #[test]
    fn terminals_that_may_be_asked() {
        for (pairs, query) in [
            (&[("TERM", "xterm-256color")][..], Query::Ask),
            (&[("TERM", "tmux-256color")], Query::Ask),
            (
                &[("TERM", "screen-256color"), ("TMUX", "x,1,0")],
                Query::Ask,
            ),
            (&[("TERM", "screen-256color")], Query::Watch),
            (&[("TERM", "linux")], Query::Watch),
            (&[("TERM", "dumb")], Query::Watch),
            (&[], Query::Watch),
        ] {
            assert_eq!(outer(pairs).query, query, "{pairs:?}");
        }
    }
}
