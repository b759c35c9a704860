//! Interactive programs draw the same screens inside as outside, step by step, as panes of a tmux server show them.
//!
//! tmux is the terminal here: it keeps the screen, so that two runs can be compared cell by cell (`capture-pane -e`)
//! whatever bytes made them. What is not installed is left out, with a message.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on fails

mod harness;

use std::path::Path;
use std::process::Command;

use harness::*;

/// A tmux server of its own with one pane of 80 x 24.
struct Pane {
    folder: tempfile::TempDir,
}

impl Pane {
    fn start(command: &[String], home: &Path) -> Pane {
        let pane = Pane {
            folder: tempfile::tempdir().unwrap(),
        };
        let line = command
            .iter()
            .map(|w| format!("'{}'", w.replace('\'', r"'\''")))
            .collect::<Vec<_>>()
            .join(" ");
        let config = pane.folder.path().join("conf");
        std::fs::write(
            &config,
            "set -g status off\nset -g default-terminal tmux-256color\nset -s escape-time 0\n",
        )
        .unwrap();
        let mut tmux = pane.tmux();
        tmux.args(["-f", config.to_str().unwrap(), "new-session", "-d"])
            .args(["-x", "80", "-y", "24", "-c"])
            .arg(home)
            // When the command has ended, what it left on the screen remains.
            .arg(format!("trap : INT; {line}; echo ended $?; read gone"))
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env("SHELL", "/bin/sh")
            .env("HOME", home)
            .env("PS1", "READY> ")
            .env("PAGER", "less")
            .env("LESSHISTFILE", "-");
        assert!(tmux.status().unwrap().success());
        pane
    }

    fn tmux(&self) -> Command {
        let mut tmux = Command::new("tmux");
        tmux.arg("-S").arg(self.folder.path().join("socket"));
        tmux
    }

    fn keys(&self, keys: &str) {
        let mut tmux = self.tmux();
        tmux.args(["send-keys"]).args(keys.split(' '));
        assert!(tmux.status().unwrap().success());
    }

    fn resize(&self, cols: u16, rows: u16) {
        let mut tmux = self.tmux();
        let (x, y) = (cols.to_string(), rows.to_string());
        tmux.args(["resize-window", "-x", &x, "-y", &y]);
        assert!(tmux.status().unwrap().success());
    }

    /// The screen with its attributes, and where the cursor is and how it looks.
    fn screen(&self) -> String {
        let take = |arguments: &[&str]| {
            let output = self.tmux().args(arguments).output().unwrap();
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        let cells = take(&["capture-pane", "-p", "-e"]);
        let modes = "#{cursor_x},#{cursor_y} #{cursor_flag}#{alternate_on}#{insert_flag}#{keypad_cursor_flag}#{keypad_flag}#{mouse_any_flag}#{origin_flag}#{wrap_flag} #{scroll_region_upper},#{scroll_region_lower} #{history_size}";
        cells + &take(&["display-message", "-p", modes])
    }
}

impl Drop for Pane {
    fn drop(&mut self) {
        let _ = self.tmux().arg("kill-server").status();
    }
}

/// One step: keys for tmux's `send-keys`, or a size, and a text that stands on the screen once it is done; behind `!`,
/// one that no longer does.
enum Step {
    Keys(&'static str, &'static str),
    Size(u16, u16, &'static str),
}
use Step::{Keys, Size};

/// Runs a program outside and inside at the same time, and compares after each step.
fn same_screens(command: &[&str], first: &str, steps: &[Step]) {
    same_masked_screens(command, first, steps, str::to_owned);
}

/// The same where something on the screen changes by itself, which `mask` hides.
fn same_masked_screens(
    command: &[&str],
    first: &str,
    steps: &[Step],
    mask: impl Fn(&str) -> String,
) {
    if missing("tmux") || missing(command[0]) {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let lines: String = (1..=200)
        .map(|i| format!("line {i} of the text\n"))
        .collect();
    std::fs::write(home.path().join("text"), lines).unwrap();
    let outside = Pane::start(&plain(command), home.path());
    let inside = Pane::start(&wrapped(command), home.path());
    let compare = |text: &str| {
        let mut last = (String::new(), String::new());
        // Both show the text, and the same; a difference that stays is one.
        let met = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            until("the screens are the same", || {
                last = (mask(&outside.screen()), mask(&inside.screen()));
                let there = match text.strip_prefix('!') {
                    Some(gone) => !last.0.contains(gone),
                    None => last.0.contains(text),
                };
                (last.0 == last.1 && there).then_some(())
            });
        }));
        assert!(
            met.is_ok(),
            "{command:?}, waiting for {text:?}; outside:\n{}\ninside:\n{}",
            last.0,
            last.1
        );
    };
    compare(first);
    for step in steps {
        match step {
            Keys(keys, text) => {
                outside.keys(keys);
                inside.keys(keys);
                compare(text);
            }
            Size(cols, rows, text) => {
                outside.resize(*cols, *rows);
                inside.resize(*cols, *rows);
                compare(text);
            }
        }
    }
}

#[test]
fn bash() {
    same_screens(
        &["bash", "--norc", "--noprofile"],
        "READY>",
        &[
            Keys("echo Space one Enter", "\none"),
            Keys("cat Space text Enter", "line 200 of the text"),
            Keys("C-r one", "reverse-i-search"),
            Keys("C-g", "READY>"),
            Keys("echo Space a C-a C-k C-y C-y", "READY> echo aecho a"),
            Size(60, 20, "echo aecho a"),
            Keys("C-u echo Space two Enter", "\ntwo"),
            Keys("exit Enter", "ended 0"),
        ],
    );
}

