//! What there is to say about a profile's keys and values, for the manual page. Tests hold it against the format itself.

use super::rule::{Extent, Kind};

/// A key of a profile.
#[derive(Clone, Copy, Debug)]
pub struct KeyEntry {
    /// Its name.
    pub name: &'static str,
    /// What its values are.
    pub form: &'static str,
    /// What holds without it.
    pub default: &'static str,
    /// How it may look.
    pub example: &'static str,
    /// What it does.
    pub about: &'static str,
}

const fn key(
    name: &'static str,
    form: &'static str,
    default: &'static str,
    example: &'static str,
    about: &'static str,
) -> KeyEntry {
    KeyEntry {
        name,
        form,
        default,
        example,
        about,
    }
}

/// The keys above the rules.
pub const PROFILE_KEYS: &[KeyEntry] = &[
    key(
        "schema",
        "number",
        "required",
        "schema = 1",
        "The version of this format.",
    ),
    key(
        "name",
        "string",
        "required",
        "name = \"agent\"",
        "The profile's name. A file in the profiles folder is called NAME.toml.",
    ),
    key(
        "description",
        "string",
        "none",
        "description = \"Agent 2.x\"",
        "What it is for, in one line.",
    ),
    key(
        "commands",
        "list of strings",
        "none",
        "commands = [\"agent\", \"agent-cli\"]",
        "The commands it is chosen for, by their base names, also behind node, npx, python -m, uvx and env.",
    ),
    key(
        "extends",
        "string",
        "none",
        "extends = \"claude\"",
        "Another profile, whose rules follow those of this one; its description and alternate_screen hold where this one \
         says nothing. A profile that extends one of its own name means the built-in one, and has its commands as well.",
    ),
    key(
        "alternate_screen",
        "true or false",
        "false",
        "alternate_screen = true",
        "Whether rows of the alternate screen are shaded.",
    ),
    key(
        "base",
        "none or auto",
        "none",
        "base = \"auto\"",
        "Which backgrounds count as the default one: with auto, on the alternate screen, the one that most cells have. For \
         agents that paint every cell.",
    ),
    key(
        "scroll_bar",
        "true or false",
        "false",
        "scroll_bar = true",
        "Whether the alternate screen's last column may hold a scroll bar, which belongs to no row.",
    ),
    key(
        "rule",
        "tables",
        "none",
        "[[rule]]",
        "The rules. The first one that matches a row decides.",
    ),
];

/// The keys of a rule.
pub const RULE_KEYS: &[KeyEntry] = &[
    key(
        "id",
        "string",
        "required",
        "id = \"thought\"",
        "The rule's name, for explain.",
    ),
    key(
        "kind",
        "a kind",
        "required",
        "kind = \"reasoning\"",
        "What the row is; see KINDS.",
    ),
    key(
        "text",
        "pattern",
        "any text",
        "text = '> (?<name>\\w+)\\('",
        "A regular expression (the syntax of Rust's regex crate) for the row's text, anchored at the first column. The \
         capture name is what style looks at with at = \"name\"; the capture text is where the text behind a marker \
         starts, else it starts where the match ends. For the event log, the capture id is what ties a result or progress to its call, \
         and the capture status tells how the call went (ok, failed, denied, running and the like).",
    ),
    key(
        "style",
        "table",
        "any style",
        "style = { dim = true, fg = \"!default\" }",
        "What the row must look like; see STYLES.",
    ),
    key(
        "extent",
        "line, block or delimited",
        "block",
        "extent = \"line\"",
        "How far the rule reaches; see EXTENTS.",
    ),
    key(
        "continues",
        "pattern",
        "any text that no rule matches",
        "continues = '  |$'",
        "With extent block: which rows below belong to it, by their text. An end ($) as an alternative takes in blank rows.",
    ),
    key(
        "continues_style",
        "table",
        "any style",
        "continues_style = { dim = true }",
        "With extent block: and by their style.",
    ),
    key(
        "resumes",
        "pattern",
        "any text",
        "resumes = '    '",
        "With extent block: the text of a row that belongs to the block although a blank one stands between, besides what \
         continues asks for.",
    ),
    key(
        "end",
        "pattern",
        "none",
        "end = '```$'",
        "With extent delimited: the text of the last row.",
    ),
    key(
        "within",
        "list of kinds and ids",
        "anywhere",
        "within = [\"tool\", \"result\"]",
        "The rule counts only if the last row above, chrome left aside, is of one of these kinds, or of a rule with one of \
         these ids.",
    ),
    key(
        "unless",
        "list of kinds and ids",
        "anywhere",
        "unless = [\"message\"]",
        "The rule does not count if the last row above, chrome left aside, is one of these.",
    ),
    key(
        "below_blank",
        "true or false",
        "either",
        "below_blank = true",
        "Whether the rule counts only below a blank row (true), or only directly below another one (false).",
    ),
    key(
        "under",
        "list of kinds and ids",
        "anywhere",
        "under = [\"box\"]",
        "The rule counts only if the row directly above, chrome too, is of one of these kinds, or of a rule with one of these \
         ids.",
    ),
    key(
        "screen",
        "main or alternate",
        "both",
        "screen = \"alternate\"",
        "The rule counts only on this screen.",
    ),
    key(
        "panel",
        "true or false",
        "false",
        "panel = true",
        "Whether the background at the row's first glyph is that of a panel, and counts as the default one from then on.",
    ),
    key(
        "joins",
        "true or false",
        "false",
        "joins = true",
        "For the event log: whether such rows go on with the event of their kind that stands above, blank rows between, rather \
         than begin another.",
    ),
];

