//! Every byte of the child gets through, whole and in its place.

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

/// Inside tmux this string does not end at its first ESC.
#[test]
fn w16_nothing_is_put_into_what_passes_through_tmux() {
    let sequence = "\x1bPtmux;\x1b\x1b[31m\x1b\x1b\\\x1b\\";
    let shown = inside(WIDE, &format!("ab{sequence}cd"));
    assert!(shown.output().contains(sequence), "{:?}", shown.output());
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
