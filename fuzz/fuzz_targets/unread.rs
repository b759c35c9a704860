//! Bursts that go out unread are the same as read ones: pieces that leave a region or a message as it is, and any bytes
//! between them.

#![no_main]

use std::io::Write;

use libfuzzer_sys::fuzz_target;
use shade_pty::{Options, Profile, ShadedWriter, Size};

/// What a byte below the table's length stands for; another one is itself.
const PIECES: [&[u8]; 31] = [
    b"words\r\n",
    b"  words\r\n",
    b"\r\n",
    b"\n",
    b"\r",
    b"\t",
    b" ",
    b"x",
    b"<think>\r\n",
    b"</think>",
    b"<",
    b"</",
    b"\x1b[m",
    b"\x1b[1m",
    b"\x1b[31m",
    b"\x1b[44m",
    b"\x1b[7m",
    b"\x1b[K",
    b"\x1b[2K",
    b"\x1b[1G",
    b"\x1b[A",
    b"[tool] x\r\n",
    b"  - y\r\n",
    b"\x1b]0;t\x07",
    b"\x1b]8;;u\x07",
    b"\x1b]8;;\x07",
    "日é—\r\n".as_bytes(),
    b"twenty columns of txt",
    b"\x1bH",
    b"```\r\n",
    b"\x1b[?2026h",
];

fn options(profile: &str, size: Size) -> Options {
    Options::new(
        size,
        Profile::built_in(profile).expect("a built-in profile"),
        Some("236".parse().expect("a background")),
    )
}

fuzz_target!(|input: &[u8]| {
    let [profile, cols, rows, acts @ ..] = input else {
        return;
    };
    let profile = ["generic", "claude", "llm", "gemini"][usize::from(profile % 4)];
    let size = Size {
        cols: u16::from(cols % 40) + 2,
        rows: u16::from(rows % 10) + 1,
    };
    let mut read = ShadedWriter::new(Vec::new(), options(profile, size));
    let mut passed = ShadedWriter::new(Vec::new(), options(profile, size));
    read.read_all();
    for burst in acts.split(|b| *b == b'|') {
        let bytes: Vec<u8> = burst
            .iter()
            .flat_map(|b| {
                PIECES
                    .get(usize::from(*b))
                    .copied()
                    .unwrap_or(std::slice::from_ref(b))
            })
            .copied()
            .collect();
        for writer in [&mut read, &mut passed] {
            writer.write_all(&bytes).expect("a vector takes all");
        }
        assert_eq!(
            read.get_ref().escape_ascii().to_string(),
            passed.get_ref().escape_ascii().to_string()
        );
        if burst.len() % 3 == 0 {
            for writer in [&mut read, &mut passed] {
                writer.pause().expect("a vector takes all");
            }
        }
    }
    assert_eq!((read.fault(), passed.fault()), (None, None));
});
