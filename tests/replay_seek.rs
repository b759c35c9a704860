//! Jumps in a recording lead to the screen that playing straight there shows.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

mod harness;
mod oracle;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::{Term, ending, outcome, pipe, plain};
use oracle::emulator::Kind;
use oracle::screen::{Attrs, Cell, Snapshot};
use proptest::prelude::*;
use shade_pty::cast::Reader;
use shade_pty::replay::{Guide, Harmless, Moment, Pace, Player, SPACING, Source};
use shade_pty::{Options, Profile, Size};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shade-pty");

/// Agents that append, redraw, scroll within margins and draw on the alternate screen.
const NAMES: [&str; 8] = [
    "codex-exec-interleaved",
    "llm-responses-interleaved",
    "claude-tui-interleaved",
    "claude-tui-fullscreen-interleaved",
    "codex-tui-expanded-interleaved",
    "copilot-tui-nocolor-interleaved",
    "gemini-altscreen-interleaved",
    "opencode-mini-interleaved",
];

fn recording(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    folder.join(name).with_extension("cast")
}

/// A recording's size and what it shows when.
struct Known {
    path: PathBuf,
    size: Size,
    profile: String,
    events: Vec<(f64, Vec<u8>)>,
}

impl Known {
    fn new(name: &str) -> Known {
        let path = recording(name);
        let text = fs::read(&path).unwrap();
        let size = Reader::new(text.as_slice(), "it").unwrap().1.size;
        let labels = fs::read_to_string(path.with_extension("rows")).unwrap();
        let profile = labels
            .split_whitespace()
            .find_map(|w| w.strip_prefix("profile="));
        let mut source = Source::open(&path).unwrap();
        let (mut clock, mut events) = (0.0, Vec::new());
        let mut harmless = Harmless::default();
        while let Some((delay, moment)) = source.advance().unwrap() {
            clock += delay.as_secs_f64();
            let mut shown = Vec::new();
            if let Moment::Output(bytes) = moment {
                harmless.feed(&bytes, &mut shown);
            }
            events.push((clock, shown));
        }
        let profile = profile.unwrap().to_owned();
        Known {
            path,
            size,
            profile,
            events,
        }
    }

    fn end(&self) -> f64 {
        self.events.last().unwrap().0
    }

    /// What is written by somebody who plays on to `clock`.
    fn straight(&self, clock: f64) -> Vec<u8> {
        let until = self
            .events
            .iter()
            .take_while(|(time, _)| *time <= clock + 1e-6);
        until.flat_map(|(_, bytes)| bytes.clone()).collect()
    }

    /// What is written after these keys, typed while it pauses at its start.
    fn jumped(&self, keys: &str, spacing: usize) -> Vec<u8> {
        let (read, write) = pipe();
        // Open until the end: what is paused goes on when nobody is left at the keys.
        let mut typist = File::from(write);
        typist.write_all(format!(" 0{keys}q").as_bytes()).unwrap();
        let mut out = Vec::new();
        let pace = Pace {
            speed: 1.0,
            idle_limit: Duration::MAX,
        };
        let guide = Guide {
            stops: &mut Vec::new,
            size: &mut || Some(self.size),
            spacing,
        };
        let source = Source::open(&self.path).unwrap();
        let keys = Some(File::from(read));
        let player = Player::new(source, pace, &mut out, keys, false, guide);
        player.play().unwrap();
        out
    }

    /// Where these jumps lead.
    fn clock(&self, jumps: &[Jump]) -> f64 {
        let tenth = self.end() / 10.0;
        jumps.iter().fold(0.0, |clock: f64, jump| {
            let target = match *jump {
                Jump::Tenths(n) => tenth * f64::from(n),
                Jump::Tenth(by) => clock + tenth * by,
                Jump::Arrow(by) => clock + by,
                Jump::End => self.end(),
            };
            target.clamp(0.0, self.end())
        })
    }
}

