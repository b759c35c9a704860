//! `shade-pty --record`: the file of a session that is killed, and files that are slow, full or none.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

mod harness;

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use harness::recordings::output_of;
use harness::{Term, ending, kill, outcome, plain, sleeps, until};
use nix::pty::openpty;
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shade-pty");

fn words(file: &Path, script: &str) -> Vec<String> {
    let file = file.to_str().unwrap();
    plain(&[PROGRAM, "--record", file, "--", "sh", "-c", script])
}

/// The output events of a recording, joined. One that is being written now may stand there without its line end.
fn bytes(recording: &[u8]) -> Vec<u8> {
    output_of(whole_lines(recording)).1.concat()
}

fn whole_lines(recording: &[u8]) -> &[u8] {
    let end = recording.iter().rposition(|&b| b == b'\n');
    &recording[..end.map_or(0, |at| at + 1)]
}

/// Text, broken characters, escapes and markers of a region, in a file; they do not repeat soon.
fn sample(folder: &Path, size: usize) -> (String, Vec<u8>) {
    let mut text = Vec::new();
    for n in 0.. {
        if text.len() >= size {
            break;
        }
        let line = format!("{n:>7} \x1b[3{}m\"so\\\x1b[0m – 行 \u{2028}\t", n % 8);
        text.extend_from_slice(line.as_bytes());
        text.extend_from_slice(&[0xff, 0xe2, 0x80, b'\r', b'\n']);
    }
    let path = folder.join("sample");
    fs::write(&path, &text).unwrap();
    (path.to_str().unwrap().to_owned(), text)
}

/// A device that somebody has to read: the other side of a pseudo-terminal.
struct Device {
    path: std::path::PathBuf,
    master: File,
    /// Kept open: without it the other side would be at its end before the session opens it.
    _slave: std::os::fd::OwnedFd,
}

impl Device {
    fn new() -> Device {
        let pair = openpty(None, None).unwrap();
        let mut settings = tcgetattr(&pair.slave).unwrap();
        cfmakeraw(&mut settings);
        tcsetattr(&pair.slave, SetArg::TCSANOW, &settings).unwrap();
        Device {
            path: nix::unistd::ttyname(&pair.slave).unwrap(),
            master: pair.master.into(),
            _slave: pair.slave,
        }
    }

    /// Reads a little at a time, in a thread of its own, up to a recording's last event. The device comes back: a file that
    /// is gone before the session is over would be told.
    fn read_slowly(mut self) -> std::thread::JoinHandle<(Vec<u8>, Device)> {
        std::thread::spawn(move || {
            let (mut all, mut buffer) = (Vec::new(), [0; 997]);
            while !all.ends_with(b",\"x\",\"0\"]\n") {
                let n = self.master.read(&mut buffer).unwrap();
                all.extend_from_slice(&buffer[..n]);
            }
            (all, self)
        })
    }
}

#[test]
fn nothing_is_lost_of_a_flood() {
    let folder = tempfile::tempdir().unwrap();
    let (sample, text) = sample(folder.path(), 3_000_000);
    let path = folder.path().join("a.cast");
    let script = format!("stty raw; cat '{sample}'");
    let (_, end) = outcome(&words(&path, &script));
    assert_eq!(end, "exit 0");
    let recording = fs::read(&path).unwrap();
    assert!(recording.ends_with(b",\"x\",\"0\"]\n"));
    assert!(bytes(&recording) == text);
}

#[test]
fn the_last_words_after_a_signal_are_recorded() {
    for (signal, name) in [(15, "TERM"), (1, "HUP"), (2, "INT")] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cast");
        let script =
            format!("trap 'echo bye; exit 7' {name}; echo up; while :; do sleep 0.02; done");
        let mut term = Term::start(&words(&path, &script));
        term.wait_for("up");
        kill(term.pid(), signal);
        assert_eq!(ending(term.end()), "exit 7");
        let recording = fs::read(&path).unwrap();
        // The shell may have told how its `sleep` ended.
        assert!(bytes(&recording) == term.shown && term.shown.ends_with(b"bye\r\n"));
        assert!(recording.ends_with(b",\"x\",\"7\"]\n"));
    }
}

