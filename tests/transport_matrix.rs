//! Job control: programs that stop in their own ways, under shells that have their own ways. Everything is done twice,
//! wrapped and unwrapped, and what can be seen at each step must be the same.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::programs::{PROGRAMS, Program};
use harness::shells::{Place, Session, Shell};
use harness::*;
use nix::libc;

/// Stops, looks around, goes on in another size, stops, goes on in the background, and is ended there.
fn scenario(
    shell: Shell,
    program: Program,
    place: Place,
    wrapping: bool,
) -> Vec<(&'static str, String)> {
    let folder = tempfile::tempdir().unwrap();
    let raw = wrapping && place != Place::PipelineMiddle;
    let mut session = Session::start(shell);
    eprintln!("{program:?} under {shell:?}, {place:?}, wrapped: {wrapping}");
    let mut seen = Vec::new();
    seen.push(("settings at first", session.settings()));
    session.launch(&wrapped_if(&program.words(folder.path()), wrapping), place);
    session.term.wait_for("UP(24 80)");
    session.until_it_reads(raw);
    session.stop();
    // Of a pipeline bash says 148 or 128, depending on which of its members it has seen stop.
    if matches!(place, Place::Alone | Place::Script) {
        seen.push(("status while stopped", session.status()));
    }
    seen.push(("jobs while stopped", session.jobs("stopped|suspended")));
    seen.push(("settings while stopped", session.settings()));
    session.term.resize(30, 100);
    session.term.send("fg\n");
    if program == Program::Cooked {
        session.until_it_reads(raw);
        session.term.send(&program.key("x"));
    }
    session.term.wait_for("UP(30 100)");
    session.stop();
    seen.push(("stopped again", session.jobs("stopped|suspended")));
    session.term.send("bg\n");
    session.term.wait_for("READY> ");
    until("it has stopped, reading", || {
        (session.jobs("stopped|suspended") == "1").then_some(())
    });
    seen.push(("settings in the background", session.settings()));
    session.term.send("fg\n");
    session.until_it_reads(raw);
    session.term.send(&program.key("q"));
    session.term.wait_for("READY> ");
    seen.push(("status at the end", session.status()));
    seen.push(("settings at the end", session.settings()));
    session.launch(&wrapped_if(&program.words(folder.path()), wrapping), place);
    session.term.wait_for("UP(30 100)");
    session.until_it_reads(raw);
    session.stop();
    // A stopped job does not die of SIGTERM before it is continued; bash and zsh see to that themselves.
    session.kill("TERM");
    session.until_no_job();
    seen.push(("settings after kill", session.settings()));
    seen
}

fn same(shell: Shell, program: Program, place: Place) {
    let (ours, theirs) = (
        scenario(shell, program, place, true),
        scenario(shell, program, place, false),
    );
    assert_eq!(ours, theirs, "{program:?} under {shell:?}, {place:?}");
}

fn same_under(shell: Shell) {
    if missing(&shell.words()[0]) {
        return;
    }
    for program in PROGRAMS {
        same(shell, program, Place::Alone);
    }
}

#[test]
fn under_bash_as_unwrapped() {
    same_under(Shell::Bash);
}

#[test]
fn under_zsh_as_unwrapped() {
    same_under(Shell::Zsh);
}

#[test]
fn under_fish_as_unwrapped() {
    same_under(Shell::Fish);
}

#[test]
fn under_dash_as_unwrapped() {
    same_under(Shell::Dash);
}

#[test]
fn after_sigkill_of_any_process_of_ours_the_prompt_is_sane() {
    for shell in Shell::ALL {
        if missing(&shell.words()[0]) {
            continue;
        }
        for which in ["front", "monitor", "command"] {
            for stopped in [false, true] {
                let folder = tempfile::tempdir().unwrap();
                let mut session = Session::start(shell);
                let before = session.settings();
                session.launch(
                    &wrapped_if(&Program::RawGroup.words(folder.path()), true),
                    Place::Alone,
                );
                session.term.wait_for("UP(24 80)");
                session.term.wait_until_raw();
                let front = *children(session.term.pid()).last().unwrap();
                let (monitor, command) = family(front);
                if stopped {
                    session.term.send("\x1a");
                    session.term.wait_for("READY> ");
                }
                let victim = match which {
                    "front" => front,
                    "monitor" => monitor,
                    _ => command,
                };
                kill(victim, libc::SIGKILL);
                if !stopped {
                    session.term.wait_for("READY> ");
                }
                for pid in [command, monitor] {
                    until("it is gone", || is_gone(pid).then_some(()));
                }
                let what = format!("{which} killed, stopped: {stopped}, under {shell:?}");
                if stopped && which == "monitor" {
                    // The front is woken and says what happened; the shell shows it with the next prompt.
                    session.term.wait_for("was killed");
                }
                let takes_over = matches!(shell, Shell::Zsh | Shell::Fish);
                if !stopped && which == "front" && takes_over {
                    // These two take over what a killed job has left, unwrapped as well, and may look before the
                    // monitor has restored it.
                    session.term.send("stty sane\n");
                    session.term.wait_for("READY> ");
                }
                eprintln!("{which} killed, stopped: {stopped}, under {shell:?}");
                session.until_no_job();
                until(&what, || (session.settings() == before).then_some(()));
            }
        }
    }
}