#[test]
fn zsh() {
    same_screens(
        &["zsh", "-f"],
        "READY>",
        &[
            Keys("echo Space one Enter", "\none"),
            Keys("ls Space te Tab", "READY> ls text"),
            Keys("Enter", "\ntext"),
            Keys("printf Space half Enter", "half"),
            Size(60, 20, "half"),
            Keys("exit Enter", "ended 0"),
        ],
    );
}

#[test]
fn vim() {
    same_screens(
        &["vim", "-u", "NONE", "-i", "NONE", "-n", "text"],
        "line 1 of the text",
        &[
            Keys("50G", "line 50 of"),
            Keys("C-f", "line 80 of"),
            Keys("ihello Escape", "hello"),
            Keys(":set Space number Enter", " 80 "),
            Keys("/line Space 150 Enter", "150"),
            Keys(":split Enter", "150"),
            Size(100, 30, "150"),
            Keys("dd", "151"),
            Keys(":qa! Enter", "ended 0"),
        ],
    );
}

#[test]
fn less() {
    same_screens(
        &["less", "-R", "text"],
        "line 1 of the text",
        &[
            Keys("Space", "line 40 of"),
            Keys("b", "line 1 of"),
            Keys("/150 Enter", "line 151 of"),
            Keys("G", "(END)"),
            Size(60, 15, "\nline 191 of"),
            Keys("q", "ended 0"),
        ],
    );
}

#[test]
fn man() {
    // Whatever page there is: less shows it.
    same_screens(
        &["man", "man"],
        "Manual page",
        &[
            Keys("Space", "Manual page"),
            Keys("/FILES Enter", "FILES"),
            Keys("q", "ended 0"),
        ],
    );
}

#[test]
fn git_log() {
    let script = "git init -q repository; cd repository; export GIT_AUTHOR_DATE=2001-01-01T00:00Z GIT_COMMITTER_DATE=2001-01-01T00:00Z; \
        for i in $(seq 40); do git -c user.name=n -c user.email=e commit -q --allow-empty -m \"change $i\"; done; exec git -c pager.log=true log --color --graph";
    if missing("git") {
        return;
    }
    for_each_folder(script);
}

/// `git log` of the same history, made in a folder of each side's own.
fn for_each_folder(script: &str) {
    let script = format!("cd $(mktemp -d); {script}");
    same_screens(
        &["sh", "-c", &script],
        "change 40",
        &[
            Keys("Space", "change 36"),
            Keys("G", "change 1\n"),
            Keys("q", "ended 0"),
        ],
    );
}

#[test]
fn python() {
    same_screens(
        &["python3", "-q"],
        ">>>",
        &[
            Keys("6*7 Enter", "42"),
            Keys("for Space i Space in Space range(3): Enter", "..."),
            Keys("Space Space print(i) Enter Enter", "2\n>>>"),
            Keys("Up Up C-c", "KeyboardInterrupt"),
            Keys("C-d", "ended 0"),
        ],
    );
}

#[test]
fn tmux_inside() {
    same_screens(
        &[
            "env",
            "-u",
            "TMUX",
            "sh",
            "-c",
            "S=$(mktemp -u); tmux -S $S -f /dev/null new-session 'exec bash --norc --noprofile'; tmux -S $S kill-server",
        ],
        "READY>",
        &[
            Keys("echo Space one Enter", "\none"),
            Keys("C-b %", "│"),
            Keys("C-b d", "ended 0"),
        ],
    );
}

/// Leaves the words: numbers, meters and their colours change between any two looks.
fn words(screen: &str) -> String {
    let mut text = String::new();
    let mut rest = screen;
    while let Some((before, after)) = rest.split_once("\x1b[") {
        text.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    let letters = |line: &str| -> String {
        let words = line
            .split(|c: char| !c.is_alphabetic())
            .filter(|w| w.len() > 2);
        words.collect::<Vec<_>>().join(" ")
    };
    // Midnight Commander's hints are drawn by lot.
    let lines = text.lines().filter(|line| !line.contains("Hint:"));
    lines.map(letters).collect::<Vec<_>>().join("\n")
}

#[test]
fn top() {
    same_masked_screens(
        &["top", "-p", "1"],
        "PID USER",
        &[
            Keys("h", "Help for Interactive Commands"),
            Keys("Escape", "PID USER"),
            Keys("q", "ended"),
        ],
        words,
    );
}

#[test]
fn htop() {
    same_masked_screens(
        &["htop", "-p", "1"],
        "Quit",
        &[
            Keys("h", "Released"),
            Keys("Escape", "Quit"),
            // The keys stand in the last row again.
            Size(100, 30, "!Quit\n\n"),
            Keys("q", "ended"),
        ],
        words,
    );
}

#[test]
fn midnight_commander() {
    same_masked_screens(
        &["mc", "-u"],
        "Menu",
        &[
            Keys("F9 Down", "Filter"),
            Keys("Escape Escape", "!Filter"),
            Keys("End F3", "UnWrap"),
            Keys("F10", "!UnWrap"),
            Size(100, 30, "!Quit\n\n"),
            Keys("F10", "ended"),
        ],
        words,
    );
}
