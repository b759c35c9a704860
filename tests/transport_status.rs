//! How a session ends: the shell sees what it would have seen without us.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::*;

#[test]
fn the_exit_status_is_the_commands() {
    for status in ["0", "1", "42", "125", "255"] {
        let command = ["sh", "-c", "exit $0", status];
        assert_eq!(
            outcome(&wrapped(&command)),
            outcome(&plain(&command)),
            "exit {status}"
        );
    }
}

#[test]
fn a_command_killed_by_a_signal_looks_killed_by_it() {
    for signal in [
        "TERM", "KILL", "SEGV", "INT", "HUP", "QUIT", "USR1", "ABRT", "35",
    ] {
        let command = ["sh", "-c", "kill -$0 $$; sleep 100", signal];
        assert_eq!(
            outcome(&wrapped(&command)).1,
            outcome(&plain(&command)).1,
            "{signal}"
        );
    }
}

#[test]
fn no_core_file_is_ours() {
    // Core files are allowed to us and forbidden to the command, which only its own process knows of.
    let cores = |words: &[String]| {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "cd {}; ulimit -c unlimited && \"$@\" && false; echo; ls | wc -l",
            folder.path().display()
        );
        let shown = shown_by(&script, words);
        shown.trim_end().ends_with('0')
    };
    assert!(cores(&wrapped(&["sh", "-c", "ulimit -c 0; kill -SEGV $$"])));
    if cores(&plain(&["sh", "-c", "kill -SEGV $$"])) {
        eprintln!("core files do not go into the current folder here: nothing is shown");
    }
}

#[test]
fn not_found_is_127_and_not_executable_126() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    std::fs::write(&script, "#!/no/such/interpreter\n").unwrap();
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let script = script.to_str().unwrap();
    for (command, status) in [
        ("no-such-command", "exit 127"),
        ("/no/such/command", "exit 127"),
        (script, "exit 127"),
        ("/etc", "exit 126"),
        ("/etc/passwd", "exit 126"),
        ("/etc/passwd/x", "exit 126"),
    ] {
        let (shown, ended) = outcome(&wrapped(&[command]));
        assert_eq!(ended, status, "{command}");
        assert_eq!(
            ended,
            outcome(&plain(&["env", command])).1,
            "as env, {command}"
        );
        assert!(
            shown.starts_with(&format!("shade-pty: {command}: ")) && !shown.contains("os error"),
            "{shown}"
        );
    }
}

#[test]
fn no_command_is_our_own_failure() {
    let (shown, ended) = outcome(&wrapped(&[]));
    assert_eq!(ended, "exit 125", "{shown}");
    let program = vec![wrapped(&[])[0].clone()];
    for wrong in ["--no-such-option", "--fill=wide"] {
        let mut words = program.clone();
        words.extend(plain(&[wrong, "true"]));
        let (shown, ended) = outcome(&words);
        assert!(shown.contains(wrong.split('=').next().unwrap()), "{shown}");
        assert_eq!(ended, "exit 125");
    }
}

#[test]
fn a_fault_in_what_was_asked_for_warns_and_runs_the_command() {
    for wrong in ["--background=256", "--profile=no-such-profile"] {
        let mut words = vec![wrapped(&[])[0].clone()];
        words.extend(plain(&[wrong, "--", "sh", "-c", "echo ran; exit 3"]));
        let (shown, ended) = outcome(&words);
        assert_eq!(ended, "exit 3");
        assert!(
            shown.starts_with("shade-pty: not shaded: ") && shown.ends_with("ran\r\n"),
            "{shown}"
        );
    }
}

#[test]
fn the_last_bytes_of_short_runs_are_shown() {
    let script = r#"for i in $(seq 100); do "$@" $i; done"#;
    let expected: String = (1..=100).map(|i| format!("<{i}>\r\n")).collect();
    for _ in 0..many(3, 100) {
        assert_eq!(shown_by(script, &wrapped(&["printf", "<%s>\n"])), expected);
    }
}

#[test]
fn a_big_last_burst_is_shown_whole() {
    let shown = shown_by(r#""$@""#, &wrapped(&["sh", "-c", "seq 60000"]));
    let expected: String = (1..=60000).map(|i| format!("{i}\r\n")).collect();
    assert!(
        shown == expected,
        "{} of {} bytes",
        shown.len(),
        expected.len()
    );
}

#[test]
fn a_background_process_on_the_pty_does_not_delay_the_end() {
    let (front, back) = pipe();
    let started = std::time::Instant::now();
    // The holder is told to go by the pipe, so that the test proves we did not wait for it.
    let words = wrapped(&["sh", "-c", "trap '' HUP; (read gone <&9) & echo last"]);
    let mut term = Term::prepared(&words, SIZE, |command| share(command, front, 9));
    term.wait_for("last\r\n");
    assert_eq!(ending(term.end()), "exit 0");
    drop(back);
    assert!(started.elapsed().as_secs() < 20);
}
