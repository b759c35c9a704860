//! The end: the status is known, the last bytes are shown, the terminal is as it was.

use std::time::{Duration, Instant};

use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{LocalFlags, Termios};

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
        self.await_answers();
        let orderly = self.is_orderly(ending);
        self.close_overlay(orderly);
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
        self.close_overlay(false);
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

    /// Whether the command has ended as it meant to: not by a signal (its own, or one that a shell around it reports
    /// as 128 + n), and not in raw mode.
    fn is_orderly(&self, ending: Ending) -> bool {
        let canonical = |s: Termios| s.local_flags.contains(LocalFlags::ICANON);
        matches!(ending, Ending::Exited(..=128)) && self.pty.settings().is_none_or(canonical)
    }

    fn close_overlay(&mut self, orderly: bool) {
        let overlay = &mut self.overlay;
        put(&mut self.output, &mut self.modes, |out| overlay.finish(out));
        self.modes.undo(self.output.tail());
        let below = self.overlay.rows_below_cursor();
        if !orderly && below > 0 {
            // It drew around the cursor, as inline interfaces do, and had no chance to leave it below: the shell's
            // prompt would go into the middle. Line feeds scroll where there is no row left.
            self.output.tail().push(b'\r');
            let rows = usize::from(below) + 1;
            self.output.tail().extend(std::iter::repeat_n(b'\n', rows));
        }
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
