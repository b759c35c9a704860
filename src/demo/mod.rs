//! A scripted agent for `shade-pty demo`: it thinks, calls tools and answers, in the ways that real agents draw.
//!
//! It is an ordinary child behind the pseudo-terminal and knows nothing of us. Its thoughts stand between `<think>` and
//! `</think>`; its tool calls are marked by the sequence that any agent may write, `OSC 7737 ; shade ; 1 ; …`.

mod script;
mod stage;

use std::io::{self, Write};

pub(crate) use stage::Speed;
use stage::Stage;

/// Plays the script.
pub(crate) fn play(out: impl Write, speed: Speed) -> io::Result<()> {
    script::run(&mut Stage::new(out, speed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played() -> Vec<u8> {
        let mut out = Vec::new();
        let instant = Speed::try_from(0.0).unwrap_or_else(|e| panic!("{e}"));
        play(&mut out, instant).unwrap_or_else(|e| panic!("{e}"));
        out
    }

    fn count(text: &[u8], part: &[u8]) -> usize {
        text.windows(part.len()).filter(|w| *w == part).count()
    }

    #[test]
    fn it_shows_what_agents_do() {
        let out = played();
        for part in [
            "<think>",
            "\r\x1b[K",
            "\x1b]8;;",
            "\x1b[2K",
            "\x1b[3m",
            "┌",
            "\x1b]7737;shade;1;start;tool;",
        ] {
            assert!(count(&out, part.as_bytes()) > 0, "{part:?}");
        }
        assert_eq!(count(&out, b"<think>\r"), count(&out, b"</think>\r"));
        assert_eq!(count(&out, b";start;tool;"), count(&out, b";end;tool;"));
    }

    #[test]
    fn it_leaves_the_terminal_as_found() {
        let out = played();
        assert!(
            out.ends_with(b"\r\n"),
            "the cursor is at the start of a row"
        );
        assert_eq!(count(&out, b"\x1b[?2026h"), count(&out, b"\x1b[?2026l"));
        let modes = out.windows(3).filter(|w| *w == b"\x1b[?").count();
        assert_eq!(
            modes,
            count(&out, b"\x1b[?2026"),
            "no other mode is touched"
        );
        let last = out.rsplit(|&b| b == 0x1b).next().unwrap_or_default();
        assert!(last.starts_with(b"[0m"), "the last sequence is a reset");
        let (opened, all) = (count(&out, b"\x1b]8;;h"), count(&out, b"\x1b]8;;"));
        assert_eq!(all, 2 * opened, "every link is closed");
    }
}
