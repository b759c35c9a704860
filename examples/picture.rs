//! Draws the screen that a terminal shows after the bytes on standard input, as an SVG. `scripts/picture` makes the
//! pictures in `assets/` with it.
//!
//! `cargo run --example picture -- COLSxROWS dark|light <BYTES >PICTURE.svg`

use std::fmt::Write as _;
use std::io::Read;
use std::process::ExitCode;

use alacritty_terminal::event::VoidListener;
use alacritty_terminal::grid::Dimensions;
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::term::{Config, Term};
use alacritty_terminal::vte::ansi::{Color, NamedColor, Processor};
use shade_pty::Size;
use shade_pty::config::parse_size;

/// A cell in pixels: what common monospace fonts have at this size.
const FONT: f32 = 14.0;
const CELL_WIDTH: f32 = 8.4;
const CELL_HEIGHT: f32 = 19.0;
/// Where the text's baseline is in a row.
const BASELINE: f32 = 14.0;
/// Around the screen.
const MARGIN: f32 = 14.0;

/// What a terminal's theme says: background, foreground, and the 16 colours.
struct Theme {
    background: &'static str,
    foreground: &'static str,
    colours: [&'static str; 16],
}

const DARK: Theme = Theme {
    background: "#16181d",
    foreground: "#d8dade",
    colours: [
        "#16181d", "#e0606c", "#8fbf6f", "#dfb968", "#6ca8ee", "#c184e0", "#5fb9c6", "#d8dade",
        "#7a8090", "#f07884", "#a5d486", "#f0cc80", "#86baf6", "#d29cee", "#78ccd8", "#ffffff",
    ],
};

const LIGHT: Theme = Theme {
    background: "#ffffff",
    foreground: "#24272e",
    colours: [
        "#24272e", "#c8323f", "#2f7d32", "#9a6a00", "#1f63c0", "#8a3fb0", "#0f7080", "#e8eaee",
        "#6a707c", "#a82530", "#206422", "#7d5600", "#154c98", "#6f2f90", "#0a5866", "#ffffff",
    ],
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((area, theme)) = parse(&arguments) else {
        eprintln!("usage: picture COLSxROWS dark|light <BYTES >PICTURE.svg");
        return ExitCode::from(2);
    };
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().read_to_end(&mut bytes) {
        eprintln!("picture: standard input: {error}");
        return ExitCode::from(2);
    }
    let mut term = Term::new(Config::default(), &area, VoidListener);
    Processor::<alacritty_terminal::vte::ansi::StdSyncHandler>::new().advance(&mut term, &bytes);
    print!("{}", svg(&term, theme));
    ExitCode::SUCCESS
}

fn parse(arguments: &[String]) -> Option<(Size, &'static Theme)> {
    let [size, theme] = arguments else {
        return None;
    };
    let theme = match theme.as_str() {
        "dark" => &DARK,
        "light" => &LIGHT,
        _ => return None,
    };
    let area = parse_size(size).ok()?;
    (area.cols > 1).then_some((area, theme))
}

/// The whole picture, without the blank rows at the end.
fn svg(term: &Term<VoidListener>, theme: &Theme) -> String {
    let (cols, all) = (term.columns(), term.screen_lines());
    let row = |y: usize| (0..cols).map(move |x| &term.grid()[Line(y as i32)][Column(x)]);
    let rows = (0..all)
        .rev()
        .find(|&y| {
            row(y).any(|cell| cell.c != ' ' || cell.bg != Color::Named(NamedColor::Background))
        })
        .map_or(1, |last| last + 1);
    let width = cols as f32 * CELL_WIDTH + 2.0 * MARGIN;
    let height = rows as f32 * CELL_HEIGHT + 2.0 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"{FONT}\" xml:space=\"preserve\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{}\"/>\n",
        theme.background
    );
    for y in 0..rows {
        let cells: Vec<&Cell> = row(y).collect();
        backgrounds(&mut out, &cells, y, theme);
        texts(&mut out, &cells, y, theme);
    }
    out.push_str("</svg>\n");
    out
}

fn left(column: usize) -> f32 {
    MARGIN + column as f32 * CELL_WIDTH
}

