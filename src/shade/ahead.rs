//! What the rows will be: the screen as the child draws it, a burst ahead of what is written, with each row judged.

mod change;
mod watch;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;
use std::sync::Arc;

use super::labelled::LabelledRow;
use super::memory::{Memory, Recalled};
use crate::matcher::{Kind as RowKind, On, Profile, RowText, Surface};
use crate::region::{Judge, Mark, State, Verdict};
use alacritty_terminal::grid::Dimensions;

use crate::screen::{Base, BaseExtent, Effect, Row, Screen, Shift, Size, ground};
use crate::stream::{Csi, Kind};

/// How many states of rows that left at a margin are kept, to be brought back when the child scrolls down again.
const MAX_LEFT: usize = 1024;

/// Row identities are counters: they need no hashing.
#[derive(Default)]
pub(super) struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(*byte));
        }
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// Row identity to: is it shaded?
pub(super) type Labels = HashMap<u64, bool, BuildHasherDefault<Identity>>;

/// What is kept beside each row.
#[derive(Debug)]
pub(super) struct Line {
    id: u64,
    /// Its cells changed since it was judged.
    dirty: bool,
    /// It was judged as the continuation of the row above.
    continues: bool,
    /// The state it was judged under, where that is not the exit of the row above: rows were lost between the two.
    anchor: Option<State>,
    /// The state it was judged under before blank rows came in above it: it holds until they are written.
    bridge: Option<State>,
    entry: State,
    exit: State,
    verdict: Verdict,
    /// The verdict with blanks resolved.
    shaded: bool,
    mark: Mark,
    /// The mark came from the library's caller: the child's erasing does not take it off.
    pinned: bool,
    /// Something, if only spaces, was written in it since it came up.
    inked: bool,
    /// A glyph has stood in it since it came up.
    written: bool,
}

impl Row for Line {
    fn new(id: u64) -> Self {
        Line {
            id,
            dirty: true,
            continues: false,
            anchor: None,
            bridge: None,
            entry: State::default(),
            exit: State::default(),
            verdict: Verdict::default(),
            shaded: false,
            mark: Mark::default(),
            pinned: false,
            inked: false,
            written: false,
        }
    }
}

/// The screen ahead of what is written.
pub(super) struct Ahead {
    screen: Screen<Line>,
    profile: Arc<Profile>,
    extend_across_tool_calls: bool,
    /// Rows are shaded at all; a session may switch that off and on.
    on: bool,
    /// What the rows that left at the top leave to the first one.
    carry: State,
    /// Entry states of rows that left at a margin, by its row.
    left: HashMap<usize, Vec<State>>,
    memory: Memory,
    labels: Labels,
    /// Whether the child has ever moved the cursor otherwise than by writing.
    moved: bool,
    /// Rows that may be judged otherwise than before.
    changed: Range<usize>,
    /// The cursor's row when rows were last judged.
    cursor_row: usize,
    /// Regions begun and ended by the library's caller on the alternate screen: they count on the main one too.
    queued: Vec<bool>,
    row: RowText,
    /// The first row of the alternate screen inherits what is remembered of it for sure.
    recalled: bool,
    /// What the last row of the transcript on the alternate screen left: rows never seen before are those that follow.
    tail: State,
    /// Rows drawn since the base background was last looked for.
    redrawn: usize,
    /// Rows that have left at the top since they were last taken, if somebody wants them.
    left_rows: Option<Vec<LabelledRow>>,
}

impl Ahead {
    pub(super) fn new(size: Size, profile: Arc<Profile>, extend_across_tool_calls: bool) -> Self {
        Ahead {
            screen: Screen::new(size),
            profile,
            extend_across_tool_calls,
            on: true,
            carry: State::default(),
            left: HashMap::new(),
            memory: Memory::default(),
            labels: Labels::default(),
            moved: false,
            changed: 0..size.screen_lines(),
            cursor_row: 0,
            queued: Vec::new(),
            row: RowText::default(),
            recalled: false,
            tail: State::default(),
            redrawn: 0,
            left_rows: None,
        }
    }

    /// Whether rows of the screen that is shown are shaded at all.
    pub(super) fn shades(&self) -> bool {
        self.on && (!self.screen.alternate() || self.profile.alternate_screen())
    }

    /// The cursor's column, from 0.
    pub(super) fn cursor_column(&self) -> usize {
        self.screen.cursor().x
    }

    /// Whether the child has moved the cursor, so that we may.
    pub(super) fn moved(&self) -> bool {
        self.moved
    }

    /// The labels of all rows seen in this burst.
    pub(super) fn labels(&self) -> &Labels {
        &self.labels
    }

