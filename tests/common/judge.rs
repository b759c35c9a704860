//! Judges a whole session by all three laws, on each terminal.

use shade_pty::Size;

use super::SHADE;
use super::compare::{Difference, compare, compare_at_end};
use super::emulator::{Emulator, Kind};
use super::rows::{Fault, Figures, check_tagged};
use super::screen::Snapshot;
use super::session::{Moment, Run};
use super::xterm::Xterm;

/// What to ask of a session.
#[derive(Clone, Copy, Debug)]
pub struct Demands {
    /// A hole in a shaded row is a fault; otherwise it only lowers the figures.
    pub no_holes: bool,
    /// The stream writes capitals outside regions and small letters inside.
    pub sided: bool,
}

/// A session's faults, as text; empty when all laws hold.
#[derive(Debug, Default)]
pub struct Verdict {
    pub faults: Vec<String>,
    pub figures: Figures,
}

impl Verdict {
    fn differences(&mut self, terminal: Kind, place: &str, found: Vec<Difference>) {
        self.faults.extend(found.into_iter().take(4).map(|found| format!("{terminal:?} {place}: {found}")));
    }

    fn rows(&mut self, terminal: Kind, place: &str, found: Vec<Fault>, demands: Demands) {
        let counts = |fault: &Fault| demands.no_holes || fault.expected == super::rows::Expected::Plain;
        let faults = found.into_iter().filter(counts).take(4);
        self.faults.extend(faults.map(|fault| format!("{terminal:?} {place}: {fault}")));
    }

    /// All faults in one text.
    ///
    /// # Errors
    ///
    /// When there are any.
    pub fn into_result(self) -> Result<Figures, String> {
        if self.faults.is_empty() { Ok(self.figures) } else { Err(self.faults.join("\n")) }
    }
}

/// Judges a session without resizes at each of its pauses and at its end.
pub fn judge(run: &Run, size: Size, demands: Demands) -> Verdict {
    let mut verdict = Verdict::default();
    verdict.faults.extend(run.check_identity().err());
    let settled = settled_pauses(run, size);
    for terminal in Kind::ALL {
        judge_on(&mut verdict, terminal, run, size, demands, &settled);
    }
    verdict
}

fn judge_on(verdict: &mut Verdict, kind: Kind, run: &Run, size: Size, demands: Demands, settled: &[bool]) {
    let mut pair = Pair::new(kind, size);
    for (pause, settled) in run.pauses.iter().zip(settled) {
        let (raw, shaded) = pair.at(run, *pause);
        let place = format!("after {} bytes", pause.child);
        verdict.differences(kind, &place, compare(&raw, &shaded, SHADE));
        if *settled {
            let (figures, faults) = check_tagged(&raw, &shaded, SHADE, demands.sided);
            verdict.figures += figures;
            verdict.rows(kind, &place, faults, demands);
        }
    }
    let (raw, shaded) = pair.at(run, Moment { child: run.child.len(), output: run.output.len() });
    verdict.differences(kind, "at the end", compare_at_end(&raw, &shaded, SHADE));
}

/// For each pause whether rows must be right there: no sequence and no synchronized update is open.
fn settled_pauses(run: &Run, size: Size) -> Vec<bool> {
    let mut terminal = Xterm::new(size);
    let mut fed = 0;
    let mut at = |pause: &Moment| {
        terminal.feed(&run.child[fed..pause.child]);
        fed = pause.child;
        terminal.is_settled()
    };
    run.pauses.iter().map(&mut at).collect()
}

/// Two terminals of a kind, one fed with the child's stream and one with ours.
pub struct Pair {
    raw: Box<dyn Emulator>,
    shaded: Box<dyn Emulator>,
    fed: Moment,
}

impl Pair {
    pub fn new(kind: Kind, size: Size) -> Self {
        Pair { raw: kind.start(size), shaded: kind.start(size), fed: Moment { child: 0, output: 0 } }
    }

    pub fn feed(&mut self, run: &Run, until: Moment) {
        self.raw.feed(&run.child[self.fed.child..until.child]);
        self.shaded.feed(&run.output[self.fed.output..until.output]);
        self.fed = until;
    }

    pub fn resize(&mut self, size: Size) {
        self.raw.resize(size);
        self.shaded.resize(size);
    }

    pub fn show(&self) -> (Snapshot, Snapshot) {
        (self.raw.snapshot(), self.shaded.snapshot())
    }

    fn at(&mut self, run: &Run, moment: Moment) -> (Snapshot, Snapshot) {
        self.feed(run, moment);
        self.show()
    }
}
