//! What the arguments mean.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use shade_pty::color::{When, wanted};
use shade_pty::display::Mode;
use shade_pty::replay::recorded_settings;
use shade_pty::{Options, Size};

use super::args::{
    Generated, Shell, Typed, TypedAlias, TypedConfig, TypedDemo, TypedEvents, TypedExplain,
    TypedFilter, TypedMode, TypedProfiles, TypedReplay, TypedShading, TypedTarget,
};
use super::events::EventsPlan;
use super::explain::{ExplainPlan, Format, Target};
use super::failure::Failure;
use super::outer::Outer;
use super::replay::ReplayPlan;
use super::settings::{Loaded, Loader, Shading, Subject, variable};
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
    /// Tell what happened.
    Events(EventsPlan),
    /// Play a recording.
    Replay(ReplayPlan),
    /// Be the player.
    PlayRecording(ReplayPlan),
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
    /// Where the session is recorded, if it is.
    pub(super) recording: Recording,
}

/// Where a session is recorded.
#[derive(Debug, Default)]
pub(super) struct Recording {
    /// To this new file.
    pub(super) file: Option<PathBuf>,
    /// Else to a new file in this folder.
    pub(super) folder: Option<PathBuf>,
    /// With what is typed.
    pub(super) input: bool,
}

/// How to shade a command, which can change while it runs.
pub(super) struct LiveShading {
    pub(super) shading: Shading,
    /// Where a change is read from.
    pub(super) loader: Loader,
    /// Names and values of the settings that hold, for a recording.
    pub(super) settings: Vec<(String, String)>,
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
    pub(super) mode: Mode,
}