#[test]
fn a_recorder_that_is_killed_in_a_flood_leaves_a_beginning_that_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let (sample, text) = sample(folder.path(), 200_000);
    let path = folder.path().join("a.cast");
    let script = format!("stty raw; while :; do cat '{sample}'; done");
    let mut term = Term::start(&words(&path, &script));
    until("much is written", || {
        term.read_at_most(65536);
        (fs::metadata(&path).ok()?.len() > 2_000_000).then_some(())
    });
    kill(term.pid(), 9);
    term.end();
    let recording = fs::read(&path).unwrap();
    let read = bytes(&recording);
    assert!(read.len() > 1_000_000);
    assert!(read.iter().eq(text.iter().cycle().take(read.len())));
    // The kernel may have been stopped in the middle of a line. Then that is told, after what came before.
    let whole = whole_lines(&recording).len() == recording.len();
    for command in ["explain", "events", "filter"] {
        let mut reading = Command::new(PROGRAM);
        let output = reading.arg(command).arg(&path).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), whole, "{command}: {errors}");
        assert!(!output.stdout.is_empty());
    }
}

#[test]
fn what_a_stalled_terminal_has_not_taken_is_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cast");
    let mut term = Term::start(&words(&path, "echo up; exec yes"));
    term.wait_for("up\r\n");
    // Nobody reads from now on; what is written down is more than terminals keep.
    let front = term.pid();
    until("it sleeps on a full terminal", || {
        (harness::state(front) == Some('S')).then_some(())
    });
    until("all that was read is written", || {
        let read = bytes(&fs::read(&path).ok()?);
        (read.len() > 1000).then_some(())
    });
    kill(front, 9);
    term.end();
}

#[test]
fn a_fifo_is_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fifo");
    nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let (shown, end) = outcome(&words(&path, "echo ran"));
    assert_eq!(end, "exit 125", "{shown}");
    assert!(shown.contains("is there already"), "{shown}");
    assert!(!shown.contains("ran"), "{shown}");
}

#[test]
fn a_session_goes_on_while_its_file_takes_nothing_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (sample, text) = sample(folder.path(), 300_000);
    let device = Device::new();
    let script = format!("stty raw; cat '{sample}'; printf done");
    let mut term = Term::start(&words(&device.path, &script));
    // All of it is shown before any of the recording is read.
    term.wait_for("done");
    let reading = device.read_slowly();
    assert_eq!(ending(term.end()), "exit 0");
    let shown = String::from_utf8_lossy(&term.shown);
    let end = shown.rsplit_once("done").expect("what was waited for").1;
    assert!(!end.contains("not complete"), "{end:?}");
    assert!(bytes(&reading.join().unwrap().0) == [&text[..], b"done"].concat());
}

#[test]
fn a_file_that_is_slower_than_the_command_has_all_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let (sample, text) = sample(folder.path(), 4_000_000);
    let device = Device::new();
    let path = device.path.clone();
    let reading = device.read_slowly();
    let (shown, end) = outcome(&words(&path, &format!("stty raw; cat '{sample}'")));
    assert_eq!(end, "exit 0");
    assert!(!shown.contains("not complete"));
    assert!(bytes(&reading.join().unwrap().0) == text);
}

#[test]
fn a_file_that_never_takes_anything_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let (sample, text) = sample(folder.path(), 3_000_000);
    let device = Device::new();
    let script = format!("stty raw; cat '{sample}'; exit 4");
    let mut term = Term::start(&words(&device.path, &script));
    assert_eq!(ending(term.end()), "exit 4");
    let shown = String::from_utf8_lossy(&term.shown);
    assert_eq!(shown.matches("the recording is not complete").count(), 1);
    assert!(shown.contains("taken nothing"));
    assert!(term.shown.len() > text.len());
}

#[test]
fn nobody_wakes_up_while_nothing_happens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cast");
    let mut term = Term::start(&words(&path, "echo up; read x"));
    term.wait_for("up\r\n");
    until("it is written", || {
        let recording = fs::read(&path).ok()?;
        (bytes(&recording) == b"up\r\n").then_some(())
    });
    let threads = fs::read_dir(format!("/proc/{}/task", term.pid())).unwrap();
    let threads: Vec<i32> = threads
        .map(|t| t.unwrap().file_name().to_str().unwrap().parse().unwrap())
        .collect();
    assert_eq!(threads.len(), 2);
    // What was begun comes to its end.
    term.read_for(Duration::from_millis(300));
    let count = || -> Vec<u64> { threads.iter().map(|&t| sleeps(t)).collect() };
    let before = count();
    term.read_for(Duration::from_secs(2));
    assert_eq!(count(), before);
}
