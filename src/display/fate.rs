//! What becomes of a line: it is judged as ever, and then by the mode.

use super::mode::Way;
use super::withhold::Withholder;
use crate::Overlay;
use crate::events::{self, read_row};
use crate::matcher::{Kind, On, RowText};
use crate::region::{Judge, Mark, State, Verdict};
use crate::shade::LabelledRow;

/// What becomes of a line, or of what has come of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is shown.
    Show { shaded: bool },
    /// It is part of a thought.
    Thought,
    /// It is left out, and so is its row.
    LeftOut,
    /// It is not known yet.
    Hold,
}

/// A line as it was judged.
pub(super) struct Judged {
    pub(super) row: RowText,
    pub(super) entry: State,
    pub(super) mark: Mark,
    pub(super) verdict: Verdict,
    /// Whether its row is shaded while nobody knows how it ends.
    so_far: bool,
    pub(super) told: events::Row,
}

impl Judged {
    /// Whether it begins something, rather than goes on with what stands above.
    pub(super) fn begins(&self) -> bool {
        self.told.starts && !self.told.joins
    }
}

impl Withholder {
    /// The step from row to row.
    pub(super) fn step(&self) -> Judge<'_> {
        Judge {
            profile: &self.options.profile,
            screen: On::Main,
            extend_across_tool_calls: self.options.extend_across_tool_calls,
            hidden: &self.options.hidden,
        }
    }

    pub(super) fn judged(&mut self) -> Option<Judged> {
        self.judge.write(&self.line.unseen, &mut self.nowhere);
        self.nowhere.clear();
        self.line.unseen.clear();
        let mut rows = self.judge.cursor_line().into_iter();
        let LabelledRow {
            mut row,
            entry,
            mark,
            shaded,
            ..
        } = rows.next()?;
        for below in rows {
            row.join(&below.row, self.cols);
        }
        row.continues = false;
        let (verdict, _) = self.step().step(entry, &row, mark);
        let labelled = LabelledRow {
            row,
            verdict,
            shaded: verdict.shaded,
            entry,
            screen: On::Main,
            mark,
        };
        let told = read_row(
            &self.options.profile,
            self.options.extend_across_tool_calls,
            &labelled,
        );
        Some(Judged {
            row: labelled.row,
            entry,
            mark,
            verdict,
            so_far: shaded,
            told,
        })
    }

    pub(super) fn fate(&self, judged: &Judged, kind: Kind, complete: bool) -> Fate {
        let compact = self.way == Way::Compact;
        let waits = !complete && !self.line.shown && !self.line.impatient;
        if self.line.released {
            return Fate::Show { shaded: true };
        }
        match kind {
            Kind::Reasoning if self.thought.as_ref().is_some_and(|t| t.released) => {
                Fate::Show { shaded: true }
            }
            // The first row of a thought brings a row of ours, which stays.
            Kind::Reasoning if waits && self.thought.is_none() && self.may_be_none(judged) => {
                Fate::Hold
            }
            Kind::Reasoning if self.way != Way::Full => Fate::Thought,
            _ if self.is_hidden(judged, kind) => Fate::LeftOut,
            Kind::Result if compact => Fate::LeftOut,
            // What goes on below a call's head are its arguments, or what came of it.
            _ if compact && is_tool(kind) && !judged.begins() && !self.line.shown && !self.bare => {
                Fate::LeftOut
            }
            _ if waits && self.may_be_withheld(judged) => Fate::Hold,
            // Its name may not be complete.
            _ if waits && is_tool(kind) && !self.options.hidden.is_empty() => Fate::Hold,
            _ => Fate::Show {
                shaded: self.way.opens_region()
                    && match complete {
                        true => judged.verdict.shaded,
                        false => judged.so_far,
                    },
            },
        }
    }

    /// Whether the line belongs to a call that is hidden.
    fn is_hidden(&self, judged: &Judged, kind: Kind) -> bool {
        match is_tool(kind) && judged.begins() {
            true => self.options.hidden.hides(judged.told.name.as_deref()),
            false => self.hiding && (is_tool(kind) || kind == Kind::Result),
        }
    }

    /// Whether an unfinished line can still become one that is not shown, or that stands otherwise below what is not.
    fn may_be_withheld(&self, judged: &Judged) -> bool {
        let compact = self.way == Way::Compact;
        self.step()
            .may_become(&judged.entry, &judged.row, |kind| match kind {
                Kind::Reasoning => self.way != Way::Full,
                Kind::Result | Kind::System | Kind::Chrome | Kind::Progress => compact,
                Kind::Tool | Kind::Search | Kind::Task => {
                    compact || !self.options.hidden.is_empty() || self.stage.is_below_withheld()
                }
                _ => false,
            })
    }

    /// Whether an unfinished line that looks like a thought can still become something else.
    fn may_be_none(&self, judged: &Judged) -> bool {
        let other = |kind| kind != Kind::Reasoning;
        self.way != Way::Full && self.step().may_become(&judged.entry, &judged.row, other)
    }
}

pub(super) fn is_tool(kind: Kind) -> bool {
    matches!(kind, Kind::Tool | Kind::Search | Kind::Task)
}
