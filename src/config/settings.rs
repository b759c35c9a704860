//! The settings that hold: defaults, then the file, the file's part for a profile, the environment, flags. Each value
//! knows where it comes from.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use super::file::{self, Entry, Fault, PROFILES, Source};
use super::keys::Key;
use super::paths::Paths;
use super::{Background, Gutter, Wish, parse_fill};
use crate::Fill;
use crate::display::Mode;
use crate::region::Hidden;

/// A value, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The value, as a flag would give it.
    pub text: String,
    /// Where it comes from; `None`: it is the default.
    pub source: Option<Source>,
}

impl Setting {
    /// Where it comes from, in words.
    pub fn origin(&self) -> impl fmt::Display + '_ {
        struct Origin<'a>(&'a Setting);
        impl fmt::Display for Origin<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match &self.0.source {
                    None => f.write_str("default"),
                    Some(source) => source.fmt(f),
                }
            }
        }
        Origin(self)
    }
}

/// A value that a flag gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The setting.
    pub key: Key,
    /// What was typed.
    pub text: String,
    /// The flag, for messages.
    pub name: &'static str,
}

/// All that was said, before it is known which profile it is for.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    path: Option<PathBuf>,
    entries: Vec<Entry>,
    environment: Vec<(Key, String, &'static str)>,
    flags: Vec<Flag>,
    warnings: Vec<Fault>,
}

