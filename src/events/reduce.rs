//! From rows to drafts: what stands below each other and belongs together.

use super::{Draft, Progress, Status, What};
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
    /// The rule says that it goes on with what stands above.
    pub joins: bool,
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
    /// The row above is a call's progress, in the place of a result.
    progressing: bool,
}

impl Reducer {
    /// The next row.
    pub fn row(&mut self, row: &Row) {
        let Some(kind) = row.kind else {
            self.gap += 1;
            return;
        };
        let result_above = self
            .drafts
            .last()
            .is_some_and(|d| d.what == What::ToolResult);
        if kind == Kind::Result && is_frame(&row.text) && !result_above {
            // A box around nothing is no result.
            return;
        }
        let in_progress = kind == Kind::Result
            && match row.starts {
                true => status(row) == Some(Status::Running),
                false => self.progressing,
            };
        self.progressing = (kind == Kind::Progress || in_progress) && self.progress(row);
        if self.progressing {
            return;
        }
        let Some(what) = What::of(kind) else {
            return;
        };
        let gap = std::mem::take(&mut self.gap);
        if what == What::User && !row.text.chars().any(char::is_alphanumeric) {
            // An empty input box, or the frame around what was said.
            return;
        }
        if self.drafts.last().is_some_and(Draft::is_frame) {
            self.drafts.pop();
        }
        match self.drafts.last_mut() {
            Some(last) if last.what == what && !begins(what, row, gap) => {
                if !row.wraps {
                    let blank = usize::from(gap > 0);
                    last.push(&"\n".repeat(1 + blank));
                }
                last.push(&row.text);
                last.status = status(row).or(last.status);
                last.name = last.name.take().or_else(|| row.name.clone());
                last.call_id = last.call_id.take().or_else(|| row.id.clone());
            }
            _ => self.drafts.push(begin(what, row)),
        }
        if what == What::ToolResult {
            self.output(row);
        }
    }

    /// A row of a call's progress: of the call that the row names, else of the one directly above, as long as nothing has come of
    /// it. Tells whether there is one.
    fn progress(&mut self, row: &Row) -> bool {
        let named = row.id.as_deref().and_then(|id| {
            let is = |d: &Draft| d.is_call() && d.call_id.as_deref() == Some(id);
            self.drafts.iter().rposition(is)
        });
        let last = self.drafts.len().checked_sub(1);
        let Some(call) = named.or(last).map(|at| &mut self.drafts[at]) else {
            return false;
        };
        if !call.is_call() || call.is_frame() || call.status.is_some_and(|s| s != Status::Running) {
            return false;
        }
        push_progress(call, row);
        if row.kind == Some(Kind::Result) {
            call.status = Some(Status::Running);
        }
        true
    }

    /// A row of a result: if its call still runs, it shows how far that has come.
    fn output(&mut self, row: &Row) {
        let Some((result, above)) = self.drafts.split_last_mut() else {
            return;
        };
        let runs = Some(Status::Running);
        if let Some(call) = above.last_mut()
            && call.is_call()
            && (result.status == runs || result.status.is_none() && call.status == runs)
        {
            push_progress(call, row);
        }
    }

    /// What has been made; the last of it may still grow. A frame alone is nothing yet.
    pub fn drafts(&self) -> &[Draft] {
        match self.drafts.split_last() {
            Some((last, rest)) if last.is_frame() => rest,
            _ => &self.drafts,
        }
    }

    /// Takes out all that cannot grow any more.
    pub fn take_closed(&mut self) -> Vec<Draft> {
        let open = self.drafts.len().saturating_sub(1);
        self.drafts.drain(..open).collect()
    }
}

/// Whether there is a frame and nothing in it: box drawing, block elements.
fn is_frame(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || matches!(c, '\u{2500}'..='\u{259f}'))
}

fn push_progress(call: &mut Draft, row: &Row) {
    match &mut call.progress {
        Some(progress) => progress.push(row),
        None => call.progress = Some(Progress::of(row)),
    }
}

/// Whether a row begins another event of the kind that stands above it.
fn begins(what: What, row: &Row, gap: usize) -> bool {
    match what {
        _ if row.joins => false,
        What::ToolRequest | What::Task | What::Divider | What::TurnEnd | What::Error => row.starts,
        // Rows that each have a marker of their own are one text.
        What::Turn
        | What::User
        | What::Reasoning
        | What::ToolProgress
        | What::ToolResult
        | What::Prompt => row.starts && gap > 0,
        // What no rule knows and begins something broke off a message.
        What::Message => row.starts && (gap > 0 || row.rule.is_none()),
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
        status: status(row),
        progress: None,
    };
    draft.push(&row.text);
    draft
}

