//! Bursts that can begin no region, or not leave it, pass unread: what goes out is the same as if each had been read, over any chunking.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::io::Write;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use shade_pty::{Fill, Options, Profile, ShadedWriter, Size};

/// Lines as programs print them while nobody reasons, and now and then what opens or could open a region, or moves the cursor.
const QUIET: [&str; 31] = [
    "padded with blanks              \r\n",
    "                \r\n",
    " \t \r\n",
    "plain words\r\n",
    "x\r\n",
    "\r\n",
    "\n",
    "a line that is longer than the narrow screens are wide, so that it wraps more than once\r\n",
    "\x1b[31mred\x1b[0m and \x1b[1;38;5;122mbold\x1b[22;39m\r\n",
    "\x1b[48;2;9;9;9m own \x1b[49m\r\n",
    "left open \x1b[7m",
    "\x1b[44m",
    "\x1b[m",
    "\r\x1b[2K\x1b[35m⠋\x1b[39m Thinking… (3s)",
    "\r",
    "\x1b]8;;file:///x\x1b\\link\x1b]8;;\x1b\\ text\r\n",
    "\x1b]8;;file:///y\x07open ",
    "\x1b]8;;\x07",
    "\x1b]0;title\x07",
    "tab\tstop\r\n",
    "\ttab first\r\n",
    "日本語 é — wide\r\n",
    "four columns at least\x1b[1A\x1b[2Kabove\r\n",
    "\x1b[1A\x1b[2Kabove at once\r\n",
    "x\x1b[1K► THINKING\r\n",
    "it\x1b[2K   Thought: 2s\r\n",
    // What rules of claude's ask to stand directly above or below.
    "────────\r\n",
    " Bash command\r\n",
    "❯ typed\r\n",
    "  ? for shortcuts\r\n",
    "end of a file without a newline",
];

const LOUD: [&str; 24] = [
    "written over \r<think>\x1b[?7m",
    "► THINKING          \r\n",
    "► \x1b[1mTHINKING\x1b[0m\t \r\n",
    "► **ANSWER**\r\n",
    "✻ Thinking…   \r\n",
    "<think>  \r\n",
    "<think>\r\n",
    "</think>\r\n",
    "<",
    "<thi",
    "nk>\r\n",
    "```\r\n",
    "  ~~~ sh\r\n",
    "[tool] x\r\n",
    "● Bash(ls)\r\n",
    "● a message\r\n",
    "✻ Thinking…\r\n",
    "\x1b[2mdim\x1b[0m\r\n",
    "\x1b[H\x1b[J",
    "\x1b[?1049h\x1b[Hinside\x1b[?1049l",
    "\x1b[?2026hframe\x1b[?2026l",
    "\x1bM",
    "\x1b[2;3r\x1b[r",
    "\x1b]7737;shade;1;start;reasoning;a\x07marked\r\n\x1b]7737;shade;1;end;reasoning;a\x07",
];

/// What begins a region under some profile; a child that has moved the cursor is repaired too.
const OPENS: [&str; 8] = [
    "<think>\r\n",
    "\x1b[1G<think>\r\n",
    "<think>\r\nwhy\r\n</think>\r\n[tool] run\r\n",
    "\x1b[1G<think>\r\nwhy\r\n</think>\r\n[tool] run\r\n",
    "∴ Thinking…\r\n\r\n  why\r\n",
    "∴ Thinking…\r\n\r\n  why\r\n● Bash(ls)\r\n  ⎿  out\r\n",
    "\x1b[1G∴ Thinking…\r\n\r\n  why\r\n● Bash(ls)\r\n  ⎿  out\r\n",
    "► THINKING\r\n",
];

/// Lines as models think and tools print them.
const INSIDE: [&str; 31] = [
    "plain words\r\n",
    "  indented words\r\n",
    "     more of it\r\n",
    "x\r\n",
    "\r\n",
    "   \r\n",
    "\x1b[31mred\x1b[0m and \x1b[1;38;5;122mbold\x1b[22;39m\r\n",
    "\x1b[32m   Compiling\x1b[0m x\r\n",
    "\x1b[1m",
    "\x1b[m",
    "\x1b[0m\r\n",
    "\r\x1b[2K 10%\r\x1b[K 20%\r\x1b[2K",
    "\x1b[2K",
    "end\x1b[K\r\n",
    "\x1b[0m\x1b[K\r\n",
    "\r",
    "\x1b]0;title\x07",
    "\x1b]8;;file:///x\x1b\\link\x1b]8;;\x1b\\ text\r\n",
    "tab\tstop\r\n",
    "\ttab\r\n",
    "日本 é — wide\r\n",
    "a </b> c\r\n",
    "a <\r\n",
    "</",
    "────────\r\n",
    " Bash command\r\n",
    "❯ typed\r\n",
    "  ? for shortcuts\r\n",
    "without an end",
    "  without an end",
    "a line that is longer than the narrow screens are wide, so that it wraps more than once\r\n",
];

#[derive(Clone, Debug)]
enum Step {
    Write(Vec<u8>),
    Pause,
    Resize(Size),
}