#[test]
fn in_a_script_as_unwrapped() {
    // One that stops only itself leaves the script waiting, and the shell without a prompt, unwrapped as well.
    for program in [Program::Cooked, Program::RawGroup, Program::Shim] {
        for shell in [Shell::BareBash, Shell::Zsh] {
            if !missing(&shell.words()[0]) {
                same(shell, program, Place::Script);
            }
        }
    }
}

#[test]
fn in_a_pipeline_as_unwrapped() {
    // Not under zsh: it would read the pipe and the terminal at once (MULTIOS).
    for place in [Place::PipelineEnd, Place::PipelineMiddle] {
        for program in PROGRAMS {
            if program == Program::RawSelf && place == Place::PipelineMiddle {
                // Its neighbour runs on, so that the shell sees no stopped job; and there it is not wrapped at all.
                continue;
            }
            for shell in [Shell::BareBash, Shell::Dash] {
                if !missing(&shell.words()[0]) {
                    same(shell, program, place);
                }
            }
        }
    }
}

/// An interactive program.
struct Interactive<'a> {
    command: &'a [&'a str],
    /// What it shows once it can be stopped.
    up: &'a str,
    /// What stops it.
    stop: &'a str,
    /// What it shows when it is back, in another size.
    again: &'a str,
    /// What ends it.
    end: &'a str,
    /// The signal that ends it.
    fatal: &'a str,
}

impl Interactive<'_> {
    fn launch(&self, session: &mut Session, wrapping: bool) {
        session.launch(&wrapped_if(&plain(self.command), wrapping), Place::Alone);
        session.term.wait_for(self.up);
        session.until_it_reads(wrapping);
    }

    fn stop(&self, session: &mut Session) {
        session.term.send(self.stop);
        session.term.wait_for("READY> ");
    }

    /// Stops it, looks around, brings it back in another size, stops it, lets it go on in the background, where it stops
    /// by itself, ends it in the foreground; and once more, to end it by a signal while it is stopped.
    fn scenario(&self, shell: Shell, wrapping: bool) -> Vec<(&'static str, String)> {
        eprintln!("{:?} under {shell:?}, wrapped: {wrapping}", self.command);
        let mut session = Session::start(shell);
        let mut seen = Vec::new();
        self.launch(&mut session, wrapping);
        self.stop(&mut session);
        seen.push(("status while stopped", session.status()));
        seen.push(("jobs while stopped", session.jobs("stopped|suspended")));
        seen.push(("settings while stopped", session.settings()));
        session.term.resize(30, 100);
        self.back(&mut session, wrapping);
        self.stop(&mut session);
        session.term.send("bg\n");
        session.term.wait_for("READY> ");
        // A bash that was suspended ends there, without us as well.
        let stopped = session.until_stopped_or_gone();
        seen.push(("stopped in the background", stopped.to_string()));
        seen.push(("settings in the background", session.settings()));
        if stopped {
            session.term.resize(24, 80);
            session.term.resize(30, 100);
            self.back(&mut session, wrapping);
            session.term.send(self.end);
            session.term.wait_for("READY> ");
            seen.push(("status at the end", session.status()));
            seen.push(("settings at the end", session.settings()));
        }
        session.until_no_job();
        self.launch(&mut session, wrapping);
        self.stop(&mut session);
        session.kill(self.fatal);
        session.until_no_job();
        seen.push(("settings after kill", session.settings()));
        seen
    }

    fn back(&self, session: &mut Session, wrapping: bool) {
        session.term.send("fg\n");
        session.until_it_reads(wrapping);
        session.term.wait_for(self.again);
    }

    fn same(&self) {
        for shell in Shell::ALL {
            if missing(self.command[0]) || missing(&shell.words()[0]) {
                continue;
            }
            let (ours, theirs) = (self.scenario(shell, true), self.scenario(shell, false));
            assert_eq!(ours, theirs, "{:?} under {shell:?}", self.command);
        }
    }
}

#[test]
fn vim_stops_and_comes_back_as_unwrapped() {
    Interactive {
        command: &["vim", "-u", "NONE", "-i", "NONE", "-n"],
        up: "VIM - Vi IMproved",
        stop: "\x1a",
        // It draws its tildes down to the last row of the size it finds.
        again: "\x1b[29;1H",
        end: ":cq 5\r",
        // Its handler of SIGTERM writes to the terminal, and so stops again in the background.
        fatal: "KILL",
    }
    .same();
}

#[test]
fn a_bash_that_suspends_comes_back_as_unwrapped() {
    Interactive {
        command: &[
            "env",
            // What is echoed must not be taken for the prompt.
            "PS1=$((40+2)) ",
            "bash",
            "--norc",
            "--noprofile",
            "--noediting",
            "-i",
        ],
        up: "42 ",
        stop: "suspend\n",
        again: "42 ",
        end: "stty size; exit 7\n",
        // It ignores SIGTERM.
        fatal: "HUP",
    }
    .same();
}
