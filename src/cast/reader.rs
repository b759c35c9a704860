//! Reading a recording line by line.

use std::io::{BufRead, Read};

use super::{CastError, Code, Event, Header, Problem};

/// The longest line that is read, in bytes: far more than a terminal takes in at once, and a limit for a hostile file.
pub(super) const MAX_LINE: u64 = 64 << 20;

/// A line after the header.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// An event.
    Event(Event),
    /// A comment or an empty line.
    Other,
}

/// Reads a recording; the current line stays at hand as it stands in the file.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    name: String,
    line: Vec<u8>,
    number: u64,
    /// Bytes up to the end of the current line.
    offset: u64,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header. `name` is for messages.
    pub fn new(input: R, name: &str) -> Result<(Reader<R>, Header), CastError> {
        let mut reader = Reader {
            input,
            name: name.to_owned(),
            line: Vec::new(),
            number: 0,
            offset: 0,
        };
        reader.next_line()?;
        let header = Header::parse(reader.text()).map_err(|problem| reader.error(problem))?;
        Ok((reader, header))
    }

    /// Reads on from where another reader of the same recording [was](Self::position).
    pub fn resume(input: R, name: &str, position: (u64, u64)) -> Reader<R> {
        Reader {
            input,
            name: name.to_owned(),
            line: Vec::new(),
            offset: position.0,
            number: position.1,
        }
    }

    /// The end of the current line: in bytes from the start of the recording, and its number.
    pub fn position(&self) -> (u64, u64) {
        (self.offset, self.number)
    }

    /// The next line after the header; `None` at the end.
    pub fn read(&mut self) -> Result<Option<Line>, CastError> {
        if !self.next_line()? {
            return Ok(None);
        }
        let text = self.text();
        if text.starts_with(b"#") || text.iter().all(u8::is_ascii_whitespace) {
            return Ok(Some(Line::Other));
        }
        Event::parse(text)
            .map(|event| Some(Line::Event(event)))
            .map_err(|problem| self.error(problem))
    }

    /// The current line without its line end.
    pub fn text(&self) -> &[u8] {
        let text = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        text.strip_suffix(b"\r").unwrap_or(text)
    }

    /// The current line as it stands in the file.
    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// An error in the current line.
    pub fn error(&self, problem: Problem) -> CastError {
        CastError {
            name: self.name.clone(),
            line: self.number,
            problem,
        }
    }

    /// The size that the current line, a resize event, names.
    pub fn size(&self, event: &Event) -> Result<crate::Size, CastError> {
        debug_assert_eq!(event.code, Code::Resize);
        let text = String::from_utf8_lossy(&event.data);
        crate::config::parse_size(&text).map_err(|e| self.error(e.into()))
    }

    /// Whether the next line is not at hand yet, so that what was written should be flushed before waiting for it.
    pub fn is_drained(&self) -> bool
    where
        R: Buffered,
    {
        !self.input.buffered().contains(&b'\n')
    }

    fn next_line(&mut self) -> Result<bool, CastError> {
        self.line.clear();
        self.number += 1;
        let read = (&mut self.input)
            .take(MAX_LINE)
            .read_until(b'\n', &mut self.line);
        let read = read.map_err(|e| self.error(e.into()))?;
        self.offset += read as u64;
        if read as u64 == MAX_LINE && !self.line.ends_with(b"\n") {
            return Err(self.error(Problem::TooLong));
        }
        Ok(read > 0)
    }
}

/// Shows what a buffered reader holds, without reading.
pub trait Buffered {
    /// The bytes that are at hand.
    fn buffered(&self) -> &[u8];
}

impl<R: Read> Buffered for std::io::BufReader<R> {
    fn buffered(&self) -> &[u8] {
        self.buffer()
    }
}

impl Buffered for &[u8] {
    fn buffered(&self) -> &[u8] {
        self
    }
}
