//! What the engine found out, as summaries of procedures.

use crate::clauses::{Clauses, Shape};
use crate::spacer::Spacer;
use lariat_logic::{Substitution, TermId, Terms, VarId};
use lariat_program::{ProcId, Program};
use lariat_vc::{Template, Templates};
use rustc_hash::FxHashSet;

/// What holds at every return of a procedure.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The procedure.
    pub procedure: ProcId,
    /// A formula over its inputs, outputs, globals (`old` for their values at entry) and constants:
    /// one that may be added to [`Procedure::ensures`](lariat_program::Procedure::ensures).
    pub formula: TermId,
    /// For a loop: what the formula follows from.
    pub invariant: Option<LoopInvariant>,
}

/// What holds whenever the head of a loop is reached, over the values of the inputs of the loop
/// procedure's interface.
#[derive(Clone, Debug)]
pub struct LoopInvariant {
    /// The values with which the loop was entered.
    pub first: Vec<VarId>,
    /// The values now.
    pub now: Vec<VarId>,
    /// The formula, over these variables and constants.
    pub formula: TermId,
}

/// A term for each input and output of an interface, in the words of a contract.
fn contract_terms(program: &mut Program, template: &Template) -> (Vec<TermId>, Vec<TermId>) {
    let globals: FxHashSet<VarId> = program.globals.iter().copied().collect();
    let mut inputs = Vec::new();
    for &(v, _) in &template.inputs {
        let var = program.terms.var(v);
        inputs.push(if globals.contains(&v) { program.terms.old(var) } else { var });
    }
    let outputs = template.outputs.iter().map(|&(v, _)| program.terms.var(v)).collect();
    (inputs, outputs)
}

impl Summary {
    /// The formula for particular values: those passed in and those given back.
    pub(crate) fn instance(
        &self,
        program: &mut Program,
        template: &Template,
        inputs: &[TermId],
        outputs: &[TermId],
    ) -> TermId {
        let globals: FxHashSet<VarId> = program.globals.iter().copied().collect();
        let mut subst = Substitution::new();
        subst.drop_old();
        for (&(v, _), &value) in template.inputs.iter().zip(inputs) {
            if globals.contains(&v) {
                subst.set_old(v, value);
            } else {
                subst.set(v, value);
            }
        }
        for (&(v, _), &value) in template.outputs.iter().zip(outputs) {
            subst.set(v, value);
        }
        program.terms.substitute(self.formula, &mut subst)
    }
}

impl LoopInvariant {
    /// The formula for particular values.
    pub(crate) fn instance(&self, terms: &mut Terms, first: &[TermId], now: &[TermId]) -> TermId {
        let mut subst = Substitution::new();
        let variables = self.first.iter().chain(&self.now);
        for (&v, &value) in variables.zip(first.iter().chain(now)) {
            subst.set(v, value);
        }
        terms.substitute(self.formula, &mut subst)
    }
}

/// The summaries that the engine's answer amounts to. They still have to be checked.
pub(crate) fn read_summaries(
    templates: &mut Templates,
    clauses: &Clauses,
    spacer: &mut Spacer,
) -> Vec<Summary> {
    let shapes = clauses.shapes.iter();
    shapes.map(|(p, shape)| read_summary(templates, *p, shape, spacer)).collect()
}

fn read_summary(
    templates: &mut Templates,
    p: ProcId,
    shape: &Shape,
    spacer: &mut Spacer,
) -> Summary {
    let template = templates.get(p);
    let (inputs, outputs) = contract_terms(&mut templates.program, &template);
    let constants: Vec<TermId> =
        shape.constants.iter().map(|&c| templates.program.terms.var(c)).collect();
    let terms = &mut templates.program.terms;
    let pick =
        |values: &[TermId]| -> Vec<TermId> { shape.inputs.iter().map(|&i| values[i]).collect() };
    // Without a precondition, the procedure may be called anywhere.
    let mut called = |terms: &mut Terms, inputs: &[TermId]| match shape.called {
        Some(relation) => {
            let params = [pick(inputs), constants.clone()].concat();
            spacer.certificate(terms, relation, &params).unwrap_or(Terms::TRUE)
        }
        None => Terms::TRUE,
    };
    let precondition = called(terms, &inputs);
    let mut invariant = None;
    if let Some(relation) = shape.at_head {
        let copies = |terms: &mut Terms| -> Vec<VarId> {
            let sorts = inputs.iter().map(|&t| terms.sort_of(t)).collect::<Vec<_>>();
            sorts.into_iter().map(|sort| terms.declare("head", sort)).collect()
        };
        let (first, now) = (copies(terms), copies(terms));
        let first_terms: Vec<TermId> = first.iter().map(|&v| terms.var(v)).collect();
        let now_terms: Vec<TermId> = now.iter().map(|&v| terms.var(v)).collect();
        let precondition = called(terms, &first_terms);
        let mut params: Vec<TermId> =
            shape.changed.iter().map(|&k| first_terms[shape.inputs[k]]).collect();
        params.extend(pick(&now_terms));
        params.extend(constants.iter().copied());
        let mut held = Vec::new();
        held.extend(spacer.certificate(terms, relation, &params));
        // What no iteration changes is as it was.
        for (k, &i) in shape.inputs.iter().enumerate() {
            if !shape.changed.contains(&k) {
                held.push(terms.eq(first_terms[i], now_terms[i]));
            }
        }
        let held = terms.and(&held);
        let formula = terms.implies(precondition, held);
        invariant = Some(LoopInvariant { first, now, formula });
    }
    let formula = match shape.returns {
        Some(relation) => {
            let results = shape.outputs.iter().map(|&i| outputs[i]);
            let params: Vec<TermId> =
                pick(&inputs).into_iter().chain(constants.clone()).chain(results).collect();
            let returned = spacer.certificate(terms, relation, &params).unwrap_or(Terms::TRUE);
            terms.implies(precondition, returned)
        }
        None => terms.not(precondition),
    };
    Summary { procedure: p, formula, invariant }
}
