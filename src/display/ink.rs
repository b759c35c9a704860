//! What the child writes with.

use super::line::{Class, Part};
use crate::sgr::Pen;
use crate::stream::opens_link;

/// What text is written with: the pen, and the link that is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ink {
    pub(super) pen: Pen,
    /// The OSC 8 that opened the link.
    pub(super) link: Option<Vec<u8>>,
}

impl Ink {
    /// What a part changes.
    pub(super) fn apply(&mut self, part: &Part) {
        match part.class {
            Class::Style => {
                let params = part.bytes.get(2..part.bytes.len().saturating_sub(1));
                self.pen.apply(params.unwrap_or_default());
            }
            Class::Link => self.link = opens(&part.bytes).then(|| part.bytes.clone()),
            _ => {}
        }
    }

    /// Whether it is seen where there is no glyph.
    pub(super) fn seen_on_blanks(&self) -> bool {
        !self.pen.default_background() || !self.pen.marks().none()
    }
}

/// The ink after parts.
pub(super) fn ink_after(ink: &Ink, parts: &[Part]) -> Ink {
    let mut ink = ink.clone();
    parts.iter().for_each(|part| ink.apply(part));
    ink
}

/// Whether an `OSC 8` opens a link.
fn opens(sequence: &[u8]) -> bool {
    let osc = sequence.get(2..).unwrap_or_default();
    let end = osc.iter().position(|b| matches!(b, 0x07 | 0x1b));
    opens_link(&osc[..end.unwrap_or(osc.len())]).unwrap_or(false)
}
