//! What the terminal tells of itself when it is asked.

use std::time::{Duration, Instant};

use memchr::memmem;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use shade_pty::color::Rgb;
use shade_pty::terminal::Terminal;

/// Its background (OSC 11), whether it knows synchronized updates (DECRQM), and its attributes (DA1), which all terminals
/// tell and tell last.
const QUESTIONS: &[u8] = b"\x1b]11;?\x07\x1b[?2026$p\x1b[c";

/// How long a terminal is waited for that does not answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// The most that is read, in bytes.
const LIMIT: usize = 4096;

/// What it has told.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) background: Option<Rgb>,
    pub(super) updates: Option<bool>,
}

/// Asks it.
pub(super) fn ask(terminal: &mut impl Terminal) -> Told {
    let mut answers = Vec::new();
    if terminal.make_raw().is_ok() {
        if matches!(terminal.write(QUESTIONS), Ok(n) if n == QUESTIONS.len()) {
            listen(terminal, &mut answers);
        }
        terminal.restore();
    }
    read(&answers)
}

fn listen(terminal: &mut impl Terminal, answers: &mut Vec<u8>) {
    let deadline = Instant::now() + PATIENCE;
    while !is_whole(answers) && answers.len() < LIMIT {
        let left = deadline.saturating_duration_since(Instant::now());
        let Some(fd) = terminal.descriptor().filter(|_| !left.is_zero()) else {
            return;
        };
        let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
        if !matches!(poll(&mut [PollFd::new(fd, PollFlags::POLLIN)], timeout), Ok(n) if n > 0) {
            return;
        }
        let mut piece = [0; 256];
        match terminal.read(&mut piece) {
            Ok(n) if n > 0 => answers.extend_from_slice(&piece[..n]),
            _ => return,
        }
    }
}

/// Whether the last answer is there.
fn is_whole(answers: &[u8]) -> bool {
    memmem::find_iter(answers, b"\x1b[?").any(|at| {
        let rest = &answers[at + 3..];
        let end = rest.iter().position(|b| !matches!(b, b'0'..=b'9' | b';'));
        end.is_some_and(|n| rest[n] == b'c')
    })
}

fn read(answers: &[u8]) -> Told {
    let behind = |start: &[u8]| memmem::find(answers, start).map(|at| &answers[at + start.len()..]);
    let background = behind(b"\x1b]11;").and_then(|rest| {
        let end = rest.iter().position(|b| matches!(b, 0x07 | 0x1b))?;
        Rgb::from_answer(&rest[..end])
    });
    // 0 is unknown, 4 is off for good.
    let updates = behind(b"\x1b[?2026;")
        .and_then(|rest| rest.first())
        .map(|b| !matches!(b, b'0' | b'4'));
    Told {
        background,
        updates,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let all = b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?2026;2$y\x1b[?62;22c";
        for end in 0..all.len() {
            assert!(!is_whole(&all[..end]), "{end}");
        }
        assert!(is_whole(all));
        let told = Told {
            background: Some(Rgb([0x1e, 0x1e, 0x2e])),
            updates: Some(true),
        };
        assert_eq!(read(all), told);
        assert_eq!(read(b"\x1b[?2026;0$y\x1b[?6c").updates, Some(false));
        assert_eq!(read(b"\x1b[?6c"), Told::default());
    }
}
