//! `shade-pty events`.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Context, bail};
use shade_pty::events::{self, Event, Line, VERSION, Watcher};
use shade_pty::{Overlay, Size, session};

use super::explain::{Target, watched};
use super::failure::Failure;
use super::filter;
use super::settings::Shading;

/// Tell what happened.
pub(super) struct EventsPlan {
    pub(super) shading: Shading,
    /// `None` is standard output, or standard error for a command.
    pub(super) output: Option<PathBuf>,
    pub(super) target: Target,
}

/// Tells the events of a stream or of a command.
pub(super) fn run(plan: EventsPlan) -> Result<ExitCode, Failure> {
    let EventsPlan {
        shading,
        output,
        target,
    } = plan;
    match target {
        Target::Stream(input, size) => {
            stream(&shading, input.as_deref(), size, output.as_deref()).map_err(Failure::mode)?;
            Ok(ExitCode::SUCCESS)
        }
        Target::Command(command) => watch(&shading, &command, output.as_deref()),
    }
}

/// Writes events as lines; the first fault ends it.
struct Lines {
    to: Box<dyn Write>,
    /// What waits for the end, where it may not stand between a command's own rows.
    kept: Option<Vec<u8>>,
    fault: Option<io::Error>,
}

impl Lines {
    fn new(to: Box<dyn Write>, keep: bool, shading: &Shading) -> Lines {
        let mut lines = Lines {
            to,
            kept: keep.then(Vec::new),
            fault: None,
        };
        lines.write(&Line::Head {
            event: "log",
            version: VERSION,
            profile: shading.profile.name().to_owned(),
        });
        lines
    }

    fn write(&mut self, line: &Line) {
        if self.fault.is_some() {
            return;
        }
        let written = serde_json::to_vec(line)
            .map_err(io::Error::from)
            .and_then(|mut text| {
                text.push(b'\n');
                if let Some(kept) = &mut self.kept {
                    kept.append(&mut text);
                    return Ok(());
                }
                self.to.write_all(&text)?;
                self.to.flush()
            });
        self.fault = written.err();
    }

    fn end(&mut self) -> anyhow::Result<()> {
        let kept = self.kept.take().unwrap_or_default();
        let written = self.to.write_all(&kept).and_then(|()| self.to.flush());
        match self.fault.take().map_or(written, Err) {
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                Err(e).context("cannot write the events")
            }
            _ => Ok(()),
        }
    }
}

fn stream(
    shading: &Shading,
    input: Option<&Path>,
    size: Size,
    output: Option<&Path>,
) -> anyhow::Result<()> {
    let input = filter::open(input)?;
    let to = filter::destination(output, &input)?;
    let mut lines = Lines::new(to, false, shading);
    let options = shading.options(size, true);
    let result = events::run(input, options, |event| lines.write(&Line::Event(event)));
    // What was good before a fault in the input is told.
    lines.end()?;
    match result? {
        None => Ok(()),
        Some(fault) => bail!("the events are not all there: {fault}"),
    }
}

/// Runs a command on the terminal, shaded, and tells its events.
fn watch(
    shading: &Shading,
    command: &[OsString],
    output: Option<&Path>,
) -> Result<ExitCode, Failure> {
    let to = watched(output).map_err(Failure::mode)?;
    let lines = Rc::new(RefCell::new(Lines::new(to, output.is_none(), shading)));
    let told = lines.clone();
    let overlay = |size: Size| {
        let tell = move |event: Event| told.borrow_mut().write(&Line::Event(event));
        Box::new(Watcher::new(shading.options(size, false), tell)) as Box<dyn Overlay>
    };
    let ending =
        session::run(command, session::Options::default(), overlay).map_err(super::run::failure)?;
    if let Err(e) = lines.borrow_mut().end() {
        super::warn(format_args!("{e:#}"));
    }
    session::leave(ending)
}
