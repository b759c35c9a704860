//! Tokens, screen model and engine over a mixed log and over recordings, next to bare vte and bare alacritty_terminal.
//!
//! `cargo bench`, or `cargo bench -- engine` for some. What the whole process costs on a terminal: `scripts/bench`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    reason = "a benchmark that cannot go on stops"
)]

mod mixed;

use std::fs::File;
use std::hint::black_box;
use std::io::{BufReader, Write};

use alacritty_terminal::event::VoidListener;
use alacritty_terminal::term::{Config, Term};
use alacritty_terminal::vte::ansi::{Processor, StdSyncHandler};
use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};
use shade_pty::cast::{Code, Line, Reader};
use shade_pty::screen::{Row, Screen};
use shade_pty::stream::Tokens;
use shade_pty::{Options, Profile, ShadedWriter, Size};

const SIZE: Size = Size {
    cols: 100,
    rows: 40,
};

/// What is read at a time under load.
const BURST: usize = 1 << 16;

/// What an agent sends at a time.
const SMALL_BURST: usize = 64;

const LOG: usize = 1 << 20;

/// Of each way of drawing one: append-only, redrawn from below, cell differences, scroll margins, alternate screen.
const RECORDINGS: [(&str, &str); 4] = [
    ("claude", "claude-tui-long"),
    ("claude", "claude1-tui-interleaved"),
    ("codex", "codex-exec-long"),
    ("codex", "codex-tui-plain"),
];

struct NoRow;

impl Row for NoRow {
    fn new(_: u64) -> Self {
        NoRow
    }
}

struct Nothing;

impl vte::Perform for Nothing {}

fn options(profile: &str, size: Size, shading: bool) -> Options {
    Options::new(
        size,
        Profile::built_in(profile).expect("a built-in profile"),
        shading.then(|| "236".parse().expect("a background")),
    )
}

/// A recording's output events and its size; none where recordings are not at hand, as in the published package.
fn recording(name: &str) -> Option<(Size, Vec<Vec<u8>>)> {
    let path = format!(
        "{}/tests/recordings/{name}.cast",
        env!("CARGO_MANIFEST_DIR")
    );
    let (mut reader, header) = Reader::new(BufReader::new(File::open(path).ok()?), name).unwrap();
    let mut bursts = Vec::new();
    while let Some(line) = reader.read().unwrap() {
        if let Line::Event(event) = line
            && event.code == Code::Output
        {
            bursts.push(event.data);
        }
    }
    Some((header.size, bursts))
}

fn group<'a>(
    criterion: &'a mut Criterion,
    name: &str,
    bytes: usize,
) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .throughput(Throughput::Bytes(bytes as u64))
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat);
    group
}

fn tokens(criterion: &mut Criterion) {
    let log = mixed::log(LOG);
    let mut group = group(criterion, "tokens", log.len());
    group.bench_function("ours", |b| {
        b.iter(|| {
            let mut tokens = Tokens::default();
            log.chunks(BURST).for_each(|burst| {
                tokens.feed(burst);
                black_box(tokens.list().len());
            });
        });
    });
    group.bench_function("vte", |b| {
        b.iter(|| {
            let mut parser = vte::Parser::new();
            log.chunks(BURST)
                .for_each(|burst| parser.advance(&mut Nothing, burst));
        });
    });
    group.finish();
}

fn model(criterion: &mut Criterion) {
    let log = mixed::log(LOG);
    let mut group = group(criterion, "model", log.len());
    group.bench_function("ours", |b| {
        b.iter(|| {
            let mut screen = Screen::<NoRow>::new(SIZE);
            log.chunks(BURST).for_each(|burst| screen.feed(burst));
        });
    });
    group.bench_function("alacritty_terminal", |b| {
        b.iter(|| bare_terminal(SIZE, log.chunks(BURST)));
    });
    group.finish();
}

fn bare_terminal<'a>(size: Size, bursts: impl Iterator<Item = &'a [u8]>) {
    let mut term = Term::new(Config::default(), &size, VoidListener);
    let mut parser = Processor::<StdSyncHandler>::new();
    bursts.for_each(|burst| parser.advance(&mut term, burst));
    black_box(term.grid().cursor.point);
}

fn play<'a>(
    options: &Options,
    first: &[u8],
    bursts: impl Iterator<Item = &'a [u8]>,
    pausing: bool,
) {
    let mut writer = ShadedWriter::new(std::io::sink(), options.clone());
    writer.write_all(first).unwrap();
    for burst in bursts {
        writer.write_all(burst).unwrap();
        if pausing {
            writer.pause().unwrap();
        }
    }
}

fn engine(criterion: &mut Criterion) {
    let log = mixed::log(LOG);
    let shaded = options("claude", SIZE, true);
    let mut group = group(criterion, "engine", log.len());
    group.bench_function("outside", |b| {
        b.iter(|| play(&shaded, b"", log.chunks(BURST), false))
    });
    group.bench_function("inside", |b| {
        b.iter(|| play(&shaded, b"<think>\r\n", log.chunks(BURST), false))
    });
    group.bench_function("outside, small bursts with pauses", |b| {
        b.iter(|| play(&shaded, b"", log.chunks(SMALL_BURST), true));
    });
    group.bench_function("inside, small bursts with pauses", |b| {
        b.iter(|| play(&shaded, b"<think>\r\n", log.chunks(SMALL_BURST), true));
    });
    let off = options("claude", SIZE, false);
    group.bench_function("shading off", |b| {
        b.iter(|| play(&off, b"", log.chunks(BURST), false))
    });
    group.finish();
}

fn recordings(criterion: &mut Criterion) {
    for (profile, name) in RECORDINGS {
        let Some((size, bursts)) = recording(name) else {
            continue;
        };
        let bytes = bursts.iter().map(Vec::len).sum();
        let mut group = group(criterion, name, bytes);
        let shaded = options(profile, size, true);
        group.bench_function("engine", |b| {
            b.iter(|| play(&shaded, b"", bursts.iter().map(Vec::as_slice), true))
        });
        group.bench_function("alacritty_terminal", |b| {
            b.iter(|| bare_terminal(size, bursts.iter().map(Vec::as_slice)));
        });
        group.finish();
    }
}

criterion_group!(benches, tokens, model, engine, recordings);
criterion_main!(benches);
