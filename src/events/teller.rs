//! Entries that are final become events.

use std::time::Duration;

use super::draft::What;
use super::log::Entry;
use super::progress::Shown;
use super::{Event, Moment, Status};

/// Counts turns and tells which result belongs to which call.
#[derive(Debug, Default)]
pub(super) struct Teller {
    turn: u64,
    above: Option<What>,
    /// Calls of this turn that nothing has come of: their ids, and those that the agent gives them.
    calls: Vec<(u64, Option<String>)>,
    /// How many of them were made before the model said something.
    run: usize,
    /// The call that the last result belongs to.
    answered: Option<u64>,
}

impl Teller {
    pub(super) fn tell(&mut self, entry: Entry, last_id: &mut u64, events: &mut Vec<Event>) {
        let Entry {
            id,
            draft,
            first,
            last,
            progress,
            ..
        } = entry;
        if self.begins_turn(draft.what) {
            self.turn += 1;
            self.calls.clear();
            self.run = 0;
            self.answered = None;
            *last_id += 1;
            events.push(self.event(*last_id, What::Turn, (first, first)));
            if let Some(turn) = events.last_mut() {
                turn.bytes = [first.before, first.before];
            }
        }
        let call = match draft.what {
            What::ToolResult => self.call(draft.call_id.as_deref()),
            _ => None,
        };
        match draft.what {
            What::ToolRequest | What::Task => self.calls.push((id, draft.call_id.clone())),
            What::ToolResult => {}
            _ => self.run = self.calls.len(),
        }
        self.above = Some(draft.what);
        events.push(Event {
            text: draft.text,
            truncated: draft.truncated,
            region: draft.region,
            rule: draft.rule,
            name: draft.name,
            call,
            status: draft.status,
            ..self.event(id, draft.what, (first, last))
        });
        if let Some(Shown {
            id: own,
            progress,
            first,
            last,
        }) = progress
        {
            events.push(Event {
                text: progress.text,
                truncated: progress.truncated,
                region: progress.region,
                rule: progress.rule,
                call: Some(id),
                ..self.event(own, What::ToolProgress, (first, last))
            });
        }
    }

    /// An event without text.
    fn event(&self, id: u64, event: What, (first, last): (Moment, Moment)) -> Event {
        Event {
            id,
            event,
            turn: self.turn,
            time: seconds(first.time),
            until: seconds(last.time),
            bytes: [first.before, last.bytes],
            text: String::new(),
            truncated: false,
            region: false,
            rule: None,
            name: None,
            call: None,
            status: None,
        }
    }

    /// The user's words begin a turn, and so does what an agent does of its own after a turn's end.
    fn begins_turn(&self, what: What) -> bool {
        match self.above {
            None => true,
            Some(What::User) => false,
            Some(What::TurnEnd) => !matches!(what, What::Divider | What::Prompt | What::TurnEnd),
            Some(_) => what == What::User,
        }
    }

    /// The call that a result belongs to: by the agent's id, else the one directly above it, else the oldest that waits (behind
    /// another result: of those made since the model said something), else that of the result before it.
    fn call(&mut self, id: Option<&str>) -> Option<u64> {
        let by_id = id.and_then(|id| self.calls.iter().position(|c| c.1.as_deref() == Some(id)));
        let at = match (by_id, self.above) {
            (Some(at), _) => at,
            (None, Some(What::ToolRequest | What::Task)) => self.calls.len().checked_sub(1)?,
            (None, Some(What::ToolResult)) => self.run,
            _ => 0,
        };
        if at < self.calls.len() {
            self.answered = Some(self.calls.remove(at).0);
            self.run -= usize::from(at < self.run);
        }
        self.answered
    }

    /// A call that is the last thing of all, and that nothing has come of, runs.
    pub(super) fn close(&mut self, events: &mut [Event]) {
        let mut said = events.iter_mut();
        if let Some(last) = said.rfind(|e| e.event != What::ToolProgress)
            && matches!(last.event, What::ToolRequest | What::Task)
            && last.status.is_none()
        {
            last.status = Some(Status::Running);
        }
    }
}

/// To the millisecond.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
