//! Fenced code blocks in message text (CommonMark 4.5): a tag inside one is text.

/// An open fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fence {
    mark: u8,
    length: u16,
}

impl Fence {
    /// The fence that a row opens, its message indent taken off.
    pub(super) fn open(text: &str) -> Option<Fence> {
        let fence = Fence::at(text)?;
        let info = &text.trim_start()[usize::from(fence.length)..];
        (fence.mark == b'~' || !info.contains('`')).then_some(fence)
    }

    /// Whether a row closes it.
    pub(super) fn closes(self, text: &str) -> bool {
        Fence::at(text).is_some_and(|other| {
            other.mark == self.mark
                && other.length >= self.length
                && text.trim()[usize::from(other.length)..].is_empty()
        })
    }

    fn at(text: &str) -> Option<Fence> {
        let body = text.trim_start();
        if text.len() - body.len() > 3 {
            return None; // an indented code block
        }
        let mark = *body.as_bytes().first()?;
        let length = body.bytes().take_while(|b| *b == mark).count();
        (matches!(mark, b'`' | b'~') && length >= 3).then(|| Fence {
            mark,
            length: u16::try_from(length).unwrap_or(u16::MAX),
        })
    }
}
