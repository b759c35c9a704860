//! Any text as a profile, and what it makes of a few rows: nothing panics.

#![no_main]

use std::io::Write;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use shade_pty::{Options, Profile, ShadedWriter, Size};

const ROWS: &[u8] =
    b"<think>\r\n* why\r\n  more\r\n</think>\r\n\x1b[2m$ ls\x1b[m\r\n  out\r\n\r\n- answer\r\n";

fuzz_target!(|text: &str| {
    let Ok(profile) = Profile::parse(text) else {
        return;
    };
    let options = Options::new(
        Size { cols: 20, rows: 5 },
        Arc::new(profile),
        Some("236".parse().expect("a background")),
    );
    let mut writer = ShadedWriter::new(Vec::new(), options);
    for row in ROWS.split_inclusive(|b| *b == b'\n').cycle().take(40) {
        writer.write_all(row).expect("a vector takes all");
    }
    writer.pause().expect("a vector takes all");
    assert_eq!(writer.fault(), None);
});
