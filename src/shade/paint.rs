//! Predict: the child's tokens go out, and the background with them where the rows will be shaded.

use super::ahead::Labels;
use super::look::{Plane, color_words};

use super::item::{Item, Line};
use super::sink::Sink;
use super::sure::Sure;
use super::{Background, Fill};
use alacritty_terminal::term::cell::Cell;

use crate::screen::{Base, Effect, Ground, Screen, Shift, Size, Tint, is_blank, is_shaded};
use crate::sgr::{Pen, Touch};
use crate::stream::{Csi, Kind, Params, StringPart, opens_link};

/// The screen as the terminal shows it, and the pen it has.
pub(super) struct Painter {
    pub(super) screen: Screen<Line>,
    pub(super) pen: Pen,
    /// Saved pens (DECSC), of the main and the alternate screen; `None` where nothing was saved.
    saved: [Option<Pen>; 2],
    /// A pen was restored that had never been saved: terminals differ in what it is then. No painting until the child says.
    pub(super) unknown_pen: bool,
    /// What the terminal's pen has of ours. If that is anything, the child's background is the default one.
    pub(super) tint: Tint,
    /// The child may be in a string that some terminals read: nothing of ours may end it.
    pub(super) mute: bool,
    /// Some terminals have taken the background off the pen, others not.
    pub(super) split: bool,
    /// `CSI … m` that sets B.
    pub(super) shade: Vec<u8>,
    /// `CSI … m` that sets G, if there is a gutter.
    pub(super) gutter: Option<Vec<u8>>,
    /// `CSI … m` that sets each base, in the child's words.
    pub(super) bases: Vec<Vec<u8>>,
    pub(super) fill: Fill,
    pub(super) sure: Sure,
    /// The row that the cursor wrapped into is to be erased once a whole grapheme stands on it.
    pub(super) due: bool,
    /// The child has a link open.
    pub(super) link: bool,
    /// REP may follow the token: a blank under G would be repeated with it.
    pub(super) before_repeat: bool,
    /// It may follow what is written next.
    pub(super) repeatable: bool,
    /// The character that was written last, if nothing has come since.
    pub(super) last: Option<char>,
    pub(super) scratch: Vec<u8>,
}

/// The sequence that selects a background.
fn select(background: &Background) -> Vec<u8> {
    [b"\x1b[", background.sgr().as_bytes(), b"m"].concat()
}

impl Painter {
    pub(super) fn new(size: Size, background: &Background, fill: Fill, from_home: bool) -> Self {
        Painter {
            screen: Screen::new(size),
            pen: Pen::default(),
            saved: [None, None],
            unknown_pen: false,
            tint: Tint::None,
            mute: false,
            split: false,
            shade: select(background),
            gutter: None,
            bases: Vec::new(),
            fill,
            sure: Sure::new(from_home),
            due: false,
            link: false,
            before_repeat: false,
            repeatable: false,
            last: None,
            scratch: Vec::new(),
        }
    }

    /// B is another colour from now on; B must be off.
    pub(super) fn set_background(&mut self, background: &Background) {
        self.shade = select(background);
    }

    /// The gutter has this colour from now on, or there is none; it must be off.
    pub(super) fn set_gutter(&mut self, gutter: Option<&Background>) {
        self.gutter = gutter.map(select);
    }

    pub(super) fn label(&self, y: usize, labels: &Labels) -> bool {
        self.screen
            .rows()
            .get(y)
            .is_some_and(|l| labels.get(&l.id).copied().unwrap_or(false))
    }

