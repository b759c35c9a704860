//! Files that are made from the program itself are what it makes.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use common::{run, shade_pty, told};

#[test]
fn the_manual_page_is_up_to_date() {
    let (status, page, _) = told(&run(&mut shade_pty(["generate", "man"]), b""));
    assert_eq!(status, Some(0));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/man/shade-pty.1");
    let checked_in = std::fs::read_to_string(path).expect("the manual page");
    assert!(page == checked_in, "run scripts/generate");
}
