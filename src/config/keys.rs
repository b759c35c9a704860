//! The settings there are. Configuration files, environment, flags, schema, manual page and template all come from here.

use std::fmt;

use super::{Background, Gutter, parse_fill};
use crate::display;

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// What is shown of the work between question and answer.
    ThinkingDisplayMode,
    /// The colour behind reasoning.
    Background,
    /// Whether tool calls made while reasoning are shaded.
    ExtendAcrossToolCalls,
    /// How far a shaded row reaches.
    Fill,
    /// The colour of shaded rows' first column.
    Gutter,
    /// Whether rows are mended after they were written.
    Repair,
    /// How reasoning is shown.
    Display,
    /// Whether tool calls are shown.
    ShowToolCalls,
    /// The tools whose calls are hidden.
    HiddenToolCalls,
    /// The agent's rules.
    Profile,
    /// The file that messages go to.
    Log,
    /// Which messages go there.
    LogFilter,
    /// The folder that sessions are recorded to.
    Record,
}

/// What a setting's values look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `auto`, a palette number, `#rrggbb`, a name, SGR parameters, or `none`.
    Background,
    /// `true`, `false`, or a colour in one of the forms of a background.
    Gutter,
    /// `true` or `false`.
    Bool,
    /// `on` or `off`; a file may also say `true` or `false`.
    Switch,
    /// `auto`, `terminal`, `content` or `columns=N`.
    Fill,
    /// `full`, `hidden`, `summary`, `static`, `progress`, `timer`, or a number.
    Display,
    /// `detailed` or `compact`.
    Thinking,
    /// A profile's name, or the path of its file.
    Profile,
    /// A path.
    Path,
    /// Levels, as in `RUST_LOG`.
    Filter,
    /// Names, separated by commas; in a file a list of them.
    Names,
}

/// All that is to be said about a setting.
#[derive(Debug)]
pub struct Definition {
    /// Its dotted name in a file.
    pub name: &'static str,
    /// What its values look like.
    pub form: Form,
    /// What holds if nobody says anything; `None` where that is no value.
    pub default: Option<&'static str>,
    /// What happens without a value, where there is no default.
    pub unset: &'static str,
    /// The environment's variable.
    pub variable: &'static str,
    /// The flag, if there is one.
    pub flag: Option<&'static str>,
    /// Whether it may stand under `profiles.NAME` too.
    pub per_profile: bool,
    /// Values as they stand in a file.
    pub examples: &'static [&'static str],
    /// What it is, in a sentence.
    pub about: &'static str,
}

const BACKGROUND: Definition = Definition {
    name: "style.reasoning.background",
    form: Form::Background,
    default: Some("auto"),
    unset: "",
    variable: "SHADE_PTY_BACKGROUND",
    flag: Some("--background"),
    per_profile: true,
    examples: &["238", "\"#2d2a3e\"", "\"bright-black\"", "\"none\""],
    about: "The colour behind reasoning: auto, a shade beside the terminal's own background; a number of the 256-colour \
            palette; #rrggbb; black, red, green, yellow, blue, magenta, cyan, white, each also with bright- before it, or \
            grey; the SGR parameters of a background (48;5;N, 48;2;R;G;B or their forms with colons); or none, which \
            switches shading off. A terminal with fewer colours gets the nearest that it has.",
};

const EXTEND: Definition = Definition {
    name: "style.reasoning.extend_across_tool_calls",
    form: Form::Bool,
    default: Some("true"),
    unset: "",
    variable: "SHADE_PTY_EXTEND_ACROSS_TOOL_CALLS",
    flag: Some("--extend-across-tool-calls"),
    per_profile: true,
    examples: &["false"],
    about: "Whether tool calls made while reasoning are shaded as well.",
};

