//! The terminal's state, its cursor and its size.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use shade_pty::Size;

use crate::oracle::screen::{Colour, Cursor, Pen, Row, Snapshot};

/// Columns that have tab stops at first, whatever the width is then.
const TABS: u16 = 512;

/// A row and the number that stays with it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) id: u64,
    pub(super) row: Row,
    /// The last answer of [`Line::has`], until the row changes.
    known: Cell<Option<(Colour, bool)>>,
}

impl Line {
    /// Whether nothing stands in it.
    pub(super) fn is_blank(&self) -> bool {
        self.row.text().trim().is_empty()
    }

    /// Whether a cell has this background.
    pub(super) fn has(&self, bg: Colour) -> bool {
        match self.known.get() {
            Some((colour, answer)) if colour == bg => answer,
            _ => {
                let answer = self.row.cells.iter().any(|cell| cell.pen.bg == bg);
                self.known.set(Some((bg, answer)));
                answer
            }
        }
    }
}

/// What DECSC saves.
#[derive(Clone, Debug, Default)]
pub(super) struct Saved {
    pub(super) cursor: Cursor,
    pub(super) pen: Pen,
    charsets: [u8; 2],
    charset_in_use: usize,
    origin: bool,
}

/// The state.
#[derive(Clone, Debug)]
pub(super) struct Terminal {
    pub(super) size: Size,
    /// The main and the alternate screen, and which is shown.
    screens: [Vec<Line>; 2],
    pub(super) shown: usize,
    pub(super) scrollback: Vec<Line>,
    pub(super) cursor: Cursor,
    pub(super) pen: Pen,
    pub(super) link: Option<Arc<str>>,
    pub(super) saved: [Saved; 2],
    /// First and last row that scroll.
    pub(super) margins: (u16, u16),
    /// Modes that were ever set or reset, private ones marked.
    pub(super) modes: BTreeMap<(bool, u16), bool>,
    pub(super) tabs: BTreeSet<u16>,
    pub(super) charsets: [u8; 2],
    pub(super) charset_in_use: usize,
    pub(super) keypad: u8,
    pub(super) cursor_style: u16,
    pub(super) title: Option<String>,
    replies: String,
    /// The character written directly before, nothing having come in between.
    pub(super) last: Option<char>,
    ids: u64,
}

impl Terminal {
    pub(super) fn new(size: Size) -> Self {
        let mut terminal = Terminal {
            size,
            screens: [Vec::new(), Vec::new()],
            shown: 0,
            scrollback: Vec::new(),
            cursor: Cursor::default(),
            pen: Pen::default(),
            link: None,
            saved: Default::default(),
            margins: (0, size.rows - 1),
            modes: BTreeMap::new(),
            tabs: (8..TABS).step_by(8).collect(),
            charsets: *b"BB",
            charset_in_use: 0,
            keypad: b'>',
            cursor_style: 0,
            title: None,
            replies: String::new(),
            last: None,
            ids: 0,
        };
        terminal.screens = [0, 1].map(|_| terminal.blank_lines(size.rows.into()));
        terminal
    }

    fn blank_lines(&mut self, count: usize) -> Vec<Line> {
        (0..count).map(|_| self.new_line(Colour::Default)).collect()
    }

    /// A line that scrolls in.
    pub(super) fn new_line(&mut self, bg: Colour) -> Line {
        self.ids += 1;
        Line {
            id: self.ids,
            row: Row::blank(self.size.cols, bg),
            known: Cell::new(None),
        }
    }

    pub(super) fn lines(&self) -> &Vec<Line> {
        &self.screens[self.shown]
    }

    pub(super) fn lines_mut(&mut self) -> &mut Vec<Line> {
        &mut self.screens[self.shown]
    }

    pub(super) fn row(&mut self, y: u16) -> &mut Row {
        let line = &mut self.screens[self.shown][usize::from(y)];
        line.known.set(None);
        &mut line.row
    }

    pub(super) fn say(&mut self, reply: &str) {
        self.replies.push_str(reply);
    }

    pub(super) fn report_status(&mut self, kind: u16) {
        match kind {
            5 => self.say("<ok>"),
            6 => self.say(&format!("<at {},{}>", self.cursor.x, self.cursor.y)),
            _ => {}
        }
    }

    // The cursor.

    pub(super) fn move_to_column(&mut self, x: u16) {
        self.cursor.x = x.min(self.size.cols - 1);
        self.cursor.pending = false;
    }

    pub(super) fn move_by(&mut self, columns: i32, rows: i32) {
        let within = |at: u16, by: i32, end: u16| {
            u16::try_from((i32::from(at) + by).clamp(0, i32::from(end) - 1)).unwrap_or(0)
        };
        self.cursor.y = within(self.cursor.y, rows, self.size.rows);
        self.move_to_column(within(self.cursor.x, columns, self.size.cols));
    }

