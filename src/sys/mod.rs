//! The one place where `unsafe` and differences between systems live: thin, safe doors to the kernel.
//!
//! Everything else in the crate is `deny(unsafe_code)`. Each block has a SAFETY line that names the rule it keeps.
//! Functions marked *async-signal-safe* allocate nothing, take no lock and call only functions of POSIX's list
//! (signal-safety(7)), so they may run between `fork` and `exec`, whatever other threads did at the fork.
//!
//! # Other systems
//!
//! Linux is what is tested. It compiles for macOS and FreeBSD; what differs there is fenced here:
//!
//! | what | Linux | elsewhere |
//! |---|---|---|
//! | the front dies | the back channel's EOF, and PR_SET_PDEATHSIG | the back channel's EOF |
//! | the monitor dies while all are stopped | SIGCONT by signal-driven I/O | the shell shows a stopped job until `fg` |
//! | keys after a silent `fg` | an edge-triggered epoll | once the command reads, or is continued |
//! | ^C at a command that handles it | its dispositions are in proc(5) | only its own group hears of it |
//! | the slave is opened | by the master (TIOCGPTPEER) | by its name |
//! | the outer terminal is opened again | by `/proc/self/fd` | by its name, never `/dev/tty`: macOS cannot poll that one |
//! | the last slave is closed | the master reads EIO | macOS: 0 |
//! | descriptors are closed | close_range(2) | one by one, up to the limit |
//! | signals beyond POSIX's | SIGPWR, SIGSTKFLT, real-time | none are passed on |
//! | no `ppoll`, no `pipe2` | | macOS: pselect(2) for all, and two steps |

#![allow(unsafe_code)]

pub(crate) mod edge;
pub(crate) mod process;
pub(crate) mod shared;
pub(crate) mod signals;
pub(crate) mod start;
pub(crate) mod tty;
