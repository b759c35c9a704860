//! `shade-pty doctor`: what a command would get here, and why.

mod ask;

use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::process::ExitCode;

use shade_pty::color::{When, decided};
use shade_pty::config::{Fault, Gutter, Wish};
use shade_pty::matcher::Library;
use shade_pty::terminal::{Real, Terminal};
use shade_pty::{Background, Fill, session};

use super::args::TypedShading;
use super::failure::Failure;
use super::outer::Outer;
use super::settings::{self, Loaded, Loader, Subject, variable};
use ask::Told;

/// What was found: lines of a name and what there is to say, and why nothing would be shaded.
#[derive(Default)]
struct Report {
    lines: Vec<(&'static str, String)>,
    against: Vec<String>,
}

impl Report {
    fn say(&mut self, name: &'static str, text: impl Into<String>) {
        self.lines.push((name, text.into()));
    }

    fn against(&mut self, reason: impl Into<String>) {
        self.against.push(reason.into());
    }
}

/// Looks at everything and tells it; 1 where shading will not work.
pub(super) fn run(typed: &TypedShading, when: When) -> Result<ExitCode, Failure> {
    let mut report = Report::default();
    let outer = Outer::of(variable);
    let told = terminal(&mut report);
    colours(&mut report, &outer, when, told.is_some());
    let told = told.unwrap_or_default();
    let loaded = configuration(&mut report, typed, &outer);
    if let Some(loaded) = loaded {
        style(&mut report, &outer, &told, &loaded);
    }
    updates(&mut report, &told);
    nesting(&mut report);
    agents(&mut report);
    let verdict = match report.against.is_empty() {
        true => "a command is shaded here".to_owned(),
        false => format!(
            "a command runs as if without shade-pty: {}",
            report.against.join("; ")
        ),
    };
    report.say("result", verdict);
    let text: String = report
        .lines
        .iter()
        .map(|(name, text)| format!("{:<14} {text}\n", format!("{name}:")))
        .collect();
    super::print(&text)?;
    Ok(ExitCode::from(u8::from(!report.against.is_empty())))
}

/// What the terminal that we would shade tells; `None`: there is none. That is the one of standard output, or another that is at hand if this report goes elsewhere.
fn terminal(report: &mut Report) -> Option<Told> {
    let (input, output, errors) = (io::stdin(), io::stdout(), io::stderr());
    let found: Option<(&str, BorrowedFd<'_>)> = [
        ("standard output", output.as_fd()),
        ("standard error", errors.as_fd()),
        ("standard input", input.as_fd()),
    ]
    .into_iter()
    .find(|(_, fd)| fd.is_terminal());
    let Some((place, fd)) = found else {
        report.say("terminal", "none at hand");
        report.against("there is no terminal");
        return None;
    };
    let term = variable("TERM").map_or("not set".to_owned(), |t| t.to_string_lossy().into_owned());
    let mut text = format!("{place}, TERM {term}");
    let mut told = Told::default();
    match Real::open(fd) {
        Ok(mut terminal) => {
            match terminal.size() {
                Ok(size) if !size.is_unknown() => {
                    text.push_str(&format!(", {} columns, {} rows", size.cols, size.rows));
                }
                _ => report.against("the terminal does not know its size"),
            }
            if term != "dumb" && terminal.is_foreground() {
                told = ask::ask(&mut terminal);
            }
        }
        Err(e) => report.against(format!("the terminal cannot be opened: {e}")),
    }
    report.say("terminal", text);
    Some(told)
}

fn colours(report: &mut Report, outer: &Outer, when: When, terminal: bool) {
    let (on, by) = decided(when, variable, terminal);
    let wanted = if on { "wanted" } else { "not wanted" };
    report.say(
        "colours",
        format!("{}, {wanted} ({by})", outer.depth.describe()),
    );
    // That there is no terminal is said already.
    if !on && terminal {
        report.against(format!("colours are not wanted ({by})"));
    }
    let erases = if outer.erases { "yes" } else { "no" };
    report.say(
        "bce",
        format!(
            "{erases} ({}): erasing takes the background",
            outer.erases_by
        ),
    );
}

/// Where settings come from, and whether they are right.
fn configuration(report: &mut Report, typed: &TypedShading, outer: &Outer) -> Option<Loaded> {
    let path = match settings::paths() {
        Ok(paths) => paths.file().map(PathBuf::from),
        Err(fault) => return wrong(report, &fault),
    };
    let file = match &path {
        Some(path) if path.exists() => path.display().to_string(),
        Some(path) => format!("{}, which is not there", path.display()),
        None => "no file".to_owned(),
    };
    let loader = Loader::new(typed, Subject::Stream, outer.clone());
    match loader.load() {
        Ok(loaded) => {
            report.say("configuration", file);
            let changed = loaded.settings.iter().filter_map(|(key, setting)| {
                let setting = setting.filter(|s| s.source.is_some())?;
                Some(format!("{key} = {} ({})", setting.text, setting.origin()))
            });
            let changed: Vec<String> = changed.collect();
            if !changed.is_empty() {
                report.say("settings", changed.join(", "));
            }
            Some(loaded)
        }
        Err(e) => {
            report.say("configuration", format!("{file}: {e:#}"));
            report.against("the configuration is wrong");
            None
        }
    }
}

fn wrong(report: &mut Report, fault: &Fault) -> Option<Loaded> {
    report.say("configuration", fault.to_string());
    report.against("the configuration is wrong");
    None
}

/// The shade, with a sample where it can be seen.
fn style(report: &mut Report, outer: &Outer, told: &Told, loaded: &Loaded) {
    let wish = loaded.settings.background();
    let own = told.background.map(|own| {
        let [r, g, b] = own.0;
        (own, format!("#{r:02x}{g:02x}{b:02x}"))
    });
    let (background, why) = match (&wish, own) {
        (Wish::Nothing, _) => {
            report.against("the background is none");
            return report.say("background", "none");
        }
        (Wish::Colour(_), _) => (outer.background(wish.clone()), "as configured".to_owned()),
        (Wish::Auto, Some((own, name))) => (
            Some(outer.beside(own)),
            format!("beside the terminal's {name}"),
        ),
        (Wish::Auto, None) if outer.guessed => {
            (outer.background(wish.clone()), "by COLORFGBG".to_owned())
        }
        (Wish::Auto, None) => {
            let why =
                "the terminal does not tell its own, so one that suits dark and light".to_owned();
            (outer.background(wish.clone()), why)
        }
    };
    let Some(background) = background else {
        return;
    };
    let gutter = gutter(report, outer, loaded, &background);
    let sgr = background.sgr();
    let sample = match io::stdout().is_terminal() {
        true => format!("  {gutter}\x1b[{sgr}m  a row of reasoning  \x1b[m"),
        false => String::new(),
    };
    report.say("background", format!("SGR {sgr} ({why}){sample}"));
    let fill = match loaded.shading.fill {
        Fill::Terminal => "the whole row".to_owned(),
        Fill::Content => "what was written".to_owned(),
        Fill::Columns(n) => format!("up to column {n}"),
    };
    report.say("rows", format!("{fill} is shaded"));
}

/// The gutter beside it; returns what begins a sample with it.
fn gutter(report: &mut Report, outer: &Outer, loaded: &Loaded, background: &Background) -> String {
    let wish = loaded.settings.gutter();
    let Some(gutter) = outer.gutter(&wish, background) else {
        return String::new();
    };
    let whole = loaded.shading.fill == Fill::Terminal;
    if !whole || !loaded.shading.repair {
        let needed = if whole { "repair = on" } else { "whole rows" };
        report.say("gutter", format!("none: it needs {needed}"));
        return String::new();
    }
    let sgr = gutter.sgr();
    let why = match wish {
        Gutter::Colour(_) => "as configured",
        Gutter::Contrast | Gutter::Off => "stands out from the background",
    };
    report.say("gutter", format!("SGR {sgr} ({why})"));
    format!("\x1b[{sgr}m ")
}

fn updates(report: &mut Report, told: &Told) {
    report.say(
        "sync updates",
        match told.updates {
            Some(true) => "yes: mending is never seen half done",
            Some(false) => "no: mending may flicker",
            None => "not told",
        },
    );
}

fn nesting(report: &mut Report) {
    let inside = session::is_nested(io::stdout()) || session::is_nested(io::stdin());
    let text = match (inside, variable(session::VARIABLE).is_some()) {
        (true, _) => {
            report.against("shade-pty already runs on this terminal");
            "inside shade-pty"
        }
        (false, true) => "inside shade-pty, on another terminal",
        (false, false) => "not inside shade-pty",
    };
    report.say("nesting", text);
}

/// Commands on PATH that a profile is for.
fn agents(report: &mut Report) {
    let library = Library::new(settings::paths().ok().and_then(|p| p.profiles()));
    let entries = match library.entries() {
        Ok(entries) => entries,
        Err(e) => return report.say("profiles", e.to_string()),
    };
    let path = variable("PATH").unwrap_or_default();
    let mut found = 0;
    for entry in entries {
        let profile = match &entry.profile {
            Ok(profile) => profile,
            Err(e) => {
                report.say("profile", e.to_string());
                continue;
            }
        };
        for command in profile.commands() {
            let folder = std::env::split_paths(&path).find(|f| f.join(command).is_file());
            if let Some(folder) = folder {
                let place = folder.join(command);
                report.say(
                    "agent",
                    format!("{}, profile {}", place.display(), profile.name()),
                );
                found += 1;
            }
        }
    }
    if found == 0 {
        report.say(
            "agent",
            "none on PATH that a profile knows; others are shaded by tags and markers",
        );
    }
}
