//! What a check is made of: solvers, what may be left out, how proofs are looked for.

use crate::algorithms::Algorithm;
use crate::prover::ProverOptions;
use lariat_logic::VarId;
use lariat_solver::{Solver, SolverError};
use rustc_hash::FxHashSet;

/// How much a solver looks at. With anything but [`Care::EXACT`] that there is no path is certain, and that there
/// is one is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Care {
    /// How maps are reasoned about.
    pub maps: Maps,
    /// Whether products and quotients of variables are what they are; otherwise they may be anything.
    pub products: bool,
}

/// How a solver reasons about maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maps {
    /// By the cells that are read, connected as far as a path needs it ([`lariat_solver::Cells`]).
    ByCells,
    /// The same, with names for cells ([`lariat_solver::cells::Cells::with_names`]).
    ByNamedCells,
    /// With its theory of arrays, but only where they are read.
    WhereRead,
    /// With its theory of arrays.
    InFull,
}

impl Care {
    /// Everything is looked at.
    pub const EXACT: Care = Care { maps: Maps::InFull, products: true };
}

/// Where solvers come from.
pub trait Solvers: Sync {
    /// A new one for a search.
    fn for_search(&self, care: Care) -> Result<Box<dyn Solver>, SolverError>;

    /// A new one for another thread of a search: the same with other luck.
    fn for_helper(&self, thread: u32, care: Care) -> Result<Box<dyn Solver>, SolverError> {
        let _ = thread;
        self.for_search(care)
    }

    /// A new one for questions about one path.
    fn for_path(&self) -> Result<Box<dyn Solver>, SolverError>;
}

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
    /// None: everything is tracked.
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
