//! Golden sessions: `tests/golden/NAME/` holds an input, its configuration and the rows that come out.
//!
//! `BLESS=1 cargo test --test golden` writes the rows anew; `git diff tests/golden` then shows what has changed. Look at
//! each change: a row here is right only because somebody found it so.
//!
//! * `input.raw` or `input.cast`: what the child wrote
//! * `config.toml`: `profile`, for raw input `size`, and `gutter = true` where there is one
//! * `expected.rows`: per row its backgrounds in run lengths (`#` ours, `|` the gutter, `.` default, `o` the child's), `+` where it
//!   wraps into the next one, and its text

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod oracle;

use std::path::{Path, PathBuf};

use oracle::SHADE;
use oracle::cast::{Cast, size};
use oracle::emulator::Kind;
use oracle::gutter::GUTTER;
use oracle::judge::Pair;
use oracle::screen::{Colour, Row};
use oracle::session::{Run, Step, options, options_with_gutter};
use shade_pty::Size;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    profile: String,
    size: Option<String>,
    #[serde(default)]
    gutter: bool,
}

#[test]
fn golden_sessions_show_the_expected_rows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let entries = std::fs::read_dir(folder).expect("the golden sessions");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    let differences: String = folders.iter().filter_map(|folder| check(folder)).collect();
    assert!(differences.is_empty(), "\n{differences}");
}

/// The difference of a session, if there is one.
fn check(folder: &Path) -> Option<String> {
    let found = rows(folder);
    let path = folder.join("expected.rows");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, found).expect("a writable folder");
        return None;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    (expected != found).then(|| format!("{}\n{}", folder.display(), difference(&expected, &found)))
}

fn rows(folder: &Path) -> String {
    let config = std::fs::read_to_string(folder.join("config.toml")).expect("a configuration");
    let config: Config = toml::from_str(&config).expect("profile and size");
    let (size, steps) = input(folder, config.size.as_deref());
    let options = match config.gutter {
        true => options_with_gutter(&config.profile, size),
        false => options(&config.profile, size),
    };
    let run = Run::of(options, &steps);
    let mut pair = Pair::new(Kind::Xterm, size);
    run.log.iter().for_each(|entry| pair.follow(&run, *entry));
    pair.at_end(&run).1.rows().map(line).collect()
}

fn input(folder: &Path, given: Option<&str>) -> (Size, Vec<Step>) {
    match given {
        Some(given) => {
            let bytes = std::fs::read(folder.join("input.raw")).expect("input.raw beside a size");
            (size(given), vec![Step::Write(bytes)])
        }
        None => {
            let cast = Cast::read(&folder.join("input.cast"));
            (cast.size, cast.steps())
        }
    }
}

fn line(row: &Row) -> String {
    let marks: Vec<char> = row.cells.iter().map(|cell| mark(cell.pen.bg)).collect();
    let runs = marks
        .chunk_by(|one, other| one == other)
        .map(|run| format!("{}{}", run.len(), run[0]));
    let wraps = if row.wraps { "+" } else { "" };
    format!(
        "{}{wraps}\t{}\n",
        runs.collect::<Vec<_>>().join(" "),
        row.text()
    )
}

fn mark(bg: Colour) -> char {
    match bg {
        SHADE => '#',
        GUTTER => '|',
        Colour::Default => '.',
        _ => 'o',
    }
}

/// Lines that differ, the expected one first.
fn difference(expected: &str, found: &str) -> String {
    let (expected, found): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), found.lines().collect());
    let line = |lines: &[&str], at: usize| lines.get(at).copied().unwrap_or("(no row)").to_owned();
    (0..expected.len().max(found.len()))
        .map(|at| (at, line(&expected, at), line(&found, at)))
        .filter(|(_, expected, found)| expected != found)
        .map(|(at, expected, found)| format!("  row {at}\n    - {expected}\n    + {found}\n"))
        .collect()
}
