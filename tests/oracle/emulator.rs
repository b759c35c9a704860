//! A terminal that bytes are fed to; two independent ones.

use shade_pty::Size;

use super::alacritty::Alacritty;
use super::screen::Snapshot;
use super::xterm::Xterm;

/// A terminal.
pub trait Emulator {
    fn feed(&mut self, bytes: &[u8]);
    fn resize(&mut self, size: Size);
    fn snapshot(&self) -> Snapshot;
}

/// Which terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The crate that the engine's own model is built on.
    Alacritty,
    /// Our model of xterm and its kin.
    Xterm,
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Alacritty, Kind::Xterm];

    /// Whether rows flow on a resize; painted ones flow as they please, so nothing can be asked of it afterwards.
    pub fn reflows(self) -> bool {
        self == Kind::Alacritty
    }

    /// A new terminal with an empty screen.
    pub fn start(self, size: Size) -> Box<dyn Emulator> {
        match self {
            Kind::Alacritty => Box::new(Alacritty::new(size)),
            Kind::Xterm => Box::new(Xterm::new(size)),
        }
    }

    /// What it shows after these bytes.
    pub fn show(self, size: Size, bytes: &[u8]) -> Snapshot {
        let mut terminal = self.start(size);
        terminal.feed(bytes);
        terminal.snapshot()
    }
}
