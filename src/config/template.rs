//! The file that `config init` writes: every setting with its default, commented out.

use super::file::PROFILES;
use super::keys::Key;

/// Its text.
pub fn template() -> String {
    let mut text = String::from(
        "# shade-pty's configuration; shade-pty(5) explains it. What is commented out is what holds anyway.\n",
    );
    let mut table = "";
    // Keys without a table come first: TOML takes what follows a table's head as part of it.
    let (tabled, plain): (Vec<Key>, Vec<Key>) =
        Key::ALL.into_iter().partition(|k| k.name().contains('.'));
    for key in plain.into_iter().chain(tabled) {
        let definition = key.definition();
        let (head, name) = key.name().rsplit_once('.').unwrap_or(("", key.name()));
        if head != table {
            text.push_str(&format!("\n[{head}]\n"));
            table = head;
        }
        text.push('\n');
        for line in wrap(definition.about, 100) {
            text.push_str(&format!("# {line}\n"));
        }
        match definition.default {
            Some(default) => {
                let value = toml_value(key, default);
                text.push_str(&format!("#{name} = {value}\n"));
            }
            None => {
                let example = definition.examples.first().unwrap_or(&"\"\"");
                text.push_str(&format!(
                    "# Not set: {}.\n#{name} = {example}\n",
                    definition.unset
                ));
            }
        }
    }
    let profile = "# Settings for one profile only:";
    text.push_str(&format!(
        "\n{profile}\n#[{PROFILES}.claude.style.reasoning]\n#background = \"#2d2a3e\"\n"
    ));
    text
}

/// A setting's value as TOML has it: a number or a truth where it looks like one.
pub fn toml_value(key: Key, text: &str) -> toml_edit::Value {
    use super::keys::Form;
    let number = text.parse::<u32>().ok().filter(|n| n.to_string() == text);
    match (key.definition().form, number) {
        (Form::Background | Form::Gutter | Form::Display, Some(n)) => i64::from(n).into(),
        (Form::Bool, _) => (text == "true").into(),
        (Form::Gutter, _) if matches!(text, "true" | "false") => (text == "true").into(),
        (Form::Names, _) => text
            .split(',')
            .filter(|n| !n.is_empty())
            .collect::<toml_edit::Array>()
            .into(),
        _ => text.into(),
    }
}

/// Breaks a text into lines of at most `width` characters.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let fits = lines
            .last()
            .is_some_and(|l| l.is_empty() || l.chars().count() + 1 + word.chars().count() <= width);
        if !fits {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::file::parse;
    use super::*;

    #[test]
    fn as_it_is_and_with_every_setting_taken_in_it_is_right() {
        let text = template();
        assert_eq!(parse(&text, Path::new("c")), Ok(Vec::new()));
        let open: Vec<&str> = text
            .lines()
            .map(|l| {
                l.strip_prefix('#')
                    .filter(|r| !r.starts_with(' '))
                    .unwrap_or(l)
            })
            .collect();
        let entries = parse(&open.join("\n"), Path::new("c"));
        let mut keys: Vec<Key> = entries
            .unwrap_or_else(|e| panic!("{}", e[0]))
            .iter()
            .map(|e| e.key)
            .collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys, Key::ALL);
    }
}
