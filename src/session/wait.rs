//! What the loop waits for.

use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::events::Session;
use crate::terminal::Terminal;

/// What `poll` found.
pub(super) struct Ready {
    pub(super) signals: bool,
    pub(super) reports: bool,
    pub(super) child_output: bool,
    pub(super) child_room: bool,
    pub(super) keys: bool,
    /// Keys for whoever is in the foreground.
    pub(super) arrival: bool,
    pub(super) room: bool,
    pub(super) terminal_gone: bool,
}

impl<T: Terminal> Session<T> {
    /// Sleeps until one of them is ready, or a pause is due.
    pub(super) fn wait(&self) -> io::Result<Ready> {
        let wants = |flag: PollFlags, on: bool| if on { flag } else { PollFlags::empty() };
        let signals = PollFd::new(self.signals.as_fd(), PollFlags::POLLIN);
        let reports = PollFd::new(self.child.as_fd(), PollFlags::POLLIN);
        // A place that is not waited for is held by the self-pipe with nothing asked; poll reports hang-ups unasked,
        // and a loop that cannot act on one would spin.
        let nobody = || PollFd::new(self.signals.as_fd(), PollFlags::empty());
        let reading = self.output.is_empty();
        let master = if self.pty_open && (reading || !self.keys.is_empty()) {
            let keys = wants(PollFlags::POLLOUT, !self.keys.is_empty());
            PollFd::new(self.pty.as_fd(), wants(PollFlags::POLLIN, reading) | keys)
        } else {
            nobody()
        };
        let outer = match self.terminal.descriptor().filter(|_| self.connected) {
            Some(fd) => {
                let keys = wants(PollFlags::POLLIN, self.foreground && !self.keys.is_full());
                PollFd::new(
                    fd,
                    keys | wants(PollFlags::POLLOUT, !self.output.is_empty()),
                )
            }
            None => nobody(),
        };
        let waits = self.connected && !self.foreground;
        let arrival = match self.edge.as_ref().filter(|_| waits) {
            Some(edge) => PollFd::new(edge.as_fd(), PollFlags::POLLIN),
            None => nobody(),
        };
        let mut fds = [signals, reports, master, outer, arrival];
        match poll(&mut fds, self.timeout()) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(e) => return Err(e.into()),
        }
        let [signals, reports, master, outer, arrival] =
            fds.map(|fd| fd.revents().unwrap_or(PollFlags::empty()));
        let lost = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
        Ok(Ready {
            signals: !signals.is_empty(),
            reports: !reports.is_empty(),
            child_output: reading && master.intersects(PollFlags::POLLIN | lost),
            child_room: master.contains(PollFlags::POLLOUT),
            keys: outer.contains(PollFlags::POLLIN),
            arrival: arrival.contains(PollFlags::POLLIN),
            room: outer.contains(PollFlags::POLLOUT),
            terminal_gone: outer.intersects(lost),
        })
    }

    fn timeout(&self) -> PollTimeout {
        // While the terminal is behind, the child may have more to say: that is no pause.
        let pause = self.pause_at.filter(|_| self.output.is_empty());
        let Some(at) = pause.into_iter().chain(self.answers.due()).min() else {
            return PollTimeout::NONE;
        };
        let left = at.saturating_duration_since(Instant::now());
        // Rounded up, or the loop would turn with 0 ms in the last of them.
        PollTimeout::try_from(left + Duration::from_micros(999)).unwrap_or(PollTimeout::MAX)
    }
}
