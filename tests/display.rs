//! Display modes: what is withheld, what stays, and that nothing else depends on them.
//!
//! `BLESS=1 cargo test --test display` writes the rows in `tests/golden_display` anew; look at each change.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;
mod oracle;

use std::path::{Path, PathBuf};

use oracle::SHADE;
use oracle::cast::Cast;
use oracle::compare::{difference_of, look_alike};
use oracle::emulator::Kind;
use oracle::screen::Row;
use oracle::session::{Step, options};
use oracle::stream::chunks::chunkings;
use oracle::stream::lines::lines as streams;
use proptest::prelude::*;
use shade_pty::display::{Clock, Displayed, Mode, Thinking};
use shade_pty::events::{What, run as tell_events};
use shade_pty::{Options, Overlay, Size};

use common::{run, shade_pty, told};

/// Agents that append, with their profiles.
const AGENTS: [(&str, &str); 7] = [
    ("llm-responses-interleaved", "llm"),
    ("tags-plain-interleaved", "generic"),
    ("codex-exec-interleaved", "codex"),
    ("kilo-run-thinking-interleaved", "kilo"),
    ("opencode-run-interleaved", "opencode"),
    ("cline-print-interleaved", "cline"),
    ("codex-exec-dumb-interleaved", "codex"),
];

const MODES: [&str; 7] = [
    "hidden", "summary", "static", "progress", "timer", "60", "compact",
];

fn mode(text: &str) -> Mode {
    match text {
        "compact" => Mode {
            thinking: Thinking::Compact,
            ..Mode::default()
        },
        _ => Mode {
            display: text.parse().unwrap(),
            ..Mode::default()
        },
    }
}

fn recording(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    folder.join(format!("{name}.cast"))
}

/// What comes out for these steps.
fn shown(options: Options, mode: Mode, steps: &[Step]) -> (Vec<u8>, Option<String>) {
    let mut overlay = Displayed::new(options, mode, Clock::Unknown);
    let mut out = Vec::new();
    for step in steps {
        match step {
            Step::Write(bytes) => overlay.write(bytes, &mut out),
            Step::Pause => overlay.pause(&mut out),
            Step::Resize(size) => overlay.resize(*size, &mut out),
            _ => unreachable!("not in a recording"),
        }
    }
    overlay.pause(&mut out);
    overlay.finish(&mut out);
    (out, overlay.fault())
}

/// The rows that a terminal of this size shows, scrollback first, each with `#` in front where it is shaded.
fn rows(size: Size, bytes: &[u8]) -> Vec<String> {
    let snapshot = Kind::Xterm.show(size, bytes);
    let rows = snapshot.rows().map(|row| {
        let shaded = row.cells.iter().any(|cell| cell.pen.bg == SHADE);
        let text = row.text();
        format!("{}{}", if shaded { "#" } else { "." }, text.trim_end())
    });
    let mut rows: Vec<String> = rows.collect();
    while rows.last().is_some_and(|row| row == ".") {
        rows.pop();
    }
    rows
}

fn bytes_of(cast: &Cast) -> Vec<u8> {
    let writes = cast.steps().into_iter().filter_map(|step| match step {
        Step::Write(bytes) => Some(bytes),
        _ => None,
    });
    writes.flatten().collect()
}

