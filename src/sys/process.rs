//! Processes: fork, the image of a command, and descriptors between the two.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

use nix::errno::Errno;
use nix::libc::{self, c_char, c_int};
use nix::unistd::{ForkResult, Pid};

use super::signals::Inherited;
use super::start;

/// Digits that a session number is written with in a variable: every pid fits.
const DIGITS: usize = 10;

/// Forks. The new process runs `child`, then ends. It may only do async-signal-safe work, so that no lock that
/// another thread held at the fork is waited for.
pub(crate) fn fork(child: impl FnOnce()) -> nix::Result<Pid> {
    // SAFETY: by this function's contract `child` is async-signal-safe; this process ends after it, so the copy of our
    // stack is never returned to and no destructor runs twice.
    match unsafe { nix::unistd::fork() }? {
        ForkResult::Parent { child } => Ok(child),
        ForkResult::Child => {
            child();
            exit_now(0)
        }
    }
}

/// A change of a child's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It has exited with this status.
    Exited(c_int),
    /// It was killed by this signal.
    Signaled(c_int),
    /// It was stopped by this signal.
    Stopped(c_int),
    /// It was continued.
    Continued,
}

/// The next change of a child's state, if there is one (waitpid(2); nix's has no name for real-time signals).
/// Async-signal-safe.
pub(crate) fn poll_child(child: Pid) -> nix::Result<Option<Change>> {
    let mut status = 0;
    // SAFETY: `status` outlives the call.
    let pid = unsafe {
        libc::waitpid(
            child.as_raw(),
            &mut status,
            libc::WNOHANG | libc::WUNTRACED | libc::WCONTINUED,
        )
    };
    Ok(match Errno::result(pid)? {
        0 => None,
        _ if libc::WIFEXITED(status) => Some(Change::Exited(libc::WEXITSTATUS(status))),
        _ if libc::WIFSIGNALED(status) => Some(Change::Signaled(libc::WTERMSIG(status))),
        _ if libc::WIFSTOPPED(status) => Some(Change::Stopped(libc::WSTOPSIG(status))),
        _ => Some(Change::Continued),
    })
}

/// Ends this process at once, without destructors or `atexit`. Async-signal-safe.
pub(crate) fn exit_now(status: c_int) -> ! {
    // SAFETY: _exit(2) is always allowed.
    unsafe { libc::_exit(status) }
}

/// A command's arguments and environment, laid out before the fork so that nothing is allocated after it. (That is
/// why std's `Command` does not start the child: it copies the environment in the new process.)
pub(crate) struct Image {
    /// The strings that the pointers point into.
    _argv: Vec<CString>,
    env: Vec<Vec<u8>>,
    argv_pointers: Vec<*const c_char>,
    env_pointers: Vec<*const c_char>,
}

impl Image {
    /// The command with our environment and one more variable, `name=value:SESSION`, whose session number
    /// [`set_session`](Image::set_session) fills in. `None`: an argument holds a NUL.
    pub(crate) fn new(command: &[impl AsRef<OsStr>], name: &str, value: &OsStr) -> Option<Self> {
        let argv: Vec<CString> = command
            .iter()
            .map(|a| CString::new(a.as_ref().as_bytes()).ok())
            .collect::<Option<_>>()?;
        let own = [name.as_bytes(), b"="].concat();
        let mut env = environment();
        env.retain(|entry| !entry.starts_with(&own));
        env.push(
            [
                name.as_bytes(),
                b"=",
                value.as_bytes(),
                b":",
                &[b'0'; DIGITS],
                b"\0",
            ]
            .concat(),
        );
        let argv_pointers = argv
            .iter()
            .map(|a| a.as_ptr())
            .chain([std::ptr::null()])
            .collect();
        let env_pointers = env
            .iter()
            .map(|v| v.as_ptr().cast())
            .chain([std::ptr::null()])
            .collect();
        Some(Image {
            _argv: argv,
            env,
            argv_pointers,
            env_pointers,
        })
    }

    /// Writes the session number into the variable. Async-signal-safe.
    pub(crate) fn set_session(&mut self, session: Pid) {
        let Some(variable) = self.env.last_mut() else {
            return;
        };
        let mut rest = session.as_raw();
        for digit in variable.iter_mut().rev().skip(1).take(DIGITS) {
            *digit = b'0' + (rest % 10).unsigned_abs() as u8;
            rest /= 10;
        }
    }

    /// Becomes the command; returns only with the reason why that failed. The search along PATH, and `/bin/sh` for
    /// a script without `#!`, are the C library's. Async-signal-safe (glibc's and musl's `execvp` do not allocate;
    /// std relies on the same).
    pub(crate) fn exec(&self) -> Errno {
        // SAFETY: both arrays end with a null pointer and point to NUL-terminated strings that `self` owns and that
        // have not moved (a moved Vec or CString keeps its buffer). This process has no other thread that could read
        // `environ` meanwhile: it is the copy of the one thread that forked.
        unsafe {
            set_environ(self.env_pointers.as_ptr());
            libc::execvp(self.argv_pointers[0], self.argv_pointers.as_ptr());
        }
        Errno::last()
    }
}

