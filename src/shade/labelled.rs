//! Rows as they were judged, for whoever wants to know: `explain`, an event log.

use crate::matcher::{On, RowText};
use crate::region::{Mark, State, Verdict};

/// A row, and what it was found to be.
#[derive(Clone, Debug)]
pub struct LabelledRow {
    /// Its text and style.
    pub row: RowText,
    /// What it is.
    pub verdict: Verdict,
    /// Whether it is shaded, blank rows and unfinished ones settled as well.
    pub shaded: bool,
    /// What the rows above left to it.
    pub entry: State,
    /// The screen it is on.
    pub screen: On,
    /// An explicit marker at it.
    pub mark: Mark,
}
