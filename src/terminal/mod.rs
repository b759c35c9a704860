//! The outer terminal: where the child's picture goes and the keys come from.
//!
//! [`Terminal`] has three forms: [`Real`], the user's; [`Fixed`], a size and two buffers; [`Null`], a size that takes
//! everything and types nothing. A session needs no more of it, so it can be driven without a terminal.

pub(crate) mod answers;
mod fixed;
pub mod modes;
mod raw;
mod real;

use std::io;
use std::os::fd::BorrowedFd;

use nix::sys::termios::{OutputFlags, Termios};

pub use fixed::{Fixed, Null};
pub use real::Real;

use crate::Size;

/// A terminal's size in cells, and in pixels where it knows them (else 0), as `TIOCGWINSZ` gives it (tty_ioctl(4)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSize {
    /// Columns; 0 where the terminal does not know.
    pub cols: u16,
    /// Rows; 0 where the terminal does not know.
    pub rows: u16,
    /// Width in pixels.
    pub pixel_width: u16,
    /// Height in pixels.
    pub pixel_height: u16,
}

impl WindowSize {
    /// The size in cells, at least 1 x 1.
    pub fn cells(self) -> Size {
        Size {
            cols: self.cols.max(1),
            rows: self.rows.max(1),
        }
    }

    /// Whether either side is 0: a terminal that has not been told its size.
    pub fn is_unknown(self) -> bool {
        self.cols == 0 || self.rows == 0
    }
}

/// What a session needs of the outer terminal.
pub trait Terminal {
    /// The descriptor to wait on; `None` where there is nothing to wait for.
    fn descriptor(&self) -> Option<BorrowedFd<'_>>;

    /// The present size.
    fn size(&self) -> io::Result<WindowSize>;

    /// Reads keys. `Ok(0)`: it is gone. `WouldBlock`: nothing typed.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize>;

    /// Writes what fits now. `WouldBlock`: it takes nothing more at the moment.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;

    /// Whether our process group is its foreground group, so that we may read it and change its settings. True where
    /// it is not our controlling terminal and so knows no foreground for us.
    fn is_foreground(&self) -> bool;

    /// Whether it is our controlling terminal, whose keys send signals to its whole foreground group, ours.
    fn is_controlling(&self) -> bool;

    /// The settings in force; while it is raw, those that were in force before. `None` where there are none.
    fn settings(&self) -> Option<Termios>;

    /// Whether it puts a CR before each LF that it is given, at present (`OPOST` and `ONLCR`, POSIX termios).
    fn adds_returns(&self) -> bool {
        let both = OutputFlags::OPOST | OutputFlags::ONLCR;
        self.settings()
            .is_some_and(|settings| settings.output_flags.contains(both))
    }

    /// Every byte typed arrives at once and as it is, every byte written is shown as it is. Remembers the settings
    /// that were in force, unless it is raw already.
    fn make_raw(&mut self) -> io::Result<()>;

    /// Puts the settings back that were in force before [`make_raw`](Terminal::make_raw), unless we are in the
    /// background, where they are somebody else's business.
    fn restore(&mut self);
}
