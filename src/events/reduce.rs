//! From rows to drafts: what stands below each other and belongs together.

use super::{Draft, Status, What};
use crate::matcher::Kind;

/// A row, as far as events ask for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its text; empty: it is blank.
    pub text: String,
    /// What it is; `None`: it is blank.
    pub kind: Option<Kind>,
    /// The rule that says so, or that began the block it continues.
    pub rule: Option<String>,
    /// Whether it is shaded.
    pub shaded: bool,
    /// It begins something, rather than continues what stands above it.
    pub starts: bool,
    /// It goes on from the row above, which soft-wraps.
    pub wraps: bool,
    /// The rule's captures: a tool's name, the call's id, how it went.
    pub name: Option<String>,
    /// See `name`.
    pub id: Option<String>,
    /// See `name`.
    pub status: Option<String>,
}

/// Makes drafts of rows, from the top.
#[derive(Clone, Debug, Default)]
pub struct Reducer {
    drafts: Vec<Draft>,
    /// Blank rows since the last draft's last row.
    gap: usize,
}

impl Reducer {
    /// The next row.
    pub fn row(&mut self, row: &Row) {
        let Some(kind) = row.kind else {
            self.gap += 1;
            return;
        };
        let Some(what) = What::of(kind) else {
            return;
        };
        let gap = std::mem::take(&mut self.gap);
        match self.drafts.last_mut() {
            Some(last) if last.what == what && !begins(what, row, gap) => {
                if !row.wraps {
                    let blank = usize::from(gap > 0);
                    last.push(&"\n".repeat(1 + blank));
                }
                last.push(&row.text);
                last.status = last.status.or_else(|| status(what, row));
            }
            _ => self.drafts.push(begin(what, row)),
        }
    }

    /// What has been made; the last of it may still grow.
    pub fn drafts(&self) -> &[Draft] {
        &self.drafts
    }

    /// Takes out all that cannot grow any more.
    pub fn take_closed(&mut self) -> Vec<Draft> {
        let open = self.drafts.len().saturating_sub(1);
        self.drafts.drain(..open).collect()
    }
}

/// Whether a row begins another event of the kind that stands above it.
fn begins(what: What, row: &Row, gap: usize) -> bool {
    match what {
        What::ToolRequest | What::Divider | What::TurnEnd | What::Error => row.starts,
        // Rows that each have a marker of their own are one text.
        What::Turn
        | What::User
        | What::Reasoning
        | What::Message
        | What::ToolResult
        | What::Prompt => row.starts && gap > 0,
    }
}

fn begin(what: What, row: &Row) -> Draft {
    let mut draft = Draft {
        what,
        text: String::new(),
        truncated: false,
        region: row.shaded,
        rule: row.rule.clone(),
        name: row.name.clone(),
        call_id: row.id.clone(),
        status: status(what, row),
    };
    draft.push(&row.text);
    draft
}

/// How a tool call went: by the rule's capture `status`, by a tick or a cross in front, or by the words that a result
/// begins with.
fn status(what: What, row: &Row) -> Option<Status> {
    if !matches!(what, What::ToolRequest | What::ToolResult) {
        return None;
    }
    if let Some(told) = row.status.as_deref().and_then(in_words) {
        return Some(told);
    }
    let marker = row.text.chars().take_while(|c| !c.is_alphanumeric());
    let by_sign = marker.filter_map(by_sign).next();
    if what == What::ToolRequest || by_sign.is_some() || !row.starts {
        return by_sign;
    }
    in_words(&row.text)
}

/// How a tool call went by a row of this kind.
pub(crate) fn status_of(kind: Kind, row: &Row) -> Option<Status> {
    status(What::of(kind)?, row)
}

fn by_sign(c: char) -> Option<Status> {
    match c {
        '✓' | '✔' | '✅' => Some(Status::Ok),
        '✗' | '✘' | '✖' | '❌' => Some(Status::Failed),
        _ => None,
    }
}

/// The words that agents begin a result with. Others say nothing.
fn in_words(text: &str) -> Option<Status> {
    const WORDS: [(&str, Status); 15] = [
        ("exit code 0", Status::Ok),
        ("exited 0", Status::Ok),
        ("succeeded", Status::Ok),
        ("success", Status::Ok),
        ("ok", Status::Ok),
        ("exit code", Status::Failed),
        ("exited", Status::Failed),
        ("failed", Status::Failed),
        ("failure", Status::Failed),
        ("error", Status::Failed),
        ("denied", Status::Denied),
        ("declined", Status::Denied),
        ("rejected", Status::Denied),
        ("user rejected", Status::Denied),
        ("running", Status::Running),
    ];
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let text = text.to_lowercase();
    let found = WORDS.iter().find(|(word, _)| {
        text.strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    });
    found.map(|(_, status)| *status)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kind: Kind, text: &str, starts: bool) -> Row {
        Row {
            text: text.to_owned(),
            kind: Some(kind),
            starts,
            ..Row::default()
        }
    }

    fn drafts(rows: &[Row]) -> Vec<(What, String, Option<Status>)> {
        let mut reducer = Reducer::default();
        rows.iter().for_each(|r| reducer.row(r));
        let drafts = reducer.drafts().iter();
        drafts.map(|d| (d.what, d.text.clone(), d.status)).collect()
    }

    #[test]
    fn rows_that_belong_together_are_one_event() {
        let blank = Row::default();
        let wrapped = Row {
            wraps: true,
            ..row(Kind::Message, "wer", false)
        };
        let rows = [
            row(Kind::User, "> why", true),
            blank.clone(),
            row(Kind::Reasoning, "| a", true),
            row(Kind::Reasoning, "| b", true),
            row(Kind::Chrome, "[box]", true),
            blank.clone(),
            row(Kind::Reasoning, "| c", true),
            row(Kind::Tool, "* Read(a)", true),
            row(Kind::Tool, "✗ Read(b)", true),
            row(Kind::Result, "  ⎿ Error: none", true),
            row(Kind::Result, "    more", false),
            row(Kind::Progress, "…", true),
            row(Kind::Message, "the ans", false),
            wrapped,
            blank.clone(),
            row(Kind::Message, "and", false),
        ];
        use Status::Failed;
        let expected = [
            (What::User, "> why", None),
            (What::Reasoning, "| a\n| b", None),
            (What::Reasoning, "| c", None),
            (What::ToolRequest, "* Read(a)", None),
            (What::ToolRequest, "✗ Read(b)", Some(Failed)),
            (What::ToolResult, "  ⎿ Error: none\n    more", Some(Failed)),
            (What::Message, "the answer\n\nand", None),
        ];
        let expected = expected.map(|(what, text, status)| (what, text.to_owned(), status));
        assert_eq!(drafts(&rows), expected);
    }

    #[test]
    fn words_tell_how_it_went() {
        for (text, status) in [
            ("succeeded in 12ms:", Some(Status::Ok)),
            ("exited 1 in 3ms", Some(Status::Failed)),
            ("Exit code 0", Some(Status::Ok)),
            ("Exit code 01", Some(Status::Failed)),
            ("errors are fine", None),
            ("User rejected the call", Some(Status::Denied)),
            ("12 files", None),
        ] {
            assert_eq!(in_words(text), status, "{text}");
        }
    }

    #[test]
    fn a_text_without_end_is_cut() {
        let mut reducer = Reducer::default();
        let long = row(Kind::Message, &"é".repeat(1000), false);
        for _ in 0..1000 {
            reducer.row(&long);
        }
        let draft = &reducer.drafts()[0];
        assert!(draft.truncated && draft.text.len() <= super::super::MAX_TEXT);
    }
}
