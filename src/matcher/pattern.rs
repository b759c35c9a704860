//! Patterns of rules: when they are compiled, and what a text may still become.

use std::sync::{Mutex, OnceLock};

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::meta::{BuildError, Regex};
use regex_automata::util::primitives::PatternID;
use regex_automata::{Anchored, Input};

/// When patterns are compiled: it takes a few milliseconds for a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compile {
    /// At once: somebody wrote them who wants to know what is wrong.
    Now,
    /// When a row is first held against them: they are built in, and a test compiles them. The command need not wait for it.
    Later,
}

/// A pattern of a rule, for the text of a row from its first column on.
#[derive(Debug)]
pub(super) struct Pattern {
    source: String,
    compiled: OnceLock<Compiled>,
}

/// A pattern that is ready.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) regex: Regex,
    /// Its groups of the names `name` and `text`.
    pub(super) name: Option<usize>,
    pub(super) text: Option<usize>,
}

impl Pattern {
    /// A pattern, or what is wrong with it.
    pub(super) fn new(source: &str, when: Compile) -> Result<Pattern, String> {
        let compiled = OnceLock::new();
        if when == Compile::Now {
            let regex = Compiled::new(source).map_err(|e| syntax(&e))?;
            compiled.get_or_init(|| regex);
        }
        Ok(Pattern {
            source: source.to_owned(),
            compiled,
        })
    }

    #[allow(
        clippy::expect_used,
        reason = "a built-in pattern, which a test compiles"
    )]
    pub(super) fn get(&self) -> &Compiled {
        let compile = || Compiled::new(&self.source).expect("a built-in pattern");
        self.compiled.get_or_init(compile)
    }

    /// Whether it matches a text.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.get().regex.is_match(anchored(text))
    }

    /// What a group of this name holds in a text.
    pub(super) fn group(&self, text: &str, name: &str) -> Option<std::ops::Range<usize>> {
        let regex = &self.get().regex;
        let mut captures = regex.create_captures();
        regex.search_captures(&anchored(text), &mut captures);
        Some(captures.get_group_by_name(name)?.range())
    }

    /// Where its match in a text ends.
    pub(super) fn end_in(&self, text: &str) -> Option<usize> {
        self.get().regex.find(anchored(text)).map(|m| m.end())
    }
}

impl Compiled {
    fn new(source: &str) -> Result<Compiled, Box<BuildError>> {
        let regex = Regex::new(source)?;
        let group = |name| regex.group_info().to_index(PatternID::ZERO, name);
        Ok(Compiled {
            name: group("name"),
            text: group("text"),
            regex,
        })
    }
}

/// What is wrong with a pattern, in one line.
fn syntax(error: &BuildError) -> String {
    let detail = error.syntax_error().map(ToString::to_string);
    let text = detail.unwrap_or_else(|| error.to_string());
    let last = text.lines().last().unwrap_or_default();
    last.trim_start_matches("error: ").to_owned()
}

pub(super) fn anchored(text: &str) -> Input<'_> {
    Input::new(text).anchored(Anchored::Yes)
}

/// A pattern, to ask whether a text can still grow into a match. Built when first asked.
#[derive(Debug)]
pub(super) struct Prefix {
    pub(super) pattern: String,
    automaton: Mutex<Option<(DFA, Cache)>>,
}

impl Prefix {
    pub(super) fn new(pattern: String) -> Prefix {
        Prefix {
            pattern,
            automaton: Mutex::new(None),
        }
    }

    pub(super) fn may_grow(&self, text: &str) -> bool {
        let Ok(mut slot) = self.automaton.lock() else {
            return false;
        };
        if slot.is_none() {
            *slot = DFA::new(&self.pattern)
                .ok()
                .map(|dfa| (dfa.create_cache(), dfa))
                .map(|(cache, dfa)| (dfa, cache));
        }
        let Some((dfa, cache)) = slot.as_mut() else {
            return false;
        };
        let Ok(mut state) = dfa.start_state_forward(cache, &anchored(text)) else {
            return false;
        };
        for byte in text.bytes() {
            match dfa.next_state(cache, state, byte) {
                Ok(next) if !next.is_dead() && !next.is_quit() => state = next,
                _ => return false,
            }
        }
        true
    }
}
