//! What a token does to the rows, said before it is fed (ECMA-48, xterm ctlseqs; where terminals differ, alacritty's way,
//! since the model must agree with itself).

use std::ops::Range;

use super::{Row, Screen, width};
use crate::stream::{Csi, Kind, Params};

/// How rows move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shift {
    /// Not at all.
    None,
    /// `count` rows leave at `top`, as many blank ones come up above `bottom` (exclusive).
    Up {
        /// The first row that moves.
        top: usize,
        /// The row below the last one that moves.
        bottom: usize,
        /// How many rows leave.
        count: usize,
        /// They scroll away, into the scrollback if `top` is 0 on the main screen; otherwise they are deleted.
        scroll: bool,
    },
    /// `count` rows leave above `bottom`, as many blank ones come up at `top`.
    Down {
        /// The first row that moves.
        top: usize,
        /// The row below the last one that moves.
        bottom: usize,
        /// How many rows leave.
        count: usize,
    },
    /// All rows are blank ones.
    All,
    /// The alternate screen is shown, blank.
    Alternate,
    /// The main screen is shown again.
    Main,
    /// The terminal is reset: the main screen, blank.
    Reset,
}

/// What a token does to the rows. Row numbers are those after the shift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// How rows move.
    pub shift: Shift,
    /// Rows whose cells change.
    pub touched: Range<usize>,
    /// Rows that are erased as a whole.
    pub erased: Range<usize>,
}

impl Effect {
    fn shift(shift: Shift) -> Effect {
        Effect {
            shift,
            touched: 0..0,
            erased: 0..0,
        }
    }

    fn none() -> Effect {
        Effect::shift(Shift::None)
    }
}

impl<R: Row> Screen<R> {
    /// What the token will do. Text must come as pieces of [`piece`](Self::piece).
    pub fn effect(&self, kind: &Kind, bytes: &[u8]) -> Effect {
        match kind {
            Kind::Text => self.text(bytes),
            Kind::Control(b'\n' | 0x0b | 0x0c) => Effect::shift(self.line_feeds(1)),
            Kind::Control(_) | Kind::String(_) => Effect::none(),
            Kind::Escape(0, b'D' | b'E') => Effect::shift(self.line_feeds(1)),
            Kind::Escape(0, b'M') => Effect::shift(self.reverse_index()),
            Kind::Escape(0, b'c') => Effect::shift(Shift::Reset),
            Kind::Escape(b'#', b'8') => Effect {
                touched: 0..self.height(),
                ..Effect::none()
            },
            Kind::Escape(..) => Effect::none(),
            Kind::Csi(csi) if csi.controls => self.with_controls(bytes),
            Kind::Csi(csi) => self.csi(*csi, bytes),
            Kind::C1(_) | Kind::Broken => self.with_controls(bytes),
        }
    }

    /// How many bytes of `text` can be fed as one piece: up to the character that would wrap, and if the first one wraps, up
    /// to the next that does.
    pub fn piece(&self, text: &[u8]) -> usize {
        if !self.wraps() {
            return text.len();
        }
        let cursor = self.cursor();
        let cols = self.cols();
        let mut room = if cursor.pending { 0 } else { cols - cursor.x };
        let mut at = 0;
        while at < text.len() {
            let (width, len) = width::of(&text[at..]);
            if width > room && at > 0 {
                return at;
            }
            if width > room {
                room = cols;
            }
            room = room.saturating_sub(width);
            at += len;
        }
        text.len()
    }

    /// Whether the first character of `text` goes to the next row.
    pub fn wraps_first(&self, text: &[u8]) -> bool {
        let cursor = self.cursor();
        let (width, _) = width::of(text);
        self.wraps() && width > 0 && (cursor.pending || cursor.x + width > self.cols())
    }

    /// How rows move when the cursor goes down `count` lines, scrolling at the bottom margin.
    pub fn line_feeds(&self, count: usize) -> Shift {
        let y = self.cursor().y;
        let margins = self.margins();
        if y >= margins.end || count == 0 || margins.is_empty() {
            return Shift::None;
        }
        let scrolled = count.saturating_sub(margins.end - 1 - y);
        self.scroll_up(scrolled)
    }

    fn scroll_up(&self, count: usize) -> Shift {
        let Range { start, end } = self.margins();
        match count.min(end - start) {
            0 => Shift::None,
            count => Shift::Up {
                top: start,
                bottom: end,
                count,
                scroll: true,
            },
        }
    }

    fn text(&self, piece: &[u8]) -> Effect {
        let y = self.cursor().y;
        if !self.wraps_first(piece) {
            return Effect {
                touched: y..y + 1,
                ..Effect::none()
            };
        }
        let shift = self.line_feeds(1);
        // The row that is left changes too: a wide character that does not fit leaves a blank, and it soft-wraps now.
        let touched = match shift {
            Shift::None => y..(y + 2).min(self.height()),
            _ => y.saturating_sub(1)..y + 1,
        };
        Effect {
            shift,
            touched,
            erased: 0..0,
        }
    }

    fn reverse_index(&self) -> Shift {
        let Range { start, end } = self.margins();
        if self.cursor().y == start && start < end {
            Shift::Down {
                top: start,
                bottom: end,
                count: 1,
            }
        } else {
            Shift::None
        }
    }

