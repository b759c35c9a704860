//! shade-pty-profiles(5): the format of profiles.

use std::io;

use shade_pty::matcher::manual::{EXTENTS, KINDS, KeyEntry, PROFILE_KEYS, RULE_KEYS, STYLE_KEYS};
use shade_pty::region::How;

use super::page::Page;

/// The whole page.
pub(super) fn page() -> io::Result<Vec<u8>> {
    let about = "how shade-pty(1) knows what an agent's rows are";
    let mut page = Page::new("shade-pty-profiles", "5", "File Formats", about)?;
    page.heading("DESCRIPTION")?;
    for text in [
        "A profile is a TOML file that says how one agent marks its rows: which are thoughts, tool calls, messages, input \
         boxes. Each row of the screen is held against the rules from the first to the last; the first that matches says \
         what the row is. A row that no rule matches continues the block above it, if that one goes on, or is message \
         text and not shaded.",
        "Profiles are built in, and read from the folder profiles beside the configuration file \
         (~/.config/shade-pty/profiles). A file there is called NAME.toml and stands for the profile of its name, also for \
         a built-in one. The profile is chosen by the command's base name; --profile and the setting profile name one, or \
         give a file's path. Where none fits it is generic, which knows tags and markers only.",
        "shade-pty profiles list, show and check tell what there is and what is wrong; shade-pty explain --why tells which \
         rule decided a row of a recording, and what stood against the others.",
    ] {
        page.paragraph(text)?;
    }
    keys(&mut page, "PROFILE", PROFILE_KEYS)?;
    keys(&mut page, "RULES", RULE_KEYS)?;
    keys(&mut page, "STYLES", STYLE_KEYS)?;
    page.heading("KINDS")?;
    for (kind, about) in KINDS {
        page.term(kind.name(), "", &[about.to_owned()])?;
    }
    page.paragraph("A rule of a kind that is not known is ignored, with a warning.")?;
    page.heading("EXTENTS")?;
    for (_, name, about) in EXTENTS {
        page.term(name, "", &[about.to_owned()])?;
    }
    marks(&mut page)?;
    page.heading("WHAT EXPLAIN TELLS")?;
    page.paragraph("The column how of shade-pty explain says what decided a row:")?;
    for (how, about) in How::ALL {
        page.term(how.name(), "", &[format!("{about}.")])?;
    }
    page.heading("EXAMPLE")?;
    page.paragraph(
        "A profile of your own that knows one more thing about claude than the built-in one:",
    )?;
    page.example(EXAMPLE)?;
    page.see_also(&[("shade-pty", "1"), ("shade-pty", "5")])?;
    Ok(page.finish())
}

fn keys(page: &mut Page, title: &str, keys: &[KeyEntry]) -> io::Result<()> {
    page.heading(title)?;
    for key in keys {
        let default = match key.default {
            "required" => "It must be there.".to_owned(),
            default => format!("Default: {default}."),
        };
        let about = [
            key.about.to_owned(),
            default,
            format!("Example: {}", key.example),
        ];
        page.term(key.name, key.form, &about)?;
    }
    Ok(())
}

fn marks(page: &mut Page) -> io::Result<()> {
    page.heading("TAGS AND EXPLICIT MARKERS")?;
    for text in [
        "Under every profile, <think> (or <thinking>) at a row's start, or as the first text behind the marker of a \
         message, opens reasoning up to </think>, except in a code block. One that is never closed ends at the next message \
         marker, user prompt or end of a turn.",
        "A program, or a hook or script of its user, may mark rows itself. Such a marker goes before all rules:",
    ] {
        page.paragraph(text)?;
    }
    page.example(
        "ESC ] 7737 ; shade ; 1 ; start ; KIND ; ID ESC \\\nESC ] 7737 ; shade ; 1 ; end ; KIND ; ID ESC \\",
    )?;
    page.paragraph(
        "start begins a region with the cursor's row. end ends it, above the cursor's row if the cursor is in the first \
         column, else below it. KIND and ID say what it is, for those who read recordings. The text between ESC ] and the \
         end is ASCII, at most 256 bytes. Terminals ignore it. As with all that a command prints, this may shade rows and \
         nothing else. In a shell:",
    )?;
    page.example(
        "printf '\\033]7737;shade;1;start;reasoning;1\\033\\\\'\nthink-aloud\nprintf '\\033]7737;shade;1;end;reasoning;1\\033\\\\'",
    )
}

/// A test reads it.
pub(super) const EXAMPLE: &str = r#"schema = 1
name = "claude"
extends = "claude"

[[rule]]
id = "my-hook"
kind = "chrome"
text = '\[hook\] '
extent = "line""#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_right() {
        let profile = shade_pty::Profile::parse(EXAMPLE).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(profile.rules()[0].id, "my-hook");
        assert!(profile.rules().len() > 1 && !profile.commands().is_empty());
        assert_eq!(profile.warnings(), [""; 0]);
    }
}
