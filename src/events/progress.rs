//! What is shown of a tool call while it runs: a spinner's row, a row that says so, what it has printed so far.

use super::{Moment, Row};

/// How much of it is kept, in bytes: the end. What a call prints is told as its result as well.
const MAX_PROGRESS: usize = 1 << 12;

/// A call's progress, as rows show it now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Its rows.
    pub text: String,
    /// There was more text above.
    pub truncated: bool,
    /// Whether its first row is shaded.
    pub region: bool,
    /// The rule of its first row.
    pub rule: Option<String>,
}

impl Progress {
    pub(super) fn of(row: &Row) -> Progress {
        let mut progress = Progress {
            region: row.shaded,
            rule: row.rule.clone(),
            ..Progress::default()
        };
        progress.push(row);
        progress
    }

    /// Adds a row, and lets go of what is too far above.
    pub(super) fn push(&mut self, row: &Row) {
        if !self.text.is_empty() && !row.wraps {
            self.text.push('\n');
        }
        self.text.push_str(&row.text);
        let over = self.text.len().saturating_sub(MAX_PROGRESS);
        if over > 0 {
            let end = self.text.ceil_char_boundary(over);
            self.text.drain(..end);
            self.truncated = true;
        }
    }
}

/// The progress of an entry: one event, however often it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) id: u64,
    pub(super) progress: Progress,
    pub(super) first: Moment,
    pub(super) last: Moment,
}

impl Shown {
    /// What is shown `now`, of something of which `before` was shown before. A call that shows none any more keeps it.
    pub(super) fn update(
        before: Option<Shown>,
        progress: Option<&Progress>,
        now: Moment,
        last_id: &mut u64,
    ) -> Option<Shown> {
        let Some(progress) = progress else {
            return before;
        };
        let mut shown = before.unwrap_or_else(|| {
            *last_id += 1;
            Shown {
                id: *last_id,
                progress: Progress::default(),
                first: now,
                last: now,
            }
        });
        if shown.progress.text != progress.text {
            shown.last = now;
        }
        shown.progress.clone_from(progress);
        Some(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_progress_without_end_the_last_rows_are_kept() {
        let row = |text: String| Row {
            text,
            ..Row::default()
        };
        let mut progress = Progress::of(&row("é".repeat(1000)));
        for n in 0..1000 {
            progress.push(&row(format!("{n} é")));
        }
        assert!(progress.truncated && progress.text.len() <= MAX_PROGRESS);
        assert!(progress.text.ends_with("\n998 é\n999 é"));
    }
}
