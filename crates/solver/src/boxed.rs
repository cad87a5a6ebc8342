//! A boxed solver is a solver, so that the choice of back end can be made at run time.

use crate::{Ast, Outcome, Solver, SolverError, Statistics, Subject};
use lariat_budget::Budget;
use lariat_logic::{Binder, FunctionId, Op, SortId, Terms, Value};

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn constant(&mut self, terms: &Terms, name: &str, sort: SortId) -> Ast {
        (**self).constant(terms, name, sort)
    }

    fn literal(&mut self, terms: &Terms, value: &Value, sort: SortId) -> Ast {
        (**self).literal(terms, value, sort)
    }

    fn app(&mut self, terms: &Terms, op: &Op, args: &[Ast], sort: SortId) -> Ast {
        (**self).app(terms, op, args, sort)
    }

    fn call(&mut self, terms: &Terms, function: FunctionId, args: &[Ast]) -> Ast {
        (**self).call(terms, function, args)
    }

    fn bind(
        &mut self,
        terms: &Terms,
        binder: &Binder,
        vars: &[Ast],
        body: Ast,
        triggers: &[Vec<Ast>],
        no_triggers: &[Ast],
    ) -> Ast {
        (**self).bind(terms, binder, vars, body, triggers, no_triggers)
    }

    fn assert(&mut self, formula: Ast) {
        (**self).assert(formula);
    }

    fn stands_for(&mut self, constant: Ast, subject: Subject) {
        (**self).stands_for(constant, subject);
    }

    fn flow(&mut self, terms: &Terms, guard: Ast, to: Ast, from: Ast, renamed: &[(Ast, Ast)]) {
        (**self).flow(terms, guard, to, from, renamed);
    }

    fn used_under(&mut self, guard: Ast, term: Ast) {
        (**self).used_under(guard, term);
    }

    fn correct(&mut self, terms: &Terms) -> Result<bool, SolverError> {
        (**self).correct(terms)
    }

    fn refutes_paths(&self) -> bool {
        (**self).refutes_paths()
    }

    fn refute(&mut self, suspects: &[Ast], ways: &[Ast]) -> Result<Option<Vec<Ast>>, SolverError> {
        (**self).refute(suspects, ways)
    }

    fn check(&mut self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError> {
        (**self).check(assumptions, budget)
    }

    fn unsat_core(&mut self) -> Vec<Ast> {
        (**self).unsat_core()
    }

    fn value(&mut self, terms: &Terms, term: Ast) -> Result<Option<Value>, SolverError> {
        (**self).value(terms, term)
    }

    fn truths(&mut self, terms: &Terms, formulas: &[Ast]) -> Result<Vec<bool>, SolverError> {
        (**self).truths(terms, formulas)
    }

    fn statistics(&self) -> Statistics {
        (**self).statistics()
    }
}
