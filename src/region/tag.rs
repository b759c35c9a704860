//! `<think>` and `</think>`, which count under every profile.

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
        let end: Vec<u8> = text
            .bytes()
            .rev()
            .take(TAIL)
            .take_while(u8::is_ascii)
            .collect();
        let mut tail = Tail::default();
        for (slot, byte) in tail.bytes.iter_mut().zip(end.iter().rev()) {
            *slot = *byte;
        }
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
