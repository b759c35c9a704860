//! The pen (SGR), by slots: the last word said about each attribute, so that it can be said again.

/// Attributes that exclude each other share a slot.
#[derive(Clone, Copy)]
enum Slot {
    Bold,
    Dim,
    Italic,
    Underline,
    Blink,
    Inverse,
    Hidden,
    Strike,
    Font,
    Frame,
    Overline,
    Script,
    Foreground,
    Background,
    UnderlineColor,
}

const SLOTS: usize = Slot::UnderlineColor as usize + 1;

/// The pen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pen {
    slots: [Vec<u8>; SLOTS],
}

impl Pen {
    pub(super) fn is_default(&self) -> bool {
        self.slots.iter().all(Vec::is_empty)
    }

    /// Back to the default, without giving memory away.
    pub(super) fn reset(&mut self) {
        self.slots.iter_mut().for_each(Vec::clear);
    }

    fn set(&mut self, slot: Slot, words: &[&[u8]]) {
        let text = &mut self.slots[slot as usize];
        text.clear();
        for (i, word) in words.iter().enumerate() {
            if i > 0 {
                text.push(b';');
            }
            text.extend_from_slice(word);
        }
    }

    fn clear(&mut self, slots: &[Slot]) {
        for &slot in slots {
            self.slots[slot as usize].clear();
        }
    }

    /// The parameters of one SGR.
    pub(super) fn apply(&mut self, params: &[u8]) {
        let mut words = params.split(|&b| b == b';');
        while let Some(word) = words.next() {
            let number = super::number(word.split(|&b| b == b':').next().unwrap_or_default());
            match number {
                38 | 48 | 58 => {
                    let slot = match number {
                        38 => Slot::Foreground,
                        48 => Slot::Background,
                        _ => Slot::UnderlineColor,
                    };
                    if word.contains(&b':') {
                        self.set(slot, &[word]);
                        continue;
                    }
                    let Some(kind) = words.next() else { return };
                    let Some(a) = words.next() else { return };
                    if super::number(kind) == 5 {
                        self.set(slot, &[word, kind, a]);
                    } else if let (2, Some(b), Some(c)) =
                        (super::number(kind), words.next(), words.next())
                    {
                        self.set(slot, &[word, kind, a, b, c]);
                    }
                }
                _ => self.simple(number, word),
            }
        }
    }

    fn simple(&mut self, number: u16, word: &[u8]) {
        match number {
            0 => self.reset(),
            1 => self.set(Slot::Bold, &[word]),
            2 => self.set(Slot::Dim, &[word]),
            3 | 20 => self.set(Slot::Italic, &[word]),
            4 if word == b"4:0" => self.clear(&[Slot::Underline]),
            4 | 21 => self.set(Slot::Underline, &[word]),
            5 | 6 => self.set(Slot::Blink, &[word]),
            7 => self.set(Slot::Inverse, &[word]),
            8 => self.set(Slot::Hidden, &[word]),
            9 => self.set(Slot::Strike, &[word]),
            10 => self.clear(&[Slot::Font]),
            11..=19 => self.set(Slot::Font, &[word]),
            22 => self.clear(&[Slot::Bold, Slot::Dim]),
            23 => self.clear(&[Slot::Italic]),
            24 => self.clear(&[Slot::Underline]),
            25 => self.clear(&[Slot::Blink]),
            27 => self.clear(&[Slot::Inverse]),
            28 => self.clear(&[Slot::Hidden]),
            29 => self.clear(&[Slot::Strike]),
            30..=37 | 90..=97 => self.set(Slot::Foreground, &[word]),
            39 => self.clear(&[Slot::Foreground]),
            40..=47 | 100..=107 => self.set(Slot::Background, &[word]),
            49 => self.clear(&[Slot::Background]),
            51 | 52 => self.set(Slot::Frame, &[word]),
            53 => self.set(Slot::Overline, &[word]),
            54 => self.clear(&[Slot::Frame]),
            55 => self.clear(&[Slot::Overline]),
            59 => self.clear(&[Slot::UnderlineColor]),
            73 | 74 => self.set(Slot::Script, &[word]),
            75 => self.clear(&[Slot::Script]),
            _ => {}
        }
    }

    /// The SGR that says it all again.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        if self.is_default() {
            return;
        }
        out.extend_from_slice(b"\x1b[0");
        for word in self.slots.iter().filter(|word| !word.is_empty()) {
            out.push(b';');
            out.extend_from_slice(word);
        }
        out.push(b'm');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said_again(params: &[&str]) -> String {
        let mut pen = Pen::default();
        params.iter().for_each(|p| pen.apply(p.as_bytes()));
        let mut out = Vec::new();
        pen.write(&mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn the_last_word_counts() {
        assert_eq!(
            said_again(&["1;31", "38;5;200", "4:3"]),
            "\x1b[0;1;4:3;38;5;200m"
        );
        assert_eq!(said_again(&["48;2;1;2;3;7"]), "\x1b[0;7;48;2;1;2;3m");
        assert_eq!(said_again(&["38:2::1:2:3", "22"]), "\x1b[0;38:2::1:2:3m");
    }

    #[test]
    fn a_reset_leaves_nothing() {
        assert_eq!(said_again(&["1;4;31;48;5;3", "0"]), "");
        assert_eq!(said_again(&["1;4;31", ""]), "");
        assert_eq!(said_again(&["1;2;3;4;7;9;53", "22;23;24;27;29;55"]), "");
        assert_eq!(said_again(&["4", "4:0"]), "");
    }

    #[test]
    fn operands_are_no_attributes() {
        assert_eq!(said_again(&["38;5;1"]), "\x1b[0;38;5;1m");
        assert_eq!(said_again(&["38;2;0;0;0"]), "\x1b[0;38;2;0;0;0m");
        assert_eq!(said_again(&["38;5"]), "");
    }
}
