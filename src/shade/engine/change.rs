//! Other settings, while a stream is shaded.

use super::{Engine, Flow, Gate, Quiet, is_lazy};
use crate::shade::Options;

impl Engine {
    /// Other settings hold from the next row on; size, origin and fault stay. That is now if the cursor is in the first
    /// column, else after the next line feed, or at a pause of a child that draws: a mark may still join the last
    /// character.
    pub(in crate::shade) fn reconfigure(&mut self, options: Options) {
        let tail = self.catch_up();
        self.read(&tail);
        self.change = Some(options);
        self.due = super::Due::Pause;
        if self.begins_row() {
            self.apply_change();
        }
    }

    /// At a pause the settings may change between rows, and between the frames of a child that draws.
    pub(super) fn change_at_pause(&mut self) {
        if self.ahead.moved() || self.begins_row() {
            self.apply_change();
        }
    }

    /// If settings are to change, writes the row that the burst begins with: the rest of it is as its start. What is returned
    /// is for the new ones.
    pub(super) fn change_within<'c>(&mut self, chunk: &'c [u8]) -> &'c [u8] {
        if self.change.is_none() {
            return chunk;
        }
        let end = memchr::memchr(b'\n', chunk).map_or(chunk.len(), |n| n + 1);
        let (row, rest) = chunk.split_at(end);
        self.write_burst(row);
        if row.ends_with(b"\n") {
            self.apply_change();
        }
        rest
    }

    fn begins_row(&self) -> bool {
        self.ahead.cursor_column() == 0 && !self.held_return
    }

    /// Takes the new settings over, where something of ours may stand.
    fn apply_change(&mut self) {
        if self.tokens.has_begun() {
            return;
        }
        let Some(options) = self.change.take() else {
            return;
        };
        self.painter.off(&mut self.sink);
        if let Some(background) = &options.background {
            self.painter.set_background(background);
        }
        self.painter.set_gutter(options.usable_gutter());
        self.painter.fill = options.fill;
        self.repair = options.repair;
        self.lazy = is_lazy(self.fault, options.fill);
        let size = self.painter.screen.size();
        self.quiet = Quiet::new(Gate::new(&options.profile), size);
        self.flow = Flow::new(size);
        let (extend, on) = (
            options.extend_across_tool_calls,
            options.background.is_some(),
        );
        // Another colour is no reason to judge anew: a block whose head has left would be lost.
        if !self
            .ahead
            .judges_by(&options.profile, extend, &options.hidden, on)
        {
            self.ahead
                .reconfigure(options.profile, extend, options.hidden, on);
            self.ahead.settle();
            self.painter.set_bases(self.ahead.bases());
        }
    }
}
