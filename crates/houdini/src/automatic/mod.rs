//! Candidates generated from the program.
//!
//! The paper's candidates come from the typestate of the property: for a variable `s` that takes a
//! few values, how a procedure changes it (`old(s) == c1 ==> s == c2`) and when nothing goes wrong
//! (`old(s) == c ==> !error`, here a postcondition `old(s) != c` of the version that goes wrong). Any
//! variable that is given or compared with constants is treated so, parameters of procedures and loops
//! included. Relations are proposed as what is excluded (`old(s) == c1 ==> s != c2`): conjunctions of
//! such clauses make any relation on the values, without disjunctions of subsets.

mod integers;
mod typestate;
mod values;

use crate::candidate::{Candidate, CandidateKind, Origin};
use lariat_logic::{TermId, Terms, VarId};
use lariat_passes::Prepared;
use lariat_program::{Block, CallGraph, CommandKind, Effects, Exit, ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use values::Values;

/// Limits on automatic candidates.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Values of one variable.
    pub values: usize,
    /// Variables of a procedure that are looked at: the global ones, and as many parameters.
    pub variables: usize,
    /// Candidates of one procedure.
    pub per_procedure: usize,
    /// Candidates of all procedures together.
    pub total: usize,
    /// Candidates summed over all calls in the program: what the formulas grow with.
    pub at_calls: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { values: 6, variables: 5, per_procedure: 250, total: 4000, at_calls: 40_000 }
    }
}

/// Proposes candidates for every procedure of a prepared program.
pub fn automatic_candidates(prepared: &mut Prepared, limits: &Limits) -> Vec<Candidate> {
    let program = &prepared.program;
    let graph = CallGraph::new(program);
    let effects = Effects::new(program, &graph);
    let values = Values::new(program, limits.values);
    let names: FxHashSet<&str> =
        prepared.modes.error_procedures.iter().map(String::as_str).collect();
    let is_error: Vec<bool> =
        program.procedures.iter().map(|p| names.contains(p.name.as_str())).collect();
    let globals = globals_by_interest(program, &values, &is_error);
    let calls: usize =
        program.procedures.iter().flat_map(|p| &p.body.blocks).map(|b| b.calls().count()).sum();
    let room =
        (limits.at_calls / calls.max(1)).min(limits.total / program.procedures.len().max(1)).clamp(
            MIN_CANDIDATES_PER_PROCEDURE,
            limits.per_procedure.max(MIN_CANDIDATES_PER_PROCEDURE),
        );
    let choosy = room < limits.per_procedure / 2;
    let moduli = integers::moduli(program);
    let mut candidates = Vec::new();
    for p in prepared.program.procedures.ids() {
        let looking =
            Looking { effects: &effects, values: &values, globals: &globals, choosy, limits };
        let observed = looking.observe(&prepared.program, p);
        let mut proposals = Proposals {
            terms: &mut prepared.program.terms,
            procedure: p,
            has_callers: p != prepared.entry,
            room,
            moduli: &moduli,
            seen: FxHashSet::default(),
            candidates: &mut candidates,
        };
        proposals.post(Terms::FALSE, &[]);
        typestate::propose(&mut proposals, &observed, is_error[p.index()]);
        if !is_error[p.index()] || graph.is_recursive(p) {
            integers::propose(&mut proposals, &observed);
        }
    }
    candidates
}

/// Every procedure may have this many candidates.
const MIN_CANDIDATES_PER_PROCEDURE: usize = 6;

/// A variable with a name for its value, and the values it is known to take.
#[derive(Clone, Debug)]
struct Observed {
    var: VarId,
    values: Vec<TermId>,
    /// Whether it is an integer that some condition asks for.
    is_int: bool,
    /// Integers that it is ordered against.
    bounds: Vec<TermId>,
    /// For an output that goes on from an input (of loops), that input.
    from: Option<VarId>,
}

/// What candidates of a procedure can speak about.
struct Observables {
    inputs: Vec<Observed>,
    outputs: Vec<Observed>,
    /// Globals that the procedure changes.
    changed: Vec<Observed>,
    /// Globals that it only reads.
    read: Vec<Observed>,
}

/// How variables are chosen.
struct Looking<'a> {
    effects: &'a Effects,
    values: &'a Values,
    /// Those of interest, the most interesting first.
    globals: &'a [VarId],
    /// With little room, only variables that never get anything but constants are looked at.
    choosy: bool,
    limits: &'a Limits,
}

