//! Recordings: each output event shaded, everything else as it was.

use std::io::{BufReader, Write};
use std::time::Duration;

use super::engine::Engine;
use super::{FilterError, Input, spans};
use crate::Options;
use crate::cast::{self, CastError, Code, Event, Line, Reader, Version, Writer};

/// Filters a recording.
pub(super) fn run(
    input: Input,
    output: impl Write,
    spans_out: Option<&mut dyn Write>,
    options: Options,
) -> Result<(), FilterError> {
    let name = input.name().to_owned();
    let (mut reader, header) = Reader::new(BufReader::new(input), &name)?;
    let mut filter = Filter {
        version: header.version,
        engine: Engine::new(Options {
            size: header.size,
            ..options
        }),
        writer: Writer::new(output),
        spans_out,
        open: None,
        carry: Vec::new(),
        now: 0.0,
        quiet_since: 0.0,
    };
    filter.writer.line(reader.line())?;
    let failed = filter.events(&mut reader)?;
    filter.finish()?;
    failed.map_or(Ok(()), |e| Err(e.into()))
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

struct Filter<'a, W: Write> {
    version: Version,
    engine: Engine,
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

impl<W: Write> Filter<'_, W> {
    /// All events. A line that is not right ends them; it is handed back, so that what came before it can be finished.
    fn events(
        &mut self,
        reader: &mut Reader<BufReader<Input>>,
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
        while self.engine.pause_due().is_some_and(|due| quiet > due) {
            self.engine.pause()?;
        }
        self.collect()
    }

    fn output(&mut self, line: &[u8], event: Event) -> Result<(), FilterError> {
        self.close(false)?;
        self.engine.write(&event.data)?;
        self.begin(Head::Read {
            line: line.to_vec(),
            event,
        })
    }

    fn resize(&mut self, line: &[u8], event: &Event, size: crate::Size) -> Result<(), FilterError> {
        self.close(false)?;
        self.writer.line(line)?;
        self.engine.resize(size)?;
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
    fn finish(mut self) -> Result<(), FilterError> {
        self.engine.finish()?;
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
        Ok(())
    }
}
