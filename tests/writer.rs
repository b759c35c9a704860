//! The writer's behaviours one by one. `w`-numbers are the behaviours of REQUIREMENTS section 1; `j`-numbers are faults
//! that an earlier writer of this kind had, each of which would fail the test that bears its number.
//!
//! Every session here is also judged by the overlay law on two terminals.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use common::emulator::Kind;
use common::judge::{Demands, judge};
use common::screen::{Colour, Snapshot};
use common::session::{Run, Session, options};
use common::stream::text;
use common::{SHADE, session};
use proptest::strategy::{Strategy, ValueTree};
use shade_pty::{Fill, Options, Size, shade, shade_str};

const WIDE: Size = Size { cols: 20, rows: 6 };
const SMALL: Size = Size { cols: 8, rows: 3 };

/// A session and what both terminals show after it.
struct Shown {
    run: Run,
    screens: [Snapshot; 2],
}

impl Shown {
    fn of(options: Options, act: impl FnOnce(&mut Session)) -> Self {
        let size = options.size;
        let mut session = Session::new(options);
        act(&mut session);
        let run = session.finish();
        let demands = Demands {
            no_holes: true,
            sided: false,
        };
        if let Err(faults) = judge(&run, size, demands).into_result() {
            panic!(
                "{faults}\nchild  {}\noutput {}",
                run.child.escape_ascii(),
                run.output.escape_ascii()
            );
        }
        let screens = Kind::ALL.map(|kind| kind.show(size, &run.output));
        Shown { run, screens }
    }

    /// Asserts the backgrounds of the rows from the oldest on: `#` ours, `.` default, `o` the child's.
    #[track_caller]
    fn assert_rows(&self, expected: &[&str]) -> &Self {
        for (kind, screen) in Kind::ALL.iter().zip(&self.screens) {
            let found: Vec<String> = screen
                .rows()
                .take(expected.len())
                .map(backgrounds)
                .collect();
            assert_eq!(
                found,
                expected,
                "{kind:?} {:?}\noutput {}",
                screen.texts(),
                self.run.output.escape_ascii()
            );
        }
        self
    }

    #[track_caller]
    fn assert_texts(&self, expected: &[&str]) -> &Self {
        for (kind, screen) in Kind::ALL.iter().zip(&self.screens) {
            assert_eq!(&screen.texts()[..expected.len()], expected, "{kind:?}");
        }
        self
    }

    fn output(&self) -> String {
        String::from_utf8_lossy(&self.run.output).into_owned()
    }
}

fn backgrounds(row: &common::screen::Row) -> String {
    let mark = |bg: Colour| match bg {
        SHADE => '#',
        Colour::Default => '.',
        _ => 'o',
    };
    row.cells.iter().map(|cell| mark(cell.pen.bg)).collect()
}

/// A session within one region that stays open.
fn inside(size: Size, bytes: &str) -> Shown {
    Shown::of(options("generic", size), |session| {
        _ = session.open().write(bytes.as_bytes())
    })
}

/// A region, and what follows it.
fn inside_then(size: Size, bytes: &str, after: &str) -> Shown {
    Shown::of(options("generic", size), |session| {
        session
            .open()
            .write(bytes.as_bytes())
            .close()
            .write(after.as_bytes());
    })
}

/// A region whose bytes come one by one, the child pausing after each.
fn inside_slowly(size: Size, bytes: &str) -> Shown {
    Shown::of(options("generic", size), |session| {
        session.open();
        bytes
            .bytes()
            .for_each(|byte| _ = session.write(&[byte]).pause());
    })
}

/// The same bytes in every way to cut them in two.
fn each_cut(bytes: &str, size: Size, check: impl Fn(&Shown)) {
    for cut in 0..=bytes.len() {
        let (one, other) = bytes.as_bytes().split_at(cut);
        check(&Shown::of(options("generic", size), |session| {
            _ = session.open().write(one).write(other)
        }));
        check(&Shown::of(options("generic", size), |session| {
            _ = session.open().write(one).pause().write(other)
        }));
    }
}

