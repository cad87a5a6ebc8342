//! Passification by symbolic execution: each block is executed on terms, in topological order.
//!
//! An assignment only changes what a variable stands for. New template variables arise where values
//! meet (joins), where they are arbitrary (havoc, uninitialised variables) and where calls give them.

use crate::facts::{Dominators, Facts};
use crate::template::{Flow, Site, Template, Templates};
use lariat_logic::{IndexVec, Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{BlockId, Call, CommandKind, Exit, ProcId, Procedure, topological_blocks};
use rustc_hash::{FxHashMap, FxHashSet};

/// The values of variables at a point; a variable without one is still arbitrary.
pub(crate) type State = FxHashMap<VarId, TermId>;

/// An executed block: its assumptions, state at the end and calls.
pub(crate) struct Executed {
    pub(crate) guard: VarId,
    pub(crate) constraints: Vec<TermId>,
    pub(crate) state: State,
    pub(crate) sites: Vec<usize>,
    pub(crate) feasible: bool,
}

pub(crate) struct Builder<'a> {
    pub(crate) templates: &'a mut Templates,
    pub(crate) p: ProcId,
    pub(crate) live: Vec<FxHashSet<VarId>>,
    pub(crate) facts: Facts,
    pub(crate) executed: IndexVec<BlockId, Option<Executed>>,
    pub(crate) sites: Vec<(Site, BlockId)>,
    /// Joins: at this block, this variable has this template variable.
    pub(crate) joined: FxHashMap<BlockId, Vec<(VarId, VarId)>>,
    pub(crate) entry_state: State,
    pub(crate) flows: Vec<Flow>,
    /// Terms with conditions that make them matter.
    pub(crate) used: Vec<(TermId, TermId)>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(templates: &'a mut Templates, p: ProcId) -> Self {
        let live = templates.interfaces.live_at_block_starts(&templates.program, p);
        let body = &templates.program.procedures[p].body;
        let order = topological_blocks(body);
        let count = body.blocks.len();
        let facts = Facts::new(Dominators::new(body, &order));
        Builder {
            templates,
            p,
            live,
            facts,
            executed: IndexVec::from_vec((0..count).map(|_| None).collect()),
            sites: Vec::new(),
            joined: FxHashMap::default(),
            entry_state: State::default(),
            flows: Vec::new(),
            used: Vec::new(),
        }
    }

    pub(crate) fn terms(&mut self) -> &mut Terms {
        &mut self.templates.program.terms
    }

    /// A new template variable that stands for a value of `var`.
    pub(crate) fn fresh(&mut self, var: VarId) -> VarId {
        let variable = self.terms().variable(var).clone();
        let fresh = self.terms().declare(variable.name, variable.sort);
        self.templates.stands_for.insert(fresh, var);
        fresh
    }

    pub(crate) fn fresh_bool(&mut self, name: &str) -> VarId {
        self.terms().declare(name, Terms::BOOL)
    }

    pub(crate) fn build(mut self) -> Template {
        let mut inputs = Vec::new();
        for v in self.templates.interfaces.of[self.p].inputs.clone() {
            let fresh = self.fresh(v);
            let term = self.terms().var(fresh);
            self.entry_state.insert(v, term);
            inputs.push((v, fresh));
        }
        let body = self.templates.program.procedures[self.p].body.clone();
        let order = topological_blocks(&body);
        let predecessors = body.predecessors();
        for &b in &order {
            let block = &body.blocks[b];
            let Some(state) = self.enter(b, &predecessors[b]) else { continue };
            let guard = self.fresh_bool(&block.label);
            let mut executed = Executed {
                guard,
                constraints: Vec::new(),
                state,
                sites: Vec::new(),
                feasible: true,
            };
            for command in &block.commands {
                self.execute(b, &command.kind, &mut executed);
                if !executed.feasible {
                    break;
                }
            }
            if block.exit == Exit::Return && executed.feasible {
                self.assume_ensures(b, &mut executed);
            }
            self.executed[b] = Some(executed);
        }
        self.encode(inputs, &order)
    }

    /// The state in which a block starts, or `None` if it cannot be reached.
    fn enter(&mut self, b: BlockId, predecessors: &[BlockId]) -> Option<State> {
        if b == BlockId(0) {
            return Some(self.entry_state.clone());
        }
        let feasible: Vec<BlockId> = predecessors
            .iter()
            .copied()
            .filter(|&q| self.executed[q].as_ref().is_some_and(|e| e.feasible))
            .collect();
        match feasible[..] {
            [] => None,
            [only] => Some(self.executed[only].as_ref().expect("executed").state.clone()),
            _ => {
                let mut live: Vec<VarId> = self.live[b.index()].iter().copied().collect();
                live.sort();
                let mut state = State::default();
                for v in live {
                    let value = |q: &BlockId| {
                        self.executed[*q].as_ref().expect("executed").state.get(&v).copied()
                    };
                    let first = value(&feasible[0]);
                    if feasible.iter().all(|q| value(q) == first) {
                        if let Some(t) = first {
                            state.insert(v, t);
                        }
                        continue;
                    }
                    let fresh = self.fresh(v);
                    let term = self.terms().var(fresh);
                    state.insert(v, term);
                    self.joined.entry(b).or_default().push((v, fresh));
                }
                Some(state)
            }
        }
    }

    /// The value of a variable; one that is still arbitrary gets a name now.
    fn value(&mut self, v: VarId, state: &mut State) -> TermId {
        if let Some(&t) = state.get(&v) {
            return t;
        }
        let fresh = self.fresh(v);
        let t = self.terms().var(fresh);
        state.insert(v, t);
        t
    }

    /// A term of the program in the present state.
    fn evaluate(&mut self, term: TermId, state: &mut State) -> TermId {
        let vars = match self.templates.variables_of.get(&term) {
            Some(vars) => vars.clone(),
            None => {
                let vars = self.own_variables(term);
                self.templates.variables_of.insert(term, vars.clone());
                vars
            }
        };
        if vars.is_empty() {
            return term;
        }
        let mut subst = Substitution::new();
        for v in vars {
            let value = self.value(v, state);
            subst.set(v, value);
        }
        self.terms().substitute(term, &mut subst)
    }

    /// The variables of a term that change: no constants, no bound variables.
    fn own_variables(&self, term: TermId) -> Vec<VarId> {
        let program = &self.templates.program;
        let mut bound = FxHashSet::default();
        program.terms.for_each_subterm([term], |_, node| {
            if let Term::Bind(binder) = node {
                bound.extend(binder.vars.iter().copied());
            }
        });
        let mut vars = program.terms.variables([term]);
        if !vars.is_empty() {
            vars.retain(|v| !bound.contains(v) && !self.templates.constants.contains(v));
        }
        vars
    }

    fn execute(&mut self, b: BlockId, kind: &CommandKind, executed: &mut Executed) {
        match kind {
            CommandKind::Assume(t) => {
                let t = self.evaluate(*t, &mut executed.state);
                self.assume(b, t, executed);
            }
            CommandKind::Assert(_) => unreachable!("the mode split leaves no assertion"),
            CommandKind::Assign(pairs) => {
                let values: Vec<TermId> =
                    pairs.iter().map(|(_, t)| self.evaluate(*t, &mut executed.state)).collect();
                for ((v, _), value) in pairs.iter().zip(values) {
                    executed.state.insert(*v, value);
                }
            }
            CommandKind::Havoc(vars) => {
                for v in vars {
                    executed.state.remove(v);
                    self.value(*v, &mut executed.state);
                }
            }
            CommandKind::Call(call) => self.call(b, call, executed),
            CommandKind::Mark(_) => {}
        }
    }

    fn assume(&mut self, b: BlockId, t: TermId, executed: &mut Executed) {
        if let Term::App(Op::And, args) = self.terms().get(t) {
            for conjunct in args.clone() {
                self.assume(b, conjunct, executed);
            }
            return;
        }
        if t == Terms::TRUE || self.facts.holds(t, b) {
            return;
        }
        let negation = self.terms().not(t);
        if t == Terms::FALSE || self.facts.holds(negation, b) {
            executed.feasible = false;
            return;
        }
        self.facts.assume(t, b);
        if let Some(weaker) = self.implied_disequality(t) {
            self.facts.assume(weaker, b);
            executed.constraints.retain(|&c| c != weaker);
        }
        executed.constraints.push(t);
    }

    /// `x != n` for a strict comparison of `x` with a literal `n`: front ends like to assume both.
    fn implied_disequality(&mut self, t: TermId) -> Option<TermId> {
        let terms = &mut self.templates.program.terms;
        let Term::App(Op::Lt, args) = terms.get(t) else { return None };
        let (a, b) = (args[0], args[1]);
        if terms.as_literal(a).is_none() && terms.as_literal(b).is_none() {
            return None;
        }
        let equal = terms.eq(a, b);
        Some(terms.not(equal))
    }

    fn call(&mut self, b: BlockId, call: &Call, executed: &mut Executed) {
        let callee = self.templates.program.procedures[call.callee].clone();
        let interface = self.templates.interfaces.of[call.callee].clone();
        let formal: FxHashMap<VarId, TermId> =
            callee.inputs.iter().copied().zip(call.args.iter().copied()).collect();
        let args = interface
            .inputs
            .iter()
            .map(|v| match formal.get(v) {
                Some(&t) => self.evaluate(t, &mut executed.state),
                None => self.value(*v, &mut executed.state),
            })
            .collect();
        let before = self.values_before(&callee, &formal, executed);
        let written = self.templates.interfaces.effects.writes[call.callee].iter();
        for v in written.chain(&call.results) {
            executed.state.remove(v);
        }
        let actual: FxHashMap<VarId, VarId> =
            callee.outputs.iter().copied().zip(call.results.iter().copied()).collect();
        let mut results = Vec::new();
        let mut outputs = State::default();
        for &v in &interface.outputs {
            let fresh = self.fresh(v);
            let term = self.terms().var(fresh);
            results.push(fresh);
            outputs.insert(v, term);
            match actual.get(&v) {
                Some(&result) => _ = executed.state.insert(result, term),
                // The caller gives this global the value of a result right after the call.
                None if call.results.contains(&v) => {}
                None => _ = executed.state.insert(v, term),
            }
        }
        let guard = self.site_guard(b, &callee.name, executed);
        executed.sites.push(self.sites.len());
        self.sites.push((Site { guard, callee: call.callee, args, results }, b));
        self.summarise(&callee, &before, &outputs, executed);
    }

    /// The Boolean that says that a call is made: the block's own if it makes no other call.
    fn site_guard(&mut self, b: BlockId, name: &str, executed: &mut Executed) -> VarId {
        let block = &self.templates.program.procedures[self.p].body.blocks[b];
        if block.calls().nth(1).is_none() {
            return executed.guard;
        }
        let guard = self.fresh_bool(name);
        let term = self.terms().var(guard);
        executed.constraints.push(term);
        guard
    }

    /// The values at the call of what the callee's ensures clauses mention.
    fn values_before(
        &mut self,
        callee: &Procedure,
        formal: &FxHashMap<VarId, TermId>,
        executed: &mut Executed,
    ) -> State {
        let mut before = State::default();
        for v in callee.ensures.iter().flat_map(|&t| self.own_variables(t)).collect::<Vec<_>>() {
            if callee.outputs.contains(&v) {
                continue;
            }
            let value = match formal.get(&v) {
                Some(&t) => self.evaluate(t, &mut executed.state),
                None => self.value(v, &mut executed.state),
            };
            before.insert(v, value);
        }
        before
    }

    /// What the callee ensures, about the values that go in and come out.
    fn summarise(
        &mut self,
        callee: &Procedure,
        before: &State,
        outputs: &State,
        executed: &mut Executed,
    ) {
        for &ensured in &callee.ensures {
            let fact = self.between(ensured, before, outputs);
            if fact != Terms::TRUE {
                executed.constraints.push(fact);
            }
        }
    }

    /// A two-state formula with `before` for what is under `old` and `after` (or, for what does not
    /// change, `before`) for the rest.
    fn between(&mut self, formula: TermId, before: &State, after: &State) -> TermId {
        let mut subst = Substitution::new();
        subst.drop_old();
        for v in self.own_variables(formula) {
            if let Some(&t) = before.get(&v) {
                subst.set_old(v, t);
            }
            if let Some(&t) = after.get(&v).or_else(|| before.get(&v)) {
                subst.set(v, t);
            }
        }
        self.terms().substitute(formula, &mut subst)
    }

    /// The entry's own ensures clauses; those of other procedures are assumed where they are called.
    fn assume_ensures(&mut self, b: BlockId, executed: &mut Executed) {
        if self.p != self.templates.entry {
            return;
        }
        for ensured in self.templates.program.procedures[self.p].ensures.clone() {
            let before = self.entry_state.clone();
            let mut after = State::default();
            for v in self.own_variables(ensured) {
                let value = self.value(v, &mut executed.state);
                after.insert(v, value);
            }
            let fact = self.between(ensured, &before, &after);
            self.assume(b, fact, executed);
        }
    }
}
