//! Constrained Horn clauses to Z3's Spacer: relations, rules, one query, and what it leaves behind.
//!
//! Terms are built in an ordinary [`Z3Solver`] of the same context, so everything that translates to
//! that solver translates to rules. A [`HornSolver`] answers one query: an interrupt spoils the context
//! for others.

use super::context::text;
use super::interrupt::{self, Target};
use super::{Z3Options, Z3Solver};
use crate::{Ast, GaveUp, Outcome, Solver, SolverError};
use lariat_budget::Budget;
use lariat_logic::{SortId, TermId, Terms};
use std::ffi::CStr;
use z3_sys::*;

lariat_logic::index_types! {
    /// A relation of a [`HornSolver`].
    Relation;
}

/// Z3's fixedpoint engine with the rules given so far.
pub struct HornSolver {
    z3: Z3Solver,
    fixedpoint: Z3_fixedpoint,
    relations: Vec<Z3_func_decl>,
    /// After `Unsat`: what the answer says of each relation, as a formula of Z3.
    answer: Option<Z3_ast>,
}

// SAFETY: as for `Z3Solver`: one thread at a time uses the context, because everything that touches it
// takes `&mut self`.
unsafe impl Send for HornSolver {}

impl HornSolver {
    /// No relations and no rules. `parameters` are those of Z3's module `fp`, without that prefix.
    pub fn new(options: &Z3Options, parameters: &[(&str, &str)]) -> Result<Self, SolverError> {
        let mut z3 = Z3Solver::new(options);
        let c = z3.context.ptr;
        // SAFETY: the context is live; the engine's reference is counted before any other call, the
        // parameters' while they are in use.
        let fixedpoint = unsafe {
            let Some(fixedpoint) = Z3_mk_fixedpoint(c) else {
                z3.context.note_error("a fixedpoint engine");
                return Err(rejection(&z3));
            };
            Z3_fixedpoint_inc_ref(c, fixedpoint);
            fixedpoint
        };
        let mut solver = HornSolver { z3, fixedpoint, relations: Vec::new(), answer: None };
        solver.set_parameters(parameters);
        solver.z3.refusal()?;
        Ok(solver)
    }

    fn set_parameters(&mut self, parameters: &[(&str, &str)]) {
        let c = self.z3.context.ptr;
        // SAFETY: the parameter set is counted while in use, and the engine is live.
        unsafe {
            let Some(params) = Z3_mk_params(c) else {
                return self.z3.context.note_error("parameters");
            };
            Z3_params_inc_ref(c, params);
            self.z3.context.set_extra(params, "engine", "spacer");
            // The host program decides what Ctrl-C does.
            self.z3.context.set_extra(params, "ctrl_c", "false");
            for (name, value) in parameters {
                self.z3.context.set_extra(params, name, value);
            }
            Z3_fixedpoint_set_params(c, self.fixedpoint, params);
            Z3_params_dec_ref(c, params);
        }
        self.z3.context.check_error("the fixedpoint parameters");
    }

    /// Where terms are built.
    pub fn terms(&mut self) -> &mut dyn Solver {
        &mut self.z3
    }

    /// Declares a relation over values of these sorts.
    pub fn relation(&mut self, terms: &Terms, name: &str, params: &[SortId]) -> Relation {
        let sorts: Vec<Z3_sort> = params.iter().map(|&s| self.z3.sort(terms, s)).collect();
        let number = self.relations.len();
        let symbol = self.z3.context.symbol(&format!("{name}!{number}"));
        let c = self.z3.context.ptr;
        // SAFETY: sorts and symbol are live, the array has the length given; the declaration is kept.
        unsafe {
            let bool_sort = Z3_mk_bool_sort(c).expect("Z3 has a Boolean sort");
            let decl = Z3_mk_func_decl(c, symbol, sorts.len() as u32, sorts.as_ptr(), bool_sort)
                .expect("Z3 declares a relation");
            self.z3.context.keep(decl.cast());
            Z3_fixedpoint_register_relation(c, self.fixedpoint, decl);
            self.relations.push(decl);
        }
        self.z3.context.check_error("a relation");
        Relation::from(number)
    }

    /// That these values are in the relation.
    pub fn apply(&mut self, terms: &Terms, relation: Relation, args: &[Ast]) -> Ast {
        let decl = self.relations[relation.index()];
        let asts = self.z3.asts(args);
        // SAFETY: the arguments are live, and Z3 checks number and sorts.
        let ast = unsafe { Z3_mk_app(self.z3.context.ptr, decl, asts.len() as u32, asts.as_ptr()) };
        self.z3.handle(terms, ast, Terms::BOOL, super::Shape::Other, || "a relation".to_owned())
    }

