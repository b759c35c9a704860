//! The signals a session takes, as a descriptor to wait on.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;

use nix::libc::c_int;
use nix::sys::signal::Signal;
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;

use crate::sys::signals::{Inherited, ignore, of_this_system};

/// Signals for us whatever happens: the size has changed, we were continued, settings are to be read again.
const OWN: [Signal; 3] = [Signal::SIGWINCH, Signal::SIGCONT, Signal::SIGUSR1];

/// Signals that are meant for the command. One that was ignored from the start (nohup; a shell's background jobs
/// without job control) is still ignored, by us and by the command.
///
/// SIGXCPU and the following come from timers and limits, or from somebody who wants us to end; those that only this
/// system has are added. SIGPIPE is not in the list, since writing may cause it, nor are those that tell of a fault of ours.
const FORWARDED: &[Signal] = &[
    Signal::SIGHUP,
    Signal::SIGINT,
    Signal::SIGQUIT,
    Signal::SIGTERM,
    Signal::SIGTSTP,
    Signal::SIGALRM,
    Signal::SIGUSR2,
    Signal::SIGXCPU,
    Signal::SIGXFSZ,
    Signal::SIGVTALRM,
    Signal::SIGPROF,
    Signal::SIGIO,
];

/// signal-hook's self-pipe: a handler writes a byte, `poll` wakes up, nothing else happens in the handler.
#[derive(Debug)]
pub(super) struct Signals {
    delivery: SignalDelivery<UnixStream, SignalOnly>,
}

impl Signals {
    pub(super) fn register(inherited: &Inherited) -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        let forwarded = FORWARDED
            .iter()
            .map(|&signal| signal as c_int)
            .chain(of_this_system())
            .filter(|&signal| !inherited.ignores_number(signal));
        let all: Vec<c_int> = OWN
            .into_iter()
            .map(|signal| signal as c_int)
            .chain(forwarded)
            .collect();
        let delivery = SignalDelivery::with_pipe(read, write, SignalOnly, all)?;
        // In the background, writing under TOSTOP and restoring settings must not stop us; reading is not tried.
        ignore(Signal::SIGTTOU);
        ignore(Signal::SIGTTIN);
        Ok(Signals { delivery })
    }

    /// Those that arrived since the last call, each once, lowest number first. Empties the pipe first, so that one
    /// that arrives meanwhile is seen the next time.
    pub(super) fn take(&mut self) -> Vec<c_int> {
        self.delivery.pending().collect()
    }
}

impl AsFd for Signals {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.delivery.get_read().as_fd()
    }
}
