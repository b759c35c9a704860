//! Stops and deaths where no shell watches the command itself: in scripts, in pipelines, in the background, and where
//! nobody is left to watch.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::programs::{EDITOR, PROGRAMS, Program, SHELL_INSIDE};
use harness::shells::{Place, Session, Shell};
use harness::*;
use nix::libc;
use nix::sys::termios::LocalFlags;

/// The front of a wrapper somewhere below a shell, found by what only a front has: children in another session.
fn front_below(shell: i32) -> i32 {
    until("a wrapper is there", || {
        let in_session = |&pid: &i32| session(pid) == Some(shell);
        let leads_out = |&pid: &i32| children(pid).iter().any(|c| !in_session(c));
        below(shell).into_iter().filter(in_session).find(leads_out)
    })
}

/// Waits until a process of the shell's session is stopped.
fn until_somebody_stops(shell: i32) -> i32 {
    until("somebody in the shell's session is stopped", || {
        let ours = |&pid: &i32| harness::session(pid) == Some(shell);
        let stopped = |&pid: &i32| state(pid) == Some('T');
        below(shell).into_iter().filter(ours).find(stopped)
    })
}

#[test]
fn one_that_stops_only_itself_keeps_a_script_waiting_as_unwrapped() {
    let place = Place::Script;
    for shell in [Shell::BareBash, Shell::Zsh, Shell::Dash] {
        if missing(&shell.words()[0]) {
            continue;
        }
        let seen = |wrapping| {
            eprintln!("{shell:?}, wrapped: {wrapping}");
            let folder = tempfile::tempdir().unwrap();
            let mut session = Session::start(shell);
            let words = wrapped_if(&Program::RawSelf.words(folder.path()), wrapping);
            session.launch(&words, place);
            session.term.wait_for("UP(24 80)");
            session.until_it_reads(wrapping);
            session.term.send("\x1a");
            let own = session.term.pid();
            let stopped = until_somebody_stops(own);
            let settings = session.term.settings();
            let cooked = [LocalFlags::ICANON, LocalFlags::ECHO, LocalFlags::ISIG]
                .map(|flag| settings.local_flags.contains(flag));
            let waits = session.term.foreground() != own;
            kill(stopped, libc::SIGCONT);
            session.term.wait_for("UP(24 80)");
            session.until_it_reads(wrapping);
            session.term.send("q");
            session.term.wait_for("READY> ");
            (cooked, waits, session.status())
        };
        assert_eq!(seen(true), seen(false), "{shell:?}");
    }
}

#[test]
fn a_shell_inside_a_script_that_suspends_keeps_the_script_waiting_as_unwrapped() {
    for shell in [Shell::BareBash, Shell::Zsh, Shell::Dash] {
        if missing(&shell.words()[0]) {
            continue;
        }
        let seen = |wrapping| {
            eprintln!("{shell:?}, wrapped: {wrapping}");
            let mut session = Session::start(shell);
            let words = wrapped_if(&plain(&SHELL_INSIDE), wrapping);
            session.launch(&words, Place::Script);
            session.term.wait_for("42 ");
            session.until_it_reads(wrapping);
            session.term.send("suspend\n");
            let own = session.term.pid();
            let stopped = until_somebody_stops(own);
            let cooked = session
                .term
                .settings()
                .local_flags
                .contains(LocalFlags::ICANON);
            kill(stopped, libc::SIGCONT);
            session.term.wait_for("42 ");
            session.until_it_reads(wrapping);
            session.term.send("exit 6\n");
            session.term.wait_for("READY> ");
            (cooked, session.status())
        };
        assert_eq!(seen(true), seen(false), "{shell:?}");
    }
}

