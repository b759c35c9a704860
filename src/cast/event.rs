//! One event of a recording.

use std::ops::Range;

use super::{Problem, text};

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// `o`: the terminal received these bytes.
    Output,
    /// `r`: the terminal got this size.
    Resize,
    /// Anything else: `i` input, `m` marker, `x` exit status, and what other programs invent.
    Other,
}

/// An event as it stands in its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Seconds: since the start (version 2) or since the event before (version 3).
    pub time: f64,
    /// What it is.
    pub code: Code,
    /// The bytes that its data stand for.
    pub data: Vec<u8>,
    /// Where the time stands in the line.
    pub time_at: Range<usize>,
    /// Where the data stand in the line, with both quotes.
    pub data_at: Range<usize>,
}

impl Event {
    /// Reads an event's line, without its line end.
    pub fn parse(line: &[u8]) -> Result<Event, Problem> {
        let mut scan = Scanner { line, at: 0 };
        scan.symbol(b'[', "`[`")?;
        let (time, time_at) = scan.number()?;
        scan.symbol(b',', "`,`")?;
        let (code, _) = scan.string("the event's code in quotes")?;
        scan.symbol(b',', "`,`")?;
        let (data, data_at) = scan.string("the event's data in quotes")?;
        scan.symbol(b']', "`]`")?;
        scan.end()?;
        let code = match code.as_slice() {
            b"o" => Code::Output,
            b"r" => Code::Resize,
            _ => Code::Other,
        };
        Ok(Event {
            time,
            code,
            data,
            time_at,
            data_at,
        })
    }
}

/// Walks over a line.
struct Scanner<'a> {
    line: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &[u8] {
        self.line.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        self.at += self
            .rest()
            .iter()
            .take_while(|b| matches!(b, b' ' | b'\t' | b'\r'))
            .count();
    }

    fn expected(&self, expected: &'static str) -> Problem {
        Problem::Syntax {
            expected,
            column: self.at + 1,
        }
    }

    fn symbol(&mut self, symbol: u8, name: &'static str) -> Result<(), Problem> {
        self.skip_blanks();
        if self.rest().first() != Some(&symbol) {
            return Err(self.expected(name));
        }
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> Result<(f64, Range<usize>), Problem> {
        self.skip_blanks();
        let length = self
            .rest()
            .iter()
            .take_while(|b| matches!(b, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'))
            .count();
        let at = self.at..self.at + length;
        let number = serde_json::from_slice::<f64>(&self.line[at.clone()])
            .map_err(|_| self.expected("a time in seconds"))?;
        self.at = at.end;
        Ok((number, at))
    }

    fn string(&mut self, name: &'static str) -> Result<(Vec<u8>, Range<usize>), Problem> {
        self.skip_blanks();
        if self.rest().first() != Some(&b'"') {
            return Err(self.expected(name));
        }
        let column = self.at + 1;
        let (bytes, length) =
            text::decode(self.rest()).map_err(|problem| Problem::Text { problem, column })?;
        let at = self.at..self.at + length;
        self.at = at.end;
        Ok((bytes, at))
    }

    fn end(&mut self) -> Result<(), Problem> {
        self.skip_blanks();
        if self.rest().is_empty() {
            Ok(())
        } else {
            Err(self.expected("the end of the line"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_knows_its_places() {
        let line = br#"[ 1.5 , "o",  "a\u001b" ]"#;
        let event = Event::parse(line).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(
            (event.time, event.code, event.data.as_slice()),
            (1.5, Code::Output, b"a\x1b".as_slice())
        );
        assert_eq!(&line[event.time_at], b"1.5");
        assert_eq!(&line[event.data_at], br#""a\u001b""#);
    }

    #[test]
    fn errors_name_the_column() {
        let message = |line: &str| {
            Event::parse(line.as_bytes())
                .err()
                .map(|e| e.to_string())
                .unwrap_or_default()
        };
        assert!(
            message("[1.0,\"o\"").starts_with("no event: expected `,` at column 9"),
            "{}",
            message("[1.0,\"o\"")
        );
        assert!(message("{}").starts_with("no event: expected `[` at column 1"));
        assert!(message("[x,\"o\",\"\"]").contains("a time in seconds at column 2"));
        assert!(message("[1e999,\"o\",\"\"]").contains("a time in seconds"));
        assert!(
            message("[1,\"o\",\"a").contains("a missing closing quote in the string at column 8")
        );
        assert!(message("[1,\"o\",\"a\"] x").contains("the end of the line at column 13"));
        assert!(message("[1,\"o\",7]").contains("data in quotes"));
    }
}
