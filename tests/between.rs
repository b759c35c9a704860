//! Rows between the labelled moments: whatever an agent draws, a row that is labelled somewhere is shaded, or plain, whenever it
//! stands there while the agent pauses.
//!
//! A frame that an agent draws in several writes may be half there at a pause, after a resize above all; so a row counts that is
//! wrong at more than two pauses. `RECORDINGS` names another folder than the project's own.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod oracle;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use oracle::cast::{Cast, Labels};
use oracle::rows::Expected;
use oracle::session::{Step, options};
use shade_pty::Overlay;
use shade_pty::matcher::Kind;
use shade_pty::shade::Shader;

/// A row with fewer letters may stand anywhere.
const LETTERS: usize = 16;

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What rows are, by their letters; `None`: sometimes this, sometimes that.
fn expected(labels: &Labels) -> HashMap<String, Option<Expected>> {
    let mut rows: HashMap<String, Option<Expected>> = HashMap::new();
    for label in labels.moments.iter().flat_map(|m| &m.rows) {
        let text = letters(&label.text);
        if text.chars().count() < LETTERS {
            continue;
        }
        let known = rows.entry(text).or_insert(label.expected);
        if *known != label.expected {
            *known = None;
        }
    }
    rows
}

/// How many pauses a half-drawn frame may last.
const MOMENTS: usize = 2;

/// Rows that were otherwise than labelled for long, and how many were looked at.
fn wrong(path: &Path) -> (Vec<String>, usize) {
    let (cast, labels) = (Cast::read(path), Labels::read(&path.with_extension("rows")));
    let expected = expected(&labels);
    let mut shader = Shader::new(options(&labels.profile, cast.size));
    let mut out = Vec::new();
    let (mut wrong, mut seen) = (BTreeMap::<String, Vec<usize>>::new(), 0);
    for event in 0..cast.events.len() {
        for step in cast.steps_of(event) {
            match step {
                Step::Write(bytes) => shader.write(&bytes, &mut out),
                Step::Resize(size) => shader.resize(size, &mut out),
                Step::Pause => {
                    shader.pause(&mut out);
                    for row in shader.visible_rows() {
                        // What comes and goes is in the region or not by when it stands there.
                        if row.verdict.kind == Some(Kind::Progress) {
                            continue;
                        }
                        let text = letters(&row.row.text);
                        let Some(Some(label)) = expected.get(&text) else {
                            continue;
                        };
                        seen += 1;
                        if (*label == Expected::Shaded) != row.shaded {
                            let row = format!("{label:?}: {}", row.row.text);
                            wrong.entry(row).or_default().push(event);
                        }
                    }
                }
                _ => {}
            }
            out.clear();
        }
    }
    let long = wrong
        .into_iter()
        .filter(|(_, events)| events.len() > MOMENTS);
    let told = long.map(|(row, events)| format!("{row} at {events:?}"));
    (told.collect(), seen)
}

#[test]
fn rows_are_what_they_are_whenever_the_agent_pauses() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let folder = std::env::var_os("RECORDINGS").map_or(own, PathBuf::from);
    let entries = std::fs::read_dir(folder).expect("recordings");
    let mut casts: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension().is_some_and(|e| e == "cast") && path.with_extension("rows").exists()
        })
        .collect();
    casts.sort();
    let (mut all, mut total) = (String::new(), 0);
    for path in casts {
        let (wrong, seen) = wrong(&path);
        total += seen;
        if !wrong.is_empty() {
            all += &format!(
                "{}: {} of {seen}\n",
                path.file_stem().unwrap().to_string_lossy(),
                wrong.len()
            );
            wrong
                .iter()
                .take(5)
                .for_each(|w| all += &format!("    {w}\n"));
        }
    }
    assert!(total > 10_000, "{total}");
    assert!(all.is_empty(), "of {total}\n{all}");
}
