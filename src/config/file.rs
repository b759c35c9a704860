//! A configuration file's text: which settings it makes, and all that is wrong with it.

use std::fmt;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{Form, Key};
use crate::source::{Place, did_you_mean, nearest};

/// The table of settings that hold for one profile only.
pub(super) const PROFILES: &str = "profiles";

/// A setting as a file makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The profile it is for; `None`: all.
    pub profile: Option<String>,
    /// Which one.
    pub key: Key,
    /// Its value, as a flag would give it.
    pub text: String,
    /// Where the value stands.
    pub place: Place,
    /// What was wrong with it, where something else holds for it all the same.
    pub warning: Option<String>,
}

/// Something wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub source: Source,
    /// The key, if it is about one.
    pub key: Option<String>,
    /// What, and what would be right.
    pub message: String,
}

/// Where a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file.
    File {
        /// Its path.
        path: PathBuf,
        /// Where in it.
        place: Place,
    },
    /// A file as a whole.
    WholeFile(PathBuf),
    /// A variable of the environment.
    Environment(&'static str),
    /// A flag.
    Flag(&'static str),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::File { path, place } => write!(f, "{}:{place}", path.display()),
            Source::WholeFile(path) => path.display().fmt(f),
            Source::Environment(name) => write!(f, "environment {name}"),
            Source::Flag(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.source)?;
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// Reads a file's text; `path` is for the messages. Faults come in the order of the text.
pub fn parse(text: &str, path: &Path) -> Result<Vec<Entry>, Vec<Fault>> {
    let mut reader = Reader {
        text,
        entries: Vec::new(),
        faults: Vec::new(),
    };
    match DeTable::parse(text) {
        Ok(root) => reader.table(root.get_ref(), "", None),
        Err(e) => {
            // The first line says what; TOML's own messages point below it.
            let message = e.message().lines().next().unwrap_or("no TOML").to_owned();
            let at = e.span().map_or(0, |s| s.start);
            reader.faults.push((at, None, message));
        }
    }
    if reader.faults.is_empty() {
        return Ok(reader.entries);
    }
    reader.faults.sort_by_key(|(at, ..)| *at);
    let fault = |(at, key, message)| Fault {
        source: Source::File {
            path: path.to_owned(),
            place: Place::of(text, at),
        },
        key,
        message,
    };
    Err(reader.faults.into_iter().map(fault).collect())
}

struct Reader<'t> {
    text: &'t str,
    entries: Vec<Entry>,
    faults: Vec<(usize, Option<String>, String)>,
}

impl Reader<'_> {
    /// Reads the table of the dotted name `prefix`, which is that of one profile if `profile` is given.
    fn table(&mut self, table: &DeTable<'_>, prefix: &str, profile: Option<&str>) {
        for (name, value) in table {
            let full = match prefix {
                "" => name.get_ref().to_string(),
                _ => format!("{prefix}.{}", name.get_ref()),
            };
            let at = name.span().start;
            // A quoted name with a dot in it is one name, and none of ours.
            let plain = !name.get_ref().contains('.');
            let mut known = keys(profile.is_some()).filter(|_| plain);
            let children = known.clone().any(|k| is_below(k.name(), &full));
            if let Some(key) = known.find(|k| k.name() == full) {
                self.value(key, value, profile);
            } else if full == PROFILES && profile.is_none() {
                self.profiles(value, at);
            } else if children {
                match value.get_ref().as_table() {
                    Some(inner) => self.table(inner, &full, profile),
                    None => self.fault(at, &full, profile, "this is a table of settings".into()),
                }
            } else {
                let message = unknown(&full, prefix, profile.is_some());
                self.fault(at, &full, profile, message);
            }
        }
    }

    fn profiles(&mut self, value: &Spanned<DeValue<'_>>, at: usize) {
        let form = "write [profiles.NAME.style.reasoning]";
        let Some(table) = value.get_ref().as_table() else {
            return self.fault(at, PROFILES, None, format!("this is a table: {form}"));
        };
        for (name, settings) in table {
            match settings.get_ref().as_table() {
                Some(inner) => self.table(inner, "", Some(name.get_ref())),
                None => {
                    let message = format!("settings for one profile are a table: {form}");
                    self.fault(name.span().start, "", Some(name.get_ref()), message);
                }
            }
        }
    }

    fn value(&mut self, key: Key, value: &Spanned<DeValue<'_>>, profile: Option<&str>) {
        let at = value.span().start;
        let text = text(key, value.get_ref());
        let checked = text.and_then(|t| key.check(&t).map(|()| t).map_err(|e| e.to_string()));
        let (text, warning) = match (checked, key.fallback()) {
            (Ok(text), _) => (text, None),
            (Err(message), Some(text)) => (text.to_owned(), Some(message)),
            (Err(message), None) => return self.fault(at, key.name(), profile, message),
        };
        self.entries.push(Entry {
            profile: profile.map(str::to_owned),
            key,
            text,
            place: Place::of(self.text, at),
            warning,
        });
    }

    fn fault(&mut self, at: usize, key: &str, profile: Option<&str>, message: String) {
        let key = match (profile, key) {
            (None, key) => key.to_owned(),
            (Some(profile), "") => format!("{PROFILES}.{profile}"),
            (Some(profile), key) => format!("{PROFILES}.{profile}.{key}"),
        };
        self.faults.push((at, Some(key), message));
    }
}

