//! The overlay law over generated children: on two terminals, at each pause, over all chunkings.
//!
//! Each test runs a fixed number of cases, so that the suite is quick. `SHADE_PTY_CASES=20000` runs more, and
//! `SHADE_PTY_SEED=7` other ones. `SHADE_PTY_APART=1` adds sequences that terminals carry out in different ways: there no
//! stream is right in all of them, and failures are to be read one by one.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod oracle;

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

use oracle::compare::{difference_of, look_alike};
use oracle::judge::{Demands, judge};
use oracle::rows::{Above, Figures};
use oracle::session::{Run, Step, options, options_with_gutter};
use oracle::stream::Stream;
use oracle::stream::chunks::{Chunking, chunkings};
use oracle::stream::frames::frames;
use oracle::stream::lines::lines;
use oracle::stream::wild::wild;

/// Runs a law over cases that are the same each time.
fn for_all<T: std::fmt::Debug>(
    cases: u32,
    strategy: impl Strategy<Value = T>,
    law: impl Fn(&T) -> Result<Figures, String>,
) -> Figures {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse::<u32>().ok())
    };
    let cases = number("SHADE_PTY_CASES").unwrap_or(cases);
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    let seed = [u8::try_from(number("SHADE_PTY_SEED").unwrap_or(1)).expect("a seed up to 255"); 32];
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let total = RefCell::new(Figures::default());
    let outcome = runner.run(&strategy, |case| {
        *total.borrow_mut() += law(&case).map_err(TestCaseError::fail)?;
        Ok(())
    });
    assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    total.into_inner()
}

/// Runs a stream in these steps and judges it.
fn session(stream: &Stream, steps: &[Step], no_holes: bool) -> Result<Figures, String> {
    let run = Run::of(options("generic", stream.size), steps);
    judge(
        &run,
        stream.size,
        Demands {
            no_holes,
            sided: stream.sided,
            above: stream.above,
            gutter: false,
        },
    )
    .into_result()
}

/// The same with a gutter.
fn session_with_gutter(stream: &Stream, steps: &[Step], no_holes: bool) -> Result<Figures, String> {
    let run = Run::of(options_with_gutter("generic", stream.size), steps);
    let demands = Demands {
        no_holes,
        sided: stream.sided,
        above: stream.above,
        gutter: true,
    };
    judge(&run, stream.size, demands).into_result()
}

/// The stream with blanks before some of its lines: what stands in the first column matters to a gutter. And with plain letters
/// only, and without further tabs: terminals agree on where they stand. Nor lines that alacritty does not know, overlined or by
/// SGR 21: it takes a blank for one that nothing is seen of.
fn indented(stream: &Stream) -> Stream {
    let mut bytes = Vec::new();
    let indents = ["  ", "", "\t", " ", ""].into_iter().cycle();
    for (line, indent) in stream.bytes.split_inclusive(|b| *b == b'\n').zip(indents) {
        let whole = bytes.ends_with(b"\r\n") && !line.starts_with(b"<");
        bytes.extend_from_slice(if whole { indent.as_bytes() } else { b"" });
        bytes.extend(line.iter().filter(|b| b.is_ascii() && **b != b'\t'));
    }
    let text = String::from_utf8_lossy(&bytes)
        .replace("\x1b[53m", "\x1b[3m")
        .replace("\x1b[21m", "\x1b[3m");
    Stream {
        bytes: text.into_bytes(),
        ..stream.clone()
    }
}

fn assert_complete(figures: Figures, percent: f64) {
    assert!(
        figures.shaded_rows > 0 && figures.plain_rows > 0,
        "nothing was judged: {figures:?}"
    );
    assert!(
        figures.complete() >= percent,
        "only {:.2} % of the shaded rows: {figures:?}",
        figures.complete()
    );
}

#[test]
fn appended_lines_are_overlaid_and_shaded_whole() {
    let figures = for_all(500, (lines(true), chunkings()), |(stream, chunking)| {
        session(stream, &chunking.steps(&stream.bytes), true)
    });
    assert_complete(figures, 100.0);
}

#[test]
fn lines_that_leave_their_colours_on_are_overlaid() {
    let figures = for_all(500, (lines(false), chunkings()), |(stream, chunking)| {
        session(stream, &chunking.steps(&stream.bytes), false)
    });
    assert_complete(figures, 98.0);
}

#[test]
fn anything_at_all_is_overlaid() {
    let figures = for_all(700, (wild(), chunkings()), |(stream, chunking)| {
        session(stream, &chunking.steps(&stream.bytes), false)
    });
    assert_complete(figures, 98.0);
}

/// The child pauses after each frame.
#[test]
fn redrawn_blocks_are_overlaid_and_shaded_whole_after_each_frame() {
    let figures = for_all(300, frames(), |(stream, ends)| {
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let frames = starts
            .zip(ends)
            .map(|(start, end)| Step::Write(stream.bytes[start..*end].to_vec()));
        let steps: Vec<Step> = frames.flat_map(|frame| [frame, Step::Pause]).collect();
        session(stream, &steps, true)
    });
    assert_complete(figures, 100.0);
}

