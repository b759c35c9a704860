//! Writing a recording, and events whose data have changed.

use std::io::{self, Write};

use super::{Event, text};

/// The line of an output event with other data than it had: everything else in it, also blanks, stays.
/// A line that would say the same keeps its bytes, if they are UTF-8.
pub fn event_line(line: &[u8], event: &Event, data: &[u8]) -> Vec<u8> {
    if data == event.data && std::str::from_utf8(line).is_ok() {
        return line.to_vec();
    }
    let mut out = line[..event.data_at.start].to_vec();
    text::encode(data, &mut out);
    out.extend_from_slice(&line[event.data_at.end..]);
    out
}

/// Writes lines of a recording.
#[derive(Debug)]
pub struct Writer<W> {
    inner: W,
    /// The last line has its line end.
    at_line_start: bool,
}

impl<W: Write> Writer<W> {
    /// Writes to `inner`.
    pub fn new(inner: W) -> Writer<W> {
        Writer {
            inner,
            at_line_start: true,
        }
    }

    /// Writes a line as it is: with its line end, if it has one.
    pub fn line(&mut self, line: &[u8]) -> io::Result<()> {
        if line.is_empty() {
            return Ok(());
        }
        if !self.at_line_start {
            self.inner.write_all(b"\n")?;
        }
        self.at_line_start = line.ends_with(b"\n");
        self.inner.write_all(line)
    }

    /// Writes an output event; `time` is the JSON number as it shall stand there.
    pub fn output(&mut self, time: &[u8], data: &[u8]) -> io::Result<()> {
        let mut line = [b"[", time, b", \"o\", "].concat();
        text::encode(data, &mut line);
        line.extend_from_slice(b"]\n");
        self.line(&line)
    }

    /// Lets out what the inner writer holds.
    pub fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_can_be_put_in_and_read_again(data: Vec<u8>, time in 0.0..1e9) {
            let line = format!("[{time}, \"o\", \"\"]").into_bytes();
            let event = Event::parse(&line).map_err(|e| TestCaseError::fail(e.to_string()))?;
            let written = event_line(&line, &event, &data);
            let again = Event::parse(&written).map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert_eq!((again.time, again.code, again.data), (event.time, event.code, data));
        }

        #[test]
        fn no_line_is_too_strange_to_read(line in r#"\[? ?[0-9.e-]{0,4},? ?"?(\\u?[0-9a-fA-F]{0,4}|o|\PC){0,6}"?,? ?"(\\u?[0-9a-fA-F]{0,4}|\PC){0,6}"? ?\]?"#) {
            let _ = Event::parse(line.as_bytes());
        }
    }

    fn rewritten(line: &[u8], data: &[u8]) -> String {
        let event = Event::parse(line).unwrap_or_else(|e| panic!("{e}"));
        String::from_utf8_lossy(&event_line(line, &event, data)).into_owned()
    }

    #[test]
    fn only_the_data_change() {
        assert_eq!(
            rewritten(br#"[0.10,"o" , "a"] "#, b"b\x1b"),
            "[0.10,\"o\" , \"b\\u001b\"] "
        );
    }

    #[test]
    fn equal_data_keep_the_line() {
        assert_eq!(
            rewritten(br#"[0,"o","\u0041\/"]"#, b"A/"),
            r#"[0,"o","\u0041\/"]"#
        );
        assert_eq!(
            rewritten(b"[0,\"o\",\"\xff\"]", b"\xff"),
            r#"[0,"o","\udcff"]"#
        );
    }

    #[test]
    fn a_missing_line_end_is_added_before_the_next_line() -> io::Result<()> {
        let mut out = Vec::new();
        let mut writer = Writer::new(&mut out);
        writer.line(b"# a")?;
        writer.output(b"1.0", b"x")?;
        assert_eq!(out, b"# a\n[1.0, \"o\", \"x\"]\n");
        Ok(())
    }
}
