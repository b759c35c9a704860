//! The manual page: options from the command line's definition, the rest from here.

use std::io;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

use shade_pty::Profile;
use shade_pty::events::What;

use super::super::args::Typed;

/// A section of terms and what they mean.
type Section = (&'static str, &'static [(&'static str, &'static str)]);

const AFTER_OPTIONS: &[Section] = &[
    (
        "EXIT STATUS",
        &[
            ("the command's own", "when a command is run."),
            (
                "a signal",
                "when a command is run and is killed by a signal, shade-pty ends by the same one.",
            ),
            (
                "125",
                "shade-pty itself failed while running a command, or its options were wrong.",
            ),
            ("126", "the command was found but cannot be executed."),
            ("127", "there is no such command."),
            (
                "0, 2",
                "of the modes with a name: all went well; wrong options, or an input or output that failed.",
            ),
            ("1", "of doctor: a command would not be shaded."),
        ],
    ),
    (
        "SIGNALS",
        &[
            (
                "HUP, INT, QUIT, TERM, TSTP, ALRM, USR2",
                "Passed on to the command. If it does not end soon after one of the first four, it is hung up and at last killed.",
            ),
            (
                "USR1",
                "Configuration and profiles are read again, and hold from the next row on; see shade-pty(5). The command gets no signal.",
            ),
        ],
    ),
    (
        "ENVIRONMENT",
        &[
            (
                "NO_COLOR",
                "If set and not empty, a command is run unshaded, unless --color=always is given. The filter ignores it.",
            ),
            (
                "FORCE_COLOR, CLICOLOR_FORCE",
                "If set, not empty, and neither 0 nor false, a command is shaded whatever CLICOLOR and TERM say; 0 or false: it is not. FORCE_COLOR from 1 to 3 also says how many colours there are: 16, 256, all.",
            ),
            ("CLICOLOR", "The value 0 has the same effect as NO_COLOR."),
            (
                "TERM",
                "The value dumb has the same effect. Its terminfo entry says how many colours there are, and whether erasing takes the background.",
            ),
            (
                "COLORTERM",
                "truecolor or 24bit: the terminal has all colours.",
            ),
            (
                "COLORFGBG",
                "Says whether the terminal is dark or light, while it has not answered itself.",
            ),
            (
                "SHADE_PTY_BACKGROUND and so on",
                "Every setting has a variable; see shade-pty(5). Flags go before them, and they before the configuration file.",
            ),
            (
                "SHADE_PTY_CONFIG",
                "The absolute path of another configuration file.",
            ),
            (
                "SHADE_PTY_SESSION",
                "Set for the command; names the terminal that shade-pty runs on, so that it does not run there twice.",
            ),
        ],
    ),
    (
        "FILES",
        &[
            (
                "~/.config/shade-pty/config.toml",
                "The configuration; see shade-pty(5).",
            ),
            (
                "~/.config/shade-pty/profiles/*.toml",
                "Profiles of your own; see shade-pty-profiles(5).",
            ),
        ],
    ),
    (
        "EXAMPLES",
        &[
            ("shade-pty -- claude", "Run an agent."),
            (
                "eval \"$(shade-pty alias claude)\"",
                "Always run it so; in a shell's start-up file.",
            ),
            (
                "shade-pty --background '#2d2a3e' -- llm chat",
                "With another background.",
            ),
            (
                "shade-pty filter --profile claude --output shaded.cast session.cast",
                "Shade a recording.",
            ),
            (
                "agent | shade-pty filter --size 100x30",
                "Shade what comes through a pipe.",
            ),
            (
                "shade-pty explain --why --profile claude session.cast",
                "Tell what each row of a recording is, and why.",
            ),
            (
                "shade-pty --record session.cast -- claude",
                "Record a session.",
            ),
            ("shade-pty replay --speed 2 session.cast", "Watch it again."),
            (
                "shade-pty events --profile claude session.cast",
                "Tell what happened in it, for programs.",
            ),
            (
                "shade-pty config set style.reasoning.background 238",
                "Change a setting for good.",
            ),
        ],
    ),
];