/// The keys of a style. All that are given must hold.
pub const STYLE_KEYS: &[KeyEntry] = &[
    key(
        "at",
        "first, most or name",
        "first",
        "at = \"name\"",
        "Which glyph is looked at: the row's first one, more than half of them, or the first one of the capture name.",
    ),
    key(
        "bold",
        "true or false",
        "either",
        "bold = true",
        "Whether it is bold.",
    ),
    key(
        "dim",
        "true or false",
        "either",
        "dim = true",
        "Whether it is dim (faint).",
    ),
    key(
        "italic",
        "true or false",
        "either",
        "italic = true",
        "Whether it is italic.",
    ),
    key(
        "inverse",
        "true or false",
        "either",
        "inverse = false",
        "Whether it is inverse.",
    ),
    key(
        "fg",
        "a colour",
        "any",
        "fg = \"!default\"",
        "Its foreground: default, a palette number as a string, #rrggbb, rgb (any that is given as red, green and blue), or \
         head (that of the block's head: the capture name, else the first glyph of the row that began the block), with ! \
         before it for any other.",
    ),
    key(
        "bg",
        "a colour",
        "any",
        "bg = \"236\"",
        "Its background, likewise.",
    ),
    key(
        "plain",
        "true or false",
        "either",
        "plain = true",
        "Whether it has neither a colour nor an attribute, its background left aside.",
    ),
    key(
        "contrast",
        "low or head",
        "any",
        "contrast = \"low\"",
        "How far the whole row's colours are from the background: low is clearly less than there can be; head, for \
         continues_style, is not clearly more than that of the block's first row.",
    ),
];

/// The kinds, and what they do.
pub const KINDS: [(Kind, &str); 14] = [
    (
        Kind::Reasoning,
        "The model's thoughts, or a summary of them: opens the region, and is shaded.",
    ),
    (
        Kind::Tool,
        "A tool call's header: shaded if the region is open and extend_across_tool_calls holds.",
    ),
    (Kind::Result, "A tool's output: as its header."),
    (Kind::Message, "What the model says: ends the region."),
    (Kind::User, "The user's words: end the region."),
    (
        Kind::Chrome,
        "Input box, footer, status: never shaded, ends nothing.",
    ),
    (Kind::TurnEnd, "The turn is over: ends the region."),
    (
        Kind::Progress,
        "A spinner or progress row: takes the shade of the row above it, or of the call whose id it captures.",
    ),
    (Kind::Search, "A search: as a tool."),
    (Kind::Task, "A delegated task: as a tool."),
    (Kind::Error, "An error: ends the region."),
    (Kind::Prompt, "A question to the user: as chrome."),
    (Kind::Divider, "A divider between turns: ends the region."),
    (Kind::System, "A notice of the program's own: as chrome."),
];

