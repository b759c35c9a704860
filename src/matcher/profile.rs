//! A profile: one agent's rules, read from TOML.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;

use super::builtin;
use super::lint::oddities;
use super::locate::Located;
use super::pattern::Compile;
use super::rule::{Kind, Rule, RuleSpec};
use crate::source::{Place, did_you_mean, nearest, with_suggestion};

/// The version of the profile format that this program reads.
const SCHEMA: u32 = 1;

/// Programs that run another one: its name follows them.
const RUNNERS: [&str; 12] = [
    "node", "npx", "bunx", "bun", "deno", "python", "python3", "uvx", "uv", "env", "pipx", "pnpm",
];

/// One agent's rules.
#[derive(Debug)]
pub struct Profile {
    name: String,
    extends: Option<String>,
    description: String,
    commands: Vec<String>,
    alternate_screen: bool,
    base: bool,
    scroll_bar: bool,
    rules: Vec<Rule>,
    warnings: Vec<String>,
}

/// Why a profile cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{place}: {}{message}", prefix(.file), subject(.rule, .key))]
pub struct ProfileError {
    /// The file, if it was read from one.
    pub file: Option<PathBuf>,
    /// Where in the text.
    pub place: Place,
    /// The id of the rule, if it is about one that has one.
    pub rule: Option<String>,
    /// The key, if it is about one.
    pub key: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
}

fn prefix(file: &Option<PathBuf>) -> String {
    let name = |f: &PathBuf| format!("{}:", f.display());
    file.as_ref().map(name).unwrap_or_default()
}

fn subject(rule: &Option<String>, key: &Option<String>) -> String {
    let rule = rule.as_ref().map(|r| format!("rule `{r}`"));
    let key = key.as_ref().map(|k| format!("key `{k}`"));
    let parts: Vec<String> = rule.into_iter().chain(key).collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!("{}: ", parts.join(", "))
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProfileSpec {
    schema: u32,
    pub(super) name: String,
    pub(super) extends: Option<String>,
    description: Option<String>,
    commands: Option<Vec<String>>,
    alternate_screen: Option<bool>,
    base: Option<Base>,
    scroll_bar: Option<bool>,
    #[serde(default, rename = "rule")]
    rules: Vec<RuleSpec>,
}

/// Which backgrounds count as the default one beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Base {
    /// None.
    None,
    /// On the alternate screen, the one that most cells have.
    Auto,
}

/// A profile's text, read but not put together with the one that it extends.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The file it comes from.
    pub(super) file: Option<PathBuf>,
    /// Its text.
    text: String,
    /// What it says.
    pub(super) spec: ProfileSpec,
}

impl Part {
    /// Reads a text.
    pub(super) fn parse(text: &str, file: Option<&Path>) -> Result<Part, ProfileError> {
        let spec: Result<ProfileSpec, toml::de::Error> = toml::from_str(text);
        let spec = spec.map_err(|e| {
            let byte = e.span().map_or(0, |s| s.start);
            let (rule, key) = Located::new(text).at(byte);
            let first = e.message().lines().next().unwrap_or_default();
            ProfileError {
                file: file.map(Path::to_owned),
                place: Place::of(text, byte),
                rule,
                key,
                message: with_suggestion(first),
            }
        })?;
        let part = Part {
            file: file.map(Path::to_owned),
            text: text.to_owned(),
            spec,
        };
        if part.spec.schema != SCHEMA {
            let found = part.spec.schema;
            let message = format!("{found} is not known: this version reads schema = {SCHEMA}");
            return Err(part.error(None, "schema", message));
        }
        Ok(part)
    }

    /// An error about a key, of the rule of this number or above the rules.
    pub(super) fn error(&self, rule: Option<usize>, key: &str, message: String) -> ProfileError {
        ProfileError {
            file: self.file.clone(),
            place: Located::new(&self.text).place(rule, key),
            rule: rule.map(|n| self.spec.rules[n].id.clone()),
            key: Some(key.to_owned()),
            message,
        }
    }

    /// What is odd about it, in the order of the text.
    fn warnings(&self) -> Vec<String> {
        let mut ids = HashSet::new();
        let mut warnings = Vec::new();
        for (n, rule) in self.spec.rules.iter().enumerate() {
            if kind(rule).is_none() {
                let message = format!("unknown kind `{}`: the rule is ignored", rule.kind);
                warnings.push(self.error(Some(n), "kind", message));
            }
            for (key, message) in oddities(rule, &mut ids) {
                warnings.push(self.error(Some(n), key, message.to_owned()));
            }
        }
        warnings.iter().map(ProfileError::to_string).collect()
    }
}

/// The rule's kind; `None`: it is not known.
fn kind(rule: &RuleSpec) -> Option<Kind> {
    let name: StrDeserializer<'_, serde::de::value::Error> = rule.kind.as_str().into_deserializer();
    Kind::deserialize(name).ok()
}

impl Profile {
    /// Reads a profile from its TOML text. What it extends is a built-in profile.
    pub fn parse(text: &str) -> Result<Profile, ProfileError> {
        Profile::read(text, Compile::Now)
    }

    pub(super) fn read(text: &str, when: Compile) -> Result<Profile, ProfileError> {
        let part = Part::parse(text, None)?;
        let mut parts = vec![part];
        while let Some(name) = parts.last().and_then(|p| p.spec.extends.clone()) {
            let base = builtin::part(&name);
            parts.push(base.ok_or_else(|| no_base(&parts[parts.len() - 1], &name))?);
        }
        Profile::of(&parts, when)
    }