    /// Writes a token out.
    pub(super) fn token(&mut self, item: Item<'_>, labels: &Labels, sink: &mut Sink) {
        if item.sent > 0 || self.mute {
            return self.late(item, sink);
        }
        if let Kind::Text = item.kind {
            return self.text(item.bytes, labels, sink);
        }
        let follows_text = self.last.take().is_some();
        // Nothing may come between REP and the character, nor into a string.
        let joined = match item.kind {
            Kind::Csi(csi) => csi.is(b'b'),
            Kind::String(part) => !part.first,
            _ => false,
        };
        if !joined {
            self.settle_due(labels, sink);
        }
        let before = self.screen.cursor();
        let was = (self.sure.adrift(), self.sure.placed());
        match item.kind {
            Kind::Text => (),
            Kind::Csi(csi) if csi.is(b'b') && !follows_text => {
                // REP after a sequence of the child's: what it writes has the pen as it is.
                self.set_shade(self.label(before.y, labels), sink);
                self.pass(item, sink);
                // Some repeat the last character all the same, some nothing.
                self.sure.cut_loose();
            }
            Kind::Control(b'\n' | 0x0b | 0x0c) | Kind::Escape(0, b'D' | b'E') => {
                self.line_feed(item, labels, sink)
            }
            Kind::Control(b'\r') if matches!(self.fill, Fill::Columns(_)) => {
                self.pad(labels, sink);
                self.pass(item, sink);
            }
            Kind::Control(b'\r') => {
                self.fill_rest(labels, sink);
                self.pass(item, sink);
            }
            Kind::Control(b'\t') => {
                self.gutter_before_tab(labels, sink);
                self.pass(item, sink);
            }
            Kind::Control(_) => self.pass(item, sink),
            Kind::Escape(0, b'7') => self.save(item, sink),
            Kind::Escape(0, b'8') => self.restore(item, sink),
            Kind::Escape(..) | Kind::C1(_) | Kind::Broken => {
                self.off(sink);
                self.pass(item, sink);
                self.mute = matches!(item.kind, Kind::C1(0x90 | 0x98 | 0x9d..=0x9f));
            }
            Kind::String(part) => self.string(item, part, sink),
            Kind::Csi(csi) => self.csi(*csi, item, labels, sink),
        }
        self.sure.after(item, before, &self.screen);
        self.displace(was);
    }

    /// If rows were `placed` and are not any more, one may have scrolled in the terminal and not in the model.
    pub(super) fn displace(&mut self, (adrift, placed): (bool, bool)) {
        if self.sure.adrift() && !adrift || self.sure.take_elsewhere() {
            self.forget();
        }
        let cols = self.screen.cols();
        if self.sure.take_bent() {
            // Blank rows below are blank wherever they lie.
            let below = self.screen.cursor().y + 1;
            let blank = (below..self.screen.height()).all(|y| self.screen.is_blank(y));
            let end = if blank { below } else { self.screen.height() };
            for line in &mut self.screen.rows_mut()[..end] {
                line.unknown.set_all(true, cols);
                line.contested.set_all(true, cols);
            }
        }
        if placed && !self.sure.placed() {
            for line in self.screen.rows_mut() {
                line.contested.set_all(true, cols);
            }
        }
    }

    /// What stands in the rows is unknown from now on, until they are erased.
    fn forget(&mut self) {
        let cols = self.screen.cols();
        for line in self.screen.rows_mut() {
            line.unknown.set_all(true, cols);
        }
        for line in self.screen.other_rows_mut() {
            line.unknown.set_all(true, cols);
        }
    }

    /// The rest of a token whose first bytes went out before it was complete: nothing can be written before it.
    fn late(&mut self, item: Item<'_>, sink: &mut Sink) {
        self.mute &= !item.bytes.contains(&0x1b);
        if let Kind::Text = item.kind {
            return self.plain_text(item.bytes, item.sent, sink);
        }
        self.pass(item, sink);
        match item.kind {
            Kind::Csi(csi) if csi.is_sgr() => self.apply_sgr(*csi, item.bytes),
            _ => self.sure.lost(),
        }
    }

    fn csi(&mut self, csi: Csi, item: Item<'_>, labels: &Labels, sink: &mut Sink) {
        let plain = csi.prefix == 0 && csi.intermediate == 0 && !csi.malformed;
        if csi.controls {
            self.off(sink);
            self.pass(item, sink);
            self.apply_sgr(csi, item.bytes);
            return;
        }
        match csi.action {
            b'm' if plain => {
                self.pass(item, sink);
                self.apply_sgr(csi, item.bytes);
            }
            b'K' if plain || csi.prefix == b'?' => self.erase_in_row(item, labels, sink),
            b'X' if plain => self.erase_in_row(item, labels, sink),
            b'@' | b'P' if plain => {
                if csi.action == b'@' {
                    self.gutter_off(sink);
                }
                self.erase_in_row(item, labels, sink);
                self.moved_in_row(csi, item.bytes);
            }
            b'J' => self.erase_display(csi, item, labels, sink),
            b's' if plain => self.save(item, sink),
            b'u' if plain => self.restore(item, sink),
            b'L' | b'M' | b'S' | b'T' | b'p' => {
                self.off(sink);
                self.pass(item, sink);
                if csi.action == b'p' && csi.intermediate == b'!' {
                    // DECSTR: xterm resets the pen, most leave it.
                    self.unknown_pen |= !self.pen.default_background();
                }
            }
            b'h' | b'l' => self.mode(csi, item, sink),
            _ => self.pass(item, sink),
        }
    }