/// Our environment, entry by entry as we were given it (std's view leaves out what has no `=`), NULs included.
fn environment() -> Vec<Vec<u8>> {
    let mut entries = Vec::new();
    // SAFETY: `environ` is an array of NUL-terminated strings that ends with a null pointer, or null (environ(7)).
    // Nobody changes it meanwhile: that is what std::env::set_var, which is unsafe, asks of its callers.
    unsafe {
        let mut entry = get_environ();
        while !entry.is_null() && !(*entry).is_null() {
            entries.push(CStr::from_ptr(*entry).to_bytes_with_nul().to_vec());
            entry = entry.add(1);
        }
    }
    entries
}

#[cfg(not(target_vendor = "apple"))]
unsafe extern "C" {
    static mut environ: *const *const c_char;
}

#[cfg(not(target_vendor = "apple"))]
fn get_environ() -> *const *const c_char {
    // SAFETY: reads one pointer, which the C library has set before `main`.
    unsafe { environ }
}

#[cfg(target_vendor = "apple")]
fn get_environ() -> *const *const c_char {
    // SAFETY: the function takes nothing and gives the address of a pointer that is set before `main`.
    unsafe { (*libc::_NSGetEnviron()).cast_const().cast() }
}

#[cfg(not(target_vendor = "apple"))]
unsafe fn set_environ(env: *const *const c_char) {
    // SAFETY: the caller vouches for the array and for being the only thread.
    unsafe { environ = env };
}

#[cfg(target_vendor = "apple")]
unsafe fn set_environ(env: *const *const c_char) {
    // SAFETY: the caller vouches for the array and for being the only thread.
    unsafe { *libc::_NSGetEnviron() = env.cast_mut().cast() };
}

/// Makes `target` refer to what `fd` refers to, inherited by `exec`. Async-signal-safe.
pub(crate) fn put_at(fd: BorrowedFd<'_>, target: RawFd) -> nix::Result<()> {
    // SAFETY: the caller gives up whatever `target` was; dup2 replaces it in one step.
    Errno::result(unsafe { libc::dup2(fd.as_raw_fd(), target) }).map(drop)
}

/// Closes a descriptor by number. Async-signal-safe.
pub(crate) fn close(number: RawFd) {
    // SAFETY: used only in a process about to `exec` or on inherited descriptors that no Rust object owns.
    unsafe { libc::close(number) };
}

/// A pipe, its reading end first, that no `exec` inherits. Async-signal-safe.
#[cfg(not(target_vendor = "apple"))]
pub(crate) fn pipe() -> nix::Result<(OwnedFd, OwnedFd)> {
    nix::unistd::pipe2(nix::fcntl::OFlag::O_CLOEXEC)
}

/// The same. macOS has no `pipe2`; nobody else forks in this process, so the gap harms nobody.
#[cfg(target_vendor = "apple")]
pub(crate) fn pipe() -> nix::Result<(OwnedFd, OwnedFd)> {
    use nix::fcntl::{FcntlArg, FdFlag, fcntl};
    let (read, write) = nix::unistd::pipe()?;
    fcntl(&read, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
    fcntl(&write, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
    Ok((read, write))
}

/// What [`keep_only`] keeps, under its new numbers.
pub(crate) struct Kept {
    /// 0, 1 and 2.
    pub(crate) slave: BorrowedFd<'static>,
    /// 3.
    pub(crate) channel: BorrowedFd<'static>,
    /// 5.
    pub(crate) outer: Option<BorrowedFd<'static>>,
}

/// Leaves this process with nothing but these descriptors; `pulse` is kept open and
/// that is all.
/// Async-signal-safe.
pub(crate) fn keep_only(
    slave: BorrowedFd<'_>,
    channel: BorrowedFd<'_>,
    pulse: BorrowedFd<'_>,
    outer: Option<BorrowedFd<'_>>,
) -> nix::Result<Kept> {
    // Away from the numbers that are about to be taken.
    const SAFE: RawFd = 16;
    let slave = duplicate_above(slave, SAFE)?;
    let channel = duplicate_above(channel, SAFE)?;
    let pulse = duplicate_above(pulse, SAFE)?;
    let outer = outer.map(|fd| duplicate_above(fd, SAFE)).transpose()?;
    for number in 0..3 {
        put_at(slave, number)?;
    }
    put_at(channel, 3)?;
    put_at(pulse, 4)?;
    outer.map(|fd| put_at(fd, 5)).transpose()?;
    close_from(if outer.is_some() { 6 } else { 5 });
    // SAFETY: these numbers were made just now; this process, which never returns to Rust code that could own another
    // descriptor, keeps them to its end.
    unsafe {
        Ok(Kept {
            slave: BorrowedFd::borrow_raw(0),
            channel: BorrowedFd::borrow_raw(3),
            outer: outer.map(|_| BorrowedFd::borrow_raw(5)),
        })
    }
}

fn duplicate_above(fd: BorrowedFd<'_>, least: RawFd) -> nix::Result<BorrowedFd<'static>> {
    // SAFETY: fcntl checks both numbers; what it gives is open until close_from, its last use.
    unsafe {
        let number = Errno::result(libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, least))?;
        Ok(BorrowedFd::borrow_raw(number))
    }
}

fn close_from(first: RawFd) {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: close_range(2) closes numbers that nothing in this process uses any more (see keep_only).
        if unsafe { libc::syscall(libc::SYS_close_range, first, c_int::MAX, 0) } == 0 {
            return;
        }
    }
    /// Numbers tried where there is no close_range (before Linux 5.9, macOS): the usual hard limits.
    const LIMIT: RawFd = 65_536;
    // SAFETY: sysconf takes a plain number.
    let open_max = unsafe { libc::sysconf(libc::_SC_OPEN_MAX) };
    let limit = RawFd::try_from(open_max).map_or(LIMIT, |n| n.clamp(first, LIMIT));
    (first..limit).for_each(close);
}

/// What a process does with signals, a bit each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dispositions {
    ignored: u64,
    caught: u64,
}

