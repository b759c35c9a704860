//! What a recording may do to a live terminal.
//!
//! Left out are: questions to the terminal, whose answers would be typed at whoever reads next; the clipboard, titles,
//! notifications and all other OSC but links, colours of the palette excluded too; DCS, APC, PM and SOS, which carry images,
//! uploads and key definitions; window operations and printing; and modes that make the terminal send what nobody typed
//! (mouse, focus, bracketed paste, other keyboards), since the player's keys would change. Everything that puts characters on
//! the screen stays. Sequences: xterm ctlseqs.

use crate::stream::{Csi, Kind, Params, StringPart, Tokens};

/// Private modes that are left out, by number: mouse (9, 1000 to 1007, 1015, 1016), focus (1004), bracketed paste (2004),
/// notices of colour scheme and size (2031, 2048), win32 input (9001), 132 columns (3, which resizes the window).
const MODES: [u16; 17] = [
    3, 9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 2004, 2031, 2048, 9001, 66,
];

/// A filter for a recording's bytes.
#[derive(Debug, Default)]
pub struct Harmless {
    tokens: Tokens,
    /// The control string we are in passes.
    passes: bool,
    /// Its start, while its number has not come.
    start: Option<Vec<u8>>,
}

impl Harmless {
    /// Whether no sequence, string or character is open.
    pub fn is_ground(&self) -> bool {
        self.tokens.is_ground()
    }

    /// Appends what may be shown of the next bytes. An incomplete sequence waits for its end.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        self.tokens.feed(bytes);
        for token in self.tokens.list() {
            let bytes = &self.tokens.bytes()[token.span.clone()];
            match &token.kind {
                Kind::Text => out.extend_from_slice(bytes),
                // ENQ asks for the answerback string.
                Kind::Control(0x05) => {}
                Kind::Control(_) => out.extend_from_slice(bytes),
                Kind::Csi(csi) => control(csi, bytes, out),
                // DECID asks for DA.
                Kind::Escape(0, b'Z') => {}
                Kind::Escape(..) => out.extend_from_slice(bytes),
                Kind::String(part) => {
                    let held = self.start.take().filter(|_| !part.first);
                    if !part.first && held.is_none() {
                        if self.passes {
                            out.extend_from_slice(bytes);
                        }
                        continue;
                    }
                    let start = [&held.unwrap_or_default(), bytes].concat();
                    let passes = may_pass(part, &start);
                    self.passes = passes == Some(true);
                    if self.passes {
                        out.extend_from_slice(&start);
                    }
                    self.start = Some(start).filter(|_| passes.is_none() && !part.last);
                }
                Kind::C1(_) | Kind::Broken => {}
            }
        }
    }
}

/// Links (8) and explicit markers of regions (7737) only: they are known by their number. `None`: it has not come yet.
fn may_pass(part: &StringPart, start: &[u8]) -> Option<bool> {
    if part.introducer != b']' {
        return Some(false);
    }
    let text = start.strip_prefix(b"\x1b]").unwrap_or_default();
    let numbers: [&[u8]; 2] = [b"8;", b"7737;"];
    if numbers.iter().any(|n| text.starts_with(n)) {
        return Some(true);
    }
    let open = numbers.iter().any(|n| n.starts_with(text));
    (!open).then_some(false)
}

fn control(csi: &Csi, bytes: &[u8], out: &mut Vec<u8>) {
    let asks = match (csi.prefix, csi.intermediate, csi.action) {
        // DA, DSR, DECREQTPARM, window operations, media copy, tests; DECRQM; XTVERSION and kitty's keyboard.
        (_, 0, b'c' | b'n' | b'x' | b't' | b'i' | b'y' | b'q') => true,
        (_, b'$', b'p')
        | (_, b'*', b'y')
        | (_, b'$', b'w')
        | (_, b'\'', b'z' | b'{' | b'|' | b'w') => true,
        (b'<' | b'=' | b'>' | b'?', 0, b'u') => true,
        // XTMODKEYS and its question, XTSMGRAPHICS, XTPUSHCOLORS' report.
        (b'>' | b'?', _, b'm') | (b'?', _, b'S') | (_, b'#', b'R') => true,
        _ => false,
    };
    if asks {
        return;
    }
    if csi.prefix == b'?'
        && csi.intermediate == 0
        && matches!(csi.action, b'h' | b'l' | b's' | b'r')
    {
        return modes(csi, bytes, out);
    }
    out.extend_from_slice(bytes);
}

/// Private modes: those that may be set.
fn modes(csi: &Csi, bytes: &[u8], out: &mut Vec<u8>) {
    let all: Vec<u16> = Params::new(csi.params(bytes))
        .filter_map(|(n, _)| n)
        .collect();
    let kept: Vec<String> = all
        .iter()
        .filter(|n| !MODES.contains(n))
        .map(u16::to_string)
        .collect();
    if kept.len() == all.len() {
        return out.extend_from_slice(bytes);
    }
    if !kept.is_empty() {
        out.extend_from_slice(b"\x1b[?");
        out.extend_from_slice(kept.join(";").as_bytes());
        out.push(csi.action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> String {
        let (mut whole, mut bytewise) = (Vec::new(), Vec::new());
        Harmless::default().feed(text.as_bytes(), &mut whole);
        let mut filter = Harmless::default();
        text.bytes().for_each(|b| filter.feed(&[b], &mut bytewise));
        assert_eq!(whole, bytewise);
        String::from_utf8_lossy(&whole).into_owned()
    }

    #[test]
    fn what_draws_stays() {
        let text = "a\x1b[1;31mb\x1b[0m\r\n\x1b[2J\x1b[H\x1b[?1049h\x1b[?25l\x1b[?2026h\x1b[3;7r\x1b7\x1b8\x1b(0q\x1b]8;;http://x\x1b\\l\x1b]8;;\x07é✳";
        assert_eq!(kept(text), text);
    }

    #[test]
    fn what_asks_or_harms_goes() {
        for text in [
            "\x1b[c",
            "\x1b[>c",
            "\x1b[6n",
            "\x1b[?6n",
            "\x1b[?2026$p",
            "\x1b[>q",
            "\x1b[?u",
            "\x1b[>1u",
            "\x1b[>4;2m",
            "\x1b[21t",
            "\x1b[5i",
            "\x05",
            "\x1bZ",
            "\x1b]52;c;aGk=\x07",
            "\x1b]0;title\x1b\\",
            "\x1b]11;?\x1b\\",
            "\x1b]4;1;?\x07",
            "\x1b]9;hi\x07",
            "\x1bP$qm\x1b\\",
            "\x1b_Gi=1,a=q;AAAA\x1b\\",
            "\x1b^x\x1b\\",
            "\x1b[?1000h",
            "\x1b[?1003;1006h",
            "\x1b[?2004h",
        ] {
            assert_eq!(kept(&format!("a{text}b")), "ab", "{text:?}");
        }
        assert_eq!(kept("\x1b[?25;1000;7h"), "\x1b[?25;7h");
    }
}
