//! Relations: what a procedure does to the state of a rule, as a set of cases.
//!
//! A typestate rule couples its variables with results: `acquire` has taken the lock *and* returned success, or has left
//! the lock alone *and* returned an error. No conjunction of facts about single variables says that. So for each procedure the
//! cases are enumerated that its formula allows: each variable of the rule before and after, and each return code, has
//! one of its literals or another value; a pointer of the rule without literals is equal to a parameter or not.
//! That is the best abstraction over these predicates (Graf, Saïdi, *Construction of abstract state graphs with PVS*, CAV 1997;
//! enumerated by a solver as in Lahiri, Nieuwenhuis, Oliveras, *SMT techniques for fast predicate abstraction*, CAV 2006), and it is
//! made once for each procedure: callees first, with the cases of a callee instead of its code, and again where recursion
//! or a later callee has added cases, until none is new. It begins with no cases at all, so this is the least fixed point.
//!
//! A relation is only a *candidate*: [`infer`](crate::infer) decides whether it holds. So a doubt here (time, an unknown, too many
//! cases) costs a candidate and never a wrong fact.

use super::error_procedures;
use super::flow::{Rule, ValueGroups, is_map};
use crate::candidate::{Candidate, CandidateKind, Origin};
use crate::infer::{NewSolver, Options, callers, ranks};
use lariat_budget::{Budget, Share};
use lariat_logic::{IndexVec, Op, TermId, Terms, VarId};
use lariat_passes::Prepared;
use lariat_program::{CallGraph, ProcId, Program};
use lariat_solver::{Ast, Outcome, Solver, SolverError};
use lariat_vc::{Instantiator, Interface, Templates, assert_axioms_for};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Limits on relations.
#[derive(Clone, Debug)]
pub struct RelationLimits {
    /// Literals of one variable.
    pub literals: usize,
    /// Predicates about one procedure.
    pub components: usize,
    /// Return codes among them.
    pub results: usize,
    /// Cases of one procedure; with more there is no relation for it.
    pub cases: usize,
}

impl Default for RelationLimits {
    fn default() -> Self {
        RelationLimits { literals: 4, components: 10, results: 2, cases: 256 }
    }
}

/// A value at the boundary of a procedure, by its position in the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Before(usize),
    After(usize),
}

/// What a case says one thing about.
#[derive(Clone, Debug)]
enum Component {
    /// Which of these literals a value is; or another.
    Value(Slot, Vec<TermId>),
    /// Whether two values are equal.
    Same(Slot, Slot),
}

/// For each component which of its alternatives: the number of a literal, after these "another"; 0 for equal, 1 for not.
type Case = Vec<u8>;

/// Proposes, for each procedure, the cases that it allows as a postcondition.
pub fn relation_candidates(
    prepared: &mut Prepared,
    limits: &RelationLimits,
    new_solver: &mut NewSolver<'_>,
    options: &Options,
    budget: &Budget,
) -> Result<Vec<Candidate>, SolverError> {
    let is_error = error_procedures(prepared);
    let Some(rule) = Rule::of(prepared, &is_error, limits.literals) else { return Ok(Vec::new()) };
    let groups = ValueGroups::of(&prepared.program, limits.literals);
    let graph = CallGraph::new(&prepared.program);
    let templates = Templates::new(prepared.program.clone(), prepared.entry);
    let components = prepared.program.procedures.ids().map(|p| {
        components(&prepared.program, &templates.interfaces.of[p], p, &rule, &groups, limits)
    });
    let components = IndexVec::from_vec(components.collect());
    let count = prepared.program.procedures.len();
    let mut relations = Relations {
        templates,
        components,
        cases: IndexVec::from_vec(vec![Some(Vec::new()); count]),
        new_solver,
        options,
        budget,
        limit: limits.cases,
    };
    if !relations.run(&graph)? {
        return Ok(Vec::new());
    }
    let Relations { templates, components, cases, .. } = relations;
    let mut candidates = Vec::new();
    for (procedure, cases) in cases.iter_enumerated() {
        let Some(cases) = cases else { continue };
        let interface = &templates.interfaces.of[procedure];
        let writes = &templates.interfaces.effects.writes[procedure];
        let words = Words { interface, writes };
        let formula = words.some_case(&mut prepared.program.terms, &components[procedure], cases);
        if formula != Terms::TRUE {
            let (kind, origin) = (CandidateKind::Post, Origin::Rule);
            let weaker_than = Vec::new();
            candidates.push(Candidate { procedure, kind, formula, origin, weaker_than });
        }
    }
    Ok(candidates)
}

