//! `shade-pty [--] CMD`.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use anyhow::anyhow;

use super::failure::{self, Failure};
use super::plan::{RunPlan, Shading};

/// Runs a command, shaded if it is to be shaded.
pub(super) fn run(plan: RunPlan) -> Result<ExitCode, Failure> {
    if let Some(warning) = &plan.warning {
        super::warn(format_args!("{warning:#}"));
    }
    match plan.shading {
        Some(shading) => shaded(&plan.command, shading),
        None => match become_command(&plan.command)? {},
    }
}

/// Runs the command behind a pseudo-terminal.
fn shaded(command: &[OsString], _shading: Shading) -> Result<ExitCode, Failure> {
    match become_command(command)? {}
}

/// Replaces this program by the command.
fn become_command(command: &[OsString]) -> Result<Infallible, Failure> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(Failure::Error {
            error: anyhow!("there is no command to run"),
            status: failure::RUN,
        });
    };
    let error = Command::new(program).args(arguments).exec();
    Err(cannot_run(program, error))
}

fn cannot_run(program: &OsString, error: io::Error) -> Failure {
    let status = if error.kind() == ErrorKind::NotFound {
        failure::NOT_FOUND
    } else {
        failure::NOT_EXECUTABLE
    };
    let error = anyhow!(error).context(format!("cannot run {}", program.display()));
    Failure::Error { error, status }
}
