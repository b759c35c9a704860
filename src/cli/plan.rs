//! What the arguments mean.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::bail;
use shade_pty::Options;
use shade_pty::color::{When, wanted};

use super::args::{
    Generated, Shell, Typed, TypedAlias, TypedConfig, TypedDemo, TypedExplain, TypedFilter,
    TypedMode, TypedProfiles, TypedShading,
};
use super::explain::{ExplainPlan, Format, Target};
use super::failure::Failure;
use super::outer::Outer;
use super::settings::{Loader, Shading, Subject, variable};
use crate::demo::Speed;

/// What to do.
pub(super) enum Plan {
    /// Run a command.
    Run(RunPlan),
    /// Filter a stream.
    Filter(FilterPlan),
    /// Show what it looks like.
    Demo(DemoPlan),
    /// Tell what rows are.
    Explain(ExplainPlan),
    /// Something with profiles.
    Profiles(TypedProfiles),
    /// Something with the configuration.
    Config(TypedConfig, TypedShading),
    /// Print lines for a shell.
    Alias(TypedAlias),
    /// Print a shell's completions.
    Completions(Shell),
    /// Tell what a command would get.
    Doctor(TypedShading, When),
    /// Be the agent of the demo.
    PlayDemo(Speed),
    /// Write a generated file to standard output.
    Generate(Generated),
}

/// Run a command behind a pseudo-terminal.
pub(super) struct RunPlan {
    /// The command and its arguments; at least one.
    pub(super) command: Vec<OsString>,
    /// How to shade; `None`: not at all, so the command needs no pseudo-terminal.
    pub(super) shading: Option<LiveShading>,
    /// Why it is not shaded though it was wanted; the user is told before the command starts.
    pub(super) warning: Option<anyhow::Error>,
}

/// How to shade a command, which can change while it runs.
pub(super) struct LiveShading {
    pub(super) shading: Shading,
    /// Where a change is read from.
    pub(super) loader: Loader,
}

/// Play the scripted agent behind a pseudo-terminal.
pub(super) struct DemoPlan {
    pub(super) speed: Speed,
    /// How to shade; `None`: not at all.
    pub(super) shading: Option<LiveShading>,
}

/// Filter a stream.
pub(super) struct FilterPlan {
    /// `None` is standard input.
    pub(super) input: Option<PathBuf>,
    /// `None` is standard output.
    pub(super) output: Option<PathBuf>,
    pub(super) spans: Option<PathBuf>,
    pub(super) options: Options,
}

impl Plan {
    /// Works out what was meant.
    pub(super) fn from_typed(typed: Typed) -> Result<Plan, Failure> {
        let Typed {
            shading,
            color,
            mode,
            command,
        } = typed;
        // Whether there is a terminal, the session asks itself: without one the command takes our place.
        let on = wanted(When::from(color), variable, true);
        let plan = match mode {
            None => Ok(Plan::Run(RunPlan::from_typed(command, &shading, on))),
            Some(TypedMode::Filter(filter)) => {
                FilterPlan::from_typed(filter, &shading).map(Plan::Filter)
            }
            Some(TypedMode::Demo(demo)) => {
                DemoPlan::from_typed(&demo, &shading, on).map(Plan::Demo)
            }
            Some(TypedMode::Explain(explain)) => {
                ExplainPlan::from_typed(explain, &shading).map(Plan::Explain)
            }
            Some(TypedMode::Profiles(profiles)) => {
                unshaded(&shading).map(|()| Plan::Profiles(profiles))
            }
            Some(TypedMode::Config(config @ TypedConfig::Show { .. })) => {
                Ok(Plan::Config(config, shading))
            }
            Some(TypedMode::Config(config)) => {
                unshaded(&shading).map(|()| Plan::Config(config, shading))
            }
            Some(TypedMode::Alias(alias)) => unshaded(&shading).map(|()| Plan::Alias(alias)),
            Some(TypedMode::Completions { shell }) => {
                unshaded(&shading).map(|()| Plan::Completions(shell))
            }
            Some(TypedMode::Doctor) => Ok(Plan::Doctor(shading, When::from(color))),
            Some(TypedMode::PlayDemo(demo)) => Ok(Plan::PlayDemo(demo.speed)),
            Some(TypedMode::Generate { what }) => Ok(Plan::Generate(what)),
        };
        plan.map_err(Failure::mode)
    }
}

