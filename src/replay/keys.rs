//! What is typed at the player.

use crate::stream::{Kind, Params, Tokens};

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Seek {
    /// So many seconds on, or back.
    By(f64),
    /// So many tenths of the recording on, or back.
    ByTenths(f64),
    /// So many tenths from its start.
    Tenths(f64),
    /// So many seconds from its start.
    At(f64),
    /// Its start.
    Start,
    /// Its end.
    End,
    /// The region or tool call after this one.
    Next,
    /// The region or tool call before.
    Previous,
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wish {
    Pause,
    Step,
    Seek(Seek),
    Quit,
}

/// Seconds that an arrow goes.
const ARROW: f64 = 5.0;

/// Reads wishes off what a terminal sends.
#[derive(Debug, Default)]
pub(super) struct Keys {
    tokens: Tokens,
    /// SS3 came, so the next character is a function key: arrows are sent so while the terminal's application mode is on.
    shifted: bool,
}

impl Keys {
    /// The wishes in the next bytes. Sequences that are no key are answers that somebody else asked for.
    pub(super) fn feed(&mut self, typed: &[u8]) -> Vec<Wish> {
        let mut wishes = Vec::new();
        self.tokens.feed(typed);
        for token in self.tokens.list() {
            let mut bytes = &self.tokens.bytes()[token.span.clone()];
            match &token.kind {
                Kind::Text | Kind::Control(_) => {
                    if std::mem::take(&mut self.shifted) {
                        wishes.extend(bytes.first().and_then(|&b| function(b, None)));
                        bytes = bytes.get(1..).unwrap_or_default();
                    }
                    wishes.extend(bytes.iter().filter_map(character));
                }
                Kind::Escape(0, b'O') => self.shifted = true,
                Kind::Csi(csi) if csi.prefix == 0 && csi.intermediate == 0 => {
                    let number = Params::new(csi.params(bytes)).next().and_then(|(n, _)| n);
                    wishes.extend(function(csi.action, number));
                }
                _ => {}
            }
        }
        wishes
    }
}

fn character(key: &u8) -> Option<Wish> {
    Some(match key {
        b' ' => Wish::Pause,
        b'.' => Wish::Step,
        b'n' => Wish::Seek(Seek::Next),
        b'p' => Wish::Seek(Seek::Previous),
        b'g' => Wish::Seek(Seek::Start),
        b'G' => Wish::Seek(Seek::End),
        b'[' => Wish::Seek(Seek::ByTenths(-1.0)),
        b']' => Wish::Seek(Seek::ByTenths(1.0)),
        b'0' => Wish::Seek(Seek::Start),
        b'1'..=b'9' => Wish::Seek(Seek::Tenths((key - b'0').into())),
        // ^C and ^D.
        b'q' | 0x03 | 0x04 => Wish::Quit,
        _ => return None,
    })
}

/// Function keys (xterm ctlseqs, "PC-Style Function Keys"; Home and End by number are rxvt's and the console's).
fn function(last: u8, number: Option<u16>) -> Option<Wish> {
    let seek = match (last, number) {
        (b'C', _) => Seek::By(ARROW),
        (b'D', _) => Seek::By(-ARROW),
        (b'H', _) | (b'~', Some(1 | 7)) => Seek::Start,
        (b'F', _) | (b'~', Some(4 | 8)) => Seek::End,
        (b'~', Some(5)) => Seek::ByTenths(-1.0),
        (b'~', Some(6)) => Seek::ByTenths(1.0),
        _ => return None,
    };
    Some(Wish::Seek(seek))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_whole_and_in_pieces() {
        let all =
            b" n\x1b[C\x1bOD[\x1b[5~\x1b[1;2C\x1b[H\x1b[4~7\x1b[?62;22c\x1b]11;rgb:0/0/0\x07q";
        let expected = [
            Wish::Pause,
            Wish::Seek(Seek::Next),
            Wish::Seek(Seek::By(5.0)),
            Wish::Seek(Seek::By(-5.0)),
            Wish::Seek(Seek::ByTenths(-1.0)),
            Wish::Seek(Seek::ByTenths(-1.0)),
            Wish::Seek(Seek::By(5.0)),
            Wish::Seek(Seek::Start),
            Wish::Seek(Seek::End),
            Wish::Seek(Seek::Tenths(7.0)),
            Wish::Quit,
        ];
        assert_eq!(Keys::default().feed(all), expected);
        let mut keys = Keys::default();
        let bytewise: Vec<Wish> = all.iter().flat_map(|&b| keys.feed(&[b])).collect();
        assert_eq!(bytewise, expected);
    }
}
