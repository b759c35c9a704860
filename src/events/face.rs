//! What an event looks like, to know it again: its letters and digits. Agents wrap, indent and frame their texts anew, and turn
//! a spinner into a mark.

use super::draft::{Draft, What};

/// How many letters two texts must share to be the same one, rewritten, if neither is the other's beginning.
const SHARED: usize = 16;

/// A draft, or an event that was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Face {
    pub(super) what: What,
    rule: Option<String>,
    /// Its letters, row by row.
    rows: Vec<String>,
    /// All of them; of a text without any, its signs.
    letters: String,
    /// The signs in front of its first letter.
    signs: String,
}

/// How two faces stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// They say the same, or the second goes on, or shows a part.
    Same,
    /// The last of these many rows of the first are the first ones of the second: a screen that shows a part of it.
    Overlap(usize),
    /// The second is the first rewritten: a good deal of it is the same. So many rows of the first stood above it, and have
    /// scrolled out of what the second shows.
    Rewritten(usize),
    /// Nothing.
    None,
}

impl Face {
    pub(super) fn of(draft: &Draft) -> Face {
        let rows: Vec<String> = draft.text.split('\n').map(letters).collect();
        let mut all = rows.concat();
        let signs = draft.text.chars().take_while(|c| !c.is_alphanumeric());
        let signs: String = signs.filter(|c| !c.is_whitespace()).collect();
        if all.is_empty() {
            all.clone_from(&signs);
        }
        Face {
            what: draft.what,
            rule: draft.rule.clone(),
            rows,
            letters: all,
            signs,
        }
    }

    /// No more than so many bytes of it.
    pub(super) fn cut(mut self, most: usize) -> Face {
        let end = self.letters.floor_char_boundary(most);
        self.letters.truncate(end);
        let mut left = most;
        self.rows.retain(|row| {
            let fits = row.len() <= left;
            left = left.saturating_sub(row.len());
            fits
        });
        self
    }

    /// Whether the later one is a part of this one.
    pub(super) fn holds(&self, later: &Face) -> bool {
        self.len() > later.len() && self.letters.contains(later.letters.as_str())
    }

    /// Whether the later one is the beginning of this one.
    pub(super) fn begins_with(&self, later: &Face) -> bool {
        self.len() > later.len() && self.letters.starts_with(later.letters.as_str())
    }

    /// Whether it is text that no rule knows, and a part of another one's.
    pub(super) fn is_rest_of(&self, other: &Face) -> bool {
        let unknown = self.what == What::Message && self.rule.is_none();
        unknown && self.len() >= SHARED && other.letters.contains(self.letters.as_str())
    }

    /// How many letters there are.
    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }

    /// Whether a later face of the same kind may be the same thing, if it stands in the same place: a thought is folded, a call is
    /// renamed. The user's words are not.
    pub(super) fn may_be(&self, later: &Face) -> bool {
        match self.what {
            What::User => false,
            What::Reasoning | What::ToolRequest | What::Task => true,
            _ => self.rule == later.rule,
        }
    }

    /// How a later face of the same kind stands to this one.
    pub(super) fn relation(&self, later: &Face) -> Relation {
        let (old, new) = (&self.letters, &later.letters);
        if old.is_empty() || new.is_empty() {
            return match old == new {
                true => Relation::Same,
                false => Relation::None,
            };
        }
        let mark_alone = *old == self.signs && later.signs.starts_with(old.as_str());
        if new.starts_with(old.as_str()) || old.contains(new.as_str()) || mark_alone {
            return Relation::Same;
        }
        if let Some(rows) = overlap(&self.rows, &later.rows) {
            return Relation::Overlap(rows);
        }
        let shorter = old.len().min(new.len());
        let begin = old
            .bytes()
            .zip(new.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        let (back, front) = (old.bytes().rev(), new.bytes().rev());
        let end = back.zip(front).take_while(|(a, b)| a == b).count();
        let common = begin.max(end);
        // From the end: where the two part, the second is what holds.
        let place = |row: &String| self.rows.iter().rposition(|r| r == row);
        let mut long = later.rows.iter().enumerate();
        let shared =
            long.find_map(|(n, row)| Some((n, place(row).filter(|_| row.len() >= SHARED)?)));
        match shared {
            Some((n, at)) => Relation::Rewritten(at.saturating_sub(n)),
            None if common >= SHARED && 2 * common >= shorter => Relation::Rewritten(0),
            None => Relation::None,
        }
    }
}

/// Letters and digits.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// How many rows at the end of `old` are those at the beginning of `new`; the last of them may have grown. Rows without letters
/// are no evidence.
fn overlap(old: &[String], new: &[String]) -> Option<usize> {
    let (last, above) = old.split_last()?;
    let most = old.len().min(new.len());
    let fits = |n: &usize| {
        let (grown, same) = new[..*n].split_last().unwrap_or((last, &[]));
        above[old.len() - n..] == *same
            && grown.starts_with(last.as_str())
            && (same.iter().any(|row| !row.is_empty()) || !last.is_empty())
    };
    (1..=most).rev().find(fits)
}
