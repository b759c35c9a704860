//! Streams that once broke the law, each as small as it gets and named after what it does. All go through whole, byte
//! by byte, and byte by byte with a pause after each.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod oracle;

use oracle::compare::{difference_of, look_alike};
use oracle::emulator::Kind;
use oracle::judge::{Demands, judge};
use oracle::rows::Above;
use oracle::session::{Run, Session, Step, options, options_with_gutter};
use shade_pty::Size;

const fn size(cols: u16, rows: u16) -> Size {
    Size { cols, rows }
}

const DEMANDS: Demands = Demands {
    no_holes: true,
    sided: false,
    above: Above::Known,
    gutter: false,
};

#[track_caller]
fn assert_law(run: &Run, start: Size, name: &str) {
    assert_demands(run, start, name, DEMANDS);
}

#[track_caller]
fn assert_demands(run: &Run, start: Size, name: &str, demands: Demands) {
    if let Err(faults) = judge(run, start, demands).into_result() {
        panic!(
            "{name}\n{faults}\nchild  {}\noutput {}",
            run.child.escape_ascii(),
            run.output.escape_ascii()
        );
    }
}

/// The law holds for these bursts, each followed by a pause, in every chunking.
#[track_caller]
fn holds(start: Size, bursts: &[&[u8]]) {
    for (name, steps) in chunkings(bursts) {
        assert_law(&Run::of(options("generic", start), &steps), start, name);
    }
}

/// The same with a gutter.
#[track_caller]
fn holds_with_gutter(start: Size, bursts: &[&[u8]]) {
    for (name, steps) in chunkings(bursts) {
        let run = Run::of(options_with_gutter("generic", start), &steps);
        let demands = Demands {
            gutter: true,
            ..DEMANDS
        };
        assert_demands(&run, start, name, demands);
    }
}

/// With a gutter nothing but backgrounds changes, whether or not rows are complete.
#[track_caller]
fn is_overlaid_with_gutter(start: Size, bytes: &[u8]) {
    for (name, steps) in chunkings(&[bytes]) {
        let run = Run::of(options_with_gutter("generic", start), &steps);
        let demands = Demands {
            no_holes: false,
            gutter: true,
            ..DEMANDS
        };
        assert_demands(&run, start, name, demands);
    }
}