    /// A margin stops a move that starts on its inner side.
    pub(super) fn move_up(&mut self, count: u16) {
        let (top, _) = self.margins;
        let stop = if self.cursor.y >= top { top } else { 0 };
        self.move_by(0, -i32::from(count.min(self.cursor.y - stop)));
    }

    pub(super) fn move_down(&mut self, count: u16) {
        let (_, bottom) = self.margins;
        let stop = if self.cursor.y <= bottom {
            bottom
        } else {
            self.size.rows - 1
        };
        self.move_by(0, count.min(stop - self.cursor.y).into());
    }

    /// CUP; counts from the margin in origin mode.
    pub(super) fn move_to(&mut self, x: u16, y: u16) {
        let (first, last) = if self.is_origin() {
            self.margins
        } else {
            (0, self.size.rows - 1)
        };
        self.cursor.y = y.saturating_add(first).min(last);
        self.move_to_column(x);
    }

    pub(super) fn tab_forward(&mut self) {
        let next = self.tabs.range(self.cursor.x + 1..).next();
        self.cursor.x = next.copied().unwrap_or(u16::MAX).min(self.size.cols - 1);
    }

    pub(super) fn tab_backward(&mut self) {
        let previous = self.tabs.range(..self.cursor.x).next_back();
        self.move_to_column(previous.copied().unwrap_or(0));
    }

    pub(super) fn set_tab(&mut self) {
        self.tabs.insert(self.cursor.x);
    }

    pub(super) fn clear_tabs(&mut self, which: u16) {
        match which {
            0 => _ = self.tabs.remove(&self.cursor.x),
            3 => self.tabs.clear(),
            _ => {}
        }
    }

    pub(super) fn save_cursor(&mut self) {
        self.saved[self.shown] = Saved {
            cursor: self.cursor,
            pen: self.pen,
            charsets: self.charsets,
            charset_in_use: self.charset_in_use,
            origin: self.is_origin(),
        };
    }

    pub(super) fn restore_cursor(&mut self) {
        let saved = self.saved[self.shown].clone();
        self.modes.insert((true, 6), saved.origin);
        self.cursor = saved.cursor;
        self.cursor.y = self.cursor.y.min(self.size.rows - 1);
        self.cursor.x = self.cursor.x.min(self.size.cols - 1);
        self.pen = saved.pen;
        self.charset_in_use = saved.charset_in_use;
        self.charsets = if saved.charsets == [0, 0] {
            *b"BB"
        } else {
            saved.charsets
        };
    }

    // The size.

    /// As xterm: rows are cut or padded; what is too low for the new screen leaves at the top and comes back from there.
    pub(super) fn resize(&mut self, size: Size) {
        let main_holds_cursor = self.shown == 0;
        self.size = size;
        while self.screens[0].len() > usize::from(size.rows) {
            self.drop_line(main_holds_cursor);
        }
        while self.screens[0].len() < usize::from(size.rows) {
            self.regain_line(main_holds_cursor);
        }
        while self.screens[1].len() < usize::from(size.rows) {
            let line = self.new_line(Colour::Default);
            self.screens[1].push(line);
        }
        self.screens[1].truncate(size.rows.into());
        for line in self
            .screens
            .iter_mut()
            .flatten()
            .chain(&mut self.scrollback)
        {
            line.known.set(None);
            line.row.cells.resize(
                size.cols.into(),
                crate::oracle::screen::Cell::blank(Colour::Default),
            );
        }
        self.margins = (0, size.rows - 1);
        self.cursor.pending = false;
        self.move_by(0, 0);
    }

    fn drop_line(&mut self, main_holds_cursor: bool) {
        let below = main_holds_cursor && usize::from(self.cursor.y) + 1 < self.screens[0].len();
        if below {
            self.screens[0].pop();
        } else {
            let line = self.screens[0].remove(0);
            self.scrollback.push(line);
            if main_holds_cursor {
                self.cursor.y = self.cursor.y.saturating_sub(1);
            }
        }
    }

    fn regain_line(&mut self, main_holds_cursor: bool) {
        match self.scrollback.pop() {
            Some(line) => {
                self.screens[0].insert(0, line);
                if main_holds_cursor {
                    self.cursor.y += 1;
                }
            }
            None => {
                let line = self.new_line(Colour::Default);
                self.screens[0].push(line);
            }
        }
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        let rows = |lines: &[Line]| lines.iter().map(|line| line.row.clone()).collect();
        let saved = &self.saved[self.shown];
        Snapshot {
            cols: self.size.cols,
            scrollback: rows(&self.scrollback),
            screen: rows(self.lines()),
            other: (self.shown == 1).then(|| rows(&self.screens[0])),
            cursor: self.cursor,
            cursor_visible: self.is_set(true, 25, true),
            alt: self.shown == 1,
            pen: self.pen,
            saved: (saved.cursor, saved.pen),
            modes: self.modes_text(),
            margins: Some(self.margins),
            title: self.title.clone(),
            replies: self.replies.clone(),
        }
    }
}
