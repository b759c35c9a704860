//! `shade-pty generate`: files that are checked in and made from the program itself.

use std::process::ExitCode;

use super::args::Generated;
use super::failure::Failure;

/// Writes a file to standard output.
pub(super) fn run(what: Generated) -> Result<ExitCode, Failure> {
    match what {
        Generated::Man => Err(Failure::mode(anyhow::anyhow!("not there yet"))),
    }
}
