//! The writer's behaviours one by one, numbered `w01` and on; `j1` to `j12` are faults
//! that an earlier writer of this kind had, each of which would fail the test that bears its number.
//!
//! Every session here is also judged by the overlay law on two terminals.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod economy;
mod edges;
mod faults;
mod fills;
mod known_faults;
mod nothing_is_lost;
#[path = "../oracle/mod.rs"]
mod oracle;
mod own_backgrounds;
mod whole_rows;

use oracle::compare::compare_at_end;
use oracle::emulator::Kind;
use oracle::judge::{Demands, judge};
use oracle::rows::Above;
use oracle::screen::{Colour, Snapshot};
use oracle::session::{Run, Session, options};
use oracle::stream::text;
use oracle::{SHADE, session};
use proptest::strategy::{Strategy, ValueTree};
use shade_pty::{Fill, Options, Size, shade, shade_str};

const WIDE: Size = Size { cols: 20, rows: 6 };
const SMALL: Size = Size { cols: 8, rows: 3 };

/// A session and what both terminals show after it.
struct Shown {
    run: Run,
    screens: [Snapshot; 2],
}

impl Shown {
    fn of(options: Options, act: impl FnOnce(&mut Session)) -> Self {
        let size = options.size;
        let mut session = Session::new(options);
        act(&mut session);
        let run = session.finish();
        let demands = Demands {
            no_holes: true,
            sided: false,
            above: Above::Known,
            gutter: false,
        };
        if let Err(faults) = judge(&run, size, demands).into_result() {
            panic!(
                "{faults}\nchild  {}\noutput {}",
                run.child.escape_ascii(),
                run.output.escape_ascii()
            );
        }
        let screens = Kind::ALL.map(|kind| kind.show(size, &run.output));
        Shown { run, screens }
    }

    /// Asserts the backgrounds of the rows from the oldest on: `#` ours, `.` default, `o` the child's.
    #[track_caller]
    fn assert_rows(&self, expected: &[&str]) -> &Self {
        for (kind, screen) in Kind::ALL.iter().zip(&self.screens) {
            let found: Vec<String> = screen
                .rows()
                .take(expected.len())
                .map(backgrounds)
                .collect();
            assert_eq!(
                found,
                expected,
                "{kind:?} {:?}\noutput {}",
                screen.texts(),
                self.run.output.escape_ascii()
            );
        }
        self
    }

    #[track_caller]
    fn assert_texts(&self, expected: &[&str]) -> &Self {
        for (kind, screen) in Kind::ALL.iter().zip(&self.screens) {
            assert_eq!(&screen.texts()[..expected.len()], expected, "{kind:?}");
        }
        self
    }

    fn output(&self) -> String {
        String::from_utf8_lossy(&self.run.output).into_owned()
    }
}

fn backgrounds(row: &oracle::screen::Row) -> String {
    let mark = |bg: Colour| match bg {
        SHADE => '#',
        Colour::Default => '.',
        _ => 'o',
    };
    row.cells.iter().map(|cell| mark(cell.pen.bg)).collect()
}

/// A session within one region that stays open.
fn inside(size: Size, bytes: &str) -> Shown {
    Shown::of(options("generic", size), |session| {
        _ = session.open().write(bytes.as_bytes())
    })
}

/// A region, and what follows it.
fn inside_then(size: Size, bytes: &str, after: &str) -> Shown {
    Shown::of(options("generic", size), |session| {
        session
            .open()
            .write(bytes.as_bytes())
            .close()
            .write(after.as_bytes());
    })
}

/// A region whose bytes come one by one, the child pausing after each.
fn inside_slowly(size: Size, bytes: &str) -> Shown {
    Shown::of(options("generic", size), |session| {
        session.open();
        bytes
            .bytes()
            .for_each(|byte| _ = session.write(&[byte]).pause());
    })
}

/// The same bytes in every way to cut them in two.
fn each_cut(bytes: &str, size: Size, check: impl Fn(&Shown)) {
    for cut in 0..=bytes.len() {
        let (one, other) = bytes.as_bytes().split_at(cut);
        check(&Shown::of(options("generic", size), |session| {
            _ = session.open().write(one).write(other)
        }));
        check(&Shown::of(options("generic", size), |session| {
            _ = session.open().write(one).pause().write(other)
        }));
    }
}

/// A row of one mark.
fn row(size: Size, mark: &str) -> String {
    mark.repeat(size.cols.into())
}

/// Every text that the generators know keeps its cells, whatever colour it has.
#[test]
fn every_generated_text_is_kept() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let texts = (text::text(), text::sgr());
    for _ in 0..200 {
        let (text, sgr) = texts.new_tree(&mut runner).expect("a value").current();
        inside(WIDE, &format!("{sgr}{}\x1b[0m\r\n", text.render(WIDE.cols)));
    }
}