#[test]
fn golden_rows_of_three_agents_in_all_modes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden_display");
    let mut differences = String::new();
    for (name, profile) in &AGENTS[..3] {
        let cast = Cast::read(&recording(name));
        for text in MODES {
            let (out, fault) = shown(options(profile, cast.size), mode(text), &cast.steps());
            assert_eq!(fault, None);
            let found = rows(cast.size, &out).join("\n") + "\n";
            let path = folder.join(format!("{name}.{text}"));
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&path, &found).expect("a writable folder");
            }
            let expected = std::fs::read_to_string(&path).unwrap_or_default();
            if expected != found {
                differences.push_str(&format!("{}\n{found}\n", path.display()));
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

/// The events of a recording.
fn events(name: &str, profile: &str) -> Vec<shade_pty::events::Event> {
    let input = shade_pty::filter::Input::open(&recording(name)).expect("a recording");
    let mut events = Vec::new();
    let size = Cast::read(&recording(name)).size;
    let fault = tell_events(input, options(profile, size), |event| events.push(event));
    assert_eq!(fault.expect("a recording"), None);
    events
}

/// Its lines without blanks, so that wrapping and indentation do not count; short ones say nothing.
fn lines(text: &str) -> impl Iterator<Item = String> {
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<String>());
    // What stands in one row with a tag is no whole row any more.
    lines.filter(|line| line.chars().count() > 12 && !line.contains("think>"))
}

#[test]
fn no_word_of_a_thought_is_shown_and_every_message_is() {
    for (name, profile) in AGENTS {
        let cast = Cast::read(&recording(name));
        let events = events(name, profile);
        for text in ["hidden", "static", "progress", "timer", "compact"] {
            let (out, _) = shown(options(profile, cast.size), mode(text), &cast.steps());
            let found = rows(cast.size, &out);
            // A child may use our colour itself.
            let own = rows(cast.size, &bytes_of(&cast));
            let mut shaded = found.iter().filter(|row| row.starts_with('#'));
            assert!(shaded.all(|row| own.contains(row)), "{name} {text}: shaded");
            let all: String = found
                .iter()
                .map(|row| row[1..].split_whitespace().collect::<String>())
                .collect();
            for event in &events {
                let kept = matches!(event.event, What::Message | What::User | What::Error);
                let payload = event.event == What::ToolResult && text == "compact";
                for line in lines(&event.text) {
                    if event.event == What::Reasoning || payload {
                        // A row may say the same in a message.
                        let said = events.iter().any(|e| {
                            e.event != What::Reasoning
                                && !(e.event == What::ToolResult && text == "compact")
                                && lines(&e.text).any(|l| l.contains(&line))
                        });
                        assert!(said || !all.contains(&line), "{name} {text}: {line}");
                    } else if kept {
                        assert!(all.contains(&line), "{name} {text}: {line} is missing");
                    }
                }
            }
            let thoughts = events.iter().filter(|e| e.event == What::Reasoning).count();
            assert!(thoughts > 0, "{name}");
        }
    }
}

#[test]
fn cuts_between_reads_change_nothing() {
    for (name, profile) in AGENTS {
        let cast = Cast::read(&recording(name));
        let bytes = bytes_of(&cast);
        let whole = [Step::Write(bytes.clone())];
        for text in MODES {
            let rows_of = |steps: &[Step]| {
                let (out, _) = shown(options(profile, cast.size), mode(text), steps);
                // An unfinished row may be painted before it is known what it is.
                let texts = rows(cast.size, &out)
                    .into_iter()
                    .map(|row| row[1..].to_owned());
                texts.collect::<Vec<String>>()
            };
            let expected = rows_of(&whole);
            for length in [1, 2, 7, 64] {
                let steps: Vec<Step> = bytes
                    .chunks(length)
                    .map(|c| Step::Write(c.to_vec()))
                    .collect();
                assert_eq!(
                    rows_of(&steps),
                    expected,
                    "{name} {text} in pieces of {length}"
                );
            }
        }
    }
}

fn filtered(profile: &str, mode: &str, input: &str) -> Vec<String> {
    let size = Size { cols: 40, rows: 12 };
    let steps = [Step::Write(input.replace('\n', "\r\n").into_bytes())];
    let (out, _) = shown(options(profile, size), self::mode(mode), &steps);
    rows(size, &out)
}

