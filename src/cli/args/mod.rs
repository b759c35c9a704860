//! What was typed.

mod modes;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use shade_pty::Size;
use shade_pty::color::When;
use shade_pty::config::{parse_fill, parse_size};
use shade_pty::display::{Display, ModeError, Thinking};

use super::failure::{self, Failure};
use crate::demo::Speed;
pub(super) use modes::{
    Shell, TypedAlias, TypedConfig, TypedEvents, TypedExplain, TypedProfiles, TypedReplay,
    TypedTarget,
};

/// Run any agent CLI in a pseudo-terminal and shade the rows where the model reasons
///
/// shade-pty starts CMD and puts a background behind the rows where it reasons, tool calls made while reasoning
/// included, so that the answer stands out. CMD is not changed and does not notice.
#[derive(Debug, Parser)]
#[command(
    name = "shade-pty",
    version,
    max_term_width = 100,
    arg_required_else_help = true
)]
#[command(
    override_usage = "shade-pty [OPTIONS] [--] CMD [ARG]...\n       shade-pty [OPTIONS] <filter|demo|explain|events|replay|profiles|config|alias|completions|doctor> ..."
)]
#[command(
    after_help = "The first word that is no option ends our own options. A command with the name of one of ours needs `--` before it."
)]
#[command(disable_help_subcommand = true)]
pub(super) struct Typed {
    #[command(flatten)]
    pub(super) shading: TypedShading,

    /// Whether to shade: `auto` looks at NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR and TERM
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(super) color: Color,

    /// Record the session of CMD to this new file, an asciicast of version 3: its output before it is shaded, sizes, exit
    /// status, and markers for regions and tool calls
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,

    /// Record what is typed as well, passwords included
    #[arg(long)]
    pub(super) record_input: bool,

    #[command(subcommand)]
    pub(super) mode: Option<TypedMode>,

    /// The command to run, and its arguments
    #[arg(trailing_var_arg = true, value_name = "CMD")]
    pub(super) command: Vec<OsString>,
}

/// Options that say what is shaded and how; they may stand before or after the mode.
#[derive(Debug, clap::Args)]
pub(super) struct TypedShading {
    /// The agent's rules: a profile's name or the path of its file; if it is missing they are chosen by the command's
    /// name; for a recording made by shade-pty by what its header says, and for other streams `generic`
    #[arg(long, global = true, value_name = "NAME|FILE")]
    pub(super) profile: Option<String>,

    /// The background: `auto` (a shade beside the terminal's own), a palette number from 0 to 255, a colour as #rrggbb, a
    /// name such as `blue`, `bright-blue` or `grey`, or `none` [default: auto]
    #[arg(
        long,
        global = true,
        alias = "bg",
        value_name = "COLOUR",
        allow_hyphen_values = true
    )]
    pub(super) background: Option<String>,

    /// How far a shaded row reaches: `terminal` (the whole row), `content` (what was written), `columns=N`, or `auto`
    /// (`terminal` where the terminal can do it, else `content`) [default: auto]
    #[arg(long, global = true, value_name = "MODE", value_parser = checked_fill)]
    pub(super) fill: Option<String>,

    /// A bar beside reasoning, in the first column of shaded rows where it is blank: `true` (the same as no value; a colour that
    /// stands out from the background), `false`, or a colour in the forms of a background [default: false]
    #[arg(
        long,
        global = true,
        value_name = "COLOUR",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true"
    )]
    pub(super) gutter: Option<String>,

    /// Whether tool calls made while reasoning are shaded as well [default: true] [possible values: true, false]
    #[arg(long, global = true, value_name = "BOOL", action = ArgAction::Set, overrides_with = "no_extend", hide_possible_values = true)]
    pub(super) extend_across_tool_calls: Option<bool>,

    /// The same as --extend-across-tool-calls=false
    #[arg(long, global = true, overrides_with = "extend_across_tool_calls")]
    pub(super) no_extend: bool,

    /// Whether rows may be mended after they were written; `off` for screen readers [default: on]
    #[arg(long, global = true, value_enum, value_name = "on|off")]
    pub(super) repair: Option<Switch>,

    /// How the reasoning of an agent that only appends is shown: `full`, `hidden`, `summary` (a row), `static`, `progress` or
    /// `timer` (a row while it thinks), or a number of characters [default: full]
    #[arg(long, global = true, value_name = "MODE", allow_hyphen_values = true, value_parser = checked_display)]
    pub(super) display: Option<String>,

    /// What is shown of the work of an agent that only appends: `detailed`, or `compact` (a clock while it thinks, the heads
    /// of tool calls, and which failed) [default: detailed]
    #[arg(long, global = true, value_name = "MODE", value_parser = checked_thinking)]
    pub(super) thinking_display: Option<String>,

    /// Add messages to this file: the settings that hold, reloads, faults
    #[arg(long, global = true, value_name = "FILE", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(super) log: Option<String>,

    /// Fail as a fault in this part of the program would, to test what happens then
    #[arg(long, global = true, value_enum, hide = true)]
    pub(super) test_fault: Option<TestFault>,
}

