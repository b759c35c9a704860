//! `shade-pty generate`: files that are checked in and made from the program itself.

mod man;
mod man_config;
mod man_profiles;
mod page;

use std::io::{self, Write};
use std::process::ExitCode;

use super::args::Generated;
use super::failure::Failure;

/// Writes a file to standard output.
pub(super) fn run(what: Generated) -> Result<ExitCode, Failure> {
    let text = match what {
        Generated::Man => man::page(),
        Generated::ManConfig => man_config::page(),
        Generated::ManProfiles => man_profiles::page(),
        Generated::Schema => Ok(shade_pty::config::schema().into_bytes()),
    };
    let written = text.and_then(|text| io::stdout().write_all(&text));
    written.map_err(Failure::mode)?;
    Ok(ExitCode::SUCCESS)
}
