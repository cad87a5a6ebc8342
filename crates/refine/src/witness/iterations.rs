//! What loops do to cells, proposed from one of their iterations.
//!
//! A loop procedure runs any number of iterations; what it does to a cell it does in the iteration in
//! which its counter is the witness. So from the terms that an iteration assigns and the conditions in
//! it, taken at `counter = witness`, come candidates of the form "if the counter has passed the witness,
//! then …; otherwise nothing has changed". Houdini keeps what is inductive.

use super::errors::{continued, is_loop};
use super::linear::Linear;
use lariat_houdini::{Candidate, CandidateKind, Origin};
use lariat_logic::{Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{
    BlockId, CallGraph, CommandKind, Effects, ProcId, Program, topological_blocks,
};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

/// At most so many conditions, changed variables and candidates of one loop.
const MAX_CONDITIONS: usize = 12;
const MAX_CHANGED_VARIABLES: usize = 8;
const MAX_CANDIDATES: usize = 400;

/// Candidates for all loops.
pub(crate) fn iteration_candidates(program: &mut Program, witnesses: &[VarId]) -> Vec<Candidate> {
    let effects = Effects::new(program, &CallGraph::new(program));
    let mut candidates = Vec::new();
    for id in program.procedures.ids() {
        if !is_loop(program, id) {
            continue;
        }
        let writes: FxHashSet<VarId> = effects.writes[id].iter().copied().collect();
        let iteration = Iteration::of(program, id, &writes);
        let formulas = iteration.propose(program, witnesses);
        candidates.extend(formulas.into_iter().map(|formula| Candidate {
            procedure: id,
            kind: CandidateKind::Post,
            formula,
            origin: Origin::Automatic,
            weaker_than: Vec::new(),
        }));
    }
    candidates
}

/// A variable that goes up or down by the same number in each iteration.
struct Counter {
    input: VarId,
    output: VarId,
    step: BigInt,
}

/// One iteration, in terms of the state at its start.
struct Iteration {
    counters: Vec<Counter>,
    /// Integers that change: at the start of the loop, and at its end.
    changed: Vec<(TermId, TermId)>,
    /// What is assigned to them: which, and the terms.
    assigned: Vec<(usize, TermId)>,
    conditions: Vec<TermId>,
    /// Integers that stay as they are and may be compared with.
    fixed: Vec<TermId>,
    /// Names of the values at the start of an iteration, and those at the start of the loop.
    start: Vec<(VarId, TermId)>,
    known: FxHashSet<VarId>,
}

type Environment = FxHashMap<VarId, Option<TermId>>;

impl Iteration {
    fn of(program: &mut Program, id: ProcId, writes: &FxHashSet<VarId>) -> Iteration {
        let outputs = continued(program, id);
        let procedure = &program.procedures[id];
        let inputs = procedure.inputs.clone();
        let mut changed = Vec::new();
        let mut start = Vec::new();
        let mut which: FxHashMap<VarId, usize> = FxHashMap::default();
        let globals: Vec<VarId> =
            program.globals.iter().copied().filter(|g| writes.contains(g)).collect();
        let is_int = |program: &Program, v: VarId| program.terms.variable(v).sort == Terms::INT;
        for g in globals {
            let now = program.terms.var(g);
            let old = program.terms.old(now);
            start.push((g, old));
            if is_int(program, g) && changed.len() < MAX_CHANGED_VARIABLES {
                which.insert(g, changed.len());
                changed.push((old, now));
            }
        }
        for (&input, output) in inputs.iter().zip(&outputs) {
            let Some(output) = *output else { continue };
            let (old, now) = (program.terms.var(input), program.terms.var(output));
            if is_int(program, output) && changed.len() < MAX_CHANGED_VARIABLES {
                which.insert(output, changed.len());
                changed.push((old, now));
            }
        }
        let fixed = fixed_integers(program, id, writes, &outputs);
        let known: FxHashSet<VarId> =
            program.globals.iter().chain(&program.constants).chain(&inputs).copied().collect();
        let mut iteration = Iteration {
            counters: Vec::new(),
            changed,
            assigned: Vec::new(),
            conditions: Vec::new(),
            fixed,
            start,
            known,
        };
        iteration.follow(program, id, &which, &inputs, &outputs);
        iteration
    }

    /// Executes one iteration symbolically, as far as that goes without cases.
    fn follow(
        &mut self,
        program: &mut Program,
        id: ProcId,
        which: &FxHashMap<VarId, usize>,
        inputs: &[VarId],
        outputs: &[Option<VarId>],
    ) {
        let body = program.procedures[id].body.clone();
        let mut at_start: FxHashMap<BlockId, Environment> = FxHashMap::default();
        at_start.insert(BlockId(0), Environment::default());
        let mut steps: Vec<Option<BigInt>> = vec![None; inputs.len()];
        let mut first = true;
        for block in topological_blocks(&body) {
            let Some(mut environment) = at_start.remove(&block) else { continue };
            for command in &body.blocks[block].commands {
                match &command.kind {
                    CommandKind::Assume(condition) => {
                        let condition = value(program, &environment, *condition);
                        if let Some(condition) = condition
                            && self.conditions.len() < MAX_CONDITIONS
                            && !self.conditions.contains(&condition)
                        {
                            self.conditions.push(condition);
                        }
                    }
                    CommandKind::Assign(pairs) => {
                        let values: Vec<(VarId, Option<TermId>)> = pairs
                            .iter()
                            .map(|&(v, t)| (v, value(program, &environment, t)))
                            .collect();
                        for (var, value) in values {
                            if let (Some(&number), Some(value)) = (which.get(&var), value) {
                                self.assigned.push((number, value));
                            }
                            environment.insert(var, value);
                        }
                    }
                    CommandKind::Havoc(vars) => {
                        for &v in vars.iter().filter(|v| !is_anything(program, **v)) {
                            environment.insert(v, None);
                        }
                    }
                    CommandKind::Call(call) if call.callee == id => {
                        for (k, &arg) in call.args.iter().enumerate() {
                            let step = value(program, &environment, arg)
                                .and_then(|t| step_of(&program.terms, t, inputs[k]));
                            if first {
                                steps[k] = step;
                            } else if steps[k] != step {
                                steps[k] = None;
                            }
                        }
                        first = false;
                    }
                    CommandKind::Call(call) => {
                        let globals = &program.procedures[call.callee].modifies;
                        for &v in call.results.iter().chain(globals) {
                            environment.insert(v, None);
                        }
                    }
                    CommandKind::Assert(_) | CommandKind::Mark(_) => {}
                }
            }
            for &next in body.blocks[block].successors() {
                match at_start.get_mut(&next) {
                    Some(known) => join(known, &environment),
                    None => {
                        at_start.insert(next, environment.clone());
                    }
                }
            }
        }
        for ((&input, output), step) in inputs.iter().zip(outputs).zip(steps) {
            if let (Some(output), Some(step)) = (*output, step)
                && !step.is_zero()
            {
                self.counters.push(Counter { input, output, step });
            }
        }
    }

    fn propose(&self, program: &mut Program, witnesses: &[VarId]) -> Vec<TermId> {
        let mut found: Vec<TermId> = Vec::new();
        self.about_counters(program, &mut found);
        self.about_changes(program, &mut found);
        for counter in &self.counters {
            for &witness in witnesses {
                self.about_witness(program, counter, witness, &mut found);
            }
        }
        let mut seen = FxHashSet::default();
        found.retain(|&f| f != Terms::TRUE && f != Terms::FALSE && seen.insert(f));
        found.truncate(MAX_CANDIDATES);
        found
    }

    /// Counters move together, and the last iteration began within the bounds of the loop.
    fn about_counters(&self, program: &mut Program, found: &mut Vec<TermId>) {
        let terms = &mut program.terms;
        for (n, a) in self.counters.iter().enumerate() {
            let (old, now) = (terms.var(a.input), terms.var(a.output));
            found.push(match a.step.is_negative() {
                true => terms.app(Op::Le, &[now, old]),
                false => terms.app(Op::Le, &[old, now]),
            });
            for b in &self.counters[n + 1..] {
                let (other_old, other_now) = (terms.var(b.input), terms.var(b.output));
                let moved = |terms: &mut Terms, now: TermId, old: TermId, by: &BigInt| {
                    let distance = terms.app(Op::Sub, &[now, old]);
                    let by = terms.int(by.clone());
                    terms.app(Op::Mul, &[distance, by])
                };
                let left = moved(terms, now, old, &b.step);
                let right = moved(terms, other_now, other_old, &a.step);
                found.push(terms.eq(left, right));
            }
            let still = terms.eq(old, now);
            for &condition in &self.conditions {
                let variables = terms.variables([condition]);
                let only = variables.iter().all(|v| {
                    *v == a.input
                        || (self.known.contains(v)
                            && !self.start.iter().any(|s| s.0 == *v)
                            && !self.counters.iter().any(|c| c.input == *v))
                });
                if !only || !variables.contains(&a.input) {
                    continue;
                }
                let step = terms.int(-a.step.clone());
                let before = terms.add(now, step);
                let mut substitution = Substitution::new();
                substitution.set(a.input, before);
                let held = terms.substitute(condition, &mut substitution);
                found.push(terms.or(&[still, held]));
            }
        }
    }

    /// What only grows, only shrinks, or stays at a number.
    fn about_changes(&self, program: &mut Program, found: &mut Vec<TermId>) {
        let terms = &mut program.terms;
        for (number, &(old, now)) in self.changed.iter().enumerate() {
            found.push(terms.app(Op::Le, &[old, now]));
            found.push(terms.app(Op::Le, &[now, old]));
            for literal in self.literals(terms, number) {
                let (was, is) = (terms.eq(old, literal), terms.eq(now, literal));
                found.push(terms.implies(was, is));
            }
        }
    }

    /// Literals that are assigned to a variable.
    fn literals(&self, terms: &Terms, number: usize) -> Vec<TermId> {
        let mut literals = Vec::new();
        for (_, term) in self.assigned.iter().filter(|a| a.0 == number) {
            for leaf in leaves(terms, *term) {
                if terms.as_literal(leaf).is_some() && !literals.contains(&leaf) {
                    literals.push(leaf);
                }
            }
        }
        literals
    }

    fn about_witness(
        &self,
        program: &mut Program,
        counter: &Counter,
        witness: VarId,
        found: &mut Vec<TermId>,
    ) {
        let inside = passed(&mut program.terms, counter, witness);
        let outside = program.terms.not(inside);
        let mut at_witness = self.at_witness(&mut program.terms, counter, witness);
        let terms = &mut program.terms;
        for (old, now) in self.changed.clone() {
            let same = terms.eq(old, now);
            found.push(terms.or(&[inside, same]));
        }
        let mut conditions: Vec<TermId> = Vec::new();
        for &condition in &self.conditions {
            let condition = terms.substitute(condition, &mut at_witness);
            if self.speaks_of_known(terms, condition) && condition != Terms::TRUE {
                conditions.push(condition);
                let not = terms.not(condition);
                conditions.push(not);
            }
        }
        for &condition in &conditions {
            found.push(terms.or(&[outside, condition]));
        }
        for number in 0..self.changed.len() {
            let now = self.changed[number].1;
            let mut options = Vec::new();
            let assigned: Vec<TermId> =
                self.assigned.iter().filter(|a| a.0 == number).map(|a| a.1).collect();
            for term in assigned {
                let term = terms.substitute(term, &mut at_witness);
                for leaf in leaves(terms, term) {
                    if !self.speaks_of_known(terms, leaf) {
                        continue;
                    }
                    let equal = terms.eq(now, leaf);
                    if !options.contains(&equal) {
                        options.push(equal);
                    }
                }
            }
            for &option in &options {
                found.push(terms.or(&[outside, option]));
                if options.len() > 1 || !conditions.is_empty() {
                    for &condition in &conditions {
                        found.push(terms.or(&[outside, option, condition]));
                    }
                }
            }
            if options.len() > 1 {
                let any = terms.or(&options);
                found.push(terms.or(&[outside, any]));
            }
            let others = self.fixed.iter().copied().chain(self.changed.iter().map(|c| c.1));
            for other in others.filter(|&o| o != now).collect::<Vec<_>>() {
                for related in [
                    terms.eq(now, other),
                    terms.app(Op::Le, &[now, other]),
                    terms.app(Op::Le, &[other, now]),
                ] {
                    found.push(terms.or(&[outside, related]));
                }
            }
        }
    }

    /// The state at the start of the iteration in which the counter is the witness: other counters have
    /// moved as far, and the rest is as it was at the start of the loop.
    fn at_witness(&self, terms: &mut Terms, counter: &Counter, witness: VarId) -> Substitution {
        let mut substitution = Substitution::new();
        let witness = terms.var(witness);
        for &(var, old) in &self.start {
            substitution.set(var, old);
        }
        for other in &self.counters {
            if other.input == counter.input {
                substitution.set(counter.input, witness);
            } else if (&other.step % &counter.step).is_zero() {
                let first = terms.var(counter.input);
                let passed = terms.app(Op::Sub, &[witness, first]);
                let factor = terms.int(&other.step / &counter.step);
                let distance = terms.app(Op::Mul, &[passed, factor]);
                let own = terms.var(other.input);
                let moved = terms.add(own, distance);
                substitution.set(other.input, moved);
            }
        }
        substitution
    }

    fn speaks_of_known(&self, terms: &Terms, term: TermId) -> bool {
        terms.variables([term]).iter().all(|v| self.known.contains(v))
    }
}

/// The counter was at the witness at the start of some iteration.
fn passed(terms: &mut Terms, counter: &Counter, witness: VarId) -> TermId {
    let (old, now) = (terms.var(counter.input), terms.var(counter.output));
    let witness = terms.var(witness);
    let mut parts = match counter.step.is_negative() {
        true => vec![terms.app(Op::Le, &[witness, old]), terms.app(Op::Lt, &[now, witness])],
        false => vec![terms.app(Op::Le, &[old, witness]), terms.app(Op::Lt, &[witness, now])],
    };
    let stride = counter.step.abs();
    if stride > BigInt::from(1) {
        let distance = terms.app(Op::Sub, &[witness, old]);
        let stride = terms.int(stride);
        let rest = terms.app(Op::IntMod, &[distance, stride]);
        let zero = terms.int(0);
        parts.push(terms.eq(rest, zero));
    }
    terms.and(&parts)
}

/// The cases of a term, without their conditions.
fn leaves(terms: &Terms, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match terms.get(term) {
            Term::App(Op::Ite, args) if found.len() < 8 => stack.extend([args[2], args[1]]),
            _ => found.push(term),
        }
    }
    found
}

