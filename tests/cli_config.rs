//! Configuration through the built program: file, environment, flags, and `shade-pty config`.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests")]

#[allow(dead_code, reason = "not every test needs all of it")]
mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use common::{on_terminal, run, shade_pty, told};
use tempfile::TempDir;

const THINK: &str = "printf '<think>\\none\\n</think>\\ntwo\\n'; exit 7";
const PLAIN: &str = "<think>\r\none\r\n</think>\r\ntwo\r\n";

/// A configuration folder, with a file in it if there is a text for one.
struct Home(TempDir);

impl Home {
    fn new(config: Option<&str>) -> Home {
        let home = Home(tempfile::tempdir().expect("a folder"));
        if let Some(config) = config {
            fs::create_dir(home.0.path().join("shade-pty")).expect("a folder");
            fs::write(home.file(), config).expect("written");
        }
        home
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("shade-pty/config.toml")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.file()).unwrap_or_default()
    }

    /// Runs the program without a terminal: status and both outputs.
    fn run(
        &self,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> (Option<i32>, String, String) {
        let mut command = shade_pty(arguments);
        command
            .env("XDG_CONFIG_HOME", self.0.path())
            .envs(environment.iter().copied());
        told(&run(&mut command, b"<think>\na\n b\n"))
    }

    /// Runs the thinking command on a terminal: what came out.
    fn think(&self, options: &[&str], environment: &[(&str, &str)]) -> String {
        let folder = self.0.path().to_str().expect("a name");
        // Empty is not set.
        let own = [("XDG_CONFIG_HOME", folder), ("SHADE_PTY_BACKGROUND", "")];
        let environment = [&own, environment].concat();
        let (status, out) = on_terminal(
            &[options, &["--", "sh", "-c", THINK]].concat(),
            &environment,
        );
        assert_eq!(status, 7, "{out}");
        out
    }
}

#[test]
fn a_command_is_shaded_as_the_nearest_layer_says() {
    let general = "[style.reasoning]\nbackground = 17\n";
    let both = format!("{general}[profiles.generic.style.reasoning]\nbackground = 18\n");
    let other = format!("{general}[profiles.claude.style.reasoning]\nbackground = 18\n");
    let variable: &[(&str, &str)] = &[("SHADE_PTY_BACKGROUND", "19")];
    let flag: &[&str] = &["--background=20"];
    type Case<'a> = (Option<&'a str>, &'a [(&'a str, &'a str)], &'a [&'a str], u8);
    let table: [Case<'_>; 8] = [
        (None, &[], &[], 243),
        (Some(""), &[], &[], 243),
        (Some(general), &[], &[], 17),
        (Some(&other), &[], &[], 17),
        (Some(&both), &[], &[], 18),
        (Some(&both), &[("SHADE_PTY_BACKGROUND", "")], &[], 18),
        (Some(&both), variable, &[], 19),
        (Some(&both), variable, flag, 20),
    ];
    for (config, environment, options, expected) in table {
        let out = Home::new(config).think(options, environment);
        let shades: Vec<&str> = out.split("\u{1b}[48;5;").skip(1).collect();
        assert!(!shades.is_empty(), "{expected}: {out:?}");
        for shade in shades {
            assert!(
                shade.starts_with(&format!("{expected}m")),
                "{expected}: {out:?}"
            );
        }
    }
    let home = Home::new(Some("style.reasoning.background = \"none\"\n"));
    assert_eq!(home.think(&[], &[]), PLAIN);
}

#[test]
fn a_fault_is_said_once_and_the_command_runs_unshaded() {
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);
    let cases: [Case<'_>; 6] = [
        (
            "style.reasoning.backgruond = 1\n",
            &[],
            ":1:17: style.reasoning.backgruond: unknown key; did you mean `style.reasoning.background`?",
        ),
        (
            "[style.reasoning]\nfill = 1\n",
            &[],
            ":2:8: style.reasoning.fill: found integer: use \"auto\", \"terminal\"",
        ),
        ("= 1\n", &[], ":1:1: "),
        (
            "",
            &[("SHADE_PTY_FILL", "wide")],
            "environment SHADE_PTY_FILL: `wide` is no fill mode",
        ),
        (
            "",
            &[("SHADE_PTY_CONFIG", "/nonexistent/c.toml")],
            "/nonexistent/c.toml: there is no such file",
        ),
        (
            "",
            &[("SHADE_PTY_CONFIG", "c.toml")],
            "environment SHADE_PTY_CONFIG: use an absolute path",
        ),
    ];
    for (config, environment, part) in cases {
        let home = Home::new(Some(config));
        let out = home.think(&[], environment);
        let (message, rest) = out.split_once("\r\n").expect("a message");
        assert!(
            message.starts_with("shade-pty: not shaded: ") && message.contains(part),
            "{out}"
        );
        assert_eq!(rest, PLAIN, "{config}");
        // Without a terminal the same, and never 125.
        let (status, out, errors) = home.run(&["--", "sh", "-c", "echo out; exit 3"], environment);
        assert_eq!(
            (status, out.as_str(), errors.lines().count()),
            (Some(3), "out\n", 1),
            "{errors}"
        );
        // The modes with a name end with 2.
        let (status, out, errors) = home.run(&["filter"], environment);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{errors}");
        assert!(errors.contains(part), "{errors}");
        // Where shading is off anyway, nothing is read.
        let (_, _, errors) = home.run(&["--color=never", "true"], environment);
        assert_eq!(errors, "");
    }
    let home = Home::new(Some(""));
    fs::write(home.file(), b"a = 1\n\xff").expect("written");
    assert!(
        home.run(&["true"], &[])
            .2
            .contains("config.toml: line 2 is no UTF-8")
    );
}

