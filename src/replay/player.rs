//! The player: time, keys and what is written.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::{Harmless, Moment, ReplayError, Source};
use crate::stream::{Kind, Tokens};

/// How fast to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// 2 is twice as fast, 0 does not wait at all.
    pub speed: f64,
    /// No wait is longer, before it is made shorter by the speed.
    pub idle_limit: Duration,
}

/// Where `n` stops: seconds since the start at which regions and tool calls begin, in order. Asked for once, at the first `n`.
pub type Stops<'a> = dyn FnMut() -> Vec<f64> + 'a;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Pause,
    Step,
    Next,
    Quit,
}

/// Plays a recording on `out`, and listens to `keys` if there are any.
pub struct Player<'a, W, K> {
    source: Source,
    pace: Pace,
    out: W,
    keys: Option<K>,
    typed: Tokens,
    wishes: VecDeque<Wish>,
    stops: &'a mut Stops<'a>,
    known_stops: Option<Vec<f64>>,
    harmless: Option<Harmless>,
    paused: bool,
    /// Until there nothing is waited for; infinite: until the next marker.
    skip_to: Option<f64>,
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
        stops: &'a mut Stops<'a>,
    ) -> Self {
        Player {
            source,
            pace,
            out,
            keys,
            typed: Tokens::default(),
            wishes: VecDeque::new(),
            stops,
            known_stops: None,
            harmless: (!all).then(Harmless::default),
            paused: false,
            skip_to: None,
            clock: 0.0,
        }
    }

    /// Plays to the end, or until the user quits. What comes before a fault in the recording is played.
    pub fn play(mut self) -> Result<(), ReplayError> {
        let mut shown = Vec::new();
        while let Some((delay, moment)) = self.source.advance()? {
            if !self.wait(delay)? {
                return Ok(());
            }
            self.clock += delay.as_secs_f64();
            match moment {
                Moment::Output(bytes) => {
                    shown.clear();
                    match &mut self.harmless {
                        Some(harmless) => harmless.feed(&bytes, &mut shown),
                        None => shown.extend_from_slice(&bytes),
                    }
                    self.out.write_all(&shown)?;
                    self.out.flush()?;
                }
                Moment::Marker if self.skip_to.is_some() => self.skip_to = None,
                Moment::Marker | Moment::Other => {}
            }
        }
        Ok(())
    }

    /// Waits until the next moment is due; `false`: the user has had enough.
    fn wait(&mut self, delay: Duration) -> Result<bool, ReplayError> {
        let mut due = Instant::now() + self.scaled(delay);
        loop {
            if self
                .skip_to
                .is_some_and(|to| self.clock + delay.as_secs_f64() > to)
            {
                self.skip_to = None;
            }
            let left = match (self.skip_to.is_some(), self.paused) {
                (true, _) => Some(Duration::ZERO),
                (false, true) => None,
                (false, false) => Some(due.saturating_duration_since(Instant::now())),
            };
            match self.key(left)? {
                Some(Wish::Quit) => return Ok(false),
                Some(Wish::Step) => {
                    self.paused = true;
                    return Ok(true);
                }
                Some(Wish::Next) => self.skip(),
                Some(Wish::Pause) => {
                    self.paused = !self.paused;
                    due = Instant::now() + self.scaled(delay);
                }
                // A key that asks for nothing wakes as well.
                None if left.is_some_and(|l| l.is_zero() || Instant::now() >= due) => {
                    return Ok(true);
                }
                None => {}
            }
        }
    }

    fn scaled(&self, delay: Duration) -> Duration {
        let delay = delay.min(self.pace.idle_limit);
        match self.pace.speed {
            0.0 => Duration::ZERO,
            speed => Duration::try_from_secs_f64(delay.as_secs_f64() / speed).unwrap_or(delay),
        }
    }

    /// On to the next region or tool call, or to the next marker or the end where none is known.
    fn skip(&mut self) {
        let stops = self.known_stops.get_or_insert_with(&mut *self.stops);
        let next = stops.iter().copied().find(|&at| at > self.clock + 0.001);
        self.skip_to = Some(next.unwrap_or(f64::INFINITY));
    }

    /// Waits for a key as long as `patience` says.
    fn key(&mut self, patience: Option<Duration>) -> io::Result<Option<Wish>> {
        if let Some(wish) = self.wishes.pop_front() {
            return Ok(Some(wish));
        }
        let Some(keys) = &mut self.keys else {
            std::thread::sleep(patience.unwrap_or_default());
            return Ok(None);
        };
        let timeout = patience.map_or(PollTimeout::NONE, |d| {
            PollTimeout::try_from(d.as_micros().div_ceil(1000)).unwrap_or(PollTimeout::MAX)
        });
        let mut fds = [PollFd::new(keys.as_fd(), PollFlags::POLLIN)];
        match poll(&mut fds, timeout) {
            Ok(0) | Err(nix::errno::Errno::EINTR) => return Ok(None),
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
        // Sequences are function keys, or answers that somebody else asked for.
        self.typed.feed(&typed[..n]);
        for token in self.typed.list() {
            if matches!(token.kind, Kind::Text | Kind::Control(_)) {
                let keys = &self.typed.bytes()[token.span.clone()];
                self.wishes.extend(keys.iter().filter_map(wish));
            }
        }
        Ok(self.wishes.pop_front())
    }
}

fn wish(key: &u8) -> Option<Wish> {
    match key {
        b' ' => Some(Wish::Pause),
        b'.' => Some(Wish::Step),
        b'n' => Some(Wish::Next),
        // ^C and ^D.
        b'q' | 0x03 | 0x04 => Some(Wish::Quit),
        _ => None,
    }
}
