//! The sequences that unread stretches may hold: CSI with plain parameters, and OSC.

/// A whole one.
pub(super) enum Sequence<'a> {
    /// Parameters of digits, colons and semicolons, and the final byte.
    Csi(&'a [u8], u8),
    /// The text.
    Osc(&'a [u8]),
}

/// The sequence at `at` and where it ends; `Some(None)`: it is not whole yet. `None`: it is another one, or an OSC that marks a
/// region or is no ASCII.
pub(super) fn sequence(bytes: &[u8], at: usize) -> Option<Option<(Sequence<'_>, usize)>> {
    let Some(introducer) = bytes.get(at + 1) else {
        return Some(None);
    };
    let start = at + 2;
    match introducer {
        b'[' => Some(csi(bytes, start)),
        b']' => osc(bytes, start),
        _ => None,
    }
}

fn csi(bytes: &[u8], start: usize) -> Option<(Sequence<'_>, usize)> {
    let rest = &bytes[start..];
    let len = rest.iter().position(|b| !matches!(b, b'0'..=b';'))?;
    Some((Sequence::Csi(&rest[..len], rest[len]), start + len + 1))
}

fn osc(bytes: &[u8], start: usize) -> Option<Option<(Sequence<'_>, usize)>> {
    let rest = &bytes[start..];
    let Some(len) = rest.iter().position(|b| *b < 0x20) else {
        return Some(None);
    };
    let end = match (rest[len], rest.get(len + 1)) {
        (0x07, _) => len + 1,
        (0x1b, Some(b'\\')) => len + 2,
        (0x1b, None) => return Some(None),
        _ => return None,
    };
    let text = &rest[..len];
    let apart = text.starts_with(b"7737") || !text.is_ascii();
    (!apart).then_some(Some((Sequence::Osc(text), start + end)))
}
