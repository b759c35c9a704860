//! What it costs.

use super::*;

#[test]
fn w27_what_paints_nothing_costs_nothing() {
    for stream in ["", "\x1b]0;title\x07", "\x1b[?25l\x1b[?2004h", "\x1b[?25h"] {
        let output = shade(stream.as_bytes(), options("generic", WIDE));
        assert_eq!(output, stream.as_bytes());
    }
}

#[test]
fn w28_the_function_and_the_writer_agree() {
    let stream = "<think>\r\nIN1 a\r\n</think>\r\nOUT2 b\r\n";
    let options = || options("generic", WIDE);
    let run = Run::of(options(), &[session::Step::Write(stream.into())]);
    assert_eq!(shade(stream.as_bytes(), options()), run.output);
    assert_eq!(shade_str(stream, options()).as_bytes(), run.output);
}

#[test]
fn w29_without_a_background_nothing_is_changed() {
    let plain = Options {
        background: None,
        ..options("generic", WIDE)
    };
    let stream = b"<think>\r\nIN1\x1b[31m a\xff\r\n</think>\r\n\x1b[";
    assert_eq!(shade(stream, plain), stream);
}

#[test]
fn w30_the_background_is_sent_as_it_was_chosen() {
    for (text, colour) in [
        ("17", Colour::Indexed(17)),
        ("#0a141e", Colour::Rgb(10, 20, 30)),
    ] {
        let background = Some(text.parse().expect("a background"));
        let output = shade(
            b"<think>\r\na\r\n",
            Options {
                background,
                ..options("generic", WIDE)
            },
        );
        let screen = Kind::Xterm.show(WIDE, &output);
        assert_eq!(screen.row(1).cells[0].pen.bg, colour);
    }
}

/// Plain rows cost nothing; a shaded one at most a start and an end, with its erase.
#[test]
fn w33_few_sequences_are_inserted() {
    let rows = 100;
    let stream = format!(
        "<think>\r\n{}</think>\r\n{}",
        "IN1 some words\r\n".repeat(rows),
        "OUT2 others\r\n".repeat(rows)
    );
    let run = Run::of(
        options("generic", WIDE),
        &[session::Step::Write(stream.into_bytes())],
    );
    let added: Vec<u8> = run
        .spans
        .iter()
        .flat_map(|span| {
            run.output[usize::try_from(span.start).unwrap()..usize::try_from(span.end).unwrap()]
                .to_vec()
        })
        .collect();
    let sequences = added.iter().filter(|byte| **byte == 0x1b).count();
    assert!(
        sequences <= 3 * rows + 12,
        "{sequences} sequences for {rows} rows"
    );
}
