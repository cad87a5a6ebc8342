//! Solvers around other solvers write only what they change; the rest is passed on.

use crate::{Ast, Outcome, Solver, SolverError, Statistics};
use lariat_budget::Budget;
use lariat_logic::{Binder, FunctionId, Op, SortId, Terms, Value};

/// Methods of [`Solver`] that are those of the solver inside: `pass_on!(self => self.inner; name, assert);`.
macro_rules! pass_on {
    ($self:ident => $inner:expr; $($method:ident),+ $(,)?) => {
        $(pass_on!(@$method $self $inner);)+
    };
    (@name $self:ident $inner:expr) => {
        fn name(&$self) -> String {
            $inner.name()
        }
    };
    (@constant $self:ident $inner:expr) => {
        fn constant(&mut $self, terms: &Terms, name: &str, sort: SortId) -> Ast {
            $inner.constant(terms, name, sort)
        }
    };
    (@literal $self:ident $inner:expr) => {
        fn literal(&mut $self, terms: &Terms, value: &Value, sort: SortId) -> Ast {
            $inner.literal(terms, value, sort)
        }
    };
    (@app $self:ident $inner:expr) => {
        fn app(&mut $self, terms: &Terms, op: &Op, args: &[Ast], sort: SortId) -> Ast {
            $inner.app(terms, op, args, sort)
        }
    };
    (@call $self:ident $inner:expr) => {
        fn call(&mut $self, terms: &Terms, function: FunctionId, args: &[Ast]) -> Ast {
            $inner.call(terms, function, args)
        }
    };
    (@bind $self:ident $inner:expr) => {
        fn bind(
            &mut $self,
            terms: &Terms,
            binder: &Binder,
            vars: &[Ast],
            body: Ast,
            triggers: &[Vec<Ast>],
            no_triggers: &[Ast],
        ) -> Ast {
            $inner.bind(terms, binder, vars, body, triggers, no_triggers)
        }
    };
    (@assert $self:ident $inner:expr) => {
        fn assert(&mut $self, formula: Ast) {
            $inner.assert(formula);
        }
    };
    (@check $self:ident $inner:expr) => {
        fn check(&mut $self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError> {
            $inner.check(assumptions, budget)
        }
    };
    (@unsat_core $self:ident $inner:expr) => {
        fn unsat_core(&mut $self) -> Vec<Ast> {
            $inner.unsat_core()
        }
    };
    (@value $self:ident $inner:expr) => {
        fn value(&mut $self, terms: &Terms, term: Ast) -> Result<Option<Value>, SolverError> {
            $inner.value(terms, term)
        }
    };
    (@truths $self:ident $inner:expr) => {
        fn truths(&mut $self, terms: &Terms, formulas: &[Ast]) -> Result<Vec<bool>, SolverError> {
            $inner.truths(terms, formulas)
        }
    };
    (@statistics $self:ident $inner:expr) => {
        fn statistics(&$self) -> Statistics {
            $inner.statistics()
        }
    };
}

/// So that the choice of a back end can be made at run time.
impl<S: Solver + ?Sized> Solver for Box<S> {
    pass_on!(self => (**self);
        name, constant, literal, app, call, bind, assert, check, unsat_core, value, truths, statistics);
}
