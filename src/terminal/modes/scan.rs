//! Finds the sequences that change modes, in constant memory.
//!
//! A string (OSC, DCS, APC, PM, SOS) may hold megabytes; vte's parser would keep an OSC whole and says nothing about
//! APC. Only the head of an OSC is kept here, and nothing of the others. The states are those of ECMA-48 as
//! vt100.net's parser draws them.

use memchr::memchr3;

const BEL: u8 = 0x07;
const SO: u8 = 0x0e;
const SI: u8 = 0x0f;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1a;
const ESC: u8 = 0x1b;
const CSI: &[u8] = b"\x1b[";

/// Bytes of a control sequence's parameters that are kept; a longer one is ignored, as terminals do.
const MAX_PARAMS: usize = 256;

/// Bytes of an OSC that are kept: a hyperlink's number, parameters and URI (URIs are limited to 2083 bytes in the
/// hyperlink specification).
const MAX_OSC: usize = 2400;

/// One finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    /// `CSI`: private marker (`?`, `>`, `<`, `=` or 0), parameters, intermediate (or 0), final byte.
    Csi(u8, &'a [u8], u8, u8),
    /// `ESC`: intermediate (or 0), final byte.
    Esc(u8, u8),
    /// The head of an OSC.
    Osc(&'a [u8]),
    /// SO or SI: the shift to G1 or G0.
    Shift(u8),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Text.
    #[default]
    Ground,
    /// After ESC, perhaps with an intermediate.
    Escape,
    /// After `CSI`.
    Csi,
    /// In an OSC.
    Osc,
    /// In a DCS, APC, PM or SOS.
    String,
}

/// Where in the stream we are.
#[derive(Clone, Debug, Default)]
pub(super) struct Scanner {
    state: State,
    kept: Vec<u8>,
    intermediate: u8,
    too_long: bool,
}

impl Scanner {
    /// Whether no sequence is open.
    pub(super) fn is_ground(&self) -> bool {
        self.state == State::Ground
    }

    /// Takes bytes, cut anywhere.
    pub(super) fn feed(&mut self, mut bytes: &[u8], mut found: impl FnMut(Found<'_>)) {
        while !bytes.is_empty() {
            let skip = match self.state {
                State::Ground => memchr3(ESC, SO, SI, bytes),
                State::String => memchr3(ESC, CAN, SUB, bytes),
                State::Escape | State::Csi | State::Osc => Some(0),
            };
            let Some(at) = skip else { return };
            bytes = &bytes[at..];
            let whole = match self.state {
                State::Ground => whole_csi(bytes),
                _ => None,
            };
            let used = match whole {
                Some((params, action)) => {
                    found(csi(params, 0, action));
                    CSI.len() + params.len() + 1
                }
                None => {
                    self.byte(bytes[0], &mut found);
                    1
                }
            };
            bytes = &bytes[used..];
        }
    }

    fn enter(&mut self, state: State) {
        self.state = state;
        self.kept.clear();
        self.intermediate = 0;
        self.too_long = false;
    }

    fn byte(&mut self, byte: u8, found: &mut impl FnMut(Found<'_>)) {
        if self.state == State::Osc && matches!(byte, BEL | ESC) {
            found(Found::Osc(&self.kept));
            return self.enter(if byte == ESC {
                State::Escape
            } else {
                State::Ground
            });
        }
        match byte {
            ESC => return self.enter(State::Escape),
            CAN | SUB => return self.enter(State::Ground),
            SO | SI if !matches!(self.state, State::Osc | State::String) => {
                return found(Found::Shift(byte));
            }
            _ => {}
        }
        match self.state {
            State::Ground | State::String => {}
            State::Escape => self.escape(byte, found),
            State::Csi => self.csi(byte, found),
            State::Osc => self.keep(byte, MAX_OSC),
        }
    }

    fn escape(&mut self, byte: u8, found: &mut impl FnMut(Found<'_>)) {
        match byte {
            0x20..=0x2f => self.intermediate = byte,
            b'[' if self.intermediate == 0 => self.enter(State::Csi),
            b']' if self.intermediate == 0 => self.enter(State::Osc),
            b'P' | b'X' | b'^' | b'_' if self.intermediate == 0 => self.enter(State::String),
            0x30..=0x7e => {
                found(Found::Esc(self.intermediate, byte));
                self.enter(State::Ground);
            }
            // A control is executed where it stands; DEL is ignored; a byte above ends what was no sequence.
            0x00..=0x1f | 0x7f => {}
            0x80.. => self.enter(State::Ground),
        }
    }

    fn csi(&mut self, byte: u8, found: &mut impl FnMut(Found<'_>)) {
        match byte {
            0x20..=0x2f => self.intermediate = byte,
            0x30..=0x3f => self.keep(byte, MAX_PARAMS),
            0x40..=0x7e => {
                if !self.too_long {
                    found(csi(&self.kept, self.intermediate, byte));
                }
                self.enter(State::Ground);
            }
            0x00..=0x1f | 0x7f => {}
            0x80.. => self.enter(State::Ground),
        }
    }

    fn keep(&mut self, byte: u8, limit: usize) {
        if self.kept.len() < limit {
            self.kept.push(byte);
        } else {
            self.too_long = true;
        }
    }
}

/// The parameters and the final byte of a control sequence at the start, where it is whole and nothing else stands in it: nearly
/// all are, and need not go through the states byte by byte.
fn whole_csi(bytes: &[u8]) -> Option<(&[u8], u8)> {
    let rest = bytes.strip_prefix(CSI)?;
    let len = rest.iter().position(|b| !matches!(b, 0x30..=0x3f))?;
    let ends = len <= MAX_PARAMS && matches!(rest[len], 0x40..=0x7e);
    ends.then_some((&rest[..len], rest[len]))
}

fn csi(params: &[u8], intermediate: u8, action: u8) -> Found<'_> {
    let (private, params) = match params.split_first() {
        Some((&marker @ b'<'..=b'?', rest)) => (marker, rest),
        _ => (0, params),
    };
    Found::Csi(private, params, intermediate, action)
}
