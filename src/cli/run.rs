//! `shade-pty [--] CMD`.

use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Context;
use shade_pty::record::{Manner, Recorded, Tape};
use shade_pty::session::{BeforeExec, Ending};
use shade_pty::shade::Shader;
use shade_pty::{Options, Overlay, Profile, Size, session};

use super::failure::{self, Failure};
use super::plan::{LiveShading, Recording, RunPlan};
use super::reload::Reloading;

/// Runs a command, shaded if it is to be shaded; ends as the command has ended.
pub(super) fn run(plan: RunPlan) -> Result<ExitCode, Failure> {
    if let Some(warning) = &plan.warning {
        super::warn(format_args!("{warning:#}"));
    }
    if let Some(tape) = tape(&plan.recording)? {
        return record(&plan.command, plan.shading, tape, &plan.recording);
    }
    let Some(live) = plan.shading else {
        return Err(failure(session::exec(&plan.command)));
    };
    let overlay = |size: Size| Box::new(Reloading::new(live, size)) as Box<dyn Overlay>;
    let ending = session::run(&plan.command, session::Options::default(), overlay);
    let ending = ending.map_err(failure)?;
    told(ending)
}

/// The tape to record to. A file that was asked for by name must be there; a folder that was set for all commands is no
/// reason not to run this one.
fn tape(recording: &Recording) -> Result<Option<Tape>, Failure> {
    let not_recorded = "cannot record";
    match (&recording.file, &recording.folder) {
        (Some(file), _) => match Tape::create(file).context(not_recorded) {
            Ok(tape) => Ok(Some(tape)),
            Err(error) => Err(Failure::Error {
                error,
                status: failure::RUN,
            }),
        },
        (None, Some(folder)) => Ok(Tape::create_in(folder)
            .context(not_recorded)
            .inspect_err(|e| super::warn(format_args!("{e:#}")))
            .ok()),
        (None, None) => Ok(None),
    }
}

/// Runs a command and records it. The tape needs the PTY, also where nothing is shaded.
fn record(
    command: &[std::ffi::OsString],
    live: Option<LiveShading>,
    tape: Tape,
    recording: &Recording,
) -> Result<ExitCode, Failure> {
    // Where all commands are recorded, those in pipelines are none to speak of.
    let (unused, asked) = (tape.clone(), recording.file.is_some());
    let mut options = session::Options::default();
    options.before_exec = Some(BeforeExec(Rc::new(move || {
        unused.discard();
        if asked {
            super::warn(format_args!(
                "not recorded: standard output is not a terminal of our own"
            ));
        }
    })));
    let kept = tape.clone();
    let manner = Manner {
        input: recording.input,
        settings: live
            .as_ref()
            .map(|l| l.settings.clone())
            .unwrap_or_default(),
        profile: live.as_ref().map(|l| l.shading.profile.clone()),
    };
    let overlay = move |size: Size| match live {
        Some(live) => {
            let inner = Reloading::new(live, size);
            Box::new(Recorded::new(inner, kept, size, manner)) as Box<dyn Overlay>
        }
        None => Box::new(Recorded::new(unshaded(size), kept, size, manner)),
    };
    let ending = session::run(command, options, overlay).map_err(|error| {
        tape.discard();
        failure(error)
    })?;
    if let Err(e) = tape.end(ending) {
        super::warn(format_args!("the recording is not complete: {e}"));
    }
    told(ending)
}

/// Passes everything on.
fn unshaded(size: Size) -> Shader {
    Shader::new(Options::new(size, Profile::for_command(&[]), None))
}

fn told(ending: Ending) -> Result<ExitCode, Failure> {
    ::log::info!("ended: {ending:?}");
    session::leave(ending)
}

pub(super) fn failure(error: session::Error) -> Failure {
    let status = error.status();
    Failure::Error {
        error: error.into(),
        status,
    }
}
