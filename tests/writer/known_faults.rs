//! Faults of an earlier writer, which put the background on at each line's start and filled with an erase at its end.

use super::*;

#[test]
fn j1_background_is_closed_before_a_line_feed_that_scrolls() {
    let shown = Shown::of(options("generic", SMALL), |session| {
        session
            .open()
            .write(b"1\r\n2\r\n3")
            .close()
            .write(b"\n")
            .pause();
    });
    shown.assert_rows(&["########", "########", "########", "........"]);
}

#[test]
fn j2_filling_erases_no_text_after_a_carriage_return() {
    inside(WIDE, "line one\r\nline two\r\n").assert_texts(&["line one", "line two"]);
    inside(WIDE, "hello\rHE\n").assert_texts(&["HEllo"]);
    inside(WIDE, "abc\x08\x08X\n").assert_texts(&["aXc"]);
}

#[test]
fn j3_filling_does_not_erase_the_last_cell_of_a_full_row() {
    inside(SMALL, "abcdefgh\n").assert_texts(&["abcdefgh"]);
    inside(SMALL, "abcdefgh\r\n").assert_texts(&["abcdefgh"]);
    inside_slowly(SMALL, "abcdefgh").assert_texts(&["abcdefgh"]);
}

#[test]
fn j4_nothing_is_put_inside_a_sequence() {
    for sequence in [
        "\x1b7",
        "\x1b8",
        "\x1b(0",
        "\x1bPq;~\x1b\\",
        "\x1b_Gm;a\x1b\\",
        "\x1b[4@",
        "\x1b]0;a~b\x07",
        "\x1b[3\x18",
        "\x1b[3\x1b[1m",
    ] {
        let shown = inside(WIDE, &format!("a{sequence}hello\r\n"));
        assert!(
            shown.output().contains(sequence),
            "{sequence:?} in {:?}",
            shown.output()
        );
    }
}

#[test]
fn j5_a_string_without_an_end_does_not_block_the_output() {
    let mut session = Session::new(options("generic", WIDE));
    session.open().write(b"\x1b]0;never");
    (0..1024).for_each(|_| _ = session.write(&[b'x'; 1024]));
    assert!(
        session.output().len() > 900 * 1024,
        "only {} bytes came out",
        session.output().len()
    );
}

#[test]
fn j6_colon_forms_set_a_background() {
    for sgr in ["48:5:17", "48:2::1:2:3", "48:2:1:2:3"] {
        inside(SMALL, &format!("\x1b[{sgr}mab\x1b[m\r\n")).assert_rows(&["oo######"]);
    }
}

#[test]
fn j7_an_underline_colour_is_no_background() {
    inside(SMALL, "\x1b[58;5;41mab\r\ncd\r\n").assert_rows(&["########"; 2]);
}

#[test]
fn j8_private_m_is_no_reset() {
    inside(SMALL, "\x1b[41ma\x1b[>4;0mb\x1b[m\r\n").assert_rows(&["oo######"]);
}

#[test]
fn j9_erasing_below_paints_no_row_outside_the_region() {
    let shown = Shown::of(options("generic", WIDE), |session| {
        session
            .open()
            .write(b"a\x1b[0m\x1b[J\r\n")
            .close()
            .write(b"x\r\ny");
    });
    shown.assert_rows(&[
        "####################",
        "....................",
        "....................",
    ]);
}

#[test]
fn j10_the_end_of_a_burst_keeps_the_childs_background() {
    let shown = Shown::of(options("generic", SMALL), |session| {
        session
            .open()
            .write(b"\x1b[41ma")
            .pause()
            .write(b"b")
            .close()
            .pause()
            .write(b"\r\nc\x1b[m");
    });
    shown.assert_rows(&["oo######", "o......."]);
}

#[test]
fn j11_restoring_the_cursor_brings_no_shade_back() {
    inside_then(SMALL, "a\x1b7\r\n", "\x1b8\r\n\r\nx")
        .assert_rows(&["########", "........", "........"]);
    inside_then(SMALL, "a\r\n\x1b[?1049hALT\x1b[?1049l", "x")
        .assert_rows(&["########", "........"]);
}

#[test]
fn j12_a_tab_counts_to_its_stop_when_columns_are_filled() {
    let columns = Options {
        fill: Fill::Columns(16),
        ..options("generic", WIDE)
    };
    let mut session = Session::new(columns);
    session.open().write(b"a\tb\x1b[0m\r\n");
    let screen = Kind::Xterm.show(WIDE, &session.finish().output);
    assert!(backgrounds(screen.row(0)).ends_with("########...."));
}
