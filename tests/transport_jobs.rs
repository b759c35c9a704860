//! Job control under a real shell: stop, `bg`, `fg`, `kill`, and shells that wait for us.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::shells::{Session, Shell};
use harness::*;
use nix::libc;

/// A command line for a shell.
fn line(command: &[&str]) -> String {
    quoted(&wrapped(command))
}

#[test]
fn a_cooked_command_stops_on_ctrl_z_and_goes_on_in_the_foreground() {
    let mut bash = Term::bash();
    bash.send(&format!("{}\n", line(&["cat"])));
    bash.send_when_raw("one\n");
    bash.wait_for("one\r\none\r\n");
    bash.send("\x1a");
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    assert!(bash.ask("stty -a").contains(" icanon "));
    assert_eq!(bash.ask("echo $?; jobs | grep -c Stopped"), "0\n1\n");
    bash.resize(30, 100);
    bash.send("fg\n");
    bash.wait_for("cat'\r\n");
    bash.send_when_raw("two\n");
    bash.wait_for("two\r\ntwo\r\n");
    bash.send("\x04");
    bash.wait_for("READY> ");
    assert_eq!(bash.ask("echo $?"), "0\n");
}

#[test]
fn the_status_of_a_stopped_job_is_that_of_the_signal() {
    for (stop, status) in [("kill -STOP $$", "147\n"), ("kill -TSTP 0", "148\n")] {
        let mut bash = Term::bash();
        bash.send(&format!(
            "{}\n",
            line(&["sh", "-c", &format!("{stop}; echo again")])
        ));
        bash.wait_for("Stopped");
        bash.wait_for("READY> ");
        assert_eq!(bash.ask("echo $?"), status, "{stop}");
        bash.send("fg\n");
        bash.wait_for("\nagain\r\n");
        bash.wait_for("READY> ");
        assert_eq!(bash.ask("echo $?"), "0\n");
    }
}

#[test]
fn in_the_background_it_runs_and_stops_when_it_reads() {
    let mut bash = Term::bash();
    bash.send(&format!(
        "{}\n",
        line(&[
            "sh",
            "-c",
            "kill -STOP $$; echo running; read x; echo got $x"
        ])
    ));
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    bash.send("bg\n");
    bash.wait_for("running\r");
    until_jobs(&mut bash, "Stopped");
    bash.send("fg\n");
    bash.wait_for("got $x'\r\n");
    bash.send_when_raw("this\n");
    bash.wait_for("got this\r\n");
}

fn until_jobs(bash: &mut Term, word: &str) {
    until("the job's state is seen", || {
        // A command of its own has bash look at all its children; now and then it forgets one otherwise.
        bash.ask("/bin/true; jobs -l").contains(word).then_some(())
    });
}

#[test]
fn started_in_the_background_it_stops_when_it_reads() {
    let mut bash = Term::bash();
    bash.send(&format!(
        "{} &\n",
        line(&["sh", "-c", "read x; echo got $x"])
    ));
    bash.wait_for("READY> ");
    until_jobs(&mut bash, "Stopped");
    bash.send("fg\n");
    bash.wait_for("got $x'\r\n");
    bash.send_when_raw("this\n");
    bash.wait_for("got this\r\n");
}

#[test]
fn brought_to_the_foreground_while_it_runs_it_can_read() {
    // bash sends no SIGCONT to a job that runs.
    let (front, back) = pipe();
    let mut bash = Term::prepared(
        &plain(&["bash", "--norc", "--noprofile", "--noediting", "-i"]),
        SIZE,
        |c| share(c, front, 9),
    );
    bash.wait_for("READY> ");
    bash.send(&format!(
        "{} &\n",
        line(&["sh", "-c", "read go <&9; read x; echo got $x"])
    ));
    bash.wait_for("READY> ");
    bash.send("fg\n");
    bash.wait_for("got $x'\r\n");
    drop(back);
    bash.send_when_raw("this\n");
    bash.wait_for("got this\r\n");
}

