//! `shade-pty [--] CMD`.

use std::process::ExitCode;

use shade_pty::{Overlay, Size, session};

use super::failure::Failure;
use super::plan::RunPlan;
use super::reload::Reloading;

/// Runs a command, shaded if it is to be shaded; ends as the command has ended.
pub(super) fn run(plan: RunPlan) -> Result<ExitCode, Failure> {
    if let Some(warning) = &plan.warning {
        super::warn(format_args!("{warning:#}"));
    }
    let Some(live) = plan.shading else {
        return Err(failure(session::exec(&plan.command)));
    };
    let overlay = |size: Size| Box::new(Reloading::new(live, size)) as Box<dyn Overlay>;
    match session::run(&plan.command, session::Options::default(), overlay) {
        Ok(ending) => {
            ::log::info!("ended: {ending:?}");
            session::leave(ending)
        }
        Err(error) => Err(failure(error)),
    }
}

pub(super) fn failure(error: session::Error) -> Failure {
    let status = error.status();
    Failure::Error {
        error: error.into(),
        status,
    }
}
