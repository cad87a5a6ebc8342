//! Candidates from the rule: what procedures do to the state of the property that is checked.
//!
//! The rule of a driver is a small automaton over variables of its own, and every procedure keeps an
//! invariant of it (section 6.1 of the overview paper: candidates derived from the property alone prove
//! most correct drivers). [`flow`] finds these variables and the literals that they are compared with,
//! [`cells`] the places in memory that they pass through. For every procedure that is executed before
//! the failure, the candidates are: bounds and values of each place from the literals, that a place has
//! kept its value or got that of another, and that ranges are kept (`all old(g) in lo..hi ==> g in
//! lo..hi`), which also serves procedures that are called outside of the range.
//!
//! They are a set of their own for a run of its own. Thousands of candidates about few variables are
//! cheap, because one execution refutes many of them and each procedure is asked alone.

mod cells;
mod flow;
mod relations;

pub use relations::{RelationLimits, relation_candidates};

use crate::candidate::{Candidate, CandidateKind, Origin};
use cells::{Cell, cells};
use flow::Rule;
use lariat_logic::{Op, TermId, Terms, VarId};
use lariat_passes::Prepared;
use lariat_program::{CallGraph, Effects, ProcId, Program};
use rustc_hash::FxHashSet;

/// Limits on candidates from the rule.
#[derive(Clone, Debug)]
pub struct RuleLimits {
    /// Literals of variables that exchange values.
    pub literals: usize,
    /// Places of a procedure that candidates speak about.
    pub places: usize,
    /// Places in memory among them.
    pub cells: usize,
    /// Candidates of all procedures together: with more of them, nothing is proposed.
    pub total: usize,
}

impl Default for RuleLimits {
    fn default() -> Self {
        RuleLimits { literals: 6, places: 16, cells: 4, total: 60_000 }
    }
}

/// Proposes candidates about the state of the rule for every procedure that may be executed before it
/// is violated. `None` if the program has no versions that fail, or no state can be made out.
pub fn rule_candidates(prepared: &mut Prepared, limits: &RuleLimits) -> Vec<Candidate> {
    let is_error = error_procedures(prepared);
    let Some(rule) = Rule::of(prepared, &is_error, limits.literals) else { return Vec::new() };
    let program = &mut prepared.program;
    let graph = CallGraph::new(program);
    let effects = Effects::new(program, &graph);
    let cells = cells(program, &graph, &rule, limits.cells);
    let before_failure = executed_before_failure(program, &graph, prepared.entry, &is_error);
    let mut candidates = Vec::new();
    for p in program.procedures.ids().filter(|p| before_failure[p.index()]) {
        let scope = Scope::new(program, &rule, &effects, p, &cells[p.index()], limits.places);
        let mut proposals = Proposals {
            terms: &mut program.terms,
            rule: &rule,
            procedure: p,
            seen: FxHashSet::default(),
            candidates: &mut candidates,
        };
        if p != prepared.entry {
            proposals.at_start(&scope);
        }
        if is_error[p.index()] {
            proposals.at_failure(&scope);
        } else {
            proposals.at_return(&scope);
        }
    }
    if candidates.len() > limits.total { Vec::new() } else { candidates }
}

/// For each procedure whether its return means a failure.
fn error_procedures(prepared: &Prepared) -> Vec<bool> {
    let names: FxHashSet<&str> =
        prepared.modes.error_procedures.iter().map(String::as_str).collect();
    let procedures = &prepared.program.procedures;
    let mut is_error: Vec<bool> =
        procedures.iter().map(|p| names.contains(p.name.as_str())).collect();
    is_error[prepared.entry.index()] = true;
    is_error
}

/// Procedures that an execution may be in before it fails: those that fail, and what they call before
/// they call one that fails. What happens afterwards needs no summary.
fn executed_before_failure(
    program: &Program,
    graph: &CallGraph,
    entry: ProcId,
    is_error: &[bool],
) -> Vec<bool> {
    let mut result = vec![false; program.procedures.len()];
    let mut stack = vec![entry];
    while let Some(p) = stack.pop() {
        if std::mem::replace(&mut result[p.index()], true) {
            continue;
        }
        if !is_error[p.index()] {
            stack.extend(&graph.callees[p]);
            continue;
        }
        let body = &program.procedures[p].body;
        let mut reached = vec![false; body.blocks.len()];
        let mut blocks = vec![lariat_program::BlockId(0)];
        while let Some(b) = blocks.pop() {
            let Some(block) = body.blocks.get(b) else { continue };
            if std::mem::replace(&mut reached[b.index()], true) {
                continue;
            }
            let mut fails = false;
            for call in block.calls() {
                stack.push(call.callee);
                fails = is_error[call.callee.index()];
                if fails {
                    break;
                }
            }
            if !fails {
                blocks.extend(block.successors());
            }
        }
    }
    result
}

