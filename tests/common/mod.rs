//! Runs the built program with nothing of the caller's environment.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// The program, with an environment of PATH alone: no configuration, no NO_COLOR, no TERM.
pub(crate) fn shade_pty(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
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
pub(crate) fn start(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Runs it with this input to its end.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Output {
    let mut child = start(command);
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // A program that does not want all of its input is no fault of the test.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    })
}

/// The exit status and both outputs as text.
pub(crate) fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Runs it on a terminal of 80 x 24 to its end: the exit status and all that came out.
pub(crate) fn on_terminal(arguments: &[&str], environment: &[(&str, &str)]) -> (u32, String) {
    let pair = native_pty_system().openpty(PtySize {
        rows: 24,
        cols: 80,
        ..PtySize::default()
    });
    let pair = pair.expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_shade-pty"));
    command.env_clear();
    command.args(arguments);
    // A fixed background: with `auto` the terminal would be asked.
    let fixed = [
        ("PATH", "/usr/bin:/bin"),
        ("TERM", "xterm-256color"),
        ("SHADE_PTY_BACKGROUND", "236"),
    ];
    for (name, value) in fixed.iter().chain(environment) {
        command.env(name, value);
    }
    let mut child = pair
        .slave
        .spawn_command(command)
        .expect("the program starts");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let mut out = Vec::new();
    // Linux reports the end of a terminal as an error.
    let _ = reader.read_to_end(&mut out);
    let status = child.wait().expect("an end");
    (
        status.exit_code(),
        String::from_utf8_lossy(&out).into_owned(),
    )
}
