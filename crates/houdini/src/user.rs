//! Candidates that the user has written, taken to the procedures of a prepared program.
//!
//! Passes number procedures anew and make several versions of one; the marks in a version say which
//! procedure it comes from. A version that goes wrong ends in the middle of things, so what should hold
//! at a return is not proposed for it.

use crate::candidate::{Candidate, CandidateKind, Origin};
use lariat_logic::{Substitution, TermId, Terms, VarId};
use lariat_lower::{ClauseKind, LoweredCandidate, TemplateVariable, Templates};
use lariat_passes::Prepared;
use lariat_program::{ProcId, Procedure, Program};
use regex::Regex;
use rustc_hash::{FxHashMap, FxHashSet};

/// A template variable whose `{:match}` is no regular expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pattern \"{pattern}\" of the template variable {variable} cannot be read: {reason}")]
pub struct BadPattern {
    /// The variable.
    pub variable: String,
    /// What was written.
    pub pattern: String,
    /// What is wrong with it.
    pub reason: String,
}

/// At most this many instances of one clause are proposed for one procedure.
const MAX_INSTANCES_OF_CLAUSE: usize = 200;

/// For every procedure, that it never returns.
pub fn no_return_candidates(prepared: &Prepared) -> Vec<Candidate> {
    let all = prepared.program.procedures.ids();
    all.map(|p| candidate(p, CandidateKind::Post, Terms::FALSE, Origin::Automatic)).collect()
}

/// Clauses under `{:existential}` constants, for all versions of their procedures.
pub fn existential_candidates(
    prepared: &Prepared,
    candidates: &[LoweredCandidate],
) -> Vec<Candidate> {
    let mut versions: FxHashMap<ProcId, Vec<ProcId>> = FxHashMap::default();
    for (p, procedure) in prepared.program.procedures.iter_enumerated() {
        if let Some(original) = procedure.original() {
            versions.entry(original).or_default().push(p);
        }
    }
    let goes_wrong = versions_that_go_wrong(prepared);
    let mut result = Vec::new();
    for c in candidates {
        let kind = kind_of(c.kind);
        for &p in versions.get(&c.procedure).map_or(&[][..], Vec::as_slice) {
            if kind == CandidateKind::Pre || !goes_wrong.contains(&p) {
                let origin = Origin::Existential(c.constant.clone());
                result.push(candidate(p, kind, c.formula, origin));
            }
        }
    }
    result
}

/// Clauses of `{:template}` procedures, for every procedure and every choice of variables.
pub fn template_candidates(
    prepared: &mut Prepared,
    templates: &Templates,
) -> Result<Vec<Candidate>, BadPattern> {
    let terms = &prepared.program.terms;
    let mut slots = Vec::new();
    for variable in &templates.variables {
        let name = &terms.variable(variable.variable).name;
        let pattern = match &variable.matching {
            None => None,
            Some(pattern) => Some(Regex::new(pattern).map_err(|error| BadPattern {
                variable: name.clone(),
                pattern: pattern.clone(),
                reason: error.to_string(),
            })?),
        };
        slots.push(Slot { variable, pattern });
    }
    let placeholders: FxHashSet<VarId> = templates.variables.iter().map(|v| v.variable).collect();
    let goes_wrong = versions_that_go_wrong(prepared);
    let mut result = Vec::new();
    for p in prepared.program.procedures.ids() {
        let choices: Vec<Vec<VarId>> =
            slots.iter().map(|s| s.choices(&prepared.program, p, &placeholders)).collect();
        for clause in &templates.clauses {
            let kind = kind_of(clause.kind);
            if kind == CandidateKind::Post && goes_wrong.contains(&p) {
                continue;
            }
            for formula in instances(&mut prepared.program.terms, clause.formula, &slots, &choices)
            {
                result.push(candidate(p, kind, formula, Origin::Template));
            }
        }
    }
    Ok(result)
}

fn candidate(procedure: ProcId, kind: CandidateKind, formula: TermId, origin: Origin) -> Candidate {
    Candidate { procedure, kind, formula, origin, weaker_than: Vec::new() }
}

fn kind_of(kind: ClauseKind) -> CandidateKind {
    match kind {
        ClauseKind::Requires => CandidateKind::Pre,
        ClauseKind::Ensures => CandidateKind::Post,
    }
}

fn versions_that_go_wrong(prepared: &Prepared) -> FxHashSet<ProcId> {
    let names: FxHashSet<&str> =
        prepared.modes.error_procedures.iter().map(String::as_str).collect();
    let wrong = |p: &Procedure| names.contains(p.name.as_str());
    prepared.program.procedures.iter_enumerated().filter(|(_, p)| wrong(p)).map(|p| p.0).collect()
}

/// A template variable with its pattern.
struct Slot<'a> {
    variable: &'a TemplateVariable,
    pattern: Option<Regex>,
}

impl Slot<'_> {
    /// The variables in scope in a procedure that it may stand for.
    fn choices(&self, program: &Program, p: ProcId, placeholders: &FxHashSet<VarId>) -> Vec<VarId> {
        let procedure = &program.procedures[p];
        let sort = program.terms.variable(self.variable.variable).sort;
        let pick = |wanted: bool, vars: &[VarId]| -> Vec<VarId> {
            let vars = if wanted { vars } else { &[] };
            vars.iter().copied().filter(|&v| self.fits(program, v, sort, placeholders)).collect()
        };
        let mut result = pick(self.variable.inputs, &procedure.inputs);
        result.extend(pick(self.variable.outputs, &procedure.outputs));
        result.extend(pick(self.variable.globals, &program.globals));
        result
    }

    fn fits(
        &self,
        program: &Program,
        v: VarId,
        sort: lariat_logic::SortId,
        placeholders: &FxHashSet<VarId>,
    ) -> bool {
        let declared = program.terms.variable(v);
        // What a loop is given has the name of the variable that it is the first value of.
        let name = declared.name.trim_end_matches("#in");
        !placeholders.contains(&v)
            && declared.sort == sort
            && self.pattern.as_ref().is_none_or(|pattern| pattern.is_match(name))
    }
}

/// The formula with every choice for the template variables in it.
fn instances(
    terms: &mut Terms,
    formula: TermId,
    slots: &[Slot<'_>],
    choices: &[Vec<VarId>],
) -> Vec<TermId> {
    let mentioned = terms.variables([formula]);
    let mut formulas = vec![formula];
    for (slot, choices) in slots.iter().zip(choices) {
        let placeholder = slot.variable.variable;
        if !mentioned.contains(&placeholder) {
            continue;
        }
        let mut next = Vec::new();
        for &choice in choices {
            let value = terms.var(choice);
            let mut now = Substitution::new();
            now.set(placeholder, value);
            for &f in formulas.iter().take(MAX_INSTANCES_OF_CLAUSE.saturating_sub(next.len())) {
                next.push(terms.substitute(f, &mut now));
            }
        }
        formulas = next;
    }
    formulas
}
