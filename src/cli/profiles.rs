//! `shade-pty profiles`.

use std::path::Path;
use std::process::ExitCode;

use shade_pty::matcher::{Entry, Library};

use super::args::TypedProfiles;
use super::failure::{self, Failure};
use super::settings;

/// Does what was asked for.
pub(super) fn run(what: TypedProfiles) -> Result<ExitCode, Failure> {
    let library = Library::new(settings::paths().map_err(Failure::mode)?.profiles());
    match what {
        TypedProfiles::List => list(&library),
        TypedProfiles::Show { name } => {
            let text = library.text(&name).map_err(Failure::mode)?;
            super::print(&text)?;
            Ok(ExitCode::SUCCESS)
        }
        TypedProfiles::Check { file } => check(&library, &file),
    }
}

/// One line a profile. A user's file that is wrong is listed too, with what is wrong on standard error.
fn list(library: &Library) -> Result<ExitCode, Failure> {
    let entries = library.entries().map_err(Failure::mode)?;
    let width = |cell: &dyn Fn(&Entry) -> usize| entries.iter().map(cell).max().unwrap_or(0);
    let names = width(&|e| e.name.chars().count());
    let origins = width(&|e| origin(e).chars().count());
    let (mut text, mut status) = (String::new(), ExitCode::SUCCESS);
    for entry in &entries {
        let about = match &entry.profile {
            Ok(profile) => profile.description().to_owned(),
            Err(e) => {
                super::warn(format_args!("{e}"));
                status = ExitCode::from(failure::MODE);
                "cannot be used".to_owned()
            }
        };
        let line = format!(
            "{:<names$}  {:<origins$}  {about}",
            entry.name,
            origin(entry)
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    super::print(&text)?;
    Ok(status)
}

fn origin(entry: &Entry) -> String {
    match &entry.file {
        None => "built in".to_owned(),
        Some(path) if entry.replaces => format!("{} (replaces the built-in one)", path.display()),
        Some(path) => path.display().to_string(),
    }
}

fn check(library: &Library, file: &Path) -> Result<ExitCode, Failure> {
    let profile = library.read(file).map_err(Failure::mode)?;
    for warning in profile.warnings() {
        super::warn(format_args!("warning: {warning}"));
    }
    let (name, rules) = (profile.name(), profile.rules().len());
    super::print(&format!(
        "{}: profile {name}, {rules} rules\n",
        file.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}
