//! How a stream reaches the writer: whole, byte by byte, or cut anywhere, with pauses.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::oracle::session::Step;

/// A way to cut.
#[derive(Clone, Debug)]
pub enum Chunking {
    Whole,
    Bytes,
    /// Cut at these places, the child pausing at some of them.
    Cuts(Vec<(Index, bool)>),
}

pub fn chunkings() -> impl Strategy<Value = Chunking> {
    prop_oneof![
        1 => Just(Chunking::Whole),
        1 => Just(Chunking::Bytes),
        3 => prop::collection::vec((any::<Index>(), any::<bool>()), 1..8).prop_map(Chunking::Cuts),
    ]
}

impl Chunking {
    pub fn steps(&self, bytes: &[u8]) -> Vec<Step> {
        match self {
            Chunking::Whole => vec![Step::Write(bytes.to_vec())],
            Chunking::Bytes => bytes.iter().map(|byte| Step::Write(vec![*byte])).collect(),
            Chunking::Cuts(cuts) => cut(bytes, cuts),
        }
    }
}

fn cut(bytes: &[u8], cuts: &[(Index, bool)]) -> Vec<Step> {
    let mut cuts: Vec<_> = cuts
        .iter()
        .map(|(at, pause)| (at.index(bytes.len() + 1), *pause))
        .collect();
    cuts.sort_unstable();
    let mut steps = Vec::new();
    let mut from = 0;
    for (at, pause) in cuts {
        steps.push(Step::Write(bytes[from..at].to_vec()));
        // What is written at a pause parts a character from what joins it.
        let apart = bytes.get(at).is_none_or(u8::is_ascii);
        steps.extend((pause && apart).then_some(Step::Pause));
        from = at;
    }
    steps.push(Step::Write(bytes[from..].to_vec()));
    steps
}
