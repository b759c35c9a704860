//! `shade-pty demo`.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use common::{run, shade_pty, told};

#[test]
fn into_a_pipe_it_plays_unshaded() {
    let (status, out, errors) = told(&run(&mut shade_pty(["demo", "--speed", "0"]), b""));
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(
        out.contains("<think>") && !out.contains("48;5;243"),
        "{out:?}"
    );
}

#[test]
fn wrong_options_end_with_2() {
    for (arguments, part) in [
        (["--speed", "-1"], "use 0 for no pauses"),
        (["--speed", "fast"], "use 0 for no pauses"),
        (["--background", "999"], "`999`"),
    ] {
        let (status, out, errors) =
            told(&run(&mut shade_pty(["demo"].iter().chain(&arguments)), b""));
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(errors.contains(part), "{errors}");
    }
}

#[test]
fn on_a_terminal_it_ends_well_and_leaves_the_terminal_as_found() {
    use std::io::Read;
    use std::os::fd::{AsFd, BorrowedFd};

    use nix::sys::termios::{Termios, tcgetattr};
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    fn settings(master: &(dyn portable_pty::MasterPty + Send)) -> Termios {
        let fd = master.as_raw_fd().expect("a descriptor");
        // SAFETY: the master outlives the borrow.
        #[allow(unsafe_code)]
        let fd = unsafe { BorrowedFd::borrow_raw(fd) };
        tcgetattr(fd.as_fd()).expect("settings")
    }

    let size = PtySize {
        rows: 24,
        cols: 80,
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system()
        .openpty(size)
        .expect("a pseudo-terminal");
    let before = settings(&*pair.master);
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_shade-pty"));
    command.env_clear();
    command.args(["demo", "--speed", "0"]);
    command.env("TERM", "xterm-256color");
    let mut child = pair
        .slave
        .spawn_command(command)
        .expect("the program starts");
    // Our end of the slave stays open, so that the settings outlive the program: read up to the last row instead.
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let mut out = Vec::new();
    let mut chunk = [0; 4096];
    while !String::from_utf8_lossy(&out).contains("return Some(rest)") {
        let n = reader.read(&mut chunk).expect("output");
        assert!(n > 0, "the end came early");
        out.extend_from_slice(&chunk[..n]);
    }
    let status = child.wait().expect("an end");
    assert!(status.success(), "{status}");
    let after = settings(&*pair.master);
    assert_eq!(
        (after.input_flags, after.output_flags, after.local_flags),
        (before.input_flags, before.output_flags, before.local_flags)
    );
    assert!(!String::from_utf8_lossy(&out).contains("\u{1b}[?1049h"));
}