    /// If nothing is shaded, and plain rows would leave everything as it is: what the cursor's row holds before the cursor.
    pub(super) fn quiet_row(&mut self) -> Option<&str> {
        let cursor = self.screen.cursor();
        let rows = self.screen.rows();
        let still = |l: &Line| {
            let moved = l.bridge.is_some() || l.anchor.is_some();
            !l.shaded && !moved && !l.pinned && l.mark == Mark::default()
        };
        let quiet = !self.screen.alternate()
            && self.changed.is_empty()
            && self.queued.is_empty()
            && rows[cursor.y].exit.is_quiet()
            && rows.iter().all(still)
            && (cursor.y + 1..self.screen.height()).all(|y| self.screen.is_blank(y));
        if !quiet || rows[cursor.y].continues {
            return None;
        }
        self.row.text.clear();
        if cursor.x > 0 {
            let surface = surface(&self.screen, &self.profile);
            // What stands behind the cursor may be written over.
            self.row
                .read(&self.screen.cells(cursor.y)[..cursor.x], false, surface);
            if self.row.is_blank() {
                return None;
            }
        }
        Some(&self.row.text)
    }

    /// Whole screens of plain rows have scrolled by: the cursor is at the start of a blank last row.
    pub(super) fn restart(&mut self) {
        let quiet = self.screen.rows()[self.screen.cursor().y].exit;
        self.screen.restart();
        self.left.insert(0, vec![quiet; MAX_LEFT]);
        self.carry = quiet;
        for line in self.screen.rows_mut() {
            (line.dirty, line.written, line.inked) = (false, false, false);
            (line.entry, line.exit) = (quiet, quiet);
        }
        self.changed = 0..0;
    }

    /// Shows a token.
    pub(super) fn take(&mut self, kind: &Kind, bytes: &[u8], osc: Option<&[u8]>) {
        if !self.moved && moves(kind) {
            self.moved = true;
            self.note(0..self.screen.height()); // blank rows are decided otherwise from now on
        }
        if let Some(mark) = osc.and_then(explicit_mark) {
            self.mark(mark);
        }
        if *kind != Kind::Text {
            return self.step(kind, bytes, osc);
        }
        let mut rest = bytes;
        while !rest.is_empty() {
            let (piece, more) = rest.split_at(self.screen.piece(rest).max(1));
            self.step(kind, piece, None);
            rest = more;
        }
    }

    fn step(&mut self, kind: &Kind, bytes: &[u8], osc: Option<&[u8]>) {
        let effect = self.screen.effect(kind, bytes);
        if effect.shift == Shift::None {
            self.screen.take(kind, bytes, osc, &effect);
        } else {
            self.scroll(kind, bytes, osc, &effect);
        }
        self.redrawn += effect.touched.len();
        for line in &mut self.screen.rows_mut()[effect.touched.clone()] {
            line.dirty = true;
            line.inked |= *kind == Kind::Text;
        }
        // The row below may continue one that was touched.
        self.note(effect.touched.start..effect.touched.end + 1);
        for line in &mut self.screen.rows_mut()[effect.erased] {
            if !line.pinned {
                line.mark = Mark::default();
            }
        }
    }

    /// A token that moves rows: those that leave are judged for the last time.
    fn scroll(&mut self, kind: &Kind, bytes: &[u8], osc: Option<&[u8]>, effect: &Effect) {
        self.judge();
        match effect.shift {
            Shift::Up {
                top,
                count,
                scroll: true,
                ..
            } => self.leave(top, count),
            Shift::All | Shift::Reset | Shift::Alternate => {
                self.publish();
                if !self.screen.alternate() && effect.shift != Shift::Alternate {
                    self.carry = State::default();
                }
                self.left.clear();
            }
            Shift::Main => self.publish(),
            _ => (),
        }
        let below = match effect.shift {
            Shift::Up {
                top,
                count,
                scroll: true,
                ..
            } => Some((top, self.left_to(top + count))),
            _ => None,
        };
        let main = !self.screen.alternate();
        self.screen.take(kind, bytes, osc, effect);
        match (&effect.shift, below) {
            (_, Some((0, exit))) if main => self.carry = exit,
            (_, Some((top, exit))) => self.screen.rows_mut()[top].anchor = Some(exit),
            (Shift::Down { top, count, .. }, _) if *top == self.screen.margins().start => {
                self.come_back(*top, *count)
            }
            _ => (),
        }
        match effect.shift {
            Shift::Up {
                top, bottom, count, ..
            } => {
                self.cursor_row = self.cursor_row.saturating_sub(count);
                self.note(top..top + 1);
                self.note(bottom - count..bottom);
            }
            _ => self.note(0..self.screen.height()),
        }
        if effect.shift == Shift::Main {
            for start in std::mem::take(&mut self.queued) {
                self.pin(start);
            }
        }
    }

