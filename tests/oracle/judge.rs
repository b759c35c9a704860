//! Judges a whole session by all three laws, on each terminal.

use shade_pty::Size;

use super::SHADE;
use super::compare::{Difference, compare, compare_at_end};
use super::emulator::{Emulator, Kind};
use super::gutter;
use super::rows::{Above, Fault, Figures, check_tagged};
use super::screen::Snapshot;
use super::session::{Happening, Moment, Run};
use super::xterm::Xterm;

/// What to ask of a session.
#[derive(Clone, Copy, Debug)]
pub struct Demands {
    /// A hole in a shaded row is a fault; otherwise it only lowers the figures.
    pub no_holes: bool,
    /// The stream writes capitals outside regions and small letters inside.
    pub sided: bool,
    /// Whether it is known what stands above a row.
    pub above: Above,
    /// There is a gutter.
    pub gutter: bool,
}

/// A session's faults, as text; empty when all laws hold.
#[derive(Debug, Default)]
pub struct Verdict {
    pub faults: Vec<String>,
    pub figures: Figures,
}

impl Verdict {
    fn differences(&mut self, terminal: Kind, place: &str, found: Vec<Difference>) {
        self.faults.extend(
            found
                .into_iter()
                .take(4)
                .map(|found| format!("{terminal:?} {place}: {found}")),
        );
    }

    fn rows(&mut self, terminal: Kind, place: &str, found: Vec<Fault>, demands: Demands) {
        let counts =
            |fault: &Fault| demands.no_holes || fault.expected == super::rows::Expected::Plain;
        let faults = found.into_iter().filter(counts).take(4);
        self.faults
            .extend(faults.map(|fault| format!("{terminal:?} {place}: {fault}")));
    }

    fn gutter(
        &mut self,
        terminal: Kind,
        place: &str,
        raw: &Snapshot,
        rows: &[usize],
        demands: Demands,
    ) {
        // Behind a blank that was just written a mark, or REP, may follow.
        let open = (raw.cursor.x == 1).then(|| raw.scrollback.len() + usize::from(raw.cursor.y));
        let judged = |row: &&usize| demands.no_holes && Some(**row) != open;
        let rows = rows.iter().filter(judged).take(4);
        self.faults.extend(rows.map(|row| {
            let text = raw.row(*row).text();
            format!("{terminal:?} {place}: no gutter in row {row} {text:?}")
        }));
    }

    /// All faults in one text.
    ///
    /// # Errors
    ///
    /// When there are any.
    pub fn into_result(self) -> Result<Figures, String> {
        if self.faults.is_empty() {
            Ok(self.figures)
        } else {
            Err(self.faults.join("\n"))
        }
    }
}

/// Judges a session without resizes at each of its pauses and at its end.
pub fn judge(run: &Run, size: Size, demands: Demands) -> Verdict {
    let mut verdict = Verdict::default();
    verdict.faults.extend(run.check_identity().err());
    verdict.faults.extend(held_back(run, size));
    for terminal in Kind::ALL {
        judge_on(&mut verdict, terminal, run, size, demands);
    }
    verdict
}

/// Pauses at which bytes are held back although nothing is unfinished.
fn held_back(run: &Run, size: Size) -> Vec<String> {
    let mut witness = Witness::new(size);
    let mut complaint = |(_, moment): &(Happening, Moment)| {
        witness.watch(run, *moment);
        let held = moment.child - run.released(moment.output);
        let needless = held > 0 && witness.terminal.is_at_rest();
        needless.then(|| format!("{held} bytes held back after {} bytes", moment.child))
    };
    run.log.iter().filter_map(&mut complaint).collect()
}

fn judge_on(verdict: &mut Verdict, kind: Kind, run: &Run, size: Size, demands: Demands) {
    let mut pair = Pair::new(kind, size);
    let mut witness = Witness::new(size);
    for entry @ (happening, moment) in &run.log {
        pair.follow(run, *entry);
        if *happening == Happening::Pause {
            let place = format!("after {} bytes", moment.child);
            let (raw, shaded, lacking) = shown(pair.show(), demands);
            verdict.differences(kind, &place, compare(&raw, &shaded, SHADE));
            if witness.is_settled(run, *moment) {
                let (figures, faults) = check_tagged(&raw, &shaded, SHADE, demands);
                verdict.figures += figures;
                verdict.rows(kind, &place, faults, demands);
                verdict.gutter(kind, &place, &raw, &lacking, demands);
            }
        }
    }
    let (raw, shaded, _) = shown(pair.at_end(run), demands);
    verdict.differences(kind, "at the end", compare_at_end(&raw, &shaded, SHADE));
}

