//! Raw mode, and a guard that ends it.

use std::os::fd::OwnedFd;

use nix::errno::Errno;
use nix::sys::termios::{
    InputFlags, LocalFlags, OutputFlags, SetArg, SpecialCharacterIndices, Termios, tcgetattr,
    tcsetattr,
};
use nix::unistd::{getpgrp, tcgetpgrp};

/// The descriptor whose settings we change, and what they were. Dropping it restores them, also while a panic
/// unwinds; the release profile therefore unwinds.
#[derive(Debug)]
pub(super) struct Guard {
    terminal: OwnedFd,
    saved: Option<Termios>,
}

impl Guard {
    pub(super) fn new(terminal: OwnedFd) -> Self {
        Guard {
            terminal,
            saved: None,
        }
    }

    pub(super) fn terminal(&self) -> &OwnedFd {
        &self.terminal
    }

    /// The settings in force, which the PTY starts with; while it is raw, those that were in force before.
    pub(super) fn settings(&self) -> Option<Termios> {
        self.saved
            .clone()
            .or_else(|| tcgetattr(&self.terminal).ok())
    }

    pub(super) fn is_foreground(&self) -> bool {
        // ENOTTY: not our controlling terminal. In a container both may be 0, groups of an outer namespace.
        tcgetpgrp(&self.terminal).map_or(true, |group| group == getpgrp())
    }

    /// The settings that [`make_raw`](Guard::make_raw) gives, from those in force.
    pub(super) fn raw_settings(&self) -> Option<Termios> {
        self.settings().map(as_raw)
    }

    /// Whether it is our controlling terminal.
    pub(super) fn is_controlling(&self) -> bool {
        tcgetpgrp(&self.terminal).is_ok()
    }

    /// Goes raw without flushing: what was typed ahead stays (TCSAFLUSH would throw it away).
    pub(super) fn make_raw(&mut self) -> nix::Result<()> {
        let now = tcgetattr(&self.terminal)?;
        let raw = as_raw(now.clone());
        let saved = self.saved.get_or_insert(now).clone();
        set(&self.terminal, SetArg::TCSANOW, &raw)?;
        if !self.is_foreground() && tcgetattr(&self.terminal).as_ref() == Ok(&raw) {
            // A shell has taken the terminal between our asking whose it is and this, and has what we set instead of
            // what it set itself.
            self.saved = None;
            set(&self.terminal, SetArg::TCSANOW, &saved)?;
        }
        Ok(())
    }

    pub(super) fn restore(&mut self) {
        if let Some(saved) = self.saved.take()
            && self.is_foreground()
        {
            // Not TCSADRAIN: a terminal that reads no more would hold us for ever. Output was drained before; what
            // is left in a serial line's queue has been through output processing already.
            let _ = set(&self.terminal, SetArg::TCSANOW, &saved);
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.restore();
    }
}

fn set(terminal: &OwnedFd, when: SetArg, settings: &Termios) -> nix::Result<()> {
    loop {
        match tcsetattr(terminal, when, settings) {
            Err(Errno::EINTR) => {}
            result => return result,
        }
    }
}

/// As cfmakeraw(3), but without touching the character size and parity of a serial line.
fn as_raw(mut settings: Termios) -> Termios {
    settings.input_flags &= !(InputFlags::IGNBRK
        | InputFlags::BRKINT
        | InputFlags::PARMRK
        | InputFlags::ISTRIP
        | InputFlags::INLCR
        | InputFlags::IGNCR
        | InputFlags::ICRNL
        | InputFlags::IXON);
    settings.output_flags &= !OutputFlags::OPOST;
    settings.local_flags &= !(LocalFlags::ECHO
        | LocalFlags::ECHONL
        | LocalFlags::ICANON
        | LocalFlags::ISIG
        | LocalFlags::IEXTEN);
    settings.control_chars[SpecialCharacterIndices::VMIN as usize] = 1;
    settings.control_chars[SpecialCharacterIndices::VTIME as usize] = 0;
    settings
}
