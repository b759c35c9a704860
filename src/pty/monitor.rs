//! The monitor: leads the PTY's session, starts the command, watches it and ends it. See the picture in
//! [`pty`](super).
//!
//! Everything here runs in a forked copy of the program and is async-signal-safe: no allocation, no lock, no panic.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::libc::{self, c_int};
use nix::sys::signal::{SigSet, Signal};
use nix::unistd::{
    Pid, getpgid, getpid, getppid, read, setpgid, setsid, tcgetpgrp, tcsetpgrp, write,
};

use super::message::{Inbox, Order, Report};
use super::rescue::Rescue;
use crate::sys::process::{self, Change, Image};
use crate::sys::signals::{self, Inherited};
use crate::sys::tty;

/// How long a command that was asked to end (SIGTERM and its like) has before SIGHUP follows.
const GRACE: Duration = Duration::from_secs(3);

/// How long it has after SIGHUP before SIGKILL follows.
const LAST_GRACE: Duration = Duration::from_secs(2);

/// Where one of the command's standard descriptors comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stdio {
    /// It is the PTY.
    Slave,
    /// It is what we were given.
    Inherit,
    /// It is closed, as ours was.
    Closed,
}

/// All that the start needs, made before the fork.
pub(crate) struct Plan {
    /// The command.
    pub(crate) image: Image,
    /// The PTY's far side.
    pub(crate) slave: OwnedFd,
    /// The command's standard descriptors.
    pub(crate) stdio: [Stdio; 3],
    /// Descriptors above 2 that are the terminal, and so the PTY to the command.
    pub(crate) others: Vec<RawFd>,
    /// Whether the command starts as the PTY's foreground group, as we are our terminal's.
    pub(crate) foreground: bool,
    /// Signals as the command must find them.
    pub(crate) inherited: Inherited,
    /// What the outer terminal needs if the front cannot see to it any more.
    pub(crate) rescue: Option<Rescue>,
}

/// Runs the monitor in a process that was just forked, with every signal blocked. `pulse` is only held: its hang-up
/// wakes a front that is stopped when we are killed.
pub(super) fn run(plan: &mut Plan, channel: &UnixStream, pulse: &OwnedFd) -> ! {
    process::hang_up_with_parent();
    // SIGHUP comes at the hang-up of the PTY and (Linux) at the front's death: both only wake us.
    signals::interrupt_only(Signal::SIGCHLD);
    signals::interrupt_only(Signal::SIGHUP);
    let front = getppid();
    let command = match start(plan) {
        Ok(command) => command,
        Err(report) => {
            let _ = write(channel, &report.encode());
            process::exit_now(0);
        }
    };
    let _ = write(channel, &Report::Started(command.as_raw()).encode());
    let outer = plan.rescue.as_ref().map(|rescue| rescue.terminal.as_fd());
    let (slave, channel) = (plan.slave.as_fd(), channel.as_fd());
    let Ok(kept) = process::keep_only(slave, channel, pulse.as_fd(), outer) else {
        process::exit_now(1);
    };
    Monitor {
        slave: kept.slave,
        channel: kept.channel,
        rescue: plan.rescue.as_ref().zip(kept.outer),
        front,
        front_gone: false,
        front_halted: false,
        command,
        state: State::Running,
        spare: plan.inherited.ignores(Signal::SIGHUP),
        news: None,
        answer: None,
        inbox: Inbox::default(),
        next: None,
    }
    .watch()
}

/// Leads the session and starts the command; the report says why not.
fn start(plan: &mut Plan) -> Result<Pid, Report> {
    let failed = |errno: Errno| Report::SetupFailed(errno as c_int);
    let session = setsid().map_err(failed)?;
    tty::make_controlling(plan.slave.as_fd()).map_err(failed)?;
    plan.image.set_session(session);
    let (result, report) = process::pipe().map_err(failed)?;
    let command = process::fork(|| become_command(plan, &report)).map_err(failed)?;
    drop(report);
    // End of file: exec has closed the other end.
    let mut errno = [0; size_of::<c_int>()];
    loop {
        return match read(&result, &mut errno) {
            Err(Errno::EINTR) => continue,
            Ok(n) if n == errno.len() => Err(Report::ExecFailed(c_int::from_ne_bytes(errno))),
            _ => Ok(command),
        };
    }
}

