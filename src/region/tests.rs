//! What rules say about rows, and what it does to the region.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use alacritty_terminal::term::cell::{Cell, Flags};
use vte::ansi::{Color, NamedColor};

use super::*;
use crate::matcher::Surface;

/// A row: `/` before its text makes it italic, `%` red.
fn row(text: &str) -> RowText {
    let (style, text) = match text.split_at_checked(1) {
        Some((style @ ("/" | "%"), text)) => (style, text),
        _ => ("", text),
    };
    let cell = |c| Cell {
        c,
        flags: if style == "/" {
            Flags::ITALIC
        } else {
            Flags::empty()
        },
        fg: Color::Named(if style == "%" {
            NamedColor::Red
        } else {
            NamedColor::Foreground
        }),
        ..Cell::default()
    };
    let cells: Vec<Cell> = text.chars().map(cell).collect();
    let mut row = RowText::default();
    row.read(&cells, false, Surface::default());
    row
}

/// Which of the rows are shaded: `S`, else `.`, and ` ` for blank ones.
fn judged(rules: &str, screen: On, rows: &[&str]) -> String {
    judged_with(rules, screen, true, &Hidden::NONE, rows)
}

fn judged_with(rules: &str, screen: On, extend: bool, hidden: &Hidden, rows: &[&str]) -> String {
    let profile = Profile::parse(&format!("schema = 1\nname = \"test\"\n{rules}")).unwrap();
    let judge = Judge {
        profile: &profile,
        screen,
        extend_across_tool_calls: extend,
        hidden,
    };
    let mut state = State::default();
    let step = |text: &&str| {
        let (verdict, exit) = judge.step(state, &row(text), Mark::default());
        state = exit;
        match (verdict.kind, verdict.shaded) {
            (None, _) => ' ',
            (Some(_), true) => 'S',
            (Some(_), false) => '.',
        }
    };
    rows.iter().map(step).collect()
}

fn on_main(rules: &str, rows: &[&str]) -> String {
    judged(rules, On::Main, rows)
}

#[test]
fn what_stands_below_a_growing_tag_is_no_part_of_it() {
    let rules = r#"
        rule = [
            { id = "box", kind = "chrome", text = '──', extent = "line" },
            { id = "spinner", kind = "progress", text = '⠋ ', extent = "line" },
        ]"#;
    let rows = ["<think>", "a", "──", "b", "⠋ Thinking", "</think>", "c"];
    // A spinner takes the shade above it.
    assert_eq!(on_main(rules, &rows), "SS.SSS.");
}

#[test]
fn a_rule_may_ask_for_the_rule_above() {
    let rules = r#"
        rule = [
            { id = "head", kind = "reasoning", text = 'head', extent = "line" },
            { id = "other", kind = "reasoning", text = 'other', extent = "line" },
            { id = "body", kind = "reasoning", within = ["head", "body"], extent = "line" },
        ]"#;
    assert_eq!(on_main(rules, &["head", "a", "b"]), "SSS");
    assert_eq!(on_main(rules, &["other", "a", "b"]), "S..");
}

#[test]
fn within_names_a_kind_or_a_rule() {
    let parse = |within: &str| {
        Profile::parse(&format!(
            "schema = 1\nname = \"t\"\n[[rule]]\nid = \"a\"\nkind = \"tool\"\nwithin = [\"{within}\"]\n\
             [[rule]]\nid = \"b\"\nkind = \"of the future\"\n"
        ))
    };
    assert!(parse("message").is_ok() && parse("a").is_ok());
    assert!(parse("b").is_ok(), "a rule that is ignored is still named");
    let told = parse("mesage").unwrap_err().to_string();
    assert_eq!(
        told,
        "6:10: rule `a`, key `within`: `mesage` is no kind, and no rule has this id"
    );
}

