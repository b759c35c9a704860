//! Lines of a thought: what of them is shown, and what is kept.

use std::borrow::Cow;
use std::ops::Range;

use super::fate::Judged;
use super::ink::{Ink, ink_after};
use super::line::{Class, Line, Part, take_text, text_length};
use super::mode::Way;
use super::place::start_of;
use super::thought::{Kept, MAX_WITHHELD, Thought};
use super::withhold::{Withholder, blank_row};
use crate::matcher::Kind;

/// Text of a line that is part of a thought.
struct Piece {
    parts: Vec<Part>,
    /// What of its text are words of the thought, in bytes.
    words: Range<usize>,
    /// Nothing of the thought came before: blanks in front are the marker's.
    first: bool,
}

impl Piece {
    /// Its words, part by part.
    fn words(&self) -> String {
        let (mut at, mut words) = (0, String::new());
        for part in &self.parts {
            match part.class {
                Class::Text => {
                    words.push_str(&inside(&part.bytes, at, &self.words));
                    at += part.bytes.len();
                }
                // A tab, or text over text.
                Class::Within if self.words.contains(&at) => words.push(' '),
                _ => {}
            }
        }
        words
    }
}

impl Withholder {
    /// A line of a thought, or what has come of it: the row's text up to `end`.
    pub(super) fn think(&mut self, judged: &Judged, end: usize, complete: bool, out: &mut Vec<u8>) {
        let piece = self.piece(judged, end, complete);
        let (now, ink) = (self.clock.now(), &self.line.ink);
        let mut thought = self.thought.take();
        let thought = thought.get_or_insert_with(|| Thought::new(now, ink));
        if !std::mem::replace(&mut self.line.thought, true) {
            thought.begin_line();
        }
        let text = piece.words();
        if !text.trim().is_empty() && !std::mem::replace(&mut thought.words, true) {
            self.stage.withhold();
            if self.way == Way::Label {
                self.stage.row(Kind::System, "Thinking…", false, out);
            }
        }
        let shown = match self.way {
            Way::First(most) => self.spend(thought, &piece, most, out),
            Way::Summary => {
                let row = thought.digest(&text, false);
                self.tell(row, out);
                false
            }
            _ => false,
        };
        if !shown && !text.trim().is_empty() {
            self.stage.withhold();
        }
        if shown {
            self.line.ink = ink_after(&self.line.ink, &piece.parts);
        } else {
            self.line.withhold(piece.parts);
        }
        self.thought = Some(std::mem::replace(
            thought,
            Thought::new(now, &Ink::default()),
        ));
        self.release_if_long(out);
    }

    /// What has come of a thought.
    fn piece(&mut self, judged: &Judged, end: usize, complete: bool) -> Piece {
        let words = self.step().words(&judged.entry, &judged.row, judged.mark);
        let parts = &mut self.line.parts;
        let place = |at: usize| match at {
            0 => 0,
            _ => start_of(judged.row.text.get(at..end).unwrap_or_default(), parts),
        };
        let from = place(words.from);
        let until = words.until.map(place);
        // What may be the start of a tag waits until it is known.
        let ready = until.filter(|_| !complete);
        let ready = ready.unwrap_or_else(|| text_length(parts));
        Piece {
            parts: take_text(parts, ready),
            words: from..until.unwrap_or(usize::MAX),
            first: self.thought.as_ref().is_none_or(|t| !t.words),
        }
    }

    /// A line without end, in a thought that is too long to be one.
    fn release_if_long(&mut self, out: &mut Vec<u8>) {
        let Some(thought) = &mut self.thought else {
            return;
        };
        if thought.length() + self.line.length > MAX_WITHHELD {
            let kept = thought.release();
            self.show_kept(&kept, out);
            let parts = self.line.take_all();
            self.line.released = true;
            self.show(&parts, Kind::Reasoning, true, out);
        }
    }

    /// A row about a thought.
    fn tell(&mut self, row: Option<String>, out: &mut Vec<u8>) {
        if let Some(row) = row {
            self.stage.late_row(Kind::Reasoning, &row, true, out);
        }
    }

