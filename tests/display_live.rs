//! Display modes on a real terminal: rows that come and go, and lines that may wait for the user.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;
mod oracle;

use harness::*;
use oracle::SHADE;
use oracle::emulator::Kind;
use shade_pty::Size;

/// The words that run a script behind shade-pty.
fn behind(options: &[&str], script: &str) -> Vec<String> {
    let mut words = plain(&[env!("CARGO_BIN_EXE_shade-pty")]);
    words.extend(plain(options));
    words.extend(plain(&["--", "sh", "-c", script]));
    words
}

/// The rows that 80 x 24 shows of these bytes, each with `#` in front where it is shaded, without blank ones at the end.
fn rows(bytes: &[u8]) -> Vec<String> {
    let snapshot = Kind::Alacritty.show(Size { cols: 80, rows: 24 }, bytes);
    let rows = snapshot.rows().map(|row| {
        let shaded = row.cells.iter().any(|cell| cell.pen.bg == SHADE);
        format!(
            "{}{}",
            if shaded { "#" } else { "." },
            row.text().trim_end()
        )
    });
    let mut rows: Vec<String> = rows.collect();
    while rows.last().is_some_and(|row| row == ".") {
        rows.pop();
    }
    rows
}

const THINK: &str = "echo '<think>'; echo 'it is so'; read x; echo more; read x; echo '</think>'; echo answer; read x";

#[test]
fn a_row_comes_while_the_model_thinks_and_goes() {
    for (mode, first, second) in [
        ("--display=timer", "Thinking… ", "Thinking… "),
        ("--display=progress", "Thinking.", "Thinking.."),
        ("--thinking-display=compact", "Thinking… ", "Thinking… "),
    ] {
        let mut term = Term::start(&behind(&[mode], THINK));
        term.wait_for(first);
        let seen = rows(&term.shown);
        assert!(
            seen.len() == 1 && seen[0].contains("Thinking"),
            "{mode}: {seen:?}"
        );
        if mode == "--display=progress" {
            term.send_when_raw("\n");
        }
        term.wait_for(second);
        if mode != "--display=progress" {
            term.send_when_raw("\n");
        }
        term.send("\n");
        term.wait_for("answer\r\n");
        assert_eq!(rows(&term.shown), [".answer"], "{mode}");
        term.send("\n");
        assert_eq!(term.end().code(), Some(0));
        assert_eq!(rows(&term.shown), [".answer"], "{mode}");
    }
}

#[test]
fn a_short_thought_has_no_clock() {
    let script = "echo '<think>'; echo so; echo '</think>'; echo answer";
    let mut term = Term::start(&behind(&["--display", "timer"], script));
    term.end();
    let shown = String::from_utf8_lossy(&term.shown).into_owned();
    assert!(
        !shown.contains("Thinking") && shown.contains("answer"),
        "{shown:?}"
    );
}

#[test]
fn whoever_waits_for_the_user_is_seen() {
    // By its words, because it reads without echo, and because it is silent.
    for (script, question) in [
        (
            "printf '<think>\\nso\\nGo on? [y/N] '; read x; echo got $x",
            "Go on? [y/N] ",
        ),
        (
            "stty -echo; printf '<think>\\nso\\nSecret '; read x; echo got $x",
            "Secret ",
        ),
        (
            "printf '<think>\\nso\\nA name '; read x; echo got $x",
            "A name ",
        ),
        (
            "printf 'A name '; read x; printf '<think>\\nso\\nA colour '; read x",
            "A name ",
        ),
    ] {
        let mut term = Term::start(&behind(&["--display", "hidden"], script));
        term.wait_for(question);
        let seen = rows(&term.shown);
        let last = seen.last().unwrap();
        assert_eq!(last[1..].trim_end(), question.trim_end(), "{script}");
        term.send_when_raw("y\n");
        if script.contains("colour") {
            term.wait_for("A colour ");
            term.send("\n");
        }
        term.end();
    }
}

#[test]
fn a_silent_thought_is_not_shown_before_its_time() {
    let script = "printf '<think>\\nso it '; sleep 1; printf 'is\\n</think>\\nanswer\\n'";
    let mut term = Term::start(&behind(&["--display", "hidden"], script));
    term.end();
    assert_eq!(rows(&term.shown), [".answer"]);
}

