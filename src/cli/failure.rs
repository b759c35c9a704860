//! How the program fails: a message and an exit status.

use std::process::ExitCode;

/// Our own failure in run mode, as `env` and `timeout` have it: the command's own statuses stay apart from it.
pub(super) const RUN: u8 = 125;

/// A failure of any other mode.
pub(super) const MODE: u8 = 2;

/// Why the program ends without having done its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments are wrong, or ask for help.
    Usage {
        /// What clap has to say.
        error: clap::Error,
        /// The status if they are wrong.
        status: u8,
    },
    /// Anything else.
    Error {
        /// What happened.
        error: anyhow::Error,
        /// The exit status.
        status: u8,
    },
}

impl Failure {
    /// A failure of a mode other than running a command.
    pub(super) fn mode(error: impl Into<anyhow::Error>) -> Failure {
        Failure::Error {
            error: error.into(),
            status: MODE,
        }
    }

    /// Says what happened and gives the exit status. A message that cannot be written is lost: there is no other place.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Usage { error, status } => {
                let _ = error.print();
                if error.use_stderr() {
                    ExitCode::from(*status)
                } else {
                    ExitCode::SUCCESS
                }
            }
            Failure::Error { error, status } => {
                super::warn(format_args!("{error:#}"));
                ExitCode::from(*status)
            }
        }
    }
}
