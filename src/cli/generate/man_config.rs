//! shade-pty(5): the configuration file, from the settings' definitions.

use std::io;

use shade_pty::config::{CONFIG_VARIABLE, Key};

use super::page::Page;

/// The whole page.
pub(super) fn page() -> io::Result<Vec<u8>> {
    let mut page = Page::new(
        "shade-pty",
        "5",
        "File Formats",
        "configuration of shade-pty(1)",
    )?;
    page.heading("DESCRIPTION")?;
    for text in [
        "Settings come from the defaults, the configuration file, its part for the profile in use, the environment, and \
         flags; the later wins. The file is $XDG_CONFIG_HOME/shade-pty/config.toml, by default \
         ~/.config/shade-pty/config.toml, on every system. It need not be there: nothing is written unless config init or \
         config set is asked to. Nothing is read from the current folder.",
        "The file is TOML. A key that is not known and a value that is wrong are faults, also in a variable of the \
         environment. Then a command is run unshaded, after one line on standard error that names the file, the line and \
         column, the key and what would be right. The modes with a name end with 2 instead.",
        "shade-pty config show --origin tells which settings hold and where each comes from; config check tells all \
         faults; config init writes a file in which everything is explained; config schema prints a JSON Schema for \
         editors.",
    ] {
        page.paragraph(text)?;
    }
    page.heading("SETTINGS")?;
    for key in Key::ALL {
        setting(key, &mut page)?;
    }
    rest(&mut page)?;
    page.see_also(&[("shade-pty", "1"), ("shade-pty-profiles", "5")])?;
    Ok(page.finish())
}

fn setting(key: Key, page: &mut Page) -> io::Result<()> {
    let definition = key.definition();
    let default = match definition.default {
        Some(default) => format!("Default: {default}."),
        None => format!("Without it: {}.", definition.unset),
    };
    let name = key.name().rsplit('.').next().unwrap_or_default();
    let examples: Vec<String> = definition
        .examples
        .iter()
        .map(|e| format!("{name} = {e}"))
        .collect();
    let flag = definition
        .flag
        .map_or_else(String::new, |f| format!(", flag {f}"));
    let mut about = vec![
        definition.about.to_owned(),
        default,
        format!("Example: {}", examples.join(" or ")),
        format!("Environment {}{flag}.", definition.variable),
    ];
    if definition.per_profile {
        about.push("May be given for one profile.".to_owned());
    }
    page.term(key.name(), definition.form.describe(), &about)
}

fn rest(page: &mut Page) -> io::Result<()> {
    page.heading("SETTINGS FOR ONE PROFILE")?;
    page.paragraph(
        "What stands under profiles.NAME holds only while the profile of this name is in use, and then before what stands \
         above it.",
    )?;
    page.example(
        "[profiles.claude.style.reasoning]\nbackground = \"#2d2a3e\"\nfill = \"content\"",
    )?;
    page.heading("READING IT AGAIN")?;
    page.paragraph(
        "On SIGUSR1 a shade-pty that shades a command reads configuration and profiles again. What they say then holds \
         from the next row on; rows above keep their background unless the command draws them again. If something is \
         wrong, everything stays as it was, and the fault is told when the command has ended. The command gets no signal. \
         The log stays the one it was. Where shading is off there is nothing to read: the command has then taken \
         shade-pty's place, and a SIGUSR1 is its own.",
    )?;
    page.heading("ENVIRONMENT")?;
    page.term(
        CONFIG_VARIABLE,
        "",
        &["The absolute path of another configuration file, which must be there.".to_owned()],
    )?;
    page.term(
        "XDG_CONFIG_HOME, HOME",
        "",
        &["Where the file and the profiles stand. Without both there are none.".to_owned()],
    )?;
    page.heading("FILES")?;
    page.term(
        "~/.config/shade-pty/config.toml",
        "",
        &["The configuration.".to_owned()],
    )?;
    page.term(
        "~/.config/shade-pty/profiles/*.toml",
        "",
        &["Profiles of your own; see shade-pty-profiles(5).".to_owned()],
    )?;
    page.heading("EXAMPLE")?;
    page.example(EXAMPLE)
}

/// A test reads it.
pub(super) const EXAMPLE: &str = r##"[style.reasoning]
background = "#2d2a3e"
repair = "on"

[profiles.llm.style.reasoning]
extend_across_tool_calls = false"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_right() {
        let entries = shade_pty::config::parse(EXAMPLE, std::path::Path::new("x"));
        assert_eq!(entries.map(|e| e.len()), Ok(3));
    }
}
