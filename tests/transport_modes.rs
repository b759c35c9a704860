//! What a command did to the terminal is undone when it dies or stops.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::*;

/// What is shown after `SET` when a command printed it behind `modes` and was killed.
fn after_kill(modes: &str) -> String {
    let words = wrapped(&[
        "sh",
        "-c",
        "printf '%bSET' \"$1\"; kill -KILL $$",
        "sh",
        modes,
    ]);
    let mut term = Term::script(r#""$@"; echo "ended $?"; read gone"#, &words);
    term.wait_for("SET");
    let shown = term.wait_for("ended 137");
    // dash says `Killed` for itself.
    shown.replace("Killed\r\n", "")
}

#[test]
fn a_killed_command_leaves_no_mode_behind() {
    assert_eq!(after_kill("plain"), "");
    assert_eq!(
        after_kill(
            "\\033[?1049h\\033[?25l\\033[?1002h\\033[?1006h\\033[?2004h\\033[>1u\\033[1;31m"
        ),
        "\x1b[m\x1b[<1u\x1b[?1049l\x1b[?25h\x1b[?1002l\x1b[?1006l\x1b[?2004l"
    );
    assert_eq!(
        after_kill("\\033[?1004h\\033[?1004l"),
        "",
        "what it undid itself stays"
    );
    assert_eq!(
        after_kill("\\033[3;10r\\033[4 q\\033(0"),
        "\x1b(B\x1b7\x1b[r\x1b8\x1b[0 q"
    );
    assert_eq!(after_kill("\\033]0;a title"), "\x18", "a string cut short");
}

#[test]
fn an_orderly_end_undoes_what_was_left_as_well() {
    let mut term = Term::script(
        r#""$@"; echo "ended $?"; read gone"#,
        &wrapped(&["printf", "\\033[?2004hSET"]),
    );
    term.wait_for("SET");
    assert_eq!(term.wait_for("ended 0"), "\x1b[?2004l");
}

#[test]
fn modes_are_undone_while_stopped_and_set_again_in_the_foreground() {
    let script =
        "printf '\\033[?1049h\\033[?25l\\033[?1003hSET'; kill -STOP $$; echo BA''CK; read x";
    let mut bash = Term::bash();
    bash.send(&format!(
        "{}\n",
        wrapped(&["sh", "-c", &format!("\"{}\"", script.replace('$', "\\$"))]).join(" ")
    ));
    bash.wait_for("\x1b[?1003hSET");
    let undone = bash.wait_for("Stopped");
    assert!(
        undone.starts_with("\x1b[?1049l\x1b[?25h\x1b[?1003l"),
        "{undone:?}"
    );
    bash.wait_for("READY> ");
    bash.resize(33, 99);
    bash.send("fg\n");
    let again = bash.wait_for("BACK");
    assert!(
        again.ends_with("\x1b[?1049h\x1b[?25l\x1b[?1003h"),
        "{again:?}"
    );
    bash.send("\n");
    let undone = bash.wait_for("READY> ");
    assert!(
        undone.contains("\x1b[?1049l\x1b[?25h\x1b[?1003l"),
        "{undone:?}"
    );
}

#[test]
fn a_command_that_cleans_up_before_it_stops_is_left_alone() {
    let script = "printf '\\033[?1049hSET\\033[?1049l'; kill -TSTP 0; printf BA''CK; read x";
    let mut bash = Term::bash();
    bash.send(&format!(
        "{}\n",
        wrapped(&["sh", "-c", &format!("\"{script}\"")]).join(" ")
    ));
    bash.wait_for("\x1b[?1049hSET\x1b[?1049l");
    assert_eq!(bash.wait_for("[1]+  Stopped").replace("\r\n", ""), "");
    bash.wait_for("READY> ");
    bash.send("fg\n");
    let again = bash.wait_for("BACK");
    // The first lines are what was typed and bash's own.
    assert_eq!(again.rsplit('\n').next(), Some(""), "{again:?}");
}

#[test]
fn a_panic_restores_the_terminal_and_says_so() {
    let words = wrapped(&[
        "sh",
        "-c",
        "printf '\\033[?25l'; echo PANIC; while :; do read x; done",
    ]);
    let script = r#"RELAY_PANIC=PANIC "$@"; echo "ended $?"; read gone"#;
    let mut term = Term::script(script, &words);
    let before = term.initial.clone();
    term.wait_for("shade-pty: ");
    term.wait_for("as the test asked");
    term.wait_for("ended 101");
    assert_eq!(term.settings(), before);
}
