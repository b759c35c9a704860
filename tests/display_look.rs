//! Display modes: what is shown of rows that are more than plain text, whole and byte by byte.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod oracle;

use oracle::SHADE;
use oracle::compare::{difference_of, look_alike};
use oracle::emulator::Kind;
use oracle::screen::Row;
use oracle::session::options;
use shade_pty::display::{Clock, Displayed, Mode};
use shade_pty::{Overlay, Size};

const SIZE: Size = Size { cols: 40, rows: 8 };

/// What comes out of a stream that is written in pieces of this length.
fn shown(display: &str, input: &[u8], length: usize) -> Vec<u8> {
    let mode = Mode {
        display: display.parse().unwrap(),
        ..Mode::default()
    };
    let mut overlay = Displayed::new(options("generic", SIZE), mode, Clock::Unknown);
    let mut out = Vec::new();
    for piece in input.chunks(length) {
        overlay.write(piece, &mut out);
    }
    overlay.pause(&mut out);
    overlay.finish(&mut out);
    assert_eq!(overlay.fault(), None);
    out
}

/// The rows that a terminal shows, without blank ones at the end.
fn screen(bytes: &[u8]) -> Vec<Row> {
    let snapshot = Kind::Xterm.show(SIZE, bytes);
    let mut rows: Vec<Row> = snapshot.rows().cloned().collect();
    while rows.last().is_some_and(|row| row.text().trim().is_empty()) {
        rows.pop();
    }
    rows
}

/// These rows, each with `#` in front where it is shaded.
fn told(rows: &[Row]) -> Vec<String> {
    let told = rows.iter().map(|row| {
        let shaded = row.cells.iter().any(|cell| cell.pen.bg == SHADE);
        let mark = if shaded { '#' } else { '.' };
        format!("{mark}{}", row.text().trim_end())
    });
    told.collect()
}

#[test]
fn a_message_behind_a_closing_tag_is_whole_whatever_stands_before() {
    let long = format!("<think>{}</think>answer\r\n", "word ".repeat(100));
    let inputs: [&[u8]; 8] = [
        b"<think>a\tb</think>answer\r\n",
        b"<think>a</think>\tanswer\r\n",
        b"<think>\x1b[5Cfoo</think> answer\r\n",
        b"<think>\xff\xfe\xff</think>answer\r\n",
        b"<think>10%\r<think>20%</think>answer\r\n",
        b"<think>\r\n10%\r20%\r30%</think>answer\r\n",
        "<think>日本e\u{301}\u{301}語\u{200b}</think>answer\r\n".as_bytes(),
        long.as_bytes(),
    ];
    for input in inputs {
        for length in [1, 3, 10_000] {
            let found = told(&screen(&shown("hidden", input, length)));
            let name = String::from_utf8_lossy(input);
            assert_eq!(found, [".answer"], "{name:?} in pieces of {length}");
        }
    }
}

#[test]
fn the_first_characters_stand_where_the_child_put_them() {
    let table: [(&[u8], &[&str]); 4] = [
        (b"<think>\r\n\ta\tb\r\n</think>c\r\n", &["#a       b", ".c"]),
        (
            b"<think>a\r\n\tb\r\n</think>c\r\n",
            &["#a", "#        b", ".c"],
        ),
        (b"<think>\r\n10%\r20%\r\n</think>c\r\n", &["#20%", ".c"]),
        (
            b"<think>\r\nx\x1b[3Cyzabc\r\n</think>c\r\n",
            &["#x   yzabc", ".c"],
        ),
    ];
    for (input, expected) in table {
        for length in [1, 2, 10_000] {
            let found = told(&screen(&shown("6", input, length)));
            let name = String::from_utf8_lossy(input);
            assert_eq!(found, expected, "{name:?} in pieces of {length}");
        }
    }
}

/// The rows that are left of `input` look like all of `alone`.
fn assert_left(input: &str, alone: &str) {
    let expected = screen(alone.as_bytes());
    for length in [1, 4, 10_000] {
        let found = screen(&shown("hidden", input.as_bytes(), length));
        assert_eq!(
            told(&found),
            told(&expected),
            "{input:?} in pieces of {length}"
        );
        for (one, other) in expected.iter().zip(&found) {
            let difference = difference_of(one, other);
            assert!(
                look_alike(one, other),
                "{input:?} in pieces of {length}: {difference}"
            );
        }
    }
}

