//! The text of a recording: JSON strings that stand for terminal bytes.

/// What is wrong with a JSON string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextProblem {
    /// No closing quote.
    #[error("a missing closing quote")]
    Open,
    /// A backslash and something that JSON does not know.
    #[error("an unknown escape")]
    Escape,
    /// A surrogate that is neither half of a pair nor one of U+DC80 to U+DCFF.
    #[error("a lone surrogate (only U+DC80 to U+DCFF stand for bytes)")]
    Surrogate,
    /// A control character that has to be escaped.
    #[error("an unescaped control character")]
    Control,
}

/// Decodes the JSON string that starts at `text[0]`, which is its opening quote. Returns the bytes that it stands for
/// and the length of the literal with both quotes.
pub fn decode(text: &[u8]) -> Result<(Vec<u8>, usize), TextProblem> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 1;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let run = memchr::memchr2(b'"', b'\\', rest).ok_or(TextProblem::Open)?;
        let (plain, rest) = rest.split_at(run);
        if plain.iter().any(|&b| b < 0x20) {
            return Err(TextProblem::Control);
        }
        bytes.extend_from_slice(plain);
        at += run;
        if rest.first() == Some(&b'"') {
            return Ok((bytes, at + 1));
        }
        at += decode_escape(rest, &mut bytes)?;
    }
}

/// Decodes the escape at the start of `text` and returns its length.
fn decode_escape(text: &[u8], bytes: &mut Vec<u8>) -> Result<usize, TextProblem> {
    let simple = match text.get(1) {
        Some(&c @ (b'"' | b'\\' | b'/')) => c,
        Some(b'b') => 0x08,
        Some(b'f') => 0x0c,
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b't') => b'\t',
        Some(b'u') => return decode_unicode(text, bytes),
        Some(_) => return Err(TextProblem::Escape),
        None => return Err(TextProblem::Open),
    };
    bytes.push(simple);
    Ok(2)
}

/// Decodes `\uXXXX`, or a pair of them.
fn decode_unicode(text: &[u8], bytes: &mut Vec<u8>) -> Result<usize, TextProblem> {
    const ONE: usize = "\\uXXXX".len();
    let unit = code_unit(text).ok_or(TextProblem::Escape)?;
    let (point, length) = match unit {
        0xd800..=0xdbff => match text.get(ONE..).and_then(code_unit) {
            Some(low @ 0xdc00..=0xdfff) => {
                (0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), 2 * ONE)
            }
            _ => return Err(TextProblem::Surrogate),
        },
        0xdc80..=0xdcff => {
            bytes.push((unit - 0xdc00) as u8);
            return Ok(ONE);
        }
        _ => (unit, ONE),
    };
    let c = char::from_u32(point).ok_or(TextProblem::Surrogate)?;
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    Ok(length)
}

/// The number in `\uXXXX` at the start of `text`.
fn code_unit(text: &[u8]) -> Option<u32> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    digits
        .iter()
        .try_fold(0, |n, &d| Some(n * 16 + char::from(d).to_digit(16)?))
}

/// Appends the JSON string for `bytes`, quotes included.
pub fn encode(bytes: &[u8], out: &mut Vec<u8>) {
    out.reserve(bytes.len() + bytes.len() / 8 + 2);
    out.push(b'"');
    // Checking a whole is much faster than looking for chunks.
    match std::str::from_utf8(bytes) {
        Ok(text) => encode_valid(text, out),
        Err(_) => {
            for chunk in bytes.utf8_chunks() {
                encode_valid(chunk.valid(), out);
                for &byte in chunk.invalid() {
                    out.extend_from_slice(Escape::unit(0xdc00 + u32::from(byte)).text());
                }
            }
        }
    }
    out.push(b'"');
}

/// How many bytes are looked at in one go: a bit each in a word.
const BLOCK: usize = u64::BITS as usize;

/// A block and what follows it: as many bytes are copied from any place in it as no escape can interrupt, needed or not.
type Wide = [u8; 2 * BLOCK];

/// Room for a block of nothing but escapes, and for what is copied behind it.
type Room = [u8; BLOCK * LONGEST_ESCAPE + BLOCK];

/// Appends text. A block's escapes are found first, without a branch for each byte; what stands between them is copied.
fn encode_valid(text: &str, out: &mut Vec<u8>) {
    let mut rest = text.as_bytes();
    let mut room: Room = [0; _];
    while !rest.is_empty() {
        let done = match rest.first_chunk() {
            Some(wide) => encode_block(wide, BLOCK, &mut room, out),
            None => {
                let mut wide: Wide = [b' '; _];
                wide[..rest.len()].copy_from_slice(rest);
                encode_block(&wide, rest.len().min(BLOCK), &mut room, out)
            }
        };
        rest = &rest[done..];
    }
}