/// The words that agents use for how a call went. Others say nothing.
const WORDS: [(&str, Status); 23] = [
    ("exit code 0", Status::Ok),
    ("exited 0", Status::Ok),
    ("succeeded", Status::Ok),
    ("success", Status::Ok),
    ("done", Status::Ok),
    ("ok", Status::Ok),
    ("exit code", Status::Failed),
    ("exited", Status::Failed),
    ("failed", Status::Failed),
    ("failure", Status::Failed),
    ("timed out", Status::Failed),
    ("error", Status::Failed),
    ("denied", Status::Denied),
    ("declined", Status::Denied),
    ("rejected", Status::Denied),
    ("aborted", Status::Denied),
    ("cancelled", Status::Denied),
    ("in progress", Status::Running),
    ("running", Status::Running),
    ("waiting", Status::Running),
    ("exploring", Status::Running),
    ("calling", Status::Running),
    ("searching", Status::Running),
];

/// How a tool call went, by the rule's capture `status`.
fn status(row: &Row) -> Option<Status> {
    let told = row.status.as_deref()?;
    let words = told.to_lowercase().replace("exited with code", "exited");
    let says = |word: &str| {
        words
            .find(word)
            .is_some_and(|at| ends_word(&words[at + word.len()..]))
    };
    let found = WORDS.iter().find(|(word, _)| says(word));
    found.map(|(_, status)| *status).or_else(|| by_sign(told))
}

fn ends_word(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric())
}

/// How a tool call went by a row of this kind. Where no rule captures it a guess must do, for what is shown at once: a tick or
/// a cross in front, or the word that a result begins with.
pub(crate) fn status_of(kind: Kind, row: &Row) -> Option<Status> {
    let what = What::of(kind)?;
    if !matches!(what, What::ToolRequest | What::Task | What::ToolResult) {
        return None;
    }
    let marks = row.text.chars().take_while(|c| !c.is_alphanumeric());
    let mut marks = marks.filter(|c| "✓✔✅✗✘✖❌".contains(*c));
    let text = row.text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let text = text.to_lowercase();
    let begins = || {
        let begins = |word: &str| text.strip_prefix(word).is_some_and(ends_word);
        let first = what == What::ToolResult && row.starts;
        WORDS.iter().find(|(word, _)| first && begins(word))
    };
    status(row)
        .or_else(|| by_sign(marks.next()?.encode_utf8(&mut [0; 4])))
        .or_else(|| begins().map(|(_, status)| *status))
}

