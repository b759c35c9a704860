//! A command in a pseudo-terminal, from start to end.
//!
//! [`run`] decides whether a PTY is wanted at all (`start`), starts the command, and then is one loop (`events`, `wait`)
//! over five descriptors: signals, the monitor's back channel, the PTY's master, the outer terminal, and arrivals there
//! while it is somebody else's. Bytes go
//!
//! ```text
//! child ─▶ master ─▶ Overlay::write ─▶ output queue ─▶ terminal
//! child ◀─ master ◀─────────────────── key queue   ◀─ terminal
//! ```
//!
//! Both queues are bounded by not reading the side that fills them: a slow terminal slows the child, while keys still
//! reach it. The loop sleeps until something happens; a time is waited for only when the overlay asks for a pause.
//! One thing a proxy cannot do: keys that were typed ahead, read by us and never read by the command are lost with the
//! PTY's input queue when it ends, where a shell would have found them on the terminal (TIOCSTI could put them back, but
//! Linux has it switched off since 6.2). sudo and script have the same limit.
//!
//! In the background the terminal's settings are the shell's. Bytes then come out as the command's own terminal would
//! show them: a LF that the PTY has turned into CR LF goes out as LF, since the terminal adds the CR once more.
//!
//! One thing differs from the command alone: settings that the command changes for good (`stty`) are those of its PTY,
//! and end with it. As long as it has changed none, its PTY takes those that the terminal has each time we come to the
//! foreground. (Not on Linux, one more: a ^C at a command that handles SIGINT reaches the command's group only.)
//!
//! Where the overlay needs the terminal's background, the terminal is asked once (`background`): two short questions go out
//! before anything of the command's, and the answers to them do not reach the command.
//!
//! Stop and continue are in `suspend`, keys that send signals in `typed`, the end in `finish`, what happens to modes if
//! we are killed in `will`. Who is who among the processes: `src/pty/mod.rs`.
//!
//! ```no_run
//! # use shade_pty::{Overlay, Size, session};
//! # fn overlay(_: Size) -> Box<dyn Overlay> { unimplemented!() }
//! let command = ["claude".into()];
//! match session::run(&command, session::Options::default(), overlay) {
//!     Ok(ending) => session::leave(ending),
//!     Err(error) => {
//!         eprintln!("shade-pty: {error}");
//!         std::process::exit(error.status().into());
//!     }
//! }
//! ```

mod background;
mod events;
mod finish;
mod nested;
mod panic;
mod queue;
mod signals;
mod start;
mod suspend;
mod typed;
mod wait;
mod will;

use std::ffi::OsString;
use std::io;
use std::rc::Rc;

use nix::libc::{self, c_int};

use crate::sys::process;
use crate::sys::signals::{Inherited, die_of, ignore_number, send};
use crate::{Overlay, Size};
pub use nested::{VARIABLE, is_nested};

/// What a session may be told.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Keep the inherited descriptors above 2 open in this process. Otherwise they are the command's alone while it
    /// runs, so that a pipe's other end notices, or a lock falls, when the command closes its own.
    pub keep_descriptors: bool,
    /// Called before the command takes this process over, because there is no terminal for a PTY to stand in for.
    pub before_exec: Option<BeforeExec>,
}

/// Something to do before the command takes this process over.
#[derive(Clone)]
pub struct BeforeExec(pub Rc<dyn Fn()>);

impl std::fmt::Debug for BeforeExec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BeforeExec")
    }
}

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has exited with this status.
    Exited(u8),
    /// It was killed by this signal.
    Signaled(i32),
    /// It was killed by this signal (SIGINT or SIGQUIT), which the user typed: as unwrapped, the whole job gets it.
    Interrupted(i32),
}

/// Why there is no ending to report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The command was not found, or the interpreter that its first line names.
    #[error("{command}: {}", reason(.cause))]
    NotFound {
        /// Its name.
        command: String,
        /// What `exec` said.
        cause: io::Error,
    },
    /// The command cannot be executed.
    #[error("{command}: {}", reason(.cause))]
    NotExecutable {
        /// Its name.
        command: String,
        /// What `exec` said.
        cause: io::Error,
    },
    /// There is no command.
    #[error("no command given")]
    NoCommand,
    /// Somebody killed the process that watches the command; the command was hung up.
    #[error("the process that watches the command was killed; the command was hung up")]
    MonitorLost,
    /// The loop's own means failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An error as C programs word it, without Rust's `(os error 2)`.
fn reason(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(number) => nix::errno::Errno::from_raw(number).desc().to_owned(),
        None => error.to_string(),
    }
}

impl Error {
    /// The exit status for it: 127 not found, 126 not executable, 125 our own failure, as env(1) and timeout(1).
    pub fn status(&self) -> u8 {
        match self {
            Error::NotFound { .. } => 127,
            Error::NotExecutable { .. } => 126,
            Error::NoCommand | Error::MonitorLost | Error::Io(_) => 125,
        }
    }

    /// What `exec` said about a command.
    fn from_exec(command: &[OsString], cause: io::Error) -> Self {
        let command = command
            .first()
            .map(|c| c.to_string_lossy().into_owned())
            .unwrap_or_default();
        match cause.raw_os_error() {
            Some(libc::ENOENT) => Error::NotFound { command, cause },
            _ => Error::NotExecutable { command, cause },
        }
    }
}

/// Runs a command in a PTY on this process's terminal until it ends, through `overlay`.
///
/// Where a PTY makes no sense (standard output is no terminal or not ours, its size is unknown, we already run on this
/// terminal) or cannot be had, the command takes this process over instead ([`exec`]), and this function returns only
/// if that fails. Afterwards the process should end by [`leave`]: signal handlers stay installed, and a standard input
/// that was no terminal, which now is the command's alone, was replaced by `/dev/null`.
/// Descriptors above 2 that this process would have passed on to any command are closed here, unless
/// [`Options::keep_descriptors`] is set.
pub fn run(
    command: &[OsString],
    options: Options,
    overlay: impl FnOnce(Size) -> Box<dyn Overlay>,
) -> Result<Ending, Error> {
    let Options {
        keep_descriptors,
        before_exec,
    } = options;
    let inherited = Inherited::record();
    match start::start(command, inherited, keep_descriptors)? {
        Some(started) => started.into_session(overlay).run(),
        None => {
            if let Some(BeforeExec(tell)) = before_exec {
                tell();
            }
            Err(exec_with(command, inherited))
        }
    }
}

/// Becomes the command, as if we had never been there; returns only with the reason why that failed.
pub fn exec(command: &[OsString]) -> Error {
    exec_with(command, Inherited::record())
}

fn exec_with(command: &[OsString], inherited: Inherited) -> Error {
    let Some((program, arguments)) = command.split_first() else {
        return Error::NoCommand;
    };
    Error::from_exec(command, process::exec(program, arguments, inherited))
}

/// Ends this process as the command has ended: with its status or by the same signal, without a core dump of ours, so
/// that the shell sees what it would have seen. Falls back to 128 + n for a signal that cannot end us.
pub fn leave(ending: Ending) -> ! {
    let signal: c_int = match ending {
        Ending::Exited(status) => std::process::exit(status.into()),
        Ending::Signaled(signal) => signal,
        Ending::Interrupted(signal) => {
            // A typed ^C reaches the terminal's whole foreground group, the script around a loop included. In raw
            // mode it reached the command only; the rest of our own group gets it now.
            ignore_number(signal);
            let _ = send(0, signal);
            signal
        }
    };
    die_of(signal);
    std::process::exit(128 + signal)
}