#[test]
fn only_wrong_flags_end_with_125_or_2() {
    let home = Home::new(Some("x = 1\n"));
    assert_eq!(home.run(&["--bogus", "true"], &[]).0, Some(125));
    assert_eq!(home.run(&["config", "show", "--bogus"], &[]).0, Some(2));
    assert_eq!(home.run(&["config"], &[]).0, Some(2));
    // An option that would do nothing is refused, and its help is not shown.
    for mode in [
        &["config", "path"][..],
        &["profiles", "list"],
        &["config", "set"],
    ] {
        let (_, help, _) = home.run(&[mode, &["--help"]].concat(), &[]);
        assert!(
            help.contains("Usage: ") && !help.contains("--background"),
            "{help}"
        );
    }
    for mode in [&["config", "path"][..], &["profiles", "list"]] {
        let (status, out, errors) = home.run(&[mode, &["--background", "7"]].concat(), &[]);
        assert_eq!((status, out.as_str()), (Some(2), ""));
        assert!(errors.contains("nothing is shaded here"), "{errors}");
    }
    assert!(
        home.run(&["config", "show", "--help"], &[])
            .1
            .contains("--background")
    );
    assert_eq!(home.run(&["--", "true"], &[]).0, Some(0));
}

#[test]
fn the_filter_follows_the_configuration() {
    let home = Home::new(Some(
        "profile = 'llm'\n[profiles.llm.style.reasoning]\nbackground = 17\n",
    ));
    assert!(home.run(&["filter"], &[]).1.contains("\u{1b}[48;5;17m"));
    let (_, out, _) = home.run(&["filter", "--profile", "generic"], &[]);
    assert!(out.contains("\u{1b}[48;5;243m"), "{out:?}");
    let (_, out, _) = home.run(&["filter"], &[("SHADE_PTY_PROFILE", "generic")]);
    assert!(out.contains("\u{1b}[48;5;243m"), "{out:?}");
}

#[test]
fn nothing_is_written_and_nothing_is_read_from_the_current_folder() {
    let home = Home::new(None);
    let here = tempfile::tempdir().expect("a folder");
    for name in [
        "config.toml",
        "shade-pty.toml",
        ".shade-pty.toml",
        "shade-pty/config.toml",
    ] {
        let path = here.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, "nonsense = true\n").expect("written");
    }
    for arguments in [
        &["filter"][..],
        &["--", "true"],
        &["config", "check"],
        &["config", "show"],
    ] {
        let mut command = shade_pty(arguments);
        command
            .env("XDG_CONFIG_HOME", home.0.path())
            .current_dir(&here);
        let (status, _, errors) = told(&run(&mut command, b""));
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{arguments:?}");
    }
    assert_eq!(fs::read_dir(home.0.path()).expect("a folder").count(), 0);
}