const SHOW_TOOL_CALLS: Definition = Definition {
    name: "style.tool_call.show",
    form: Form::Bool,
    default: Some("true"),
    unset: "",
    variable: "SHADE_PTY_SHOW_TOOL_CALLS",
    flag: None,
    per_profile: true,
    examples: &["false"],
    about: "Whether tool calls count. If not, they change nothing, and no results that come later are told by them. An agent that \
            only appends shows no rows of them; one that redraws needs its rows, which have the shade of the region they stand \
            in. Recordings and the event log hold them all the same.",
};

const HIDDEN_TOOL_CALLS: Definition = Definition {
    name: "style.tool_call.hidden",
    form: Form::Names,
    default: None,
    unset: "no tool is hidden",
    variable: "SHADE_PTY_HIDDEN_TOOL_CALLS",
    flag: None,
    per_profile: true,
    examples: &["[\"Read\", \"TodoWrite\"]"],
    about: "The tools whose calls do not count, as with show = false, by the names that the agent shows (upper or lower \
            case is the same). A name is known where the profile's rule captures it.",
};

const FILL: Definition = Definition {
    name: "style.reasoning.fill",
    form: Form::Fill,
    default: Some("auto"),
    unset: "",
    variable: "SHADE_PTY_FILL",
    flag: Some("--fill"),
    per_profile: true,
    examples: &["\"terminal\"", "\"content\"", "\"columns=80\""],
    about: "How far a shaded row reaches: terminal (the whole row), content (what was written), columns=N (up to column N, \
            from 1 to 65535), or auto: terminal, but content on a terminal that by its terminfo entry erases without \
            the background (no bce).",
};

const GUTTER: Definition = Definition {
    name: "style.reasoning.gutter",
    form: Form::Gutter,
    default: Some("false"),
    unset: "",
    variable: "SHADE_PTY_GUTTER",
    flag: Some("--gutter"),
    per_profile: true,
    examples: &["true", "33", "\"#5fafff\"", "\"bright-blue\""],
    about: "A bar beside reasoning, for eyes and screens to which the background hardly shows: the first column of a shaded row \
            has another colour where the agent leaves it blank. true, a colour that stands out from the background (a contrast of \
            3 or more, WCAG 2.2), or one in the forms of the background; false, no bar. It needs whole rows (fill = terminal, \
            or auto where that means the same) and repair = on: otherwise there is none.",
};

const REPAIR: Definition = Definition {
    name: "style.reasoning.repair",
    form: Form::Switch,
    default: Some("on"),
    unset: "",
    variable: "SHADE_PTY_REPAIR",
    flag: Some("--repair"),
    per_profile: true,
    examples: &["\"off\""],
    about: "Whether rows may be mended after they were written; off is for screen readers.",
};

const DISPLAY: Definition = Definition {
    name: "style.reasoning.display",
    form: Form::Display,
    default: Some("full"),
    unset: "",
    variable: "SHADE_PTY_DISPLAY",
    flag: Some("--display"),
    per_profile: true,
    examples: &["\"hidden\"", "\"summary\"", "200"],
    about: "How the reasoning of agents that only append is shown: full, as it comes; hidden, not at all; summary, one row with \
            its first headline or sentence; static, a row that says that the model thinks; progress or timer, a row that \
            comes while the model thinks and goes; or a number, so many characters of each thought. Agents that redraw their \
            rows are always shown in full. What is recorded, and what events tell, is all of it.",
};

const THINKING: Definition = Definition {
    name: "style.thinking_display_mode",
    form: Form::Thinking,
    default: Some("detailed"),
    unset: "",
    variable: "SHADE_PTY_THINKING_DISPLAY",
    flag: Some("--thinking-display"),
    per_profile: true,
    examples: &["\"compact\""],
    about: "What is shown of the work of agents that only append: detailed, what style.reasoning.display says and tool calls with \
            their results; or compact, a row with a clock while the model thinks, the heads of tool calls, and which of them \
            failed. A value that is not known counts as detailed, with a warning.",
};

