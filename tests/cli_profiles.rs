//! Profiles of the user's own, and `shade-pty profiles`, through the built program.
#![allow(clippy::expect_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use common::{on_terminal, run, shade_pty, told};
use tempfile::TempDir;

struct Home(TempDir);

impl Home {
    fn new(profiles: &[(&str, &str)]) -> Home {
        let home = Home(tempfile::tempdir().expect("a folder"));
        fs::create_dir_all(home.path("")).expect("a folder");
        for (file, text) in profiles {
            fs::write(home.path(file), text).expect("written");
        }
        home
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join("shade-pty/profiles").join(file)
    }

    fn run(&self, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
        let mut command = shade_pty(arguments);
        command.env("XDG_CONFIG_HOME", self.0.path());
        told(&run(&mut command, input.as_bytes()))
    }

    /// The lines of a stream that are shaded under a profile.
    fn shaded(&self, profile: &str, input: &str) -> Vec<String> {
        let (status, out, errors) = self.run(&["explain", "--json", "--profile", profile], input);
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        let rows = out
            .lines()
            .map(|l| serde_json::from_str::<serde_json::Value>(l).expect("JSON"));
        rows.filter(|r| r["shaded"] == true)
            .map(|r| r["text"].as_str().expect("text").to_owned())
            .collect()
    }
}

const MINE: &str = "schema = 1\nname = \"mine\"\ncommands = [\"thinker\"]\n\n[[rule]]\nid = \"t\"\nkind = \"reasoning\"\ntext = '~ '\nextent = \"line\"\n";
const INPUT: &str = "~ mine\r\nx\r\n\x1b[2mdim\x1b[0m\r\n";

#[test]
fn a_profile_of_ones_own_is_found_by_name_path_and_command() {
    let home = Home::new(&[
        ("mine.toml", MINE),
        (".hidden.toml", "x"),
        ("notes.txt", "x"),
    ]);
    assert_eq!(home.shaded("mine", INPUT), ["~ mine"]);
    let path = home.path("mine.toml");
    assert_eq!(
        home.shaded(path.to_str().expect("a name"), INPUT),
        ["~ mine"]
    );
    // By the command's name.
    let thinker = home.0.path().join("thinker");
    fs::write(&thinker, "#!/bin/sh\necho '~ mine'\necho x\n").expect("written");
    fs::set_permissions(&thinker, fs::Permissions::from_mode(0o755)).expect("executable");
    let folder = home.0.path().to_str().expect("a name");
    let (_, out) = on_terminal(
        &["--", thinker.to_str().expect("a name")],
        &[("XDG_CONFIG_HOME", folder)],
    );
    assert!(
        out.starts_with("\u{1b}[48;5;236m\u{1b}[K~ mine\r"),
        "{out:?}"
    );
    assert!(out.ends_with("x\r\n"), "{out:?}");
}

#[test]
fn a_profile_replaces_the_built_in_one_of_its_name_or_extends_it() {
    let named = MINE.replace("mine", "llm");
    let home = Home::new(&[("llm.toml", &named)]);
    assert_eq!(home.shaded("llm", INPUT), ["~ mine"]);
    let extended = named.replace("[[rule]]", "extends = \"llm\"\n[[rule]]");
    let home = Home::new(&[("llm.toml", &extended)]);
    assert_eq!(home.shaded("llm", INPUT), ["~ mine", "dim"]);
    // Its own rules come first.
    let first =
        format!("{extended}[[rule]]\nid = \"d\"\nkind = \"message\"\nstyle = {{ dim = true }}\n");
    let home = Home::new(&[("llm.toml", &first)]);
    assert_eq!(home.shaded("llm", INPUT), ["~ mine"]);
    // One that extends another of the user's own, and so on to a built-in one.
    let other = MINE.replace("\"mine\"", "\"other\"").replace("~ ", "x");
    let other = other.replace("[[rule]]", "extends = \"llm\"\n[[rule]]");
    let home = Home::new(&[("llm.toml", &extended), ("other.toml", &other)]);
    assert_eq!(home.shaded("other", INPUT), ["~ mine", "x", "dim"]);
}

#[test]
fn list_and_show() {
    let home = Home::new(&[
        ("mine.toml", MINE),
        ("pi.toml", "schema = 1\nname = \"pi\"\nextends = \"pi\"\n"),
    ]);
    let (status, out, errors) = home.run(&["profiles", "list"], "");
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let line = |name: &str| {
        let mut lines = out.lines().filter(|l| l.split(' ').next() == Some(name));
        lines
            .next()
            .unwrap_or_else(|| panic!("{name}: {out}"))
            .to_owned()
    };
    assert!(line("claude").contains("  built in  "), "{out}");
    assert!(
        line("mine").ends_with(home.path("mine.toml").to_str().expect("a name")),
        "{out}"
    );
    assert!(
        line("pi").contains("pi.toml (replaces the built-in one)  pi-coding-agent"),
        "{out}"
    );
    assert_eq!(home.run(&["profiles", "show", "mine"], "").1, MINE);
    let built_in = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/profiles/llm.toml"));
    assert_eq!(
        home.run(&["profiles", "show", "llm"], "").1,
        built_in.expect("a profile")
    );
    let (status, _, errors) = home.run(&["profiles", "show", "claud"], "");
    assert_eq!(status, Some(2));
    assert!(
        errors.contains(
            "there is no profile `claud`; did you mean `claude`? (there are: aider, claude, "
        ),
        "{errors}"
    );
}