#[test]
fn brought_to_the_foreground_while_it_waits_for_keys_it_gets_them() {
    // It waits by select(2), which stops nobody in the background; and bash sends no SIGCONT to a job that runs.
    if missing("perl") {
        return;
    }
    let waits = r#"$| = 1; print "u"."p\n"; vec($r, 0, 1) = 1; select $r, undef, undef, undef; print "got ", scalar <STDIN>"#;
    for wrapping in [true, false] {
        let mut bash = Term::bash();
        let words = wrapped_if(&plain(&["perl", "-e", waits]), wrapping);
        bash.send(&format!("{} &\n", quoted(&words)));
        bash.wait_for("up\r");
        bash.ask("true");
        bash.send("fg\n");
        bash.wait_for("<STDIN>'\r\n");
        let shell = bash.pid();
        until("it is in the foreground", || {
            (bash.foreground() != shell).then_some(())
        });
        bash.send("this\n");
        bash.wait_for("got this\r\n");
        bash.wait_for("READY> ");
        assert!(bash.ask("stty -a").contains(" icanon "));
    }
}

#[test]
fn started_while_the_shell_edits_a_line_it_finds_a_jobs_settings_in_the_foreground() {
    // Those of a line editor echo nothing, and Enter, a CR, ends no line.
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        if missing(&shell.words()[0]) {
            continue;
        }
        for wrapping in [true, false] {
            let folder = tempfile::tempdir().unwrap();
            let script = folder.path().join("script");
            let words = plain(&["sh", "-c", "read x; echo got $x"]);
            let job = quoted(&wrapped_if(&words, wrapping));
            let text =
                format!("while stty -a | grep -q '[ ]icanon'; do sleep 0.1; done\nexec {job}\n");
            std::fs::write(&script, text).unwrap();
            let mut session = Session::start(shell);
            session.term.send(&format!("sh {} &\n", script.display()));
            session.term.wait_for("READY> ");
            assert!(session.until_stopped_or_gone());
            session.term.send("fg\n");
            session.until_it_reads(wrapping);
            session.term.send("this\r");
            session.term.wait_for("this\r\n");
            session.term.wait_for("got this\r\n");
            session.term.wait_for("READY> ");
            session.until_no_job();
        }
    }
}

#[test]
fn settings_that_are_changed_while_it_is_stopped_are_found_as_unwrapped() {
    // Unless it has settings of its own.
    let seen = |shell, own: &str, wrapping| {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("script");
        let says = "stty -a | grep -oE -- ' -?tostop| erase = ..'";
        let text = format!("{own}; kill -STOP $$; {says}; echo S''AID; read x\n");
        std::fs::write(&script, text).unwrap();
        let words = plain(&["sh", script.to_str().unwrap()]);
        let mut session = Session::start(shell);
        let line = quoted(&wrapped_if(&words, wrapping));
        session.term.send(&format!("{line}\n"));
        session.term.wait_for("READY> ");
        session.ask("stty erase ^A tostop");
        session.term.send("fg\n");
        session.term.wait_for(" erase = ");
        session.term.wait_for("SAID").replace("\r\n", "")
    };
    for shell in [Shell::BareBash, Shell::Zsh, Shell::Dash] {
        if !missing(&shell.words()[0]) {
            assert_eq!(seen(shell, "true", true), "^A tostop", "{shell:?}");
            assert_eq!(seen(shell, "true", false), "^A tostop", "{shell:?}");
            let own = seen(shell, "stty erase ^B", true);
            assert_eq!(own, "^B -tostop", "{shell:?}");
        }
    }
}

#[test]
fn kill_ends_a_running_and_a_stopped_job() {
    let mut bash = Term::bash();
    bash.send(&format!("{} &\n", line(&["sleep", "1000"])));
    bash.wait_for("READY> ");
    bash.ask("kill %1");
    until_jobs(&mut bash, "Terminated");
    bash.send(&format!(
        "{}\n",
        line(&["sh", "-c", "kill -STOP $$; sleep 1000"])
    ));
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    bash.ask("kill %1");
    until_jobs(&mut bash, "Terminated");
    assert!(bash.ask("stty -a").contains(" icanon "));
}

