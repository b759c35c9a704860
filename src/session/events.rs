//! The loop: waits for the first of its descriptors, lets each that is ready do its part, and ends with the command.

use std::io;
use std::time::Instant;

use memchr::memmem;
use nix::libc::{self, c_int};
use nix::sys::termios::{LocalFlags, Termios};

use super::panic::Quiet;
use super::queue::Queue;
use super::signals::Signals;
use super::typed::Typed;
use super::will::Will;
use super::{Ending, Error};
use crate::Overlay;
use crate::pty::{Child, Order, Pty, Report};
use crate::sys::edge::{self, Edge};
use crate::sys::signals;
use crate::terminal::answers::Answers;
use crate::terminal::modes::Modes;
use crate::terminal::{Terminal, WindowSize};

/// Most that is read from the child before it is judged and shown: it bounds what is still to come after a ^C.
const BURST: usize = 64 * 1024;

/// Most that is read from the keyboard at once.
const KEYS: usize = 16 * 1024;

/// A command that runs, between its PTY and the terminal. Fields are dropped in this order: the terminal is restored
/// before a panic's message comes out.
pub(super) struct Session<T: Terminal> {
    pub(super) terminal: T,
    /// The terminal is there. When it is gone, the child is hung up, and the loop only waits for its end.
    pub(super) connected: bool,
    pub(super) size: WindowSize,
    pub(super) pty: Pty,
    /// Somebody still has the slave open.
    pub(super) pty_open: bool,
    pub(super) child: Child,
    pub(super) signals: Signals,
    pub(super) overlay: Box<dyn Overlay>,
    pub(super) modes: Modes,
    /// What undoes them should we be killed.
    will: Will,
    /// Towards the terminal.
    pub(super) output: Queue,
    /// Towards the child.
    pub(super) keys: Queue,
    /// What the terminal answers, between the keys.
    pub(super) answers: Answers,
    burst: Vec<u8>,
    /// We are the terminal's foreground job, and the command is the PTY's.
    pub(super) foreground: bool,
    /// Tells in the background that keys arrive: they may be ours.
    pub(super) edge: Option<Edge>,
    /// When the overlay's pause is due.
    pub(super) pause_at: Option<Instant>,
    /// The command's end, once it is known.
    pub(super) ended: Option<Ending>,
    pub(super) typed: Typed,
    _quiet: Quiet,
}

impl<T: Terminal> Session<T> {
    #[allow(clippy::too_many_arguments)] // each is one part that the start has made; a struct would repeat this one
    pub(super) fn new(
        terminal: T,
        size: WindowSize,
        pty: Pty,
        child: Child,
        signals: Signals,
        overlay: Box<dyn Overlay>,
        foreground: bool,
        will: Will,
        quiet: Quiet,
    ) -> Self {
        let edge = terminal.descriptor().and_then(edge::watch);
        Session {
            edge,
            terminal,
            connected: true,
            size,
            pty,
            pty_open: true,
            child,
            signals,
            overlay,
            modes: Modes::new(size.rows),
            will,
            output: Queue::default(),
            keys: Queue::default(),
            answers: Answers::idle(),
            burst: vec![0; BURST],
            foreground,
            pause_at: None,
            ended: None,
            typed: Typed::default(),
            _quiet: quiet,
        }
    }

    /// Runs until the command has ended and all it wrote is shown.
    pub(super) fn run(mut self) -> Result<Ending, Error> {
        if self.foreground {
            self.terminal.make_raw()?;
        }
        // It may have changed since the PTY was made.
        self.follow_size(false);
        self.ask_background();
        loop {
            let ready = self.wait()?;
            if ready.signals {
                self.on_signals();
            }
            if ready.reports {
                self.on_reports()?;
            }
            if ready.terminal_gone {
                self.disconnect();
            }
            if ready.room {
                self.flush();
            }
            if ready.arrival {
                self.look_at_the_foreground();
            }
            if ready.keys {
                self.read_keys();
            }
            self.release_keys_if_due();
            if ready.child_room {
                self.send_keys();
            }
            if ready.child_output {
                self.read_child();
            } else {
                self.pause_if_due();
            }
            if let Some(ending) = self.ended {
                return self.finish(ending);
            }
        }
    }