const RECORDINGS: &[&str] = &[
    "With --record, or record in the configuration, the session is written as an asciicast of version 3: the command's output \
     before it is shaded, resizes (r), the exit status (x; 128 and the signal's number if a signal ended it), markers (m) where \
     a region or a tool call begins, and with --record-input what is typed (i), the terminal's answers included. The header \
     has the size, the time, and under shade_pty the profile's name and the settings that say how it was shaded. Neither \
     arguments nor environment are kept.",
    "The file is new and its owner's alone (mode 0600); a file that is there, or a link, is refused with status 125. What the \
     command writes is in it some 20 milliseconds later, in whole lines, so that it can be read whatever ends shade-pty. A slow \
     file is waited for when it is a megabyte behind, and at the end. If it cannot be written any more, or takes nothing for \
     ten seconds, the session goes on, and it is said once when it has ended.",
    "Bytes that are no UTF-8 are kept as lone surrogates, U+DC80 to U+DCFF for 80 to FF, so that filter, events, explain and \
     replay get the same bytes back. Other players may refuse a recording with such bytes in it.",
];

const EVENTS: &[&str] = &[
    "The first line of events is {\"event\":\"log\",\"version\":1,\"profile\":NAME}; then comes one JSON object an event, in the \
     order of the conversation, as schema/events.json describes it. id is a number that stays with the event; turn counts \
     from 1; time and until are the seconds since the start when it was first seen and when it last changed, and bytes tells \
     between which bytes of the command's output that was, to a pause's accuracy; text has its rows as they are shown, joined \
     where they only wrap, at most 1 MiB (truncated says if there was more); region says whether it is shaded; rule names the \
     profile's rule, name the tool if the rule captures it. A tool_result has the id of its request in call: by the id that a \
     rule captures, else that of the request directly above, else the oldest one without a result (below another result: of \
     those made since the model said something), else that of the result before it. status is ok, failed, denied or running where the agent shows it and the rule captures it as status; else null.",
    "A tool_progress follows its request: one event, with the request's id in call. It has the rows that were shown last while \
     nothing had come of the call: a row of kind progress directly below it, or one that names it by its id; a row in a \
     result's place that says that the call runs; and what stands below a call that says so itself, at most the last 4 KiB. \
     time and until tell when progress was first shown and when it last changed.",
    "An event is final, and told, when its rows have left the screen or are gone from it, or at the end. A conversation that is \
     printed anew, as some agents do after a resize or when they quit, adds nothing: it is known by its letters and digits, \
     whatever frame, mark or wrapping it has now. Only a command that moves the cursor can print anything anew. A thought or \
     result that is folded keeps the text that was seen. Text that no rule knows is a message. The event is one of:",
];

fn event_terms() -> Vec<(&'static str, &'static str)> {
    What::ALL
        .iter()
        .map(|(what, about)| (what.name(), *about))
        .collect()
}

/// A section of paragraphs, and terms behind them.
fn text_section(
    title: &str,
    text: &[&str],
    terms: &[(&str, &str)],
    page: &mut Vec<u8>,
) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for paragraph in text {
        roff.control("PP", []);
        roff.text([roman(*paragraph)]);
    }
    for (term, meaning) in terms {
        roff.control("TP", []);
        roff.text([bold(*term)]);
        roff.text([roman(format!("{meaning}."))]);
    }
    roff.to_writer(page)
}

