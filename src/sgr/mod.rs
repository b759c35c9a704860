//! The child's pen: its last words for each attribute, so that the pen can be given back in those very words.
//!
//! Terminals read equal-looking words differently (libvterm: `48:2::r:g:b` and `48;2;r;g;b`; SGR 21), so a pen is restored in
//! the child's words and never in a translation.

use crate::stream::Params;

/// The longest attribute word that is kept, in bytes: `48:2::255:255:255` has 17.
const MAX_WORD: usize = 24;

/// An attribute that SGR sets on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Bold,
    Dim,
    Italic,
    Underline,
    Blink,
    Inverse,
    Hidden,
    Strike,
    Overline,
    Foreground,
    Background,
    UnderlineColor,
    Font,
    Frame,
    Script,
}

/// The slots of [`Marks`].
const MARKS: [Slot; 4] = [Slot::Inverse, Slot::Underline, Slot::Strike, Slot::Overline];

/// Which attributes that can be seen on blanks are on: inverse, underline, strike, overline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// Whether none is on.
    pub fn none(self) -> bool {
        self.0 == 0
    }

    /// Whether inverse is on along with another one: then a blank's background is the colour of a line.
    pub fn inverse_line(self) -> bool {
        self.0 & 1 != 0 && self.0 != 1
    }
}

const SLOTS: usize = Slot::Script as usize + 1;

/// The child's words for one attribute.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    bytes: [u8; MAX_WORD],
    len: u8,
}

impl Word {
    /// Keeps these words instead, unless there are none or they are too long; says whether it does.
    fn hold(&mut self, bytes: &[u8]) -> bool {
        let fits = (1..=MAX_WORD).contains(&bytes.len());
        if fits {
            self.bytes[..bytes.len()].copy_from_slice(bytes);
            self.len = bytes.len() as u8;
        }
        fits
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// What the child believes its pen to be.
#[derive(Clone, Debug, Default)]
pub struct Pen {
    /// Bold was set after SGR 21, which takes bold off in alacritty and underlines twice elsewhere.
    bold_last: bool,
    /// The underline is that of SGR 21. Its word has the one before it too, which stays in alacritty.
    double: bool,
    /// Bit n: slot n has a word. The words of others are whatever they were: a reset, which is most of what agents send,
    /// costs no more than this.
    set: u16,
    words: [Word; SLOTS],
}

impl PartialEq for Pen {
    fn eq(&self, other: &Pen) -> bool {
        (self.set, self.bold_last, self.double) == (other.set, other.bold_last, other.double)
            && (self.is_default() || self.slots().eq(other.slots()))
    }
}

impl Eq for Pen {}

/// What an SGR sequence did to the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Nothing: the background the terminal has stays.
    Nothing,
    /// It set or reset it: the terminal's background is the child's now.
    Background,
    /// It did so in some terminals: those that do not know SGR 58 and read its operands as attributes (libvterm 0.1), or
    /// those that do not pass over an incomplete colour.
    Perhaps,
}

impl Pen {
    /// Applies an SGR sequence's parameters (the bytes between `CSI` and `m`). Operands of 38, 48 and 58 are consumed; an
    /// extended colour that is incomplete changes nothing.
    ///
    /// Controls that stand inside are passed over: none of them may come back with a word.
    pub fn apply(&mut self, params: &[u8]) -> Touch {
        if params.iter().any(|b| !matches!(b, b'0'..=b';')) {
            let clean: Vec<u8> = params
                .iter()
                .copied()
                .filter(|b| matches!(b, b'0'..=b';'))
                .collect();
            return self.apply_clean(&clean);
        }
        self.apply_clean(params)
    }

    fn apply_clean(&mut self, params: &[u8]) -> Touch {
        let mut touch = Touch::Nothing;
        let mut rest = Some(counting(params));
        while let Some(params) = rest {
            let (code, bytes, after) = word(params);
            rest = after;
            if code == 0 {
                self.reset();
                touch = Touch::Background;
            } else if let Some((slot, on)) = slot(code, bytes) {
                self.put(slot, if on { bytes } else { b"" });
                if slot == Slot::Background {
                    touch = Touch::Background;
                }
            } else if code == 22 {
                self.put(Slot::Bold, b"");
                self.put(Slot::Dim, b"");
            } else if code == 48 && touch == Touch::Nothing {
                touch = Touch::Perhaps; // an incomplete colour
            }
            if code == 58 && touch == Touch::Nothing {
                let reset = |(value, colon): (Option<u16>, bool)| {
                    !colon && matches!(value, None | Some(0 | 49))
                };
                touch = if Params::new(bytes).any(reset) {
                    Touch::Perhaps
                } else {
                    touch
                };
            }
        }
        touch
    }

