//! `shade-pty demo`.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use common::{run, shade_pty, told};

#[test]
fn into_a_pipe_it_plays_unshaded() {
    let (status, out, errors) = told(&run(&mut shade_pty(["demo", "--speed", "0"]), b""));
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(
        out.contains("<think>") && !out.contains("48;5;236"),
        "{out:?}"
    );
}

#[test]
fn wrong_options_end_with_2() {
    for (arguments, part) in [
        (["--speed", "-1"], "use 0 for no pauses"),
        (["--speed", "fast"], "use 0 for no pauses"),
        (["--background", "999"], "`999`"),
    ] {
        let (status, out, errors) =
            told(&run(&mut shade_pty(["demo"].iter().chain(&arguments)), b""));
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(errors.contains(part), "{errors}");
    }
}