    fn apply_sgr(&mut self, csi: Csi, bytes: &[u8]) {
        if !csi.is_sgr() {
            return;
        }
        match self.pen.apply(csi.params(bytes)) {
            Touch::Nothing => (),
            Touch::Background => {
                (self.tint, self.split, self.unknown_pen) = (Tint::None, false, false);
                if let Some(Ground::Base(n)) = self.pen_ground() {
                    let words = &mut self.bases[usize::from(n)];
                    words.clear();
                    self.pen.background(words);
                }
            }
            Touch::Perhaps => self.split = self.on(),
        }
    }

    /// Modes: entering and leaving the alternate screen clears, saves and restores.
    fn mode(&mut self, csi: Csi, item: Item<'_>, sink: &mut Sink) {
        let modes = || Params::new(csi.params(item.bytes)).filter_map(|(v, _)| v);
        if csi.prefix != b'?' || !modes().any(|m| matches!(m, 3 | 47 | 1047 | 1048 | 1049)) {
            return self.pass(item, sink);
        }
        self.off(sink);
        let alternate = self.screen.alternate();
        self.pass(item, sink);
        let slot = usize::from(alternate);
        for mode in modes() {
            match (mode, csi.action == b'h') {
                (1048, true) => self.saved[slot] = Some(self.pen.clone()),
                (1048, false) => self.restore_pen(slot),
                (1049, true) if !alternate => self.saved[0] = Some(self.pen.clone()),
                (1049, false) if alternate => self.restore_pen(0),
                // Some restore the cursor on the main screen too.
                (1049, false) => self.sure.cut_loose(),
                _ => (),
            }
        }
    }

    fn save(&mut self, item: Item<'_>, sink: &mut Sink) {
        self.off(sink);
        self.pass(item, sink);
        self.saved[usize::from(self.screen.alternate())] = Some(self.pen.clone());
    }

    fn restore(&mut self, item: Item<'_>, sink: &mut Sink) {
        self.off(sink);
        self.pass(item, sink);
        self.restore_pen(usize::from(self.screen.alternate()));
    }

    fn restore_pen(&mut self, slot: usize) {
        let Some(saved) = &self.saved[slot] else {
            // All go home; kitty leaves the pen as it is.
            self.unknown_pen = !self.pen.default_background();
            return self.pen.reset();
        };
        self.pen = saved.clone();
        self.unknown_pen = false;
    }

    /// Whether what the child writes has the default background, so that it may have B.
    pub(super) fn paintable(&self) -> bool {
        self.pen_ground().is_some() && !self.unknown_pen
    }

    fn string(&mut self, item: Item<'_>, part: &StringPart, sink: &mut Sink) {
        if part.first && part.introducer == b'P' {
            self.off(sink); // DECRQSS asks for the pen
        }
        self.pass(item, sink);
        if let (true, Some(open)) = (part.last, item.osc.and_then(opens_link)) {
            self.link = open;
        }
    }

    /// The child's token goes out and is shown.
    pub(super) fn pass(&mut self, item: Item<'_>, sink: &mut Sink) {
        let effect = self.screen.effect(item.kind, item.bytes);
        self.show(item, &effect, sink);
    }

    pub(super) fn show(&mut self, item: Item<'_>, effect: &Effect, sink: &mut Sink) {
        sink.child(&item.bytes[item.sent..]);
        let (fresh, scrolled) = match effect.shift {
            Shift::Up { bottom, count, .. } => (bottom - count..bottom, true),
            Shift::Down { top, count, .. } => (top..top + count, false),
            _ => (0..0, false),
        };
        let moved = self.gutter.is_some() && self.moves_cells(item.kind);
        let wrapping = self.screen.cursor().y;
        let joined = moved && self.screen.soft_wraps(wrapping);
        self.screen.take(item.kind, item.bytes, item.osc, effect);
        if joined && let Some(line) = self.screen.rows_mut().get_mut(wrapping + 1) {
            line.joined = true;
        }
        let (adrift, placed) = (self.sure.adrift(), self.sure.placed());
        let (cols, on) = (self.screen.cols(), self.on());
        for line in &mut self.screen.rows_mut()[effect.erased.clone()] {
            (line.lossy, line.doubt) = (false, false);
            line.unknown.set_all(adrift, cols);
            line.contested.set_all(!placed, cols);
            line.veiled = 0;
            line.joined = false;
            line.marks = self.pen.marks();
            line.tinted = on;
        }
        // They came up where the model has the cursor.
        for line in &mut self.screen.rows_mut()[fresh] {
            line.doubt = scrolled && on;
            line.tinted = on;
            line.unknown.set_all(adrift, cols);
            line.contested.set_all(!placed, cols);
        }
        for line in &mut self.screen.rows_mut()[effect.touched.clone()] {
            line.tinted |= on;
            line.wrapped_into &= matches!(item.kind, Kind::Text);
        }
        if matches!(item.kind, Kind::Csi(csi) if csi.prefix == b'?' && matches!(csi.action, b'J' | b'K'))
        {
            // Selective erasure: not all terminals know it.
            for line in &mut self.screen.rows_mut()[effect.touched.clone()] {
                line.unknown.set_all(true, cols);
            }
        }
        if matches!(item.kind, Kind::Escape(0, b'c')) {
            (self.pen, self.tint, self.link) = (Pen::default(), Tint::None, false);
        }
    }