/// Refuses options that would do nothing.
fn unshaded(shading: &TypedShading) -> anyhow::Result<()> {
    if shading.is_given() {
        bail!("nothing is shaded here: leave out the options that say how to shade");
    }
    Ok(())
}

/// Where a filtered stream is shown: on our terminal, or who knows where.
fn stream_outer(standard: bool) -> Outer {
    match standard && std::io::stdout().is_terminal() {
        true => Outer::of(variable),
        false => Outer::unknown(),
    }
}

impl RunPlan {
    /// A fault in what was asked for is no reason not to run the command.
    fn from_typed(command: Vec<OsString>, typed: &TypedShading, on: bool) -> RunPlan {
        let subject = Subject::Command(command.clone());
        let (shading, warning) = match on.then(|| LiveShading::load(typed, subject)) {
            None => (None, None),
            Some(Ok(shading)) => (shading, None),
            Some(Err(e)) => (None, Some(e.context("not shaded"))),
        };
        RunPlan {
            command,
            shading,
            warning,
        }
    }
}

impl LiveShading {
    /// Nothing, if there is no background: then there is nothing to do.
    fn load(typed: &TypedShading, subject: Subject) -> anyhow::Result<Option<LiveShading>> {
        let loader = Loader::new(typed, subject, Outer::of(variable));
        let loaded = loader.load()?;
        if loaded.shading.background.is_none() {
            return Ok(None);
        }
        loaded.announce();
        Ok(Some(LiveShading {
            shading: loaded.shading,
            loader,
        }))
    }
}

impl DemoPlan {
    fn from_typed(typed: &TypedDemo, shading: &TypedShading, on: bool) -> anyhow::Result<DemoPlan> {
        let live = on.then(|| LiveShading::load(shading, Subject::Stream));
        Ok(DemoPlan {
            speed: typed.speed,
            shading: live.transpose()?.flatten(),
        })
    }
}

impl FilterPlan {
    fn from_typed(typed: TypedFilter, shading: &TypedShading) -> anyhow::Result<FilterPlan> {
        let loaded = Loader::new(
            shading,
            Subject::Stream,
            stream_outer(typed.output.is_none()),
        )
        .load()?;
        loaded.announce();
        Ok(FilterPlan {
            input: named(typed.input),
            output: named(typed.output),
            spans: typed.spans,
            options: loaded.shading.options(typed.size, true),
        })
    }
}

impl ExplainPlan {
    fn from_typed(typed: TypedExplain, shading: &TypedShading) -> anyhow::Result<ExplainPlan> {
        let subject = match typed.command.is_empty() {
            true => Subject::Stream,
            false => Subject::Command(typed.command.clone()),
        };
        let outer = match typed.command.is_empty() {
            true => Outer::unknown(),
            false => Outer::of(variable),
        };
        let loader = Loader::new(shading, subject, outer);
        let mut loaded = loader.load()?;
        loaded.announce();
        // What a row is does not depend on its colour, but nothing is judged without one.
        if loaded.shading.background.is_none() {
            loaded.shading.background = "236".parse().ok();
        }
        Ok(ExplainPlan {
            shading: loaded.shading,
            format: match (typed.json, typed.why) {
                (true, _) => Format::Json,
                (false, why) => Format::Table { why },
            },
            output: named(typed.output),
            target: match typed.command.is_empty() {
                true => Target::Stream(named(typed.input), typed.size),
                false => Target::Command(typed.command),
            },
        })
    }
}

/// A file that was named: `-` is the standard one.
fn named(path: Option<PathBuf>) -> Option<PathBuf> {
    path.filter(|p| p.as_os_str() != "-")
}
