//! The player: time, keys and what is written.

mod gap;
mod jump;

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::Duration;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::index::Index;
use super::keys::{Keys, Seek, Wish};
use super::source::Place;
use super::{Harmless, Moment, ReplayError, Source};
use crate::Size;
use gap::Gap;

/// How fast to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// 2 is twice as fast, 0 does not wait at all.
    pub speed: f64,
    /// No wait is longer, before it is made shorter by the speed.
    pub idle_limit: Duration,
}

/// How to find one's way in a recording.
pub struct Guide<'a> {
    /// Seconds since the start at which regions and tool calls begin, in order. Asked for once, at the first `n` or `p`.
    pub stops: &'a mut dyn FnMut() -> Vec<f64>,
    /// The terminal's size; `None`: there is none, and nothing is drawn anew.
    pub size: &'a mut dyn FnMut() -> Option<Size>,
    /// The recording can be entered about every so many bytes of its output: [`SPACING`], but for tests.
    pub spacing: usize,
}

/// Bytes of output that a terminal takes in without one noticing: so much is played for a jump.
pub const SPACING: usize = 1 << 20;

/// While nothing is waited for so many bytes become one write.
const TOGETHER: usize = 64 << 10;

/// Sums of times may be off by so many seconds.
const DUST: f64 = 1e-6;

/// Until when nothing is waited for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Skip {
    /// All that comes until then is shown.
    To {
        time: f64,
        /// Where that lies in a long gap: to its end.
        over_gap: bool,
    },
    /// Until the next marker.
    ToMarker,
}

/// What a wait came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waited {
    /// The moment is due.
    Due,
    /// The recording goes on at another place.
    Elsewhere,
    /// The user has had enough.
    Enough,
}

/// Plays a recording on `out`, and listens to `keys` if there are any.
pub struct Player<'a, W, K> {
    source: Source,
    /// Where the source was at first.
    start: Place,
    pace: Pace,
    out: W,
    /// What is not written yet, while nothing is waited for.
    unwritten: Vec<u8>,
    keys: Option<K>,
    typed: Keys,
    wishes: VecDeque<Wish>,
    guide: Guide<'a>,
    stops: Option<Vec<f64>>,
    index: Option<Index>,
    /// Harmful sequences are played as well.
    all: bool,
    harmless: Harmless,
    paused: bool,
    skip: Option<Skip>,
    /// Seconds of the recording that have been played.
    clock: f64,
}

impl<'a, W: Write, K: Read + AsFd> Player<'a, W, K> {
    /// A player; `all` plays harmful sequences as well.
    pub fn new(
        source: Source,
        pace: Pace,
        out: W,
        keys: Option<K>,
        all: bool,
        guide: Guide<'a>,
    ) -> Self {
        Player {
            start: source.place(),
            source,
            pace,
            out,
            unwritten: Vec::new(),
            keys,
            typed: Keys::default(),
            wishes: VecDeque::new(),
            guide,
            stops: None,
            index: None,
            all,
            harmless: Harmless::default(),
            paused: false,
            skip: None,
            clock: 0.0,
        }
    }

    /// Starts so many seconds behind the beginning.
    pub fn start_at(&mut self, time: Duration) {
        self.wishes
            .push_front(Wish::Seek(Seek::At(time.as_secs_f64())));
    }

    /// Plays to the end, or until the user quits. What comes before a fault in the recording is played.
    pub fn play(mut self) -> Result<(), ReplayError> {
        loop {
            let next = match self.source.advance() {
                Ok(next) => next,
                Err(fault) => {
                    self.write()?;
                    return Err(fault);
                }
            };
            let Some((delay, moment)) = next else {
                match self.rest()? {
                    Waited::Elsewhere => continue,
                    Waited::Due | Waited::Enough => return Ok(()),
                }
            };
            match self.wait(delay)? {
                Waited::Due => {}
                Waited::Elsewhere => continue,
                Waited::Enough => return Ok(()),
            }
            self.clock += delay.as_secs_f64();
            match moment {
                Moment::Output(bytes) if self.all => self.unwritten.extend_from_slice(&bytes),
                Moment::Output(bytes) => self.harmless.feed(&bytes, &mut self.unwritten),
                Moment::Marker if self.skip == Some(Skip::ToMarker) => self.skip = None,
                Moment::Marker | Moment::Other => {}
            }
            if self.skip.is_none() {
                self.write()?;
            }
        }
    }

