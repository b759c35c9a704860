//! `shade-pty explain` through the built program.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use std::fs;
use std::path::Path;

use common::{on_terminal, run, shade_pty, told};
use serde_json::Value;

/// Thoughts, a tool call in the region, an answer, and a tool call outside.
const STREAM: &[u8] =
    b"<think>\r\nwhy\r\n</think>\r\n\r\n[tool] in\r\n\r\nanswer\r\n [tool] near\r\n[tool] out\r\n";

fn explain(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let all = [&["explain"], arguments].concat();
    told(&run(&mut shade_pty(all), input))
}

fn rows(text: &str) -> Vec<Value> {
    let row = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    text.lines().map(row).collect()
}

#[test]
fn a_table_of_scrollback_and_screen() {
    let (status, out, errors) = explain(&["--size", "20x5"], STREAM);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let expected = "\
scrollback
  row  shade  kind       rule  how        text
    1  #1     reasoning  -     opens      <think>
    2  #1     reasoning  -     tag        why
    3  #1     reasoning  -     tag        </think>
    4  -      -          -     blank
    5  #1     tool       tool  rule       [tool] in

screen
  row  shade  kind       rule  how        text
    6  -      -          -     blank
    7  -      message    -     unknown    answer
    8  -      message    -     continues   [tool] near
    9  -      tool       tool  rule       [tool] out
";
    assert_eq!(out, expected);
}

