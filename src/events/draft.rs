//! An event that may still change.

use serde::Serialize;

use super::face::{Face, Relation};
use super::progress::Progress;
use super::{MAX_TEXT, Status};
use crate::matcher::Kind;

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A turn begins; it has no rows of its own.
    Turn,
    /// The user's words.
    User,
    /// The model's thoughts.
    Reasoning,
    /// What the model says.
    Message,
    /// A tool call.
    ToolRequest,
    /// A task that was given to another agent.
    Task,
    /// What a tool call shows while it runs.
    ToolProgress,
    /// What a tool gave back.
    ToolResult,
    /// A question to the user.
    Prompt,
    /// An error.
    Error,
    /// A divider, such as that of a compaction.
    Divider,
    /// The turn is over.
    TurnEnd,
}

impl What {
    /// All of them, with what they mean.
    pub const ALL: [(What, &'static str); 12] = [
        (What::Turn, "a turn begins; it has no text"),
        (What::User, "the user's words"),
        (What::Reasoning, "the model's thoughts"),
        (
            What::Message,
            "what the model says, and all text that no rule knows",
        ),
        (What::ToolRequest, "a tool call or a search"),
        (What::Task, "a task that was given to another agent"),
        (
            What::ToolProgress,
            "what a tool call shows while it runs, as it was shown last",
        ),
        (What::ToolResult, "what a tool gave back"),
        (What::Prompt, "a question to the user"),
        (What::Error, "an error that the agent shows"),
        (What::Divider, "a divider, such as that of a compaction"),
        (What::TurnEnd, "the agent says that the turn is over"),
    ];

    /// The name in the log.
    pub fn name(self) -> &'static str {
        match self {
            What::Turn => "turn",
            What::User => "user",
            What::Reasoning => "reasoning",
            What::Message => "message",
            What::ToolRequest => "tool_request",
            What::Task => "task",
            What::ToolProgress => "tool_progress",
            What::ToolResult => "tool_result",
            What::Prompt => "prompt",
            What::Error => "error",
            What::Divider => "divider",
            What::TurnEnd => "turn_end",
        }
    }

    /// What rows of a kind tell of; `None`: they are part of the interface, or come and go.
    pub(super) fn of(kind: Kind) -> Option<What> {
        match kind {
            Kind::Reasoning => Some(What::Reasoning),
            Kind::Tool | Kind::Search => Some(What::ToolRequest),
            Kind::Task => Some(What::Task),
            Kind::Result => Some(What::ToolResult),
            Kind::Message => Some(What::Message),
            Kind::User => Some(What::User),
            Kind::TurnEnd => Some(What::TurnEnd),
            Kind::Error => Some(What::Error),
            Kind::Prompt => Some(What::Prompt),
            Kind::Divider => Some(What::Divider),
            Kind::Chrome | Kind::Progress | Kind::System => None,
        }
    }
}

/// An event as rows show it now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// What it is.
    pub what: What,
    /// Its rows, joined where they only wrap.
    pub text: String,
    /// There was more text than is kept.
    pub truncated: bool,
    /// Whether its first row is shaded.
    pub region: bool,
    /// The rule that began it.
    pub rule: Option<String>,
    /// A tool's name.
    pub name: Option<String>,
    /// A tool call's own id.
    pub call_id: Option<String>,
    /// How a tool call went.
    pub status: Option<Status>,
    /// What a tool call shows while it runs.
    pub progress: Option<Progress>,
}

impl Draft {
    /// Whether it is a tool call.
    pub(super) fn is_call(&self) -> bool {
        matches!(self.what, What::ToolRequest | What::Task)
    }

    /// Adds text, as far as there is room.
    pub(super) fn push(&mut self, text: &str) {
        let room = MAX_TEXT.saturating_sub(self.text.len());
        let end = text.floor_char_boundary(room);
        self.truncated |= end < text.len();
        self.text.push_str(&text[..end]);
    }

    /// Whether it has a frame to show, and nothing in it yet: the upper side of a tool call's box.
    pub(super) fn is_frame(&self) -> bool {
        self.is_call() && !self.has_letters()
    }

    /// Whether there is anything to read in it.
    pub(super) fn has_letters(&self) -> bool {
        self.text.chars().any(char::is_alphanumeric)
    }

    /// Whether a later draft of the same thing is only a part of it.
    pub(super) fn shrinks_to(&self, later: &Draft) -> bool {
        Face::of(self).holds(&Face::of(later))
    }

    /// Whether a later draft of the same thing is only its beginning.
    pub(super) fn begins_with(&self, later: &Draft) -> bool {
        Face::of(self).begins_with(&Face::of(later))
    }

    /// Takes in what a later draft of the same thing shows. Thoughts and results that were folded keep their text.
    pub(super) fn update(&mut self, later: &Draft, seen: Seen) -> bool {
        let (face, other) = (Face::of(self), Face::of(later));
        let longer = face.len() > other.len() && !seen.shorter;
        let folds = matches!(self.what, What::Reasoning | What::ToolResult)
            && (seen.settled || self.what == What::Reasoning);
        let relation = match face.relation(&other) {
            Relation::Rewritten(_) if !seen.scrolls => Relation::Rewritten(0),
            relation => relation,
        };
        let keeps = match relation {
            // What is typed into an input box may be taken back.
            Relation::Same => longer && self.what != What::User,
            Relation::Overlap(_) => false,
            Relation::Rewritten(above) if above > 0 => false,
            Relation::Rewritten(_) if seen.left && !seen.settled => false,
            Relation::Rewritten(_) | Relation::None => longer && folds,
        };
        let text = match relation {
            _ if keeps => self.text.clone(),
            Relation::Overlap(rows) => {
                let all = self.text.split('\n').count();
                below(&self.text, all.saturating_sub(rows), &later.text)
            }
            Relation::Rewritten(above) => below(&self.text, above, &later.text),
            Relation::Same | Relation::None => later.text.clone(),
        };
        let running = self.status == Some(Status::Running);
        let next = Draft {
            text,
            truncated: self.truncated || later.truncated,
            // What runs no more and shows no other status has ended somehow.
            status: later.status.or(self.status.filter(|_| !running)),
            name: later.name.clone().or(self.name.take()),
            call_id: later.call_id.clone().or(self.call_id.take()),
            region: later.region,
            rule: later.rule.clone(),
            progress: later.progress.clone(),
            what: self.what,
        };
        let changed = next.text != self.text || next.status != self.status;
        *self = next;
        changed
    }
}

/// How a later draft is to be taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// It holds also if it is less.
    pub(super) shorter: bool,
    /// Its rows have left the screen: there will be no later draft.
    pub(super) left: bool,
    /// The text so far has stood for a while: it was not half drawn.
    pub(super) settled: bool,
    /// On the alternate screen a later draft may be what is left in view. Of what is on the main screen, all that has
    /// scrolled out of it is known.
    pub(super) scrolls: bool,
}

/// The first rows of a text, and another below them.
fn below(text: &str, rows: usize, other: &str) -> String {
    let above = text.split('\n').take(rows);
    above.chain([other]).collect::<Vec<&str>>().join("\n")
}
