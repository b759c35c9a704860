//! Terminals: the ioctls that nix lacks, and the question whether two descriptors are the same terminal.

use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::FromRawFd;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};

use nix::fcntl::{OFlag, open};
use nix::libc;
use nix::sys::stat::{Mode, fstat};
use nix::unistd::{isatty, ttyname};

use super::process;

/// The size of a terminal with its pixels, as `TIOCGWINSZ` gives it (tty_ioctl(4)).
pub(crate) fn window_size(fd: impl AsFd) -> io::Result<libc::winsize> {
    let mut size = libc::winsize {
        ws_row: 0,
        ws_col: 0,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    // SAFETY: TIOCGWINSZ writes one winsize, which `size` is.
    match unsafe { libc::ioctl(fd.as_fd().as_raw_fd(), libc::TIOCGWINSZ as _, &mut size) } {
        0 => Ok(size),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Makes a terminal the controlling terminal of this session leader. Async-signal-safe.
pub(crate) fn make_controlling(fd: BorrowedFd<'_>) -> nix::Result<()> {
    // SAFETY: TIOCSCTTY takes a plain number (0: do not steal).
    nix::errno::Errno::result(unsafe { libc::ioctl(fd.as_raw_fd(), libc::TIOCSCTTY as _, 0) })
        .map(drop)
}

/// Whether this process has a controlling terminal at all (tty(4): `/dev/tty` cannot be opened without one).
pub(crate) fn has_controlling() -> bool {
    let flags = OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
    open("/dev/tty", flags, Mode::empty()).is_ok()
}

/// Opens the slave of a PTY by its master. Linux needs no path for it (TIOCGPTPEER), which holds where `/dev/pts`
/// belongs to another mount namespace.
pub(crate) fn open_slave(
    master: BorrowedFd<'_>,
    path: Option<&std::path::Path>,
) -> io::Result<OwnedFd> {
    let flags = OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_CLOEXEC;
    #[cfg(target_os = "linux")]
    {
        // SAFETY: TIOCGPTPEER takes plain flags and gives a descriptor that nobody else owns.
        let fd = unsafe { libc::ioctl(master.as_raw_fd(), libc::TIOCGPTPEER, flags.bits()) };
        if fd >= 0 {
            // SAFETY: the kernel has just given us this descriptor.
            return Ok(unsafe { OwnedFd::from_raw_fd(fd) });
        }
    }
    let _ = master;
    let path = path.ok_or(io::ErrorKind::Unsupported)?;
    Ok(open(path, flags, Mode::empty())?)
}

/// Duplicates a descriptor that is only known by its number, close-on-exec.
pub(crate) fn duplicate(number: i32) -> io::Result<OwnedFd> {
    // SAFETY: the borrow lasts for this one call, which fails with EBADF where the number is no open descriptor.
    unsafe { BorrowedFd::borrow_raw(number) }.try_clone_to_owned()
}

/// Opens a terminal once more, so that O_NONBLOCK on it is ours alone: the flag belongs to the open file description,
/// which an inherited descriptor shares with the shell and everybody else it started (open(2)).
///
/// On Linux by `/proc/self/fd`, which also reaches a terminal without a name in this mount namespace; elsewhere by
/// its own name. Never by `/dev/tty`: macOS cannot poll that one (poll(2) answers POLLNVAL there, kqueue too).
pub(crate) fn reopen(fd: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    let flags = OFlag::O_RDWR | OFlag::O_NOCTTY | OFlag::O_CLOEXEC | OFlag::O_NONBLOCK;
    if cfg!(target_os = "linux") {
        let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
        if let Ok(fd) = open(path.as_str(), flags, Mode::empty()) {
            return Ok(fd);
        }
    }
    Ok(open(&ttyname(fd)?, flags, Mode::empty())?)
}

/// Whether both descriptors are the same terminal, also where one was opened as `/dev/tty`.
pub(crate) fn same_terminal(a: BorrowedFd<'_>, b: BorrowedFd<'_>) -> bool {
    if !isatty(a).unwrap_or(false) || !isatty(b).unwrap_or(false) {
        return false;
    }
    let (Ok(x), Ok(y)) = (fstat(a), fstat(b)) else {
        return false;
    };
    if x.st_rdev == y.st_rdev {
        // Two devpts instances (containers) may use the same number for different terminals.
        return x.st_dev == y.st_dev && x.st_ino == y.st_ino || device(a).is_none();
    }
    matches!((device(a), device(b)), (Some(p), Some(q)) if p == q)
        && (x.st_rdev == CONTROLLING || y.st_rdev == CONTROLLING)
}

/// Descriptors above 2 that were inherited and are this terminal.
pub(crate) fn inherited_of(terminal: BorrowedFd<'_>) -> Vec<RawFd> {
    let is_it = |&number: &RawFd| {
        // SAFETY: it was open just now, and nobody closes inherited descriptors meanwhile.
        same_terminal(unsafe { BorrowedFd::borrow_raw(number) }, terminal)
    };
    process::inherited().into_iter().filter(is_it).collect()
}

/// The device number of `/dev/tty` (Linux: devices.txt, major 5 minor 0).
const CONTROLLING: libc::dev_t = 5 << 8;

/// The number of the terminal behind a descriptor; sees through `/dev/tty`.
fn device(fd: BorrowedFd<'_>) -> Option<u32> {
    #[cfg(target_os = "linux")]
    {
        /// Linux, tty_ioctl: `_IOR('T', 0x32, unsigned int)`.
        const TIOCGDEV: libc::c_ulong = nix::request_code_read!(b'T', 0x32, 4) as libc::c_ulong;
        let mut number = 0u32;
        // SAFETY: TIOCGDEV writes one unsigned int.
        let ok = unsafe { libc::ioctl(fd.as_raw_fd(), TIOCGDEV as _, &mut number) } == 0;
        ok.then_some(number)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = fd;
        None
    }
}