#[test]
fn show_tells_what_holds_and_where_it_comes_from() {
    let home = Home::new(Some(
        "[style.reasoning]\nfill = 'content'\n[profiles.\"my agent\".style.reasoning]\nbackground = '#102030'\n",
    ));
    let (status, out, errors) = home.run(
        &["config", "show", "--origin", "--no-extend"],
        &[("SHADE_PTY_REPAIR", "off")],
    );
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let file = home.file().display().to_string();
    let expected = [
        (
            "style.thinking_display_mode = \"detailed\"",
            "default".to_owned(),
        ),
        (
            "style.reasoning.background = \"auto\"",
            "default".to_owned(),
        ),
        (
            "style.reasoning.extend_across_tool_calls = false",
            "--extend-across-tool-calls".to_owned(),
        ),
        ("style.reasoning.fill = \"content\"", format!("{file}:2:8")),
        ("style.reasoning.gutter = false", "default".to_owned()),
        (
            "style.reasoning.repair = \"off\"",
            "environment SHADE_PTY_REPAIR".to_owned(),
        ),
        ("style.reasoning.display = \"full\"", "default".to_owned()),
        ("style.tool_call.show = true", "default".to_owned()),
        (
            "# style.tool_call.hidden: not set",
            "no tool is hidden".to_owned(),
        ),
        (
            "# profile: not set",
            "chosen by the command's name; generic for a stream".to_owned(),
        ),
        ("# log: not set", "no log is written".to_owned()),
        ("log_filter = \"info\"", "default".to_owned()),
        ("# record: not set", "nothing is recorded".to_owned()),
        (
            "profiles.\"my agent\".style.reasoning.background = \"#102030\"",
            format!("{file}:4:14"),
        ),
    ];
    let lines: Vec<(String, String)> = out
        .lines()
        .map(|l| l.rsplit_once("  # ").expect("an origin"))
        .map(|(line, origin)| (line.trim_end().to_owned(), origin.to_owned()))
        .collect();
    let expected = expected.map(|(line, origin)| (line.to_owned(), origin));
    assert_eq!(lines, expected);
    // What it prints is a configuration again.
    let (_, out, _) = home.run(&["config", "show"], &[]);
    let again = Home::new(Some(&out));
    assert_eq!(again.run(&["config", "show"], &[]).1, out);
    assert_eq!(again.run(&["config", "check"], &[]).0, Some(0));
}

#[test]
fn a_thinking_display_that_is_not_known_is_warned_of_and_refused() {
    let home = Home::new(Some("style.thinking_display_mode = 'brief'\n"));
    let told = "config.toml:1:31: style.thinking_display_mode: `brief` is no thinking display: use detailed or compact; `detailed` holds";
    let (status, out, errors) = home.run(&["config", "check"], &[]);
    assert!(status == Some(0) && out.ends_with("all right\n"), "{out}");
    assert!(
        errors.contains("warning: ") && errors.contains(told),
        "{errors}"
    );
    let (status, out, _) = home.run(&["config", "show"], &[]);
    assert!(
        status == Some(0) && out.contains("style.thinking_display_mode = \"detailed\""),
        "{out}"
    );
    let (status, _, errors) = home.run(
        &["config", "set", "style.thinking_display_mode", "brief"],
        &[],
    );
    assert!(
        status == Some(2) && errors.contains("use detailed or compact"),
        "{errors}"
    );
    let (status, ..) = home.run(
        &["config", "set", "style.thinking_display_mode", "compact"],
        &[],
    );
    assert_eq!(status, Some(0));
    let (_, out, errors) = home.run(&["config", "show"], &[]);
    assert!(
        out.contains("style.thinking_display_mode = \"compact\"") && errors.is_empty(),
        "{out}{errors}"
    );
}

