//! A thought that is not shown as it is: what of it is shown, and what is kept of the rest.

use std::time::Duration;

use unicode_segmentation::UnicodeSegmentation;

use super::ink::Ink;
use super::line::{Class, Part};

/// The most of a thought that is withheld, in bytes. What is longer is no thought: a marker was misread, and the answer may
/// be in it.
pub(super) const MAX_WITHHELD: usize = 1 << 20;

/// The most that is kept of a thought to make one row of it, in bytes.
const MAX_DIGEST: usize = 4096;

/// A run of reasoning without anything between.
#[derive(Debug)]
pub(super) struct Thought {
    /// When it began.
    pub(super) since: Duration,
    /// How many pieces of it have come.
    pub(super) pieces: usize,
    /// It was let out, and what comes of it is shown.
    pub(super) released: bool,
    /// It has words.
    pub(super) words: bool,
    /// Its row is written.
    told: bool,
    /// The start of its text.
    text: String,
    /// Where its last line begins in `text`, and whether there were words before.
    line: (usize, bool),
    budget: Budget,
    kept: Kept,
    /// The start of its last paragraph in `kept`, and the child's pen there.
    paragraph: (usize, Ink),
}

/// What was withheld of a thought, in the child's words.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// The child's pen before it.
    pub(super) ink: Ink,
    pub(super) parts: Vec<Part>,
    length: usize,
}

impl Thought {
    /// A thought that begins at this time, in the child's pen.
    pub(super) fn new(since: Duration, ink: &Ink) -> Thought {
        Thought {
            since,
            pieces: 0,
            released: false,
            words: false,
            told: false,
            text: String::new(),
            line: (0, false),
            budget: Budget::default(),
            kept: Kept {
                ink: ink.clone(),
                ..Kept::default()
            },
            paragraph: (0, ink.clone()),
        }
    }

    /// What follows is another line.
    pub(super) fn begin_line(&mut self) {
        self.line = (self.text.len(), self.words);
    }

    /// The line was none of the thought's.
    pub(super) fn retract(&mut self) {
        self.text.truncate(self.line.0);
        self.words = self.line.1;
    }

    /// Keeps a line that was withheld, with its end; a blank one parts paragraphs. Whether that is too much.
    pub(super) fn keep(
        &mut self,
        parts: Vec<Part>,
        end: &[u8],
        blank: bool,
        ink_after: &Ink,
    ) -> bool {
        let end = Part {
            class: Class::End,
            bytes: end.to_vec(),
        };
        for part in parts.into_iter().chain([end]) {
            self.kept.length += part.bytes.len();
            self.kept.parts.push(part);
        }
        if blank {
            self.paragraph = (self.kept.parts.len(), ink_after.clone());
        }
        self.kept.length > MAX_WITHHELD
    }

    /// How much is kept, in bytes.
    pub(super) fn length(&self) -> usize {
        self.kept.length
    }

    /// What is kept of all of it, which is let out from now on.
    pub(super) fn release(&mut self) -> Kept {
        self.released = true;
        self.paragraph.0 = 0;
        std::mem::take(&mut self.kept)
    }

    /// What is kept of its last paragraph.
    pub(super) fn take_paragraph(&mut self) -> Kept {
        let (at, ink) = self.paragraph.clone();
        let parts = self.kept.parts.split_off(at);
        let length: usize = parts.iter().map(|p| p.bytes.len()).sum();
        self.kept.length -= length;
        Kept { ink, parts, length }
    }

    /// More of its text, or a line end. Gives one row about it, once.
    pub(super) fn digest(&mut self, text: &str, ended: bool) -> Option<String> {
        if self.told {
            return None;
        }
        let room = MAX_DIGEST.saturating_sub(self.text.len());
        self.text.push_str(&text[..text.floor_char_boundary(room)]);
        let row = digest(&self.text, ended || room < text.len())?;
        self.told = true;
        Some(row)
    }

    /// More of its text, of which `most` characters are shown in all.
    pub(super) fn spend(&mut self, text: &str, most: u32) -> Spent {
        self.budget.spend(text, most as usize)
    }

    /// Whether nothing more of it is shown.
    pub(super) fn is_spent(&self) -> bool {
        self.budget.spent
    }
}

/// What of a piece of text is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    /// So many bytes.
    pub(super) shown: usize,
    /// And then a mark that something is left out.
    pub(super) mark: bool,
}

/// How much of a thought is still to be shown.
#[derive(Debug, Default)]
struct Budget {
    /// Whole characters that were counted.
    count: usize,
    /// The last one, which the next code point may still join.
    last: String,
    spent: bool,
    cut: bool,
}

