//! The event log over random scripts, drawn as agents draw: what is told is the script, in every style.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

mod script;

use std::sync::Arc;

use proptest::prelude::*;
use shade_pty::events::{self, Event, Watcher, What};
use shade_pty::filter::Input;
use shade_pty::{Options, Overlay, Profile, Size};

use script::{PROFILE, Said, after_the_user, regions, script, turns};

/// Draws on a watcher, and records it.
struct Stage<F> {
    watcher: Watcher<F>,
    out: Vec<u8>,
    /// Time, kind and data of each event of the recording.
    cast: Vec<(f64, &'static str, String)>,
}

impl<F: FnMut(Event)> Stage<F> {
    fn draw(&mut self, text: &str) {
        self.watcher.write(text.as_bytes(), &mut self.out);
        self.watcher.pause(&mut self.out);
        self.record("o", text.to_owned());
    }

    fn resize(&mut self, size: Size) {
        self.watcher.resize(size, &mut self.out);
        self.record("r", format!("{}x{}", size.cols, size.rows));
    }

    /// A tenth of a second after the last.
    fn record(&mut self, kind: &'static str, data: String) {
        let last = self.cast.last().map_or(0.0, |event| event.0);
        self.cast.push((last + 0.1, kind, data));
    }

    /// Progress in the cursor's row, which goes.
    fn tick(&mut self, said: &Said) {
        for tick in &said.ticks {
            self.draw(&format!("\r\x1b[2K{tick}"));
        }
        if !said.ticks.is_empty() {
            self.draw("\r\x1b[2K");
        }
    }
}

/// What is told of what is drawn: the same live and of a recording of it, times aside.
fn told(size: Size, draw: impl FnOnce(&mut Stage<&mut dyn FnMut(Event)>)) -> Vec<Event> {
    let options = Options::new(
        size,
        Arc::new(Profile::parse(PROFILE).unwrap()),
        Some("236".parse().unwrap()),
    );
    let mut live = Vec::new();
    let mut tell = |event: Event| live.push(event);
    let mut stage = Stage {
        watcher: Watcher::new(options.clone(), &mut tell as &mut dyn FnMut(Event)),
        out: Vec::new(),
        cast: Vec::new(),
    };
    draw(&mut stage);
    stage.watcher.finish(&mut stage.out);
    let head = format!(
        "{{\"version\":2,\"width\":{},\"height\":{}}}\n",
        size.cols, size.rows
    );
    let lines = stage
        .cast
        .iter()
        .map(|event| serde_json::to_string(event).unwrap() + "\n");
    let cast: String = std::iter::once(head).chain(lines).collect();
    drop(stage);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), cast).unwrap();
    let mut of_file = Vec::new();
    let input = Input::open(file.path()).unwrap();
    let fault = events::run(input, options, |event| of_file.push(event)).unwrap();
    assert_eq!(fault, None);
    let timeless = |event: &Event| Event {
        time: 0.0,
        until: 0.0,
        ..event.clone()
    };
    let of_file: Vec<Event> = of_file.iter().map(timeless).collect();
    assert_eq!(live.iter().map(timeless).collect::<Vec<_>>(), of_file);
    live
}

/// What the log is to tell, turns aside: kind, text, region. What a call has shown last stands behind it.
fn expected(script: &[Said]) -> Vec<(What, String, bool)> {
    let tell = |(said, region): (&Said, bool)| {
        let progress = said.ticks.last();
        let progress = progress.map(|tick| (What::ToolProgress, tick.clone(), region));
        [(said.what, said.rows.join("\n"), region)]
            .into_iter()
            .chain(progress)
    };
    script.iter().zip(regions(script)).flat_map(tell).collect()
}

fn check(script: &[Said], events: &[Event]) -> Result<(), TestCaseError> {
    let said: Vec<&Event> = events.iter().filter(|e| e.event != What::Turn).collect();
    let got: Vec<(What, String, bool)> = said
        .iter()
        .map(|e| (e.event, e.text.clone(), e.region))
        .collect();
    prop_assert_eq!(got, expected(script));
    let mut request = None;
    for event in &said {
        let call = match event.event {
            What::ToolRequest | What::Task => {
                request = Some(event.id);
                None
            }
            What::ToolProgress | What::ToolResult => request,
            _ => None,
        };
        prop_assert_eq!(event.call, call);
    }
    prop_assert_eq!(
        events.iter().filter(|e| e.event == What::Turn).count(),
        turns(script)
    );
    Ok(())
}

/// Rows as they stand in the scrollback: a blank one between events, but not between a call and its result.
fn block(said: &Said) -> Vec<String> {
    let gap = (said.what != What::ToolResult).then(String::new);
    gap.into_iter().chain(said.rows.iter().cloned()).collect()
}

fn lines(rows: &[String]) -> String {
    rows.iter().map(|row| format!("{row}\r\n")).collect()
}