impl Plan {
    /// Works out what was meant.
    pub(super) fn from_typed(typed: Typed) -> Result<Plan, Failure> {
        let Typed {
            shading,
            color,
            record,
            record_input,
            mode,
            command,
        } = typed;
        // Whether there is a terminal, the session asks itself: without one the command takes our place.
        let on = wanted(When::from(color), variable, true);
        if mode.is_some() && (record.is_some() || record_input) {
            return Err(Failure::mode(anyhow!(
                "only a command that is run is recorded: leave out --record and --record-input"
            )));
        }
        let plan = match mode {
            None => {
                let mut plan = RunPlan::from_typed(command, &shading, on);
                plan.recording.file = record;
                plan.recording.input = record_input;
                Ok(Plan::Run(plan))
            }
            Some(TypedMode::Filter(filter)) => {
                FilterPlan::from_typed(filter, &shading).map(Plan::Filter)
            }
            Some(TypedMode::Demo(demo)) => {
                DemoPlan::from_typed(&demo, &shading, on).map(Plan::Demo)
            }
            Some(TypedMode::Explain(explain)) => {
                ExplainPlan::from_typed(explain, &shading).map(Plan::Explain)
            }
            Some(TypedMode::Events(events)) => {
                EventsPlan::from_typed(events, &shading).map(Plan::Events)
            }
            Some(TypedMode::Replay(replay)) => {
                ReplayPlan::from_typed(replay, &shading, on).map(Plan::Replay)
            }
            Some(TypedMode::PlayRecording(replay)) => {
                ReplayPlan::player(replay, &shading).map(Plan::PlayRecording)
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
        let loader = Loader::new(typed, subject, Outer::of(variable));
        let loaded = loader.load();
        let folder = loaded.as_ref().ok().and_then(|l| l.settings.record());
        let (shading, warning) = match loaded {
            Ok(loaded) => (LiveShading::new(loaded, loader, on), None),
            Err(_) if !on => (None, None),
            Err(e) => (None, Some(e.context("not shaded"))),
        };
        RunPlan {
            command,
            shading,
            warning,
            recording: Recording {
                folder,
                ..Recording::default()
            },
        }
    }
}

impl LiveShading {
    /// Nothing, if there is nothing to do: no background, and nothing that is not shown.
    fn load(
        typed: &TypedShading,
        subject: Subject,
        on: bool,
    ) -> anyhow::Result<Option<LiveShading>> {
        let loader = Loader::new(typed, subject, Outer::of(variable));
        Ok(LiveShading::new(loader.load()?, loader, on))
    }

    /// The same; without colours (`on` is false) there is no background.
    fn new(mut loaded: Loaded, mut loader: Loader, on: bool) -> Option<LiveShading> {
        if !on {
            loader.without_background();
            loaded.shading.background = None;
            loaded.shading.auto = false;
        }
        let shows_all = loaded.shading.mode.is_full() && loaded.shading.hidden.is_empty();
        if loaded.shading.background.is_none() && shows_all {
            return None;
        }
        loaded.announce();
        Some(LiveShading {
            settings: loaded.told(),
            shading: loaded.shading,
            loader,
        })
    }
}

impl DemoPlan {
    fn from_typed(typed: &TypedDemo, shading: &TypedShading, on: bool) -> anyhow::Result<DemoPlan> {
        Ok(DemoPlan {
            speed: typed.speed,
            shading: LiveShading::load(shading, Subject::Stream, on)?,
        })
    }
}

impl FilterPlan {
    fn from_typed(typed: TypedFilter, shading: &TypedShading) -> anyhow::Result<FilterPlan> {
        let outer = stream_outer(typed.output.is_none());
        let loader = Loader::new(shading, Subject::Stream, outer);
        let loaded = for_stream(loader, typed.input.as_deref()).load()?;
        loaded.announce();
        Ok(FilterPlan {
            input: named(typed.input),
            output: named(typed.output),
            spans: typed.spans,
            options: loaded.shading.options(typed.size, true),
            mode: loaded.shading.mode,
        })
    }
}

impl ExplainPlan {
    fn from_typed(typed: TypedExplain, shading: &TypedShading) -> anyhow::Result<ExplainPlan> {
        Ok(ExplainPlan {
            shading: for_rows(shading, &typed.target)?,
            format: match (typed.json, typed.why) {
                (true, _) => Format::Json,
                (false, why) => Format::Table { why },
            },
            output: named(typed.target.output.clone()),
            target: typed.target.into(),
        })
    }
}

impl EventsPlan {
    fn from_typed(typed: TypedEvents, shading: &TypedShading) -> anyhow::Result<EventsPlan> {
        Ok(EventsPlan {
            shading: for_rows(shading, &typed.target)?,
            output: named(typed.target.output.clone()),
            target: typed.target.into(),
        })
    }
}

impl From<TypedTarget> for Target {
    fn from(typed: TypedTarget) -> Target {
        match typed.command.is_empty() {
            true => Target::Stream(named(typed.input), typed.size),
            false => Target::Command(typed.command),
        }
    }
}

impl ReplayPlan {
    /// The player shades nothing. It only wants to know what rows are, and where a profile has no name by which it can be
    /// found here, markers alone tell it where to go.
    fn player(typed: TypedReplay, shading: &TypedShading) -> anyhow::Result<ReplayPlan> {
        let mut loader = Loader::new(shading, Subject::Stream, Outer::unknown());
        if loader.load().is_err() {
            loader.use_profile("generic");
        }
        ReplayPlan::load(typed, loader, false)
    }

    fn from_typed(
        typed: TypedReplay,
        shading: &TypedShading,
        on: bool,
    ) -> anyhow::Result<ReplayPlan> {
        let recorded = recorded_settings(&typed.file);
        let mut loader = Loader::new(shading, Subject::Stream, Outer::of(variable));
        if typed.as_recorded {
            loader.add_recorded(&recorded);
            return ReplayPlan::load(typed, loader, on);
        }
        ReplayPlan::load(typed, with_recorded_profile(loader, &recorded), on)
    }

    fn load(typed: TypedReplay, loader: Loader, on: bool) -> anyhow::Result<ReplayPlan> {
        let loaded = loader.load()?;
        Ok(ReplayPlan {
            profile: loaded.shading.profile.name().to_owned(),
            options: for_replay(&loaded),
            shading: LiveShading::new(loaded, loader, on),
            typed,
        })
    }
}

/// How rows are judged where the next region or tool call is looked for: the size is the recording's.
fn for_replay(loaded: &Loaded) -> Options {
    let mut shading = loaded.shading.clone();
    if shading.background.is_none() {
        shading.background = "236".parse().ok();
    }
    shading.options(Size { cols: 80, rows: 24 }, true)
}

/// How to shade where rows are told: what a row is does not depend on its colour, but nothing is judged without one.
fn for_rows(shading: &TypedShading, target: &TypedTarget) -> anyhow::Result<Shading> {
    let (subject, outer) = match target.command.is_empty() {
        true => (Subject::Stream, Outer::unknown()),
        false => (
            Subject::Command(target.command.clone()),
            Outer::of(variable),
        ),
    };
    if shading.withholds() {
        bail!("all rows are told here: leave out --display and --thinking-display");
    }
    let loader = Loader::new(shading, subject, outer);
    let mut loaded = for_stream(loader, target.input.as_deref()).load()?;
    loaded.announce();
    if loaded.shading.background.is_none() {
        loaded.shading.background = "236".parse().ok();
    }
    Ok(loaded.shading)
}

/// A recording of ours says by which rules it was shaded; they hold, if nobody says otherwise.
fn for_stream(loader: Loader, input: Option<&Path>) -> Loader {
    // What is read from a pipe is gone.
    match input.filter(|path| path.is_file()) {
        Some(path) => with_recorded_profile(loader, &recorded_settings(path)),
        None => loader,
    }
}

/// What rows are is the agent's business, not the settings'. A profile that is not known here any more is no fault.
fn with_recorded_profile(loader: Loader, recorded: &[(String, String)]) -> Loader {
    let Some(profile) = recorded.iter().find(|(name, _)| name == "profile") else {
        return loader;
    };
    let mut with_profile = loader.clone();
    with_profile.add_recorded(std::slice::from_ref(profile));
    match with_profile.load() {
        Ok(_) => with_profile,
        Err(_) => loader,
    }
}

/// A file that was named: `-` is the standard one.
fn named(path: Option<PathBuf>) -> Option<PathBuf> {
    path.filter(|p| p.as_os_str() != "-")
}