/// A row of one mark.
fn row(size: Size, mark: &str) -> String {
    mark.repeat(size.cols.into())
}

mod whole_rows {
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
        let ticks = [
            "foo",
            "\r\x1b[Kbar",
            "\r\x1b[K",
            "bazbaz",
            "\rba",
            "\r\x1b[2K",
            "done\r\n",
        ];
        let mut shown: Vec<Shown> = Vec::new();
        for upto in 1..=ticks.len() {
            shown.push(Shown::of(options("generic", WIDE), |session| {
                session.open();
                ticks[..upto]
                    .iter()
                    .for_each(|tick| _ = session.write(tick.as_bytes()).pause());
            }));
        }
        shown
            .iter()
            .for_each(|shown| _ = shown.assert_rows(&["####################"]));
    }

    #[test]
    fn an_open_row_is_shaded_before_anything_is_written_to_it() {
        inside(WIDE, "a\r\n").assert_rows(&["####################"]);
        inside_then(WIDE, "a\r\n", "b")
            .assert_rows(&["####################", "...................."]);
    }
}

mod own_backgrounds {
    use super::*;

    #[test]
    fn w02_every_form_of_background_stays_as_it_is() {
        let forms = [
            "48;5;9",
            "48;2;1;2;3",
            "41",
            "47",
            "100",
            "107",
            "48:5:9",
            "48:2::1:2:3",
            "48:2:1:2:3",
            "1;41",
            "0;48;5;19",
            "48;5;0;1",
        ];
        for sgr in forms {
            inside(SMALL, &format!("a\x1b[{sgr}mbc\x1b[0md\r\n")).assert_rows(&["#oo#####"]);
        }
    }

    #[test]
    fn w03_after_the_background_is_cleared_the_shade_is_back() {
        for sgr in ["0", "", "49", "39;49", ";1", "1;0;32", "00", "7;0", "49;1"] {
            inside(SMALL, &format!("\x1b[41ma\x1b[{sgr}mb\r\n")).assert_rows(&["o#######"]);
        }
        inside(SMALL, "a\x1b[0;48;5;9mb\x1b[m\r\n").assert_rows(&["#o######"]);
    }

    #[test]
    fn w04_operands_of_colours_are_no_attributes() {
        for sgr in [
            "58;5;41",
            "58;2;48;5;9",
            "38;5;41",
            "38;5;0",
            "38;2;49;0;7",
            "38;5;48",
        ] {
            inside(SMALL, &format!("a\x1b[{sgr}mb\r\n")).assert_rows(&["########"]);
        }
        inside(SMALL, "\x1b[48;5;0ma\x1b[38;5;49mb\x1b[m\r\n").assert_rows(&["oo######"]);
    }

    #[test]
    fn w05_only_plain_csi_m_is_sgr() {
        for sequence in [
            "\x1b[>4;0m",
            "\x1b[>4m",
            "\x1b[?4m",
            "\x1b[1 m",
            "\x1b[?49m",
            "\x1b[0%m",
        ] {
            inside(SMALL, &format!("\x1b[41ma{sequence}b\x1b[m\r\n")).assert_rows(&["oo######"]);
            inside(SMALL, &format!("a{sequence}b\r\n")).assert_rows(&["########"]);
        }
    }

    #[test]
    fn w06_an_erase_paints_the_childs_background_or_else_the_shade() {
        inside(SMALL, "a\x1b[41m\x1b[K\x1b[m\r\n").assert_rows(&["#ooooooo"]);
        inside(SMALL, "abc\x1b[m\r\x1b[K").assert_rows(&["########"]);
        inside(SMALL, "abc\x1b[1K\x1b[m\r\n").assert_rows(&["########"]);
        inside(SMALL, "abc\x1b[2K\r\n").assert_rows(&["########"]);
        inside(SMALL, "abc\x1b[41m\x1b[1K\x1b[m\r\n").assert_rows(&["oooo####"]);
        inside(SMALL, "abc\x1b[7m\x1b[K\x1b[m\r\n").assert_rows(&["########"]);
    }

