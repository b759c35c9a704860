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
                    push_unit(0xdc00 + u32::from(byte), out);
                }
            }
        }
    }
    out.push(b'"');
}

/// Whether a byte in text stands for itself whatever follows it.
const fn is_plain(byte: u8) -> bool {
    // C1 controls begin with c2, the line separators with e2.
    byte >= 0x20 && !matches!(byte, b'"' | b'\\' | 0x7f | 0xc2 | 0xe2)
}

/// [`is_plain`] of every byte.
const PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_plain(byte as u8);
        byte += 1;
    }
    table
};

/// Finds bytes of a word that may not be plain, and all that are not: the top bit of the lowest one is the lowest bit set.
/// ("Determine if a word has a byte less than n", Bit Twiddling Hacks: only bytes above a find are found in error.)
fn not_plain(word: u64) -> u64 {
    const LOW: u64 = u64::MAX / 0xff;
    const HIGH: u64 = LOW << 7;
    let less = |word: u64, n: u64| word.wrapping_sub(LOW * n) & !word & HIGH;
    let equal = |byte: u8| less(word ^ (LOW * u64::from(byte)), 1);
    less(word, 0x20) | equal(b'"') | equal(b'\\') | equal(0x7f) | (word & HIGH)
}

/// How many bytes from the start on are plain.
fn plain_run(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let found = not_plain(u64::from_le_bytes(*word));
        at += found.trailing_zeros() as usize / 8;
        if found != 0 {
            if !PLAIN[usize::from(bytes[at])] {
                return at;
            }
            at += 1;
        }
    }
    let rest = bytes[at..].iter();
    at + rest.take_while(|&&b| PLAIN[usize::from(b)]).count()
}

/// Appends text; what stands for itself, which is most of it, as a whole.
fn encode_valid(mut text: &str, out: &mut Vec<u8>) {
    loop {
        let run = plain_run(text.as_bytes());
        let (before, rest) = text.split_at(run);
        out.extend_from_slice(before.as_bytes());
        let mut chars = rest.chars();
        let Some(c) = chars.next() else {
            return;
        };
        encode_char(c, out);
        text = chars.as_str();
    }
}

/// Appends one character. C1 controls and the line separators are escaped though JSON would allow them: readers that
/// split a file at every Unicode line end would cut the event there.
fn encode_char(c: char, out: &mut Vec<u8>) {
    match c {
        '"' => out.extend_from_slice(b"\\\""),
        '\\' => out.extend_from_slice(b"\\\\"),
        '\n' => out.extend_from_slice(b"\\n"),
        '\r' => out.extend_from_slice(b"\\r"),
        '\t' => out.extend_from_slice(b"\\t"),
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}' => push_unit(u32::from(c), out),
        _ => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

fn push_unit(unit: u32, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |shift: u32| DIGITS[(unit >> shift & 15) as usize];
    out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
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

    proptest! {
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
