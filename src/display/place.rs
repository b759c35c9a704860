//! Where a place in a row's text is in the bytes that the row came from.
//!
//! They differ: tabs and the cursor leave blanks that nobody wrote, a CR has text written over other text, and the start of a
//! line that is longer than the screen has left it. What was written last is the end of both, so places are counted from there,
//! in glyphs.

use unicode_width::UnicodeWidthChar;

use super::line::{Class, Part};

/// Where the text of `parts` comes to what the row shows as `end`, its last characters. In bytes of text.
pub(super) fn start_of(end: &str, parts: &[Part]) -> usize {
    let texts = parts.iter().filter(|p| p.class == Class::Text);
    let text: Vec<u8> = texts.flat_map(|p| p.bytes.iter().copied()).collect();
    let (mut glyphs, mut at) = (Vec::new(), 0);
    for chunk in text.utf8_chunks() {
        let places = chunk.valid().char_indices().filter(|(_, c)| is_glyph(*c));
        glyphs.extend(places.map(|(n, _)| at + n));
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            glyphs.push(at);
            at += chunk.invalid().len();
        }
    }
    let wanted = end.chars().filter(|c| is_glyph(*c)).count();
    let first = glyphs.len().checked_sub(wanted);
    let start = first.map_or(0, |n| glyphs.get(n).copied().unwrap_or(text.len()));
    let blanks = end.chars().take_while(|c| *c == ' ').count();
    let before = text[..start].iter().rev();
    start - before.take(blanks).take_while(|b| **b == b' ').count()
}

fn is_glyph(c: char) -> bool {
    c != ' ' && c.width().is_some_and(|width| width > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_from_the_end() {
        let table: [(&[&[u8]], &str, usize); 10] = [
            (&[b"<think>a"], "a", 7),
            (&[b"<think>a", b"b"], "       b", 8), // a tab between them
            (&[b"10%", b"20%</think>x y"], "x y", 14),
            (&[b"\xff\xff</think>x"], "</think>x", 2),
            (&["e\u{301}\u{301} x".as_bytes()], "x", 6),
            (&["日本語".as_bytes()], "本語", 3),
            (&[b"* a: b"], "a: b", 2),
            (&[b"*   b"], "  b", 2),
            (&[b"seen long ago"], "and seen long ago", 0),
            (&[b"a "], "", 2),
        ];
        for (texts, end, start) in table {
            let part = |bytes: &&[u8]| Part {
                class: Class::Text,
                bytes: bytes.to_vec(),
            };
            let parts: Vec<Part> = texts.iter().map(part).collect();
            assert_eq!(start_of(end, &parts), start, "{texts:?} {end:?}");
        }
    }
}
