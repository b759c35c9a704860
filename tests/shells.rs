//! `alias` and `completions` in real shells.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;
mod harness;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{run, shade_pty, told};
use tempfile::TempDir;

const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

fn installed(shell: &str) -> bool {
    let found = ["/usr/bin", "/bin"]
        .iter()
        .any(|folder| Path::new(folder).join(shell).exists());
    if !found {
        eprintln!("left out: {shell} is not installed");
    }
    found
}

/// A folder with a stand-in for shade-pty that tells how it was called, and an agent.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        let home = Home(tempfile::tempdir().expect("a folder"));
        let says = "#!/bin/sh\necho \"wrapped $1\"\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n";
        home.program("bin/shade-pty", says);
        home.program("bin/my-agent", "#!/bin/sh\necho \"agent$FOO $*\"\n");
        home.program("outside/my-agent", "#!/bin/sh\necho \"outside $*\"\n");
        home
    }

    fn program(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
        path
    }

    /// What a script of lines shows.
    fn shows(&self, shell: &str, script: &str) -> String {
        let file = self.program("script", script);
        let mut command = Command::new(shell);
        command.args(match shell {
            "zsh" => &["-f"][..],
            "fish" => &["--no-config"],
            _ => &[],
        });
        let path = format!("{}/bin:/usr/bin:/bin", self.0.path().display());
        command
            .arg(file)
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.0.path());
        let (status, out, errors) = told(&run(&mut command, b""));
        assert_eq!(status, Some(0), "{shell}: {script}\n{out}{errors}");
        out + &errors
    }
}

fn lines(shell: &str) -> String {
    let (status, lines, errors) = told(&run(
        &mut shade_pty(["alias", "--shell", shell, "my-agent"]),
        b"",
    ));
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    lines
}

/// What `my-agent a 'b c'` shows where `before` stands before the lines.
fn called(home: &Home, shell: &str, before: &str) -> String {
    let first = if shell == "bash" {
        "shopt -s expand_aliases\n"
    } else {
        ""
    };
    let lines = lines(shell);
    let script = |lines: &str| format!("{first}{before}\n{lines}\nmy-agent a 'b c'\n");
    let shown = home.shows(shell, &script(&lines));
    // A file that is read twice wraps once.
    assert_eq!(
        home.shows(shell, &script(&lines.repeat(2))),
        shown,
        "{shell}: {before}"
    );
    shown
}

/// The same where shade-pty is missing.
fn called_without(home: &Home, shell: &str, before: &str) -> String {
    let program = home.0.path().join("bin/shade-pty");
    let away = home.0.path().join("away");
    fs::rename(&program, &away).expect("moved");
    let shown = called(home, shell, before);
    fs::rename(&away, &program).expect("moved");
    shown
}

#[test]
fn a_command_runs_behind_shade_pty() {
    for shell in SHELLS.into_iter().filter(|s| installed(s)) {
        let home = Home::new();
        assert_eq!(
            called(&home, shell, ""),
            "wrapped --\nagent a b c\n",
            "{shell}"
        );
        assert_eq!(called_without(&home, shell, ""), "agent a b c\n", "{shell}");
    }
}

#[test]
fn an_alias_is_wrapped_and_keeps_its_words() {
    for shell in SHELLS.into_iter().filter(|s| installed(s)) {
        let home = Home::new();
        let outside = home.0.path().join("outside/my-agent");
        let alias = format!("alias my-agent='{} --x'", outside.display());
        assert_eq!(
            called(&home, shell, &alias),
            "wrapped --\noutside --x a b c\n",
            "{shell}"
        );
        assert_eq!(
            called_without(&home, shell, &alias),
            "outside --x a b c\n",
            "{shell}"
        );
        if shell == "fish" {
            continue;
        }
        let alias = "alias my-agent='FOO=1 my-agent --y=2'";
        assert_eq!(
            called(&home, shell, alias),
            "wrapped --\nagent1 --y=2 a b c\n",
            "{shell}"
        );
        assert_eq!(
            called_without(&home, shell, alias),
            "agent1 --y=2 a b c\n",
            "{shell}"
        );
        let first = if shell == "bash" {
            "shopt -s expand_aliases\n"
        } else {
            ""
        };
        let script = format!(
            "{first}alias my-agent='echo x; my-agent'\n{}\nmy-agent a b c\n",
            lines(shell)
        );
        let shown = home.shows(shell, &script);
        assert!(
            shown.contains("left as it is") && shown.contains("x\nagent a b c"),
            "{shell}: {shown}"
        );
    }
}

#[test]
fn a_function_is_wrapped_and_still_does_what_it_did() {
    for shell in SHELLS.into_iter().filter(|s| installed(s)) {
        let home = Home::new();
        let function = match shell {
            "fish" => "function my-agent\n  echo \"it's\"\n  command my-agent --f $argv\nend",
            _ => "function my-agent {\n  echo \"it's\"\n  command my-agent --f \"$@\"\n}",
        };
        assert_eq!(
            called(&home, shell, function),
            "wrapped --\nit's\nagent --f a b c\n",
            "{shell}"
        );
        assert_eq!(
            called_without(&home, shell, function),
            "it's\nagent --f a b c\n",
            "{shell}"
        );
    }
}

