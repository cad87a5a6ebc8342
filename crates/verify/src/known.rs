//! What is known about a run while it goes on: the phases passed and where the search is. Whoever
//! ends the run early reports from here.

use crate::places;
use lariat_reach::{BoundHit, SearchStats, Snapshot};
use lariat_verdict::{Cut, CutOff};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A stage on the way from text to verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    pub cut_offs: Arc<Vec<CutOff>>,
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

    /// The bound that was searched to its end.
    pub fn cut(&self) -> Option<Cut> {
        let (bound, hits) = self.bound_searched.as_ref()?;
        Some(places::cut(*bound, hits, &self.cut_offs))
    }

    /// The current phase, or the last one.
    pub fn last_phase(&self) -> Option<Phase> {
        self.phase().or_else(|| self.done.last().map(|d| d.0))
    }
}
