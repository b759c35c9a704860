//! What the painter handles: a token on its way out, and what is known of a row.

use super::columns::Columns;
use crate::screen::Row;
use crate::sgr::Marks;
use crate::stream::Kind;

/// What is kept beside each row of what the terminal shows.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) id: u64,
    /// Columns of which we do not know what stands in them: since a resize, until they are written or erased.
    pub(super) unknown: Columns,
    /// It may have cells with B.
    pub(super) tinted: bool,
    /// Columns in which terminals may show other cells than the model: characters of contested width were written, or it was
    /// not sure where the cursor was.
    pub(super) contested: Columns,
    /// Some glyph has attributes that the model does not keep.
    pub(super) lossy: bool,
    /// Up to this column blanks may have attributes that can be seen and that the model does not keep: they are not to be
    /// erased.
    pub(super) veiled: usize,
    /// It scrolled in while B was on: some terminals painted it, others did not.
    pub(super) doubt: bool,
    /// It may continue the row above although the model says no: cells were moved there, which ends a wrap in some terminals
    /// only. Kept where there is a gutter.
    pub(super) joined: bool,
    /// The pen's marks when the child erased it: some terminals gave them to its blanks.
    pub(super) marks: Marks,
    /// Text wrapped into it, and nothing but text has changed it since: the row above wraps in every terminal.
    pub(super) wrapped_into: bool,
}

impl Row for Line {
    fn new(id: u64) -> Self {
        Line {
            id,
            unknown: Columns::default(),
            tinted: false,
            contested: Columns::default(),
            lossy: false,
            veiled: 0,
            doubt: false,
            joined: false,
            marks: Marks::default(),
            wrapped_into: false,
        }
    }
}

impl Line {
    /// Whether every terminal shows what the model has in this column.
    pub(super) fn sure(&self, x: usize) -> bool {
        !self.contested.contains(x) && !self.unknown.contains(x)
    }

    /// We know what stands in it.
    pub(super) fn known(&self) -> bool {
        self.unknown.is_empty()
    }
}

/// One token on its way out.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) kind: &'a Kind,
    pub(super) bytes: &'a [u8],
    /// A whole OSC's text, at its last part.
    pub(super) osc: Option<&'a [u8]>,
    /// How many of the bytes went out before the token was complete.
    pub(super) sent: usize,
}
