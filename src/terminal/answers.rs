//! What a terminal answers, between the keys.
//!
//! We ask at most once, for the background (OSC 11) and right behind it for the device attributes (DA1), before anything of
//! the child's has gone out. Terminals answer in order, and every one answers DA1; so the first answers of either kind are
//! ours, and once there is one to DA1 there will be none to OSC 11. What comes later is for the child and goes to it.

use std::time::{Duration, Instant};

use memchr::memchr;

use crate::color::Rgb;

/// The questions. BEL ends the first, since rxvt-unicode leaves the backslash of an ST out of its answer.
pub(crate) const QUESTION: &[u8] = b"\x1b]11;?\x07\x1b[c";

/// How long answers are taken out of the input.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long an ESC is held back that may be typed or may begin an answer.
const KEY: Duration = Duration::from_millis(50);

/// The longest answer to either question, in bytes: `ESC ] 11 ; rgba:hhhh/hhhh/hhhh/hhhh ESC \`, and the attributes of
/// terminals that list many. What is longer is none.
const LONGEST: usize = 128;

const BACKGROUND: &[u8] = b"\x1b]11;";
const ATTRIBUTES: &[u8] = b"\x1b[?";

/// Whose answers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing is looked for.
    Idle,
    /// Ours are taken out, until then.
    Asked { until: Instant, background: bool },
    /// The child's are looked at, and go to it.
    Watching,
}

/// Looks for answers in the input.
#[derive(Debug)]
pub(crate) struct Answers {
    state: State,
    /// The beginning of what may be an answer. Held back while we have asked; else only remembered.
    begun: Vec<u8>,
    /// Since when.
    since: Option<Instant>,
}

/// What stands at an ESC.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    /// An answer to OSC 11 of this length, and what it says.
    Background(usize, Option<Rgb>),
    /// An answer to DA1 of this length.
    Attributes(usize),
    /// It may become either.
    Begun,
    /// Neither.
    Other,
}

impl Answers {
    pub(crate) fn idle() -> Self {
        Answers {
            state: State::Idle,
            begun: Vec::new(),
            since: None,
        }
    }

    /// The terminal was asked now.
    pub(crate) fn asked(now: Instant) -> Self {
        let until = now + PATIENCE;
        Answers {
            state: State::Asked {
                until,
                background: false,
            },
            ..Answers::idle()
        }
    }

    /// Nobody asks but the child.
    pub(crate) fn watching() -> Self {
        Answers {
            state: State::Watching,
            ..Answers::idle()
        }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    /// When it was asked, if an answer of ours may still come.
    pub(crate) fn asked_at(&self) -> Option<Instant> {
        match self.state {
            State::Asked { until, .. } => until.checked_sub(PATIENCE),
            State::Idle | State::Watching => None,
        }
    }

    /// When what is held back is to go on.
    pub(crate) fn due(&self) -> Option<Instant> {
        let State::Asked { until, .. } = self.state else {
            return None;
        };
        // Nobody types more of it than that.
        let key = matches!(self.begun.as_slice(), b"\x1b" | b"\x1b[" | b"\x1b]");
        self.since
            .map(|since| if key { since + KEY } else { until })
    }

    /// What is held back goes to the child.
    pub(crate) fn release(&mut self, keys: &mut Vec<u8>) {
        if matches!(self.state, State::Asked { .. }) {
            keys.append(&mut self.begun);
        }
        self.begun.clear();
        self.since = None;
    }

    /// Passes input on to `keys` without answers of ours. Gives the background if it is told now.
    pub(crate) fn take(&mut self, input: &[u8], now: Instant, keys: &mut Vec<u8>) -> Option<Rgb> {
        if let State::Asked { until, .. } = self.state
            && now >= until
        {
            self.release(keys);
            self.state = State::Watching;
        }
        let mut color = None;
        let joined = [self.begun.as_slice(), input].concat();
        // What was only remembered has gone to the child already.
        let mut passed = match self.state {
            State::Asked { .. } => 0,
            State::Idle | State::Watching => self.begun.len(),
        };
        let since = self.since.take();
        let continued = !self.begun.is_empty();
        self.begun.clear();
        let mut at = 0;
        while let Some(escape) = memchr(0x1b, &joined[at..]).map(|n| at + n) {
            let rest = &joined[escape..];
            let (len, ours) = match (Found::at(rest), self.state) {
                (_, State::Idle) => break,
                (Found::Begun, state) => {
                    self.begun = rest.to_vec();
                    self.since = since.filter(|_| continued && escape == 0).or(Some(now));
                    if let State::Asked { .. } = state {
                        keys.extend_from_slice(&joined[passed..escape]);
                        return color;
                    }
                    break;
                }
                (
                    Found::Background(len, found),
                    State::Asked {
                        until,
                        background: false,
                    },
                ) => {
                    color = found;
                    self.state = State::Asked {
                        until,
                        background: true,
                    };
                    (len, true)
                }
                (Found::Attributes(len), State::Asked { background, .. }) => {
                    self.state = match background {
                        true => State::Idle,
                        false => State::Watching,
                    };
                    (len, true)
                }
                (Found::Background(len, Some(found)), State::Watching) => {
                    color = Some(found);
                    self.state = State::Idle;
                    (len, false)
                }
                (Found::Background(len, _) | Found::Attributes(len), _) => (len, false),
                (Found::Other, _) => (1, false),
            };
            at = escape + len;
            if ours {
                keys.extend_from_slice(&joined[passed.min(escape)..escape]);
                passed = at;
            }
        }
        keys.extend_from_slice(&joined[passed.min(joined.len())..]);
        color
    }
}

impl Found {
    /// Looks at bytes that begin with ESC.
    fn at(bytes: &[u8]) -> Found {
        let begins = |whole: &[u8]| {
            let n = whole.len().min(bytes.len());
            (whole[..n] == bytes[..n]).then_some(n == whole.len())
        };
        match (begins(BACKGROUND), begins(ATTRIBUTES)) {
            (Some(true), _) => Found::background(bytes),
            (_, Some(true)) => Found::attributes(bytes),
            (Some(false), _) | (_, Some(false)) => Found::Begun,
            (None, None) => Found::Other,
        }
    }

