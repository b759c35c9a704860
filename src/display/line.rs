//! The child's line that is not yet ended.

use super::ink::{Ink, ink_after};
use crate::matcher::Kind;
use crate::stream::{Csi, Kind as TokenKind};

/// As much of a line's text as a question may be long, in bytes.
const MAX_TEXT: usize = 4096;

/// What a token means to a line that may be withheld.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Text.
    Text,
    /// It moves the cursor within the row, or changes the row.
    Within,
    /// The pen.
    Style,
    /// A link begins or ends.
    Link,
    /// It is about something else, and goes out whatever becomes of the line.
    Apart,
    /// The cursor goes to the first column.
    Return,
    /// It ends the row.
    End,
    /// It goes to other rows: the child draws.
    Draws,
}

impl Class {
    /// Of a token; an OSC may be a [`Link`](Class::Link) as well.
    pub(super) fn of(kind: &TokenKind) -> Class {
        match kind {
            TokenKind::Text => Class::Text,
            TokenKind::Control(b'\n') => Class::End,
            TokenKind::Control(b'\r') => Class::Return,
            TokenKind::Control(b'\t' | 0x08) => Class::Within,
            TokenKind::Control(0x0b | 0x0c) => Class::Draws,
            TokenKind::Control(_) => Class::Apart,
            TokenKind::String(_) => Class::Apart,
            TokenKind::Csi(csi) => Class::of_csi(*csi),
            TokenKind::Escape(0, b'D' | b'E' | b'M' | b'7' | b'8' | b'c')
            | TokenKind::Escape(b'#', b'8') => Class::Draws,
            TokenKind::Escape(..) => Class::Apart,
            TokenKind::C1(_) | TokenKind::Broken => Class::Within,
        }
    }

    fn of_csi(csi: Csi) -> Class {
        if csi.controls || csi.malformed {
            return Class::Draws;
        }
        match (csi.prefix, csi.intermediate, csi.action) {
            (0, 0, b'm') => Class::Style,
            (
                0,
                0,
                b'K' | b'C' | b'D' | b'G' | b'`' | b'a' | b'X' | b'P' | b'@' | b'I' | b'Z' | b'b',
            ) => Class::Within,
            // Below the last row there is nothing.
            (0, 0, b'J') => Class::Within,
            (
                0,
                0,
                b'A' | b'B' | b'E' | b'F' | b'H' | b'L' | b'M' | b'S' | b'T' | b'd' | b'e' | b'f'
                | b'j' | b'k' | b'r' | b's' | b'u',
            ) => Class::Draws,
            _ => Class::Apart,
        }
    }
}

/// A part of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) class: Class,
    pub(super) bytes: Vec<u8>,
}

/// The line that the child is writing.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// What was withheld of it: to be let out, should it turn out otherwise.
    pub(super) withheld: Vec<Part>,
    /// How long that is, in bytes.
    pub(super) length: usize,
    /// What is neither shown nor withheld.
    pub(super) parts: Vec<Part>,
    /// The child's ink before both.
    pub(super) ink: Ink,
    /// All of it so far, but for what is about something else, and the ink before that.
    pub(super) all: Vec<Part>,
    pub(super) first_ink: Ink,
    /// What the judge has not seen.
    pub(super) unseen: Vec<u8>,
    /// Some of it is shown.
    pub(super) shown: bool,
    /// It was let out though it would be withheld: it may be a question.
    pub(super) released: bool,
    /// What it is, as far as was acted upon; `None`: it is blank so far.
    pub(super) kind: Option<Kind>,
    /// The end of a thought that stood before a message in it was taken off.
    pub(super) parted: bool,
    /// It was taken for part of a thought.
    pub(super) thought: bool,
    /// It was waited for long enough.
    pub(super) impatient: bool,
}

impl Line {
    /// A fresh one.
    pub(super) fn new(ink: Ink) -> Line {
        Line {
            first_ink: ink.clone(),
            ink,
            ..Line::default()
        }
    }

