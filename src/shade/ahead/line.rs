//! What is kept beside each row, and the labels that come of it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::region::{Mark, State, Verdict};
use crate::screen::Row;

/// Row identities are counters: they need no hashing.
#[derive(Default)]
pub(in crate::shade) struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(*byte));
        }
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Row identity to: is it shaded?
pub(in crate::shade) type Labels = HashMap<u64, bool, BuildHasherDefault<Identity>>;
/// What is kept beside each row.
#[derive(Debug)]
pub(in crate::shade) struct Line {
    pub(super) id: u64,
    /// Its cells changed since it was judged.
    pub(super) dirty: bool,
    /// It was judged as the continuation of the row above.
    pub(super) continues: bool,
    /// The state it was judged under, where that is not the exit of the row above: rows were lost between the two.
    pub(super) anchor: Option<State>,
    /// The state it was judged under before blank rows came in above it: it holds until they are written.
    pub(super) bridge: Option<State>,
    pub(super) entry: State,
    pub(super) exit: State,
    pub(super) verdict: Verdict,
    /// The verdict with blanks resolved.
    pub(super) shaded: bool,
    pub(super) mark: Mark,
    /// The mark came from the library's caller: the child's erasing does not take it off.
    pub(super) pinned: bool,
    /// Something, if only spaces, was written in it since it came up.
    pub(super) inked: bool,
    /// A glyph has stood in it since it came up.
    pub(super) written: bool,
}

impl Row for Line {
    fn new(id: u64) -> Self {
        Line {
            id,
            dirty: true,
            continues: false,
            anchor: None,
            bridge: None,
            entry: State::default(),
            exit: State::default(),
            verdict: Verdict::default(),
            shaded: false,
            mark: Mark::default(),
            pinned: false,
            inked: false,
            written: false,
        }
    }
}
