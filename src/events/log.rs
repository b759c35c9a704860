//! The log: drafts that were seen become entries, and entries events.

use std::collections::HashSet;

use super::align::align;
use super::draft::{Draft, Seen, What};
use super::face::{Face, Relation};
use super::progress::Shown;
use super::teller::Teller;
use super::{Event, Moment, Reducer, Row};

/// An entry that may still change.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) id: u64,
    pub(super) draft: Draft,
    pub(super) first: Moment,
    pub(super) last: Moment,
    /// What a call shows while it runs.
    pub(super) progress: Option<Shown>,
    /// It will not change any more.
    closed: bool,
    /// Its rows have left the main screen.
    left: bool,
    /// What stands there is a copy; what stands above that is not what stood above it.
    copied: bool,
    /// At how many pauses it has not stood there since it last did.
    absent: u32,
    /// At how many pauses in a row its end has been missing.
    shrunk: u32,
    /// At how many pauses it stood there.
    seen: u32,
    /// At how many pauses its text was shown as it is.
    stood: u32,
    /// It was first seen on the alternate screen.
    alternate: bool,
}

/// How much is kept of an event that was told, to know it again when it is printed anew, in bytes of letters.
const KEPT: usize = 1 << 10;

/// At how many pauses in a row something must be missing before it is gone: a screen may be cleared, and drawn anew a little
/// later.
const GONE: u32 = 3;

/// At how many pauses after a resize rows may stand there that were drawn again: agents wait until a window is no longer
/// dragged, and draw a spinner meanwhile.
const REPRINT: u32 = 20;

/// Where a draft that stands there now belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It is this entry.
    Entry(u64),
    /// It was told long ago: its number among those.
    Told(usize),
    /// It is new.
    New,
}

/// What stands on a screen.
#[derive(Clone, Debug)]
enum Standing {
    /// An entry.
    Entry(u64),
    /// Something that was told before, as the number says, and was printed anew.
    Told(usize, Face),
}

/// Whether the faces repeat the conversation from its beginning, or that of a turn: the first of them and another one. What
/// stands above, such as a greeting that has another frame now, is let be where all that is known is repeated.
fn begins_anew(known: &[&Face], faces: &[Face]) -> bool {
    let pairs = align(known, faces);
    let says_so = |n: usize, k: usize| known[k].relation(&faces[n]) != Relation::None;
    let mut both = pairs.iter().enumerate();
    let first = both.find_map(|(n, pair)| pair.filter(|&k| says_so(n, k)).map(|k| (n, k)));
    let Some((at, first)) = first else {
        return false;
    };
    let repeated = pairs[at..].iter().flatten().count();
    let all = repeated == known.len() - first;
    let begins = first == 0 || known[first].what == What::User;
    begins && repeated > 1 && (all || at == 0 || pairs.first() == Some(&Some(0)))
}

/// Whether the last of the faces is the last of those that are known: it has left the screen in part, and stands there again.
fn ends_with(known: &[&Face], faces: &[Face]) -> bool {
    let pairs = align(known, faces);
    pairs.last() == Some(&known.len().checked_sub(1))
}

/// The event log of a session.
#[derive(Debug, Default)]
pub struct Log {
    /// The rows that have left the main screen, as far as they are not told.
    reducer: Reducer,
    entries: Vec<Entry>,
    /// The child may draw again what it drew before.
    redraws: bool,
    /// For so many pauses more, the child may draw again what it drew before the terminal had another size.
    resized: u32,
    /// At the last pause the reducer had a draft that rows could still join.
    carries: bool,
    /// All that was told, in order.
    told: Vec<Face>,
    /// What stands on the main and on the alternate screen.
    tails: [Vec<Standing>; 2],
    last_id: u64,
    teller: Teller,
}

impl Log {
    /// A row has left the main screen at its top.
    pub fn left(&mut self, row: &Row) {
        self.reducer.row(row);
    }

    /// The child has moved the cursor: it may draw again what it drew before. What only appends repeats nothing.
    pub fn redraws(&mut self) {
        self.redraws = true;
    }

