//! Instances of quantifiers at the values of a model and next to them.
//!
//! A solver that is not sure of a model has not tried some instance that rules it out, more often than not one at a value
//! that the model itself speaks about. An instance of what holds for all values holds, so adding some loses no execution.

use crate::symbolic::PathFormula;
use lariat_logic::{BinderKind, Op, SortId, Substitution, Term, TermId, Terms, Value, VarId};
use lariat_program::interpreter::Candidates;
use rustc_hash::FxHashSet;

/// So often more instances are added.
const MAX_ROUNDS: u32 = 4;
/// So many instances of one quantifier are added at once.
const MAX_INSTANCES: usize = 150;
/// More instances in all than this cost a solver minutes: then only the triggers say which ones matter.
const MAX_IN_ALL: usize = 600;

/// Instances that were added so far.
#[derive(Default)]
pub(crate) struct Instances {
    rounds: u32,
    added: FxHashSet<TermId>,
    /// Whether they were too many to be tried.
    too_many: bool,
}

/// What holds on the path for all values, or by an axiom: the variables and the body of each quantifier.
fn universal(formula: &PathFormula, axioms: &[TermId]) -> Vec<(Vec<VarId>, TermId)> {
    let mut universal = Vec::new();
    let mut stack: Vec<TermId> = axioms.to_vec();
    stack.extend(formula.constraints.iter().map(|c| c.1));
    while let Some(id) = stack.pop() {
        match formula.terms.get(id) {
            Term::App(Op::And, args) => stack.extend(args.iter().copied()),
            Term::Bind(binder) if binder.kind == BinderKind::Forall => {
                universal.push((binder.vars.clone(), binder.body));
            }
            _ => {}
        }
    }
    universal
}

impl Instances {
    /// Whether only triggers say which instances matter, and the solver has looked at those: there are too many values to try, and
    /// whoever wrote the quantifiers gave each of them triggers.
    pub fn are_left_to_triggers(&self, formula: &PathFormula, axioms: &[TermId]) -> bool {
        let terms = &formula.terms;
        let formulas = axioms.iter().copied().chain(formula.constraints.iter().map(|c| c.1));
        self.too_many && formulas.into_iter().all(|id| terms.quantifiers_have_triggers(id))
    }

    /// More instances of what holds on the path, and of axioms; none if there is nothing new, or it was tried often enough.
    pub fn next(
        &mut self,
        formula: &mut PathFormula,
        axioms: &[TermId],
        candidates: &Candidates,
    ) -> Vec<TermId> {
        self.rounds += 1;
        if self.rounds > MAX_ROUNDS {
            return Vec::new();
        }
        let universal = universal(formula, axioms);
        let terms = &mut formula.terms;
        let values = |sort| candidates.get(&sort).map_or(0, |values| values.len());
        let count = |vars: &[VarId]| {
            let rows = vars.iter().map(|&v| values(terms.variable(v).sort).max(1));
            rows.fold(1, usize::saturating_mul).min(MAX_INSTANCES)
        };
        self.too_many |= universal.iter().map(|u| count(&u.0)).sum::<usize>() > MAX_IN_ALL;
        if self.too_many {
            return Vec::new();
        }
        let mut more = Vec::new();
        for (vars, body) in universal {
            let mut rows: Vec<Vec<TermId>> = vec![Vec::new()];
            for &var in &vars {
                let values = literals(terms, terms.variable(var).sort, candidates);
                rows = rows
                    .iter()
                    .flat_map(|row| values.iter().map(|&v| [row.as_slice(), &[v]].concat()))
                    .take(MAX_INSTANCES)
                    .collect();
            }
            for row in rows {
                let mut substitution = Substitution::new();
                for (&var, value) in vars.iter().zip(row) {
                    substitution.set(var, value);
                }
                let instance = terms.substitute(body, &mut substitution);
                if instance != Terms::TRUE && self.added.insert(instance) {
                    more.push(instance);
                }
            }
        }
        more
    }
}

/// The candidates of a sort that can be written in a formula.
fn literals(terms: &mut Terms, sort: SortId, candidates: &Candidates) -> Vec<TermId> {
    let values = candidates.get(&sort).map_or(&[][..], Vec::as_slice);
    let plain = |v: &&Value| {
        matches!(v, Value::Int(_) | Value::Bool(_) | Value::Real(_) | Value::Bv { .. })
    };
    values.iter().filter(plain).map(|v| terms.literal(v.clone())).collect()
}
