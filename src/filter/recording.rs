//! Recordings: each output event shaded, everything else as it was.

use std::io::{BufRead, Write};
use std::time::Duration;

use super::engine::{Engine, Painter};
use super::{FilterError, spans};
use crate::Size;
use crate::cast::{self, Buffered, CastError, Code, Event, Line, Reader, Version, Writer};

/// Filters a recording, and gives the painter back.
pub(super) fn run<P: Painter>(
    input: impl BufRead + Buffered,
    name: &str,
    output: impl Write,
    spans_out: Option<&mut dyn Write>,
    painter: impl FnOnce(Size) -> P,
) -> Result<P, FilterError> {
    let (mut reader, header) = Reader::new(input, name)?;
    let mut filter = Filter {
        version: header.version,
        engine: Engine::new(painter(header.size)),
        writer: Writer::new(output),
        spans_out,
        open: None,
        carry: Vec::new(),
        now: 0.0,
        quiet_since: 0.0,
    };
    filter.writer.line(reader.line())?;
    let failed = filter.events(&mut reader)?;
    let painter = filter.finish()?;
    failed.map_or(Ok(painter), |e| Err(e.into()))
}

/// An output event that may still grow: what a pause or the end lets out belongs to it.
struct Open {
    head: Head,
    data: Vec<u8>,
    /// Lines that follow it and may not be written before it.
    after: Vec<Vec<u8>>,
}

/// Where an open event comes from.
enum Head {
    /// The recording.
    Read { line: Vec<u8>, event: Event },
    /// Us, for what a resize brings; it is written only if there is something in it. The time as it shall stand there.
    Made { time: Vec<u8> },
}

struct Filter<'a, P, W> {
    version: Version,
    engine: Engine<P>,
    writer: Writer<W>,
    spans_out: Option<&'a mut dyn Write>,
    open: Option<Open>,
    /// The start of a character whose rest is in the next output event.
    carry: Vec<u8>,
    /// Seconds since the start.
    now: f64,
    /// When the child's last output or resize was.
    quiet_since: f64,
}