#[test]
fn messages_around_what_is_withheld_stay_two_paragraphs() {
    let table: [(&str, &[&str]); 7] = [
        ("a\n<think>\nx\n</think>\nb\n", &[".a", ".", ".b"]),
        ("a\n\n<think>\nx\n</think>\n\nb\n", &[".a", ".", ".b"]),
        ("<think>\nx\n</think>\n\nb\n", &[".b"]),
        ("\n<think>x</think> b\n", &[".b"]),
        (
            "[tool] t\n<think>\nx\n</think>\n[tool] u\n",
            &[".[tool] t", ".[tool] u"],
        ),
        (
            "[tool] t\n\n<think>\nx\n\ny\n</think>\n\n\n[tool] u\n",
            &[".[tool] t", ".", ".[tool] u"],
        ),
        ("a\n\n\n\nb\n", &[".a", ".", ".", ".", ".b"]),
    ];
    for (input, expected) in table {
        assert_eq!(filtered("generic", "hidden", input), expected, "{input:?}");
    }
}

#[test]
fn a_number_counts_characters_of_each_thought() {
    let input =
        "<think>\nabc\n\ndef\n</think>\na\n<think>\n👩\u{200d}👩\u{200d}👧bc\n</think>\nb\n";
    let table: [(&str, &[&str]); 5] = [
        ("0", &["#…", ".a", "#…", ".b"]),
        ("1", &["#a…", ".a", "#👩\u{200d}👩\u{200d}👧…", ".b"]),
        ("3", &["#abc…", ".a", "#👩\u{200d}👩\u{200d}👧bc", ".b"]),
        (
            "5",
            &["#abc", "#", "#…", ".a", "#👩\u{200d}👩\u{200d}👧bc", ".b"],
        ),
        (
            "8",
            &["#abc", "#", "#def", ".a", "#👩\u{200d}👩\u{200d}👧bc", ".b"],
        ),
    ];
    for (mode, expected) in table {
        assert_eq!(filtered("generic", mode, input), expected, "{mode}");
    }
}

#[test]
fn a_thought_in_one_row_is_shaded_and_so_are_its_tools() {
    let input = "<think>\n**Plan**\n\nmore words\n</think>\n\n[tool] t\nout\n\n<think>\nNow I know. The end\n</think>\nanswer\n";
    let expected = [
        "#Plan",
        "#",
        "#[tool] t",
        "#out",
        "#",
        "#Now I know.",
        ".answer",
    ];
    assert_eq!(filtered("generic", "summary", input), expected);
    let expected = [
        ".Thinking…",
        ".",
        ".[tool] t",
        ".out",
        ".",
        ".Thinking…",
        ".answer",
    ];
    assert_eq!(filtered("generic", "static", input), expected);
}

#[test]
fn compact_shows_heads_failures_and_counts() {
    let input = "user\nwhy\n\u{1b}[2m**Look**\n\nThere is a plan\n\u{1b}[0mexec\n/bin/cat plan in /home\n exited 1 in 0ms:\nno plan\nat all\n\n\
                 exec\n/bin/ls in /home\n succeeded in 0ms:\na\nb\n\ncodex\nThere is none.\n";
    let expected = [
        ".user",
        ".why",
        ".exec",
        "./bin/cat plan in /home",
        ".  ✗ failed",
        ".",
        ".exec",
        "./bin/ls in /home",
        ".▸ 2 tool calls · ✗ 1",
        ".",
        ".codex",
        ".There is none.",
    ];
    assert_eq!(filtered("codex", "compact", input), expected);
    // A thought that led to nothing leaves nothing.
    assert_eq!(
        filtered("llm", "compact", "\u{1b}[2mwhy\n\nso\u{1b}[0m\n"),
        Vec::<String>::new()
    );
    assert_eq!(filtered("llm", "compact", "a\n\n\u{1b}[2mwhy"), [".a"]);
}