/// The whole page.
pub(super) fn page() -> io::Result<Vec<u8>> {
    let mut command = Typed::command();
    command.build();
    let mut page = Vec::new();
    let man = Man::new(command.clone()).manual("User Commands").date("");
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for mode in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        mode_section(mode, &mut page)?;
    }
    for (title, text, terms) in [
        ("RECORDINGS", RECORDINGS, Vec::new()),
        ("EVENTS", EVENTS, event_terms()),
    ] {
        text_section(title, text, &terms, &mut page)?;
    }
    profiles_section(&mut page)?;
    for section in AFTER_OPTIONS {
        terms_section(section, &mut page)?;
    }
    see_also(&mut page)?;
    Ok(page)
}

/// A mode: what it does, and those of its options that only it has.
fn mode_section(mode: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [mode.get_name().to_uppercase().as_str()]);
    let about = mode
        .get_long_about()
        .or(mode.get_about())
        .map(ToString::to_string)
        .unwrap_or_default();
    for paragraph in about.split("\n\n") {
        roff.control("PP", []);
        roff.text([roman(paragraph)]);
    }
    arguments(mode, &mut roff);
    for inner in mode.get_subcommands().filter(|c| c.get_name() != "help") {
        let title = format!("{} {}", mode.get_name(), inner.get_name());
        roff.control("SS", [title.as_str()]);
        let about = inner.get_long_about().or(inner.get_about());
        let about = about.map(ToString::to_string).unwrap_or_default();
        roff.text([roman(about.replace("\n\n", " "))]);
        arguments(inner, &mut roff);
    }
    roff.to_writer(page)
}

/// The options and words that only this mode has.
fn arguments(mode: &Command, roff: &mut Roff) {
    let own = mode.get_arguments();
    for argument in own.filter(|a| !a.is_global_set() && !a.is_hide_set() && a.get_id() != "help") {
        roff.control("TP", []);
        let takes_value = argument.get_action().takes_values();
        let names = argument.get_value_names().filter(|_| takes_value);
        let value = names.unwrap_or_default().join(" ");
        let flags = [
            argument.get_short().map(|c| format!("-{c}")),
            argument.get_long().map(|l| format!("--{l}")),
        ];
        let flags: Vec<String> = flags.into_iter().flatten().collect();
        let gap = if flags.is_empty() || value.is_empty() {
            ""
        } else {
            " "
        };
        roff.text([bold(flags.join(", ")), roman(gap), italic(value)]);
        let help = argument.get_help().map(ToString::to_string);
        let default: Vec<_> = argument
            .get_default_values()
            .iter()
            .map(|v| v.to_string_lossy())
            .collect();
        let default = if default.is_empty() || !takes_value {
            String::new()
        } else {
            format!(" [default: {}]", default.join(" "))
        };
        roff.text([roman(help.unwrap_or_default()), roman(default)]);
    }
}

fn terms_section((title, terms): &Section, page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [*title]);
    for (term, meaning) in *terms {
        roff.control("TP", []);
        roff.text([bold(*term)]);
        roff.text([roman(*meaning)]);
    }
    roff.to_writer(page)
}

/// The built-in profiles, and the commands that they are chosen for.
fn profiles_section(page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", ["BUILT-IN PROFILES"]);
    roff.text([roman(
        "A profile says how one agent marks its rows. It is chosen by the name of the command, also behind npx, uvx, env and the like, or with --profile.",
    )]);
    for profile in Profile::names()
        .iter()
        .filter_map(|name| Profile::built_in(name))
    {
        roff.control("TP", []);
        roff.text([bold(profile.name())]);
        let mut text = vec![roman(format!("{}.", profile.description()))];
        if !profile.commands().is_empty() {
            text.push(roman(" For "));
            text.push(italic(profile.commands().join(", ")));
            text.push(roman("."));
        }
        roff.text(text);
    }
    roff.to_writer(page)
}

fn see_also(page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([
        bold("shade-pty"),
        roman("(5), "),
        bold("shade-pty-profiles"),
        roman("(5), "),
        bold("script"),
        roman("(1), "),
        bold("tmux"),
        roman("(1), "),
        bold("asciinema"),
        roman("(1)"),
    ]);
    roff.to_writer(page)
}
