//! What is known about a run while it goes on: the phases passed and where the search is. Whoever
//! ends the run early reports from here.

use lariat_reach::Snapshot;
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
    /// The passes.
    Prepare,
    /// The search.
    Search,
    /// Examining a path and tracking more variables.
    Refine,
    /// Concretising and replaying what was found.
    Replay,
}

impl Phase {
    /// The word used in statistics.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Read => "read",
            Phase::Parse => "parse",
            Phase::Check => "check",
            Phase::Lower => "lower",
            Phase::Prepare => "prepare",
            Phase::Search => "search",
            Phase::Refine => "refine",
            Phase::Replay => "replay",
        }
    }

    /// What is being done, for people.
    pub fn doing(self) -> &'static str {
        match self {
            Phase::Read => "reading",
            Phase::Parse => "parsing",
            Phase::Check => "checking names and types",
            Phase::Lower => "lowering",
            Phase::Prepare => "simplifying",
            Phase::Search => "searching",
            Phase::Refine => "refining the abstraction",
            Phase::Replay => "replaying the execution found",
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
    /// The entry procedure.
    pub entry: Option<String>,
    /// The solver.
    pub solver: Option<String>,
    /// Whether the search goes from bound to bound, so that all bounds below the current are done.
    pub bounds_one_by_one: bool,
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
        let current = self.snapshot.filter(|_| self.bounds_one_by_one)?.bound;
        current.checked_sub(1).filter(|&b| b > 0)
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
