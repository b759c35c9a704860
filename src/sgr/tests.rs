//! A pen is given back in the child's last words.

use super::*;

fn pen(sequences: &[&str]) -> Pen {
    let mut pen = Pen::default();
    for params in sequences {
        pen.apply(params.as_bytes());
    }
    pen
}

fn restored(sequences: &[&str]) -> String {
    let mut out = Vec::new();
    pen(sequences).restore(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

#[test]
fn the_last_word_counts() {
    assert_eq!(
        restored(&["1;31", "38;5;200", "4:3"]),
        "\x1b[1;4:3m\x1b[38;5;200m"
    );
    assert_eq!(restored(&["48;2;1;2;3;7"]), "\x1b[7m\x1b[48;2;1;2;3m");
    assert_eq!(restored(&["38:2::1:2:3", "22"]), "\x1b[38:2::1:2:3m");
}

#[test]
fn what_was_taken_back_leaves_the_pen_of_a_reset() {
    for sequences in [
        &["1;4;31;48;5;3", "0"][..],
        &["1;4;31", ""],
        &["1", "22"],
        &[
            "1;2;3;4;5;7;8;9;11;51;53;74",
            "22;23;24;25;27;28;29;10;54;55;75",
        ],
        &["31;41;58;5;1", "39;49;59"],
        &["4", "4:0"],
        &["1;21", "22;24"],
    ] {
        assert!(pen(sequences).is_default(), "{sequences:?}");
        assert_eq!(restored(sequences), "", "{sequences:?}");
    }
}

#[test]
fn operands_are_no_attributes() {
    assert_eq!(restored(&["38;5;1"]), "\x1b[38;5;1m");
    assert_eq!(restored(&["38;2;0;0;0"]), "\x1b[38;2;0;0;0m");
    assert_eq!(restored(&["38;5"]), "");
    assert_eq!(restored(&["58;2;48;5;9"]), "\x1b[58;2;48;5;9m");
}

#[test]
fn more_than_32_parameters_are_dropped() {
    let many = "1;".repeat(MAX_FIELDS) + "3";
    assert_eq!(restored(&[&many]), "\x1b[1m");
}
