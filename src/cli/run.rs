//! `shade-pty [--] CMD`.

use std::process::ExitCode;

use shade_pty::shade::Shader;
use shade_pty::{Overlay, Size, session};

use super::failure::Failure;
use super::plan::RunPlan;

/// Runs a command, shaded if it is to be shaded; ends as the command has ended.
pub(super) fn run(plan: RunPlan) -> Result<ExitCode, Failure> {
    if let Some(warning) = &plan.warning {
        super::warn(format_args!("{warning:#}"));
    }
    let Some(shading) = plan.shading else {
        return Err(failure(session::exec(&plan.command)));
    };
    let shader =
        |size: Size| Box::new(Shader::new(shading.options(size, false))) as Box<dyn Overlay>;
    match session::run(&plan.command, session::Options::default(), shader) {
        Ok(ending) => session::leave(ending),
        Err(error) => Err(failure(error)),
    }
}

fn failure(error: session::Error) -> Failure {
    let status = error.status();
    Failure::Error {
        error: error.into(),
        status,
    }
}
