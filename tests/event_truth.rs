//! The event log of recordings of real agents, held against what the scripted model said and did: every thought, tool call,
//! message and answer that the labelled rows show stands in the log once, in order, as what it is.
//!
//! The truth is `scripts.json`, what the model was told to say, and the rows that people labelled; nothing of it comes from this
//! program. Texts are compared by their letters and digits: agents wrap, indent, frame and render them.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]
#![allow(unreachable_pub, reason = "a module of a test binary has no outside")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use shade_pty::events::{self, Event, Status, What};
use shade_pty::filter::Input;
use shade_pty::{Options, Profile, Size};

/// A sentence shorter than this, in letters, may stand anywhere.
const SENTENCE: usize = 20;

/// How many letters an answer's event may have beyond the answer: links that are spelled out, a title's time.
const SLACK: usize = 60;

/// What is wrong and cannot be right, by recording and the beginning of the letters.
const KNOWN: [(&str, &str, &str); 2] = [
    // A quote in an answer looks as the prompt of its chat does.
    ("llm-responses-long", "message", "Aquotedremark"),
    // It prints rows again that have left the screen, in the middle of a message.
    ("claude-tui-long", "message", "night35230Aradionote"),
];

/// What the model did.
type Script = Vec<(String, String)>;

/// A recording, and what is known of it.
struct Recorded {
    name: String,
    path: PathBuf,
    profile: String,
    /// The labelled moments: a row's label and its letters.
    moments: Vec<Vec<(char, String)>>,
}

/// `RECORDINGS` names another folder than the project's own.
fn recordings() -> Vec<Recorded> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let folder = std::env::var_os("RECORDINGS").map_or(own, PathBuf::from);
    let mut all: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "rows"))
        .collect();
    all.sort();
    all.iter().map(|path| labelled(path)).collect()
}

fn labelled(rows: &Path) -> Recorded {
    let text = fs::read_to_string(rows).unwrap();
    let mut recorded = Recorded {
        name: rows.file_stem().unwrap().to_string_lossy().into_owned(),
        path: rows.with_extension("cast"),
        profile: String::new(),
        moments: Vec::new(),
    };
    for line in text.lines() {
        if let Some(header) = line.strip_prefix('#') {
            let profile = header
                .split_whitespace()
                .find_map(|w| w.strip_prefix("profile="));
            recorded.profile = profile.unwrap_or("generic").to_owned();
        } else if line.starts_with("@ ") {
            recorded.moments.push(Vec::new());
        } else if let (Some(moment), Some(label)) =
            (recorded.moments.last_mut(), line.chars().next())
        {
            let row = line.splitn(4, '\t').nth(3).unwrap_or_default();
            moment.push((label, letters(row)));
        }
    }
    recorded
}

/// Letters and digits.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

impl Recorded {
    /// The script it was made with: two models played, each to other agents.
    fn script(&self) -> Option<Script> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings/scripts.json");
        let mut scripts: BTreeMap<String, Script> =
            serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let model = match self.name.split('-').next().unwrap() {
            "aider" | "gemini" | "interpreter" | "llm" | "mini" | "opencode" | "qwen" => "basket",
            "tags" => return None,
            _ => "lamp",
        };
        let script = self.name.rsplit('-').next().unwrap();
        scripts.remove(&format!("{model}-{script}"))
    }

    /// How often labelled rows show it at most at one moment.
    fn shown(&self, labels: &[char], what: &str) -> usize {
        let count = |moment: &Vec<(char, String)>| {
            let rows = moment.iter().filter(|(label, _)| labels.contains(label));
            let text: String = rows.map(|(_, row)| row.as_str()).collect();
            text.matches(what).count()
        };
        self.moments.iter().map(count).max().unwrap_or(0)
    }

    /// Whether a row that is no part of the script's words shows it.
    fn shows_call(&self, what: &str, words: &str) -> bool {
        let rows = self.moments.iter().flatten();
        rows.filter(|(_, row)| row.contains(what))
            .any(|(_, row)| !words.contains(row.as_str()))
    }

    /// How often the model was asked. aider asks again where an answer has no edit, three times at most; the short script's
    /// second answer has one.
    fn turns(&self) -> usize {
        let interrupted = self.name.contains("-interrupt-");
        match self.name.strip_prefix("aider-") {
            Some(rest) if rest.ends_with("long") => 4,
            Some(_) => 2,
            None => 1 + usize::from(interrupted),
        }
    }

    /// Whether the agent marks what is a message and what the user said, rather than print texts.
    fn has_marks(&self) -> bool {
        let modes = ["-tui", "-inline-", "-resize-", "-altscreen-", "-noanswer-"];
        modes.iter().any(|mode| self.name.contains(mode))
            && self.profile != "generic"
            && self.profile != "aider"
    }

    fn events(&self) -> Vec<Event> {
        let options = Options::new(
            Size {
                cols: 100,
                rows: 30,
            },
            Profile::built_in(&self.profile).unwrap(),
            Some("236".parse().unwrap()),
        );
        let mut told = Vec::new();
        let fault = events::run(Input::open(&self.path).unwrap(), options, |e| told.push(e));
        assert_eq!(fault.unwrap(), None, "{}", self.name);
        told
    }
}