    #[test]
    fn w20_the_end_of_a_region_leaves_the_childs_background() {
        inside_then(SMALL, "a\x1b[41m\r\n", "x\x1b[m").assert_rows(&["########", "o......."]);
        inside_then(SMALL, "a\r\n", "x").assert_rows(&["########", "........"]);
    }

    #[test]
    fn w23_inverse_and_other_attributes_are_not_touched() {
        inside(
            WIDE,
            "\x1b[7minv\x1b[27m \x1b[1;3;4:3;9;5;58;5;3;38;5;9mall\x1b[m\r\n",
        )
        .assert_rows(&["...#################"]);
    }

    #[test]
    fn w24_a_background_still_open_at_a_lines_end_does_not_fill_it() {
        inside(SMALL, "\x1b[41mred\x1b[m\r\n").assert_rows(&["ooo#####"]);
        inside(SMALL, "\x1b[41mred\r\nnext\x1b[m\r\n").assert_rows(&["ooo#####", "oooo####"]);
    }
}

mod edges {
    use super::*;

    #[test]
    fn w07_every_operation_that_paints_blanks_leaves_shade_inside_and_none_below() {
        for sequence in [
            "\x1b[J", "\x1b[0J", "\x1b[3X", "\x1b[2@", "\x1b[1P", "\x1b[?J", "\x1b[?K",
        ] {
            let shown = inside(WIDE, &format!("one\r\ntwo\r\n\x1b[A{sequence}"));
            shown.assert_rows(&["####################", "####################"]);
            assert_plain(&shown, 3);
        }
    }

    /// Rows from this one on have no shade.
    #[track_caller]
    fn assert_plain(shown: &Shown, from: usize) {
        for screen in &shown.screens {
            let rest: Vec<String> = screen.rows().skip(from).map(backgrounds).collect();
            assert!(
                rest.iter().all(|row| !row.contains('#')),
                "{rest:?} {}",
                shown.run.output.escape_ascii()
            );
        }
    }

    #[test]
    fn w08_the_row_that_scrolls_in_behind_a_region_is_plain() {
        let shown = inside_then(SMALL, "1\r\n2\r\n3", "\r\nx");
        shown.assert_rows(&["########", "########", "########", "........"]);
    }

    #[test]
    fn w09_every_kind_of_line_end_leaves_the_row_it_reveals_plain() {
        for end in ["\n", "\x1bD", "\x1bE", "\x0b", "\x0c", "\r\r\n"] {
            let shown = inside_then(SMALL, "1\r\n2\r\n3", &format!("{end}x"));
            shown.assert_rows(&["########", "########", "########", "........"]);
        }
    }

    #[test]
    fn w09_the_rows_of_a_line_that_wraps_at_the_bottom_are_all_shaded() {
        inside(SMALL, "1\r\n2\r\nabcdefghij\r\n").assert_rows(&["########"; 4]);
    }

    #[test]
    fn w21_no_shade_comes_back_with_a_saved_cursor() {
        let pairs = [
            ("\x1b7", "\x1b8"),
            ("\x1b[s", "\x1b[u"),
            ("\x1b[?1048h", "\x1b[?1048l"),
        ];
        for (save, restore) in pairs {
            let shown = inside_then(
                SMALL,
                &format!("a{save}b\r\n"),
                &format!("{restore}\r\n\r\nx"),
            );
            shown
                .assert_texts(&["ab", "", "x"])
                .assert_rows(&["########", "........", "........"]);
            let saved_outside = Shown::of(options("generic", SMALL), |session| {
                session
                    .write(save.as_bytes())
                    .open()
                    .write(format!("a{restore}b\r\n").as_bytes());
            });
            saved_outside
                .assert_texts(&["b"])
                .assert_rows(&["########"]);
        }
    }

    #[test]
    fn w22_the_alternate_screen_and_resets_see_no_shade() {
        for (enter, leave) in [
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?1047h", "\x1b[?1047l"),
            ("\x1b[?47h", "\x1b[?47l"),
        ] {
            let shown = inside(SMALL, &format!("a{enter}\x1b[HALT"));
            assert_plain(&shown, 0);
            let shown = inside_then(
                SMALL,
                &format!("a\r\n{enter}\x1b[HALT{leave}"),
                "\r\n\x1b[2;1Hx",
            );
            shown.assert_rows(&["########", "........"]);
        }
        for reset in ["\x1bc", "\x1b[!p"] {
            inside_then(SMALL, "a\r\n", &format!("{reset}\x1b[Hx"));
        }
    }
}

mod nothing_is_lost {
    use super::*;

