//! What went out unread, for as long as the screen models may ask for it: the rows that are still on the screen, and perhaps
//! a few more.

/// The most that is kept without a line's end at which it could be cut, in bytes.
const MAX_KEPT: usize = 1 << 20;

/// The longest incomplete sequence that waits for its end, in bytes.
const MAX_TAIL: usize = 4096;

/// How much is dropped at once, in bytes: moving what stays costs time.
const DROP: usize = 1 << 16;

/// Child bytes that the models have not seen.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// Oldest first.
    pub(super) bytes: Vec<u8>,
    /// Older ones were dropped: `bytes` begin at the start of a row that has come up at the bottom, with a pen as after a
    /// reset, and fill the screen.
    pub(super) dropped: bool,
    /// An incomplete sequence or character behind them, which has not gone out.
    pub(super) tail: Vec<u8>,
}

/// Keeps them.
#[derive(Debug, Default)]
pub(super) struct Store(Kept);

/// Where in what is kept the present generation of rows begins, and the one before: what stands before that has scrolled away.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Generations {
    newer: usize,
    older: usize,
}

impl Generations {
    /// A new one begins at `at`: all rows of the one before the last have scrolled away.
    pub(super) fn begin(&mut self, at: usize) {
        (self.older, self.newer) = (self.newer, at);
    }
}

impl Store {
    /// Whether something waits for its end.
    pub(super) fn has_tail(&self) -> bool {
        !self.0.tail.is_empty()
    }

    /// A burst comes. Returns where it begins, with what waited for its end. It must be [ended](Self::end).
    pub(super) fn begin(&mut self, chunk: &[u8]) -> usize {
        let kept = &mut self.0;
        let start = kept.bytes.len();
        kept.bytes.extend_from_slice(&kept.tail);
        kept.bytes.extend_from_slice(chunk);
        start
    }

    /// All that is kept up to the last whole character; `None` if what begins at `start` is no UTF-8.
    pub(super) fn whole(&self, start: usize) -> Option<&[u8]> {
        let bytes = &self.0.bytes;
        match std::str::from_utf8(&bytes[start..]) {
            Ok(_) => Some(bytes),
            Err(e) if e.error_len().is_none() => Some(&bytes[..start + e.valid_up_to()]),
            Err(_) => None,
        }
    }

    /// The burst that began at `start` has whole tokens up to `end`, and what is behind it waits. Without an end, or if too
    /// much would wait, all is as before [`begin`](Self::begin): false.
    pub(super) fn end(&mut self, start: usize, end: Option<usize>) -> bool {
        let Kept { bytes, tail, .. } = &mut self.0;
        let Some(end) = end.filter(|end| bytes.len() - end <= MAX_TAIL) else {
            bytes.truncate(start);
            return false;
        };
        tail.clear();
        tail.extend_from_slice(&bytes[end..]);
        bytes.truncate(end);
        true
    }

    /// What is kept from `start` on.
    pub(super) fn since(&self, start: usize) -> &[u8] {
        &self.0.bytes[start..]
    }

    /// Drops what has scrolled away, and returns how much that was. Not more than now and then: it moves what stays.
    pub(super) fn tidy(&mut self, generations: &mut Generations) -> usize {
        let gone = generations.older;
        if gone < DROP {
            return 0;
        }
        self.0.bytes.drain(..gone);
        self.0.dropped = true;
        generations.newer -= gone;
        generations.older = 0;
        gone
    }

    /// Whether too much is kept, for want of a place to cut.
    pub(super) fn is_full(&self, generations: Generations) -> bool {
        self.0.bytes.len() - generations.older > MAX_KEPT
    }

    /// Hands out what was kept.
    pub(super) fn take(&mut self, generations: Generations) -> Kept {
        let mut kept = std::mem::take(&mut self.0);
        kept.bytes.drain(..generations.older);
        kept.dropped |= generations.older > 0;
        kept
    }

    /// Takes the allocations of what was replayed back.
    pub(super) fn give_back(&mut self, mut kept: Kept) {
        kept.bytes.clear();
        kept.tail.clear();
        kept.dropped = false;
        self.0 = kept;
    }
}
