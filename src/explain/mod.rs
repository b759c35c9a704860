//! `shade-pty explain`: every row of a stream with what it was found to be, by which rule, and which rules came near.
//!
//! An [`Explainer`] is a [`Shader`] that hands out its rows: each one when it leaves the screen at the top, and at the end
//! those that are left on the screen. It shades as ever, so a command can be watched while it is explained.

mod table;

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::filter::{self, FilterError, Input, Painter};
use crate::matcher::Profile;
use crate::region::{Hidden, Judge};
use crate::shade::{LabelledRow, Shader};
use crate::{Options, Overlay, Size};
pub use table::write_table;

/// A row, explained. Its JSON form is described by `schema/explain.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its number, from 1, since the stream began.
    pub row: u64,
    /// Where it stands at the end.
    pub place: Place,
    /// Its text.
    pub text: String,
    /// What it is; `None`: it is blank.
    pub kind: Option<&'static str>,
    /// The rule that says so, if one does.
    pub rule: Option<String>,
    /// What decided it: a name of [`How`](crate::region::How).
    pub how: &'static str,
    /// Whether it is shaded.
    pub shaded: bool,
    /// The region it belongs to, counted from 1.
    pub region: Option<u64>,
    /// The row goes on from the one above, which soft-wraps.
    pub continues: bool,
    /// Why a tool call or its result is not shaded.
    pub left_out: Option<String>,
    /// The style of its first glyph, in a profile's words.
    pub style: Option<String>,
    /// Rules that did not decide it, but nearly.
    pub near: Vec<NearRule>,
}

/// Where a row stands at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// It has left the screen at the top.
    Scrollback,
    /// It stands on the screen.
    Screen,
}

/// A rule that came near.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NearRule {
    /// Its id.
    pub rule: String,
    /// What the row would have been.
    pub kind: &'static str,
    /// What stood against it.
    pub because: Vec<Because>,
}

/// What stood against a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Because {
    /// The rule's key, or `order`.
    pub key: &'static str,
    /// Why, with what was found.
    pub message: String,
}

/// A shader that explains its rows to `tell`.
pub struct Explainer<F> {
    shader: Shader,
    reader: Reader,
    tell: F,
}

impl<F: FnMut(Row)> Explainer<F> {
    /// An explainer for a stream.
    pub fn new(options: Options, tell: F) -> Self {
        let reader = Reader {
            profile: options.profile.clone(),
            extend_across_tool_calls: options.extend_across_tool_calls,
            count: 0,
            regions: 0,
            shaded: false,
        };
        let mut shader = Shader::new(options);
        shader.watch_rows(true);
        Explainer {
            shader,
            reader,
            tell,
        }
    }

    fn tell_left(&mut self) {
        for row in self.shader.take_left() {
            (self.tell)(self.reader.read(row, Place::Scrollback));
        }
    }
}

/// Explains all of `input` to `tell`. The size in `options` is that of raw input: a recording names its own. A fault of
/// our own, after which there are no more rows, is told in the user's words.
pub fn run(
    input: Input,
    options: Options,
    tell: impl FnMut(Row),
) -> Result<Option<String>, FilterError> {
    let explainer = filter::drive(input, io::sink(), None, options.size, |size| {
        Explainer::new(Options { size, ..options }, tell)
    })?;
    Ok(explainer.fault())
}

impl<F: FnMut(Row)> Overlay for Explainer<F> {
    fn write(&mut self, child: &[u8], out: &mut Vec<u8>) {
        self.shader.write(child, out);
        self.tell_left();
    }

    fn pause(&mut self, out: &mut Vec<u8>) {
        self.shader.pause(out);
    }

    fn pause_after(&self) -> Option<Duration> {
        self.shader.pause_after()
    }

    fn resize(&mut self, size: Size, out: &mut Vec<u8>) {
        self.shader.resize(size, out);
        self.tell_left();
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.shader.finish(out);
        self.tell_left();
        let mut rows = self.shader.visible_rows();
        // Below the last row that holds something the screen was never used, or was cleared.
        let used = rows.iter().rposition(|r| !r.row.is_blank());
        rows.truncate(used.map_or(0, |y| y + 1));
        for row in rows {
            (self.tell)(self.reader.read(row, Place::Screen));
        }
    }

    fn rows_below_cursor(&self) -> u16 {
        self.shader.rows_below_cursor()
    }

    fn fault(&self) -> Option<String> {
        self.shader.fault()
    }
}

impl<F: FnMut(Row)> Painter for Explainer<F> {
    fn line_feeds_return(&mut self) {
        self.shader.line_feeds_return();
    }

    fn take_spans(&mut self) -> Vec<Range<u64>> {
        self.shader.take_spans()
    }
}

/// Counts rows and regions, and asks the judge for reasons.
struct Reader {
    profile: Arc<Profile>,
    extend_across_tool_calls: bool,
    count: u64,
    regions: u64,
    /// The last row that was not blank was shaded.
    shaded: bool,
}

impl Reader {
    fn read(&mut self, labelled: LabelledRow, place: Place) -> Row {
        let LabelledRow {
            row,
            verdict,
            shaded,
            entry,
            mark,
            screen,
        } = labelled;
        let judge = Judge {
            profile: &self.profile,
            screen,
            extend_across_tool_calls: self.extend_across_tool_calls,
            hidden: &Hidden::NONE,
        };
        self.count += 1;
        // A region may have rows of other kinds between its shaded ones: chrome, or tool calls that are left out.
        if shaded && !self.shaded && !entry.is_open() || shaded && self.regions == 0 {
            self.regions += 1;
        }
        if verdict.kind.is_some() {
            self.shaded = shaded;
        }
        let near = judge.near(&entry, &row, mark).into_iter();
        Row {
            row: self.count,
            place,
            kind: verdict.kind.map(|k| k.name()),
            rule: self.rule(verdict.rule),
            how: judge.how(&entry, &row, mark).name(),
            shaded,
            region: shaded.then_some(self.regions),
            continues: row.continues,
            left_out: verdict
                .kind
                .and_then(|kind| judge.left_out(&entry, kind, shaded)),
            style: row.style_at(0).map(crate::matcher::describe),
            near: near
                .map(|near| NearRule {
                    rule: near.rule,
                    kind: near.kind.name(),
                    because: near
                        .misses
                        .into_iter()
                        .map(|m| Because {
                            key: m.key,
                            message: m.message,
                        })
                        .collect(),
                })
                .collect(),
            text: row.text,
        }
    }

    fn rule(&self, number: Option<u16>) -> Option<String> {
        let rule = self.profile.rules().get(usize::from(number?))?;
        Some(rule.id.clone())
    }
}
