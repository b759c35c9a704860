//! A shader whose settings are read again on SIGUSR1.

use std::time::Duration;

use shade_pty::color::Rgb;
use shade_pty::display::{Clock, Displayed};
use shade_pty::record::Rows;
use shade_pty::shade::LabelledRow;
use shade_pty::{Overlay, Query, Size};

use super::plan::LiveShading;
use super::settings::{Loader, Shading};

/// Shades a command; at a reload, other settings hold from the next row on. What is wrong then changes nothing, and is
/// told after the session.
pub(super) struct Reloading {
    shader: Displayed,
    shading: Shading,
    loader: Loader,
    /// The terminal's own background, once it is known.
    own: Option<Rgb>,
    size: Size,
    fault: Option<String>,
}

impl Reloading {
    pub(super) fn new(live: LiveShading, size: Size) -> Reloading {
        Reloading {
            shader: Displayed::new(
                live.shading.options(size, false),
                live.shading.mode,
                Clock::live(),
            ),
            shading: live.shading,
            own: None,
            loader: live.loader,
            size,
            fault: None,
        }
    }

    /// These settings hold from the next row on.
    fn reconfigure(&mut self, out: &mut Vec<u8>) {
        if let Some(own) = self.own.filter(|_| self.shading.auto) {
            self.shading.stand_beside(own, &self.loader.outer);
        }
        let options = self.shading.options(self.size, false);
        self.shader.reconfigure(options, self.shading.mode, out);
    }
}

impl Rows for Reloading {
    fn rows(&self) -> Vec<LabelledRow> {
        self.shader.rows()
    }
}

impl Overlay for Reloading {
    fn write(&mut self, child: &[u8], out: &mut Vec<u8>) {
        self.shader.write(child, out);
    }

    fn pause(&mut self, out: &mut Vec<u8>) {
        self.shader.pause(out);
    }

    fn pause_after(&self) -> Option<Duration> {
        self.shader.pause_after()
    }

    fn resize(&mut self, size: Size, out: &mut Vec<u8>) {
        ::log::debug!("resized to {}x{}", size.cols, size.rows);
        self.size = size;
        self.shader.resize(size, out);
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.shader.finish(out);
        if let Some(fault) = self.shader.fault() {
            ::log::error!("{fault}");
        }
    }

    fn reload(&mut self, out: &mut Vec<u8>) {
        match self.loader.load() {
            Ok(loaded) => {
                ::log::info!("read again: {}", loaded.describe());
                self.fault = None;
                self.shading = loaded.shading;
                self.reconfigure(out);
            }
            Err(e) => {
                ::log::error!("not read again: {e:#}");
                self.fault = Some(format!("the settings were not read again: {e:#}"));
            }
        }
    }

    fn query(&self) -> Query {
        match self.shading.auto {
            true => self.loader.outer.query,
            false => Query::Nothing,
        }
    }

    fn background(&mut self, background: Rgb, out: &mut Vec<u8>) {
        self.own = Some(background);
        if self.shading.auto {
            self.reconfigure(out);
        }
    }

    fn asks_echo(&self) -> bool {
        self.shader.asks_echo()
    }

    fn echo(&mut self, on: bool) {
        self.shader.echo(on);
    }

    fn attend(&mut self, on: bool, out: &mut Vec<u8>) {
        self.shader.attend(on, out);
    }

    fn rows_below_cursor(&self) -> u16 {
        self.shader.rows_below_cursor()
    }

    fn fault(&self) -> Option<String> {
        let faults = [self.shader.fault(), self.fault.clone()];
        let faults: Vec<String> = faults.into_iter().flatten().collect();
        (!faults.is_empty()).then(|| faults.join("\nshade-pty: "))
    }
}
