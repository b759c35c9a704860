//! What the arguments mean.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
use shade_pty::config::Background;
use shade_pty::shade::Fault;
use shade_pty::{Fill, Options, Profile, Size};

use super::args::{
    Color, Generated, Switch, TestFault, Typed, TypedDemo, TypedFilter, TypedMode, TypedShading,
};
use super::failure::Failure;
use crate::demo::Speed;

/// What to do.
pub(super) enum Plan {
    /// Run a command.
    Run(RunPlan),
    /// Filter a stream.
    Filter(FilterPlan),
    /// Show what it looks like.
    Demo(DemoPlan),
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
    pub(super) shading: Option<Shading>,
    /// Why it is not shaded though it was wanted; the user is told before the command starts.
    pub(super) warning: Option<anyhow::Error>,
}

/// Play the scripted agent behind a pseudo-terminal.
pub(super) struct DemoPlan {
    pub(super) speed: Speed,
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
    pub(super) fault: Option<Fault>,
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
        let on = wants_shade(color, |name| std::env::var_os(name));
        match mode {
            None => Ok(Plan::Run(RunPlan::from_typed(command, &shading, on))),
            Some(TypedMode::Filter(filter)) => FilterPlan::from_typed(filter, &shading)
                .map(Plan::Filter)
                .map_err(Failure::mode),
            Some(TypedMode::Demo(demo)) => DemoPlan::from_typed(&demo, &shading, on)
                .map(Plan::Demo)
                .map_err(Failure::mode),
            Some(TypedMode::PlayDemo(demo)) => Ok(Plan::PlayDemo(demo.speed)),
            Some(TypedMode::Generate { what }) => Ok(Plan::Generate(what)),
        }
    }
}

/// Whether the terminal may be shaded: what was asked for, then NO_COLOR (<https://no-color.org>: set and not empty),
/// then a terminal that knows no colours.
fn wants_shade(color: Color, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            variable("NO_COLOR").is_none_or(|v| v.is_empty())
                && variable("TERM").is_none_or(|v| v != "dumb")
        }
    }
}

impl RunPlan {
    /// A fault in what was asked for is no reason not to run the command.
    fn from_typed(command: Vec<OsString>, typed: &TypedShading, on: bool) -> RunPlan {
        if !on {
            return RunPlan {
                command,
                shading: None,
                warning: None,
            };
        }
        match Shading::from_typed(typed, || Ok(Profile::for_command(&command))) {
            Ok(shading) => RunPlan {
                command,
                shading: shading.visible(),
                warning: None,
            },
            Err(e) => RunPlan {
                command,
                shading: None,
                warning: Some(e.context("not shaded")),
            },
        }
    }
}

impl DemoPlan {
    fn from_typed(typed: &TypedDemo, shading: &TypedShading, on: bool) -> anyhow::Result<DemoPlan> {
        let shading = Shading::from_typed(shading, || built_in("generic"))?;
        Ok(DemoPlan {
            speed: typed.speed,
            shading: if on { shading.visible() } else { None },
        })
    }
}

impl FilterPlan {
    fn from_typed(typed: TypedFilter, shading: &TypedShading) -> anyhow::Result<FilterPlan> {
        let named = |path: Option<PathBuf>| path.filter(|p| p.as_os_str() != "-");
        let options =
            Shading::from_typed(shading, || built_in("generic"))?.options(typed.size, true);
        Ok(FilterPlan {
            input: named(typed.input),
            output: named(typed.output),
            spans: typed.spans,
            options,
        })
    }
}

impl Shading {
    /// Works out how to shade; `profile` is for those who did not name one.
    fn from_typed(
        typed: &TypedShading,
        profile: impl FnOnce() -> anyhow::Result<Arc<Profile>>,
    ) -> anyhow::Result<Shading> {
        let profile = match &typed.profile {
            Some(name) => built_in(name)?,
            None => profile()?,
        };
        let background = Background::setting(&typed.background)?;
        Ok(Shading {
            profile,
            background,
            fill: typed.fill,
            extend_across_tool_calls: typed.extend_across_tool_calls && !typed.no_extend,
            repair: typed.repair == Switch::On,
            fault: typed.test_fault.map(fault),
        })
    }

    /// Nothing, if there is no background: then there is nothing to do.
    fn visible(self) -> Option<Shading> {
        self.background.is_some().then_some(self)
    }

    /// The painter's options.
    pub(super) fn options(self, size: Size, from_home: bool) -> Options {
        let Shading {
            profile,
            background,
            fill,
            extend_across_tool_calls,
            repair,
            fault,
        } = self;
        Options {
            size,
            profile,
            background,
            fill,
            extend_across_tool_calls,
            from_home,
            repair,
            fault,
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

fn fault(part: TestFault) -> Fault {
    match part {
        TestFault::Matcher => Fault::Matcher,
        TestFault::Model => Fault::Model,
        TestFault::Painter => Fault::Painter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_decided_by_flag_then_environment() {
        let wants = |color, pairs: &[(&str, &str)]| {
            wants_shade(color, |name| {
                pairs
                    .iter()
                    .find(|(n, _)| *n == name)
                    .map(|(_, v)| OsString::from(v))
            })
        };
        assert!(wants(Color::Auto, &[]));
        assert!(wants(
            Color::Auto,
            &[("TERM", "xterm-256color"), ("NO_COLOR", "")]
        ));
        assert!(!wants(Color::Auto, &[("NO_COLOR", "1")]));
        assert!(!wants(Color::Auto, &[("NO_COLOR", "0")]));
        assert!(!wants(Color::Auto, &[("TERM", "dumb")]));
        assert!(wants(Color::Always, &[("TERM", "dumb"), ("NO_COLOR", "1")]));
        assert!(!wants(Color::Never, &[("TERM", "xterm")]));
    }
}
