//! The log: drafts that were seen become entries, and entries events.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use super::align::align;
use super::draft::{Draft, What};
use super::teller::Teller;
use super::{Event, Reducer, Row};

/// An entry that may still change.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) id: u64,
    pub(super) draft: Draft,
    pub(super) first: Duration,
    pub(super) last: Duration,
    /// It will not change any more.
    closed: bool,
    /// At how many pauses it stood there.
    seen: u32,
}

/// What is kept of an entry, to know it again when it is printed anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Print {
    what: What,
    text: u64,
}

impl Print {
    fn of(draft: &Draft) -> Print {
        let mut hasher = DefaultHasher::new();
        for c in draft.text.chars().filter(|c| !c.is_whitespace()) {
            c.hash(&mut hasher);
        }
        Print {
            what: draft.what,
            text: hasher.finish(),
        }
    }
}

/// Where a draft that stands there now belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It is this entry.
    Entry(u64),
    /// It was told long ago.
    Told,
    /// It is new.
    New,
}

/// What stands on a screen.
#[derive(Clone, Debug)]
enum Standing {
    /// An entry.
    Entry(u64),
    /// Something that was told before and was printed anew.
    Told(Draft),
}

/// The event log of a session.
#[derive(Debug, Default)]
pub struct Log {
    /// The rows that have left the main screen, as far as they are not told.
    reducer: Reducer,
    entries: Vec<Entry>,
    /// All that was told, in order.
    told: Vec<Print>,
    /// What stands on the main and on the alternate screen.
    tails: [Vec<Standing>; 2],
    /// The size has changed since the last pause: rows may have come back from the scrollback.
    resized: bool,
    last_id: u64,
    teller: Teller,
}

impl Log {
    /// A row has left the main screen at its top.
    pub fn left(&mut self, row: &Row) {
        self.reducer.row(row);
    }

    /// The terminal has another size.
    pub fn resized(&mut self) {
        self.resized = true;
    }

    /// How many events wait for the next [`observe`](Self::observe) though their rows have left.
    pub fn waiting(&self) -> usize {
        self.reducer.drafts().len()
    }

    /// The child has paused: these rows stand on the screen. Gives the events that are final now.
    pub fn observe(&mut self, visible: &[Row], alternate: bool, now: Duration) -> Vec<Event> {
        let mut drafts = match alternate {
            true => Vec::new(),
            false => self.reducer.take_closed(),
        };
        let closed = drafts.len();
        let mut screen = match alternate {
            true => Reducer::default(),
            false => self.reducer.clone(),
        };
        visible.iter().for_each(|row| screen.row(row));
        drafts.extend_from_slice(screen.drafts());
        let old = std::mem::take(&mut self.tails[usize::from(alternate)]);
        let places = self.places(&old, &drafts, alternate);
        let standing = self.enter(&drafts, &places, closed, now);
        self.retire(&old, &standing, alternate);
        self.tails[usize::from(alternate)] = standing;
        self.resized = false;
        self.tell(false)
    }

    /// The end: all that is left is final.
    pub fn finish(&mut self) -> Vec<Event> {
        self.tell(true)
    }

    /// What there is now that may still change, in order.
    pub fn open(&self) -> impl Iterator<Item = (u64, &Draft)> {
        self.entries.iter().map(|e| (e.id, &e.draft))
    }

    fn position(&self, id: u64) -> Option<usize> {
        self.entries.iter().rposition(|e| e.id == id)
    }

    fn places(&self, old: &[Standing], drafts: &[Draft], alternate: bool) -> Vec<Place> {
        let (mut places, mut before) = (Vec::new(), Vec::new());
        for standing in old {
            match standing {
                Standing::Told(draft) => {
                    places.push(Place::Told);
                    before.push(draft);
                }
                Standing::Entry(id) => {
                    let Some(at) = self.position(*id) else {
                        continue;
                    };
                    places.push(Place::Entry(*id));
                    before.push(&self.entries[at].draft);
                }
            }
        }
        let pairs = align(&before, drafts);
        let mut places: Vec<Place> = pairs
            .iter()
            .map(|pair| pair.map_or(Place::New, |o| places[o]))
            .collect();
        self.find_reprints(drafts, &mut places, alternate);
        places
    }

    /// Looks for what was printed anew: a run of drafts that repeats the log from the beginning of a turn up to its end.
    /// On the alternate screen, and after a resize, anything may come back.
    fn find_reprints(&self, drafts: &[Draft], places: &mut [Place], alternate: bool) {
        if !places.contains(&Place::New) {
            return;
        }
        let known: Vec<Print> = self
            .told
            .iter()
            .copied()
            .chain(self.entries.iter().map(|e| Print::of(&e.draft)))
            .collect();
        let prints: Vec<Print> = drafts.iter().map(Print::of).collect();
        let mut p = 0;
        while p < drafts.len() {
            // Some of it may stand there from before.
            let run = self
                .reprint(&known, &prints[p..], &drafts[p..], alternate)
                .filter(|(_, length)| places[p..p + length].contains(&Place::New));
            let Some((q, length)) = run else {
                p += 1;
                continue;
            };
            for (i, place) in places[p..p + length].iter_mut().enumerate() {
                *place = match (q + i).checked_sub(self.told.len()) {
                    Some(at) => Place::Entry(self.entries[at].id),
                    None => Place::Told,
                };
            }
            p += length;
        }
    }

