//! `shade-pty explain`.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Context, bail};
use shade_pty::explain::{self, Explainer, Row, write_table};
use shade_pty::{Overlay, Size, session};

use super::failure::Failure;
use super::filter;
use super::settings::Shading;

/// Tell what rows are.
pub(super) struct ExplainPlan {
    pub(super) shading: Shading,
    pub(super) format: Format,
    /// `None` is standard output, or standard error for a command.
    pub(super) output: Option<PathBuf>,
    pub(super) target: Target,
}

/// How to tell.
pub(super) enum Format {
    /// For people; with `why`, what came near as well.
    Table { why: bool },
    /// For programs.
    Json,
}

/// Whose rows.
pub(super) enum Target {
    /// Those of a recorded or piped stream; `None` is standard input. The size is that of raw bytes.
    Stream(Option<PathBuf>, Size),
    /// Those of a command.
    Command(Vec<OsString>),
}

/// Explains a stream or a command.
pub(super) fn run(plan: ExplainPlan) -> Result<ExitCode, Failure> {
    let ExplainPlan {
        shading,
        format,
        output,
        target,
    } = plan;
    match target {
        Target::Stream(input, size) => {
            stream(&shading, &format, input.as_deref(), size, output.as_deref())
                .map_err(Failure::mode)?;
            Ok(ExitCode::SUCCESS)
        }
        Target::Command(command) => watch(&shading, &format, &command, output.as_deref()),
    }
}

fn stream(
    shading: &Shading,
    format: &Format,
    input: Option<&Path>,
    size: Size,
    output: Option<&Path>,
) -> anyhow::Result<()> {
    let input = filter::open(input)?;
    let to = filter::destination(output, &input)?;
    let mut rows = Vec::new();
    let result = explain::run(input, shading.options(size, true), |row| rows.push(row));
    // What was good before a fault in the input is told.
    write(&rows, format, to)?;
    match result? {
        None => Ok(()),
        Some(fault) => bail!("the rows are not all there: {fault}"),
    }
}

/// Runs a command on the terminal, shaded, and tells its rows when it has ended.
fn watch(
    shading: &Shading,
    format: &Format,
    command: &[OsString],
    output: Option<&Path>,
) -> Result<ExitCode, Failure> {
    let to = watched(output).map_err(Failure::mode)?;
    let rows = Rc::new(RefCell::new(Vec::new()));
    let told = rows.clone();
    let overlay = |size: Size| {
        let tell = move |row: Row| told.borrow_mut().push(row);
        Box::new(Explainer::new(shading.options(size, false), tell)) as Box<dyn Overlay>
    };
    let ending =
        session::run(command, session::Options::default(), overlay).map_err(super::run::failure)?;
    if let Err(e) = write(&rows.borrow(), format, to) {
        super::warn(format_args!("{e:#}"));
    }
    session::leave(ending)
}

/// Where the rows of a command go, which is opened before it starts.
pub(super) fn watched(output: Option<&Path>) -> anyhow::Result<Box<dyn Write>> {
    if !io::stdout().is_terminal() {
        bail!(
            "a command is explained on a terminal, and standard output is none: record it, and explain the recording"
        );
    }
    Ok(match output {
        Some(path) => Box::new(
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
        ),
        None => Box::new(io::stderr()),
    })
}

fn write(rows: &[Row], format: &Format, to: Box<dyn Write>) -> anyhow::Result<()> {
    let mut to = BufWriter::new(to);
    let written = match format {
        Format::Table { why } => write_table(rows, *why, &mut to),
        Format::Json => rows.iter().try_for_each(|row| {
            serde_json::to_writer(&mut to, row)?;
            to.write_all(b"\n")
        }),
    };
    match written.and_then(|()| to.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(e).context("cannot write the rows"),
        _ => Ok(()),
    }
}
