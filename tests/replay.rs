//! `shade-pty replay` on a terminal: what it shows is what the live session showed.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

mod harness;
mod oracle;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use harness::recordings::output_of;
use harness::{Term, ending, outcome, plain};
use nix::pty::Winsize;
use oracle::emulator::Kind;
use oracle::screen::Snapshot;
use shade_pty::Size;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shade-pty");

/// A short recording of our own.
const CAST: &str = "{\"version\":3,\"term\":{\"cols\":80,\"rows\":24}}\n[0.1,\"o\",\"<think>\\r\\nwhy\\r\\n\"]\n[0.1,\"o\",\"</think>\\r\\nso\\r\\n\"]\n";

fn replay(arguments: &[&str], file: &Path) -> Vec<String> {
    plain(&[&[PROGRAM, "replay"], arguments, &[file.to_str().unwrap()]].concat())
}

fn written(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// The size and the output events of a recording.
fn bursts(path: &Path) -> (Size, Vec<Vec<u8>>) {
    output_of(&fs::read(path).unwrap())
}

/// What a terminal of this size shows in the end.
fn shown(words: &[String], size: Size) -> Snapshot {
    let window = Winsize {
        ws_row: size.rows,
        ws_col: size.cols,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let mut term = Term::prepared(words, window, |_| {});
    assert_eq!(ending(term.end()), "exit 0");
    Kind::Alacritty.show(size, &term.shown)
}

/// The recordings that were made at one size, and the profiles they are for.
fn recordings() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let casts = files.filter(|path| path.extension().is_some_and(|e| e == "cast"));
    let mut all: Vec<(PathBuf, String)> = casts
        .filter(|path| !path.to_string_lossy().contains("-resize-"))
        .map(|path| {
            let labels = fs::read_to_string(path.with_extension("rows")).unwrap();
            let profile = labels
                .split_whitespace()
                .find_map(|w| w.strip_prefix("profile="));
            (path, profile.unwrap().to_owned())
        })
        .collect();
    all.sort();
    all
}

/// What differs between a session that ran live and its replay, and whether anything in it is shaded.
fn differs(path: &Path, profile: &str) -> (Option<String>, bool) {
    let (size, bursts) = bursts(path);
    let folder = tempfile::tempdir().unwrap();
    for (n, burst) in bursts.iter().enumerate() {
        written(folder.path(), &format!("{n:06}"), burst);
    }
    let script = format!(
        "stty -opost; for f in '{}'/*; do cat \"$f\"; sleep 0.02; done",
        folder.path().display()
    );
    let live = plain(&[PROGRAM, "--profile", profile, "--", "sh", "-c", &script]);
    let live = shown(&live, size);
    let arguments = [
        "--profile",
        profile,
        "--all-sequences",
        "--idle-limit",
        "0.02",
    ];
    let replayed = shown(&replay(&arguments, path), size);
    let (live, replayed): (Vec<_>, Vec<_>) = (live.rows().collect(), replayed.rows().collect());
    let row = live
        .iter()
        .zip(&replayed)
        .position(|(a, b)| a.cells != b.cells);
    let row = row.map(|n| format!("row {n}: {:?}", live[n].text()));
    let count = format!("{} and {} rows", live.len(), replayed.len());
    let cells = live.iter().flat_map(|row| &row.cells);
    let shaded = cells.into_iter().any(|cell| cell.pen.bg == oracle::SHADE);
    (
        row.or((live.len() != replayed.len()).then_some(count)),
        shaded,
    )
}

/// All of them, several at a time: they mostly wait.
#[test]
fn live_and_replayed_sessions_have_the_same_cells() {
    let all = recordings();
    assert!(all.len() > 40, "{} recordings", all.len());
    let next = std::sync::atomic::AtomicUsize::new(0);
    let wrong = std::sync::Mutex::new(Vec::new());
    let shaded = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some((path, profile)) =
                    all.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    let (found, shades) = differs(path, profile);
                    shaded.fetch_add(usize::from(shades), std::sync::atomic::Ordering::Relaxed);
                    if let Some(found) = found {
                        wrong
                            .lock()
                            .unwrap()
                            .push(format!("{}: {found}", path.display()));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(shaded.into_inner() > 30, "nothing is shaded");
}

#[test]
fn all_kinds_of_recordings_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let zstd = |bytes: &[u8]| {
        ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
    };
    let raw = b"<think>\r\nwhy\r\n</think>\r\nso\r\n";
    let v1 = b"{\n  \"version\": 1,\n  \"width\": 80, \"height\": 24, \"duration\": 1,\n  \"stdout\": [\n    [0.01, \"<think>\\r\\nwhy\\r\\n\"],\n    [0.01, \"</think>\\r\\nso\\r\\n\"]\n  ]\n}\n";
    let v2 = b"{\"version\":2,\"width\":80,\"height\":24}\n[0.01,\"o\",\"<think>\\r\\nwhy\\r\\n\"]\n[0.02,\"o\",\"</think>\\r\\nso\\r\\n\"]\n";
    for (name, bytes) in [
        ("v1.cast", v1.to_vec()),
        ("v2.cast", v2.to_vec()),
        ("v3.cast", CAST.into()),
        ("raw", raw.to_vec()),
        ("v3.cast.gz", gzip(CAST.as_bytes())),
        ("v3.cast.zst", zstd(CAST.as_bytes())),
        ("raw.gz", gzip(raw)),
    ] {
        let file = written(folder, name, &bytes);
        let (shown, end) = outcome(&replay(&["--speed", "0"], &file));
        assert_eq!(end, "exit 0", "{name}: {shown}");
        assert!(
            shown.contains("\x1b[48;5;236m\x1b[K<think>") && shown.ends_with("so\r\n"),
            "{name}: {shown:?}"
        );
    }
}

#[test]
fn keys_pause_step_jump_and_quit() {
    let folder = tempfile::tempdir().unwrap();
    let cast = "{\"version\":3,\"term\":{\"cols\":80,\"rows\":24}}\n[0,\"o\",\"one\\r\\n\"]\n[900,\"o\",\"two\\r\\n\"]\n\
                [900,\"o\",\"<think>\\r\\n\"]\n[900,\"o\",\"</think>\\r\\nfour\\r\\n\"]\n[900,\"o\",\"[tool] five\\r\\n\"]\n[900,\"o\",\"never\\r\\n\"]\n";
    let file = written(folder.path(), "a.cast", cast.as_bytes());
    let mut term = Term::start(&replay(&["--idle-limit", "900"], &file));
    term.wait_for("one");
    term.send(".");
    term.wait_for("two");
    term.send(" n");
    term.wait_for("<think>");
    term.send("n");
    term.wait_for("five");
    // What a terminal sends of its own is no key.
    term.send("\x1b[?62;22cq");
    term.send("q");
    assert_eq!(ending(term.end()), "exit 0");
    assert!(!String::from_utf8_lossy(&term.shown).contains("never"));
}

#[test]
fn what_could_harm_is_played_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(
        folder.path(),
        "raw",
        b"a\x1b]52;c;aGk=\x07\x1b[6n\x1b]0;t\x07b\r\n",
    );
    for (arguments, harm) in [(vec![], false), (vec!["--all-sequences"], true)] {
        let (shown, end) = outcome(&replay(&arguments, &file));
        assert_eq!(end, "exit 0");
        assert_eq!(shown.contains("\x1b]52;"), harm, "{shown:?}");
        assert_eq!(shown.contains("\x1b[6n"), harm, "{shown:?}");
        assert_eq!(shown.contains("ab\r\n"), !harm, "{shown:?}");
    }
}

