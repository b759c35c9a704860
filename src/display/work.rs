//! Tool calls between two texts, and which of them failed: what compact thinking tells of them.

use std::time::Duration;

use crate::events::Status;

/// The calls since the last text.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// How many.
    calls: usize,
    /// How many of them failed or were denied; what came later does not take them back.
    issues: usize,
    since: Option<Duration>,
    /// The last call's name, as far as it may stand in a row of ours.
    name: String,
    /// The last call's issue is counted.
    counted: bool,
}

/// The longest name that is told, in characters.
const MAX_NAME: usize = 40;

impl Work {
    /// Something was done.
    pub(super) fn begin(&mut self, now: Option<Duration>) {
        self.since = self.since.or(now);
    }

    /// A tool is called.
    pub(super) fn call(&mut self, name: Option<&str>) {
        self.calls += 1;
        self.counted = false;
        let plain = |c: &char| !c.is_control();
        self.name = name
            .unwrap_or_default()
            .chars()
            .filter(plain)
            .take(MAX_NAME)
            .collect();
    }

    /// How the last call went. Gives a row about it if it is an issue that was not told.
    pub(super) fn went(&mut self, status: Option<Status>) -> Option<String> {
        let word = match status? {
            Status::Failed => "failed",
            Status::Denied => "denied",
            Status::Ok | Status::Running => return None,
        };
        if std::mem::replace(&mut self.counted, true) {
            return None;
        }
        self.issues += 1;
        let space = if self.name.is_empty() { "" } else { " " };
        Some(format!("  ✗ {}{space}{word}", self.name))
    }

    /// The counts behind a clock: ` · 3 tools · 1 issue`.
    pub(super) fn counts(&self) -> String {
        let mut text = String::new();
        if self.calls > 0 {
            text.push_str(&format!(" · {}", plural(self.calls, "tool")));
        }
        if self.issues > 0 {
            text.push_str(&format!(" · {}", plural(self.issues, "issue")));
        }
        text
    }

    /// The text that ends it is there: one row about it, if there were several calls.
    pub(super) fn end(&mut self, now: Option<Duration>) -> Option<String> {
        let work = std::mem::take(self);
        if work.calls < 2 {
            return None;
        }
        let mut text = format!("▸ {}", plural(work.calls, "tool call"));
        if work.issues > 0 {
            text.push_str(&format!(" · ✗ {}", work.issues));
        }
        if let (Some(since), Some(now)) = (work.since, now) {
            text.push_str(&format!(" · {}", clock(now.saturating_sub(since))));
        }
        Some(text)
    }
}

fn plural(n: usize, what: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{n} {what}{s}")
}

/// A time as people read it: `4.2s`, `1m 05s`.
pub(super) fn clock(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    match tenths {
        ..600 => format!("{}.{}s", tenths / 10, tenths % 10),
        _ => format!("{}m {:02}s", tenths / 600, tenths / 10 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_is_told_once_and_stays_counted() {
        let mut work = Work::default();
        work.begin(Some(Duration::from_secs(1)));
        work.call(Some("read\u{7}"));
        assert_eq!(work.went(Some(Status::Ok)), None);
        work.call(None);
        assert_eq!(
            work.went(Some(Status::Failed)).as_deref(),
            Some("  ✗ failed")
        );
        assert_eq!(work.went(Some(Status::Failed)), None);
        work.call(Some("rm"));
        assert_eq!(
            work.went(Some(Status::Denied)).as_deref(),
            Some("  ✗ rm denied")
        );
        assert_eq!(work.counts(), " · 3 tools · 2 issues");
        let row = work.end(Some(Duration::from_millis(66_500)));
        assert_eq!(row.as_deref(), Some("▸ 3 tool calls · ✗ 2 · 1m 05s"));
        assert_eq!(work.end(None), None);
    }
}