/// What both terminals show, a gutter taken off, and the rows that lack it.
fn shown(
    (raw, shaded): (Snapshot, Snapshot),
    demands: Demands,
) -> (Snapshot, Snapshot, Vec<usize>) {
    if !demands.gutter {
        return (raw, shaded, Vec::new());
    }
    let (shaded, lacking) = gutter::taken_off(&raw, shaded);
    (raw, shaded, lacking)
}

/// Sees when rows must be right: while no sequence and no synchronized update is open, and neither a
/// pending wrap nor a mode of the child's keeps rows from being mended.
struct Witness {
    terminal: Xterm,
    /// Terminals may have the cursor in different places, until the child says where it goes on.
    adrift: Adrift,
    fed: usize,
}

impl Witness {
    fn new(size: Size) -> Self {
        Witness {
            terminal: Xterm::new(size),
            adrift: Adrift::No,
            fed: 0,
        }
    }

    fn watch(&mut self, run: &Run, moment: Moment) {
        let bytes = &run.child[self.fed..moment.child];
        self.terminal.feed(bytes);
        self.adrift = self.adrift.after(bytes);
        self.fed = moment.child;
    }

    fn is_settled(&mut self, run: &Run, moment: Moment) -> bool {
        self.watch(run, moment);
        self.terminal.is_settled() && self.terminal.is_plain() && self.adrift == Adrift::No
    }
}

/// Whether what follows is part of a control sequence's parameters, or ends them.
fn in_sequence(before: &[u8]) -> bool {
    let end = before.iter().rposition(|b| !matches!(b, b'0'..=b'?'));
    let start = end.and_then(|end| before.get(..=end));
    start.is_some_and(|start| start.ends_with(b"\x1b[") || start.ends_with(b"\x1b"))
}

/// Where terminals may have the cursor in different places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Adrift {
    No,
    /// In different columns: after IL and DL.
    Column,
    /// Anywhere: not all know VPR and VPB, and text that begins in different columns may wrap or not.
    Anywhere,
}

impl Adrift {
    fn after(mut self, bytes: &[u8]) -> Adrift {
        for (at, byte) in bytes.iter().enumerate() {
            let params = bytes[at..].strip_prefix(b"\x1b[");
            let last = params.and_then(|p| p.iter().find(|b| !matches!(b, b'0'..=b';')));
            self = match (byte, last, self) {
                (_, Some(b'H' | b'f' | b'r'), _) => Adrift::No,
                (_, Some(b'e' | b'k'), _) | (_, _, Adrift::Anywhere) => Adrift::Anywhere,
                (_, Some(b'L' | b'M'), _) => Adrift::Column,
                (b'\r', _, _) | (_, Some(b'G' | b'`' | b'E' | b'F'), _) => Adrift::No,
                (0x20.., None, Adrift::Column) if !in_sequence(&bytes[..at]) => Adrift::Anywhere,
                _ => self,
            };
        }
        self
    }
}

/// Two terminals of a kind, one fed with the child's stream and one with ours.
pub struct Pair {
    raw: Box<dyn Emulator>,
    shaded: Box<dyn Emulator>,
    fed: Moment,
}

impl Pair {
    pub fn new(kind: Kind, size: Size) -> Self {
        Pair {
            raw: kind.start(size),
            shaded: kind.start(size),
            fed: Moment {
                child: 0,
                output: 0,
            },
        }
    }

    /// Goes on to the next entry of the session's log. The child's terminal gets what came out, not what went in: an
    /// unfinished sequence may be held back.
    pub fn follow(&mut self, run: &Run, (happening, moment): (Happening, Moment)) {
        let child = run.released(moment.output);
        self.feed(run, Moment { child, ..moment });
        if let Happening::Resize(size) = happening {
            self.raw.resize(size);
            self.shaded.resize(size);
        }
    }

    fn feed(&mut self, run: &Run, until: Moment) {
        self.raw.feed(&run.child[self.fed.child..until.child]);
        self.shaded.feed(&run.output[self.fed.output..until.output]);
        self.fed = until;
    }

    /// What both show.
    pub fn show(&self) -> (Snapshot, Snapshot) {
        (self.raw.snapshot(), self.shaded.snapshot())
    }

    /// What both show after the session's end.
    pub fn at_end(&mut self, run: &Run) -> (Snapshot, Snapshot) {
        self.feed(
            run,
            Moment {
                child: run.child.len(),
                output: run.output.len(),
            },
        );
        self.show()
    }
}
