//! `shade-pty filter`.

use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use shade_pty::display;
use shade_pty::filter::Input;

use super::failure::Failure;
use super::plan::FilterPlan;

/// Filters a stream.
pub(super) fn run(plan: FilterPlan) -> Result<ExitCode, Failure> {
    filter(plan).map_err(Failure::mode)?;
    Ok(ExitCode::SUCCESS)
}

fn filter(plan: FilterPlan) -> anyhow::Result<()> {
    let input = open(plan.input.as_deref())?;
    let output = match &plan.output {
        Some(path) => create(path, &input)?,
        // Past the standard library's buffer, which would hold back all after the last line end.
        None => File::from(
            io::stdout()
                .as_fd()
                .try_clone_to_owned()
                .context("cannot write to standard output")?,
        ),
    };
    let mut spans = plan
        .spans
        .as_deref()
        .map(|path| create(path, &input))
        .transpose()?
        .map(io::BufWriter::new);
    let spans = spans.as_mut().map(|s| s as &mut dyn Write);
    match display::filter(input, output, spans, plan.options, plan.mode) {
        Err(e) if e.is_broken_pipe() => Ok(()),
        Err(e) => Err(e.into()),
        Ok(fault) => {
            fault.inspect(|fault| super::warn(format_args!("{fault}")));
            Ok(())
        }
    }
}

/// Opens what is to be read; `None` is standard input.
pub(super) fn open(path: Option<&Path>) -> anyhow::Result<Input> {
    match path {
        Some(path) => Input::open(path).with_context(|| format!("cannot open {}", path.display())),
        None => Input::stdin().context("cannot read standard input"),
    }
}

/// Where what is read from `input` goes: a file, or standard output.
pub(super) fn destination(output: Option<&Path>, input: &Input) -> anyhow::Result<Box<dyn Write>> {
    Ok(match output {
        Some(path) => Box::new(create(path, input)?),
        None => Box::new(io::stdout()),
    })
}

/// Creates a file to write, but never empties the one that is read.
fn create(path: &Path, input: &Input) -> anyhow::Result<File> {
    let same = |a: Metadata, b: Metadata| a.is_file() && (a.dev(), a.ino()) == (b.dev(), b.ino());
    if let (Ok(there), Ok(read)) = (path.metadata(), input.file().metadata())
        && same(there, read)
    {
        bail!(
            "{} is the file that is read: write to another",
            path.display()
        );
    }
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}