/// Appends the first `limit` bytes, and the rest of a character that begins among them and is escaped. Says how many bytes
/// that were.
fn encode_block(wide: &Wide, limit: usize, room: &mut Room, out: &mut Vec<u8>) -> usize {
    let mut escapes = find_escapes(wide) & (u64::MAX >> (BLOCK - limit));
    let (mut from, mut to) = (0, 0);
    loop {
        let until = limit.min(escapes.trailing_zeros() as usize);
        // Always, though it may be for nothing: processors do not guess well how long runs are.
        let start = from.min(BLOCK);
        room[to..to + BLOCK].copy_from_slice(&wide[start..start + BLOCK]);
        // An escaped character may reach beyond the block.
        to += until.saturating_sub(from);
        from = from.max(until);
        if escapes == 0 {
            break;
        }
        escapes &= escapes - 1;
        let (escape, taken) = escape(&wide[from..]);
        room[to..to + escape.text.len()].copy_from_slice(&escape.text);
        to += usize::from(escape.length);
        from += taken;
    }
    out.extend_from_slice(&room[..to]);
    from
}

/// Whether a byte has to be escaped, or begins a character that may have to be.
const fn may_need_escape(byte: u8, next: u8) -> bool {
    // C1 controls begin with c2, the line separators with e2 80.
    (byte < 0x20)
        | (byte == b'"')
        | (byte == b'\\')
        | (byte == 0x7f)
        | ((byte == 0xc2) & (next < 0xa0))
        | ((byte == 0xe2) & (next == 0x80))
}

/// [`may_need_escape`] of every byte of the block, the first one in the lowest bit.
fn find_escapes(wide: &Wide) -> u64 {
    let mut found = [0u8; BLOCK];
    // Compilers make vector instructions of this.
    for (at, found) in found.iter_mut().enumerate() {
        *found = u8::from(may_need_escape(wide[at], wide[at + 1]));
    }
    // The product has the lowest bits of eight bytes together in its top byte, the first one's lowest.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (words, _) = found.as_chunks();
    let bits = |word: &[u8; 8]| u64::from_le_bytes(*word).wrapping_mul(GATHER) >> 56;
    (0..)
        .step_by(8)
        .zip(words)
        .fold(0, |all, (shift, word)| all | bits(word) << shift)
}

/// The length of `\uXXXX`.
const LONGEST_ESCAPE: usize = 6;

/// What is written for a character: a word, so that it is copied as one.
#[derive(Clone, Copy)]
struct Escape {
    text: [u8; 7],
    length: u8,
}

impl Escape {
    /// A byte as it is.
    const fn plain(byte: u8) -> Escape {
        Escape {
            text: [byte, 0, 0, 0, 0, 0, 0],
            length: 1,
        }
    }

    /// A backslash and a letter.
    const fn short(letter: u8) -> Escape {
        Escape {
            text: [b'\\', letter, 0, 0, 0, 0, 0],
            length: 2,
        }
    }

    /// `\uXXXX`.
    const fn unit(unit: u32) -> Escape {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let n = unit as usize;
        let (a, b, c, d) = (n >> 12 & 15, n >> 8 & 15, n >> 4 & 15, n & 15);
        Escape {
            text: [b'\\', b'u', DIGITS[a], DIGITS[b], DIGITS[c], DIGITS[d], 0],
            length: LONGEST_ESCAPE as u8,
        }
    }

    fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.length)]
    }
}

/// What is written for each character of ASCII.
const ASCII: [Escape; 128] = {
    let mut table = [Escape::plain(0); 128];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = match byte as u8 {
            b'\n' => Escape::short(b'n'),
            b'\r' => Escape::short(b'r'),
            b'\t' => Escape::short(b't'),
            quoted @ (b'"' | b'\\') => Escape::short(quoted),
            0..0x20 | 0x7f => Escape::unit(byte as u32),
            plain => Escape::plain(plain),
        };
        byte += 1;
    }
    table
};

/// The escape of the character at the start of `text` or, if it needs none, its first byte; and how many bytes it stands
/// for. C1 controls and the line separators are escaped though JSON would allow them: readers that split a file at every
/// Unicode line end would cut the event there.
fn escape(text: &[u8]) -> (Escape, usize) {
    match *text {
        [byte @ ..0x80, ..] => (ASCII[usize::from(byte)], 1),
        [0xc2, low @ 0x80..=0x9f, ..] => (Escape::unit(u32::from(low)), 2),
        [0xe2, 0x80, low @ 0xa8..=0xa9, ..] => (Escape::unit(0x2000 + u32::from(low - 0x80)), 3),
        [byte, ..] => (Escape::plain(byte), 1),
        [] => (Escape::plain(0), 0),
    }
}

