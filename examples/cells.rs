//! Tells what a terminal shows after a stream: `scripts/agents` judges rows by it.
//!
//! `cargo run --example cells -- COLSxROWS R,G,B <EVENTS`: events are JSON lines `["o", "text"]`, `["r", "80x24"]` and
//! `["m", "name"]`. At each `m` every row is written, scrollback first, as one JSON line: its text, how many of its cells
//! have the background R,G,B, and how many have the terminal's own.

use std::io::BufRead;
use std::process::ExitCode;

use alacritty_terminal::event::VoidListener;
use alacritty_terminal::grid::Dimensions;
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::Flags;
use alacritty_terminal::term::{Config, Term};
use alacritty_terminal::vte::ansi::{Color, NamedColor, Processor, Rgb};
use serde_json::{Value, json};
use shade_pty::config::parse_size;

fn parse_shade(text: &str) -> Option<Color> {
    let mut parts = text.split(',').map(|part| part.parse().ok());
    let (r, g, b) = (parts.next()??, parts.next()??, parts.next()??);
    Some(Color::Spec(Rgb { r, g, b }))
}

/// Every row, from the scrollback's first on.
fn rows(term: &Term<VoidListener>, shade: Color) -> Vec<Value> {
    let grid = term.grid();
    (grid.topmost_line().0..=grid.bottommost_line().0)
        .map(|line| {
            let row = &grid[Line(line)];
            let (mut text, mut shaded, mut default) = (String::new(), 0, 0);
            for cell in (0..grid.columns()).map(|col| &row[Column(col)]) {
                if !cell.flags.contains(Flags::WIDE_CHAR_SPACER) {
                    text.push(cell.c);
                }
                shaded += usize::from(cell.bg == shade);
                default += usize::from(
                    cell.bg == Color::Named(NamedColor::Background)
                        && !cell.flags.contains(Flags::INVERSE),
                );
            }
            json!({"line": line, "text": text.trim_end(), "shaded": shaded, "default": default})
        })
        .collect()
}

fn run() -> Option<()> {
    let mut arguments = std::env::args().skip(1);
    let area = parse_size(&arguments.next()?).ok()?;
    let shade = parse_shade(&arguments.next()?)?;
    let config = Config {
        scrolling_history: 20_000,
        ..Config::default()
    };
    let mut term = Term::new(config, &area, VoidListener);
    let mut parser: Processor = Processor::new();
    for line in std::io::stdin().lock().lines() {
        let (kind, value): (String, String) = serde_json::from_str(&line.ok()?).ok()?;
        match kind.as_str() {
            "o" => parser.advance(&mut term, value.as_bytes()),
            "r" => term.resize(parse_size(&value).ok()?),
            _ => println!("{}", json!({"name": value, "rows": rows(&term, shade)})),
        }
    }
    Some(())
}

fn main() -> ExitCode {
    if run().is_some() {
        ExitCode::SUCCESS
    } else {
        eprintln!("usage: cells COLSxROWS R,G,B <EVENTS");
        ExitCode::FAILURE
    }
}
