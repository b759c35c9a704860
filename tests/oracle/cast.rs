//! Recorded sessions (asciicast version 2) and the labels of their rows.

use std::path::{Path, PathBuf};

use serde_json::Value;
use shade_pty::Size;

use super::rows::Expected;
use super::session::Step;

/// A gap in time from which on the child has paused, in seconds.
const PAUSE: f64 = 0.004;

/// What a recording holds at one time.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Output(f64, Vec<u8>),
    Resize(f64, Size),
    /// Anything else keeps its number, so that labels find their event.
    Other(f64),
}

impl Event {
    fn time(&self) -> f64 {
        match self {
            Event::Output(time, _) | Event::Resize(time, _) | Event::Other(time) => *time,
        }
    }

    fn step(&self) -> Option<Step> {
        match self {
            Event::Output(_, bytes) => Some(Step::Write(bytes.clone())),
            Event::Resize(_, size) => Some(Step::Resize(*size)),
            Event::Other(_) => None,
        }
    }
}

/// A recording.
#[derive(Clone, Debug)]
pub struct Cast {
    pub size: Size,
    pub events: Vec<Event>,
}

impl Cast {
    pub fn read(path: &Path) -> Cast {
        let text = std::fs::read_to_string(path).expect("a readable recording");
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let header: Value = serde_json::from_str(lines.next().expect("a header")).expect("JSON");
        let number =
            |key: &str| u16::try_from(header[key].as_u64().expect("a size")).expect("16 bits");
        let size = Size {
            cols: number("width"),
            rows: number("height"),
        };
        Cast {
            size,
            events: lines.map(event).collect(),
        }
    }

    /// The steps of an event: itself, and a pause where the next one is late.
    pub fn steps_of(&self, index: usize) -> Vec<Step> {
        let event = &self.events[index];
        let next = self
            .events
            .get(index + 1)
            .map_or(f64::INFINITY, Event::time);
        let paused = next - event.time() > PAUSE;
        event
            .step()
            .into_iter()
            .chain(paused.then_some(Step::Pause))
            .collect()
    }

    /// The whole recording.
    pub fn steps(&self) -> Vec<Step> {
        (0..self.events.len())
            .flat_map(|index| self.steps_of(index))
            .collect()
    }
}

fn event(line: &str) -> Event {
    let (time, kind, data): (f64, String, String) = serde_json::from_str(line).expect("an event");
    match kind.as_str() {
        "o" => Event::Output(time, data.into_bytes()),
        "r" => Event::Resize(time, size(&data)),
        _ => Event::Other(time),
    }
}

/// A size as `100x30`.
pub fn size(text: &str) -> Size {
    let (cols, rows) = text.split_once('x').expect("COLSxROWS");
    Size {
        cols: cols.parse().expect("columns"),
        rows: rows.parse().expect("rows"),
    }
}

/// What a row should be and what stands in it; `None` where nobody can say.
#[derive(Clone, Debug)]
pub struct Label {
    pub expected: Option<Expected>,
    pub text: String,
}

/// The rows after an event.
#[derive(Clone, Debug)]
pub struct Labelled {
    pub event: usize,
    pub rows: Vec<Label>,
}

/// All labels of a recording, and the profile they are for.
#[derive(Clone, Debug)]
pub struct Labels {
    pub profile: String,
    pub moments: Vec<Labelled>,
}

impl Labels {
    pub fn read(path: &Path) -> Labels {
        let text = std::fs::read_to_string(path).expect("readable labels");
        let mut labels = Labels {
            profile: "generic".to_owned(),
            moments: Vec::new(),
        };
        text.split('\n').for_each(|line| labels.line(line));
        labels
    }

    fn line(&mut self, line: &str) {
        if let Some(header) = line.strip_prefix('#') {
            let profile = header
                .split_whitespace()
                .find_map(|word| word.strip_prefix("profile="));
            self.profile = profile.map_or_else(|| self.profile.clone(), str::to_owned);
        } else if let Some(moment) = line.strip_prefix("@ ") {
            let event = moment
                .split(' ')
                .next()
                .and_then(|number| number.parse().ok());
            self.moments.push(Labelled {
                event: event.expect("an event's number"),
                rows: Vec::new(),
            });
        } else if !line.is_empty() {
            self.moments
                .last_mut()
                .expect("a moment before its rows")
                .rows
                .push(label(line));
        }
    }
}

fn label(line: &str) -> Label {
    let mut fields = line.splitn(4, '\t');
    let expected = match fields.next() {
        Some("S") => Some(Expected::Shaded),
        Some("P") => Some(Expected::Plain),
        _ => None,
    };
    Label {
        expected,
        text: fields.nth(2).unwrap_or_default().trim_end().to_owned(),
    }
}

/// All recordings in a folder that have labels.
pub fn labelled(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder of recordings");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut casts: Vec<PathBuf> = paths
        .filter(|path| {
            path.extension().is_some_and(|it| it == "cast") && path.with_extension("rows").exists()
        })
        .collect();
    casts.sort();
    casts
}

/// Pairs of label and row number: a terminal may wrap otherwise than the one the labels were made with. The longest
/// run of equal rows is matched first, then what lies before and behind it.
pub fn align(labels: &[Label], texts: &[String]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    align_part(labels, texts, (0, 0), &mut pairs);
    pairs
}

fn align_part(
    labels: &[Label],
    texts: &[String],
    at: (usize, usize),
    pairs: &mut Vec<(usize, usize)>,
) {
    let (from_label, from_text, len) = longest_run(labels, texts);
    if len == 0 {
        return;
    }
    align_part(&labels[..from_label], &texts[..from_text], at, pairs);
    pairs.extend((0..len).map(|n| (at.0 + from_label + n, at.1 + from_text + n)));
    let behind = (from_label + len, from_text + len);
    align_part(
        &labels[behind.0..],
        &texts[behind.1..],
        (at.0 + behind.0, at.1 + behind.1),
        pairs,
    );
}

/// Start in both and length of the longest run of equal rows.
fn longest_run(labels: &[Label], texts: &[String]) -> (usize, usize, usize) {
    let mut best = (0, 0, 0);
    let mut above = vec![0; texts.len() + 1];
    for (l, label) in labels.iter().enumerate() {
        let mut lengths = vec![0; texts.len() + 1];
        for (t, text) in texts.iter().enumerate() {
            if label.text == *text {
                lengths[t + 1] = above[t] + 1;
                let len = lengths[t + 1];
                if len > best.2 {
                    best = (l + 1 - len, t + 1 - len, len);
                }
            }
        }
        above = lengths;
    }
    best
}