    fn put(&mut self, slot: Slot, word: &[u8]) {
        match slot {
            Slot::Bold => self.bold_last = !word.is_empty(),
            Slot::Underline => {
                self.bold_last = false;
                self.double = word == b"21";
                let before = self.word(slot);
                if self.double && !before.is_empty() && !before.ends_with(b"21") {
                    let both = [before, b";21"].concat();
                    return self.store(slot, &both);
                }
            }
            _ => (),
        }
        self.store(slot, word);
    }

    fn store(&mut self, slot: Slot, word: &[u8]) {
        let on = self.words[slot as usize].hold(word);
        self.set = self.set & !(1 << slot as u16) | u16::from(on) << slot as u16;
    }

    /// The child's word for an attribute; empty if it is off.
    fn word(&self, slot: Slot) -> &[u8] {
        if self.has(slot) {
            self.words[slot as usize].get()
        } else {
            b""
        }
    }

    /// All words, by slot.
    fn slots(&self) -> impl Iterator<Item = &[u8]> {
        let on = |n: &usize| self.set & 1 << n != 0;
        (0..SLOTS).filter(on).map(|n| self.words[n].get())
    }

    fn has(&self, slot: Slot) -> bool {
        self.set & 1 << slot as u16 != 0
    }

    /// Whether its background is the default one.
    pub fn default_background(&self) -> bool {
        !self.has(Slot::Background)
    }

    /// Whether glyphs are written inverse.
    pub fn inverse(&self) -> bool {
        self.has(Slot::Inverse)
    }

    /// The attributes that are seen on blanks: some terminals give them to erased cells too (libvterm, kitty).
    pub fn marks(&self) -> Marks {
        let on = |(n, slot): (usize, &Slot)| u8::from(self.has(*slot)) << n;
        Marks(MARKS.iter().enumerate().map(on).sum())
    }

    /// Whether cells written with this pen have attributes that the screen model does not keep (blink, overline, a font, a
    /// frame, super- and subscripts) or
    /// reads otherwise than most terminals (SGR 21).
    pub fn unmodelled(&self) -> bool {
        const UNKNOWN: [Slot; 5] = [
            Slot::Blink,
            Slot::Overline,
            Slot::Font,
            Slot::Frame,
            Slot::Script,
        ];
        self.double || UNKNOWN.into_iter().any(|slot| self.has(slot))
    }

    /// Whether blanks written with this pen can be seen, while the screen model takes them for erased cells.
    pub fn veiled(&self) -> bool {
        self.has(Slot::Overline) || self.double
    }

    /// Whether it is the pen of a reset.
    pub fn is_default(&self) -> bool {
        self.set == 0 && !self.bold_last && !self.double
    }

    /// The SGR sequence that takes the [`marks`](Self::marks) off.
    pub fn unmark(&self, out: &mut Vec<u8>) {
        let off: [&[u8]; MARKS.len()] = [b"27", b"24", b"29", b"55"];
        push_params(
            out,
            MARKS
                .iter()
                .zip(off)
                .filter(|(s, _)| self.has(**s))
                .map(|(_, w)| w),
        );
    }

    /// The SGR sequence that puts them on again, in the child's words.
    pub fn mark(&self, out: &mut Vec<u8>) {
        push_params(
            out,
            MARKS
                .iter()
                .filter(|s| self.has(**s))
                .map(|s| self.word(*s))
                .chain(self.bold_again()),
        );
    }

    /// The SGR sequence that sets its background, in the child's words; nothing if it is the default one.
    pub fn background(&self, out: &mut Vec<u8>) {
        let word = Some(self.word(Slot::Background));
        push_params(out, word.filter(|w| !w.is_empty()).into_iter());
    }

    /// The SGR sequences that make a fresh pen this one, after a reset. Not more than a few parameters go into one sequence:
    /// libvterm misbehaves from 17 on.
    pub fn restore(&self, out: &mut Vec<u8>) {
        let half = SLOTS.div_ceil(2);
        for slots in [0..half, half..SLOTS] {
            let on = slots.filter(|n| self.set & 1 << n != 0);
            push_params(out, on.map(|n| self.words[n].get()));
        }
        push_params(out, self.bold_again());
    }

