//! The program: maps a result to an exit status.

mod cli;
mod demo;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
