//! The pseudo-terminal and the processes on its far side.
//!
//! # The process picture
//!
//! ```text
//!  session of the shell, controlling terminal T           session of the PTY, controlling terminal = its slave
//!
//!  shell                                                  monitor          leads the session, own process group
//!    └─ front (job's process group)      back channel       │              holds: slave, back channel, pulse, T
//!         holds: T, master, back channel  ◀───────▶         └─ command     own process group, foreground of the slave
//!         and the pulse's reading end        pulse                         holds: slave (0, 1, 2), what it inherits
//!                  └── monitor is its child  ◀──────
//! ```
//!
//! *front* is the process the user started: it owns the outer terminal and copies bytes. *monitor* is a fork of it
//! without exec, *command* what the user asked for. Why three:
//!
//! * A process group is **orphaned** when no member has a parent in another group of the same session, and the kernel
//!   discards SIGTSTP, SIGTTIN and SIGTTOU for an orphaned group (POSIX 2.4.3; Linux `is_current_pgrp_orphaned`). A
//!   command that leads its PTY's session is always orphaned: ^Z does nothing there. The monitor is the parent in the
//!   session that makes the command's group an ordinary one, as a shell would.
//! * Only a parent sees a child stop and continue (`waitpid` with `WUNTRACED`), and only members of the session may
//!   hand its foreground on (`tcsetpgrp`). So the monitor watches, and the front decides.
//! * The monitor **keeps the slave** open. On Linux the exit of a session leader hangs its terminal up and throws away
//!   what the master has not yet read (`tty_vhangup_session`, `tty_buffer_flush`): it must outlive the last byte. It
//!   therefore leaves only when the front closes the back channel, and EIO on the master is not how the end is told:
//!   the status comes first, then the master is read until it is dry.
//! * It **does not keep the master**: as long as anybody holds that, the front's death hangs nothing up.
//! * At the end it **takes the foreground back**, because the exit of a session leader sends SIGHUP to the foreground
//!   group, and jobs that the command left there would die of it, which they do not under a shell.
//!
//! Every death is told to the others: the back channel's EOF tells the monitor of the front's and the front of the
//! monitor's, even where somebody was killed with SIGKILL; on Linux PR_SET_PDEATHSIG is a second line. The monitor's
//! own death hangs the command up by the kernel's rule for session leaders. A front that was killed leaves the outer
//! terminal raw, and the command's modes set. The monitor has a descriptor of the terminal for this one case, and the
//! front keeps what would undo the modes in memory that both share: the monitor restores the settings, if nobody else
//! has, and writes that text. A shell that wakes up sooner and takes over the settings it finds (zsh, fish) keeps raw
//! ones, as it does when a raw command is killed without us. And where the monitor is killed while all are stopped, the
//! hang-up of the *pulse*, a pipe that only it holds, continues the front (Linux: SIGCONT by signal-driven I/O, fcntl(2) F_SETSIG;
//! elsewhere the shell shows a stopped job until `fg`, which then says what happened).
//!
//! Stop and continue go through one place as well. The front never stops itself: it asks the monitor
//! ([`Order::Halt`]), which sends the signal only if the command is stopped at that instant and which sends SIGCONT if
//! the command goes on by itself. Both come from one process, in order, so that no pair of STOP and CONT, however
//! quick, leaves the front asleep beside a running command. The stop is the same signal that stopped the command; with
//! its default action the kernel discards it if *our* group is orphaned, which is how the front learns that nobody
//! would ever wake it (then the command is continued at once).
//!
//! # Why fork without exec
//!
//! The monitor is a copy of the front made by `fork`, and runs only async-signal-safe code (no allocation, no lock, no
//! panic): that holds even where the program has other threads, needs no hidden argument and no path to our own
//! binary, which may have been replaced meanwhile, and costs a fraction of a millisecond. Its pages are shared with
//! the front.
//!
//! # What `exec` must find
//!
//! Between fork and exec the command gets its own group, the foreground (before `exec`, so that no first instruction
//! runs in the background; SIGTTOU is blocked, else `tcsetpgrp` from a background group would stop it), its standard
//! descriptors, and the signal mask and dispositions that we were started with. A descriptor above 2 that is the outer
//! terminal becomes the slave as well: past us, output would come out raw and two would read the keys. Everything else
//! (working directory, umask, limits, priority, other descriptors) it inherits unchanged because nobody here changes it.

mod child;
mod message;
mod monitor;
mod pair;
mod rescue;

pub(crate) use child::{Child, NotStarted};
pub(crate) use message::{Order, Report};
pub(crate) use monitor::{Plan, Stdio};
pub(crate) use pair::Pty;
pub(crate) use rescue::Rescue;