fn sentences(text: &str) -> Vec<String> {
    let parts = text.split('\n').flat_map(|line| line.split(". "));
    parts
        .filter(|part| !part.contains("](") && !part.contains('|'))
        .map(letters)
        .filter(|part| part.chars().count() >= SENTENCE)
        .collect()
}

/// How often the script says it.
fn written(script: &Script, kind: What, part: &str) -> usize {
    let same = script.iter().filter(|(k, _)| k == kind.name());
    same.map(|(_, text)| letters(text).matches(part).count())
        .sum()
}

fn what(name: &str) -> What {
    let all = What::ALL.into_iter().map(|(what, _)| what);
    all.into_iter().find(|w| w.name() == name).unwrap()
}

/// Where in the log the letters stand: event and place.
fn places(log: &[(What, String)], of: What, letters: &str) -> Vec<(usize, usize)> {
    let events = log.iter().enumerate().filter(|(_, (what, _))| *what == of);
    events
        .flat_map(|(n, (_, text))| text.match_indices(letters).map(move |(at, _)| (n, at)))
        .collect()
}

/// What is wrong with a log, in words.
fn complaints(recorded: &Recorded, script: &Script, told: &[Event]) -> Vec<String> {
    let mut wrong = Vec::new();
    let log: Vec<(What, String)> = told.iter().map(|e| (e.event, letters(&e.text))).collect();
    let words: String = script
        .iter()
        .filter(|(kind, _)| kind != "tool_request")
        .map(|(_, text)| letters(text))
        .collect();
    let mut last = (0, 0);
    for (kind, text) in script {
        let kind = what(kind);
        let (parts, labels) = match kind {
            What::ToolRequest => (vec![letters(text)], ['S', 'P'].as_slice()),
            What::Reasoning => (sentences(text), ['S'].as_slice()),
            _ => (sentences(text), ['P'].as_slice()),
        };
        for part in parts {
            let expected = match kind {
                What::User if recorded.profile == "generic" => 0,
                What::ToolRequest
                    if recorded.profile == "generic" || !recorded.shows_call(&part, &words) =>
                {
                    0
                }
                What::ToolRequest => script
                    .iter()
                    .filter(|(k, t)| k == "tool_request" && letters(t) == part)
                    .count(),
                _ => recorded
                    .shown(labels, &part)
                    .min(recorded.turns() * written(script, kind, &part)),
            };
            let mut found = places(&log, kind, &part);
            if kind == What::ToolRequest {
                found.dedup_by_key(|(event, _)| *event);
            }
            let right = match (kind, recorded.turns()) {
                (What::ToolRequest, turns) if expected > 0 => {
                    (expected..=expected * turns).contains(&found.len())
                }
                (_, turns) => {
                    (expected..=turns * written(script, kind, &part)).contains(&found.len())
                }
            };
            let known = |k: &&(&str, &str, &str)| {
                k.0 == recorded.name && k.1 == kind.name() && part.starts_with(k.2)
            };
            if !right && !KNOWN.iter().any(|k| known(&k)) {
                wrong.push(format!(
                    "{} {expected} times, but {}: {part}",
                    kind.name(),
                    found.len()
                ));
            }
            if kind == What::Reasoning
                && expected > 0
                && !places(&log, What::Message, &part).is_empty()
            {
                wrong.push(format!("a thought as a message: {part}"));
            }
            if let [at] = found[..]
                && recorded.turns() == 1
                && written(script, kind, &part) == 1
            {
                if at < last {
                    wrong.push(format!("{} too early: {part}", kind.name()));
                }
                last = at;
            }
        }
        if kind == What::Message && recorded.has_marks() {
            wrong.extend(overlong(&log, text));
        }
    }
    if recorded.has_marks() {
        wrong.extend(stray_users(told, script));
    }
    wrong
}

/// What stands in the message's event beside the message: rows of the interface.
fn overlong(log: &[(What, String)], text: &str) -> Option<String> {
    let longest = sentences(text).into_iter().max_by_key(String::len)?;
    let (n, _) = *places(log, What::Message, &longest).last()?;
    let (event, said) = (log[n].1.chars().count(), letters(text).chars().count());
    (event > said + SLACK).then(|| format!("{event} letters of {said}: {}", log[n].1))
}

