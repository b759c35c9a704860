//! What a terminal shows, in terms that every emulator can be read into.

use std::fmt;
use std::sync::Arc;

/// A colour as the stream named it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The terminal's own.
    #[default]
    Default,
    /// A palette entry.
    Indexed(u8),
    /// Red, green, blue.
    Rgb(u8, u8, u8),
}

/// A set of display attributes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Attrs(pub u16);

impl Attrs {
    pub const BOLD: Attrs = Attrs(1);
    pub const DIM: Attrs = Attrs(1 << 1);
    pub const ITALIC: Attrs = Attrs(1 << 2);
    pub const UNDERLINE: Attrs = Attrs(1 << 3);
    pub const DOUBLE_UNDERLINE: Attrs = Attrs(1 << 4);
    pub const CURLY_UNDERLINE: Attrs = Attrs(1 << 5);
    pub const DOTTED_UNDERLINE: Attrs = Attrs(1 << 6);
    pub const DASHED_UNDERLINE: Attrs = Attrs(1 << 7);
    pub const BLINK: Attrs = Attrs(1 << 8);
    pub const INVERSE: Attrs = Attrs(1 << 9);
    pub const HIDDEN: Attrs = Attrs(1 << 10);
    pub const STRIKE: Attrs = Attrs(1 << 11);
    pub const OVERLINE: Attrs = Attrs(1 << 12);
    /// Every form of underline.
    pub const UNDERLINES: Attrs = Attrs(0b1_1111 << 3);
    /// What one can see on a cell without a glyph.
    pub const SEEN_ON_BLANKS: Attrs =
        Attrs(Self::UNDERLINES.0 | Self::INVERSE.0 | Self::STRIKE.0 | Self::OVERLINE.0);

    pub fn contains(self, other: Attrs) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn meets(self, other: Attrs) -> bool {
        self.0 & other.0 != 0
    }

    pub fn insert(&mut self, other: Attrs) {
        self.0 |= other.0;
    }

    pub fn remove(&mut self, other: Attrs) {
        self.0 &= !other.0;
    }
}

impl fmt::Debug for Attrs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LETTERS: &[u8] = b"bdiuDc.-krhso";
        let set = (0..LETTERS.len()).filter(|bit| self.0 & (1 << bit) != 0);
        f.write_str(&set.map(|bit| LETTERS[bit] as char).collect::<String>())
    }
}

/// What SGR sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pen {
    pub fg: Colour,
    pub bg: Colour,
    pub underline: Colour,
    pub attrs: Attrs,
}

/// One character cell.
#[derive(Clone, PartialEq, Eq)]
pub struct Cell {
    /// The glyph's first character; a space where there is none.
    pub base: char,
    /// What combines with it.
    pub marks: Vec<char>,
    /// Columns the glyph takes: 1, 2, or 0 for the right half of a wide one.
    pub width: u8,
    pub pen: Pen,
    pub link: Option<Arc<str>>,
}

impl Cell {
    /// An erased cell: nothing but a background.
    pub fn blank(bg: Colour) -> Self {
        let pen = Pen {
            bg,
            ..Pen::default()
        };
        Cell {
            base: ' ',
            marks: Vec::new(),
            width: 1,
            pen,
            link: None,
        }
    }

    pub fn is_blank(&self) -> bool {
        self.base == ' ' && self.marks.is_empty()
    }

    pub fn is_inverse(&self) -> bool {
        self.pen.attrs.contains(Attrs::INVERSE)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let glyph: String = std::iter::once(&self.base).chain(&self.marks).collect();
        write!(
            f,
            "{glyph:?} w{} fg {:?} bg {:?}",
            self.width, self.pen.fg, self.pen.bg
        )?;
        if self.pen.attrs != Attrs::default() {
            write!(f, " [{:?}]", self.pen.attrs)?;
        }
        self.link
            .iter()
            .try_for_each(|link| write!(f, " link {link}"))
    }
}

/// One row of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub cells: Vec<Cell>,
    /// Whether the text soft-wraps into the next row.
    pub wraps: bool,
}

impl Row {
    pub fn blank(cols: u16, bg: Colour) -> Self {
        Row {
            cells: vec![Cell::blank(bg); cols.into()],
            wraps: false,
        }
    }

    /// The text, without the blanks at its end.
    pub fn text(&self) -> String {
        let mut text = self.raw_text();
        text.truncate(text.trim_end().len());
        text
    }

    /// The text with all its blanks.
    pub fn raw_text(&self) -> String {
        let glyphs = self.cells.iter().filter(|cell| cell.width > 0);
        glyphs
            .flat_map(|cell| std::iter::once(&cell.base).chain(&cell.marks))
            .collect()
    }
}

/// Where the next character goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    pub x: u16,
    pub y: u16,
    /// The row is full; the next character wraps first.
    pub pending: bool,
}

/// All that can be observed of a terminal at one moment. A field that an emulator keeps to itself is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pub cols: u16,
    pub scrollback: Vec<Row>,
    pub screen: Vec<Row>,
    /// The main screen while the alternate one is shown.
    pub other: Option<Vec<Row>>,
    pub cursor: Cursor,
    pub cursor_visible: bool,
    pub alt: bool,
    pub pen: Pen,
    pub saved: (Cursor, Pen),
    /// Modes, charsets, tab stops and the cursor's form, as text.
    pub modes: String,
    pub margins: Option<(u16, u16)>,
    pub title: Option<String>,
    /// What the terminal answered to queries, and its bells.
    pub replies: String,
}

impl Snapshot {
    /// All rows from the oldest of the scrollback to the last of the screen.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.scrollback.iter().chain(&self.screen)
    }

    /// The row of this number, counted from the oldest.
    pub fn row(&self, index: usize) -> &Row {
        self.rows().nth(index).expect("a row of this number")
    }

    /// The texts of all rows.
    pub fn texts(&self) -> Vec<String> {
        self.rows().map(Row::text).collect()
    }
}
