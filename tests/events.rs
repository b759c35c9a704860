//! The event log over random scripts, drawn as agents draw: what is told is the script, in every style.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use proptest::prelude::*;
use shade_pty::events::{Event, Watcher, What};
use shade_pty::{Options, Overlay, Profile, Size};

const PROFILE: &str = r#"
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
text = '\* (?<name>\w+)'
[[rule]]
id = "output"
kind = "result"
text = '  \| '
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
struct Said {
    what: What,
    rows: Vec<String>,
}

/// What an agent does next.
fn step() -> impl Strategy<Value = (What, usize)> {
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
    (what, 1..4usize)
}

/// A script: the user asks, then whatever comes.
fn script() -> impl Strategy<Value = Vec<Said>> {
    prop::collection::vec(step(), 1..12).prop_map(|steps| after_the_user(&steps))
}

/// What is said, and in how many rows: every call has a result, and all texts differ.
fn after_the_user(steps: &[(What, usize)]) -> Vec<Said> {
    let mut said = vec![];
    let mut number = 0;
    let mut push = |what: What, mark: &str, rows: usize| {
        number += 1;
        let row = |i: usize| match i {
            0 => format!("{mark}word{number}"),
            _ => format!("  more{number} {i}"),
        };
        said.push(Said {
            what,
            rows: (0..rows).map(row).collect(),
        });
    };
    push(What::User, "> ", 1);
    for (what, rows) in steps.iter().copied() {
        match what {
            What::Reasoning => push(what, "~ ", rows),
            What::Message => push(what, "= ", rows),
            What::User => push(what, "> ", 1),
            What::Error => push(what, "! ", 1),
            What::Divider => push(what, "== ", 1),
            What::TurnEnd => push(what, ". ", 1),
            _ => {
                push(what, if what == What::Task { "& " } else { "* " }, 1);
                push(What::ToolResult, "  | ", rows);
            }
        }
    }
    said
}

