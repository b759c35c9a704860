//! What is shown of thoughts: all, a part, a row about them, or nothing. For agents that only append.
//!
//! ```text
//! child ─▶ withhold ─▶ stage ─▶ shade::Shader ─▶ terminal
//!             │ ▲ rows as ever        ▲ marks: these rows are shaded
//!             └─┴─ judge (a Shader that paints nowhere)
//! ```
//!
//! Presentation only, and only on the user's word: recordings, events and what the child reads do not depend on it. Each of the
//! child's lines is judged as in a session that shows all, by its text so far, and shown, withheld, or made a row of our own.
//! What is about something else than rows (modes, titles, questions to the terminal) goes out whatever becomes of the line.
//! Blank rows around what is withheld become one at most; two messages stay apart.
//!
//! Rows that come and go (a clock, dots) are drawn on the empty row below, in a live session only, and are erased before
//! anything else is written. Anything that may wait for the user is let out: a line that asks at once, with its paragraph;
//! an unfinished one of a thought that is silent for three seconds; all that comes while the child reads without echo. A
//! thought of more than a mebibyte is none, and is shown.
//!
//! A child that moves its cursor to other rows draws, and counts on the rows being there: what was withheld of those that it can
//! reach is printed then, with all that came since, from then on all is shown, and the user is told once, after the session.

mod blank;
mod change;
mod clock;
mod fate;
mod filter;
mod ink;
mod line;
mod mode;
mod passing;
mod place;
mod recent;
mod stage;
mod think;
mod thought;
mod waits;
mod withhold;
mod work;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

pub use clock::Clock;
pub use filter::filter;
pub use mode::{Display, Mode, ModeError, Thinking};

use crate::filter::Painter;
use crate::record::Rows;
use crate::region::State;
use crate::shade::{LabelledRow, Shader};
use crate::{Options, Overlay, Size};
use withhold::Withholder;

/// A shader that shows what a [`Mode`] wants to be shown.
pub struct Displayed {
    inner: Inner,
    options: Options,
    mode: Mode,
    clock: Clock,
    /// What is typed is shown.
    echo: bool,
    /// The terminal is ours.
    attended: bool,
    /// The child draws: all is shown from now on.
    drawn: bool,
    /// Why all is shown though something else was wanted.
    note: Option<String>,
}

enum Inner {
    /// All is shown.
    Plain(Shader),
    /// Something is withheld.
    Withholding(Box<Withholder>),
}

impl Displayed {
    /// A shader for a stream.
    pub fn new(options: Options, mode: Mode, clock: Clock) -> Displayed {
        let inner = match shows_all(&options, mode) {
            true => Inner::Plain(Shader::new(options.clone())),
            false => Inner::Withholding(Box::new(Withholder::new(&options, mode, clock))),
        };
        Displayed {
            inner,
            options,
            mode,
            clock,
            echo: true,
            attended: true,
            drawn: false,
            note: None,
        }
    }

    /// Whether to keep the spans of insertions for [`take_spans`](Painter::take_spans).
    pub fn record_spans(&mut self, on: bool) {
        self.shader().record_spans(on);
    }

    /// Other settings hold from the next row on; size, origin and fault stay.
    pub fn reconfigure(&mut self, options: Options, mode: Mode, out: &mut Vec<u8>) {
        self.mode = mode;
        let same_rules = Arc::ptr_eq(&self.options.profile, &options.profile);
        self.options = Options {
            size: self.options.size,
            ..options
        };
        match &mut self.inner {
            Inner::Plain(shader) if self.drawn || shows_all(&self.options, mode) => {
                shader.reconfigure(self.options.clone(), out);
            }
            Inner::Plain(_) => self.withhold(mode, same_rules, out),
            Inner::Withholding(_) if shows_all(&self.options, mode) => {
                self.show_all(false, same_rules, out);
            }
            Inner::Withholding(withholder) => {
                withholder.reconfigure(&self.options, out);
                withholder.change(mode, out);
            }
        }
    }

    /// Something is withheld from now on.
    fn withhold(&mut self, mode: Mode, same_rules: bool, out: &mut Vec<u8>) {
        let Inner::Plain(shader) = &mut self.inner else {
            return;
        };
        let (mut state, in_row) = shader.state(out);
        if !same_rules {
            state.forget_rules();
        }
        shader.reconfigure(withhold::shown(&self.options), out);
        // Shaded rows are what is begun and ended by hand from now on.
        if state.is_open() && !in_row {
            shader.inherit(State::default(), out);
        }
        let pen = shader.pen();
        let mut withholder = Withholder::new(&self.options, mode, self.clock);
        withholder.attended = self.attended;
        withholder.stage.shade_with(shader);
        withholder.go_on(state, in_row, &pen);
        self.inner = Inner::Withholding(Box::new(withholder));
    }

    /// Nothing is withheld from now on; what was, stays so, but for what a child that `draws` may draw over.
    fn show_all(&mut self, draws: bool, same_rules: bool, out: &mut Vec<u8>) {
        let nothing = Inner::Plain(Shader::new(unshaded(&self.options)));
        self.inner = match std::mem::replace(&mut self.inner, nothing) {
            Inner::Plain(shader) => Inner::Plain(shader),
            Inner::Withholding(withholder) => {
                let (mut shader, again, mut state) = withholder.give_up(draws, out);
                shader.reconfigure(self.options.clone(), out);
                if !same_rules {
                    state.forget_rules();
                }
                // What opened the region may never have been shown.
                if state.is_open() && (!draws || again.is_empty()) {
                    shader.inherit(state, out);
                }
                shader.write(&again, out);
                Inner::Plain(shader)
            }
        };
    }