fn chunkings(bursts: &[&[u8]]) -> [(&'static str, Vec<Step>); 3] {
    let whole = |burst: &[u8]| vec![Step::Write(burst.to_vec()), Step::Pause];
    let bytes = |burst: &[u8]| {
        let mut steps: Vec<Step> = burst.iter().map(|byte| Step::Write(vec![*byte])).collect();
        steps.push(Step::Pause);
        steps
    };
    let slowly = |burst: &[u8]| {
        let pairs = burst
            .iter()
            .map(|byte| [Step::Write(vec![*byte]), Step::Pause]);
        pairs.flatten().collect()
    };
    let all =
        |way: &dyn Fn(&[u8]) -> Vec<Step>| bursts.iter().flat_map(|burst| way(burst)).collect();
    [
        ("whole", all(&whole)),
        ("byte by byte", all(&bytes)),
        ("byte by byte with pauses", all(&slowly)),
    ]
}

#[test]
fn a_wrapped_row_that_starts_with_a_space_is_shaded_whole() {
    holds(size(10, 3), &[b"<think>\r\nIN1 edits, the\r\n"]);
}

#[test]
fn a_wrapped_row_after_a_character_of_contested_width_is_shaded_whole() {
    holds(size(10, 3), &["<think>\r\nIN1 │ read the\r\n".as_bytes()]);
    holds(
        size(10, 8),
        &["<think>\r\nIN1 one model👍🏽 read\r\n".as_bytes()],
    );
}

/// alacritty takes 21 as the end of bold, others as a double underline.
#[test]
fn sgr_21_is_not_replayed_out_of_its_order() {
    holds(
        size(10, 3),
        &[b"<think>\r\nIN1 \x1b[21m\x1b[01msrc/main.rs\r\n"],
    );
    holds(
        size(10, 3),
        &[b"OUT1 \x1b[4:3m\r\n<think>\r\nIN2 \x1b[21m\r\n</think>\r\n"],
    );
}

/// Its terminals disagree on the pen after it, so a repair cannot restore one.
#[test]
fn sgr_21_leaves_the_pen_to_the_terminal() {
    let bytes = "OUT1 \x1b[4:3m\r\n<think>\r\nIN2 \x1b[21m│ model\r\n";
    holds(size(10, 3), &[bytes.as_bytes()]);
    holds(size(10, 3), &[b"OUT1 \x1b[21m\x1b[01m\r\n<think>\r\n"]);
}

#[test]
fn a_row_rewritten_after_it_wrapped_is_shaded_whole() {
    holds(
        size(20, 3),
        &[b"<think>\r\nIN1 \r\x1b[KIN2 read read considers\r\x1b[KIN3 read and\x1b[0m\r\n</think>\r\n"],
    );
}

/// Erasing the first cell of a row ends the soft wrap of the row above in xterm.js.
#[test]
fn a_row_that_another_wraps_into_is_not_erased_from_its_start() {
    holds(
        size(10, 3),
        &[b"\r\n<think>\r\nIN1 the\r\n</think>\r\nOUT2 THE THE\x1b[1;2r\r\n<think>\r\nIN3 thethe"],
    );
}

#[test]
fn a_control_inside_a_colour_acts_once() {
    holds(size(10, 3), &[b"\r\n<think>\r\nIN1 \x1b[4\n1mthe"]);
}

#[test]
fn an_incomplete_colour_is_no_background() {
    holds(
        size(10, 3),
        &[b"<think>\r\nIN1 \r\n</think>\r\nOUT2 \r\n<think>\r\nIN3 \x1b[48;5m"],
    );
}

/// xterm and its kin go to the saved place even on the main screen; alacritty stays.
#[test]
fn leaving_the_alternate_screen_without_having_entered_it_loses_no_text() {
    holds(size(10, 24), &[b"\r\n<think>\r\nIN1 \x1b[3B\x1b[?1049lthe"]);
}

/// alacritty ignores it, all others erase.
#[test]
fn a_selective_erase_brings_no_text_back() {
    holds(
        size(10, 5),
        &["\r\n<think>\r\nIN1 \x1b[H\x1b[?J│ src/main.rs".as_bytes()],
    );
}

/// A string in xterm.js and kitty, nothing in alacritty.
#[test]
fn a_device_control_string_of_one_character_is_not_ended() {
    holds(size(10, 3), &["\r\n<think>\r\nIN1 \u{90}the".as_bytes()]);
}

/// xterm goes to the first column, alacritty stays: the text behind it stands in different places.
#[test]
fn text_written_after_an_inserted_line_is_not_mended() {
    let bytes = "\r\n<think>\r\nIN1 the considers\x1b[2e│ model\x1b[Lmodel whether edits,tests model\x1b[0;10H";
    holds(size(31, 5), &[bytes.as_bytes()]);
}

#[test]
fn deleting_more_characters_than_there_are_loses_no_text() {
    holds(size(10, 3), &[b"\r\n<think>\r\nIN1 \x1b[10Pthethethe"]);
}

#[test]
fn blanks_that_a_cell_diff_skips_lose_the_shade() {
    holds(
        size(31, 8),
        &[
            "\x1b[?2026h\r\r\n\r\n\r\n\x1b[3A<think>\x1b[1B\r●\r\x1b[2CIN1\r\x1b[6Caa\r\x1b[9Cbb\x1b[1B\r</think>\x1b[1B\r>\x1b[?2026l".as_bytes(),
            "\x1b[?2026h\x1b[2A\r</think>\x1b[1B\r● OUT1 aa\r\x1b[10Cbb\x1b[1B\r\x1b[K\x1b[?2026l".as_bytes(),
        ],
    );
}

#[test]
fn rows_after_a_marker_in_a_visited_row_are_plain() {
    holds(
        size(20, 5),
        &["\r\n<think>\r\nIN1 \r\n\r\nIN2 \r\nedits, src/main.rs the the\x1b[A\x1b[A\x1b[H\r\n</think>\r\nOUT3 THE\x1b[BTHETHETHETHEREAD".as_bytes()],
    );
}

#[test]
fn a_screen_cleared_after_a_resize_is_known_again() {
    let start = size(10, 3);
    let mut session = Session::new(options("generic", start));
    session
        .write(b"<think>\r\n</think>\r\nOUT1 \x1b[48;5;17maaaaaaaaaa\x1b[0m\r\n")
        .write(b"</think>\r\n")
        .resize(size(80, 5))
        .write(b"\x1b[2J\x1b[3J\x1b[HOUT1 \r\n<think>\r\nIN2 \r\nIN3 \r\n");
    assert_law(&session.finish(), start, "after a resize");
}

/// A start screen has faded words too, in its middle: a logo's shadow, a tip. Nobody has thought yet.
#[test]
fn a_start_screen_is_not_shaded() {
    let start = size(60, 12);
    let mut screen = b"\x1b[?1049h".to_vec();
    for y in 1..=12 {
        let blank = " ".repeat(60);
        screen
            .extend(format!("\x1b[{y};1H\x1b[38;2;255;255;255m\x1b[48;2;12;10;9m{blank}").bytes());
    }
    let faded = "\x1b[38;2;71;69;36m";
    for (y, x, text) in [
        (2, 20, "▀▀ faded"),
        (4, 13, "┃  ask"),
        (6, 14, "● Tip: say"),
        (8, 30, "words"),
    ] {
        screen.extend(format!("\x1b[{y};{x}H{faded}{text}").bytes());
    }
    for profile in ["kilo", "opencode"] {
        let steps = [Step::Write(screen.clone()), Step::Pause];
        let run = Run::of(options(profile, start), &steps);
        assert_eq!(
            run.output.escape_ascii().to_string(),
            run.child.escape_ascii().to_string()
        );
    }
}

#[test]
fn after_a_narrowing_inside_a_region_rows_have_their_own_labels() {
    // Blanks under the background must not reflow as text: the rows below would be taken for others.
    let steps = [
        Step::Write(b"<think>\r\nwhy".to_vec()),
        Step::Resize(size(10, 5)),
        Step::Write("\r\nwhy".repeat(20).into_bytes()),
        Step::Write(b"\r\n</think>\r\nanswer\r\nmore\r\n".to_vec()),
    ];
    let run = Run::of(options("generic", size(20, 5)), &steps);
    let output = String::from_utf8_lossy(&run.output);
    let (_, end) = output.rsplit_once("why").expect("the last thought");
    assert_eq!(end, "\r\n\x1b[K</think>\r\x1b[49m\nanswer\r\nmore\r\n");
}

#[test]
fn a_region_goes_on_when_its_head_leaves_with_a_lower_screen() {
    let steps = [
        Step::Write(b"<think>\r\nwhy\r\nwhy\r\nwhy\r\n".to_vec()),
        Step::Resize(size(20, 3)),
        Step::Write(b"\r\n\r\n\r\nstill\r\n".to_vec()),
    ];
    let run = Run::of(options("generic", size(20, 5)), &steps);
    let output = String::from_utf8_lossy(&run.output);
    assert!(
        output.ends_with("\x1b[Kstill\r\x1b[49m\n"),
        "{}",
        output.escape_debug()
    );
}

/// The cursor may wait behind a full row for the next character to wrap: what a mend takes away it must bring back.
#[test]
fn rows_are_mended_while_a_wrap_is_pending() {
    let small = size(10, 5);
    let steps = [
        Step::Write(b"<think>\r\nab cd\r\n\x1b[2A".to_vec()),
        Step::Pause,
        // The blank between the words is skipped, and the row ends in the last column.
        Step::Write(b"\x1b[2Kx\x1b[1B\r\x1b[1mAB\x1b[4GCDEFGHI".to_vec()),
        Step::Pause,
        Step::Write(b"J\r\n".to_vec()),
    ];
    for count in [steps.len() - 1, steps.len()] {
        let run = Run::of(options("generic", small), &steps[..count]);
        for kind in Kind::ALL {
            let (raw, shown) = (kind.show(small, &run.child), kind.show(small, &run.output));
            for (one, other) in raw.rows().zip(shown.rows()) {
                assert!(
                    look_alike(one, other),
                    "{kind:?}: {}",
                    difference_of(one, other)
                );
            }
        }
    }
}

/// Where the cursor stays or goes to the first column after IL, terminals wrap apart: the rows that a second one inserts are
/// not known to be blank.
#[test]
fn rows_that_are_inserted_while_the_cursor_is_adrift_are_not_erased() {
    let bytes =
        "\r\n<think>\r\nIN1 \r\x1b[KIN2 the first\x1b[Lwhether to the\x1b[3L日本語\nthe\x1b[1;1H";
    let steps = [Step::Write(bytes.as_bytes().to_vec()), Step::Pause];
    let demands = Demands {
        no_holes: false,
        sided: false,
        above: Above::Known,
        gutter: false,
    };
    let run = Run::of(options("generic", size(10, 8)), &steps);
    assert_eq!(judge(&run, size(10, 8), demands).into_result().err(), None);
}

/// alacritty keeps the rows down to the last that is not as new: a row that is but painted counts.
#[test]
fn erasing_the_screen_keeps_no_row_that_holds_nothing_but_paint() {
    holds(
        size(20, 3),
        &[b"\r\n<think>\r\nIN1 first to edits, model src/main.rs    \x1b[2J"],
    );
    holds(size(20, 5), &[b"<think>\r\nIN1 \r\n \r\x1b[2J\x1b[H"]);
}

#[test]
fn a_tab_before_text_that_wraps_leaves_the_gutter() {
    holds_with_gutter(size(10, 3), &[b"<think>\r\nIN1 \r\n\tIN2 the the\r\n"]);
}

/// With LNM, which not all terminals know.
#[test]
fn nothing_is_mended_behind_a_line_feed_that_may_have_returned() {
    is_overlaid_with_gutter(size(20, 5), b"\r\n<think>\r\nIN1 \x1b[20h\nthethe");
    holds(
        size(20, 5),
        &[b"\r\n<think>\r\nIN1 \x1b[20h\x1b[C\nthe\x1b[2;1H\x1b[5;1H"],
    );
}

#[test]
fn a_blank_that_is_repeated_takes_no_gutter_along() {
    is_overlaid_with_gutter(size(20, 5), b"<think>\r\n \x1b[3bseven\r\n");
}

#[test]
fn cells_that_are_inserted_before_the_gutter_move_none_of_it() {
    let rows = b"\r\n<think>\r\nIN1 to firstwhether  the\x1b[4h\x1bMthe\r\n</think>\r\nOUT2 ";
    is_overlaid_with_gutter(size(20, 8), rows);
}

/// What was blank may get a glyph, and the reverse; cells may be moved, erased and scrolled.
#[test]
fn the_gutter_stands_where_the_first_cell_is_blank_and_nowhere_else() {
    let drawn: [&[u8]; 9] = [
        b"<think>\r\n  one\r\ntwo\r\n\r\n \x1b[4m \x1b[m three\r\n",
        b"\x1b[4A*\r\n \r\n",
        b"\x1b[2A\x1b[2@x\r\n\x1b[2P\r",
        b"\x1b[2K\x1b[5Cfive\r\x1b[1K",
        b"\x1b[4h  six\x1b[4l\r\n",
        b"\x1b[J\r\n seven\r\n",
        b" \x1b[7m  \x1b[m\r\n\x1b[44m \x1b[m \r\n\x1b[4m \x1b[m\r\n",
        b" \xcc\x81a\r\n\x1b]8;;a\x1b\\ \x1b]8;;\x1b\\\r\n          a b         cd\r\n",
        b"</think>\r\n out\r\n",
    ];
    holds_with_gutter(size(10, 24), &drawn);
    holds_with_gutter(size(10, 6), &[&drawn.concat()]);
}

/// A tag begins no row that a soft wrap began, also where the row above has left the screen.
#[test]
fn a_row_that_wrapped_out_of_a_screen_of_one_row_is_continued() {
    holds(size(10, 1), &[b"OUT1 words<think>\r\nOUT2 words\r\n"]);
    let steps = [
        Step::Write(b"a words of<".to_vec()),
        Step::Write(b"/b> c\r\n".to_vec()),
    ];
    let run = Run::of(options("generic", size(10, 1)), &steps);
    assert_eq!(
        run.output.escape_ascii().to_string(),
        run.child.escape_ascii().to_string()
    );
}

/// A pending wrap that some terminals keep over RI: nobody knows which row the next character goes to.
#[test]
fn what_follows_ri_in_a_pending_wrap_is_left_alone() {
    holds(
        size(10, 3),
        &[b"\r\n<think>\r\nIN1 \r\n</think>\r\nOUT2 \x1b[1;3rCONSIDERS READ FIRST\x1bM<think>"],
    );
}

/// REP repeats nothing in some terminals and the last character in others, if a line feed came between.
#[test]
fn columns_behind_rep_without_a_character_are_not_known() {
    holds(
        size(10, 3),
        &["\r\n<think>\r\nIN1 \n\x1b[2b界界界界界the".as_bytes()],
    );
}

/// alacritty erases more than the rest of the row then.
#[test]
fn a_row_with_more_deleted_than_it_has_left_is_not_written_again() {
    let stream = b"\r\n<think>\r\nIN5 \r\nIN6 \x1b[0m\x1b[0a\x1b[10P";
    let steps = [
        Step::Write(stream.to_vec()),
        Step::Reconfigure { on: false },
        Step::Write(b"\x1b[m".to_vec()),
        Step::Pause,
        Step::Reconfigure { on: true },
        Step::Write(b"\x1b[m".to_vec()),
        Step::Pause,
    ];
    let start = size(10, 5);
    assert_law(
        &Run::of(options("generic", start), &steps),
        start,
        "switched",
    );
}

/// B is not taken off within a string of which a part has gone out.
#[test]
fn nothing_comes_into_a_string_whose_end_is_held() {
    let stream = b"<think>\r\nIN1 \x1b]8;;http://e.x/1\x1b\\THE\x1b]8;;\x1b";
    let steps = [
        Step::Write(stream.to_vec()),
        Step::Pause,
        Step::Pause,
        Step::Write(b"\\ more".to_vec()),
        Step::Pause,
    ];
    let start = size(31, 5);
    assert_law(&Run::of(options("generic", start), &steps), start, "held");
}

/// The last column of a row that wraps is mended along with the first one below, which brings the wrap about again.
#[test]
fn the_last_column_of_a_row_that_wraps_is_mended() {
    let long = "A".repeat(85);
    let stream = format!(
        "\r\n<think>\r\nIN1 \r\n</think>\r{long}THE\r\n<think>\r\nIN2 \x1b[0;0H\r\n\r\n</think>\r\nOUT3 "
    );
    holds(size(80, 8), &[stream.as_bytes()]);
}

/// What joins a character may be too wide for its row, where terminals do not join it.
#[test]
fn rows_are_counted_where_joined_characters_wrap() {
    let (first, second) = (
        "OUT1\r\nOUT2\r\n<think>\r\nIN3 whether done first model👨".as_bytes(),
        "\u{200d}👩\u{200d}👧\r\n</think>\r\nOUT4 src/main.rs the the\r\nOUT5\r\n".as_bytes(),
    );
    let steps = [first, second].map(|bytes| Step::Write(bytes.to_vec()));
    let start = size(31, 3);
    assert_law(&Run::of(options("generic", start), &steps), start, "cut");
}

/// alacritty keeps the rows of a screen that is erased, down to the last one that is not as new.
#[test]
fn painted_blank_rows_above_the_cursor_do_not_stay_when_the_screen_is_erased() {
    holds(size(10, 3), &[b"\r\n<think>\r\nIN1 \n\r\n\x1b[2J"]);
}

/// tmux does not know VPR. Whether the cursor went down or not, all rows below are blank, and the next ones are painted.
#[test]
fn rows_below_which_all_is_blank_are_shaded_wherever_the_cursor_is() {
    holds(
        size(20, 8),
        &[b"<think>\r\n\x1b[2e\r\nIN3 words of it\r\nIN4 "],
    );
    holds(
        size(20, 8),
        &[b"\x1b[1;2r\r\n\x1b[B\x1b[r\x1b[3e\r\n<think>\r\nIN5 words\r\nIN6 "],
    );
}

/// But what tmux still has the cursor on, or above, is not erased.
#[test]
fn a_row_that_the_cursor_may_have_stayed_in_is_not_erased() {
    let start = size(20, 8);
    for bytes in [
        "<think>\r\nIN1 words\x1b[2eIN2",
        "<think>\r\nIN1 words\r\n\r\n\x1b[3A\x1b[2e\r\nIN2",
        "<think>\r\nIN1 words\x1b[2e\x1b[A\r\nIN2\x1b[3e\x1b[2A\r\nIN3",
        "<think>\r\nIN1 words\r\nIN2\x1b[1;1H\x1b[1Ma\x1b[9e\r\nb\x1b[1;1Hc\x1b[7e\r\nIN3",
    ] {
        let steps = [Step::Write(bytes.as_bytes().to_vec()), Step::Pause];
        let run = Run::of(options("generic", start), &steps);
        let (child, output) = (without_vpr(&run.child), without_vpr(&run.output));
        for kind in Kind::ALL {
            let (raw, shown) = (kind.show(start, &child), kind.show(start, &output));
            for (one, other) in raw.rows().zip(shown.rows()) {
                assert_eq!(one.text(), other.text(), "{kind:?} {bytes:?}");
            }
        }
    }
}

/// What a terminal makes of the bytes that does not know `CSI Ps e`.
fn without_vpr(bytes: &[u8]) -> Vec<u8> {
    let mut left = String::from_utf8_lossy(bytes).into_owned();
    for digit in '0'..='9' {
        left = left.replace(&format!("\x1b[{digit}e"), "");
    }
    left.into_bytes()
}

/// Where the terminal was in use, the first row of ours is not its first one: what is placed absolutely is written beside
/// other rows than ours.
#[test]
fn rows_from_before_an_absolute_move_are_left_alone_on_a_terminal_that_was_in_use() {
    let start = size(20, 8);
    for place in ["\x1b[1;1H", "\x1b[1d\r", "\x1b[1;1H\x1b[K<think>\r\n"] {
        let steps = [
            Step::Write(b"<think>\r\nIN1 words\r\nIN2 words\r\n".to_vec()),
            Step::Pause,
            Step::Write(format!("{place}OUT3").into_bytes()),
            Step::Pause,
            Step::Write(b"\r\n".to_vec()),
            Step::Pause,
        ];
        let options = shade_pty::shade::Options {
            from_home: false,
            ..options("generic", start)
        };
        let run = Run::of(options, &steps);
        let before = b"one\r\ntwo\r\nthree\r\n";
        let (child, output) = (
            [before, &*run.child].concat(),
            [before, &*run.output].concat(),
        );
        for kind in Kind::ALL {
            let (raw, shown) = (kind.show(start, &child), kind.show(start, &output));
            for (one, other) in raw.rows().zip(shown.rows()) {
                assert_eq!(one.text(), other.text(), "{kind:?} {place:?}");
            }
        }
    }
}

/// Emoji that are joined take two columns or eight: whether the row wraps differs. Those above lie elsewhere then, those below
/// are mended.
#[test]
fn rows_below_one_of_contested_height_are_mended() {
    let start = size(20, 8);
    let steps = [
        Step::Write(
            "some words of 👩\u{200d}💻👩\u{200d}💻 more\r\n"
                .as_bytes()
                .to_vec(),
        ),
        Step::Pause,
        Step::Write(b"<think>\r\nIN1 words\r\n\r\n\r\n\x1b[2A".to_vec()),
        Step::Pause,
        Step::Write(b"\x1b[2BIN2 words".to_vec()),
        Step::Pause,
    ];
    let run = Run::of(options("generic", start), &steps);
    assert_law(&run, start, "steps");
    let output = run.output.escape_ascii().to_string();
    assert!(
        output.contains(r"\x1b[2A\r\x1b[K\x1b[1B\r\x1b[K"),
        "{output}"
    );
}

/// And what stands above it is not taken for what stands there in the model.
#[test]
fn rows_above_one_of_contested_height_are_left_alone() {
    for up in [
        "\x1b[3A",
        "\x1b[4A",
        "\x1b[5A",
        "\x1b[9A",
        "\x1bM\x1bM\x1bM",
    ] {
        let row = "words of it 👩\u{200d}💻👩\u{200d}💻 more\r\n";
        let bytes = format!("<think>\r\nIN1\r\n\r\nIN2\r\n{row}IN3\r\n{up}\rIN4");
        for burst in [vec![bytes.as_bytes()], bytes.as_bytes().chunks(1).collect()] {
            let steps: Vec<Step> = burst
                .iter()
                .flat_map(|part| [Step::Write(part.to_vec()), Step::Pause])
                .collect();
            for rows in [5, 6, 8] {
                let run = Run::of(options("generic", size(20, rows)), &steps);
                let demands = Demands {
                    no_holes: false,
                    sided: false,
                    above: Above::Known,
                    gutter: false,
                };
                let fault = judge(&run, size(20, rows), demands).into_result().err();
                assert_eq!(fault, None, "{up:?} {rows}");
            }
        }
    }
}

/// xterm leaves the last cell as it is when a wide character wraps that does not fit.
#[test]
fn a_cell_that_a_wide_character_leaves_out_has_the_background_of_its_row() {
    let plain = "\x1b[1;1H</think>\r\nOUT2 界界界界界界界界\r\n";
    holds(size(20, 5), &[b"<think>\r\nIN1 \r\n", plain.as_bytes()]);
    let shaded = "\x1b[1;1H<think>\r\nIN3 1界界界界界界界界\r\n";
    holds(size(20, 5), &[b"OUT1\r\nOUT2\r\n", shaded.as_bytes()]);
}