#[test]
fn rows_with_a_background_and_no_glyph_are_not_blank() {
    assert_left(
        "hi\r\n\x1b[44m    \x1b[m\r\n<think>\r\nx\r\n</think>\r\n\x1b[45m    \x1b[m\r\nb\r\n",
        "hi\r\n\x1b[44m    \x1b[m\r\n\r\n\x1b[45m    \x1b[m\r\nb\r\n",
    );
    assert_left(
        "\x1b[44m\x1b[K\x1b[m\r\nhi\r\n\x1b[44m\x1b[K\x1b[m\r\n\r\nb\r\n",
        "\x1b[44m\x1b[K\x1b[m\r\nhi\r\n\x1b[44m\x1b[K\x1b[m\r\n\r\nb\r\n",
    );
    // Within a thought they are the thought's.
    assert_left(
        "<think>\r\nx\r\n\x1b[7m    \x1b[m\r\ny\r\n</think>\r\nb\r\n",
        "b\r\n",
    );
}

#[test]
fn an_erase_after_a_thought_has_the_childs_background() {
    assert_left(
        "<think>\r\n\x1b[31mx\r\n</think>\r\n\x1b[44m\x1b[Kanswer\x1b[m\r\n",
        "\x1b[31;44m\x1b[Kanswer\x1b[m\r\n",
    );
}

#[test]
fn links_that_begin_or_end_in_a_thought_are_right_outside() {
    assert_left(
        "\x1b]8;;http://a\x1b\\a link\r\n<think>\x1b]8;;\x1b\\so\r\n</think>\r\nanswer\r\n",
        "\x1b]8;;http://a\x1b\\a link\x1b]8;;\x1b\\\r\n\r\nanswer\r\n",
    );
    assert_left(
        "<think>\r\n\x1b]8;;http://a\x07so\r\n</think>\r\na link\x1b]8;;\x07 and more\r\n",
        "\x1b]8;;http://a\x07a link\x1b]8;;\x07 and more\r\n",
    );
}

#[test]
fn a_line_without_end_that_is_too_long_for_a_thought_is_shown() {
    let line = "so it goes ".repeat(1 << 17);
    let mut input = b"<think>\r\nfirst\r\n".to_vec();
    input.extend_from_slice(line.as_bytes());
    let out = shown("hidden", &input, 4096);
    let mut tokens = shade_pty::stream::Tokens::default();
    tokens.feed(&out);
    let texts = tokens
        .list()
        .iter()
        .filter(|t| t.kind == shade_pty::stream::Kind::Text);
    let texts: Vec<u8> = texts
        .flat_map(|t| tokens.bytes()[t.span.clone()].to_vec())
        .collect();
    let whole = format!("<think>first{line}");
    assert!(
        texts == whole.as_bytes(),
        "{} bytes of {}",
        texts.len(),
        whole.len()
    );
}

/// What comes out of pieces, with other modes from their second, third … on.
fn changed(modes: &[&str], pieces: &[&[u8]]) -> Vec<u8> {
    let mode = |text: &str| Mode {
        display: text.parse().unwrap(),
        ..Mode::default()
    };
    let options = options("generic", SIZE);
    let mut overlay = Displayed::new(options.clone(), mode(modes[0]), Clock::Unknown);
    let mut out = Vec::new();
    for (n, piece) in pieces.iter().enumerate() {
        if n > 0 {
            overlay.reconfigure(options.clone(), mode(modes[n]), &mut out);
        }
        overlay.write(piece, &mut out);
        overlay.pause(&mut out);
    }
    overlay.finish(&mut out);
    assert_eq!(overlay.fault(), None);
    out
}

