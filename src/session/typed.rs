//! Keys that send signals: ^C, ^\ and what else the command has chosen for them.
//!
//! On a terminal they reach the whole foreground job: a script around the command, its neighbours in a pipeline. Behind
//! the PTY they reach the command's group only, so the rest of our own group is told by us: when the command has died of
//! it ([`Ending::Interrupted`], at the very end, with the terminal restored), or at once if the command handles it
//! and may go on for long. A shell with job control would have left our group for one of its own, so what is typed at its
//! prompt concerns nobody else; that it is one shows by its ignoring SIGTSTP.

use nix::libc::{self, c_int};
use nix::sys::termios::LocalFlags;
use nix::sys::termios::SpecialCharacterIndices::{self, VINTR, VQUIT};

use super::Ending;
use super::events::Session;
use crate::sys::{process, signals};
use crate::terminal::Terminal;

/// The keys and their signals.
const KEYS: [(SpecialCharacterIndices, c_int); 2] = [(VINTR, libc::SIGINT), (VQUIT, libc::SIGQUIT)];

/// What was typed of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Typed {
    /// A bit for each control character that was ever typed.
    controls: u32,
    /// The signal that the rest of our job has had for the last of these keys.
    told: Option<c_int>,
}

impl Typed {
    fn note(&mut self, keys: &[u8]) -> bool {
        let mut any = false;
        for &key in keys.iter().filter(|&&key| key < 0x20) {
            self.controls |= 1 << key;
            any = true;
        }
        any
    }

    fn has(self, key: u8) -> bool {
        key >= 0x20 || self.controls & (1 << key) != 0
    }
}

impl<T: Terminal> Session<T> {
    /// Keys were read; they stand behind `old` others.
    pub(super) fn note_keys(&mut self, old: usize) {
        let keys = &self.keys.waiting()[old..];
        if !self.typed.note(keys) {
            return;
        }
        let isig = |s: &nix::sys::termios::Termios| s.local_flags.contains(LocalFlags::ISIG);
        let Some(settings) = self.pty.settings().filter(isig) else {
            return;
        };
        // 0 is no key (_POSIX_VDISABLE).
        let sent = KEYS.map(|(index, signal)| {
            let key = settings.control_chars[index as usize];
            (key != 0 && keys.contains(&key)).then_some(signal)
        });
        for signal in sent.into_iter().flatten() {
            let tell = self.concerns_our_job() && self.command_goes_on(signal);
            self.typed.told = tell.then_some(signal);
            if tell {
                signals::send_to_the_rest_of_the_group(signal);
            }
        }
    }

    /// Whether keys reach the command itself, not a job of its own, and would have reached our job without us.
    fn concerns_our_job(&self) -> bool {
        self.foreground
            && self.terminal.is_controlling()
            && self.terminal.is_foreground()
            && self.pty.foreground() == Some(self.child.group())
    }

    /// Whether the command will not just die of the signal, and is no shell with job control.
    fn command_goes_on(&self, signal: c_int) -> bool {
        process::dispositions(self.child.group()).is_some_and(|has| {
            (has.caught(signal) || has.ignored(signal)) && !has.ignored(libc::SIGTSTP)
        })
    }

    /// How the command has ended, which was killed by this signal.
    pub(super) fn ending_by(&self, signal: c_int) -> Ending {
        let Some((index, _)) = KEYS.into_iter().find(|&(_, s)| s == signal) else {
            return Ending::Signaled(signal);
        };
        let typed = self
            .pty
            .settings()
            .is_some_and(|s| self.typed.has(s.control_chars[index as usize]));
        let told = self.typed.told == Some(signal);
        if typed && !told && self.foreground && self.terminal.is_controlling() {
            Ending::Interrupted(signal)
        } else {
            Ending::Signaled(signal)
        }
    }
}
