//! Row by row: what the child writes is judged as ever, and shown or not.

use std::time::Duration;

use super::blank::Blank;
use super::clock::Clock;
use super::fate::{Fate, Judged, is_tool};
use super::ink::ink_after;
use super::line::{Class, Line, Part, take_text};
use super::mode::{Mode, Way};
use super::place::start_of;
use super::recent::Recent;
use super::stage::Stage;
use super::thought::Thought;
use super::work::Work;
use crate::events;
use crate::matcher::{Kind, Profile};
use crate::shade::{LabelledRow, Shader};
use crate::stream::{Kind as TokenKind, StringPart, Tokens, opens_link};
use crate::{Options, Overlay, Size};

/// The most of a line that is kept to be let out after all, in bytes.
const MAX_LINE: usize = 1 << 16;

/// The longest link that is kept until its end is there, in bytes.
const MAX_LINK: usize = 4096;

/// Withholds what a mode does not show.
pub(super) struct Withholder {
    pub(super) mode: Mode,
    pub(super) way: Way,
    /// How rows are judged.
    pub(super) options: Options,
    /// Sees all that the child writes, and says what rows are. What it paints goes nowhere.
    pub(super) judge: Shader,
    pub(super) nowhere: Vec<u8>,
    pub(super) tokens: Tokens,
    /// An OSC that has begun.
    pub(super) osc: Vec<u8>,
    /// A CR that waits for what follows it.
    pub(super) held_return: bool,
    /// The line above is the head of a tool call, and what it is about is in this one.
    pub(super) bare: bool,
    /// The last call is.
    pub(super) hiding: bool,
    pub(super) line: Line,
    pub(super) stage: Stage,
    pub(super) thought: Option<Thought>,
    pub(super) work: Work,
    pub(super) clock: Clock,
    /// When the child wrote last.
    pub(super) wrote: Duration,
    /// When the row that comes and goes was last drawn.
    pub(super) drawn: Duration,
    /// The terminal is ours to draw on.
    pub(super) attended: bool,
    pub(super) cols: usize,
    rows: u16,
    pub(super) recent: Recent,
}

impl Withholder {
    /// A withholder in front of a shader.
    pub(super) fn new(options: &Options, mode: Mode, clock: Clock) -> Withholder {
        let mut judge = Shader::new(judged(options));
        judge.read_all();
        Withholder {
            mode,
            way: mode.way(),
            options: options.clone(),
            judge,
            nowhere: Vec::new(),
            tokens: Tokens::default(),
            osc: Vec::new(),
            held_return: false,
            bare: false,
            hiding: false,
            line: Line::default(),
            stage: Stage::new(shown(options)),
            thought: None,
            work: Work::default(),
            clock,
            wrote: Duration::ZERO,
            drawn: Duration::ZERO,
            attended: true,
            cols: usize::from(options.size.cols),
            rows: options.size.rows,
            recent: Recent::default(),
        }
    }

    /// See [`Shader::line_feeds_return`].
    pub(super) fn line_feeds_return(&mut self) {
        self.judge.line_feeds_return();
        self.stage.shader().line_feeds_return();
    }

    /// The rows as they are without us.
    pub(super) fn rows(&self) -> Vec<LabelledRow> {
        self.judge.visible_rows()
    }

    /// What came in and did neither go out nor was withheld.
    pub(super) fn held(&self) -> Vec<u8> {
        let parts = self.line.parts.iter();
        parts.flat_map(|p| p.bytes.iter().copied()).collect()
    }

    /// One burst. If the child draws, or rows cannot be judged, gives what is left of it.
    pub(super) fn write(&mut self, child: &[u8], out: &mut Vec<u8>) -> Option<Vec<u8>> {
        self.wrote = self.clock.now();
        let mut tokens = std::mem::take(&mut self.tokens);
        tokens.feed(child);
        for token in tokens.list() {
            let bytes = &tokens.bytes()[token.span.clone()];
            let osc = match &token.kind {
                TokenKind::String(part) if part.introducer == b']' && part.last => tokens.osc(part),
                _ => None,
            };
            let class = Class::of(&token.kind);
            if class == Class::Draws || self.judge.fault().is_some() {
                return Some(tokens.bytes()[token.span.start + token.sent..].to_vec());
            }
            if let TokenKind::String(part) = &token.kind
                && part.introducer == b']'
                && token.sent == 0
            {
                self.take_osc(bytes, part, osc, out);
            } else if token.sent > 0 {
                self.line.unseen.extend_from_slice(bytes);
                self.stage.apart(&bytes[token.sent..]);
            } else {
                self.take(class, bytes, out);
            }
        }
        self.tokens = tokens;
        self.look(false, out);
        if let Some(thought) = &mut self.thought {
            thought.pieces += 1;
        }
        self.stage.flush(out);
        self.pass(out);
        None
    }

