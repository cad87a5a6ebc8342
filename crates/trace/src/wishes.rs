//! Wishes (soft constraints on the model): of all executions along a path, one with values that are likely outside of the solver.
//!
//! Each wish is an assumption; those in the core of an unsatisfiable answer are given up.

use crate::concretise::{ConcretiseError, Query};
use crate::symbolic::PathFormula;
use lariat_budget::{Budget, Share};
use lariat_logic::{MapValue, Op, Sort, SortId, Terms, Value, VarId};
use lariat_solver::{Ast, Outcome};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;

/// How often, and for how long, a model is looked for in which wishes come true.
const MAX_ATTEMPTS: usize = 20;
const TIME_PER_ATTEMPT: Duration = Duration::from_secs(2);

/// What an arbitrary variable should be, as far as the path allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Zero; a map everywhere.
    Zero,
    /// A number far from zero and from those that other variables get; a map everywhere.
    Apart,
}

impl Query<'_> {
    /// For each unknown with a wish, a Boolean that implies it.
    pub fn wishes(&mut self, formula: &PathFormula, wanted: &FxHashMap<VarId, Wish>) -> Vec<Ast> {
        let mut wishes = Vec::new();
        for &(_, var, unknown) in &formula.unknowns {
            let sort = formula.terms.variable(unknown).sort;
            let wish = match wanted.get(&var) {
                Some(Wish::Zero) => formula.terms.default_value(sort),
                Some(Wish::Apart) => number_apart(&formula.terms, sort, wishes.len()),
                None => None,
            };
            let Some(wish) = wish else { continue };
            let terms = &formula.terms;
            let unknown = self.translator.var_or_new(self.solver, terms, unknown);
            let wish = self.solver.literal(terms, &wish, sort);
            let granted = self.solver.app(terms, &Op::Eq, &[unknown, wish], Terms::BOOL);
            let wish = self.solver.constant(terms, "wish", Terms::BOOL);
            let implied = self.solver.app(terms, &Op::Implies, &[wish, granted], Terms::BOOL);
            self.solver.assert(implied);
            wishes.push(wish);
        }
        wishes
    }

    /// After `Sat`: finds a model of the path in which as many wishes come true as a few attempts
    /// find out. The last answer is `Sat` again.
    pub fn grant(
        &mut self,
        path: &[Ast],
        mut wishes: Vec<Ast>,
        budget: &Budget,
    ) -> Result<(), ConcretiseError> {
        if wishes.is_empty() {
            return Ok(());
        }
        for _ in 0..MAX_ATTEMPTS {
            if wishes.is_empty() {
                break;
            }
            let assumptions: Vec<Ast> = path.iter().chain(&wishes).copied().collect();
            match self.solver.check(&assumptions, &budget.child(Share::time(TIME_PER_ATTEMPT)))? {
                Outcome::Sat => return Ok(()),
                Outcome::Unsat => {
                    let core: FxHashSet<Ast> = self.solver.unsat_core().into_iter().collect();
                    wishes.retain(|w| !core.contains(w));
                }
                Outcome::Unknown(_) => break,
            }
        }
        self.solver.check(path, budget)?;
        Ok(())
    }
}

/// The n-th of numbers that are far from each other and from zero, and a multiple of all powers
/// of two that matter for addresses.
fn number_apart(terms: &Terms, sort: SortId, n: usize) -> Option<Value> {
    let number = 0x1000_0000 + 0x1_0000 * (n as u64 % 0x8000);
    match terms.sort_of_id(sort) {
        Sort::Int => Some(Value::int(number)),
        Sort::Bv(width) if *width >= 32 => Some(Value::bv(number, *width)),
        Sort::Map { element, .. } => {
            Some(Value::Map(MapValue::constant(number_apart(terms, *element, n)?)))
        }
        _ => None,
    }
}
