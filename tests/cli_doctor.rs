//! `shade-pty doctor`.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;
mod harness;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use common::{run, shade_pty, told};
use harness::*;

/// Runs it on a terminal that answers; how it ended and what it said.
fn doctor(environment: &[(&str, &str)]) -> (String, String) {
    let words = plain(&[env!("CARGO_BIN_EXE_shade-pty"), "doctor"]);
    let mut term = Term::prepared(&words, SIZE, |command| {
        command.env_remove("SHADE_PTY_BACKGROUND");
        command.env("COLORTERM", "truecolor");
        command.envs(environment.iter().copied());
    });
    if !environment.contains(&("TERM", "dumb")) {
        term.wait_for("\x1b[c");
        term.send("\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\\x1b[?2026;2$y\x1b[?62;22c");
    }
    let status = ending(term.end());
    assert_eq!(term.settings().local_flags, term.initial.local_flags);
    (status, String::from_utf8_lossy(&term.shown).into_owned())
}

#[test]
fn on_a_terminal_it_tells_what_that_can_do() {
    let folder = tempfile::tempdir().unwrap();
    let agent = folder.path().join("claude");
    fs::write(&agent, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&agent, fs::Permissions::from_mode(0o755)).unwrap();
    let (status, text) = doctor(&[("PATH", folder.path().to_str().unwrap())]);
    assert_eq!(status, "exit 0", "{text}");
    for part in [
        "TERM xterm-256color, 80 columns, 24 rows",
        "16 million colours, wanted (a terminal)",
        "bce:           yes (terminfo)",
        "SGR 48;2;49;50;67 (beside the terminal's #1e1e2e)",
        "\x1b[48;2;49;50;67m  a row of reasoning  \x1b[m",
        "sync updates:  yes",
        "not inside shade-pty",
        &format!("agent:         {}, profile claude\r\n", agent.display()),
        "result:        a command is shaded here\r\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_gutter_is_told_with_a_sample_or_why_there_is_none() {
    let on = ("SHADE_PTY_GUTTER", "true");
    for (environment, part) in [
        (&[on][..], "\x1b[48;2;49;50;67m  a row of reasoning  \x1b[m"),
        (&[on], "(stands out from the background)"),
        (
            &[("SHADE_PTY_GUTTER", "33")],
            "gutter:        SGR 48;5;33 (as configured)",
        ),
        (
            &[("SHADE_PTY_GUTTER", "33")],
            "\x1b[48;5;33m \x1b[48;2;49;50;67m  a row",
        ),
        (
            &[on, ("SHADE_PTY_REPAIR", "off")],
            "none: it needs repair = on",
        ),
        (
            &[on, ("SHADE_PTY_FILL", "content")],
            "none: it needs whole rows",
        ),
    ] {
        let (status, text) = doctor(environment);
        assert_eq!(status, "exit 0", "{text}");
        assert!(text.contains(part), "{part}: {text}");
    }
    let (_, text) = doctor(&[]);
    assert!(!text.contains("gutter"), "{text}");
}

#[test]
fn where_nothing_would_be_shaded_it_says_why_and_ends_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("c.toml");
    fs::write(&config, "nonsense = 1\n").unwrap();
    for (variable, part) in [
        (("NO_COLOR", "1"), "colours are not wanted (NO_COLOR)"),
        (("TERM", "dumb"), "colours are not wanted (TERM)"),
        (("SHADE_PTY_BACKGROUND", "none"), "the background is none"),
        (
            ("SHADE_PTY_CONFIG", config.to_str().unwrap()),
            "the configuration is wrong",
        ),
    ] {
        let (status, text) = doctor(&[variable]);
        assert_eq!(status, "exit 1", "{part}: {text}");
        let result = text.lines().last().unwrap();
        assert!(result.contains(part), "{part}: {text}");
    }
}

#[test]
fn inside_shade_pty_it_says_so() {
    let words = wrapped(&[env!("CARGO_BIN_EXE_shade-pty"), "doctor"]);
    let mut term = Term::start(&words);
    term.wait_for("\x1b[c");
    term.send("\x1b[?62;22c");
    term.wait_for("shade-pty already runs on this terminal");
    assert_eq!(ending(term.end()), "exit 1");
}

#[test]
fn without_a_terminal_it_can_be_read_all_the_same() {
    let (status, out, errors) = told(&run(&mut shade_pty(["doctor"]), b""));
    assert_eq!((status, errors.as_str()), (Some(1), ""));
    assert!(out.contains("terminal:      none at hand\n"), "{out}");
    assert!(out.ends_with(": there is no terminal\n"), "{out}");
    assert!(!out.contains('\x1b'), "{out}");
}