    const SEQUENCES: &[&str] = &[
        "\x1b[31m",
        "\x1b[5D",
        "\x1b[4@",
        "\x1b[1~",
        "\x1b[?25l",
        "\x1b[>c",
        "\x1b[5 q",
        "\x1b[!p",
        "\x1b]0;t\x07",
        "\x1b]8;;http://a/b\x1b\\",
        "\x1b]8;;\x07",
        "\x1bP$qm\x1b\\",
        "\x1bPq#0;2;0;0;0~-\x1b\\",
        "\x1bPtmux;\x1b\x1b[31m\x1b\\",
        "\x1b_Gi=1;AAAA\x1b\\",
        "\x1b^pm\x1b\\",
        "\x1bXsos\x1b\\",
        "\x1b7",
        "\x1b8",
        "\x1b=",
        "\x1b>",
        "\x1bD",
        "\x1bE",
        "\x1bM",
        "\x1bN",
        "\x1bO",
        "\x1bZ",
        "\x1b(0",
        "\x1b(B",
        "\x1b#8",
        "\u{9b}1m",
        "\u{85}",
    ];

    #[test]
    fn w16_every_sequence_passes_whole_and_in_order() {
        for sequence in SEQUENCES {
            let stream = format!("ab{sequence}cd");
            let shown = Shown::of(options("generic", WIDE), |session| {
                _ = session.open().write(stream.as_bytes())
            });
            let at = shown.output().find(sequence);
            assert!(at.is_some(), "{sequence:?} in {:?}", shown.output());
        }
    }

    #[test]
    fn w16_every_csi_passes_whole() {
        for last in 0x40..=0x7e_u8 {
            let stream = format!("ab\x1b[3{}cd", char::from(last));
            let shown = inside(WIDE, &stream);
            assert!(
                shown.output().contains(&stream[2..stream.len() - 2]),
                "{:?}",
                shown.output()
            );
        }
    }

    #[test]
    fn w10_partial_rewrites_and_backspaces_keep_their_tail() {
        for (stream, text) in [
            ("ab\r\n", "ab"),
            ("hello\rHE\n", "HEllo"),
            ("abc\x08\x08X\n", "aXc"),
            ("abcdef\x1b[5DX\n", "aXcdef"),
        ] {
            inside(WIDE, stream)
                .assert_texts(&[text])
                .assert_rows(&["####################"]);
            inside_slowly(WIDE, stream)
                .assert_texts(&[text])
                .assert_rows(&["####################"]);
        }
    }

    #[test]
    fn w11_a_carriage_return_apart_from_its_line_feed_is_the_same() {
        each_cut("one\r\ntwo\r\n", WIDE, |shown| {
            shown
                .assert_texts(&["one", "two"])
                .assert_rows(&["####################"; 2]);
        });
    }

    #[test]
    fn w17_links_keep_their_target_and_their_text_is_shaded() {
        for (stream, link) in [
            (
                "\x1b]8;;http://e.x/a;b?c\x1b\\text\x1b]8;;\x1b\\\r\n",
                "http://e.x/a;b?c",
            ),
            (
                "\x1b]8;id=7;http://e.x/\x07text\r\nmore\x1b]8;;\x07\r\n",
                "http://e.x/",
            ),
        ] {
            each_cut(stream, WIDE, |shown| {
                shown.assert_rows(&["####################"]);
                for screen in &shown.screens {
                    let found = screen.row(0).cells[2].link.as_deref().unwrap_or_default();
                    assert!(found.ends_with(link), "{found:?}");
                }
            });
        }
    }

