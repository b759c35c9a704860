//! `shade-pty filter` through the built program.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use std::fs;
use std::io::{Read, Write};

use common::{run, shade_pty, start, told};

const V2: &str = "{\"version\": 2, \"width\": 80, \"height\": 24, \"x\": \"kept\"}\n";
const V3: &str = "{\"version\":3,\"term\":{\"cols\":80,\"rows\":24},\"x\":\"kept\"}\n";

/// A stream with reasoning, a tag that is cut by nothing, colours, and bytes that are no text.
const STREAM: &[u8] = b"hello\r\n<think>\r\n\x1b[3mone\x1b[0m \xff two\r\n</think>\r\nanswer \xe2\x9c\xb3\r\n\x1b[31mred";

fn filter(arguments: &[&str], input: &[u8]) -> std::process::Output {
    run(&mut shade_pty(["filter"].iter().chain(arguments)), input)
}

#[test]
fn without_a_background_nothing_is_added() {
    let output = filter(&["--background", "none"], STREAM);
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(0), STREAM)
    );
}

#[test]
fn without_our_insertions_the_input_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let spans = folder.path().join("spans");
    for arguments in [
        &["--background", "236"][..],
        &["--bg", "48;5;236"],
        &["--fill", "content"],
        &["--repair", "off"],
    ] {
        let spans = spans.to_str().expect("a name");
        let output = filter(&[arguments, &["--spans", spans]].concat(), STREAM);
        assert_eq!(told(&output).2, "", "{arguments:?}");
        let mut rest = Vec::new();
        let mut at = 0;
        for line in fs::read_to_string(spans).expect("spans").lines() {
            let span: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let [start, end] =
                ["start", "end"].map(|key| span[key].as_u64().expect("a number") as usize);
            assert!(
                at <= start && start <= end && end <= output.stdout.len(),
                "{arguments:?}: {line}"
            );
            rest.extend_from_slice(&output.stdout[at..start]);
            at = end;
        }
        rest.extend_from_slice(&output.stdout[at..]);
        assert_eq!(
            String::from_utf8_lossy(&rest),
            String::from_utf8_lossy(STREAM),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_file_and_standard_input_give_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stream");
    fs::write(&file, STREAM).expect("written");
    let file = file.to_str().expect("a name");
    let piped = filter(&["--size", "80x24", "-"], STREAM);
    let read = filter(&[file], b"");
    assert_eq!(told(&piped), told(&read));
    let out = folder.path().join("out");
    let written = filter(&[file, "--output", out.to_str().expect("a name")], b"");
    assert_eq!(told(&written), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read(out).expect("output"), read.stdout);
}

#[test]
fn what_comes_in_goes_out_before_the_end() {
    let mut child = start(&mut shade_pty(["filter"]));
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    let mut got = Vec::new();
    for part in ["one\r\n", "two", " and {three"] {
        input.write_all(part.as_bytes()).expect("written");
        while !String::from_utf8_lossy(&got).ends_with(part) {
            let mut byte = [0];
            output.read_exact(&mut byte).expect("the part comes out");
            got.push(byte[0]);
        }
    }
    drop(input);
    assert!(child.wait().expect("an end").success());
}

#[test]
fn a_character_cut_by_the_pipe_comes_out_whole() {
    let mut child = start(&mut shade_pty(["filter", "--background", "none"]));
    let mut input = child.stdin.take().expect("a pipe");
    for byte in "✳日".bytes() {
        input.write_all(&[byte]).expect("written");
        input.flush().expect("flushed");
    }
    drop(input);
    assert_eq!(
        child.wait_with_output().expect("an end").stdout,
        "✳日".as_bytes()
    );
}

#[test]
fn recordings_keep_everything_but_their_output() {
    let body = concat!(
        "# a comment\n[0.1, \"o\", \"a\\u001b[1mb\"]\n[0.2,\"i\",\"\\u006b\"]\n[0.3,\"r\",\"100x30\"]\n\n",
        "[0.4, \"o\", \"\\udce2\\udc9c\\udcff\"]\n[0.5,\"m\",\"\"]\r\n[0.6,\"o\",\"\"]\n[0.7,\"x\",\"0\"]"
    );
    for head in [V2, V3] {
        let cast = [head, body].concat();
        let (status, out, errors) = told(&filter(&["--background", "none"], cast.as_bytes()));
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        assert_eq!(out, cast);
        let (_, out, _) = told(&filter(&["--size", "7x7"], cast.as_bytes()));
        assert!(out.starts_with(head));
        assert!(
            out.contains("\n[0.2,\"i\",\"\\u006b\"]\n[0.3,\"r\",\"100x30\"]\n"),
            "{out}"
        );
    }
}

#[test]
fn a_corrupt_recording_is_named_by_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.cast");
    fs::write(
        &file,
        [V2, "[0.1,\"o\",\"good\"]\n[0.2,\"o\",\"bad\n"].concat(),
    )
    .expect("written");
    let (status, out, errors) = told(&filter(&[file.to_str().expect("a name")], b""));
    assert_eq!(status, Some(2));
    assert_eq!(out, [V2, "[0.1,\"o\",\"good\"]\n"].concat());
    assert!(
        errors.ends_with("bad.cast: line 3: a missing closing quote in the string at column 10\n"),
        "{errors}"
    );
}