#[test]
fn the_row_is_not_left_at_a_stop() {
    let mut term = Term::bash();
    // Not a child of the shell's: dash waits for it in vfork, and is not seen to stop, if ^Z stops it before it has begun.
    let script = "echo '<think>'; echo so; exec sleep 60";
    let words = behind(&["--thinking-display", "compact"], script);
    let words: Vec<String> = words
        .iter()
        .map(|w| format!("'{}'", w.replace('\'', "'\\''")))
        .collect();
    term.send(&format!("{}\n", words.join(" ")));
    term.wait_for("Thinking… ");
    term.send("\x1a");
    term.wait_for("Stopped");
    let shown = rows(&term.shown);
    assert!(
        !shown.iter().any(|row| row.contains("Thinking")),
        "{shown:?}"
    );
    // Stopped, it draws nothing.
    term.forget();
    term.read_for(std::time::Duration::from_millis(400));
    assert!(!String::from_utf8_lossy(&term.shown).contains("Thinking"));
    term.send("fg\n");
    term.wait_for("Thinking");
    term.send("\x03");
    term.wait_for("READY> ");
    term.send("exit\n");
    term.end();
}

#[test]
fn without_colours_rows_are_withheld_all_the_same() {
    let script = "echo '<think>'; echo so; echo '</think>'; echo answer";
    let words = behind(&["--display", "hidden", "--color", "never"], script);
    let mut term = Term::start(&words);
    term.end();
    assert_eq!(term.shown, b"answer\r\n");
}

#[test]
fn a_command_that_redraws_is_told_of_once() {
    let script = "printf 'a\\nb\\033[A\\r\\033[2Kc\\n\\n<think>\\nso\\n'";
    let mut term = Term::start(&behind(&["--display", "20"], script));
    term.end();
    let shown = rows(&term.shown);
    let told =
        "shade-pty: display = \"20\": the command redraws its rows, so all of them are shown";
    assert!(shown.iter().any(|row| row == "#so"), "{shown:?}");
    assert_eq!(
        shown.iter().filter(|row| row.contains("redraws")).count(),
        1,
        "{shown:?}"
    );
    assert!(
        String::from_utf8_lossy(&term.shown).contains(told),
        "{shown:?}"
    );
}

#[test]
fn what_is_recorded_does_not_depend_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let script = "printf '<think>\\nso\\n</think>\\n[tool] a\\nout\\nanswer\\n'";
    let mut kept = Vec::new();
    for (n, options) in [
        &[][..],
        &["--display=hidden"],
        &["--display=summary"],
        &["--display=7"],
        &["--thinking-display=compact"],
    ]
    .iter()
    .enumerate()
    {
        let file = folder.path().join(format!("{n}.cast"));
        let record = format!("--record={}", file.display());
        let mut term = Term::start(&behind(&[options, &[record.as_str()][..]].concat(), script));
        term.end();
        let text = std::fs::read_to_string(file).unwrap();
        let events = text.lines().skip(1).map(|line| {
            let (_, code, data): (f64, String, String) = serde_json::from_str(line).unwrap();
            (code, data)
        });
        let (mut output, mut others) = (String::new(), Vec::new());
        for (code, data) in events {
            match code.as_str() {
                "o" => output.push_str(&data),
                _ => others.push((code, data)),
            }
        }
        kept.push((output, others));
    }
    assert!(kept[0].0.contains("so\r\n"));
    assert!(kept.iter().all(|k| *k == kept[0]), "{kept:#?}");
}

#[test]
fn a_reload_changes_what_is_shown_from_then_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("shade-pty")).unwrap();
    let config = folder.path().join("shade-pty/config.toml");
    std::fs::write(&config, "[style.reasoning]\ndisplay = \"hidden\"\n").unwrap();
    let script = "echo '<think>'; echo one; echo '</think>'; echo up; read x; echo '<think>'; echo two; echo '</think>'; echo down; read x";
    let mut term = Term::prepared(&behind(&[], script), SIZE, |command| {
        command.env("XDG_CONFIG_HOME", folder.path());
        command.env("SHADE_PTY_LOG", folder.path().join("log"));
    });
    term.wait_for("up\r\n");
    std::fs::write(&config, "").unwrap();
    kill(term.pid(), nix::libc::SIGUSR1);
    until("the settings are read", || {
        let log = std::fs::read_to_string(folder.path().join("log")).unwrap_or_default();
        log.contains(" read again: ").then_some(())
    });
    term.send_when_raw("\n");
    term.wait_for("down");
    let shown = rows(&term.shown);
    assert!(
        shown.contains(&"#two".to_owned()) && !shown.iter().any(|r| r.contains("one")),
        "{shown:?}"
    );
    term.send("\n");
    term.end();
}
