//! Cuts a byte stream into tokens with exact spans; it never decides what a token means.
//!
//! The cut points are those of the VT500 parser (Paul Williams' state diagram, which vte implements): a token is a run of
//! text, a control, or one whole sequence. Control strings (OSC, DCS, APC, PM, SOS) come in parts as they arrive and are
//! never buffered whole. What is held back at the end of a chunk is only an incomplete sequence or character, of at most
//! [`MAX_HELD`] bytes.

mod csi;

use std::ops::Range;

pub use csi::{Csi, Params};

/// The longest incomplete sequence that is held back, in bytes. Real sequences are far shorter; xterm's longest, a DECRQSS
/// reply, has some 40. What is longer goes out as it is.
pub const MAX_HELD: usize = 512;

/// The longest OSC text that is kept for a look at it, in bytes; longer ones only pass through.
const MAX_OSC: usize = 4096;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Printable characters, also such bytes as are no UTF-8.
    Text,
    /// One C0 control or DEL.
    Control(u8),
    /// `CSI … final`.
    Csi(Csi),
    /// `ESC [intermediates] final`; at most the last intermediate is kept, 0 for none.
    Escape(u8, u8),
    /// A control string or a part of one.
    String(StringPart),
    /// An 8-bit control in its UTF-8 form (`C2 80` to `C2 9F`), with the sequence it may introduce. Terminals do not agree
    /// whether it acts.
    C1(u8),
    /// A sequence that was cut off (by CAN, SUB, ESC or a byte that cannot stand in it).
    Broken,
}

/// A part of a control string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringPart {
    /// Which string: `]` OSC, `P` DCS, `_` APC, `^` PM, `X` SOS.
    pub introducer: u8,
    /// The part begins with the introducer.
    pub first: bool,
    /// The part ends with the terminator.
    pub last: bool,
    /// The whole text, for an OSC at its last part, in [`Tokens::osc`].
    text: Range<usize>,
}

/// Whether an OSC opens a link (`8 ; params ; uri`) or closes one (no uri); `None` for any other OSC.
pub fn opens_link(osc: &[u8]) -> Option<bool> {
    let link = osc.strip_prefix(b"8;")?;
    let uri = link.iter().position(|b| *b == b';');
    Some(uri.is_some_and(|at| at + 1 < link.len()))
}

/// One token: what it is and where it stands in [`Tokens::bytes`].
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its bytes.
    pub span: Range<usize>,
    /// How many of them went out already, see [`Tokens::release`].
    pub sent: usize,
}

/// The tokenizer: chunks in, tokens out; an incomplete end waits for the next chunk.
#[derive(Debug, Default)]
pub struct Tokens {
    buf: Vec<u8>,
    list: Vec<Token>,
    osc: Vec<u8>,
    /// Bytes of `buf` that are used up: the next call drops them.
    used: usize,
    /// The control string we are in: its introducer.
    string: Option<u8>,
    /// Start of the open OSC's text in `osc`; `None` once it is too long.
    osc_start: Option<usize>,
    /// How many bytes at the start of the held sequence have gone out.
    released: usize,
}

impl Tokens {
    /// Cuts the next chunk. [`bytes`](Self::bytes) and [`list`](Self::list) then hold the tokens until the next call.
    pub fn feed(&mut self, chunk: &[u8]) {
        self.buf.drain(..self.used);
        self.list.clear();
        let keep = self.osc_start.map_or(self.osc.len(), |s| s);
        self.osc.drain(..keep);
        self.osc_start = self.osc_start.map(|_| 0);
        self.buf.extend_from_slice(chunk);
        let mut at = 0;
        while at < self.buf.len() {
            let Some(token) = self.next(at) else { break };
            at = token.span.end;
            self.push(token);
        }
        if self.buf.len() - at > MAX_HELD {
            let end = self.buf.len();
            self.push(Token {
                kind: Kind::Broken,
                span: at..end,
                sent: 0,
            });
            at = end;
        }
        self.used = at;
    }

    /// The bytes the tokens' spans refer to.
    pub fn bytes(&self) -> &[u8] {
        &self.buf
    }

    /// The tokens of the last chunk.
    pub fn list(&self) -> &[Token] {
        &self.list
    }