impl Budget {
    fn spend(&mut self, text: &str, most: usize) -> Spent {
        let mark = |cut: &mut bool, rest: &str| {
            let mark = !*cut && !rest.trim().is_empty();
            *cut |= mark;
            mark
        };
        if self.spent {
            return Spent {
                shown: 0,
                mark: mark(&mut self.cut, text),
            };
        }
        let seen = self.last.len();
        let joined = std::mem::take(&mut self.last) + text;
        let mut characters = joined.grapheme_indices(true);
        let left = most.saturating_sub(self.count);
        if let Some((end, _)) = characters.by_ref().nth(left) {
            self.spent = true;
            let end = end.max(seen);
            return Spent {
                shown: end - seen,
                mark: mark(&mut self.cut, &joined[end..]),
            };
        }
        let last = joined.grapheme_indices(true).next_back();
        if let Some((at, last)) = last {
            self.count += joined[..at].graphemes(true).count();
            self.last = last.to_owned();
        }
        Spent {
            shown: text.len(),
            mark: false,
        }
    }
}

/// One row for a thought: its headline, or its first sentence; `None`: there is none yet.
fn digest(text: &str, ended: bool) -> Option<String> {
    let text = text.trim_start();
    let (first, whole) = match text.split_once('\n') {
        Some((first, _)) => (first, true),
        None => (text, ended),
    };
    if let Some(headline) = headline(first).filter(|_| whole) {
        return Some(headline.to_owned());
    }
    let (paragraph, whole) = match text.split_once("\n\n") {
        Some((paragraph, _)) => (paragraph, true),
        None => (text, ended),
    };
    let end = sentence_end(paragraph).or(whole.then_some(paragraph.len()))?;
    let words: Vec<&str> = paragraph[..end].split_whitespace().collect();
    let row = words.join(" ");
    (!row.is_empty()).then_some(row)
}

/// A line's text if it is a headline: `# …` or `**…**`.
fn headline(line: &str) -> Option<&str> {
    let line = line.trim();
    let hashes = line.trim_start_matches('#');
    let text = match hashes.len() < line.len() && hashes.starts_with(' ') {
        true => hashes,
        false => line.strip_prefix("**")?.strip_suffix("**")?,
    };
    let text = text.trim();
    (!text.is_empty() && !text.contains("**")).then_some(text)
}

/// Where the first sentence ends: behind its stop, and the quotes and brackets that close there, if a blank follows.
fn sentence_end(text: &str) -> Option<usize> {
    let mut stop = false;
    for (at, c) in text.char_indices() {
        match c {
            '。' | '！' | '？' => return Some(at + c.len_utf8()),
            '.' | '!' | '?' | '…' => stop = true,
            '"' | '\'' | ')' | ']' | '”' | '’' | '*' | '`' if stop => {}
            c if c.is_whitespace() && stop => return Some(at),
            _ => stop = false,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_in_one_row() {
        let table = [
            (
                "**Looking around**\n\nThe plan",
                false,
                Some("Looking around"),
            ),
            ("\n## Plan \nso", false, Some("Plan")),
            ("**Looking aro", false, None),
            (
                "The file src/totals.py is\nfirst. Then",
                false,
                Some("The file src/totals.py is first."),
            ),
            ("Is it \"so?\" I", false, Some("Is it \"so?\"")),
            ("It is", false, None),
            ("It is", true, Some("It is")),
            ("It is\n\nmore", false, Some("It is")),
            ("**bold** words. more", false, Some("**bold** words.")),
            (" \n ", true, None),
            ("これは。次", false, Some("これは。")),
        ];
        for (text, ended, row) in table {
            assert_eq!(digest(text, ended).as_deref(), row, "{text:?}");
            // In pieces it is the same, unless a later piece would make another.
            let mut thought = Thought::new(Duration::ZERO, &Ink::default());
            let mut found = None;
            for piece in text.split_inclusive(' ') {
                found = found.or(thought.digest(piece, false));
            }
            found = found.or(thought.digest("", ended));
            assert_eq!(found.as_deref(), row, "{text:?}");
        }
    }

    fn spent(pieces: &[&str], most: u32) -> (String, usize) {
        let mut thought = Thought::new(Duration::ZERO, &Ink::default());
        let (mut shown, mut marks) = (String::new(), 0);
        for piece in pieces {
            let spent = thought.spend(piece, most);
            shown.push_str(&piece[..spent.shown]);
            marks += usize::from(spent.mark);
        }
        (shown, marks)
    }

    #[test]
    fn characters_are_counted_as_people_do() {
        let family = "👩\u{200d}👩\u{200d}👧";
        let table: [(&[&str], u32, &str, usize); 9] = [
            (&["abc", "def"], 4, "abcd", 1),
            (&["abc"], 3, "abc", 0),
            (&["abc", "\n", " \n"], 3, "abc", 0),
            (&["abc", "\n", "d"], 3, "abc", 1),
            (&["a", "   ", "b", "c"], 4, "a   ", 1),
            (&["abc"], 0, "", 1),
            (&[" "], 0, "", 0),
            (&["e", "\u{301}", "x"], 1, "e\u{301}", 1),
            (&[family, "x", "y"], 1, family, 1),
        ];
        for (pieces, most, shown, marks) in table {
            assert_eq!(spent(pieces, most), (shown.to_owned(), marks), "{pieces:?}");
        }
        // A cluster that comes code point by code point is one all the same.
        let parts: Vec<String> = family.chars().map(String::from).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        assert_eq!(spent(&parts, 1), (family.to_owned(), 0));
    }
}
