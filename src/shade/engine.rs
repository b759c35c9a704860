//! One engine: predict, write, repair.

mod change;
mod unread;

use std::time::Duration;

use super::ahead::Ahead;
use super::flow::Flow;
use super::item::Item;
use super::paint::Painter;
use super::quiet::Quiet;
use super::repair::Blanks;
use super::sink::Sink;
use super::{Background, Fault, Fill, Options};
use crate::matcher::gate::Gate;
use crate::region::State;
use crate::screen::Size;
use crate::sgr::Pen;
use crate::stream::{Csi, Kind, Params, Token, Tokens};

/// How long the child must be quiet for a pause.
const PAUSE: Duration = Duration::from_millis(4);

/// How long an incomplete sequence is held back before it goes out as it is.
const HOLD: Duration = Duration::from_millis(100);

/// How long a synchronized update may stay open before it counts as closed.
const UPDATE: Duration = Duration::from_millis(150);

/// The engine of a stream that is shaded.
pub(super) struct Engine {
    tokens: Tokens,
    pub(super) ahead: Ahead,
    painter: Painter,
    pub(super) sink: Sink,
    quiet: Quiet,
    flow: Flow,
    /// Bursts may go through unread.
    lazy: bool,
    /// Every burst is to be read all the same.
    eager: bool,
    repair: bool,
    fault: Option<Fault>,
    /// A synchronized update is open.
    update: bool,
    /// What the next pause is for.
    due: Due,
    /// Fill mode `columns`: a CR waits for what follows it.
    held_return: bool,
    /// Other settings, which hold from the next row on.
    change: Option<Options>,
}

impl Engine {
    pub(super) fn new(options: &Options, background: &Background) -> Self {
        let mut painter = Painter::new(options.size, background, options.fill, options.from_home);
        painter.set_gutter(options.usable_gutter());
        Engine {
            tokens: Tokens::default(),
            ahead: Ahead::new(
                options.size,
                options.profile.clone(),
                options.extend_across_tool_calls,
                options.hidden.clone(),
            ),
            painter,
            sink: Sink::default(),
            quiet: Quiet::new(Gate::new(&options.profile), options.size),
            flow: Flow::new(options.size),
            lazy: is_lazy(options.fault, options.fill),
            eager: false,
            repair: options.repair,
            fault: options.fault,
            update: false,
            due: Due::Nothing,
            held_return: false,
            change: None,
        }
    }

    /// One burst.
    pub(super) fn write(&mut self, chunk: &[u8]) {
        if self.pass(chunk) || self.flow(chunk) {
            return;
        }
        let tail = self.catch_up();
        if tail.is_empty() {
            self.read(chunk);
        } else {
            self.read(&[&tail, chunk].concat());
        }
        self.rest();
    }

    /// Reads every burst from now on.
    pub(super) fn read_all(&mut self) {
        let tail = self.catch_up();
        self.read(&tail);
        self.eager = true;
    }

    /// See [`Screen::line_feeds_return`](crate::screen::Screen::line_feeds_return).
    pub(super) fn line_feeds_return(&mut self) {
        self.ahead.line_feeds_return();
        (self.quiet.returns, self.flow.returns) = (true, true);
        self.painter.screen.line_feeds_return();
    }

    /// Whether to keep the rows that leave the screen, for whoever wants to know them; then every burst is read.
    pub(super) fn watch(&mut self, on: bool) {
        self.read_all();
        self.eager = on;
        self.ahead.watch(on);
    }

    fn read(&mut self, chunk: &[u8]) {
        if chunk.is_empty() {
            return;
        }
        self.due = Due::Pause;
        let chunk = self.change_within(chunk);
        if !chunk.is_empty() {
            self.write_burst(chunk);
        }
    }

    fn write_burst(&mut self, chunk: &[u8]) {
        if std::mem::take(&mut self.held_return) {
            let joined = [b"\r", chunk].concat();
            return self.burst(&joined);
        }
        self.burst(chunk);
    }

    fn burst(&mut self, chunk: &[u8]) {
        let chunk = match chunk.split_last() {
            Some((b'\r', rest)) if matches!(self.painter.fill, Fill::Columns(_)) => {
                self.held_return = true;
                rest
            }
            _ => chunk,
        };
        let mut tokens = std::mem::take(&mut self.tokens);
        tokens.feed(chunk);
        let updates = tokens.list().iter().enumerate();
        let mut updates = updates.filter_map(|(n, t)| update(&tokens, t).map(|open| (n, open)));
        let mut last_end = None;
        for (n, open) in updates.by_ref() {
            self.update = open;
            last_end = if open { last_end } else { Some(n) };
        }
        // The law holds where the last update of the burst ends. What those before it show lasts no time.
        let end = last_end.unwrap_or(0);
        self.segment(&tokens, 0..end);
        if last_end.is_some() {
            self.mend(Blanks::Keep);
        }
        self.segment(&tokens, end..tokens.list().len());
        self.tokens = tokens;
    }

    /// Tokens up to where the law must hold, or to the end of the burst: judged first, then written.
    fn segment(&mut self, tokens: &Tokens, range: std::ops::Range<usize>) {
        let list = &tokens.list()[range];
        if list.is_empty() {
            return;
        }
        for token in list {
            let item = item(tokens, token);
            self.ahead.take(item.kind, item.bytes, item.osc);
        }
        assert!(
            self.fault != Some(Fault::Matcher),
            "a fault in the matcher was asked for"
        );
        self.ahead.settle();
        self.painter.set_bases(self.ahead.bases());
        for (n, token) in list.iter().enumerate() {
            // What comes with the next burst may be REP too.
            let repeat = |t: &Token| matches!(&t.kind, Kind::Csi(csi) if csi.is(b'b'));
            self.painter.before_repeat = list.get(n + 1).is_none_or(repeat);
            self.emit(item(tokens, token));
        }
    }