#[test]
fn where_nobody_would_continue_it_a_stop_is_passed_over() {
    for program in PROGRAMS {
        let seen = |wrapping| {
            let folder = tempfile::tempdir().unwrap();
            let mut term = Term::start(&wrapped_if(&program.words(folder.path()), wrapping));
            term.wait_for("UP(24 80)");
            if wrapping {
                term.wait_until_raw();
            }
            term.send("\x1a");
            if program == Program::Cooked {
                // The terminal throws away what is typed before the stop.
                term.wait_for("^Z");
            } else {
                term.wait_for("UP(24 80)");
            }
            term.send(&program.key("q"));
            ending(term.end())
        };
        assert_eq!(seen(true), "exit 6", "{program:?}");
        // SIGSTOP stops also where nobody is left to continue it: unwrapped, this one never comes back.
        if program != Program::RawSelf {
            assert_eq!(seen(false), "exit 6", "{program:?}");
        }
    }
}

#[test]
fn vim_goes_on_where_nobody_would_continue_it() {
    if missing("vim") {
        return;
    }
    let seen = |wrapping| {
        let words = plain(&EDITOR);
        let mut term = Term::start(&wrapped_if(&words, wrapping));
        term.wait_for("VIM - Vi IMproved");
        if wrapping {
            term.wait_until_raw();
        }
        term.send("\x1a:echo '<' . 6*7 . '>'\r");
        term.wait_for("<42>");
        term.send(":cq 5\r");
        ending(term.end())
    };
    assert_eq!(
        (seen(true), seen(false)),
        ("exit 5".to_owned(), "exit 5".to_owned())
    );
}

#[test]
fn a_shell_inside_that_suspends_where_nobody_would_continue_it_goes_on() {
    let mut term = Term::start(&wrapped(&SHELL_INSIDE));
    term.wait_for("42 ");
    term.send_when_raw("suspend\n");
    term.wait_for("42 ");
    term.send("exit 7\n");
    assert_eq!(ending(term.end()), "exit 7");
}

#[test]
fn after_sigkill_of_any_process_of_ours_a_script_or_pipeline_ends_and_the_prompt_is_sane() {
    let places = [
        (Shell::BareBash, Place::Script),
        (Shell::Dash, Place::PipelineEnd),
        (Shell::Dash, Place::Script),
        (Shell::BareBash, Place::PipelineEnd),
    ];
    for (shell, place) in places.into_iter().take(many(2, 4)) {
        for program in [Program::Cooked, Program::RawGroup, Program::Shim] {
            for which in ["front", "monitor", "command"] {
                for stopped in [false, true] {
                    death(shell, place, program, which, stopped);
                }
            }
        }
    }
}

fn death(shell: Shell, place: Place, program: Program, which: &str, stopped: bool) {
    if missing(&shell.words()[0]) {
        return;
    }
    eprintln!("{which} killed, stopped: {stopped}, {program:?}, {place:?}, under {shell:?}");
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(shell);
    let before = session.settings();
    session.launch(&wrapped_if(&program.words(folder.path()), true), place);
    session.term.wait_for("UP(24 80)");
    session.until_it_reads(true);
    let front = front_below(session.term.pid());
    let (monitor, command) = family(front);
    if stopped {
        session.stop();
    }
    kill(
        match which {
            "front" => front,
            "monitor" => monitor,
            _ => command,
        },
        libc::SIGKILL,
    );
    for pid in [command, monitor] {
        until("it is gone", || is_gone(pid).then_some(()));
    }
    if stopped {
        // The rest of the job is still stopped; it has nothing to wait for any more.
        until("ours is gone", || {
            (is_gone(front) || state(front) != Some('T')).then_some(())
        });
        session.term.send("fg\n");
    }
    session.term.wait_for("READY> ");
    session.until_no_job();
    assert!(is_gone(front));
    let initial = session.term.initial.clone();
    until("the terminal is sane", || {
        (session.settings() == before
            && (shell != Shell::Dash || session.term.settings() == initial))
            .then_some(())
    });
}

/// Asserts that nobody does anything: a shell that asks for the foreground in a loop never sleeps for long.
fn assert_quiet(term: &mut Term, pids: &[i32]) {
    let sleeping = |pid: &i32| matches!(state(*pid), Some('S' | 'T'));
    until("all sleep", || pids.iter().all(sleeping).then_some(()));
    term.read_for(std::time::Duration::from_millis(100));
    let before: Vec<u64> = pids.iter().map(|&pid| sleeps(pid)).collect();
    let time = |pid: &i32| cpu_ticks(*pid);
    let spent: Vec<u64> = pids.iter().map(time).collect();
    term.read_for(std::time::Duration::from_secs(1));
    assert_eq!(
        before,
        pids.iter().map(|&pid| sleeps(pid)).collect::<Vec<_>>()
    );
    assert_eq!(spent, pids.iter().map(time).collect::<Vec<_>>());
}

