//! Any bytes as an asciicast: the reader never panics and comes to an end, and text that is written reads as itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shade_pty::cast::{Reader, text};

fuzz_target!(|input: &[u8]| {
    if let Ok((mut reader, _)) = Reader::new(input, "fuzz") {
        // A line takes at least one byte.
        for _ in 0..=input.len() {
            match reader.read() {
                Ok(Some(_)) => (),
                Ok(None) | Err(_) => break,
            }
        }
    }
    let _ = text::decode(input);
    let mut line = Vec::new();
    text::encode(input, &mut line);
    let (bytes, end) = text::decode(&line).expect("a string of ours");
    assert_eq!(end, line.len());
    if std::str::from_utf8(input).is_ok() {
        assert_eq!(bytes, input);
    }
});
