//! Drives a `ShadedWriter` and keeps what went in and what came out.

use std::io::Write;
use std::ops::Range;

use shade_pty::{Options, Profile, ShadedWriter, Size};

use super::SHADE_TEXT;
use super::gutter::GUTTER_TEXT;

/// Options for a stream that starts on an empty screen.
pub fn options(profile: &str, size: Size) -> Options {
    Options::new(
        size,
        Profile::built_in(profile).expect("a built-in profile"),
        Some(SHADE_TEXT.parse().expect("a background")),
    )
}

/// The same with a gutter.
pub fn options_with_gutter(profile: &str, size: Size) -> Options {
    Options {
        gutter: Some(GUTTER_TEXT.parse().expect("a background")),
        ..options(profile, size)
    }
}

/// One thing that happens to a writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The child wrote a burst.
    Write(Vec<u8>),
    /// Nothing was to be read for a while.
    Pause,
    Resize(Size),
    /// The settings were read again, and say the same; or that nothing is to be shaded.
    Reconfigure {
        on: bool,
    },
}

/// What a session's log says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    Write,
    Pause,
    /// The terminal had this size from here on; what the writer had to say to it comes after.
    Resize(Size),
}

/// What had gone in and come out at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub child: usize,
    pub output: usize,
}

/// A session that goes on.
pub struct Session {
    options: Options,
    writer: ShadedWriter<Vec<u8>>,
    child: Vec<u8>,
    spans: Vec<Range<u64>>,
    log: Vec<(Happening, Moment)>,
}

impl Session {
    pub fn new(options: Options) -> Self {
        let mut writer = ShadedWriter::new(Vec::new(), options.clone());
        writer.record_spans(true);
        Session {
            writer,
            options,
            child: Vec::new(),
            spans: Vec::new(),
            log: Vec::new(),
        }
    }

    pub fn write(&mut self, bytes: &[u8]) -> &mut Self {
        self.writer.write_all(bytes).expect("a vector takes all");
        self.child.extend_from_slice(bytes);
        self.log.push((Happening::Write, self.moment()));
        self
    }

    pub fn pause(&mut self) -> &mut Self {
        self.writer.pause().expect("a vector takes all");
        self.log.push((Happening::Pause, self.moment()));
        self
    }

    pub fn resize(&mut self, size: Size) -> &mut Self {
        self.log.push((Happening::Resize(size), self.moment()));
        self.writer.resize(size).expect("a vector takes all");
        self
    }

    pub fn reconfigure(&mut self, on: bool) -> &mut Self {
        let mut options = self.options.clone();
        options.background = options.background.filter(|_| on);
        self.writer
            .reconfigure(options)
            .expect("a vector takes all");
        self
    }

    pub fn open(&mut self) -> &mut Self {
        self.writer.open_region();
        self
    }

    pub fn close(&mut self) -> &mut Self {
        self.writer.close_region();
        self
    }

    pub fn step(&mut self, step: &Step) -> &mut Self {
        match step {
            Step::Write(bytes) => self.write(bytes),
            Step::Pause => self.pause(),
            Step::Resize(size) => self.resize(*size),
            Step::Reconfigure { on } => self.reconfigure(*on),
        }
    }

    /// How many entries the log has.
    pub fn entries(&self) -> usize {
        self.log.len()
    }

    pub fn moment(&self) -> Moment {
        Moment {
            child: self.child.len(),
            output: self.output().len(),
        }
    }

    pub fn child(&self) -> &[u8] {
        &self.child
    }

    pub fn output(&self) -> &[u8] {
        self.writer.get_ref()
    }

    /// The last pause, then the end.
    pub fn finish(mut self) -> Run {
        self.pause();
        self.spans.extend(self.writer.take_spans());
        let before_end = self.output().len();
        let fault = self.writer.fault();
        let output = self.writer.finish().expect("a vector takes all");
        Run {
            inserted: sums(&self.spans),
            child: self.child,
            output,
            before_end,
            spans: self.spans,
            log: self.log,
            fault,
        }
    }
}

/// A session that has ended.
#[derive(Clone, Debug)]
pub struct Run {
    pub child: Vec<u8>,
    pub output: Vec<u8>,
    /// The output's length before `finish`, whose insertions no span tells.
    pub before_end: usize,
    pub spans: Vec<Range<u64>>,
    /// For each span how much was inserted before it.
    pub inserted: Vec<u64>,
    pub log: Vec<(Happening, Moment)>,
    /// Why the writer gave up and passed everything through.
    pub fault: Option<String>,
}

