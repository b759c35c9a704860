//! Interactive shells at their prompts, and what can be asked of them.

use super::{Term, children, plain, quoted, session, state, until};

/// An interactive shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shell {
    Bash,
    /// Without readline, which now and then loses a key that is typed while it takes the terminal over.
    BareBash,
    Zsh,
    Fish,
    Dash,
}

impl Shell {
    pub(crate) const ALL: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Dash];

    pub(crate) fn words(self) -> Vec<String> {
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

    /// The lines that end the one job, which is stopped, by this signal.
    pub(crate) fn kill(self, signal: &str) -> Vec<String> {
        match self {
            // These two continue what they have sent SIGTERM or SIGHUP to.
            Shell::Bash | Shell::BareBash | Shell::Zsh => vec![format!("kill -{signal} %1")],
            Shell::Dash => vec![format!("kill -{signal} %1"), "kill -CONT %1".to_owned()],
            Shell::Fish => vec![
                "set group (jobs -g | tail -n 1)".to_owned(),
                format!("kill -{signal} -- -$group"),
                "kill -CONT -- -$group".to_owned(),
            ],
        }
    }

    /// The variable with the last command's status.
    pub(crate) fn status(self) -> &'static str {
        match self {
            Shell::Fish => "$status",
            Shell::Bash | Shell::BareBash | Shell::Zsh | Shell::Dash => "$?",
        }
    }
}

/// A shell at its prompt.
pub(crate) struct Session {
    shell: Shell,
    pub(crate) term: Term,
    /// For its files.
    folder: tempfile::TempDir,
    asked: usize,
}

impl Session {
    pub(crate) fn start(shell: Shell) -> Session {
        let folder = tempfile::tempdir().unwrap();
        let home = format!("HOME={}", folder.path().display());
        let mut words = plain(&["env", &home, "LC_ALL=C.UTF-8"]);
        words.extend(shell.words());
        let mut term = Term::start(&words);
        term.wait_for("READY> ");
        Session {
            shell,
            term,
            folder,
            asked: 0,
        }
    }

    /// What a line at the prompt prints.
    pub(crate) fn ask(&mut self, line: &str) -> String {
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
    pub(crate) fn status(&mut self) -> String {
        let line = format!("echo \"<\"{}\">E\"ND\n", self.shell.status());
        self.term.send(&line);
        let answer = self.term.wait_for(">END\r\n");
        self.term.wait_for("READY> ");
        answer.rsplit('<').next().unwrap().to_owned()
    }

    /// What matters of the settings that a command of the shell finds.
    pub(crate) fn settings(&mut self) -> String {
        self.ask("stty -a | tr ' ;' '\\n\\n' | grep -xE -- '-?(icanon|echo|isig|icrnl|opost|onlcr)' | tr '\\n' ' '")
    }

    /// How many jobs the shell has, by the state it names.
    pub(crate) fn jobs(&mut self, state: &str) -> String {
        // A command of its own first: it has the shell look at its children. No pipe: dash forgets its jobs there.
        let file = self.folder.path().join("jobs");
        let file = file.display();
        let line = format!("/bin/true; jobs >{file}; grep -ciE '{state}' {file}");
        self.ask(&line).trim().to_owned()
    }

    /// Types ^Z and waits for the prompt, and until all of the job has stopped: a reader that was told to stop but has not
    /// run since would still take what is typed.
    pub(crate) fn stop(&mut self) {
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
    pub(crate) fn until_it_reads(&mut self, wrapping: bool) {
        let shell = self.term.pid();
        until("a job is in the foreground", || {
            (self.term.foreground() != shell).then_some(())
        });
        if wrapping {
            self.term.wait_until_raw();
        }
    }

    /// Ends the stopped job.
    pub(crate) fn kill(&mut self, signal: &str) {
        for line in self.shell.kill(signal) {
            self.ask(&line);
        }
    }

    /// Waits until the shell says that its job is stopped, or that it has none any more.
    pub(crate) fn until_stopped_or_gone(&mut self) -> bool {
        until("the job has stopped or ended", || {
            if self.jobs("stopped|suspended") == "1" {
                return Some(true);
            }
            (self.jobs("stopped|suspended|running") == "0").then_some(false)
        })
    }

    /// Waits until the shell says that it has no job.
    pub(crate) fn until_no_job(&mut self) {
        until("the job is gone", || {
            (self.jobs("stopped|suspended|running") == "0").then_some(())
        });
    }

    /// Starts a command line.
    pub(crate) fn launch(&mut self, words: &[String], place: Place) {
        let command = quoted(words);
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

/// Where the command stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// At the prompt.
    Alone,
    /// In a script without job control.
    Script,
    /// Behind another command.
    PipelineEnd,
    /// Between others: standard output is no terminal.
    PipelineMiddle,
}
