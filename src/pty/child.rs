//! The front's end of the back channel: the command as the session sees it.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::libc::c_int;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;

use super::message::{Inbox, Order, Report};
use super::monitor::{self, Plan};
use crate::sys::{process, signals};

/// How long the monitor may take to leave once it is told to.
const LEAVE: Duration = Duration::from_secs(1);

/// Why a command did not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotStarted {
    /// Our own means failed; the command can be run without them.
    Setup,
    /// `exec` failed with this errno.
    Exec(c_int),
}

/// A running command and the monitor above it.
#[derive(Debug)]
pub(crate) struct Child {
    monitor: Pid,
    group: Pid,
    channel: UnixStream,
    inbox: Inbox,
    /// Its hang-up, at the monitor's death, continues us.
    _pulse: OwnedFd,
}

impl Child {
    /// Starts the command and waits until `exec` has succeeded or failed.
    pub(crate) fn start(mut plan: Plan) -> Result<Self, NotStarted> {
        let setup = |_: io::Error| NotStarted::Setup;
        let (ours, theirs) = UnixStream::pair().map_err(setup)?;
        theirs.set_nonblocking(true).map_err(setup)?;
        let (pulse, their_pulse) = process::pipe().map_err(|_| NotStarted::Setup)?;
        process::continue_at_hang_up(pulse.as_fd()).map_err(|_| NotStarted::Setup)?;
        // Blocked across the fork, so that none of our handlers ever runs in the copy.
        let mask = signals::block_all();
        let forked = process::fork(|| monitor::run(&mut plan, &theirs, &their_pulse));
        signals::set_mask(&mask);
        drop((theirs, their_pulse, plan));
        let monitor = forked.map_err(|_| NotStarted::Setup)?;
        let mut child = Child {
            monitor,
            group: monitor,
            channel: ours,
            inbox: Inbox::default(),
            _pulse: pulse,
        };
        let failure = match child.wait_for_start() {
            Some(Report::Started(group)) => {
                child.group = Pid::from_raw(group);
                child.channel.set_nonblocking(true).map_err(setup)?;
                return Ok(child);
            }
            Some(Report::ExecFailed(errno)) => NotStarted::Exec(errno),
            _ => NotStarted::Setup,
        };
        let _ = waitpid(monitor, None);
        Err(failure)
    }

    fn wait_for_start(&mut self) -> Option<Report> {
        loop {
            match self.channel.read(self.inbox.room()) {
                Ok(0) => return None,
                Ok(n) => {
                    if let Some(message) = self.inbox.advance(n) {
                        return Report::decode(message);
                    }
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }

    /// The command's process group.
    pub(crate) fn group(&self) -> Pid {
        self.group
    }

    /// The next report. `Ok(None)`: none for now. An error: the monitor is gone.
    pub(crate) fn report(&mut self) -> io::Result<Option<Report>> {
        loop {
            match self.channel.read(self.inbox.room()) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => {
                    if let Some(report) = self.inbox.advance(n).and_then(Report::decode) {
                        return Ok(Some(report));
                    }
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(None),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// Waits for the next report. An error: the monitor is gone.
    pub(crate) fn wait_report(&mut self) -> io::Result<Report> {
        loop {
            if let Some(report) = self.report()? {
                return Ok(report);
            }
            self.wait_readable(PollTimeout::NONE)?;
        }
    }

    /// Gives the monitor an order. A monitor that is gone shows at the next report.
    pub(crate) fn order(&mut self, order: Order) {
        // Eight bytes into a socket that the monitor reads at once; it is never full.
        let _ = self.channel.write_all(&order.encode());
    }

    /// Lets the monitor go, after the command's end, and waits for it.
    pub(crate) fn release(mut self) {
        let _ = self.channel.shutdown(std::net::Shutdown::Write);
        let deadline = Instant::now() + LEAVE;
        while self.report().is_ok() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero()
                || self
                    .wait_readable(PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX))
                    .is_err()
            {
                return;
            }
        }
        let _ = waitpid(self.monitor, None);
    }

    fn wait_readable(&self, timeout: PollTimeout) -> io::Result<()> {
        match poll(
            &mut [PollFd::new(self.channel.as_fd(), PollFlags::POLLIN)],
            timeout,
        ) {
            Ok(_) | Err(Errno::EINTR) => Ok(()),
            Err(e) => Err(e.into()),
        }
    }
}

impl AsFd for Child {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.channel.as_fd()
    }
}