/// Erases the block that stands at the bottom, as Ink does.
fn erase(rows: usize) -> String {
    "\x1b[2K\x1b[1A".repeat(rows) + "\x1b[2K\x1b[G"
}

/// How a conversation is drawn again.
#[derive(Clone, Copy, Debug)]
enum Again {
    /// The screen is cleared, and all of it printed anew.
    Cleared,
    /// The terminal has another size, and then the same.
    Resized(Size),
    /// The terminal has another size; so many of the last events are printed once more, below the rows that stand there.
    Copied(Size, usize),
}

/// The events of a script of which what is being said, what a call shows, and an input box, are erased and drawn again for every
/// row; what has been said stays. Behind one entry, and perhaps at the end, it is drawn again.
fn redraw(
    script: &[Said],
    rows: u16,
    reprint_at: usize,
    how: Again,
    at_the_end: bool,
) -> Vec<Event> {
    told(Size { cols: 40, rows }, |stage| {
        let input = ["".to_owned(), "[input]".to_owned()];
        let mut live = 0;
        let mut history: Vec<Vec<String>> = Vec::new();
        for (n, said) in script.iter().enumerate() {
            let block = block(said);
            for shown in 1..=block.len() {
                let frame = [&block[..shown], &input[..]].concat();
                stage.draw(&(erase(live) + &lines(&frame)));
                live = frame.len();
            }
            stage.draw(&(erase(live) + &lines(&block) + &lines(&input)));
            live = input.len();
            for tick in &said.ticks {
                let frame = [std::slice::from_ref(tick), &input[..]].concat();
                stage.draw(&(erase(live) + &lines(&frame)));
                live = frame.len();
            }
            history.push(block);
            let all = lines(&history.concat()) + &lines(&input);
            let anew = format!("\x1b[2J\x1b[3J\x1b[H{all}");
            if n == reprint_at {
                match how {
                    Again::Cleared => stage.draw(&anew),
                    Again::Resized(size) => {
                        stage.resize(size);
                        stage.draw(&anew);
                    }
                    Again::Copied(size, count) => {
                        stage.resize(size);
                        // A result is not drawn without its call.
                        let from = (n + 1).saturating_sub(count);
                        let call = script[from].what == What::ToolResult;
                        let last = &history[from - usize::from(call)..];
                        stage.draw(&(erase(live) + &lines(&last.concat()) + &lines(&input)));
                    }
                }
                live = input.len();
            }
            if at_the_end && n + 1 == script.len() && !matches!(how, Again::Copied(..)) {
                stage.draw(&anew);
                live = input.len();
            }
        }
    })
}