    /// What the rows above row `y` leave to it.
    fn left_to(&self, y: usize) -> State {
        let rows = self.screen.rows();
        let above = &rows[y - 1];
        let bridge = rows.get(y).and_then(|line| line.bridge);
        bridge
            .filter(|_| above.verdict.kind.is_none())
            .unwrap_or(above.exit)
    }

    /// `count` rows leave at `top`.
    fn leave(&mut self, top: usize, count: usize) {
        if top == 0 {
            self.keep_leaving(count);
        }
        let stack = self.left.entry(top).or_default();
        for line in &self.screen.rows()[top..top + count] {
            self.labels.insert(line.id, line.shaded);
            stack.push(line.entry);
        }
        if stack.len() > 2 * MAX_LEFT {
            stack.drain(..MAX_LEFT);
        }
    }

    /// The child scrolls down: the state that stood above the rows that left comes back.
    fn come_back(&mut self, top: usize, count: usize) {
        let Some(stack) = self.left.get_mut(&top) else {
            return;
        };
        let Some(state) = stack
            .len()
            .checked_sub(count)
            .map(|n| stack[n])
            .or_else(|| stack.first().copied())
        else {
            return;
        };
        stack.truncate(stack.len().saturating_sub(count));
        if let Some(line) = self.screen.rows_mut().get_mut(top + count) {
            line.bridge = Some(line.entry);
            line.anchor = None;
        }
        if top == 0 && !self.screen.alternate() {
            self.carry = state;
        } else {
            self.screen.rows_mut()[top].anchor = Some(state);
        }
    }

    /// The terminal has another size: all rows are judged anew.
    pub(super) fn resize(&mut self, size: Size) {
        self.judge();
        // A lower screen keeps the cursor's row; as many leave at the top as that takes.
        let cursor_row = self.screen.cursor().y;
        self.keep_leaving((cursor_row + 1).saturating_sub(size.screen_lines()));
        self.screen.resize(size);
        self.left.clear();
        self.changed = 0..size.screen_lines();
    }

    /// The library's caller begins or ends a region at the cursor's row.
    pub(super) fn pin(&mut self, start: bool) {
        self.mark(start);
        let y = self.screen.cursor().y;
        self.screen.rows_mut()[y].pinned = true;
        if self.screen.alternate() {
            self.queued.push(start);
        }
    }

    /// An explicit marker at the cursor's row.
    fn mark(&mut self, start: bool) {
        let cursor = self.screen.cursor();
        let line = &mut self.screen.rows_mut()[cursor.y];
        match start {
            true => line.mark.start = true,
            false if cursor.x == 0 && line.mark.start => line.mark = Mark::default(),
            false if cursor.x == 0 => line.mark.end_above = true,
            false => line.mark.end_below = true,
        }
        line.dirty = true;
        self.note(cursor.y..cursor.y + 1);
    }

    /// Judges what changed and brings the labels up to date: a burst, or a frame, is over.
    pub(super) fn settle(&mut self) {
        self.find_base();
        self.judge();
        self.publish();
        if self.screen.alternate() && self.profile.alternate_screen() {
            self.learn();
        }
    }

    /// Backgrounds that count as the default one.
    pub(super) fn bases(&self) -> &[Base] {
        self.screen.bases()
    }

    /// An agent that paints every cell: the background of most cells is its base. Looked for whenever as many rows were drawn
    /// as the screen has.
    fn find_base(&mut self) {
        let due = self.redrawn >= self.screen.height();
        if !due || !self.profile.base() || !self.screen.alternate() {
            return;
        }
        self.redrawn = 0;
        if let Some(color) = self.screen.majority_background() {
            let extent = BaseExtent::Page;
            self.screen.add_base(Base { color, extent });
            for line in self.screen.rows_mut() {
                line.dirty = true;
            }
            self.note(0..self.screen.height());
        }
    }

    fn publish(&mut self) {
        if self.labels.len() > 8 * (self.screen.height() + MAX_LEFT) {
            self.labels.clear();
            for line in self.screen.other_rows_mut() {
                self.labels.insert(line.id, line.shaded);
            }
        }
        for line in self.screen.rows() {
            self.labels.insert(line.id, line.shaded);
        }
    }

    /// These rows may be judged otherwise than before.
    fn note(&mut self, rows: Range<usize>) {
        let rows = rows.start..rows.end.min(self.screen.height());
        self.changed = match (self.changed.is_empty(), rows.is_empty()) {
            (_, true) => return,
            (true, false) => rows,
            (false, false) => self.changed.start.min(rows.start)..self.changed.end.max(rows.end),
        };
    }