/// The extents, and what they mean.
pub const EXTENTS: [(Extent, &str, &str); 3] = [
    (Extent::Line, "line", "The row alone."),
    (
        Extent::Block,
        "block",
        "The rows below as well, as long as no rule matches them and continues and continues_style hold.",
    ),
    (
        Extent::Delimited,
        "delimited",
        "All rows up to the one that matches end, whatever they look like.",
    ),
];

impl Kind {
    /// Its name in a profile.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Reasoning => "reasoning",
            Kind::Tool => "tool",
            Kind::Result => "result",
            Kind::Message => "message",
            Kind::User => "user",
            Kind::Chrome => "chrome",
            Kind::TurnEnd => "turn_end",
            Kind::Progress => "progress",
            Kind::Search => "search",
            Kind::Task => "task",
            Kind::Error => "error",
            Kind::Prompt => "prompt",
            Kind::Divider => "divider",
            Kind::System => "system",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::profile::{Base, ProfileSpec};
    use super::super::rule::{On, RuleSpec};
    use super::super::style::{At, Contrast, StyleSpec};
    use super::*;
    use crate::source::names;

    fn listed(keys: &[KeyEntry]) -> Vec<&'static str> {
        let mut names: Vec<&str> = keys.iter().map(|k| k.name).collect();
        names.sort_unstable();
        names
    }

    fn sorted(names: &[&'static str]) -> Vec<&'static str> {
        let mut names = names.to_vec();
        names.sort_unstable();
        names
    }

    #[test]
    fn every_key_of_the_format_is_in_the_manual() {
        assert_eq!(listed(PROFILE_KEYS), sorted(names::<ProfileSpec>()));
        assert_eq!(listed(RULE_KEYS), sorted(names::<RuleSpec>()));
        assert_eq!(listed(STYLE_KEYS), sorted(names::<StyleSpec>()));
    }

    #[test]
    fn every_value_of_the_format_is_in_the_manual() {
        let kinds = KINDS.map(|(kind, _)| kind.name());
        assert_eq!(kinds.as_slice(), names::<Kind>());
        let extents = EXTENTS.map(|(_, name, _)| name);
        assert_eq!(extents.as_slice(), names::<Extent>());
        let form = |keys: &[KeyEntry], name: &str| {
            let entry = keys.iter().find(|k| k.name == name);
            entry.map(|k| k.form.replace(" or ", ", "))
        };
        let said = |names: &[&str]| Some(names.join(", "));
        assert_eq!(form(STYLE_KEYS, "at"), said(names::<At>()));
        assert_eq!(form(RULE_KEYS, "screen"), said(names::<On>()));
        assert_eq!(form(STYLE_KEYS, "contrast"), said(names::<Contrast>()));
        assert_eq!(form(PROFILE_KEYS, "base"), said(names::<Base>()));
    }

    #[test]
    fn the_examples_are_right() {
        #[derive(Deserialize)]
        struct Style {
            #[serde(rename = "style")]
            _style: StyleSpec,
        }
        for key in STYLE_KEYS {
            let text = format!("style = {{ {} }}", key.example);
            assert!(toml::from_str::<Style>(&text).is_ok(), "{text}");
        }
        for key in RULE_KEYS {
            let mut text = key.example.to_owned();
            for (needed, line) in [("id", "id = 'x'"), ("kind", "kind = 'tool'")] {
                if key.name != needed {
                    text.push_str(&format!("\n{line}"));
                }
            }
            assert!(toml::from_str::<RuleSpec>(&text).is_ok(), "{text}");
        }
        for key in PROFILE_KEYS.iter().filter(|k| k.name != "rule") {
            let mut text = key.example.to_owned();
            for (needed, line) in [("schema", "schema = 1"), ("name", "name = 'x'")] {
                if key.name != needed {
                    text.push_str(&format!("\n{line}"));
                }
            }
            assert!(toml::from_str::<ProfileSpec>(&text).is_ok(), "{text}");
        }
    }
}
