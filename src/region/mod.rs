//! What a row's kind does to the region: one pure step from row to row.
//!
//! [`State`] is what a row inherits from those above it. [`Judge::step`] reads a row under a state and says what the row is, whether
//! it is shaded, and what the next one inherits. Because it is pure, rows can be judged again after any redraw, from the
//! first one that changed until a state is as before.

mod calls;
mod fence;
mod reason;
mod steady;
mod tag;
#[cfg(test)]
mod tests;
mod words;

use crate::matcher::{Above, Extent, Head, Kind, On, Profile, RowText, Rule};
use calls::Calls;
pub use calls::Hidden;
use fence::Fence;
pub use reason::{How, Near};
pub use steady::Steady;
pub use words::Words;

/// An explicit marker at a row, from `OSC 7737` or the library's `open_region` and `close_region`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// A region begins with this row.
    pub start: bool,
    /// A region ends above this row.
    pub end_above: bool,
    /// A region ends with this row.
    pub end_below: bool,
}

/// What the rows above leave to a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The region is open: the last response was reasoning, and nothing has ended it.
    region: bool,
    /// The tool call that the rows belong to was made inside the region.
    member: bool,
    /// The last tool call is hidden.
    hidden: bool,
    /// The calls of this turn whose ids are shown.
    calls: Calls,
    /// The block that the next row may continue.
    block: Option<Block>,
    /// What the last row was that belonged to the transcript, and by which rule.
    last: Option<(Kind, Option<u16>)>,
    /// A `<think>` that is not closed.
    tag: bool,
    /// A code fence in a message that is not closed.
    fence: Option<Fence>,
    /// A region begun by an explicit marker.
    marked: bool,
    /// How the row above was judged, for rows that only continue it.
    above: Verdict,
    /// The end of the row above if it soft-wraps: a tag may be cut there.
    tail: tag::Tail,
}

/// The block a row belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    kind: Kind,
    /// The rule that began it; `None` for text that no rule knows.
    rule: Option<u16>,
    /// What the rows below are compared with.
    head: Head,
}

/// What a row is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Its kind; `None` for a blank row.
    pub kind: Option<Kind>,
    /// The rule that says so.
    pub rule: Option<u16>,
    /// Whether it belongs to the region. A blank row's shade depends on its neighbours as well; see [`Verdict::gap`].
    pub shaded: bool,
    /// Blank, and inside a block that goes on over blank rows: shaded even if nothing follows.
    pub gap: bool,
}

impl State {
    /// Whether plain rows that no rule knows follow from it, and leave it as it is.
    pub fn is_quiet(&self) -> bool {
        let message = Block {
            kind: Kind::Message,
            rule: None,
            head: Head::default(),
        };
        let plain = State {
            block: Some(message),
            last: Some((Kind::Message, None)),
            above: self.above,
            tail: self.tail,
            ..State::default()
        };
        *self == plain && !self.above.shaded
    }

    /// Whether the rows belong to a message that a rule began, as long as they fit it.
    pub fn in_message(&self) -> bool {
        self.block
            .is_some_and(|b| b.kind == Kind::Message && b.rule.is_some())
    }

    /// Whether nothing of the transcript stands above.
    pub fn is_first(&self) -> bool {
        self.last.is_none()
    }

    /// Whether the row above is shaded.
    pub fn above_shaded(&self) -> bool {
        self.above.shaded
    }

    /// How the row above was judged.
    pub fn above(&self) -> Verdict {
        self.above
    }

    /// What rules may ask for.
    fn asked(&self, screen: On) -> Above {
        Above {
            screen,
            kind: self.last.map(|(kind, _)| kind),
            rule: self.last.and_then(|(_, rule)| rule),
            blank: self.below_blank(),
            next: self.directly_above(),
        }
    }

    /// The kind and rule of the row above, if it is not blank.
    pub fn directly_above(&self) -> Option<(Kind, Option<u16>)> {
        self.above.kind.map(|kind| (kind, self.above.rule))
    }

    /// Whether the row above is blank.
    pub fn below_blank(&self) -> bool {
        self.above.kind.is_none()
    }
}

/// The step function's rules of the game.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    /// The agent's rules.
    pub profile: &'a Profile,
    /// The screen that the rows are on.
    pub screen: On,
    /// Whether tool calls made while reasoning belong to the region.
    pub extend_across_tool_calls: bool,
    /// The tool calls that change nothing.
    pub hidden: &'a Hidden,
}