impl Dispositions {
    /// Whether it ignores this signal.
    pub(crate) fn ignored(self, signal: c_int) -> bool {
        self.ignored >> (signal - 1) & 1 != 0
    }

    /// Whether it has a handler for this signal.
    pub(crate) fn caught(self, signal: c_int) -> bool {
        self.caught >> (signal - 1) & 1 != 0
    }
}

/// What another process does with signals; `None` where it cannot be asked for (everywhere but on Linux: proc(5)).
pub(crate) fn dispositions(pid: Pid) -> Option<Dispositions> {
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let mask = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            u64::from_str_radix(line.trim(), 16).ok()
        };
        Some(Dispositions {
            ignored: mask("SigIgn:")?,
            caught: mask("SigCgt:")?,
        })
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = pid;
        None
    }
}

/// Asks for SIGHUP when the thread that forked us ends (Linux, PR_SET_PDEATHSIG). Async-signal-safe.
pub(crate) fn hang_up_with_parent() {
    #[cfg(target_os = "linux")]
    // SAFETY: prctl takes plain numbers.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGHUP, 0, 0, 0);
    }
}

/// Has this process continued, should it be stopped, when the last writer of the pipe that `end` reads is gone. Nobody
/// else would: SIGCHLD does not wake a stopped parent.
///
/// Linux: signal-driven I/O with SIGCONT for its signal (F_SETSIG, fcntl(2)). Elsewhere there is only SIGIO, which wakes
/// nobody, so nothing happens.
pub(crate) fn continue_at_hang_up(end: BorrowedFd<'_>) -> nix::Result<()> {
    #[cfg(target_os = "linux")]
    {
        let fd = end.as_raw_fd();
        let set = |command: c_int, argument: c_int| {
            // SAFETY: these commands take plain numbers.
            Errno::result(unsafe { libc::fcntl(fd, command, argument) })
        };
        /// Linux, asm-generic/fcntl.h; the libc crate has no name for it.
        const F_SETSIG: c_int = 10;
        set(libc::F_SETOWN, nix::unistd::getpid().as_raw())?;
        set(F_SETSIG, libc::SIGCONT)?;
        set(libc::F_SETFL, libc::O_ASYNC)?;
    }
    let _ = end;
    Ok(())
}

/// Becomes a command in this very process, as if Rust's runtime and we had never been there: signal dispositions and
/// mask as they were, and no `/dev/null` on standard descriptors that were closed. Returns only with the reason why
/// that failed.
pub(crate) fn exec(program: &OsStr, arguments: &[OsString], inherited: Inherited) -> io::Error {
    let mut command = Command::new(program);
    command.args(arguments);
    // SAFETY: the closure runs in this process, just before execvp and after std has emptied the mask and reset
    // SIGPIPE; it makes plain system calls.
    unsafe {
        command.pre_exec(move || {
            for number in (0..3).filter(|&n| start::was_closed(n)) {
                close(number.into());
            }
            inherited.restore();
            Ok(())
        });
    }
    command.exec()
}

/// Closes descriptors above 2 that were inherited, in this process only.
pub(crate) fn release_inherited() {
    inherited().into_iter().for_each(close);
}

/// Descriptors above 2 that any command of ours would inherit: those without close-on-exec, which Rust sets on
/// everything it opens.
pub(super) fn inherited() -> Vec<RawFd> {
    let Ok(list) = std::fs::read_dir("/dev/fd") else {
        return Vec::new();
    };
    let numbers: Vec<RawFd> = list
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    let inherits = |&number: &RawFd| {
        // SAFETY: F_GETFD only reads.
        let flags = unsafe { libc::fcntl(number, libc::F_GETFD) };
        number > 2 && flags != -1 && flags & libc::FD_CLOEXEC == 0
    };
    numbers.into_iter().filter(inherits).collect()
}