    fn shader(&mut self) -> &mut Shader {
        match &mut self.inner {
            Inner::Plain(shader) => shader,
            Inner::Withholding(withholder) => withholder.stage.shader(),
        }
    }

    fn overlay(&self) -> &Shader {
        match &self.inner {
            Inner::Plain(shader) => shader,
            Inner::Withholding(withholder) => withholder.stage.overlay(),
        }
    }

    /// Runs the withholder. If it fails, what it has, `child` as well, goes out as it is, and so does all that follows.
    fn guarded<R>(
        &mut self,
        child: &[u8],
        out: &mut Vec<u8>,
        run: impl FnOnce(&mut Withholder, &mut Vec<u8>) -> R,
    ) -> Option<R> {
        let Inner::Withholding(withholder) = &mut self.inner else {
            return None;
        };
        let (start, held) = (out.len(), withholder.held());
        match catch_unwind(AssertUnwindSafe(|| run(withholder, out))) {
            Ok(result) => Some(result),
            Err(_) => {
                out.truncate(start);
                out.extend_from_slice(&held);
                out.extend_from_slice(child);
                self.note = Some("shading stopped after an internal fault".to_owned());
                self.inner = Inner::Plain(Shader::new(unshaded(&self.options)));
                None
            }
        }
    }
}

/// Whether nothing is withheld.
fn shows_all(options: &Options, mode: Mode) -> bool {
    mode.is_full() && options.hidden.is_empty()
}

fn unshaded(options: &Options) -> Options {
    Options {
        background: None,
        ..options.clone()
    }
}

impl Overlay for Displayed {
    fn write(&mut self, child: &[u8], out: &mut Vec<u8>) {
        if let Inner::Plain(shader) = &mut self.inner {
            return shader.write(child, out);
        }
        let rest = self.guarded(child, out, |withholder, out| withholder.write(child, out));
        let Some(Some(rest)) = rest else {
            return;
        };
        self.show_all(true, true, out);
        self.drawn = true;
        if !self.mode.is_full() {
            let told = self.mode.told();
            let note = format!("{told}: the command redraws its rows, so all of them are shown");
            self.note = Some(note);
        }
        self.shader().write(&rest, out);
    }

    fn pause(&mut self, out: &mut Vec<u8>) {
        let echo = self.echo;
        match &mut self.inner {
            Inner::Plain(shader) => shader.pause(out),
            Inner::Withholding(_) => {
                self.guarded(b"", out, |withholder, out| withholder.pause(echo, out));
            }
        }
    }

    fn pause_after(&self) -> Option<Duration> {
        match &self.inner {
            Inner::Plain(shader) => shader.pause_after(),
            Inner::Withholding(withholder) => withholder.pause_after(),
        }
    }

    fn resize(&mut self, size: Size, out: &mut Vec<u8>) {
        self.options.size = size;
        match &mut self.inner {
            Inner::Plain(shader) => shader.resize(size, out),
            Inner::Withholding(_) => {
                self.guarded(b"", out, |withholder, out| withholder.resize(size, out));
            }
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.guarded(b"", out, |withholder, out| withholder.finish(out));
        if let Inner::Plain(shader) = &mut self.inner {
            shader.finish(out);
        }
    }

    fn asks_echo(&self) -> bool {
        matches!(self.inner, Inner::Withholding(_))
    }

    fn echo(&mut self, on: bool) {
        self.echo = on;
    }

    fn attend(&mut self, on: bool, out: &mut Vec<u8>) {
        self.attended = on;
        self.guarded(b"", out, |withholder, out| {
            withholder.attended = on;
            withholder.stage.erase(out);
        });
    }

    fn rows_below_cursor(&self) -> u16 {
        self.overlay().rows_below_cursor()
    }

    fn fault(&self) -> Option<String> {
        let faults = [self.overlay().fault(), self.note.clone()];
        let faults: Vec<String> = faults.into_iter().flatten().collect();
        (!faults.is_empty()).then(|| faults.join("\nshade-pty: "))
    }
}

impl Painter for Displayed {
    fn take_spans(&mut self) -> Vec<Range<u64>> {
        self.shader().take_spans()
    }

    fn line_feeds_return(&mut self) {
        match &mut self.inner {
            Inner::Plain(shader) => shader.line_feeds_return(),
            Inner::Withholding(withholder) => withholder.line_feeds_return(),
        }
    }

    fn set_time(&mut self, now: Duration) {
        self.clock = Clock::Recorded(now);
        if let Inner::Withholding(withholder) = &mut self.inner {
            withholder.clock = self.clock;
        }
    }
}

impl Rows for Displayed {
    fn rows(&self) -> Vec<LabelledRow> {
        match &self.inner {
            Inner::Plain(shader) => shader.visible_rows(),
            Inner::Withholding(withholder) => withholder.rows(),
        }
    }
}