    fn write(&mut self) -> io::Result<()> {
        if !self.unwritten.is_empty() {
            self.out.write_all(&self.unwritten)?;
            self.out.flush()?;
            self.unwritten.clear();
        }
        Ok(())
    }

    /// Waits until the next moment is due, unless the user wants something else.
    fn wait(&mut self, delay: Duration) -> Result<Waited, ReplayError> {
        let mut gap = Gap::new(delay, self.pace, self.paused);
        loop {
            if self.passes(&gap) {
                if self.unwritten.len() < TOGETHER {
                    return Ok(Waited::Due);
                }
                self.write()?;
                // What was typed before waits until we are there; who quits now is tired of it.
                if self.read_keys(Some(Duration::ZERO))? {
                    return Ok(Waited::Enough);
                }
                return Ok(Waited::Due);
            }
            if let Some(Skip::To { time, over_gap }) = self.skip.take() {
                if over_gap && gap.is_clipped() {
                    return Ok(Waited::Due);
                }
                gap.enter(time - self.clock);
            }
            self.write()?;
            let left = (!self.paused).then(|| gap.left());
            match self.wish(left)? {
                Some(Wish::Quit) => return Ok(Waited::Enough),
                Some(Wish::Step) => {
                    self.paused = true;
                    return Ok(Waited::Due);
                }
                Some(Wish::Pause) => {
                    self.paused = !self.paused;
                    gap.pause(self.paused);
                }
                Some(Wish::Seek(seek)) => {
                    let elsewhere = self.seek(seek, self.clock + gap.passed())?;
                    if elsewhere {
                        return Ok(Waited::Elsewhere);
                    }
                }
                // A key that asks for nothing wakes as well.
                None if !self.paused && gap.left().is_zero() => return Ok(Waited::Due),
                None => {}
            }
        }
    }

    /// Whether a jump leads past this gap.
    fn passes(&self, gap: &Gap) -> bool {
        match self.skip {
            Some(Skip::To { time, .. }) => self.clock + gap.length() <= time + DUST,
            Some(Skip::ToMarker) => true,
            None => false,
        }
    }

    /// At the end: who jumped there may want to go back.
    fn rest(&mut self) -> Result<Waited, ReplayError> {
        self.write()?;
        if !matches!(self.skip.take(), Some(Skip::To { .. })) {
            return Ok(Waited::Due);
        }
        while self.keys.is_some() || !self.wishes.is_empty() {
            match self.wish(None)? {
                Some(Wish::Quit) => return Ok(Waited::Enough),
                Some(Wish::Seek(seek)) => {
                    if self.seek(seek, self.clock)? {
                        return Ok(Waited::Elsewhere);
                    }
                    self.skip = None;
                }
                Some(Wish::Pause | Wish::Step) => return Ok(Waited::Due),
                None => {}
            }
        }
        Ok(Waited::Due)
    }

    /// The next wish, which is waited for as long as `patience` says.
    fn wish(&mut self, patience: Option<Duration>) -> io::Result<Option<Wish>> {
        if self.wishes.is_empty() {
            self.read_keys(patience)?;
        }
        Ok(self.wishes.pop_front())
    }

    /// Reads what is typed within this time. Says whether the user has had enough.
    fn read_keys(&mut self, patience: Option<Duration>) -> io::Result<bool> {
        let Some(keys) = &mut self.keys else {
            std::thread::sleep(patience.unwrap_or_default());
            return Ok(false);
        };
        let timeout = patience.map_or(PollTimeout::NONE, |d| {
            PollTimeout::try_from(d.as_micros().div_ceil(1000)).unwrap_or(PollTimeout::MAX)
        });
        let mut fds = [PollFd::new(keys.as_fd(), PollFlags::POLLIN)];
        match poll(&mut fds, timeout) {
            Ok(0) | Err(nix::errno::Errno::EINTR) => return Ok(false),
            Ok(_) => {}
            Err(e) => return Err(e.into()),
        }
        let mut typed = [0; 256];
        let n = keys.read(&mut typed)?;
        if n == 0 {
            self.keys = None;
            // Nobody is left who could go on.
            self.paused = false;
        }
        let wishes = self.typed.feed(&typed[..n]);
        let enough = wishes.contains(&Wish::Quit);
        self.wishes.extend(wishes);
        Ok(enough)
    }
}
