//! `shade-pty demo`: the scripted agent, behind the pseudo-terminal like any other command.

use std::io;
use std::process::ExitCode;

use anyhow::Context;

use super::failure::Failure;
use super::plan::{DemoPlan, Recording, RunPlan};
use crate::demo::{self, Speed};

/// Runs this program once more, as the agent.
pub(super) fn run(plan: DemoPlan) -> Result<ExitCode, Failure> {
    let program = std::env::current_exe()
        .context("cannot find our own program")
        .map_err(Failure::mode)?;
    let speed = format!("--speed={}", plan.speed.factor());
    let command = vec![program.into_os_string(), "play-demo".into(), speed.into()];
    super::run::run(RunPlan {
        command,
        shading: plan.shading,
        warning: None,
        recording: Recording::default(),
    })
}

/// Is the agent.
pub(super) fn play(speed: Speed) -> Result<ExitCode, Failure> {
    match demo::play(io::stdout().lock(), speed) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(Failure::mode(e)),
        _ => Ok(ExitCode::SUCCESS),
    }
}
