//! Anything a child, a user and a clock can do to a `ShadedWriter`: it never panics, without its insertions its output
//! is its input, and until the first resize a terminal shows the same text.

#![no_main]

use std::io::Write;
use std::ops::Range;
use std::time::Duration;

use alacritty_terminal::event::VoidListener;
use alacritty_terminal::grid::Dimensions;
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::{Config, Term};
use alacritty_terminal::vte::ansi::{Processor, Timeout};
use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use shade_pty::{Options, Profile, ShadedWriter, Size};

#[derive(Arbitrary, Debug)]
enum Act {
    /// Any bytes.
    Bytes(Vec<u8>),
    /// A piece that leads somewhere.
    Known(u8),
    Pause,
    Resize(u8, u8),
    Open,
    Close,
}

#[derive(Arbitrary, Debug)]
struct Session {
    cols: u8,
    rows: u8,
    profile: u8,
    from_home: bool,
    repair: bool,
    acts: Vec<Act>,
}

const KNOWN: &[&[u8]] = &[
    b"<think>\r\n",
    b"</think>\r\n",
    b"\r\n",
    b"\r",
    b"\n",
    b"\x1b[K",
    b"\x1b[2K",
    b"\x1b[1A",
    b"\x1b[J",
    b"\x1b[2J",
    b"\x1b[H",
    b"\x1b[41m",
    b"\x1b[m",
    b"\x1b[7m",
    b"\x1b7",
    b"\x1b8",
    b"\x1bM",
    b"\x1b[L",
    b"\x1b[M",
    b"\x1b[2;4r",
    b"\x1b[r",
    b"\x1b[?1049h",
    b"\x1b[?1049l",
    b"\x1b[?2026h",
    b"\x1b[?2026l",
    b"0123456789",
    "界".as_bytes(),
    "e\u{301}".as_bytes(),
    b"\t",
    b"\x1b]8;;u\x07",
    b"\x1b]8;;\x07",
    b"\x1b[3b",
    "∴ thinking\r\n".as_bytes(),
    "● Read(a)\r\n".as_bytes(),
    b"\x1b[4h",
    b"\x1b[?6h",
    b"\x1b[?7l",
    b"\x1bc",
    b"\x1b[5C",
    b"\x1b[2D",
    b"\x1b[2;2H",
    b"\x1b[4\n1m",
    b"\x1b[?J",
    b"\x1b[2P",
    b"\x1b[2@",
    b"\x1b[2S",
    b"\x1b[2T",
    b"\x1bE",
    b"\x1bD",
    b"\x1b[!p",
    b"\x1b[21m",
    b"\x1b[48;5m",
];

/// At least two columns, for the terminal that compares.
fn size(cols: u8, rows: u8) -> Size {
    Size {
        cols: u16::from(cols % 100) + 2,
        rows: u16::from(rows % 40) + 1,
    }
}

fuzz_target!(|session: Session| {
    let start = size(session.cols, session.rows);
    let mut writer = ShadedWriter::new(Vec::new(), options(&session, start));
    writer.record_spans(true);
    let mut child = Vec::new();
    let mut resized = false;
    for act in &session.acts {
        match act {
            Act::Bytes(bytes) => write(&mut writer, &mut child, bytes),
            Act::Known(which) => write(
                &mut writer,
                &mut child,
                KNOWN[usize::from(*which) % KNOWN.len()],
            ),
            Act::Pause => writer.pause().expect("a vector takes all"),
            Act::Resize(cols, rows) => {
                resized = true;
                writer
                    .resize(size(*cols, *rows))
                    .expect("a vector takes all");
            }
            Act::Open => writer.open_region(),
            Act::Close => writer.close_region(),
        }
    }
    assert_eq!(writer.fault(), None);
    let spans = writer.take_spans();
    let kept = strip(writer.get_ref(), &spans);
    assert!(
        child.starts_with(&kept),
        "the output without insertions is not the input"
    );
    let output = writer.finish().expect("a vector takes all");
    if !resized && session.from_home {
        assert_eq!(grid(start, &child), grid(start, &output));
    }
});

fn options(session: &Session, size: Size) -> Options {
    let names = Profile::names();
    let profile = Profile::built_in(names[usize::from(session.profile) % names.len()])
        .expect("a built-in profile");
    Options {
        from_home: session.from_home,
        repair: session.repair,
        ..Options::new(size, profile, Some("236".parse().expect("a background")))
    }
}

fn write(writer: &mut ShadedWriter<Vec<u8>>, child: &mut Vec<u8>, bytes: &[u8]) {
    writer.write_all(bytes).expect("a vector takes all");
    child.extend_from_slice(bytes);
}

fn strip(output: &[u8], spans: &[Range<u64>]) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut at = 0;
    for span in spans {
        kept.extend_from_slice(&output[at..span.start as usize]);
        at = span.end as usize;
    }
    kept.extend_from_slice(&output[at..]);
    kept
}

struct Area(Size);

impl Dimensions for Area {
    fn total_lines(&self) -> usize {
        self.screen_lines()
    }
    fn screen_lines(&self) -> usize {
        self.0.rows.into()
    }
    fn columns(&self) -> usize {
        self.0.cols.into()
    }
}

#[derive(Default)]
struct NeverWait;

impl Timeout for NeverWait {
    fn set_timeout(&mut self, _duration: Duration) {}
    fn clear_timeout(&mut self) {}
    fn pending_timeout(&self) -> bool {
        false
    }
}

/// The text of all rows and the cursor, as a terminal shows them.
fn grid(size: Size, bytes: &[u8]) -> (String, (usize, i32, bool)) {
    let mut term = Term::new(Config::default(), &Area(size), VoidListener);
    Processor::<NeverWait>::new().advance(&mut term, bytes);
    let grid = term.grid();
    let mut text = String::new();
    for line in -(grid.history_size() as i32)..grid.screen_lines() as i32 {
        for column in 0..grid.columns() {
            let cell = &grid[Line(line)][Column(column)];
            text.push(if cell.c == '\t' { ' ' } else { cell.c });
            text.extend(cell.zerowidth().unwrap_or_default());
        }
        text.push('\n');
    }
    let point = grid.cursor.point;
    (
        text,
        (point.column.0, point.line.0, grid.cursor.input_needs_wrap),
    )
}
