//! Reading a recording of any kind.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::cast::{CastError, Code, Header, Line, Reader, Version, looks_like_header};
use crate::filter::has_bare_line_feeds;

/// The largest recording of version 1 that is read, in bytes: it is one JSON text, which is held as a whole.
const MAX_V1: u64 = 256 << 20;

/// Raw bytes are read in pieces of this size.
const PIECE: usize = 64 << 10;

/// Why a recording cannot be played, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The recording is not right.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// One of version 1 is not right.
    #[error("{name}: no asciicast of version 1: {error}")]
    V1 {
        /// The file's name.
        name: String,
        /// What stands against it, with line and column.
        error: serde_json::Error,
    },
    /// It cannot be read, or not be decompressed.
    #[error("cannot read {name}: {error}")]
    Read {
        /// The file's name.
        name: String,
        /// Why.
        error: io::Error,
    },
    /// The terminal cannot be written, or the keys not be read.
    #[error("cannot play: {0}")]
    Terminal(#[from] io::Error),
}

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The child wrote this.
    Output(Vec<u8>),
    /// A marker.
    Marker,
    /// Something that is not played: input, a size, the exit status.
    Other,
}

/// A place between two moments of a recording.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Place {
    /// Bytes from the start, and lines; events in a recording of version 1.
    position: (u64, u64),
    /// Seconds at the last event of a recording whose times count from the start.
    last: f64,
}

enum Form {
    Cast(Reader<BufReader<Box<dyn Read>>>, Version),
    V1 {
        events: Vec<(f64, String)>,
        next: usize,
    },
    Raw {
        input: BufReader<Box<dyn Read>>,
        read: u64,
        /// Whether its line feeds stand alone, once that is known.
        bare: Option<bool>,
    },
}

/// A recording, read from its beginning or from a place in it.
pub struct Source {
    form: Form,
    path: PathBuf,
    name: String,
    /// Seconds at the last event of a recording whose times count from the start.
    last: f64,
}

impl Source {
    /// Opens the file at `path`.
    pub fn open(path: &Path) -> Result<Source, ReplayError> {
        let name = path.display().to_string();
        let fail = |error| ReplayError::Read {
            name: name.clone(),
            error,
        };
        let mut input = reader(path, 0).map_err(fail)?;
        let head = input.fill_buf().map_err(fail)?;
        let first = head.split(|&b| b == b'\n').next().unwrap_or_default();
        let form = if looks_like_header(first) && !is_v1(first) {
            let (reader, header) = Reader::new(input, &name)?;
            Form::Cast(reader, header.version)
        } else if head.first() == Some(&b'{') && contains_v1(head) {
            Form::V1 {
                events: read_v1(input, &name)?,
                next: 0,
            }
        } else {
            Form::Raw {
                input,
                read: 0,
                bare: None,
            }
        };
        Ok(Source {
            form,
            path: path.to_owned(),
            name,
            last: 0.0,
        })
    }

    /// The same recording, from its beginning.
    pub(super) fn again(&self) -> Result<Source, ReplayError> {
        Source::open(&self.path)
    }

    /// Bytes that have been read, but for version 1.
    pub(super) fn read(&self) -> u64 {
        self.place().position.0
    }

    /// Where the next moment stands.
    pub(super) fn place(&self) -> Place {
        let position = match &self.form {
            Form::Cast(reader, _) => reader.position(),
            Form::V1 { next, .. } => (*next as u64, 0),
            Form::Raw { read, .. } => (*read, 0),
        };
        Place {
            position,
            last: self.last,
        }
    }

    /// Goes on at a place that was found in the same recording. What is compressed is decompressed again up to there.
    pub(super) fn go(&mut self, place: Place) -> Result<(), ReplayError> {
        self.last = place.last;
        let input = match &mut self.form {
            Form::V1 { next, .. } => {
                *next = usize::try_from(place.position.0).unwrap_or(usize::MAX);
                return Ok(());
            }
            Form::Cast(..) | Form::Raw { .. } => reader(&self.path, place.position.0),
        };
        let input = input.map_err(|error| ReplayError::Read {
            name: self.name.clone(),
            error,
        })?;
        self.form = match &self.form {
            Form::Cast(_, version) => {
                Form::Cast(Reader::resume(input, &self.name, place.position), *version)
            }
            Form::V1 { .. } => return Ok(()),
            Form::Raw { bare, .. } => Form::Raw {
                input,
                read: place.position.0,
                bare: *bare,
            },
        };
        Ok(())
    }

