//! `shade-pty replay`: the player, behind the pseudo-terminal like any other command.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use shade_pty::replay::{Guide, Pace, Player, SPACING, Sizes, Source, sizes, stops};
use shade_pty::{Options, Size};

use super::args::TypedReplay;
use super::failure::Failure;
use super::plan::{LiveShading, Recording, RunPlan};

/// Play a recording.
pub(super) struct ReplayPlan {
    pub(super) typed: TypedReplay,
    /// How to shade; `None`: not at all.
    pub(super) shading: Option<LiveShading>,
    /// The profile's name, for the player.
    pub(super) profile: String,
    /// How the player finds regions and tool calls.
    pub(super) options: Options,
}

/// Runs this program once more, as the player.
pub(super) fn run(plan: ReplayPlan) -> Result<ExitCode, Failure> {
    let typed = &plan.typed;
    // Before anything is set up: what cannot be opened is told at once.
    Source::open(&typed.file).map_err(Failure::mode)?;
    if io::stdout().is_terminal()
        && let Some(note) = size_note(&typed.file)
    {
        super::warn(format_args!("{note}"));
    }
    let program = std::env::current_exe()
        .context("cannot find our own program")
        .map_err(Failure::mode)?;
    let mut command: Vec<OsString> = vec![
        program.into_os_string(),
        format!("--profile={}", plan.profile).into(),
        "play-recording".into(),
        format!("--speed={}", typed.speed.factor()).into(),
        format!("--idle-limit={}", typed.idle_limit).into(),
    ];
    if let Some(at) = typed.at {
        command.push(format!("--at={at}").into());
    }
    if typed.all_sequences {
        command.push("--all-sequences".into());
    }
    command.extend(["--".into(), typed.file.clone().into_os_string()]);
    super::run::run(RunPlan {
        command,
        shading: plan.shading,
        warning: None,
        recording: Recording::default(),
    })
}

/// What to tell of a recording that was made on a terminal of another size. Rows that are added below do not mind.
fn size_note(file: &std::path::Path) -> Option<String> {
    let here = size_of_terminal()?;
    let Sizes { first, other } = sizes(file)?;
    let tell = |size: Size| format!("{}x{}", size.cols, size.rows);
    let fits = |size: Size| size.cols == here.cols && size.rows <= here.rows;
    if fits(first) && other.is_none_or(fits) {
        return None;
    }
    let then = other.map_or(String::new(), |size| format!(", later {}", tell(size)));
    Some(format!(
        "recorded at {}{then}; this terminal has {}, so what was drawn for other sizes may stand elsewhere",
        tell(first),
        tell(here)
    ))
}

fn size_of_terminal() -> Option<Size> {
    let (cols, rows) = crossterm::terminal::size().ok()?;
    (cols > 0 && rows > 0).then_some(Size { cols, rows })
}

/// Is the player. Where the output is no terminal nobody watches, and nothing is waited for.
pub(super) fn play(plan: ReplayPlan) -> Result<ExitCode, Failure> {
    let ReplayPlan { typed, options, .. } = plan;
    let source = Source::open(&typed.file).map_err(Failure::mode)?;
    let watched = io::stdout().is_terminal();
    let raw = watched && io::stdin().is_terminal() && enable_raw_mode().is_ok();
    let pace = Pace {
        speed: if watched { typed.speed.factor() } else { 0.0 },
        idle_limit: Duration::try_from_secs_f64(typed.idle_limit).unwrap_or(Duration::MAX),
    };
    let mut find = || stops(&typed.file, options.clone());
    let mut size = || size_of_terminal().filter(|_| watched);
    let guide = Guide {
        stops: &mut find,
        size: &mut size,
        spacing: SPACING,
    };
    // Past the standard library's buffers: one event is one write, and poll sees every key.
    let own = |fd: std::os::fd::BorrowedFd<'_>| fd.try_clone_to_owned().map(File::from);
    let out = own(io::stdout().as_fd()).map_err(Failure::mode)?;
    let keys = if raw {
        own(io::stdin().as_fd()).ok()
    } else {
        None
    };
    let mut player = Player::new(source, pace, out, keys, typed.all_sequences, guide);
    if let Some(at) = typed.at {
        player.start_at(Duration::try_from_secs_f64(at).unwrap_or(Duration::MAX));
    }
    let played = player.play();
    if raw {
        let _ = disable_raw_mode();
    }
    match played {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(shade_pty::replay::ReplayError::Terminal(e))
            if e.kind() == io::ErrorKind::BrokenPipe =>
        {
            Ok(ExitCode::SUCCESS)
        }
        Err(e) => Err(Failure::mode(e)),
    }
}