/// Frames come in bursts that have nothing to do with where they end.
#[test]
fn redrawn_blocks_are_overlaid_and_shaded_whole_over_any_chunking() {
    let figures = for_all(300, (frames(), chunkings()), |((stream, _), chunking)| {
        session(stream, &chunking.steps(&stream.bytes), true)
    });
    assert_complete(figures, 100.0);
}

/// The steps with the settings read again before each write, unless that may begin with what joins the last character:
/// anything of ours, at a pause, parts them in some terminals.
fn with_reloads(steps: Vec<Step>, on: impl Fn(usize) -> bool) -> Vec<Step> {
    let joins = |step: &Step| matches!(step, Step::Write(bytes) if bytes.first().is_some_and(|b| !b.is_ascii()));
    let steps = steps.into_iter().enumerate();
    let with = |(n, step)| {
        let reload = (!joins(&step)).then(|| Step::Reconfigure { on: on(n) });
        reload.into_iter().chain([step])
    };
    steps.flat_map(with).collect()
}

#[test]
fn settings_that_are_read_again_and_are_the_same_change_nothing() {
    let figures = for_all(200, (lines(true), chunkings()), |(stream, chunking)| {
        let steps = with_reloads(chunking.steps(&stream.bytes), |_| true);
        session(stream, &steps, true)
    });
    assert_complete(figures, 100.0);
    let figures = for_all(200, (frames(), chunkings()), |((stream, _), chunking)| {
        let steps = with_reloads(chunking.steps(&stream.bytes), |_| true);
        session(stream, &steps, true)
    });
    assert_complete(figures, 100.0);
    for_all(200, (wild(), chunkings()), |(stream, chunking)| {
        let steps = with_reloads(chunking.steps(&stream.bytes), |_| true);
        session(stream, &steps, false)
    });
}

#[test]
fn shading_that_is_switched_off_and_on_stays_an_overlay() {
    let figures = for_all(300, (wild(), chunkings()), |(stream, chunking)| {
        let steps = with_reloads(chunking.steps(&stream.bytes), |n| n % 3 != 1);
        session(stream, &steps, false)
    });
    assert!(figures.plain_rows > 0, "nothing was judged: {figures:?}");
}

/// What a terminal shows at the end does not depend on how the stream was cut.
#[test]
fn every_chunking_ends_in_the_same_screen() {
    let streams = prop_oneof![lines(true), frames().prop_map(|(stream, _)| stream)];
    for_all(200, (streams, chunkings()), |(stream, chunking)| {
        let screen = |chunking: &Chunking| {
            let run = Run::of(
                options("generic", stream.size),
                &chunking.steps(&stream.bytes),
            );
            oracle::emulator::Kind::Xterm.show(stream.size, &run.output)
        };
        let (whole, cut) = (screen(&Chunking::Whole), screen(chunking));
        let rows = whole.rows().zip(cut.rows());
        let differing = rows.filter(|(whole, cut)| !look_alike(whole, cut)).take(3);
        let complaints: Vec<String> = differing
            .map(|(whole, cut)| difference_of(whole, cut))
            .collect();
        if complaints.is_empty() {
            Ok(Figures::default())
        } else {
            Err(complaints.join("\n"))
        }
    });
}

#[test]
fn appended_lines_have_a_gutter_where_they_begin_with_blanks() {
    let figures = for_all(300, (lines(true), chunkings()), |(stream, chunking)| {
        let stream = indented(stream);
        session_with_gutter(&stream, &chunking.steps(&stream.bytes), true)
    });
    assert_complete(figures, 100.0);
    for_all(200, (lines(false), chunkings()), |(stream, chunking)| {
        session_with_gutter(stream, &chunking.steps(&stream.bytes), false)
    });
}

#[test]
fn redrawn_blocks_have_a_gutter_where_they_begin_with_blanks() {
    let figures = for_all(300, (frames(), chunkings()), |((stream, _), chunking)| {
        session_with_gutter(stream, &chunking.steps(&stream.bytes), true)
    });
    assert_complete(figures, 100.0);
}

#[test]
fn a_gutter_over_anything_at_all_stands_nowhere_else() {
    let figures = for_all(500, (wild(), chunkings()), |(stream, chunking)| {
        session_with_gutter(stream, &chunking.steps(&stream.bytes), false)
    });
    assert_complete(figures, 98.0);
}

/// Rows from before a resize flow as each terminal pleases; what is drawn on a cleared screen after it is right again.
#[test]
fn what_is_drawn_after_a_resize_is_overlaid_and_shaded_whole() {
    let figures = for_all(200, (lines(true), lines(true)), |(before, after)| {
        let redrawn = [b"\x1b[2J\x1b[3J\x1b[H", after.bytes.as_slice()].concat();
        let steps = [
            Step::Write(before.bytes.clone()),
            Step::Write(b"</think>\r\n".to_vec()),
            Step::Resize(after.size),
            Step::Write(redrawn),
        ];
        let run = Run::of(options("generic", before.size), &steps);
        let demands = Demands {
            no_holes: true,
            sided: false,
            above: Above::Known,
            gutter: false,
        };
        judge(&run, before.size, demands).into_result()
    });
    assert_complete(figures, 100.0);
}
