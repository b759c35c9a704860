//! Signal dispositions and masks.

use std::os::fd::{AsRawFd, BorrowedFd};
use std::time::Duration;

use nix::errno::Errno;
use nix::libc::{self, c_int};
use nix::sys::signal::{
    SaFlags, SigAction, SigHandler, SigSet, SigmaskHow, Signal, sigaction, sigprocmask,
};

use super::start;

/// The highest signal number on any system we run on (Linux: SIGRTMAX).
const MAX_SIGNAL: usize = 64;

/// The mask and the ignored signals that the process was started with, which is all that survives `execve`.
#[derive(Clone, Copy)]
pub(crate) struct Inherited {
    mask: SigSet,
    ignored: [bool; MAX_SIGNAL + 1],
}

impl Inherited {
    /// Reads them; to be called before we change any.
    pub(crate) fn record() -> Self {
        let mut mask = SigSet::empty();
        // Reading the mask cannot fail (POSIX: EINVAL only for a bad `how`).
        let _ = sigprocmask(SigmaskHow::SIG_BLOCK, None, Some(&mut mask));
        let mut ignored = [false; MAX_SIGNAL + 1];
        for (signal, slot) in (0..).zip(&mut ignored).skip(1) {
            *slot = is_ignored(signal);
        }
        ignored[libc::SIGPIPE as usize] = start::sigpipe_ignored();
        Inherited { mask, ignored }
    }

    /// Whether this signal was ignored.
    pub(crate) fn ignores(&self, signal: Signal) -> bool {
        self.ignores_number(signal as c_int)
    }

    /// The same by number.
    pub(crate) fn ignores_number(&self, signal: c_int) -> bool {
        usize::try_from(signal).is_ok_and(|i| self.ignored.get(i) == Some(&true))
    }

    /// Puts them back, for the `exec` that follows. Async-signal-safe.
    pub(crate) fn restore(&self) {
        for (signal, ignored) in (0..).zip(self.ignored).skip(1) {
            let action = if ignored {
                libc::SIG_IGN
            } else {
                libc::SIG_DFL
            };
            // SAFETY: SIG_IGN and SIG_DFL run no code of ours; numbers that are no signal or may not be changed
            // (KILL, STOP, the C library's own) are refused with EINVAL, which leaves them as they are.
            unsafe { libc::signal(signal, action) };
        }
        let _ = sigprocmask(SigmaskHow::SIG_SETMASK, Some(&self.mask), None);
    }
}

/// Signals that not every system has and that end a process: on Linux SIGPWR, SIGSTKFLT and the real-time signals that
/// programs may use. macOS has none of these, and those of the BSDs have no fixed place.
pub(crate) fn of_this_system() -> impl Iterator<Item = c_int> {
    #[cfg(target_os = "linux")]
    {
        [libc::SIGPWR, libc::SIGSTKFLT]
            .into_iter()
            .chain(libc::SIGRTMIN()..=libc::SIGRTMAX())
    }
    #[cfg(not(target_os = "linux"))]
    {
        std::iter::empty()
    }
}

fn is_ignored(signal: c_int) -> bool {
    // SAFETY: an all-zero sigaction is valid, and a null new action only reads.
    unsafe {
        let mut old: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut old) == 0
            && old.sa_sigaction == libc::SIG_IGN
    }
}

/// Blocks every signal; gives the mask that was in force. Async-signal-safe.
pub(crate) fn block_all() -> SigSet {
    let mut old = SigSet::empty();
    let _ = sigprocmask(
        SigmaskHow::SIG_SETMASK,
        Some(&SigSet::all()),
        Some(&mut old),
    );
    old
}

/// Puts a mask in force. Async-signal-safe.
pub(crate) fn set_mask(mask: &SigSet) {
    let _ = sigprocmask(SigmaskHow::SIG_SETMASK, Some(mask), None);
}

/// Ignores a signal from now on.
pub(crate) fn ignore(signal: Signal) {
    set_handler(signal, SigHandler::SigIgn);
}

/// Lets a signal interrupt system calls and do nothing else. Async-signal-safe.
pub(crate) fn interrupt_only(signal: Signal) {
    extern "C" fn nothing(_: c_int) {}
    set_handler(signal, SigHandler::Handler(nothing));
}

fn set_handler(signal: Signal, handler: SigHandler) {
    let action = SigAction::new(handler, SaFlags::empty(), SigSet::empty());
    // SAFETY: the handlers used here are SIG_IGN, SIG_DFL and a function that does nothing.
    let _ = unsafe { sigaction(signal, &action) };
}