    /// The text of an OSC between introducer and terminator, at its last part and if it is not too long.
    pub fn osc(&self, part: &StringPart) -> Option<&[u8]> {
        self.osc.get(part.text.clone()).filter(|t| !t.is_empty())
    }

    /// Whether no sequence, string or character is open.
    pub fn is_ground(&self) -> bool {
        self.string.is_none() && self.used == self.buf.len()
    }

    /// Whether bytes of an incomplete sequence are held back.
    pub fn holds(&self) -> bool {
        self.buf.len() - self.used > self.released
    }

    /// Whether the beginning of an incomplete sequence or string has gone out: nothing may come before its rest.
    pub fn has_begun(&self) -> bool {
        self.string.is_some() || self.released > 0
    }

    /// Whether the held bytes are the start of a character: it may belong to the one before it.
    pub fn holds_character(&self) -> bool {
        self.buf.get(self.used).is_some_and(|b| *b >= 0x80)
    }

    /// Lets the held bytes go: the caller writes them out verbatim. When the sequence is complete, its token says how many
    /// of its bytes were [`sent`](Token::sent).
    pub fn release(&mut self) -> &[u8] {
        let from = self.used + self.released;
        self.released = self.buf.len() - self.used;
        &self.buf[from..]
    }

    fn push(&mut self, mut token: Token) {
        token.sent = std::mem::take(&mut self.released).min(token.span.len());
        self.list.push(token);
    }

    /// The token that starts at `at`; `None` if it is incomplete.
    fn next(&mut self, at: usize) -> Option<Token> {
        if let Some(introducer) = self.string {
            return self.string_part(at, at, introducer, false);
        }
        let byte = self.buf[at];
        match byte {
            0x1b => self.escape(at),
            0..0x20 | 0x7f => Some(Token {
                kind: Kind::Control(byte),
                span: at..at + 1,
                sent: 0,
            }),
            _ => self.text(at),
        }
    }

    fn text(&mut self, at: usize) -> Option<Token> {
        let buf = &self.buf;
        let mut end = at;
        while end < buf.len() {
            match buf[end] {
                0..0x20 | 0x7f => break,
                0xc2 if matches!(buf.get(end + 1), Some(0x80..=0x9f)) => break,
                _ => end += 1,
            }
        }
        if end == at {
            return self.c1(at);
        }
        if end == buf.len() {
            end -= incomplete_tail(&buf[at..end]);
        }
        (end > at).then_some(Token {
            kind: Kind::Text,
            span: at..end,
            sent: 0,
        })
    }

    /// `C2 xx`: where `xx` introduces a sequence or string, what could belong to it stays with it, so that nothing is
    /// written into the middle.
    fn c1(&mut self, at: usize) -> Option<Token> {
        let code = self.buf[at + 1];
        let mut end = at + 2;
        if code == 0x9b {
            while matches!(self.buf.get(end), Some(0x20..=0x3f)) {
                end += 1;
            }
            match self.buf.get(end) {
                None if end - at < 64 => return None,
                Some(0x40..=0x7e) => end += 1,
                _ => (),
            }
        }
        Some(Token {
            kind: Kind::C1(code),
            span: at..end,
            sent: 0,
        })
    }

    fn escape(&mut self, at: usize) -> Option<Token> {
        let mut end = at + 1;
        let mut intermediate = 0;
        let mut controls = false;
        loop {
            let byte = *self.buf.get(end)?;
            match byte {
                b'[' if intermediate == 0 => return self.csi(at, end + 1),
                b']' | b'P' | b'_' | b'^' | b'X' if intermediate == 0 => {
                    return self.string_part(at, end + 1, byte, true);
                }
                0x20..0x30 => intermediate = byte,
                0x30..0x7f => {
                    let kind = if controls {
                        Kind::Broken
                    } else {
                        Kind::Escape(intermediate, byte)
                    };
                    return Some(Token {
                        kind,
                        span: at..end + 1,
                        sent: 0,
                    });
                }
                0x18 | 0x1a => {
                    return Some(Token {
                        kind: Kind::Broken,
                        span: at..end + 1,
                        sent: 0,
                    });
                }
                0x1b => {
                    return Some(Token {
                        kind: Kind::Broken,
                        span: at..end,
                        sent: 0,
                    });
                }
                // Some terminals pass over such a byte, others give the sequence up.
                0x80.. => controls = true,
                // Other controls act at once and leave the sequence open.
                0..0x20 => controls = true,
                0x7f => (),
            }
            end += 1;
        }
    }

