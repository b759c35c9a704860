//! `shade-pty --record` through the built program.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

mod harness;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use harness::recordings::output_of;
use harness::{Term, ending, kill, outcome, plain, until};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shade-pty");

fn words(arguments: &[&str], command: &[&str]) -> Vec<String> {
    plain(&[&[PROGRAM], arguments, &["--"], command].concat())
}

/// The events of a recording, behind its header.
fn events(path: &Path) -> Vec<(f64, String, String)> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}")))
        .collect()
}

/// What a recording's output events hold, by `filter` without a background.
fn bytes(path: &Path) -> Vec<u8> {
    output_of(&fs::read(path).unwrap()).1.concat()
}

#[test]
fn the_childs_own_bytes_are_recorded_and_how_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cast");
    let file = path.to_str().unwrap();
    let script = r"stty -opost; printf '<think>\r\nwhy \377\303\r\n'; printf '\342\234'; sleep 0.02; printf '\263</think>\r\nso\r\n'; exit 3";
    let (shown, end) = outcome(&words(&["--record", file], &["sh", "-c", script]));
    assert_eq!(end, "exit 3");
    assert!(shown.contains("\x1b[48;5;236m"), "{shown:?}");
    assert_eq!(
        bytes(&path),
        b"<think>\r\nwhy \xff\xc3\r\n\xe2\x9c\xb3</think>\r\nso\r\n"
    );
    let text = fs::read_to_string(&path).unwrap();
    let last = text.lines().last().unwrap();
    assert!(last.ends_with(",\"x\",\"3\"]"), "{text}");
    let header = text.lines().next().unwrap();
    let header: serde_json::Value = serde_json::from_str(header).unwrap();
    assert_eq!(header["version"], 3);
    assert_eq!(header["term"]["cols"], 80);
    assert!(header.get("command").is_none() && header.get("env").is_none());
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_recording_says_by_which_profile_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cast");
    let file = path.to_str().unwrap();
    let script = r"printf '\033[2mwhy\033[0m\nso\n'";
    outcome(&words(
        &["--profile", "llm", "--record", file],
        &["sh", "-c", script],
    ));
    let rows = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command
            .args(["explain", "--json"])
            .args(arguments)
            .arg(file);
        let output = command
            .env("XDG_CONFIG_HOME", folder.path())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(
        rows(&[]).contains("\"kind\":\"reasoning\""),
        "{}",
        rows(&[])
    );
    assert!(!rows(&["--profile", "generic"]).contains("reasoning"));
}

#[test]
fn an_unshaded_command_is_recorded_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cast");
    let file = path.to_str().unwrap();
    let arguments = ["--color", "never", "--record", file];
    let (shown, _) = outcome(&words(&arguments, &["echo", "<think>"]));
    assert_eq!(shown, "<think>\r\n");
    assert_eq!(bytes(&path), b"<think>\r\n");
}

#[test]
fn sizes_are_recorded_and_input_only_on_request() {
    for input in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cast");
        let file = path.to_str().unwrap();
        let mut arguments = vec!["--record", file];
        if input {
            arguments.push("--record-input");
        }
        let script = "trap 'echo turned' WINCH; echo ready; read x; read y; echo $x";
        let mut term = Term::start(&words(&arguments, &["bash", "-c", script]));
        term.wait_for("ready");
        term.resize(30, 100);
        until("the size is recorded", || {
            term.send_when_raw("");
            events(&path).iter().any(|e| e.1 == "r").then_some(())
        });
        term.send("secret\r\r\r");
        assert_eq!(ending(term.end()), "exit 0");
        let all = events(&path);
        assert!(all.iter().any(|e| e.1 == "r" && e.2 == "100x30"), "{all:?}");
        let typed: String = all
            .iter()
            .filter(|e| e.1 == "i")
            .map(|e| e.2.as_str())
            .collect();
        assert_eq!(typed, if input { "secret\r\r\r" } else { "" });
    }
}

