//! The command line: what was typed ([`args`]), what it means ([`plan`]), and one function per mode.

mod alias;
mod args;
mod completions;
mod config;
mod demo;
mod doctor;
mod events;
mod explain;
mod failure;
mod filter;
mod generate;
mod log;
mod outer;
mod plan;
mod profiles;
mod reload;
mod replay;
mod run;
mod settings;

use std::ffi::OsString;
use std::process::ExitCode;

pub(crate) use failure::Failure;
use plan::Plan;

/// Does what the arguments say; the first is the program's own name.
pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> Result<ExitCode, Failure> {
    match Plan::from_typed(args::parse(arguments)?)? {
        Plan::Run(plan) => run::run(plan),
        Plan::Filter(plan) => filter::run(plan),
        Plan::Demo(plan) => demo::run(plan),
        Plan::Explain(plan) => explain::run(plan),
        Plan::Events(plan) => events::run(plan),
        Plan::Profiles(what) => profiles::run(what),
        Plan::Config(what, flags) => config::run(what, &flags),
        Plan::Replay(plan) => replay::run(plan),
        Plan::PlayRecording(plan) => replay::play(plan),
        Plan::PlayDemo(speed) => demo::play(speed),
        Plan::Alias(typed) => alias::run(typed),
        Plan::Completions(shell) => completions::run(shell),
        Plan::Doctor(flags, when) => doctor::run(&flags, when),
        Plan::Generate(what) => generate::run(what),
    }
}

/// Writes a text to standard output. A reader that has gone is no failure.
fn print(text: &str) -> Result<(), Failure> {
    use std::io::{ErrorKind, Write, stdout};
    let written = stdout()
        .write_all(text.as_bytes())
        .and_then(|()| stdout().flush());
    match written {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Failure::mode(e)),
        _ => Ok(()),
    }
}

/// A message to the user, on standard error. Where that is closed the message is lost, and nothing else happens.
fn warn(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "shade-pty: {message}");
}
