//! The time of a session: as it passes, as a recording says, or unknown.

use std::time::{Duration, Instant};

/// Where the time comes from.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// A live session, since it began: rows that come and go are shown.
    Live(Instant),
    /// A recording.
    Recorded(Duration),
    /// Nobody knows it: raw bytes.
    Unknown,
}

impl Clock {
    /// Of a session that begins now.
    pub fn live() -> Clock {
        Clock::Live(Instant::now())
    }

    pub(super) fn is_live(&self) -> bool {
        matches!(self, Clock::Live(_))
    }

    /// Since the start; zero if it is not known.
    pub(super) fn now(&self) -> Duration {
        self.known().unwrap_or_default()
    }

    pub(super) fn known(&self) -> Option<Duration> {
        match self {
            Clock::Live(start) => Some(start.elapsed()),
            Clock::Recorded(now) => Some(*now),
            Clock::Unknown => None,
        }
    }
}
