//! Whether a row can be anything but plain text, asked of its first bytes only.
//!
//! All patterns that count for a row (below message text, or inside a region) run as one automaton, along with those of tags and
//! code fences. As soon
//! as it is dead, no rule matches the row, whatever follows.

use std::sync::Mutex;

use regex_automata::Anchored;
use regex_automata::Input;
use regex_automata::hybrid::dfa::{Cache, DFA};

use super::profile::Profile;
use super::rule::Rule;
use crate::region::Steady;

/// Tags and fences, which count under every profile (a fence may stand up to three blanks in).
const ALWAYS: [&str; 3] = ["<think", r"\s{0,3}```", r"\s{0,3}~~~"];

/// The longest text that is read for whether it may match, in bytes: what is still open then counts as a match.
const MAX_OPEN: usize = 80;

/// The most blanks that a tab stands for.
const TAB: usize = 8;

/// The patterns of a profile, as one automaton.
#[derive(Debug)]
pub(crate) struct Gate {
    /// `None`: there is a rule that any row may match.
    automaton: Option<Mutex<(DFA, Cache)>>,
    minds_style: bool,
}

/// How far a row has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Walk {
    /// Nothing stands in it.
    #[default]
    Fresh,
    /// It may still become a match.
    Open(Open),
    /// It cannot match any more.
    Over,
    /// Nobody knows: it counts as a match.
    Lost,
}

/// A row's text so far. Blanks at its end count only once something follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Open {
    bytes: [u8; MAX_OPEN],
    len: usize,
    blanks: usize,
    /// Among the blanks is a tab: there may be more of them.
    tab: bool,
}

impl Open {
    const EMPTY: Open = Open {
        bytes: [0; MAX_OPEN],
        len: 0,
        blanks: 0,
        tab: false,
    };
}

impl Walk {
    pub(crate) fn is_over(self) -> bool {
        self == Walk::Over
    }

    /// Whether the row matches nothing if it ends here: blank rows match nothing.
    pub(crate) fn may_end(self) -> bool {
        match self {
            Walk::Fresh | Walk::Over => true,
            Walk::Open(open) => open.len == 0,
            Walk::Lost => false,
        }
    }
}

impl Gate {
    pub(crate) fn new(profile: &Profile) -> Gate {
        let rules = profile.rules().iter().zip(0..);
        let counts = rules
            .filter(|(rule, n)| rule.counts_below_message(profile.asks_for((rule.kind, Some(*n)))));
        Gate::of(ALWAYS.to_vec(), counts.map(|(rule, _)| rule))
    }

    /// For rows inside a region, as long as its state is `steady`.
    pub(crate) fn inside(profile: &Profile, steady: Steady) -> Gate {
        let rules = profile.rules();
        let own = steady.own(rules);
        let minds = |r: &&Rule| r.is_on_main() && steady.minds(r.kind) && r.is_under(own);
        let rules = rules.iter().filter(minds);
        let always = match steady {
            Steady::Tag => Vec::new(), // it ends anywhere in a row
            Steady::Block(_) => ALWAYS.to_vec(),
        };
        Gate::of(always, rules)
    }