#[test]
fn a_thought_is_one_while_the_mode_changes() {
    let pieces: [&[u8]; 3] = [
        b"hi\r\n\r\n<think>\r\none\r\n",
        b"two\r\n",
        b"three\r\n</think>\r\nanswer\r\n",
    ];
    let table: [([&str; 3], &[&str]); 9] = [
        (["hidden", "hidden", "hidden"], &[".hi", ".", ".answer"]),
        (["hidden", "timer", "static"], &[".hi", ".", ".answer"]),
        (["hidden", "60", "hidden"], &[".hi", ".", "#two", ".answer"]),
        (["60", "2", "60"], &[".hi", ".", "#one", "#…", ".answer"]),
        (
            ["hidden", "full", "full"],
            &[".hi", "#two", "#three", "#</think>", ".answer"],
        ),
        (
            ["full", "hidden", "hidden"],
            &[".hi", ".", "#<think>", "#one", ".answer"],
        ),
        (
            ["full", "hidden", "full"],
            &[
                ".hi",
                ".",
                "#<think>",
                "#one",
                "#three",
                "#</think>",
                ".answer",
            ],
        ),
        (
            ["60", "full", "60"],
            &[".hi", ".", "#one", "#two", "#three", ".answer"],
        ),
        (
            ["full", "full", "full"],
            &[
                ".hi",
                ".",
                "#<think>",
                "#one",
                "#two",
                "#three",
                "#</think>",
                ".answer",
            ],
        ),
    ];
    let found: Vec<_> = table
        .iter()
        .map(|(modes, _)| (*modes, told(&screen(&changed(modes, &pieces)))))
        .collect();
    let expected: Vec<_> = table
        .iter()
        .map(|(modes, rows)| {
            (
                *modes,
                rows.iter()
                    .map(|r| (*r).to_owned())
                    .collect::<Vec<String>>(),
            )
        })
        .collect();
    assert_eq!(found, expected, "{found:#?}");
}

#[test]
fn a_row_that_is_open_while_the_mode_changes_stays_one_row() {
    for modes in [
        ["full", "hidden", "full"],
        ["hidden", "full", "timer"],
        ["hidden", "timer", "60"],
    ] {
        let pieces: [&[u8]; 3] = [
            b"a \x1b[31mb",
            b"c\x1b[1md",
            b"e\r\n<think>\r\nx\r\n</think>\r\nf\r\n",
        ];
        let found = told(&screen(&changed(&modes, &pieces)));
        assert_eq!(found[0], ".a bcde", "{modes:?}");
        assert_eq!(found.last().map(String::as_str), Some(".f"), "{modes:?}");
    }
    // In the child's pen, which no row of ours has.
    let pieces: [&[u8]; 2] = [
        b"a\r\n\x1b[31m",
        b"<think>\r\nx\x1b[1m\r\n</think>\r\nf\r\n",
    ];
    let found = screen(&changed(&["full", "static"], &pieces));
    let expected = screen(b"a\r\n\r\nThinking\xe2\x80\xa6\r\n\x1b[1;31mf");
    assert_eq!(told(&found)[1..], [".Thinking…", ".f"]);
    for (one, other) in [(&found[1], &expected[2]), (&found[2], &expected[3])] {
        assert!(look_alike(one, other), "{}", difference_of(one, other));
    }
    // In a thought, what is shown already stays.
    let pieces: [&[u8]; 3] = [b"<think>\r\na b", b"c d", b"e\r\n</think>\r\nf\r\n"];
    let found = told(&screen(&changed(&["full", "hidden", "hidden"], &pieces)));
    assert_eq!(found, ["#<think>", "#a b", ".f"]);
    let found = told(&screen(&changed(&["hidden", "full", "full"], &pieces)));
    assert_eq!(found, ["#a bc de", "#</think>", ".f"]);
}

#[test]
fn a_row_that_comes_and_goes_leaves_nothing_behind_on_a_narrower_terminal() {
    let narrow = Size { cols: 12, rows: 8 };
    for kind in Kind::ALL {
        // Higher up, alacritty's rows leave the screen for the scrollback, where nothing can be erased.
        for above in [4, 20] {
            let mode = Mode {
                display: "progress".parse().unwrap(),
                ..Mode::default()
            };
            let mut overlay = Displayed::new(options("generic", SIZE), mode, Clock::live());
            let mut terminal = kind.start(SIZE);
            let mut out = Vec::new();
            overlay.write(&b"hi\r\n".repeat(above), &mut out);
            overlay.write(b"<think>\r\n", &mut out);
            for _ in 0..25 {
                overlay.write(b"so\r\n", &mut out);
            }
            terminal.feed(&out);
            let text = |row: &Row| row.text().trim().to_owned();
            let before: Vec<String> = terminal.snapshot().rows().map(text).collect();
            let dots = before
                .iter()
                .any(|row| row.starts_with("Thinking....................."));
            assert!(dots, "{before:?}");
            out.clear();
            terminal.resize(narrow);
            overlay.resize(narrow, &mut out);
            overlay.write(b"</think>\r\nanswer\r\n", &mut out);
            overlay.finish(&mut out);
            terminal.feed(&out);
            let mut rows: Vec<String> = terminal.snapshot().rows().map(text).collect();
            rows.retain(|row| !row.is_empty());
            let mut expected = vec!["hi"; above];
            expected.push("answer");
            assert_eq!(rows, expected, "{kind:?} below {above}");
        }
    }
}