    /// The word for bold, where it must come after SGR 21.
    fn bold_again(&self) -> std::option::IntoIter<&[u8]> {
        let last = self.bold_last && self.double;
        let word = Some(self.word(Slot::Bold));
        word.filter(|w| last && !w.is_empty()).into_iter()
    }

    /// Forgets everything but what a soft reset (DECSTR) leaves, which is nothing.
    pub fn reset(&mut self) {
        (self.set, self.bold_last, self.double) = (0, false, false);
    }
}

fn push_params<'a>(out: &mut Vec<u8>, words: impl Iterator<Item = &'a [u8]>) {
    let mut open = false;
    for word in words {
        out.extend_from_slice(if open { b";" } else { b"\x1b[" });
        out.extend_from_slice(word);
        open = true;
    }
    if open {
        out.push(b'm');
    }
}

/// Parameters of one sequence that count; terminals drop the rest.
const MAX_FIELDS: usize = 32;

/// Those of them that count.
fn counting(params: &[u8]) -> &[u8] {
    if params.len() < MAX_FIELDS {
        return params;
    }
    let end = memchr::memchr2_iter(b';', b':', params).nth(MAX_FIELDS - 1);
    &params[..end.unwrap_or(params.len())]
}

/// The first word: its code, its bytes, and what is behind the semicolon after it. An incomplete extended colour has no bytes.
fn word(params: &[u8]) -> (u16, &[u8], Option<&[u8]>) {
    let separator = |b: &u8| matches!(b, b';' | b':');
    let mut end = end_of(params, separator);
    let code = Params::new(&params[..end]).next();
    let code = code.and_then(|(value, _)| value).unwrap_or(0);
    let mut whole = true;
    if params.get(end) == Some(&b':') {
        end = end_of(params, |b| *b == b';');
    } else if matches!(code, 38 | 48 | 58) {
        let mut more = match params
            .get(end + 1..)
            .map(Params::new)
            .and_then(|mut p| p.next())
        {
            Some((Some(5), _)) => 2,
            Some((Some(2), _)) => 4,
            _ => 0,
        };
        whole = more > 0;
        while more > 0 && end < params.len() {
            end += 1 + end_of(&params[end + 1..], separator);
            more -= 1;
        }
        whole &= more == 0;
    }
    let bytes = if whole { &params[..end] } else { b"" };
    (code, bytes, params.get(end + 1..))
}

/// Where the first of these bytes stands, else the end.
fn end_of(params: &[u8], is_end: impl Fn(&u8) -> bool) -> usize {
    params.iter().position(is_end).unwrap_or(params.len())
}

/// Which attribute a code sets (`true`) or resets.
fn slot(code: u16, bytes: &[u8]) -> Option<(Slot, bool)> {
    let colour = !bytes.is_empty();
    Some(match code {
        1 => (Slot::Bold, true),
        2 => (Slot::Dim, true),
        3 => (Slot::Italic, true),
        4 => (Slot::Underline, bytes != b"4:0"),
        5 | 6 => (Slot::Blink, true),
        7 => (Slot::Inverse, true),
        8 => (Slot::Hidden, true),
        9 => (Slot::Strike, true),
        10 => (Slot::Font, false),
        11..=20 => (Slot::Font, true),
        21 => (Slot::Underline, true),
        23 => (Slot::Italic, false),
        24 => (Slot::Underline, false),
        25 => (Slot::Blink, false),
        27 => (Slot::Inverse, false),
        28 => (Slot::Hidden, false),
        29 => (Slot::Strike, false),
        30..=37 | 90..=97 => (Slot::Foreground, true),
        38 if colour => (Slot::Foreground, true),
        39 => (Slot::Foreground, false),
        40..=47 | 100..=107 => (Slot::Background, true),
        48 if colour => (Slot::Background, true),
        49 => (Slot::Background, false),
        51 | 52 => (Slot::Frame, true),
        53 => (Slot::Overline, true),
        54 => (Slot::Frame, false),
        55 => (Slot::Overline, false),
        58 if colour => (Slot::UnderlineColor, true),
        59 => (Slot::UnderlineColor, false),
        73 | 74 => (Slot::Script, true),
        75 => (Slot::Script, false),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
