//! Bytes on their way.

/// Bytes that were accepted from one side and not yet taken by the other. Its bound is kept by who fills it: nobody
/// reads more while [`is_full`](Queue::is_full).
#[derive(Debug, Default)]
pub(super) struct Queue {
    bytes: Vec<u8>,
    sent: usize,
}

impl Queue {
    /// Bytes above which nothing more is read: one paste or burst in flight, and flat memory.
    pub(super) const LIMIT: usize = 64 * 1024;

    pub(super) fn is_empty(&self) -> bool {
        self.sent == self.bytes.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() - self.sent >= Self::LIMIT
    }

    /// What waits, oldest first.
    pub(super) fn waiting(&self) -> &[u8] {
        &self.bytes[self.sent..]
    }

    /// The first `n` of it were taken.
    pub(super) fn took(&mut self, n: usize) {
        self.sent += n;
        if self.is_empty() {
            self.clear();
        }
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.sent = 0;
    }

    /// The buffer to append to.
    pub(super) fn tail(&mut self) -> &mut Vec<u8> {
        if self.sent > Self::LIMIT {
            self.bytes.drain(..self.sent);
            self.sent = 0;
        }
        &mut self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_in_comes_out_in_order() {
        let mut queue = Queue::default();
        queue.tail().extend_from_slice(b"abc");
        queue.took(1);
        queue.tail().extend_from_slice(b"d");
        assert_eq!(queue.waiting(), b"bcd");
        queue.took(3);
        assert!(queue.is_empty() && queue.waiting().is_empty());
    }

    #[test]
    fn a_queue_that_never_runs_dry_stays_small() {
        let mut queue = Queue::default();
        queue.tail().push(0);
        for _ in 0..100_000 {
            queue.tail().extend_from_slice(&[0; 100]);
            queue.took(100);
        }
        assert!(queue.bytes.capacity() < 4 * Queue::LIMIT);
    }
}
