//! Commands as words, wrapped and plain, and what the tests are run with.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// How often something is done: seldom in ordinary runs, often where `SHADE_PTY_TEST_FULL` is set.
pub(crate) fn many(seldom: usize, often: usize) -> usize {
    if std::env::var_os("SHADE_PTY_TEST_FULL").is_some() {
        often
    } else {
        seldom
    }
}

/// The path of an example, built on first use: `cargo test --test x` does not build them.
fn example(name: &str) -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let folder = BUILT.get_or_init(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "build",
            "--quiet",
            "--example",
            "relay",
            "--example",
            "probe",
        ]);
        assert!(
            cargo.status().unwrap().success(),
            "the examples do not build"
        );
        // target/debug/deps/this-test
        std::env::current_exe()
            .unwrap()
            .parent()
            .unwrap()
            .parent()
            .unwrap()
            .join("examples")
    });
    folder.join(name)
}

/// The wrapper under test with a command, as words. `SHADE_PTY_UNDER_TEST` names another program.
pub(crate) fn wrapped(command: &[&str]) -> Vec<String> {
    let program = std::env::var("SHADE_PTY_UNDER_TEST")
        .unwrap_or_else(|_| concat!(env!("CARGO_BIN_EXE_shade-pty"), " --").to_owned());
    let words = program.split(' ').map(str::to_owned);
    words.chain(command.iter().map(|&w| w.to_owned())).collect()
}

/// A command wrapped or as it is.
pub(crate) fn wrapped_if(words: &[String], wrapping: bool) -> Vec<String> {
    if wrapping {
        wrapped(&words.iter().map(String::as_str).collect::<Vec<_>>())
    } else {
        words.to_vec()
    }
}

/// The command itself, as words.
pub(crate) fn plain(command: &[&str]) -> Vec<String> {
    command.iter().map(|&w| w.to_owned()).collect()
}

/// The path of the transport without shading, for what only a fault of ours shows.
pub(crate) fn relay() -> String {
    example("relay").to_str().unwrap().to_owned()
}

/// The path of the program that prints a terminal's size.
pub(crate) fn probe() -> String {
    example("probe").to_str().unwrap().to_owned()
}

/// Words as a line for a shell; none of them has a single quote.
pub(crate) fn quoted(words: &[String]) -> String {
    let quoted = words.iter().map(|word| format!("'{word}'"));
    quoted.collect::<Vec<_>>().join(" ")
}