const PROFILE: Definition = Definition {
    name: "profile",
    form: Form::Profile,
    default: None,
    unset: "chosen by the command's name; generic for a stream",
    variable: "SHADE_PTY_PROFILE",
    flag: Some("--profile"),
    per_profile: false,
    examples: &["\"claude\"", "\"/home/me/agent.toml\""],
    about: "The agent's rules, for every command: a profile's name, or the path of its file (with a / in it). In a \
            configuration file a relative path counts from that file's folder.",
};

const LOG: Definition = Definition {
    name: "log",
    form: Form::Path,
    default: None,
    unset: "no log is written",
    variable: "SHADE_PTY_LOG",
    flag: Some("--log"),
    per_profile: false,
    examples: &["\"/tmp/shade-pty.log\""],
    about: "A file that messages are added to: the settings that hold, reloads, faults. It is made for its owner alone \
            (mode 0600). In a configuration file a relative path counts from that file's folder.",
};

const LOG_FILTER: Definition = Definition {
    name: "log_filter",
    form: Form::Filter,
    default: Some("info"),
    unset: "",
    variable: "SHADE_PTY_LOG_FILTER",
    flag: None,
    per_profile: false,
    examples: &["\"debug\"", "\"warn,shade_pty=debug\""],
    about: "Which messages go to the log: a level (error, warn, info, debug, trace, off), or several for parts of the \
            program, separated by commas, as in RUST_LOG.",
};

const RECORD: Definition = Definition {
    name: "record",
    form: Form::Path,
    default: None,
    unset: "nothing is recorded",
    variable: "SHADE_PTY_RECORD",
    flag: None,
    per_profile: false,
    examples: &["\"/home/me/sessions\""],
    about: "A folder; every command that is run is recorded to a new file in it, as with --record, named by the time (UTC). \
            The folder is made if need be. What goes wrong is told after the session. In a configuration file a relative \
            path counts from that file's folder.",
};

/// The levels of a log's filter.
pub(super) const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// A value that a setting cannot have. It says which it can.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ValueError(pub(super) String);

impl Key {
    /// All of them, in the order of the manual.
    pub const ALL: [Key; 13] = [
        Key::ThinkingDisplayMode,
        Key::Background,
        Key::ExtendAcrossToolCalls,
        Key::Fill,
        Key::Gutter,
        Key::Repair,
        Key::Display,
        Key::ShowToolCalls,
        Key::HiddenToolCalls,
        Key::Profile,
        Key::Log,
        Key::LogFilter,
        Key::Record,
    ];

