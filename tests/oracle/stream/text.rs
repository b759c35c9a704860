//! What stands in rows.

use proptest::prelude::*;
use proptest::sample::select;

const WORDS: &[&str] = &[
    "the",
    "model",
    "considers",
    "whether",
    "to",
    "read",
    "file",
    "src/main.rs",
    "first",
    "because",
    "tests",
    "fail;",
    "then",
    "it",
    "plans",
    "edits,",
    "checks",
    "types",
    "and",
    "runs",
    "cargo",
    "test",
    "again",
    "done",
];
const WIDE: &[&str] = &[
    "你好",
    "界",
    "日本語",
    "テスト",
    "한글",
    "😀",
    "🚀",
    "👍🏽",
    "🇩🇪",
    "❤️",
    "👨‍👩‍👧",
    "ｆｕｌｌ",
];
const COMBINING: &[&str] = &[
    "é",
    "ñ",
    "ä̂",
    "ก็",
    "हिन्दी",
    "x҉",
    "a\u{200b}b",
    "\u{200d}z",
    "e\u{301}\u{301}",
];
const PREFIXES: &[&str] = &["│ ", "* ", "⏺ ", "✻ ", "> ", "└ ", "· "];

/// SGR parameters of every kind: usual, compound, empty, colon forms.
const SGR: &[&str] = &[
    "",
    "0",
    "0",
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "7",
    "9",
    "22",
    "23",
    "24",
    "27",
    "27",
    "29",
    "39",
    "49",
    "49",
    "31",
    "32",
    "90",
    "97",
    "41",
    "44",
    "100",
    "107",
    "1;31",
    "0;1",
    "0;7",
    "7;0",
    "1;0;32",
    ";1",
    "1;",
    ";",
    "38;5;196",
    "48;5;17",
    "48;5;0",
    "38;2;1;2;3",
    "48;2;10;20;30",
    "38:5:44",
    "48:5:22",
    "48:2::9:8:7",
    "48:2:9:8:7",
    "4:3",
    "4:0",
    "58:5:3",
    "38;5;0",
    "48;5;0;1",
    "38;5;49",
    "38;2;49;0;7",
    "1;38;5;7;4",
    "0;48;5;19",
    "49;1",
    "7;49",
    "48;5;19;0",
    "58;5;0",
    "58;5;41",
    "58;2;48;5;9",
    "00",
    "000",
    "01",
    "5",
    "8",
    "28",
    "53",
    "55",
    "21",
    "39;49",
    "?7",
    ">4;2",
    ">4",
    ">4;0",
    "10",
    "48;2;255;255;255;7",
];
/// An extended colour that is not whole: what follows is read in different ways.
pub const INCOMPLETE_SGR: &[&str] = &["38;5", "38;2;0;0", "48;5", "48;2;1"];

/// How long a run of one letter is, measured in screen widths.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// Half of it.
    Half,
    /// This many columns more than so many widths.
    Widths(i8, i8),
}

/// A piece of text.
#[derive(Clone, Debug)]
pub enum Text {
    Literal(String),
    /// A run of a narrow letter.
    Narrow(Run),
    /// A run of wide letters, by how many more or less than fit, and whether a narrow one follows.
    Wide(i8, bool),
}

impl Text {
    pub fn render(&self, cols: u16) -> String {
        match self {
            Text::Literal(text) => text.clone(),
            Text::Narrow(Run::Half) => "a".repeat(usize::from(cols / 2)),
            Text::Narrow(Run::Widths(widths, more)) => "a".repeat(
                usize::try_from(i32::from(*widths) * i32::from(cols) + i32::from(*more))
                    .unwrap_or(1),
            ),
            Text::Wide(more, narrow) => {
                let count = usize::try_from(i32::from(cols / 2) + i32::from(*more)).unwrap_or(1);
                "界".repeat(count) + if *narrow { "a" } else { "" }
            }
        }
    }
}

/// One to six words.
pub fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(select(WORDS), 1..6).prop_map(|words| words.join(" "))
}

pub fn text() -> impl Strategy<Value = Text> {
    let run = prop_oneof![
        Just(Run::Half),
        (-1i8..=1).prop_map(|more| Run::Widths(1, more)),
        select(&[0i8, 3][..]).prop_map(|more| Run::Widths(2, more)),
    ];
    prop_oneof![
        11 => words().prop_map(Text::Literal),
        2 => (select(WIDE), select(&["", " ", "x"][..])).prop_map(|(wide, after)| Text::Literal(format!("{wide}{after}"))),
        1 => select(COMBINING).prop_map(|text| Text::Literal(text.to_owned())),
        2 => run.prop_map(Text::Narrow),
        1 => (-1i8..=1, any::<bool>()).prop_map(|(more, narrow)| Text::Wide(more, narrow)),
        1 => (1usize..6).prop_map(|count| Text::Literal(" ".repeat(count))),
        3 => (select(PREFIXES), words()).prop_map(|(prefix, words)| Text::Literal(format!("{prefix}{words}"))),
    ]
}

pub fn sgr() -> impl Strategy<Value = String> {
    select(SGR).prop_map(|params| format!("\x1b[{params}m"))
}

/// A link around words: opening, words, closing.
pub fn link() -> impl Strategy<Value = [String; 3]> {
    let parts = (
        select(&["", "id=a1"][..]),
        1u8..9,
        select(&["\x07", "\x1b\\"][..]),
        words(),
    );
    parts.prop_map(|(params, page, end, words)| {
        [
            format!("\x1b]8;{params};http://e.x/{page}{end}"),
            words,
            format!("\x1b]8;;{end}"),
        ]
    })
}
