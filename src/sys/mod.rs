//! The one place where `unsafe` and differences between systems live: thin, safe doors to the kernel.
//!
//! Everything else in the crate is `deny(unsafe_code)`. Each block has a SAFETY line that names the rule it keeps.
//! Functions marked *async-signal-safe* allocate nothing, take no lock and call only functions of POSIX's list
//! (signal-safety(7)), so they may run between `fork` and `exec`, whatever other threads did at the fork.

#![allow(unsafe_code)]

pub(crate) mod edge;
pub(crate) mod process;
pub(crate) mod shared;
pub(crate) mod signals;
pub(crate) mod start;
pub(crate) mod tty;