    /// What there is to say about it.
    pub fn definition(self) -> &'static Definition {
        match self {
            Key::Background => &BACKGROUND,
            Key::ExtendAcrossToolCalls => &EXTEND,
            Key::ShowToolCalls => &SHOW_TOOL_CALLS,
            Key::HiddenToolCalls => &HIDDEN_TOOL_CALLS,
            Key::Fill => &FILL,
            Key::Gutter => &GUTTER,
            Key::Repair => &REPAIR,
            Key::Display => &DISPLAY,
            Key::ThinkingDisplayMode => &THINKING,
            Key::Profile => &PROFILE,
            Key::Log => &LOG,
            Key::LogFilter => &LOG_FILTER,
            Key::Record => &RECORD,
        }
    }

    /// Its dotted name.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// The setting of this dotted name.
    pub fn from_name(name: &str) -> Option<Key> {
        Key::ALL.into_iter().find(|key| key.name() == name)
    }

    /// The value that holds where somebody else's program, or a later version of this one, has written one that is not known:
    /// a warning, and no fault. On a command line it is a fault.
    pub fn fallback(self) -> Option<&'static str> {
        match self {
            Key::ThinkingDisplayMode => self.definition().default,
            _ => None,
        }
    }

    /// Whether `text` can be its value.
    pub fn check(self, text: &str) -> Result<(), ValueError> {
        self.definition().form.check(text)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Form {
    /// The values, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Form::Background => "number from 0 to 255, or string",
            Form::Gutter => "true, false, number from 0 to 255, or string",
            Form::Bool => "true or false",
            Form::Switch => "\"on\" or \"off\" (or true, false)",
            Form::Fill => "\"auto\", \"terminal\", \"content\" or \"columns=N\"",
            Form::Display => {
                "\"full\", \"hidden\", \"summary\", \"static\", \"progress\", \"timer\" or a number"
            }
            Form::Thinking => "\"detailed\" or \"compact\"",
            Form::Profile | Form::Path | Form::Filter => "string",
            Form::Names => "list of strings",
        }
    }

    fn check(self, text: &str) -> Result<(), ValueError> {
        let wrong = |right: &str| Err(ValueError(format!("`{text}` is wrong: use {right}")));
        match self {
            Form::Background => Background::setting(text)
                .map(drop)
                .map_err(|e| ValueError(e.to_string())),
            Form::Gutter => text
                .parse()
                .map(|_: Gutter| ())
                .map_err(|e| ValueError(e.to_string())),
            Form::Fill => parse_fill(text)
                .map(drop)
                .map_err(|e| ValueError(e.to_string())),
            Form::Display => text
                .parse()
                .map(|_: display::Display| ())
                .map_err(|e| ValueError(e.to_string())),
            Form::Thinking => text
                .parse()
                .map(|_: display::Thinking| ())
                .map_err(|e| ValueError(e.to_string())),
            Form::Bool if !matches!(text, "true" | "false") => wrong("true or false"),
            Form::Switch if !matches!(text, "on" | "off") => wrong("`on` or `off`"),
            Form::Profile if text.is_empty() => wrong("a profile's name or a file"),
            Form::Path if text.is_empty() => wrong("a file's path"),
            Form::Filter if !text.split(',').all(is_level) => {
                wrong("error, warn, info, debug, trace or off, with MODULE= before it for a part")
            }
            Form::Names if text.split(',').any(|n| n.trim().is_empty()) && !text.is_empty() => {
                wrong("names, separated by commas")
            }
            Form::Bool | Form::Switch | Form::Profile | Form::Path | Form::Filter | Form::Names => {
                Ok(())
            }
        }
    }
}

/// `LEVEL` or `MODULE=LEVEL`.
fn is_level(part: &str) -> bool {
    let (module, level) = part.split_once('=').unwrap_or(("all", part));
    let named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    !module.is_empty() && module.chars().all(named) && LEVELS.contains(&level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_and_examples_are_values() {
        for key in Key::ALL {
            let definition = key.definition();
            if let Some(text) = definition.default {
                assert_eq!(key.check(text), Ok(()), "{key}");
            }
            assert_eq!(definition.default.is_none(), !definition.unset.is_empty());
            assert_eq!(Key::from_name(key.name()), Some(key));
        }
    }

    #[test]
    fn a_wrong_value_is_told_what_is_right() {
        for (key, text, part) in [
            (Key::Background, "256", "0 to 255"),
            (Key::Fill, "wide", "`columns=N`"),
            (Key::Gutter, "auto", "true, false"),
            (Key::Repair, "true", "`on` or `off`"),
            (Key::ExtendAcrossToolCalls, "on", "true or false"),
            (Key::Display, "foo", "full, hidden, summary"),
            (Key::Display, "-1", "a number"),
            (Key::ThinkingDisplayMode, "brief", "detailed or compact"),
            (Key::Profile, "", "a profile's name"),
            (Key::Log, "", "a file's path"),
            (Key::LogFilter, "loud", "error, warn, info"),
            (Key::HiddenToolCalls, "Read,,Bash", "separated by commas"),
        ] {
            let message = key.check(text).err().map(|e| e.to_string());
            assert!(
                message.as_ref().is_some_and(|m| m.contains(part)),
                "{key}: {message:?}"
            );
        }
    }
}