    #[test]
    fn w18_every_cut_gives_the_same_screen() {
        let stream = "a\x1b[1;41mé\x1b[0m界\x1b]8;;http://a\x1b\\l\x1b]8;;\x1b\\\r\n\tb\u{301}\x1b[Kc\r\nx\x1b[2Ay";
        let whole = inside(WIDE, stream);
        each_cut(stream, WIDE, |shown| {
            assert_eq!(shown.screens[0], whole.screens[0])
        });
    }

    #[test]
    fn w19_a_sequence_that_never_ends_holds_nothing_back_for_long() {
        for start in [
            "\x1b]0;never ends ",
            "\x1bPnever ends ",
            "\x1b[1;1;",
            "\x1b_never ",
        ] {
            let mut session = Session::new(options("generic", WIDE));
            session.open().write(start.as_bytes());
            let filler = if start == "\x1b[1;1;" { "1;" } else { "text " };
            (0..200).for_each(|_| _ = session.write(filler.repeat(1024).as_bytes()));
            let held = session.child().len() - session.output().len().min(session.child().len());
            assert!(held <= 64 * 1024, "{start:?} holds {held} bytes");
        }
    }

    #[test]
    fn w19_can_sub_and_esc_end_a_sequence() {
        for (stream, text) in [
            ("\x1b]0;t\x18ab\r\n", "ab"),
            ("\x1b[3\x1aab\r\n", "ab"),
            ("\x1b]0;t\x1b[1mab\r\n", "ab"),
            ("\x1bPq\x18ab\r\n", "ab"),
        ] {
            inside(WIDE, stream)
                .assert_texts(&[text])
                .assert_rows(&["####################"]);
        }
    }

    #[test]
    fn w32_bytes_that_are_no_text_pass() {
        for bytes in [
            &b"\xff\xfe"[..],
            b"\xe4\xbd",
            b"\xc3(",
            b"\xf0\x9f",
            b"\x80\x80",
            b"\xed\xa0\x80",
            b"\x00\x7f\x05",
        ] {
            Shown::of(options("generic", WIDE), |session| {
                session
                    .open()
                    .write(b"a")
                    .write(bytes)
                    .pause()
                    .write(b"b\r\n");
            });
        }
    }

    #[test]
    fn w34_marks_of_shells_and_terminals_keep_their_place() {
        let stream = "\x1b[?2026h\x1b]133;A\x07a\x1b[?2004h\x1b[6n\x1b]52;c;YQ==\x07\r\nb\x1b[?1000h\x1b]0;t\x07\x1b[?2026l";
        inside(WIDE, stream).assert_rows(&["####################"; 2]);
    }

    /// Nobody sees a synchronized update half done, so the end of a block is where it must be right.
    #[test]
    fn w34_a_synchronized_update_is_right_when_it_ends() {
        let shown = Shown::of(options("generic", WIDE), |session| {
            session
                .write(b"\x1b[?2026h<think>\r\nIN1 a\r\n")
                .pause()
                .write(b"IN2\x1b[?2026l")
                .pause();
        });
        shown.assert_rows(&["####################"; 3]);
    }
}

mod fills {
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
        let shown = filled(
            Fill::Columns(12),
            "ab\r\n\r\na\tb\r\n界\r\n0123456789abcdef\r\n",
        );
        let twelve = "############........";
        shown.assert_rows(&[twelve, twelve, twelve, twelve, "################...."]);
        shown.assert_texts(&["ab", "", "a       b", "界", "0123456789abcdef"]);
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
}

mod economy {
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
}

/// Faults of an earlier writer, which put the background on at each line's start and filled with an erase at its end.
mod known_faults {
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
        inside_then(SMALL, "a\r\n\x1b[?1049hALT", "\x1b[?1049l\r\nx")
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
        assert_eq!(backgrounds(screen.row(0)), "################....");
    }
}

/// Every text that the generators know keeps its cells, whatever colour it has.
#[test]
fn every_generated_text_is_kept() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let texts = (text::text(), text::sgr());
    for _ in 0..200 {
        let (text, sgr) = texts.new_tree(&mut runner).expect("a value").current();
        inside(WIDE, &format!("{sgr}{}\x1b[0m\r\n", text.render(WIDE.cols)));
    }
}
