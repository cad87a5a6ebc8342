//! The check of a proof: are the summaries closed under the program?
//!
//! By induction on executions. A procedure's body, with what its calls' summaries say of them, must imply
//! its own summary; that of the entry is that it never returns. A loop may have an invariant: it must hold
//! when the loop is entered, be kept by each iteration, and imply the summary where the loop is left. The
//! formulas are those of the bounded search, and the solver is an ordinary one: nothing that was done to
//! find the summaries is relied on.

use crate::loops::tail_calls;
use crate::summary::Summary;
use crate::{Proof, SolverFactory};
use lariat_budget::Budget;
use lariat_logic::{TermId, Terms};
use lariat_passes::Prepared;
use lariat_program::{CallGraph, ProcId};
use lariat_solver::{Outcome, SolverError};
use lariat_vc::{Instantiator, Template, Templates, assert_axioms};
use rustc_hash::FxHashMap;

/// What the check of a proof says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The summaries hold, and the entry does not return.
    Proved,
    /// They may not hold, and why.
    Refused(String),
}

/// Checks that the summaries hold of the program and that the entry never returns.
pub fn check_summaries(
    prepared: &Prepared,
    proof: &Proof,
    solver: SolverFactory<'_>,
    budget: &Budget,
) -> Result<Checked, SolverError> {
    let mut program = prepared.program.clone();
    program.terms = proof.terms.clone();
    let reachable = CallGraph::new(&program).reachable(prepared.entry);
    let summaries = proof.summaries.iter().map(|s| (s.procedure, s)).collect();
    let templates = Templates::new(program, prepared.entry);
    let mut checker = Checker { templates, summaries, entry: prepared.entry, solver, budget };
    for p in reachable {
        if let Some(why) = checker.procedure(p)? {
            let name = &checker.templates.program.procedures[p].name;
            return Ok(Checked::Refused(format!("the summary of {name}: {why}")));
        }
    }
    Ok(Checked::Proved)
}

struct Checker<'a> {
    templates: Templates,
    summaries: FxHashMap<ProcId, &'a Summary>,
    entry: ProcId,
    solver: SolverFactory<'a>,
    budget: &'a Budget,
}

impl Checker<'_> {
    /// Why the procedure's summary may not hold, if so.
    fn procedure(&mut self, p: ProcId) -> Result<Option<String>, SolverError> {
        let template = self.templates.get(p);
        let inputs: Vec<TermId> =
            template.inputs.iter().map(|i| self.templates.program.terms.var(i.1)).collect();
        let outputs: Vec<TermId> = template.outputs.iter().map(|o| o.1).collect();
        let summary = self.summaries.get(&p).copied();
        let invariant = summary.and_then(|s| s.invariant.as_ref()).filter(|_| p != self.entry);
        let Some(invariant) = invariant else {
            let own = self.summary_of(p, &inputs, &outputs);
            let mut formulas = self.body(&template, &[]);
            formulas.push(self.templates.program.terms.not(own));
            return self.unsatisfiable(&formulas);
        };
        let Some(tails) = tail_calls(&self.templates.program, &template) else {
            return Ok(Some("an invariant of what is no loop".into()));
        };
        if invariant.first.len() != inputs.len() || invariant.now.len() != inputs.len() {
            return Ok(Some("an invariant over other variables".into()));
        }
        let first: Vec<TermId> =
            invariant.first.iter().map(|&v| self.templates.program.terms.var(v)).collect();
        let terms = &mut self.templates.program.terms;
        let initially = invariant.instance(terms, &first, &first);
        let now = invariant.instance(terms, &first, &inputs);
        let not_initially = terms.not(initially);
        if let Some(why) = self.unsatisfiable(&[not_initially])? {
            return Ok(Some(format!("the invariant does not hold at first: {why}")));
        }
        // What the last call of itself gives back says nothing about how it got there.
        let rest = self.body(&template, &tails);
        for &tail in &tails {
            let site = &template.sites[tail];
            let terms = &mut self.templates.program.terms;
            let next = invariant.instance(terms, &first, &site.args);
            let mut formulas = rest.clone();
            formulas.extend([now, terms.var(site.guard), terms.not(next)]);
            let blocks = template.blocks.iter().filter(|b| b.sites.contains(&tail));
            formulas.extend(blocks.map(|b| terms.var(b.guard)));
            if let Some(why) = self.unsatisfiable(&formulas)? {
                return Ok(Some(format!("the invariant is not kept: {why}")));
            }
        }
        let own = self.summary_of(p, &first, &outputs);
        let terms = &mut self.templates.program.terms;
        let mut formulas = rest;
        formulas.extend([now, terms.not(own)]);
        for &tail in &tails {
            let guard = terms.var(template.sites[tail].guard);
            formulas.push(terms.not(guard));
        }
        self.unsatisfiable(&formulas)
    }

    /// The summary of a procedure for particular values; one that has none may do anything.
    fn summary_of(&mut self, p: ProcId, inputs: &[TermId], outputs: &[TermId]) -> TermId {
        if p == self.entry {
            return Terms::FALSE;
        }
        match self.summaries.get(&p) {
            Some(summary) => {
                let template = self.templates.get(p);
                summary.instance(&mut self.templates.program, &template, inputs, outputs)
            }
            None => Terms::TRUE,
        }
    }

    /// That the procedure is executed, and what its calls, except some, ensure.
    fn body(&mut self, template: &Template, except: &[usize]) -> Vec<TermId> {
        let mut formulas = template.constraints.clone();
        formulas.push(self.templates.program.terms.var(template.guard));
        formulas.extend(template.sources_of_edges(&mut self.templates.program.terms));
        for (s, site) in template.sites.iter().enumerate() {
            if except.contains(&s) {
                continue;
            }
            let results: Vec<TermId> =
                site.results.iter().map(|&v| self.templates.program.terms.var(v)).collect();
            let ensured = self.summary_of(site.callee, &site.args, &results);
            let guard = self.templates.program.terms.var(site.guard);
            formulas.push(self.templates.program.terms.implies(guard, ensured));
        }
        formulas
    }

    /// `None` if the formulas have no model together.
    fn unsatisfiable(&mut self, formulas: &[TermId]) -> Result<Option<String>, SolverError> {
        if formulas.contains(&Terms::FALSE) {
            return Ok(None);
        }
        if let Some(stop) = self.budget.stopped() {
            return Ok(Some(stop.to_string()));
        }
        let mut solver = (self.solver)()?;
        let mut instantiator = Instantiator::new();
        assert_axioms(&mut self.templates.program, &mut instantiator, &mut *solver);
        for &formula in formulas {
            let ast = instantiator.ground(&mut *solver, &self.templates.program.terms, formula);
            solver.assert(ast);
        }
        Ok(match solver.check(&[], self.budget)? {
            Outcome::Unsat => None,
            Outcome::Sat => Some("there is a counterexample".into()),
            Outcome::Unknown(why) => Some(why.to_string()),
        })
    }
}
