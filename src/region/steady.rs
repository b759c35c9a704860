//! States that plain rows leave as they are: as long as no rule knows a row, it is shaded, and so is the next one.

use super::{Judge, State};
use crate::matcher::{Extent, Kind, RowText, Rule};

/// Why rows that no rule knows are shaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steady {
    /// A `<think>` is open.
    Tag,
    /// They continue the block that the rule with this number began.
    Block(u16),
}

impl Judge<'_> {
    /// Whether rows that no rule knows are shaded under `state` and leave it as it is, what the last row was aside.
    pub fn steady(&self, state: &State) -> Option<Steady> {
        if state.marked || state.hidden || state.fence.is_some() {
            return None;
        }
        if state.tag {
            let plain = state.region
                && state.block.is_none()
                && state.last == Some((Kind::Reasoning, None));
            return plain.then_some(Steady::Tag);
        }
        let block = state.block?;
        let shaded = match block.kind {
            Kind::Reasoning => true,
            Kind::Tool | Kind::Result | Kind::Search | Kind::Task => state.member,
            _ => false,
        };
        let rule = self.rule(block)?;
        let plain = rule.extent == Extent::Block && !rule.panel && !rule.minds_style_below();
        (shaded && plain).then_some(Steady::Block(block.rule?))
    }
}

impl Steady {
    /// The kind and rule of its rows.
    pub(crate) fn own(self, rules: &[Rule]) -> Option<(Kind, Option<u16>)> {
        match self {
            Steady::Tag => Some((Kind::Reasoning, None)),
            Steady::Block(n) => rules.get(usize::from(n)).map(|rule| (rule.kind, Some(n))),
        }
    }

    /// Whether a row of this kind ends it, or stands apart from it. Every other one is as good as plain.
    pub(crate) fn minds(self, kind: Kind) -> bool {
        match self {
            Steady::Block(_) => true,
            Steady::Tag => matches!(
                kind,
                Kind::Message
                    | Kind::User
                    | Kind::TurnEnd
                    | Kind::Divider
                    | Kind::Chrome
                    | Kind::Prompt
                    | Kind::System
                    | Kind::Progress
            ),
        }
    }

    /// Whether it goes on over a row that no rule knows, which may be blank.
    pub fn holds(self, rules: &[Rule], row: &RowText, below_blank: bool) -> bool {
        match self {
            Steady::Tag => true,
            Steady::Block(n) => rules
                .get(usize::from(n))
                .is_some_and(|r| r.continues(row, Default::default(), below_blank)),
        }
    }

    /// Whether that depends on the text of a row that is not blank.
    pub fn reads_text(self, rules: &[Rule]) -> bool {
        match self {
            Steady::Tag => false,
            Steady::Block(n) => rules.get(usize::from(n)).is_none_or(Rule::reads_text_below),
        }
    }
}
