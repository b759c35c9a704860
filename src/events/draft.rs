//! An event that may still change.

use serde::Serialize;

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
    pub const ALL: [(What, &'static str); 10] = [
        (What::Turn, "a turn begins; it has no text"),
        (What::User, "the user's words"),
        (What::Reasoning, "the model's thoughts"),
        (
            What::Message,
            "what the model says, and all text that no rule knows",
        ),
        (
            What::ToolRequest,
            "a tool call, a search or a delegated task",
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
            Kind::Tool | Kind::Search | Kind::Task => Some(What::ToolRequest),
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
}

/// How two drafts' texts stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// They say the same, or one is the beginning or the end of the other.
    Same,
    /// The end of the first is the beginning of the second: a screen that shows a part of it.
    Overlap,
    /// Nothing.
    None,
}

impl Draft {
    /// Adds text, as far as there is room.
    pub(super) fn push(&mut self, text: &str) {
        let room = MAX_TEXT.saturating_sub(self.text.len());
        let end = text.floor_char_boundary(room);
        self.truncated |= end < text.len();
        self.text.push_str(&text[..end]);
    }

    /// How the text of a later draft of the same kind stands to this one's. Blanks do not count: rows may wrap anew.
    pub(super) fn relation(&self, later: &Draft) -> Relation {
        if self.text == later.text {
            return Relation::Same;
        }
        let (old, new) = (squeezed(&self.text), squeezed(&later.text));
        if old.is_empty() || new.is_empty() {
            return if old == new {
                Relation::Same
            } else {
                Relation::None
            };
        }
        if new.starts_with(&old) || old.starts_with(&new) || old.ends_with(&new) {
            Relation::Same
        } else if overlap(&self.text, &later.text).is_some() {
            Relation::Overlap
        } else {
            Relation::None
        }
    }

    /// Takes in what a later draft of the same thing shows. Thoughts and results that were folded keep their text.
    pub(super) fn update(&mut self, later: &Draft) -> bool {
        let text = match self.relation(later) {
            Relation::Same if squeezed(&self.text).len() > squeezed(&later.text).len() => {
                self.text.clone()
            }
            Relation::Same => later.text.clone(),
            Relation::Overlap => {
                let lines = overlap(&self.text, &later.text).unwrap_or(0);
                let rest: Vec<&str> = later.text.split('\n').skip(lines).collect();
                [self.text.as_str(), &rest.join("\n")].join("\n")
            }
            Relation::None
                if matches!(self.what, What::Reasoning | What::ToolResult)
                    && self.text.len() > later.text.len() =>
            {
                self.text.clone()
            }
            Relation::None => later.text.clone(),
        };
        let next = Draft {
            text,
            truncated: self.truncated || later.truncated,
            status: later.status.or(self.status),
            name: later.name.clone().or(self.name.take()),
            call_id: later.call_id.clone().or(self.call_id.take()),
            region: later.region,
            rule: later.rule.clone(),
            what: self.what,
        };
        let changed = next.text != self.text || next.status != self.status;
        *self = next;
        changed
    }
}

/// A text without blanks and line ends.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// How many lines at the end of `old` are those at the beginning of `new`. One blank line is no evidence.
fn overlap(old: &str, new: &str) -> Option<usize> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    let most = old.len().min(new.len());
    (1..=most).rev().find(|&n| {
        old[old.len() - n..] == new[..n] && new[..n].iter().any(|l| !l.trim().is_empty())
    })
}
