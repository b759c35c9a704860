//! Settings that are read again on SIGUSR1, on a real terminal.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use std::fs;
use std::path::Path;

use harness::*;
use nix::libc;
use tempfile::TempDir;

/// A command that writes a thought for each line it reads, and ends at `end`.
const THINKER: &str = r#"echo '<think>'; echo up; while read -r x; do [ "$x" = end ] && exit 5; echo "thought $x"; done"#;

/// A configuration folder with this file in it.
fn folder(config: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("shade-pty")).unwrap();
    write(&folder, config);
    folder
}

fn write(folder: &TempDir, config: &str) {
    fs::write(folder.path().join("shade-pty/config.toml"), config).unwrap();
}

/// Starts a script behind shade-pty with this configuration, and a log.
fn start(folder: &Path, script: &str) -> Term {
    let words = wrapped(&["sh", "-c", script]);
    let mut term = Term::prepared(&words, SIZE, |command| {
        command.env("XDG_CONFIG_HOME", folder);
        command.env("SHADE_PTY_LOG", folder.join("log"));
        command.env_remove("SHADE_PTY_BACKGROUND");
    });
    term.wait_for("up\r");
    term
}

fn log(folder: &Path) -> String {
    fs::read_to_string(folder.join("log")).unwrap_or_default()
}

/// Has the settings read again, and waits until they were.
fn reload(term: &Term, folder: &Path) {
    let count = |log: &str| log.matches(" read again: ").count();
    let before = count(&log(folder));
    kill(term.pid(), libc::SIGUSR1);
    until("the settings are read", || {
        (count(&log(folder)) > before).then_some(())
    });
}

/// Types a line and gives what comes out for it.
fn think(term: &mut Term, word: &str) -> String {
    term.forget();
    term.send(&format!("{word}\n"));
    term.wait_for(&format!("thought {word}\r"));
    String::from_utf8_lossy(&term.shown).into_owned()
}

#[test]
fn another_background_holds_from_the_next_row_on() {
    let folder = folder("[style.reasoning]\nbackground = 17\n");
    let mut term = start(folder.path(), THINKER);
    assert!(think(&mut term, "a").contains("\x1b[48;5;17m"));
    write(&folder, "[style.reasoning]\nbackground = 52\n");
    reload(&term, folder.path());
    let shown = think(&mut term, "b");
    assert!(
        shown.contains("\x1b[48;5;52m") && !shown.contains("\x1b[48;5;17m"),
        "{shown:?}"
    );
    write(&folder, "[style.reasoning]\nbackground = \"none\"\n");
    reload(&term, folder.path());
    let shown = think(&mut term, "c");
    assert!(!shown.contains("\x1b[48;"), "{shown:?}");
    write(&folder, "");
    reload(&term, folder.path());
    let shown = think(&mut term, "d");
    assert!(shown.contains("\x1b[48;5;243m"), "{shown:?}");
    term.send("end\n");
    assert_eq!(ending(term.end()), "exit 5");
}

#[test]
fn other_rules_hold_from_the_next_row_on() {
    let folder = folder("profile = \"mine\"\n");
    let profiles = folder.path().join("shade-pty/profiles");
    fs::create_dir(&profiles).unwrap();
    let rule = |text: &str| {
        let profile = format!(
            "schema = 1\nname = \"mine\"\n[[rule]]\nid = \"r\"\nkind = \"reasoning\"\ntext = '{text}'\nextent = \"line\"\n"
        );
        fs::write(profiles.join("mine.toml"), profile).unwrap();
    };
    rule("thought a");
    let script = THINKER.replace("echo '<think>'; ", "stty -echo; ");
    let mut term = start(folder.path(), &script);
    assert!(think(&mut term, "a").contains("\x1b[48;5;243m"));
    assert!(!think(&mut term, "b").contains("\x1b[48;5;243m"));
    rule("thought b");
    reload(&term, folder.path());
    assert!(!think(&mut term, "a").contains("\x1b[48;5;243m"));
    assert!(think(&mut term, "b").contains("\x1b[48;5;243m"));
    term.send("end\n");
    term.end();
}

#[test]
fn a_fault_keeps_the_old_settings_and_is_told_afterwards() {
    let folder = folder("[style.reasoning]\nbackground = 17\n");
    let mut term = start(folder.path(), THINKER);
    write(&folder, "[style.reasoning]\nbackgruond = 52\n");
    kill(term.pid(), libc::SIGUSR1);
    until("the fault is logged", || {
        log(folder.path()).contains("not read again").then_some(())
    });
    let shown = think(&mut term, "a");
    assert!(
        shown.contains("\x1b[48;5;17m") && !shown.contains("shade-pty:"),
        "{shown:?}"
    );
    term.forget();
    term.send("end\n");
    term.wait_for("did you mean `style.reasoning.background`?");
    let shown = String::from_utf8_lossy(&term.shown).into_owned();
    assert!(
        shown.contains("shade-pty: the settings were not read again: ")
            && shown.contains("config.toml:2:1: "),
        "{shown:?}"
    );
    assert_eq!(ending(term.end()), "exit 5");
}

#[test]
fn the_command_hears_nothing_of_the_signal() {
    let folder = folder("");
    let mut term = start(folder.path(), &format!("trap 'echo hit' USR1; {THINKER}"));
    for _ in 0..3 {
        reload(&term, folder.path());
    }
    let shown = think(&mut term, "a");
    assert!(!shown.contains("hit"), "{shown:?}");
    term.send("end\n");
    assert_eq!(ending(term.end()), "exit 5");
}

#[test]
fn the_log_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("");
    let mut term = start(folder.path(), THINKER);
    let log = log(folder.path());
    assert!(
        log.contains("style.reasoning.background = auto (default)")
            && log.contains("profile generic"),
        "{log}"
    );
    let mode = fs::metadata(folder.path().join("log"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    term.send("end\n");
    term.end();
}
