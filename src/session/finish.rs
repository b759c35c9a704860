//! The end: the status is known, the last bytes are shown, the terminal is as it was.

use std::time::{Duration, Instant};

use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::events::{Session, put};
use super::{Ending, Error};
use crate::sys::signals;
use crate::terminal::Terminal;

/// Most that is read after the command's end. What it wrote before fits into the kernel's buffers, which are smaller
/// (Linux: 8 KiB of flip buffers and 4 KiB of line discipline a PTY); what comes beyond is a background process's,
/// which must not keep us.
const LAST_BYTES: usize = 64 * 1024;

/// How long a terminal that takes nothing is waited for. While it takes something, there is no limit.
const PATIENCE: Duration = Duration::from_secs(2);

impl<T: Terminal> Session<T> {
    /// Shows what the command wrote last, undoes its modes and restores the terminal.
    pub(super) fn finish(mut self, ending: Ending) -> Result<Ending, Error> {
        self.drain(LAST_BYTES);
        self.close_overlay();
        self.terminal.restore();
        let fault = self.overlay.fault();
        self.child.release();
        if let Some(fault) = fault {
            eprintln!("shade-pty: {fault}");
        }
        Ok(ending)
    }

    /// The monitor was killed. The kernel has hung the command up with it; a command that does not care is killed.
    pub(super) fn lose_monitor(&mut self) -> Result<(), Error> {
        let group = -self.child.group().as_raw();
        for signal in [libc::SIGHUP, libc::SIGCONT] {
            let _ = signals::send(group, signal);
        }
        let deadline = Instant::now() + PATIENCE;
        // Not our child: all that can be seen of its end is that the group is gone.
        while signals::send(group, 0).is_ok() && Instant::now() < deadline {
            let mut fds = [PollFd::new(
                std::os::fd::AsFd::as_fd(&self.pty),
                PollFlags::POLLIN,
            )];
            let _ = poll(&mut fds, PollTimeout::from(10u8));
            self.drain(LAST_BYTES);
        }
        let _ = signals::send(group, libc::SIGKILL);
        self.close_overlay();
        self.terminal.restore();
        Err(Error::MonitorLost)
    }

    /// Shows what can be read, up to `limit` bytes.
    pub(super) fn drain(&mut self, limit: usize) {
        let mut total = 0;
        loop {
            self.flush_patiently();
            if !self.pty_open || total >= limit {
                return;
            }
            let n = self.read_child();
            if n == 0 {
                return;
            }
            total += n;
        }
    }

    fn close_overlay(&mut self) {
        let overlay = &mut self.overlay;
        put(&mut self.output, &mut self.modes, |out| overlay.finish(out));
        self.modes.undo(self.output.tail());
        self.flush_patiently();
    }

    /// Writes all that waits, as long as the terminal takes some of it now and then.
    pub(super) fn flush_patiently(&mut self) {
        self.flush();
        let mut deadline = Instant::now() + PATIENCE;
        while !self.output.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(fd) = self.terminal.descriptor().filter(|_| !left.is_zero()) else {
                return self.output.clear();
            };
            let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
            let _ = poll(&mut [PollFd::new(fd, PollFlags::POLLOUT)], timeout);
            let before = self.output.waiting().len();
            self.flush();
            if self.output.waiting().len() != before {
                deadline = Instant::now() + PATIENCE;
            }
        }
    }
}
