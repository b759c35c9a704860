//! `shade-pty [--] CMD`.

use std::process::ExitCode;

use super::failure::{self, Failure};
use super::plan::RunPlan;

/// Runs a command behind a pseudo-terminal.
pub(super) fn run(_plan: RunPlan) -> Result<ExitCode, Failure> {
    Err(Failure::Error {
        error: anyhow::anyhow!("running a command is not there yet"),
        status: failure::RUN,
    })
}
