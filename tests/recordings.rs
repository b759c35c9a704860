//! The overlay law over recordings of real agents, whose rows were labelled by hand.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod oracle;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use oracle::cast::{Cast, Label, Labels, align, labelled};
use oracle::compare::{compare, compare_at_end, difference_of, look_alike};
use oracle::emulator::{Emulator, Kind};
use oracle::judge::Pair;
use oracle::rows::check;
use oracle::screen::{Row, Snapshot};
use oracle::session::{Happening, Moment, Run, Session, Step, options, options_with_gutter};
use oracle::xterm::Xterm;
use oracle::{SHADE, gutter, session};
use shade_pty::{Options, Size};

/// A recording that went through the writer as it was recorded.
struct Played {
    name: String,
    cast: Cast,
    labels: Labels,
    run: Run,
    /// For each labelled moment its entry in the session's log.
    moments: Vec<usize>,
}

static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let paths = labelled("tests/recordings");
    assert!(!paths.is_empty(), "no recordings");
    paths.iter().map(|path| play(path, options)).collect()
});

/// Bursts as they were recorded; pauses where the next one was late and at the labelled moments.
fn play(path: &Path, options: impl Fn(&str, Size) -> Options) -> Played {
    let (cast, labels) = (Cast::read(path), Labels::read(&path.with_extension("rows")));
    let mut session = Session::new(options(&labels.profile, cast.size));
    let mut moments = Vec::new();
    for event in 0..cast.events.len() {
        cast.steps_of(event)
            .iter()
            .for_each(|step| _ = session.step(step));
        if labels.moments.iter().any(|moment| moment.event == event) {
            session.pause();
            moments.push(session.entries() - 1);
        }
    }
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    Played {
        name,
        cast,
        labels,
        run: session.finish(),
        moments,
    }
}

/// Fails with all complaints about all recordings.
fn each_recording(check: impl Fn(&Played) -> Vec<String>) {
    let complain = |played: &'static Played| {
        let found = check(played);
        let count = found.len();
        let shown: String = found
            .into_iter()
            .take(12)
            .map(|complaint| format!("    {complaint}\n"))
            .collect();
        (count > 0).then(|| format!("{}: {count}\n{shown}", played.name))
    };
    let complaints: String = PLAYED.iter().filter_map(complain).collect();
    assert!(complaints.is_empty(), "\n{complaints}");
}

#[test]
fn only_insertions_are_made() {
    each_recording(|played| played.run.check_identity().err().into_iter().collect());
}

#[test]
fn labelled_rows_are_right_and_nothing_else_changes() {
    each_recording(|played| {
        Kind::ALL
            .into_iter()
            .flat_map(|kind| law(played, kind))
            .collect()
    });
}

fn law(played: &Played, kind: Kind) -> Vec<String> {
    let mut pair = Pair::new(kind, played.cast.size);
    let mut complaints = Vec::new();
    for (entry, happened) in played.run.log.iter().enumerate() {
        pair.follow(&played.run, *happened);
        if matches!(happened.0, Happening::Resize(_)) && kind.reflows() {
            return complaints;
        }
        if let Some(moment) = played.moments.iter().position(|moment| *moment == entry) {
            let labelled = &played.labels.moments[moment];
            let at = format!("{kind:?} @ {}", labelled.event);
            let (raw, shaded) = pair.show();
            let differences = compare(&raw, &shaded, SHADE);
            complaints.extend(differences.iter().map(|found| format!("{at} {found}")));
            complaints.extend(
                wrong_rows(&labelled.rows, &raw, &shaded).map(|fault| format!("{at} {fault}")),
            );
        }
    }
    let (raw, shaded) = pair.at_end(&played.run);
    complaints.extend(
        compare_at_end(&raw, &shaded, SHADE)
            .iter()
            .map(|found| format!("{kind:?} at the end {found}")),
    );
    complaints
}

fn wrong_rows(labels: &[Label], raw: &Snapshot, shaded: &Snapshot) -> impl Iterator<Item = String> {
    let pairs = align(labels, &raw.texts());
    let fault = |(label, row): &(usize, usize)| {
        let expected = labels[*label].expected?;
        check(
            expected,
            *row,
            raw.row(*row),
            shaded.rows().nth(*row)?,
            SHADE,
        )
    };
    let faults: Vec<String> = pairs
        .iter()
        .filter_map(fault)
        .map(|fault| fault.to_string())
        .collect();
    faults.into_iter()
}