#[test]
fn hidden_tools_have_no_rows() {
    let size = Size { cols: 40, rows: 12 };
    let profile = shade_pty::Profile::parse(
        r#"
schema = 1
name = "t"
rule = [
  { id = "tool", kind = "tool", text = '\$ (?<name>\w+)', extent = "line" },
  { id = "result", kind = "result", text = '  ', within = ["tool", "result"], continues = '  ' },
]
"#,
    );
    let profile = std::sync::Arc::new(profile.unwrap());
    let input = "<think>\nso\n</think>\n$ read a\n  one\n\n$ list b\n  two\n<think>\nand\n</think>\n$ Read c\n  three\nanswer\n";
    let hidden = |show: bool, names: &[&str], length: usize| {
        let options = Options {
            profile: profile.clone(),
            hidden: shade_pty::region::Hidden::new(show, names.iter().map(|n| (*n).to_owned())),
            ..options("generic", size)
        };
        let bytes = input.replace('\n', "\r\n").into_bytes();
        let steps: Vec<Step> = bytes
            .chunks(length)
            .map(|c| Step::Write(c.to_vec()))
            .collect();
        let (out, fault) = shown(options, Mode::default(), &steps);
        assert_eq!(fault, None);
        rows(size, &out)
    };
    for length in [1, 5, 1000] {
        assert_eq!(
            hidden(true, &["read"], length),
            [
                "#<think>",
                "#so",
                "#</think>",
                "#",
                "#$ list b",
                "#  two",
                "#<think>",
                "#and",
                "#</think>",
                ".answer"
            ]
        );
        assert_eq!(
            hidden(false, &[], length),
            [
                "#<think>",
                "#so",
                "#</think>",
                "#",
                "#<think>",
                "#and",
                "#</think>",
                ".answer"
            ]
        );
    }
}

#[test]
fn styles_and_sequences_of_what_is_withheld_do_not_get_lost() {
    let steps = [Step::Write(
        b"<think>\r\n\x1b[31mred \x1b[?25l\x1b]0;title\x07\x1b[1mbold\r\n</think>\r\nanswer \x1b[mplain\r\n".to_vec(),
    )];
    let size = Size { cols: 40, rows: 12 };
    let (out, _) = shown(options("generic", size), mode("hidden"), &steps);
    let text = String::from_utf8(out).unwrap();
    assert_eq!(
        text,
        "\u{1b}[?25l\u{1b}]0;title\u{7}\u{1b}[1m\u{1b}[31manswer \u{1b}[mplain\r\n"
    );
}

#[test]
fn a_child_that_draws_is_shown_in_full() {
    let size = Size { cols: 40, rows: 20 };
    let steps = [Step::Write(
        b"a\r\n<think>\r\nx\r\n</think>\r\nb\r\n\x1b[A\x1b[2Kc\r\n<think>\r\ny\r\n".to_vec(),
    )];
    let (out, fault) = shown(options("generic", size), mode("hidden"), &steps);
    // What it can reach stands where it believes it to be.
    let expected = [
        ".a",
        ".",
        ".b",
        "#<think>",
        "#x",
        "#</think>",
        ".c",
        "#<think>",
        "#y",
    ];
    assert_eq!(rows(size, &out), expected);
    assert_eq!(
        fault.as_deref(),
        Some("display = \"hidden\": the command redraws its rows, so all of them are shown")
    );
    // It reaches no row that is not its own.
    for text in MODES {
        let child = b"<think>\r\nfirst thought. And\r\n\r\nstep 1 ...\r\nstep 2 ...\r\n\x1b[4Aagain the\r\n\nstep 1 done\r\nstep 2 done\r\n</think>\r\nend\r\n";
        for length in [1, 7, 1000] {
            let steps: Vec<Step> = child
                .chunks(length)
                .map(|c| Step::Write(c.to_vec()))
                .collect();
            let (out, _) = shown(options("generic", size), mode(text), &steps);
            let found = rows(size, &[b"own row\r\n", out.as_slice()].concat());
            assert_eq!(found[0], ".own row", "{text} {length}: {found:?}");
            let (full, _) = shown(options("generic", size), Mode::default(), &steps);
            assert!(
                found.ends_with(&rows(size, &full)),
                "{text} {length}: {found:?}"
            );
        }
    }
    // From the first byte on: nothing was withheld, and nothing differs.
    let cast = Cast::read(&recording("claude-tui-interleaved"));
    let (out, fault) = shown(options("claude", cast.size), mode("compact"), &cast.steps());
    let (plain, _) = shown(options("claude", cast.size), Mode::default(), &cast.steps());
    assert!(fault.is_some_and(|f| f.starts_with("thinking_display_mode = \"compact\": ")));
    assert_eq!(rows(cast.size, &out), rows(cast.size, &plain));
}

