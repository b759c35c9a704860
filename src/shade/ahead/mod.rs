//! What the rows will be: the screen as the child draws it, a burst ahead of what is written, with each row judged.

mod change;
mod judge;
mod line;
mod mark;
mod past;
mod resize;
mod rest;
mod scroll;
mod watch;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::labelled::LabelledRow;
use super::memory::Memory;
use crate::matcher::{Profile, RowText, Surface};
use crate::region::{Hidden, Mark, State};
use alacritty_terminal::grid::Dimensions;

use crate::screen::{Base, Screen, Shift, Size};
use crate::stream::{Csi, Kind};
pub(super) use line::Labels;
use line::Line;
use mark::explicit_mark;
use past::Past;

/// How many states of rows that left at a margin are kept, to be brought back when the child scrolls down again.
const MAX_LEFT: usize = 1024;

/// The screen ahead of what is written.
pub(super) struct Ahead {
    screen: Screen<Line>,
    profile: Arc<Profile>,
    extend_across_tool_calls: bool,
    hidden: Hidden,
    /// Rows are shaded at all; a session may switch that off and on.
    on: bool,
    /// What the rows that left at the top leave to the first one.
    carry: State,
    /// Entry states of rows that left at a margin, by its row.
    left: HashMap<usize, Vec<State>>,
    memory: Memory,
    /// What rows said that left the main screen.
    past: Past,
    /// The main screen is being drawn again from its first row on: that may be any row of the transcript.
    from_top: bool,
    labels: Labels,
    /// Whether the child has ever moved the cursor otherwise than by writing.
    moved: bool,
    /// Whether the child has set tab stops.
    tabs: bool,
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
    pub(super) fn new(
        size: Size,
        profile: Arc<Profile>,
        extend_across_tool_calls: bool,
        hidden: Hidden,
    ) -> Self {
        Ahead {
            screen: Screen::new(size),
            profile,
            extend_across_tool_calls,
            hidden,
            on: true,
            carry: State::default(),
            left: HashMap::new(),
            memory: Memory::default(),
            past: Past::default(),
            from_top: false,
            labels: Labels::default(),
            moved: false,
            tabs: false,
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

    /// See [`Screen::line_feeds_return`].
    pub(super) fn line_feeds_return(&mut self) {
        self.screen.line_feeds_return();
    }

    /// Whether rows of the screen that is shown are shaded at all.
    pub(super) fn shades(&self) -> bool {
        self.on && (!self.screen.alternate() || self.profile.alternate_screen())
    }

    /// The agent's rules.
    pub(super) fn profile(&self) -> &Profile {
        &self.profile
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

    /// Shows a token.
    pub(super) fn take(&mut self, kind: &Kind, bytes: &[u8], osc: Option<&[u8]>) {
        if !self.moved && moves(kind) {
            self.moved = true;
            self.note(0..self.screen.height()); // blank rows are decided otherwise from now on
        }
        self.tabs |= sets_tabs(kind);
        if let Some(mark) = osc.and_then(explicit_mark) {
            self.mark(mark);
        }
        self.from_top |= goes_home(kind, bytes) && !self.screen.alternate();
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

    /// These rows may be judged otherwise than before.
    fn note(&mut self, rows: Range<usize>) {
        let rows = rows.start..rows.end.min(self.screen.height());
        self.changed = match (self.changed.is_empty(), rows.is_empty()) {
            (_, true) => return,
            (true, false) => rows,
            (false, false) => self.changed.start.min(rows.start)..self.changed.end.max(rows.end),
        };
    }
}

/// What of the screen belongs to no row.
fn surface<'a>(screen: &'a Screen<Line>, profile: &Profile) -> Surface<'a> {
    Surface {
        bases: screen.bases(),
        scroll_bar: profile.scroll_bar() && screen.alternate(),
    }
}

/// Whether the token puts the cursor into the first cell.
fn goes_home(kind: &Kind, bytes: &[u8]) -> bool {
    matches!(kind, Kind::Csi(csi) if csi.is(b'H') && matches!(csi.params(bytes), b"" | b"1;1"))
}

/// Whether the token sets or clears tab stops (HTS, TBC).
fn sets_tabs(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Csi(Csi { action: b'g', .. }) | Kind::Escape(0, b'H')
    )
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