    /// Puts a profile together from its own part and those that it extends, nearest first.
    pub(super) fn of(parts: &[Part], when: Compile) -> Result<Profile, ProfileError> {
        let (mut known, mut ids) = (Vec::new(), Vec::new());
        for part in parts {
            for (n, rule) in part.spec.rules.iter().enumerate() {
                let number = kind(rule).and_then(|kind| {
                    known.push((part, n, rule, kind));
                    u16::try_from(known.len() - 1).ok()
                });
                ids.push((rule.id.clone(), number));
            }
        }
        let compile = |(part, n, rule, kind): (&Part, usize, &RuleSpec, Kind)| {
            let rule = Rule::new(rule.clone(), kind, &ids, when);
            rule.map_err(|(key, message)| part.error(Some(n), key, message))
        };
        let rules: Result<Vec<Rule>, ProfileError> = known.into_iter().map(compile).collect();
        let own = &parts[0].spec;
        // What only says when a profile is chosen is not handed on to one of another name.
        let same_name = parts.iter().filter(|p| p.spec.name == own.name);
        let nearest = || parts.iter().map(|p| &p.spec);
        Ok(Profile {
            name: own.name.clone(),
            extends: own.extends.clone(),
            description: nearest()
                .find_map(|s| s.description.clone())
                .unwrap_or_default(),
            commands: same_name
                .clone()
                .find_map(|p| p.spec.commands.clone())
                .unwrap_or_default(),
            alternate_screen: nearest().find_map(|s| s.alternate_screen).unwrap_or(false),
            base: nearest().find_map(|s| s.base) == Some(Base::Auto),
            scroll_bar: nearest().find_map(|s| s.scroll_bar).unwrap_or(false),
            rules: rules?,
            warnings: parts[0].warnings(),
        })
    }

    /// The built-in profile of this name.
    pub fn built_in(name: &str) -> Option<Arc<Profile>> {
        builtin::get(name)
    }

    /// A profile without rules: tags and explicit markers are all it knows.
    pub(crate) fn markers_only() -> Arc<Profile> {
        builtin::markers_only()
    }

    /// The built-in profile for a command line, by the command's base name, also behind `node`, `npx`,
    /// `python -m`, `uvx` and `env`; `generic` where none fits.
    pub fn for_command(argv: &[OsString]) -> Arc<Profile> {
        Profile::choose(argv, builtin::for_command).unwrap_or_else(builtin::generic)
    }

    /// The profile for a command line; `find` knows it by the command's name.
    pub(super) fn choose(
        argv: &[OsString],
        find: impl Fn(&str) -> Option<Arc<Profile>>,
    ) -> Option<Arc<Profile>> {
        let mut words = argv.iter().map(base_name).peekable();
        while let Some(word) = words.next() {
            if let Some(profile) = find(&word) {
                return Some(profile);
            }
            if !RUNNERS.contains(&word.as_str()) {
                break;
            }
            while words.peek().is_some_and(|w| {
                w.starts_with('-')
                    || w.contains('=')
                    || matches!(w.as_str(), "run" | "exec" | "tool" | "dlx" | "x")
            }) {
                words.next();
            }
        }
        None
    }

    /// Names of the built-in profiles.
    pub fn names() -> Vec<&'static str> {
        builtin::NAMES.to_vec()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The profile whose rules follow its own.
    pub fn extends(&self) -> Option<&str> {
        self.extends.as_deref()
    }

    /// What it is for, in one line.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The commands it is chosen for.
    pub fn commands(&self) -> &[String] {
        &self.commands
    }

    /// Whether the agent's alternate screen is shaded.
    pub fn alternate_screen(&self) -> bool {
        self.alternate_screen
    }

    /// Whether the agent paints a background of its own on every cell of the alternate screen, which counts as the default one.
    pub fn base(&self) -> bool {
        self.base
    }

    /// Whether the alternate screen's last column may hold a scroll bar, which belongs to no row.
    pub fn scroll_bar(&self) -> bool {
        self.scroll_bar
    }

    /// Its rules, the first match counts.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Whether a rule asks for such a row directly above.
    pub(crate) fn asks_for(&self, row: (Kind, Option<u16>)) -> bool {
        self.rules.iter().any(|rule| rule.asks_for(row))
    }

    /// What was ignored while reading it, or has hardly the effect that was meant; each with its place.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// There is nothing that a part could extend by this name.
pub(super) fn no_base(part: &Part, name: &str) -> ProfileError {
    let guess = did_you_mean(nearest(name, builtin::NAMES));
    part.error(
        None,
        "extends",
        format!("there is no profile `{name}`{guess}"),
    )
}

/// The last part of a path, without a script's or package's ending: `/x/claude.js` and `@scope/claude@1.2` are `claude`.
fn base_name(word: &OsString) -> String {
    let name = Path::new(word)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let name = name
        .strip_suffix(".exe")
        .or_else(|| name.strip_suffix(".js"))
        .or_else(|| name.strip_suffix(".mjs"))
        .unwrap_or(&name);
    let name = name.strip_suffix(".py").unwrap_or(name);
    match name.char_indices().skip(1).find(|(_, c)| *c == '@') {
        Some((at, _)) => name[..at].to_owned(),
        None => name.to_owned(),
    }
}
