//! The sequences that undo a state, and that make it again.

use super::{CURSOR_SAVED, Kitty, ORIGIN, PRIVATE, SYNC, State};

/// Lets go of what is left of a state, as text for the terminal.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => {
        $out.extend_from_slice(format!($($arg)*).as_bytes())
    };
}

impl State {
    /// Makes a fresh terminal of one in this state. The cursor stays where it is, on the main screen where leaving
    /// the alternate one puts it.
    pub(super) fn undo(mut self, out: &mut Vec<u8>) {
        if self.differs(SYNC) {
            // First, or the terminal would show nothing of what follows.
            out.extend_from_slice(b"\x1b[?2026l");
            self.set_private(SYNC, false);
        }
        if !self.link.is_empty() {
            out.extend_from_slice(b"\x1b]8;;\x1b\\");
        }
        self.undo_drawing(out);
        let screen = usize::from(self.alternate.is_some());
        self.kitty[screen].undo(out);
        if let Some(mode) = self.alternate {
            put!(out, "\x1b[?{mode}l");
            self.kitty[0].undo(out);
        } else if !self.kitty[1].is_default() {
            // The stack of a screen that was left: reach it, pop, and come back.
            out.extend_from_slice(b"\x1b[?1049h");
            self.kitty[1].undo(out);
            out.extend_from_slice(b"\x1b[?1049l");
        }
        if self.cursor_saved && self.alternate != Some(1049) && self.alternate.is_some() {
            put!(out, "\x1b[?{CURSOR_SAVED}l");
        }
        self.undo_input(out);
    }

    /// What changes how text is drawn.
    fn undo_drawing(&self, out: &mut Vec<u8>) {
        if !self.pen.is_default() {
            out.extend_from_slice(b"\x1b[m");
        }
        if self.shifted {
            out.push(0x0f);
        }
        for (set, _) in (b'('..).zip(self.charsets).filter(|&(_, name)| name != 0) {
            out.extend_from_slice(&[0x1b, set, b'B']);
        }
        if self.insert {
            out.extend_from_slice(b"\x1b[4l");
        }
        if self.newline {
            out.extend_from_slice(b"\x1b[20l");
        }
        if !self.margins.is_empty() {
            // DECSTBM homes the cursor; DECSC and DECRC bring it back.
            out.extend_from_slice(b"\x1b7\x1b[r\x1b8");
        }
        if self.differs(ORIGIN) {
            // So does DECOM, and DECRC would set it again: the last row is below all output.
            out.extend_from_slice(b"\x1b[?6l\x1b[9999H");
        }
    }

    /// What changes what keys and mouse send, and how the cursor looks.
    fn undo_input(&self, out: &mut Vec<u8>) {
        for (i, &(mode, set)) in PRIVATE.iter().enumerate() {
            if self.private & (1 << i) != 0 && mode != ORIGIN {
                put!(out, "\x1b[?{mode}{}", if set { 'h' } else { 'l' });
            }
        }
        for kind in (0..self.keys.len()).filter(|&kind| self.keys[kind].is_some()) {
            put!(out, "\x1b[>{kind}m");
        }
        if self.keypad {
            out.extend_from_slice(b"\x1b>");
        }
        if self.shape != 0 {
            out.extend_from_slice(b"\x1b[0 q");
        }
    }

    /// Makes this state of a terminal in state `from`, which is fresh but for what was done in the background.
    pub(super) fn redo(&self, from: &State, out: &mut Vec<u8>) {
        if from.alternate.is_none() {
            self.kitty[0].redo(&from.kitty[0], out);
            if let Some(mode) = self.alternate {
                put!(out, "\x1b[?{mode}h");
            }
        }
        if self.alternate.is_some() {
            self.kitty[1].redo(&from.kitty[1], out);
        }
        for (i, &(mode, set)) in PRIVATE.iter().enumerate() {
            // Not 2026: an update that nobody ends freezes the terminal.
            if (self.private & !from.private) & (1 << i) != 0 && mode != SYNC {
                put!(out, "\x1b[?{mode}{}", if set { 'l' } else { 'h' });
            }
        }
        for (kind, value) in self.keys.iter().enumerate() {
            if let (Some(value), true) = (value, *value != from.keys[kind]) {
                put!(out, "\x1b[>{kind};{value}m");
            }
        }
        if self.keypad && !from.keypad {
            out.extend_from_slice(b"\x1b=");
        }
        if self.shape != from.shape {
            put!(out, "\x1b[{} q", self.shape);
        }
        self.redo_drawing(from, out);
    }

    fn redo_drawing(&self, from: &State, out: &mut Vec<u8>) {
        if self.margins != from.margins && !self.margins.is_empty() {
            out.extend_from_slice(b"\x1b7\x1b[");
            out.extend_from_slice(&self.margins);
            out.extend_from_slice(b"r\x1b8");
        }
        if self.insert && !from.insert {
            out.extend_from_slice(b"\x1b[4h");
        }
        if self.newline && !from.newline {
            out.extend_from_slice(b"\x1b[20h");
        }
        for (set, (&name, &old)) in (b'('..).zip(self.charsets.iter().zip(&from.charsets)) {
            if name != old && name != 0 {
                out.extend_from_slice(&[0x1b, set, name]);
            }
        }
        if self.shifted && !from.shifted {
            out.push(0x0e);
        }
        if self.pen != from.pen {
            out.extend_from_slice(b"\x1b[m");
            self.pen.restore(out);
        }
        if self.link != from.link && !self.link.is_empty() {
            out.extend_from_slice(b"\x1b]8;");
            out.extend_from_slice(&self.link);
            out.extend_from_slice(b"\x1b\\");
        }
    }
}

impl Kitty {
    fn is_default(&self) -> bool {
        self.base == 0 && self.pushed.is_empty()
    }

    /// Pops exactly what was pushed: a blind pop would take what the shell has pushed.
    fn undo(&self, out: &mut Vec<u8>) {
        if !self.pushed.is_empty() {
            put!(out, "\x1b[<{}u", self.pushed.len());
        }
        if self.base != 0 {
            out.extend_from_slice(b"\x1b[=0;1u");
        }
    }

    fn redo(&self, from: &Kitty, out: &mut Vec<u8>) {
        if self.base != from.base {
            put!(out, "\x1b[={};1u", self.base);
        }
        for flags in self.pushed.iter().skip(from.pushed.len()) {
            put!(out, "\x1b[>{flags}u");
        }
    }
}