#[derive(Clone, Copy, Debug)]
enum Jump {
    Tenths(u8),
    Tenth(f64),
    Arrow(f64),
    End,
}

impl Jump {
    /// Its key.
    fn key(self) -> String {
        match self {
            Jump::Tenths(n) => n.to_string(),
            Jump::Tenth(by) if by > 0.0 => "]".to_owned(),
            Jump::Tenth(_) => "\x1b[5~".to_owned(),
            Jump::Arrow(by) if by > 0.0 => "\x1b[C".to_owned(),
            Jump::Arrow(_) => "\x1bOD".to_owned(),
            Jump::End => "G".to_owned(),
        }
    }
}

fn jump() -> impl Strategy<Value = Jump> {
    prop_oneof![
        4 => (0..10u8).prop_map(Jump::Tenths),
        2 => Just(Jump::Tenth(1.0)),
        2 => Just(Jump::Tenth(-1.0)),
        1 => Just(Jump::Arrow(5.0)),
        1 => Just(Jump::Arrow(-5.0)),
        1 => Just(Jump::End),
    ]
}

/// What can be seen of a cell.
fn seen(cell: &Cell) -> Cell {
    let mut seen = cell.clone();
    if cell.is_blank() && !cell.pen.attrs.meets(Attrs::SEEN_ON_BLANKS) {
        seen.pen = Cell::blank(cell.pen.bg).pen;
    }
    seen
}