/// What cases of a procedure speak about: first what the failure asks about, then the rest of the state, then results.
fn components(
    program: &Program,
    interface: &Interface,
    p: ProcId,
    rule: &Rule,
    groups: &ValueGroups,
    limits: &RelationLimits,
) -> Vec<Component> {
    let terms = &program.terms;
    let before = interface.inputs.iter().enumerate().map(|(i, &v)| (Slot::Before(i), v));
    let after = interface.outputs.iter().enumerate().map(|(o, &v)| (Slot::After(o), v));
    let slots: Vec<(Slot, VarId)> = before.chain(after).filter(|s| !is_map(terms, s.1)).collect();
    let procedure = &program.procedures[p];
    let (mut asked, mut state, mut results) = (Vec::new(), Vec::new(), Vec::new());
    for &(slot, v) in &slots {
        let of_sort = |t: &&TermId| terms.sort_of(**t) == terms.variable(v).sort;
        if rule.carriers.contains(&v) {
            let literals: Vec<TermId> = rule.literals(v).iter().filter(of_sort).copied().collect();
            let place = if rule.asked.contains(&v) { &mut asked } else { &mut state };
            if !literals.is_empty() {
                place.push(Component::Value(slot, literals));
            } else if program.globals.contains(&v) {
                // A pointer that the rule has remembered: is it one of the parameters?
                let same_sort = |w: VarId| terms.variable(w).sort == terms.variable(v).sort;
                let parameters = slots.iter().filter(|s| procedure.inputs.contains(&s.1));
                let parameters = parameters.filter(|s| same_sort(s.1));
                place.extend(parameters.map(|&(other, _)| Component::Same(slot, other)));
            }
        } else if matches!(slot, Slot::After(_)) && procedure.outputs.contains(&v) {
            let literals: Vec<TermId> =
                groups.literals(v).iter().filter(of_sort).copied().collect();
            if !literals.is_empty() {
                results.push(Component::Value(slot, literals));
            }
        }
    }
    results.truncate(limits.results);
    let room = limits.components.saturating_sub(results.len());
    asked.append(&mut state);
    asked.truncate(room);
    asked.append(&mut results);
    asked
}

/// Relations in the making.
struct Relations<'a> {
    templates: Templates,
    components: IndexVec<ProcId, Vec<Component>>,
    /// The cases found so far; `None` if there is no relation: anything may be.
    cases: IndexVec<ProcId, Option<Vec<Case>>>,
    new_solver: &'a mut NewSolver<'a>,
    options: &'a Options,
    budget: &'a Budget,
    limit: usize,
}

impl Relations<'_> {
    /// Works off the procedures, callees first; false if the budget stopped, so that cases may be missing.
    fn run(&mut self, graph: &CallGraph) -> Result<bool, SolverError> {
        let (callers, rank) = (callers(graph), ranks(graph));
        let mut queue: BTreeSet<(usize, ProcId)> =
            rank.iter_enumerated().map(|(p, &rank)| (rank, p)).collect();
        while let Some((_, p)) = queue.pop_first() {
            let known = self.cases[p].as_ref().map(Vec::len);
            if known.is_some() {
                self.enumerate(p)?;
            }
            if self.budget.stopped().is_some() {
                return Ok(false);
            }
            if self.cases[p].as_ref().map(Vec::len) != known {
                queue.extend(callers[p].iter().map(|&q| (rank[q], q)));
            }
        }
        Ok(true)
    }

    /// Finds all further cases of a procedure, with the cases that its callees have now.
    fn enumerate(&mut self, p: ProcId) -> Result<(), SolverError> {
        let mut solver = (self.new_solver)()?;
        let mut instantiator = Instantiator::new();
        assert_axioms_for(&mut self.templates.program, p, &mut instantiator, &mut *solver);
        let instance = instantiator.instantiate(&mut self.templates, &mut solver, p);
        solver.assert(instance.guard);
        let terms = &self.templates.program.terms;
        let mut formulas = Formulas { solver: &mut *solver, terms, instantiator };
        for (site, values) in instance.template.sites.iter().zip(&instance.sites) {
            if let Some(cases) = &self.cases[site.callee] {
                let components = &self.components[site.callee];
                let alternatives = formulas.alternatives(components, &values.args, &values.results);
                let cases: Vec<Ast> =
                    cases.iter().map(|case| formulas.case(&alternatives, case)).collect();
                let some = formulas.or(&cases);
                let made = formulas.app(Op::Implies, &[values.guard, some]);
                formulas.solver.assert(made);
            }
        }
        let (inputs, outputs) = (&instance.inputs, &instance.outputs);
        let alternatives = formulas.alternatives(&self.components[p], inputs, outputs);
        let mut found = self.cases[p].take().unwrap_or_default();
        found.iter().for_each(|case| formulas.exclude(&alternatives, case));
        loop {
            self.options.pace.keep();
            let budget = self.budget.child(Share::time(self.options.query_time));
            let outcome = formulas.solver.check(&[], &budget)?;
            if outcome == Outcome::Unsat {
                self.cases[p] = Some(found);
                return Ok(());
            }
            // A candidate model will do as well: a case too many makes the relation weaker.
            if !outcome.has_model() || found.len() >= self.limit {
                return Ok(());
            }
            let case = formulas.read(&alternatives)?;
            if found.contains(&case) {
                return Ok(());
            }
            formulas.exclude(&alternatives, &case);
            found.push(case);
        }
    }
}