impl Layers {
    /// Reads file and environment; all faults there are, in file, environment and flags.
    pub fn read(
        paths: &Paths,
        variable: impl Fn(&str) -> Option<OsString>,
        flags: Vec<Flag>,
    ) -> Result<Layers, Vec<Fault>> {
        let (mut faults, mut warnings) = (Vec::new(), Vec::new());
        let entries = match (paths.read(), paths.file()) {
            (Ok(Some(text)), Some(path)) => file::parse(&text, path),
            (Err(fault), _) => Err(vec![fault]),
            _ => Ok(Vec::new()),
        };
        let entries = entries.unwrap_or_else(|mut e| {
            faults.append(&mut e);
            Vec::new()
        });
        let environment = environment(variable, &mut faults, &mut warnings);
        for flag in &flags {
            if let Err(e) = flag.key.check(&flag.text) {
                faults.push(Fault {
                    source: Source::Flag(flag.name),
                    key: None,
                    message: e.to_string(),
                });
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut layers = Layers {
            path: paths.file().map(Path::to_owned),
            entries,
            environment,
            flags,
            warnings,
        };
        layers.warn_of_entries();
        Ok(layers)
    }

    /// Values that are not known, for which others hold.
    pub fn warnings(&self) -> &[Fault] {
        &self.warnings
    }

    fn warn_of_entries(&mut self) {
        let path = self.path.clone().unwrap_or_default();
        let warned = self.entries.iter().filter_map(|entry| {
            let message = entry.warning.as_ref()?;
            Some(unknown(
                Source::File {
                    path: path.clone(),
                    place: entry.place,
                },
                entry.key,
                message,
            ))
        });
        self.warnings.extend(warned);
    }

    /// The settings that hold under a profile; `None`: before one is chosen.
    pub fn settings(&self, profile: Option<&str>) -> Settings {
        let file = |key, profile: Option<&str>| {
            let mut entries = self.entries.iter();
            let entry = entries.find(|e| e.key == key && e.profile.as_deref() == profile)?;
            Some(self.setting(entry))
        };
        let from = |text: &str, source| Setting {
            text: text.to_owned(),
            source,
        };
        let environment = |key| {
            let (_, text, name) = self.environment.iter().find(|(k, ..)| *k == key)?;
            Some(from(text, Some(Source::Environment(name))))
        };
        let flag = |key| {
            let found = self.flags.iter().find(|f| f.key == key)?;
            Some(from(&found.text, Some(Source::Flag(found.name))))
        };
        let value = |key: Key| {
            flag(key)
                .or_else(|| environment(key))
                .or_else(|| profile.and_then(|p| file(key, Some(p))))
                .or_else(|| file(key, None))
                .or_else(|| key.definition().default.map(|text| from(text, None)))
        };
        Settings {
            values: Key::ALL.map(|key| (key, value(key))),
        }
    }

    /// What the file says for single profiles: the setting, its value, its whole dotted name.
    pub fn overrides(&self) -> impl Iterator<Item = (Key, Setting, String)> {
        self.entries.iter().filter_map(|entry| {
            let name = entry.profile.as_deref()?;
            let name = format!("{PROFILES}.{}.{}", quoted(name), entry.key);
            Some((entry.key, self.setting(entry), name))
        })
    }

    /// The profiles that the file has settings for, each with the first of them.
    pub fn profiles(&self) -> Vec<(String, Setting)> {
        let mut named: Vec<(String, Setting)> = Vec::new();
        for entry in &self.entries {
            if let Some(name) = &entry.profile
                && !named.iter().any(|(n, _)| n == name)
            {
                named.push((name.clone(), self.setting(entry)));
            }
        }
        named
    }

    /// What an entry of the file makes.
    fn setting(&self, entry: &Entry) -> Setting {
        Setting {
            text: entry.text.clone(),
            source: Some(Source::File {
                path: self.path.clone().unwrap_or_default(),
                place: entry.place,
            }),
        }
    }
}

/// A name as a part of a dotted key.
fn quoted(name: &str) -> String {
    toml_edit::Key::new(name).to_string()
}

/// A value that is not known, for which another holds.
fn unknown(source: Source, key: Key, message: &str) -> Fault {
    Fault {
        source,
        key: Some(key.name().to_owned()),
        message: format!("{message}; `{}` holds", key.fallback().unwrap_or_default()),
    }
}

/// The settings in the environment. One that is empty is not set.
fn environment(
    variable: impl Fn(&str) -> Option<OsString>,
    faults: &mut Vec<Fault>,
    warnings: &mut Vec<Fault>,
) -> Vec<(Key, String, &'static str)> {
    let mut found = Vec::new();
    for key in Key::ALL {
        let name = key.definition().variable;
        let Some(value) = variable(name).filter(|v| !v.is_empty()) else {
            continue;
        };
        let text = value.to_string_lossy().into_owned();
        match key.check(&text) {
            Ok(()) => found.push((key, text, name)),
            Err(e) if let Some(fallback) = key.fallback() => {
                warnings.push(unknown(Source::Environment(name), key, &e.to_string()));
                found.push((key, fallback.to_owned(), name));
            }
            Err(e) => faults.push(Fault {
                source: Source::Environment(name),
                key: None,
                message: e.to_string(),
            }),
        }
    }
    found
}

/// The settings that hold.
#[derive(Clone, Debug)]
pub struct Settings {
    values: [(Key, Option<Setting>); Key::ALL.len()],
}

impl Settings {
    /// A value; `None` where there is none and no default.
    pub fn get(&self, key: Key) -> Option<&Setting> {
        let mut values = self.values.iter();
        values
            .find(|(k, _)| *k == key)
            .and_then(|(_, s)| s.as_ref())
    }

    /// All, in the order of the manual.
    pub fn iter(&self) -> impl Iterator<Item = (Key, Option<&Setting>)> {
        self.values.iter().map(|(key, s)| (*key, s.as_ref()))
    }

    fn text(&self, key: Key) -> &str {
        self.get(key).map_or("", |s| &s.text)
    }

    /// What the background is to be.
    pub fn background(&self) -> Wish {
        // Every value was checked when it was read.
        Background::setting(self.text(Key::Background)).unwrap_or(Wish::Nothing)
    }

    /// Whether tool calls made while reasoning are shaded.
    pub fn extend_across_tool_calls(&self) -> bool {
        self.text(Key::ExtendAcrossToolCalls) == "true"
    }

    /// The tool calls that do not count.
    pub fn hidden_tools(&self) -> Hidden {
        let names = self.text(Key::HiddenToolCalls).split(',').map(str::trim);
        let names = names.filter(|n| !n.is_empty()).map(str::to_owned);
        Hidden::new(self.text(Key::ShowToolCalls) == "true", names)
    }

    /// How far a shaded row reaches; `None`: as far as the terminal can do it.
    pub fn fill(&self) -> Option<Fill> {
        parse_fill(self.text(Key::Fill)).unwrap_or_default()
    }

    /// What the gutter is to be.
    pub fn gutter(&self) -> Gutter {
        self.text(Key::Gutter).parse().unwrap_or_default()
    }

    /// The setting that leaves no gutter although there is to be one.
    pub fn against_gutter(&self) -> Option<Key> {
        let wanted = self.gutter() != Gutter::Off;
        let whole = matches!(self.fill(), None | Some(Fill::Terminal));
        match (wanted, whole, self.repair()) {
            (true, false, _) => Some(Key::Fill),
            (true, true, false) => Some(Key::Repair),
            (true, true, true) | (false, ..) => None,
        }
    }

    /// Whether rows may be mended.
    pub fn repair(&self) -> bool {
        self.text(Key::Repair) == "on"
    }

    /// What is shown and what is not.
    pub fn mode(&self) -> Mode {
        Mode {
            display: self.text(Key::Display).parse().unwrap_or_default(),
            thinking: self
                .text(Key::ThinkingDisplayMode)
                .parse()
                .unwrap_or_default(),
        }
    }

    /// The profile that was named: its name, or the path of a file. In a configuration file a relative one counts from
    /// that file.
    pub fn profile(&self) -> Option<String> {
        let setting = self.get(Key::Profile)?;
        if !setting.text.contains('/') {
            return Some(setting.text.clone());
        }
        Some(placed(setting).to_string_lossy().into_owned())
    }

    /// The log's file.
    pub fn log(&self) -> Option<PathBuf> {
        self.get(Key::Log).map(placed)
    }

    /// Which messages go to the log.
    pub fn log_filter(&self) -> &str {
        self.text(Key::LogFilter)
    }

    /// The folder that sessions are recorded to.
    pub fn record(&self) -> Option<PathBuf> {
        self.get(Key::Record).map(placed)
    }
}

/// A path from a setting: that of a file counts from the file's folder.
fn placed(setting: &Setting) -> PathBuf {
    match &setting.source {
        Some(Source::File { path, .. }) => {
            path.parent().unwrap_or(Path::new("/")).join(&setting.text)
        }
        _ => PathBuf::from(&setting.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "log = 'l'\n[style.reasoning]\nbackground = 1\n[profiles.pi.style.reasoning]\nbackground = 2\n";

    fn layers(file: &str, pairs: &[(&str, &str)], flags: &[&str]) -> Result<Layers, Vec<Fault>> {
        let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
        let path = folder.path().join("c.toml");
        std::fs::write(&path, file).unwrap_or_else(|e| panic!("{e}"));
        let variable = |name: &str| {
            if name == super::super::paths::CONFIG_VARIABLE {
                return Some(path.clone().into_os_string());
            }
            let pair = pairs.iter().find(|(n, _)| *n == name);
            pair.map(|(_, v)| OsString::from(v))
        };
        let paths = Paths::from_environment(variable).unwrap_or_default();
        let flags = flags.iter().map(|text| Flag {
            key: Key::Background,
            text: (*text).to_owned(),
            name: "--background",
        });
        Layers::read(&paths, variable, flags.collect())
    }

    #[test]
    fn the_nearest_layer_wins_and_is_named() {
        let variable: &[(&str, &str)] = &[("SHADE_PTY_BACKGROUND", "3")];
        let empty: &[(&str, &str)] = &[("SHADE_PTY_BACKGROUND", "")];
        type Case<'a> = (
            &'a str,
            &'a [(&'a str, &'a str)],
            &'a [&'a str],
            &'a str,
            &'a str,
            &'a str,
        );
        let table: [Case<'_>; 6] = [
            ("", &[], &[], "other", "auto", "default"),
            ("", empty, &[], "other", "auto", "default"),
            (FILE, &[], &[], "other", "1", "c.toml:3:14"),
            (FILE, &[], &[], "pi", "2", "c.toml:5:14"),
            (
                FILE,
                variable,
                &[],
                "pi",
                "3",
                "environment SHADE_PTY_BACKGROUND",
            ),
            (FILE, variable, &["4"], "pi", "4", "--background"),
        ];
        for (file, pairs, flags, profile, text, origin) in table {
            let settings = layers(file, pairs, flags).map(|l| l.settings(Some(profile)));
            let setting = settings.ok().and_then(|s| s.get(Key::Background).cloned());
            let setting = setting.unwrap_or_else(|| panic!("{origin}"));
            assert_eq!(setting.text, text, "{origin}");
            assert!(
                setting.origin().to_string().ends_with(origin),
                "{origin}: {}",
                setting.origin()
            );
        }
    }

    #[test]
    fn faults_of_all_layers_are_told() {
        let faults = layers(
            "fil = 1",
            &[("SHADE_PTY_FILL", "wide"), ("SHADE_PTY_REPAIR", "no")],
            &["256"],
        );
        let faults: Vec<String> = faults
            .err()
            .unwrap_or_default()
            .iter()
            .map(Fault::to_string)
            .collect();
        assert_eq!(faults.len(), 4, "{faults:?}");
        assert!(
            faults[0].ends_with("known here: style, profile, log, log_filter, record, profiles)"),
            "{faults:?}"
        );
        assert!(faults[1].starts_with("environment SHADE_PTY_FILL: `wide` is no fill mode"));
        assert!(
            faults[2].starts_with("environment SHADE_PTY_REPAIR: `no` is wrong: use `on` or `off`")
        );
        assert!(faults[3].starts_with("--background: `256` is no background"));
    }

    #[test]
    fn a_path_in_a_file_counts_from_it() {
        let settings = layers(FILE, &[], &[]).map(|l| l.settings(None));
        let log = settings.ok().and_then(|s| s.log()).unwrap_or_default();
        assert!(log.is_absolute() && log.ends_with("l"), "{log:?}");
    }
}
