//! The command line: what was typed ([`args`]), what it means ([`plan`]), and one function per mode.

mod args;
mod demo;
mod failure;
mod filter;
mod generate;
mod plan;
mod run;

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
        Plan::PlayDemo(speed) => demo::play(speed),
        Plan::Generate(what) => generate::run(what),
    }
}

/// A message to the user, on standard error. Where that is closed the message is lost, and nothing else happens.
fn warn(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "shade-pty: {message}");
}