fn again() -> impl Strategy<Value = Again> {
    let size = (25u16..60, 8u16..30).prop_map(|(cols, rows)| Size { cols, rows });
    prop_oneof![
        2 => Just(Again::Cleared),
        1 => size.clone().prop_map(Again::Resized),
        1 => (size, 1usize..4).prop_map(|(size, count)| Again::Copied(size, count)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Row by row, with a pause after each.
    #[test]
    fn appended(script in script(), rows in 3u16..30) {
        let events = told(Size { cols: 40, rows }, |stage| {
            for said in &script {
                for row in block(said) {
                    stage.draw(&format!("{row}\r\n"));
                }
                stage.tick(said);
            }
        });
        check(&script, &events)?;
    }

    /// See [`redraw`].
    #[test]
    fn redrawn(script in script(), rows in 8u16..30, reprint_at in 0usize..12, how in again(), at_the_end: bool) {
        check(&script, &redraw(&script, rows, reprint_at, how, at_the_end))?;
    }

    /// A live area without an input box: the rows of what is being said are erased upwards and printed again, the last one
    /// without a line end.
    #[test]
    fn drawn_live(script in script(), rows in 6u16..30) {
        let events = told(Size { cols: 40, rows }, |stage| {
            for said in &script {
                let block = block(said);
                for shown in 1..=block.len() {
                    let up = "\x1b[2K\x1b[1A".repeat(shown.saturating_sub(2));
                    stage.draw(&format!("\r{up}\x1b[2K{}", block[..shown].join("\r\n")));
                }
                stage.draw("\r\n");
                stage.tick(said);
            }
        });
        check(&script, &events)?;
    }

    /// A box at the bottom that stays, and rows that are inserted above it through scroll margins.
    #[test]
    fn inserted_above(script in script(), rows in 8u16..30) {
        let events = told(Size { cols: 40, rows }, |stage| {
            let last = rows - 2;
            let footer = format!("\x1b[{rows};1H[input]\x1b[K");
            stage.draw(&footer);
            for said in &script {
                let block: String = block(said)
                    .iter()
                    .map(|row| format!("\r\n{row}\x1b[K"))
                    .collect();
                stage.draw(&format!("\x1b[1;{last}r\x1b[{last};1H{block}\x1b[r{footer}"));
                let above = rows - 1;
                for tick in &said.ticks {
                    stage.draw(&format!("\x1b[{above};1H{tick}\x1b[K"));
                }
                if !said.ticks.is_empty() {
                    stage.draw(&format!("\x1b[{above};1H\x1b[K"));
                }
            }
        });
        check(&script, &events)?;
    }

    /// A full-screen interface: its rows are drawn where they stand now, those that changed.
    #[test]
    fn drawn_on_the_alternate_screen(script in script(), rows in 10u16..30) {
        let events = told(Size { cols: 40, rows }, |stage| {
            stage.draw("\x1b[?1049h");
            let height = usize::from(rows) - 2;
            let mut history: Vec<String> = Vec::new();
            let mut shown: Vec<String> = vec![String::new(); height];
            for said in &script {
                for row in block(said) {
                    history.push(row);
                    let top = history.len().saturating_sub(height);
                    let mut frame = String::from("\x1b[?2026h");
                    for (y, row) in history[top..].iter().enumerate() {
                        if shown[y] != *row {
                            frame += &format!("\x1b[{};1H{row}\x1b[K", y + 1);
                            shown[y].clone_from(row);
                        }
                    }
                    frame += &format!("\x1b[{rows};1H[input]\x1b[K\x1b[?2026l");
                    stage.draw(&frame);
                }
                let below = history.len().min(height) + 1;
                for tick in &said.ticks {
                    stage.draw(&format!("\x1b[{below};1H{tick}\x1b[K"));
                }
                if !said.ticks.is_empty() {
                    stage.draw(&format!("\x1b[{below};1H\x1b[K"));
                }
            }
            stage.draw("\x1b[?1049l");
        });
        check(&script, &events)?;
    }
}

/// Calls that run side by side: what each shows and gives back names it, in whatever order.
fn side_by_side() -> impl Strategy<Value = (Vec<bool>, Vec<(usize, bool)>)> {
    prop::collection::vec(any::<bool>(), 1..5).prop_flat_map(|inside| {
        let ids: Vec<usize> = (0..inside.len()).collect();
        let order = Just(ids).prop_shuffle();
        let ticks = prop::collection::vec(any::<bool>(), inside.len());
        let both = (order, ticks).prop_map(|(order, ticks)| order.into_iter().zip(ticks).collect());
        (Just(inside), both)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Each call is requested behind a thought or a message; then come progress and results.
    #[test]
    fn concurrent((inside, results) in side_by_side()) {
        let events = told(Size { cols: 40, rows: 40 }, |stage| {
            stage.draw("> ask\r\n");
            for (id, inside) in inside.iter().enumerate() {
                let above = if *inside { "~ why" } else { "= so" };
                stage.draw(&format!("\r\n{above}{id}\r\n\r\n* Run #{id}\r\n"));
            }
            for (id, tick) in &results {
                if *tick {
                    stage.draw(&format!("\r\n% #{id} half\r\x1b[2K"));
                    stage.draw(&format!("% #{id} most"));
                    stage.draw("\r\x1b[2K\x1b[A");
                }
                stage.draw(&format!("\r\n  | #{id} out\r\n"));
            }
        });
        for (id, tick) in results {
            let is = |e: &&Event| e.event == What::ToolRequest && e.text == format!("* Run #{id}");
            let request = events.iter().find(is).expect("a request");
            prop_assert_eq!(request.region, inside[id]);
            let of_it: Vec<(What, String, bool)> = events
                .iter()
                .filter(|e| e.call == Some(request.id))
                .map(|e| (e.event, e.text.clone(), e.region))
                .collect();
            let progress = (What::ToolProgress, format!("% #{id} most"), inside[id]);
            let result = (What::ToolResult, format!("  | #{id} out"), inside[id]);
            let expected: Vec<_> = tick.then_some(progress).into_iter().chain([result]).collect();
            prop_assert_eq!(of_it, expected);
        }
    }
}

/// What random scripts have found.
#[test]
fn redrawn_and_printed_anew() {
    use What::{Message, Reasoning, ToolRequest, User};
    let cleared = |script: &[Said], rows| redraw(script, rows, 0, Again::Cleared, true);
    let calls = [
        (ToolRequest, 1),
        (Reasoning, 1),
        (ToolRequest, 1),
        (Reasoning, 1),
        (ToolRequest, 1),
        (User, 1),
        (ToolRequest, 3),
        (Reasoning, 1),
    ];
    let script = |steps: &[(What, usize)]| {
        let steps: Vec<_> = steps
            .iter()
            .map(|(what, rows)| (*what, *rows, (0, false)))
            .collect();
        after_the_user(&steps)
    };
    let said = script(&calls);
    check(&said, &cleared(&said, 11)).unwrap();
    let said = script(&[(Reasoning, 2), (User, 1), (Message, 1), (User, 1)]);
    check(&said, &cleared(&said, 10)).unwrap();
}
