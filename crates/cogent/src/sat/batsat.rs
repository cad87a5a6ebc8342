//! Batsat, the second solver: shares no code with the first, so the tests compare the two.

use super::{Outcome, SatSolver};
use batsat::{BasicCallbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use lariat_budget::Budget;

/// Batsat.
pub struct Batsat {
    solver: Solver<BasicCallbacks>,
}

// SAFETY: the solver owns all that it uses, and its callback holds only a `Budget`, which is `Send`.
unsafe impl Send for Batsat {}

impl Batsat {
    /// A solver without clauses.
    pub fn new(budget: Budget) -> Self {
        let mut callbacks = BasicCallbacks::new();
        callbacks.set_stop(move || budget.stopped().is_some());
        Batsat { solver: Solver::new(SolverOpts::default(), callbacks) }
    }

    fn variable(&mut self, variable: i32) -> Var {
        self.solver.var_of_int(variable.unsigned_abs())
    }

    fn literal(&mut self, literal: i32) -> Lit {
        Lit::new(self.variable(literal), literal > 0)
    }
}

impl SatSolver for Batsat {
    fn add_clause(&mut self, clause: &[i32]) {
        let mut lits = clause.iter().map(|&l| self.literal(l)).collect();
        self.solver.add_clause_reuse(&mut lits);
    }

    fn solve(&mut self, assumptions: &[i32]) -> Outcome {
        let lits: Vec<Lit> = assumptions.iter().map(|&l| self.literal(l)).collect();
        let answer = self.solver.solve_limited(&lits);
        if answer == lbool::TRUE {
            Outcome::Sat
        } else if answer == lbool::FALSE {
            Outcome::Unsat
        } else {
            Outcome::Stopped
        }
    }

    fn value(&mut self, variable: i32) -> bool {
        let variable = self.variable(variable);
        self.solver.value_var(variable) == lbool::TRUE
    }

    fn set_budget(&mut self, budget: Budget) {
        self.solver.cb_mut().set_stop(move || budget.stopped().is_some());
    }

    fn failed(&mut self, assumption: i32) -> bool {
        let lit = self.literal(assumption);
        self.solver.unsat_core().iter().any(|&l| l == lit || l == !lit)
    }
}
