//! Tool calls: which of them are hidden, and which were made inside the region.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::{Judge, State};
use crate::matcher::{Kind, RowText, Rule};

/// How many calls of a turn are remembered by their ids; agents run a handful at a time.
const MAX_CALLS: usize = 8;

/// Which tool calls the user does not want to see. Such a call is transparent: it takes the shade of the region it stands in and
/// changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    all: bool,
    names: Option<Arc<[String]>>,
}

impl Hidden {
    /// None is hidden.
    pub const NONE: Hidden = Hidden {
        all: false,
        names: None,
    };

    /// All calls (`show` is false), or those to tools of these names.
    pub fn new(show: bool, names: impl IntoIterator<Item = String>) -> Hidden {
        let names: Vec<String> = names.into_iter().collect();
        Hidden {
            all: !show,
            names: (!names.is_empty()).then(|| names.into()),
        }
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        *self == Hidden::NONE
    }

    /// Whether a call to the tool of this name is hidden. Names are told apart as the agent shows them, but for upper and lower
    /// case.
    pub fn hides(&self, name: Option<&str>) -> bool {
        let named = |name: &str| {
            let names = self.names.as_deref().unwrap_or_default();
            names.iter().any(|n| n.eq_ignore_ascii_case(name))
        };
        self.all || name.is_some_and(named)
    }
}

/// Whether the calls of a turn, by their ids, were made inside the region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Calls {
    known: [Option<(u64, bool)>; MAX_CALLS],
    next: u8,
}

impl Calls {
    /// A call is requested: what holds for it now holds for all of it. One that is drawn again keeps what it had.
    pub(super) fn request(&mut self, id: &str, member: bool) -> bool {
        if let Some(known) = self.member(id) {
            return known;
        }
        let at = usize::from(self.next) % MAX_CALLS;
        self.known[at] = Some((hash(id), member));
        self.next = ((at + 1) % MAX_CALLS) as u8;
        member
    }

    /// Whether the call of this id was made inside the region; `None`: it is not known.
    pub(super) fn member(&self, id: &str) -> Option<bool> {
        let id = hash(id);
        self.known
            .iter()
            .flatten()
            .find(|(known, _)| *known == id)
            .map(|(_, member)| *member)
    }
}

impl Judge<'_> {
    /// A row that a rule matches: if it is a call or a result, which call the rows belong to from now on. A call that is hidden
    /// leaves alone what holds for the others.
    pub(super) fn enter_call(&self, state: &mut State, rule: &Rule, row: &RowText) {
        match rule.kind {
            Kind::Tool | Kind::Search | Kind::Task => {
                state.hidden =
                    !self.hidden.is_empty() && self.hidden.hides(rule.capture(row, "name"));
                if !state.hidden {
                    let member = state.region && self.extend_across_tool_calls;
                    state.member = match rule.captures_id().then(|| rule.capture(row, "id")) {
                        Some(Some(id)) => state.calls.request(id, member),
                        _ => member,
                    };
                }
            }
            Kind::Result if rule.captures_id() => {
                let id = rule.capture(row, "id");
                if let Some(member) = id.and_then(|id| state.calls.member(id)) {
                    state.member = member;
                    state.hidden = false;
                }
            }
            _ => {}
        }
    }

    /// A progress row that names its call: whether that was made inside the region. It changes nothing for the rows below.
    pub(super) fn progress_of(state: &State, rule: &Rule, row: &RowText) -> Option<bool> {
        let names = rule.kind == Kind::Progress && rule.captures_id();
        let id = names.then(|| rule.capture(row, "id")).flatten()?;
        state.calls.member(id)
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
