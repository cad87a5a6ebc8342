//! What is known about a run while it goes on: the phases passed and where the search is. Whoever
//! ends the run early reports from here.

use crate::report::{self, Hit};
use lariat_reach::{BoundHit, SearchStats, Snapshot};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A stage on the way from text to verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Reading files.
    Read,
    /// Lexing and parsing.
    Parse,
    /// Names and types.
    Check,
    /// Boogie to core program.
    Lower,
    /// Running the program.
    Execute,
    /// Bounds of loops.
    Loops,
    /// The passes.
    Prepare,
    /// The search.
    Search,
    /// Examining a path and tracking more variables.
    Refine,
    /// Concretising and replaying what was found.
    Replay,
    /// Writing down what was found, and trying it.
    Evidence,
}

impl Phase {
    /// The word used in statistics.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Read => "read",
            Phase::Parse => "parse",
            Phase::Check => "check",
            Phase::Lower => "lower",
            Phase::Execute => "execute",
            Phase::Loops => "loops",
            Phase::Prepare => "prepare",
            Phase::Search => "search",
            Phase::Refine => "refine",
            Phase::Replay => "replay",
            Phase::Evidence => "evidence",
        }
    }

    /// What is being done, for people.
    pub fn doing(self) -> &'static str {
        match self {
            Phase::Read => "reading",
            Phase::Parse => "parsing",
            Phase::Check => "checking names and types",
            Phase::Lower => "lowering",
            Phase::Execute => "running the program",
            Phase::Loops => "estimating loops",
            Phase::Prepare => "simplifying",
            Phase::Search => "searching",
            Phase::Refine => "refining the abstraction",
            Phase::Replay => "replaying the execution found",
            Phase::Evidence => "trying the execution found",
        }
    }
}

/// Phases so far and the last news of the search.
#[derive(Clone, Debug, Default)]
pub struct Known {
    done: Vec<(Phase, Duration)>,
    current: Option<(Phase, Instant)>,
    /// Where the search was when it last said so.
    pub snapshot: Option<Snapshot>,
    /// Its counters at that time.
    pub search: Option<SearchStats>,
    /// The entry procedure.
    pub entry: Option<String>,
    /// The solver.
    pub solver: Option<String>,
    /// Variables and maps that became bits because a path was spurious without.
    pub promoted: Vec<String>,
    /// Whether in the end everything had to become bits.
    pub all_bits: bool,
    /// That the program never asks whether two maps are equal.
    pub maps_not_compared: bool,
    /// What each procedure of the program is called when a bound cuts it off.
    pub cut_offs: Arc<Vec<Hit>>,
    /// The largest bound that was searched to its end without finding anything, and what it cut off.
    pub bound_searched: Option<(u32, Vec<BoundHit>)>,
}

impl Known {
    /// A phase begins, and the one before it ends.
    pub fn enter(&mut self, phase: Phase) {
        self.finish();
        self.current = Some((phase, Instant::now()));
    }

    /// The current phase ends.
    pub fn finish(&mut self) {
        if let Some((phase, since)) = self.current.take() {
            self.done.push((phase, since.elapsed()));
        }
    }

    /// The current phase.
    pub fn phase(&self) -> Option<Phase> {
        self.current.map(|c| c.0)
    }

    /// All phases in order of their first beginning, with the time spent in each, the running one
    /// included.
    pub fn phases(&self) -> Vec<(Phase, Duration)> {
        let running = self.current.map(|(phase, since)| (phase, since.elapsed()));
        let mut phases: Vec<(Phase, Duration)> = Vec::new();
        for (phase, time) in self.done.iter().copied().chain(running) {
            match phases.iter_mut().find(|p| p.0 == phase) {
                Some(known) => known.1 += time,
                None => phases.push((phase, time)),
            }
        }
        phases
    }

    /// The largest bound that was searched to its end without finding anything.
    pub fn bound_done(&self) -> Option<u32> {
        self.bound_searched.as_ref().map(|b| b.0)
    }

    /// What a bound cut off, in words and place.
    pub fn describe(&self, hits: &[BoundHit]) -> Vec<Hit> {
        let mut described: Vec<Hit> = Vec::new();
        for hit in hits {
            let Some(what) = self.cut_offs.get(hit.procedure.index()) else { continue };
            let hit = Hit { bound: hit.bound, ..what.clone() };
            if !described.contains(&hit) {
                described.push(hit);
            }
        }
        described
    }

    /// The bound that was searched to its end.
    pub fn cut(&self) -> Option<lariat_verdict::Cut> {
        let (bound, hits) = self.bound_searched.as_ref()?;
        Some(report::cut(*bound, &self.describe(hits)))
    }

    /// What to tell somebody who ends the run now.
    pub fn in_words(&self) -> String {
        let last = self.phase().or_else(|| self.done.last().map(|d| d.0));
        let Some(phase) = last else { return "nothing was done yet".into() };
        match (phase, &self.snapshot) {
            (Phase::Search, Some(s)) => {
                let done = self
                    .bound_done()
                    .map(|b| format!("nothing found within recursion bound {b}; "))
                    .unwrap_or_default();
                format!(
                    "{done}searching bound {}: {} instances, {} queries, {} open call sites",
                    s.bound, s.instances, s.queries, s.open
                )
            }
            _ => format!("while {}", phase.doing()),
        }
    }
}