/// A part of the state, in the words of a procedure.
#[derive(Clone, Debug)]
struct Place {
    /// The variable, or one whose values it holds.
    var: VarId,
    /// Its value now.
    now: TermId,
    /// Its value when the procedure was called, if it had one.
    before: Option<TermId>,
    /// Whether the procedure changes it.
    changes: bool,
    literals: Vec<TermId>,
    /// Whether its literals are integers.
    ordered: bool,
}

/// What candidates of a procedure can speak about.
struct Scope {
    places: Vec<Place>,
}

impl Scope {
    fn new(
        program: &mut Program,
        rule: &Rule,
        effects: &Effects,
        p: ProcId,
        cells: &[Cell],
        most: usize,
    ) -> Self {
        let mut places = Vec::new();
        let (reads, writes) = (&effects.reads[p], &effects.writes[p]);
        let procedure = &program.procedures[p];
        let carries = |v: &VarId| rule.carriers.contains(v);
        let inputs: Vec<VarId> = procedure.inputs.iter().copied().filter(carries).collect();
        let outputs: Vec<VarId> = procedure.outputs.iter().copied().filter(carries).collect();
        let terms = &mut program.terms;
        let mut add = |terms: &Terms, var: VarId, now, before, changes| {
            let literals = rule.literals(var).to_vec();
            let ordered = terms.sort_of(now) == Terms::INT;
            places.push(Place { var, now, before, changes, literals, ordered });
        };
        for &g in &rule.globals {
            let changes = writes.contains(&g);
            if changes || reads.contains(&g) {
                let now = terms.var(g);
                let before = terms.old(now);
                add(terms, g, now, Some(if changes { before } else { now }), changes);
            }
        }
        for cell in cells {
            let changes = writes.contains(&cell.map);
            let map = terms.var(cell.map);
            let old = if changes { terms.old(map) } else { map };
            let now = terms.app(Op::Select, &[map, cell.index]);
            let before = terms.app(Op::Select, &[old, cell.index]);
            add(terms, cell.holds, now, Some(before), changes);
        }
        for x in inputs {
            let now = terms.var(x);
            add(terms, x, now, Some(now), false);
        }
        for o in outputs {
            let now = terms.var(o);
            add(terms, o, now, None, true);
        }
        places.truncate(most);
        Scope { places }
    }

    /// What there is when the procedure is called.
    fn at_start(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|p| p.before.is_some())
    }
}

/// Candidates of one procedure.
struct Proposals<'a> {
    terms: &'a mut Terms,
    rule: &'a Rule,
    procedure: ProcId,
    seen: FxHashSet<(CandidateKind, TermId)>,
    candidates: &'a mut Vec<Candidate>,
}