    /// The next moment, and how long after the one before it comes; `None` at the end.
    pub fn advance(&mut self) -> Result<Option<(Duration, Moment)>, ReplayError> {
        match &mut self.form {
            Form::Raw { input, read, bare } => {
                let mut piece = vec![0; PIECE];
                let n = input.read(&mut piece).map_err(|error| ReplayError::Read {
                    name: self.name.clone(),
                    error,
                })?;
                piece.truncate(n);
                *read += n as u64;
                *bare = bare.or_else(|| has_bare_line_feeds(&piece));
                if *bare == Some(true) {
                    piece = piece
                        .split_inclusive(|b| *b == b'\n')
                        .flat_map(with_return)
                        .collect();
                }
                Ok((n > 0).then_some((Duration::ZERO, Moment::Output(piece))))
            }
            Form::V1 { events, next } => {
                let event = events.get(*next);
                *next += 1;
                let moment = |(delay, text): &(f64, String)| {
                    (seconds(*delay), Moment::Output(text.clone().into_bytes()))
                };
                Ok(event.map(moment))
            }
            Form::Cast(reader, version) => {
                let Some(line) = reader.read()? else {
                    return Ok(None);
                };
                let Line::Event(event) = line else {
                    return Ok(Some((Duration::ZERO, Moment::Other)));
                };
                let delay = match version {
                    Version::V3 => event.time,
                    Version::V2 => {
                        let before = self.last;
                        self.last = before.max(event.time);
                        event.time - before
                    }
                };
                let marker = reader.text().get(event.time_at.end..event.data_at.start);
                let moment = match event.code {
                    Code::Output => Moment::Output(event.data),
                    Code::Other if marker.is_some_and(|m| m.windows(3).any(|w| w == b"\"m\"")) => {
                        Moment::Marker
                    }
                    Code::Resize | Code::Other => Moment::Other,
                };
                Ok(Some((seconds(delay), moment)))
            }
        }
    }
}

/// A recording's settings of ours, if we made it: names and values, of which nothing is believed yet.
pub fn recorded_settings(path: &Path) -> Vec<(String, String)> {
    #[derive(Deserialize)]
    struct Ours {
        #[serde(default)]
        shade_pty: std::collections::BTreeMap<String, String>,
    }
    let line = reader(path, 0).and_then(|input| {
        let mut line = Vec::new();
        input.take(PIECE as u64).read_until(b'\n', &mut line)?;
        Ok(line)
    });
    let ours = line
        .ok()
        .and_then(|line| serde_json::from_slice::<Ours>(&line).ok());
    ours.map(|o| o.shade_pty.into_iter().collect())
        .unwrap_or_default()
}

/// The file from byte `from` on, decompressed if it is compressed; then `from` counts decompressed bytes.
pub(super) fn reader(path: &Path, from: u64) -> io::Result<BufReader<Box<dyn Read>>> {
    let mut file = BufReader::with_capacity(PIECE, File::open(path)?);
    let head = file.fill_buf()?;
    let mut plain: Box<dyn Read> = if head.starts_with(&[0x1f, 0x8b]) {
        Box::new(flate2::bufread::MultiGzDecoder::new(file))
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Box::new(ruzstd::decoding::StreamingDecoder::new(file).map_err(io::Error::other)?)
    } else {
        if from > 0 {
            file.seek(SeekFrom::Start(from))?;
        }
        return Ok(BufReader::with_capacity(PIECE, Box::new(file)));
    };
    io::copy(&mut plain.by_ref().take(from), &mut io::sink())?;
    Ok(BufReader::with_capacity(PIECE, plain))
}

/// A line, with a return before its line feed.
fn with_return(line: &[u8]) -> impl Iterator<Item = u8> {
    let (text, end): (&[u8], &[u8]) = match line.split_last() {
        Some((b'\n', text)) => (text, b"\r\n"),
        _ => (line, b""),
    };
    text.iter().chain(end).copied()
}

fn is_v1(line: &[u8]) -> bool {
    matches!(Header::parse(line), Err(crate::cast::Problem::Version(1)))
}

/// Whether the beginning of a JSON object has `"version": 1`, on a line of its own or not.
fn contains_v1(head: &[u8]) -> bool {
    let head: Vec<u8> = head
        .iter()
        .copied()
        .filter(|b| !b.is_ascii_whitespace())
        .take(4096)
        .collect();
    let key = b"\"version\":1";
    let at = memchr::memmem::find(&head, key);
    at.is_some_and(|at| !head.get(at + key.len()).is_some_and(u8::is_ascii_digit))
}

fn read_v1(input: impl Read, name: &str) -> Result<Vec<(f64, String)>, ReplayError> {
    #[derive(Deserialize)]
    struct File {
        stdout: Vec<(f64, String)>,
    }
    let file: Result<File, _> = serde_json::from_reader(input.take(MAX_V1));
    file.map(|f| f.stdout).map_err(|error| ReplayError::V1 {
        name: name.to_owned(),
        error,
    })
}

/// A time that may be anything.
fn seconds(time: f64) -> Duration {
    Duration::try_from_secs_f64(time).unwrap_or_default()
}
