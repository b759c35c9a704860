//! The question for the terminal's background, and its answer.
//!
//! It delays nothing: the command has been started before, and until the answer is there the overlay does with what else it
//! knows. Nobody asks in the background, where the input is not ours, nor if something was typed ahead: then an answer could
//! not be told from it. What the terminal answers to the command's own question is looked at instead.

use std::io;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::events::{Session, put};
use crate::Query;
use crate::color::Rgb;
use crate::terminal::Terminal;
use crate::terminal::answers::{Answers, QUESTION};

/// How long after the question its answers are waited for before somebody else reads the terminal: to the shell they would
/// be typed. A local terminal that answers at all does so at once.
const ROUND_TRIP: Duration = Duration::from_millis(100);

impl<T: Terminal> Session<T> {
    /// Asks, if it may be asked. Nothing of the command's has gone out yet.
    pub(super) fn ask_background(&mut self) {
        self.answers = match self.overlay.query() {
            Query::Nothing => Answers::idle(),
            Query::Ask if self.foreground && self.nothing_is_typed() => {
                self.output.tail().extend_from_slice(QUESTION);
                self.flush();
                log::debug!("the terminal was asked for its background");
                Answers::asked(Instant::now())
            }
            Query::Ask | Query::Watch => Answers::watching(),
        };
    }

    fn nothing_is_typed(&self) -> bool {
        let Some(fd) = self.terminal.descriptor() else {
            return false;
        };
        matches!(
            poll(&mut [PollFd::new(fd, PollFlags::POLLIN)], PollTimeout::ZERO),
            Ok(0)
        )
    }

    /// Takes our answers out of what stands at the end of the keys, from `start` on.
    pub(super) fn take_answers(&mut self, start: usize) {
        if self.answers.is_idle() {
            return;
        }
        let keys = self.keys.tail();
        let input = keys.split_off(start);
        if let Some(color) = self.answers.take(&input, Instant::now(), keys) {
            self.use_background(color);
        }
    }

    fn use_background(&mut self, color: Rgb) {
        log::info!("the terminal's background is {color:?}");
        let overlay = &mut self.overlay;
        put(&mut self.output, &mut self.modes, |out| {
            overlay.background(color, out)
        });
        self.flush();
        let after = self.overlay.pause_after();
        self.pause_at = after.map(|after| Instant::now() + after);
    }

    /// What may have been the beginning of an answer is a key after all.
    pub(super) fn release_keys_if_due(&mut self) {
        if self.answers.due().is_some_and(|at| at <= Instant::now()) {
            self.answers.release(self.keys.tail());
            self.send_keys();
        }
    }

    /// Before somebody else reads the terminal: waits for answers that are on their way.
    pub(super) fn await_answers(&mut self) {
        while let Some(asked) = self.answers.asked_at() {
            let left = (asked + ROUND_TRIP).saturating_duration_since(Instant::now());
            let ready = self.connected && self.foreground && !self.keys.is_full();
            let Some(fd) = self.terminal.descriptor() else {
                break;
            };
            if !ready || left.is_zero() {
                break;
            }
            let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
            match poll(&mut [PollFd::new(fd, PollFlags::POLLIN)], timeout) {
                Ok(n) if n > 0 => self.read_keys(),
                Err(e) if io::Error::from(e).kind() == io::ErrorKind::Interrupted => {}
                _ => break,
            }
        }
    }
}
