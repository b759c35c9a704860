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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Word {
    bytes: [u8; MAX_WORD],
    len: u8,
}

impl Word {
    fn new(bytes: &[u8]) -> Word {
        let mut word = Word::default();
        if bytes.len() <= MAX_WORD {
            word.bytes[..bytes.len()].copy_from_slice(bytes);
            word.len = bytes.len() as u8;
        }
        word
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// What the child believes its pen to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pen {
    /// Bold was set after SGR 21, which takes bold off in alacritty and underlines twice elsewhere.
    bold_last: bool,
    /// The underline is that of SGR 21. Its word has the one before it too, which stays in alacritty.
    double: bool,
    slots: [Word; SLOTS],
}

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
        let mut room = [Field::default(); MAX_FIELDS];
        let fields = split(params, &mut room);
        let mut at = 0;
        while at < fields.len() {
            let (code, bytes, used) = word(fields, at);
            at += used;
            if code == 0 {
                *self = Pen::default();
                touch = Touch::Background;
            } else if let Some((slot, on)) = slot(code, bytes) {
                self.set(slot, if on { bytes } else { b"" });
                if slot == Slot::Background {
                    touch = Touch::Background;
                }
            } else if code == 22 {
                self.set(Slot::Bold, b"");
                self.set(Slot::Dim, b"");
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

    fn set(&mut self, slot: Slot, word: &[u8]) {
        match slot {
            Slot::Bold => self.bold_last = !word.is_empty(),
            Slot::Underline => {
                self.bold_last = false;
                self.double = word == b"21";
                let before = self.slots[slot as usize];
                if self.double && before.len > 0 && !before.get().ends_with(b"21") {
                    self.slots[slot as usize] = Word::new(&[before.get(), b";21"].concat());
                    return;
                }
            }
            _ => (),
        }
        self.slots[slot as usize] = Word::new(word);
    }

    fn has(&self, slot: Slot) -> bool {
        self.slots[slot as usize].len > 0
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
        *self == Pen::default()
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
                .map(|s| self.slots[*s as usize].get())
                .chain(self.bold_again()),
        );
    }

    /// The SGR sequence that sets its background, in the child's words; nothing if it is the default one.
    pub fn background(&self, out: &mut Vec<u8>) {
        let word = self.slots[Slot::Background as usize].get();
        push_params(out, Some(word).filter(|w| !w.is_empty()).into_iter());
    }

    /// The SGR sequences that make a fresh pen this one, after a reset. Not more than a few parameters go into one sequence:
    /// libvterm misbehaves from 17 on.
    pub fn restore(&self, out: &mut Vec<u8>) {
        for half in self.slots.chunks(SLOTS / 2 + 1) {
            push_params(out, half.iter().map(Word::get).filter(|w| !w.is_empty()));
        }
        push_params(out, self.bold_again());
    }

    /// The word for bold, where it must come after SGR 21.
    fn bold_again(&self) -> std::option::IntoIter<&[u8]> {
        let last = self.bold_last && self.double;
        let word = Some(self.slots[Slot::Bold as usize].get());
        word.filter(|w| last && !w.is_empty()).into_iter()
    }

    /// Forgets everything but what a soft reset (DECSTR) leaves, which is nothing.
    pub fn reset(&mut self) {
        *self = Pen::default();
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

/// A parameter: value, joined by a colon, its bytes and all after them, its offset.
type Field<'a> = (u16, bool, &'a [u8], usize);

/// Parameters of one sequence that count; terminals drop the rest.
const MAX_FIELDS: usize = 32;

/// The parameters with their bytes and offsets, in `room`: this runs for every SGR and must not allocate.
fn split<'a, 'r>(params: &'a [u8], room: &'r mut [Field<'a>; MAX_FIELDS]) -> &'r [Field<'a>] {
    let separator = |b: &u8| matches!(b, b';' | b':');
    let end = memchr::memchr2_iter(b';', b':', params).nth(MAX_FIELDS - 1);
    let params = &params[..end.unwrap_or(params.len())];
    let (mut at, mut len) = (0, 0);
    for ((value, colon), field) in Params::new(params).zip(room.iter_mut()) {
        *field = (value.unwrap_or(0), colon, &params[at..], at);
        let bytes = params[at..].iter().position(separator);
        at = bytes.map_or(params.len(), |n| at + n + 1);
        len += 1;
    }
    &room[..len]
}

/// The word at `at`: its code, its bytes, how many parameters it takes. An incomplete extended colour has no bytes.
fn word<'a>(fields: &[Field<'a>], at: usize) -> (u16, &'a [u8], usize) {
    let (code, _, rest, start) = fields[at];
    let joined = fields[at + 1..].iter().take_while(|f| f.1).count();
    let (used, whole) = if joined > 0 {
        (1 + joined, true)
    } else if matches!(code, 38 | 48 | 58) {
        let need = match fields.get(at + 1).map(|f| f.0) {
            Some(5) => 3,
            Some(2) => 5,
            _ => 1,
        };
        (
            need.min(fields.len() - at),
            need > 1 && at + need <= fields.len(),
        )
    } else {
        (1, true)
    };
    let end = fields
        .get(at + used)
        .map_or(rest.len(), |f| f.3 - start - 1);
    (code, if whole { &rest[..end] } else { b"" }, used)
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
