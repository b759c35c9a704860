//! Running a command on a terminal: when it is shaded, and when it is left alone.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use common::on_terminal;

const THINK: &str = "printf '<think>\\none\\n</think>\\ntwo\\n'; exit 7";
const PLAIN: &str = "<think>\r\none\r\n</think>\r\ntwo\r\n";
const SHADE: &str = "\u{1b}[48;5;236m";

fn think(options: &[&str], environment: &[(&str, &str)]) -> String {
    let (status, out) = on_terminal(&[options, &["--", "sh", "-c", THINK]].concat(), environment);
    assert_eq!(status, 7, "{out}");
    out
}

#[test]
fn reasoning_is_shaded_and_the_answer_is_not() {
    let out = think(&[], &[]);
    let (thought, answer) = out.split_once("</think>").expect("all rows");
    assert!(thought.contains(SHADE), "{out:?}");
    assert!(
        answer.contains("\u{1b}[49m") && answer.contains("two") && !answer.contains(SHADE),
        "{out:?}"
    );
}

#[test]
fn the_background_is_the_one_that_was_asked_for() {
    let true_color = ("COLORTERM", "truecolor");
    let shown = think(&["--background", "#102030"], &[true_color]);
    assert!(shown.contains("\u{1b}[48;2;16;32;48m"), "{shown:?}");
    assert!(think(&["--background=17"], &[]).contains("\u{1b}[48;5;17m"));
}

#[test]
fn without_shading_not_a_byte_is_added() {
    assert_eq!(think(&["--color=never"], &[]), PLAIN);
    assert_eq!(think(&["--background", "none"], &[]), PLAIN);
    assert_eq!(think(&[], &[("NO_COLOR", "1")]), PLAIN);
    assert_eq!(think(&[], &[("TERM", "dumb")]), PLAIN);
}

#[test]
fn colour_can_be_insisted_on() {
    assert!(think(&["--color=always"], &[("NO_COLOR", "1")]).contains(SHADE));
    // As many as such a terminal has.
    let shown = think(&["--color=always"], &[("TERM", "dumb")]);
    assert!(shown.contains("\u{1b}[100m"), "{shown:?}");
    assert!(think(&[], &[("CLICOLOR_FORCE", "1"), ("CLICOLOR", "0")]).contains(SHADE));
    assert_eq!(think(&[], &[("CLICOLOR", "0")]), PLAIN);
    assert_eq!(think(&[], &[("FORCE_COLOR", "0")]), PLAIN);
    assert!(think(&[], &[("NO_COLOR", "")]).contains(SHADE));
}

#[test]
fn a_terminal_with_fewer_colours_gets_the_nearest() {
    for (term, colour, sgr) in [
        ("xterm-256color", "#303030", "48;5;236"),
        ("vt220", "#303030", "100"),
        ("vt220", "blue", "44"),
    ] {
        let shown = think(&["--background", colour], &[("TERM", term)]);
        assert!(
            shown.contains(&format!("\u{1b}[{sgr}m")),
            "{term} {colour}: {shown:?}"
        );
    }
}

#[test]
fn a_terminal_that_erases_without_the_background_gets_only_what_was_written_shaded() {
    let erases = |environment| think(&[], environment).contains("\u{1b}[K");
    assert!(erases(&[]));
    assert!(!erases(&[("TERM", "vt220")]));
    assert!(erases(&[("TERM", "vt220"), ("SHADE_PTY_FILL", "terminal")]));
    assert!(erases(&[
        ("TERM", "screen-256color"),
        ("TMUX", "/tmp/x,1,0")
    ]));
}

#[test]
fn a_wrong_background_is_said_once_and_the_command_runs_unshaded() {
    let out = think(&["--background", "mauve"], &[]);
    let (message, rest) = out.split_once("\r\n").expect("a message");
    assert!(
        message.starts_with("shade-pty: not shaded: --background: `mauve` is no background"),
        "{out}"
    );
    assert_eq!(rest, PLAIN);
}

#[test]
fn the_demo_is_shaded_and_ends_plain() {
    let (status, out) = on_terminal(&["demo", "--speed", "0"], &[]);
    assert_eq!(status, 0);
    assert!(
        out.contains(SHADE) && out.contains("return Some(rest)"),
        "{out:?}"
    );
    let (_, answer) = out.rsplit_once("</think>").expect("a thought");
    assert!(!answer.contains(SHADE), "{answer:?}");
}

#[test]
fn a_command_that_is_not_there_is_said_on_the_terminal() {
    let (status, out) = on_terminal(&["--", "/nonexistent/command"], &[]);
    assert_eq!(status, 127);
    assert!(
        out.starts_with("shade-pty: ") && out.contains("/nonexistent/command"),
        "{out:?}"
    );
}

#[test]
fn a_fault_of_ours_lets_everything_through_and_is_said_once_afterwards() {
    for part in ["matcher", "model", "painter"] {
        let out = think(&["--test-fault", part], &[]);
        let message = "shade-pty: shading stopped after an internal fault";
        let at = out.find(message).expect("a message");
        assert_eq!(out.matches(message).count(), 1, "{part}: {out:?}");
        let shown = out[..at]
            .replace(SHADE, "")
            .replace("\u{1b}[49m", "")
            .replace("\u{1b}[K", "");
        assert!(shown.starts_with(PLAIN), "{part}: {out:?}");
    }
}
