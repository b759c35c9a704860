//! `shade-pty config`.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use shade_pty::config::{self, CONFIG_VARIABLE, Fault, Key, Layers, Paths, Setting, toml_value};
use shade_pty::matcher::{Library, LibraryError};
use shade_pty::session;
use shade_pty::source::nearest;

use super::args::{TypedConfig, TypedShading};
use super::failure::{self, Failure};
use super::settings::{self, variable};

/// Does what was asked for.
pub(super) fn run(what: TypedConfig, flags: &TypedShading) -> Result<ExitCode, Failure> {
    match what {
        TypedConfig::Show { origin } => show(origin, flags),
        TypedConfig::Check { file } => check(file),
        TypedConfig::Path => {
            let path = settings::file().map_err(Failure::mode)?;
            super::print(&format!("{}\n", path.display()))?;
            Ok(ExitCode::SUCCESS)
        }
        TypedConfig::Init => init().map_err(Failure::mode),
        TypedConfig::Schema => {
            super::print(&config::schema())?;
            Ok(ExitCode::SUCCESS)
        }
        TypedConfig::Set { key, value } => set(&key, &value).map_err(Failure::mode),
    }
}

/// Prints the settings that hold; without a profile, what the file says of single ones as well.
fn show(origin: bool, flags: &TypedShading) -> Result<ExitCode, Failure> {
    let paths = settings::paths().map_err(Failure::mode)?;
    let layers = match Layers::read(&paths, variable, settings::flags(flags)) {
        Ok(layers) => layers,
        Err(faults) => return tell(&faults),
    };
    let library = Library::new(paths.profiles());
    let named = layers.settings(None).profile();
    let profile = named.map(|name| library.find(&name)).transpose();
    let profile = profile.map_err(Failure::mode)?;
    let name = profile.as_ref().map(|p| p.name());
    let mut lines = Vec::new();
    for (key, setting) in layers.settings(name).iter() {
        lines.push(match setting {
            Some(setting) => (line(key.name(), key, setting), setting.origin().to_string()),
            None => {
                let unset = key.definition().unset;
                (format!("# {key}: not set"), unset.to_owned())
            }
        });
    }
    if name.is_none() {
        for (key, setting, name) in layers.overrides() {
            lines.push((line(&name, key, &setting), setting.origin().to_string()));
        }
    }
    let width = lines
        .iter()
        .map(|(l, _)| l.chars().count())
        .max()
        .unwrap_or(0);
    let text: String = lines
        .into_iter()
        .map(|(line, from)| match origin {
            true => format!("{line:<width$}  # {from}\n"),
            false => format!("{line}\n"),
        })
        .collect();
    super::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn line(name: &str, key: Key, setting: &Setting) -> String {
    format!("{name} = {}", toml_value(key, &setting.text))
}

/// Says all that is wrong.
fn check(file: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let paths = match &file {
        Some(file) => named(file)?,
        None => settings::paths().map_err(Failure::mode)?,
    };
    // A file is checked by itself.
    let environment = |name: &str| variable(name).filter(|_| file.is_none());
    let layers = match Layers::read(&paths, environment, Vec::new()) {
        Ok(layers) => layers,
        Err(faults) => return tell(&faults),
    };
    for warning in layers.warnings() {
        super::warn(format_args!("warning: {warning}"));
    }
    let profiles = layers.profiles();
    warn_of_gutters(&layers, profiles.iter().map(|(name, _)| name.as_str()));
    let library = Library::new(settings::paths().map_err(Failure::mode)?.profiles());
    for (name, setting) in profiles {
        if let Err(e @ LibraryError::Unknown { .. }) = library.find(&name) {
            super::warn(format_args!("warning: {}: {e}", setting.origin()));
        }
    }
    if file.is_none() {
        warn_of_variables();
    }
    let profile = layers.settings(None).profile();
    if let Some(Err(e)) = profile.map(|name| library.find(&name)) {
        return Err(Failure::mode(e));
    }
    let said = match paths.file() {
        Some(path) if path.exists() => format!("{}: all right\n", path.display()),
        Some(path) => format!("{}: not there, the defaults hold\n", path.display()),
        None => "no configuration file: the defaults hold\n".to_owned(),
    };
    super::print(&said)?;
    Ok(ExitCode::SUCCESS)
}

/// A gutter that cannot be, in general or under a profile.
fn warn_of_gutters<'a>(layers: &Layers, profiles: impl Iterator<Item = &'a str>) {
    let mut told = Vec::new();
    for profile in std::iter::once(None).chain(profiles.map(Some)) {
        let settings = layers.settings(profile);
        let Some(against) = settings.against_gutter() else {
            continue;
        };
        if let (Some(gutter), Some(other)) = (settings.get(Key::Gutter), settings.get(against)) {
            let text = format!(
                "{}: there is no gutter with {against} = {} ({})",
                gutter.origin(),
                other.text,
                other.origin()
            );
            if !told.contains(&text) {
                super::warn(format_args!("warning: {text}"));
                told.push(text);
            }
        }
    }
}

/// A variable with our prefix that means nothing is a misspelt one.
fn warn_of_variables() {
    let known: Vec<&str> = Key::ALL
        .iter()
        .map(|key| key.definition().variable)
        .chain([CONFIG_VARIABLE, session::VARIABLE])
        .collect();
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for name in names.filter(|n| n.starts_with("SHADE_PTY_") && !known.contains(&n.as_str())) {
        let guess = nearest(&name, known.iter().copied());
        let guess = guess.map_or_else(String::new, |g| format!("; did you mean `{g}`?"));
        super::warn(format_args!(
            "warning: `{name}` is no variable of ours{guess}"
        ));
    }
}

/// A file that was named on the command line, where a relative path counts from the current folder.
fn named(file: &Path) -> Result<Paths, Failure> {
    let file = std::path::absolute(file).map_err(Failure::mode)?;
    let only = |name: &str| (name == CONFIG_VARIABLE).then(|| OsString::from(&file));
    Paths::from_environment(only).map_err(Failure::mode)
}

fn tell(faults: &[Fault]) -> Result<ExitCode, Failure> {
    for fault in faults {
        super::warn(format_args!("{fault}"));
    }
    Ok(ExitCode::from(failure::MODE))
}

fn init() -> anyhow::Result<ExitCode> {
    let path = settings::file()?;
    let folder = path
        .parent()
        .ok_or_else(|| anyhow!("no folder to write to"))?;
    let cannot = || format!("cannot write {}", path.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    let mut file = match File::create_new(&path) {
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
            bail!(
                "{} is there already: change it with `shade-pty config set`, or move it away",
                path.display()
            );
        }
        file => file.with_context(cannot)?,
    };
    file.write_all(config::template().as_bytes())
        .with_context(cannot)?;
    super::print(&format!("{}\n", path.display())).map_err(|_| anyhow!("cannot say so"))?;
    Ok(ExitCode::SUCCESS)
}

fn set(key: &str, value: &str) -> anyhow::Result<ExitCode> {
    let path = settings::file()?;
    // A link, as into a folder of dotfiles, stays one.
    let target = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
    let text = match fs::read_to_string(&target) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let edited = config::set(&text, &path, key, value)?;
    replace(&target, &edited).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Puts a new text in a file's place, at once or not at all; its mode stays.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = folder.join(name);
    let write = || {
        let mut file = File::create_new(&new)?;
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&new);
    })
}
