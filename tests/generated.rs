//! Files that are made from the program itself are what it makes, and the parts of the manual are in step.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use std::fs;
use std::process::Command;

use common::{run, shade_pty, told};
use shade_pty::config::{Form, Key};

/// What makes a file, and where it is checked in.
const FILES: [(&str, &str); 7] = [
    ("completions bash", "completions/shade-pty.bash"),
    ("completions zsh", "completions/_shade-pty"),
    ("completions fish", "completions/shade-pty.fish"),
    ("generate man", "man/shade-pty.1"),
    ("generate man-config", "man/shade-pty.5"),
    ("generate man-profiles", "man/shade-pty-profiles.5"),
    ("generate schema", "schema/config.json"),
];

fn checked_in(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn generated_files_are_up_to_date() {
    for (what, path) in FILES {
        let (status, text, _) = told(&run(&mut shade_pty(what.split(' ')), b""));
        assert_eq!(status, Some(0), "{what}");
        assert!(text == checked_in(path), "{path}: run scripts/generate");
    }
}

#[test]
fn manual_pages_are_right_for_groff() {
    for (_, path) in FILES.iter().filter(|(_, path)| path.starts_with("man/")) {
        let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        // Without groff there is nothing to ask; CI has it.
        let Ok(output) = Command::new("groff")
            .args(["-man", "-ww", "-z", &path])
            .output()
        else {
            return;
        };
        assert_eq!(
            told(&output),
            (Some(0), String::new(), String::new()),
            "{path}"
        );
    }
}

/// A manual page as plain words: escapes off, one blank between words.
fn words(page: &str) -> String {
    let plain = page
        .replace("\\fB", "")
        .replace("\\fI", "")
        .replace("\\fR", "")
        .replace("\\-", "-")
        .replace("\\*(Aq", "'")
        .replace("\\&", "");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn help_manual_and_definitions_name_the_same_flags_and_defaults() {
    let (_, help, _) = told(&run(&mut shade_pty(["--help"]), b""));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let (first, fifth) = (
        words(&checked_in("man/shade-pty.1")),
        words(&checked_in("man/shade-pty.5")),
    );
    for key in Key::ALL {
        let definition = key.definition();
        for part in [definition.name, definition.variable] {
            assert!(fifth.contains(part), "{part} is not in shade-pty(5)");
        }
        let Some(flag) = definition.flag else {
            continue;
        };
        for (place, text) in [("--help", &help), ("shade-pty(1)", &first)] {
            let at = text
                .find(&format!("{flag} "))
                .or(text.find(&format!("{flag}=")))
                .or(text.find(&format!("{flag}[=")));
            let about = &text[at.unwrap_or_else(|| panic!("{flag} is not in {place}"))..];
            let Some(default) = definition.default else {
                continue;
            };
            let end = about[2..].find(" --").map_or(about.len(), |n| n + 2);
            assert!(
                about[..end].contains(&format!("[default: {default}]")),
                "{flag} in {place} has not the default {default}: {}",
                &about[..end]
            );
        }
    }
}

#[test]
fn every_mode_is_in_help_and_manual() {
    let (_, help, _) = told(&run(&mut shade_pty(["--help"]), b""));
    let page = checked_in("man/shade-pty.1");
    let usage = help
        .lines()
        .find(|l| l.contains("<filter|"))
        .expect("usage");
    let modes = usage.split(['<', '>']).nth(1).expect("modes");
    assert!(modes.split('|').count() >= 5, "{modes}");
    for mode in modes.split('|') {
        assert!(help.contains(&format!("\n  {mode} ")), "{mode} in --help");
        assert!(
            page.contains(&format!(".SH {}\n", mode.to_uppercase())),
            "{mode} in the manual"
        );
        let (status, text, _) = told(&run(&mut shade_pty([mode, "--help"]), b""));
        assert_eq!(status, Some(0));
        // What a mode's own help lists, the manual lists.
        let commands = text.split("Commands:").nth(1).unwrap_or_default();
        for name in commands.lines().filter_map(|l| l.strip_prefix("  ")) {
            let name = name.split(' ').next().unwrap_or_default();
            if !name.is_empty() && name != "help" && !name.starts_with('-') {
                let title = format!(".SS \"{mode} {name}\"");
                assert!(page.contains(&title), "{title} in the manual");
            }
        }
    }
}

/// A TOML text, as JSON for the schema.
fn json(toml: &str) -> serde_json::Value {
    let value: toml::Value = toml::from_str(toml).unwrap_or_else(|e| panic!("{toml}: {e}"));
    serde_json::to_value(value).expect("JSON")
}

/// Values of all sorts, as TOML has them: right for some settings, wrong for others.
const VALUES: &[&str] = &[
    "0",
    "236",
    "255",
    "256",
    "-1",
    "1.5",
    "true",
    "false",
    "\"\"",
    "\"0\"",
    "\"007\"",
    "\"236\"",
    "\"256\"",
    "\"1000\"",
    "\"none\"",
    "\"None\"",
    "\"grey\"",
    "\"auto\"",
    "\"bright-blue\"",
    "\"bright-grey\"",
    "\"Blue\"",
    "\"#102030\"",
    "\"#fff\"",
    "\"#12345g\"",
    "\"#1234567\"",
    "\"48;5;1\"",
    "\"48;5;256\"",
    "\"48;2;1;2;3\"",
    "\"48;2;1;2\"",
    "\"48:5:9\"",
    "\"48:2:1:2:3\"",
    "\"48:2::1:2:3\"",
    "\"48:2:0:1:2:3\"",
    "\"48:2:::1:2:3\"",
    "\"48;5;1m\"",
    "\"on\"",
    "\"off\"",
    "\"ON\"",
    "\"true\"",
    "\"terminal\"",
    "\"content\"",
    "\"columns=1\"",
    "\"columns=080\"",
    "\"columns=0\"",
    "\"columns=65535\"",
    "\"columns=65536\"",
    "\"columns=\"",
    "\"hidden\"",
    "\"summary\"",
    "\"compact\"",
    "\"200\"",
    "4294967295",
    "4294967296",
    "\"info\"",
    "\"warn,shade_pty=debug\"",
    "\"loud\"",
    "\"=info\"",
    "\"info,\"",
    "\"/a/b\"",
    "[]",
    "{}",
    "[1]",
    "1979-05-27",
];

#[test]
fn schema_and_program_agree() {
    let schema: serde_json::Value =
        serde_json::from_str(&checked_in("schema/config.json")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let path = std::path::Path::new("config.toml");
    let agree = |text: &str| {
        let program = shade_pty::config::parse(text, path);
        // What is only warned of is wrong all the same.
        let right = program
            .as_ref()
            .is_ok_and(|entries| entries.iter().all(|e| e.warning.is_none()));
        assert_eq!(
            right,
            schema.is_valid(&json(text)),
            "{text}: the program says {program:?}"
        );
        right
    };
    for key in Key::ALL {
        let definition = key.definition();
        let names = [
            definition.name.to_owned(),
            format!("profiles.x.{}", definition.name),
        ];
        for name in names {
            let right = VALUES
                .iter()
                .filter(|v| agree(&format!("{name} = {v}")))
                .count();
            let allowed = definition.per_profile || !name.starts_with("profiles");
            assert_eq!(right > 0, allowed, "{name}");
            assert!(right < VALUES.len(), "{name}");
        }
        for example in definition.examples {
            assert!(
                agree(&format!("{} = {example}", definition.name)),
                "{example}"
            );
        }
    }
    for text in [
        "",
        "x = 1",
        "style = 1",
        "style = {}",
        "style.x = 1",
        "style.reasoning = []",
        "[style.tool_call]\nx = 1",
        "profiles = 1",
        "profiles = {}",
        "profiles.x = 1",
        "[profiles.x]",
        "[profiles.x.style.reasoning]\nbackgroud = 1",
        "[profile.x.style.reasoning]\nfill = 'content'",
        "[style.reasoning]\nfill = 'content'\nrepair = true",
        "'style.reasoning'.fill = 'content'",
        "'style'.'reasoning'.fill = 'content'",
    ] {
        agree(text);
    }
    assert!(
        Key::ALL
            .iter()
            .any(|k| k.definition().form == Form::Background)
    );
}

#[test]
fn the_readme_shows_settings_and_options_that_there_are() {
    let readme = checked_in("README.md");
    let mut blocks = readme.split("```toml\n").skip(1).peekable();
    assert!(blocks.peek().is_some());
    for block in blocks {
        let text = block.split("```").next().unwrap_or_default();
        if text.starts_with("schema = ") {
            continue; // a profile: tests/readme.rs tries it
        }
        let entries = shade_pty::config::parse(text, std::path::Path::new("README.md"));
        assert!(entries.is_ok_and(|e| !e.is_empty()), "{text}");
    }
    let (_, help, _) = told(&run(&mut shade_pty(["--help"]), b""));
    for row in readme.lines().filter_map(|l| l.strip_prefix("| `--")) {
        let flag = row.split([' ', '`', '=']).next().unwrap_or_default();
        assert!(help.contains(&format!("--{flag}")), "--{flag}");
    }
}

#[test]
fn explain_writes_what_its_schema_says() {
    let schema: serde_json::Value =
        serde_json::from_str(&checked_in("schema/explain.json")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let input = b"* a\r\n<think>\r\nb\r\n[tool] c\r\n</think>\r\n[tool] d\r\n\r\n   [tool] e\r\n```\r\n\x1b[1m[tool] f\r\n";
    let arguments = ["explain", "--json", "--size", "20x4"];
    let (status, text, errors) = told(&run(&mut shade_pty(arguments), input));
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(text.lines().count() >= 9, "{text}");
    let mut near = 0;
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let faults: Vec<String> = validator.iter_errors(&row).map(|e| e.to_string()).collect();
        assert!(faults.is_empty(), "{line}: {faults:?}");
        near += row["near"].as_array().map_or(0, Vec::len);
    }
    assert!(near > 0, "{text}");
    // The schema lists every kind, and every word of `how`.
    let words =
        |list: &serde_json::Value| serde_json::from_value::<Vec<Option<String>>>(list.clone());
    let kinds = shade_pty::matcher::manual::KINDS.map(|(kind, _)| Some(kind.name().to_owned()));
    let hows = shade_pty::region::How::ALL.map(|(how, _)| Some(how.name().to_owned()));
    assert_eq!(
        words(&schema["$defs"]["kind"]["enum"]).expect("kinds"),
        kinds
    );
    assert_eq!(
        words(&schema["properties"]["how"]["enum"]).expect("hows"),
        hows
    );
}
