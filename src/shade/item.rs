//! What the painter handles: a token on its way out, and what is known of a row.

use crate::screen::Row;
use crate::sgr::Marks;
use crate::stream::Kind;

/// What is kept beside each row of what the terminal shows.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) id: u64,
    /// We know what stands in it: since the start, an erase, or it scrolled in.
    pub(super) known: bool,
    /// It may have cells with B.
    pub(super) tinted: bool,
    /// It stands where the model has it, so that it can be mended.
    pub(super) placed: bool,
    /// From this column on terminals may have its text elsewhere: characters of contested width were written.
    pub(super) contested: usize,
    /// Some glyph has attributes that the model does not keep.
    pub(super) lossy: bool,
    /// Up to this column blanks may have attributes that can be seen and that the model does not keep: they are not to be
    /// erased.
    pub(super) veiled: usize,
    /// It scrolled in while B was on: some terminals painted it, others did not.
    pub(super) doubt: bool,
    /// The pen's marks when the child erased it: some terminals gave them to its blanks.
    pub(super) marks: Marks,
}

impl Row for Line {
    fn new(id: u64) -> Self {
        Line {
            id,
            known: true,
            tinted: false,
            placed: true,
            contested: usize::MAX,
            lossy: false,
            veiled: 0,
            doubt: false,
            marks: Marks::default(),
        }
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
