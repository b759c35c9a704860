//! What a filter reads: a file or standard input, in bursts.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::AsFd;
use std::path::Path;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::FilterError;
use crate::cast::looks_like_header;

/// The most that is judged at once, in bytes: what a pipe holds on Linux.
const BURST: usize = 64 << 10;

/// How long a stream that starts with `{` may be quiet within its first line before it counts as raw bytes. Longer than
/// a recorder takes to write its header, and too short for a person to notice.
const HEADER_PATIENCE: Duration = Duration::from_millis(50);

/// What the input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A terminal's bytes as they are.
    Raw,
    /// An asciicast.
    Recording,
}

/// What came of waiting for a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Burst {
    /// Bytes were appended.
    Bytes,
    /// Nothing could be read for as long as the caller wanted to wait.
    Quiet,
    /// The end.
    End,
}

/// A filter's input.
#[derive(Debug)]
pub struct Input {
    file: File,
    name: String,
    /// Bytes that were read to find out the kind.
    head: Vec<u8>,
}

impl Input {
    /// Reads the file at `path`.
    pub fn open(path: &Path) -> io::Result<Input> {
        Ok(Input {
            file: File::open(path)?,
            name: path.display().to_string(),
            head: Vec::new(),
        })
    }

    /// Reads standard input, past the buffer of the standard library.
    pub fn stdin() -> io::Result<Input> {
        let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        Ok(Input {
            file,
            name: "standard input".to_owned(),
            head: Vec::new(),
        })
    }

    /// Its name, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file behind it.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// What it is. Reads the first burst, and the whole first line if that starts as a JSON object does.
    pub fn kind(&mut self) -> Result<Kind, FilterError> {
        let mut head = std::mem::take(&mut self.head);
        let mut waited = Burst::Bytes;
        while waited == Burst::Bytes
            && (head.is_empty() || head[0] == b'{' && head.len() < BURST && !head.contains(&b'\n'))
        {
            let patience = (!head.is_empty()).then_some(HEADER_PATIENCE);
            waited = self.read_burst(&mut head, patience)?;
        }
        let line = head.split(|&b| b == b'\n').next().unwrap_or_default();
        let kind = if looks_like_header(line) {
            Kind::Recording
        } else {
            Kind::Raw
        };
        self.head = head;
        Ok(kind)
    }

    /// Appends all that can be read, up to 64 KiB; waits for the first byte, at most as long as `patience` says.
    pub(super) fn read_burst(
        &mut self,
        out: &mut Vec<u8>,
        patience: Option<Duration>,
    ) -> Result<Burst, FilterError> {
        if !self.head.is_empty() {
            out.append(&mut self.head);
            return Ok(Burst::Bytes);
        }
        let end = out.len() + BURST;
        let mut burst = Burst::Quiet;
        let mut patience = patience;
        while out.len() < end && self.is_readable(patience)? {
            match self.read_some(out, end)? {
                None => {}
                // The end is found again by the next call.
                Some(0) if burst == Burst::Quiet => return Ok(Burst::End),
                Some(0) => return Ok(burst),
                Some(_) => {
                    burst = Burst::Bytes;
                    patience = Some(Duration::ZERO);
                }
            }
        }
        Ok(burst)
    }

    /// One read, up to the length `end`; `None`: there was nothing after all (another reader, or a signal).
    fn read_some(&mut self, out: &mut Vec<u8>, end: usize) -> Result<Option<usize>, FilterError> {
        let start = out.len();
        out.resize(end, 0);
        let read = self.file.read(&mut out[start..]);
        out.truncate(start + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(n) => Ok(Some(n)),
            Err(e) if matches!(e.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {
                Ok(None)
            }
            Err(e) => Err(self.error(e)),
        }
    }

    /// Waits until a read would not block.
    fn is_readable(&self, patience: Option<Duration>) -> Result<bool, FilterError> {
        let deadline = patience.map(|p| Instant::now() + p);
        loop {
            let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
            // A wait of part of a millisecond is one of a whole: never early, and never a busy loop.
            let timeout = left.map_or(PollTimeout::NONE, |d| {
                PollTimeout::try_from(d.as_micros().div_ceil(1000)).unwrap_or(PollTimeout::MAX)
            });
            match poll(
                &mut [PollFd::new(self.file.as_fd(), PollFlags::POLLIN)],
                timeout,
            ) {
                Ok(0) if deadline.is_some_and(|d| Instant::now() >= d) => return Ok(false),
                Ok(0) | Err(nix::errno::Errno::EINTR) => {}
                Ok(_) => return Ok(true),
                Err(e) => return Err(self.error(e.into())),
            }
        }
    }

    fn error(&self, error: io::Error) -> FilterError {
        FilterError::Read {
            name: self.name.clone(),
            error,
        }
    }
}

/// For a recording, which is read line by line: its pauses are in it, so nothing is waited for.
impl Read for Input {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.head.is_empty() {
            return self.file.read(buf);
        }
        let n = self.head.len().min(buf.len());
        buf[..n].copy_from_slice(&self.head[..n]);
        self.head.drain(..n);
        Ok(n)
    }
}
