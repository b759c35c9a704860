//! How far a shade reaches.

use super::*;

fn filled(fill: Fill, bytes: &str) -> Shown {
    let options = Options {
        fill,
        ..options("generic", WIDE)
    };
    let size = options.size;
    let mut session = Session::new(options);
    session.open().write(bytes.as_bytes());
    let run = session.finish();
    run.check_identity().expect("only insertions");
    let screens = Kind::ALL.map(|kind| kind.show(size, &run.output));
    Shown { run, screens }
}

#[test]
fn w25_content_shades_what_is_written_and_erases_nothing() {
    let shown = filled(Fill::Content, "ab\r\n\r\nabc\x1b[m \x1b[41md\x1b[m\r\n");
    shown.assert_rows(&[
        "##..................",
        "....................",
        "####o...............",
    ]);
    assert!(!shown.output().contains("\x1b[K"), "{:?}", shown.output());
}

#[test]
fn w25_columns_pad_each_row_to_their_number() {
    let shown = filled(Fill::Columns(12), "ab\r\n界\r\n0123456789abcdef\r\n");
    let twelve = "############........";
    shown.assert_rows(&[twelve, twelve, "################...."]);
    shown.assert_texts(&["ab", "界", "0123456789abcdef"]);
}

#[test]
fn w25_columns_pad_an_empty_row_and_the_next_one_starts_at_its_start() {
    let shown = filled(Fill::Columns(12), "ab\r\n\r\ncd\r\n");
    shown
        .assert_texts(&["ab", "", "cd"])
        .assert_rows(&["############........"; 3]);
}

/// The cells that the tab passed may stay as they are.
#[test]
fn w25_columns_count_a_tab_to_its_stop() {
    let shown = filled(Fill::Columns(12), "a\tb\r\nc\r\n");
    shown.assert_texts(&["a       b", "c"]);
    for screen in &shown.screens {
        assert!(backgrounds(screen.row(0)).ends_with("####........"));
    }
}

#[test]
fn w25_columns_count_from_where_a_carriage_return_leads() {
    let shown = filled(Fill::Columns(12), "abcdef\rxy\r\nnext\r\n");
    shown
        .assert_texts(&["xycdef", "next"])
        .assert_rows(&["############........"; 2]);
}

#[test]
fn w25_columns_pad_under_the_shade_after_a_reset() {
    filled(Fill::Columns(12), "\x1b[31mred\x1b[0m\r\n").assert_rows(&["############........"]);
}

#[test]
fn w26_the_default_fill_writes_no_blanks() {
    let shown = inside(WIDE, "a\r\nbb\r\n\tc\r\n0123456789012345678901\r\n");
    assert!(!shown.output().contains("  "), "{:?}", shown.output());
}