    /// Shows as much of a piece as is left of the thought's budget; whether any of it was.
    fn spend(
        &mut self,
        thought: &mut Thought,
        piece: &Piece,
        most: u32,
        out: &mut Vec<u8>,
    ) -> bool {
        let (mut shown, mut mark, mut at) = (Vec::new(), false, 0);
        for part in &piece.parts {
            let leads = piece.first && text_length(&shown) == 0;
            match part.class {
                Class::Text => {}
                Class::Style | Class::Link if !thought.is_spent() => {
                    shown.push(part.clone());
                    continue;
                }
                Class::Within if !leads && !thought.is_spent() && piece.words.contains(&at) => {
                    shown.push(part.clone());
                    continue;
                }
                _ => continue,
            }
            let text = inside(&part.bytes, at, &piece.words);
            at += part.bytes.len();
            let inside = if leads { text.trim_start() } else { &text };
            let spent = thought.spend(inside, most);
            mark |= spent.mark;
            shown.push(Part {
                class: Class::Text,
                bytes: inside.as_bytes()[..spent.shown].to_vec(),
            });
        }
        let any = text_length(&shown) > 0 || shown.iter().any(|p| p.class == Class::Within);
        if any {
            self.line.forget();
            if !std::mem::replace(&mut self.line.shown, true) {
                self.stage.begin(Kind::Reasoning, true, out);
            }
            self.stage.show(&shown, &self.line.ink);
        }
        if mark {
            if !self.stage.is_open() {
                self.stage.begin(Kind::Reasoning, true, out);
            }
            self.stage.mark("…");
            self.stage.end_row();
            self.stage.withhold();
            self.line.shown = false;
        }
        any
    }

    /// A line of a thought ends, or a blank one inside it.
    pub(super) fn end_thought_line(
        &mut self,
        line: &mut Line,
        end: &[u8],
        blank: bool,
        ink: &Ink,
        out: &mut Vec<u8>,
    ) {
        let Some(mut thought) = self.thought.take() else {
            return;
        };
        // A tag alone is no line of the thought's.
        let row = if thought.words { "\n" } else { "" };
        let left = match self.way {
            Way::First(most) => thought.spend(row, most).shown > 0,
            _ => false,
        };
        if left && line.shown {
            self.stage.end(end);
        } else if left && blank {
            self.stage.blank(blank_row(line, end));
        } else if blank {
            let row = blank_row(line, end);
            match row.seen {
                true => self.stage.withhold_seen(row),
                false => self.stage.withhold_blank(),
            }
        } else if line.shown && thought.is_spent() {
            self.stage.owe_end();
        } else if line.shown {
            // It was shown before it was known to be part of a thought.
            self.stage.end(end);
        }
        if self.way == Way::Summary {
            let told = thought.digest(row, false);
            self.tell(told, out);
        }
        let mut parts = std::mem::take(&mut line.withheld);
        parts.append(&mut line.parts);
        let too_long = !left && thought.keep(parts, end, blank, ink);
        if too_long {
            let kept = thought.release();
            self.show_kept(&kept, out);
        }
        self.thought = Some(thought);
    }

    /// Lets out what was kept.
    pub(super) fn show_kept(&mut self, kept: &Kept, out: &mut Vec<u8>) {
        if !kept.parts.is_empty() {
            self.stage.begin(Kind::Reasoning, true, out);
            self.stage.show(&kept.parts, &kept.ink);
        }
    }

    /// The thought is over.
    pub(super) fn end_thought(&mut self, out: &mut Vec<u8>) {
        let Some(mut thought) = self.thought.take() else {
            return;
        };
        if self.way == Way::Summary && thought.words {
            let row = thought.digest("", true);
            self.tell(row, out);
        }
        self.stage.flush(out);
        self.stage.erase(out);
    }
}

/// What of a text that begins at `at` lies in `range`.
fn inside<'t>(text: &'t [u8], at: usize, range: &Range<usize>) -> Cow<'t, str> {
    let place = |of: usize| of.saturating_sub(at).min(text.len());
    let (start, end) = (place(range.start), place(range.end));
    String::from_utf8_lossy(&text[start..end.max(start)])
}
