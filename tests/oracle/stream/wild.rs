//! Children that do anything a terminal understands, and some things it does not.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use shade_pty::Size;

use super::text::{INCOMPLETE_SGR, Text, link, sgr, text};
use super::{Side, Stream, sizes};
use crate::oracle::rows::Above;

/// What the child does next.
#[derive(Clone, Debug)]
enum Item {
    Text(Text),
    /// A line's end of some kind, perhaps an erase, perhaps the tag of the next row.
    NewLine(&'static str, bool, bool),
    /// A marker on a row of its own.
    Marker,
    /// A marker in the middle of a row: what follows is in doubt.
    MidMarker,
    Link([String; 3]),
    /// The rows that scroll, as shares of the screen.
    Margins(Index, Index),
    Rewrite(Text),
    /// Bytes as they are.
    Raw(Vec<u8>),
    /// Bytes after which nobody knows which rows stand above.
    Forget(Vec<u8>),
}

const ENDS: &[&str] = &[
    "\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r", "\x1bE", "\r\r\n",
];

/// Sequences of every family, and bytes that are none.
const ODD: &[&[u8]] = &[
    b"\x1b[r",
    b"\x1bPq#0;2;0;0;0\x1b\\",
    b"\x1bP$qm\x1b\\",
    b"\x1bP1;2|abc\x1b\\",
    b"\x1b_Ga=d\x1b\\",
    b"\x1bXsos\x1b\\",
    b"\x1b^pm\x1b\\",
    b"\x1b]0;title\x07",
    b"\x1b]2;t\xc3\xa9\x1b\\",
    b"\x1b]133;A\x07",
    b"\x1b]7;file://h/p\x07",
    b"\x1b]9;4;1;50\x07",
    b"\x1b]2;<think>\x07",
    b"\x1b]52;c;YQ==\x07",
    b"\x1b]10;?\x07",
    b"\x1b]11;?\x1b\\",
    b"\x1b]4;1;?\x07",
    b"\xff",
    b"\xe4\xbd",
    b"\xc3",
    b"\xf0\x9f\x98",
    b"\x80",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
    b"\xf4\x90\x80\x80",
    b"\xe4\xbdA",
    b"\xc2\x85",
    b"\xc2\x9b1m",
    b"\xc2\x90",
    b"\x9b1m",
    b"\x85",
    b"\x9d0;x\x9c",
    b"\x1b[?7l",
    b"\x1b[?7h",
    b"\x1b[?25l",
    b"\x1b[?25h",
    b"\x1b[?2004h",
    b"\x1b[?1h",
    b"\x1b[?2026h",
    b"\x1b[?2026l",
    b"\x1b[?1000h",
    b"\x1b[?12l",
    b"\x1b[5 q",
    b"\x1b[4h",
    b"\x1b[4l",
    b"\x1b[?6h",
    b"\x1b[?6l",
    b"\x1b[20h",
    b"\x1b[20l",
    b"\x1b[6n",
    b"\x1b[5n",
    b"\x1b[c",
    b"\x1b[>c",
    b"\x1b[18t",
    b"\x1bH",
    b"\x1b=",
    b"\x1b>",
    b"\x1b(0",
    b"\x1b(B",
    b"\x1b)0",
    b"\x1bn",
    b"\x1b[g",
    b"\x1b[3g",
    b"\x1b[!p",
    b"\x1b[2b",
    b"-\x1b[2b",
    b"\x1b[?5h",
    b"\x1b[>1u",
    b"\x1b[<u",
    b"\x1b[?1J",
    b"\x1b[?2K",
    b"\x1b[1'q",
    b"\x1b[2;3\"q",
    b"\x0e",
    b"\x0f",
    b"\x0b",
    b"\x0c",
    b"\x00",
    b"\x7f",
    b"\x07",
    b"\x05",
    b"\x18",
    b"\x1a",
    b"\x1b[4\n1m",
    b"\x1b[3\x18z",
    b"\x1b[3\x1az",
    b"\x1b[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1m",
    b"\x1b\x1b[1m",
    b"\x08",
    b"\x08\x08\x08",
    b"\t",
    b"\t\t\t",
    b"\x1b[999A",
    b"\x1b[999B",
    b"\x1b[999C",
    b"\x1b[999D",
    b"\x1b7",
    b"\x1b8",
    b"\x1b[s",
    b"\x1b[u",
];
const FORGET: &[&[u8]] = &[
    b"\x1b[2J",
    b"\x1b[3J",
    b"\x1b[22J",
    b"\x1bc",
    b"\x1b#8",
    b"\x1b[?1049h",
    b"\x1b[?1049l",
    b"\x1b[?1047h",
    b"\x1b[?1047l",
    b"\x1b[?47h",
    b"\x1b[?47l",
];

/// What terminals carry out in different ways, so that no stream is right in all of them: bytes that are no UTF-8, 8-bit
/// controls, selective erasure, soft reset, DECALN, origin mode, the alternate screens that not all know, and the cursor
/// saved by what is DECSLRM in some: then it may be anywhere, and no row is mended. REP behind a sequence repeats nothing, or
/// what was written last.
const APART: &[&[u8]] = &[
    b"\xff",
    b"\xe4\xbd",
    b"\xc3",
    b"\xf0\x9f\x98",
    b"\x80",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
    b"\xf4\x90\x80\x80",
    b"\xe4\xbdA",
    b"\xc2\x85",
    b"\xc2\x9b1m",
    b"\xc2\x90",
    b"\x9b1m",
    b"\x85",
    b"\x9d0;x\x9c",
    b"\x1b[?1J",
    b"\x1b[!p",
    b"\x1b#8",
    b"\x1b[?6h",
    b"\x1b[?6l",
    b"\x1b[s",
    b"\x1b[u",
    b"\x1b[2b",
    b"\x1b[?1047h",
    b"\x1b[?1047l",
    b"\x1b[?47h",
    b"\x1b[?47l",
];

/// The sequences that terminals agree on; all of them if `SHADE_PTY_APART` is set.
fn agreed(all: &[&'static [u8]]) -> Vec<&'static [u8]> {
    let any = std::env::var_os("SHADE_PTY_APART").is_some();
    all.iter()
        .copied()
        .filter(|bytes| any || !APART.contains(bytes))
        .collect()
}

/// Moves, erases, insertions and deletions with their counts.
fn motion() -> impl Strategy<Value = Vec<u8>> {
    let count = prop_oneof![
        Just(String::new()),
        (0u16..12).prop_map(|n| n.to_string()),
        (1u16..80).prop_map(|n| n.to_string())
    ];
    let counted = (count, select(&b"ABCDEFGIPX@LMSTZ`aed"[..]))
        .prop_map(|(n, last)| format!("\x1b[{n}{}", char::from(last)));
    let place = (0u16..26, 0u16..82, select(&b"HHf"[..]))
        .prop_map(|(row, column, last)| format!("\x1b[{row};{column}{}", char::from(last)));
    let erase = (
        select(&["", "", "0", "1", "2", "?"][..]),
        select(&b"KKKKJ"[..]),
    )
        .prop_filter_map("ED 2", |(part, last)| {
            (last == b'K' || part != "2").then(|| format!("\x1b[{part}{}", char::from(last)))
        });
    let step = select(
        &[
            "\x1bD",
            "\x1bM",
            "\x1bE",
            "\x1b[H",
            "\x1b[1;1H",
            "\x1b[999;999H",
        ][..],
    )
    .prop_map(str::to_owned);
    prop_oneof![6 => counted, 2 => place, 4 => erase, 3 => step].prop_map(String::into_bytes)
}

fn item() -> impl Strategy<Value = Item> {
    let raw = |bytes: &'static [u8]| Item::Raw(bytes.to_vec());
    prop_oneof![
        34 => text().prop_map(Item::Text),
        16 => (select(ENDS), any::<bool>(), prop::bool::weighted(0.8)).prop_map(|(end, erase, tag)| Item::NewLine(end, erase, tag)),
        12 => sgr().prop_map(|sgr| Item::Raw(sgr.into_bytes())),
        1 => select(INCOMPLETE_SGR).prop_map(|params| Item::Raw(format!("\x1b[{params}m").into_bytes())),
        5 => Just(Item::Marker),
        2 => Just(Item::MidMarker),
        16 => motion().prop_map(Item::Raw),
        3 => link().prop_map(Item::Link),
        1 => any::<(Index, Index)>().prop_map(|(top, height)| Item::Margins(top, height)),
        3 => text().prop_map(Item::Rewrite),
        8 => select(agreed(ODD)).prop_map(raw),
        1 => select(agreed(FORGET)).prop_map(|bytes| Item::Forget(bytes.to_vec())),
    ]
}

/// Streams of anything.
pub fn wild() -> impl Strategy<Value = Stream> {
    (sizes(), prop::collection::vec(item(), 1..40)).prop_map(|(size, items)| render(size, &items))
}

fn render(size: Size, items: &[Item]) -> Stream {
    let mut child = Child {
        size,
        side: Side::default(),
        known: true,
        alternate: false,
        above: Above::Known,
        out: Vec::new(),
    };
    child.item(&Item::Marker);
    items.iter().for_each(|item| child.item(item));
    Stream {
        size,
        bytes: child.out,
        sided: true,
        above: child.above,
    }
}

struct Child {
    size: Size,
    side: Side,
    /// Whether it is certain what the next row is.
    known: bool,
    alternate: bool,
    above: Above,
    out: Vec<u8>,
}

impl Child {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Text(text) => self.say(&text.render(self.size.cols)),
            Item::NewLine(end, erase, tag) => self.new_line(end, *erase, *tag),
            Item::Marker => self.marker(),
            Item::MidMarker => {
                let marker = self.side.cross();
                self.raw(marker.as_bytes());
                self.known = false;
            }
            Item::Link([open, words, close]) => {
                self.raw(open.as_bytes());
                self.say(words);
                self.raw(close.as_bytes());
            }
            Item::Margins(top, height) => {
                let rows = usize::from(self.size.rows);
                let top = top.index(rows - 1) + 1;
                let bottom = top + 1 + height.index(rows - top);
                self.raw(format!("\x1b[{top};{bottom}r").as_bytes());
                self.lose(Above::Lost);
            }
            Item::Rewrite(text) => {
                self.raw(b"\r\x1b[K");
                self.tag();
                self.say(&text.render(self.size.cols));
            }
            Item::Raw(bytes) => {
                match bytes.last() {
                    Some(b'S' | b'M') => self.lose(Above::Lost),
                    Some(b'T') => self.lose(Above::Elsewhere),
                    _ => {}
                }
                self.raw(bytes);
            }
            Item::Forget(bytes) => {
                // Leaving the alternate screen without having entered it moves the cursor in some terminals.
                let (enters, leaves) = (bytes.ends_with(b"h"), bytes.ends_with(b"l"));
                if enters && self.alternate || leaves && !self.alternate {
                    return;
                }
                self.alternate = enters || self.alternate && !leaves;
                self.raw(bytes);
                self.known = false;
                self.lose(Above::Lost);
            }
        }
    }

    /// Rows are deleted, scroll out where not all terminals keep them, or go along with the scrollback.
    fn lose(&mut self, above: Above) {
        if self.above != Above::Elsewhere {
            self.above = above;
        }
    }

    fn new_line(&mut self, end: &str, erase: bool, tag: bool) {
        self.raw(end.as_bytes());
        if tag && end != "\n" && end != "\r" {
            self.raw(if erase { b"\x1b[K" } else { b"" });
            self.tag();
        }
    }

    fn marker(&mut self) {
        let marker = self.side.cross();
        self.raw(format!("\r\n{marker}\r\n").as_bytes());
        self.known = true;
        self.tag();
    }

    fn tag(&mut self) {
        let tag = self.side.tag();
        self.raw(if self.known { tag.as_bytes() } else { b"TXT " });
    }

    fn say(&mut self, text: &str) {
        let text = if self.side.inside {
            text.to_lowercase()
        } else {
            text.to_uppercase()
        };
        self.raw(text.as_bytes());
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }
}