impl Looking<'_> {
    fn observe(&self, program: &Program, p: ProcId) -> Observables {
        let Looking { effects, values, globals, limits, .. } = *self;
        let procedure = &program.procedures[p];
        let terms = &program.terms;
        let look = |v: VarId, from: Option<VarId>| Observed {
            var: v,
            values: values.of(terms, v),
            is_int: terms.variable(v).sort == Terms::INT && values.is_asked(v),
            bounds: values.bounds(v).to_vec(),
            from,
        };
        let interesting = |o: &Observed| {
            (!o.values.is_empty() || o.is_int) && (!self.choosy || values.is_settled(o.var))
        };
        let sources = continued_inputs(program, p);
        let take = |vars: &mut dyn Iterator<Item = Observed>| -> Vec<Observed> {
            vars.filter(interesting).take(limits.variables).collect()
        };
        let outputs = procedure.outputs.iter().map(|&v| look(v, sources.get(&v).copied()));
        let writes = &effects.writes[p];
        let read = |v: &&VarId| effects.reads[p].contains(v) && !writes.contains(v);
        Observables {
            inputs: take(&mut procedure.inputs.iter().map(|&v| look(v, None))),
            outputs: take(&mut outputs.into_iter()),
            changed: take(
                &mut globals.iter().filter(|v| writes.contains(v)).map(|&v| look(v, None)),
            ),
            read: take(&mut globals.iter().filter(read).map(|&v| look(v, None))),
        }
    }
}

/// Outputs that start as a copy of an input, as those of loops do.
fn continued_inputs(program: &Program, p: ProcId) -> FxHashMap<VarId, VarId> {
    let procedure = &program.procedures[p];
    let mut result = FxHashMap::default();
    for command in procedure.body.blocks.iter().take(1).flat_map(|b| &b.commands) {
        if let CommandKind::Assign(pairs) = &command.kind {
            for (v, t) in pairs {
                if let Some(input) = program.terms.as_var(*t)
                    && procedure.inputs.contains(&input)
                    && procedure.outputs.contains(v)
                {
                    result.insert(*v, input);
                }
            }
        }
    }
    for &v in &procedure.outputs {
        let name = format!("{}#in", program.terms.variable(v).name);
        let of_name = |i: &&VarId| program.terms.variable(**i).name == name;
        if let Some(&input) = procedure.inputs.iter().find(of_name) {
            result.entry(v).or_insert(input);
        }
    }
    result
}

/// Globals of which something is asked: first those that only get constants, and among them those
/// that failing conditions speak about.
fn globals_by_interest(program: &Program, values: &Values, is_error: &[bool]) -> Vec<VarId> {
    let mut interest: FxHashMap<VarId, usize> = FxHashMap::default();
    for (p, procedure) in program.procedures.iter_enumerated() {
        let ends = |b: &&Block| is_error[p.index()] && b.exit == Exit::Return;
        for block in procedure.body.blocks.iter().filter(ends) {
            for command in &block.commands {
                if let CommandKind::Assume(t) = command.kind {
                    for v in program.terms.variables([t]) {
                        *interest.entry(v).or_default() += 1;
                    }
                }
            }
        }
    }
    let mut globals: Vec<VarId> =
        program.globals.iter().copied().filter(|&v| values.is_asked(v)).collect();
    globals.sort_by_key(|v| {
        let failing = interest.get(v).copied().unwrap_or(0);
        std::cmp::Reverse((values.is_settled(*v), failing))
    });
    globals
}

/// Candidates of one procedure, while there is room.
struct Proposals<'a> {
    terms: &'a mut Terms,
    procedure: ProcId,
    has_callers: bool,
    room: usize,
    /// What remainders are taken of.
    moduli: &'a [TermId],
    seen: FxHashSet<(CandidateKind, TermId)>,
    candidates: &'a mut Vec<Candidate>,
}

impl Proposals<'_> {
    fn post(&mut self, formula: TermId, implied_by: &[TermId]) {
        self.propose(CandidateKind::Post, formula, implied_by);
    }

    fn pre(&mut self, formula: TermId, implied_by: &[TermId]) {
        if self.has_callers {
            self.propose(CandidateKind::Pre, formula, implied_by);
        }
    }

    fn propose(&mut self, kind: CandidateKind, formula: TermId, implied_by: &[TermId]) {
        if self.room == 0 || formula == Terms::TRUE || !self.seen.insert((kind, formula)) {
            return;
        }
        self.room -= 1;
        let mut weaker_than: Vec<TermId> = implied_by.to_vec();
        if formula != Terms::FALSE {
            weaker_than.push(Terms::FALSE);
        }
        weaker_than.retain(|&t| t != formula);
        self.candidates.push(Candidate {
            procedure: self.procedure,
            kind,
            formula,
            origin: Origin::Automatic,
            weaker_than,
        });
    }

    fn has_room(&self) -> bool {
        self.room > 0
    }

    fn var(&mut self, v: VarId) -> TermId {
        self.terms.var(v)
    }

    fn old(&mut self, v: VarId) -> TermId {
        let t = self.terms.var(v);
        self.terms.old(t)
    }

    fn is(&mut self, x: TermId, value: TermId) -> TermId {
        self.terms.eq(x, value)
    }

    fn is_not(&mut self, x: TermId, value: TermId) -> TermId {
        let equal = self.terms.eq(x, value);
        self.terms.not(equal)
    }

    fn is_one_of(&mut self, x: TermId, values: &[TermId]) -> TermId {
        let equal: Vec<TermId> = values.iter().map(|&c| self.terms.eq(x, c)).collect();
        self.terms.or(&equal)
    }
}
