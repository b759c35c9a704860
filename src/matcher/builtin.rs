//! The built-in profiles, from the files in `profiles/`.

use std::sync::{Arc, LazyLock};

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

static ALL: LazyLock<Vec<Arc<Profile>>> = LazyLock::new(|| {
    TEXTS
        .iter()
        .filter_map(|text| Profile::parse(text).ok())
        .map(Arc::new)
        .collect()
});

pub(super) fn all() -> &'static [Arc<Profile>] {
    &ALL
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
    ALL.iter().find(|p| p.name() == name).cloned()
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
            assert!(
                profile.warnings().is_empty(),
                "{name}: {:?}",
                profile.warnings()
            );
        }
    }
}
