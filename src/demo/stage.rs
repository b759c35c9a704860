//! What the script is played on: rows, words and waits.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use crossterm::cursor::{MoveToColumn, MoveUp};
use crossterm::style::{Print, PrintStyledContent, ResetColor, StyledContent};
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use crossterm::{QueueableCommand, queue};

/// How fast it goes: 2 is twice as fast, 0 waits for nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Speed(f64);

impl TryFrom<f64> for Speed {
    type Error = &'static str;

    fn try_from(speed: f64) -> Result<Speed, Self::Error> {
        /// Slower than this, a pause would be longer than anybody waits.
        const SLOWEST: f64 = 0.01;
        let valid = speed == 0.0 || (speed.is_finite() && speed >= SLOWEST);
        valid
            .then_some(Speed(speed))
            .ok_or("use 0 for no pauses at all, or a factor from 0.01")
    }
}

impl Speed {
    /// The factor.
    pub(crate) fn factor(self) -> f64 {
        self.0
    }

    fn scaled(self, time: Duration) -> Duration {
        if self.0 == 0.0 {
            Duration::ZERO
        } else {
            time.div_f64(self.0)
        }
    }
}

/// The stage.
pub(super) struct Stage<W> {
    out: W,
    speed: Speed,
}

impl<W: Write> Stage<W> {
    pub(super) fn new(out: W, speed: Speed) -> Stage<W> {
        Stage { out, speed }
    }

    /// Shows what was drawn and waits.
    pub(super) fn wait(&mut self, milliseconds: u64) -> io::Result<()> {
        self.out.flush()?;
        let time = self.speed.scaled(Duration::from_millis(milliseconds));
        if !time.is_zero() {
            thread::sleep(time);
        }
        Ok(())
    }

    /// A styled or plain piece of a row.
    pub(super) fn piece(&mut self, text: StyledContent<&str>) -> io::Result<()> {
        self.out.queue(PrintStyledContent(text))?;
        Ok(())
    }

    /// Ends the row.
    pub(super) fn end_row(&mut self) -> io::Result<()> {
        self.out.write_all(b"\r\n")
    }

    /// A whole row.
    pub(super) fn row(&mut self, pieces: &[StyledContent<&str>]) -> io::Result<()> {
        for piece in pieces {
            self.piece(*piece)?;
        }
        self.end_row()
    }

    /// A row that appears word by word, as a model writes it.
    pub(super) fn words(
        &mut self,
        text: &str,
        style: fn(&str) -> StyledContent<&str>,
    ) -> io::Result<()> {
        /// About 20 words a second: fast for a model, slow enough to be read.
        const WORD: u64 = 45;
        for word in text.split_inclusive(' ') {
            self.piece(style(word))?;
            self.wait(WORD)?;
        }
        self.end_row()
    }

    /// Writes the row from its start again, as progress lines do.
    pub(super) fn rewrite(&mut self, text: StyledContent<&str>) -> io::Result<()> {
        queue!(self.out, MoveToColumn0, Clear(ClearType::UntilNewLine))?;
        self.piece(text)
    }

    /// Erases the `old` rows above the cursor, from the last one up, and draws `rows` in their place, as Ink does.
    pub(super) fn redraw(&mut self, old: u16, rows: &[String]) -> io::Result<()> {
        self.out.queue(BeginSynchronizedUpdate)?;
        for _ in 0..old {
            queue!(self.out, MoveUp(1), Clear(ClearType::CurrentLine))?;
        }
        self.out.queue(MoveToColumn(0))?;
        for row in rows {
            queue!(self.out, Print(row), ResetColor)?;
            self.end_row()?;
        }
        self.out.queue(EndSynchronizedUpdate)?;
        Ok(())
    }

    /// A hyperlink (OSC 8).
    pub(super) fn link(&mut self, url: &str, text: StyledContent<&str>) -> io::Result<()> {
        write!(self.out, "\x1b]8;;{url}\x1b\\")?;
        self.piece(text)?;
        self.out.write_all(b"\x1b]8;;\x1b\\")
    }

    /// Marks the start or the end of a block of this kind.
    pub(super) fn mark(&mut self, edge: Edge, kind: &str, id: &str) -> io::Result<()> {
        let edge = match edge {
            Edge::Start => "start",
            Edge::End => "end",
        };
        write!(self.out, "\x1b]7737;shade;1;{edge};{kind};{id}\x1b\\")
    }
}

/// An end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// Its start.
    Start,
    /// Its end.
    End,
}

/// `\r`. crossterm's own command writes `CSI 1 G`, which agents do not.
struct MoveToColumn0;

impl crossterm::Command for MoveToColumn0 {
    fn write_ansi(&self, f: &mut impl std::fmt::Write) -> std::fmt::Result {
        f.write_char('\r')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds() {
        let scaled =
            |factor: f64| Speed::try_from(factor).map(|s| s.scaled(Duration::from_secs(1)));
        assert_eq!(scaled(0.0), Ok(Duration::ZERO));
        assert_eq!(scaled(2.0), Ok(Duration::from_millis(500)));
        assert!(
            [-1.0, 0.001, f64::NAN, f64::INFINITY]
                .into_iter()
                .all(|f| scaled(f).is_err())
        );
    }
}
