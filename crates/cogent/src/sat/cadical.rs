//! CaDiCaL.

use super::{Outcome, SatSolver};
use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};
use lariat_budget::Budget;

/// CaDiCaL, embedded.
pub struct Cadical {
    solver: CaDiCal,
}

// SAFETY: a CaDiCaL solver is an object on the heap without thread-local or shared state; its
// callbacks are a `Watch` or live inside of one function (`sat::proof`). It is not `Sync`.
unsafe impl Send for Cadical {}

struct Watch(Budget);

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        self.0.stopped().is_some()
    }
}

impl Cadical {
    /// A solver without clauses.
    pub fn new(budget: Budget) -> Self {
        let mut solver = CaDiCal::new();
        solver.set("quiet", 1);
        // New variables come without being declared.
        solver.set("factor", 0);
        solver.connect_terminator(Watch(budget));
        Cadical { solver }
    }

    /// A solver that tells somebody the steps of its proof.
    pub(super) fn told_to(tracer: impl ProofTracer + 'static, budget: Budget) -> Self {
        let mut cadical = Cadical::new(budget);
        cadical.solver.set("lrat", 1);
        cadical.solver.connect_proof_tracer1(tracer, true, false);
        cadical
    }
}

impl SatSolver for Cadical {
    fn add_clause(&mut self, clause: &[i32]) {
        match *clause {
            [a] => self.solver.clause1(a),
            [a, b] => self.solver.clause2(a, b),
            [a, b, c] => self.solver.clause3(a, b, c),
            [a, b, c, d] => self.solver.clause4(a, b, c, d),
            _ => {
                clause.iter().for_each(|&l| self.solver.add(l));
                self.solver.add(0);
            }
        }
    }

    fn solve(&mut self, assumptions: &[i32]) -> Outcome {
        assumptions.iter().for_each(|&l| self.solver.assume(l));
        match self.solver.solve() {
            Status::SATISFIABLE => Outcome::Sat,
            Status::UNSATISFIABLE => Outcome::Unsat,
            Status::UNKNOWN => Outcome::Stopped,
        }
    }

    fn value(&mut self, variable: i32) -> bool {
        self.solver.val(variable) > 0
    }

    fn set_budget(&mut self, budget: Budget) {
        self.solver.connect_terminator(Watch(budget));
    }

    fn failed(&mut self, assumption: i32) -> bool {
        self.solver.failed(assumption)
    }

    fn limit_conflicts(&mut self, conflicts: i32) {
        self.solver.limit("conflicts", conflicts);
    }
}
