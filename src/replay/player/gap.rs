//! The time between two moments of a recording, as it passes.

use std::time::{Duration, Instant};

use super::Pace;

/// The time before a moment.
#[derive(Debug)]
pub(super) struct Gap {
    /// Seconds of the recording.
    length: f64,
    pace: Pace,
    /// Seconds of it that had passed at `since`.
    from: f64,
    since: Instant,
    paused: bool,
}

impl Gap {
    /// Begins now.
    pub(super) fn new(delay: Duration, pace: Pace, paused: bool) -> Gap {
        Gap {
            length: delay.as_secs_f64(),
            pace,
            from: 0.0,
            since: Instant::now(),
            paused,
        }
    }

    /// Seconds of the recording.
    pub(super) fn length(&self) -> f64 {
        self.length
    }

    /// Whether nobody waits for all of it.
    pub(super) fn is_clipped(&self) -> bool {
        self.length > self.pace.idle_limit.as_secs_f64()
    }

    /// Goes on `at` seconds behind its start; at its start where nobody waits for all of it, since nothing else in it can be
    /// told apart.
    pub(super) fn enter(&mut self, at: f64) {
        self.from = match self.is_clipped() {
            true => 0.0,
            false => at.clamp(0.0, self.length),
        };
        self.since = Instant::now();
    }

    /// Stands still, or goes on.
    pub(super) fn pause(&mut self, paused: bool) {
        self.from = self.passed();
        self.since = Instant::now();
        self.paused = paused;
    }

    /// Seconds of the recording that have passed.
    pub(super) fn passed(&self) -> f64 {
        let wait = self.wait();
        let part = match (self.paused, wait.is_zero()) {
            (true, _) => 0.0,
            (false, true) => 1.0,
            (false, false) => self.since.elapsed().div_duration_f64(wait).min(1.0),
        };
        self.from + (self.length - self.from) * part
    }

    /// How long it takes yet.
    pub(super) fn left(&self) -> Duration {
        self.wait().saturating_sub(self.since.elapsed())
    }

    /// How long it took from `since` on.
    fn wait(&self) -> Duration {
        let rest = Duration::try_from_secs_f64(self.length - self.from).unwrap_or_default();
        let rest = rest.min(self.pace.idle_limit);
        match self.pace.speed {
            0.0 => Duration::ZERO,
            speed => Duration::try_from_secs_f64(rest.as_secs_f64() / speed).unwrap_or(rest),
        }
    }
}