fn top(row: usize) -> f32 {
    MARGIN + row as f32 * CELL_HEIGHT
}

/// One rectangle for each stretch of cells with the same background.
fn backgrounds(out: &mut String, cells: &[&Cell], y: usize, theme: &Theme) {
    let mut x = 0;
    for stretch in cells.chunk_by(|a, b| colours(a, theme).1 == colours(b, theme).1) {
        let colour = colours(stretch[0], theme).1;
        if colour != theme.background {
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{CELL_HEIGHT}\" fill=\"{colour}\"/>",
                left(x),
                top(y),
                stretch.len() as f32 * CELL_WIDTH
            );
        }
        x += stretch.len();
    }
}

/// One text element for each stretch of cells that look the same, held to its cells whatever the font. A wide character
/// stands alone: its font is often another.
fn texts(out: &mut String, cells: &[&Cell], y: usize, theme: &Theme) {
    let mut x = 0;
    for stretch in cells.chunk_by(|a, b| look(a, theme) == look(b, theme)) {
        let text: String = stretch
            .iter()
            .filter(|cell| !cell.flags.contains(Flags::WIDE_CHAR_SPACER))
            .flat_map(|cell| {
                std::iter::once(cell.c).chain(cell.zerowidth().into_iter().flatten().copied())
            })
            .collect();
        let blanks = text.len() - text.trim_start().len();
        let cells_used = if stretch[0]
            .flags
            .intersects(Flags::WIDE_CHAR | Flags::WIDE_CHAR_SPACER)
        {
            stretch.len()
        } else {
            text.trim().chars().count()
        };
        if cells_used > 0 && !text.trim().is_empty() {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" textLength=\"{:.1}\"{}>{}</text>",
                left(x + blanks),
                top(y) + BASELINE,
                cells_used as f32 * CELL_WIDTH,
                look(stretch[0], theme),
                escaped(text.trim())
            );
        }
        x += stretch.len();
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// How a cell's text is drawn, as SVG attributes.
fn look(cell: &Cell, theme: &Theme) -> String {
    let mut look = format!(" fill=\"{}\"", colours(cell, theme).0);
    for (flags, attribute) in [
        (Flags::BOLD, " font-weight=\"bold\""),
        (Flags::ITALIC, " font-style=\"italic\""),
        (Flags::DIM, " fill-opacity=\".65\""),
        (Flags::ALL_UNDERLINES, " text-decoration=\"underline\""),
        (Flags::STRIKEOUT, " text-decoration=\"line-through\""),
        // Only tells wide characters from their neighbours.
        (
            Flags::WIDE_CHAR | Flags::WIDE_CHAR_SPACER,
            " lengthAdjust=\"spacing\"",
        ),
    ] {
        if cell.flags.intersects(flags) {
            look.push_str(attribute);
        }
    }
    look
}

/// Foreground and background of a cell.
fn colours(cell: &Cell, theme: &Theme) -> (String, String) {
    let (foreground, background) = (colour(cell.fg, theme), colour(cell.bg, theme));
    if cell.flags.contains(Flags::INVERSE) {
        (background, foreground)
    } else {
        (foreground, background)
    }
}

fn colour(colour: Color, theme: &Theme) -> String {
    match colour {
        Color::Spec(rgb) => format!("#{:02x}{:02x}{:02x}", rgb.r, rgb.g, rgb.b),
        Color::Indexed(index) => indexed(index, theme),
        Color::Named(NamedColor::Background) => theme.background.into(),
        Color::Named(named) if (named as usize) < 16 => theme.colours[named as usize].into(),
        Color::Named(_) => theme.foreground.into(),
    }
}

/// The palette of 256, as xterm has it: 16 of the theme's, a cube of 6 x 6 x 6, and 24 greys.
fn indexed(index: u8, theme: &Theme) -> String {
    let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    match index {
        0..16 => theme.colours[usize::from(index)].into(),
        16..232 => {
            let n = index - 16;
            format!(
                "#{:02x}{:02x}{:02x}",
                level(n / 36),
                level(n / 6 % 6),
                level(n % 6)
            )
        }
        232.. => {
            let grey = 8 + 10 * (index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}
