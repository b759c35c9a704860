//! The file that a session is recorded to.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use nix::libc;

use super::writer::Writer;
use crate::Size;
use crate::cast::text;
use crate::session::Ending;

/// How long the file is waited for before the session is stopped for an unknown time.
const BEFORE_STOP: Duration = Duration::from_secs(1);

/// Why there is no recording, or not all of one.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub struct TapeError {
    path: PathBuf,
    cause: io::Error,
}

/// A handle on the tape of a session; its clones are the same tape.
#[derive(Clone, Debug)]
pub struct Tape(Rc<RefCell<State>>);

#[derive(Debug)]
struct State {
    path: PathBuf,
    file: Arc<File>,
    /// What writes to it, once it is begun.
    writer: Option<Writer>,
    started: Instant,
    /// Microseconds from the start to the last event: what is rounded off an interval is not lost.
    last: u64,
    output_carry: Vec<u8>,
    input_carry: Vec<u8>,
    fault: Option<io::Error>,
}

impl Tape {
    /// Makes a new file for its owner alone. One that is there is not touched, nor a link to anywhere; devices such as
    /// `/dev/null` are written to.
    pub fn create(path: &Path) -> Result<Tape, TapeError> {
        let file = open(path).map_err(|cause| TapeError {
            path: path.to_owned(),
            cause,
        })?;
        Ok(Tape(Rc::new(RefCell::new(State {
            path: path.to_owned(),
            file: Arc::new(file),
            writer: None,
            started: Instant::now(),
            last: 0,
            output_carry: Vec::new(),
            input_carry: Vec::new(),
            fault: None,
        }))))
    }

    /// Makes a new file in a folder, and the folder if need be. The file's name is the time, UTC.
    pub fn create_in(folder: &Path) -> Result<Tape, TapeError> {
        let mut builder = fs::DirBuilder::new();
        let made = builder.recursive(true).mode(0o700).create(folder);
        made.map_err(|cause| TapeError {
            path: folder.to_owned(),
            cause,
        })?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = since.unwrap_or_default().as_secs();
        let name = format!("{}-{}.cast", stamp(seconds), std::process::id());
        Tape::create(&folder.join(name))
    }

    /// The first line, for a terminal of this size; time counts from now on. `settings` are names and values of how it was
    /// shaded. The command must have been started: a thread is.
    pub fn begin(&self, size: Size, settings: &[(String, String)]) {
        // A file that may not grow is a full disk, and not the end of the session.
        crate::sys::signals::ignore_number(libc::SIGXFSZ);
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let header = format!(
            "{{\"version\":3,\"term\":{{\"cols\":{},\"rows\":{}}},\"timestamp\":{},\"shade_pty\":{}}}\n",
            size.cols,
            size.rows,
            since.unwrap_or_default().as_secs(),
            serde_json::Value::from_iter(settings.iter().cloned()),
        );
        let mut state = self.0.borrow_mut();
        state.started = Instant::now();
        // At once, so that whoever looks finds a recording.
        match state.file.as_ref().write_all(header.as_bytes()) {
            Ok(()) => {
                let writer = Writer::start(state.file.clone(), header.len() as u64);
                state.writer = Some(writer);
            }
            Err(e) => {
                let _ = state.file.set_len(0);
                state.fault = Some(e);
            }
        }
    }

    /// Bytes of the child's.
    pub fn output(&self, bytes: &[u8]) {
        let mut state = self.0.borrow_mut();
        let mut carry = std::mem::take(&mut state.output_carry);
        let joined: &[u8] = match carry.is_empty() {
            true => bytes,
            false => {
                carry.extend_from_slice(bytes);
                &carry
            }
        };
        let (whole, cut) = joined.split_at(joined.len() - text::cut_off(joined));
        state.output_carry = cut.to_vec();
        if !whole.is_empty() {
            state.event('o', whole);
        }
    }

    /// Bytes that the terminal sent: keys, and answers to the child's questions.
    pub fn input(&self, bytes: &[u8]) {
        let mut state = self.0.borrow_mut();
        let mut data = std::mem::take(&mut state.input_carry);
        data.extend_from_slice(bytes);
        state.input_carry = data.split_off(data.len() - text::cut_off(&data));
        if !data.is_empty() {
            state.event('i', &data);
        }
    }

    /// The terminal has another size.
    pub fn resize(&self, size: Size) {
        let mut state = self.0.borrow_mut();
        state.release();
        state.event('r', format!("{}x{}", size.cols, size.rows).as_bytes());
    }

