//! Job control: programs that stop in their own ways, under shells that have their own ways. Everything is done twice,
//! wrapped and unwrapped, and what can be seen at each step must be the same.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::shells::{Place, Session, Shell};
use harness::*;
use nix::libc;

/// A program that stops on ^Z in its own way, says `UP` when it can be stopped, and ends on `q` with status 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    /// Leaves it to the terminal.
    Cooked,
    /// Sees ^Z as a key, and stops its whole group.
    RawGroup,
    /// Sees ^Z as a key, and stops itself by SIGSTOP.
    RawSelf,
    /// A shell script around a program that stops itself.
    Shim,
}

const PROGRAMS: [Program; 4] = [
    Program::Cooked,
    Program::RawGroup,
    Program::RawSelf,
    Program::Shim,
];

/// A raw program: after each key it says its size; it puts the settings back before it stops by `$1`.
const RAW: &str = r#"while :; do
    stty raw -echo; printf "U""P($(stty size))"; k=$(dd bs=1 count=1 2>/dev/null)
    case $k in q) stty sane; exit 6;; $(printf "\032")) stty sane; kill -$1 $2;; esac
done"#;

impl Program {
    fn words(self, folder: &std::path::Path) -> Vec<String> {
        let path = folder.join("raw");
        let raw = path.to_str().unwrap();
        std::fs::write(&path, RAW).unwrap();
        let shim = folder.join("shim");
        std::fs::write(&shim, format!("sh {raw} TSTP 0\nexit $?\n")).unwrap();
        let own = folder.join("own");
        // `$$` in a file, so that no shell on the way expands it.
        std::fs::write(&own, RAW.replace("kill -$1 $2", "kill -STOP $$")).unwrap();
        let cooked = folder.join("cooked");
        std::fs::write(
            &cooked,
            "while :; do printf \"U\"\"P($(stty size))\"; read k; case $k in q) exit 6;; esac; done",
        )
        .unwrap();
        match self {
            Program::Cooked => plain(&["sh", cooked.to_str().unwrap()]),
            Program::RawGroup => plain(&["sh", raw, "TSTP", "0"]),
            Program::RawSelf => plain(&["sh", own.to_str().unwrap()]),
            Program::Shim => plain(&["sh", shim.to_str().unwrap()]),
        }
    }

    /// What a key needs to be read.
    fn key(self, key: &str) -> String {
        match self {
            Program::Cooked => format!("{key}\n"),
            Program::RawGroup | Program::RawSelf | Program::Shim => key.to_owned(),
        }
    }
}

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
    for line in shell.kill() {
        session.ask(line);
    }
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
        for program in [Program::Cooked, Program::RawGroup, Program::Shim] {
            for shell in [Shell::BareBash, Shell::Dash] {
                if !missing(&shell.words()[0]) {
                    same(shell, program, place);
                }
            }
        }
    }
}

/// Starts an interactive program, stops it by `stop`, looks around, brings it back in another size, and ends it.
fn interactive(
    shell: Shell,
    command: &[&str],
    (up, stop, again, end): (&str, &str, &str, &str),
    wrapping: bool,
) -> Vec<(&'static str, String)> {
    eprintln!("{command:?} under {shell:?}, wrapped: {wrapping}");
    let mut session = Session::start(shell);
    let mut seen = Vec::new();
    session.launch(&wrapped_if(&plain(command), wrapping), Place::Alone);
    session.term.wait_for(up);
    session.until_it_reads(wrapping);
    session.term.send(stop);
    session.term.wait_for("READY> ");
    seen.push(("status while stopped", session.status()));
    seen.push(("jobs while stopped", session.jobs("stopped|suspended")));
    seen.push(("settings while stopped", session.settings()));
    session.term.resize(30, 100);
    session.term.send("fg\n");
    session.until_it_reads(wrapping);
    session.term.wait_for(again);
    session.term.send(end);
    session.term.wait_for("READY> ");
    seen.push(("status at the end", session.status()));
    seen.push(("settings at the end", session.settings()));
    session.until_no_job();
    seen
}

#[test]
fn vim_stops_and_comes_back_as_unwrapped() {
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Dash] {
        if missing("vim") || missing(&shell.words()[0]) {
            continue;
        }
        let command = ["vim", "-u", "NONE", "-i", "NONE", "-n"];
        // It draws its tildes down to the last row of the size it finds.
        let steps = ("VIM - Vi IMproved", "\x1a", "\x1b[29;1H", ":cq 5\r");
        let run = |wrapping| interactive(shell, &command, steps, wrapping);
        assert_eq!(run(true), run(false), "under {shell:?}");
    }
}

#[test]
fn a_bash_that_suspends_comes_back_as_unwrapped() {
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Dash] {
        if missing(&shell.words()[0]) {
            continue;
        }
        let command = [
            "env",
            // What is echoed must not be taken for the prompt.
            "PS1=$((40+2)) ",
            "bash",
            "--norc",
            "--noprofile",
            "--noediting",
            "-i",
        ];
        let steps = ("42 ", "suspend\n", "42 ", "stty size; exit 7\n");
        let run = |wrapping| interactive(shell, &command, steps, wrapping);
        assert_eq!(run(true), run(false), "under {shell:?}");
    }
}
