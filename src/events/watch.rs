//! A shader whose rows become events.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Event, Log, Moment, Row};
use crate::filter::{self, FilterError, Input, Painter};
use crate::matcher::{On, Profile};
use crate::region::{Hidden, How, Judge};
use crate::shade::{LabelledRow, Shader};
use crate::{Options, Overlay, Size};

/// How many events may wait for a pause: a stream of raw bytes may have none.
const MAX_WAITING: usize = 1000;

/// Reads a labelled row.
pub fn read_row(profile: &Profile, extend_across_tool_calls: bool, labelled: &LabelledRow) -> Row {
    let LabelledRow {
        row,
        verdict,
        entry,
        mark,
        screen,
        ..
    } = labelled;
    let Some(kind) = verdict.kind else {
        return Row::default();
    };
    let judge = Judge {
        profile,
        screen: *screen,
        extend_across_tool_calls,
        hidden: &Hidden::NONE,
    };
    let how = judge.how(entry, row, *mark);
    let rule = verdict
        .rule
        .and_then(|n| profile.rules().get(usize::from(n)));
    let starts = match how {
        How::Rule | How::Opens => true,
        How::Marker => mark.start,
        // It could have gone on with the message above, and does not; or nothing stands above.
        How::Unknown => entry.in_message() || entry.is_first(),
        How::Wrap | How::Blank | How::Fence | How::Tag | How::Delimited | How::Continues => false,
    };
    let capture = |name| {
        let rule = rule.filter(|_| how == How::Rule)?;
        rule.capture(row, name).map(str::to_owned)
    };
    Row {
        text: row.text.clone(),
        kind: Some(kind),
        rule: rule.map(|r| r.id.clone()),
        shaded: labelled.shaded,
        starts,
        wraps: how == How::Wrap,
        joins: rule.is_some_and(|r| r.joins),
        name: capture("name"),
        id: capture("id"),
        status: capture("status"),
    }
}

/// A shader that tells `tell` what happens.
pub struct Watcher<F> {
    shader: Shader,
    profile: Arc<Profile>,
    extend_across_tool_calls: bool,
    log: Log,
    started: Instant,
    /// Bytes of the command's, so far and at the last pause.
    written: u64,
    observed: u64,
    /// The clock of a recording.
    now: Option<Duration>,
    tell: F,
}

impl<F: FnMut(Event)> Watcher<F> {
    /// A watcher for a stream.
    pub fn new(options: Options, tell: F) -> Self {
        let profile = options.profile.clone();
        let extend_across_tool_calls = options.extend_across_tool_calls;
        let mut shader = Shader::new(options);
        shader.watch_rows(true);
        Watcher {
            shader,
            profile,
            extend_across_tool_calls,
            log: Log::default(),
            started: Instant::now(),
            written: 0,
            observed: 0,
            now: None,
            tell,
        }
    }

    fn row(&self, labelled: &LabelledRow) -> Row {
        read_row(&self.profile, self.extend_across_tool_calls, labelled)
    }

    fn take_left(&mut self) {
        for labelled in self.shader.take_left() {
            let row = self.row(&labelled);
            self.log.left(&row);
        }
        if self.log.waiting() > MAX_WAITING {
            self.observe();
        }
    }

    fn observe(&mut self) {
        let visible = self.shader.visible_rows();
        let alternate = visible.first().is_some_and(|r| r.screen == On::Alternate);
        let rows: Vec<Row> = visible.iter().map(|r| self.row(r)).collect();
        if self.shader.redraws() {
            self.log.redraws();
        }
        let now = Moment {
            time: self.now.unwrap_or_else(|| self.started.elapsed()),
            before: std::mem::replace(&mut self.observed, self.written),
            bytes: self.written,
        };
        for event in self.log.observe(&rows, alternate, now) {
            (self.tell)(event);
        }
    }
}

/// Tells `tell` the events of all of `input`. The size in `options` is that of raw input. A fault of our own, after which
/// there are no more events, is told in the user's words.
pub fn run(
    input: Input,
    options: Options,
    tell: impl FnMut(Event),
) -> Result<Option<String>, FilterError> {
    let watcher = filter::drive(input, io::sink(), None, options.size, |size| {
        Watcher::new(Options { size, ..options }, tell)
    })?;
    Ok(watcher.fault())
}

impl<F: FnMut(Event)> Overlay for Watcher<F> {
    fn write(&mut self, child: &[u8], out: &mut Vec<u8>) {
        self.written += child.len() as u64;
        self.shader.write(child, out);
        self.take_left();
    }

    fn pause(&mut self, out: &mut Vec<u8>) {
        self.shader.pause(out);
        self.observe();
    }

    fn pause_after(&self) -> Option<Duration> {
        self.shader.pause_after()
    }

    fn resize(&mut self, size: Size, out: &mut Vec<u8>) {
        self.shader.resize(size, out);
        self.log.resized();
        self.take_left();
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.shader.finish(out);
        self.take_left();
        self.observe();
        for event in self.log.finish() {
            (self.tell)(event);
        }
    }

    fn rows_below_cursor(&self) -> u16 {
        self.shader.rows_below_cursor()
    }

    fn fault(&self) -> Option<String> {
        self.shader.fault()
    }
}

impl<F: FnMut(Event)> Painter for Watcher<F> {
    fn take_spans(&mut self) -> Vec<Range<u64>> {
        self.shader.take_spans()
    }

    fn line_feeds_return(&mut self) {
        self.shader.line_feeds_return();
    }

    fn set_time(&mut self, now: Duration) {
        self.now = Some(now);
    }
}
