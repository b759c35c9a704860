//! What was typed behind `explain`, `profiles`, `config` and `alias`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use crate::demo::Speed;
use shade_pty::Size;
use shade_pty::config::parse_size;

/// Whose rows are looked at: those of a stream, or of a command.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TypedTarget {
    /// The terminal's size for raw bytes; a recording names its own
    #[arg(long, value_name = "COLSxROWS", default_value = "80x24", value_parser = parse_size)]
    pub(in crate::cli) size: Size,

    /// Write there instead of to standard output, or to standard error behind `-- CMD`
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,

    /// What to read; standard input if it is missing or `-`
    #[arg(value_name = "FILE", conflicts_with = "command")]
    pub(in crate::cli) input: Option<PathBuf>,

    /// A command to run and watch instead
    #[arg(last = true, value_name = "CMD")]
    pub(in crate::cli) command: Vec<OsString>,
}

/// How to explain, and what.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TypedExplain {
    /// Write one JSON object a row, as schema/explain.json describes it, with all that --why tells
    #[arg(long, conflicts_with = "why")]
    pub(in crate::cli) json: bool,

    /// Below each row, tell which rules came near and what stood against them
    #[arg(long)]
    pub(in crate::cli) why: bool,

    #[command(flatten)]
    pub(in crate::cli) target: TypedTarget,
}

/// What to tell the events of.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TypedEvents {
    #[command(flatten)]
    pub(in crate::cli) target: TypedTarget,
}

/// What to play, and how.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TypedReplay {
    /// How fast: 2 is twice as fast, 0 does not wait at all
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = super::parse_speed, allow_negative_numbers = true)]
    pub(in crate::cli) speed: Speed,

    /// Wait no longer than this many seconds where nothing happens
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_limit, allow_negative_numbers = true)]
    pub(in crate::cli) idle_limit: f64,

    /// Start there: seconds, MM:SS or HH:MM:SS from the beginning
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(in crate::cli) at: Option<f64>,

    /// Shade as when it was recorded, with the settings that --record has kept, instead of today's
    #[arg(long)]
    pub(in crate::cli) as_recorded: bool,

    /// Play what could harm as well: clipboard, titles, questions to the terminal, images, mouse modes
    #[arg(long)]
    pub(in crate::cli) all_sequences: bool,

    /// The recording: an asciicast of version 1, 2 or 3 or raw bytes, also compressed by gzip or zstd
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: PathBuf,
}

/// Seconds, with minutes and hours before them or without.
fn parse_time(text: &str) -> Result<f64, &'static str> {
    const USE: &str = "use seconds, MM:SS or HH:MM:SS";
    let mut parts = text.rsplit(':');
    let seconds = parse_limit(parts.next().unwrap_or_default()).map_err(|_| USE)?;
    let mut time = seconds;
    let mut unit = 1.0;
    for part in parts {
        unit *= 60.0;
        let number: u32 = part.parse().map_err(|_| USE)?;
        time += f64::from(number) * unit;
    }
    (unit <= 3600.0 && (unit == 1.0 || seconds < 60.0))
        .then_some(time)
        .ok_or(USE)
}

fn parse_limit(text: &str) -> Result<f64, &'static str> {
    let limit = text
        .parse()
        .ok()
        .filter(|s: &f64| s.is_finite() && *s >= 0.0);
    limit.ok_or("use a number of seconds, 0 or more")
}

/// What to do with profiles.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum TypedProfiles {
    /// List the profiles there are: name, where it comes from, what it is for
    List,
    /// Print a profile as it is written
    Show {
        /// Its name, or the path of its file
        #[arg(value_name = "NAME|FILE")]
        name: String,
    },
    /// Say what is wrong with a profile's file; ends with 2 if it cannot be used
    Check {
        /// The file
        file: PathBuf,
    },
}

/// What to do with the configuration.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum TypedConfig {
    /// Print the settings that hold, as TOML
    ///
    /// With --profile, those that hold under a profile.
    Show {
        /// Say of each where it comes from
        #[arg(long)]
        origin: bool,
    },
    /// Say all that is wrong with the configuration; ends with 2 if anything is
    Check {
        /// The file; without it the one that is used, and the environment
        file: Option<PathBuf>,
    },
    /// Print the path of the configuration file, whether it is there or not
    Path,
    /// Write a configuration file with every setting explained and commented out, if there is none yet
    Init,
    /// Print the JSON Schema of the configuration file
    Schema,
    /// Change one setting in the configuration file; comments and everything else stay
    Set {
        /// Its dotted name, such as style.reasoning.background or profiles.claude.style.reasoning.fill
        key: String,
        /// Its value, as a flag would have it
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
}

/// Which names are to run behind shade-pty.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TypedAlias {
    /// The shell; without it the one that $SHELL names
    #[arg(long, value_enum, value_name = "SHELL")]
    pub(in crate::cli) shell: Option<Shell>,

    /// The names of commands
    #[arg(required = true, value_name = "NAME")]
    pub(in crate::cli) names: Vec<String>,
}

/// A shell that we speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Shell {
    /// bash, 4.4 or later
    Bash,
    /// zsh
    Zsh,
    /// fish
    Fish,
}
