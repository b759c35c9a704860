//! What rows of the main screen said that left it, so that a transcript drawn again from its middle is recognised.
//!
//! After a resize, or when asked for another view, an application clears the screen row by row and draws what fits of its
//! transcript, however wide the rows are now. What stands above the first row is then not what stood there before.

use std::collections::VecDeque;

use memchr::memmem;

use crate::region::State;

/// How many rows are kept.
const MAX_ROWS: usize = 512;
/// So many letters and digits of a row are looked for.
const MOST: usize = 32;
/// A row with fewer of them may have stood anywhere.
const LEAST: usize = 12;

/// Rows that left, the newest last.
#[derive(Debug, Default)]
pub(super) struct Past {
    /// Their letters and digits.
    text: String,
    /// Where each begins in `text`, and what it inherited.
    rows: VecDeque<(usize, State)>,
}

impl Past {
    /// A row leaves.
    pub(super) fn push(&mut self, text: &str, entry: State) {
        if self.rows.len() == 2 * MAX_ROWS {
            self.rows.drain(..MAX_ROWS);
            let gone = self.rows.front().map_or(0, |(start, _)| *start);
            self.text.drain(..gone);
            self.rows.iter_mut().for_each(|(start, _)| *start -= gone);
        }
        self.rows.push_back((self.text.len(), entry));
        self.text.extend(letters(text));
    }

    /// What a row inherits that begins with this text: the last one that did, or that had it in its middle. `None`: there
    /// is none, or it follows from the last one as rows do.
    pub(super) fn find(&self, text: &str) -> Option<State> {
        let wanted: String = letters(text).take(MOST).collect();
        if wanted.chars().count() < LEAST {
            return None;
        }
        let at = memmem::rfind(self.text.as_bytes(), wanted.as_bytes())?;
        // Rows without letters begin where the next one does.
        let below = self.rows.partition_point(|(start, _)| *start <= at);
        match below.checked_sub(1).map(|n| self.rows[n]) {
            Some((start, entry)) if start == at => Some(entry),
            _ => self.rows.get(below).map(|(_, entry)| *entry),
        }
    }

    /// Nothing of it is to come back.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.rows.clear();
    }
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::region::{Mark, Verdict};

    /// A state that can be told from the default one.
    fn shaded() -> State {
        let profile = crate::Profile::for_command(&[]);
        let judge = crate::region::Judge {
            profile: &profile,
            screen: crate::matcher::On::Main,
            extend_across_tool_calls: true,
            hidden: &crate::region::Hidden::NONE,
        };
        let row = crate::matcher::RowText::default();
        let mark = Mark {
            start: true,
            ..Mark::default()
        };
        let (verdict, state): (Verdict, State) = judge.step(State::default(), &row, mark);
        assert!(verdict.shaded);
        state
    }

    #[test]
    fn a_row_that_is_broken_elsewhere_is_found() {
        let mut past = Past::default();
        past.push("● Bash(make)", State::default());
        past.push("  the first half of it", shaded());
        past.push("  and the second half", shaded());
        past.push("● An answer follows", State::default());
        assert_eq!(past.find("     first half of it and the"), Some(shaded()));
        assert_eq!(past.find("the first half"), Some(shaded()));
        assert_eq!(past.find("● Bash(make) the first"), Some(State::default()));
    }

    #[test]
    fn what_never_stood_there_or_stands_everywhere_is_not_found() {
        let mut past = Past::default();
        past.push("│ ok │", shaded());
        assert_eq!(past.find("│ ok │"), None);
        assert_eq!(past.find("a row that is quite new"), None);
    }

    #[test]
    fn blank_rows_are_not_taken_for_the_one_below() {
        let mut past = Past::default();
        past.push("● An answer of a row", shaded());
        past.push("", State::default());
        past.push("  and one more of its rows", shaded());
        past.push("", State::default());
        assert_eq!(past.find("  and one more of its rows"), Some(shaded()));
        assert_eq!(past.find("one more of its rows"), Some(State::default()));
    }

    #[test]
    fn old_rows_are_dropped() {
        let mut past = Past::default();
        for n in 0..5000 {
            past.push(&format!("this is row number {n:06}"), State::default());
        }
        assert!(past.rows.len() <= 2 * MAX_ROWS && past.text.len() < 64 * MAX_ROWS);
        assert_eq!(past.find("this is row number 000003"), None);
        let kept = past.find("this is row number 004998");
        assert_eq!(kept, Some(State::default()));
    }
}
