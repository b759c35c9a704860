//! What is set is undone, what is undone by the child is not, however the stream is cut.

use super::*;

fn undone(stream: &[u8]) -> String {
    let mut whole = Modes::new(24);
    whole.feed(stream);
    let mut out = Vec::new();
    whole.undo(&mut out);
    let mut bytewise = Modes::new(24);
    stream.iter().for_each(|b| bytewise.feed(&[*b]));
    let mut same = Vec::new();
    bytewise.undo(&mut same);
    assert_eq!(out, same, "cut after every byte");
    String::from_utf8_lossy(&out).into_owned()
}

#[test]
fn nothing_set_is_nothing_undone() {
    assert_eq!(
        undone(b"plain \x1b[31mred\x1b[0m \x1b[2J\x1b[5;5H\r\n\x1b]0;title\x07"),
        ""
    );
    assert_eq!(
        undone(b"\x1b[?1049h\x1b[?25l\x1b[?2004h..\x1b[?2004l\x1b[?25h\x1b[?1049l"),
        ""
    );
}

#[test]
fn each_mode_is_undone_by_its_own_sequence() {
    for (set, undo) in [
        ("\x1b[?1049h", "\x1b[?1049l"),
        ("\x1b[?47h", "\x1b[?47l"),
        ("\x1b[?1048h\x1b[?1047h", "\x1b[?1047l\x1b[?1048l"),
        ("\x1b[?1000;1006h", "\x1b[?1000l\x1b[?1006l"),
        ("\x1b[?1003h\x1b[?1016h", "\x1b[?1003l\x1b[?1016l"),
        ("\x1b[?9h", "\x1b[?9l"),
        ("\x1b[?1004h", "\x1b[?1004l"),
        ("\x1b[?2004h", "\x1b[?2004l"),
        ("\x1b[?2026h", "\x1b[?2026l"),
        ("\x1b[?2031h", "\x1b[?2031l"),
        ("\x1b[?25l", "\x1b[?25h"),
        ("\x1b[?7l", "\x1b[?7h"),
        ("\x1b[?1h\x1b=", "\x1b[?1l\x1b>"),
        ("\x1b[?6h", "\x1b[?6l\x1b[9999H"),
        ("\x1b[4h", "\x1b[4l"),
        ("\x1b[5 q", "\x1b[0 q"),
        ("\x1b[3;20r", "\x1b7\x1b[r\x1b8"),
        ("\x1b[>4;2m", "\x1b[>4m"),
        ("\x1b(0", "\x1b(B"),
        ("\x0e", "\x0f"),
        ("\x1b[1;31m", "\x1b[m"),
        ("\x1b]8;id=1;http://a/\x1b\\", "\x1b]8;;\x1b\\"),
        ("\x1b]8;;http://a/\x07", "\x1b]8;;\x1b\\"),
    ] {
        assert_eq!(undone(set.as_bytes()), undo, "after {set:?}");
    }
}

#[test]
fn the_kitty_stack_is_popped_as_often_as_it_was_pushed_and_on_its_own_screen() {
    assert_eq!(undone(b"\x1b[>1u"), "\x1b[<1u");
    assert_eq!(undone(b"\x1b[>1u\x1b[>5u\x1b[<u"), "\x1b[<1u");
    assert_eq!(undone(b"\x1b[>1u\x1b[<u\x1b[<u"), "");
    assert_eq!(undone(b"\x1b[=5;1u"), "\x1b[=0;1u");
    assert_eq!(
        undone(b"\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[>7u"),
        "\x1b[<2u\x1b[?1049l\x1b[<1u"
    );
    assert_eq!(
        undone(b"\x1b[?1049h\x1b[>3u\x1b[?1049l"),
        "\x1b[?1049h\x1b[<1u\x1b[?1049l"
    );
    assert_eq!(undone(b"\x1b[?u"), "", "a query pushes nothing");
}

#[test]
fn full_margins_are_no_margins() {
    assert_eq!(undone(b"\x1b[1;24r"), "");
    assert_eq!(undone(b"\x1b[2;10r\x1b[r"), "");
}

#[test]
fn a_reset_undoes_it_all() {
    assert_eq!(undone(b"\x1b[?1049h\x1b[?1000h\x1b[31m\x1b[>1u\x1bc"), "");
    assert_eq!(undone(b"\x1b[31m\x1b[?25l\x1b[4h\x1b[!p"), "");
}

#[test]
fn a_sequence_cut_short_is_cancelled() {
    assert_eq!(undone(b"\x1b[?25l\x1b[38;5"), "\x18\x1b[?25h");
    assert_eq!(undone(b"\x1b]0;half a tit"), "\x18");
    assert_eq!(undone(b"\x1b_Gf=100;AAAA"), "\x18");
}

#[test]
fn strings_hide_what_they_hold_and_are_not_kept() {
    assert_eq!(undone(b"\x1bP q[?1049h\x0e\x1b\\"), "");
    let mut modes = Modes::new(24);
    modes.feed(b"\x1b]52;c;");
    for _ in 0..1000 {
        modes.feed(&[b'A'; 5000]);
    }
    modes.feed(b"\x07\x1b[?1004h");
    let mut out = Vec::new();
    modes.undo(&mut out);
    assert_eq!(out, b"\x1b[?1004l");
}

#[test]
fn what_is_parked_comes_back() {
    let mut modes = Modes::new(24);
    modes.feed(
        b"\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[?25l\x1b[?1003h\x1b[5 q\x1b[1;32m\x1b[>4;2m\x1b[?2026h",
    );
    let mut out = Vec::new();
    modes.park(&mut out);
    assert!(out.starts_with(b"\x1b[?2026l") && !out.ends_with(b"h"));
    out.clear();
    modes.unpark(&mut out);
    let again = String::from_utf8_lossy(&out).into_owned();
    assert_eq!(
        again,
        "\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[?25l\x1b[?1003h\x1b[>4;2m\x1b[5 q\x1b[m\x1b[1m\x1b[32m"
    );
    out.clear();
    modes.undo(&mut out);
    assert!(out.windows(8).any(|w| w == b"\x1b[?1049l"));
}

#[test]
fn what_a_background_child_undoes_is_not_set_again() {
    let mut modes = Modes::new(24);
    modes.feed(b"\x1b[?2004h\x1b[?1004h");
    let mut out = Vec::new();
    modes.park(&mut out);
    modes.feed(b"\x1b[?2004l");
    out.clear();
    modes.unpark(&mut out);
    assert_eq!(out, b"\x1b[?1004h");
}
