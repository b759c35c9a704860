//! A transcript that is drawn again from its middle: what stands above the first row has to be known from elsewhere.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use serde_json::{Value, json};

/// The rows of the final screen that hold text: whether they are shaded, and their text.
fn rows(profile: &str, size: (u16, u16), events: &[(&str, String)]) -> Vec<(bool, String)> {
    let mut cast = json!({"version": 2, "width": size.0, "height": size.1}).to_string() + "\n";
    for (second, (code, text)) in events.iter().enumerate() {
        cast += &(json!([second, code, text]).to_string() + "\n");
    }
    let arguments = ["explain", "--json", "--profile", profile];
    let output = common::run(&mut common::shade_pty(arguments), cast.as_bytes());
    let (status, output, errors) = common::told(&output);
    assert_eq!(status, Some(0), "{errors}");
    let rows = output
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    rows.filter(|row| row["place"] == "screen")
        .map(|row| {
            let text = row["text"].as_str().unwrap_or_default().trim_end();
            (row["shaded"] == true, text.to_owned())
        })
        .filter(|(_, text)| !text.is_empty())
        .collect()
}

fn shaded(rows: &[(bool, String)]) -> Vec<&str> {
    let shaded = rows.iter().filter(|(shaded, _)| *shaded);
    shaded.map(|(_, text)| text.as_str()).collect()
}

/// Claude Code after a resize: it clears row by row from the top, and draws what now fits.
#[test]
fn a_screen_that_begins_within_a_tools_output_keeps_its_shade() {
    let before = [
        "❯ what is wrong",
        "",
        "∴ The report comes first.",
        "",
        "● \x1b[1mBash\x1b[m(sh report.sh)",
        "  ⎿  the first line that it prints",
        "     the second line that it prints",
        "     the third line that it prints",
        "",
        "● The report is fine. What follows is an answer",
        "  that takes more rows than there are,",
        "",
        "  so that its end is all that can be seen",
        "",
        "  when the window is made higher.",
    ];
    let after = [
        "     the second line that it prints",
        "     the third line that it prints",
        "",
        "● The report is fine. What follows is an answer that takes",
    ];
    let clear = "\x1b[H".to_owned() + &"\x1b[2K\x1b[1B".repeat(12) + "\x1b[H";
    let events = [
        ("o", "\x1b[1B\x1b[1A".to_owned() + &before.join("\r\n")),
        ("r", "60x12".to_owned()),
        ("o", clear + &after.join("\r\n")),
    ];
    let rows = rows("claude", (50, 5), &events);
    assert_eq!(shaded(&rows), [after[0], after[1]]);
    assert_eq!(rows.len(), 3);
}

/// The same, but the rows are broken elsewhere now, as the window is wider.
#[test]
fn rows_that_are_broken_elsewhere_are_known_again() {
    let before = [
        "❯ what is wrong",
        "∴ The report comes first, and then its",
        "  figures, one after the other, with care.",
        "● The answer to it all takes a row,",
        "  another row,",
        "  another row,",
        "  and one more.",
    ];
    let events = [
        ("o", "\x1b[1B\x1b[1A".to_owned() + &before.join("\r\n")),
        ("r", "44x6".to_owned()),
        (
            "o",
            "\x1b[H\x1b[2K  its figures, one after the other, with\r\n\x1b[2K  care.".to_owned(),
        ),
    ];
    let rows = rows("claude", (44, 3), &events);
    assert_eq!(shaded(&rows)[..2], [rows[0].1.as_str(), rows[1].1.as_str()]);
}

/// What never stood on the screen follows from what was there.
#[test]
fn a_new_row_at_the_top_follows_from_what_left_it() {
    let events = [
        (
            "o",
            "\x1b[1B\x1b[1A∴ The report comes first.\r\n● An answer".to_owned(),
        ),
        ("r", "60x6".to_owned()),
        (
            "o",
            "\x1b[H\x1b[2K  quite another row that nobody has seen".to_owned(),
        ),
    ];
    let rows = rows("claude", (60, 5), &events);
    assert!(!rows[0].0, "{rows:?}");
}

const PROMPT: &str = "\x1b[H\x1b[48;2;60;60;60m› count the baskets\x1b[K\x1b[m";

/// Codex with thoughts expanded: its prompt stays at the top, and below it is the end of an output that came at once.
#[test]
fn output_that_is_taller_than_the_screen_belongs_to_the_thought_before_it() {
    let thought = "\x1b[3;1H\x1b[2m• \x1b[3mI count them.\x1b[m\x1b[5;1H\x1b[35m$\x1b[m ls\x1b[6;1Hbaskets\x1b[7;1H\x1b[32m✓\x1b[m\x1b[2m • 0ms\x1b[m";
    let counted: String = (2..9)
        .map(|row| format!("\x1b[{row};1Hcounted basket {row}\x1b[K"))
        .collect();
    let events = [
        ("o", "\x1b[?1049h".to_owned() + PROMPT + thought),
        (
            "o",
            PROMPT.to_owned() + &counted + "\x1b[9;1H\x1b[31m✗\x1b[m\x1b[2m (4) • 0ms\x1b[m",
        ),
    ];
    let rows = rows("codex", (40, 10), &events);
    let expected: Vec<&str> = rows[1..].iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(shaded(&rows), expected);
    assert_eq!(rows.len(), 9);
}

/// A command may print whatever an agent prints.
#[test]
fn output_may_look_like_codex_itself() {
    let output = [
        "• a bullet",
        "────────",
        "› a chevron",
        "⚠ a warning",
        "■ a square",
        "  indented",
    ];
    let printed = output.join("\r\n");
    let screen = format!(
        "\x1b[?1049h\x1b[H\x1b[2m• \x1b[3mI look.\x1b[m\r\n\r\n\x1b[35m$\x1b[m sh signs.sh\r\n{printed}\r\n\
         \x1b[32m✓\x1b[m\x1b[2m • 0ms\x1b[m\r\n\r\n\x1b[2m• \x1b[mThat is all."
    );
    let rows = rows("codex", (40, 14), &[("o", screen)]);
    let plain: Vec<&str> = rows
        .iter()
        .filter(|(shaded, _)| !shaded)
        .map(|(_, text)| text.as_str())
        .collect();
    assert_eq!(plain, ["• That is all."]);
    assert_eq!(rows.len(), 10);
}

/// Copilot shows a call that is done with a message's sign.
#[test]
fn a_call_that_is_done_is_no_message() {
    let screen = "\x1b[?1049h\x1b[H ⌄ Thought for 1s\r\n \x1b[2m│\x1b[m I read it.\r\n\r\n \x1b[32m●\x1b[m \x1b[1mRead\x1b[m trees.csv\r\n\r\n \x1b[34m●\x1b[m \x1b[90mDone.\x1b[m";
    let rows = rows("copilot", (40, 10), &[("o", screen.to_owned())]);
    assert_eq!(shaded(&rows).len(), 3, "{rows:?}");
}