/// The settings that may stand in a file, or under a profile in it.
fn keys(per_profile: bool) -> impl Iterator<Item = Key> + Clone {
    Key::ALL
        .into_iter()
        .filter(move |k| !per_profile || k.definition().per_profile)
}

/// Whether the key stands in the table of this name.
fn is_below(key: &str, table: &str) -> bool {
    key.strip_prefix(table)
        .is_some_and(|rest| rest.starts_with('.'))
}

/// A value as a flag would give it.
fn text(key: Key, value: &DeValue<'_>) -> Result<String, String> {
    let form = key.definition().form;
    match (form, value) {
        (Form::Background | Form::Gutter, DeValue::Integer(n)) if n.radix() == 10 => {
            Ok(n.as_str().to_owned())
        }
        (Form::Bool | Form::Gutter, DeValue::Boolean(b)) => Ok(b.to_string()),
        (Form::Switch, DeValue::Boolean(b)) => Ok(if *b { "on" } else { "off" }.to_owned()),
        (Form::Display, DeValue::Integer(n)) if n.radix() == 10 => Ok(n.as_str().replace('_', "")),
        (Form::Bool, _) => Err(wrong_type(form, value)),
        (Form::Names, DeValue::Array(list)) => {
            let names = list.iter().map(|name| match name.get_ref() {
                DeValue::String(name) if !name.contains(',') => Ok(name.to_string()),
                other => Err(wrong_type(form, other)),
            });
            Ok(names.collect::<Result<Vec<String>, String>>()?.join(","))
        }
        (Form::Names, _) => Err(wrong_type(form, value)),
        (_, DeValue::String(s)) => Ok(s.to_string()),
        (Form::Profile, DeValue::Table(_)) => Err(format!(
            "this is a profile's name; settings for one profile stand in [{PROFILES}.NAME.style.reasoning]"
        )),
        _ => Err(wrong_type(form, value)),
    }
}

fn wrong_type(form: Form, value: &DeValue<'_>) -> String {
    let found = value.type_str();
    format!("found {found}: use {}", form.describe())
}