/// The user said what the script says, and commands.
fn stray_users(told: &[Event], script: &Script) -> Vec<String> {
    let prompt = letters(&script[0].1);
    let users = told.iter().filter(|e| e.event == What::User);
    users
        .filter(|e| {
            let said = e
                .text
                .trim_start_matches(|c: char| !c.is_alphanumeric() && c != '/');
            let command = said.starts_with('/') || said == "exit";
            // An agent may show the time at the row's end.
            let all = letters(&e.text);
            let timeless = all.trim_end_matches(|c: char| c.is_ascii_digit());
            !command && !all.ends_with(&prompt) && !timeless.ends_with(&prompt)
        })
        .map(|e| format!("the user did not say: {:?}", e.text))
        .collect()
}

/// How the calls went, where rows or their signs tell: the agent, a part of the call, the status. Gemini and Qwen tick a command
/// that failed, too.
const ENDINGS: [(&str, &str, Status); 20] = [
    (
        "claude-tui-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    (
        "claude-tui-dumb-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    (
        "claude-tui-nocolor-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    (
        "claude-tui-resize-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    (
        "claude1-tui-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    (
        "claude2060-tui-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    (
        "cline-print-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    ("cn-tui-interleaved", "sh tools/check.sh", Status::Failed),
    ("codex-exec-interleaved", "cat notes/plan.md", Status::Ok),
    ("codex-exec-interleaved", "sh tools/lamps.sh", Status::Ok),
    (
        "codex-exec-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    ("codex063-exec-interleaved", "sh tools/lamps.sh", Status::Ok),
    (
        "codex063-exec-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    (
        "codex-tui-expanded-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    (
        "copilot-print-interleaved",
        "sh tools/check.sh",
        Status::Failed,
    ),
    (
        "gemini-tuithink-interleaved",
        "sh tools/report.sh",
        Status::Ok,
    ),
    ("gemini-tuithink-interleaved", "ReadFile", Status::Ok),
    ("pi-tui-interleaved", "sh tools/check.sh", Status::Failed),
    ("qwen-tui-interleaved", "sh tools/report.sh", Status::Ok),
    ("qwen-tui-interleaved", "ReadFile", Status::Ok),
];

/// How a tool call ended, by itself or by its results.
fn ending(told: &[Event], call: &str) -> Option<Status> {
    let call = letters(call);
    let is = |e: &&Event| e.event == What::ToolRequest && letters(&e.text).contains(&call);
    let request = told.iter().rfind(is)?;
    let results = told.iter().filter(|e| e.call == Some(request.id));
    let of_results = results.filter_map(|e| e.status).next_back();
    of_results.or(request.status)
}

/// The tool's name, where the agent shows it.
const NAMES: [(&str, &str, &str); 5] = [
    ("claude-tui-interleaved", "notes/plan.md", "Read"),
    ("gemini-tuithink-interleaved", "sh tools/report.sh", "Shell"),
    ("qwen-tui-interleaved", "sh tools/report.sh", "Shell"),
    ("cn-tui-interleaved", "sh tools/lamps.sh", "Bash"),
    (
        "cline-print-interleaved",
        "sh tools/lamps.sh",
        "run_commands",
    ),
];

#[test]
fn how_calls_went_and_what_they_are_called_is_told_where_it_is_shown() {
    let mut wrong = Vec::new();
    for recorded in recordings() {
        let is = |name: &str| name == recorded.name;
        if !ENDINGS.iter().any(|e| is(e.0)) {
            continue;
        }
        let told = recorded.events();
        for (_, call, status) in ENDINGS.iter().filter(|e| is(e.0)) {
            let found = ending(&told, call);
            if found != Some(*status) {
                wrong.push(format!(
                    "{}, {call}: {found:?} is not {status:?}",
                    recorded.name
                ));
            }
        }
        for (_, call, name) in NAMES.iter().filter(|e| is(e.0)) {
            let call = letters(call);
            let request = told
                .iter()
                .find(|e| e.event == What::ToolRequest && letters(&e.text).contains(&call));
            let found = request.and_then(|e| e.name.as_deref());
            if found != Some(*name) {
                wrong.push(format!(
                    "{}, {call}: {found:?} is not {name}",
                    recorded.name
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_the_model_said_and_did_is_told_once_and_in_order() {
    let mut all = String::new();
    for recorded in recordings() {
        let Some(script) = recorded.script() else {
            continue;
        };
        let wrong = complaints(&recorded, &script, &recorded.events());
        if !wrong.is_empty() {
            all += &format!("{}: {}\n", recorded.name, wrong.len());
            wrong
                .iter()
                .take(6)
                .for_each(|w| all += &format!("    {w}\n"));
        }
    }
    assert!(all.is_empty(), "\n{all}");
}
