//! What a check is made of: solvers, what may be left out, how proofs are looked for.

use crate::algorithms::Algorithm;
use crate::prover::ProverOptions;
use lariat_logic::VarId;
use lariat_solver::{Cells, Solver, SolverError, Tracking};
use rustc_hash::FxHashSet;

/// How much a solver looks at. With anything but [`Care::EXACT`] that there is no path is certain, and that there
/// is one is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Care {
    /// How maps are reasoned about.
    pub maps: Maps,
    /// Whether products and quotients of variables are what they are; otherwise they may be anything.
    pub products: bool,
    /// Whether all variables are tracked; otherwise those that a path needs ([`lariat_solver::Tracking`]).
    pub variables: bool,
}

/// How a solver reasons about maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maps {
    /// By the cells that are read, connected as far as a path needs it ([`lariat_solver::Cells`]).
    ByCells,
    /// With its theory of arrays, but only where they are read.
    WhereRead,
    /// With its theory of arrays.
    InFull,
}

impl Care {
    /// Everything is looked at.
    pub const EXACT: Care = Care { maps: Maps::InFull, products: true, variables: true };

    /// Puts between a search and this solver what keeps things from it that it need not look at. (Products, and maps
    /// where they are read, are matters of the solver's own settings.)
    pub fn around(self, solver: Box<dyn Solver>, most_cells: usize) -> Box<dyn Solver> {
        match (self.variables, self.maps == Maps::ByCells) {
            (true, false) => solver,
            (true, true) => Box::new(Cells::new(solver, most_cells)),
            (false, false) => Box::new(Tracking::new(solver)),
            (false, true) => Box::new(Cells::new(Tracking::new(solver), most_cells)),
        }
    }
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