    fn emit(&mut self, item: Item<'_>) {
        assert!(
            self.fault != Some(Fault::Model),
            "a fault in the model was asked for"
        );
        if self.may_mend() && self.painter.scrolls(item) {
            self.painter.mend_first(self.ahead.labels(), &mut self.sink);
        }
        self.painter
            .token(item, self.ahead.labels(), &mut self.sink);
        assert!(
            self.fault != Some(Fault::Painter) || !self.painter.on(),
            "a fault in the painter was asked for"
        );
    }

    fn may_mend(&self) -> bool {
        self.repair && self.ahead.moved() && self.ahead.shades()
    }

    fn mend(&mut self, blanks: Blanks) {
        if self.may_mend() {
            self.painter
                .mend(self.ahead.labels(), blanks, &mut self.sink);
        } else if self.repair && self.ahead.shades() {
            self.painter
                .mend_gutter(self.ahead.labels(), &mut self.sink);
        }
    }

    /// The child has paused.
    pub(super) fn pause(&mut self) {
        if self.is_unread() && !self.has_tail() {
            self.due = Due::Nothing;
            return;
        }
        let tail = self.catch_up();
        self.read(&tail);
        self.flush_return();
        self.change_at_pause();
        if self.tokens.is_ground() {
            self.due = Due::Nothing;
            self.painter.settle_due(self.ahead.labels(), &mut self.sink);
            self.mend(Blanks::Plain);
        } else if self.due == Due::Pause && self.tokens.holds() {
            self.due = Due::Release;
        } else {
            self.due = Due::Nothing;
            if !self.tokens.holds_character() {
                self.release();
            }
        }
    }

    /// Lets go what is held. After it nothing of ours can go out before the sequence is complete.
    fn release(&mut self) {
        if self.tokens.holds() {
            self.close();
            self.sink.child(self.tokens.release());
        }
    }

    /// Ends B in the terminal's pen, unless that would come into a sequence of the child's.
    fn close(&mut self) {
        if !self.tokens.has_begun() {
            self.painter.off(&mut self.sink);
        }
    }

    fn flush_return(&mut self) {
        if std::mem::take(&mut self.held_return) {
            let mut tokens = std::mem::take(&mut self.tokens);
            tokens.feed(b"\r");
            self.segment(&tokens, 0..tokens.list().len());
            self.tokens = tokens;
        }
    }

    pub(super) fn pause_after(&self) -> Option<Duration> {
        match self.due {
            Due::Nothing => None,
            Due::Pause if self.update => Some(UPDATE),
            Due::Pause => Some(PAUSE),
            Due::Release => Some(HOLD),
        }
    }

    pub(super) fn resize(&mut self, size: Size) {
        let tail = self.catch_up();
        self.read(&tail);
        self.quiet.resize(size);
        self.flow.resize(size);
        self.painter.off(&mut self.sink);
        self.ahead.resize(size);
        self.painter.resize(size);
    }

    pub(super) fn mark(&mut self, start: bool) {
        let tail = self.catch_up();
        self.read(&tail);
        self.ahead.pin(start);
        self.ahead.settle();
    }

    pub(super) fn state(&mut self) -> (State, bool) {
        let tail = self.catch_up();
        self.read(&tail);
        self.ahead.state()
    }

    pub(super) fn pen(&self) -> &Pen {
        &self.painter.pen
    }

    pub(super) fn inherit(&mut self, state: State) {
        let tail = self.catch_up();
        self.read(&tail);
        self.ahead.inherit(state);
        self.ahead.settle();
    }

    pub(super) fn finish(&mut self) {
        let tail = self.catch_up();
        self.read(&tail);
        self.flush_return();
        if !self.tokens.is_ground() && !self.tokens.holds() {
            return; // in the middle of a sequence that went out
        }
        self.close();
        self.release();
    }

    /// How many rows below the cursor hold something, on the main screen.
    pub(super) fn rows_below_cursor(&self) -> usize {
        let screen = &self.painter.screen;
        if screen.alternate() {
            return 0;
        }
        screen.rows_below_cursor()
    }

    /// The terminal's pen has B on.
    pub(super) fn on(&self) -> bool {
        self.flow.shades().unwrap_or_else(|| self.painter.on())
    }
}

/// Whether bursts may go through unread: not where rows are padded before they are left, nor where a fault is played.
fn is_lazy(fault: Option<Fault>, fill: Fill) -> bool {
    fault.is_none() && !matches!(fill, Fill::Columns(_))
}

/// What the next pause is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// Nothing: there is none.
    Nothing,
    /// What was written since the last one.
    Pause,
    /// An incomplete sequence that was there at the last one.
    Release,
}

/// Whether the token opens or closes a synchronized update.
fn update(tokens: &Tokens, token: &Token) -> Option<bool> {
    let Kind::Csi(
        csi @ Csi {
            prefix: b'?',
            action: b'h' | b'l',
            ..
        },
    ) = token.kind
    else {
        return None;
    };
    let params = csi.params(&tokens.bytes()[token.span.clone()]);
    Params::new(params)
        .any(|(v, _)| v == Some(2026))
        .then_some(csi.action == b'h')
}

fn item<'a>(tokens: &'a Tokens, token: &'a Token) -> Item<'a> {
    let osc = match &token.kind {
        Kind::String(part) if part.introducer == b']' && part.last => tokens.osc(part),
        _ => None,
    };
    Item {
        kind: &token.kind,
        bytes: &tokens.bytes()[token.span.clone()],
        osc,
        sent: token.sent,
    }
}
