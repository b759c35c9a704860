//! What does not belong to a region has no shade.

use super::*;

#[test]
fn w07_every_operation_that_paints_blanks_leaves_shade_inside_and_none_below() {
    for sequence in [
        "\x1b[J", "\x1b[0J", "\x1b[3X", "\x1b[2@", "\x1b[1P", "\x1b[?K",
    ] {
        let shown = inside(WIDE, &format!("one\r\ntwo three\x1b[5D{sequence}"));
        shown.assert_rows(&["####################", "####################"]);
        assert_plain(&shown, 2);
    }
}

/// alacritty does not know selective erasure: what others erase must stay there, so it cannot be painted.
#[test]
fn w07_selective_erasure_below_loses_no_text_and_leaves_no_shade_below() {
    let shown = inside(WIDE, "one\r\ntwo three\x1b[5D\x1b[?J");
    assert_plain(&shown, 2);
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
    let pairs = [("\x1b7", "\x1b8"), ("\x1b[s", "\x1b[u")];
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
fn w22_the_alternate_screen_sees_no_shade() {
    assert_plain(&inside(SMALL, "a\x1b[?1049h\x1b[HALT"), 0);
    let visit = "a\r\n\x1b[?1049h\x1b[HALT\x1b[?1049l";
    inside_then(SMALL, visit, "x").assert_rows(&["########", "........"]);
}

/// alacritty does not know these.
#[test]
fn w22_the_older_alternate_screens_see_no_shade() {
    for (enter, leave) in [("\x1b[?1047h", "\x1b[?1047l"), ("\x1b[?47h", "\x1b[?47l")] {
        let shown = inside(SMALL, &format!("a{enter}\x1b[HALT"));
        assert_eq!(backgrounds(shown.screens[1].row(0)), "........");
        let visit = format!("a\r\n{enter}\x1b[HALT{leave}");
        let shown = inside_then(SMALL, &visit, "\x1b[2Hx");
        let rows: Vec<String> = shown.screens[1].rows().map(backgrounds).collect();
        assert_eq!(rows, ["########", "........", "........"]);
    }
}

#[test]
fn w22_resets_leave_no_shade() {
    for reset in ["\x1bc", "\x1b[!p"] {
        inside_then(SMALL, "a\r\n", &format!("{reset}\x1b[Hx"));
    }
}

#[test]
fn a_region_that_ends_on_the_alternate_screen_does_not_go_on_on_the_main_one() {
    let shown = inside_then(SMALL, "a\r\n\x1b[?1049hALT", "\x1b[?1049l\r\nx");
    assert_plain(&shown, 2);
}