    fn csi(&mut self, at: usize, from: usize) -> Option<Token> {
        let mut csi = Csi::default();
        let mut foreign = false;
        let mut end = from;
        loop {
            let byte = *self.buf.get(end)?;
            end += 1;
            match byte {
                b'<'..=b'?' if end == from + 1 => csi.prefix = byte,
                b'0'..=b';' if csi.intermediate == 0 => (),
                b'0'..=b'?' => csi.malformed = true,
                0x20..0x30 => csi.intermediate = byte,
                0x40..0x7f => {
                    csi.action = byte;
                    return Some(Token {
                        kind: if foreign {
                            Kind::Broken
                        } else {
                            Kind::Csi(csi)
                        },
                        span: at..end,
                        sent: 0,
                    });
                }
                0x18 | 0x1a => {
                    return Some(Token {
                        kind: Kind::Broken,
                        span: at..end,
                        sent: 0,
                    });
                }
                0x1b => {
                    return Some(Token {
                        kind: Kind::Broken,
                        span: at..end - 1,
                        sent: 0,
                    });
                }
                0x80.. => foreign = true,
                0..0x20 => csi.controls = true,
                0x7f => (),
            }
        }
    }

    /// A part of a control string: from `start` (the introducer, or the first byte of a further part) to the terminator or
    /// the end of what is there.
    fn string_part(
        &mut self,
        start: usize,
        from: usize,
        introducer: u8,
        first: bool,
    ) -> Option<Token> {
        let (text_end, end, last) = string_end(&self.buf, from, introducer);
        if end == start && !last {
            return None; // an ESC that may begin the terminator
        }
        if first {
            self.osc_start = (introducer == b']').then_some(self.osc.len());
        }
        if let Some(s) = self.osc_start {
            let whole = self.osc.len() - s + text_end - from <= MAX_OSC;
            self.osc.extend_from_slice(if whole {
                &self.buf[from..text_end]
            } else {
                &[]
            });
            self.osc_start = whole.then_some(s);
        }
        let text = if last {
            self.osc_start.map_or(0..0, |s| s..self.osc.len())
        } else {
            0..0
        };
        self.string = if last { None } else { Some(introducer) };
        if last {
            self.osc_start = None;
        }
        Some(Token {
            kind: Kind::String(StringPart {
                introducer,
                first,
                last,
                text,
            }),
            span: start..end,
            sent: 0,
        })
    }
}

/// Where a control string's text ends, where its terminator ends, and whether it ends at all. An ESC that is the last byte
/// belongs to the next part.
fn string_end(buf: &[u8], from: usize, introducer: u8) -> (usize, usize, bool) {
    let mut at = from;
    while at < buf.len() {
        match buf[at] {
            0x07 if introducer == b']' => return (at, at + 1, true),
            0x18 | 0x1a => return (at, at + 1, true),
            0x1b => match buf.get(at + 1) {
                Some(b'\\') => return (at, at + 2, true),
                Some(_) => return (at, at, true),
                None => return (at, at, false),
            },
            _ => at += 1,
        }
    }
    (at, at, false)
}

/// How many bytes at the end of `text` are the start of a UTF-8 character that is not complete.
fn incomplete_tail(text: &[u8]) -> usize {
    for back in 1..=text.len().min(3) {
        let byte = text[text.len() - back];
        let need = match byte {
            0xc2..0xe0 => 2,
            0xe0..0xf0 => 3,
            0xf0..0xf5 => 4,
            0x80..0xc0 => continue,
            _ => return 0,
        };
        if need <= back {
            return 0;
        }
        // A lead byte with wrong continuation bytes is no character to wait for.
        return if std::str::from_utf8(&text[text.len() - back..])
            .is_err_and(|e| e.error_len().is_none())
        {
            back
        } else {
            0
        };
    }
    0
}
