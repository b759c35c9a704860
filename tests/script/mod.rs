//! Random scripts for the event log: what an agent says and does, and what the log is to tell of it by the rules themselves.
#![allow(unreachable_pub, reason = "a module of a test binary has no outside")]

use proptest::prelude::*;
use shade_pty::events::What;

/// The rules that tell what is drawn.
pub const PROFILE: &str = r#"
schema = 1
name = "script"
description = "The scripts of this test"
alternate_screen = true
[[rule]]
id = "user"
kind = "user"
text = '> '
[[rule]]
id = "thought"
kind = "reasoning"
text = '~ '
[[rule]]
id = "call"
kind = "tool"
text = '\* (?<name>\w+)(?: #(?<id>\d+))?'
[[rule]]
id = "output"
kind = "result"
text = '  \| (?:#(?<id>\d+) )?(?:\((?<status>running)\))?'
[[rule]]
id = "tick"
kind = "progress"
text = '% (?:#(?<id>\d+) )?'
extent = "line"
[[rule]]
id = "answer"
kind = "message"
text = '= '
[[rule]]
id = "task"
kind = "task"
text = '& (?<name>\w+)'
[[rule]]
id = "error"
kind = "error"
text = '! '
[[rule]]
id = "divider"
kind = "divider"
text = '== '
[[rule]]
id = "end"
kind = "turn_end"
text = '\. '
[[rule]]
id = "input"
kind = "chrome"
text = '\[input\]'
extent = "line"
"#;

/// What one event shows, row by row.
#[derive(Clone, Debug)]
pub struct Said {
    pub what: What,
    pub rows: Vec<String>,
    /// What a call shows below itself until its result is there, one after the other.
    pub ticks: Vec<String>,
}

/// How often a call shows progress, and whether in a result's place.
pub type Ticks = (usize, bool);

/// What an agent does next.
pub fn step() -> impl Strategy<Value = (What, usize, Ticks)> {
    let what = prop_oneof![
        3 => Just(What::Reasoning),
        3 => Just(What::ToolRequest),
        2 => Just(What::Message),
        1 => Just(What::User),
        1 => Just(What::Task),
        1 => Just(What::Error),
        1 => Just(What::Divider),
        1 => Just(What::TurnEnd),
    ];
    (what, 1..4usize, (0..4usize, any::<bool>()))
}

/// A script: the user asks, then whatever comes.
pub fn script() -> impl Strategy<Value = Vec<Said>> {
    prop::collection::vec(step(), 1..12).prop_map(|steps| after_the_user(&steps))
}

/// What is said, and in how many rows: every call has a result, and all texts differ.
pub fn after_the_user(steps: &[(What, usize, Ticks)]) -> Vec<Said> {
    let mut said = vec![];
    let mut number = 0;
    let mut push = |what: What, mark: &str, rows: usize, (ticks, in_place): Ticks| {
        number += 1;
        let row = |i: usize| match i {
            0 => format!("{mark}word{number}"),
            _ => format!("  more{number} {i}"),
        };
        let sign = if in_place { "  | (running)" } else { "%" };
        said.push(Said {
            what,
            rows: (0..rows).map(row).collect(),
            ticks: (0..ticks)
                .map(|i| format!("{sign} {i} of {number}"))
                .collect(),
        });
    };
    let none = (0, false);
    push(What::User, "> ", 1, none);
    for (what, rows, ticks) in steps.iter().copied() {
        match what {
            What::Reasoning => push(what, "~ ", rows, none),
            What::Message => push(what, "= ", rows, none),
            What::User => push(what, "> ", 1, none),
            What::Error => push(what, "! ", 1, none),
            What::Divider => push(what, "== ", 1, none),
            What::TurnEnd => push(what, ". ", 1, none),
            _ => {
                push(what, if what == What::Task { "& " } else { "* " }, 1, ticks);
                push(What::ToolResult, "  | ", rows, none);
            }
        }
    }
    said
}

/// Whether each is in the region, by the rule itself.
pub fn regions(script: &[Said]) -> Vec<bool> {
    let mut open = false;
    let flag = |said: &Said| {
        open = match said.what {
            What::Reasoning => true,
            What::ToolRequest | What::Task | What::ToolResult => open,
            _ => false,
        };
        open
    };
    script.iter().map(flag).collect()
}

/// How many turns there are: the user begins one, and whoever goes on after a turn's end.
pub fn turns(script: &[Said]) -> usize {
    let begins = |n: usize| match (
        n.checked_sub(1).map(|above| script[above].what),
        script[n].what,
    ) {
        (None, _) => true,
        (Some(What::User), _) => false,
        (Some(What::TurnEnd), what) => !matches!(what, What::Divider | What::TurnEnd),
        (Some(_), what) => what == What::User,
    };
    (0..script.len()).filter(|n| begins(*n)).count()
}