#[test]
fn what_is_there_of_a_broken_recording_is_played_and_the_line_named() {
    let folder = tempfile::tempdir().unwrap();
    let cut = &CAST[..CAST.len() - 5];
    let file = written(folder.path(), "a.cast", cut.as_bytes());
    let (shown, end) = outcome(&replay(&["--speed", "0"], &file));
    assert_eq!(end, "exit 2", "{shown}");
    assert!(
        shown.contains("why") && shown.contains("a.cast: line 3:"),
        "{shown:?}"
    );
    for (name, bytes, part) in [
        ("none", None, "No such file"),
        (
            "v9",
            Some(&b"{\"version\":9}\n"[..]),
            "version 9 is not supported",
        ),
        (
            "v1",
            Some(&b"{\"version\":1,\"stdout\":7}\n"[..]),
            "asciicast of version 1",
        ),
        ("gz", Some(&b"\x1f\x8bxxxx"[..]), "cannot read"),
        ("zst", Some(&b"\x28\xb5\x2f\xfdxxxx"[..]), "cannot read"),
    ] {
        let file = folder.path().join(name);
        if let Some(bytes) = bytes {
            fs::write(&file, bytes).unwrap();
        }
        let (shown, end) = outcome(&replay(&[], &file));
        assert_eq!(end, "exit 2", "{name}: {shown}");
        assert!(shown.contains(part), "{name}: {shown}");
    }
}

#[test]
fn a_recording_is_replayed_with_its_profile_and_on_request_with_its_settings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cast");
    let file = path.to_str().unwrap();
    let arguments = ["--profile", "llm", "--background", "52", "--record", file];
    let script = "printf '\\033[1mTool call: x\\033[0m\\n'; printf '<think>\\nwhy\\n</think>\\n'";
    let record = [&[PROGRAM], &arguments[..], &["--", "sh", "-c", script]].concat();
    let (live, end) = outcome(&plain(&record));
    assert_eq!(end, "exit 0");
    assert!(live.contains("\x1b[48;5;52m"));
    let (shown, _) = outcome(&replay(&["--as-recorded", "--speed", "0"], &path));
    assert!(
        shown.contains("\x1b[48;5;52m") && !shown.contains("48;5;236"),
        "{shown:?}"
    );
    let (shown, _) = outcome(&replay(&["--speed", "0"], &path));
    assert!(
        shown.contains("\x1b[48;5;236m") && !shown.contains("48;5;52m"),
        "{shown:?}"
    );
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"profile\":\"llm\""), "{text}");
    assert!(
        text.contains(",\"m\",\"tool: Tool call: x\"]")
            && text.contains(",\"m\",\"reasoning: <think>\"]"),
        "{text}"
    );
}

#[test]
fn without_a_terminal_it_is_written_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let cast = CAST.replace("[0.1,", "[9000,");
    let file = written(folder.path(), "a.cast", cast.as_bytes());
    let output = std::process::Command::new(PROGRAM)
        .args(["replay", "--idle-limit", "9000", file.to_str().unwrap()])
        .env_clear()
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "<think>\r\nwhy\r\n</think>\r\nso\r\n"
    );
}