/// What differs on the screen.
fn difference(one: &Snapshot, other: &Snapshot) -> Option<String> {
    let rows = one.screen.iter().zip(&other.screen).enumerate();
    for (y, (a, b)) in rows {
        if let Some(x) = (0..a.cells.len()).find(|&x| seen(&a.cells[x]) != seen(&b.cells[x])) {
            return Some(format!(
                "row {y}, column {x}: {:?} and {:?}, in {:?} and {:?}",
                a.cells[x],
                b.cells[x],
                a.text(),
                b.text()
            ));
        }
    }
    let state = |s: &Snapshot| (s.cursor, s.alt, s.cursor_visible, s.pen);
    (state(one) != state(other)).then(|| format!("{:?} and {:?}", state(one), state(other)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn jumps_lead_to_the_screen_of_that_moment(
        name in prop::sample::select(NAMES.to_vec()),
        jumps in prop::collection::vec(jump(), 1..5),
        spacing in prop_oneof![Just(1500usize), Just(6000), Just(SPACING)],
    ) {
        let known = Known::new(name);
        let clock = known.clock(&jumps);
        let keys: String = jumps.iter().map(|jump| jump.key()).collect();
        let (jumped, straight) = (known.jumped(&keys, spacing), known.straight(clock));
        let model = Kind::Alacritty.show(known.size, &straight);
        for kind in Kind::ALL {
            let (mut jumped, straight) = (kind.show(known.size, &jumped), kind.show(known.size, &straight));
            // A drawing shows what the model shows: rows on which terminals differ, such as those erased in pending wrap, are
            // as there.
            let rows = jumped.screen.iter_mut().zip(&straight.screen).zip(&model.screen);
            for ((row, straight), model) in rows {
                let differ = |(a, b)| seen(a) != seen(b);
                if straight.cells.iter().zip(&model.cells).any(differ) {
                    *row = straight.clone();
                }
            }
            if let Some(difference) = difference(&jumped, &straight) {
                return Err(TestCaseError::fail(format!("{kind:?}, {clock}: {difference}")));
            }
        }
    }
}

/// Rows are shaded as they would have been.
#[test]
fn rows_are_shaded_after_a_jump_as_without_one() {
    for name in NAMES {
        let known = Known::new(name);
        let shaded = |bytes: &[u8]| {
            let options = Options::new(
                known.size,
                Profile::built_in(&known.profile).unwrap(),
                Some("236".parse().unwrap()),
            );
            let out = shade_pty::shade(bytes, options);
            Kind::Alacritty.show(known.size, &out)
        };
        for (keys, jumps) in [
            ("85", [Jump::Tenths(8), Jump::Tenths(5)]),
            ("97", [Jump::Tenths(9), Jump::Tenths(7)]),
        ] {
            let clock = known.clock(&jumps);
            let straight = shaded(&known.straight(clock));
            let jumped = shaded(&known.jumped(keys, SPACING));
            // Blank rows go with what follows only where the cursor was seen to move, which a jump does.
            for (a, b) in jumped.screen.iter().zip(&straight.screen) {
                let text = b.text();
                assert!(
                    text.is_empty() || a.cells == b.cells,
                    "{name} {keys}: {text:?}"
                );
            }
        }
    }
}

#[test]
fn keys_go_back_and_forth_and_wait_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.cast");
    let cast = "{\"version\":3,\"term\":{\"cols\":80,\"rows\":24}}\n[0,\"o\",\"one\\r\\n\"]\n[100,\"o\",\"two\\r\\n\"]\n\
                [100,\"o\",\"<think>\\r\\n\"]\n[100,\"o\",\"</think>\\r\\nfour\\r\\n\"]\n[100,\"o\",\"five\\r\\n\"]\n";
    fs::write(&file, cast).unwrap();
    let file = file.to_str().unwrap();
    let mut term = Term::start(&plain(&[PROGRAM, "replay", "--idle-limit", "900", file]));
    term.wait_for("one");
    term.send("\x1b[F");
    term.wait_for("five");
    term.send("\x1bOD");
    // Back by five seconds: all that was before.
    term.wait_for("\x1b[2J");
    let before = term.wait_for("four");
    assert!(
        before.contains("one") && before.contains("\x1b[48;5;236m"),
        "{before:?}"
    );
    term.send("3");
    term.wait_for("\x1b[2J");
    let before = term.wait_for("two");
    assert!(before.contains("one"), "{before:?}");
    term.send("n");
    term.wait_for("<think>");
    term.send("]]");
    term.wait_for("four");
    term.send(" pg");
    term.wait_for("<think>");
    term.wait_for("\x1b[2J");
    term.wait_for("one");
    term.send("q");
    assert_eq!(ending(term.end()), "exit 0");
    let mut term = Term::start(&plain(&[
        PROGRAM,
        "replay",
        "--idle-limit",
        "900",
        "--at",
        "04:10",
        file,
    ]));
    term.wait_for("<think>");
    term.send("q");
    assert_eq!(ending(term.end()), "exit 0");
    assert!(!String::from_utf8_lossy(&term.shown).contains("four"));
}

#[test]
fn a_terminal_of_another_size_is_told_of_once() {
    let folder = tempfile::tempdir().unwrap();
    for (header, resize, told) in [
        ("\"cols\":80,\"rows\":24", "", None),
        ("\"cols\":80,\"rows\":20", "", None),
        (
            "\"cols\":100,\"rows\":24",
            "",
            Some("recorded at 100x24; this terminal has 80x24"),
        ),
        (
            "\"cols\":80,\"rows\":30",
            "",
            Some("recorded at 80x30; this"),
        ),
        (
            "\"cols\":80,\"rows\":24",
            "[0,\"r\",\"60x20\"]\n",
            Some("recorded at 80x24, later 60x20; this"),
        ),
    ] {
        let file = folder.path().join("a.cast");
        let cast =
            format!("{{\"version\":3,\"term\":{{{header}}}}}\n{resize}[0,\"o\",\"so\\r\\n\"]\n");
        fs::write(&file, cast).unwrap();
        let (shown, end) = outcome(&plain(&[PROGRAM, "replay", file.to_str().unwrap()]));
        assert_eq!(end, "exit 0");
        match told {
            Some(text) => assert_eq!(shown.matches(text).count(), 1, "{shown}"),
            None => assert_eq!(shown, "so\r\n"),
        }
    }
}
