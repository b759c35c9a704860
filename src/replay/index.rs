//! Where a recording can be entered in its middle.

use super::drawing::Model;
use super::source::Place;
use super::{Harmless, Moment, Source};
use crate::Size;

/// Drawings that are kept: with their largest size, 16 MiB. When there are more, every second one goes.
const MAX_SHOTS: usize = 64;

/// Markers that are kept.
const MAX_MARKERS: usize = 100_000;

/// A moment at which the terminal can be drawn anew.
#[derive(Debug)]
pub(super) struct Shot {
    /// Seconds from the start to the last event before it.
    pub(super) time: f64,
    /// Where the recording goes on.
    pub(super) place: Place,
    /// What draws it.
    pub(super) drawing: Vec<u8>,
}

/// A recording, read once as a whole.
#[derive(Debug)]
pub(super) struct Index {
    /// The terminal's size, which the drawings are for.
    pub(super) size: Size,
    /// Seconds from the start to the last event.
    pub(super) end: f64,
    /// Seconds of the markers, in order.
    pub(super) markers: Vec<f64>,
    shots: Vec<Shot>,
}

impl Index {
    /// Reads `source` from its beginning. There is a drawing about every `spacing` bytes of output, and more rarely in recordings
    /// that have too many of them. `all`: harmful sequences are played as well. What comes behind a fault is not there.
    pub(super) fn new(mut source: Source, size: Size, all: bool, mut spacing: usize) -> Index {
        let mut harmless = (!all).then(Harmless::default);
        let mut model = Model::new(size);
        let mut index = Index {
            size,
            end: 0.0,
            markers: Vec::new(),
            shots: Vec::new(),
        };
        let (mut since, mut shown) = (0, Vec::new());
        while let Ok(Some((delay, moment))) = source.advance() {
            index.end += delay.as_secs_f64();
            match moment {
                Moment::Output(bytes) => {
                    shown.clear();
                    match &mut harmless {
                        Some(harmless) => harmless.feed(&bytes, &mut shown),
                        None => shown.extend_from_slice(&bytes),
                    }
                    model.feed(&shown);
                    since += bytes.len();
                }
                Moment::Marker if index.markers.len() < MAX_MARKERS => {
                    index.markers.push(index.end);
                }
                Moment::Marker | Moment::Other => {}
            }
            let ground = harmless.as_ref().is_none_or(Harmless::is_ground);
            if since < spacing || !ground {
                continue;
            }
            if let Some(drawing) = model.draw() {
                since = 0;
                index.shots.push(Shot {
                    time: index.end,
                    place: source.place(),
                    drawing,
                });
                if index.shots.len() > MAX_SHOTS {
                    spacing *= 2;
                    let mut number = 0;
                    index.shots.retain(|_| {
                        number += 1;
                        number % 2 == 0
                    });
                }
            }
        }
        index
    }

    /// Where to enter for what is shown at `time`; `None`: at the beginning. It is not the last shot before: rows that are
    /// played and not drawn have come as they came when it was recorded, so more is known of them.
    pub(super) fn before(&self, time: f64) -> Option<&Shot> {
        let count = self.shots.partition_point(|shot| shot.time <= time);
        self.shots.get(count.checked_sub(2)?)
    }
}
