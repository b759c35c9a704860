//! `background = "auto"`: the terminal is asked, and nobody notices.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use std::time::Duration;

use harness::*;

const QUESTION: &str = "\x1b]11;?\x07\x1b[c";
const DARK: &str = "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\";
const LIGHT: &str = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\";
const DA1: &str = "\x1b[?62;22c";

/// The shade beside DARK, and that of a terminal of which nothing is known.
const BESIDE: &str = "\x1b[48;2;49;50;67m";
const UNKNOWN: &str = "\x1b[48;5;243m";

/// Thinks once for every line it reads, and shows what it read as hexadecimal digits; ends at `end`.
const THINKER: &str = r#"stty raw -echo; printf 'up\r\n<think>\r\n'; while :; do
    keys=$(dd bs=4096 count=1 2>/dev/null | od -An -v -tx1 | tr -d ' \n')
    printf 'got %s.\r\n' "$keys"
    case $keys in *71) exit 5;; esac
done"#;

fn hex(keys: &str) -> String {
    keys.bytes().map(|b| format!("{b:02x}")).collect()
}

/// Starts a script on a terminal that knows all colours, with `background = "auto"`.
fn start(script: &str, environment: &[(&str, &str)]) -> Term {
    Term::prepared(&wrapped(&["sh", "-c", script]), SIZE, |command| {
        command.env_remove("SHADE_PTY_BACKGROUND");
        command.env("COLORTERM", "truecolor");
        command.envs(environment.iter().copied());
    })
}

/// What the command has read since, all of it: its reads come in pieces of any size.
fn read(term: &mut Term, keys: &str) {
    let (wanted, mut got) = (hex(keys), String::new());
    while got.len() < wanted.len() {
        term.wait_for("got ");
        got.push_str(&term.wait_for("."));
    }
    assert_eq!(got, wanted);
}

fn shown(term: &Term) -> String {
    String::from_utf8_lossy(&term.shown).into_owned()
}

fn end(mut term: Term) -> String {
    term.send("q");
    assert_eq!(ending(term.end()), "exit 5");
    shown(&term)
}

#[test]
fn the_answer_decides_the_shade_and_the_command_does_not_see_it() {
    let mut term = start(THINKER, &[]);
    term.wait_for(QUESTION);
    term.send(&format!("a{DARK}b{DA1}c"));
    read(&mut term, "abc");
    assert!(shown(&term).contains(BESIDE), "{:?}", shown(&term));
    let all = end(term);
    assert_eq!(all.matches(QUESTION).count(), 1, "{all:?}");
}

#[test]
fn the_command_starts_before_there_is_an_answer() {
    let mut term = start(THINKER, &[]);
    term.wait_for(QUESTION);
    term.wait_for("up");
    term.send("k");
    read(&mut term, "k");
    assert!(shown(&term).contains(UNKNOWN) && !shown(&term).contains(BESIDE));
    term.send(DARK);
    term.send(DA1);
    term.send("l");
    read(&mut term, "l");
    assert!(shown(&term).contains(BESIDE), "{:?}", shown(&term));
    end(term);
}

#[test]
fn an_answer_in_pieces_between_keys_is_taken() {
    let mut term = start(THINKER, &[]);
    term.wait_for(QUESTION);
    term.wait_for("up");
    for piece in [
        "x\x1b]11",
        ";rgb:1e1e/",
        "1e1e/2e2e\x1b",
        "\\y\x1b[?6",
        "2c",
    ] {
        term.send(piece);
        // A state that nothing announces: the pieces have been read apart.
        term.read_for(Duration::from_millis(20));
    }
    term.send("\x1b[A");
    term.send("z");
    read(&mut term, "xy\x1b[Az");
    assert!(shown(&term).contains(BESIDE), "{:?}", shown(&term));
    end(term);
}

