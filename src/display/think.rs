//! Lines of a thought: what of them is shown, and what is kept.

use std::ops::Range;

use super::fate::Judged;
use super::line::{Class, Line, Part, pen_after, take_text, text_length};
use super::mode::Way;
use super::thought::{Kept, Thought};
use super::withhold::{Withholder, blank_row};
use crate::matcher::Kind;
use crate::sgr::Pen;

/// Text of a line that is part of a thought.
struct Piece {
    parts: Vec<Part>,
    /// Where its text begins in the line.
    at: usize,
    /// What of the line's text are words of the thought.
    words: Range<usize>,
    /// Nothing of the thought came before: blanks in front are the marker's.
    first: bool,
}

impl Piece {
    /// Its words, part by part.
    fn words(&self) -> String {
        let mut at = self.at;
        let texts = self.parts.iter().filter(|p| p.class == Class::Text);
        let words = texts.map(|part| {
            let text = String::from_utf8_lossy(&part.bytes);
            let words = inside(&text, at, &self.words).to_owned();
            at += part.bytes.len();
            words
        });
        words.collect()
    }
}

impl Withholder {
    /// A line of a thought, or what has come of it.
    pub(super) fn think(&mut self, judged: &Judged, complete: bool, out: &mut Vec<u8>) {
        let words = self.step().words(&judged.entry, &judged.row, judged.mark);
        let at = self.line.text_before;
        // What may be the start of a tag waits until it is known.
        let ready = match words.until {
            Some(until) if !complete => until.saturating_sub(at),
            _ => text_length(&self.line.parts),
        };
        let piece = Piece {
            parts: take_text(&mut self.line.parts, ready),
            at,
            words: words.from..words.until.unwrap_or(usize::MAX),
            first: self.thought.as_ref().is_none_or(|t| !t.words),
        };
        let (now, pen) = (self.clock.now(), &self.line.pen);
        let mut thought = self.thought.take();
        let thought = thought.get_or_insert_with(|| Thought::new(now, pen));
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
            self.line.text_before += text_length(&piece.parts);
            self.line.pen = pen_after(&self.line.pen, &piece.parts);
        } else {
            self.line.withhold(piece.parts);
        }
        self.thought = Some(std::mem::replace(
            thought,
            Thought::new(now, &Pen::default()),
        ));
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
        let (mut shown, mut mark, mut at) = (Vec::new(), false, piece.at);
        for part in &piece.parts {
            let text = match part.class {
                Class::Text => String::from_utf8_lossy(&part.bytes),
                Class::Style | Class::Link if !thought.is_spent() => {
                    shown.push(part.clone());
                    continue;
                }
                _ => continue,
            };
            let mut inside = inside(&text, at, &piece.words);
            at += part.bytes.len();
            if piece.first && text_length(&shown) == 0 {
                inside = inside.trim_start();
            }
            let spent = thought.spend(inside, most);
            mark |= spent.mark;
            shown.push(Part {
                class: Class::Text,
                bytes: inside.as_bytes()[..spent.shown].to_vec(),
            });
        }
        let any = text_length(&shown) > 0;
        if any {
            let pen = pen_after(&self.line.pen, &self.line.withheld);
            self.line.withheld.clear();
            self.line.pen = pen.clone();
            if !std::mem::replace(&mut self.line.shown, true) {
                self.stage.begin(Kind::Reasoning, true, out);
            }
            self.stage.show(&shown, &pen);
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
        pen: &Pen,
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
            self.stage.withhold_blank();
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
        let too_long = !left && thought.keep(parts, end, blank, pen);
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
            self.stage.show(&kept.parts, &kept.pen);
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

/// The part of a piece of text that lies in `range` of the line's text, where the piece begins at `at`.
fn inside<'t>(text: &'t str, at: usize, range: &Range<usize>) -> &'t str {
    let start = text.floor_char_boundary(range.start.saturating_sub(at));
    let end = text.floor_char_boundary(range.end.saturating_sub(at));
    &text[start..end.max(start)]
}