#[test]
fn a_thought_without_end_is_shown_after_all() {
    let size = Size { cols: 80, rows: 24 };
    let line = "so it goes on and on and on and on and on\r\n";
    let mut steps = vec![Step::Write(b"<think>\r\n".to_vec())];
    steps.extend((0..40_000).map(|_| Step::Write(line.as_bytes().to_vec())));
    let (out, _) = shown(options("generic", size), mode("hidden"), &steps);
    let found = Kind::Alacritty.show(size, &out);
    let screen: Vec<_> = found.rows().collect();
    let shaded = screen
        .iter()
        .filter(|r| r.cells.iter().any(|c| c.pen.bg == SHADE))
        .count();
    assert!(shaded > 20, "{shaded}");
    assert!(memchr::memmem::find_iter(&out, b"so it goes").count() == 40_000);
}

#[test]
fn a_question_is_let_out_with_its_paragraph() {
    let size = Size { cols: 40, rows: 12 };
    let steps = |text: &str| [Step::Write(text.as_bytes().to_vec()), Step::Pause];
    let (out, _) = shown(
        options("generic", size),
        mode("hidden"),
        &steps("<think>\r\nlong\r\n\r\nI will remove it.\r\nGo on? [y/N] "),
    );
    assert_eq!(rows(size, &out), ["#I will remove it.", "#Go on? [y/N]"]);
    let (out, _) = shown(
        options("generic", size),
        mode("compact"),
        &steps("<think>\r\nlong\r\n\r\nand longer"),
    );
    assert_eq!(rows(size, &out), Vec::<String>::new());
}

#[test]
fn a_filter_moves_no_cursor_in_any_mode() {
    for (name, profile) in AGENTS {
        let cast = Cast::read(&recording(name));
        for text in MODES {
            let (out, _) = shown(options(profile, cast.size), mode(text), &cast.steps());
            let mut tokens = shade_pty::stream::Tokens::default();
            tokens.feed(&out);
            for token in tokens.list() {
                if let shade_pty::stream::Kind::Csi(csi) = &token.kind {
                    assert!(b"mKhlncJ".contains(&csi.action), "{name} {text}: {csi:?}");
                }
            }
        }
    }
}

#[test]
fn events_and_display_are_two_things() {
    let input = "<think>\nwhy\n</think>\nanswer\n";
    let (status, out, err) = told(&run(
        &mut shade_pty(["events", "--display", "hidden"]),
        input.as_bytes(),
    ));
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains("leave out --display"), "{err}");
    // Set for everybody, it does not reach them.
    let mut command = shade_pty(["events"]);
    command.env("SHADE_PTY_DISPLAY", "hidden");
    let (_, hidden, _) = told(&run(&mut command, input.as_bytes()));
    let (_, full, _) = told(&run(&mut shade_pty(["events"]), input.as_bytes()));
    let untimed = |text: &str| -> Vec<String> {
        text.lines()
            .map(|l| {
                let mut line: serde_json::Value = serde_json::from_str(l).unwrap();
                for key in ["time", "until"] {
                    line[key] = 0.into();
                }
                line.to_string()
            })
            .collect()
    };
    assert_eq!(untimed(&hidden), untimed(&full));
    assert!(hidden.contains("why"));
}

