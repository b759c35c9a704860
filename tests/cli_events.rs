//! `shade-pty events` through the built program.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use std::fs;
use std::path::Path;

use common::{on_terminal, run, shade_pty, told};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{l}: {e}")))
        .collect()
}

fn events(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let all = [&["events"], arguments].concat();
    let (status, out, errors) = told(&run(&mut shade_pty(all), input));
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    lines(&out)
}

/// Kind and text of each, without turns.
fn short(events: &[Value]) -> Vec<(String, String)> {
    let text = |e: &Value, key: &str| e[key].as_str().unwrap().to_owned();
    let said = events.iter().skip(1).filter(|e| e["event"] != "turn");
    said.map(|e| (text(e, "event"), text(e, "text"))).collect()
}

const STREAM: &[u8] =
    b"<think>\r\nwhy\r\n</think>\r\n\r\n[tool] in\r\n\r\nanswer\r\n[tool] out\r\n";

#[test]
fn a_stream_becomes_events() {
    for size in ["20x5", "80x24"] {
        let all = events(&["--size", size], STREAM);
        assert_eq!(all[0]["event"], "log");
        assert_eq!(all[0]["version"], 1);
        let expected = [
            ("reasoning", "<think>\nwhy\n</think>"),
            ("tool_request", "[tool] in"),
            ("message", "answer"),
            ("tool_request", "[tool] out"),
        ];
        assert_eq!(
            short(&all),
            expected.map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
        let regions: Vec<bool> = all[2..]
            .iter()
            .map(|e| e["region"].as_bool().unwrap())
            .collect();
        assert_eq!(regions, [true, true, false, false]);
        assert_eq!(all.last().unwrap()["status"], "running");
    }
}

#[test]
fn a_line_that_wraps_is_one_line() {
    let all = events(&["--size", "10x5"], b"a text that is long\r\n");
    assert_eq!(
        short(&all),
        [("message".to_owned(), "a text that is long".to_owned())]
    );
}

/// The recordings of real agents.
fn recordings() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let mut all: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "cast"))
        .collect();
    all.sort();
    all
}

fn profile(path: &Path) -> String {
    let labels = fs::read_to_string(path.with_extension("rows")).unwrap();
    let at = labels.find("profile=").unwrap() + "profile=".len();
    labels[at..].split_whitespace().next().unwrap().to_owned()
}

#[test]
fn what_comes_out_is_what_the_schema_says() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/events.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for path in recordings().iter().step_by(7) {
        let all = events(&["--profile", &profile(path), path.to_str().unwrap()], b"");
        assert!(all.len() > 2, "{}", path.display());
        let mut ids = std::collections::HashSet::new();
        for line in &all {
            assert!(validator.is_valid(line), "{}: {line}", path.display());
            assert!(line["event"] == "log" || ids.insert(line["id"].as_u64().unwrap()));
        }
    }
    assert!(
        !validator.is_valid(&serde_json::json!({ "event": "log", "version": 2, "profile": "x" }))
    );
}

#[test]
fn a_reprint_after_a_resize_adds_nothing() {
    let turn =
        "> why\\r\\n<think>\\r\\nbecause\\r\\n</think>\\r\\n\\r\\n[tool] a\\r\\n\\r\\nso\\r\\n";
    let cast = format!(
        "{{\"version\":2,\"width\":40,\"height\":5}}\n[0.1,\"o\",\"> why\\r\\n\"]\n[1,\"o\",\"<think>\\r\\nbecause\\r\\n</think>\\r\\n\\r\\n\"]\n\
         [2,\"o\",\"[tool] a\\r\\n\\r\\n\"]\n[3,\"o\",\"so\\r\\n\"]\n[4,\"r\",\"30x5\"]\n\
         [4.1,\"o\",\"\\u001b[2J\\u001b[3J\\u001b[H{turn}\"]\n[5,\"o\",\"and\\r\\n\"]\n"
    );
    let all = short(&events(&[], cast.as_bytes()));
    let count = |what: &str| all.iter().filter(|e| e.1.contains(what)).count();
    for what in ["why", "because", "[tool] a", "so"] {
        assert_eq!(count(what), 1, "{what}: {all:?}");
    }
}

#[test]
fn times_are_the_recordings() {
    let cast = "{\"version\":3,\"term\":{\"cols\":40,\"rows\":9}}\n[1.5,\"o\",\"<think>\\r\\na\\r\\n\"]\n[1,\"o\",\"b\\r\\n\"]\n[2,\"o\",\"</think>\\r\\nx\\r\\n\"]\n";
    let all = events(&[], cast.as_bytes());
    let times = |e: &Value| (e["time"].as_f64().unwrap(), e["until"].as_f64().unwrap());
    assert_eq!(times(&all[2]), (1.5, 4.5));
    assert_eq!(times(&all[3]), (4.5, 4.5));
}

#[test]
fn a_command_is_watched_and_its_events_told_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("events");
    let script = "printf '<think>\\nwhy\\n</think>\\nso\\n'; exit 3";
    let arguments = [
        "events",
        "--output",
        file.to_str().unwrap(),
        "--",
        "sh",
        "-c",
        script,
    ];
    let (status, shown) = on_terminal(&arguments, &[]);
    assert_eq!(status, 3);
    assert!(shown.contains("\x1b[48;5;236m"), "{shown:?}");
    let all = short(&lines(&fs::read_to_string(&file).unwrap()));
    assert_eq!(all.len(), 2, "{all:?}");
    let (_, shown) = on_terminal(&["events", "--", "sh", "-c", script], &[]);
    assert!(shown.contains("\"event\":\"message\""), "{shown:?}");
}

#[test]
fn a_broken_recording_tells_its_line_and_what_came_before() {
    let cast = "{\"version\":2,\"width\":40,\"height\":9}\n[1,\"o\",\"a\\r\\n\"]\n[2,\"o\",\"b";
    let (status, out, errors) = told(&run(&mut shade_pty(["events"]), cast.as_bytes()));
    assert_eq!(status, Some(2));
    assert!(errors.contains("line 3"), "{errors}");
    assert_eq!(
        short(&lines(&out)),
        [("message".to_owned(), "a".to_owned())]
    );
}