    /// Whether the token will scroll a row out at the top.
    pub(super) fn scrolls(&self, item: Item<'_>) -> bool {
        !matches!(item.kind, Kind::Text)
            && matches!(
                self.screen.effect(item.kind, item.bytes).shift,
                Shift::Up {
                    top: 0,
                    scroll: true,
                    ..
                }
            )
    }

    /// LF, VT, FF, IND, NEL: nothing may scroll in under B, unless the new row is erased under B at once.
    fn line_feed(&mut self, item: Item<'_>, labels: &Labels, sink: &mut Sink) {
        let effect = self.screen.effect(item.kind, item.bytes);
        let y = self.screen.cursor().y;
        if matches!(self.fill, Fill::Columns(_)) {
            self.pad(labels, sink);
        }
        self.enter(y, labels, sink);
        self.fill_rest(labels, sink);
        self.settle_gutter(labels, sink);
        let (landing, id) = self.landing(&effect.shift);
        let want = labels.get(&id).copied().unwrap_or(false) && self.fill == Fill::Terminal;
        let fresh = matches!(effect.shift, Shift::Up { .. }) && !self.screen.soft_wraps(y)
            || landing != y
                && self.screen.rows()[landing].known()
                && self.screen.is_blank(landing)
                && !self.screen.soft_wraps(landing)
                && !self.screen.continues(landing)
                && self.sure.may_erase(&self.screen, landing);
        let keep = want
            && fresh
            && !self.sure.adrift()
            && self.on()
            && self.pen.default_background()
            && self.pen.marks().none()
            && !self.screen.cursor().pending;
        if !keep {
            self.off(sink);
        } else if self.tint == Tint::Gutter {
            self.switch(true, sink);
        }
        self.show(item, &effect, sink);
        if keep && self.needs_paint(landing, true) {
            let sequence: &[u8] = if self.screen.cursor().x == 0 {
                b"\x1b[K"
            } else {
                b"\x1b[2K"
            };
            self.ours(sequence, sink);
            self.settled();
        }
    }

    /// Fill mode `columns N`: the row is padded before the cursor leaves it.
    fn pad(&mut self, labels: &Labels, sink: &mut Sink) {
        let Fill::Columns(columns) = self.fill else {
            return;
        };
        let cursor = self.screen.cursor();
        let columns = usize::from(columns).min(self.screen.cols().saturating_sub(1));
        let padded = |c: &[Cell]| c.iter().all(|c| is_blank(c) && is_shaded(c));
        if !self.label(cursor.y, labels) || cursor.pending || cursor.x >= columns {
            return;
        }
        let rest = &self.screen.cells(cursor.y)[cursor.x..];
        if !rest.iter().all(is_blank) || padded(&rest[..columns - cursor.x]) {
            return;
        }
        self.set_shade(true, sink);
        if self.on() {
            let blanks = vec![b' '; columns - cursor.x];
            self.ours(&blanks, sink);
            self.ours(format!("\x1b[{}G", cursor.x + 1).as_bytes(), sink);
        }
    }

    /// These backgrounds count as the default one from now on.
    pub(super) fn set_bases(&mut self, bases: &[Base]) {
        for base in bases.iter().skip(self.bases.len()) {
            let words = color_words(base.color, Plane::Background);
            self.bases.push(format!("\x1b[{words}m").into_bytes());
            self.screen.add_base(*base);
        }
    }

    /// The terminal has another size: what stands in the rows is unknown until they are erased.
    pub(super) fn resize(&mut self, size: Size) {
        self.screen.resize(size);
        self.forget();
        self.sure.lost();
        self.due = false;
    }
}
