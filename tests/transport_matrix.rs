//! Job control: programs that stop in their own ways, under shells that have their own ways. Everything is done twice,
//! wrapped and unwrapped, and what can be seen at each step must be the same.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use harness::*;
use nix::libc;

/// An interactive shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shell {
    Bash,
    /// Without readline, which now and then loses a key that is typed while it takes the terminal over.
    BareBash,
    Zsh,
    Fish,
    Dash,
}

impl Shell {
    const ALL: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Dash];

    fn words(self) -> Vec<String> {
        plain(match self {
            Shell::Bash => &["bash", "--norc", "--noprofile", "-i"],
            Shell::BareBash => &["bash", "--norc", "--noprofile", "--noediting", "-i"],
            Shell::Zsh => &["zsh", "-f", "-i"],
            Shell::Fish => &[
                "fish",
                "--no-config",
                "-i",
                "-C",
                "function fish_prompt; echo -n 'READY> '; end; function fish_greeting; end",
            ],
            Shell::Dash => &["dash", "-i"],
        })
    }

    /// The lines that end the one job.
    fn kill(self) -> &'static [&'static str] {
        match self {
            Shell::Bash | Shell::BareBash | Shell::Zsh => &["kill %1"],
            Shell::Dash => &["kill %1", "kill -CONT %1"],
            Shell::Fish => &[
                "set group (jobs -g | tail -n 1)",
                "kill -TERM -- -$group",
                "kill -CONT -- -$group",
            ],
        }
    }

    /// The variable with the last command's status.
    fn status(self) -> &'static str {
        match self {
            Shell::Fish => "$status",
            Shell::Bash | Shell::BareBash | Shell::Zsh | Shell::Dash => "$?",
        }
    }
}

/// A shell at its prompt.
struct Session {
    shell: Shell,
    term: Term,
    /// For its files.
    folder: tempfile::TempDir,
    asked: usize,
}

impl Session {
    fn start(shell: Shell) -> Session {
        let mut words = plain(&["env", "HOME=/nonexistent", "LC_ALL=C.UTF-8"]);
        words.extend(shell.words());
        let mut term = Term::start(&words);
        term.wait_for("READY> ");
        Session {
            shell,
            term,
            folder: tempfile::tempdir().unwrap(),
            asked: 0,
        }
    }

    /// What a line at the prompt prints.
    fn ask(&mut self, line: &str) -> String {
        self.asked += 1;
        let n = self.asked;
        // Split, so that the echo is not taken for the answer.
        self.term
            .send(&format!("echo B''EGIN{n}; {line}; echo E''ND{n}\n"));
        self.term.wait_for(&format!("BEGIN{n}\r\n"));
        let answer = self.term.wait_for(&format!("END{n}\r\n"));
        self.term.wait_for("READY> ");
        answer.replace('\r', "")
    }

    /// The last command's status; to be asked first.
    fn status(&mut self) -> String {
        let line = format!("echo \"<\"{}\">E\"ND\n", self.shell.status());
        self.term.send(&line);
        let answer = self.term.wait_for(">END\r\n");
        self.term.wait_for("READY> ");
        answer.rsplit('<').next().unwrap().to_owned()
    }

    /// What matters of the settings that a command of the shell finds.
    fn settings(&mut self) -> String {
        self.ask("stty -a | tr ' ;' '\\n\\n' | grep -xE -- '-?(icanon|echo|isig|icrnl|opost|onlcr)' | tr '\\n' ' '")
    }

    /// How many jobs the shell has, by the state it names.
    fn jobs(&mut self, state: &str) -> String {
        // A command of its own first: it has the shell look at its children. No pipe: dash forgets its jobs there.
        let file = self.folder.path().join("jobs");
        let file = file.display();
        let line = format!("/bin/true; jobs >{file}; grep -ciE '{state}' {file}");
        self.ask(&line).trim().to_owned()
    }

    /// Types ^Z and waits for the prompt, and until all of the job has stopped: a reader that was told to stop but has not
    /// run since would still take what is typed.
    fn stop(&mut self) {
        self.term.send("\x1a");
        self.term.wait_for("READY> ");
        let shell = self.term.pid();
        until("the job sleeps", || {
            let mut rest = children(shell);
            while let Some(pid) = rest.pop() {
                // What is in another session stops by itself, beforehand.
                let awake = !matches!(state(pid), None | Some('T' | 'Z'));
                if awake && session(pid) == Some(shell) {
                    return None;
                }
                rest.extend(children(pid));
            }
            Some(())
        });
    }

    /// Waits until a command has the terminal from the shell, and the wrapper, if there is one, has made it raw.
    fn until_it_reads(&mut self, wrapping: bool) {
        let shell = self.term.pid();
        until("a job is in the foreground", || {
            (self.term.foreground() != shell).then_some(())
        });
        if wrapping {
            self.term.wait_until_raw();
        }
    }

    /// Waits until the shell says that it has no job.
    fn until_no_job(&mut self) {
        until("the job is gone", || {
            (self.jobs("stopped|suspended|running") == "0").then_some(())
        });
    }

    fn quote(words: &[String]) -> String {
        words
            .iter()
            .map(|w| format!("'{w}'"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Starts a command line.
    fn launch(&mut self, words: &[String], place: Place) {
        let command = Session::quote(words);
        let line = match place {
            Place::Alone => command,
            Place::Script => {
                let script = self.folder.path().join("script");
                std::fs::write(&script, format!("{command}\nexit $?\n")).unwrap();
                format!("dash {}", script.display())
            }
            Place::PipelineEnd => format!("/bin/true | {command} </dev/tty"),
            Place::PipelineMiddle => format!("/bin/true | {command} </dev/tty | /bin/cat"),
        };
        self.term.send(&format!("{line}\n"));
    }
}

/// A process's session (proc(5)).
fn session(pid: i32) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split(' ').nth(3)?.parse().ok()
}

/// Where the command stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the prompt.
    Alone,
    /// In a script without job control.
    Script,
    /// Behind another command.
    PipelineEnd,
    /// Between others: standard output is no terminal.
    PipelineMiddle,
}

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

fn wrap(words: &[String], wrapping: bool) -> Vec<String> {
    if wrapping {
        wrapped(&words.iter().map(String::as_str).collect::<Vec<_>>())
    } else {
        words.to_vec()
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
    session.launch(&wrap(&program.words(folder.path()), wrapping), place);
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
    session.launch(&wrap(&program.words(folder.path()), wrapping), place);
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
                    &wrap(&Program::RawGroup.words(folder.path()), true),
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
                    // Nobody is left to wake the front; it says what happened when the shell does.
                    session.term.send("fg\n");
                    session.term.wait_for("was killed");
                    session.term.wait_for("READY> ");
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
    session.launch(&wrap(&plain(command), wrapping), Place::Alone);
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