impl TypedShading {
    /// Whether something is not to be shown.
    pub(super) fn withholds(&self) -> bool {
        self.display.is_some() || self.thinking_display.is_some()
    }

    /// Whether any of them was given.
    pub(super) fn is_given(&self) -> bool {
        let TypedShading {
            profile,
            background,
            fill,
            gutter,
            extend_across_tool_calls,
            no_extend,
            repair,
            display,
            thinking_display,
            log,
            test_fault,
        } = self;
        let texts = [
            profile,
            background,
            fill,
            gutter,
            display,
            thinking_display,
            log,
        ];
        texts.iter().any(|text| text.is_some())
            || extend_across_tool_calls.is_some()
            || *no_extend
            || repair.is_some()
            || test_fault.is_some()
    }
}

/// The part that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TestFault {
    /// When rows are judged.
    Matcher,
    /// When the screen model takes a token.
    Model,
    /// When a background is set.
    Painter,
}

/// A mode with a name of its own.
#[derive(Debug, Subcommand)]
pub(super) enum TypedMode {
    /// Shade a recorded or piped stream
    ///
    /// Reads raw terminal bytes, or an asciicast recording of version 2 or 3, and writes the same kind. Raw bytes are
    /// passed on as they come.
    Filter(TypedFilter),

    /// Play a scripted agent, shaded, to see what it looks like
    ///
    /// Starts a small scripted agent behind the pseudo-terminal, as any command would be.
    Demo(TypedDemo),

    /// Show every row of a stream with its kind, the rule that says so, and its region
    ///
    /// Reads what `filter` reads and lists the rows of the scrollback and of the final screen. With --why it also tells
    /// which rules came near, and what stood against them: a style that was not there, a kind that did not stand above, an
    /// earlier rule. With `-- CMD` it runs the command, shaded as ever, and lists its rows when it has ended, on standard
    /// error unless --output names a file.
    Explain(TypedExplain),

    /// Tell what happened in a stream, as JSON lines: turns, thoughts, tool calls, results, messages
    ///
    /// Reads what `filter` reads. Each event is told once, when it can no longer change: its rows have left the screen, or
    /// the stream has ended. What is drawn again, renamed or printed anew after a resize is the same event. The first line
    /// names the version; see EVENTS below and schema/events.json. With `-- CMD` it runs the command, shaded as ever, and
    /// tells its events when it has ended, on standard error, or as they come in the file that --output names.
    Events(TypedEvents),

    /// Play a recording on this terminal, shaded
    ///
    /// Rows are judged and shaded as in a live session. Space pauses and goes on, `.` plays one event and pauses, `n` goes to
    /// the next region or tool call (in raw bytes and asciicasts of version 1: to the end), `p` to the one before, `q` ends.
    /// The right and left arrow go 5 seconds on and back; `]` and `[`, or Page Down and Page Up, a tenth of the recording; `1`
    /// to `9` to that tenth; `0`, `g` or Home to the start, `G` or End to the end, where it waits for a key. Times are those of
    /// the recording, idle ones included; raw bytes have none, so that only start and end can be gone to.
    ///
    /// A jump back clears the screen and plays up to there without waiting, so that rows scroll into the scrollback once more. A
    /// large recording is read as a whole at the first such jump, a second or so for 100 MB, and entered a few MB before the
    /// target: the screen of that moment is drawn, with up to 300 rows above it. One that is compressed is decompressed
    /// again up to there.
    ///
    /// What a recording could do to the terminal beside writing on it is left out: questions, clipboard, titles,
    /// notifications, images, mouse and keyboard modes. The terminal should have the recorded size, which is told where it has
    /// not: resizes in the recording are not followed, so what was drawn for another width may stand elsewhere.
    Replay(TypedReplay),

    /// List, show and check profiles
    ///
    /// A profile says how one agent marks its rows. Yours stand in the folder `profiles` beside the configuration file; one
    /// with the name of a built-in profile takes its place. See shade-pty-profiles(5).
    #[command(subcommand)]
    Profiles(TypedProfiles),

    /// Show, check and change the configuration
    ///
    /// Settings come from the configuration file, from the environment and from flags; the later wins. See shade-pty(5).
    #[command(subcommand)]
    Config(TypedConfig),

    /// Print lines for a shell that make names run behind shade-pty
    ///
    /// Put `eval "$(shade-pty alias NAME)"` behind all else in ~/.bashrc or ~/.zshrc, or `shade-pty alias NAME | source` in
    /// ~/.config/fish/config.fish. What NAME means already is wrapped and not lost: an alias keeps its words, and a function
    /// runs behind shade-pty, in a shell of its own. Its completion stays. Where shade-pty is missing, the name does what it
    /// did.
    Alias(TypedAlias),