    /// Judges the rows that changed, and those below until a state is as before.
    fn judge(&mut self) {
        let cursor_row = self.screen.cursor().y;
        let before = std::mem::replace(&mut self.cursor_row, cursor_row);
        if before != cursor_row {
            // Rows that the cursor has passed are decided otherwise than its own.
            self.note(before.min(cursor_row)..before.max(cursor_row) + 1);
        }
        if self.changed.is_empty() {
            return;
        }
        if self.screen.alternate() {
            self.note(0..self.screen.height());
        }
        let changed = std::mem::take(&mut self.changed);
        let end = self.judge_from(&changed);
        self.resolve(changed.start..end);
    }

    /// Judges rows from the start of `changed` on; returns the row below the last one that was judged anew.
    fn judge_from(&mut self, changed: &Range<usize>) -> usize {
        let judge = Judge {
            profile: &self.profile,
            screen: on(self.screen.alternate()),
            extend_across_tool_calls: self.extend_across_tool_calls,
        };
        let above = changed.start.checked_sub(1).map(|y| &self.screen.rows()[y]);
        let mut above_blank = above.is_some_and(|line| line.verdict.kind.is_none());
        let mut state = match above {
            Some(line) => line.exit,
            None if self.screen.alternate() => {
                let known = self.memory.ask(
                    &self.screen,
                    surface(&self.screen, &self.profile),
                    &mut self.row,
                );
                self.recalled = known.is_some_and(|r| r.sure);
                known.map_or(self.tail, |r| r.state)
            }
            None => self.carry,
        };
        let mut stuck = self.screen.alternate() && changed.start == 0;
        for y in changed.start..self.screen.height() {
            let continues = self.screen.continues(y);
            let line = &self.screen.rows()[y];
            let bridge = line.bridge.filter(|_| above_blank);
            state = line.anchor.or(bridge).unwrap_or(state);
            if stuck && y > 0 && line.anchor.is_none() {
                let surface = surface(&self.screen, &self.profile);
                self.row.read(self.screen.cells(y), continues, surface);
                let known = self.memory.recall(&self.row.text).filter(|r| r.sure);
                state = known.map_or(state, |r| r.state);
            }
            let line = &self.screen.rows()[y];
            let same = !line.dirty && line.entry == state && line.continues == continues;
            if same && y >= changed.end {
                return y;
            }
            if !same {
                let surface = surface(&self.screen, &self.profile);
                self.row.read(self.screen.cells(y), continues, surface);
                let (verdict, exit) = judge.step(state, &self.row, line.mark);
                let line = &mut self.screen.rows_mut()[y];
                (line.verdict, line.exit, line.entry) = (verdict, exit, state);
                (line.continues, line.dirty) = (continues, false);
                line.written |= verdict.kind.is_some();
                let rule = verdict
                    .rule
                    .and_then(|n| judge.profile.rules().get(usize::from(n)));
                if rule.is_some_and(|r| r.panel) {
                    find_panel(&mut self.screen, y);
                }
            }
            let line = &mut self.screen.rows_mut()[y];
            line.bridge = bridge;
            state = line.exit;
            above_blank = line.verdict.kind.is_none();
            stuck &= may_be_stuck(&line.verdict);
        }
        self.screen.height()
    }

    /// Settles the shade of rows: of blank ones by their neighbours, of one that is still being written by a guess.
    fn resolve(&mut self, judged: Range<usize>) {
        let shades = self.shades();
        let cursor = self.screen.cursor();
        let blank = |rows: &[Line], y: usize| rows[y].verdict.kind.is_none();
        let (mut from, mut to) = (judged.start, judged.end);
        let rows = self.screen.rows();
        while from > 0 && blank(rows, from - 1) {
            from -= 1;
        }
        while to < rows.len() && blank(rows, to) {
            to += 1;
        }
        let mut above = match from {
            0 => rows.first().is_some_and(|l| l.entry.above_shaded()),
            _ => rows[from - 1].shaded,
        };
        let mut gap = from..from;
        for y in from..(to + 1).min(rows.len()) {
            let line = &mut self.screen.rows_mut()[y];
            let verdict = line.verdict;
            if verdict.kind.is_none() {
                // A progress line keeps its shade while it is cleared; a fresh row has none before it is written.
                let passed = !self.moved && verdict.gap && y < cursor.y;
                let kept = line.written && verdict.shaded || line.inked && verdict.gap;
                line.shaded = shades && (passed || y == cursor.y && kept);
                gap.end = y + 1;
                continue;
            }
            let shaded =
                shades && (verdict.shaded || !self.moved && y == cursor.y && self.may_shade(y));
            if self.moved {
                let joined = above && shaded && verdict.kind != Some(RowKind::Chrome);
                for line in &mut self.screen.rows_mut()[gap] {
                    line.shaded = joined;
                }
            }
            self.screen.rows_mut()[y].shaded = shaded;
            above = shaded;
            gap = y + 1..y + 1;
        }
    }

