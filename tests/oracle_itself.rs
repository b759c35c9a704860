//! The oracle itself: our terminal does what real terminals were measured to do, and faulty shaders are found out.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod oracle;

use oracle::emulator::Kind;
use oracle::rows::Above;
use oracle::screen::{Colour, Snapshot};
use shade_pty::Size;

const RED: Colour = Colour::Indexed(1);

/// Our terminal, 10 by 3, after these bytes.
fn xterm(bytes: &str) -> Snapshot {
    Kind::Xterm.show(Size { cols: 10, rows: 3 }, bytes.as_bytes())
}

/// Which cells of a row are red.
fn red(screen: &Snapshot, y: usize) -> String {
    screen.screen[y]
        .cells
        .iter()
        .map(|cell| if cell.pen.bg == RED { '#' } else { '.' })
        .collect()
}

fn texts(screen: &Snapshot) -> Vec<String> {
    screen.texts()
}

mod pending_wrap {
    use super::*;

    #[test]
    fn erasing_takes_the_last_cell_and_the_wrap() {
        for erase in ["\x1b[K", "\x1b[J", "\x1b[X", "\x1b[@", "\x1b[P"] {
            let screen = xterm(&format!("0123456789\x1b[41m{erase}\x1b[49mX"));
            assert_eq!(texts(&screen), ["012345678X", "", ""], "{erase:?}");
        }
    }

    #[test]
    fn sgr_links_and_cursor_visibility_keep_it() {
        let screen = xterm("0123456789\x1b[31m\x1b]8;;http://a\x07\x1b]8;;\x07\x1b[?25l\x1b[?25hX");
        assert_eq!(texts(&screen), ["0123456789", "X", ""]);
        assert!(screen.screen[0].wraps);
    }

    #[test]
    fn line_feed_keeps_the_column() {
        assert_eq!(
            texts(&xterm("0123456789\nX")),
            ["0123456789", "         X", ""]
        );
    }

    #[test]
    fn tab_keeps_it_and_a_move_cancels_it() {
        assert_eq!(texts(&xterm("0123456789\tX")), ["0123456789", "X", ""]);
        assert_eq!(texts(&xterm("0123456789\x1b[CX")), ["012345678X", "", ""]);
        assert_eq!(texts(&xterm("0123456789\x08X")), ["01234567X9", "", ""]);
    }

    #[test]
    fn restore_cursor_brings_it_back() {
        assert_eq!(
            texts(&xterm("0123456789\x1b7\x1b[H\x1b8X")),
            ["0123456789", "X", ""]
        );
    }
}

mod background_colour_erase {
    use super::*;

    #[test]
    fn what_scrolls_in_at_the_bottom_has_the_pens_background() {
        for scroll in ["\n", "\x0b", "\x0c", "\x1bD", "\x1bE", "\x1b[S"] {
            assert_eq!(
                red(&xterm(&format!("\x1b[3H\x1b[41m{scroll}")), 2),
                "##########",
                "{scroll:?}"
            );
        }
    }

    #[test]
    fn what_scrolls_in_elsewhere_has_it_too() {
        assert_eq!(red(&xterm("\x1b[41m\x1bM"), 0), "##########");
        assert_eq!(red(&xterm("\x1b[41m\x1b[L"), 0), "##########");
        assert_eq!(red(&xterm("\x1b[41m\x1b[M"), 2), "##########");
        assert_eq!(red(&xterm("\x1b[41m\x1b[T"), 0), "##########");
        assert_eq!(red(&xterm("\x1b[1;2r\x1b[2H\x1b[41m\n"), 1), "##########");
    }

    #[test]
    fn autowrap_paints_at_the_bottom_only() {
        assert_eq!(red(&xterm("\x1b[41m0123456789ab"), 1), "##........");
        assert_eq!(red(&xterm("\x1b[3H\x1b[41m0123456789ab"), 2), "##########");
    }

    #[test]
    fn a_line_feed_above_the_bottom_paints_nothing() {
        assert_eq!(red(&xterm("\x1b[41m\n"), 1), "..........");
    }

    #[test]
    fn tabs_and_moves_paint_nothing() {
        assert_eq!(red(&xterm("\x1b[41ma\tb"), 0), "#.......#.");
        assert_eq!(red(&xterm("\x1b[41ma\x1b[3Cb"), 0), "#...#.....");
    }

    #[test]
    fn insertion_and_deletion_of_characters_paint() {
        assert_eq!(red(&xterm("abcdef\x1b[3G\x1b[41m\x1b[2@"), 0), "..##......");
        assert_eq!(
            red(&xterm("0123456789\x1b[3G\x1b[41m\x1b[2P"), 0),
            "........##"
        );
        assert_eq!(red(&xterm("abcdef\x1b[3G\x1b[41m\x1b[2X"), 0), "..##......");
    }

    #[test]
    fn erased_cells_take_no_attribute() {
        let screen = xterm("\x1b[7;4;9;41mab\x1b[K");
        assert_eq!(screen.screen[0].cells[5], oracle::screen::Cell::blank(RED));
    }