/// The last steps before `exec`, in the command's process.
fn become_command(plan: &Plan, report: &OwnedFd) -> ! {
    let own = getpid();
    let _ = setpgid(own, own);
    if plan.foreground {
        let _ = tcsetpgrp(&plan.slave, own);
    }
    for (number, from) in (0..).zip(plan.stdio) {
        match from {
            Stdio::Slave => drop(process::put_at(plan.slave.as_fd(), number)),
            Stdio::Inherit => {}
            Stdio::Closed => process::close(number),
        }
    }
    for &number in &plan.others {
        let _ = process::put_at(plan.slave.as_fd(), number);
    }
    plan.inherited.restore();
    let errno = plan.image.exec() as c_int;
    let _ = write(report, &errno.to_ne_bytes());
    process::exit_now(127)
}

/// What the command is doing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It runs.
    Running,
    /// It is stopped.
    Stopped,
    /// It has ended and is reaped: its group must not be signalled any more.
    Gone,
}

/// What happens to a command that should end but does not.
#[derive(Clone, Copy)]
enum Step {
    /// SIGHUP and SIGCONT.
    HangUp,
    /// SIGKILL.
    Kill,
}

struct Monitor<'a> {
    slave: BorrowedFd<'static>,
    channel: BorrowedFd<'static>,
    rescue: Option<(&'a Rescue, BorrowedFd<'static>)>,
    front: Pid,
    /// The back channel is at its end.
    front_gone: bool,
    /// We stopped the front and have not heard from it since.
    front_halted: bool,
    command: Pid,
    state: State,
    /// SIGHUP was ignored from the start (nohup): a command that outlives its terminal is wanted.
    spare: bool,
    /// The command's latest state, if the channel has no room for it yet.
    news: Option<Report>,
    /// The answer to the front's last question, if the channel has no room for it yet.
    answer: Option<Report>,
    inbox: Inbox,
    /// The next step towards the command's end, and when.
    next: Option<(Instant, Step)>,
}

