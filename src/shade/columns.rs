//! A set of columns of one row.

use std::ops::Range;

/// A set of columns. An empty one takes no memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns(Vec<u64>);

impl Columns {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn insert(&mut self, columns: Range<usize>) {
        let words = columns.end.div_ceil(64);
        if self.0.len() < words {
            self.0.resize(words, 0);
        }
        for x in columns {
            self.0[x / 64] |= 1 << (x % 64);
        }
    }

    pub(super) fn remove(&mut self, columns: Range<usize>) {
        for x in columns.start..columns.end.min(64 * self.0.len()) {
            self.0[x / 64] &= !(1 << (x % 64));
        }
    }

    /// All columns of a row, or none.
    pub(super) fn set_all(&mut self, on: bool, cols: usize) {
        self.clear();
        if on {
            self.insert(0..cols);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn contains(&self, x: usize) -> bool {
        self.0
            .get(x / 64)
            .is_some_and(|word| word & 1 << (x % 64) != 0)
    }

    /// The column behind the last one.
    pub(super) fn end(&self) -> usize {
        let last = self.0.iter().rposition(|word| *word != 0);
        last.map_or(0, |n| 64 * n + 64 - self.0[n].leading_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_and_go() {
        let mut set = Columns::default();
        set.insert(60..70);
        set.remove(64..66);
        let have: Vec<_> = (0..80).filter(|x| set.contains(*x)).collect();
        assert_eq!(have, [60, 61, 62, 63, 66, 67, 68, 69]);
        assert_eq!(set.end(), 70);
        set.remove(66..200);
        assert_eq!(set.end(), 64);
        set.remove(0..64);
        assert_eq!(set.end(), 0);
    }
}
