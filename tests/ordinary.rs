//! Ordinary programs under every built-in profile: nothing of them is shaded. `recordings/ordinary/` has editors, pagers, monitors,
//! builds and logs; some show this project's own source, with its tags and agents' signs.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use std::path::{Path, PathBuf};

use shade_pty::Profile;

/// A background that no recording has, and how the filter writes it.
const SHADE: (&str, &str) = ("#0b0d11", "48;2;11;13;17");

fn recordings() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings/ordinary");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "cast"))
        .collect();
    paths.sort();
    paths
}

/// What the filter makes of these bytes.
fn filtered(profile: &str, input: &[u8]) -> String {
    let arguments = [
        "filter",
        "--profile",
        profile,
        "--background",
        SHADE.0,
        "--size",
        "100x30",
    ];
    let mut command = common::shade_pty(arguments);
    command
        .env("TERM", "xterm-256color")
        .env("COLORTERM", "truecolor");
    let (status, output, errors) = common::told(&common::run(&mut command, input));
    assert_eq!(status, Some(0), "{errors}");
    output
}

/// The bytes that a recording shows, without its pauses.
fn bytes(cast: &str) -> String {
    cast.lines()
        .skip(1)
        .filter_map(|line| serde_json::from_str::<(f64, String, String)>(line).ok())
        .filter(|(_, code, _)| code == "o")
        .map(|(_, _, text)| text)
        .collect()
}

#[test]
fn ordinary_programs_are_never_shaded() {
    let recordings = recordings();
    assert!(recordings.len() > 15);
    let mut shaded = Vec::new();
    for path in &recordings {
        let cast = std::fs::read_to_string(path).unwrap();
        let raw = bytes(&cast);
        assert!(!cast.contains(SHADE.1) && raw.len() > 500, "{path:?}");
        for profile in Profile::names() {
            for input in [&cast, &raw] {
                let output = filtered(profile, input.as_bytes());
                assert!(output.len() >= raw.len());
                if output.contains(SHADE.1) {
                    shaded.push((path.file_name().unwrap(), profile));
                }
            }
        }
    }
    assert!(shaded.is_empty(), "{shaded:?}");
}

/// The test above can fail: what an agent writes is shaded by the same words.
#[test]
fn a_thought_is_shaded() {
    assert!(filtered("generic", b"<think>\r\nhm\r\n").contains(SHADE.1));
}