#[test]
fn why_tells_what_came_near_and_what_stood_against_it() {
    let (_, out, _) = explain(&["--why"], STREAM);
    for part in [
        "[tool] near\n       not tool (tool), text: it would match from column 2 on: patterns start at the first column\n",
        "[tool] out\n       not shaded: no region is open here: the last response above was message\n",
    ] {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let (_, out, _) = explain(&["--why", "--no-extend"], STREAM);
    assert!(
        out.contains("[tool] in\n       not shaded: extend_across_tool_calls is off\n"),
        "{out}"
    );
    // A style that is not there.
    let stream = b"Tool call: x\r\n\x1b[3mTool call: y\x1b[0m\r\n";
    let (_, out, _) = explain(&["--why", "--profile", "llm"], stream);
    for style in ["plain", "italic"] {
        let part =
            format!("not tool (tool), style: bold = true is asked, and the glyph `T` is {style}\n");
        assert!(out.contains(&part), "{part}\n{out}");
    }
    // A row of the wrong kind above.
    let (_, out, _) = explain(&["--why", "--profile", "llm"], b"text\r\n  out\r\n");
    assert!(
        out.contains("not result (result), within: only below tool, result, and the last row above is message\n"),
        "{out}"
    );
}

#[test]
fn json_has_one_object_a_row() {
    let (status, out, _) = explain(&["--json", "--size", "20x5"], STREAM);
    assert_eq!(status, Some(0));
    let rows = rows(&out);
    assert_eq!(rows.len(), 9);
    let field = |key: &str| {
        rows.iter()
            .map(|r| r[key].to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(field("row"), "1 2 3 4 5 6 7 8 9");
    assert_eq!(field("region"), "1 1 1 null 1 null null null null");
    assert_eq!(rows[4]["place"], "scrollback");
    assert_eq!(rows[5]["place"], "screen");
    assert_eq!(
        rows[8]["left_out"],
        "no region is open here: the last response above was message"
    );
    assert_eq!(rows[7]["near"][0]["because"][0]["key"], "text");
}

#[test]
fn regions_are_counted() {
    let stream =
        b"<think>\r\na\r\n</think>\r\nanswer\r\n<think>\r\nb\r\n</think>\r\n[tool] x\r\n\r\nanswer\r\n<think>\r\nc\r\n";
    let (_, out, _) = explain(&["--json"], stream);
    let regions: Vec<Value> = rows(&out).iter().map(|r| r["region"].clone()).collect();
    let regions: Vec<u64> = regions.iter().map(|r| r.as_u64().unwrap_or(0)).collect();
    assert_eq!(regions, [1, 1, 1, 0, 2, 2, 2, 2, 0, 0, 3, 3]);
}

/// A recording up to its last labelled moment, the labels of the screen's rows there, and the profile they are for.
fn last_moment(path: &Path) -> (Vec<u8>, Vec<(String, String)>, String) {
    let labels = fs::read_to_string(path.with_extension("rows")).expect("labels");
    let moment = &labels[labels.rfind("\n@ ").expect("a moment") + 3..];
    let event: usize = moment
        .split(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .expect("an event");
    let cast = fs::read_to_string(path).expect("a recording");
    let lines: Vec<&str> = cast.split_inclusive('\n').take(event + 2).collect();
    let mut rows = Vec::new();
    for line in moment.lines().skip(1) {
        let fields: Vec<&str> = line.splitn(4, '\t').collect();
        if fields.get(1) == Some(&"scr") {
            rows.push((fields[0].to_owned(), fields[3].trim_end().to_owned()));
        }
    }
    let (_, rest) = labels.split_once("profile=").expect("a profile");
    let profile = rest.split_whitespace().next().expect("a name");
    (lines.concat().into_bytes(), rows, profile.to_owned())
}

/// A row's text without a scroll bar, which belongs to no row, and without trailing blanks.
fn plain(text: &str) -> &str {
    text.trim_end_matches(['\u{2588}', '┃', '▄', '▀'])
        .trim_end()
}

#[test]
fn recordings_are_explained_as_their_labels_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recordings");
    let (mut shaded, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(folder).expect("recordings") {
        let path = entry.expect("an entry").path();
        if !path.with_extension("rows").exists() || path.extension().is_none_or(|e| e != "cast") {
            continue;
        }
        let (cast, labels, profile) = last_moment(&path);
        let (status, out, errors) = explain(&["--json", "--profile", &profile], &cast);
        assert_eq!(
            (status, errors.as_str()),
            (Some(0), ""),
            "{}",
            path.display()
        );
        let rows = rows(&out);
        let screen = rows.iter().filter(|r| r["place"] == "screen");
        for (row, (label, text)) in screen.zip(&labels) {
            let right = match label.as_str() {
                "S" => row["shaded"] == true,
                "P" => row["shaded"] == false,
                _ => true,
            };
            shaded += usize::from(label == "S" && right);
            if !right || plain(row["text"].as_str().expect("text")) != plain(text) {
                wrong.push(format!("{}: {label} {text:?}: {row}", path.display()));
            }
        }
    }
    assert!(shaded > 100, "{shaded} rows");
    assert!(
        wrong.is_empty(),
        "{} wrong, such as {}",
        wrong.len(),
        wrong[0]
    );
}

#[test]
fn rows_from_before_a_smaller_window_are_not_lost() {
    let cast = b"{\"version\":3,\"term\":{\"cols\":20,\"rows\":6}}\n[0,\"o\",\"a\\r\\nb\\r\\nc\\r\\nd\"]\n[1,\"r\",\"20x2\"]\n[1,\"o\",\"\\r\\ne\"]\n";
    let (_, out, errors) = explain(&["--json"], cast);
    assert_eq!(errors, "");
    let texts: Vec<String> = rows(&out)
        .iter()
        .map(|r| r["text"].as_str().expect("text").to_owned())
        .collect();
    assert_eq!(texts, ["a", "b", "c", "d", "e"]);
}

#[test]
fn what_is_wrong_ends_with_2() {
    for (arguments, part) in [
        (&["/nonexistent/x"][..], "cannot open /nonexistent/x"),
        (&["--profile", "claud"], "did you mean `claude`?"),
        (&["--json", "--why"], "cannot be used with"),
        (&["x", "--", "y"], "cannot be used with"),
        (&["--", "true"], "standard output is none"),
        (&["--test-fault", "matcher"], "the rows are not all there"),
    ] {
        let (status, _, errors) = explain(arguments, b"x\n");
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.cast");
    fs::write(
        &file,
        "{\"version\":2,\"width\":9,\"height\":3}\n[0,\"o\",\"good\\r\\n\"]\n[1,\"o\",\n",
    )
    .expect("written");
    let name = file.to_str().expect("a name");
    let (status, _, errors) = explain(&[name, "--output", name], b"");
    assert_eq!(status, Some(2));
    assert!(errors.contains("is the file that is read"), "{errors}");
}

#[test]
fn a_command_is_watched_and_told_when_it_has_ended() {
    let script = "printf '<think>\\none\\n</think>\\ntwo\\n'; exit 7";
    let (status, out) = on_terminal(&["explain", "--", "sh", "-c", script], &[]);
    assert_eq!(status, 7, "{out}");
    let (shown, table) = out.split_once("screen\r\n").expect("a table");
    assert!(
        shown.contains("\u{1b}[48;5;236m") && shown.ends_with("two\r\n"),
        "{out:?}"
    );
    assert!(
        table.contains("    2  #1     reasoning  -     tag        one\r\n"),
        "{table}"
    );
    assert!(
        table.contains("    4  -      message    -     unknown    two\r\n"),
        "{table}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rows");
    let output = format!("--output={}", file.display());
    let (status, out) = on_terminal(
        &["explain", "--json", &output, "--", "sh", "-c", script],
        &[],
    );
    assert_eq!(status, 7);
    assert!(out.ends_with("two\r\n"), "{out:?}");
    assert_eq!(rows(&fs::read_to_string(file).expect("rows")).len(), 4);
}