    fn on_signals(&mut self) {
        for signal in self.signals.take() {
            self.on_signal(signal);
        }
    }

    pub(super) fn on_signal(&mut self, signal: c_int) {
        match signal {
            libc::SIGWINCH => self.follow_size(true),
            libc::SIGCONT => self.resume(),
            libc::SIGUSR1 => self.reload(),
            libc::SIGTERM | libc::SIGHUP => self.child.order(Order::Terminate(signal)),
            // In raw mode nobody can have typed it at us; it was sent to end us.
            libc::SIGINT | libc::SIGQUIT if self.foreground => {
                self.child.order(Order::Terminate(signal))
            }
            _ => self.child.order(Order::Signal(signal)),
        }
    }

    /// The settings are read again. The command hears nothing of it: SIGUSR1 would kill most.
    fn reload(&mut self) {
        let overlay = &mut self.overlay;
        put(&mut self.output, &mut self.modes, |out| overlay.reload(out));
        self.flush();
        let after = self.overlay.pause_after();
        self.pause_at = after.map(|after| Instant::now() + after);
    }

    /// Gives the terminal's present size to the PTY and the overlay. The kernel tells the command only of a change;
    /// a SIGWINCH that came without one is passed on as it came.
    pub(super) fn follow_size(&mut self, signalled: bool) {
        let Ok(size) = self.terminal.size() else {
            return;
        };
        if size != self.size {
            self.size = size;
            let _ = self.pty.resize(size);
            self.modes.resize(size.rows);
            let (overlay, cells) = (&mut self.overlay, size.cells());
            put(&mut self.output, &mut self.modes, |out| {
                overlay.resize(cells, out)
            });
            self.flush();
        } else if signalled && let Some(group) = self.pty.foreground() {
            let _ = signals::send(-group.as_raw(), libc::SIGWINCH);
        }
    }

    /// Acts on the command's latest state; what came and went in between is history.
    fn on_reports(&mut self) -> Result<(), Error> {
        let mut stopped = None;
        loop {
            match self.child.report() {
                Ok(Some(report)) => self.note(report, &mut stopped),
                Ok(None) => break,
                Err(_) if self.ended.is_some() => break,
                Err(_) => return self.lose_monitor(),
            }
        }
        if let (Some(signal), None) = (stopped, self.ended) {
            self.suspend(signal)?;
        }
        Ok(())
    }

    pub(super) fn note(&mut self, report: Report, stopped: &mut Option<c_int>) {
        match report {
            Report::Stopped(signal) => *stopped = Some(signal),
            Report::Continued => *stopped = None,
            Report::Exited(status) => self.ended = Some(Ending::Exited(status as u8)),
            Report::Signaled(signal) => self.ended = Some(self.ending_by(signal)),
            // Answers to questions that nobody waits for any more, and what only a start reports.
            Report::Halted | Report::NotHalted => {}
            Report::Started(_) | Report::ExecFailed(_) | Report::SetupFailed(_) => {}
        }
    }

    /// The terminal is gone: the command is hung up, as it would have been on that terminal.
    fn disconnect(&mut self) {
        if std::mem::replace(&mut self.connected, false) {
            self.child.order(Order::HangUp);
            self.output.clear();
            self.keys.clear();
        }
    }

    /// Keys have arrived while we were in the background: perhaps we no longer are, and nobody has told us.
    fn look_at_the_foreground(&mut self) {
        if let Some(edge) = &self.edge {
            edge.clear();
        }
        if self.terminal.is_foreground() {
            self.resume();
        }
    }

