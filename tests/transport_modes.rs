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
    assert_eq!(
        after_kill("\\033[>4;2m\\033[?1004h\\033[?1000h\\033[?7l\\033=\\033[4h"),
        "\x1b[4l\x1b[?7h\x1b[?1000l\x1b[?1004l\x1b[>4m\x1b>"
    );
    assert_eq!(
        after_kill("\\033[?2026h\\033[5 q"),
        "\x1b[?2026l\x1b[0 q",
        "a synchronized update first, or nothing else would show"
    );
    assert_eq!(
        after_kill("\\033[>1u\\033[?1049h\\033[>3u\\033[>5u"),
        "\x1b[<2u\x1b[?1049l\x1b[<1u",
        "each screen's own keyboard stack"
    );
    assert_eq!(
        after_kill("\\033]0;a title\\007\\033[22;0t\\033]11;#102030\\007"),
        "",
        "title and colours stay"
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

/// What is shown when a command that has printed these stops, and when it is back in the foreground.
fn parked_and_set_again(modes: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    let text = format!("printf '%bSET' '{modes}'\nkill -STOP $$\nprintf BACK\nread x\n");
    std::fs::write(&script, text).unwrap();
    let mut bash = Term::bash();
    let words = wrapped(&["sh", script.to_str().unwrap()]);
    bash.send(&format!("{}\n", quoted(&words)));
    bash.wait_for("SET");
    let undone = bash.wait_for("[1]+  Stopped");
    bash.wait_for("READY> ");
    bash.send("fg\n");
    bash.wait_for("script'\r\n");
    let again = bash.wait_for("BACK");
    let undone = undone.trim_end_matches(['\r', '\n']).to_owned();
    (undone, again)
}

#[test]
fn each_mode_is_undone_while_stopped_and_set_again() {
    for (modes, undone, again) in [
        ("plain", "", ""),
        (
            "\\033[?1049h\\033[?25l\\033[?1002h\\033[?1006h\\033[?2004h\\033[>1u\\033[1;31m",
            "\x1b[m\x1b[<1u\x1b[?1049l\x1b[?25h\x1b[?1002l\x1b[?1006l\x1b[?2004l",
            "\x1b[?1049h\x1b[>1u\x1b[?25l\x1b[?1002h\x1b[?1006h\x1b[?2004h\x1b[m\x1b[1m\x1b[31m",
        ),
        // What it undid itself stays undone.
        ("\\033[?1004h\\033[?1004l", "", ""),
        (
            "\\033[3;10r\\033[4 q\\033(0",
            "\x1b(B\x1b7\x1b[r\x1b8\x1b[0 q",
            "\x1b[4 q\x1b7\x1b[3;10r\x1b8\x1b(0",
        ),
        (
            "\\033[>4;2m\\033[?1004h\\033[?1000h\\033[?7l\\033=\\033[4h",
            "\x1b[4l\x1b[?7h\x1b[?1000l\x1b[?1004l\x1b[>4m\x1b>",
            "\x1b[?7l\x1b[?1000h\x1b[?1004h\x1b[>4;2m\x1b=\x1b[4h",
        ),
        // A synchronized update is not begun again: nobody might end it.
        ("\\033[?2026h\\033[5 q", "\x1b[?2026l\x1b[0 q", "\x1b[5 q"),
        (
            "\\033[>1u\\033[?1049h\\033[>3u\\033[>5u",
            "\x1b[<2u\x1b[?1049l\x1b[<1u",
            "\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[>5u",
        ),
        // Title and colours stay.
        (
            "\\033]0;a title\\007\\033[22;0t\\033]11;#102030\\007",
            "",
            "",
        ),
    ] {
        let seen = parked_and_set_again(modes);
        assert_eq!(seen, (undone.to_owned(), again.to_owned()), "{modes}");
    }
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
    // The shader catches its own faults; what one of the session's shows is seen without it.
    let mut words = vec![relay()];
    words.extend(plain(&[
        "sh",
        "-c",
        "printf '\\033[?25l'; echo PANIC; while :; do read x; done",
    ]));
    let script = r#"RELAY_PANIC=PANIC "$@"; echo "ended $?"; read gone"#;
    let mut term = Term::script(script, &words);
    let before = term.initial.clone();
    term.wait_for("shade-pty: ");
    term.wait_for("as the test asked");
    term.wait_for("ended 101");
    assert_eq!(term.settings(), before);
}

/// What is shown between `SET` and the shell's next word when an inline interface dies by `end` with the cursor in
/// the third of its five rows.
fn after_the_end_of_an_inline_interface(end: &str) -> String {
    let draw = r"printf '1\r\n2\r\n3\r\n4\r\n5\033[2A\r\033[?25lSET'";
    let words = wrapped(&["sh", "-c", &format!("stty raw -echo; {draw}; {end}")]);
    let mut term = Term::script(r#""$@"; stty sane; echo "ended"; read gone"#, &words);
    term.wait_for("SET");
    let shown = term.wait_for("ended");
    let (undone, rest) = shown.split_at(shown.find("\x1b[?25h").unwrap() + 6);
    assert_eq!(undone, "\x1b[?25h");
    for said in ["Killed", "Terminated", "Segmentation fault"] {
        if let Some(before) = rest.strip_suffix(&format!("{said}\r\n")) {
            return before.to_owned();
        }
    }
    rest.to_owned()
}

#[test]
fn the_prompt_after_a_killed_inline_interface_stands_below_its_last_row() {
    for end in [
        "kill -KILL $$",
        "kill -TERM $$",
        "kill -SEGV $$",
        "exit 137",
        "exit 1",
    ] {
        assert_eq!(
            after_the_end_of_an_inline_interface(end),
            "\r\n\n\n",
            "{end}"
        );
    }
}

#[test]
fn an_orderly_end_leaves_the_cursor_where_it_is() {
    assert_eq!(
        after_the_end_of_an_inline_interface("stty sane; exit 1"),
        ""
    );
}

#[test]
fn our_own_sigkill_leaves_no_mode_behind() {
    // (Rust's runtime lets the first SIGSEGV that is no fault pass.)
    for front_signal in [nix::libc::SIGKILL, nix::libc::SIGABRT] {
        let words = wrapped(&[
            "sh",
            "-c",
            "printf '\\033[?1049h\\033[?1003h\\033[>1u\\033[?2004hSET'; while :; do read x; done",
        ]);
        let mut term = Term::script(r#"ulimit -c 0; "$@"; echo "ended $?"; read gone"#, &words);
        term.wait_for("SET");
        kill(children(term.pid())[0], front_signal);
        term.wait_for("\x1b[<1u\x1b[?1049l\x1b[?1003l\x1b[?2004l");
        let before = term.initial.clone();
        until("the settings are back", || {
            (term.settings() == before).then_some(())
        });
    }
}

#[test]
fn our_own_sigkill_after_a_command_that_set_nothing_writes_nothing() {
    let words = wrapped(&["sh", "-c", "printf SET; while :; do read x; done"]);
    let mut term = Term::script(r#""$@"; echo "ended $?"; read gone; echo gone"#, &words);
    term.wait_for("SET");
    let front = children(term.pid())[0];
    let (monitor, _) = family(front);
    kill(front, nix::libc::SIGKILL);
    // Without a line's end: the shell may write before the monitor has restored the terminal.
    let shown = term.wait_for("ended 137").replace("Killed", "");
    assert_eq!(shown.trim(), "");
    until("the monitor is gone", || is_gone(monitor).then_some(()));
    until("the settings are back", || {
        (term.settings() == term.initial).then_some(())
    });
    term.send("\n");
    assert_eq!(term.wait_for("gone\r\n").trim(), "");
}
