//! alacritty_terminal, read out.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use alacritty_terminal::event::{Event, EventListener};
use alacritty_terminal::grid::{Cursor as GridCursor, Dimensions};
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::{Cell as GridCell, Flags};
use alacritty_terminal::term::{Config, Term, TermMode};
use alacritty_terminal::vte::ansi::{Color, NamedColor, Processor, Timeout};
use shade_pty::Size;

use super::emulator::Emulator;
use super::screen::{Attrs, Cell, Colour, Cursor, Pen, Row, Snapshot};

/// One column holds no wide character, so alacritty insists on two.
struct Area(Size);

impl Dimensions for Area {
    fn total_lines(&self) -> usize {
        self.screen_lines()
    }
    fn screen_lines(&self) -> usize {
        self.0.rows.into()
    }
    fn columns(&self) -> usize {
        self.0.cols.max(2).into()
    }
}

/// Synchronized updates are shown at once: a snapshot is to see them.
#[derive(Default)]
struct NeverWait;

impl Timeout for NeverWait {
    fn set_timeout(&mut self, _duration: Duration) {}
    fn clear_timeout(&mut self) {}
    fn pending_timeout(&self) -> bool {
        false
    }
}

/// What the terminal sends out.
#[derive(Default)]
struct Said {
    title: Option<String>,
    replies: String,
}

#[derive(Clone, Default)]
struct Listener(Rc<RefCell<Said>>);

impl EventListener for Listener {
    fn send_event(&self, event: Event) {
        let mut said = self.0.borrow_mut();
        match event {
            Event::Title(title) => said.title = Some(title),
            Event::ResetTitle => said.title = None,
            Event::PtyWrite(reply) => said.replies.push_str(&reply),
            Event::ColorRequest(index, _) => said.replies.push_str(&format!("<colour {index}>")),
            Event::TextAreaSizeRequest(_) => said.replies.push_str("<text area>"),
            Event::ClipboardStore(_, text) => said.replies.push_str(&format!("<clip {text}>")),
            Event::Bell => said.replies.push_str("<bell>"),
            _ => {}
        }
    }
}

/// The terminal.
pub struct Alacritty {
    term: Term<Listener>,
    processor: Processor<NeverWait>,
    said: Listener,
}

impl Alacritty {
    pub fn new(size: Size) -> Self {
        let said = Listener::default();
        let config = Config {
            kitty_keyboard: true,
            ..Config::default()
        };
        let term = Term::new(config, &Area(size), said.clone());
        Alacritty {
            term,
            processor: Processor::new(),
            said,
        }
    }

    fn rows(&self, from: i32, to: i32) -> Vec<Row> {
        (from..to).map(|line| self.row(Line(line))).collect()
    }

    fn row(&self, line: Line) -> Row {
        let grid = self.term.grid();
        let cells: Vec<Cell> = (0..grid.columns())
            .map(|x| cell(&grid[line][Column(x)]))
            .collect();
        let wraps = grid[line][Column(cells.len() - 1)]
            .flags
            .contains(Flags::WRAPLINE);
        Row { cells, wraps }
    }
}

impl Emulator for Alacritty {
    fn feed(&mut self, bytes: &[u8]) {
        self.processor.advance(&mut self.term, bytes);
    }

    fn resize(&mut self, size: Size) {
        self.term.resize(Area(size));
    }

    fn snapshot(&self) -> Snapshot {
        let grid = self.term.grid();
        let mode = *self.term.mode();
        let said = self.said.0.borrow();
        Snapshot {
            cols: u16::try_from(grid.columns()).expect("a width of 16 bits"),
            scrollback: self.rows(
                -i32::try_from(grid.history_size()).expect("a short history"),
                0,
            ),
            screen: self.rows(0, i32::try_from(grid.screen_lines()).expect("a low screen")),
            other: None,
            cursor: cursor(&grid.cursor),
            cursor_visible: mode.contains(TermMode::SHOW_CURSOR),
            alt: mode.contains(TermMode::ALT_SCREEN),
            pen: pen(&grid.cursor.template),
            saved: (cursor(&grid.saved_cursor), pen(&grid.saved_cursor.template)),
            modes: format!("{mode:?} {:?}", self.term.cursor_style()),
            margins: None,
            title: said.title.clone(),
            replies: said.replies.clone(),
        }
    }
}

fn cursor(cursor: &GridCursor<GridCell>) -> Cursor {
    Cursor {
        x: u16::try_from(cursor.point.column.0).expect("a column on the screen"),
        y: u16::try_from(cursor.point.line.0).expect("a row on the screen"),
        pending: cursor.input_needs_wrap,
    }
}

/// A tab is kept in the cell it started from; it counts as a blank.
fn cell(cell: &GridCell) -> Cell {
    let width = match cell.flags {
        flags if flags.contains(Flags::WIDE_CHAR_SPACER) => 0,
        flags if flags.contains(Flags::WIDE_CHAR) => 2,
        _ => 1,
    };
    Cell {
        base: if cell.c == '\t' { ' ' } else { cell.c },
        marks: cell.zerowidth().unwrap_or_default().to_vec(),
        width,
        pen: pen(cell),
        link: cell
            .hyperlink()
            .map(|link| link_text(link.id(), link.uri())),
    }
}

/// An id that alacritty made up differs from run to run, so only the child's own count.
fn link_text(id: &str, uri: &str) -> std::sync::Arc<str> {
    if id.ends_with("_alacritty") {
        uri.into()
    } else {
        format!("{id};{uri}").into()
    }
}

fn pen(cell: &GridCell) -> Pen {
    Pen {
        fg: colour(cell.fg),
        bg: colour(cell.bg),
        underline: cell.underline_color().map(colour).unwrap_or_default(),
        attrs: attrs(cell.flags),
    }
}

fn colour(colour: Color) -> Colour {
    match colour {
        Color::Named(NamedColor::Foreground | NamedColor::Background) => Colour::Default,
        Color::Named(named) => Colour::Indexed(u8::try_from(named as usize).expect("one of 16")),
        Color::Indexed(index) => Colour::Indexed(index),
        Color::Spec(rgb) => Colour::Rgb(rgb.r, rgb.g, rgb.b),
    }
}

fn attrs(flags: Flags) -> Attrs {
    const MAP: [(Flags, Attrs); 11] = [
        (Flags::BOLD, Attrs::BOLD),
        (Flags::DIM, Attrs::DIM),
        (Flags::ITALIC, Attrs::ITALIC),
        (Flags::UNDERLINE, Attrs::UNDERLINE),
        (Flags::DOUBLE_UNDERLINE, Attrs::DOUBLE_UNDERLINE),
        (Flags::UNDERCURL, Attrs::CURLY_UNDERLINE),
        (Flags::DOTTED_UNDERLINE, Attrs::DOTTED_UNDERLINE),
        (Flags::DASHED_UNDERLINE, Attrs::DASHED_UNDERLINE),
        (Flags::INVERSE, Attrs::INVERSE),
        (Flags::HIDDEN, Attrs::HIDDEN),
        (Flags::STRIKEOUT, Attrs::STRIKE),
    ];
    let mut attrs = Attrs::default();
    MAP.iter()
        .filter(|(flag, _)| flags.contains(*flag))
        .for_each(|(_, attr)| attrs.insert(*attr));
    attrs
}
