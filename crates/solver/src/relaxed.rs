//! Relaxed solvers: formulas that leave out where values come from until it matters.
//!
//! A search says what it knows about the origin of values with the methods here instead of asserting it. A
//! back end takes every step at its word, which is what the default methods do. A layer may hold it back:
//! its formula then has more models than the program has executions, `Unsat` and cores are still true of the program, and a
//! model is a candidate. [`Relaxed::add_violated_lemmas`] compares it with what was held back.

use crate::{Ast, ProcessSolver, Solver, SolverError, Z3Solver};
use lariat_logic::{Op, Terms, VarId};

/// What a constant is a value of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// A variable of the program.
    pub variable: VarId,
    /// If that is a map, which places of it: those whose index ends in this number.
    pub offset: Option<Ast>,
}

/// A solver that is told where values come from. By default nothing is relaxed.
pub trait Relaxed: Solver {
    /// Says what a constant is a value of. There are many for one variable: in every instance of its procedure, and
    /// after every step that changes it.
    fn stands_for(&mut self, constant: Ast, subject: Subject) {
        let _ = (constant, subject);
    }

    /// Adds for good `guard ⇒ to = from`: the first value comes from the second, at a join after a branch, as the
    /// parameter of a call, as its result. The pairs in `renamed` are equal under the guard as well (which is asserted
    /// elsewhere): what is called by the first name after the step is best called by the second before it.
    fn flow(&mut self, terms: &Terms, guard: Ast, to: Ast, from: Ast, renamed: &[(Ast, Ast)]) {
        let _ = renamed;
        assert_flow(self, terms, guard, to, from);
    }

    /// Says that this condition makes a term matter; one may matter under several. The solver need not
    /// look at a read of a map unless it does.
    fn used_under(&mut self, guard: Ast, term: Ast) {
        let _ = (guard, term);
    }

    /// After `Sat`, or `Unknown` with a candidate model: adds [lemmas](crate::Lemma) about what was left out that rule the
    /// model out. True if one was added; the query is then best asked again.
    fn add_violated_lemmas(&mut self, terms: &Terms) -> Result<bool, SolverError> {
        let _ = terms;
        Ok(false)
    }

    /// Whether [`Relaxed::refute_path`] can be asked.
    fn refutes_paths(&self) -> bool {
        false
    }

    /// After a model for which [`Relaxed::add_violated_lemmas`] had no lemma: is its path, with these further guards of
    /// it, infeasible together with the `suspects`? Then an unsatisfiable core over the suspects; otherwise there is a model
    /// with them.
    fn refute_path(
        &mut self,
        suspects: &[Ast],
        guards: &[Ast],
    ) -> Result<Option<Vec<Ast>>, SolverError> {
        let _ = (suspects, guards);
        Ok(None)
    }
}

/// Asserts `guard ⇒ to = from`.
pub(crate) fn assert_flow(
    solver: &mut (impl Solver + ?Sized),
    terms: &Terms,
    guard: Ast,
    to: Ast,
    from: Ast,
) {
    let equation = solver.app(terms, &Op::Eq, &[to, from], Terms::BOOL);
    let implication = solver.app(terms, &Op::Implies, &[guard, equation], Terms::BOOL);
    solver.assert(implication);
}

impl Relaxed for Z3Solver {}

impl Relaxed for ProcessSolver {}

/// Any back end, exactly.
impl Relaxed for Box<dyn Solver> {}