    /// Where in the log a reprint begins that these drafts begin with, and how long it is.
    fn reprint(
        &self,
        known: &[Print],
        prints: &[Print],
        drafts: &[Draft],
        alternate: bool,
    ) -> Option<(usize, usize)> {
        let anywhere = alternate || self.resized;
        for q in 0..known.len() {
            let first = q == 0 || known[q].what == What::User;
            if !anywhere && !first || known[q].what != prints[0].what {
                continue;
            }
            let run = known.len() - q;
            let equal = known[q..]
                .iter()
                .zip(prints)
                .take_while(|(a, b)| a == b)
                .count();
            if equal == run && run <= prints.len() && (anywhere || run > 1) {
                return Some((q, run));
            }
            // The last of it may have grown meanwhile.
            if equal + 1 == run && run > 1 && run <= prints.len() {
                let last = self.entries.last();
                if last.is_some_and(|e| {
                    e.draft.what == drafts[equal].what
                        && drafts[equal].text.starts_with(&e.draft.text)
                }) {
                    return Some((q, run));
                }
            }
            if anywhere && equal > 0 {
                return Some((q, equal));
            }
        }
        None
    }

    /// Enters the drafts; gives what stands on the screen. Of the drafts, the first `closed` have left it for good.
    fn enter(
        &mut self,
        drafts: &[Draft],
        places: &[Place],
        closed: usize,
        now: Duration,
    ) -> Vec<Standing> {
        let mut standing: Vec<Standing> = Vec::new();
        let mut gone = Vec::new();
        let mut stand = HashSet::new();
        for (n, (draft, place)) in drafts.iter().zip(places).enumerate() {
            let id = match *place {
                Place::Told => {
                    if n >= closed {
                        standing.push(Standing::Told(draft.clone()));
                    }
                    continue;
                }
                Place::Entry(id) => id,
                Place::New => self.insert(draft, &places[n..], now),
            };
            let Some(at) = self.position(id) else {
                continue;
            };
            let entry = &mut self.entries[at];
            if entry.draft.update(draft) {
                entry.last = now;
            }
            entry.seen += 1;
            if n < closed {
                gone.push(id);
            } else if stand.insert(id) {
                standing.push(Standing::Entry(id));
            }
        }
        // One that was printed anew has left and stands there still.
        for id in gone.iter().filter(|id| !stand.contains(id)) {
            if let Some(at) = self.position(*id) {
                self.entries[at].closed = true;
            }
        }
        standing
    }

    /// A new entry: above the next one that was there before, else at the end.
    fn insert(&mut self, draft: &Draft, below: &[Place], now: Duration) -> u64 {
        self.last_id += 1;
        let next = below.iter().find_map(|place| match place {
            Place::Entry(id) => self.position(*id),
            Place::Told | Place::New => None,
        });
        let at = next.unwrap_or(self.entries.len());
        let entry = Entry {
            id: self.last_id,
            draft: draft.clone(),
            first: now,
            last: now,
            closed: false,
            seen: 0,
        };
        self.entries.insert(at, entry);
        self.last_id
    }

    /// What stood there and does not any more has happened all the same. Text that no rule knows and that stood there at
    /// one pause only was the interface's.
    fn retire(&mut self, old: &[Standing], standing: &[Standing], alternate: bool) {
        let ids = |list: &[Standing]| -> HashSet<u64> {
            let entries = list.iter().filter_map(|s| match s {
                Standing::Entry(id) => Some(*id),
                Standing::Told(_) => None,
            });
            entries.collect()
        };
        let there = ids(standing);
        for id in ids(old).difference(&there) {
            let Some(at) = self.position(*id) else {
                continue;
            };
            let entry = &mut self.entries[at];
            let passing = entry.draft.what == What::Message && entry.draft.rule.is_none();
            if passing && entry.seen < 2 && !alternate && !entry.closed {
                self.entries.remove(at);
            } else {
                entry.closed = true;
            }
        }
    }

    /// Tells the entries at the beginning that are final.
    fn tell(&mut self, all: bool) -> Vec<Event> {
        let count = match all {
            true => self.entries.len(),
            false => self.entries.iter().take_while(|e| e.closed).count(),
        };
        let mut events = Vec::new();
        for entry in self.entries.drain(..count) {
            self.told.push(Print::of(&entry.draft));
            self.teller.tell(entry, &mut self.last_id, &mut events);
        }
        if all {
            self.teller.close(&mut events);
        }
        events
    }
}
