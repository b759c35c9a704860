//! What is to be done to the terminal's modes if we are killed.
//!
//! Nobody can catch SIGKILL, and a fault of ours (SIGSEGV) leaves no time. So what would undo the command's modes at
//! this moment is kept where the monitor can read it.

use crate::sys::shared::Shared;
use crate::terminal::modes::Modes;

/// The front's side.
#[derive(Debug, Default)]
pub(super) struct Will {
    shared: Option<Shared>,
    /// What stands in there.
    written: Vec<u8>,
    /// What shall stand in there; kept for its memory.
    next: Vec<u8>,
}

impl Will {
    /// One that the monitor reads there.
    pub(super) fn new(shared: Option<Shared>) -> Self {
        Will {
            shared,
            ..Will::default()
        }
    }

    /// Brings it up to date.
    pub(super) fn write(&mut self, modes: &Modes) {
        let Some(shared) = &mut self.shared else {
            return;
        };
        self.next.clear();
        modes.undoing(&mut self.next);
        if self.next != self.written {
            shared.set(&self.next);
            std::mem::swap(&mut self.written, &mut self.next);
        }
    }
}