impl Monitor<'_> {
    fn watch(mut self) -> ! {
        let mut mask = SigSet::all();
        mask.remove(Signal::SIGCHLD);
        mask.remove(Signal::SIGHUP);
        loop {
            self.reap();
            self.take_step();
            if self.front_gone && (self.state == State::Gone || self.spare) {
                process::exit_now(0);
            }
            self.send();
            let timeout = self
                .next
                .map(|(at, _)| at.saturating_duration_since(Instant::now()));
            let channel = (!self.front_gone).then_some(self.channel);
            if signals::wait(channel, self.news.or(self.answer).is_some(), &mask, timeout) {
                self.listen();
            } else if !self.front_gone && getppid() != self.front {
                self.lose_front();
            }
        }
    }

    /// Takes in every change of the command's state.
    fn reap(&mut self) {
        while self.state != State::Gone {
            match process::poll_child(self.command) {
                Ok(None) => return,
                Ok(Some(Change::Stopped(signal))) => {
                    self.state = State::Stopped;
                    self.tell(Report::Stopped(signal));
                }
                Ok(Some(Change::Continued)) => {
                    self.state = State::Running;
                    self.tell(Report::Continued);
                    self.wake_front();
                }
                Ok(Some(Change::Exited(status))) => self.bury(Report::Exited(status)),
                Ok(Some(Change::Signaled(signal))) => self.bury(Report::Signaled(signal)),
                Err(_) => self.bury(Report::Exited(0)),
            }
        }
    }

    fn bury(&mut self, report: Report) {
        self.state = State::Gone;
        if !matches!(self.next, Some((_, Step::Kill))) && !self.front_gone {
            // Jobs the command left in the foreground would get SIGHUP when we, the session's leader, exit.
            let _ = tcsetpgrp(self.slave, getpid());
        }
        self.next = None;
        self.tell(report);
        self.wake_front();
    }

    /// A front that we stopped goes on when its command does, or has ended.
    fn wake_front(&mut self) {
        if self.front_halted {
            self.front_halted = false;
            let _ = signals::send(self.front.as_raw(), libc::SIGCONT);
        }
    }

    /// News replaces older news: only the latest state counts, so the memory for it is bounded.
    fn tell(&mut self, report: Report) {
        self.news = Some(report);
        self.send();
    }

    fn answer(&mut self, report: Report) {
        self.answer = Some(report);
        self.send();
    }

    fn send(&mut self) {
        for slot in [&mut self.news, &mut self.answer] {
            if let Some(report) = *slot {
                if matches!(write(self.channel, &report.encode()), Err(Errno::EAGAIN)) {
                    return;
                }
                *slot = None;
            }
        }
    }

    fn listen(&mut self) {
        match read(self.channel, self.inbox.room()) {
            Ok(0) => self.lose_front(),
            Ok(n) => {
                if let Some(order) = self.inbox.advance(n).and_then(Order::decode) {
                    self.obey(order);
                }
            }
            Err(Errno::EAGAIN | Errno::EINTR) => {}
            Err(_) => self.lose_front(),
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Continue { foreground } => self.resume(foreground),
            Order::Signal(signal) => self.signal_group(signal),
            Order::Terminate(signal) => {
                self.signal_group(signal);
                if self.next.is_none() && self.state != State::Gone {
                    self.next = Some((Instant::now() + GRACE, Step::HangUp));
                }
            }
            Order::HangUp => self.hang_up(),
            Order::Halt { signal, group } => self.halt_front(signal, group),
        }
    }

    fn resume(&mut self, foreground: bool) {
        self.front_halted = false;
        let own = getpid();
        if !foreground {
            let _ = tcsetpgrp(self.slave, own);
        } else if tcgetpgrp(self.slave) == Ok(own) && self.state != State::Gone {
            // Only if nobody has it: a job of the command's own may be in the foreground.
            let _ = tcsetpgrp(self.slave, self.command);
        }
        self.signal_group(libc::SIGCONT);
    }

    fn halt_front(&mut self, signal: c_int, group: bool) {
        self.reap();
        if self.state != State::Stopped {
            self.answer(Report::NotHalted);
            return;
        }
        self.front_halted = true;
        // As a shell takes its terminal back from a stopped job: continued by somebody else, the command is in the
        // background until the front says otherwise, and stops again if it reads.
        let _ = tcsetpgrp(self.slave, getpid());
        // Asked for now: a shell may still have been moving it into its group when we started.
        let target = match getpgid(Some(self.front)) {
            Ok(front_group) if group => -front_group.as_raw(),
            _ => self.front.as_raw(),
        };
        let _ = signals::send(target, signal);
        self.answer(Report::Halted);
    }

    fn lose_front(&mut self) {
        self.front_gone = true;
        if let Some((rescue, terminal)) = self.rescue.take() {
            rescue.restore(terminal);
            // Nobody must wait for us to let go of it.
            process::close(terminal.as_raw_fd());
        }
        if self.state != State::Gone && !self.spare {
            self.hang_up();
        }
    }

    fn hang_up(&mut self) {
        if self.state == State::Gone {
            return;
        }
        if let Ok(group) = tcgetpgrp(self.slave)
            && group != self.command
            && group != getpid()
        {
            let _ = signals::send(-group.as_raw(), libc::SIGHUP);
        }
        self.signal_group(libc::SIGHUP);
        self.signal_group(libc::SIGCONT);
        if !self.spare && !matches!(self.next, Some((_, Step::Kill))) {
            self.next = Some((Instant::now() + LAST_GRACE, Step::Kill));
        }
    }

    fn take_step(&mut self) {
        let Some((at, step)) = self.next else { return };
        if Instant::now() < at {
            return;
        }
        self.next = None;
        match step {
            Step::HangUp => self.hang_up(),
            Step::Kill => self.signal_group(libc::SIGKILL),
        }
    }

    fn signal_group(&self, signal: c_int) {
        if self.state != State::Gone {
            let _ = signals::send(-self.command.as_raw(), signal);
        }
    }
}
