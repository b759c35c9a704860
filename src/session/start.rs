//! Whether and how a command is started in a PTY.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

use nix::sys::termios::tcgetsid;
use nix::unistd::{getsid, isatty};

use super::events::Session;
use super::nested;
use super::signals::Signals;
use super::will::Will;
use super::{Error, panic};
use crate::pty::{Child, NotStarted, Plan, Pty, Rescue, Stdio};
use crate::sys::process::{self, Image};
use crate::sys::shared::Shared;
use crate::sys::signals::Inherited;
use crate::sys::{start, tty};
use crate::terminal::{Real, Terminal, WindowSize};
use crate::{Overlay, Size};

/// A command that runs in a PTY, and all that the loop needs.
pub(super) struct Started {
    terminal: Real,
    size: WindowSize,
    pty: Pty,
    child: Child,
    signals: Signals,
    foreground: bool,
    will: Will,
}

impl Started {
    pub(super) fn into_session(
        self,
        overlay: impl FnOnce(Size) -> Box<dyn Overlay>,
    ) -> Session<Real> {
        // Before the terminal goes raw; ends after it was restored.
        let quiet = panic::Quiet::start();
        let overlay = overlay(self.size.cells());
        Session::new(
            self.terminal,
            self.size,
            self.pty,
            self.child,
            self.signals,
            overlay,
            self.foreground,
            self.will,
            quiet,
        )
    }
}

/// Starts the command in a PTY. `Ok(None)`: it should run without one.
pub(super) fn start(
    command: &[OsString],
    inherited: Inherited,
    keep_descriptors: bool,
) -> Result<Option<Started>, Error> {
    if command.is_empty() {
        return Err(Error::NoCommand);
    }
    let Some((terminal, stdio)) = outer() else {
        return Ok(None);
    };
    let Ok(size) = terminal.size() else {
        return Ok(None);
    };
    if size.is_unknown() {
        return Ok(None);
    }
    let Ok((pty, slave)) = Pty::open(size, terminal.settings().as_ref()) else {
        return Ok(None);
    };
    let Some(path) = pty.path() else {
        return Ok(None);
    };
    // `exec` cannot take an argument with a NUL either; it says so better than we could.
    let Some(image) = Image::new(command, nested::VARIABLE, path.as_os_str()) else {
        return Ok(None);
    };
    let Ok(signals) = Signals::register(&inherited) else {
        return Ok(None);
    };
    let foreground = terminal.is_foreground();
    let (ours, theirs) = Shared::new().ok().unzip();
    let rescue = theirs.and_then(|will| rescue(&terminal, will));
    let plan = Plan {
        image,
        slave,
        stdio,
        others: tty::inherited_of(io::stdout().as_fd()),
        foreground,
        inherited,
        rescue,
    };
    match Child::start(plan) {
        Ok(child) => {
            release_input(stdio);
            if !keep_descriptors {
                process::release_inherited();
            }
            Ok(Some(Started {
                terminal,
                size,
                pty,
                child,
                signals,
                foreground,
                will: Will::new(ours),
            }))
        }
        Err(NotStarted::Setup) => Ok(None),
        Err(NotStarted::Exec(errno)) => Err(Error::from_exec(
            command,
            io::Error::from_raw_os_error(errno),
        )),
    }
}

/// What the monitor needs to restore the terminal should we be killed.
fn rescue(terminal: &Real, will: Shared) -> Option<Rescue> {
    Some(Rescue {
        terminal: terminal.duplicate().ok()?,
        cooked: terminal.settings()?,
        raw: terminal.raw_settings()?,
        will,
    })
}

/// The terminal on standard output, if a PTY should stand in for it, and what the command's standard descriptors are.
fn outer() -> Option<(Real, [Stdio; 3])> {
    let (input, output, errors) = (io::stdin(), io::stdout(), io::stderr());
    let output = output.as_fd();
    if start::was_closed(1) || !isatty(output).unwrap_or(false) || nested::is_nested(output) {
        return None;
    }
    let stdio = [
        kind(0, input.as_fd(), output),
        Stdio::Slave,
        kind(2, errors.as_fd(), output),
    ];
    // Keys come from the terminal on standard input or, if that is something else, from the controlling terminal.
    // Where the output goes to another terminal than that, nobody types there for us, and `/dev/tty` means another
    // terminal to the command than to us: a PTY would only be in the way.
    let controlling = matches!((tcgetsid(output), getsid(None)), (Ok(a), Ok(b)) if a == b);
    if !controlling && (stdio[0] != Stdio::Slave || tty::has_controlling()) {
        return None;
    }
    Some((
        Real::open(if stdio[0] == Stdio::Slave {
            input.as_fd()
        } else {
            output
        })
        .ok()?,
        stdio,
    ))
}

fn kind(number: u8, fd: BorrowedFd<'_>, output: BorrowedFd<'_>) -> Stdio {
    if start::was_closed(number) {
        Stdio::Closed
    } else if tty::same_terminal(fd, output) {
        Stdio::Slave
    } else {
        Stdio::Inherit
    }
}

/// A standard input that the command has inherited is its alone: were we to hold a pipe's end as well, its writer
/// would not notice that the command has closed it.
fn release_input(stdio: [Stdio; 3]) {
    if stdio[0] == Stdio::Inherit
        && let Ok(null) = std::fs::File::open(OsStr::new("/dev/null"))
    {
        let _ = process::put_at(null.as_fd(), 0);
    }
}