impl Judge<'_> {
    /// Judges `row` under `state`.
    pub fn step(&self, mut state: State, row: &RowText, mark: Mark) -> (Verdict, State) {
        if mark.end_above {
            state.end_mark();
        }
        if mark.start {
            state.marked = true;
        }
        let mut verdict = if state.marked {
            self.set(&mut state, Kind::Reasoning, None, Head::default())
        } else if row.continues && state.above.kind.is_some() {
            self.continuation(&mut state, row)
        } else if row.is_blank() {
            self.blank(&mut state, row)
        } else {
            self.line(&mut state, row)
        };
        if state.marked && row.is_blank() {
            verdict.kind = None;
            verdict.gap = true;
        }
        if mark.end_below {
            state.end_mark();
        }
        state.above = verdict;
        state.tail = tag::Tail::of(&row.text);
        (verdict, state)
    }

    /// Whether an unfinished row should be taken for a shaded one: its text so far can still become a tag's or a rule's that
    /// shades. For rows that cannot be mended later.
    pub fn may_shade(&self, state: &State, row: &RowText) -> bool {
        if row.continues || row.is_blank() || state.fence.is_some() {
            return false;
        }
        let above = state.asked(self.screen);
        tag::may_open(&row.text)
            || self.profile.rules().iter().any(|rule| {
                let shades = match rule.kind {
                    Kind::Reasoning => true,
                    Kind::Tool | Kind::Search | Kind::Task => {
                        state.region && self.extend_across_tool_calls
                    }
                    Kind::Result => state.call_shades(),
                    _ => false,
                };
                shades && rule.may_match(row, &above)
            })
    }

    /// Whether the row is the same whatever stands above it, and leaves the same to the rows below, the last tool call's
    /// membership aside.
    pub fn decides(&self, row: &RowText) -> bool {
        let below = |state| {
            let (verdict, exit) = self.step(state, row, Mark::default());
            let exit = State {
                member: false,
                hidden: false,
                calls: Calls::default(),
                ..exit
            };
            (verdict, exit)
        };
        let open = State {
            region: true,
            member: true,
            above: Verdict {
                shaded: true,
                ..Verdict::default()
            },
            ..State::default()
        };
        below(State::default()) == below(open)
    }

    /// A blank row changes nothing, except that it ends a block that does not go on over blank rows.
    fn blank(&self, state: &mut State, row: &RowText) -> Verdict {
        let goes_on = state.tag || state.block.is_some_and(|b| self.continues(state, b, row));
        if !goes_on {
            state.block = None;
        }
        let gap = goes_on && state.above.shaded;
        Verdict {
            kind: None,
            rule: None,
            shaded: state.above.shaded,
            gap,
        }
    }

    /// A row that only soft-wraps from the one above starts nothing; a tag may end in it.
    fn continuation(&self, state: &mut State, row: &RowText) -> Verdict {
        if state.tag {
            return self.inside_tag(state, row);
        }
        state.above
    }

    fn line(&self, state: &mut State, row: &RowText) -> Verdict {
        let above = state.asked(self.screen);
        if let Some(fence) = state.fence {
            return self.in_fence(state, fence, row);
        }
        if state.tag && !self.ends_tag(row, &above) {
            return match self.apart(row, &above) {
                Some((n, kind)) => self.set(state, kind, Some(n), Head::default()),
                None => self.inside_tag(state, row),
            };
        }
        state.tag = false;
        if let Some(verdict) = self.delimited(state, row) {
            return verdict;
        }
        let found = self
            .profile
            .rules()
            .iter()
            .enumerate()
            .find_map(|(n, r)| r.matches(row, &above).map(|m| (n, r, m)));
        match found {
            Some((n, rule, found)) => {
                self.enter_call(state, rule, row);
                let is_message = rule.kind == Kind::Message;
                if is_message && tag::opens(&row.text[found.text..]) {
                    return self.open_tag(state, row, found.text);
                }
                let mut verdict = self.set(state, rule.kind, Some(n), found.head);
                if let Some(member) = Judge::progress_of(state, rule, row) {
                    verdict.shaded = member;
                }
                if is_message {
                    state.fence = Fence::open(&row.text[found.text..]);
                }
                verdict
            }
            None if tag::opens(&row.text) => self.open_tag(state, row, 0),
            None => self.unmatched(state, row),
        }
    }

    /// The rule and kind of a row that stands apart from the transcript, and so is no part of an unclosed tag either: what is
    /// drawn below a thought that is still growing.
    fn apart(&self, row: &RowText, above: &Above) -> Option<(usize, Kind)> {
        self.profile.rules().iter().enumerate().find_map(|(n, r)| {
            let apart = matches!(
                r.kind,
                Kind::Chrome | Kind::Prompt | Kind::System | Kind::Progress
            );
            (apart && r.matches(row, above).is_some()).then_some((n, r.kind))
        })
    }

    /// No rule knows the row: it continues the block, or it is message text.
    fn unmatched(&self, state: &mut State, row: &RowText) -> Verdict {
        match state.block {
            Some(block) if block.kind != Kind::Message && self.continues(state, block, row) => {
                let shaded = match block.kind {
                    Kind::Reasoning => true,
                    Kind::Tool | Kind::Result | Kind::Search | Kind::Task => state.call_shades(),
                    _ => false,
                };
                Verdict {
                    kind: Some(block.kind),
                    rule: block.rule,
                    shaded,
                    gap: false,
                }
            }
            Some(block) if block.kind == Kind::Message && self.continues(state, block, row) => {
                state.fence = Fence::open(row.text.trim_start());
                Verdict {
                    kind: Some(Kind::Message),
                    rule: block.rule,
                    ..Verdict::default()
                }
            }
            _ => {
                let verdict = self.set(state, Kind::Message, None, Head::default());
                state.fence = Fence::open(&row.text);
                verdict
            }
        }
    }

    fn in_fence(&self, state: &mut State, fence: Fence, row: &RowText) -> Verdict {
        let block = state.block;
        if self.leaves_fence(state, row) {
            state.fence = None;
            return self.line(state, row);
        }
        if fence.closes(row.text.trim_start()) {
            state.fence = None;
        }
        Verdict {
            kind: Some(Kind::Message),
            rule: block.and_then(|b| b.rule),
            ..Verdict::default()
        }
    }

    /// A marker of the profile's own in the first column ends a fence that was never closed.
    fn leaves_fence(&self, state: &State, row: &RowText) -> bool {
        let block = state.block;
        self.profile.rules().iter().any(|r| {
            matches!(
                r.kind,
                Kind::Message | Kind::User | Kind::TurnEnd | Kind::Reasoning | Kind::Tool
            ) && r.extent != Extent::Delimited
                && block.is_none_or(|b| b.rule.is_some() && !self.continues(state, b, row))
                && r.matches(row, &state.asked(self.screen)).is_some()
        })
    }

    fn delimited(&self, state: &mut State, row: &RowText) -> Option<Verdict> {
        let block = state.block?;
        let rule = self.rule(block).filter(|r| r.extent == Extent::Delimited)?;
        let verdict = self.set(state, block.kind, block.rule.map(usize::from), block.head);
        if rule.ends(row) {
            state.block = None;
        }
        Some(verdict)
    }

    /// Whether an unclosed tag ends above this row: at a message marker, a user prompt, a turn's end.
    fn ends_tag(&self, row: &RowText, above: &Above) -> bool {
        self.profile.rules().iter().any(|r| {
            matches!(
                r.kind,
                Kind::Message | Kind::User | Kind::TurnEnd | Kind::Divider
            ) && r.matches(row, above).is_some()
        })
    }

    /// A row of this kind begins: what it does to the region.
    fn set(&self, state: &mut State, kind: Kind, rule: Option<usize>, head: Head) -> Verdict {
        let rule = rule.and_then(|n| u16::try_from(n).ok());
        let block = Some(Block { kind, rule, head });
        let shaded = match kind {
            Kind::Reasoning => {
                state.region = true;
                state.block = block;
                true
            }
            Kind::Tool | Kind::Search | Kind::Task => {
                state.block = block;
                state.call_shades()
            }
            Kind::Result => {
                state.block = block;
                state.call_shades()
            }
            Kind::Message | Kind::User | Kind::Error | Kind::Divider | Kind::TurnEnd => {
                state.region = false;
                state.member = false;
                if matches!(kind, Kind::User | Kind::Divider | Kind::TurnEnd) {
                    // Ids may come again in another turn.
                    state.calls = Calls::default();
                    state.hidden = false;
                }
                state.block = block;
                false
            }
            // What stands below is live area, and no part of a block above.
            Kind::Progress => {
                state.block = None;
                state.region && state.above.shaded
            }
            // A rule may say that chrome goes on below: a footer under an input box.
            Kind::Chrome | Kind::Prompt | Kind::System => {
                if rule.is_some_and(|n| self.goes_on(n)) {
                    state.block = block;
                }
                false
            }
        };
        if !matches!(
            kind,
            Kind::Progress | Kind::Chrome | Kind::Prompt | Kind::System
        ) {
            state.last = Some((kind, rule));
        }
        if state
            .block
            .is_some_and(|b| self.rule(b).is_some_and(|r| r.extent == Extent::Line))
        {
            state.block = None;
        }
        Verdict {
            kind: Some(kind),
            rule,
            shaded,
            gap: false,
        }
    }

    fn goes_on(&self, rule: u16) -> bool {
        let rule = self.profile.rules().get(usize::from(rule));
        rule.is_some_and(|r| r.extent == Extent::Block)
    }

    fn rule(&self, block: Block) -> Option<&Rule> {
        self.profile.rules().get(usize::from(block.rule?))
    }

    /// Whether the row continues the block, as far as the block's rule says; text that no rule knows goes on.
    fn continues(&self, state: &State, block: Block, row: &RowText) -> bool {
        match block.rule {
            None => true,
            Some(_) => self
                .rule(block)
                .is_some_and(|r| r.continues(row, block.head, state.below_blank())),
        }
    }
}

impl State {
    /// The profile's rules are others now: a block goes on only if it needs none.
    pub fn forget_rules(&mut self) {
        self.block = self.block.filter(|b| b.rule.is_none());
        self.last = self.last.map(|(kind, _)| (kind, None));
        self.above.rule = None;
    }

    /// Whether the region is open above the row.
    pub fn is_open(&self) -> bool {
        self.region
    }

    /// Whether the rows of the last tool call are shaded.
    fn call_shades(&self) -> bool {
        match self.hidden {
            true => self.region,
            false => self.member,
        }
    }

    /// An explicit marker ends its region.
    fn end_mark(&mut self) {
        if self.marked {
            *self = State {
                region: true,
                ..State::default()
            };
        }
    }
}
