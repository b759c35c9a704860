//! The master of a PTY.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
use nix::unistd::{Pid, tcgetpgrp};
use portable_pty::{MasterPty, PtySize, native_pty_system};

use crate::sys::tty;
use crate::terminal::WindowSize;

/// The master side: what the command writes is read here, what the user types is written here.
pub(crate) struct Pty {
    /// portable-pty's handle, which resizes.
    pair: Box<dyn MasterPty + Send>,
    /// The same open file description, for our own reads and writes (portable-pty's writer types a newline and an
    /// end of file into the terminal when it is dropped).
    master: OwnedFd,
    path: Option<PathBuf>,
    /// The settings that the slave has from the terminal, if it has.
    given: Option<Termios>,
}

impl Pty {
    /// Opens a pair with this size and these settings; gives the slave as well.
    pub(crate) fn open(
        size: WindowSize,
        settings: Option<&Termios>,
    ) -> io::Result<(Self, OwnedFd)> {
        let pair = native_pty_system()
            .openpty(size.into())
            .map_err(io::Error::other)?;
        let number = pair.master.as_raw_fd().ok_or(io::ErrorKind::Unsupported)?;
        let master = tty::duplicate(number)?;
        // The description is ours alone: the monitor closes its copy, and no exec inherits it.
        let flags = OFlag::from_bits_retain(fcntl(&master, FcntlArg::F_GETFL)?);
        fcntl(&master, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        let path = pair.master.tty_name();
        let slave = tty::open_slave(master.as_fd(), path.as_deref())?;
        let mut given = None;
        if let Some(settings) = settings {
            tcsetattr(&slave, SetArg::TCSANOW, settings)?;
            given = Some(tcgetattr(&slave)?);
        }
        Ok((
            Pty {
                pair: pair.master,
                master,
                path,
                given,
            },
            slave,
        ))
    }

    /// The slave's path, `/dev/pts/7`.
    pub(crate) fn path(&self) -> Option<&std::path::Path> {
        self.path.as_deref()
    }

    /// Sets the size; the kernel tells the slave's foreground group if it is another than before.
    pub(crate) fn resize(&self, size: WindowSize) -> io::Result<()> {
        self.pair.resize(size.into()).map_err(io::Error::other)
    }

    /// The slave's foreground process group.
    pub(crate) fn foreground(&self) -> Option<Pid> {
        tcgetpgrp(&self.master)
            .ok()
            .filter(|group| group.as_raw() > 0)
    }

    /// The slave's settings.
    pub(crate) fn settings(&self) -> Option<Termios> {
        tcgetattr(&self.master).ok()
    }

    /// Gives the slave the terminal's settings once more, unless the command has changed its own.
    pub(crate) fn follow_settings(&mut self, settings: &Termios) {
        let unchanged = self.given.is_some() && self.settings() == self.given;
        if unchanged && tcsetattr(&self.master, SetArg::TCSANOW, settings).is_ok() {
            self.given = self.settings();
        }
    }

    /// Reads what is there. `Ok(0)`: the slave is closed everywhere (Linux says EIO, macOS 0). `WouldBlock`: nothing
    /// to read. On Linux that answer is sure: `n_tty_read` flushes what is on its way before it gives it.
    pub(crate) fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match nix::unistd::read(&self.master, buffer) {
                Err(Errno::EINTR) => {}
                Err(Errno::EIO) => return Ok(0),
                result => return Ok(result?),
            }
        }
    }

    /// Writes what fits. `WouldBlock`: the slave's input queue is full.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match nix::unistd::write(&self.master, bytes) {
                Err(Errno::EINTR) => {}
                result => return Ok(result?),
            }
        }
    }
}

impl AsFd for Pty {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.master.as_fd()
    }
}

impl From<WindowSize> for PtySize {
    fn from(size: WindowSize) -> Self {
        PtySize {
            rows: size.rows,
            cols: size.cols,
            pixel_width: size.pixel_width,
            pixel_height: size.pixel_height,
        }
    }
}
