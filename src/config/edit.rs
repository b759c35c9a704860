//! `config set`: one value changed in a file's text, everything else as it was.

use std::path::Path;

use toml_edit::{DocumentMut, Item, Table};

use super::file::{Entry, Fault, PROFILES, Source, parse};
use super::keys::{Key, ValueError};
use super::template::toml_value;
use crate::source::{did_you_mean, nearest};

/// Why a value cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The file is wrong already.
    #[error("{0}")]
    Faulty(Fault),
    /// There is no such key.
    #[error("{0}")]
    Unknown(String),
    /// The key cannot have this value.
    #[error("{key}: {error}")]
    Value {
        /// The key.
        key: String,
        /// What would be right.
        error: ValueError,
    },
}

/// The text of the file at `path` with the key `name` set to `value`. Comments, order and form stay.
pub fn set(text: &str, path: &Path, name: &str, value: &str) -> Result<String, EditError> {
    let (table, key) = find(name)?;
    key.check(value).map_err(|error| EditError::Value {
        key: name.to_owned(),
        error,
    })?;
    parse(text, path).map_err(|mut faults| EditError::Faulty(faults.remove(0)))?;
    let whole = |message: String| {
        EditError::Faulty(Fault {
            source: Source::WholeFile(path.to_owned()),
            key: Some(name.to_owned()),
            message,
        })
    };
    let mut document: DocumentMut = text.parse().map_err(|_| whole("no TOML".into()))?;
    let mut at: &mut Item = document.as_item_mut();
    let names = table.into_iter().chain(key.name().split('.'));
    let mut names = names.peekable();
    while let Some(part) = names.next() {
        let parent = at
            .as_table_like_mut()
            .ok_or_else(|| whole("its table is none".into()))?;
        if names.peek().is_none() {
            put(parent, part, toml_value(key, value));
            break;
        }
        at = parent.entry(part).or_insert_with(|| {
            let mut table = Table::new();
            table.set_implicit(true); // a head of its own only where something stands in it
            Item::Table(table)
        });
    }
    let edited = document.to_string();
    // An edit that would break the file (an inline table that cannot be extended) is not made.
    let wanted = parse(&edited, path).map_err(|mut faults| EditError::Faulty(faults.remove(0)))?;
    let name = key.name().rsplit('.').next().unwrap_or_default();
    let line = format!("{name} = {}", toml_value(key, value));
    Ok(at_its_comment(text, name, &line, path, &wanted)
        .or_else(|| at_the_end(text, &edited))
        .unwrap_or(edited))
}

/// The text with a new line below the one where its key is commented out, as `config init` does; `None` where there is
/// none that would mean the same.
fn at_its_comment(
    text: &str,
    name: &str,
    line: &str,
    path: &Path,
    wanted: &[Entry],
) -> Option<String> {
    let comment = format!("#{name} = ");
    let mut end = 0;
    text.split_inclusive('\n').find_map(|old| {
        end += old.len();
        let (above, below) = (&text[..end], &text[end..]);
        let new = format!("{above}{line}\n{below}");
        let found = old.starts_with(&comment).then(|| parse(&new, path))?;
        same(&found.ok()?, wanted).then_some(new)
    })
}

/// Whether two files say the same, whatever the places.
fn same(a: &[Entry], b: &[Entry]) -> bool {
    let said = |e: &Entry| (e.profile.clone(), e.key, e.text.clone());
    let all = |entries: &[Entry]| {
        let mut all: Vec<_> = entries.iter().map(said).collect();
        all.sort();
        all
    };
    all(a) == all(b)
}

/// What was added at the end of the last table, below the comments that end the text and not above them.
fn at_the_end(text: &str, edited: &str) -> Option<String> {
    let mut bare: DocumentMut = text.parse().ok()?;
    let trailing = bare.trailing().as_str()?.to_owned();
    bare.set_trailing("");
    let bare = bare.to_string();
    let added = edited.strip_prefix(&bare)?.strip_suffix(&trailing)?;
    let gap = if trailing.ends_with('\n') || trailing.is_empty() {
        ""
    } else {
        "\n"
    };
    Some(format!("{bare}{trailing}{gap}{added}"))
}

/// Puts a value where there may be one, whose comment stays.
fn put(table: &mut dyn toml_edit::TableLike, name: &str, mut value: toml_edit::Value) {
    if let Some(old) = table.get_mut(name).and_then(Item::as_value_mut) {
        *value.decor_mut() = old.decor().clone();
        *old = value;
        return;
    }
    // The blanks before an inline table's brace follow its last value.
    if let Some(last) = table
        .iter_mut()
        .last()
        .and_then(|(_, item)| item.as_value_mut())
        && let Some(blanks) = last.decor().suffix().and_then(|s| s.as_str())
        && !blanks.is_empty()
        && blanks.trim().is_empty()
    {
        value.decor_mut().set_suffix(blanks.to_owned());
        last.decor_mut().set_suffix("");
    }
    table.insert(name, Item::Value(value));
}

