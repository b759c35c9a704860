//! The README shows what the program does: its pictures, its profile, its configuration.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use std::fs;
use std::process::Command;

use common::{run, shade_pty};

/// As in `scripts/picture`.
const SIZE: &str = "78x40";

/// What the demo shows, shaded with this background, as an SVG.
fn drawn(theme: &str, background: &str) -> String {
    let played = run(&mut shade_pty(["demo", "--speed", "0"]), b"");
    let filter = [
        "filter",
        "--size",
        SIZE,
        "--fill",
        "terminal",
        "--background",
        background,
    ];
    let shaded = run(&mut shade_pty(filter), &played.stdout);
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--locked", "--example", "picture"])
        .status();
    assert!(built.expect("cargo runs").success());
    let programs = std::env::current_exe().expect("this program has a path");
    let picture = programs
        .ancestors()
        .nth(2)
        .expect("it is in PROFILE/deps")
        .join("examples/picture");
    let output = run(Command::new(picture).args([SIZE, theme]), &shaded.stdout);
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("SVG is text")
}

#[test]
fn the_pictures_are_what_the_demo_shows() {
    for (theme, background) in [("dark", "236"), ("light", "255")] {
        let path = format!("{}/assets/demo-{theme}.svg", env!("CARGO_MANIFEST_DIR"));
        let checked_in = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        assert!(
            drawn(theme, background) == checked_in,
            "{path}: run scripts/picture"
        );
    }
}

#[test]
fn only_reasoning_rows_have_a_background() {
    let picture = drawn("dark", "236");
    let shaded = picture.matches("fill=\"#303030\"").count();
    let plain = drawn("dark", "none").matches("fill=\"#303030\"").count();
    assert!(shaded > 20 && plain == 0, "{shaded} and {plain}");
    let answer = picture
        .split_inclusive('\n')
        .position(|line| line.contains("It now yields"))
        .expect("the answer is in it");
    assert!(
        !picture
            .lines()
            .skip(answer)
            .any(|line| line.contains("#303030")),
        "the answer is shaded"
    );
}

/// The first block of code in the README after this text.
fn snippet(after: &str, language: &str) -> String {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let (_, rest) = readme.split_once(after).expect("the text is there");
    let (_, rest) = rest
        .split_once(&format!("```{language}\n"))
        .expect("a block of code");
    rest.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn the_profile_of_the_readme_shades_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("my-agent.toml");
    fs::write(&profile, snippet("### Write your own", "toml")).unwrap();
    let checked = run(shade_pty(["profiles", "check"]).arg(&profile), b"");
    assert!(checked.status.success(), "{checked:?}");
    let session = "ready\r\n» a thought\r\n  goes on\r\n$ ls src\r\n  main.rs\r\nIt is there.\r\n";
    let explained = run(
        shade_pty(["explain", "--size", "40x10", "--profile"]).arg(&profile),
        session.as_bytes(),
    );
    let text = String::from_utf8(explained.stdout).unwrap();
    let shaded: Vec<bool> = text
        .lines()
        .skip(2)
        .map(|line| line.contains("#1"))
        .collect();
    assert_eq!(shaded, [false, true, true, true, true, false], "{text}");
}

#[test]
fn the_configuration_of_the_readme_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    fs::write(&file, snippet("## Configuration", "toml")).unwrap();
    let checked = run(shade_pty(["config", "check"]).arg(&file), b"");
    assert!(checked.status.success(), "{checked:?}");
}
