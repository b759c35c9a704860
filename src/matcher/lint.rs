//! What is allowed in a profile and yet has no effect, or hardly the one that was meant.

use std::collections::HashSet;

use super::rule::{Extent, RuleSpec};

/// A key, and what is odd about it.
type Oddity = (&'static str, &'static str);

/// What is odd about a rule; `ids` are those of the rules before it.
pub(super) fn oddities<'s>(rule: &'s RuleSpec, ids: &mut HashSet<&'s str>) -> Vec<Oddity> {
    let delimited = rule.extent == Extent::Delimited;
    let table = [
        (
            !ids.insert(&rule.id),
            ("id", "another rule has this id already"),
        ),
        (
            takes_all(rule),
            (
                "kind",
                "the rule takes every row: give it a `text`, a `style`, or a place with `within`",
            ),
        ),
        (
            delimited && rule.end.is_none(),
            ("extent", "without `end` it never ends"),
        ),
        (
            !delimited && rule.end.is_some(),
            ("end", "counts only with `extent = \"delimited\"`"),
        ),
        (
            rule.extent != Extent::Block && rule.continues.is_some(),
            ("continues", "counts only with `extent = \"block\"`"),
        ),
        (
            rule.extent != Extent::Block && rule.continues_style.is_some(),
            ("continues_style", "counts only with `extent = \"block\"`"),
        ),
        (
            rule.extent != Extent::Block && rule.resumes.is_some(),
            ("resumes", "counts only with `extent = \"block\"`"),
        ),
        (
            rule.style.as_ref().is_some_and(|s| s.is_at_name())
                && !rule.text.as_ref().is_some_and(|t| t.contains("<name>")),
            ("style.at", "`text` has no capture `(?<name>…)`"),
        ),
    ];
    let odd = table.into_iter().filter(|(odd, _)| *odd);
    odd.map(|(_, oddity)| oddity).collect()
}

/// Whether the rule asks for nothing at all.
fn takes_all(rule: &RuleSpec) -> bool {
    let placed = !rule.within.is_empty()
        || !rule.unless.is_empty()
        || !rule.under.is_empty()
        || rule.below_blank.is_some();
    rule.text.is_none() && rule.style.is_none() && !placed
}
