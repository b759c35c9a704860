//! An overlay that is recorded.

use std::sync::Arc;
use std::time::Duration;

use super::Tape;
use super::marks::Marks;
use crate::color::Rgb;
use crate::shade::{LabelledRow, Shader};
use crate::{Overlay, Profile, Query, Size};

/// After what time rows are looked at when nobody else asks for a pause.
const LOOK_AFTER: Duration = Duration::from_millis(50);

/// An overlay whose rows can be read.
pub trait Rows: Overlay {
    /// The rows of the screen, as far as anything in them can be of interest.
    fn rows(&self) -> Vec<LabelledRow>;
}

impl Rows for Shader {
    fn rows(&self) -> Vec<LabelledRow> {
        self.visible_rows()
    }
}

/// How a session is recorded.
#[derive(Clone, Debug)]
pub struct Manner {
    /// What is typed is recorded as well.
    pub input: bool,
    /// How it is shaded, by names and values, for the header.
    pub settings: Vec<(String, String)>,
    /// What rows are, for markers at regions and tool calls; `None`: nothing is shaded, and nothing marked.
    pub profile: Option<Arc<Profile>>,
}

/// Passes all on to an overlay and keeps it on a tape.
pub struct Recorded<O> {
    inner: O,
    tape: Tape,
    manner: Manner,
    marks: Marks,
    /// Something was written since the rows were last looked at.
    changed: bool,
}

impl<O: Rows> Recorded<O> {
    /// Records what goes through `inner`, which stands on a terminal of this size.
    pub fn new(inner: O, tape: Tape, size: Size, manner: Manner) -> Self {
        tape.begin(size, &manner.settings);
        Recorded {
            inner,
            tape,
            manner,
            marks: Marks::default(),
            changed: false,
        }
    }

    fn mark(&mut self) {
        let Some(profile) = &self.manner.profile else {
            return;
        };
        if std::mem::take(&mut self.changed) {
            for label in self.marks.labels(profile, &self.inner.rows()) {
                self.tape.marker(&label);
            }
        }
    }
}

impl<O: Rows> Overlay for Recorded<O> {
    fn write(&mut self, child: &[u8], out: &mut Vec<u8>) {
        self.tape.output(child);
        self.changed = true;
        self.inner.write(child, out);
    }

    fn pause(&mut self, out: &mut Vec<u8>) {
        self.inner.pause(out);
        self.mark();
    }

    fn pause_after(&self) -> Option<Duration> {
        let unseen = self.changed && self.manner.profile.is_some();
        let look = unseen.then_some(LOOK_AFTER);
        self.inner.pause_after().or(look)
    }

    fn resize(&mut self, size: Size, out: &mut Vec<u8>) {
        self.tape.resize(size);
        self.inner.resize(size, out);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.inner.finish(out);
        self.mark();
    }

    fn reload(&mut self, out: &mut Vec<u8>) {
        self.inner.reload(out);
    }

    fn query(&self) -> Query {
        self.inner.query()
    }

    fn background(&mut self, background: Rgb, out: &mut Vec<u8>) {
        self.inner.background(background, out);
    }

    fn typed(&mut self, keys: &[u8]) {
        if self.manner.input {
            self.tape.input(keys);
        }
        self.inner.typed(keys);
    }

    fn asks_echo(&self) -> bool {
        self.inner.asks_echo()
    }

    fn echo(&mut self, on: bool) {
        self.inner.echo(on);
    }

    fn attend(&mut self, on: bool, out: &mut Vec<u8>) {
        self.inner.attend(on, out);
        if !on {
            self.tape.settle();
        }
    }

    fn rows_below_cursor(&self) -> u16 {
        self.inner.rows_below_cursor()
    }

    fn fault(&self) -> Option<String> {
        self.inner.fault()
    }
}