    /// A marker, which players show and jump to.
    pub fn marker(&self, label: &str) {
        self.0.borrow_mut().event('m', label.as_bytes());
    }

    /// The session is about to be stopped: what waits is written before, unless the file hangs.
    pub fn settle(&self) {
        if let Some(writer) = &self.0.borrow().writer {
            writer.settle(BEFORE_STOP);
        }
    }

    /// The command has ended. Says what went wrong with the recording, if something did.
    pub fn end(&self, ending: Ending) -> Result<(), TapeError> {
        let status = match ending {
            Ending::Exited(status) => i32::from(status),
            Ending::Signaled(signal) | Ending::Interrupted(signal) => 128 + signal,
        };
        let mut state = self.0.borrow_mut();
        state.release();
        state.event('x', status.to_string().as_bytes());
        let unwritten = state.writer.take().and_then(|writer| writer.close());
        let cause = state.fault.take().or(unwritten);
        let cause = cause.or_else(|| state.missing());
        match cause {
            None => Ok(()),
            Some(cause) => Err(TapeError {
                path: state.path.clone(),
                cause,
            }),
        }
    }

    /// No command has run: what was made goes away again, if nothing is in it.
    pub fn discard(&self) {
        let state = self.0.borrow();
        let empty = |m: fs::Metadata| m.is_file() && m.len() == 0;
        if state.file.metadata().is_ok_and(empty) && state.missing().is_none() {
            let _ = fs::remove_file(&state.path);
        }
    }
}

impl State {
    fn event(&mut self, code: char, data: &[u8]) {
        let Some(writer) = &mut self.writer else {
            return;
        };
        let now = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        let passed = now.saturating_sub(self.last);
        self.last = now;
        writer.event(passed, code, data);
    }

    /// Characters that nobody finished come out before something else does.
    fn release(&mut self) {
        for code in ['o', 'i'] {
            let data = match code {
                'o' => std::mem::take(&mut self.output_carry),
                _ => std::mem::take(&mut self.input_carry),
            };
            if !data.is_empty() {
                self.event(code, &data);
            }
        }
    }

    /// Why the file is not where it was made.
    fn missing(&self) -> Option<io::Error> {
        let place = |m: fs::Metadata| (m.dev(), m.ino());
        let ours = self.file.metadata().map(place).ok();
        match fs::metadata(&self.path).map(place) {
            Ok(there) if Some(there) == ours => None,
            Ok(_) => Some(io::Error::other("another file was put in its place")),
            Err(e) => Some(e),
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    let device = fs::symlink_metadata(path).is_ok_and(|m| m.file_type().is_char_device());
    if device {
        return options.custom_flags(libc::O_NOCTTY).open(path);
    }
    // O_EXCL follows no link either.
    match options.create_new(true).open(path) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
            let told = "it is there already: name a new file, or remove this one";
            Err(io::Error::new(e.kind(), told))
        }
        file => file,
    }
}

/// A time as `YYYYMMDDTHHMMSSZ`. The calendar is the proleptic Gregorian one, its years beginning in March (H. Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
fn stamp(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_names() {
        assert_eq!(stamp(0), "19700101T000000Z");
        assert_eq!(stamp(951_827_696), "20000229T123456Z");
        assert_eq!(stamp(1_796_061_600), "20261130T180000Z");
    }

    #[test]
    fn a_character_cut_in_two_stays_whole_and_a_broken_one_is_kept() {
        let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
        let path = folder.path().join("a.cast");
        let tape = Tape::create(&path).unwrap_or_else(|e| panic!("{e}"));
        tape.begin(Size { cols: 80, rows: 24 }, &[]);
        tape.output(b"a\xe2\x9c");
        tape.output(b"\xb3b\xff\xe2");
        tape.resize(Size { cols: 90, rows: 24 });
        assert!(tape.end(Ending::Signaled(9)).is_ok());
        let text = fs::read_to_string(&path).unwrap_or_default();
        let data: Vec<&str> = text
            .lines()
            .skip(1)
            .filter_map(|l| l.split_once(','))
            .map(|p| p.1)
            .collect();
        assert_eq!(
            data,
            [
                "\"o\",\"a\"]",
                "\"o\",\"✳b\\udcff\"]",
                "\"o\",\"\\udce2\"]",
                "\"r\",\"90x24\"]",
                "\"x\",\"137\"]"
            ]
        );
    }
}
