//! Modes, margins, the alternate screen and resets.

use super::parser::Csi;
use super::terminal::{Saved, Terminal};
use crate::oracle::screen::Pen;

impl Terminal {
    pub(super) fn is_set(&self, private: bool, mode: u16, otherwise: bool) -> bool {
        self.modes
            .get(&(private, mode))
            .copied()
            .unwrap_or(otherwise)
    }

    pub(super) fn is_origin(&self) -> bool {
        self.is_set(true, 6, false)
    }

    pub(super) fn is_insert(&self) -> bool {
        self.is_set(false, 4, false)
    }

    pub(super) fn is_autowrap(&self) -> bool {
        self.is_set(true, 7, true)
    }

    pub(super) fn is_new_line(&self) -> bool {
        self.is_set(false, 20, false)
    }

    /// All that has no field of its own in a snapshot.
    pub(super) fn modes_text(&self) -> String {
        format!(
            "{:?} charsets {:?} in use {} keypad {} style {} tabs {:?} link {:?}",
            self.modes,
            self.charsets,
            self.charset_in_use,
            self.keypad,
            self.cursor_style,
            self.tabs,
            self.link
        )
    }

    pub(super) fn set_ansi_modes(&mut self, csi: &Csi, on: bool) {
        for mode in csi.params.iter().filter_map(|subs| subs[0]) {
            self.modes.insert((false, mode), on);
        }
    }

    pub(super) fn set_private_modes(&mut self, csi: &Csi, on: bool) {
        for mode in csi.params.iter().filter_map(|subs| subs[0]) {
            self.set_private_mode(mode, on);
        }
    }

    fn set_private_mode(&mut self, mode: u16, on: bool) {
        match mode {
            47 => self.show(on),
            1047 => self.alternate_screen(on),
            1048 => self.save_or_restore(on),
            1049 if on => {
                self.save_or_restore(on);
                self.alternate_screen(on);
            }
            1049 => {
                self.alternate_screen(on);
                self.save_or_restore(on);
            }
            _ => _ = self.modes.insert((true, mode), on),
        }
        if mode == 6 {
            self.move_to(0, 0);
        }
    }

    fn save_or_restore(&mut self, save: bool) {
        if save {
            self.save_cursor()
        } else {
            self.restore_cursor()
        }
    }

    fn show(&mut self, alternate: bool) {
        self.shown = usize::from(alternate);
    }

    /// The alternate screen is cleared under the pen's background as it appears, and as it goes.
    fn alternate_screen(&mut self, on: bool) {
        if on != (self.shown == 1) {
            self.show(true);
            (0..self.size.rows).for_each(|y| self.erase(y, 0, self.size.cols));
            self.show(on);
        }
    }

    pub(super) fn set_margins(&mut self, top: u16, bottom: u16) {
        let bottom = if bottom == 0 {
            self.size.rows
        } else {
            bottom.min(self.size.rows)
        };
        let top = top.max(1);
        if top < bottom {
            self.margins = (top - 1, bottom - 1);
            self.move_to(0, 0);
        }
    }

    pub(super) fn soft_reset(&mut self) {
        self.pen = Pen::default();
        self.margins = (0, self.size.rows - 1);
        self.charsets = *b"BB";
        self.charset_in_use = 0;
        self.saved[self.shown] = Saved::default();
        for (mode, on) in [
            ((true, 6), false),
            ((false, 4), false),
            ((true, 25), true),
            ((true, 7), true),
        ] {
            self.modes.insert(mode, on);
        }
    }
}
