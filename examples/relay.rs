//! Runs a command in a PTY and passes everything through: the transport without shading.
//!
//! `cargo run --example relay -- CMD [ARG]...`

use std::ffi::OsString;
use std::time::Duration;

use shade_pty::{Overlay, Size, session};

/// Changes nothing. A test may have it panic, by `RELAY_PANIC`: a text of the child's at which it does; or, by
/// `RELAY_PAUSE`, say `<pause>` once after what the child wrote.
struct PassThrough {
    panic_at: Option<String>,
    says_pause: bool,
    pause_due: bool,
}

impl Overlay for PassThrough {
    fn write(&mut self, child: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(child);
        self.pause_due = self.says_pause;
        if let Some(text) = &self.panic_at
            && memchr::memmem::find(child, text.as_bytes()).is_some()
        {
            panic!("as the test asked");
        }
    }

    fn pause(&mut self, out: &mut Vec<u8>) {
        if std::mem::take(&mut self.pause_due) {
            out.extend_from_slice(b"<pause>");
        }
    }

    fn pause_after(&self) -> Option<Duration> {
        self.pause_due.then_some(Duration::from_millis(4))
    }

    fn resize(&mut self, _size: Size, _out: &mut Vec<u8>) {}

    fn finish(&mut self, _out: &mut Vec<u8>) {}
}

fn main() {
    let command: Vec<OsString> = std::env::args_os().skip(1).collect();
    let overlay = |_: Size| -> Box<dyn Overlay> {
        Box::new(PassThrough {
            panic_at: std::env::var("RELAY_PANIC").ok(),
            says_pause: std::env::var_os("RELAY_PAUSE").is_some(),
            pause_due: false,
        })
    };
    match session::run(&command, session::Options::default(), overlay) {
        Ok(ending) => session::leave(ending),
        Err(error) => {
            eprintln!("shade-pty: {error}");
            std::process::exit(error.status().into());
        }
    }
}
