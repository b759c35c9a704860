//! A built-in profile is more than its rules: whoever adds one adds a sample of the agent's rows, a recording, and its place in
//! the documents.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use shade_pty::Profile;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The paths in a folder of tests.
fn entries(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

/// The profiles for which `found` does not hold.
fn without(found: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let mut names = Profile::names();
    names.retain(|name| !found(name));
    names
}

const NONE: [&str; 0] = [];

/// A golden session of the profile, which has rows of ours and others.
#[test]
fn every_profile_has_a_sample_with_shaded_and_plain_rows() {
    let sessions: Vec<(String, String)> = entries("tests/golden")
        .iter()
        .map(|folder| {
            let read = |name| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            (read("config.toml"), read("expected.rows"))
        })
        .collect();
    let sample = |name: &str| {
        let profile = format!("profile = \"{name}\"\n");
        let rows: Vec<&str> = sessions
            .iter()
            .filter(|(config, _)| config.contains(&profile))
            .flat_map(|(_, rows)| rows.lines())
            .filter_map(|row| row.split_once('\t'))
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(backgrounds, _)| backgrounds)
            .collect();
        rows.iter().any(|row| row.contains('#')) && rows.iter().any(|row| !row.contains('#'))
    };
    assert_eq!(without(sample), NONE);
}

#[test]
fn every_profile_has_a_labelled_recording() {
    let labels: Vec<String> = entries("tests/recordings")
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "rows"))
        .map(|path| std::fs::read_to_string(path).expect("labels"))
        .collect();
    let recorded = |name: &str| {
        let profile = format!(" profile={name} ");
        labels.iter().any(|text| {
            let head = text.lines().next().unwrap_or_default();
            head.contains(&profile)
        })
    };
    assert_eq!(without(recorded), NONE);
}

#[test]
fn every_profile_is_in_the_manual_page() {
    let page = read("man/shade-pty.1");
    let (_, page) = page
        .split_once(".SH \"BUILT-IN PROFILES\"")
        .expect("a section");
    let (page, _) = page.split_once(".SH ").expect("another section");
    let told = |name: &str| page.contains(&format!("\\fB{name}\\fR"));
    assert_eq!(without(told), NONE);
}

#[test]
fn every_profile_is_in_the_readme() {
    let readme = read("README.md");
    let told = |name: &str| readme.contains(&format!("\n| `{name}` | "));
    assert_eq!(without(told), NONE);
}

/// A file that nobody named is in no program.
#[test]
fn every_file_of_a_profile_is_built_in() {
    let names = Profile::names();
    for path in entries("profiles") {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        assert!(
            names.contains(&stem.as_ref()),
            "{} is not in src/matcher/builtin.rs",
            path.display()
        );
    }
}