    /// For all values of `vars` (constants): if everything in `body` holds, so does `head`.
    pub fn rule(&mut self, vars: &[Ast], body: &[Ast], head: Ast) {
        let bound = self.z3.asts(vars);
        let body = self.z3.asts(body);
        let head = self.z3.asts(&[head])[0];
        let c = self.z3.context.ptr;
        // SAFETY: all terms are live, all arrays have the lengths given, results are kept before the
        // next call.
        let added = unsafe {
            (|| {
                let conjunction = Z3_mk_and(c, body.len() as u32, body.as_ptr())?;
                self.z3.context.keep(conjunction);
                let mut rule = Z3_mk_implies(c, conjunction, head)?;
                self.z3.context.keep(rule);
                if !bound.is_empty() {
                    let apps: Vec<Z3_app> =
                        bound.iter().map(|&v| Z3_to_app(c, v)).collect::<Option<_>>()?;
                    let count = apps.len() as u32;
                    let none = std::ptr::null();
                    rule = Z3_mk_forall_const(c, 0, count, apps.as_ptr(), 0, none, rule)?;
                    self.z3.context.keep(rule);
                }
                Some(rule)
            })()
        };
        let Some(rule) = added else { return self.z3.context.note_error("a rule") };
        // SAFETY: rule and engine are live.
        unsafe { Z3_fixedpoint_add_rule(c, self.fixedpoint, rule, None) };
        self.z3.context.check_error("a rule");
    }

    /// Is there a value in the relation? `Sat` says so, `Unsat` that it is empty.
    pub fn query(&mut self, relation: Relation, budget: &Budget) -> Result<Outcome, SolverError> {
        self.z3.refusal()?;
        let c = self.z3.context.ptr;
        let decl = self.relations[relation.index()];
        let fixedpoint = self.fixedpoint;
        let (verdict, stop) = interrupt::under(budget, Target::Context(c), || {
            // SAFETY: engine and relation are live.
            unsafe { Z3_fixedpoint_query_relations(c, fixedpoint, 1, &decl) }
        });
        let error = self.z3.context.last_error();
        let outcome = match (verdict, stop) {
            (Z3_L_TRUE, None) if error.is_none() => Outcome::Sat,
            (Z3_L_FALSE, None) if error.is_none() => Outcome::Unsat,
            (_, Some(stop)) => Outcome::Unknown(stop.into()),
            (_, None) => Outcome::Unknown(GaveUp::said(error.unwrap_or_else(|| {
                // SAFETY: the string is copied before the next call.
                unsafe { text(Z3_fixedpoint_get_reason_unknown(c, self.fixedpoint)) }
            }))),
        };
        if outcome == Outcome::Unsat {
            // SAFETY: the answer is kept before the next call.
            unsafe {
                self.answer = Z3_fixedpoint_get_answer(c, self.fixedpoint);
                if let Some(answer) = self.answer {
                    self.z3.context.keep(answer);
                }
            }
        }
        Ok(outcome)
    }

    /// After `Unsat`: a formula over `params` (one term per parameter) that holds of everything in the
    /// relation. All these formulas together are closed under the rules. `None` if the engine says
    /// nothing about the relation, or in words that have no counterpart here.
    pub fn certificate(
        &mut self,
        terms: &mut Terms,
        relation: Relation,
        params: &[TermId],
    ) -> Option<TermId> {
        let decl = self.relations[relation.index()];
        self.z3.definition_of(terms, self.answer?, decl, params)
    }

    /// After `Sat`: for each relation, the most facts of it on one branch of the derivation.
    pub fn depths(&mut self) -> Option<Vec<(Relation, u32)>> {
        let c = self.z3.context.ptr;
        // SAFETY: the answer is kept before the next call, hence its parts are live.
        let proof = unsafe {
            let answer = Z3_fixedpoint_get_answer(c, self.fixedpoint)?;
            self.z3.context.keep(answer);
            answer
        };
        self.z3.derivation_depths(proof, &self.relations)
    }

    /// The rules in Z3's own syntax, for debugging.
    pub fn show(&mut self) -> String {
        let c = self.z3.context.ptr;
        // SAFETY: the string is copied before the next call.
        unsafe { text(Z3_fixedpoint_to_string(c, self.fixedpoint, 0, std::ptr::null_mut())) }
    }
}

fn rejection(z3: &Z3Solver) -> SolverError {
    let reason = z3.context.error.clone().unwrap_or_default();
    SolverError::Rejected { name: z3.name(), reason }
}

impl Drop for HornSolver {
    fn drop(&mut self) {
        // SAFETY: counted when it was made; nothing uses it afterwards.
        unsafe { Z3_fixedpoint_dec_ref(self.z3.context.ptr, self.fixedpoint) };
    }
}

/// The name of a function.
///
/// # Safety
/// Context and function are live.
pub(super) unsafe fn decl_name(c: Z3_context, decl: Z3_func_decl) -> Option<String> {
    // SAFETY: as the caller promises; the string is copied before the next call.
    unsafe {
        let symbol = Z3_get_decl_name(c, decl)?;
        let pointer = Z3_get_symbol_string(c, symbol);
        (!pointer.is_null()).then(|| CStr::from_ptr(pointer).to_string_lossy().into_owned())
    }
}