impl Run {
    /// Runs all steps.
    pub fn of(options: Options, steps: &[Step]) -> Run {
        let mut session = Session::new(options);
        steps.iter().for_each(|step| _ = session.step(step));
        session.finish()
    }

    /// How many of the child's bytes are among the first bytes of the output. The rest is held back.
    pub fn released(&self, output: usize) -> usize {
        let output = output as u64;
        let count = self.spans.partition_point(|span| span.start < output);
        let Some(last) = count.checked_sub(1) else {
            return usize::try_from(output).expect("a place in memory");
        };
        let span = &self.spans[last];
        let inserted = self.inserted[last] + span.end.min(output) - span.start;
        usize::try_from(output - inserted).expect("a place in memory")
    }

    /// Bytes added, in percent of the child's.
    pub fn added_percent(&self) -> f64 {
        let added = self.output.len() - self.child.len();
        added as f64 * 100.0 / self.child.len().max(1) as f64
    }

    /// The same, one `shade` sequence left out for each SGR of the child's that resets its background.
    pub fn added_percent_restatements_left_out(&self, shade: &[u8]) -> f64 {
        let inserted = |span: &Range<u64>| {
            let at = |n: u64| usize::try_from(n).expect("a place in memory");
            &self.output[at(span.start)..at(span.end)]
        };
        let shades = self
            .spans
            .iter()
            .filter(|s| inserted(s).starts_with(shade))
            .count();
        let left_out = shades.min(resets(&self.child)) * shade.len();
        let added = self.output.len() - self.child.len();
        added.saturating_sub(left_out) as f64 * 100.0 / self.child.len().max(1) as f64
    }

    /// The first law: without our insertions the output is the input. A writer that gave up obeys nothing.
    ///
    /// # Errors
    ///
    /// Says where it is not.
    pub fn check_identity(&self) -> Result<(), String> {
        if let Some(fault) = &self.fault {
            return Err(format!("the writer gave up: {fault}"));
        }
        let kept = strip(&self.output[..self.before_end], &self.spans)?;
        let Some(held) = self.child.strip_prefix(kept.as_slice()) else {
            let at = kept
                .iter()
                .zip(&self.child)
                .take_while(|(a, b)| a == b)
                .count();
            return Err(format!(
                "the output without insertions leaves the input at byte {at}"
            ));
        };
        let end = &self.output[self.before_end..];
        let found = (0..=end.len()).any(|from| {
            end[from..]
                .strip_prefix(held)
                .is_some_and(|after| is_styling(&end[..from]) && is_styling(after))
        });
        found
            .then_some(())
            .ok_or_else(|| format!("the end is {end:?}, with {held:?} still held"))
    }
}

/// For each span the length of all before it.
pub fn sums(spans: &[Range<u64>]) -> Vec<u64> {
    let mut sum = 0;
    let before = |span: &Range<u64>| {
        sum += span.end - span.start;
        sum - (span.end - span.start)
    };
    spans.iter().map(before).collect()
}

/// The output without the spans.
///
/// # Errors
///
/// When the spans are no ascending ranges of the output.
pub fn strip(output: &[u8], spans: &[Range<u64>]) -> Result<Vec<u8>, String> {
    let mut kept = Vec::with_capacity(output.len());
    let mut at = 0;
    for span in spans {
        let [start, end] =
            [span.start, span.end].map(|place| usize::try_from(place).expect("a place in memory"));
        if start < at || end < start || end > output.len() {
            return Err(format!(
                "span {span:?} after {at} of {} bytes",
                output.len()
            ));
        }
        kept.extend_from_slice(&output[at..start]);
        at = end;
    }
    kept.extend_from_slice(&output[at..]);
    Ok(kept)
}

/// Whether these bytes are SGR sequences and nothing else: all that may be added at the end.
fn is_styling(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"\x1b[") else {
        return bytes.is_empty();
    };
    let params = rest
        .iter()
        .take_while(|byte| matches!(byte, b'0'..=b';'))
        .count();
    rest.get(params) == Some(&b'm') && is_styling(&rest[params + 1..])
}

/// How many SGR sequences reset the background: empty ones, and those with 0 or 49.
fn resets(child: &[u8]) -> usize {
    let sequences = child
        .split(|b| *b == 0x1b)
        .filter_map(|s| s.strip_prefix(b"["));
    let params = sequences.filter_map(|s| {
        let end = s.iter().position(|b| !matches!(b, b'0'..=b';'))?;
        (s[end] == b'm').then_some(&s[..end])
    });
    params
        .filter(|p| {
            p.split(|b| *b == b';')
                .any(|n| matches!(n, b"" | b"0" | b"00" | b"49"))
        })
        .count()
}