/// Runs `f` while a signal has its default action.
pub(crate) fn with_default<R>(signal: Signal, f: impl FnOnce() -> R) -> R {
    with_action(signal, SigHandler::SigDfl, f)
}

fn with_action<R>(signal: Signal, handler: SigHandler, f: impl FnOnce() -> R) -> R {
    let action = SigAction::new(handler, SaFlags::empty(), SigSet::empty());
    // SAFETY: SIG_DFL and SIG_IGN, of which it is one, run no code of ours.
    let old = unsafe { sigaction(signal, &action) };
    let result = f();
    if let Ok(old) = old {
        // SAFETY: this is the action that was in force before, so its handler is as valid as it was.
        let _ = unsafe { sigaction(signal, &old) };
    }
    result
}

/// Ends this process by a signal number's default action, without a core dump of ours. Returns where that is
/// impossible (the default action does not end a process).
pub(crate) fn die_of(signal: c_int) {
    // SAFETY: plain system calls on this process; `limit` lives through the call; SIG_DFL runs no code of ours.
    unsafe {
        let limit = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        libc::setrlimit(libc::RLIMIT_CORE, &limit);
        // RLIMIT_CORE does not bind a core pattern that is a pipe (core(5)).
        #[cfg(target_os = "linux")]
        libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0);
        libc::signal(signal, libc::SIG_DFL);
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, signal);
        libc::sigprocmask(libc::SIG_UNBLOCK, &set, std::ptr::null_mut());
        libc::raise(signal);
    }
}

/// Sleeps until `fd` can be read (or written, where `write` is set), a signal outside `mask` arrives, or the time is
/// over; says whether it can be read. The mask is in force for just that long, so no signal slips in between a check
/// and the sleep (pselect(2); `ppoll` is not on macOS). `fd` must be below FD_SETSIZE. Async-signal-safe.
pub(crate) fn wait(
    fd: Option<BorrowedFd<'_>>,
    write: bool,
    mask: &SigSet,
    timeout: Option<Duration>,
) -> bool {
    let number = fd
        .map(|fd| fd.as_raw_fd())
        .filter(|&n| (n as usize) < libc::FD_SETSIZE);
    let timeout = timeout.map(|t| libc::timespec {
        // The types differ between systems, and musl's names of them are about to change.
        tv_sec: t.as_secs() as _,
        tv_nsec: t.subsec_nanos() as _,
    });
    // SAFETY: the sets are initialised by FD_ZERO before use, `number` was checked against FD_SETSIZE (a descriptor
    // is never negative), and all pointers outlive the call.
    unsafe {
        let mut reads: libc::fd_set = std::mem::zeroed();
        let mut writes: libc::fd_set = std::mem::zeroed();
        libc::FD_ZERO(&mut reads);
        libc::FD_ZERO(&mut writes);
        if let Some(number) = number {
            libc::FD_SET(number, &mut reads);
            if write {
                libc::FD_SET(number, &mut writes);
            }
        }
        let timeout = timeout
            .as_ref()
            .map_or(std::ptr::null(), std::ptr::from_ref);
        let ready = libc::pselect(
            number.map_or(0, |n| n + 1),
            &mut reads,
            &mut writes,
            std::ptr::null_mut(),
            timeout,
            mask.as_ref(),
        );
        ready > 0 && number.is_some_and(|n| libc::FD_ISSET(n, &reads))
    }
}

/// Sends a signal by number to a process (positive) or a process group (negative). Async-signal-safe.
pub(crate) fn send(target: c_int, signal: c_int) -> Result<(), Errno> {
    // SAFETY: kill(2) takes plain numbers and checks them itself.
    Errno::result(unsafe { libc::kill(target, signal) }).map(drop)
}

/// Sends a signal to every other process of our group. (To ourselves as well, but while it is ignored.)
pub(crate) fn send_to_the_rest_of_the_group(signal: c_int) {
    let Ok(named) = Signal::try_from(signal) else {
        return;
    };
    with_action(named, SigHandler::SigIgn, || {
        let _ = send(0, signal);
    });
}

/// Ignores a signal by number from now on.
pub(crate) fn ignore_number(signal: c_int) {
    // SAFETY: SIG_IGN runs no code of ours.
    unsafe { libc::signal(signal, libc::SIG_IGN) };
}
