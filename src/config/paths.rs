//! Where configuration stands: the XDG base directories, on every system. The current folder is never looked at.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::file::{Fault, Source};

/// The variable that names another file.
pub const CONFIG_VARIABLE: &str = "SHADE_PTY_CONFIG";

/// The configuration's file and folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    folder: Option<PathBuf>,
    file: Option<PathBuf>,
    named: bool,
}

impl Paths {
    /// By the environment: `$SHADE_PTY_CONFIG`, else `$XDG_CONFIG_HOME/shade-pty/config.toml`, else
    /// `$HOME/.config/shade-pty/config.toml`. Without any of them there is no configuration: the user database is not
    /// asked, so that an emptied environment means what it says.
    pub fn from_environment(variable: impl Fn(&str) -> Option<OsString>) -> Result<Paths, Fault> {
        // "All paths set in these environment variables must be absolute. If […] relative, [ignore] it." (XDG)
        let absolute = |name| {
            variable(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        let folder = absolute("XDG_CONFIG_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".config")))
            .map(|base| base.join("shade-pty"));
        let named = variable(CONFIG_VARIABLE)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from);
        if named.as_ref().is_some_and(|path| !path.is_absolute()) {
            return Err(Fault {
                source: Source::Environment(CONFIG_VARIABLE),
                key: None,
                message: "use an absolute path: no configuration is read from the current folder"
                    .to_owned(),
            });
        }
        Ok(Paths {
            file: named
                .clone()
                .or_else(|| folder.as_ref().map(|f| f.join("config.toml"))),
            folder,
            named: named.is_some(),
        })
    }

    /// The file of settings, whether it is there or not.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The folder of the user's own profiles.
    pub fn profiles(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|f| f.join("profiles"))
    }

    /// The file's text; `None` if it is not there, which is a fault only if it was named.
    pub(super) fn read(&self) -> Result<Option<String>, Fault> {
        let Some(path) = &self.file else {
            return Ok(None);
        };
        match read_text(path) {
            Err(Unreadable::Missing) if !self.named => Ok(None),
            Err(e) => Err(Fault {
                source: Source::WholeFile(path.clone()),
                key: None,
                message: e.to_string(),
            }),
            Ok(text) => Ok(Some(text)),
        }
    }
}

/// Why a file gives no text.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    /// There is none.
    #[error("there is no such file")]
    Missing,
    /// It is no UTF-8.
    #[error("line {0} is no UTF-8")]
    Encoding(usize),
    /// Anything else.
    #[error("cannot be read: {0}")]
    Other(std::io::Error),
}

/// A file's text.
pub(crate) fn read_text(path: &Path) -> Result<String, Unreadable> {
    let bytes = std::fs::read(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => Unreadable::Missing,
        _ => Unreadable::Other(e),
    })?;
    String::from_utf8(bytes).map_err(|e| {
        let good = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        Unreadable::Encoding(1 + good.iter().filter(|b| **b == b'\n').count())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(pairs: &[(&str, &str)]) -> Result<Paths, Fault> {
        Paths::from_environment(|name| {
            let pair = pairs.iter().find(|(n, _)| *n == name);
            pair.map(|(_, v)| OsString::from(v))
        })
    }

    #[test]
    fn the_base_directories() {
        let file = |pairs: &[(&str, &str)]| {
            let paths = paths(pairs).unwrap_or_default();
            paths.file().map(|p| p.display().to_string())
        };
        type Case<'a> = (&'a [(&'a str, &'a str)], Option<&'a str>);
        let table: [Case<'_>; 6] = [
            (&[], None),
            (&[("HOME", "relative")], None),
            (&[("HOME", "/h")], Some("/h/.config/shade-pty/config.toml")),
            (
                &[("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")],
                Some("/x/shade-pty/config.toml"),
            ),
            (
                &[("HOME", "/h"), ("XDG_CONFIG_HOME", "x")],
                Some("/h/.config/shade-pty/config.toml"),
            ),
            (
                &[("HOME", "/h"), (CONFIG_VARIABLE, "/c.toml")],
                Some("/c.toml"),
            ),
        ];
        for (pairs, expected) in table {
            assert_eq!(file(pairs).as_deref(), expected, "{pairs:?}");
        }
        assert!(paths(&[(CONFIG_VARIABLE, "c.toml")]).is_err());
    }
}
