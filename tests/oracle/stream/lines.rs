//! Children that append lines, as a log does: text in all its forms, colours, tabs, links and rewrites by CR.

use proptest::prelude::*;
use shade_pty::Size;

use super::super::emulator::Emulator;
use super::super::xterm::Xterm;
use super::text::{Text, link, sgr, text};
use super::{Side, Stream, sizes};
use crate::oracle::rows::Above;

/// A part of a line.
#[derive(Clone, Debug)]
enum Part {
    Text(Text),
    Sgr(String),
    Tab,
    Link([String; 3]),
    /// CR, erase, the tag again, other text.
    Rewrite(Text),
    /// The same without the erase: the tail of a longer text stays.
    Overwrite(Text),
}

/// A line.
#[derive(Clone, Debug)]
enum Line {
    /// The marker that leads to the other side.
    Marker,
    Content {
        parts: Vec<Part>,
        /// Whether SGR is reset at the end.
        reset: bool,
    },
}

fn part() -> impl Strategy<Value = Part> {
    prop_oneof![
        25 => text().prop_map(Part::Text),
        11 => sgr().prop_map(Part::Sgr),
        4 => Just(Part::Tab),
        3 => link().prop_map(Part::Link),
        4 => text().prop_map(Part::Rewrite),
        3 => text().prop_map(Part::Overwrite),
    ]
}

fn line(tidy: bool) -> impl Strategy<Value = Line> {
    let reset = prop::bool::weighted(if tidy { 1.0 } else { 0.3 });
    let content = (prop::collection::vec(part(), 0..5), reset);
    prop_oneof![
        1 => Just(Line::Marker),
        6 => content.prop_map(|(parts, reset)| Line::Content { parts, reset }),
    ]
}

/// Log-like streams; a tidy child resets SGR at each line's end, as most do.
pub fn lines(tidy: bool) -> impl Strategy<Value = Stream> {
    (sizes(), prop::collection::vec(line(tidy), 1..16))
        .prop_map(|(size, lines)| render(size, &lines))
}

fn render(size: Size, lines: &[Line]) -> Stream {
    let mut side = Side::default();
    let bytes = lines
        .iter()
        .map(|line| render_line(line, size, &mut side) + "\r\n")
        .collect::<String>();
    Stream {
        size,
        bytes: bytes.into_bytes(),
        sided: false,
        above: Above::Known,
    }
}

fn render_line(line: &Line, size: Size, side: &mut Side) -> String {
    match line {
        Line::Marker => side.cross().to_owned(),
        Line::Content { parts, reset } => {
            let mut out = side.tag();
            for part in parts {
                // A tab under a pending wrap: some wrap, some stay.
                if !(matches!(part, Part::Tab) && wraps_next(size, &out)) {
                    out += &render_part(part, size.cols, side);
                }
            }
            out + if *reset { "\x1b[0m" } else { "" }
        }
    }
}

fn wraps_next(size: Size, line: &str) -> bool {
    let mut terminal = Xterm::new(size);
    terminal.feed(line.as_bytes());
    terminal.is_pending()
}

fn render_part(part: &Part, cols: u16, side: &mut Side) -> String {
    match part {
        Part::Text(text) => text.render(cols),
        Part::Sgr(sgr) => sgr.clone(),
        Part::Tab => "\t".to_owned(),
        Part::Link(parts) => parts.concat(),
        Part::Rewrite(text) => format!("\r\x1b[K{}{}", side.tag(), text.render(cols)),
        Part::Overwrite(text) => format!("\r{}{}", side.tag(), text.render(cols)),
    }
}