#[test]
fn a_rule_may_ask_for_a_blank_row_above_or_none() {
    let rule = |below_blank| {
        format!(
            "rule = [{{ id = 'a', kind = 'reasoning', text = 'a', extent = 'line', below_blank = {below_blank} }}]"
        )
    };
    assert_eq!(on_main(&rule(true), &["x", "", "a", "a"]), ". S.");
    assert_eq!(on_main(&rule(false), &["x", "", "a", "x", "a"]), ". ..S");
}

#[test]
fn a_block_may_ask_more_of_a_row_below_a_blank_one() {
    let rules = r#"
        rule = [
            { id = "thought", kind = "reasoning", text = 'hm', extent = "line" },
            { id = "shell", kind = "tool", text = '\$ ', continues = '.|$', resumes = ' ' },
        ]"#;
    let rows = ["hm", "$ ls", "a", "", "  b", "c", "", "Done."];
    assert_eq!(on_main(rules, &rows), "SSS SS .");
}

#[test]
fn a_block_may_go_on_in_the_colour_of_its_head() {
    let rules = r#"
        [[rule]]
        id = "thought"
        kind = "reasoning"
        text = 'Thinking: '
        continues_style = { at = "most", fg = "head" }
        "#;
    assert_eq!(
        on_main(rules, &["%Thinking: a", "%b", "", "%c", "d", "%e"]),
        "SS S.."
    );
}

#[test]
fn a_rule_may_be_for_one_screen() {
    let rules = r#"
        rule = [
            { id = "rail", kind = "reasoning", screen = "alternate", text = '┃' },
            { id = "word", kind = "reasoning", screen = "main", style = { italic = true } },
        ]"#;
    assert_eq!(
        judged(rules, On::Alternate, &["┃ a", "x", "", "/b"]),
        "SS S"
    );
    assert_eq!(judged(rules, On::Main, &["┃ a", "/b"]), ".S");
}

/// An agent that shows its calls' ids.
const CALLS: &str = r#"
    rule = [
        { id = "user", kind = "user", text = '> ' },
        { id = "thought", kind = "reasoning", text = '~ ' },
        { id = "call", kind = "tool", text = '\* (?<name>\w+)(?: #(?<id>\d+))?' },
        { id = "task", kind = "task", text = '& (?<name>\w+)(?: #(?<id>\d+))?' },
        { id = "result", kind = "result", text = '\| (?:#(?<id>\d+))?' },
        { id = "answer", kind = "message", text = '= ' },
        { id = "cut", kind = "turn_end", text = 'interrupted' },
        { id = "retry", kind = "system", text = 'retrying' },
        { id = "progress", kind = "progress", text = '\^ (?:#(?<id>\d+))?', extent = "line" },
    ]"#;

#[test]
fn a_call_keeps_what_it_had_when_it_was_requested() {
    let rows = [
        "~ why", "* A #1", "= so", "* B #2", "| #2 b", "| #1 a", "more", "| #2 b",
    ];
    assert_eq!(on_main(CALLS, &rows), "SS...SS.");
    // Drawn again after the message, the call is the same one; without ids the last call is meant.
    assert_eq!(
        on_main(CALLS, &["~ why", "* A #1", "= so", "* A #1", "| #1"]),
        "SS.SS"
    );
    assert_eq!(
        on_main(CALLS, &["~ why", "* A", "= so", "* B", "| b", "| a"]),
        "SS...."
    );
}

#[test]
fn ids_of_another_turn_and_unknown_ones_mean_nothing() {
    let rows = ["~ why", "* A #1", "> go on", "* B #1", "| #1 b"];
    assert_eq!(on_main(CALLS, &rows), "SS...");
    // An unknown id, a result without a request, and two results.
    assert_eq!(
        on_main(CALLS, &["~ why", "* A #1", "| #7 x", "| #1 a", "| #1 a"]),
        "SSSSS"
    );
    assert_eq!(on_main(CALLS, &["| #7 x", "~ why", "| #7 x"]), ".S.");
}