    pub(super) fn read_keys(&mut self) {
        let old = self.keys.waiting().len();
        let tail = self.keys.tail();
        let start = tail.len();
        tail.resize(start + KEYS, 0);
        let result = self.terminal.read(&mut tail[start..]);
        tail.truncate(start + *result.as_ref().unwrap_or(&0));
        self.take_answers(start);
        self.note_keys(old);
        self.overlay.typed(&self.keys.waiting()[old..]);
        match result {
            Ok(0) => self.disconnect(),
            Ok(_) if old == 0 => self.send_keys(),
            Ok(_) => {}
            Err(e)
                if matches!(
                    e.kind(),
                    io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
                ) => {}
            // Somebody has taken the foreground from us without a stop.
            Err(_) if !self.terminal.is_foreground() => self.resume(),
            Err(_) => self.disconnect(),
        }
    }

    pub(super) fn send_keys(&mut self) {
        while !self.keys.is_empty() {
            match self.pty.write(self.keys.waiting()) {
                Ok(n) if n > 0 => self.keys.took(n),
                Err(e) if e.kind() != io::ErrorKind::WouldBlock => return self.keys.clear(),
                _ => return,
            }
        }
    }

    /// Reads what there is, up to a burst, before any of it is judged. Says how much that was.
    pub(super) fn read_child(&mut self) -> usize {
        let mut len = 0;
        while len < BURST {
            match self.pty.read(&mut self.burst[len..]) {
                Ok(0) => {
                    self.pty_open = false;
                    break;
                }
                Ok(n) => len += n,
                Err(_) => break,
            }
        }
        if len > 0 {
            let (overlay, burst) = (&mut self.overlay, &self.burst[..len]);
            put(&mut self.output, &mut self.modes, |out| {
                overlay.write(burst, out)
            });
            self.flush();
            self.pause_at = self
                .overlay
                .pause_after()
                .map(|after| Instant::now() + after);
        }
        len
    }

    fn pause_if_due(&mut self) {
        if self.output.is_empty() && self.pause_at.is_some_and(|at| at <= Instant::now()) {
            self.pause();
        }
    }

    pub(super) fn pause(&mut self) {
        if self.overlay.asks_echo() {
            let settings = self.pty.settings();
            let echo = |s: Termios| s.local_flags.contains(LocalFlags::ECHO);
            // In raw mode the command shows what is typed itself.
            let raw = |s: &Termios| !s.local_flags.contains(LocalFlags::ICANON);
            self.overlay
                .echo(settings.is_none_or(|s| raw(&s) || echo(s)));
        }
        let overlay = &mut self.overlay;
        put(&mut self.output, &mut self.modes, |out| overlay.pause(out));
        self.flush();
        self.pause_at = self
            .overlay
            .pause_after()
            .map(|after| Instant::now() + after);
    }

    /// Writes what the terminal takes now.
    pub(super) fn flush(&mut self) {
        if !self.connected {
            self.output.clear();
        }
        self.will.write(&self.modes);
        // In the background the settings are the shell's: what the PTY has made of a LF, CR LF, goes out as LF again,
        // or the terminal would make CR CR LF of it.
        let cooked = !self.output.is_empty() && !self.foreground && self.terminal.adds_returns();
        while !self.output.is_empty() {
            let waiting = self.output.waiting();
            let end = memmem::find(waiting, b"\r\n").filter(|_| cooked);
            if end == Some(0) {
                self.output.took(1);
                continue;
            }
            match self
                .terminal
                .write(&waiting[..end.unwrap_or(waiting.len())])
            {
                Ok(n) => self.output.took(n),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return self.disconnect(),
            }
        }
    }
}

/// Lets `fill` append to the output, and the mode tracker see what it appended.
pub(super) fn put(output: &mut Queue, modes: &mut Modes, fill: impl FnOnce(&mut Vec<u8>)) {
    let tail = output.tail();
    let start = tail.len();
    fill(tail);
    modes.feed(&tail[start.min(tail.len())..]);
}
