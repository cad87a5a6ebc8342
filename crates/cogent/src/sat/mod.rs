//! The SAT solver, behind a small trait.
//!
//! Clauses are only added, never removed; a query is a set of assumptions. Variables are
//! positive numbers, a negated variable is the negative number.

mod batsat;
mod cadical;
mod proof;

pub use self::batsat::Batsat;
pub use self::cadical::Cadical;
pub use self::proof::{ProofFormat, refutation};

use lariat_budget::Budget;

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is an assignment; [`SatSolver::value`] reads it.
    Sat,
    /// There is none; [`SatSolver::failed`] says which assumptions were to blame.
    Unsat,
    /// The solver was stopped.
    Stopped,
}

/// An incremental SAT solver.
///
/// Solvers have no thread of their own and share nothing, so they may move between threads.
pub trait SatSolver: Send {
    /// Adds a clause.
    fn add_clause(&mut self, clause: &[i32]);
    /// Is there an assignment that satisfies all clauses and assumptions?
    fn solve(&mut self, assumptions: &[i32]) -> Outcome;
    /// The value of a variable after [`Outcome::Sat`].
    fn value(&mut self, variable: i32) -> bool;
    /// After [`Outcome::Unsat`]: was the assumption needed?
    fn failed(&mut self, assumption: i32) -> bool;
    /// From now on, gives up when this budget stops.
    fn set_budget(&mut self, budget: Budget);
    /// Gives up the next query after so many conflicts.
    fn limit_conflicts(&mut self, _conflicts: i32) {}
}

/// Which solver to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SolverChoice {
    /// CaDiCaL.
    #[default]
    Cadical,
    /// Batsat, a MiniSat in Rust: the second opinion.
    Batsat,
}

impl SolverChoice {
    /// Both, with their names and what users are told about them.
    pub const TABLE: &[(SolverChoice, &str, &str)] = &[
        (SolverChoice::Cadical, "cadical", "CaDiCaL"),
        (SolverChoice::Batsat, "batsat", "Batsat"),
    ];

    /// A new solver that gives up when told.
    pub fn start(self, budget: &Budget) -> Box<dyn SatSolver> {
        match self {
            SolverChoice::Cadical => Box::new(Cadical::new(budget.clone())),
            SolverChoice::Batsat => Box::new(Batsat::new(budget.clone())),
        }
    }
}
