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
    let profile = Profile::parse(&format!("schema = 1\nname = \"test\"\n{rules}")).unwrap();
    let judge = Judge {
        profile: &profile,
        screen,
        extend_across_tool_calls: true,
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
