//! Runs a command in a PTY and passes everything through: the transport without shading.
//!
//! `cargo run --example relay -- CMD [ARG]...`

use std::ffi::OsString;
use std::time::Duration;

use shade_pty::{Overlay, Size, session};

/// Changes nothing.
struct PassThrough;

impl Overlay for PassThrough {
    fn write(&mut self, child: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(child);
    }

    fn pause(&mut self, _out: &mut Vec<u8>) {}

    fn pause_after(&self) -> Option<Duration> {
        None
    }

    fn resize(&mut self, _size: Size, _out: &mut Vec<u8>) {}

    fn finish(&mut self, _out: &mut Vec<u8>) {}
}

fn main() {
    let command: Vec<OsString> = std::env::args_os().skip(1).collect();
    match session::run(&command, session::Options::default(), |_| {
        Box::new(PassThrough)
    }) {
        Ok(ending) => session::leave(ending),
        Err(error) => {
            eprintln!("shade-pty: {error}");
            std::process::exit(error.status().into());
        }
    }
}