    /// A part of an OSC. What it is about is known at its last part; a long one is no link.
    fn take_osc(&mut self, bytes: &[u8], part: &StringPart, osc: Option<&[u8]>, out: &mut Vec<u8>) {
        self.osc.extend_from_slice(bytes);
        if !part.last && self.osc.len() <= MAX_LINK {
            return;
        }
        let whole = std::mem::take(&mut self.osc);
        let class = match osc.and_then(opens_link) {
            Some(_) if whole.starts_with(b"\x1b]") => Class::Link,
            _ => Class::Apart,
        };
        self.take(class, &whole, out);
    }

    fn take(&mut self, class: Class, bytes: &[u8], out: &mut Vec<u8>) {
        let returned = std::mem::take(&mut self.held_return);
        match class {
            Class::Return if !returned => self.held_return = true,
            Class::End => self.end_line(if returned { b"\r\n" } else { b"\n" }, out),
            _ => {
                if returned {
                    self.line.unseen.push(b'\r');
                    self.line.push(Class::Within, b"\r");
                }
                self.line.unseen.extend_from_slice(bytes);
                self.line.push(class, bytes);
            }
        }
    }

    /// Decides what has come of the line.
    pub(super) fn look(&mut self, complete: bool, out: &mut Vec<u8>) {
        if !complete && self.line.parts.is_empty() {
            return;
        }
        let Some(judged) = self.judged() else {
            let parts = self.line.take_all();
            return self.show(&parts, Kind::Message, false, out);
        };
        let Some(kind) = judged.verdict.kind else {
            return self.forward_apart();
        };
        self.part(&judged, kind, out);
        let fate = self.fate(&judged, kind, complete);
        if fate != Fate::Hold {
            self.account(&judged, kind, fate, complete, out);
        }
        match fate {
            Fate::Hold => self.forward_apart(),
            Fate::Thought => {
                self.forward_apart();
                self.think(&judged, judged.row.text.len(), complete, out);
            }
            Fate::LeftOut => {
                self.stage.withhold();
                self.forward_apart();
                let parts = std::mem::take(&mut self.line.parts);
                self.line.withhold(parts);
                self.line.bound(MAX_LINE);
            }
            Fate::Show { shaded } => {
                let parts = self.line.take_all();
                self.show(&parts, kind, shaded, out);
            }
        }
    }

    /// Counts what the line tells, and ends what it ends.
    fn account(
        &mut self,
        judged: &Judged,
        kind: Kind,
        fate: Fate,
        complete: bool,
        out: &mut Vec<u8>,
    ) {
        let now = self.clock.known();
        let entered = self.line.kind.replace(kind) == Some(kind);
        if kind != Kind::Reasoning && (!entered || self.line.thought) {
            if let Some(thought) = self.thought.as_mut().filter(|_| self.line.thought) {
                thought.retract();
            }
            self.line.thought = false;
            self.end_thought(out);
        }
        if is_tool(kind) && judged.begins() {
            self.hiding = fate == Fate::LeftOut;
        }
        match kind {
            Kind::Result | Kind::Progress | Kind::Chrome | Kind::System => {}
            _ if is_tool(kind) || kind == Kind::Reasoning => self.work.begin(now),
            _ if entered => {}
            _ => self.end_work(out),
        }
        let hidden = self.hiding && (is_tool(kind) || kind == Kind::Result);
        if !complete || self.way != Way::Compact || hidden {
            return;
        }
        let (entry, row, mark) = (&judged.entry, &judged.row, judged.mark);
        self.bare = is_tool(kind) && judged.begins() && self.step().is_bare(entry, row, mark);
        if is_tool(kind) && judged.begins() {
            self.work.call(judged.told.name.as_deref());
        }
        if is_tool(kind) || kind == Kind::Result {
            let row = self.work.went(events::status_of(kind, &judged.told));
            // A head that says so itself needs no row about it.
            if let Some(row) = row.filter(|_| kind == Kind::Result) {
                self.stage.note(&row, out);
            }
        }
    }

    /// A text ends the calls above it.
    pub(super) fn end_work(&mut self, out: &mut Vec<u8>) {
        let row = self.work.end(self.clock.known());
        if let Some(row) = row.filter(|_| self.way == Way::Compact) {
            self.stage.note(&row, out);
            self.stage.withhold_blank();
        }
    }

    /// What is not the line's goes out.
    pub(super) fn forward_apart(&mut self) {
        let stage = &mut self.stage;
        self.line.parts.retain(|part| {
            let apart = part.class == Class::Apart;
            if apart {
                stage.apart(&part.bytes);
            }
            !apart
        });
    }

