//! Blank rows between what is shown and what is not.

use super::ink::Ink;
use super::line::{Class, Part};

/// A blank row of the child's.
#[derive(Debug)]
pub(super) struct Blank {
    /// With its end.
    pub(super) parts: Vec<Part>,
    /// The child's ink before it.
    pub(super) ink: Ink,
    /// It has a background or the like of its own: it is part of a box, and no mere distance.
    pub(super) seen: bool,
}

impl Blank {
    /// A row of these parts.
    pub(super) fn new(parts: Vec<Part>, ink: Ink, end: &[u8]) -> Blank {
        let mut blank = Blank::plain(end);
        let mut now = ink.clone();
        for part in &parts {
            now.apply(part);
            blank.seen |= paints(part) && now.seen_on_blanks();
        }
        blank.parts.splice(..0, parts);
        Blank { ink, ..blank }
    }

    /// One in which nothing stands.
    pub(super) fn plain(end: &[u8]) -> Blank {
        let end = Part {
            class: Class::End,
            bytes: end.to_vec(),
        };
        Blank {
            parts: vec![end],
            ink: Ink::default(),
            seen: false,
        }
    }
}

/// Whether a part writes or erases cells.
fn paints(part: &Part) -> bool {
    match part.class {
        Class::Text => true,
        Class::Within => matches!(
            part.bytes.last(),
            Some(b'K' | b'X' | b'P' | b'@' | b'J' | b'b')
        ),
        _ => false,
    }
}
