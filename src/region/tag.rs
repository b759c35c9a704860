//! `<think>` and `</think>`, which count under every profile.

use super::{Fence, Judge, State, Verdict};
use crate::matcher::{Head, Kind, RowText};

const OPEN: [&str; 2] = ["<think>", "<thinking>"];
const CLOSE: [&str; 2] = ["</think>", "</thinking>"];

/// The longest tag less one byte: as much of a row's end can be the start of a tag that soft-wraps.
const TAIL: usize = "</thinking>".len() - 1;

/// The end of a row's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tail {
    bytes: [u8; TAIL],
    len: u8,
}

impl Tail {
    /// Of this row. Only the ASCII end matters: tags are ASCII.
    pub(super) fn of(text: &str) -> Tail {
        let bytes = text.as_bytes();
        let last = &bytes[bytes.len().saturating_sub(TAIL)..];
        let start = last
            .iter()
            .rposition(|b| !b.is_ascii())
            .map_or(0, |n| n + 1);
        let end = &last[start..];
        let mut tail = Tail::default();
        tail.bytes[..end.len()].copy_from_slice(end);
        tail.len = end.len() as u8;
        tail
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// Whether the text starts with an opening tag.
pub(super) fn opens(text: &str) -> bool {
    OPEN.iter().any(|tag| text.starts_with(tag))
}

/// Whether the text is the start of an opening tag.
pub(super) fn may_open(text: &str) -> bool {
    !text.is_empty() && OPEN.iter().any(|tag| tag.starts_with(text))
}

/// How long the opening tag is that the text starts with; 0: none.
pub(super) fn open_length(text: &str) -> usize {
    let mut tags = OPEN.iter().filter(|tag| text.starts_with(**tag));
    tags.next().map_or(0, |tag| tag.len())
}

/// Where the first closing tag stands in a text.
pub(super) fn close_at(text: &str) -> Option<std::ops::Range<usize>> {
    let tags = CLOSE.iter();
    let found = tags.filter_map(|tag| text.find(tag).map(|at| at..at + tag.len()));
    found.min_by_key(|range| range.start)
}

/// Where the start of a closing tag stands at the end of a text.
pub(super) fn may_close(text: &str) -> Option<usize> {
    let at = text.rfind('<')?;
    CLOSE
        .iter()
        .any(|tag| tag.starts_with(&text[at..]))
        .then_some(at)
}

/// Where the first closing tag ends in a row, `tail` being the end of the row it continues.
pub(super) fn close_in(text: &str, tail: &Tail) -> Option<usize> {
    let cut = CLOSE.iter().flat_map(|tag| {
        let tail = tail.get();
        (1..tag.len())
            .filter(move |n| tail.ends_with(&tag.as_bytes()[..*n]) && text.starts_with(&tag[*n..]))
            .map(|n| tag.len() - n)
    });
    let whole = CLOSE
        .iter()
        .filter_map(|tag| text.find(tag).map(|at| at + tag.len()));
    cut.chain(whole).min()
}

impl Judge<'_> {
    pub(super) fn open_tag(&self, state: &mut State, row: &RowText, from: usize) -> Verdict {
        let verdict = self.set(state, Kind::Reasoning, None, Head::default());
        state.tag = true;
        state.block = None;
        match close_in(&row.text[from..], &Tail::default()) {
            Some(end) => self.close_tag(state, row, from + end),
            None => verdict,
        }
    }

    pub(super) fn inside_tag(&self, state: &mut State, row: &RowText) -> Verdict {
        let tail = if row.continues {
            state.tail
        } else {
            Tail::default()
        };
        match close_in(&row.text, &tail) {
            Some(end) => self.close_tag(state, row, end),
            None => self.set_in_tag(state),
        }
    }

    fn set_in_tag(&self, state: &mut State) -> Verdict {
        let verdict = self.set(state, Kind::Reasoning, None, Head::default());
        state.block = None;
        state.tag = true;
        verdict
    }

    /// The tag closes before `end` in the row: text behind it is message text, and the row is plain.
    fn close_tag(&self, state: &mut State, row: &RowText, end: usize) -> Verdict {
        state.tag = false;
        state.block = None;
        let rest = row.text[end..].trim();
        if rest.is_empty() {
            return self.set_closed(state);
        }
        let verdict = self.set(state, Kind::Message, None, Head::default());
        state.fence = Fence::open(rest);
        verdict
    }

    fn set_closed(&self, state: &mut State) -> Verdict {
        let verdict = self.set(state, Kind::Reasoning, None, Head::default());
        state.block = None;
        verdict
    }
}
