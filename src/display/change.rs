//! Other settings while a stream goes on, and the end of withholding.

use super::ink::ink_after;
use super::line::Class;
use super::mode::{Mode, Way};
use super::withhold::Withholder;
use crate::Overlay;
use crate::matcher::Kind;
use crate::region::State;
use crate::sgr::Pen;
use crate::shade::Shader;

impl Withholder {
    /// The stream began before, with something that was shown: this is what rows inherit, and the child's pen.
    pub(super) fn go_on(&mut self, state: State, in_row: bool, pen: &Pen) {
        let mut style = Vec::new();
        pen.restore(&mut style);
        self.judge.write(&style, &mut self.nowhere);
        self.judge.inherit(state, &mut self.nowhere);
        self.nowhere.clear();
        self.line.shown = in_row;
        self.line.ink.pen = pen.clone();
        self.stage.go_on(in_row, in_row && state.is_open(), pen);
    }

    /// Another mode holds from now on. What was withheld stays so.
    pub(super) fn change(&mut self, mode: Mode, out: &mut Vec<u8>) {
        if self.mode == mode {
            return;
        }
        (self.mode, self.way) = (mode, mode.way());
        match self.way {
            Way::Full => self.end_thought(out),
            _ => self.stage.erase(out),
        }
    }

    /// Nothing is withheld from now on. Gives the shader, and what it is to be told first: where the child draws, all since what
    /// was withheld last, once more, so that its rows are where it believes them to be. And what the next row inherits.
    pub(super) fn give_up(mut self, draws: bool, out: &mut Vec<u8>) -> (Shader, Vec<u8>, State) {
        self.judge.write(&self.line.unseen, &mut self.nowhere);
        let (state, _) = self.judge.state(&mut self.nowhere);
        let above = self.judge.cursor_line().first().map(|row| row.entry);
        if std::mem::take(&mut self.held_return) {
            self.line.push(Class::Within, b"\r");
        }
        let osc = std::mem::take(&mut self.osc);
        self.stage.apart(&osc);
        self.forward_apart();
        let last = std::mem::take(&mut self.line.all);
        let withheld = match self.recent.since_withheld().filter(|_| draws) {
            Some((ink, mut parts)) => Some((ink, [std::mem::take(&mut parts), last].concat())),
            None if self.line.withheld.is_empty() => None,
            None => Some((self.line.first_ink.clone(), last)),
        };
        self.stage.erase(out);
        let Some((ink, parts)) = withheld else {
            let parts = std::mem::take(&mut self.line.parts);
            if !parts.is_empty() {
                self.line.ink = ink_after(&self.line.ink, &self.line.withheld);
                self.show(&parts, Kind::Message, false, out);
            }
            return (
                self.stage
                    .into_shader(&self.line.ink, false, state.is_open(), out),
                Vec::new(),
                state,
            );
        };
        let again = parts.iter().flat_map(|p| p.bytes.iter().copied()).collect();
        // The line that is withheld comes whole.
        let state = above.unwrap_or(state);
        let open = !draws && state.is_open();
        let shader = self.stage.into_shader(&ink, true, open, out);
        (shader, again, state)
    }
}
