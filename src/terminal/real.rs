//! The user's terminal.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::Termios;

use super::raw::Guard;
use super::{Terminal, WindowSize};
use crate::sys::tty;

/// Bytes written at a time to a terminal that we could not open for ourselves. Such a write may block, since
/// O_NONBLOCK would also bind the shell; poll(2) promises room for some bytes, not for many.
const SHARED_WRITE: usize = 256;

/// The terminal on our standard output.
#[derive(Debug)]
pub struct Real {
    guard: Guard,
    /// The open file description is ours alone and does not block.
    own: bool,
}

impl Real {
    /// Opens the terminal behind a descriptor once more, for ourselves; where that is not allowed (after `su`, say),
    /// shares it.
    pub fn open(terminal: BorrowedFd<'_>) -> io::Result<Self> {
        match tty::reopen(terminal) {
            Ok(fd) => Ok(Real {
                guard: Guard::new(fd),
                own: true,
            }),
            Err(_) => Ok(Real {
                guard: Guard::new(terminal.try_clone_to_owned()?),
                own: false,
            }),
        }
    }

    /// The settings it will have when it is raw.
    pub(crate) fn raw_settings(&self) -> Option<Termios> {
        self.guard.raw_settings()
    }

    /// The same open file once more.
    pub(crate) fn duplicate(&self) -> io::Result<OwnedFd> {
        self.guard.terminal().try_clone()
    }

    fn ready(&self, what: PollFlags) -> io::Result<()> {
        let mut fds = [PollFd::new(self.guard.terminal().as_fd(), what)];
        match poll(&mut fds, PollTimeout::ZERO) {
            Ok(0) | Err(Errno::EINTR) => Err(io::ErrorKind::WouldBlock.into()),
            Ok(_) => Ok(()),
            Err(e) => Err(e.into()),
        }
    }
}

impl Terminal for Real {
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        Some(self.guard.terminal().as_fd())
    }

    fn size(&self) -> io::Result<WindowSize> {
        let size = tty::window_size(self.guard.terminal())?;
        Ok(WindowSize {
            cols: size.ws_col,
            rows: size.ws_row,
            pixel_width: size.ws_xpixel,
            pixel_height: size.ws_ypixel,
        })
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.own {
            self.ready(PollFlags::POLLIN)?;
        }
        Ok(nix::unistd::read(self.guard.terminal(), buffer)?)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.own {
            return Ok(nix::unistd::write(self.guard.terminal(), bytes)?);
        }
        self.ready(PollFlags::POLLOUT)?;
        Ok(nix::unistd::write(
            self.guard.terminal(),
            &bytes[..bytes.len().min(SHARED_WRITE)],
        )?)
    }

    fn is_foreground(&self) -> bool {
        self.guard.is_foreground()
    }

    fn is_controlling(&self) -> bool {
        self.guard.is_controlling()
    }

    fn settings(&self) -> Option<Termios> {
        self.guard.settings()
    }

    fn make_raw(&mut self) -> io::Result<()> {
        Ok(self.guard.make_raw()?)
    }

    fn restore(&mut self) {
        self.guard.restore();
    }
}
