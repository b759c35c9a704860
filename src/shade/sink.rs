//! The one way out, with two doors: the child's bytes, and ours.

use std::ops::Range;

/// Whether the models are only brought up to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Replay {
    /// What comes in goes out.
    #[default]
    No,
    /// It has gone out before, and nothing of ours was in it.
    Plain,
    /// It has gone out before.
    Shaded,
}

/// Collects output and knows which of it is ours.
#[derive(Debug, Default)]
pub(super) struct Sink {
    out: Vec<u8>,
    /// Bytes that went out before `out`.
    before: u64,
    /// The child's bytes that went out.
    child: u64,
    spans: Vec<Range<u64>>,
    record: bool,
    /// What comes in has gone out before, if it does.
    pub(super) replay: Replay,
}

impl Sink {
    /// Whether to keep the spans of our insertions.
    pub(super) fn record(&mut self, on: bool) {
        self.record = on;
    }

    /// The child's own bytes, verbatim.
    pub(super) fn child(&mut self, bytes: &[u8]) {
        if self.replay != Replay::No {
            return;
        }
        self.child += bytes.len() as u64;
        self.out.extend_from_slice(bytes);
    }

    /// An insertion.
    pub(super) fn ours(&mut self, bytes: &[u8]) {
        if self.replay != Replay::No {
            debug_assert_eq!(self.replay, Replay::Shaded, "{}", bytes.escape_ascii());
            return;
        }
        if self.record && !bytes.is_empty() {
            let start = self.before + self.out.len() as u64;
            let end = start + bytes.len() as u64;
            match self.spans.last_mut() {
                Some(last) if last.end == start => last.end = end,
                _ => self.spans.push(start..end),
            }
        }
        self.out.extend_from_slice(bytes);
    }

    /// How many of the child's bytes have gone out.
    pub(super) fn child_count(&self) -> u64 {
        self.child
    }

    /// Moves what is there to `out`.
    pub(super) fn drain(&mut self, out: &mut Vec<u8>) {
        self.before += self.out.len() as u64;
        out.append(&mut self.out);
    }

    /// The spans since the last call, as offsets into all output.
    pub(super) fn take_spans(&mut self) -> Vec<Range<u64>> {
        std::mem::take(&mut self.spans)
    }
}
