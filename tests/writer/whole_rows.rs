//! A row of a region is shaded from edge to edge.

use super::*;

#[test]
fn w01_each_row_of_a_region_is_shaded_from_edge_to_edge() {
    for cols in [20, 80, 200] {
        let size = Size { cols, rows: 12 };
        let exact = "x".repeat(cols.into());
        let stream = format!(
            "text\r\n{exact}\r\n{exact}y\r\n\r\n    \r\n{}界\r\nend",
            &exact[1..]
        );
        let all = row(size, "#");
        inside(size, &stream).assert_rows(&[all.as_str(); 9]);
    }
}

#[test]
fn w12_a_row_of_exactly_the_width_keeps_its_last_character() {
    let shown = inside_slowly(SMALL, "abcdefgh\r\nij\r\n");
    shown
        .assert_texts(&["abcdefgh", "ij"])
        .assert_rows(&["########"; 2]);
}

#[test]
fn w13_a_region_that_begins_in_a_row_erases_nothing_of_it() {
    let shown = Shown::of(options("generic", WIDE), |session| {
        session
            .write(b"left    right\r\x1b[5C")
            .pause()
            .open()
            .write(b"X\r\nnext");
    });
    shown.assert_texts(&["left Xright".replace("Xr", "X  r").as_str(), "next"]);
}

#[test]
fn w14_cells_passed_by_tabs_and_jumps_are_shaded() {
    for jump in ["\t", "\x1b[5C", "\x1b[9G", "\x1b[1;9H", "\x1b[2I"] {
        inside(WIDE, &format!("a{jump}b\r\n")).assert_rows(&["####################"]);
    }
}

#[test]
fn w15_a_progress_row_is_shaded_at_every_tick() {
    for upto in 1..=TICKS.len() {
        progress("first\r\n", upto).assert_rows(&["####################"; 2]);
    }
}

#[test]
fn w15_a_region_may_begin_with_a_progress_row() {
    for upto in 1..=TICKS.len() {
        progress("", upto).assert_rows(&["####################"]);
    }
}

const TICKS: [&str; 7] = [
    "foo",
    "\r\x1b[Kbar",
    "\r\x1b[K",
    "bazbaz",
    "\rba",
    "\r\x1b[2K",
    "done\r\n",
];

/// A region with so many ticks of a progress row in it, the child pausing after each.
fn progress(before: &str, upto: usize) -> Shown {
    Shown::of(options("generic", WIDE), |session| {
        session.open().write(before.as_bytes());
        for tick in &TICKS[..upto] {
            session.write(tick.as_bytes()).pause();
        }
    })
}

#[test]
fn an_open_row_is_shaded_before_anything_is_written_to_it() {
    inside(WIDE, "a\r\n").assert_rows(&["####################"]);
    inside_then(WIDE, "a\r\n", "b").assert_rows(&["####################", "...................."]);
}

/// The same bytes, each a burst of its own.
fn tagged_in_bytes(bytes: &str) -> Shown {
    Shown::of(options("generic", WIDE), |session| {
        bytes.bytes().for_each(|byte| _ = session.write(&[byte]));
    })
}

#[test]
fn w01_a_row_that_starts_with_blanks_is_shaded_whole_byte_by_byte() {
    tagged_in_bytes("<think>\r\na\r\n  b\r\nc\r\n").assert_rows(&["####################"; 4]);
    tagged_in_bytes("<think>\r\na\r\n \x1b[41m b\x1b[0m\r\nc\r\n").assert_rows(&[
        "####################",
        "####################",
        "#oo#################",
        "####################",
    ]);
}

#[test]
fn w01_an_empty_row_is_shaded_whole_byte_by_byte() {
    tagged_in_bytes("<think>\r\na\r\n\r\nb\r\n").assert_rows(&["####################"; 4]);
}
