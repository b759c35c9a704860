//! ^C: who hears of it, and what goes on.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::shells::{Session, Shell};
use harness::*;

/// Has a shell run `line`, types ^C when it says `up`, and gives what is shown from then to the next prompt.
fn interrupted(line: &str) -> String {
    let mut bash = Term::bash();
    bash.send(&format!("{line}\n"));
    bash.wait_for("up\r\n");
    let shell = bash.pid();
    until("a job has the terminal", || {
        (bash.foreground() != shell).then_some(())
    });
    until_all_sleep(shell);
    bash.send("\x03");
    bash.wait_for("READY> ").replace("^C", "")
}

/// A command line of words, wrapped or not.
fn line_if(wrapping: bool, command: &[&str]) -> String {
    quoted(&wrapped_if(&plain(command), wrapping))
}

/// Handles ^C by leaving, and reads the terminal.
const HANDLES: &str = r#"trap "echo handled; exit 3" INT; exec </dev/tty; echo u""p; read x"#;

#[test]
fn a_loop_ends_on_ctrl_c_as_unwrapped() {
    let sleep = line_if(true, &["sh", "-c", "echo up; exec sleep 1000"]);
    let mut bash = Term::bash();
    bash.send(&format!("for i in 1 2 3; do {sleep}; done\n"));
    bash.wait_for("\nup\r\n");
    bash.send("\x03");
    let before = bash.wait_for("READY> ");
    assert!(!before.contains("\nup"), "{before}");
    assert_eq!(bash.ask("echo $?"), "130\n");
}

#[test]
fn a_loop_in_a_script_ends_on_ctrl_c_as_unwrapped() {
    for shell in ["bash", "dash"] {
        for words in [
            wrapped(&["sh", "-c", "echo up; exec sleep 1000"]),
            plain(&["sh", "-c", "echo up; exec sleep 1000"]),
        ] {
            let mut bash = Term::bash();
            let inner = words
                .iter()
                .map(|w| format!("\"{w}\""))
                .collect::<Vec<_>>()
                .join(" ");
            bash.send(&format!("{shell} -c 'for i in 1 2 3; do {inner}; done'\n"));
            bash.wait_for("\nup\r\n");
            bash.send("\x03");
            let before = bash.wait_for("READY> ");
            assert!(!before.contains("\nup"), "{shell} {words:?}: {before}");
            assert_eq!(bash.ask("echo $?"), "130\n");
        }
    }
}

#[test]
fn a_command_that_was_killed_by_somebody_ends_no_script() {
    let inner = line_if(true, &["sh", "-c", "kill -INT $$"])
        .replace('\'', "\"")
        .replace("$$", "\\$\\$");
    let mut bash = Term::bash();
    let shown = bash.ask(&format!("dash -c '{inner}; echo after $?'"));
    assert!(shown.contains("after 130"), "{shown}");
}

#[test]
fn ctrl_c_at_a_command_that_handles_it_reaches_the_rest_of_the_pipeline() {
    let seen = |wrapping| {
        let command = line_if(wrapping, &["sh", "-c", HANDLES]);
        // The pipeline ends only if the sleeper does.
        let shown = interrupted(&format!("sleep 1000 | {command}"));
        shown.contains("handled")
    };
    assert_eq!((seen(true), seen(false)), (true, true));
}

#[test]
fn ctrl_c_at_a_command_that_handles_it_reaches_the_script_around_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let seen = |wrapping| {
        let script = folder.path().join("script");
        let command = line_if(wrapping, &["sh", "-c", HANDLES]);
        let text = format!("trap 'echo trapped' INT\n{command}\necho after $?\n");
        std::fs::write(&script, text).unwrap();
        interrupted(&format!("bash {}", script.display())).replace("\r\n", " ")
    };
    let theirs = seen(false);
    assert_eq!(seen(true).trim(), theirs.trim());
    assert!(theirs.contains("trapped after 3"), "{theirs}");
}

#[test]
fn ctrl_c_at_the_prompt_of_a_shell_inside_is_no_business_of_the_script_around_it() {
    // It has a process group of its own, and would have without us.
    for shell in ["bash --norc --noprofile --noediting -i", "dash -i"] {
        let words: Vec<&str> = shell.split(' ').collect();
        if missing(words[0]) {
            continue;
        }
        let seen = |wrapping| {
            let command = line_if(wrapping, &words);
            let mut bash = Term::bash();
            let folder = tempfile::tempdir().unwrap();
            let script = folder.path().join("script");
            let text = format!(
                "trap 'echo trap''ped' INT\nexport PS1='IN''SIDE> '\n{command}\necho after $?\n"
            );
            std::fs::write(&script, text).unwrap();
            bash.send(&format!("bash {}\n", script.display()));
            bash.wait_for("INSIDE> ");
            bash.send("\x03");
            bash.wait_for("INSIDE> ");
            bash.send("exit 4\n");
            bash.wait_for("after ")
        };
        for shown in [seen(true), seen(false)] {
            assert!(!shown.contains("trapped"), "{shell}: {shown}");
        }
    }
}

#[test]
fn a_parent_that_dies_of_ctrl_c_before_its_command_leaves_no_raw_terminal() {
    if missing("dash") {
        return;
    }
    // The command handles ^C, find does not; the shell, which leaves settings alone, has the terminal back while we are
    // still there.
    let mut session = Session::start(Shell::Dash);
    let before = session.settings();
    let folder = tempfile::tempdir().unwrap();
    let go = folder.path().join("go");
    nix::unistd::mkfifo(&go, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let command = format!(
        "trap \"read go <{}; exit\" INT; echo u\"\"p; read x",
        go.display()
    );
    let line = line_if(true, &["sh", "-c", &command]);
    session
        .term
        .send(&format!("find / -maxdepth 0 -exec {line} \\;\n"));
    session.term.wait_for("up\r\n");
    session.until_it_reads(true);
    until_all_sleep(session.term.pid());
    session.term.send("\x03");
    session.term.wait_for("READY> ");
    std::fs::write(&go, "\n").unwrap();
    let initial = session.term.initial.clone();
    until("the settings are sane", || {
        (session.term.settings() == initial).then_some(())
    });
    assert_eq!(session.settings(), before);
}