#[test]
fn check_tells_all_that_is_wrong() {
    let home = Home::new(Some("x = 1\n[style.reasoning]\nbackground = 256\n"));
    let (status, out, errors) = home.run(&["config", "check"], &[("SHADE_PTY_FILL", "wide")]);
    assert_eq!(
        (status, out.as_str(), errors.lines().count()),
        (Some(2), "", 3),
        "{errors}"
    );
    let (status, _, errors) = home.run(&["true"], &[]);
    assert_eq!(status, Some(0));
    assert!(
        errors.contains("(and 1 more: see `shade-pty config check`)"),
        "{errors}"
    );
    // A file that is named is checked by itself, wherever it is.
    let file = home.0.path().join("other.toml");
    fs::write(&file, "log = 1\n").expect("written");
    let mut command = shade_pty(["config", "check", "other.toml"]);
    command
        .current_dir(home.0.path())
        .env("SHADE_PTY_FILL", "wide");
    let (status, _, errors) = told(&run(&mut command, b""));
    assert_eq!((status, errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(
        errors.contains("other.toml:1:7: log: found integer: use string"),
        "{errors}"
    );
    // Settings for a profile that there is not are a warning.
    fs::write(
        home.file(),
        "[profiles.cluade.style.reasoning]\nfill = 'content'\n",
    )
    .expect("written");
    let (status, _, errors) = home.run(&["config", "check"], &[]);
    assert_eq!(status, Some(0));
    assert!(
        errors.contains("config.toml:2:8: there is no profile `cluade`; did you mean `claude`?"),
        "{errors}"
    );
    let misspelt = [
        ("SHADE_PTY_BACKGRUOND", "1"),
        ("SHADE_PTY_SESSION", "/dev/pts/0:1"),
    ];
    let (status, _, errors) = Home::new(None).run(&["config", "check"], &misspelt);
    assert_eq!((status, errors.lines().count()), (Some(0), 1), "{errors}");
    assert!(
        errors.contains(
            "`SHADE_PTY_BACKGRUOND` is no variable of ours; did you mean `SHADE_PTY_BACKGROUND`?"
        ),
        "{errors}"
    );
    fs::write(home.file(), "profile = 'cluade'\n").expect("written");
    assert_eq!(home.run(&["config", "check"], &[]).0, Some(2));
}

#[test]
fn path_and_init() {
    let home = Home::new(None);
    let path = format!("{}\n", home.file().display());
    assert_eq!(
        home.run(&["config", "path"], &[]),
        (Some(0), path.clone(), String::new())
    );
    assert_eq!(
        home.run(&["config", "init"], &[]),
        (Some(0), path, String::new())
    );
    let text = home.text();
    let (status, _, errors) = home.run(&["config", "init"], &[]);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("is there already: change it with `shade-pty config set`"),
        "{errors}"
    );
    assert_eq!(home.text(), text);
    assert_eq!(home.run(&["config", "check"], &[]).0, Some(0));
    let mut command = shade_pty(["config", "path"]);
    command.env_remove("HOME").env_remove("XDG_CONFIG_HOME");
    let (status, _, errors) = told(&run(&mut command, b""));
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("neither XDG_CONFIG_HOME nor HOME"),
        "{errors}"
    );
}

#[test]
fn set_changes_one_line_and_keeps_the_rest() {
    let home = Home::new(None);
    let set = |key: &str, value: &str| home.run(&["config", "set", key, value], &[]);
    let all_right = (Some(0), String::new(), String::new());
    assert_eq!(set("style.reasoning.background", "238"), all_right);
    assert_eq!(home.text(), "[style.reasoning]\nbackground = 238\n");
    let commented = "# mine\n[style.reasoning] # look\nbackground = 238 # dark\n";
    fs::write(home.file(), commented).expect("written");
    fs::set_permissions(home.file(), fs::Permissions::from_mode(0o600)).expect("a mode");
    assert_eq!(set("style.reasoning.background", "#102030"), all_right);
    assert_eq!(home.text(), commented.replace("238", "\"#102030\""));
    let mode = fs::metadata(home.file())
        .expect("a file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let before = home.text();
    for (key, value, part) in [
        ("style.reasoning.background", "-1", "`-1` is no background"),
        (
            "style.reasoning.fil",
            "content",
            "did you mean `style.reasoning.fill`?",
        ),
        ("profiles.pi.log", "x", "there is no key"),
    ] {
        let (status, _, errors) = set(key, value);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains(part), "{errors}");
    }
    assert_eq!(home.text(), before);
    // A link into a folder of dotfiles stays one.
    let target = home.0.path().join("dotfile");
    fs::rename(home.file(), &target).expect("moved");
    symlink(&target, home.file()).expect("a link");
    assert_eq!(set("log_filter", "debug"), all_right);
    assert!(home.file().is_symlink());
    assert!(
        fs::read_to_string(&target)
            .expect("a file")
            .starts_with("log_filter = \"debug\"\n# mine\n")
    );
    assert_eq!(
        files(home.file().parent().expect("a folder")),
        ["config.toml"]
    );
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |e: std::io::Result<fs::DirEntry>| e.expect("an entry").file_name();
    entries
        .map(|e| name(e).to_string_lossy().into_owned())
        .collect()
}

