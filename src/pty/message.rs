//! What front and monitor say to each other: eight bytes a message, over a stream socket.

use nix::libc::c_int;

/// Bytes of one message: kind, flag, two spare, then a number (little endian).
pub(super) const LEN: usize = 8;

/// From the monitor to the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    /// `exec` succeeded; the command's process group.
    Started(c_int),
    /// `exec` failed with this errno.
    ExecFailed(c_int),
    /// Something before `exec` failed with this errno; the command can still be run without us.
    SetupFailed(c_int),
    /// The command was stopped by this signal.
    Stopped(c_int),
    /// The command was continued.
    Continued,
    /// The command has exited with this status.
    Exited(c_int),
    /// The command was killed by this signal.
    Signaled(c_int),
    /// Answer to [`Order::Halt`]: the signal was sent.
    Halted,
    /// Answer to [`Order::Halt`]: the command is not stopped (any more).
    NotHalted,
}

/// From the front to the monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Continue the command; as the PTY's foreground group or not.
    Continue {
        /// Whether it gets the foreground.
        foreground: bool,
    },
    /// Send this signal to the command's group.
    Signal(c_int),
    /// Send this signal to the command's group and see that it ends: after a while SIGHUP, then SIGKILL.
    Terminate(c_int),
    /// The terminal is gone: SIGHUP and SIGCONT as the kernel does, after a while SIGKILL.
    HangUp,
    /// Stop the front with this signal if the command is stopped.
    Halt {
        /// The signal.
        signal: c_int,
        /// Send it to the front's process group instead of the front alone.
        group: bool,
    },
}

fn pack(kind: u8, flag: bool, number: c_int) -> [u8; LEN] {
    let [a, b, c, d] = number.to_le_bytes();
    [kind, u8::from(flag), 0, 0, a, b, c, d]
}

fn unpack(bytes: [u8; LEN]) -> (u8, bool, c_int) {
    let [kind, flag, _, _, a, b, c, d] = bytes;
    (kind, flag != 0, c_int::from_le_bytes([a, b, c, d]))
}

impl Report {
    pub(super) fn encode(self) -> [u8; LEN] {
        match self {
            Report::Started(group) => pack(1, false, group),
            Report::ExecFailed(errno) => pack(2, false, errno),
            Report::SetupFailed(errno) => pack(3, false, errno),
            Report::Stopped(signal) => pack(4, false, signal),
            Report::Continued => pack(5, false, 0),
            Report::Exited(status) => pack(6, false, status),
            Report::Signaled(signal) => pack(7, false, signal),
            Report::Halted => pack(8, false, 0),
            Report::NotHalted => pack(9, false, 0),
        }
    }

    pub(super) fn decode(bytes: [u8; LEN]) -> Option<Self> {
        let (kind, _, number) = unpack(bytes);
        Some(match kind {
            1 => Report::Started(number),
            2 => Report::ExecFailed(number),
            3 => Report::SetupFailed(number),
            4 => Report::Stopped(number),
            5 => Report::Continued,
            6 => Report::Exited(number),
            7 => Report::Signaled(number),
            8 => Report::Halted,
            9 => Report::NotHalted,
            _ => return None,
        })
    }
}

impl Order {
    pub(super) fn encode(self) -> [u8; LEN] {
        match self {
            Order::Continue { foreground } => pack(1, foreground, 0),
            Order::Signal(signal) => pack(2, false, signal),
            Order::Terminate(signal) => pack(3, false, signal),
            Order::HangUp => pack(4, false, 0),
            Order::Halt { signal, group } => pack(5, group, signal),
        }
    }

    pub(super) fn decode(bytes: [u8; LEN]) -> Option<Self> {
        let (kind, flag, number) = unpack(bytes);
        Some(match kind {
            1 => Order::Continue { foreground: flag },
            2 => Order::Signal(number),
            3 => Order::Terminate(number),
            4 => Order::HangUp,
            5 => Order::Halt {
                signal: number,
                group: flag,
            },
            _ => return None,
        })
    }
}

/// Puts messages together that a stream may cut. Allocates nothing.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    bytes: [u8; LEN],
    len: usize,
}

impl Inbox {
    /// Where the next bytes of the message in progress belong.
    pub(super) fn room(&mut self) -> &mut [u8] {
        &mut self.bytes[self.len..]
    }

    /// `n` bytes were put there; gives the message if it is whole.
    pub(super) fn advance(&mut self, n: usize) -> Option<[u8; LEN]> {
        self.len += n;
        if self.len < LEN {
            return None;
        }
        self.len = 0;
        Some(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_the_channel() {
        let reports = [
            Report::Started(1 << 22),
            Report::ExecFailed(2),
            Report::SetupFailed(11),
            Report::Stopped(19),
            Report::Continued,
            Report::Exited(255),
            Report::Signaled(64),
            Report::Halted,
            Report::NotHalted,
        ];
        for report in reports {
            assert_eq!(Report::decode(report.encode()), Some(report));
        }
        let orders = [
            Order::Continue { foreground: true },
            Order::Continue { foreground: false },
            Order::Signal(10),
            Order::Terminate(15),
            Order::HangUp,
            Order::Halt {
                signal: 20,
                group: true,
            },
            Order::Halt {
                signal: 19,
                group: false,
            },
        ];
        for order in orders {
            assert_eq!(Order::decode(order.encode()), Some(order));
        }
    }

    #[test]
    fn an_inbox_joins_what_was_cut() {
        let message = Report::Exited(42).encode();
        let mut inbox = Inbox::default();
        inbox.room()[..3].copy_from_slice(&message[..3]);
        assert_eq!(inbox.advance(3), None);
        inbox.room().copy_from_slice(&message[3..]);
        assert_eq!(inbox.advance(5), Some(message));
        assert_eq!(inbox.room().len(), LEN);
    }
}