#[test]
fn a_recording_of_another_version_is_refused() {
    let (status, out, errors) = told(&filter(
        &[],
        b"{\"version\":1,\"width\":80,\"height\":24,\"stdout\":[]}\n",
    ));
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(
        errors.contains("standard input: line 1: asciicast version 1 is not supported"),
        "{errors}"
    );
}

#[test]
fn json_that_is_no_recording_is_a_stream_like_any_other() {
    let lines = b"{\"type\":\"message\"}\n{\"type\":\"end\"}\n";
    assert_eq!(filter(&[], lines).stdout, lines);
    assert_eq!(filter(&[], b"{").stdout, b"{");
    assert_eq!(filter(&[], b"").stdout, b"");
}

#[test]
fn wrong_arguments_end_with_2_and_say_what_is_right() {
    let cases: [(&[&str], &str); 8] = [
        (
            &["--background", "256"],
            "`256` is no background: use a palette number from 0 to 255, a colour as #rrggbb, one of black",
        ),
        (&["--background", "-1"], "`-1` is no background"),
        (&["--bg", "#12345"], "`#12345` is no background"),
        (
            &["--fill", "wide"],
            "use `auto`, `terminal`, `content` or `columns=N`",
        ),
        (&["--size", "0x24"], "use COLUMNSxROWS"),
        (&["--repair", "maybe"], "possible values: on, off"),
        (&["--bogus"], "unexpected argument '--bogus'"),
        (
            &["/nonexistent/file"],
            "cannot open /nonexistent/file: No such file",
        ),
    ];
    for (arguments, part) in cases {
        let (status, out, errors) = told(&filter(arguments, b"x"));
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(errors.contains(part), "{arguments:?}: {errors}");
    }
}

#[test]
fn options_may_stand_before_the_mode() {
    let output = run(&mut shade_pty(["--background", "none", "filter"]), STREAM);
    assert_eq!(output.stdout, STREAM);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = start(&mut shade_pty(["filter"]));
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    let _ = input.write_all(b"nobody reads this\r\n");
    drop(input);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(told(&output), (Some(0), String::new(), String::new()));
}

#[test]
fn the_file_that_is_read_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.cast");
    fs::write(&file, V2).expect("written");
    let name = file.to_str().expect("a name");
    for option in ["--output", "--spans"] {
        let (status, _, errors) = told(&filter(&[name, option, name], b""));
        assert_eq!(status, Some(2));
        assert!(errors.contains("is the file that is read"), "{errors}");
        assert_eq!(fs::read_to_string(&file).expect("still there"), V2);
    }
}

#[test]
fn more_than_a_burst_comes_through() {
    let large = b"0123456789abcde\n".repeat(20_000);
    assert!(filter(&["--background", "none"], &large).stdout == large);
}

#[test]
fn line_feeds_alone_are_rows_too() {
    // What a program writes into a pipe; a terminal's line discipline adds the returns.
    let bare = b"Q\n<think>\nso it is\n\nand more\n</think>\nanswer\nend\n";
    let output = filter(&["--background", "236", "--size", "20x9"], bare);
    let shaded = "Q\n\u{1b}[48;5;236m\u{1b}[K<think>\n\u{1b}[Kso it is\n\u{1b}[K\n\u{1b}[Kand more\n\u{1b}[K</think>\u{1b}[49m\nanswer\nend\n";
    assert_eq!(told(&output), (Some(0), shaded.to_owned(), String::new()));
    let (_, rows, _) = told(&run(&mut shade_pty(["explain", "--json"]), bare));
    let texts: Vec<String> = rows
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .map(|row| row["text"].as_str().expect("a text").to_owned())
        .collect();
    assert!(
        texts.contains(&"so it is".to_owned()) && texts.contains(&"answer".to_owned()),
        "{texts:?}"
    );
    let output = filter(&["--background", "236", "--display", "hidden"], bare);
    assert_eq!(told(&output).1, "Q\n\nanswer\nend\n");
}
