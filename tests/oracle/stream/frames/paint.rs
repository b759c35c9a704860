//! Frames into bytes, in each library's way.

use shade_pty::Size;

use super::{Choices, Frame, Glyph, Line, Style};

/// Cells that are drawn anew, with their column; `None` erases the rest.
type Change<'a> = (usize, Option<&'a [Glyph]>);

pub(super) struct Painter {
    style: Style,
    size: Size,
    /// What the last frame left in the block (or, for cell diffs, on all rows).
    old: Vec<Line>,
    /// Where a cell diff left the cursor.
    x: usize,
    y: usize,
    /// The first row of a block between margins.
    top: usize,
}

impl Painter {
    pub(super) fn new(style: Style, size: Size) -> Self {
        Painter {
            style,
            size,
            old: Vec::new(),
            x: 0,
            y: 0,
            top: 0,
        }
    }

    pub(super) fn frame(&mut self, frame: &Frame, choices: Choices) -> Vec<u8> {
        let (body, synchronized) = match self.style {
            Style::Ink => (self.ink(frame), choices.synchronized),
            Style::Rich => (self.rich(frame), choices.synchronized),
            Style::CellDiff => (self.cell_diff(frame, choices), true),
            Style::Margins => (self.margins(frame, choices), choices.synchronized),
        };
        if synchronized {
            format!("\x1b[?2026h{body}\x1b[?2026l").into_bytes()
        } else {
            body.into_bytes()
        }
    }

    fn ink(&mut self, frame: &Frame) -> String {
        let up = "\x1b[2K\x1b[1A".repeat(self.old.len());
        let erase = if self.old.is_empty() {
            String::new()
        } else {
            format!("{up}\x1b[2K\x1b[G")
        };
        self.old.clone_from(&frame.block);
        let rows = frame.fixed.iter().chain(&frame.block);
        erase + &rows.map(|row| styled(row) + "\r\n").collect::<String>()
    }

    fn rich(&mut self, frame: &Frame) -> String {
        let erase = match self.old.len() {
            0 => String::new(),
            rows => format!("\r\x1b[2K{}", "\x1b[1A\x1b[2K".repeat(rows - 1)),
        };
        self.old.clone_from(&frame.block);
        let rows: Vec<String> = frame
            .fixed
            .iter()
            .chain(&frame.block)
            .map(|row| styled(row))
            .collect();
        erase + &rows.join("\r\n")
    }

    /// Rows that leave the screen with this frame are changed before it grows.
    fn cell_diff(&mut self, frame: &Frame, choices: Choices) -> String {
        let mut new = frame.all.clone();
        new.resize(new.len().max(self.old.len()), Line::new());
        let leaving = new
            .len()
            .saturating_sub(self.size.rows.into())
            .min(self.old.len());
        let before: String = (0..leaving)
            .map(|y| self.diff_row(y, &new, choices))
            .collect();
        let growth = self.grow(new.len());
        let after: String = (leaving..new.len())
            .map(|y| self.diff_row(y, &new, choices))
            .collect();
        self.old = new;
        before + &growth + &after
    }

    fn grow(&mut self, rows: usize) -> String {
        let have = self.old.len().max(1);
        if rows <= self.old.len() {
            return String::new();
        }
        let down = have - 1 - self.y;
        (self.x, self.y) = (0, rows - 1);
        let down = if down > 0 {
            format!("\x1b[{down}B")
        } else {
            String::new()
        };
        format!("{down}\r{}", "\r\n".repeat(rows - have))
    }

    fn diff_row(&mut self, y: usize, new: &[Line], choices: Choices) -> String {
        let none = Line::new();
        let mut out = String::new();
        for (x, run) in changes(self.old.get(y).unwrap_or(&none), &new[y]) {
            out += &self.go_to(x, y, choices);
            out += &run.map_or_else(|| "\x1b[K".to_owned(), styled);
            self.x = x + run.map_or(0, <[_]>::len);
        }
        out
    }