    #[test]
    fn a_wide_character_that_does_not_fit_leaves_the_last_cell_alone() {
        assert_eq!(red(&xterm("\x1b[41m012345678你"), 0), "#########.");
    }
}

mod joining {
    use super::*;

    #[test]
    fn a_mark_joins_what_stands_directly_before_it() {
        assert_eq!(xterm("e\u{301}x").cursor.x, 2);
    }

    #[test]
    fn a_sequence_in_between_breaks_the_join() {
        assert_eq!(xterm("e\x1b[41m\u{301}x").cursor.x, 3);
    }

    #[test]
    fn a_sequence_before_rep_takes_its_character() {
        assert_eq!(texts(&xterm("a\x1b[3b")), ["aaaa", "", ""]);
        assert_eq!(texts(&xterm("a\x1b[41m\x1b[3b")), ["a", "", ""]);
    }
}

mod soft_wraps {
    use super::*;

    #[test]
    fn erasing_the_last_cell_ends_a_rows_own() {
        assert!(!xterm("0123456789ab\x1b[1;5H\x1b[K").screen[0].wraps);
    }

    #[test]
    fn erasing_the_first_cell_ends_that_of_the_row_above() {
        assert!(!xterm("0123456789ab\r\x1b[K").screen[0].wraps);
        assert!(xterm("0123456789ab\x1b[K").screen[0].wraps);
    }

    #[test]
    fn an_exact_row_and_a_line_feed_are_none() {
        assert!(!xterm("0123456789\r\nab").screen[0].wraps);
    }
}

mod sequences {
    use super::*;

    #[test]
    fn strings_show_nothing() {
        for string in [
            "\x1bPq#0\x1b\\",
            "\x1b_Ga=d\x1b\\",
            "\x1b^x\x1b\\",
            "\x1bXx\x1b\\",
            "\x1b]7;x\x07",
        ] {
            assert_eq!(texts(&xterm(&format!("a{string}b")))[0], "ab", "{string:?}");
        }
    }

    #[test]
    fn controls_inside_a_sequence_act_and_cancel_ends_it() {
        assert_eq!(texts(&xterm("a\x1b[4\n1mX")), ["a", " X", ""]);
        assert_eq!(texts(&xterm("a\x1b[4\x181mX"))[0], "a1mX");
        assert_eq!(red(&xterm("a\x1b[3\x1b[41mX"), 0), ".#........");
    }

    #[test]
    fn colours_take_their_operands() {
        for (sgr, expected) in [
            ("48;5;1", '#'),
            ("48:5:1", '#'),
            ("58;5;41", '.'),
            ("58;2;48;5;1", '.'),
            ("1;;41", '#'),
            ("48;5", '.'),
        ] {
            assert_eq!(
                red(&xterm(&format!("\x1b[{sgr}mX")), 0).chars().next(),
                Some(expected),
                "{sgr}"
            );
        }
        assert_eq!(red(&xterm("\x1b[>4;41mX\x1b[?41mX"), 0), "..........");
    }

    #[test]
    fn the_alternate_screen_leaves_the_main_one_alone() {
        let screen = xterm("main\x1b[?1049hALT\x1b[?1049lX");
        assert_eq!(texts(&screen), ["mainX", "", ""]);
    }

    #[test]
    fn saved_colours_come_back() {
        assert_eq!(red(&xterm("\x1b7\x1b[41m\x1b8X"), 0), "..........");
        assert_eq!(red(&xterm("\x1b[41m\x1b[s\x1b[m\x1b[uX"), 0), "#.........");
    }
}

/// Shaders with faults that the oracle must see.
mod faulty_shaders {
    use super::oracle::compare::{Kind as Difference, compare, compare_at_end};
    use super::oracle::judge::{Demands, judge};
    use super::oracle::session::{Happening, Moment, Run, sums};
    use super::*;

    const SIZE: Size = Size { cols: 10, rows: 3 };
    const SHADED: &str = "\x1b[48;5;236m";

