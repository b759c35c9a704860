//! SIGKILL at any point of a run, before the n-th system call: the terminal is sane afterwards and nobody is left. strace does
//! the killing (`inject=…:signal=KILL:when=n`), so that each point is met exactly.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use std::path::Path;

use harness::*;

/// strace around a wrapped command that shows `up`, waits for a line and ends; `mark` is in its arguments.
fn traced(options: &[&str], mark: &Path) -> Vec<String> {
    let mark = mark.display().to_string();
    let mut words = plain(&["strace", "-D"]);
    words.extend(plain(options));
    words.extend(wrapped(&["sh", "-c", "echo up; read x", &mark]));
    words
}

/// Whether strace may trace here, by the number of the front's system calls of a whole run.
fn calls() -> Option<usize> {
    if missing("strace") {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let options = ["-o", log.to_str().unwrap()];
    let mut term = Term::script(
        r#""$@"; echo ended; read gone"#,
        &traced(&options, folder.path()),
    );
    let (up, _) = term.wait_for_either("up\r\n", "ended\r\n");
    if !up {
        eprintln!("left out: strace may not trace here");
        return None;
    }
    term.send("\n");
    term.wait_for("ended\r\n");
    Some(std::fs::read_to_string(log).unwrap().lines().count())
}

/// Processes with a text among their arguments.
fn with_argument(text: &str) -> Vec<i32> {
    let has = |pid: &i32| {
        let arguments = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        find(&arguments, text.as_bytes()).is_some() && !is_gone(*pid)
    };
    all_processes().into_iter().filter(has).collect()
}

fn killed(options: &[&str]) {
    eprintln!("{options:?}");
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path();
    let mut term = Term::script(r#""$@"; echo ended; read gone"#, &traced(options, mark));
    let initial = term.initial.clone();
    // Without its line's end: the shell may write it before the monitor has restored the terminal.
    let (up, _) = term.wait_for_either("up\r\n", "ended");
    if up {
        term.send("\n");
        term.wait_for("ended");
    }
    let outer = term.pid();
    until("nobody of ours is left", || {
        let left = with_argument(mark.to_str().unwrap());
        left.iter().all(|&pid| pid == outer).then_some(())
    });
    until("the terminal is sane", || {
        (term.settings() == initial).then_some(())
    });
}

#[test]
fn a_front_that_is_killed_before_any_system_call_leaves_a_sane_terminal() {
    let Some(all) = calls() else { return };
    // The first two thirds are the loader's and the configuration's, before anything is touched.
    for n in (all / 3..all).step_by(many(9, 1)) {
        killed(&[
            "-o",
            "/dev/null",
            "-e",
            &format!("inject=all:signal=KILL:when={n}"),
        ]);
    }
}

#[test]
fn a_monitor_that_is_killed_before_any_system_call_of_its_own_leaves_a_sane_terminal() {
    if calls().is_none() {
        return;
    }
    // Calls that only the monitor makes.
    for (call, times) in [
        ("prctl", 1),
        ("setsid", 1),
        ("dup2", 5),
        ("close_range", 1),
        ("pselect6", 3),
        ("wait4", 3),
    ] {
        for n in 1..=times {
            killed(&[
                "-f",
                "-o",
                "/dev/null",
                "-e",
                &format!("inject={call}:signal=KILL:when={n}"),
            ]);
        }
    }
}
