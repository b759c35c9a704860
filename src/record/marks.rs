//! Markers at regions and tool calls.

use std::collections::HashSet;

use crate::events::{Log, Moment, Row, What, read_row};
use crate::matcher::{On, Profile};
use crate::shade::LabelledRow;

/// The longest label, in characters.
const MAX_LABEL: usize = 80;

/// What was marked. It looks at the screen at pauses only, and where no row is being judged the screen is an old one; but
/// then nothing that is marked has come.
#[derive(Debug, Default)]
pub(super) struct Marks {
    log: Log,
    marked: HashSet<u64>,
    /// The last event that was looked at is shaded.
    shaded: bool,
}

impl Marks {
    /// The labels of what has begun since the last call.
    pub(super) fn labels(&mut self, profile: &Profile, rows: &[LabelledRow]) -> Vec<String> {
        let alternate = rows.first().is_some_and(|r| r.screen == On::Alternate);
        let rows: Vec<Row> = rows.iter().map(|r| read_row(profile, true, r)).collect();
        // Times are the tape's business.
        self.log.observe(&rows, alternate, Moment::default());
        let mut labels = Vec::new();
        for (id, draft) in self.log.open() {
            if !self.marked.insert(id) {
                continue;
            }
            let line = draft.text.lines().next().unwrap_or_default().trim();
            let line: String = line
                .chars()
                .filter(|c| !c.is_control())
                .take(MAX_LABEL)
                .collect();
            match draft.what {
                What::ToolRequest => labels.push(format!("tool: {line}")),
                _ if draft.region && !self.shaded => labels.push(format!("reasoning: {line}")),
                _ => {}
            }
            self.shaded = draft.region;
        }
        labels
    }
}