    /// Kinds of difference on both terminals.
    fn differences(raw: &str, shaded: &str) -> Vec<Difference> {
        let found = Kind::ALL.iter().flat_map(|kind| {
            let show = |bytes: &str| kind.show(SIZE, bytes.as_bytes());
            compare_at_end(&show(raw), &show(shaded), oracle::SHADE)
        });
        let mut kinds: Vec<Difference> = found.map(|found| found.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    #[test]
    fn a_right_overlay_has_no_difference() {
        let raw = "<think>\r\nIN1 a\r\n</think>\r\n";
        let shaded =
            format!("{SHADED}\x1b[K<think>\x1b[49m\r\n{SHADED}\x1b[KIN1 a\x1b[49m\r\n</think>\r\n");
        assert_eq!(differences(raw, &shaded), []);
    }

    #[test]
    fn each_fault_has_its_kind() {
        let cases = [
            ("ab\r\n", "ab\r\x1b[K\n", Difference::Character),
            (
                "0123456789\r\n",
                "0123456789\x1b[K\r\n",
                Difference::Character,
            ),
            ("0123456789", "0123456789\x1b[K", Difference::Cursor),
            (
                "0123456789ab",
                "0123456789ab\r\x1b[41C\x1b[A\x1b[K\x1b[B\r\x1b[2C",
                Difference::SoftWrap,
            ),
            ("a", "\x1b[31ma\x1b[39m", Difference::Foreground),
            ("a", "\x1b[1ma\x1b[22m", Difference::Attributes),
            ("a", "\x1b[41ma\x1b[49m", Difference::BackgroundForeign),
            (
                "\x1b[41ma",
                "\x1b[41m\x1b[48;5;236ma\x1b[41m",
                Difference::BackgroundChanged,
            ),
            (
                "\x1b[7ma",
                "\x1b[7m\x1b[48;5;236ma\x1b[49m",
                Difference::InverseTint,
            ),
            ("a\r\n\n\nb", "a\r\n\nb", Difference::ScrollbackLength),
            (
                "\x1b7",
                "\x1b[48;5;236m\x1b7\x1b[49m",
                Difference::SavedHoldsShade,
            ),
            ("a", "\x1b[48;5;236ma", Difference::PenHoldsShade),
            ("\x1b[41m", "\x1b[41m\x1b[49m", Difference::Pen),
            ("e\u{301}", "e\x1b[49m\u{301}", Difference::Cursor),
            ("a\x1b[6n", "a\x1b[D\x1b[6n\x1b[C", Difference::Replies),
        ];
        for (raw, shaded, expected) in cases {
            assert!(
                differences(raw, shaded).contains(&expected),
                "{raw:?} {shaded:?}: {:?}",
                differences(raw, shaded)
            );
        }
    }

    #[test]
    fn an_open_background_is_no_fault_while_the_session_goes_on() {
        let show = |bytes: &str| Kind::Xterm.show(SIZE, bytes.as_bytes());
        let shaded = show(&format!("{SHADED}a"));
        assert!(compare(&show("a"), &shaded, oracle::SHADE).is_empty());
    }

    fn verdict(child: &str, output: &str) -> Vec<String> {
        let moment = Moment {
            child: child.len(),
            output: output.len(),
        };
        let log = vec![(Happening::Write, moment), (Happening::Pause, moment)];
        let spans = insertions(child, output);
        let run = Run {
            child: child.into(),
            output: output.into(),
            before_end: output.len(),
            inserted: sums(&spans),
            spans,
            log,
            fault: None,
        };
        judge(
            &run,
            SIZE,
            Demands {
                no_holes: true,
                sided: false,
                above: Above::Known,
                gutter: false,
            },
        )
        .faults
    }

    /// The sequences that the child did not write, for streams without any of its own.
    fn insertions(child: &str, output: &str) -> Vec<std::ops::Range<u64>> {
        let mut spans = Vec::new();
        let mut from = 0;
        let mut wanted = child.bytes();
        let mut next = wanted.next();
        for (at, byte) in output.bytes().enumerate() {
            if Some(byte) == next {
                if from < at {
                    spans.push(from as u64..at as u64);
                }
                (from, next) = (at + 1, wanted.next());
            }
        }
        spans.push(from as u64..output.len() as u64);
        spans
    }

    #[test]
    fn a_writer_that_does_nothing_leaves_holes() {
        let stream = "<think>\r\nIN1 a\r\n</think>\r\n";
        let faults = verdict(stream, stream);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(
            faults
                .iter()
                .all(|fault| fault.contains("holes in a shaded row")),
            "{faults:?}"
        );
    }

    #[test]
    fn a_background_held_across_a_scroll_leaks() {
        let child = "<think>\r\n</think>\r\nOUT1\r\nOUT2";
        let output = format!("<think>\r\n</think>\r\nOUT1{SHADED}\r\n\x1b[49mOUT2");
        let faults = verdict(child, &output);
        assert!(
            faults
                .iter()
                .any(|fault| fault.contains("shade in a plain row")),
            "{faults:?}"
        );
    }

    #[test]
    fn a_lost_byte_is_found() {
        assert!(!verdict("OUT1 ab", "OUT1 a").is_empty());
    }
}

/// Where real terminals agree, so do the two of this oracle.
#[test]
fn both_terminals_show_the_same_of_redrawn_blocks() {
    use proptest::test_runner::{Config, TestRunner};
    let mut runner = TestRunner::new_with_rng(
        Config {
            cases: 100,
            failure_persistence: None,
            ..Config::default()
        },
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let outcome = runner.run(&oracle::stream::frames::frames(), |(stream, _)| {
        let [one, other] = Kind::ALL.map(|kind| kind.show(stream.size, &stream.bytes));
        proptest::prop_assert_eq!(one.texts(), other.texts());
        proptest::prop_assert_eq!(one.cursor, other.cursor);
        Ok(())
    });
    assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
}
