//! What the process was started with, read before Rust's runtime changes it.
//!
//! Before `main`, std ignores SIGPIPE and opens `/dev/null` on closed standard descriptors. A command that we start
//! must see neither. There is no stable attribute to turn that off, so a constructor, which the loader runs first
//! (System V gABI, `.init_array`), takes notes. It reads only; a program that links this crate pays three system
//! calls.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use nix::libc;

static SIGPIPE_IGNORED: AtomicBool = AtomicBool::new(false);
static CLOSED: AtomicU8 = AtomicU8::new(0);

/// Whether SIGPIPE was ignored when the process started.
pub(crate) fn sigpipe_ignored() -> bool {
    SIGPIPE_IGNORED.load(Ordering::Relaxed)
}

/// Whether standard descriptor `fd` (0, 1 or 2) was closed when the process started.
pub(crate) fn was_closed(fd: u8) -> bool {
    fd < 3 && CLOSED.load(Ordering::Relaxed) & (1 << fd) != 0
}

extern "C" fn take_notes() {
    for fd in 0..3 {
        // SAFETY: F_GETFD only reads, whatever the descriptor is.
        if unsafe { libc::fcntl(fd, libc::F_GETFD) } == -1 {
            CLOSED.fetch_or(1 << fd, Ordering::Relaxed);
        }
    }
    // SAFETY: an all-zero sigaction is valid, and a null new action makes sigaction(2) only read the old one.
    let ignored = unsafe {
        let mut old: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGPIPE, std::ptr::null(), &mut old) == 0
            && old.sa_sigaction == libc::SIG_IGN
    };
    SIGPIPE_IGNORED.store(ignored, Ordering::Relaxed);
}

// SAFETY: the section holds pointers to functions of this very type; the loader calls each once, before `main`, and
// the function needs nothing of Rust's runtime.
#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(
    target_vendor = "apple",
    unsafe(link_section = "__DATA,__mod_init_func")
)]
static CONSTRUCTOR: extern "C" fn() = take_notes;