#[test]
fn the_shell_is_the_users_own_and_wrong_names_are_refused() {
    let of =
        |shell: &str, name: &str| told(&run(shade_pty(["alias", name]).env("SHELL", shell), b""));
    for shell in SHELLS {
        assert_eq!(of(&format!("/bin/{shell}"), "my-agent").1, lines(shell));
    }
    for (shell, name, part) in [
        ("/bin/sh", "x", "say --shell bash, zsh or fish"),
        ("/bin/bash", "$(x)", "`$(x)` cannot be an alias"),
        ("/bin/bash", "/bin/x", "`/bin/x` cannot be an alias"),
        ("/bin/bash", "shade-pty", "name another command"),
    ] {
        let (status, out, errors) = of(shell, name);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{name}");
        assert!(errors.contains(part), "{errors}");
    }
}

#[test]
fn the_shell_that_reads_the_lines_is_known() {
    for shell in SHELLS.into_iter().filter(|s| installed(s)) {
        let script = format!("'{}' alias my-agent", env!("CARGO_BIN_EXE_shade-pty"));
        // Not the last command of the script: a shell would become it.
        let script = format!("{script}; true");
        let mut command = std::process::Command::new(shell);
        command.args(["-c", &script]).env("SHELL", "/bin/other");
        let (status, out, errors) = told(&run(&mut command, b""));
        assert_eq!((status, out), (Some(0), lines(shell)), "{shell}: {errors}");
    }
}

fn completions(shell: &str) -> String {
    let (status, text, errors) = told(&run(&mut shade_pty(["completions", shell]), b""));
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    text
}

#[test]
fn what_help_hides_is_not_offered() {
    for shell in SHELLS {
        let text = completions(shell);
        assert!(
            text.contains("doctor") && text.contains("background"),
            "{shell}"
        );
        for hidden in ["play-demo", "test-fault", "man-config"] {
            assert!(!text.contains(hidden), "{shell}: {hidden}");
        }
    }
}

#[test]
fn bash_completes_our_options_and_the_commands_own() {
    if !installed("bash") {
        return;
    }
    let home = Home::new();
    let ask = |words: &str, at: usize| {
        let script = format!(
            "{}\n_own() {{ COMPREPLY=(\"own-$COMP_CWORD-$2-$3\"); }}\ncomplete -F _own my-agent\nCOMP_WORDS=({words})\nCOMP_CWORD={at}\n_shade__pty shade-pty \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
            completions("bash")
        );
        home.shows("bash", &script)
    };
    assert!(ask("shade-pty --backg", 1).contains("--background"));
    assert_eq!(
        ask("shade-pty --repair off -- my-agent sub x", 6),
        "own-2-x-sub\n"
    );
    assert!(
        ask("shade-pty -- my-ag", 2)
            .lines()
            .any(|l| l == "my-agent")
    );
}

#[test]
fn fish_completes_our_options_and_the_commands_own() {
    if !installed("fish") {
        return;
    }
    let home = Home::new();
    let ask = |line: &str| {
        let script = format!(
            "{}\ncomplete -c my-agent -f -a 'own-word other'\ncomplete -C '{line}'\n",
            completions("fish")
        );
        home.shows("fish", &script)
    };
    assert!(ask("shade-pty --backg").contains("--background"));
    assert!(ask("shade-pty --repair off -- my-agent ow").contains("own-word"));
}

/// zsh completes on a terminal only.
#[test]
fn zsh_completes_our_options_and_the_commands_own_also_behind_an_alias() {
    if !installed("zsh") {
        return;
    }
    let home = Home::new();
    let own = "_own() { compadd own-word }; compdef _own my-agent other-agent\n";
    let script = format!(
        "autoload -U compinit; compinit -u -D\n{}\n{own}alias my-agent='other-agent --x'\n{}\n",
        completions("zsh"),
        lines("zsh")
    );
    let file = home.program("start", &script).display().to_string();
    let words = ["zsh", "-f", "-i"].map(str::to_owned);
    let mut term = harness::Term::prepared(&words, harness::SIZE, |command| {
        command.env("TERM", "dumb").env("HOME", home.0.path());
    });
    term.wait_for("READY> ");
    term.send(&format!("source {file}; echo DO''NE\n"));
    term.wait_for("DONE");
    term.wait_for("READY> ");
    for (line, completed) in [
        ("shade-pty --backg", "round"),
        ("shade-pty --repair off -- other-agent ow", "n-word"),
        ("my-agent ow", "n-word"),
    ] {
        term.send(line);
        term.wait_for(line);
        term.send("\t");
        term.wait_for(completed);
        // The line is killed.
        term.send("\x15");
    }
}