fn sizes() -> impl Strategy<Value = Size> {
    let sizes = vec![(2, 1), (5, 2), (10, 3), (20, 5), (31, 8), (80, 24)];
    select(sizes).prop_map(|(cols, rows)| Size { cols, rows })
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let quiet = prop::collection::vec(select(&QUIET[..]), 1..60).prop_map(|lines| lines.concat());
    let plain = (select(&QUIET[..6]), 1..120usize).prop_map(|(line, n)| line.repeat(n));
    let loud = select(&LOUD[..]).prop_map(str::to_owned);
    let piece = prop_oneof![4 => quiet, 3 => plain, 2 => loud];
    prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat().into_bytes())
}

/// A region that lasts, or does not.
fn inside() -> impl Strategy<Value = Vec<u8>> {
    let lines = prop::collection::vec(select(&INSIDE[..]), 1..60).prop_map(|lines| lines.concat());
    let plain = (select(&INSIDE[..8]), 1..120usize).prop_map(|(line, n)| line.repeat(n));
    let loud = prop_oneof![select(&LOUD[..]), select(&QUIET[..])].prop_map(str::to_owned);
    let piece = prop_oneof![8 => lines, 4 => plain, 1 => loud];
    let pieces = prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat());
    (select(&OPENS[..]), pieces).prop_map(|(open, rest)| [open, &rest].concat().into_bytes())
}

fn steps(text: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<Step>> {
    let cut = (
        any::<prop::sample::Index>(),
        select(vec![0u8, 0, 0, 1, 2]),
        sizes(),
    );
    (text, prop::collection::vec(cut, 0..40)).prop_map(|(bytes, cuts)| {
        let mut cuts: Vec<_> = cuts
            .into_iter()
            .map(|(at, then, size)| (at.index(bytes.len() + 1), then, size))
            .collect();
        cuts.sort_by_key(|(at, ..)| *at);
        let (mut steps, mut from) = (Vec::new(), 0);
        for (at, then, size) in cuts {
            steps.push(Step::Write(bytes[from..at].to_vec()));
            match then {
                1 => steps.push(Step::Pause),
                2 => steps.push(Step::Resize(size)),
                _ => (),
            }
            from = at;
        }
        steps.push(Step::Write(bytes[from..].to_vec()));
        steps
    })
}

/// Half of them are of the profiles whose agents append most.
fn profiles() -> impl Strategy<Value = &'static str> {
    let appending = vec![
        "generic", "claude", "llm", "pi", "aider", "codex", "qwen", "kilo",
    ];
    prop_oneof![select(appending), select(Profile::names())]
}

fn all_options() -> impl Strategy<Value = Options> {
    let fills = select(vec![Fill::Terminal, Fill::Terminal, Fill::Content]);
    let mostly = || prop::bool::weighted(0.8);
    let gutters = prop::bool::weighted(0.2);
    (sizes(), profiles(), fills, mostly(), mostly(), gutters).prop_map(
        |(size, profile, fill, repair, from_home, gutter)| {
            let profile = Profile::built_in(profile).expect("a built-in profile");
            let background = Some("236".parse().expect("a colour"));
            Options {
                fill,
                repair,
                gutter: gutter.then(|| "25".parse().expect("a colour")),
                from_home,
                ..Options::new(size, profile, background)
            }
        },
    )
}

/// What came out by each pause, and at the end.
fn outputs(options: Options, steps: &[Step], read_all: bool, bare: bool) -> Vec<Vec<u8>> {
    let mut writer = ShadedWriter::new(Vec::new(), options);
    if bare {
        writer.line_feeds_return();
    }
    if read_all {
        writer.read_all();
    }
    let mut outputs = Vec::new();
    for step in steps {
        match step {
            Step::Write(bytes) if bare => {
                let bytes = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
                writer
                    .write_all(bytes.as_bytes())
                    .expect("a vector takes all");
            }
            Step::Write(bytes) => writer.write_all(bytes).expect("a vector takes all"),
            Step::Resize(size) => writer.resize(*size).expect("a vector takes all"),
            Step::Pause => {
                writer.pause().expect("a vector takes all");
                outputs.push(writer.get_ref().clone());
            }
        }
    }
    outputs.push(writer.finish().expect("a vector takes all"));
    outputs
}

#[test]
fn what_passes_unread_comes_out_as_if_it_had_been_read() {
    unread_is_as_read(text());
}

#[test]
fn what_is_painted_unread_comes_out_as_if_it_had_been_read() {
    unread_is_as_read(inside());
}

fn unread_is_as_read(text: impl Strategy<Value = Vec<u8>>) {
    let cases = std::env::var("SHADE_PTY_CASES")
        .ok()
        .and_then(|n| n.parse().ok());
    let config = Config {
        cases: cases.unwrap_or(400),
        failure_persistence: None,
        max_shrink_iters: 4_000,
        ..Config::default()
    };
    let seed = std::env::var("SHADE_PTY_SEED")
        .ok()
        .and_then(|n| n.parse().ok());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed.unwrap_or(1u8); 32]);
    TestRunner::new_with_rng(config, rng)
        .run(
            &(steps(text), all_options(), prop::bool::weighted(0.25)),
            |(steps, options, bare)| {
                let read = outputs(options.clone(), &steps, true, bare);
                let passed = outputs(options, &steps, false, bare);
                for (n, (want, got)) in read.iter().zip(&passed).enumerate() {
                    prop_assert_eq!(
                        want.escape_ascii().to_string(),
                        got.escape_ascii().to_string(),
                        "at pause {}",
                        n
                    );
                }
                Ok(())
            },
        )
        .unwrap_or_else(|e| panic!("{e}"));
}