    fn go_to(&mut self, x: usize, y: usize, choices: Choices) -> String {
        let rows = match y.cmp(&self.y) {
            std::cmp::Ordering::Less => format!("\x1b[{}A", self.y - y),
            std::cmp::Ordering::Equal => String::new(),
            std::cmp::Ordering::Greater => format!("\x1b[{}B", y - self.y),
        };
        self.y = y;
        let columns = match x {
            _ if x == self.x && x < usize::from(self.size.cols) => String::new(),
            _ if choices.by_column => format!("\x1b[{}G", x + 1),
            0 => "\r".to_owned(),
            _ => format!("\r\x1b[{x}C"),
        };
        rows + &columns
    }

    fn margins(&mut self, frame: &Frame, choices: Choices) -> String {
        let height = usize::from(self.size.rows) - 2;
        let mut out = self.first_rows(height);
        out += &self.insert_above(&frame.fixed, height);
        let mut new = frame.block.clone();
        let pad = vec![Line::new(); height - new.len()];
        if choices.at_bottom {
            new.splice(0..0, pad);
        } else {
            new.extend(pad);
        }
        for (y, (old, new)) in self.old.iter().zip(&new).enumerate() {
            for (x, run) in changes(old, new) {
                let text = run.map_or_else(|| "\x1b[K".to_owned(), styled);
                out += &format!("\x1b[{};{}H{text}", self.top + y + 1, x + 1);
            }
        }
        self.old = new;
        out + &format!("\x1b[{};1H", self.top + height)
    }

    /// Two rows of a program that ran before.
    fn first_rows(&mut self, height: usize) -> String {
        if !self.old.is_empty() {
            return String::new();
        }
        self.old = vec![Line::new(); height];
        self.top = 2;
        "OUT0 start\r\n".repeat(2)
    }

    /// Moves the block down by RI while there is room, then scrolls the rows above it.
    fn insert_above(&mut self, fixed: &[Line], height: usize) -> String {
        if fixed.is_empty() {
            return String::new();
        }
        let rows = usize::from(self.size.rows);
        let last = self.top;
        let down = fixed.len().min(rows - height - self.top);
        let mut out = String::new();
        if down > 0 {
            out += &format!(
                "\x1b[{};{rows}r\x1b[{};1H{}\x1b[r",
                self.top + 1,
                self.top + 1,
                "\x1bM".repeat(down)
            );
            self.top += down;
        }
        out += &format!("\x1b[1;{}r\x1b[{last};1H", self.top);
        fixed
            .iter()
            .for_each(|row| out += &format!("\r\n\x1b[K{}", styled(row)));
        out + "\x1b[r"
    }
}

/// Characters with an SGR reset and set at each change of style.
fn styled(row: &[Glyph]) -> String {
    let mut out = String::new();
    let mut now = "";
    for (c, sgr) in row {
        if *sgr != now {
            out += &if sgr.is_empty() {
                "\x1b[0m".to_owned()
            } else {
                format!("\x1b[0;{sgr}m")
            };
            now = sgr;
        }
        out.push(*c);
    }
    out + if now.is_empty() { "" } else { "\x1b[0m" }
}

/// Where two rows differ; a blank over a blank is no difference.
fn changes<'a>(old: &[Glyph], new: &'a [Glyph]) -> Vec<Change<'a>> {
    let cell = |row: &[Glyph], x: usize| row.get(x).copied().unwrap_or((' ', ""));
    let differs = |x: usize| cell(old, x) != cell(new, x);
    let mut runs = Vec::new();
    let mut x = 0;
    while x < new.len() {
        let len = (x..new.len()).take_while(|x| differs(*x)).count();
        if len > 0 {
            runs.push((x, Some(&new[x..x + len])));
        }
        x += len.max(1);
    }
    if (new.len()..old.len()).any(differs) {
        runs.push((new.len(), None));
    }
    runs
}