#[test]
fn a_stopped_command_that_is_killed_ends_the_job() {
    let mut bash = Term::bash();
    bash.send(&format!("{}\n", line(&["sh", "-c", "kill -STOP $$"])));
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    let front = children(bash.pid())[0];
    kill(family(front).1, libc::SIGKILL);
    until_jobs(&mut bash, "Killed");
}

#[test]
fn a_stopped_command_that_is_continued_goes_on() {
    let mut bash = Term::bash();
    bash.send(&format!(
        "{}\n",
        line(&["sh", "-c", "kill -STOP $$; echo on; exit 3"])
    ));
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    let front = children(bash.pid())[0];
    kill(family(front).1, libc::SIGCONT);
    bash.wait_for("on\r");
    until_jobs(&mut bash, "Exit 3");
}

#[test]
fn a_thousand_stops_and_continues_leave_it_running() {
    for of in ["command", "front"] {
        let mut bash = Term::bash();
        let script = "echo up; while read x; do echo got $x; done";
        bash.send(&format!("{}\n", line(&["sh", "-c", script])));
        bash.wait_for("\nup\r\n");
        let front = until("it is there", || children(bash.pid()).first().copied());
        let command = family(front).1;
        let victim = if of == "front" { front } else { command };
        for _ in 0..1000 {
            kill(victim, libc::SIGSTOP);
            kill(victim, libc::SIGCONT);
        }
        // Where a stop got through to the shell, the job goes on in the background, as it would unwrapped.
        until("nothing is stopped, or all", || {
            bash.read_for(std::time::Duration::from_millis(20));
            let states = (state(front), state(command));
            matches!(states, (Some('S'), Some('S')) | (Some('T'), Some('T'))).then_some(())
        });
        bash.send("\nfg\n");
        let shell = bash.pid();
        until("it is in the foreground", || {
            (bash.foreground() != shell).then_some(())
        });
        bash.send("this\n");
        bash.wait_for("got this");
    }
}

#[test]
fn nobody_to_continue_it_means_it_goes_on_at_once() {
    for stop in [
        "kill -STOP $$",
        "kill -TSTP $$",
        "kill -TSTP 0",
        "kill -TTIN $$",
    ] {
        let (shown, ended) = outcome(&wrapped(&[
            "sh",
            "-c",
            &format!("{stop}; echo resumed; exit 4"),
        ]));
        assert_eq!(
            (shown.as_str(), ended.as_str()),
            ("resumed\r\n", "exit 4"),
            "{stop}"
        );
    }
}

#[test]
fn a_bash_inside_suspends_and_comes_back() {
    let mut bash = Term::bash();
    bash.send(&format!(
        "{}\n",
        line(&["bash", "--norc", "--noprofile", "--noediting", "-i"])
    ));
    bash.wait_for("-i'\r\n");
    bash.wait_for("READY> ");
    assert!(
        bash.ask("echo in=$SHADE_PTY_SESSION.")
            .contains("in=/dev/pts/")
    );
    bash.send("suspend\n");
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    assert!(bash.ask("echo in=$SHADE_PTY_SESSION.").contains("in=."));
    bash.send("fg\n");
    bash.wait_for("-i'\r\n");
    bash.wait_for("READY> ");
    assert!(
        bash.ask("echo in=$SHADE_PTY_SESSION.")
            .contains("in=/dev/pts/")
    );
    bash.send("sh -c 'echo up; exec sleep 1000'\n");
    bash.wait_for("\nup\r\n");
    bash.send("\x1a");
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    assert!(bash.ask("jobs").contains("sleep"));
}

#[test]
fn jobs_that_the_command_leaves_are_not_hung_up() {
    let (front, back) = pipe();
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let script = format!("(read gone <&9; echo x >{}) & exit 0", mark.display());
    let words = wrapped(&["sh", "-c", &script]);
    let mut all = plain(&["sh", "-c", "\"$@\"; echo ended; read gone", "sh"]);
    all.extend(words);
    let mut term = Term::prepared(&all, SIZE, |c| share(c, front, 9));
    term.wait_for("ended\r\n");
    drop(back);
    until("the job has lived on", || mark.exists().then_some(()));
}

