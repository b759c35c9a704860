//! A profile: one agent's rules, read from TOML.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IntoDeserializer;

use super::builtin;
use super::rule::{Kind, Rule, RuleSpec};

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
    description: String,
    commands: Vec<String>,
    alternate_screen: bool,
    base: bool,
    scroll_bar: bool,
    rules: Vec<Rule>,
    warnings: Vec<String>,
}

/// Why a profile cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The text is no TOML, or has a key or value that the format does not know. The message says where.
    #[error("{0}")]
    Syntax(#[from] toml::de::Error),
    /// The format's version is another one.
    #[error("schema = {0} is not known: this version reads schema = {SCHEMA}")]
    Schema(u32),
    /// A key of a rule is wrong.
    #[error("rule `{rule}`, key `{key}`: {message}")]
    Rule {
        /// The rule's id.
        rule: String,
        /// Its key.
        key: &'static str,
        /// What is wrong.
        message: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileSpec {
    schema: u32,
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    commands: Vec<String>,
    #[serde(default)]
    alternate_screen: bool,
    #[serde(default)]
    base: Base,
    #[serde(default)]
    scroll_bar: bool,
    #[serde(default, rename = "rule")]
    rules: Vec<RuleSpec>,
}

/// Which backgrounds count as the default one beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Base {
    /// None.
    #[default]
    None,
    /// On the alternate screen, the one that most cells have.
    Auto,
}

impl Profile {
    /// Reads a profile from its TOML text.
    pub fn parse(text: &str) -> Result<Profile, ProfileError> {
        let spec: ProfileSpec = toml::from_str(text)?;
        if spec.schema != SCHEMA {
            return Err(ProfileError::Schema(spec.schema));
        }
        let (mut known, mut ids, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
        for rule in spec.rules {
            let kind: Result<Kind, serde::de::value::Error> =
                Kind::deserialize(rule.kind.as_str().into_deserializer());
            match kind {
                Err(_) => {
                    ids.push((rule.id.clone(), None));
                    warnings.push(format!(
                        "rule `{}`: unknown kind `{}`, ignored",
                        rule.id, rule.kind
                    ));
                }
                Ok(kind) => {
                    ids.push((rule.id.clone(), u16::try_from(known.len()).ok()));
                    known.push((rule, kind));
                }
            }
        }
        let mut rules = Vec::new();
        for (rule, kind) in known {
            let id = rule.id.clone();
            let compiled = Rule::new(rule, kind, &ids);
            rules.push(compiled.map_err(|(key, message)| ProfileError::Rule {
                rule: id,
                key,
                message,
            })?);
        }
        Ok(Profile {
            name: spec.name,
            description: spec.description,
            commands: spec.commands,
            alternate_screen: spec.alternate_screen,
            base: spec.base == Base::Auto,
            scroll_bar: spec.scroll_bar,
            rules,
            warnings,
        })
    }

    /// The built-in profile of this name.
    pub fn built_in(name: &str) -> Option<Arc<Profile>> {
        builtin::get(name)
    }

    /// The built-in profile for a command line, by the command's base name, also behind `node`, `npx`,
    /// `python -m`, `uvx` and `env`; `generic` where none fits.
    pub fn for_command(argv: &[OsString]) -> Arc<Profile> {
        let mut words = argv.iter().map(base_name).peekable();
        while let Some(word) = words.next() {
            if let Some(profile) = builtin::all().iter().find(|p| p.commands.contains(&word)) {
                return profile.clone();
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
        builtin::generic()
    }

    /// Names of the built-in profiles.
    pub fn names() -> Vec<&'static str> {
        builtin::NAMES.to_vec()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
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

    /// What was ignored while reading it.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
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
