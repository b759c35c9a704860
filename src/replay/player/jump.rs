//! Jumps: on by playing without waiting, back by a terminal that is drawn anew.

use std::io::{Read, Write};
use std::os::fd::AsFd;

use super::super::drawing::RESET;
use super::super::index::Index;
use super::super::keys::{Seek, Wish};
use super::{DUST, Harmless, Player, ReplayError, Skip};

/// Seconds behind the start of a region within which `p` means the one before it.
const GRACE: f64 = 1.0;

impl<W: Write, K: Read + AsFd> Player<'_, W, K> {
    /// Begins a jump from `now`. Says whether the source is at another place than it was.
    pub(super) fn seek(&mut self, seek: Seek, now: f64) -> Result<bool, ReplayError> {
        if matches!(seek, Seek::Start) {
            self.enter(None)?;
            return Ok(true);
        }
        let Some(mut target) = self.target(seek, now) else {
            return Ok(false);
        };
        // An arrow that is held down is one jump.
        while let (Seek::By(first), Some(&Wish::Seek(Seek::By(by)))) = (seek, self.wishes.front())
            && first * by > 0.0
        {
            self.wishes.pop_front();
            target += by;
        }
        let target = target.max(0.0);
        let back = target + DUST < self.clock;
        // Where it is not far, nothing need be read beforehand.
        let near = match back {
            true => self.source.read() < self.guide.spacing as u64,
            false => matches!(seek, Seek::By(_)),
        };
        let clock = self.clock;
        let shot = match near {
            true => None,
            false => self.index().and_then(|index| {
                let shot = index.before(target)?;
                (back || shot.time > clock).then(|| (shot.time, shot.place, shot.drawing.clone()))
            }),
        };
        let elsewhere = back || shot.is_some();
        if elsewhere {
            self.enter(shot)?;
        }
        self.skip = Some(Skip::To {
            time: target,
            over_gap: matches!(seek, Seek::By(by) | Seek::ByTenths(by) if by > 0.0),
        });
        Ok(elsewhere)
    }

    /// Seconds from the start; `None`: that is not known.
    fn target(&mut self, seek: Seek, now: f64) -> Option<f64> {
        match seek {
            Seek::By(by) => Some(now + by),
            Seek::ByTenths(tenths) => self.tenth().map(|tenth| now + tenth * tenths),
            Seek::Tenths(tenths) => self.tenth().map(|tenth| tenth * tenths),
            Seek::At(time) => Some(time),
            Seek::Start => Some(0.0),
            Seek::End => Some(f64::INFINITY),
            Seek::Next => {
                let next = self.stops().iter().copied().find(|&at| at > now + 0.001);
                if next.is_none() {
                    self.skip = Some(Skip::ToMarker);
                }
                next
            }
            Seek::Previous => {
                let grace = if self.paused { 0.001 } else { GRACE };
                let last = |all: &[f64]| all.iter().copied().rfind(|&at| at < now - grace);
                if self.stops().is_empty() {
                    let markers = self.index().map(|index| index.markers.as_slice());
                    return Some(last(markers.unwrap_or_default()).unwrap_or(0.0));
                }
                Some(last(self.stops()).unwrap_or(0.0))
            }
        }
    }

    fn stops(&mut self) -> &[f64] {
        self.stops.get_or_insert_with(&mut *self.guide.stops)
    }

    /// Seconds of a tenth of the recording, if it has times at all.
    fn tenth(&mut self) -> Option<f64> {
        let end = self.index()?.end;
        (end > 0.0).then_some(end / 10.0)
    }

    /// What looking through the recording has brought for a terminal of this size.
    fn index(&mut self) -> Option<&Index> {
        let size = (self.guide.size)()?;
        if self.index.as_ref().is_none_or(|index| index.size != size) {
            let source = self.source.again().ok()?;
            self.index = Some(Index::new(source, size, self.all, self.guide.spacing));
        }
        self.index.as_ref()
    }

    /// Goes on from a drawing, or from the beginning.
    fn enter(&mut self, shot: Option<(f64, super::Place, Vec<u8>)>) -> Result<(), ReplayError> {
        let (time, place, drawing) = shot.unwrap_or((0.0, self.start, Vec::new()));
        self.source.go(place)?;
        self.clock = time;
        self.harmless = Harmless::default();
        self.unwritten.clear();
        self.unwritten.extend_from_slice(RESET);
        self.unwritten.extend_from_slice(&drawing);
        self.skip = Some(Skip::To {
            time,
            over_gap: false,
        });
        Ok(())
    }
}