#[test]
fn a_raw_command_may_stop_its_group_by_itself() {
    // As programs do that see ^Z as a key.
    let script = "stty raw -echo; printf up; k=$(dd bs=1 count=1 2>/dev/null); stty sane; kill -TSTP 0; stty size; exit 6";
    let mut bash = Term::bash();
    bash.send(&format!("{}\n", line(&["sh", "-c", script])));
    bash.wait_for("\nup");
    bash.send("\x1a");
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    assert!(bash.ask("stty -a").contains(" icanon "));
    bash.resize(31, 91);
    bash.send("fg\n");
    bash.wait_for("31 91\r\n");
    bash.wait_for("READY> ");
    assert_eq!(bash.ask("echo $?"), "6\n");
}

#[test]
fn in_a_pipeline_and_behind_a_shim_it_stops_and_goes_on() {
    let pipeline = format!(
        "echo data | {}",
        line(&["sh", "-c", "cat; kill -TSTP 0; exit 5"])
    );
    let shim = line(&[
        "sh",
        "-c",
        "sh -c \"echo data; kill -TSTP 0; exit 5\"; exit $?",
    ]);
    for command in [pipeline, shim] {
        let mut bash = Term::bash();
        bash.send(&format!("{command}\n"));
        bash.wait_for("\ndata\r\n");
        bash.wait_for("Stopped");
        bash.wait_for("READY> ");
        bash.send("fg\n");
        bash.wait_for("READY> ");
        assert_eq!(bash.ask("echo $?"), "5\n", "{command}");
    }
}

#[test]
fn a_stopped_wrapper_that_is_killed_takes_its_command_with_it() {
    let mut bash = Term::bash();
    bash.send(&format!(
        "{}\n",
        line(&["sh", "-c", "kill -STOP $$; sleep 1000"])
    ));
    bash.wait_for("Stopped");
    bash.wait_for("READY> ");
    let front = children(bash.pid())[0];
    let (monitor, command) = family(front);
    bash.ask("kill -KILL %1");
    for pid in [command, monitor] {
        until("it is gone", || is_gone(pid).then_some(()));
    }
}

#[test]
fn an_orphan_in_the_background_that_reads_does_not_spin() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let inner = format!(
        "echo $$ >{0}.new; mv {0}.new {0}; read x </dev/tty",
        file.display()
    );
    // The subshell ends at once, so that nobody in the session is above the wrapper's group.
    let mut term = Term::script(
        r#"set -m; ("$@" &); echo END; read gone"#,
        &wrapped(&["sh", "-c", &inner]),
    );
    term.wait_for("END");
    let command: i32 = until("it is there", || {
        std::fs::read_to_string(&file).ok()?.trim().parse().ok()
    });
    let (monitor, front) = (parent(command), parent(parent(command)));
    until("it waits", || {
        (state(command) == Some('S') && state(front) == Some('S') && state(monitor) == Some('S'))
            .then_some(())
    });
    term.read_for(std::time::Duration::from_millis(100));
    let before = (sleeps(front), sleeps(monitor), sleeps(command));
    term.read_for(std::time::Duration::from_secs(1));
    assert_eq!((sleeps(front), sleeps(monitor), sleeps(command)), before);
    kill(command, libc::SIGKILL);
}

#[test]
fn what_a_background_job_writes_is_what_it_would_be_unwrapped() {
    let inner = ["sh", "-c", "echo one; echo two; printf 'a\\r\\n'; seq 2000"];
    let shown = |words: &[String]| {
        let mut term = Term::script(r#"set -m; "$@" & wait; set +m; echo END; read gone"#, words);
        let shown = term.wait_for("END");
        // The shell's own words on the job may come in between.
        shown.replace("\r\n[1] + Done", "[1] + Done")
    };
    let (ours, theirs) = (shown(&wrapped(&inner)), shown(&plain(&inner)));
    let body = |s: &str| s.split("2000\r\n").next().map(str::to_owned);
    assert_eq!(body(&ours), body(&theirs));
    assert!(
        ours.starts_with("one\r\ntwo\r\na\r\r\n1\r\n2\r\n"),
        "{ours:?}"
    );
}
