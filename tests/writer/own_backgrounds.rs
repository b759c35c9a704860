//! The child's own colours.

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
    inside(SMALL, "abc\x1b[m\r\x1b[Kd").assert_rows(&["########"]);
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
