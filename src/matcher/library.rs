//! All profiles that there are: the built-in ones, and the user's own in a folder.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::builtin;
use super::pattern::Compile;
use super::profile::{Part, Profile, ProfileError, no_base};
use crate::config::read_text;
use crate::source::{did_you_mean, nearest};

/// How a profile's file is called: `NAME.toml`.
const ENDING: &str = "toml";

/// Where profiles are looked for: in a folder, then among those that are built in. A file there stands for the profile
/// of its name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    folder: Option<PathBuf>,
}

/// Why there is no profile to use.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// There is none of this name.
    #[error("there is no profile `{name}`{} (there are: {}; a file is a path with a / in it)", did_you_mean(.guess.as_deref()), .names.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What was probably meant.
        guess: Option<String>,
        /// Those that there are.
        names: Vec<String>,
    },
    /// Its file cannot be read.
    #[error("{}: {reason}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The folder cannot be listed.
    #[error("cannot list {}: {error}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is wrong.
    #[error(transparent)]
    Faulty(#[from] ProfileError),
}

/// A profile that there is.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its file; `None`: it is built in.
    pub file: Option<PathBuf>,
    /// It stands for a built-in one of the same name.
    pub replaces: bool,
    /// The profile, or what is wrong with it.
    pub profile: Result<Arc<Profile>, LibraryError>,
}

impl Library {
    /// The built-in profiles and those in `folder`, which need not be there.
    pub fn new(folder: Option<PathBuf>) -> Library {
        Library { folder }
    }

    /// The profile of this name, or in this file if `name` has a `/` in it.
    pub fn find(&self, name: &str) -> Result<Arc<Profile>, LibraryError> {
        if name.contains('/') {
            return self.read(Path::new(name)).map(Arc::new);
        }
        if let Some(path) = self.file_of(name) {
            return self.read_named(&path, name).map(Arc::new);
        }
        builtin::get(name).ok_or_else(|| self.unknown(name))
    }

    /// The profile in a file, whatever the file is called.
    pub fn read(&self, path: &Path) -> Result<Profile, LibraryError> {
        let part = part(path)?;
        self.complete(part)
    }

    /// The profile for a command line, the user's own first; `generic` where none fits.
    pub fn for_command(&self, argv: &[OsString]) -> Result<Arc<Profile>, LibraryError> {
        let mut profiles: Vec<Arc<Profile>> = Vec::new();
        for (name, path) in self.files()? {
            profiles.push(self.read_named(&path, &name).map(Arc::new)?);
        }
        let find = |command: &str| {
            let own = profiles
                .iter()
                .find(|p| p.commands().iter().any(|c| c == command));
            let built_in = || builtin::for_command(command);
            let replaced = |p: &Arc<Profile>| profiles.iter().any(|own| own.name() == p.name());
            own.cloned().or_else(|| built_in().filter(|p| !replaced(p)))
        };
        match Profile::choose(argv, find) {
            Some(profile) => Ok(profile),
            None => self.find("generic"),
        }
    }

    /// All profiles, by name.
    pub fn entries(&self) -> Result<Vec<Entry>, LibraryError> {
        let mut entries: Vec<Entry> = Vec::new();
        for (name, path) in self.files()? {
            entries.push(Entry {
                profile: self.read_named(&path, &name).map(Arc::new),
                replaces: builtin::get(&name).is_some(),
                file: Some(path),
                name,
            });
        }
        for profile in builtin::all() {
            if !entries.iter().any(|e| e.name == profile.name()) {
                entries.push(Entry {
                    name: profile.name().to_owned(),
                    file: None,
                    replaces: false,
                    profile: Ok(profile),
                });
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// The text of a profile by name or file, as it was written.
    pub fn text(&self, name: &str) -> Result<String, LibraryError> {
        let path = match name.contains('/') {
            true => Some(PathBuf::from(name)),
            false => self.file_of(name),
        };
        match path {
            Some(path) => text(&path),
            None => builtin::text(name)
                .map(str::to_owned)
                .ok_or_else(|| self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> LibraryError {
        let own = self.files().unwrap_or_default();
        let mut names: Vec<String> = own.into_iter().map(|(name, _)| name).collect();
        names.extend(builtin::NAMES.map(str::to_owned));
        names.sort();
        names.dedup();
        LibraryError::Unknown {
            guess: nearest(name, names.iter().map(String::as_str)).map(str::to_owned),
            name: name.to_owned(),
            names,
        }
    }

    /// The user's file for a name, if there is one.
    fn file_of(&self, name: &str) -> Option<PathBuf> {
        let path = self.folder.as_ref()?.join(format!("{name}.{ENDING}"));
        path.exists().then_some(path)
    }

    /// The user's files and the names they stand for. Hidden ones are an editor's.
    fn files(&self) -> Result<Vec<(String, PathBuf)>, LibraryError> {
        let Some(folder) = &self.folder else {
            return Ok(Vec::new());
        };
        let failed = |error| LibraryError::Folder {
            path: folder.clone(),
            error,
        };
        let listing = match std::fs::read_dir(folder) {
            Err(e)
                if matches!(
                    e.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                return Ok(Vec::new());
            }
            listing => listing.map_err(failed)?,
        };
        let mut files = Vec::new();
        for entry in listing {
            let path = entry.map_err(failed)?.path();
            let name = path.file_stem().and_then(|n| n.to_str()).map(str::to_owned);
            if let Some(name) = name.filter(|n| !n.starts_with('.'))
                && path.extension().is_some_and(|e| e == ENDING)
            {
                files.push((name, path));
            }
        }
        files.sort();
        Ok(files)
    }

    /// Reads the file that stands for the profile of this name.
    fn read_named(&self, path: &Path, name: &str) -> Result<Profile, LibraryError> {
        let part = part(path)?;
        if part.spec.name != name {
            let message = format!("in this file it must be \"{name}\", as the file is called");
            return Err(part.error(None, "name", message).into());
        }
        self.complete(part)
    }

    /// Adds what a part extends. A name that is being extended already is the built-in profile: so a user's `claude` may
    /// extend `claude`, and no circle is endless.
    fn complete(&self, part: Part) -> Result<Profile, LibraryError> {
        let mut parts = vec![part];
        let mut seen = vec![parts[0].spec.name.clone()];
        let mut built_in = false;
        while let Some(name) = parts.last().and_then(|p| p.spec.extends.clone()) {
            built_in |= seen.contains(&name);
            let base = match self.file_of(&name).filter(|_| !built_in) {
                Some(path) => Some(self::part(&path)?),
                None => builtin::part(&name),
            };
            parts.push(base.ok_or_else(|| no_base(&parts[parts.len() - 1], &name))?);
            seen.push(name);
        }
        Ok(Profile::of(&parts, Compile::Now)?)
    }
}

fn text(path: &Path) -> Result<String, LibraryError> {
    read_text(path).map_err(|e| LibraryError::Unreadable {
        path: path.to_owned(),
        reason: e.to_string(),
    })
}

fn part(path: &Path) -> Result<Part, LibraryError> {
    Ok(Part::parse(&text(path)?, Some(path))?)
}
