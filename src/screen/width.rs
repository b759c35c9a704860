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
    let Some(chunk) = text[..text.len().min(4)].utf8_chunks().next() else {
        return (None, 0);
    };
    match chunk.valid().chars().next() {
        Some(c) => (Some(c), c.len_utf8()),
        None => (None, chunk.invalid().len().max(1)),
    }
}

/// How many columns terminals may differ by after this character.
///
/// Measured in xterm.js, libvterm, alacritty, kitty and tmux: emoji presentation, joiners and skin tones; emoji younger than
/// Unicode 8; spacing vowel signs; conjoining jamo. Accents, flags in pairs and everything older are the same everywhere.
pub fn contested(c: Option<char>) -> usize {
    match c {
        Some('\u{0}'..'\u{300}') if c != Some('\u{ad}') => 0,
        Some('\u{200d}' | '\u{1f3fb}'..='\u{1f3ff}') => 2,
        Some('\u{fe0f}' | '\u{20d0}'..='\u{20ff}' | '\u{1100}'..='\u{11ff}') => 1,
        // Indic and south-east Asian scripts.
        Some('\u{900}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{17ff}') => 1,
        // Trigrams, hexagrams, and a few signs among the ideographs.
        Some('\u{2630}'..='\u{2637}' | '\u{268a}'..='\u{268f}' | '\u{4dc0}'..='\u{4dff}') => 1,
        Some('\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{3248}'..='\u{324f}') => 1,
        Some('\u{31bb}'..='\u{31bf}' | '\u{d7b0}'..='\u{d7ff}') => 1,
        Some('\u{1900}'..='\u{1cff}' | '\u{a800}'..='\u{abff}' | '\u{11000}'..='\u{11fff}') => 1,
        _ => young(c),
    }
}

/// By how many columns the character is wider in some terminals than in the model.
pub fn wider(c: Option<char>) -> usize {
    match c {
        Some('\u{ad}' | '\u{fe0f}' | '\u{20d0}'..='\u{20ff}' | '\u{1100}'..='\u{11ff}') => 1,
        Some('\u{3248}'..='\u{324f}') => 1,
        _ => 0,
    }
}

/// By how many columns the character is narrower, or wider, in terminals with old width tables. They are also the ones in
/// which an erase destroys a character while a wrap is pending (xterm, libvterm).
pub fn young(c: Option<char>) -> usize {
    match c {
        None | Some('\u{ad}' | '\u{fffd}') => 1,
        Some('\u{1f6d0}'..='\u{1f6ff}' | '\u{1f7e0}'..='\u{1f7ff}') => 1,
        // Symbols for legacy computing are narrow everywhere, ideographs wide.
        Some('\u{1fb00}'..='\u{1fb92}' | '\u{1fb94}'..='\u{1fbca}' | '\u{1fbf0}'..='\u{1fbf9}') => {
            0
        }
        Some('\u{20000}'..='\u{3ffff}') => 0,
        Some('\u{1f900}'..) => 1,
        Some(_) => 0,
    }
}

/// By how many columns terminals may differ after a text: the sums of [`contested`], [`wider`] and [`young`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    /// Columns that terminals may differ by.
    pub contested: usize,
    /// Columns by which it is wider in some than in the model.
    pub wider: usize,
    /// Columns by which it differs in terminals with old width tables.
    pub young: usize,
}

impl Doubts {
    /// A byte that is no UTF-8 counts as a character that nobody knows.
    pub fn of(text: &[u8]) -> Doubts {
        let mut doubts = Doubts::default();
        if text.is_ascii() {
            return doubts;
        }
        for chunk in text.utf8_chunks() {
            chunk.valid().chars().for_each(|c| doubts.add(Some(c)));
            chunk.invalid().iter().for_each(|_| doubts.add(None));
        }
        doubts
    }

    fn add(&mut self, c: Option<char>) {
        self.contested += contested(c);
        self.wider += wider(c);
        self.young += young(c);
    }
}

/// Whether the character joins the one before it, so that nothing may be written between them: it has no width, it changes
/// an emoji's skin, it is the second half of a flag, or a joiner stands between them.
///
/// Where a sequence stands before it (`None`), the child has come between itself.
pub fn joins(before: Option<char>, c: char) -> bool {
    let Some(before) = before else { return false };
    let flag = |c| matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    match c {
        '\u{1f3fb}'..='\u{1f3ff}' => !before.is_ascii(),
        _ if flag(c) => flag(before),
        _ => c.width().unwrap_or(0) == 0 || before == '\u{200d}',
    }
}

/// The length in bytes of what joins the character `before`, at the start of `text`.
pub fn joined(before: Option<char>, text: &[u8]) -> usize {
    let (mut before, mut at) = (before, 0);
    while let (Some(c), len) = first(&text[at..]) {
        if !joins(before, c) {
            break;
        }
        (before, at) = (Some(c), at + len);
    }
    at
}

/// The length in bytes of the first character and of what joins it.
pub fn grapheme(text: &[u8]) -> usize {
    let (c, len) = first(text);
    len + joined(c, &text[len..])
}

/// The last character of a text.
pub fn last(text: &[u8]) -> Option<char> {
    let tail = &text[text.len().saturating_sub(4)..];
    tail.utf8_chunks()
        .last()
        .filter(|c| c.invalid().is_empty())
        .and_then(|c| c.valid().chars().next_back())
}
