//! How wide characters are, and where terminals do not agree on it.

use unicode_width::UnicodeWidthChar;

/// The width in columns of the first character, and its length in bytes. A byte that is no UTF-8 counts as U+FFFD.
pub fn of(text: &[u8]) -> (usize, usize) {
    match text.first() {
        Some(0x20..0x7f) => (1, 1),
        _ => {
            let (c, len) = first(text);
            (c.map_or(1, |c| c.width().unwrap_or(0)), len)
        }
    }
}

/// The first character and its length in bytes; `None` for what is no UTF-8.
pub fn first(text: &[u8]) -> (Option<char>, usize) {
    for chunk in text[..text.len().min(4)].utf8_chunks().take(1) {
        if let Some(c) = chunk.valid().chars().next() {
            return (Some(c), c.len_utf8());
        }
        return (None, chunk.invalid().len().max(1));
    }
    (None, 0)
}

/// How many columns terminals may differ by after this character.
///
/// Measured for variation selectors, joiners, modifiers, flags, keycaps, combining marks and bytes that are no UTF-8; young
/// emoji and private use depend on the Unicode version and the font.
pub fn contested(c: Option<char>) -> usize {
    let Some(c) = c else { return 1 };
    match c {
        '\u{0}'..='\u{ff}' => usize::from(c == '\u{ad}'),
        '\u{200d}' | '\u{1f1e6}'..='\u{1f1ff}' | '\u{1f3fb}'..='\u{1f3ff}' => 2,
        '\u{e000}'..='\u{f8ff}'
        | '\u{1f6d0}'..='\u{1f6ff}'
        | '\u{1f7e0}'..='\u{1f7ff}'
        | '\u{1f900}'.. => 1,
        _ => usize::from(c.width().unwrap_or(0) == 0),
    }
}

/// How many columns terminals may differ by after this text.
pub fn contested_in(text: &[u8]) -> usize {
    if text.is_ascii() {
        return 0;
    }
    let chunks = text.utf8_chunks();
    chunks
        .map(|c| c.valid().chars().map(|c| contested(Some(c))).sum::<usize>() + c.invalid().len())
        .sum()
}

/// Whether the character joins the one before it, so that nothing may be written between them.
pub fn joins(c: char) -> bool {
    c.width().unwrap_or(0) == 0
        || matches!(c, '\u{200d}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{1f1e6}'..='\u{1f1ff}')
}

/// The length in bytes of the first grapheme, as far as it matters here: a character and what [`joins`] it, and what a
/// zero-width joiner joins. `whole` is false if the text ends with it, so that more may follow.
pub fn grapheme(text: &[u8]) -> (usize, bool) {
    let (mut previous, mut at) = first(text);
    while at < text.len() {
        let (c, len) = first(&text[at..]);
        match c {
            Some(next) if joins(next) || previous == Some('\u{200d}') => at += len,
            _ => return (at, true),
        }
        previous = c;
    }
    (at, false)
}
