//! Proofs of unsatisfiability, for checkers that trust nobody.
//!
//! A search asks many questions; a proof is about one. So the final clauses are refuted once
//! more by a solver that tells every step, and the steps are written down with numbers of our
//! own: the clauses in the order of the DIMACS file, then what is derived from them.

use super::{Cadical, Outcome, SatSolver};
use cadical_sys::ProofTracer;
use lariat_budget::Budget;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

/// How proofs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ProofFormat {
    /// Clauses that follow by unit propagation, and deletions.
    #[default]
    Drat,
    /// The same with numbers, and for each clause the clauses that it follows from.
    Lrat,
}

impl ProofFormat {
    /// Both, with their names and what users are told about them.
    pub const TABLE: &[(ProofFormat, &str, &str)] = &[
        (ProofFormat::Drat, "drat", "Clauses that follow by unit propagation"),
        (ProofFormat::Lrat, "lrat", "The same with the clauses that each follows from"),
    ];
}

/// The steps of a refutation as text.
struct Steps {
    format: ProofFormat,
    text: String,
    /// Our numbers for the solver's.
    numbers: FxHashMap<i64, usize>,
    last: usize,
    /// The clauses of the query come first.
    originals: usize,
    count: usize,
    finished: bool,
    /// A step that unit propagation does not justify.
    beyond: bool,
}

impl Steps {
    fn line<T: std::fmt::Display>(&mut self, items: impl IntoIterator<Item = T>, end: &str) {
        for item in items {
            let _ = write!(self.text, "{item} ");
        }
        self.text.push_str(end);
    }

    fn known(&self, ids: &[i64]) -> Vec<usize> {
        ids.iter().filter_map(|id| self.numbers.get(id).copied()).collect()
    }
}

impl ProofTracer for Steps {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        if !restored {
            self.originals += 1;
            self.numbers.insert(id, self.originals);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _: bool,
        witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        if self.finished {
            return;
        }
        self.beyond |= witness != 0;
        self.last += 1;
        let number = self.last;
        self.numbers.insert(id, number);
        if self.format == ProofFormat::Lrat {
            self.line([number], "");
            self.line(clause, "0 ");
            let reasons = self.known(antecedents);
            self.line(reasons, "0\n");
        } else {
            self.line(clause, "0\n");
        }
        self.count += 1;
        self.finished = clause.is_empty();
    }

    fn delete_clause(&mut self, id: i64, _: bool, clause: &[i32]) {
        let Some(number) = self.numbers.remove(&id) else { return };
        if self.finished {
            return;
        }
        if self.format == ProofFormat::Lrat {
            let last = self.last;
            let _ = writeln!(self.text, "{last} d {number} 0");
        } else if clause.len() > 1 {
            // Units stay: a checker that propagates them at once never needs them deleted.
            self.text.push_str("d ");
            self.line(clause, "0\n");
        }
    }

    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

/// The proof that the clauses have no model.
pub fn refutation(
    clauses: &[Vec<i32>],
    format: ProofFormat,
    budget: &Budget,
) -> Result<String, &'static str> {
    let steps = Rc::new(RefCell::new(Steps {
        format,
        text: String::new(),
        numbers: FxHashMap::default(),
        last: clauses.len(),
        originals: 0,
        count: 0,
        finished: false,
        beyond: false,
    }));
    let mut solver = Cadical::told_to(Rc::clone(&steps), budget.clone());
    for clause in clauses {
        solver.add_clause(clause);
    }
    let outcome = solver.solve(&[]);
    drop(solver);
    let steps = Rc::try_unwrap(steps).map_err(|_| "the solver did not end its proof")?.into_inner();
    match outcome {
        Outcome::Unsat if steps.finished && !steps.beyond => Ok(steps.text),
        Outcome::Unsat => Err("the solver took a step that has no such proof"),
        Outcome::Sat => Err("the second run found a model"),
        Outcome::Stopped => Err("no time was left for the proof"),
    }
}