impl<P: Painter, W: Write> Filter<'_, P, W> {
    /// All events. A line that is not right ends them; it is handed back, so that what came before it can be finished.
    fn events<R: BufRead + Buffered>(
        &mut self,
        reader: &mut Reader<R>,
    ) -> Result<Option<CastError>, FilterError> {
        loop {
            match reader.read() {
                Ok(None) => return Ok(None),
                Ok(Some(Line::Other)) => self.keep(reader.line())?,
                Ok(Some(Line::Event(event))) => {
                    self.pass_time(&event)?;
                    match event.code {
                        Code::Output => self.output(reader.line(), event)?,
                        Code::Resize => match reader.size(&event) {
                            Ok(size) => self.resize(reader.line(), &event, size)?,
                            Err(e) => return Ok(Some(e)),
                        },
                        Code::Other => self.keep(reader.line())?,
                    }
                }
                Err(e) => return Ok(Some(e)),
            }
            if reader.is_drained() {
                self.writer.flush()?;
            }
        }
    }

    /// Moves the clock to an event, with the pauses until then.
    fn pass_time(&mut self, event: &Event) -> Result<(), FilterError> {
        self.now = match self.version {
            Version::V2 => event.time,
            Version::V3 => self.now + event.time,
        };
        let quiet = Duration::try_from_secs_f64(self.now - self.quiet_since).unwrap_or_default();
        while self.open.is_some() && self.engine.pause_due().is_some_and(|due| quiet > due) {
            self.engine.pause();
        }
        let now = Duration::try_from_secs_f64(self.now).unwrap_or_default();
        self.engine.set_time(now);
        self.collect()
    }

    fn output(&mut self, line: &[u8], event: Event) -> Result<(), FilterError> {
        self.close(false)?;
        self.engine.write(&event.data);
        self.begin(Head::Read {
            line: line.to_vec(),
            event,
        })
    }

    fn resize(&mut self, line: &[u8], event: &Event, size: Size) -> Result<(), FilterError> {
        self.close(false)?;
        self.writer.line(line)?;
        self.engine.resize(size);
        let time = match self.version {
            Version::V2 => line[event.time_at.clone()].to_vec(),
            Version::V3 => b"0".to_vec(),
        };
        self.begin(Head::Made { time })
    }

    /// Opens an event with what the painter has let out.
    fn begin(&mut self, head: Head) -> Result<(), FilterError> {
        self.quiet_since = self.now;
        self.open = Some(Open {
            head,
            data: std::mem::take(&mut self.carry),
            after: Vec::new(),
        });
        self.collect()
    }

    /// Adds what the painter has let out to the open event.
    fn collect(&mut self) -> Result<(), FilterError> {
        if let Some(open) = &mut self.open {
            self.engine.take(&mut open.data);
        }
        match self.spans_out.as_deref_mut() {
            Some(to) => spans::write(to, &self.engine.take_spans()),
            None => Ok(()),
        }
    }

    /// Keeps a line as it is.
    fn keep(&mut self, line: &[u8]) -> Result<(), FilterError> {
        match &mut self.open {
            Some(open) => open.after.push(line.to_vec()),
            None => self.writer.line(line)?,
        }
        Ok(())
    }

    /// Writes the open event. The start of a character at its end waits for the rest, unless this is the last event.
    fn close(&mut self, last: bool) -> Result<(), FilterError> {
        let Some(mut open) = self.open.take() else {
            return Ok(());
        };
        if !last {
            let cut = open.data.len() - cast::text::cut_off(&open.data);
            self.carry = open.data.split_off(cut);
        }
        match open.head {
            Head::Read { line, event } => self
                .writer
                .line(&cast::event_line(&line, &event, &open.data))?,
            Head::Made { time } if !open.data.is_empty() => {
                self.writer.output(&time, &open.data)?
            }
            Head::Made { .. } => {}
        }
        for line in open.after {
            self.writer.line(&line)?;
        }
        Ok(())
    }

    /// The end: the last pause, and what is held.
    fn finish(mut self) -> Result<P, FilterError> {
        self.engine.finish();
        if self.open.is_none() {
            // Nothing was ever put out, so hardly anything is held.
            self.open = Some(Open {
                head: Head::Made {
                    time: b"0".to_vec(),
                },
                data: Vec::new(),
                after: Vec::new(),
            });
        }
        self.collect()?;
        self.close(true)?;
        self.writer.flush()?;
        Ok(self.engine.into_painter())
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::fake::Fake;
    use super::*;

    const V2: &str = "{\"version\": 2, \"width\": 10, \"height\": 4}\n";
    const V3: &str = "{\"version\":3,\"term\":{\"cols\":10,\"rows\":4}}\n";

    fn filtered(cast: impl AsRef<[u8]>, pauses: &[u64]) -> (String, String, Option<String>) {
        let (mut out, mut spans) = (Vec::new(), Vec::new());
        let result = run(cast.as_ref(), "x.cast", &mut out, Some(&mut spans), |_| {
            Fake::pausing(pauses)
        });
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_else(|e| panic!("{e}"));
        (text(out), text(spans), result.err().map(|e| e.to_string()))
    }

    fn check(head: &str, body: &str, pauses: &[u64], expected: &str) {
        let (out, _, error) = filtered([head, body].concat(), pauses);
        assert_eq!(error, None);
        assert_eq!(out.strip_prefix(head), Some(expected));
    }

    #[test]
    fn a_gap_of_more_than_the_pause_belongs_to_the_event_before_it() {
        let body = "[0.0,\"o\",\"a\"]\n[0.004,\"o\",\"b\"]\n[0.009,\"o\",\"c\"]\n";
        let expected = "[0.0,\"o\",\"a\"]\n[0.004,\"o\",\"b<p4>\"]\n[0.009,\"o\",\"c<p4><end>\"]\n";
        check(V2, body, &[4], expected);
        let body = "[0.1,\"o\",\"a\"]\n[0.004,\"o\",\"b\"]\n[0.005,\"o\",\"c\"]\n";
        let expected = "[0.1,\"o\",\"a\"]\n[0.004,\"o\",\"b<p4>\"]\n[0.005,\"o\",\"c<p4><end>\"]\n";
        check(V3, body, &[4], expected);
    }

    #[test]
    fn a_second_pause_comes_when_it_is_due() {
        let body = "[0,\"o\",\"a\"]\n[0.1,\"o\",\"b\"]\n[0.3,\"o\",\"c\"]\n";
        let expected =
            "[0,\"o\",\"a<p4>\"]\n[0.1,\"o\",\"b<p4><p150>\"]\n[0.3,\"o\",\"c<p4><end>\"]\n";
        check(V2, body, &[4, 150], expected);
    }

    #[test]
    fn everything_else_stays_where_it_was() {
        let body = "# comment\n[0,\"o\",\"a\"]\n[0.001,\"i\",\"k\"]\n\n[0.02,\"m\",\"\\u006d\"]\n[0.5, \"o\",\"\"]\r\n[1,\"x\",\"0\"]\n";
        let expected = "# comment\n[0,\"o\",\"a<p4>\"]\n[0.001,\"i\",\"k\"]\n\n[0.02,\"m\",\"\\u006d\"]\n[0.5, \"o\",\"<p4><end>\"]\r\n[1,\"x\",\"0\"]\n";
        check(V2, body, &[4], expected);
    }

    #[test]
    fn an_event_without_output_is_still_written() {
        check(
            V2,
            "[0,\"o\",\"\"]\n[1,\"o\",\"a\"]\n",
            &[],
            "[0,\"o\",\"\"]\n[1,\"o\",\"a<end>\"]\n",
        );
    }

    #[test]
    fn what_a_resize_brings_follows_it() {
        let body = "[0,\"o\",\"a\"]\n[1.5,\"r\",\"20x5\"]\n[3,\"o\",\"b\"]\n";
        let expected = "[0,\"o\",\"a<p4>\"]\n[1.5,\"r\",\"20x5\"]\n[1.5, \"o\", \"<20x5>\"]\n[3,\"o\",\"b<p4><end>\"]\n";
        check(V2, body, &[4], expected);
        let expected = "[0,\"o\",\"a<p4>\"]\n[1.5,\"r\",\"20x5\"]\n[0, \"o\", \"<20x5>\"]\n[3,\"o\",\"b<p4><end>\"]\n";
        check(V3, body, &[4], expected);
    }

    #[test]
    fn a_character_cut_between_events_comes_out_whole() {
        let body = "[0,\"o\",\"a\\udce2\"]\n[0.001,\"o\",\"\\udc9c\"]\n[0.002,\"o\",\"\\udcb3b\\udce2\"]\n";
        let expected = "[0,\"o\",\"a\"]\n[0.001,\"o\",\"\"]\n[0.002,\"o\",\"✳b\\udce2<end>\"]\n";
        check(V2, body, &[], expected);
    }

    #[test]
    fn raw_bytes_that_are_no_text_become_escapes() {
        let (out, _, error) = filtered(b"{\"version\":2,\"width\":9,\"height\":9}\n[0,\"o\",\"\xffa\xe2\"]\n[0,\"o\",\"\x9c\xb3\"]\n", &[]);
        assert_eq!(error, None);
        assert!(
            out.ends_with("\n[0,\"o\",\"\\udcffa\"]\n[0,\"o\",\"✳<end>\"]\n"),
            "{out}"
        );
    }

    #[test]
    fn spans_count_the_bytes_of_all_events() {
        let (_, spans, _) = filtered([V2, "[0,\"o\",\"é\"]\n[1,\"o\",\"b\"]\n"].concat(), &[4]);
        assert_eq!(
            spans,
            "{\"start\":2,\"end\":6}\n{\"start\":7,\"end\":11}\n{\"start\":11,\"end\":16}\n"
        );
    }

    #[test]
    fn what_was_good_before_a_corrupt_line_comes_out() {
        let (out, _, error) = filtered(
            [V2, "[0,\"o\",\"a\"]\n[1,\"o\",\"b\n[2,\"o\",\"c\"]\n"].concat(),
            &[4],
        );
        assert_eq!(out.strip_prefix(V2), Some("[0,\"o\",\"a<p4><end>\"]\n"));
        assert_eq!(
            error.as_deref(),
            Some("x.cast: line 3: a missing closing quote in the string at column 8")
        );
        let (_, _, error) = filtered([V2, "[0,\"r\",\"0x4\"]\n"].concat(), &[]);
        assert!(error.is_some_and(|e| e.starts_with("x.cast: line 2: `0x4` is no terminal size")));
    }

    #[test]
    fn a_recording_without_events_and_one_without_a_last_line_end() {
        check(V2, "", &[], "[0, \"o\", \"<end>\"]\n");
        check(
            V2,
            "[0,\"x\",\"0\"]",
            &[],
            "[0,\"x\",\"0\"]\n[0, \"o\", \"<end>\"]\n",
        );
        check(V2, "[0,\"o\",\"a\"]", &[], "[0,\"o\",\"a<end>\"]");
    }
}
