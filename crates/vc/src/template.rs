//! Formula templates: the symbolic execution of a procedure's blocks.

use crate::bits::BitSet;
use crate::facts::{Dominators, Facts};
use crate::liveness::Interfaces;
use lariat_logic::{IndexVec, Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{
    BlockId, Call, CommandKind, Exit, ProcId, Procedure, Program, topological_blocks,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The formula of one procedure with its interface, over variables of its own that every instance
/// replaces by fresh constants.
#[derive(Debug)]
pub struct Template {
    /// The procedure.
    pub procedure: ProcId,
    /// The Boolean that says that the procedure is executed (to its return).
    pub guard: VarId,
    /// Program variable at entry with the template variable that stands for it.
    pub inputs: Vec<(VarId, VarId)>,
    /// Program variable at return with its value.
    pub outputs: Vec<(VarId, TermId)>,
    /// What holds of any execution.
    pub constraints: Vec<TermId>,
    /// The calls.
    pub sites: Vec<Site>,
    /// The blocks that can be on a complete path; the first is the start.
    pub blocks: Vec<TemplateBlock>,
    /// For each site, the other sites that can be on one path with it.
    pub on_one_path: Vec<BitSet>,
}

/// A call in a template.
#[derive(Debug)]
pub struct Site {
    /// True when the call is made.
    pub guard: VarId,
    /// The procedure called.
    pub callee: ProcId,
    /// One value per input of the callee's interface.
    pub args: Vec<TermId>,
    /// One variable per output of the callee's interface.
    pub results: Vec<VarId>,
}

/// A block in a template, for reading a path off a model.
#[derive(Debug)]
pub struct TemplateBlock {
    /// The block of the procedure.
    pub block: BlockId,
    /// True when the block is on the path.
    pub guard: VarId,
    /// Positions of successors in [`Template::blocks`], each with the Boolean that says it is taken.
    pub successors: Vec<(usize, VarId)>,
    /// Its calls in order, as positions in [`Template::sites`].
    pub sites: Vec<usize>,
    /// Whether the procedure returns here.
    pub returns: bool,
}

/// Templates of a program's procedures, made on demand.
pub struct Templates {
    /// The program; its terms grow with every template.
    pub program: Program,
    /// Interfaces of the procedures.
    pub interfaces: Interfaces,
    entry: ProcId,
    constants: FxHashSet<VarId>,
    made: FxHashMap<ProcId, Rc<Template>>,
    variables_of: FxHashMap<TermId, Vec<VarId>>,
}

impl Templates {
    /// No template yet; computes the interfaces.
    pub fn new(program: Program, entry: ProcId) -> Self {
        let interfaces = Interfaces::new(&program, entry);
        Templates {
            interfaces,
            entry,
            constants: program.constants.iter().copied().collect(),
            program,
            made: FxHashMap::default(),
            variables_of: FxHashMap::default(),
        }
    }

    /// The template of a procedure.
    pub fn get(&mut self, p: ProcId) -> Rc<Template> {
        if let Some(template) = self.made.get(&p) {
            return template.clone();
        }
        let template = Rc::new(Builder::new(self, p).build());
        self.made.insert(p, template.clone());
        template
    }

    /// How many templates were made.
    pub fn count(&self) -> usize {
        self.made.len()
    }
}

/// The values of variables at a point; a variable without one is still arbitrary.
type State = FxHashMap<VarId, TermId>;

/// An executed block: its assumptions, state at the end and calls.
struct Executed {
    guard: VarId,
    constraints: Vec<TermId>,
    state: State,
    sites: Vec<usize>,
    feasible: bool,
}

struct Builder<'a> {
    templates: &'a mut Templates,
    p: ProcId,
    live: Vec<FxHashSet<VarId>>,
    facts: Facts,
    executed: IndexVec<BlockId, Option<Executed>>,
    sites: Vec<(Site, BlockId)>,
    /// Joins: at this block, this variable has this template variable.
    joined: FxHashMap<BlockId, Vec<(VarId, VarId)>>,
    entry_state: State,
}

impl<'a> Builder<'a> {
    fn new(templates: &'a mut Templates, p: ProcId) -> Self {
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
        }
    }

    fn terms(&mut self) -> &mut Terms {
        &mut self.templates.program.terms
    }

    /// A new template variable that stands for a value of `var`.
    fn fresh(&mut self, var: VarId) -> VarId {
        let variable = self.terms().variable(var).clone();
        self.terms().declare(variable.name, variable.sort)
    }

    fn fresh_bool(&mut self, name: &str) -> VarId {
        self.terms().declare(name, Terms::BOOL)
    }

    fn build(mut self) -> Template {
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
        let guard = self.fresh_bool(&callee.name);
        let guard_term = self.terms().var(guard);
        executed.constraints.push(guard_term);
        executed.sites.push(self.sites.len());
        self.sites.push((Site { guard, callee: call.callee, args, results }, b));
        self.summarise(&callee, &before, &outputs, executed);
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

    fn encode(mut self, inputs: Vec<(VarId, VarId)>, order: &[BlockId]) -> Template {
        let body = self.templates.program.procedures[self.p].body.clone();
        let kept = self.blocks_on_complete_paths(&body, order);
        let position: FxHashMap<BlockId, usize> =
            kept.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let mut constraints = Vec::new();
        let mut blocks = Vec::new();
        let mut sites: Vec<(Site, BlockId)> = Vec::new();
        let mut all_sites: Vec<Option<(Site, BlockId)>> = self.sites.drain(..).map(Some).collect();
        let guard = match self.executed[BlockId(0)].as_ref() {
            Some(start) => start.guard,
            None => unreachable!("the start is executed"),
        };
        if kept.is_empty() {
            let term = self.terms().var(guard);
            let never = self.terms().not(term);
            constraints.push(never);
        }
        for &b in &kept {
            let executed = self.executed[b].as_ref().expect("kept blocks are executed");
            let (block_guard, contents, own_sites) =
                (executed.guard, executed.constraints.clone(), executed.sites.clone());
            let guard_term = self.terms().var(block_guard);
            for c in contents {
                let implication = self.terms().implies(guard_term, c);
                constraints.push(implication);
            }
            let mut block_sites = Vec::new();
            for s in own_sites {
                block_sites.push(sites.len());
                sites.push(all_sites[s].take().expect("each site is in one block"));
            }
            let successors: Vec<BlockId> = body.blocks[b]
                .successors()
                .iter()
                .copied()
                .filter(|t| position.contains_key(t))
                .collect();
            let mut taken = Vec::new();
            for &next in &successors {
                let literal = self.edge(b, next, successors.len(), &mut constraints);
                taken.push((position[&next], literal));
            }
            let returns = body.blocks[b].exit == Exit::Return;
            if !returns {
                let literals: Vec<TermId> =
                    taken.iter().map(|&(_, l)| self.terms().var(l)).collect();
                let some = self.terms().or(&literals);
                let implication = self.terms().implies(guard_term, some);
                if implication != Terms::TRUE {
                    constraints.push(implication);
                }
            }
            blocks.push(TemplateBlock {
                block: b,
                guard: block_guard,
                successors: taken,
                sites: block_sites,
                returns,
            });
        }
        self.point_back(&blocks, &mut constraints);
        let outputs = self.outputs(&kept, &body, &mut constraints);
        let on_one_path = sites_on_one_path(&blocks, &sites, &position);
        Template {
            procedure: self.p,
            guard,
            inputs,
            outputs,
            constraints,
            sites: sites.into_iter().map(|s| s.0).collect(),
            blocks,
            on_one_path,
        }
    }

    /// A block other than the start is on the path only if some block before it is: not needed for
    /// satisfiability, but it keeps the solver from wandering into blocks off the path.
    fn point_back(&mut self, blocks: &[TemplateBlock], constraints: &mut Vec<TermId>) {
        let mut ways_in: Vec<Vec<VarId>> = vec![Vec::new(); blocks.len()];
        for block in blocks {
            for &(next, literal) in &block.successors {
                // Where the successor's own Boolean stands for the edge, the block before it says more.
                let way = if literal == blocks[next].guard { block.guard } else { literal };
                ways_in[next].push(way);
            }
        }
        for (block, ways) in blocks.iter().zip(ways_in).skip(1) {
            let guard = self.terms().var(block.guard);
            let ways: Vec<TermId> = ways.into_iter().map(|w| self.terms().var(w)).collect();
            let some = self.terms().or(&ways);
            constraints.push(self.terms().implies(guard, some));
        }
    }

    /// The literal that says that control goes from `b` to `next`, with the values it takes along.
    fn edge(
        &mut self,
        b: BlockId,
        next: BlockId,
        ways_out: usize,
        constraints: &mut Vec<TermId>,
    ) -> VarId {
        let next_guard = self.executed[next].as_ref().expect("kept blocks are executed").guard;
        let next_term = self.terms().var(next_guard);
        let joined = self.joined.get(&next).cloned().unwrap_or_default();
        let mut carried = Vec::new();
        for (v, fresh) in joined {
            let state = &self.executed[b].as_ref().expect("kept blocks are executed").state;
            // A variable that is still arbitrary on this edge may be anything at the join.
            if let Some(&value) = state.get(&v) {
                let joined_term = self.terms().var(fresh);
                carried.push(self.terms().eq(joined_term, value));
            }
        }
        let source = self.executed[b].as_ref().expect("kept blocks are executed").guard;
        let (literal, needs_link) = if carried.is_empty() {
            (next_guard, false)
        } else if ways_out == 1 {
            // The only way out: the block itself stands for the edge.
            (source, false)
        } else {
            (self.fresh_bool("edge"), true)
        };
        let literal_term = self.terms().var(literal);
        for equation in carried {
            let implication = self.terms().implies(literal_term, equation);
            constraints.push(implication);
        }
        if needs_link || literal == source {
            let implication = self.terms().implies(literal_term, next_term);
            constraints.push(implication);
        }
        literal
    }

    /// Feasible blocks from which a return can be reached, in topological order.
    fn blocks_on_complete_paths(
        &self,
        body: &lariat_program::Body,
        order: &[BlockId],
    ) -> Vec<BlockId> {
        let mut leads: FxHashSet<BlockId> = FxHashSet::default();
        for &b in order.iter().rev() {
            let feasible = self.executed[b].as_ref().is_some_and(|e| e.feasible);
            let block = &body.blocks[b];
            let ends = block.exit == Exit::Return;
            if feasible && (ends || block.successors().iter().any(|t| leads.contains(t))) {
                leads.insert(b);
            }
        }
        order.iter().copied().filter(|b| leads.contains(b)).collect()
    }

    /// The values of the interface's outputs at return.
    fn outputs(
        &mut self,
        kept: &[BlockId],
        body: &lariat_program::Body,
        constraints: &mut Vec<TermId>,
    ) -> Vec<(VarId, TermId)> {
        let returning: Vec<BlockId> =
            kept.iter().copied().filter(|&b| body.blocks[b].exit == Exit::Return).collect();
        let mut outputs = Vec::new();
        for v in self.templates.interfaces.of[self.p].outputs.clone() {
            let values: Vec<Option<TermId>> = returning
                .iter()
                .map(|&b| self.executed[b].as_ref().expect("kept").state.get(&v).copied())
                .collect();
            if let Some(&Some(first)) = values.first()
                && values.iter().all(|t| *t == Some(first))
            {
                outputs.push((v, first));
                continue;
            }
            let fresh = self.fresh(v);
            let output = self.terms().var(fresh);
            for (&b, value) in returning.iter().zip(values) {
                if let Some(value) = value {
                    let guard = self.executed[b].as_ref().expect("kept").guard;
                    let guard = self.terms().var(guard);
                    let equation = self.terms().eq(output, value);
                    let implication = self.terms().implies(guard, equation);
                    constraints.push(implication);
                }
            }
            outputs.push((v, output));
        }
        outputs
    }
}

/// For each site, the other sites that some path of the procedure passes too.
fn sites_on_one_path(
    blocks: &[TemplateBlock],
    sites: &[(Site, BlockId)],
    position: &FxHashMap<BlockId, usize>,
) -> Vec<BitSet> {
    // Sites in blocks reachable from each block, itself excluded, computed from the end.
    let mut after: Vec<BitSet> = vec![BitSet::new(sites.len()); blocks.len()];
    for i in (0..blocks.len()).rev() {
        let mut set = BitSet::new(sites.len());
        for &(next, _) in &blocks[i].successors {
            set.union(&after[next]);
            for &s in &blocks[next].sites {
                set.insert(s);
            }
        }
        after[i] = set;
    }
    let mut result = vec![BitSet::new(sites.len()); sites.len()];
    for (s, (_, block)) in sites.iter().enumerate() {
        let b = position[block];
        let others = after[b].iter().chain(blocks[b].sites.iter().copied().filter(|&t| t != s));
        for t in others {
            result[s].insert(t);
            result[t].insert(s);
        }
    }
    result
}
