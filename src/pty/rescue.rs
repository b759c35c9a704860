//! What the monitor does for the outer terminal when the front was killed.

use std::os::fd::{BorrowedFd, OwnedFd};

use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use nix::unistd::write;

use crate::sys::shared::Shared;

/// The outer terminal, its settings before we came, and ours.
pub(crate) struct Rescue {
    /// The terminal.
    pub(crate) terminal: OwnedFd,
    /// The settings it had.
    pub(crate) cooked: Termios,
    /// The settings we give it.
    pub(crate) raw: Termios,
    /// What undoes the modes that the command has set.
    pub(crate) will: Shared,
}

impl Rescue {
    /// Restores a terminal that a killed front has left raw. One that somebody else, the shell, has set since is not
    /// touched. It is not our controlling terminal, so this works from another session without SIGTTOU.
    ///
    /// Modes cannot be asked for. Those that the command had set when the front died are undone in any case; a front
    /// that ends in order has undone them itself and left an empty will.
    pub(super) fn restore(&self, terminal: BorrowedFd<'_>) {
        // At once: zsh takes over what it finds.
        if let Ok(now) = tcgetattr(terminal)
            && now.local_flags == self.raw.local_flags
            && now.input_flags == self.raw.input_flags
            && now.output_flags == self.raw.output_flags
        {
            let _ = tcsetattr(terminal, SetArg::TCSANOW, &self.cooked);
        }
        if !self.will.get().is_empty() {
            // Once: the descriptor does not block, and a terminal that takes nothing is not waited for.
            let _ = write(terminal, self.will.get());
        }
    }
}