    /// Sequences with controls inside, and what is no sequence: the line feeds in it count.
    fn with_controls(&self, bytes: &[u8]) -> Effect {
        let y = self.cursor().y;
        let feeds = bytes
            .iter()
            .filter(|b| matches!(b, b'\n' | 0x0b | 0x0c))
            .count();
        Effect {
            shift: self.line_feeds(feeds),
            touched: y..self.height().min(y + 1 + feeds),
            erased: 0..0,
        }
    }

    fn csi(&self, csi: Csi, bytes: &[u8]) -> Effect {
        let params = csi.params(bytes);
        let count = usize::from(Params::count(params));
        let y = self.cursor().y;
        let row = y..y + 1;
        let margins = self.margins();
        if csi.malformed || csi.intermediate != 0 {
            return Effect::none();
        }
        match (csi.prefix, csi.action) {
            (0, b'S') => Effect::shift(self.scroll_up(count)),
            (0, b'T') => Effect::shift(self.down(margins.start, count)),
            (0, b'L') if margins.contains(&y) => Effect::shift(self.down(y, count)),
            (0, b'M') if margins.contains(&y) => {
                let count = count.min(margins.end - y);
                Effect::shift(Shift::Up {
                    top: y,
                    bottom: margins.end,
                    count,
                    scroll: false,
                })
            }
            (0 | b'?', b'J') => self.erase_display(params),
            (0 | b'?', b'K') => {
                let mode = Params::new(params).next().and_then(|(v, _)| v).unwrap_or(0);
                let whole = mode == 2 || mode == 0 && self.cursor().x == 0;
                Effect {
                    touched: row.clone(),
                    erased: if whole { row } else { 0..0 },
                    shift: Shift::None,
                }
            }
            (0, b'X' | b'@' | b'P') => Effect {
                touched: row,
                ..Effect::none()
            },
            (0, b'b') => self.repeat(count),
            (b'?', b'h' | b'l') => self.private_mode(params, csi.action == b'h'),
            _ => Effect::none(),
        }
    }

    fn down(&self, top: usize, count: usize) -> Shift {
        let Range { start, end } = self.margins();
        match count.min(end.saturating_sub(top)).min(end - start) {
            0 => Shift::None,
            count => Shift::Down {
                top,
                bottom: end,
                count,
            },
        }
    }

    fn erase_display(&self, params: &[u8]) -> Effect {
        let (y, height) = (self.cursor().y, self.height());
        match Params::new(params).next().and_then(|(v, _)| v).unwrap_or(0) {
            0 => {
                let from = if self.cursor().x == 0 { y } else { y + 1 };
                Effect {
                    touched: y..height,
                    erased: from..height,
                    shift: Shift::None,
                }
            }
            1 => Effect {
                touched: 0..y + 1,
                erased: 0..y,
                shift: Shift::None,
            },
            2 => Effect::shift(Shift::All),
            _ => Effect::none(),
        }
    }

    /// REP: the last character again, `count` times; it may wrap more than once.
    fn repeat(&self, count: usize) -> Effect {
        let cursor = self.cursor();
        let past = cursor.x + usize::from(cursor.pending) + count.saturating_sub(1);
        let wraps = if self.wraps() { past / self.cols() } else { 0 };
        let shift = self.line_feeds(wraps);
        let top = match shift {
            Shift::Up { count, .. } => cursor.y.saturating_sub(count),
            _ => cursor.y,
        };
        Effect {
            shift,
            touched: top..self.height().min(cursor.y + wraps + 1),
            erased: 0..0,
        }
    }

    fn private_mode(&self, params: &[u8], on: bool) -> Effect {
        for (value, _) in Params::new(params) {
            match value {
                Some(47 | 1047 | 1049) if on && !self.alternate() => {
                    return Effect::shift(Shift::Alternate);
                }
                Some(47 | 1047 | 1049) if !on && self.alternate() => {
                    return Effect::shift(Shift::Main);
                }
                Some(3) => return Effect::shift(Shift::All),
                _ => (),
            }
        }
        Effect::none()
    }

    /// The margins after a token, where it sets them (DECSTBM, and what resets them).
    pub fn margins_after(&self, kind: &Kind, bytes: &[u8]) -> Option<Range<usize>> {
        let height = self.height();
        match kind {
            Kind::Csi(csi) if csi.is(b'r') => {
                let mut params =
                    Params::new(csi.params(bytes)).map(|(v, _)| usize::from(v.unwrap_or(0)));
                let top = params.next().unwrap_or(0).max(1);
                let bottom = match params.next().unwrap_or(0) {
                    0 => height,
                    bottom => bottom,
                };
                (top < bottom).then(|| (top - 1).min(height)..bottom.min(height))
            }
            Kind::Escape(0, b'c') => Some(0..height),
            Kind::Csi(csi) if csi.prefix == b'?' && matches!(csi.action, b'h' | b'l') => {
                Params::new(csi.params(bytes))
                    .any(|(v, _)| v == Some(3))
                    .then_some(0..height)
            }
            _ => None,
        }
    }
}