#[test]
fn a_fault_names_file_line_rule_and_key() {
    let cases = [
        ("'~ '", "'('", ":8:8: rule `t`, key `text`: unclosed group"),
        (
            "kind =",
            "knid =",
            ":7:1: rule `t`, key `knid`: unknown field `knid`, expected one of",
        ),
        ("kind =", "knid =", "; did you mean `kind`?"),
        (
            "\"line\"",
            "\"lin\"",
            ":9:10: rule `t`, key `extent`: unknown variant `lin`, expected one of `line`, `block`, `delimited`; did you mean `line`?",
        ),
        ("id = \"t\"\n", "", ":5:1: missing field `id`"),
        (
            "schema = 1",
            "schema = 2",
            ":1:10: key `schema`: 2 is not known: this version reads schema = 1",
        ),
        (
            "\"mine\"",
            "\"other\"",
            ":2:8: key `name`: in this file it must be \"mine\"",
        ),
        (
            "commands",
            "extends = \"cluade\"\ncommands",
            ":3:11: key `extends`: there is no profile `cluade`; did you mean `claude`?",
        ),
        (
            "extent = \"line\"",
            "style = { fg = \"red\" }",
            ":9:16: rule `t`, key `style.fg`: `red` is no colour",
        ),
        (
            "[\"thinker\"]",
            "[",
            ":6:1: missing comma between array elements",
        ),
    ];
    for (right, wrong, part) in cases {
        let home = Home::new(&[("mine.toml", &MINE.replacen(right, wrong, 1))]);
        let told = format!("mine.toml{part}");
        let told = if part.starts_with(';') { part } else { &told };
        let (status, out, errors) = home.run(&["filter", "--profile", "mine"], "x");
        assert_eq!((status, out.as_str()), (Some(2), ""), "{wrong}");
        assert!(errors.contains(told), "{wrong}: {errors}");
        // A command runs all the same, whatever its name is, and is told of it in one line.
        let (status, out, errors) = home.run(&["--", "sh", "-c", "echo out; exit 3"], "");
        assert_eq!(
            (status, out.as_str(), errors.lines().count()),
            (Some(3), "out\n", 1),
            "{errors}"
        );
        assert!(
            errors.starts_with("shade-pty: not shaded: ") && errors.contains(told),
            "{errors}"
        );
        let (status, _, errors) = home.run(&["profiles", "list"], "");
        assert_eq!(status, Some(2));
        assert!(errors.contains(told), "{errors}");
    }
}

#[test]
fn check_warns_of_what_has_no_effect() {
    let odd = MINE.replace(
        "extent = \"line\"\n",
        "extent = \"line\"\nend = 'x'\ncontinues = 'y'\n[[rule]]\nid = \"t\"\nkind = \"thuoght\"\n[[rule]]\nid = \"d\"\nkind = \"tool\"\n\
         text = 'a'\nstyle = { at = \"name\" }\nextent = \"delimited\"\n",
    );
    let home = Home::new(&[("mine.toml", &odd)]);
    let path = home.path("mine.toml");
    let path = path.to_str().expect("a name");
    let (status, out, errors) = home.run(&["profiles", "check", path], "");
    assert_eq!(status, Some(0), "{errors}");
    assert_eq!(out, format!("{path}: profile mine, 2 rules\n"));
    for part in [
        "10:7: rule `t`, key `end`: counts only with `extent = \"delimited\"`",
        "11:13: rule `t`, key `continues`: counts only with",
        "13:6: rule `t`, key `id`: another rule has this id",
        "14:8: rule `t`, key `kind`: unknown kind `thuoght`: the rule is ignored",
        "14:8: rule `t`, key `kind`: the rule takes every row",
        "19:16: rule `d`, key `style.at`: `text` has no capture",
        "20:10: rule `d`, key `extent`: without `end` it never ends",
    ] {
        let line = format!("shade-pty: warning: {path}:{part}");
        assert!(errors.contains(&line), "{line}\n{errors}");
    }
    assert_eq!(errors.lines().count(), 7, "{errors}");
    // Who uses it is told as well.
    for arguments in [
        &["filter", "--profile", "mine"][..],
        &["--profile", "mine", "--", "true"],
    ] {
        let (status, _, told) = home.run(arguments, "x");
        assert_eq!((status, &told), (Some(0), &errors), "{arguments:?}");
    }
    let (status, out, _) = home.run(&["profiles", "check", "/nonexistent/x.toml"], "");
    assert_eq!((status, out.as_str()), (Some(2), ""));
}