    /// The terminal has another size.
    pub fn resized(&mut self) {
        self.resized = REPRINT;
    }

    /// How many events wait for the next [`observe`](Self::observe) though their rows have left.
    pub fn waiting(&self) -> usize {
        self.reducer.drafts().len()
    }

    /// The child has paused: these rows stand on the screen. Gives the events that are final now.
    pub fn observe(&mut self, visible: &[Row], alternate: bool, now: Moment) -> Vec<Event> {
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
        let faces: Vec<Face> = drafts.iter().map(Face::of).collect();
        let carried = usize::from(self.carries && !alternate).min(faces.len());
        let mut places = self.places(&old, &faces, carried, alternate);
        if alternate {
            self.find_headless(&faces, &mut places);
        }
        if !alternate {
            self.carries = !self.reducer.drafts().is_empty();
        }
        let standing = self.enter((&drafts, faces, &places), closed, alternate, now);
        self.retire(&standing, alternate);
        self.tails[usize::from(alternate)] = standing;
        self.resized = self.resized.saturating_sub(1);
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

    /// What the drafts of these faces are: what stood there before, else what was printed anew, else something new. The first
    /// `carried` (none or one) had rows that had left the screen before.
    fn places(
        &self,
        old: &[Standing],
        faces: &[Face],
        carried: usize,
        alternate: bool,
    ) -> Vec<Place> {
        let (mut stood, mut before) = (Vec::new(), Vec::new());
        for standing in old {
            match standing {
                Standing::Told(n, face) => {
                    stood.push(Place::Told(*n));
                    before.push(face.clone());
                }
                Standing::Entry(id) => {
                    let Some(at) = self.position(*id) else {
                        continue;
                    };
                    stood.push(Place::Entry(*id));
                    before.push(Face::of(&self.entries[at].draft));
                }
            }
        }
        // What rows had left of it is the first thing that stood there, and is the first one now.
        let carried = carried.min(before.len());
        let rest: Vec<&Face> = before[carried..].iter().collect();
        let found = align(&rest, &faces[carried..]);
        let pairs: Vec<Option<usize>> = (0..carried)
            .map(Some)
            .chain(found.iter().map(|pair| pair.map(|o| o + carried)))
            .collect();
        let mut places: Vec<Place> = pairs
            .iter()
            .map(|pair| pair.map_or(Place::New, |o| stood[o]))
            .collect();
        if places.contains(&Place::New) && !(self.told.is_empty() && self.entries.is_empty()) {
            let below = pairs.iter().flatten().max().map_or(0, |o| o + 1);
            let cleared = below < before.len() && !pairs[carried..].iter().any(Option::is_some);
            let copies = self.resized > 0 && !alternate;
            self.find_reprints(faces, &mut places, carried, (cleared, copies));
        }
        places
    }

    /// Looks for what was printed anew. What stands below something that stood there before came after it, and what stands
    /// above it before: so whatever follows the newest event is new, though it may say what was said before. But behind what
    /// had left the screen before, a screen that was `cleared` may begin anew, and after a resize there may be `copies` of the
    /// last things below what the terminal has wrapped anew.
    fn find_reprints(
        &self,
        faces: &[Face],
        places: &mut [Place],
        carried: usize,
        (cleared, copies): (bool, bool),
    ) {
        let entries: Vec<Face> = self.entries.iter().map(|e| Face::of(&e.draft)).collect();
        let known: Vec<&Face> = self.told.iter().chain(&entries).collect();
        let number = |place: Place| match place {
            Place::Told(n) => Some(n),
            Place::Entry(id) => self.position(id).map(|at| self.told.len() + at),
            Place::New => None,
        };
        let mut from = 0;
        while let Some(start) = (from..places.len()).find(|&n| places[n] == Place::New) {
            let end = (start..places.len()).find(|&n| places[n] != Place::New);
            let end = end.unwrap_or(places.len());
            let above = places[..start].iter().rev().find_map(|p| number(*p));
            let below = places[end..].iter().find_map(|p| number(*p));
            let high = below.unwrap_or(known.len());
            let run = &faces[start..end];
            let anew = start == carried && cleared
                || copies && ends_with(&known[..high], run)
                || self.redraws && begins_anew(&known[..high], run)
                || self.redraws
                    && start == carried
                    && above.is_some_and(|n| ends_with(&known[..=n], run));
            let low = above.filter(|_| !anew).map_or(0, |n| n + 1);
            if low < high {
                let pairs = align(&known[low..high], run);
                for (place, pair) in places[start..end].iter_mut().zip(pairs) {
                    *place = pair.map_or(Place::New, |k| self.place(low + k));
                }
            }
            if copies && below.is_some() {
                // A terminal that is lower now has pushed it out, before all of it was printed anew.
                for (place, face) in places[start..end].iter_mut().zip(run) {
                    let is = |k: &&Face| k.what == face.what && k.relation(face) != Relation::None;
                    if let (Place::New, Some(k)) = (*place, known.iter().rposition(is)) {
                        *place = self.place(k);
                    }
                }
            }
            from = end;
        }
    }

    /// What stands first on the alternate screen, or below the user's words that stay at its top, may be the rest of something
    /// whose head has scrolled out, so that no rule knows it any more.
    fn find_headless(&self, faces: &[Face], places: &mut [Place]) {
        let asked = faces.first().is_some_and(|face| face.what == What::User);
        let n = usize::from(asked);
        let after = match places.first() {
            Some(Place::Entry(id)) if asked => self.position(*id).map_or(0, |at| at + 1),
            _ => 0,
        };
        let (Some(face), Some(place @ Place::New)) = (faces.get(n), places.get_mut(n)) else {
            return;
        };
        let known = self.entries[after..].iter().rev();
        let mut known = known.map(|e| (e.id, Face::of(&e.draft)));
        if let Some((id, _)) = known.find(|(_, known)| face.is_rest_of(known)) {
            *place = Place::Entry(id);
        }
    }

    /// The place of what has this number among all that was told and all entries.
    fn place(&self, number: usize) -> Place {
        match number.checked_sub(self.told.len()) {
            None => Place::Told(number),
            Some(at) => Place::Entry(self.entries[at].id),
        }
    }

    /// Enters the drafts; gives what stands on the screen. Of the drafts, the first `closed` have left it for good.
    fn enter(
        &mut self,
        (drafts, faces, places): (&[Draft], Vec<Face>, &[Place]),
        closed: usize,
        alternate: bool,
        now: Moment,
    ) -> Vec<Standing> {
        let mut standing: Vec<Standing> = Vec::new();
        let mut gone = Vec::new();
        let mut stand = HashSet::new();
        for (n, ((draft, face), place)) in drafts.iter().zip(faces).zip(places).enumerate() {
            let id = match *place {
                Place::Told(told) => {
                    if n >= closed {
                        standing.push(Standing::Told(told, face));
                    }
                    continue;
                }
                Place::Entry(id) => id,
                Place::New => self.insert(draft, &places[n..], alternate, now),
            };
            let Some(at) = self.position(id) else {
                continue;
            };
            let entry = &mut self.entries[at];
            // Of two copies the lower one is newer. A screen that is half drawn shows less for a moment; the alternate one may show a part for long.
            let shrinks = !alternate && entry.draft.shrinks_to(draft);
            entry.shrunk = if shrinks { entry.shrunk + 1 } else { 0 };
            let settled = entry.stood >= GONE;
            // Its end is in view, and something below it.
            let ends = alternate && n + 1 < drafts.len() && entry.draft.begins_with(draft);
            let seen = Seen {
                shorter: entry.shrunk >= GONE || (shrinks && n < closed || ends) && !settled,
                left: n < closed,
                settled,
                scrolls: alternate,
            };
            if entry.draft.what == draft.what && !places[n + 1..].contains(&Place::Entry(id)) {
                let region = entry.draft.region;
                entry.copied |= places[..n].contains(&Place::Entry(id));
                let changed = entry.draft.update(draft, seen);
                if entry.copied {
                    entry.draft.region = region;
                }
                if changed {
                    entry.stood = 0;
                    entry.last = now;
                } else if entry.draft.text == draft.text {
                    entry.stood += 1;
                }
                let before = entry.progress.take();
                let progress = draft.progress.as_ref();
                entry.progress = Shown::update(before, progress, now, &mut self.last_id);
                entry.seen += 1;
            }
            if n < closed {
                gone.push(id);
            } else {
                stand.insert(id);
                standing.push(Standing::Entry(id));
            }
        }
        // One that was printed anew has left and stands there still.
        for id in gone.iter().filter(|id| !stand.contains(id)) {
            if let Some(at) = self.position(*id) {
                self.entries[at].closed = true;
                self.entries[at].left = true;
            }
        }
        standing
    }

    /// A new entry: above the next one that was there before, else at the end.
    fn insert(&mut self, draft: &Draft, below: &[Place], alternate: bool, now: Moment) -> u64 {
        self.last_id += 1;
        let next = below.iter().find_map(|place| match place {
            Place::Entry(id) => self.position(*id),
            Place::Told(_) | Place::New => None,
        });
        let at = next.unwrap_or(self.entries.len());
        let entry = Entry {
            id: self.last_id,
            draft: draft.clone(),
            first: now,
            last: now,
            progress: None,
            closed: false,
            left: false,
            copied: false,
            absent: 0,
            shrunk: 0,
            seen: 0,
            stood: 0,
            alternate,
        };
        self.entries.insert(at, entry);
        self.last_id
    }

    /// What stood there and does not any more has happened all the same. Text that stood there at one pause only was half
    /// drawn, or the interface's.
    fn retire(&mut self, standing: &[Standing], alternate: bool) {
        let there: HashSet<u64> = standing
            .iter()
            .filter_map(|s| match s {
                Standing::Entry(id) => Some(*id),
                Standing::Told(..) => None,
            })
            .collect();
        for entry in &mut self.entries {
            entry.absent = match there.contains(&entry.id) {
                true => 0,
                false if entry.alternate == alternate => entry.absent + 1,
                false => entry.absent,
            };
        }
        let mut at = 0;
        while at < self.entries.len() {
            let entry = &self.entries[at];
            let gone = entry.absent >= GONE && !entry.left;
            if gone && self.is_passing(at, alternate) {
                self.entries.remove(at);
                continue;
            }
            self.entries[at].closed |= gone;
            at += 1;
        }
    }

    /// Whether an entry that is gone was only half drawn, or the interface's. On the alternate screen what is gone may have
    /// scrolled out of it, unless it stood there for a moment only.
    fn is_passing(&self, at: usize, alternate: bool) -> bool {
        let entry = &self.entries[at];
        let message = entry.draft.what == What::Message;
        match alternate {
            true if entry.seen > GONE => false,
            true => message && entry.draft.rule.is_none() || self.is_doubled(at),
            false => message && entry.seen < 2 || self.is_doubled(at),
        }
    }

    /// Whether the entry above or below says the same and more, or any other if it stood on the main screen for a moment only: it
    /// was half drawn in two places.
    fn is_doubled(&self, at: usize) -> bool {
        let entry = &self.entries[at];
        let own = Face::of(&entry.draft);
        let moment = entry.seen <= GONE && !entry.alternate;
        let others = self.entries.iter().enumerate();
        let mut near = others.filter(|(n, _)| *n != at && (moment || n.abs_diff(at) == 1));
        near.any(|(_, other)| {
            let other = Face::of(&other.draft);
            own.what == other.what
                && own.len() <= other.len()
                && other.relation(&own) == Relation::Same
        })
    }

    /// Tells the entries at the beginning that are final.
    fn tell(&mut self, all: bool) -> Vec<Event> {
        let count = match all {
            true => self.entries.len(),
            false => self.entries.iter().take_while(|e| e.closed).count(),
        };
        let mut events = Vec::new();
        for entry in self.entries.drain(..count) {
            self.told.push(Face::of(&entry.draft).cut(KEPT));
            self.teller.tell(entry, &mut self.last_id, &mut events);
        }
        if all {
            self.teller.close(&mut events);
        }
        events
    }
}