#[test]
fn unknown_modes_are_refused_or_warned_of() {
    let filter = |arguments: &[&str], variable: (&str, &str)| {
        let mut command = shade_pty([&["filter", "--background", "236"], arguments].concat());
        command.env(variable.0, variable.1);
        told(&run(
            &mut command,
            b"<think>\r\nwhy\r\n</think>\r\nanswer\r\n",
        ))
    };
    let (status, _, err) = filter(&["--display", "foo"], ("A", "b"));
    assert!(
        status == Some(2) && err.contains("use full, hidden, summary"),
        "{err}"
    );
    let (status, _, err) = filter(&["--thinking-display", "brief"], ("A", "b"));
    assert!(
        status == Some(2) && err.contains("use detailed or compact"),
        "{err}"
    );
    let (status, _, err) = filter(&[], ("SHADE_PTY_DISPLAY", "-1"));
    assert!(
        status == Some(2) && err.contains("SHADE_PTY_DISPLAY"),
        "{err}"
    );
    let (status, out, err) = filter(&[], ("SHADE_PTY_THINKING_DISPLAY", "brief"));
    assert!(status == Some(0) && out.contains("why"), "{out}");
    assert!(
        err.contains("warning: environment SHADE_PTY_THINKING_DISPLAY")
            && err.contains("`detailed` holds"),
        "{err}"
    );
}

#[test]
fn a_fault_lets_everything_out() {
    let size = Size { cols: 40, rows: 12 };
    for part in [
        shade_pty::shade::Fault::Matcher,
        shade_pty::shade::Fault::Painter,
    ] {
        let faulty = Options {
            fault: Some(part),
            ..options("generic", size)
        };
        let steps = [
            Step::Write(b"a\r\n<think>\r\nx\r\n".to_vec()),
            Step::Write(b"</think>\r\nb\r\n".to_vec()),
        ];
        let (out, fault) = shown(faulty, mode("20"), &steps);
        let found: String = rows(size, &out).join("\n");
        assert!(
            found.contains("x") && found.contains("b"),
            "{part:?}: {found}"
        );
        assert!(
            fault.is_some_and(|f| f.contains("internal fault")),
            "{part:?}"
        );
    }
}

/// The rows of lines outside regions, those that they wrap into as well.
fn outside(size: Size, bytes: &[u8]) -> Vec<Row> {
    let snapshot = Kind::Xterm.show(size, bytes);
    let (mut inside, mut wraps) = (false, false);
    let mut rows = Vec::new();
    for row in snapshot.rows() {
        let text = row.raw_text();
        if !std::mem::replace(&mut wraps, row.wraps) {
            inside = !text.starts_with("OUT");
        }
        if !inside && !text.trim().is_empty() {
            rows.push(row.clone());
        }
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig { cases: std::env::var("SHADE_PTY_CASES").map_or(300, |n| n.parse().unwrap()), failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a thought holds, it is gone, and every other row looks as it did.
    #[test]
    fn rows_outside_thoughts_look_as_they_did(stream in streams(true), chunking in chunkings(), compact in any::<bool>()) {
        // Where rows scroll, what is blank depends on when.
        let size = Size { rows: 200, ..stream.size };
        let steps = chunking.steps(&stream.bytes);
        // A pause within a marker takes it for text, and rightly.
        let steps: Vec<Step> = steps.into_iter().filter(|step| !matches!(step, Step::Pause)).collect();
        let mode = mode(if compact { "compact" } else { "hidden" });
        let (out, fault) = shown(options("generic", size), mode, &steps);
        prop_assert_eq!(fault, None);
        let (expected, found) = (outside(size, &stream.bytes), outside(size, &out));
        let texts = |rows: &[Row]| rows.iter().map(|r| r.text()).collect::<Vec<String>>();
        prop_assert_eq!(texts(&expected), texts(&found));
        for (one, other) in expected.iter().zip(&found) {
            prop_assert!(look_alike(one, other), "{}", difference_of(one, other));
        }
        let all = rows(size, &out);
        prop_assert!(!all.iter().any(|row| row.contains("IN") || row.contains("think")), "{:?}", all);
    }
}
