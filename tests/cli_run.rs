//! Running a command whose output is no terminal: it must be as if we were not there.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;

use common::{run, shade_pty, told};

#[test]
fn the_exit_status_is_the_commands_own() {
    for status in [0, 1, 2, 42, 125, 255] {
        let output = run(
            &mut shade_pty(["--", "sh", "-c", &format!("exit {status}")]),
            b"",
        );
        assert_eq!(told(&output), (Some(status), String::new(), String::new()));
    }
    let output = run(&mut shade_pty(["sh", "-c", "kill -TERM $$"]), b"");
    assert_eq!(output.status.signal(), Some(15));
}

#[test]
fn a_command_that_cannot_be_run_has_the_shells_statuses() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("not-executable");
    fs::write(&file, "").expect("written");
    let (status, out, errors) = told(&run(&mut shade_pty([&file]), b""));
    assert_eq!((status, out.as_str()), (Some(126), ""));
    assert!(errors.contains("not-executable"), "{errors}");
    let (status, out, errors) = told(&run(&mut shade_pty(["/nonexistent/command"]), b""));
    assert_eq!((status, out.as_str()), (Some(127), ""));
    assert!(errors.contains("/nonexistent/command"), "{errors}");
}

#[test]
fn our_own_failures_are_125() {
    for arguments in [
        &["--bogus"][..],
        &["--fill", "wide", "true"],
        &["--repair=perhaps", "true"],
        &["--color", "some", "true"],
        &[],
    ] {
        let (status, out, errors) = told(&run(&mut shade_pty(arguments), b""));
        assert_eq!((status, out.as_str()), (Some(125), ""), "{arguments:?}");
        assert!(
            errors.contains("error: ") || errors.contains("Usage: shade-pty"),
            "{arguments:?}: {errors}"
        );
    }
}

#[test]
fn the_first_word_ends_our_options() {
    let (_, out, _) = told(&run(
        &mut shade_pty(["echo", "--profile", "x", "--bogus", "--", "filter"]),
        b"",
    ));
    assert_eq!(out, "--profile x --bogus -- filter\n");
    let (_, out, _) = told(&run(
        &mut shade_pty(["--background=none", "--", "expr", "--", "--help"]),
        b"",
    ));
    assert_eq!(out, "--help\n");
}

#[test]
fn a_command_may_have_the_name_of_one_of_our_modes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("filter");
    fs::write(&file, "#!/bin/sh\necho \"theirs $*\"\n").expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("executable");
    let path = format!("{}:/usr/bin:/bin", folder.path().display());
    let (status, out, _) = told(&run(
        shade_pty(["--", "filter", "--bogus"]).env("PATH", path),
        b"",
    ));
    assert_eq!((status, out.as_str()), (Some(0), "theirs --bogus\n"));
}

#[test]
fn arguments_and_standard_input_are_bytes() {
    let argument = OsStr::from_bytes(b"a\xff b");
    let arguments = ["sh", "-c", "printf %s \"$1\"; cat", "sh"].map(OsStr::new);
    let output = run(
        &mut shade_pty(arguments.iter().chain([&argument])),
        b"\0\xfe\n",
    );
    assert_eq!(output.stdout, b"a\xff b\0\xfe\n");
}

#[test]
fn a_wrong_profile_or_background_warns_and_runs() {
    let wrong = [
        "--background=256",
        "--background=-1",
        "--profile=no-such-profile",
    ];
    for option in wrong {
        let (status, out, errors) = told(&run(
            &mut shade_pty([option, "--", "sh", "-c", "echo out; exit 3"]),
            b"",
        ));
        assert_eq!((status, out.as_str()), (Some(3), "out\n"), "{option}");
        let (_, value) = option.split_once('=').expect("a value");
        assert_eq!(errors.lines().count(), 1, "{option}: {errors}");
        assert!(
            errors.starts_with("shade-pty: not shaded: ") && errors.contains(&format!("`{value}`")),
            "{option}: {errors}"
        );
    }
}

#[test]
fn help_and_version_are_no_failures() {
    let (status, out, errors) = told(&run(&mut shade_pty(["--version"]), b""));
    assert_eq!(
        (status, out.as_str(), errors.as_str()),
        (
            Some(0),
            concat!("shade-pty ", env!("CARGO_PKG_VERSION"), "\n"),
            ""
        )
    );
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["filter", "--help"],
        &["demo", "-h"],
    ] {
        let (status, out, errors) = told(&run(&mut shade_pty(arguments), b""));
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        assert!(out.contains("Usage: shade-pty"), "{out}");
        assert!(
            !out.contains("--bg") && !out.contains("play-demo") && !out.contains("generate"),
            "{out}"
        );
    }
}