/// The line that starts the shell inside.
fn shell_inside() -> String {
    quoted(&wrapped(&SHELL_INSIDE))
}

#[test]
fn a_shell_that_starts_in_the_background_stops_instead_of_asking_in_a_loop() {
    let mut session = Session::start(Shell::BareBash);
    session.term.send(&format!("{} &\n", shell_inside()));
    session.term.wait_for("READY> ");
    assert!(session.until_stopped_or_gone());
    let front = front_below(session.term.pid());
    let (monitor, command) = family(front);
    assert_quiet(&mut session.term, &[front, monitor, command]);
    session.term.send("fg\n");
    session.term.wait_for("42 ");
    session.until_it_reads(true);
    session.term.send("exit 5\n");
    session.term.wait_for("READY> ");
    assert_eq!(session.status(), "5");
}

#[test]
fn a_suspended_shell_that_somebody_continues_stops_again_instead_of_asking_in_a_loop() {
    let mut session = Session::start(Shell::BareBash);
    // A reader that asks for its terminal as shells do when they start.
    let script = r#"kill -STOP $$; exec bash --norc --noprofile --noediting -i"#;
    session.launch(
        &wrapped(&["env", "PS1=$((40+2)) ", "sh", "-c", script]),
        Place::Alone,
    );
    session.term.wait_for("READY> ");
    assert!(session.until_stopped_or_gone());
    let front = front_below(session.term.pid());
    let (monitor, command) = family(front);
    kill(command, libc::SIGCONT);
    until("it has become the shell", || {
        let name = std::fs::read_to_string(format!("/proc/{command}/comm")).ok()?;
        (name.trim() == "bash").then_some(())
    });
    until("both are stopped", || {
        (state(command) == Some('T') && state(front) == Some('T')).then_some(())
    });
    assert_quiet(&mut session.term, &[front, monitor, command]);
    session.term.send("fg\n");
    session.term.wait_for("42 ");
    session.until_it_reads(true);
    session.term.send("exit 5\n");
    session.term.wait_for("READY> ");
    session.until_no_job();
}

#[test]
fn a_shell_in_the_background_of_nobody_waits_instead_of_asking_in_a_loop() {
    // The subshell ends at once: nobody in the session is above the wrapper's group.
    let mut session = Session::start(Shell::BareBash);
    let own = session.term.pid();
    session
        .term
        .send(&format!("set -m; ({} </dev/tty &)\n", shell_inside()));
    session.term.wait_for("READY> ");
    let front = until("the wrapper is there", || {
        all_processes().into_iter().find(|&pid| {
            let leads_out = |c: &i32| harness::session(*c) != Some(own);
            pid != own && harness::session(pid) == Some(own) && children(pid).iter().any(leads_out)
        })
    });
    let (monitor, command) = family(front);
    session.term.wait_for("42 ");
    assert_quiet(&mut session.term, &[front, monitor, command]);
    kill(front, libc::SIGHUP);
    for pid in [command, monitor, front] {
        until("it is gone", || is_gone(pid).then_some(()));
    }
}

#[test]
fn keys_that_somebody_else_leaves_unread_do_not_keep_a_background_job_busy() {
    let mut session = Session::start(Shell::BareBash);
    let words = wrapped(&["sleep", "1000"]);
    session.term.send(&format!("{} &\n", quoted(&words)));
    session.term.wait_for("READY> ");
    let front = front_below(session.term.pid());
    let (monitor, command) = family(front);
    session.term.send("sleep 1000\n");
    session.until_it_reads(false);
    session.term.send("xyz\n");
    assert_quiet(&mut session.term, &[front, monitor, command]);
    session.term.send("\x03");
    session.term.wait_for("READY> ");
    session.ask("kill %1");
    session.until_no_job();
}