/// The same with a gutter, which stands where labelled rows begin with a blank, and nowhere else.
#[test]
fn a_gutter_changes_nothing_else() {
    let mut complaints = Vec::new();
    for path in labelled("tests/recordings") {
        let played = play(&path, options_with_gutter);
        let found = gutter_law(&played);
        complaints.extend(
            found
                .into_iter()
                .take(6)
                .map(|f| format!("{}: {f}", played.name)),
        );
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

fn gutter_law(played: &Played) -> Vec<String> {
    let mut pair = Pair::new(Kind::Xterm, played.cast.size);
    let mut complaints: Vec<String> = played.run.check_identity().err().into_iter().collect();
    for (entry, happened) in played.run.log.iter().enumerate() {
        pair.follow(&played.run, *happened);
        let Some(moment) = played.moments.iter().position(|moment| *moment == entry) else {
            continue;
        };
        let labels = &played.labels.moments[moment];
        let (raw, shaded) = pair.show();
        let (shaded, lacking) = gutter::taken_off(&raw, shaded);
        let at = format!("@ {}", labels.event);
        let differences = compare(&raw, &shaded, SHADE);
        complaints.extend(differences.iter().map(|found| format!("{at} {found}")));
        complaints
            .extend(wrong_rows(&labels.rows, &raw, &shaded).map(|fault| format!("{at} {fault}")));
        complaints.extend(lacking.iter().map(|row| {
            let place = if *row < raw.scrollback.len() {
                "scrollback"
            } else {
                "screen"
            };
            format!(
                "{at} no gutter in {place} row {row} {:?}",
                raw.row(*row).text()
            )
        }));
    }
    let (raw, shaded) = pair.at_end(&played.run);
    let (shaded, _) = gutter::taken_off(&raw, shaded);
    let at_end = compare_at_end(&raw, &shaded, SHADE);
    complaints.extend(at_end.iter().map(|found| format!("at the end {found}")));
    complaints
}

/// Labels are worth something only where they meet rows.
#[test]
fn nearly_all_labels_are_judged() {
    each_recording(|played| {
        let mut pair = Pair::new(Kind::Xterm, played.cast.size);
        let mut complaints = Vec::new();
        for (entry, happened) in played.run.log.iter().enumerate() {
            pair.follow(&played.run, *happened);
            if let Some(moment) = played.moments.iter().position(|moment| *moment == entry) {
                let labelled = &played.labels.moments[moment];
                let found = align(&labelled.rows, &pair.show().0.texts()).len();
                let missed = labelled.rows.len() - found;
                if missed * 8 > labelled.rows.len() {
                    complaints.push(format!(
                        "@ {}: {missed} of {} labels meet no row",
                        labelled.event,
                        labelled.rows.len()
                    ));
                }
            }
        }
        complaints
    });
}

/// The screen after a session of these steps.
fn final_screen(played: &Played, steps: &[Step]) -> Snapshot {
    let run = Run::of(
        session::options(&played.labels.profile, played.cast.size),
        steps,
    );
    end_of(&run, played).1
}

/// What both terminals show at the end of a run.
fn end_of(run: &Run, played: &Played) -> (Snapshot, Snapshot) {
    let mut pair = Pair::new(Kind::Xterm, played.cast.size);
    run.log.iter().for_each(|entry| pair.follow(run, *entry));
    pair.at_end(run)
}

/// Rows that look otherwise than when the recording was played. Where nobody can say what a row is, it may depend on the
/// bytes at hand.
fn differing_rows(played: &Played, found: &Snapshot, leave_out: usize) -> Vec<String> {
    let (raw, expected) = end_of(&played.run, played);
    let open: Vec<usize> = unlabelled(played, &raw);
    let rows = expected.rows().zip(found.rows()).enumerate();
    let mut complaints: Vec<String> = rows
        .filter(|(row, (expected, found))| {
            let found = with_start_of(found, expected, leave_out);
            !look_alike(expected, &found) && !open.contains(row)
        })
        .map(|(row, (expected, found))| format!("row {row} {}", difference_of(expected, found)))
        .collect();
    if expected.cursor != found.cursor || expected.scrollback.len() != found.scrollback.len() {
        complaints.push(format!(
            "cursor {:?} and {:?}",
            expected.cursor, found.cursor
        ));
    }
    complaints
}

/// The row with as many of its first backgrounds as the other one has them.
fn with_start_of(row: &Row, other: &Row, columns: usize) -> Row {
    let mut row = row.clone();
    let cells = row.cells.iter_mut().zip(&other.cells).take(columns);
    cells.for_each(|(cell, other)| cell.pen.bg = other.pen.bg);
    row
}

/// Rows of the last screen that are labelled as uncertain.
fn unlabelled(played: &Played, raw: &Snapshot) -> Vec<usize> {
    let labels = played
        .labels
        .moments
        .last()
        .map_or(&[][..], |moment| &moment.rows);
    let pairs = align(labels, &raw.texts()).into_iter();
    pairs
        .filter(|(label, _)| labels[*label].expected.is_none())
        .map(|(_, row)| row)
        .collect()
}

/// Recordings up to this many bytes are also fed in the slowest ways.
fn small_enough(played: &Played) -> bool {
    let limit = if std::env::var_os("SHADE_PTY_CASES").is_some() {
        usize::MAX
    } else {
        70_000
    };
    played.run.child.len() <= limit && !REPAIRED_TOO_LATE.contains(&&*played.name)
}

/// Inserts rows through scroll margins: one that was cut within its marker may have left before it can be mended.
const REPAIRED_TOO_LATE: [&str; 1] = ["opencode-mini-interleaved"];

#[test]
fn byte_by_byte_ends_in_the_same_screen() {
    each_recording(|played| {
        if !small_enough(played) {
            return Vec::new();
        }
        let bytes = |step: Step| match step {
            Step::Write(bytes) => bytes
                .into_iter()
                .map(|byte| Step::Write(vec![byte]))
                .collect(),
            other => vec![other],
        };
        let steps: Vec<Step> = played.cast.steps().into_iter().flat_map(bytes).collect();
        differing_rows(played, &final_screen(played, &steps), marker(played))
    });
}

/// How much of a row may depend on where it was cut. A row that ends a thought is known when its marker is complete, and where
/// the cursor never goes back, what was painted until then stands.
fn marker(played: &Played) -> usize {
    const NEVER_BACK: [&str; 7] = [
        "cline-print",
        "codex-exec",
        "codex063-exec",
        "kilo-run",
        "mini-",
        "opencode-pipein",
        "opencode-run",
    ];
    let never_back = NEVER_BACK
        .iter()
        .any(|prefix| played.name.starts_with(prefix));
    if never_back { "tokens used".len() } else { 0 }
}

/// Without any of the recorded pauses.
#[test]
fn cut_anywhere_ends_in_the_same_screen() {
    each_recording(|played| {
        let mut steps: Vec<Step> = Vec::new();
        let mut cut = 1;
        for step in joined(played.cast.steps()) {
            match step {
                Step::Write(bytes) => bytes
                    .chunks(length(&mut cut))
                    .for_each(|part| steps.push(Step::Write(part.to_vec()))),
                other => steps.push(other),
            }
        }
        differing_rows(played, &final_screen(played, &steps), marker(played))
    });
}

/// Some length from 500 to 4595, another one each time.
fn length(state: &mut usize) -> usize {
    *state = (*state * 1_103_515_245 + 12_345) % 2_147_483_648;
    500 + *state / 65_536 % 4096
}

/// Writes that follow each other made one, pauses left out.
fn joined(steps: Vec<Step>) -> Vec<Step> {
    let mut joined: Vec<Step> = Vec::new();
    for step in steps {
        match (joined.last_mut(), step) {
            (_, Step::Pause) => {}
            (Some(Step::Write(all)), Step::Write(bytes)) => all.extend(bytes),
            (_, step) => joined.push(step),
        }
    }
    joined
}

/// Within a burst no row is shaded, plain and shaded again while something stands in it. A row that the child erases and
/// writes again is blank in between by the child's own doing.
#[test]
fn no_row_flickers() {
    each_recording(|played| {
        let mut terminal = Xterm::new(played.cast.size);
        let mut from = Moment {
            child: 0,
            output: 0,
        };
        let mut complaints = Vec::new();
        for (happening, moment) in &played.run.log {
            let rows = flickers(&mut terminal, &played.run, from.output..moment.output);
            complaints.extend(
                rows.into_iter()
                    .map(|row| format!("after {} bytes: {row:?}", moment.child)),
            );
            from = *moment;
            if let Happening::Resize(size) = happening {
                terminal.resize(*size);
            }
        }
        complaints
    });
}

/// Feeds a burst piece by piece and returns the texts of the rows that flickered.
fn flickers(terminal: &mut Xterm, run: &Run, burst: std::ops::Range<usize>) -> Vec<String> {
    let start = terminal.rows_with(SHADE).into_iter();
    let mut seen: HashMap<u64, Shade> = start.map(|(row, on)| (row, Shade::start(on))).collect();
    let mut from = burst.start;
    for to in boundaries(run, burst) {
        terminal.feed(&run.output[from..to]);
        from = to;
        for (row, on) in terminal.rows_with(SHADE) {
            let next = seen
                .get(&row)
                .map_or(Shade::start(on), |shade| shade.then(on));
            seen.insert(row, next);
        }
    }
    let rows = terminal.rows_with(SHADE).into_iter().map(|(row, _)| row);
    let texts = terminal.snapshot().screen.into_iter().map(|row| row.text());
    let texts = texts.filter(|text| !text.trim().is_empty());
    rows.zip(texts)
        .filter(|(row, _)| seen[row] == Shade::Flickered)
        .map(|(_, text)| text)
        .collect()
}

/// What a row has been within a burst.
#[derive(Clone, Copy, PartialEq)]
enum Shade {
    Plain,
    Shaded,
    /// It was shaded and is plain now.
    Lost,
    Flickered,
}

impl Shade {
    fn start(on: bool) -> Self {
        if on { Shade::Shaded } else { Shade::Plain }
    }

    fn then(self, on: bool) -> Self {
        match (self, on) {
            (Shade::Plain | Shade::Shaded, true) => Shade::Shaded,
            (Shade::Plain, false) => Shade::Plain,
            (Shade::Shaded | Shade::Lost, false) => Shade::Lost,
            (Shade::Lost, true) | (Shade::Flickered, _) => Shade::Flickered,
        }
    }
}

/// Where a burst is cut: before each sequence and around each insertion.
fn boundaries(run: &Run, burst: std::ops::Range<usize>) -> Vec<usize> {
    let output = &run.output[burst.clone()];
    let escapes = output
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == 0x1b)
        .map(|(at, _)| burst.start + at);
    let place = |at: u64| usize::try_from(at).expect("a place in memory");
    let first = run
        .spans
        .partition_point(|span| place(span.end) < burst.start);
    let spans = run.spans[first..]
        .iter()
        .take_while(|span| place(span.start) < burst.end);
    let edges = spans.flat_map(|span| [place(span.start), place(span.end)]);
    let mut cuts: Vec<usize> = escapes
        .chain(edges)
        .chain([burst.end])
        .filter(|at| burst.contains(at) || *at == burst.end)
        .collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// Agents that only append may cost more: each of their rows is new.
///
/// A background that the child resets must be set again before its next glyph, in eleven bytes, and no stream can do
/// without: one such restatement for each reset of the child's is left out of the account.
const APPEND_ONLY: [&str; 3] = ["llm-", "tags-", "claude-print"];

#[test]
fn few_bytes_are_added() {
    println!(
        "{:<42} {:>9} {:>9} {:>7}",
        "recording", "child", "added", "%"
    );
    each_recording(|played| {
        let (run, percent) = (&played.run, played.run.added_percent());
        println!(
            "{:<42} {:>9} {:>9} {percent:>7.1}",
            played.name,
            run.child.len(),
            run.output.len() - run.child.len()
        );
        let append_only = APPEND_ONLY
            .iter()
            .any(|prefix| played.name.starts_with(prefix));
        let limit = if append_only { 25.0 } else { 20.0 };
        let free = run.added_percent_restatements_left_out(b"\x1b[48;5;236m");
        (free > limit)
            .then(|| format!("{free:.1} % more bytes, {limit} % are allowed"))
            .into_iter()
            .collect()
    });
}

/// Every labelled recording is there; a lost folder would pass all other tests.
#[test]
fn no_recording_is_missing() {
    let names: Vec<PathBuf> = labelled("tests/recordings");
    assert_eq!(names.len(), 62);
}