#[test]
fn the_answer_to_the_commands_own_question_reaches_it() {
    let mut term = start(THINKER, &[]);
    term.wait_for(QUESTION);
    term.wait_for("up");
    // As if the command had asked the same.
    term.send(&format!("{DARK}{DA1}{LIGHT}{DA1}"));
    read(&mut term, &format!("{LIGHT}{DA1}"));
    assert!(shown(&term).contains(BESIDE), "{:?}", shown(&term));
    end(term);
}

#[test]
fn a_terminal_that_tells_its_attributes_only_has_given_all_its_answers() {
    let mut term = start(THINKER, &[]);
    term.wait_for(QUESTION);
    term.wait_for("up");
    term.send(DA1);
    term.send("k");
    read(&mut term, "k");
    assert!(shown(&term).contains(UNKNOWN));
    // The command's own exchange is seen, and its own.
    term.send(DARK);
    read(&mut term, DARK);
    term.send("l");
    term.wait_for(BESIDE);
    end(term);
}

#[test]
fn without_an_answer_an_escape_is_a_key() {
    let mut term = start(THINKER, &[("COLORFGBG", "0;15")]);
    term.wait_for(QUESTION);
    term.wait_for("up");
    term.send("\x1b");
    read(&mut term, "\x1b");
    assert!(end(term).contains("\x1b[48;5;254m"));
}

#[test]
fn an_answer_that_comes_after_the_end_is_not_typed_at_the_shell() {
    let script = format!(
        "{}; stty -echo -icanon; printf READY; dd bs=4096 count=1 2>/dev/null | od -An -tx1",
        "\"$@\""
    );
    let mut words = plain(&["sh", "-c", &script, "sh"]);
    words.extend(wrapped(&["true"]));
    let mut term = Term::prepared(&words, SIZE, |command| {
        command.env_remove("SHADE_PTY_BACKGROUND");
    });
    term.wait_for(QUESTION);
    term.send(&format!("{DARK}{DA1}"));
    term.wait_for("READY");
    term.send("k");
    term.wait_for(" 6b");
    assert!(!shown(&term).contains("1b 5d"), "{:?}", shown(&term));
}

#[test]
fn nobody_is_asked_where_something_is_typed_ahead_or_a_colour_is_named() {
    let script = "read -r line; exec \"$@\"";
    for (typed, background) in [(true, "auto"), (false, "236"), (false, "none")] {
        let mut words = plain(&["sh", "-c", script, "sh"]);
        words.extend(wrapped(&["sh", "-c", THINKER]));
        let mut term = Term::prepared(&words, SIZE, |command| {
            command.env("SHADE_PTY_BACKGROUND", background);
        });
        term.send(if typed { "\nahead\n" } else { "\n" });
        term.wait_for("up");
        if typed {
            term.wait_for("got ");
        }
        assert!(!end(term).contains("\x1b]11"), "{background}");
    }
}

#[test]
fn inside_tmux() {
    if missing("tmux") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket").display().to_string();
    let tmux = |arguments: &[&str]| {
        let mut command = std::process::Command::new("tmux");
        command
            .args(["-f", "/dev/null", "-S", &socket])
            .args(arguments);
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap());
        command
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8");
        String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned()
    };
    let words: Vec<String> = wrapped(&["sh", "-c", THINKER]);
    let mut new = vec!["new-session", "-d", "-x", "60", "-y", "10"];
    new.extend(words.iter().map(String::as_str));
    tmux(&new);
    until("the command is up", || {
        tmux(&["capture-pane", "-p"])
            .contains("<think>")
            .then_some(())
    });
    tmux(&["send-keys", "k"]);
    // The key arrives and nothing else, and rows are shaded to their end.
    let screen = until("the key has arrived", || {
        let screen = tmux(&["capture-pane", "-p", "-e"]);
        screen.contains("got 6b.").then_some(screen)
    });
    // It writes a change of colours only.
    let (_, thought) = screen.split_once("48;5;243m<think>").expect("a shaded row");
    let (between, _) = thought.split_once("got 6b.").expect("a row");
    assert!(!between.contains('\x1b'), "{screen:?}");
    assert_eq!(screen.matches("got ").count(), 1, "{screen:?}");
    tmux(&["kill-server"]);
}
