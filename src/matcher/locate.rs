//! Where things stand in a profile's text. Only asked when something is wrong.

use toml::de::{DeTable, DeValue};

use crate::source::Place;

/// A profile's text, taken apart as far as needed to point at its parts.
pub(super) struct Located<'t> {
    text: &'t str,
    /// Starts of keys and rules in the order of the text: the rule's number, the key.
    starts: Vec<(usize, Option<usize>, Option<String>)>,
    /// The value of each key.
    values: Vec<(Option<usize>, String, usize)>,
    /// The rules' ids.
    ids: Vec<Option<String>>,
}

impl<'t> Located<'t> {
    /// Takes it apart; a text that is no TOML has no parts.
    pub(super) fn new(text: &'t str) -> Self {
        let mut located = Located {
            text,
            starts: Vec::new(),
            values: Vec::new(),
            ids: Vec::new(),
        };
        if let Ok(root) = DeTable::parse(text) {
            for (name, value) in root.get_ref() {
                let rules = value
                    .get_ref()
                    .as_array()
                    .filter(|_| name.get_ref() == "rule");
                match rules {
                    Some(rules) => {
                        for (n, rule) in rules.iter().enumerate() {
                            located.rule(n, rule.span().start, rule.get_ref());
                        }
                    }
                    None => located.key(None, "", name.get_ref(), name.span().start, value),
                }
            }
        }
        located.starts.sort_by_key(|(at, ..)| *at);
        located
    }

    fn rule(&mut self, n: usize, at: usize, rule: &DeValue<'_>) {
        let Some(table) = rule.as_table() else {
            return;
        };
        self.starts.push((at, Some(n), None));
        self.ids.resize(n + 1, None);
        for (name, value) in table {
            if name.get_ref() == "id" {
                self.ids[n] = value.get_ref().as_str().map(str::to_owned);
            }
            self.key(Some(n), "", name.get_ref(), name.span().start, value);
        }
    }

    fn key(
        &mut self,
        rule: Option<usize>,
        table: &str,
        name: &str,
        at: usize,
        value: &toml::Spanned<DeValue<'_>>,
    ) {
        let name = match table {
            "" => name.to_owned(),
            _ => format!("{table}.{name}"),
        };
        self.starts.push((at, rule, Some(name.clone())));
        self.values.push((rule, name.clone(), value.span().start));
        for (inner, value) in value.get_ref().as_table().into_iter().flatten() {
            self.key(rule, &name, inner.get_ref(), inner.span().start, value);
        }
    }

    /// The id of a rule, and the key, that a byte belongs to.
    pub(super) fn at(&self, byte: usize) -> (Option<String>, Option<String>) {
        let found = self.starts.iter().rev().find(|(at, ..)| *at <= byte);
        let Some((_, rule, key)) = found else {
            return (None, None);
        };
        (rule.and_then(|n| self.ids[n].clone()), key.clone())
    }

    /// The place of a key's value, in a rule or above them; without the key, that of the rule.
    pub(super) fn place(&self, rule: Option<usize>, key: &str) -> Place {
        let values = self.values.iter();
        let value = values
            .clone()
            .find(|(r, k, _)| *r == rule && k == key)
            .map(|(.., at)| *at);
        let start = || {
            let mut starts = self.starts.iter();
            let found = starts.find(|(_, r, k)| *r == rule && k.is_none());
            found.map(|(at, ..)| *at)
        };
        Place::of(self.text, value.or_else(start).unwrap_or(0))
    }
}
