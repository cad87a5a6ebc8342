//! What a solver counts.

use crate::Outcome;
use crate::lemma::LemmaCounts;
use std::time::Duration;

/// Counters of what a solver was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Queries answered `Sat`.
    pub sat: u64,
    /// Queries answered `Unsat`.
    pub unsat: u64,
    /// Queries answered `Unknown`.
    pub unknown: u64,
    /// Time inside queries.
    pub time: Duration,
    /// Nodes built.
    pub nodes: u64,
    /// Assertions made.
    pub assertions: u64,
    /// What queries were not told of at first.
    pub left_out: LeftOut,
}

impl Statistics {
    /// Counts an answer.
    pub(crate) fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Sat => self.sat += 1,
            Outcome::Unsat => self.unsat += 1,
            Outcome::Unknown(_) => self.unknown += 1,
        }
    }
}

/// What was left out of formulas, and what of it turned out to matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LeftOut {
    /// Variables of the program, and places of its maps, that were looked at.
    pub variables: u64,
    /// Those of them that are tracked ([`Tracking`](crate::Tracking)).
    pub tracked: u64,
    /// Reads of maps.
    pub reads: u64,
    /// Those of them that are connected with what was written ([`Cells`](crate::Cells)).
    pub connected: u64,
    /// What was added to formulas because it mattered.
    pub lemmas: LemmaCounts,
}

impl LeftOut {
    /// Counts another search in.
    pub fn add(&mut self, other: &LeftOut) {
        self.variables += other.variables;
        self.tracked += other.tracked;
        self.reads += other.reads;
        self.connected += other.connected;
        self.lemmas.add(&other.lemmas);
    }
}
