//! Job control: programs that stop in their own ways, under shells that have their own ways. Everything is done twice,
//! wrapped and unwrapped, and what can be seen at each step must be the same.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::programs::{EDITOR, PROGRAMS, Program, SHELL_INSIDE};
use harness::shells::{Place, Session, Shell};
use harness::*;
use nix::libc;

/// Whether the terminal goes raw: with standard output in a pipe nothing is wrapped.
fn makes_raw(place: Place, wrapping: bool) -> bool {
    wrapping && place != Place::PipelineMiddle
}

/// Stops, looks around, goes on in another size, stops, goes on in the background, and is ended there.
fn scenario(
    shell: Shell,
    program: Program,
    place: Place,
    wrapping: bool,
) -> Vec<(&'static str, String)> {
    let folder = tempfile::tempdir().unwrap();
    let raw = makes_raw(place, wrapping);
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

/// Kills one process of ours, while the command runs or is stopped: nobody is left and the prompt is sane.
fn death(shell: Shell, words: &[String], up: &str, stop: &str, (which, stopped): (&str, bool)) {
    let what = format!("{which} killed, stopped: {stopped}, {words:?} under {shell:?}");
    eprintln!("{what}");
    let mut session = Session::start(shell);
    let before = session.settings();
    session.launch(&wrapped_if(words, true), Place::Alone);
    session.term.wait_for(up);
    session.term.wait_until_raw();
    let front = *children(session.term.pid()).last().unwrap();
    let (monitor, command) = family(front);
    if stopped {
        session.term.send(stop);
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
    if stopped && which == "monitor" {
        // The front is woken and says what happened; the shell shows it with the next prompt.
        session.term.wait_for("was killed");
    }
    let takes_over = matches!(shell, Shell::Zsh | Shell::Fish);
    if !stopped && which == "front" && takes_over {
        // These two take over what a killed job has left, unwrapped as well, and may look before the monitor has
        // restored it.
        session.term.send("stty sane\n");
        session.term.wait_for("READY> ");
    }
    session.until_no_job();
    until(&what, || (session.settings() == before).then_some(()));
}

fn deaths(shell: Shell, words: &[String], up: &str, stop: &str) {
    for which in ["front", "monitor", "command"] {
        for stopped in [false, true] {
            death(shell, words, up, stop, (which, stopped));
        }
    }
}

#[test]
fn after_sigkill_of_any_process_of_ours_the_prompt_is_sane() {
    for program in PROGRAMS {
        // One under all, all under one; in full runs all under all.
        let all = program == Program::RawGroup || many(0, 1) == 1;
        for shell in if all { &Shell::ALL[..] } else { &[Shell::Bash] } {
            if !missing(&shell.words()[0]) {
                let folder = tempfile::tempdir().unwrap();
                deaths(*shell, &program.words(folder.path()), "UP(24 80)", "\x1a");
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
    fn launch(&self, session: &mut Session, place: Place, wrapping: bool) {
        session.launch(&wrapped_if(&plain(self.command), wrapping), place);
        session.term.wait_for(self.up);
        session.until_it_reads(makes_raw(place, wrapping));
    }

    fn stop(&self, session: &mut Session) {
        session.term.send(self.stop);
        session.term.wait_for("READY> ");
    }

    /// Stops it, looks around, brings it back in another size, stops it, lets it go on in the background, where it stops
    /// by itself, ends it in the foreground; and once more, to end it by a signal while it is stopped.
    fn scenario(&self, shell: Shell, place: Place, wrapping: bool) -> Vec<(&'static str, String)> {
        let command = self.command;
        eprintln!("{command:?} under {shell:?}, {place:?}, wrapped: {wrapping}");
        let mut session = Session::start(shell);
        let mut seen = Vec::new();
        self.launch(&mut session, place, wrapping);
        self.stop(&mut session);
        // Of a pipeline bash says 148 or 128, depending on which of its members it has seen stop.
        if place == Place::Alone {
            seen.push(("status while stopped", session.status()));
        }
        seen.push(("jobs while stopped", session.jobs("stopped|suspended")));
        seen.push(("settings while stopped", session.settings()));
        session.term.resize(30, 100);
        self.back(&mut session, makes_raw(place, wrapping));
        self.stop(&mut session);
        let mut stopped = true;
        // In a script or a pipeline it depends, unwrapped too, on who ran last whether it stops in the background.
        if place == Place::Alone {
            session.term.send("bg\n");
            session.term.wait_for("READY> ");
            // A bash that was suspended ends there, without us as well.
            stopped = session.until_stopped_or_gone();
            seen.push(("stopped in the background", stopped.to_string()));
            seen.push(("settings in the background", session.settings()));
        }
        if stopped {
            session.term.resize(24, 80);
            session.term.resize(30, 100);
            self.back(&mut session, makes_raw(place, wrapping));
            session.term.send(self.end);
            session.term.wait_for("READY> ");
            seen.push(("status at the end", session.status()));
            seen.push(("settings at the end", session.settings()));
        }
        session.until_no_job();
        self.launch(&mut session, place, wrapping);
        self.stop(&mut session);
        session.kill(self.fatal);
        session.until_no_job();
        seen.push(("settings after kill", session.settings()));
        seen
    }

    /// SIGKILL of each process of ours.
    fn deaths(&self) {
        if missing(self.command[0]) {
            return;
        }
        for shell in Shell::ALL.into_iter().take(many(1, 4)) {
            if !missing(&shell.words()[0]) {
                deaths(shell, &plain(self.command), self.up, self.stop);
            }
        }
    }

    fn back(&self, session: &mut Session, raw: bool) {
        session.term.send("fg\n");
        session.until_it_reads(raw);
        session.term.wait_for(self.again);
    }

    fn same(&self, places: &[(Shell, Place)]) {
        let alone = Shell::ALL.map(|shell| (shell, Place::Alone));
        for &(shell, place) in alone.iter().chain(places) {
            if missing(self.command[0]) || missing(&shell.words()[0]) {
                continue;
            }
            let (ours, theirs) = (
                self.scenario(shell, place, true),
                self.scenario(shell, place, false),
            );
            assert_eq!(
                ours, theirs,
                "{:?} under {shell:?}, {place:?}",
                self.command
            );
        }
    }
}

const VIM: Interactive = Interactive {
    command: &EDITOR,
    up: "VIM - Vi IMproved",
    stop: "\x1a",
    // It draws its tildes down to the last row of the size it finds.
    again: "\x1b[29;1H",
    end: ":cq 5\r",
    // Its handler of SIGTERM writes to the terminal, and so stops again in the background.
    fatal: "KILL",
};

const SUSPENDED: Interactive = Interactive {
    command: &SHELL_INSIDE,
    up: "42 ",
    stop: "suspend\n",
    again: "42 ",
    end: "stty size; exit 7\n",
    // It ignores SIGTERM.
    fatal: "HUP",
};

#[test]
fn vim_stops_and_comes_back_as_unwrapped() {
    VIM.same(&[
        (Shell::BareBash, Place::Script),
        (Shell::Zsh, Place::Script),
        (Shell::BareBash, Place::PipelineEnd),
        (Shell::Dash, Place::PipelineEnd),
        (Shell::BareBash, Place::PipelineMiddle),
        (Shell::Dash, Place::PipelineMiddle),
    ]);
}

#[test]
fn a_bash_that_suspends_comes_back_as_unwrapped() {
    // Not in a pipeline: it leaves the job's group there, and without us nobody brings it back.
    SUSPENDED.same(&[]);
}

#[test]
fn after_sigkill_of_any_process_of_ours_under_vim_or_a_shell_the_prompt_is_sane() {
    VIM.deaths();
    SUSPENDED.deaths();
}

#[test]
fn a_stopped_job_that_is_told_to_end_but_does_not_is_gone_after_a_while() {
    // vim stops again, and bash ignores SIGTERM: who sends it to us wants us to end (DESIGN: a bounded wait, then more).
    for program in [VIM, SUSPENDED] {
        if missing(program.command[0]) || missing("bash") {
            continue;
        }
        let mut session = Session::start(Shell::Bash);
        let before = session.settings();
        program.launch(&mut session, Place::Alone, true);
        program.stop(&mut session);
        session.kill("TERM");
        session.until_no_job();
        assert_eq!(session.settings(), before);
    }
}