    fn background(bytes: &[u8]) -> Found {
        for (n, byte) in bytes
            .iter()
            .enumerate()
            .take(LONGEST)
            .skip(BACKGROUND.len())
        {
            let told = || Rgb::from_answer(&bytes[BACKGROUND.len()..n]);
            match (byte, bytes.get(n + 1)) {
                (0x07, _) => return Found::Background(n + 1, told()),
                (0x1b, Some(b'\\')) => return Found::Background(n + 2, told()),
                (0x1b, None) => return Found::Begun,
                (0x20..=0x7e, _) => {}
                _ => return Found::Other,
            }
        }
        if bytes.len() < LONGEST {
            Found::Begun
        } else {
            Found::Other
        }
    }

    fn attributes(bytes: &[u8]) -> Found {
        for (n, byte) in bytes
            .iter()
            .enumerate()
            .take(LONGEST)
            .skip(ATTRIBUTES.len())
        {
            match byte {
                b'c' => return Found::Attributes(n + 1),
                b'0'..=b'9' | b';' | b':' => {}
                _ => return Found::Other,
            }
        }
        if bytes.len() < LONGEST {
            Found::Begun
        } else {
            Found::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const REPLY: &[u8] = b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\";
    const DA1: &[u8] = b"\x1b[?62;22c";
    const COLOR: Rgb = Rgb([0x1e, 0x1e, 0x2e]);

    /// What becomes of input that arrives in these pieces.
    fn arrive(mut answers: Answers, now: Instant, pieces: &[&[u8]]) -> (Vec<u8>, Vec<Rgb>) {
        let (mut keys, mut colors) = (Vec::new(), Vec::new());
        for piece in pieces {
            colors.extend(answers.take(piece, now, &mut keys));
        }
        answers.release(&mut keys);
        (keys, colors)
    }

    #[test]
    fn one_answer_of_either_kind_is_taken_and_the_next_ones_are_the_childs() {
        let now = Instant::now();
        let all = [b"a".as_slice(), REPLY, b"b", DA1, b"c", REPLY, DA1, b"d"].concat();
        let (keys, colors) = arrive(Answers::asked(now), now, &[&all]);
        assert_eq!(keys, [b"abc".as_slice(), REPLY, DA1, b"d"].concat());
        assert_eq!(colors, [COLOR]);
    }

    #[test]
    fn where_the_background_is_not_told_the_first_answer_to_it_is_the_childs() {
        let now = Instant::now();
        let all = [b"a".as_slice(), DA1, b"b", REPLY, b"c"].concat();
        let (keys, colors) = arrive(Answers::asked(now), now, &[&all]);
        assert_eq!(keys, [b"ab".as_slice(), REPLY, b"c"].concat());
        assert_eq!(colors, [COLOR]);
    }

    #[test]
    fn without_a_question_all_passes_and_the_first_background_is_seen() {
        let now = Instant::now();
        let all = [b"a".as_slice(), DA1, REPLY, REPLY].concat();
        let (keys, colors) = arrive(Answers::watching(), now, &[&all]);
        assert_eq!((keys, colors), (all.clone(), vec![COLOR]));
        let (keys, colors) = arrive(Answers::idle(), now, &[&all]);
        assert_eq!((keys, colors), (all, vec![]));
    }

    #[test]
    fn after_the_time_all_is_the_childs() {
        let asked = Instant::now();
        let late = asked + PATIENCE;
        let (keys, colors) = arrive(Answers::asked(asked), late, &[REPLY, DA1]);
        assert_eq!((keys, colors), ([REPLY, DA1].concat(), vec![COLOR]));
    }

    #[test]
    fn an_answer_that_cannot_be_read_is_taken_and_tells_nothing() {
        let now = Instant::now();
        let all = [b"\x1b]11;what\x07".as_slice(), DA1, b"k"].concat();
        assert_eq!(
            arrive(Answers::asked(now), now, &[&all]),
            (b"k".to_vec(), vec![])
        );
    }

    #[test]
    fn a_typed_escape_waits_a_moment_and_the_rest_of_an_answer_longer() {
        let now = Instant::now();
        let mut answers = Answers::asked(now);
        let mut keys = Vec::new();
        answers.take(b"x\x1b", now, &mut keys);
        assert_eq!(
            (keys.as_slice(), answers.due()),
            (b"x".as_slice(), Some(now + KEY))
        );
        answers.release(&mut keys);
        assert_eq!(
            (keys.as_slice(), answers.due()),
            (b"x\x1b".as_slice(), None)
        );
        answers.take(b"\x1b]11;rgb:", now, &mut keys);
        assert_eq!(answers.due(), Some(now + PATIENCE));
        // Alt and a key, an arrow, a key of the kitty protocol, an answer about a mode: none waits.
        for typed in [
            b"\x1bx".as_slice(),
            b"\x1b[A",
            b"\x1b[97;5u",
            b"\x1b[?2026;2$y",
            b"\x1b]0;t\x07",
        ] {
            let (mut answers, mut keys) = (Answers::asked(now), Vec::new());
            answers.take(typed, now, &mut keys);
            assert_eq!((keys.as_slice(), answers.due()), (typed, None));
        }
    }

    #[test]
    fn what_never_ends_is_no_answer() {
        let now = Instant::now();
        let long = [BACKGROUND, &[b'r'; 2 * LONGEST]].concat();
        let (mut answers, mut keys) = (Answers::asked(now), Vec::new());
        for byte in &long {
            answers.take(&[*byte], now, &mut keys);
        }
        assert_eq!(keys, long);
    }

    /// Keys and answers, in any order.
    fn input() -> impl Strategy<Value = Vec<Vec<u8>>> {
        let piece = prop_oneof![
            Just(REPLY.to_vec()),
            Just(b"\x1b]11;rgb:00/00/00\x07".to_vec()),
            Just(DA1.to_vec()),
            Just(b"\x1b[A".to_vec()),
            Just(b"\x1b\x1b[?".to_vec()),
            Just(b"\x1b]11;".to_vec()),
            Just(b"\x1b[200~paste\x1b[201~".to_vec()),
            "[a-z\u{e9}]{0,4}".prop_map(String::into_bytes),
        ];
        prop::collection::vec(piece, 0..8)
    }

    proptest! {
        #[test]
        fn pieces_make_no_difference(pieces in input(), cuts in prop::collection::vec(1usize..9, 0..60), asked in any::<bool>()) {
            let now = Instant::now();
            let answers = || if asked { Answers::asked(now) } else { Answers::watching() };
            let all = pieces.concat();
            let whole = arrive(answers(), now, &[&all]);
            let single: Vec<&[u8]> = all.chunks(1).collect();
            prop_assert_eq!(&arrive(answers(), now, &single), &whole);
            let (mut rest, mut cut) = (all.as_slice(), Vec::new());
            for n in cuts {
                let (head, tail) = rest.split_at(n.min(rest.len()));
                cut.push(head);
                rest = tail;
            }
            cut.push(rest);
            prop_assert_eq!(&arrive(answers(), now, &cut), &whole);
            if !asked {
                prop_assert_eq!(&whole.0, &all);
            }
        }
    }
}