fn by_sign(told: &str) -> Option<Status> {
    match told.chars().next()? {
        '✓' | '✔' | '✅' => Some(Status::Ok),
        'x' | '✗' | '✘' | '✖' | '❌' | '✕' => Some(Status::Failed),
        '-' => Some(Status::Denied),
        'o' | '○' | '◐' | '⊶' | '⊷' | '?' | '\u{2801}'..='\u{28ff}' => {
            Some(Status::Running)
        }
        _ => None,
    }
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
        let expected = [
            (What::User, "> why", None),
            (What::Reasoning, "| a\n| b", None),
            (What::Reasoning, "| c", None),
            (What::ToolRequest, "* Read(a)", None),
            (What::ToolRequest, "✗ Read(b)", None),
            (What::ToolResult, "  ⎿ Error: none\n    more", None),
            (What::Message, "the answer\n\nand", None),
        ];
        let expected = expected.map(|(what, text, status)| (what, text.to_owned(), status));
        assert_eq!(drafts(&rows), expected);
    }

    #[test]
    fn words_and_signs_that_a_rule_captures_tell_how_it_went() {
        for (captured, expected) in [
            ("succeeded", Some(Status::Ok)),
            ("exited 1", Some(Status::Failed)),
            ("Exit code 0", Some(Status::Ok)),
            ("Exit code 01", Some(Status::Failed)),
            ("Command exited with code 1", Some(Status::Failed)),
            ("Command exited with code 0", Some(Status::Ok)),
            ("errors", None),
            ("User rejected", Some(Status::Denied)),
            ("Waiting…", Some(Status::Running)),
            ("✗", Some(Status::Failed)),
            ("⠙", Some(Status::Running)),
            ("12 files", None),
        ] {
            let row = Row {
                status: Some(captured.to_owned()),
                ..row(Kind::Result, "Error", true)
            };
            assert_eq!(status(&row), expected, "{captured}");
        }
        assert_eq!(status(&row(Kind::Result, "Error: 1", true)), None);
    }

    /// A draft's kind, what it shows while it runs, and how it went.
    type Shown = (What, Option<String>, Option<Status>);

    /// What calls show while they run, and the other drafts.
    fn progress(rows: &[Row]) -> Vec<Shown> {
        let mut reducer = Reducer::default();
        rows.iter().for_each(|r| reducer.row(r));
        let shown = |d: &Draft| d.progress.as_ref().map(|p| p.text.clone());
        let drafts = reducer.drafts().iter();
        drafts.map(|d| (d.what, shown(d), d.status)).collect()
    }

    #[test]
    fn what_stands_below_a_call_that_runs_is_its_progress() {
        let blank = Row::default();
        let says = |status: &str, row: Row| Row {
            status: Some(status.to_owned()),
            ..row
        };
        let named = |id: &str, row: Row| Row {
            id: Some(id.to_owned()),
            ..row
        };
        let (call, spinner) = (
            row(Kind::Tool, "* Run", true),
            row(Kind::Progress, "⠋ 3s", true),
        );
        let result = row(Kind::Result, "| out", true);
        let running = says("Running", row(Kind::Result, "| Running…", true));
        let more = row(Kind::Result, "| ctrl+b", false);
        let thought = row(Kind::Reasoning, "~ why", true);
        let (request, output) = (What::ToolRequest, What::ToolResult);
        let runs = Some(Status::Running);
        let shown = |text: &str| Some(text.to_owned());
        let table: [(Vec<Row>, Vec<Shown>); 8] = [
            // A spinner, also over a gap; none below what has ended, or where there is no call.
            (
                vec![call.clone(), blank, spinner.clone()],
                vec![(request, shown("⠋ 3s"), None)],
            ),
            (
                vec![call.clone(), result.clone(), spinner.clone()],
                vec![(request, None, None), (output, None, None)],
            ),
            (
                vec![says("ok", call.clone()), spinner.clone()],
                vec![(request, None, Some(Status::Ok))],
            ),
            (
                vec![thought, spinner.clone()],
                vec![(What::Reasoning, None, None)],
            ),
            // A row in a result's place, with what belongs to it.
            (
                vec![call.clone(), running.clone(), more, spinner.clone()],
                vec![(request, shown("| Running…\n| ctrl+b\n⠋ 3s"), runs)],
            ),
            // Output so far is a result as well.
            (
                vec![says("running", call.clone()), result.clone()],
                vec![(request, shown("| out"), runs), (output, None, None)],
            ),
            (
                vec![
                    call.clone(),
                    result,
                    says("running", row(Kind::Result, "3s", false)),
                ],
                vec![(request, shown("3s"), None), (output, None, runs)],
            ),
            // The call that the row names.
            (
                vec![
                    named("1", call.clone()),
                    named("2", call),
                    named("1", spinner),
                ],
                vec![(request, shown("⠋ 3s"), None), (request, None, None)],
            ),
        ];
        for (rows, expected) in table {
            assert_eq!(progress(&rows), expected, "{rows:?}");
        }
        assert_eq!(progress(&[running]), [(output, None, runs)]);
    }

    #[test]
    fn a_frame_around_nothing_is_no_result() {
        let rows = [
            row(Kind::Tool, "│ Read │", true),
            row(Kind::Result, "│      │", true),
            row(Kind::Result, "╰──────╯", true),
        ];
        assert_eq!(progress(&rows), [(What::ToolRequest, None, None)]);
    }

    #[test]
    fn a_box_begins_with_what_stands_in_it() {
        let rows = [
            row(Kind::Tool, "╭────╮", true),
            row(Kind::Tool, "│ Read │", true),
            row(Kind::Result, "│ out │", true),
        ];
        assert_eq!(drafts(&rows[..1]), []);
        let expected = [
            (What::ToolRequest, "│ Read │".to_owned(), None),
            (What::ToolResult, "│ out │".to_owned(), None),
        ];
        assert_eq!(drafts(&rows), expected);
    }

    #[test]
    fn rows_of_a_rule_that_joins_are_one_event() {
        let joins = |text| Row {
            joins: true,
            ..row(Kind::Reasoning, text, true)
        };
        let rows = [
            joins("a"),
            Row::default(),
            joins("b"),
            row(Kind::Reasoning, "c", true),
        ];
        let expected = [(What::Reasoning, "a\n\nb\nc".to_owned(), None)];
        assert_eq!(drafts(&rows), expected);
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