    pub(super) fn push(&mut self, class: Class, bytes: &[u8]) {
        if class != Class::Apart {
            self.all.push(Part {
                class,
                bytes: bytes.to_vec(),
            });
        }
        match self.parts.last_mut() {
            Some(part) if part.class == class && class == Class::Text => {
                part.bytes.extend_from_slice(bytes)
            }
            _ => self.parts.push(Part {
                class,
                bytes: bytes.to_vec(),
            }),
        }
    }

    /// These parts, which came first of those that wait, are withheld.
    pub(super) fn withhold(&mut self, parts: Vec<Part>) {
        self.length += parts.iter().map(|p| p.bytes.len()).sum::<usize>();
        self.withheld.extend(parts);
    }

    /// All that waits, what was withheld before it included.
    pub(super) fn take_all(&mut self) -> Vec<Part> {
        self.length = 0;
        let mut all = std::mem::take(&mut self.withheld);
        all.append(&mut self.parts);
        all
    }

    /// The end of its text, as far as it is withheld or waits.
    pub(super) fn text(&self) -> String {
        let parts = self.withheld.iter().chain(&self.parts);
        let bytes = parts.filter(|p| p.class == Class::Text);
        let bytes = bytes.rev().flat_map(|p| p.bytes.iter().rev().copied());
        let mut bytes: Vec<u8> = bytes.take(MAX_TEXT).collect();
        bytes.reverse();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Whether any of its text is withheld or waits.
    pub(super) fn has_text(&self) -> bool {
        let mut parts = self.withheld.iter().chain(&self.parts);
        parts.any(|p| p.class == Class::Text && !p.bytes.is_empty())
    }

    /// What was withheld does not come back.
    pub(super) fn forget(&mut self) {
        self.ink = ink_after(&self.ink, &self.withheld);
        self.withheld.clear();
        self.length = 0;
    }

    /// What was withheld is given up, if it is too much.
    pub(super) fn bound(&mut self, most: usize) {
        if self.length > most {
            self.forget();
        }
    }
}

/// How much text there is in parts, in bytes.
pub(super) fn text_length(parts: &[Part]) -> usize {
    let text = parts.iter().filter(|p| p.class == Class::Text);
    text.map(|p| p.bytes.len()).sum()
}

/// Takes the parts up to so many bytes of text off the front of `parts`.
pub(super) fn take_text(parts: &mut Vec<Part>, text: usize) -> Vec<Part> {
    let mut left = text;
    for n in 0..parts.len() {
        if parts[n].class != Class::Text {
            continue;
        }
        let length = parts[n].bytes.len();
        if length > left {
            let mut rest = parts.split_off(n);
            let front = rest[0].bytes.drain(..left).collect::<Vec<u8>>();
            if !front.is_empty() {
                parts.push(Part {
                    class: Class::Text,
                    bytes: front,
                });
            }
            return std::mem::replace(parts, rest);
        }
        left -= length;
    }
    std::mem::take(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cut_at_their_text() {
        let mut line = Line::default();
        for (class, bytes) in [
            (Class::Style, "s"),
            (Class::Text, "ab"),
            (Class::Style, "t"),
            (Class::Text, "cd"),
        ] {
            line.push(class, bytes.as_bytes());
        }
        let told = |parts: &[Part]| -> String {
            let bytes = parts
                .iter()
                .flat_map(|p| p.bytes.iter().map(|b| char::from(*b)));
            bytes.collect()
        };
        for (text, front, rest) in [
            (0, "s", "abtcd"),
            (1, "sa", "btcd"),
            (2, "sabt", "cd"),
            (3, "sabtc", "d"),
            (9, "sabtcd", ""),
        ] {
            let mut parts = line.parts.clone();
            let taken = take_text(&mut parts, text);
            assert_eq!(
                (told(&taken).as_str(), told(&parts).as_str()),
                (front, rest)
            );
        }
        assert_eq!(line.text(), "abcd");
    }
}
