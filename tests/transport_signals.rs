//! Signals to us, deaths of ours, the terminal's end, its size.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::*;
use nix::libc;

/// A command that says `up` and then waits for signals.
fn waiting(script: &str) -> Vec<String> {
    wrapped(&[
        "sh",
        "-c",
        &format!("{script}; echo up; while :; do read x; done"),
    ])
}

/// Waits until it does. A signal that comes just before dash's `read` begins to read is kept until that ends (seen
/// unwrapped, 4 in 100,000).
fn until_it_waits(term: &mut Term) {
    term.wait_for("up\r\n");
    until_all_sleep(term.pid());
}

#[test]
fn signals_to_us_reach_the_command() {
    for signal in ["TERM", "HUP", "INT", "QUIT", "USR2"] {
        let number: i32 = match signal {
            "TERM" => libc::SIGTERM,
            "HUP" => libc::SIGHUP,
            "INT" => libc::SIGINT,
            "QUIT" => libc::SIGQUIT,
            _ => libc::SIGUSR2,
        };
        let mut term = Term::start(&waiting(&format!(
            "trap 'echo got {signal}; exit 9' {signal}"
        )));
        until_it_waits(&mut term);
        kill(term.pid(), number);
        term.wait_for(&format!("got {signal}\r\n"));
        assert_eq!(ending(term.end()), "exit 9", "{signal}");
    }
}

#[test]
fn a_command_that_dies_of_our_signal_makes_us_die_of_it() {
    let deadly = [
        libc::SIGTERM,
        libc::SIGHUP,
        libc::SIGINT,
        libc::SIGQUIT,
        libc::SIGALRM,
        libc::SIGXCPU,
        libc::SIGVTALRM,
        libc::SIGPROF,
        libc::SIGIO,
        libc::SIGPWR,
        libc::SIGRTMIN() + 1,
    ];
    for number in deadly {
        let mut term = Term::start(&waiting(":"));
        until_it_waits(&mut term);
        kill(term.pid(), number);
        assert_eq!(ending(term.end()), format!("signal {number}"));
    }
}

#[test]
fn a_command_that_ignores_sigterm_is_ended_after_a_while() {
    let mut term = Term::start(&waiting("trap '' TERM"));
    until_it_waits(&mut term);
    kill(term.pid(), libc::SIGTERM);
    assert_eq!(ending(term.end()), format!("signal {}", libc::SIGHUP));
    let mut term = Term::start(&waiting("trap '' TERM HUP"));
    until_it_waits(&mut term);
    kill(term.pid(), libc::SIGTERM);
    assert_eq!(ending(term.end()), format!("signal {}", libc::SIGKILL));
}

#[test]
fn the_terminal_is_restored_in_every_end_but_our_own_sigkill() {
    for number in [0, libc::SIGTERM, libc::SIGHUP, libc::SIGINT] {
        let mut term = Term::script(
            r#""$@"; echo "ended"; read gone"#,
            &waiting("trap 'exit 3' USR2"),
        );
        let before = term.initial.clone();
        until_it_waits(&mut term);
        assert_ne!(term.settings(), before, "raw meanwhile");
        let front = children(term.pid())[0];
        kill(front, if number == 0 { libc::SIGUSR2 } else { number });
        term.wait_for("ended\r\n");
        assert_eq!(term.settings(), before, "after signal {number}");
    }
}

