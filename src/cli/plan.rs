//! What the arguments mean.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use shade_pty::config::Background;
use shade_pty::{Fill, Options, Profile, Size};

use super::args::{Generated, Switch, Typed, TypedFilter, TypedMode, TypedShading};
use super::failure::Failure;

/// What to do.
pub(super) enum Plan {
    /// Run a command.
    Run(RunPlan),
    /// Filter a stream.
    Filter(FilterPlan),
    /// Write a generated file to standard output.
    Generate(Generated),
}

/// Run a command behind a pseudo-terminal.
pub(super) struct RunPlan {
    /// The command and its arguments; at least one.
    pub(super) command: Vec<OsString>,
    /// How to shade; `None`: not at all.
    pub(super) shading: Option<Shading>,
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

/// How to shade.
#[derive(Clone, Debug)]
pub(super) struct Shading {
    pub(super) profile: Arc<Profile>,
    pub(super) background: Option<shade_pty::Background>,
    pub(super) fill: Fill,
    pub(super) extend_across_tool_calls: bool,
    pub(super) repair: bool,
}

impl Plan {
    /// Works out what was meant.
    pub(super) fn from_typed(typed: Typed) -> Result<Plan, Failure> {
        match typed.mode {
            None => Ok(Plan::Run(RunPlan {
                command: typed.command,
                shading: None,
            })),
            Some(TypedMode::Filter(filter)) => FilterPlan::from_typed(filter, &typed.shading)
                .map(Plan::Filter)
                .map_err(Failure::mode),
            Some(TypedMode::Generate { what }) => Ok(Plan::Generate(what)),
        }
    }
}

impl FilterPlan {
    fn from_typed(typed: TypedFilter, shading: &TypedShading) -> anyhow::Result<FilterPlan> {
        let named = |path: Option<PathBuf>| path.filter(|p| p.as_os_str() != "-");
        let options = Shading::from_typed(shading, None)?.options(typed.size, true);
        Ok(FilterPlan {
            input: named(typed.input),
            output: named(typed.output),
            spans: typed.spans,
            options,
        })
    }
}

impl Shading {
    /// Works out how to shade what `command` puts out; without a command it is anybody's stream.
    fn from_typed(typed: &TypedShading, command: Option<&[OsString]>) -> anyhow::Result<Shading> {
        let profile = match &typed.profile {
            Some(name) => built_in(name)?,
            None => command.map_or_else(
                || built_in("generic"),
                |argv| Ok(Profile::for_command(argv)),
            )?,
        };
        let background = Background::setting(&typed.background)?;
        let background = background
            .map(|b| b.sgr().parse())
            .transpose()
            .context("a background in SGR form")?;
        Ok(Shading {
            profile,
            background,
            fill: typed.fill,
            extend_across_tool_calls: typed.extend_across_tool_calls && !typed.no_extend,
            repair: typed.repair == Switch::On,
        })
    }

    /// The painter's options.
    pub(super) fn options(self, size: Size, from_home: bool) -> Options {
        let Shading {
            profile,
            background,
            fill,
            extend_across_tool_calls,
            repair,
        } = self;
        Options {
            size,
            profile,
            background,
            fill,
            extend_across_tool_calls,
            from_home,
            repair,
        }
    }
}

fn built_in(name: &str) -> anyhow::Result<Arc<Profile>> {
    Profile::built_in(name).ok_or_else(|| {
        anyhow!(
            "there is no profile `{name}`: use one of {}",
            Profile::names().join(", ")
        )
    })
}
