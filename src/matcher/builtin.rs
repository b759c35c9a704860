//! The built-in profiles, from the files in `profiles/`.

use std::sync::{Arc, OnceLock};

use super::pattern::Compile;
use super::profile::{Part, Profile};

/// Their names; `generic` first.
pub(super) const NAMES: [&str; 13] = [
    "generic", "aider", "claude", "cline", "cn", "codex", "copilot", "gemini", "kilo", "llm",
    "opencode", "pi", "qwen",
];

const TEXTS: [&str; NAMES.len()] = [
    include_str!("../../profiles/generic.toml"),
    include_str!("../../profiles/aider.toml"),
    include_str!("../../profiles/claude.toml"),
    include_str!("../../profiles/cline.toml"),
    include_str!("../../profiles/cn.toml"),
    include_str!("../../profiles/codex.toml"),
    include_str!("../../profiles/copilot.toml"),
    include_str!("../../profiles/gemini.toml"),
    include_str!("../../profiles/kilo.toml"),
    include_str!("../../profiles/llm.toml"),
    include_str!("../../profiles/opencode.toml"),
    include_str!("../../profiles/pi.toml"),
    include_str!("../../profiles/qwen.toml"),
];

/// Read when first asked for: reading all of them would take longer than anything else at the start.
static READ: [OnceLock<Option<Arc<Profile>>>; NAMES.len()] =
    [const { OnceLock::new() }; NAMES.len()];

/// A profile without rules.
pub(super) fn markers_only() -> Arc<Profile> {
    static READ: OnceLock<Option<Arc<Profile>>> = OnceLock::new();
    let text = "schema = 1\nname = \"markers\"\ndescription = \"tags and explicit markers\"\n";
    let read = || Profile::read(text, Compile::Later).ok().map(Arc::new);
    READ.get_or_init(read).clone().unwrap_or_else(generic)
}

fn at(n: usize) -> Option<Arc<Profile>> {
    let read = || Profile::read(TEXTS[n], Compile::Later).ok().map(Arc::new);
    READ[n].get_or_init(read).clone()
}

/// All of them.
pub(super) fn all() -> impl Iterator<Item = Arc<Profile>> {
    (0..NAMES.len()).filter_map(at)
}

/// The profile that has this command.
pub(super) fn for_command(command: &str) -> Option<Arc<Profile>> {
    let has = |text: &str| commands(text).iter().any(|c| c == command);
    at(TEXTS.iter().position(|text| has(text))?)
}

/// The commands of a profile, without its rules.
fn commands(text: &str) -> Vec<String> {
    #[derive(serde::Deserialize)]
    struct Line {
        commands: Vec<String>,
    }
    let line = text.lines().find(|l| l.starts_with("commands = "));
    line.and_then(|l| toml::from_str::<Line>(l).ok())
        .map(|l| l.commands)
        .unwrap_or_default()
}

/// The text of the built-in profile of this name, as it is in the source.
pub(super) fn text(name: &str) -> Option<&'static str> {
    let n = NAMES.iter().position(|n| *n == name)?;
    Some(TEXTS[n])
}

/// The part of the built-in profile of this name, to be extended.
pub(super) fn part(name: &str) -> Option<Part> {
    Part::parse(text(name)?, None).ok()
}

pub(super) fn get(name: &str) -> Option<Arc<Profile>> {
    at(NAMES.iter().position(|n| *n == name)?)
}

/// The profile for commands that no other one knows: tags and markers only.
#[allow(clippy::expect_used, reason = "a built-in text that a test parses")]
pub(super) fn generic() -> Arc<Profile> {
    get("generic").expect("profiles/generic.toml is a profile")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_profile_parses_and_has_its_name() {
        for (name, text) in NAMES.iter().zip(TEXTS) {
            let profile = Profile::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(profile.name(), *name);
            assert_eq!(commands(text), profile.commands(), "{name}");
            assert!(
                profile.warnings().is_empty(),
                "{name}: {:?}",
                profile.warnings()
            );
        }
    }
}