    /// Shows parts that came first in the line, or next.
    pub(super) fn show(&mut self, parts: &[Part], kind: Kind, shaded: bool, out: &mut Vec<u8>) {
        if !std::mem::replace(&mut self.line.shown, true) {
            self.stage.begin(kind, shaded, out);
        }
        self.stage.show(parts, &self.line.ink);
        self.line.ink = ink_after(&self.line.ink, parts);
    }

    /// A tag closes in the line, and a message begins behind it: what stands before is the end of a thought.
    fn part(&mut self, judged: &Judged, kind: Kind, out: &mut Vec<u8>) {
        let withholds = self.way != Way::Full && kind == Kind::Message;
        if !withholds || self.line.parted || self.line.released {
            return;
        }
        let words = self.step().words(&judged.entry, &judged.row, judged.mark);
        let Some(at) = words.message else {
            return;
        };
        let before = start_of(&judged.row.text[at..], &self.line.parts);
        let before = take_text(&mut self.line.parts, before);
        let message = std::mem::replace(&mut self.line.parts, before);
        self.forward_apart();
        self.think(judged, at, true, out);
        self.stage.withhold();
        self.line.forget();
        self.line.parts = message;
        (self.line.shown, self.line.kind) = (false, None);
        (self.line.parted, self.line.thought) = (true, false);
    }

    /// The line ends.
    fn end_line(&mut self, end: &'static [u8], out: &mut Vec<u8>) {
        self.look(true, out);
        self.stage.ends_with(end);
        let mut line = std::mem::take(&mut self.line);
        let ink = ink_after(&ink_after(&line.ink, &line.withheld), &line.parts);
        let blank = line.kind.is_none();
        let whole = line.shown && line.withheld.is_empty() && !line.parted;
        let withheld = !whole && !blank || self.thought.is_some() && !line.released;
        let thinks = self.thought.as_ref().is_some_and(|t| !t.released);
        if thinks && !line.released {
            self.end_thought_line(&mut line, end, blank, &ink, out);
        } else if line.shown {
            self.stage.was(line.kind);
            self.stage.end(end);
        } else if blank {
            self.stage.blank(blank_row(&line, end));
        }
        let mut all = std::mem::take(&mut line.all);
        all.push(Part {
            class: Class::End,
            bytes: end.to_vec(),
        });
        let rows = usize::from(self.rows);
        self.recent
            .push(std::mem::take(&mut line.first_ink), all, withheld, rows);
        self.line = Line::new(ink);
        self.line.unseen.extend_from_slice(end);
    }

    /// The end.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        let osc = std::mem::take(&mut self.osc);
        self.stage.apart(&osc);
        self.stage.apart(self.tokens.release());
        self.line.impatient = true;
        if std::mem::take(&mut self.held_return) {
            self.line.push(Class::Within, b"\r");
        }
        self.look(false, out);
        self.end_thought(out);
        self.end_work(out);
        let ink = ink_after(&self.line.ink, &self.line.withheld);
        self.stage.finish(&ink_after(&ink, &self.line.parts), out);
    }

    /// Other settings of how to shade.
    pub(super) fn reconfigure(&mut self, options: &Options, out: &mut Vec<u8>) {
        self.options = options.clone();
        self.judge.reconfigure(judged(options), &mut self.nowhere);
        self.nowhere.clear();
        self.stage.flush(out);
        self.stage.shader().reconfigure(shown(options), out);
    }

    pub(super) fn pause_judge(&mut self) {
        self.judge.pause(&mut self.nowhere);
        self.nowhere.clear();
    }

    pub(super) fn resize(&mut self, size: Size, out: &mut Vec<u8>) {
        self.cols = usize::from(size.cols);
        self.rows = size.rows;
        self.judge.resize(size, &mut self.nowhere);
        self.nowhere.clear();
        self.stage.resize(size, out);
    }
}

/// A blank row of the child's.
pub(super) fn blank_row(line: &Line, end: &[u8]) -> Blank {
    let parts = line.withheld.iter().chain(&line.parts);
    let parts = parts.filter(|p| p.class != Class::Apart).cloned();
    Blank::new(parts.collect(), line.ink.clone(), end)
}

/// The judge must shade, whatever is shaded in the end: any background will do.
fn judged(options: &Options) -> Options {
    Options {
        background: options.background.clone().or("236".parse().ok()),
        ..options.clone()
    }
}

/// The shader behind the stage knows only what it is told.
pub(super) fn shown(options: &Options) -> Options {
    Options {
        profile: Profile::markers_only(),
        ..options.clone()
    }
}