/// The table of a profile, if the name starts with one, and the key.
fn find(name: &str) -> Result<(Vec<&str>, Key), EditError> {
    if let Some(key) = Key::from_name(name) {
        return Ok((Vec::new(), key));
    }
    let inner = name
        .strip_prefix(PROFILES)
        .and_then(|r| r.strip_prefix('.'));
    if let Some((profile, rest)) = inner.and_then(|inner| inner.split_once('.'))
        && let Some(key) = Key::from_name(rest).filter(|k| k.definition().per_profile)
    {
        return Ok((vec![PROFILES, profile], key));
    }
    let names = || Key::ALL.into_iter().map(Key::name);
    let word = name.rsplit('.').next().unwrap_or(name);
    let by_word = || {
        names().find(|n| {
            n.rsplit('.')
                .next()
                .is_some_and(|w| nearest(word, [w]).is_some())
        })
    };
    let guess = nearest(name, names()).or_else(by_word);
    Err(EditError::Unknown(format!(
        "there is no key `{name}`{} (there are: {})",
        did_you_mean(guess),
        names().collect::<Vec<_>>().join(", ")
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, name: &str, value: &str) -> String {
        set(text, Path::new("c.toml"), name, value).unwrap_or_else(|e| e.to_string())
    }

    #[test]
    fn comments_order_and_form_stay() {
        let text = "# mine\nlog = 'x' # why\n\n[style.reasoning] # look\nfill = 'content'   # so\n";
        assert_eq!(
            edited(text, "style.reasoning.fill", "terminal"),
            text.replace("'content'", "\"terminal\"")
        );
        assert_eq!(
            edited(text, "style.reasoning.background", "236"),
            format!("{text}background = 236\n")
        );
        assert_eq!(
            edited(text, "profiles.pi.style.reasoning.repair", "off"),
            format!("{text}\n[profiles.pi.style.reasoning]\nrepair = \"off\"\n")
        );
        assert_eq!(edited("", "log", "/x"), "log = \"/x\"\n");
        assert_eq!(
            edited(
                "style = { reasoning = { fill = 'content' } }\n",
                "style.reasoning.background",
                "#102030"
            ),
            "style = { reasoning = { fill = 'content', background = \"#102030\" } }\n"
        );
        assert_eq!(
            edited(
                "style.reasoning.fill = 'content'\n",
                "style.reasoning.extend_across_tool_calls",
                "false"
            ),
            "style.reasoning.fill = 'content'\nstyle.reasoning.extend_across_tool_calls = false\n"
        );
    }

    #[test]
    fn a_new_line_stands_where_a_reader_looks_for_it() {
        let template = super::super::template::template();
        let with = |text: &str, name: &str, value: &str, above: &str, line: &str| {
            let new = edited(text, name, value);
            assert_eq!(
                new,
                text.replace(above, &format!("{above}{line}")),
                "{name}"
            );
            new
        };
        let above = "#background = \"auto\"\n";
        let one = with(
            &template,
            "style.reasoning.background",
            "238",
            above,
            "background = 238\n",
        );
        let above = "#log_filter = \"info\"\n";
        let two = with(
            &one,
            "log_filter",
            "debug",
            above,
            "log_filter = \"debug\"\n",
        );
        // The commented line is in another table: it is not the place.
        let three = edited(&two, "profiles.pi.style.reasoning.fill", "content");
        assert_eq!(
            three,
            format!("{two}\n[profiles.pi.style.reasoning]\nfill = \"content\"\n")
        );
        let four = edited(&three, "style.reasoning.background", "none");
        assert_eq!(
            four,
            three.replace("\nbackground = 238\n", "\nbackground = \"none\"\n")
        );
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let cases = [
            (
                "",
                "style.reasoning.background",
                "256",
                "style.reasoning.background: `256` is no background",
            ),
            (
                "",
                "background",
                "1",
                "there is no key `background`; did you mean `style.reasoning.background`?",
            ),
            (
                "",
                "profiles.pi.log",
                "1",
                "there is no key `profiles.pi.log`",
            ),
            ("x = 1", "log", "1", "c.toml:1:1: x: unknown key"),
            ("x = ", "log", "1", "c.toml:1:"),
        ];
        for (text, name, value, start) in cases {
            let message = edited(text, name, value);
            assert!(message.starts_with(start), "{message}");
        }
    }
}
