//! Time: rows that come and go while the model thinks, and lines that wait too long.

use std::time::Duration;

use super::mode::Way;
use super::waits;
use super::withhold::Withholder;
use super::work::clock;
use crate::matcher::Kind;

/// How long an unfinished line that may become part of a thought waits for its next bytes.
const HOLD: Duration = Duration::from_millis(100);

/// How long the child must be quiet for its unfinished line to be read as a question.
const FIRST: Duration = Duration::from_millis(4);

/// How long an unfinished line of a thought may be silent: the child may wait for the user, whatever the line says.
const SILENCE: Duration = Duration::from_secs(3);

/// How often a row with a clock in it is drawn anew.
const TICK: Duration = Duration::from_millis(100);

/// How long a thought must take to have a clock.
const CLOCK_AFTER: Duration = Duration::from_millis(300);

/// What turns while the model thinks.
const WHEEL: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

impl Withholder {
    /// Whether the model thinks, and a row may say so.
    fn thinks(&self) -> bool {
        let words = self
            .thought
            .as_ref()
            .is_some_and(|t| t.words && !t.released);
        words && self.clock.is_live() && self.attended && !self.line.shown
    }

    /// Draws the row that comes and goes, if there is something new in it.
    pub(super) fn pass(&mut self, out: &mut Vec<u8>) {
        let Some(thought) = self.thought.as_ref().filter(|_| self.thinks()) else {
            return;
        };
        let now = self.clock.now();
        let took = now.saturating_sub(thought.since);
        let text = match self.way {
            Way::Compact => {
                let turn = took.as_millis() / TICK.as_millis();
                let wheel = WHEEL[(turn % WHEEL.len() as u128) as usize];
                format!("{wheel} Thinking… {}{}", clock(took), self.work.counts())
            }
            Way::Clock if took >= CLOCK_AFTER => format!("Thinking… {}", clock(took)),
            Way::Dots => {
                let room = self.cols.saturating_sub("Thinking".len() + 2).max(1);
                let dots = 1 + thought.pieces.saturating_sub(1) % room;
                format!("Thinking{}", ".".repeat(dots))
            }
            _ => return,
        };
        self.drawn = now;
        self.stage.pass(&text, out);
    }

    /// The child has paused. `echo` is false while it reads without showing what is typed.
    pub(super) fn pause(&mut self, echo: bool, out: &mut Vec<u8>) {
        let quiet = match self.clock.is_live() {
            true => self.clock.now().saturating_sub(self.wrote),
            false => HOLD,
        };
        if quiet >= HOLD {
            if self.tokens.holds() && !self.tokens.holds_character() {
                self.stage.apart(self.tokens.release());
            }
            if !std::mem::replace(&mut self.line.impatient, true) {
                self.look(false, out);
            }
        }
        self.release_if_asked(echo, quiet, out);
        self.pause_judge();
        self.stage.pause(out);
        self.pass(out);
    }

    /// Whether something of the line is withheld that may be a question.
    fn withholds_words(&self) -> bool {
        let line = &self.line;
        line.kind.is_some() && !line.released && line.has_text()
    }

    /// An unfinished line that may wait for the user is let out, and if it asks, the paragraph that it belongs to.
    fn release_if_asked(&mut self, echo: bool, quiet: Duration, out: &mut Vec<u8>) {
        if !self.withholds_words() {
            return;
        }
        let text = self.line.text();
        let asks = !echo || waits::asks(&text);
        let silent = quiet >= SILENCE && self.clock.is_live();
        if text.trim().is_empty() || !asks && !silent {
            return;
        }
        if asks && let Some(thought) = &mut self.thought {
            let kept = thought.take_paragraph();
            self.show_kept(&kept, out);
        }
        let parts = self.line.take_all();
        self.line.released = true;
        self.show(&parts, Kind::Reasoning, true, out);
    }

    /// When the next pause is due, if the child stays quiet.
    pub(super) fn pause_after(&self) -> Option<Duration> {
        let waits = self.tokens.holds() || !self.line.parts.is_empty() && !self.line.impatient;
        let inner = self.stage.pause_after();
        if !self.clock.is_live() {
            let asks = self.withholds_words().then_some(FIRST);
            return [inner, waits.then_some(HOLD), asks]
                .into_iter()
                .flatten()
                .min();
        }
        let now = self.clock.now();
        let quiet = now.saturating_sub(self.wrote);
        let at = |when: Duration| when.saturating_sub(now).max(Duration::from_millis(1));
        let until = |after: Duration| (quiet < after).then(|| at(self.wrote + after));
        let waits = waits.then(|| at(self.wrote + HOLD));
        let words = self.withholds_words();
        // Whether it asks is seen at the first pause, whether it is silent later.
        let asks = until(FIRST).filter(|_| words);
        let silent = until(SILENCE).filter(|_| words);
        let clocked = matches!(self.way, Way::Compact | Way::Clock);
        let ticks = clocked && self.thinks() && self.stage.is_fresh();
        let tick = ticks.then(|| at(self.drawn + TICK));
        [inner, waits, asks, silent, tick]
            .into_iter()
            .flatten()
            .min()
    }
}
