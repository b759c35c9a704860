//! `shade-pty alias`: lines for a shell to evaluate.
//!
//! What a name means already is wrapped and not lost: an alias gets a word before it, a function runs behind shade-pty in a
//! shell of its own. The name stays the command's own, so its completion stays too.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use shade_pty::matcher::Library;

use super::args::{Shell, TypedAlias};
use super::failure::Failure;
use super::settings::{self, variable};

/// Prints the lines.
pub(super) fn run(typed: TypedAlias) -> Result<ExitCode, Failure> {
    let text = lines(&typed).map_err(Failure::mode)?;
    super::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn lines(typed: &TypedAlias) -> anyhow::Result<String> {
    let shell = match typed.shell {
        Some(shell) => shell,
        None => match around() {
            Some(shell) => shell,
            None => running(variable("SHELL"))?,
        },
    };
    let template = match shell {
        Shell::Bash => include_str!("alias.bash"),
        Shell::Zsh => include_str!("alias.zsh"),
        Shell::Fish => include_str!("alias.fish"),
    };
    let library = Library::new(settings::paths()?.profiles());
    let mut text = String::new();
    for name in &typed.names {
        check(name)?;
        // The shell around a function hides the command's name.
        let profile = library.for_command(&[OsString::from(name)])?;
        let profile = match profile.name() {
            "generic" => String::new(),
            profile => format!("--profile '{profile}' "),
        };
        text.push_str(
            &template
                .replace("@NAME@", name)
                .replace("@PROFILE@", &profile),
        );
    }
    Ok(text)
}

/// The shell that runs us, where the kernel says so (Linux): it reads the lines, whatever the user's own shell is.
fn around() -> Option<Shell> {
    let parent = std::os::unix::process::parent_id();
    let name = std::fs::read_to_string(format!("/proc/{parent}/comm")).ok()?;
    running(Some(name.trim_end().into())).ok()
}

/// The shell that a user has by its path.
fn running(path: Option<OsString>) -> anyhow::Result<Shell> {
    let path = path.unwrap_or_default().into_string().unwrap_or_default();
    match path.rsplit('/').next() {
        Some("bash") => Ok(Shell::Bash),
        Some("zsh") => Ok(Shell::Zsh),
        Some("fish") => Ok(Shell::Fish),
        _ => Err(anyhow!(
            "SHELL names none that we know: say --shell bash, zsh or fish"
        )),
    }
}

/// Names of commands are no paths, and none needs a quote.
fn check(name: &str) -> anyhow::Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+');
    if name.is_empty() || name.starts_with(['-', '.', '+']) || !name.chars().all(plain) {
        bail!("`{name}` cannot be an alias: use a command's name");
    }
    if name == "shade-pty" {
        bail!("`shade-pty` is what the alias runs: name another command");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in ["claude", "cursor-agent", "aider2", "my.agent"] {
            assert!(check(name).is_ok(), "{name}");
        }
        for name in [
            "",
            "-x",
            "a b",
            "a'b",
            "a/b",
            "$(x)",
            "a;b",
            "é",
            "shade-pty",
        ] {
            assert!(check(name).is_err(), "{name}");
        }
    }

    #[test]
    fn the_shell_is_the_users() {
        let of = |path: &str| running(Some(path.into())).ok();
        assert_eq!(of("/usr/bin/zsh"), Some(Shell::Zsh));
        assert_eq!(of("bash"), Some(Shell::Bash));
        assert_eq!(of("/bin/sh"), None);
    }
}