#[test]
fn many_parallel_calls_are_told_apart() {
    let calls: Vec<String> = (0..8).map(|n| format!("* A #{n}")).collect();
    let results: Vec<String> = (0..8).rev().map(|n| format!("| #{n}")).collect();
    let rows: Vec<&str> = std::iter::once("~ why")
        .chain(calls.iter().map(String::as_str))
        .chain(["= so"])
        .chain(results.iter().map(String::as_str))
        .collect();
    assert_eq!(
        on_main(CALLS, &rows),
        format!("S{}.{}", "S".repeat(8), "S".repeat(8))
    );
}

#[test]
fn a_delegate_has_the_shade_of_the_task_that_started_it() {
    let rows = [
        "~ why",
        "& One #1",
        "& Two #2",
        "= so",
        "& Three #3",
        "| #1 a",
        "| #3 c",
        "| #2 b",
    ];
    assert_eq!(on_main(CALLS, &rows), "SSS..S.S");
}

#[test]
fn progress_that_names_its_call_has_its_shade_and_other_progress_that_of_the_region() {
    let rows = [
        "~ why", "* A #1", "^ #1 9", "^ so", "= so", "^ #1 9", "^ so", "* B #2", "^ #2 9",
        "^ #1 9", "| out",
    ];
    assert_eq!(on_main(CALLS, &rows), "SSSS.S...S.");
    // One that is not known is as one that names none.
    assert_eq!(
        on_main(CALLS, &["~ why", "^ #7 9", "= so", "^ #7 9"]),
        "SS.."
    );
}

#[test]
fn a_hidden_call_changes_nothing() {
    let hidden = Hidden::new(true, ["read".to_owned()]);
    let judged =
        |extend, hidden: &Hidden, rows: &[&str]| judged_with(CALLS, On::Main, extend, hidden, rows);
    // It stands in the region and takes its shade, also where visible calls do not.
    let rows = [
        "~ why", "* Read", "| x", "* Run", "| y", "~ so", "= a", "* Read", "| x",
    ];
    assert_eq!(judged(true, &hidden, &rows), "SSSSSS...");
    assert_eq!(judged(false, &hidden, &rows), "SSS..S...");
    assert_eq!(judged(false, &Hidden::new(false, []), &rows), "SSSSSS...");
    // A visible call that still runs keeps its shade.
    let rows = ["~ why", "* Run #1", "= so", "* Read #2", "| #1 y", "| #2 x"];
    assert_eq!(judged(true, &hidden, &rows), "SS..SS");
}

#[test]
fn what_is_hidden_is_one_question() {
    for (show, names, name, hides) in [
        (true, "", Some("Read"), false),
        (true, "Read", Some("Read"), true),
        (true, "Read", Some("read"), true),
        (true, "Read", Some("Reader"), false),
        (true, "Read", None, false),
        (false, "", None, true),
        (false, "Read", Some("Run"), true),
    ] {
        let names = names
            .split(',')
            .filter(|n| !n.is_empty())
            .map(str::to_owned);
        let hidden = Hidden::new(show, names);
        assert_eq!(hidden.hides(name), hides, "{show} {name:?}");
        assert_eq!(hidden.is_empty(), hidden == Hidden::NONE);
    }
}

#[test]
fn a_retry_leaves_the_region_open_and_an_interrupt_ends_it() {
    let on = |rows: &[&str]| on_main(CALLS, rows);
    assert_eq!(on(&["~ why", "retrying", "* A", "~ so"]), "S.SS");
    assert_eq!(on(&["~ why", "retrying", "= so", "* A"]), "S...");
    assert_eq!(on(&["~ why", "", "interrupted", "* A"]), "S ..");
}

#[test]
fn a_call_that_is_drawn_twice_is_one_call() {
    assert_eq!(
        on_main(CALLS, &["~ why", "* A #1", "* A #1", "| #1 a"]),
        "SSSS"
    );
    assert_eq!(
        on_main(CALLS, &["= so", "* A #1", "~ why", "* A #1", "| #1 a"]),
        "..S.."
    );
}
