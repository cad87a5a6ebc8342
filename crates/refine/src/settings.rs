//! Settings of a check: what may be left out, how proofs are looked for.

use crate::algorithms::Algorithm;
use crate::prover::ProverOptions;
use lariat_logic::VarId;
use rustc_hash::FxHashSet;

/// Which variables the abstraction may leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variables {
    /// Globals if there are many, otherwise nothing.
    #[default]
    Auto,
    /// Globals, as in the paper.
    Globals,
    /// Globals, and the parameters and local variables of procedures.
    Locals,
    /// No variables: everything is tracked.
    Nothing,
}

/// Settings of the loop.
#[derive(Clone, Debug)]
pub struct Options {
    /// Settings of each search.
    pub search: lariat_reach::Options,
    /// Whether the search goes on beyond its bound, deeper and deeper.
    pub deepen: bool,
    /// What may be left out.
    pub leave_out: Variables,
    /// What is tracked from the start.
    pub tracked: FxHashSet<VarId>,
    /// How a minimal set is found.
    pub algorithm: Algorithm,
    /// Whether solvers look at everything from the start.
    pub exact: bool,
    /// Does a round start where the last one left off?
    pub reuse: bool,
    /// How proofs for every bound are found.
    pub prover: ProverOptions,
}