fn is_anything(program: &Program, var: VarId) -> bool {
    program.terms.variable(var).name.starts_with("anything")
}

/// A term in terms of the state at the start of the iteration.
fn value(program: &mut Program, environment: &Environment, term: TermId) -> Option<TermId> {
    let mut substitution = Substitution::new();
    for var in program.terms.variables([term]) {
        match environment.get(&var) {
            Some(Some(value)) => substitution.set(var, *value),
            Some(None) => return None,
            None => {}
        }
    }
    Some(program.terms.substitute(term, &mut substitution))
}

fn join(known: &mut Environment, other: &Environment) {
    for (var, value) in known.iter_mut() {
        if other.get(var) != Some(value) {
            *value = None;
        }
    }
    for var in other.keys() {
        known.entry(*var).or_insert(None);
    }
}

/// `input + n`: the number.
fn step_of(terms: &Terms, term: TermId, input: VarId) -> Option<BigInt> {
    let Linear { atoms, constant } = Linear::of(terms, term);
    match &atoms[..] {
        [(atom, factor)] if terms.as_var(*atom) == Some(input) && *factor == BigInt::from(1) => {
            Some(constant)
        }
        _ => None,
    }
}

/// Integers that the loop does not change and that its conditions or assignments read, cells first.
fn fixed_integers(
    program: &mut Program,
    id: ProcId,
    writes: &FxHashSet<VarId>,
    outputs: &[Option<VarId>],
) -> Vec<TermId> {
    let procedure = &program.procedures[id];
    let commands = procedure.body.blocks.iter().flat_map(|b| &b.commands);
    let mut vars = program.terms.variables(commands.flat_map(|c| c.kind.terms()));
    let unchanged = |v: &VarId| {
        let input = procedure.inputs.iter().zip(outputs).any(|(i, o)| i == v && o.is_none());
        let global = program.globals.contains(v) && !writes.contains(v);
        (input || global) && program.terms.variable(*v).sort == Terms::INT
    };
    vars.retain(unchanged);
    vars.truncate(MAX_CHANGED_VARIABLES);
    vars.into_iter().map(|v| program.terms.var(v)).collect()
}