#[test]
fn after_our_sigkill_nothing_of_ours_is_left() {
    let mut term = Term::script(r#""$@"; echo "ended $?"; read gone"#, &waiting(":"));
    let before = term.initial.clone();
    until_it_waits(&mut term);
    let front = children(term.pid())[0];
    let (monitor, command) = family(front);
    kill(front, libc::SIGKILL);
    term.wait_for("ended 137");
    until("the monitor has restored the terminal", || {
        (term.settings() == before).then_some(())
    });
    until("the command is gone", || is_gone(command).then_some(()));
    until("the monitor is gone", || is_gone(monitor).then_some(()));
}

#[test]
fn after_our_sigkill_a_command_that_ignores_the_hangup_is_killed() {
    let mut term = Term::script(r#""$@"; read gone"#, &waiting("trap '' HUP TERM"));
    until_it_waits(&mut term);
    let front = children(term.pid())[0];
    let (monitor, command) = family(front);
    kill(front, libc::SIGKILL);
    until("the command is gone", || is_gone(command).then_some(()));
    until("the monitor is gone", || is_gone(monitor).then_some(()));
}

#[test]
fn after_the_monitors_sigkill_the_command_is_hung_up_and_the_terminal_restored() {
    for script in [":", "trap '' HUP"] {
        let mut term = Term::script(r#""$@"; echo "ended $?"; read gone"#, &waiting(script));
        let before = term.initial.clone();
        until_it_waits(&mut term);
        let front = children(term.pid())[0];
        let (monitor, command) = family(front);
        kill(monitor, libc::SIGKILL);
        term.wait_for("ended 125");
        assert_eq!(term.settings(), before);
        until("the command is gone", || is_gone(command).then_some(()));
    }
}

#[test]
fn the_commands_sigkill_is_ours() {
    let mut term = Term::start(&waiting(":"));
    until_it_waits(&mut term);
    kill(family(term.pid()).1, libc::SIGKILL);
    assert_eq!(ending(term.end()), "signal 9");
}

#[test]
fn a_closed_terminal_hangs_the_command_up() {
    for script in [":", "trap '' HUP"] {
        let mut term = Term::start(&waiting(script));
        until_it_waits(&mut term);
        let (monitor, command) = family(term.pid());
        let front = term.pid();
        term.close();
        for pid in [command, monitor, front] {
            until("it is gone", || {
                let _ = nix::sys::wait::waitpid(
                    nix::unistd::Pid::from_raw(front),
                    Some(nix::sys::wait::WaitPidFlag::WNOHANG),
                );
                is_gone(pid).then_some(())
            });
        }
    }
}

#[test]
fn a_command_that_ignores_hangups_from_the_start_outlives_its_terminal() {
    let (front, back) = pipe();
    let words = plain(&["sh", "-c", r#"trap '' HUP; exec "$@""#, "sh"]).into_iter();
    let words: Vec<String> = words
        .chain(wrapped(&["sh", "-c", "echo up; read go <&9; exit"]))
        .collect();
    let mut term = Term::prepared(&words, SIZE, |c| share(c, front, 9));
    until_it_waits(&mut term);
    let command = family(term.pid()).1;
    let front = term.pid();
    term.close();
    until("we are gone or wait", || {
        (is_gone(front) || state(front) == Some('S')).then_some(())
    });
    assert!(!is_gone(command));
    drop(back);
    until("it has ended by itself", || is_gone(command).then_some(()));
}

#[test]
fn control_keys_arrive_as_bytes() {
    let mut term = Term::start(&wrapped(&[
        "sh",
        "-c",
        "stty raw -echo; echo up; dd bs=1 count=6 2>/dev/null | od -An -tx1",
    ]));
    term.wait_for("up");
    term.send("\x03\x1c\x04\x13\x11\x1a");
    term.wait_for("03 1c 04 13 11 1a");
}

#[test]
fn each_change_of_size_is_passed_on_at_once_with_its_pixels() {
    // Nothing else happens that could carry it along: nobody types, and the command writes only once it has seen it.
    let mut term = Term::start(&waiting(&format!("trap '{}' WINCH", probe())));
    until_it_waits(&mut term);
    for i in 1..=20 {
        let (rows, cols) = (24 + i * 7 % 30, 80 + i * 11 % 70);
        term.resize(rows, cols);
        let (width, height) = (cols * 9, rows * 18);
        term.wait_for(&format!("{rows} {cols} {width} {height}\r\n"));
        until_all_sleep(term.pid());
    }
}

#[test]
fn a_storm_of_sizes_ends_right() {
    let script = "trap : WINCH; echo up; while read x; do :; done; while ! stty size | grep -q '^63 163$'; do :; done; echo right";
    let mut term = Term::start(&wrapped(&["sh", "-c", script]));
    until_it_waits(&mut term);
    for i in 0..200 {
        term.resize(24 + i % 40, 80 + i % 90);
    }
    term.resize(63, 163);
    term.send("\x04");
    term.wait_for("right");
}

#[test]
fn a_change_while_it_starts_is_not_lost() {
    for _ in 0..20 {
        let mut term = Term::start(&wrapped(&[
            "sh",
            "-c",
            "while ! stty size | grep -q '^50 150$'; do :; done; echo right",
        ]));
        term.resize(50, 150);
        term.wait_for("right");
    }
}

#[test]
fn a_signal_without_a_change_is_passed_on() {
    let mut term = Term::start(&waiting("trap 'echo winch' WINCH"));
    until_it_waits(&mut term);
    kill(term.pid(), libc::SIGWINCH);
    term.wait_for("winch\r\n");
}

#[test]
fn a_killed_shell_takes_everything_with_it() {
    for stop in [":", "kill -STOP $$"] {
        let mut bash = Term::bash();
        let words = waiting(&format!("echo here; {stop}"));
        let line: Vec<String> = words.iter().map(|w| format!("'{w}'")).collect();
        bash.send(&format!("{}\n", line.join(" ")));
        bash.wait_for("\nhere\r\n");
        bash.wait_for(if stop == ":" { "up\r\n" } else { "Stopped" });
        let front = children(bash.pid())[0];
        let (monitor, command) = family(front);
        // The session's leader ends, so the kernel hangs the terminal up.
        kill(bash.pid(), libc::SIGKILL);
        bash.end();
        for pid in [command, monitor, front] {
            until("it is gone", || is_gone(pid).then_some(()));
        }
    }
}

#[test]
fn a_stop_that_is_sent_to_us_stops_the_command() {
    let mut bash = Term::bash();
    let line: Vec<String> = waiting(":").iter().map(|w| format!("'{w}'")).collect();
    bash.send(&format!("{}\n", line.join(" ")));
    until_it_waits(&mut bash);
    let front = children(bash.pid())[0];
    let (_, command) = family(front);
    kill(front, libc::SIGTSTP);
    bash.wait_for("Stopped");
    assert_eq!((state(front), state(command)), (Some('T'), Some('T')));
    bash.wait_for("READY> ");
    bash.send("fg\n");
    until("both go on", || {
        (state(front) == Some('S') && state(command) == Some('S')).then_some(())
    });
}
