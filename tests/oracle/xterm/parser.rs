//! Bytes to controls, after ECMA-48 and DEC's VT500 state diagram; on its own, so that no fault is shared with the
//! parser that the engine uses.

/// What the bytes ask for.
pub(super) trait Perform {
    fn print(&mut self, c: char);
    fn control(&mut self, byte: u8);
    fn escape(&mut self, intermediates: &[u8], last: u8);
    fn csi(&mut self, csi: &Csi);
    fn osc(&mut self, text: &[u8]);
    /// A sequence without effect on the screen has ended.
    fn other(&mut self);
}

/// A control sequence.
#[derive(Debug)]
pub(super) struct Csi {
    /// One of `<=>?`.
    pub(super) prefix: Option<u8>,
    /// Parameters, each with its sub-parameters; `None` where it is empty.
    pub(super) params: Vec<Vec<Option<u16>>>,
    pub(super) intermediates: Vec<u8>,
    pub(super) last: u8,
}

impl Csi {
    fn parse(body: &[u8], last: u8) -> Option<Csi> {
        let (prefix, rest) = match body {
            [first @ b'<'..=b'?', rest @ ..] => (Some(*first), rest),
            _ => (None, body),
        };
        let params_len = rest.iter().take_while(|b| matches!(b, b'0'..=b';')).count();
        let (params, intermediates) = rest.split_at(params_len);
        let valid = intermediates.iter().all(|b| matches!(b, b' '..=b'/'));
        valid.then(|| Csi {
            prefix,
            params: params.split(|b| *b == b';').map(sub_params).collect(),
            intermediates: intermediates.to_vec(),
            last,
        })
    }

    /// The parameter at `index`; 0 where it is missing.
    pub(super) fn param(&self, index: usize) -> u16 {
        self.params.get(index).and_then(|subs| subs[0]).unwrap_or(0)
    }

    /// A count: missing and 0 mean 1.
    pub(super) fn count(&self, index: usize) -> u16 {
        self.param(index).max(1)
    }
}

fn sub_params(param: &[u8]) -> Vec<Option<u16>> {
    param.split(|b| *b == b':').map(number).collect()
}

fn number(digits: &[u8]) -> Option<u16> {
    let add = |n: u16, d: &u8| n.saturating_mul(10).saturating_add(u16::from(d - b'0'));
    (!digits.is_empty()).then(|| digits.iter().fold(0, add))
}

/// Where in a sequence we are.
#[derive(Clone, Debug, Default)]
enum State {
    /// Text; holds the bytes of an unfinished character.
    #[default]
    Ground,
    /// After ESC.
    Escape,
    /// After `CSI`.
    Csi,
    /// In an OSC string.
    Osc,
    /// After an ESC in one, which ends it whatever comes next.
    OscEnd,
    /// In a DCS, APC, PM or SOS string.
    Ignored,
}

/// The parser.
#[derive(Clone, Debug, Default)]
pub(super) struct Parser {
    state: State,
    /// What of the current sequence or character has come.
    held: Vec<u8>,
}

impl Parser {
    pub(super) fn advance(&mut self, bytes: &[u8], to: &mut impl Perform) {
        bytes.iter().for_each(|byte| self.byte(*byte, to));
    }

    /// Whether nothing is unfinished.
    pub(super) fn is_at_rest(&self) -> bool {
        matches!(self.state, State::Ground) && self.held.is_empty()
    }

    fn byte(&mut self, byte: u8, to: &mut impl Perform) {
        match (&self.state, byte) {
            (State::Ground, _) => self.ground(byte, to),
            (State::OscEnd, _) => {
                self.end_osc(State::Escape, to);
                self.byte(byte, to);
            }
            (State::Osc, 0x1b) => self.state = State::OscEnd,
            (State::Osc, 0x07) => self.end_osc(State::Ground, to),
            // ESC begins anew everywhere, and ends a string: its `\` is then a sequence without effect.
            (_, 0x1b) => self.enter(State::Escape),
            (_, 0x18 | 0x1a) => {
                self.enter(State::Ground);
                to.other();
            }
            (State::Osc, _) => self.held.push(byte),
            (State::Ignored, _) => {}
            (State::Escape | State::Csi, 0x00..=0x1f) => to.control(byte),
            (State::Escape | State::Csi, 0x7f..) => {}
            (State::Escape, _) => self.escape(byte, to),
            (State::Csi, b' '..=b'?') => self.held.push(byte),
            (State::Csi, _) => self.csi(byte, to),
        }
    }

    fn enter(&mut self, state: State) {
        self.state = state;
        self.held.clear();
    }

    fn end_osc(&mut self, next: State, to: &mut impl Perform) {
        to.osc(&self.held);
        self.enter(next);
    }

    fn escape(&mut self, byte: u8, to: &mut impl Perform) {
        match byte {
            b' '..=b'/' => self.held.push(byte),
            b'[' if self.held.is_empty() => self.enter(State::Csi),
            b']' if self.held.is_empty() => self.enter(State::Osc),
            b'P' | b'X' | b'^' | b'_' if self.held.is_empty() => self.enter(State::Ignored),
            _ => {
                to.escape(&self.held, byte);
                self.enter(State::Ground);
            }
        }
    }

    fn csi(&mut self, last: u8, to: &mut impl Perform) {
        match Csi::parse(&self.held, last) {
            Some(csi) => to.csi(&csi),
            None => to.other(),
        }
        self.enter(State::Ground);
    }

    /// UTF-8; bytes that are none vanish, as in xterm.js, kitty and tmux.
    fn ground(&mut self, byte: u8, to: &mut impl Perform) {
        if self.held.is_empty() && byte < 0x80 {
            return self.ascii(byte, to);
        }
        self.held.push(byte);
        match std::str::from_utf8(&self.held) {
            Ok(text) => {
                let c = text.chars().next().expect("one whole character");
                self.held.clear();
                self.wide_char(c, to);
            }
            Err(error) => {
                if let Some(bad) = error.error_len() {
                    let rest = self.held.split_off(bad);
                    self.held.clear();
                    rest.into_iter().for_each(|byte| self.byte(byte, to));
                }
            }
        }
    }

    fn ascii(&mut self, byte: u8, to: &mut impl Perform) {
        match byte {
            0x1b => self.enter(State::Escape),
            0x00..=0x1f => to.control(byte),
            0x7f => {}
            _ => to.print(char::from(byte)),
        }
    }

    /// U+0080 to U+009F are the 8-bit forms of ESC @ to ESC _ in xterm.js, kitty and VTE.
    fn wide_char(&mut self, c: char, to: &mut impl Perform) {
        match u8::try_from(c) {
            Ok(c1 @ 0x80..=0x9f) => {
                self.enter(State::Escape);
                self.escape(c1 - 0x40, to);
            }
            _ => to.print(c),
        }
    }
}