/// Whether each is in the region, by the rule itself.
fn regions(script: &[Said]) -> Vec<bool> {
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
fn turns(script: &[Said]) -> usize {
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

/// Draws on a watcher.
struct Stage<F> {
    watcher: Watcher<F>,
    out: Vec<u8>,
}

impl<F: FnMut(Event)> Stage<F> {
    fn draw(&mut self, text: &str) {
        self.watcher.write(text.as_bytes(), &mut self.out);
        self.watcher.pause(&mut self.out);
    }
}

fn told(size: Size, draw: impl FnOnce(&mut Stage<&mut dyn FnMut(Event)>)) -> Vec<Event> {
    let options = Options::new(
        size,
        Arc::new(Profile::parse(PROFILE).unwrap()),
        Some("236".parse().unwrap()),
    );
    let mut events = Vec::new();
    let mut tell = |event: Event| events.push(event);
    let mut stage = Stage {
        watcher: Watcher::new(options, &mut tell as &mut dyn FnMut(Event)),
        out: Vec::new(),
    };
    draw(&mut stage);
    stage.watcher.finish(&mut stage.out);
    drop(stage);
    events
}

fn check(script: &[Said], events: &[Event]) -> Result<(), TestCaseError> {
    let said: Vec<&Event> = events.iter().filter(|e| e.event != What::Turn).collect();
    let got: Vec<(What, String)> = said.iter().map(|e| (e.event, e.text.clone())).collect();
    let expected: Vec<(What, String)> =
        script.iter().map(|s| (s.what, s.rows.join("\n"))).collect();
    prop_assert_eq!(got, expected);
    let got: Vec<bool> = said.iter().map(|e| e.region).collect();
    prop_assert_eq!(got, regions(script));
    for (n, event) in said.iter().enumerate() {
        let request = (n > 0).then(|| said[n - 1].id);
        let call = request.filter(|_| event.event == What::ToolResult);
        prop_assert_eq!(event.call, call);
    }
    prop_assert_eq!(
        events.iter().filter(|e| e.event == What::Turn).count(),
        turns(script)
    );
    Ok(())
}

/// Rows as they stand in the scrollback: a blank one between events, but not between a call and its result.
fn block(said: &Said) -> Vec<String> {
    let gap = (said.what != What::ToolResult).then(String::new);
    gap.into_iter().chain(said.rows.iter().cloned()).collect()
}

fn lines(rows: &[String]) -> String {
    rows.iter().map(|row| format!("{row}\r\n")).collect()
}

/// Erases the block that stands at the bottom, as Ink does.
fn erase(rows: usize) -> String {
    "\x1b[2K\x1b[1A".repeat(rows) + "\x1b[2K\x1b[G"
}

/// The events of a script of which what is being said, and an input box, are erased and drawn again for every row; what has
/// been said stays. Behind one entry, and perhaps at the end, all is cleared and printed anew.
fn redraw(script: &[Said], rows: u16, reprint_at: usize, at_the_end: bool) -> Vec<Event> {
    told(Size { cols: 40, rows }, |stage| {
        let input = ["".to_owned(), "[input]".to_owned()];
        let mut live = 0;
        let mut history = Vec::new();
        for (n, said) in script.iter().enumerate() {
            let block = block(said);
            for shown in 1..=block.len() {
                let frame = [&block[..shown], &input[..]].concat();
                stage.draw(&(erase(live) + &lines(&frame)));
                live = frame.len();
            }
            stage.draw(&(erase(live) + &lines(&block) + &lines(&input)));
            live = input.len();
            history.extend(block);
            if n == reprint_at || at_the_end && n + 1 == script.len() {
                let all = lines(&history) + &lines(&input);
                stage.draw(&format!("\x1b[2J\x1b[3J\x1b[H{all}"));
            }
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Row by row, with a pause after each.
    #[test]
    fn appended(script in script(), rows in 3u16..30) {
        let events = told(Size { cols: 40, rows }, |stage| {
            for said in &script {
                for row in block(said) {
                    stage.draw(&format!("{row}\r\n"));
                }
            }
        });
        check(&script, &events)?;
    }

    /// See [`redraw`].
    #[test]
    fn redrawn(script in script(), rows in 8u16..30, reprint_at in 0usize..12, at_the_end: bool) {
        check(&script, &redraw(&script, rows, reprint_at, at_the_end))?;
    }

    /// A live area without an input box: the rows of what is being said are erased upwards and printed again, the last one
    /// without a line end.
    #[test]
    fn drawn_live(script in script(), rows in 6u16..30) {
        let events = told(Size { cols: 40, rows }, |stage| {
            for said in &script {
                let block = block(said);
                for shown in 1..=block.len() {
                    let up = "\x1b[2K\x1b[1A".repeat(shown.saturating_sub(2));
                    stage.draw(&format!("\r{up}\x1b[2K{}", block[..shown].join("\r\n")));
                }
                stage.draw("\r\n");
            }
        });
        check(&script, &events)?;
    }

    /// A box at the bottom that stays, and rows that are inserted above it through scroll margins.
    #[test]
    fn inserted_above(script in script(), rows in 8u16..30) {
        let events = told(Size { cols: 40, rows }, |stage| {
            let last = rows - 2;
            let footer = format!("\x1b[{rows};1H[input]\x1b[K");
            stage.draw(&footer);
            for said in &script {
                let block: String = block(said)
                    .iter()
                    .map(|row| format!("\r\n{row}\x1b[K"))
                    .collect();
                stage.draw(&format!("\x1b[1;{last}r\x1b[{last};1H{block}\x1b[r{footer}"));
            }
        });
        check(&script, &events)?;
    }

    /// A full-screen interface: its rows are drawn where they stand now, those that changed.
    #[test]
    fn drawn_on_the_alternate_screen(script in script(), rows in 10u16..30) {
        let events = told(Size { cols: 40, rows }, |stage| {
            stage.draw("\x1b[?1049h");
            let height = usize::from(rows) - 2;
            let mut history: Vec<String> = Vec::new();
            let mut shown: Vec<String> = vec![String::new(); height];
            for said in &script {
                for row in block(said) {
                    history.push(row);
                    let top = history.len().saturating_sub(height);
                    let mut frame = String::from("\x1b[?2026h");
                    for (y, row) in history[top..].iter().enumerate() {
                        if shown[y] != *row {
                            frame += &format!("\x1b[{};1H{row}\x1b[K", y + 1);
                            shown[y].clone_from(row);
                        }
                    }
                    frame += &format!("\x1b[{rows};1H[input]\x1b[K\x1b[?2026l");
                    stage.draw(&frame);
                }
            }
            stage.draw("\x1b[?1049l");
        });
        check(&script, &events)?;
    }
}

/// What random scripts have found.
#[test]
fn redrawn_and_printed_anew() {
    use What::{Message, Reasoning, ToolRequest, User};
    let calls = [
        (ToolRequest, 1),
        (Reasoning, 1),
        (ToolRequest, 1),
        (Reasoning, 1),
        (ToolRequest, 1),
        (User, 1),
        (ToolRequest, 3),
        (Reasoning, 1),
    ];
    let script = after_the_user(&calls);
    check(&script, &redraw(&script, 11, 0, true)).unwrap();
    let script = after_the_user(&[(Reasoning, 2), (User, 1), (Message, 1), (User, 1)]);
    check(&script, &redraw(&script, 10, 0, true)).unwrap();
}