    fn of<'a>(mut patterns: Vec<&'a str>, rules: impl Iterator<Item = &'a Rule>) -> Gate {
        let (mut any, mut minds_style) = (false, false);
        for rule in rules {
            match rule.pattern() {
                Some(pattern) => patterns.push(pattern),
                None if rule.needs_style() => minds_style = true,
                None => any = true,
            }
        }
        let config = DFA::config().unicode_word_boundary(true);
        let dfa = DFA::builder().configure(config).build_many(&patterns).ok();
        let automaton = dfa.filter(|_| !any).map(|dfa| {
            let cache = dfa.create_cache();
            Mutex::new((dfa, cache))
        });
        Gate {
            automaton,
            minds_style,
        }
    }

    /// Whether a rule asks for nothing but a style: then any SGR may make a row match.
    pub(crate) fn minds_style(&self) -> bool {
        self.minds_style
    }

    /// Text stands behind what was read of the row.
    pub(crate) fn text(&self, walk: &mut Walk, text: &[u8]) {
        let mut open = match walk {
            Walk::Over | Walk::Lost => return,
            Walk::Fresh => Open::EMPTY,
            Walk::Open(open) => *open,
        };
        let end = text.iter().rposition(|b| *b != b' ').map_or(0, |n| n + 1);
        let (text, blanks) = (&text[..end], text.len() - end);
        *walk = match self.step(&mut open, text) {
            Some(Walk::Open(open)) => Walk::Open(Open {
                blanks: open.blanks + blanks,
                ..open
            }),
            Some(walk) => walk,
            None => Walk::Lost,
        };
    }

    /// A tab stands behind what was read.
    pub(crate) fn tab(&self, walk: &mut Walk) {
        self.text(walk, b" ");
        if let Walk::Open(open) = walk {
            open.tab = true;
        }
    }

    /// What the row is once `text`, which ends in no blank, stands behind what was read. `None`: it matches, or nobody knows.
    fn step(&self, open: &mut Open, text: &[u8]) -> Option<Walk> {
        if text.is_empty() {
            return Some(Walk::Open(*open));
        }
        let dead = |blanks| self.is_dead(&open.bytes[..open.len], blanks, text);
        let over = dead(open.blanks)?;
        for more in 1..if open.tab { TAB } else { 1 } {
            if dead(open.blanks + more)? != over {
                return None;
            }
        }
        if over {
            return Some(Walk::Over);
        }
        if open.tab {
            return None;
        }
        let blanks = std::iter::repeat_n(&b' ', open.blanks);
        let mut room = open.bytes.get_mut(open.len..)?.iter_mut();
        for byte in blanks.chain(text) {
            *room.next()? = *byte;
        }
        open.len += open.blanks + text.len();
        open.blanks = 0;
        Some(Walk::Open(*open))
    }

    /// Runs the automaton over a row, from its start: states do not outlive a call, since its cache may be cleared. Whether no
    /// pattern can match any more; `None`: one does.
    fn is_dead(&self, start: &[u8], blanks: usize, rest: &[u8]) -> Option<bool> {
        let mut guard = self.automaton.as_ref()?.lock().ok()?;
        let (dfa, cache) = &mut *guard;
        let input = Input::new(rest).anchored(Anchored::Yes);
        let mut state = dfa.start_state_forward(cache, &input).ok()?;
        let blanks = std::iter::repeat_n(&b' ', blanks);
        for byte in start.iter().chain(blanks).chain(rest) {
            state = dfa.next_state(cache, state, *byte).ok()?;
            if state.is_dead() {
                return Some(true);
            }
            if state.is_match() || state.is_quit() {
                return None;
            }
        }
        Some(false)
    }

    /// Whether no pattern matches the row as it stands.
    pub(crate) fn misses(&self, walk: &Walk) -> bool {
        match walk {
            Walk::Fresh | Walk::Over => true,
            Walk::Open(open) => open.len == 0 || self.ends(&open.bytes[..open.len]) == Some(false),
            Walk::Lost => false,
        }
    }

    /// Whether a pattern matches at the end of a row that is no match before it.
    fn ends(&self, row: &[u8]) -> Option<bool> {
        let mut guard = self.automaton.as_ref()?.lock().ok()?;
        let (dfa, cache) = &mut *guard;
        let input = Input::new(row).anchored(Anchored::Yes);
        let mut state = dfa.start_state_forward(cache, &input).ok()?;
        for byte in row {
            state = dfa.next_state(cache, state, *byte).ok()?;
        }
        let state = dfa.next_eoi_state(cache, state).ok()?;
        (!state.is_quit()).then_some(state.is_match())
    }

    /// Whether it can tell at all.
    pub(crate) fn is_usable(&self) -> bool {
        self.automaton.is_some()
    }

    /// Whether no row that starts with four blanks can match.
    pub(crate) fn is_over_indented(&self) -> bool {
        self.is_dead(b"    ", 0, b"") == Some(true)
    }
}
