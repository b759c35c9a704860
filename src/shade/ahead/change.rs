//! Other rules, while rows stand on the screen.

use std::sync::Arc;

use super::line::Line;
use super::{Ahead, Memory, State};
use crate::matcher::Profile;
use crate::region::Hidden;

impl Ahead {
    /// Whether these very rules hold already.
    pub(in crate::shade) fn judges_by(
        &self,
        profile: &Arc<Profile>,
        extend_across_tool_calls: bool,
        hidden: &Hidden,
        on: bool,
    ) -> bool {
        Arc::ptr_eq(&self.profile, profile)
            && self.extend_across_tool_calls == extend_across_tool_calls
            && self.hidden == *hidden
            && self.on == on
    }

    /// Judges by other rules from now on, the rows of the screen included. What rows inherit from before holds, but for
    /// the rules it names.
    pub(in crate::shade) fn reconfigure(
        &mut self,
        profile: Arc<Profile>,
        extend_across_tool_calls: bool,
        hidden: Hidden,
        on: bool,
    ) {
        self.judge();
        (self.profile, self.on) = (profile, on);
        self.extend_across_tool_calls = extend_across_tool_calls;
        self.hidden = hidden;
        self.carry.forget_rules();
        self.left.clear();
        self.memory = Memory::default();
        self.past.clear();
        self.tail.forget_rules();
        self.recalled = false;
        self.redrawn = self.screen.height(); // the profile may have a base where the old one had none
        self.screen.rows_mut().iter_mut().for_each(Line::renew);
        self.screen
            .other_rows_mut()
            .iter_mut()
            .for_each(Line::renew);
        self.note(0..self.screen.height());
    }
}

impl Line {
    /// The rules are others now: it is to be judged anew.
    fn renew(&mut self) {
        self.dirty = true;
        self.entry.forget_rules();
        self.exit.forget_rules();
        self.anchor.iter_mut().for_each(State::forget_rules);
        self.bridge.iter_mut().for_each(State::forget_rules);
    }
}