    /// Whether the unfinished row at the cursor may become a shaded one.
    fn may_shade(&mut self, y: usize) -> bool {
        let line = &self.screen.rows()[y];
        let surface = surface(&self.screen, &self.profile);
        self.row.read(self.screen.cells(y), line.continues, surface);
        let judge = Judge {
            profile: &self.profile,
            screen: on(self.screen.alternate()),
            extend_across_tool_calls: self.extend_across_tool_calls,
        };
        judge.may_shade(&line.entry, &self.row)
    }

    /// Remembers what rows of the alternate screen inherit, below one that is sure of itself.
    fn learn(&mut self) {
        let judge = Judge {
            profile: &self.profile,
            screen: on(self.screen.alternate()),
            extend_across_tool_calls: self.extend_across_tool_calls,
        };
        let mut sure = false;
        let mut vouched = 0;
        for y in 0..self.screen.height() {
            let line = &self.screen.rows()[y];
            sure |= line.anchor.is_some();
            if line.verdict.kind.is_none() {
                continue;
            }
            let surface = surface(&self.screen, &self.profile);
            self.row.read(self.screen.cells(y), line.continues, surface);
            // Rows that leave take the row with them that was sure of itself. If more than one row remembers the same as it
            // inherits now, those below can be learnt too.
            let state = line.entry;
            let known = self.memory.recall(&self.row.text);
            vouched += usize::from(known.is_some_and(|r| r.sure && r.state == state));
            sure |= self.recalled && vouched >= 2;
            self.memory.learn(&self.row.text, Recalled { state, sure });
            sure = sure || line.verdict.rule.is_some() && judge.decides(&self.row);
        }
        let said = |line: &&Line| line.verdict.kind.is_some_and(RowKind::is_said);
        if let Some(last) = self.screen.rows().iter().rev().find(said) {
            self.tail = last.exit;
        }
    }
}

/// What of the screen belongs to no row.
fn surface<'a>(screen: &'a Screen<Line>, profile: &Profile) -> Surface<'a> {
    Surface {
        bases: screen.bases(),
        scroll_bar: profile.scroll_bar() && screen.alternate(),
    }
}

/// The background of a tool call's panel counts as the default one from now on.
fn find_panel(screen: &mut Screen<Line>, y: usize) {
    let glyph = screen.cells(y).iter().find(|c| c.c != ' ');
    if let Some(cell) = glyph.filter(|c| ground(c).is_none()) {
        let (color, extent) = (cell.bg, BaseExtent::Panel);
        screen.add_base(Base { color, extent });
    }
}

fn on(alternate: bool) -> On {
    if alternate { On::Alternate } else { On::Main }
}

/// Whether the row may be stuck to the top of the alternate screen (a prompt, a header), so that what stands below it need
/// not follow from it.
fn may_be_stuck(verdict: &Verdict) -> bool {
    match verdict.kind {
        None => true,
        Some(RowKind::User | RowKind::Chrome | RowKind::System) => verdict.rule.is_some(),
        Some(_) => false,
    }
}

/// Whether the token moves the cursor otherwise than by writing on: then the output may move it too.
fn moves(kind: &Kind) -> bool {
    match kind {
        Kind::Csi(Csi {
            prefix: 0,
            intermediate: 0,
            action,
            ..
        }) => b"ABCDEFGHIZ`adefjkrsu".contains(action),
        Kind::Escape(0, action) => b"M78c".contains(action),
        _ => false,
    }
}

/// `OSC 7737 ; shade ; 1 ; start|end ; KIND ; ID`: whether it starts or ends a region. At most 256 ASCII bytes.
fn explicit_mark(osc: &[u8]) -> Option<bool> {
    let text = std::str::from_utf8(osc)
        .ok()
        .filter(|t| t.is_ascii() && t.len() <= 256)?;
    let mut fields = text.split(';');
    let head = [fields.next(), fields.next(), fields.next()];
    if head != [Some("7737"), Some("shade"), Some("1")] {
        return None;
    }
    match fields.next() {
        Some("start") => Some(true),
        Some("end") => Some(false),
        _ => None,
    }
}