impl Proposals<'_> {
    /// In which states the procedure is called.
    fn at_start(&mut self, scope: &Scope) {
        for place in scope.at_start() {
            self.values(CandidateKind::Pre, place, place.now);
        }
    }

    /// From which states the procedure does not fail.
    fn at_failure(&mut self, scope: &Scope) {
        self.post(Terms::FALSE, &[]);
        for ranges in self.ranges(scope) {
            let outside = self.terms.not(ranges.premise);
            self.post(outside, &[]);
        }
        for place in scope.at_start().filter(|p| self.rule.asked.contains(&p.var)) {
            let Some(before) = place.before else { continue };
            for &literal in &place.literals {
                let equal = self.terms.eq(before, literal);
                let differs = self.terms.not(equal);
                self.post(differs, &[]);
            }
        }
    }

    /// What the procedure does to the state.
    fn at_return(&mut self, scope: &Scope) {
        for place in scope.places.iter().filter(|p| p.changes) {
            let same = place.before.map(|before| self.terms.eq(place.now, before));
            if let Some(same) = same {
                self.post(same, &[]);
            }
            self.copies(scope, place);
            self.values(CandidateKind::Post, place, place.now);
            if self.rule.asked.contains(&place.var) {
                self.kept_values(place, same);
            }
        }
        for ranges in self.ranges(scope) {
            for place in scope.places.iter().filter(|p| p.changes && p.ordered) {
                let within = self.within(place.now, ranges.low, ranges.high);
                let keeps = self.terms.implies(ranges.premise, within);
                self.post(keeps, &[within]);
            }
        }
    }

    /// That a place has got the value that another had, where the program has such copies.
    fn copies(&mut self, scope: &Scope, place: &Place) {
        let to = place.var;
        for from in scope.at_start().filter(|p| p.now != place.now) {
            let in_memory =
                place.now != from.now && (is_cell(self.terms, place) || is_cell(self.terms, from));
            let is_copied = self.rule.copied.contains(&(from.var, to))
                || place.before.is_none()
                || in_memory
                || from.before == Some(from.now);
            if let Some(before) = from.before
                && is_copied
                && self.rule.are_related(from.var, to)
                && self.terms.sort_of(before) == self.terms.sort_of(place.now)
            {
                let equal = self.terms.eq(place.now, before);
                self.post(equal, &[]);
            }
        }
    }

    /// That a place that has a literal's value keeps it.
    fn kept_values(&mut self, place: &Place, same: Option<TermId>) {
        let Some(before) = place.before else { return };
        for &literal in &place.literals {
            let (was, is) = (self.terms.eq(before, literal), self.terms.eq(place.now, literal));
            let keeps = self.terms.implies(was, is);
            let implied_by: Vec<TermId> = same.into_iter().chain([is]).collect();
            self.post(keeps, &implied_by);
        }
    }

    /// Bounds of a place, and values that it does not have; together they say which it has.
    fn values(&mut self, kind: CandidateKind, place: &Place, term: TermId) {
        let literals = &place.literals;
        if !place.ordered {
            for &literal in literals {
                let equal = self.terms.eq(term, literal);
                let differs = self.terms.not(equal);
                self.propose(kind, equal, &[]);
                self.propose(kind, differs, &[]);
            }
            return;
        }
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for &literal in literals.iter().rev() {
            let formula = self.terms.app(Op::Le, &[literal, term]);
            self.propose(kind, formula, &above);
            above.push(formula);
        }
        for &literal in literals {
            let formula = self.terms.app(Op::Le, &[term, literal]);
            self.propose(kind, formula, &below);
            below.push(formula);
        }
        if self.rule.asked.contains(&place.var) {
            for &literal in literals {
                let equal = self.terms.eq(term, literal);
                let differs = self.terms.not(equal);
                self.propose(kind, differs, &[]);
            }
        }
    }

    /// Ranges that all places at the start that exchange values with an asked one may be in.
    fn ranges(&mut self, scope: &Scope) -> Vec<Ranges> {
        let ordered: Vec<&Place> =
            scope.at_start().filter(|p| p.ordered && !p.literals.is_empty()).collect();
        let mut result: Vec<Ranges> = Vec::new();
        let Some(first) = ordered.iter().find(|p| self.rule.asked.contains(&p.var)) else {
            return result;
        };
        let related: Vec<&&Place> =
            ordered.iter().filter(|p| self.rule.are_related(p.var, first.var)).collect();
        let Some(&low) = first.literals.first() else { return result };
        for &high in &first.literals {
            let mut all = Vec::new();
            for place in &related {
                if let Some(before) = place.before {
                    all.push(self.within(before, low, high));
                }
            }
            let premise = self.terms.and(&all);
            result.push(Ranges { premise, low, high });
        }
        result
    }

    fn within(&mut self, term: TermId, low: TermId, high: TermId) -> TermId {
        let above = self.terms.app(Op::Le, &[low, term]);
        let below = self.terms.app(Op::Le, &[term, high]);
        self.terms.and(&[above, below])
    }

    fn post(&mut self, formula: TermId, implied_by: &[TermId]) {
        self.propose(CandidateKind::Post, formula, implied_by);
    }

    fn propose(&mut self, kind: CandidateKind, formula: TermId, implied_by: &[TermId]) {
        if formula == Terms::TRUE || !self.seen.insert((kind, formula)) {
            return;
        }
        let mut weaker_than = implied_by.to_vec();
        weaker_than.push(Terms::FALSE);
        weaker_than.retain(|&t| t != formula);
        let (procedure, origin) = (self.procedure, Origin::Rule);
        self.candidates.push(Candidate { procedure, kind, formula, origin, weaker_than });
    }
}

/// That all places of the state are between two literals at the start.
struct Ranges {
    premise: TermId,
    low: TermId,
    high: TermId,
}

fn is_cell(terms: &Terms, place: &Place) -> bool {
    terms.as_var(place.now).is_none()
}
