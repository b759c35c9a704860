//! Whether a row can be anything but unmarked text, asked of its first bytes only.
//!
//! All patterns that count for a row below message text run as one automaton, along with those of tags and code fences. As soon
//! as it is dead, no rule matches the row, whatever follows.

use std::sync::Mutex;

use regex_automata::Anchored;
use regex_automata::Input;
use regex_automata::hybrid::dfa::{Cache, DFA};

use super::profile::Profile;

/// Tags and fences, which count under every profile (a fence may stand up to three blanks in).
const ALWAYS: [&str; 3] = ["<think", r"\s{0,3}```", r"\s{0,3}~~~"];

/// The longest text that is read for whether it may match, in bytes: what is still open then counts as a match.
const MAX_OPEN: usize = 80;

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
    /// It may still become a match: its text so far.
    Open { bytes: [u8; MAX_OPEN], len: u8 },
    /// It cannot match any more.
    Over,
    /// Nobody knows: it counts as a match.
    Lost,
}

impl Walk {
    pub(crate) fn is_over(self) -> bool {
        self == Walk::Over
    }

    pub(crate) fn is_fresh(self) -> bool {
        self == Walk::Fresh
    }
}

impl Gate {
    pub(crate) fn new(profile: &Profile) -> Gate {
        let mut patterns: Vec<&str> = ALWAYS.to_vec();
        let (mut any, mut minds_style) = (false, false);
        for rule in profile.rules().iter().filter(|r| r.counts_below_message()) {
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
        if text.is_empty() || matches!(walk, Walk::Over | Walk::Lost) {
            return;
        }
        *walk = self.step(*walk, text).unwrap_or(Walk::Lost);
    }

    /// Runs the automaton over the row from its start: states do not outlive a call, since its cache may be cleared.
    fn step(&self, walk: Walk, text: &[u8]) -> Option<Walk> {
        let mut guard = self.automaton.as_ref()?.lock().ok()?;
        let (dfa, cache) = &mut *guard;
        let input = Input::new(text).anchored(Anchored::Yes);
        let mut state = dfa.start_state_forward(cache, &input).ok()?;
        let (mut bytes, mut len) = match walk {
            Walk::Open { bytes, len } => (bytes, usize::from(len)),
            Walk::Fresh | Walk::Over | Walk::Lost => ([0; MAX_OPEN], 0),
        };
        for byte in bytes[..len].iter().chain(text) {
            state = dfa.next_state(cache, state, *byte).ok()?;
            if state.is_dead() {
                return Some(Walk::Over);
            }
            if state.is_match() || state.is_quit() {
                return None;
            }
        }
        bytes.get_mut(len..len + text.len())?.copy_from_slice(text);
        len += text.len();
        Some(Walk::Open {
            bytes,
            len: u8::try_from(len).ok()?,
        })
    }

    /// Whether no row that starts with four blanks can match.
    pub(crate) fn is_over_indented(&self) -> bool {
        self.step(Walk::Fresh, b"    ") == Some(Walk::Over)
    }

    /// A tab: one to eight blanks. `None`: how many decides.
    pub(crate) fn tab(&self, walk: &mut Walk) -> Option<()> {
        self.text(walk, b" ");
        walk.is_over().then_some(())
    }
}