/// The length of the UTF-8 character at the end of `bytes` that is cut off and may yet be completed, 0 to 3.
pub fn cut_off(bytes: &[u8]) -> usize {
    const LONGEST: usize = 3;
    let start = bytes.len().saturating_sub(LONGEST);
    (start..bytes.len())
        .find(|&at| {
            bytes[at] >= 0xc0
                && std::str::from_utf8(&bytes[at..])
                    .is_err_and(|e| e.valid_up_to() == 0 && e.error_len().is_none())
        })
        .map_or(0, |at| bytes.len() - at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decoded(text: &str) -> Result<Vec<u8>, TextProblem> {
        decode(text.as_bytes()).map(|(bytes, _)| bytes)
    }

    #[test]
    fn escapes_stand_for_their_bytes() {
        assert_eq!(
            decoded(r#""\u001b[0m\r\n\t\"\\\/\b\f""#).as_deref(),
            Ok(b"\x1b[0m\r\n\t\"\\/\x08\x0c".as_slice())
        );
        assert_eq!(
            decoded(r#""\u2733 \ud83d\ude00""#).as_deref(),
            Ok("✳ 😀".as_bytes())
        );
    }

    #[test]
    fn lone_low_surrogates_stand_for_bytes() {
        assert_eq!(
            decoded(r#""\udcff\udce2\udc9c""#).as_deref(),
            Ok(b"\xff\xe2\x9c".as_slice())
        );
        assert_eq!(
            decoded(r#""\udced\udcb2\udc80""#).as_deref(),
            Ok(b"\xed\xb2\x80".as_slice())
        );
    }

    #[test]
    fn raw_bytes_stay() {
        assert_eq!(
            decode(b"\"a\xffb\xed\xb2\x80\"")
                .ok()
                .map(|(b, _)| b)
                .as_deref(),
            Some(b"a\xffb\xed\xb2\x80".as_slice())
        );
    }

    #[test]
    fn wrong_strings_are_refused() {
        assert_eq!(decoded(r#""abc"#), Err(TextProblem::Open));
        assert_eq!(decoded(r#""abc\"#), Err(TextProblem::Open));
        assert_eq!(decoded(r#""\x""#), Err(TextProblem::Escape));
        assert_eq!(decoded(r#""\u12""#), Err(TextProblem::Escape));
        assert_eq!(decoded(r#""\ud83d x""#), Err(TextProblem::Surrogate));
        assert_eq!(decoded(r#""\udc41""#), Err(TextProblem::Surrogate));
        assert_eq!(decoded("\"a\u{1b}b\""), Err(TextProblem::Control));
    }

    #[test]
    fn line_separators_are_escaped() {
        let mut out = Vec::new();
        encode("a\u{85}\u{2028}\u{7f}é".as_bytes(), &mut out);
        assert_eq!(String::from_utf8_lossy(&out), "\"a\\u0085\\u2028\\u007fé\"");
    }

    #[test]
    fn a_cut_off_character_is_found() {
        let all = "x😀".as_bytes();
        assert_eq!([2, 3, 4, 5].map(|n| cut_off(&all[..n])), [1, 2, 3, 0]);
        assert_eq!(cut_off(b"\xff"), 0);
        assert_eq!(cut_off(b"\xe2\x28"), 0);
        assert_eq!(cut_off(b"\xe2\xe2"), 1);
        assert_eq!(cut_off(b"abc"), 0);
        assert_eq!(cut_off(b""), 0);
    }

    /// What [`encode`] is to write, one character after the other.
    fn plainly(bytes: &[u8]) -> String {
        let mut out = String::from("\"");
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    '"' | '\\' => out.extend(['\\', c]),
                    '\n' => out.push_str("\\n"),
                    '\r' => out.push_str("\\r"),
                    '\t' => out.push_str("\\t"),
                    '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}' => {
                        out.push_str(&format!("\\u{:04x}", u32::from(c)));
                    }
                    _ => out.push(c),
                }
            }
            for byte in chunk.invalid() {
                out.push_str(&format!("\\udc{byte:02x}"));
            }
        }
        out + "\""
    }

    #[test]
    fn every_character_is_written_right_at_every_place_in_a_block() {
        let near = (0..0x110).chain(0x2000..0x2080).chain([0x884c, 0x1f600]);
        for c in near.filter_map(char::from_u32) {
            for before in BLOCK - 5..BLOCK + 3 {
                for after in [0, 1, 2, BLOCK / 2, 2 * BLOCK] {
                    let text = format!("{}{c}{}", "a".repeat(before), "b".repeat(after));
                    let mut out = Vec::new();
                    encode(text.as_bytes(), &mut out);
                    assert_eq!(String::from_utf8_lossy(&out), plainly(text.as_bytes()));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn text_is_written_character_by_character(text in "([a-z]{0,90}[\r\n\t\"\\\\\x1b\u{80}-\u{a1}\u{2020}-\u{2030}行😀]{0,3}){0,5}", broken: Vec<u8>) {
            for bytes in [text.as_bytes(), &[text.as_bytes(), &broken, text.as_bytes()].concat()] {
                let mut out = Vec::new();
                encode(bytes, &mut out);
                prop_assert_eq!(String::from_utf8_lossy(&out), plainly(bytes));
            }
        }

        #[test]
        fn bytes_survive(bytes: Vec<u8>) {
            let mut out = Vec::new();
            encode(&bytes, &mut out);
            prop_assert!(std::str::from_utf8(&out).is_ok());
            let length = out.len();
            out.extend_from_slice(b", rest");
            prop_assert_eq!(decode(&out), Ok((bytes, length)));
        }
    }
}