    /// Print what a shell needs to complete the command line of shade-pty
    ///
    /// For bash: `source <(shade-pty completions bash)` in ~/.bashrc. For zsh: into a file `_shade-pty` in a folder of
    /// $fpath. For fish: into ~/.config/fish/completions/shade-pty.fish. Behind `--` the command's own completion is used.
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },

    /// Tell what a command would get on this terminal, and why
    ///
    /// The terminal and what it can do, the shade with a sample, the configuration, the agents on PATH with their profiles.
    /// Ends with 1 where a command would run as if without shade-pty. It needs no terminal to write to.
    Doctor,

    /// The agent of the demo itself
    #[command(hide = true)]
    PlayDemo(TypedDemo),

    /// The player of a recording itself
    #[command(hide = true)]
    PlayRecording(TypedReplay),

    /// Write files that are made from the program itself
    #[command(hide = true)]
    Generate {
        /// Which one
        #[arg(value_enum)]
        what: Generated,
    },
}

#[derive(Debug, clap::Args)]
pub(super) struct TypedFilter {
    /// The terminal's size for raw bytes; a recording names its own
    #[arg(long, value_name = "COLSxROWS", default_value = "80x24", value_parser = parse_size)]
    pub(super) size: Size,

    /// Write there instead of to standard output
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// List what was inserted, as JSON lines {"start":N,"end":N} that count the bytes of the output
    #[arg(long, value_name = "FILE")]
    pub(super) spans: Option<PathBuf>,

    /// What to read; standard input if it is missing or `-`
    #[arg(value_name = "FILE")]
    pub(super) input: Option<PathBuf>,
}

/// How to play the demo.
#[derive(Debug, clap::Args)]
pub(super) struct TypedDemo {
    /// How fast: 2 is twice as fast, 0 does not wait at all
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = parse_speed, allow_negative_numbers = true)]
    pub(super) speed: Speed,
}

/// When to shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// As NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR and TERM say, the first of them first
    Auto,
    /// Whatever they say
    Always,
    /// Not at all: the command is run as if without us
    Never,
}

impl From<Color> for When {
    fn from(color: Color) -> When {
        match color {
            Color::Auto => When::Auto,
            Color::Always => When::Always,
            Color::Never => When::Never,
        }
    }
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Switch {
    On,
    Off,
}

/// A file that the program makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Generated {
    /// The manual page shade-pty(1)
    Man,
    /// The manual page shade-pty(5), about the configuration
    ManConfig,
    /// The manual page shade-pty-profiles(5)
    ManProfiles,
    /// The JSON Schema of the configuration file
    Schema,
}

fn checked_fill(text: &str) -> Result<String, shade_pty::config::FillError> {
    parse_fill(text).map(|_| text.to_owned())
}

fn checked_display(text: &str) -> Result<String, ModeError> {
    text.parse().map(|_: Display| text.to_owned())
}

fn checked_thinking(text: &str) -> Result<String, ModeError> {
    text.parse().map(|_: Thinking| text.to_owned())
}

fn parse_speed(text: &str) -> Result<Speed, &'static str> {
    Speed::try_from(text.parse().unwrap_or(f64::NAN))
}

/// The command line's definition. The options that say how to shade are everywhere; where they mean nothing their help
/// is left out.
fn command(arguments: &[OsString]) -> clap::Command {
    let command = Typed::command();
    // To build all modes takes time that a command that is run should not wait for.
    if !["config", "profiles", "alias", "completions"]
        .iter()
        .any(|mode| arguments.iter().any(|a| a == mode))
    {
        return command;
    }
    let hide = |mode: clap::Command| {
        mode.mut_args(|a| {
            let global = a.is_global_set();
            a.hide(global)
        })
    };
    let mut command = command;
    command.build();
    command
        .mut_subcommand("profiles", |m| hide(m).mut_subcommands(hide))
        .mut_subcommand("alias", hide)
        .mut_subcommand("completions", hide)
        .mut_subcommand("config", |m| {
            hide(m).mut_subcommands(|inner| match inner.get_name() {
                "show" => inner,
                _ => hide(inner),
            })
        })
}

/// Reads the arguments. Wrong ones end run mode with another status than the modes that have a name.
pub(super) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Typed, Failure> {
    let arguments: Vec<OsString> = arguments.collect();
    let parsed = command(&arguments)
        .try_get_matches_from(&arguments)
        .and_then(|matches| Typed::from_arg_matches(&matches));
    parsed.map_err(|error| {
        let rough = Typed::command()
            .ignore_errors(true)
            .try_get_matches_from(&arguments);
        let has_mode = rough.is_ok_and(|matches| matches.subcommand_name().is_some());
        Failure::Usage {
            error,
            status: if has_mode {
                failure::MODE
            } else {
                failure::RUN
            },
        }
    })
}