/// What to say about a key that is not known.
fn unknown(full: &str, prefix: &str, per_profile: bool) -> String {
    let last = |name: &'static str| name.rsplit('.').next().unwrap_or(name);
    let word = full.rsplit('.').next().unwrap_or(full);
    let mut here: Vec<&str> = keys(per_profile)
        .map(Key::name)
        .filter(|name| prefix.is_empty() || is_below(name, prefix))
        .filter_map(|name| {
            name[if prefix.is_empty() {
                0
            } else {
                prefix.len() + 1
            }..]
                .split('.')
                .next()
        })
        .collect();
    if prefix.is_empty() && !per_profile {
        here.push(PROFILES);
    }
    here.dedup();
    // A word that is right elsewhere is in the wrong place.
    let elsewhere = keys(per_profile)
        .map(Key::name)
        .find(|name| nearest(word, [last(name)]).is_some());
    let guess = nearest(word, here.iter().copied()).map(|name| match prefix {
        "" => name.to_owned(),
        _ => format!("{prefix}.{name}"),
    });
    let guess = guess.or(elsewhere.map(str::to_owned));
    let allowed = here.join(", ");
    format!(
        "unknown key{} (known here: {allowed})",
        did_you_mean(guess.as_deref())
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn faults(text: &str) -> String {
        let faults = parse(text, Path::new("c.toml")).err().unwrap_or_default();
        let lines: Vec<String> = faults.iter().map(Fault::to_string).collect();
        lines.join("\n")
    }

    #[test]
    fn settings_and_their_places() {
        let text = "profile = \"pi\"\n[style.reasoning]\nbackground = 7\nrepair = false\n\
                    [profiles.llm.style.reasoning]\nfill = 'content'\n";
        let entries = parse(text, Path::new("c.toml")).unwrap_or_default();
        let table: Vec<_> = entries
            .iter()
            .map(|e| {
                (
                    e.profile.as_deref(),
                    e.key,
                    e.text.as_str(),
                    e.place.to_string(),
                )
            })
            .collect();
        assert_eq!(
            table,
            [
                (None, Key::Profile, "pi", "1:11".to_owned()),
                (Some("llm"), Key::Fill, "content", "6:8".to_owned()),
                (None, Key::Background, "7", "3:14".to_owned()),
                (None, Key::Repair, "off", "4:10".to_owned()),
            ]
        );
        assert_eq!(parse("", Path::new("c.toml")), Ok(Vec::new()));
        assert!(
            parse(
                "style.reasoning.background = '#102030'",
                Path::new("c.toml")
            )
            .is_ok()
        );
    }

    #[test]
    fn a_fault_names_file_line_column_key_and_what_is_right() {
        let table = [
            (
                "[style.reasoning]\nbackground = 256",
                "c.toml:2:14: style.reasoning.background: `256` is no background: use a palette number from 0 to 255",
            ),
            (
                "style.reasoning.backgruond = 1",
                "c.toml:1:17: style.reasoning.backgruond: unknown key; did you mean `style.reasoning.background`? (known here: background, extend_across_tool_calls, fill, gutter, repair, display)",
            ),
            (
                "background = 1",
                "c.toml:1:1: background: unknown key; did you mean `style.reasoning.background`? (known here: style, profile, log, log_filter, record, profiles)",
            ),
            (
                "[profiles.pi]\nlog = 'x'",
                "c.toml:2:1: profiles.pi.log: unknown key (known here: style)",
            ),
            (
                "[profile.pi.style.reasoning]\nfill = 'content'",
                "c.toml:1:2: profile: this is a profile's name; settings for one profile stand in [profiles.NAME.style.reasoning]",
            ),
            (
                "[style.reasoning]\nextend_across_tool_calls = 'yes'",
                "c.toml:2:28: style.reasoning.extend_across_tool_calls: found string: use true or false",
            ),
            (
                "style = 3",
                "c.toml:1:1: style: this is a table of settings",
            ),
            ("profiles = 3", "c.toml:1:1: profiles: this is a table"),
            (
                "profiles.pi = 3",
                "c.toml:1:10: profiles.pi: settings for one profile are a table",
            ),
            ("log = [1]", "c.toml:1:7: log: found array: use string"),
            (
                "style.reasoning.background = 0xff",
                "c.toml:1:30: style.reasoning.background: found integer",
            ),
            ("a = \"x\nb = 1", "c.toml:1:"),
            ("log = 'a'\nlog = 'b'", "c.toml:2:1: duplicate key"),
        ];
        for (text, start) in table {
            let found = faults(text);
            assert!(found.starts_with(start), "{text:?}:\n{found}\n{start}");
        }
    }

    proptest! {
        /// Any text is read or refused, with places in it, and edited or not.
        #[test]
        fn no_text_is_too_strange(
            parts in prop::collection::vec(
                prop_oneof![
                    "[a-z.\"'\\[\\]{}=#,\n 0-9é-]{0,6}",
                    prop::sample::select(vec![
                        "[style.reasoning]\n", "[profiles.pi", "style", ".reasoning", ".background", " = ", "236", "\"none\"",
                        "\n", "log", "profile", "{ ", " }", "profiles.x.", "\"style.reasoning\"",
                    ]).prop_map(str::to_owned),
                ],
                0..12,
            ),
        ) {
            let text = parts.concat();
            let path = Path::new("c.toml");
            let lines = text.split('\n').count();
            for fault in parse(&text, path).err().unwrap_or_default() {
                let Source::File { place, .. } = fault.source else {
                    return Err(TestCaseError::fail("a place in the file"));
                };
                prop_assert!(place.line <= lines, "{fault:?}");
            }
            for name in ["log", "style.reasoning.background", "profiles.pi.style.reasoning.fill"] {
                let value = if name.ends_with("fill") { "content" } else { "7" };
                if let Ok(edited) = super::super::set(&text, path, name, value) {
                    let entries = parse(&edited, path).unwrap_or_default();
                    prop_assert!(entries.iter().any(|e| e.text == value && name.ends_with(e.key.name())), "{edited}");
                    // All that was said before still is.
                    for entry in parse(&text, path).unwrap_or_default() {
                        let kept = |e: &Entry| e.key == entry.key && e.profile == entry.profile;
                        prop_assert!(entries.iter().any(kept), "{text}\n{edited}");
                    }
                }
            }
            let _ = crate::Profile::parse(&text).map_err(|e| e.to_string());
        }
    }

    #[test]
    fn all_faults_are_told_in_the_order_of_the_text() {
        let found = faults("zebra = 1\n[style.reasoning]\nfill = 'x'\nbackground = -1\n");
        let places: Vec<&str> = found.lines().map(|l| &l[..11]).collect();
        assert_eq!(places, ["c.toml:1:1:", "c.toml:3:8:", "c.toml:4:14"]);
    }
}
