//! Terminals without a terminal.

use std::io;
use std::os::fd::BorrowedFd;

use nix::sys::termios::Termios;

use super::{Terminal, WindowSize};

/// A terminal of a size that keeps what it is told and types what it is given.
#[derive(Clone, Debug)]
pub struct Fixed {
    size: WindowSize,
    keys: Vec<u8>,
    /// All that was written so far.
    pub shown: Vec<u8>,
    /// Whether it is raw.
    pub raw: bool,
}

impl Fixed {
    /// One of this size, that will type `keys`.
    pub fn new(size: WindowSize, keys: &[u8]) -> Self {
        Fixed {
            size,
            keys: keys.to_vec(),
            shown: Vec::new(),
            raw: false,
        }
    }
}

impl Terminal for Fixed {
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    fn size(&self) -> io::Result<WindowSize> {
        Ok(self.size)
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.keys.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let n = buffer.len().min(self.keys.len());
        buffer[..n].copy_from_slice(&self.keys[..n]);
        self.keys.drain(..n);
        Ok(n)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.shown.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn is_foreground(&self) -> bool {
        true
    }

    fn is_controlling(&self) -> bool {
        false
    }

    fn settings(&self) -> Option<Termios> {
        None
    }

    fn make_raw(&mut self) -> io::Result<()> {
        self.raw = true;
        Ok(())
    }

    fn restore(&mut self) {
        self.raw = false;
    }
}

/// A terminal that shows nothing and types nothing.
#[derive(Clone, Copy, Debug)]
pub struct Null(
    /// Its size.
    pub WindowSize,
);

impl Terminal for Null {
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        None
    }

    fn size(&self) -> io::Result<WindowSize> {
        Ok(self.0)
    }

    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::WouldBlock.into())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn is_foreground(&self) -> bool {
        true
    }

    fn is_controlling(&self) -> bool {
        false
    }

    fn settings(&self) -> Option<Termios> {
        None
    }

    fn make_raw(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn restore(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: WindowSize = WindowSize {
        cols: 80,
        rows: 24,
        pixel_width: 0,
        pixel_height: 0,
    };

    #[test]
    fn a_fixed_terminal_types_what_it_was_given_and_keeps_what_it_is_told() {
        let mut terminal = Fixed::new(SIZE, b"abc");
        let mut buffer = [0; 2];
        assert_eq!(terminal.read(&mut buffer).ok(), Some(2));
        assert_eq!(terminal.read(&mut buffer).ok(), Some(1));
        assert_eq!(buffer[0], b'c');
        let end = terminal.read(&mut buffer).map_err(|e| e.kind());
        assert_eq!(end, Err(io::ErrorKind::WouldBlock));
        assert_eq!(terminal.write(b"shown").ok(), Some(5));
        assert_eq!(terminal.shown, b"shown");
    }
}
