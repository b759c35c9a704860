//! What happened in a session: turns, thoughts, tool calls and their results, messages, as an event log.
//!
//! ```text
//! labelled rows ─▶ reduce ─▶ drafts ─▶ Log::observe ─▶ entries with ids ─▶ Event (JSON lines)
//! ```
//!
//! [`Reducer`] makes drafts of rows that stand below each other; it is pure. A [`Log`] is shown, at each of the child's
//! pauses, the rows that have left the screen and those on it. Drafts of the same thing, drawn again, grown, renamed or
//! folded, are one entry, which keeps its id; a full reprint of the conversation adds nothing. An entry is final, and is
//! told, once its rows have left the screen or are gone from it. What a tool call shows while it runs is part of its draft,
//! and an event of its own behind it: one, as it was shown last. The JSON form is described by `schema/events.json`.

mod align;
mod draft;
mod face;
mod log;
mod progress;
mod reduce;
mod teller;
mod watch;

pub use draft::{Draft, What};
pub use log::Log;
pub use progress::Progress;
pub(crate) use reduce::status_of;
pub use reduce::{Reducer, Row};
pub use watch::{Watcher, read_row, run};

use std::time::Duration;

use serde::Serialize;

/// The version of the JSON form. A new field or kind of event does not change it; one that goes or means something else does.
pub const VERSION: u32 = 1;

/// The most text of one event that is kept, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// How a tool call went, where the agent shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It did what it should.
    Ok,
    /// It did not.
    Failed,
    /// The user, or a rule of the user's, did not allow it.
    Denied,
    /// Nothing has come of it yet.
    Running,
}

/// A moment: a pause of the command's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The time since the start.
    pub time: Duration,
    /// How many bytes the command had written at the pause before.
    pub before: u64,
    /// And now.
    pub bytes: u64,
}

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// Its number; whatever happens on the screen, it stays.
    pub id: u64,
    /// What it is.
    pub event: What,
    /// The turn it belongs to, from 1.
    pub turn: u64,
    /// Seconds since the start, when it was first seen.
    pub time: f64,
    /// And when it last changed.
    pub until: f64,
    /// Between which bytes of the command's output that was, to a pause's accuracy: from, to.
    pub bytes: [u64; 2],
    /// Its rows, joined where they only wrap.
    pub text: String,
    /// The text was longer than [`MAX_TEXT`].
    pub truncated: bool,
    /// Whether it is shaded.
    pub region: bool,
    /// The profile's rule that began it.
    pub rule: Option<String>,
    /// A tool's name, if the rule captures it.
    pub name: Option<String>,
    /// A result, or progress: the id of the request.
    pub call: Option<u64>,
    /// How a tool call went.
    pub status: Option<Status>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Line {
    /// The first line.
    Head {
        /// Always `log`.
        event: &'static str,
        /// See [`VERSION`].
        version: u32,
        /// The profile that says what rows are.
        profile: String,
    },
    /// An event.
    Event(Event),
}