/// Formulas about cases in a solver.
struct Formulas<'a> {
    solver: &'a mut dyn Solver,
    terms: &'a Terms,
    instantiator: Instantiator,
}

impl Formulas<'_> {
    fn app(&mut self, op: Op, args: &[Ast]) -> Ast {
        self.solver.app(self.terms, &op, args, Terms::BOOL)
    }

    fn or(&mut self, args: &[Ast]) -> Ast {
        match args {
            [] => self.solver.literal(self.terms, &lariat_logic::Value::Bool(false), Terms::BOOL),
            [only] => *only,
            _ => self.app(Op::Or, args),
        }
    }

    fn and(&mut self, args: &[Ast]) -> Ast {
        match args {
            [] => self.solver.literal(self.terms, &lariat_logic::Value::Bool(true), Terms::BOOL),
            [only] => *only,
            _ => self.app(Op::And, args),
        }
    }

    /// The alternatives of each component for these values; exactly one of them is true.
    fn alternatives(
        &mut self,
        components: &[Component],
        before: &[Ast],
        after: &[Ast],
    ) -> Vec<Vec<Ast>> {
        let at = |slot: Slot| match slot {
            Slot::Before(i) => before[i],
            Slot::After(o) => after[o],
        };
        let mut all = Vec::new();
        for component in components {
            let mut equations = Vec::new();
            match component {
                Component::Same(a, b) => equations.push(self.app(Op::Eq, &[at(*a), at(*b)])),
                Component::Value(slot, literals) => {
                    for &literal in literals {
                        let literal =
                            self.instantiator.ground(&mut *self.solver, self.terms, literal);
                        equations.push(self.app(Op::Eq, &[at(*slot), literal]));
                    }
                }
            }
            let mut negations = Vec::new();
            for &equation in &equations {
                negations.push(self.app(Op::Not, &[equation]));
            }
            equations.push(self.and(&negations));
            all.push(equations);
        }
        all
    }

    fn case(&mut self, alternatives: &[Vec<Ast>], case: &Case) -> Ast {
        let chosen: Vec<Ast> =
            alternatives.iter().zip(case).map(|(all, &chosen)| all[usize::from(chosen)]).collect();
        self.and(&chosen)
    }

    fn exclude(&mut self, alternatives: &[Vec<Ast>], case: &Case) {
        let case = self.case(alternatives, case);
        let never = self.app(Op::Not, &[case]);
        self.solver.assert(never);
    }

    /// The case of the model.
    fn read(&mut self, alternatives: &[Vec<Ast>]) -> Result<Case, SolverError> {
        let all: Vec<Ast> = alternatives.iter().flatten().copied().collect();
        let mut truths = self.solver.truths(self.terms, &all)?.into_iter();
        let mut case = Case::new();
        for component in alternatives {
            let truths: Vec<bool> = truths.by_ref().take(component.len()).collect();
            let chosen = truths.iter().position(|&t| t).unwrap_or(component.len() - 1);
            case.push(u8::try_from(chosen).unwrap_or(u8::MAX));
        }
        Ok(case)
    }
}

/// Cases as a formula of the program.
struct Words<'a> {
    interface: &'a Interface,
    writes: &'a FxHashSet<VarId>,
}

impl Words<'_> {
    fn slot(&self, terms: &mut Terms, slot: Slot) -> TermId {
        match slot {
            Slot::After(o) => terms.var(self.interface.outputs[o]),
            Slot::Before(i) => {
                let v = self.interface.inputs[i];
                let now = terms.var(v);
                if self.writes.contains(&v) { terms.old(now) } else { now }
            }
        }
    }

    fn some_case(&self, terms: &mut Terms, components: &[Component], cases: &[Case]) -> TermId {
        let mut alternatives: Vec<Vec<TermId>> = Vec::new();
        for component in components {
            let mut equations = Vec::new();
            match component {
                Component::Same(a, b) => {
                    let (a, b) = (self.slot(terms, *a), self.slot(terms, *b));
                    equations.push(terms.eq(a, b));
                }
                Component::Value(slot, literals) => {
                    let value = self.slot(terms, *slot);
                    equations.extend(literals.iter().map(|&literal| terms.eq(value, literal)));
                }
            }
            let negations: Vec<TermId> = equations.iter().map(|&e| terms.not(e)).collect();
            equations.push(terms.and(&negations));
            alternatives.push(equations);
        }
        let mut formulas = Vec::new();
        for case in cases {
            let chosen: Vec<TermId> =
                alternatives.iter().zip(case).map(|(all, &i)| all[usize::from(i)]).collect();
            formulas.push(terms.and(&chosen));
        }
        terms.or(&formulas)
    }
}