#[test]
fn a_killed_recorder_leaves_a_recording() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cast");
    let file = path.to_str().unwrap();
    let script = "echo one; sleep 60 & wait";
    let mut term = Term::start(&words(&["--record", file], &["sh", "-c", script]));
    term.wait_for("one");
    until("it is written", || {
        (bytes(&path) == b"one\r\n").then_some(())
    });
    kill(term.pid(), 9);
    term.end();
    assert_eq!(events(&path).len(), 1);
}

#[test]
fn nothing_that_is_there_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cast");
    fs::write(&path, "mine").unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(folder.path().join("elsewhere"), &link).unwrap();
    for file in [&path, &link] {
        let file = file.to_str().unwrap();
        let (shown, end) = outcome(&words(&["--record", file], &["echo", "ran"]));
        assert_eq!(end, "exit 125", "{shown}");
        assert!(
            shown.contains("cannot record") && shown.contains("is there already"),
            "{shown}"
        );
        assert!(!shown.contains("ran"), "{shown}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    assert!(!folder.path().join("elsewhere").exists());
}

#[test]
fn a_full_disk_is_told_once_afterwards() {
    for script in ["echo fine", "ulimit -f 1; yes | head -c 100000; echo fine"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cast");
        let (file, limit) = match script.starts_with("ulimit") {
            true => (path.to_str().unwrap(), "ulimit -f 1; "),
            false => ("/dev/full", ""),
        };
        let run = format!("{limit}exec \"$@\"");
        let mut term = Term::script(&run, &words(&["--record", file], &["sh", "-c", script]));
        let end = ending(term.end());
        let shown = String::from_utf8_lossy(&term.shown).into_owned();
        assert_eq!(end, "exit 0", "{shown}");
        let after = &shown[shown.find("fine\r\n").unwrap()..];
        assert_eq!(
            after.matches("the recording is not complete").count(),
            1,
            "{after}"
        );
        assert_eq!(shown.matches("shade-pty:").count(), 1);
        if !limit.is_empty() {
            // What is there is whole.
            events(&path);
        }
    }
}

#[test]
fn a_folder_that_has_gone_is_told_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let path = inner.join("a.cast");
    let script = format!("rm -r '{}'; echo fine", inner.display());
    let file = path.to_str().unwrap();
    let (shown, end) = outcome(&words(&["--record", file], &["sh", "-c", &script]));
    assert_eq!(end, "exit 0");
    assert!(shown.starts_with("fine\r\n"), "{shown}");
    assert!(shown.contains("the recording is not complete"), "{shown}");
}

#[test]
fn a_folder_in_the_settings_gets_a_file_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("new/sessions");
    for _ in 0..2 {
        let mut term = Term::prepared(&words(&[], &["echo", "x"]), harness::SIZE, |c| {
            c.env("SHADE_PTY_RECORD", &inner);
        });
        assert_eq!(ending(term.end()), "exit 0");
    }
    let files: Vec<_> = fs::read_dir(&inner)
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    assert_eq!(files.len(), 2, "{files:?}");
    for file in files {
        assert_eq!(bytes(&file), b"x\r\n");
    }
    // One that cannot be made is no reason not to run.
    let mut term = Term::prepared(&words(&[], &["echo", "x"]), harness::SIZE, |c| {
        c.env("SHADE_PTY_RECORD", "/proc/nowhere");
    });
    assert_eq!(ending(term.end()), "exit 0");
    let shown = String::from_utf8_lossy(&term.shown).into_owned();
    assert!(
        shown.contains("cannot record") && shown.ends_with("x\r\n"),
        "{shown}"
    );
}

#[test]
fn without_a_terminal_nothing_is_recorded_and_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cast");
    let output = Command::new(PROGRAM)
        .args(["--record", path.to_str().unwrap(), "--", "echo", "x"])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"x\n");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("not recorded"), "{errors}");
    assert!(!path.exists());
    // Where all commands are recorded, it is not said each time.
    let output = Command::new(PROGRAM)
        .args(["--", "echo", "x"])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("SHADE_PTY_RECORD", folder.path())
        .output()
        .unwrap();
    assert_eq!((output.stdout, output.stderr), (b"x\n".to_vec(), vec![]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn only_commands_are_recorded() {
    let output = Command::new(PROGRAM)
        .args(["--record", "x", "filter"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("only a command that is run"), "{errors}");
}
