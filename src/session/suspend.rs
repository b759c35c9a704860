//! Stop and continue.
//!
//! The command stops (^Z at a cooked one; SIGTSTP to its group; SIGSTOP to itself, as Claude Code does): its modes are
//! undone and the terminal restored, if it is ours, and our job stops by the same signal, so that the shell shows its
//! prompt. SIGCONT wakes us, in the foreground (`fg`) or in the background (`bg`), which is seen by asking the terminal
//! whose it is. If nobody would wake us, the kernel discards the stop, and the command goes on at once.

use nix::libc::{self, c_int};
use nix::sys::signal::Signal;
use nix::unistd::{getpgid, getpgrp, getppid, getsid};

use super::Error;
use super::events::{Session, put};
use crate::pty::{Order, Report};
use crate::sys::signals::with_default;
use crate::terminal::Terminal;

impl<T: Terminal> Session<T> {
    /// The command was stopped by this signal.
    pub(super) fn suspend(&mut self, signal: c_int) -> Result<(), Error> {
        if !self.connected {
            // It is being hung up, and must be awake to notice.
            self.child.order(Order::Continue { foreground: false });
            return Ok(());
        }
        let wants_terminal = matches!(signal, libc::SIGTTIN | libc::SIGTTOU);
        if wants_terminal && !self.foreground && self.terminal.is_foreground() {
            // A job that ran in the background was brought to the foreground without SIGCONT (bash does so).
            self.resume();
            return Ok(());
        }
        // What it wrote before, its own goodbye to the terminal included.
        self.drain(super::queue::Queue::LIMIT);
        self.await_answers();
        self.pause();
        self.attend(false);
        if self.foreground {
            self.modes.park(self.output.tail());
            self.flush_patiently();
            self.terminal.restore();
        }
        let halted = self.halt(signal)?;
        if self.ended.is_some() {
            return Ok(());
        }
        let arrived = self.signals.take();
        let woken = arrived.contains(&libc::SIGCONT);
        let others = arrived.into_iter().filter(|&s| s != libc::SIGCONT);
        others.for_each(|s| self.on_signal(s));
        self.take_terminal();
        if halted {
            // Where our group is orphaned and in the background, nobody can stop, and nobody would bring it back.
            // Unwrapped a read would fail; here the command gets the PTY and waits, rather than try again and again.
            let lend = wants_terminal && !woken;
            self.child.order(Order::Continue {
                foreground: self.foreground || lend,
            });
        }
        Ok(())
    }

    /// Tells the overlay whether the terminal is ours.
    fn attend(&mut self, on: bool) {
        let overlay = &mut self.overlay;
        put(&mut self.output, &mut self.modes, |out| {
            overlay.attend(on, out)
        });
    }

    /// Has us stopped. Returns when we were continued (or could not be stopped), with whether the stop was sent.
    fn halt(&mut self, signal: c_int) -> Result<bool, Error> {
        // SIGSTOP stops also where nobody is left to continue us, so it is only used under a parent that certainly
        // is; else SIGTSTP, which the kernel discards in that case. SIGSTOP is sent to one process, never typed.
        let (signal, group) = match signal {
            libc::SIGTSTP | libc::SIGTTIN | libc::SIGTTOU => (signal, true),
            _ if has_job_control_parent() => (libc::SIGSTOP, false),
            _ => (libc::SIGTSTP, false),
        };
        let Ok(with) = Signal::try_from(signal) else {
            return Ok(false);
        };
        with_default(with, || {
            self.child.order(Order::Halt { signal, group });
            let mut stopped = None;
            loop {
                match self.child.wait_report() {
                    Ok(Report::Halted) => return Ok(true),
                    Ok(Report::NotHalted) => return Ok(false),
                    Ok(report) => self.note(report, &mut stopped),
                    Err(_) => return self.lose_monitor().map(|()| false),
                }
            }
        })
    }

    /// We were continued: takes the terminal if it is ours, and lets the command go on.
    pub(super) fn resume(&mut self) {
        self.take_terminal();
        self.child.order(Order::Continue {
            foreground: self.foreground,
        });
    }

    /// Makes the terminal ours again, if we are in the foreground, and follows its size.
    fn take_terminal(&mut self) {
        self.foreground = self.terminal.is_foreground();
        self.attend(self.foreground);
        if self.foreground {
            self.follow_settings();
            let _ = self.terminal.make_raw();
            self.modes.unpark(self.output.tail());
            self.flush();
        }
        self.follow_size(false);
    }

    /// The terminal's settings may be others than the PTY was given: a job that was started in the background found those
    /// of the shell's line editor, in which no Enter ends a line; and the user may have changed them meanwhile.
    fn follow_settings(&mut self) {
        if let Some(settings) = self.terminal.settings() {
            self.pty.follow_settings(&settings);
        }
    }
}

/// Whether our parent is in our session but in another process group: then our group is not orphaned (POSIX 3.213),
/// and the parent is the shell that watches the job. Parents further up count as well, but cannot be asked for; the
/// kernel knows them.
fn has_job_control_parent() -> bool {
    let parent = getppid();
    getsid(Some(parent)).is_ok_and(|session| getsid(None) == Ok(session))
        && getpgid(Some(parent)).is_ok_and(|group| group != getpgrp())
}