#[test]
fn the_schema_is_printed() {
    let (status, out, _) = Home::new(None).run(&["config", "schema"], &[]);
    assert_eq!(status, Some(0));
    assert!(out.starts_with("{\n  \"$schema\""), "{out}");
}

#[test]
fn hidden_tool_calls_take_the_shade_of_the_region() {
    let rules = "schema = 1\nname = 'p'\n[[rule]]\nid = 'why'\nkind = 'reasoning'\ntext = '~ '\nextent = 'line'\n\
                 [[rule]]\nid = 'call'\nkind = 'tool'\ntext = '\\* (?<name>\\w+)'\nextent = 'line'\n";
    let input = "~ a\r\n* Read\r\n* Run\r\n~ b\r\n";
    for (settings, shaded) in [
        ("", ["~ a", "~ b"].as_slice()),
        (
            "[style.tool_call]\nhidden = ['read']\n",
            &["~ a", "* Read", "~ b"],
        ),
        (
            "[style.tool_call]\nshow = false\n",
            &["~ a", "* Read", "* Run", "~ b"],
        ),
    ] {
        let config = format!("style.reasoning.extend_across_tool_calls = false\n{settings}");
        let home = Home::new(Some(&config));
        let profile = home.0.path().join("p.toml");
        fs::write(&profile, rules).unwrap();
        let stream = home.0.path().join("stream");
        fs::write(&stream, input).unwrap();
        let (profile, stream) = (profile.to_str().unwrap(), stream.to_str().unwrap());
        let arguments = ["explain", "--json", "--profile", profile, stream];
        let (_, out, errors) = home.run(&arguments, &[]);
        let rows = out
            .lines()
            .map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
        let found: Vec<String> = rows
            .filter(|row| row["shaded"] == true)
            .map(|row| row["text"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(found, shaded, "{settings} {errors}");
    }
}

#[test]
fn a_gutter_comes_from_flag_environment_and_file() {
    let home = Home::new(Some(
        "[style.reasoning]\ngutter = 31\n[profiles.llm.style.reasoning]\ngutter = true\n",
    ));
    let gutter = |arguments: &[&str], environment: &[(&str, &str)]| {
        let filter = ["filter", "--background", "236"];
        let environment = [&[("SHADE_PTY_BACKGROUND", "")], environment].concat();
        let (status, out, errors) = home.run(&[&filter, arguments].concat(), &environment);
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{arguments:?}");
        out
    };
    let variable: &[(&str, &str)] = &[("SHADE_PTY_GUTTER", "32")];
    for (arguments, environment, sgr) in [
        (&[][..], &[][..], "\x1b[48;5;31m"),
        (&["--profile", "llm"], &[], "\x1b[48;2;122;122;122m"),
        (&[], variable, "\x1b[48;5;32m"),
        (&["--gutter=#010203"], variable, "\x1b[48;2;1;2;3m"),
        (&["--gutter"], variable, "\x1b[48;2;122;122;122m"),
    ] {
        let out = gutter(arguments, environment);
        assert!(out.contains(&format!("{sgr} ")), "{arguments:?}: {out:?}");
    }
    let without = gutter(&["--gutter=false"], variable);
    assert_eq!(without, gutter(&["--gutter=31", "--repair", "off"], &[]));
    assert!(!without.contains("\x1b[48;5;3"), "{without:?}");
    let (status, _, errors) = home.run(&["filter", "--gutter=mauve"], &[]);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("`mauve` is no gutter: use true, false"),
        "{errors}"
    );
}

#[test]
fn check_warns_of_a_gutter_that_cannot_be() {
    let home = Home::new(Some(
        "[style.reasoning]\ngutter = true\n[profiles.pi.style.reasoning]\nfill = \"content\"\n",
    ));
    let (status, _, errors) = home.run(&["config", "check"], &[]);
    assert_eq!(status, Some(0));
    assert!(
        errors.contains("config.toml:2:10: there is no gutter with style.reasoning.fill = content"),
        "{errors}"
    );
    let (_, _, errors) = home.run(&["config", "check"], &[("SHADE_PTY_REPAIR", "off")]);
    assert!(
        errors.contains("no gutter with style.reasoning.repair = off"),
        "{errors}"
    );
}
