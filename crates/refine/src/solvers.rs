//! Where solvers come from, and what is relaxed in the formulas that they see.

use lariat_solver::{Cells, Relaxed, Solver, SolverError, Tracking};

/// How much a solver looks at. With anything but [`Relaxation::EXACT`] that there is no path is certain, and that there
/// is one is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relaxation {
    /// How maps are reasoned about.
    pub maps: Maps,
    /// Whether products and quotients of variables are what they are; otherwise they may be anything.
    pub products: bool,
    /// Whether all variables are tracked; otherwise those that a path needs ([`lariat_solver::Tracking`]).
    pub variables: bool,
    /// Whether questions that quantifiers leave open are asked again, with instances by models.
    pub models: bool,
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

impl Relaxation {
    /// Everything is looked at.
    pub const EXACT: Relaxation =
        Relaxation { maps: Maps::InFull, products: true, variables: true, models: false };

    /// Puts between a search and this solver what keeps things from it that it need not look at. (Products, and maps
    /// where they are read, are matters of the solver's own settings.)
    pub fn wrap(self, solver: Box<dyn Solver>, max_cells: usize) -> Box<dyn Relaxed> {
        match (self.variables, self.maps == Maps::ByCells) {
            (true, false) => Box::new(solver),
            (true, true) => Box::new(Cells::new(solver, max_cells)),
            (false, false) => Box::new(Tracking::new(solver)),
            (false, true) => Box::new(Cells::new(Tracking::new(solver), max_cells)),
        }
    }
}

/// Where solvers come from.
pub trait Solvers: Sync {
    /// A new one for a search.
    fn for_search(&self, relaxation: Relaxation) -> Result<Box<dyn Relaxed>, SolverError>;

    /// A new one for another thread of a search: same configuration, another random
    /// seed.
    fn for_helper(
        &self,
        thread: u32,
        relaxation: Relaxation,
    ) -> Result<Box<dyn Relaxed>, SolverError> {
        let _ = thread;
        self.for_search(relaxation)
    }

    /// A new one for questions about one path.
    fn for_path(&self) -> Result<Box<dyn Solver>, SolverError>;

    /// A new one for the question whether a path is one: what quantifiers leave open should be asked again by models.
    fn for_doubted_path(&self) -> Result<Box<dyn Solver>, SolverError> {
        self.for_path()
    }
}
