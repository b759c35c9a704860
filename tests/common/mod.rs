//! Runs the built program with nothing of the caller's environment.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

/// The program, with an environment of PATH alone: no configuration, no NO_COLOR, no TERM.
pub fn shade_pty(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shade-pty"));
    command
        .args(arguments)
        .env_clear()
        .env("PATH", "/usr/bin:/bin");
    command
        .env("HOME", "/nonexistent")
        .env("XDG_CONFIG_HOME", "/nonexistent");
    command
}

/// Starts it with pipes at all three standard descriptors.
pub fn start(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Runs it with this input to its end.
pub fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = start(command);
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // A program that does not want all of its input is no fault of the test.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    })
}

/// The exit status and both outputs as text.
pub fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}
