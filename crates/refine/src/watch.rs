//! What can be seen of the loop from outside: its rounds, its stages, its counters.

use crate::prover::ProvedBy;
use lariat_logic::VarId;
use lariat_passes::Pass;
use lariat_program::{Frame, ProcId, Program};
use lariat_reach::SearchStats;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One round of the loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Iteration {
    /// Variables tracked.
    pub tracked: usize,
    /// Time for abstraction and passes.
    pub prepare_time: Duration,
    /// Time of the search.
    pub search_time: Duration,
    /// Time to examine the path and refine.
    pub refine_time: Duration,
    /// Questions asked to refine.
    pub checks: u64,
    /// Variables added.
    pub added: Vec<String>,
}

/// What the loop did.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RefineStats {
    /// The rounds.
    pub iterations: Vec<Iteration>,
    /// Names of the variables tracked in the end, in order of declaration.
    pub tracked: Vec<String>,
    /// How many variables there are to track.
    pub variables: usize,
    /// Counters of all searches together.
    pub search: SearchStats,
    /// Which engine found the proof, if there is one.
    pub proved_by: Option<ProvedBy>,
    /// Whether the search was abandoned: these are its counters when it last told them.
    pub cut_short: bool,
}

impl RefineStats {
    /// Time spent on abstraction and refinement.
    pub fn refine_time(&self) -> Duration {
        self.iterations.iter().map(|i| i.prepare_time + i.refine_time).sum()
    }

    /// Time spent searching.
    pub fn search_time(&self) -> Duration {
        self.iterations.iter().map(|i| i.search_time).sum()
    }

    /// Questions asked to refine.
    pub fn checks(&self) -> u64 {
        self.iterations.iter().map(|i| i.checks).sum()
    }
}

/// Watches the loop: prints programs, shows phases.
pub trait Observer {
    /// The program after a pass.
    fn program(&mut self, pass: Pass, program: &Program, entry: ProcId);

    /// What is being done now.
    fn stage(&mut self, stage: Stage);

    /// A path that the abstraction has and the program has not, before more is tracked: enough to
    /// make a [`Spurious`](crate::Spurious) of it again.
    fn spurious(
        &mut self,
        _program: &Program,
        _path: &Frame,
        _abstractable: &FxHashSet<VarId>,
        _tracked: &FxHashSet<VarId>,
    ) {
    }
}

/// An observer that does nothing.
pub struct Unobserved;

impl Observer for Unobserved {
    fn program(&mut self, _: Pass, _: &Program, _: ProcId) {}

    fn stage(&mut self, _: Stage) {}
}

/// What the loop is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Abstracting and simplifying the program.
    Prepare,
    /// Searching.
    Search,
    /// Examining a path and refining.
    Refine,
}
