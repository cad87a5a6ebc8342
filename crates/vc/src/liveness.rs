//! Interprocedural liveness: which variables a call must pass in and which it must give back.
//!
//! A variable is needed where its value may reach an assumption. The analysis runs backward over the
//! blocks of a procedure from what is needed after its return; what its callees need and what its
//! callers need are joined until nothing changes (one result per procedure, whatever the caller).

use crate::bits::BitSet;
use lariat_logic::{IndexVec, Term, TermId, Terms, VarId};
use lariat_program::{
    BlockId, CallGraph, CommandKind, Effects, Exit, ProcId, Program, reverse_postorder,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a call of a procedure passes and gives back: parameters and globals.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// Input parameters and globals whose value at entry may matter, in a fixed order.
    pub inputs: Vec<VarId>,
    /// Output parameters and globals that may have changed and may matter afterwards.
    pub outputs: Vec<VarId>,
}

/// The interfaces of all procedures, and liveness inside each.
#[derive(Debug)]
pub struct Interfaces {
    /// By procedure.
    pub of: IndexVec<ProcId, Interface>,
    /// Globals that each procedure may change.
    pub effects: Effects,
    codes: IndexVec<ProcId, Code>,
    live_in: IndexVec<ProcId, FxHashSet<VarId>>,
    needed_out: IndexVec<ProcId, FxHashSet<VarId>>,
}

/// A procedure as liveness sees it: uses and definitions by number.
#[derive(Debug)]
struct Code {
    vars: Vec<VarId>,
    number: FxHashMap<VarId, usize>,
    order: Vec<BlockId>,
    blocks: Vec<Vec<Effect>>,
    successors: Vec<Vec<BlockId>>,
    returns: Vec<bool>,
    ensured: Vec<usize>,
}

#[derive(Debug)]
enum Effect {
    Use(Vec<usize>),
    /// Target, what its value depends on.
    Define(usize, Vec<usize>),
    /// All at once: targets with what they depend on.
    DefineAll(Vec<(usize, Vec<usize>)>),
    /// Callee, uses of each argument, results.
    Call(ProcId, Vec<Vec<usize>>, Vec<usize>),
}

impl Interfaces {
    /// Computes the interfaces of all procedures reachable from `entry`.
    pub fn new(program: &Program, entry: ProcId) -> Self {
        let graph = CallGraph::new(program);
        let effects = Effects::new(program, &graph);
        let count = program.procedures.len();
        let mut variables_of = FxHashMap::default();
        let codes = program
            .procedures
            .ids()
            .map(|p| Code::new(program, p, &effects, &mut variables_of))
            .collect();
        let mut result = Interfaces {
            of: IndexVec::from_vec(vec![Interface::default(); count]),
            effects,
            codes: IndexVec::from_vec(codes),
            live_in: IndexVec::from_vec(vec![FxHashSet::default(); count]),
            needed_out: IndexVec::from_vec(vec![FxHashSet::default(); count]),
        };
        result.solve(program, &graph, entry);
        for p in program.procedures.ids() {
            let procedure = &program.procedures[p];
            let globals = program.globals.iter();
            let inputs = procedure.inputs.iter().chain(globals.clone());
            let outputs = procedure.outputs.iter().chain(globals);
            result.of[p] = Interface {
                inputs: inputs.filter(|v| result.live_in[p].contains(v)).copied().collect(),
                outputs: outputs.filter(|v| result.needed_out[p].contains(v)).copied().collect(),
            };
        }
        result
    }

    fn solve(&mut self, program: &Program, graph: &CallGraph, entry: ProcId) {
        let mut callers: IndexVec<ProcId, Vec<ProcId>> =
            IndexVec::from_vec(vec![Vec::new(); program.procedures.len()]);
        for p in program.procedures.ids() {
            for &q in &graph.callees[p] {
                callers[q].push(p);
            }
        }
        // What a procedure ensures is assumed by its callers about what it gives back.
        for p in program.procedures.ids() {
            let procedure = &program.procedures[p];
            for v in program.terms.variables(procedure.ensures.iter().copied()) {
                if procedure.outputs.contains(&v) || self.effects.writes[p].contains(&v) {
                    self.needed_out[p].insert(v);
                }
            }
            // What it says about the values before the call must be known there.
            for v in variables_under_old(&program.terms, &procedure.ensures) {
                if self.codes[p].number.contains_key(&v) {
                    self.live_in[p].insert(v);
                }
            }
        }
        // Callees first, so that most of what they need is known when callers are looked at.
        let reachable: FxHashSet<ProcId> = graph.reachable(entry).into_iter().collect();
        let mut queue: std::collections::VecDeque<ProcId> =
            graph.components.iter().flatten().filter(|p| reachable.contains(p)).copied().collect();
        let mut queued: FxHashSet<ProcId> = queue.iter().copied().collect();
        while let Some(p) = queue.pop_front() {
            queued.remove(&p);
            let mut demands: Vec<(ProcId, VarId)> = Vec::new();
            let at_start = self.run(program, p, &mut |callee, v| demands.push((callee, v)));
            let code = &self.codes[p];
            let mut grew = false;
            for i in at_start[0].iter() {
                grew |= self.live_in[p].insert(code.vars[i]);
            }
            let mut again = Vec::new();
            for (callee, v) in demands {
                if self.needed_out[callee].insert(v) {
                    again.push(callee);
                }
            }
            if grew {
                again.extend(callers[p].iter().filter(|q| reachable.contains(q)));
            }
            for q in again {
                if queued.insert(q) {
                    queue.push_back(q);
                }
            }
        }
    }

    /// The variables live at the start of each block of `p`.
    pub fn live_at_block_starts(&self, program: &Program, p: ProcId) -> Vec<FxHashSet<VarId>> {
        let code = &self.codes[p];
        let sets = self.run(program, p, &mut |_, _| {});
        sets.iter().map(|set| set.iter().map(|i| code.vars[i]).collect()).collect()
    }

    fn run(
        &self,
        program: &Program,
        p: ProcId,
        demand: &mut dyn FnMut(ProcId, VarId),
    ) -> Vec<BitSet> {
        let code = &self.codes[p];
        let size = code.vars.len();
        let mut at_start = vec![BitSet::new(size); code.blocks.len()];
        for &b in code.order.iter().rev() {
            let mut live = BitSet::new(size);
            for next in &code.successors[b.index()] {
                live.union(&at_start[next.index()]);
            }
            if code.returns[b.index()] {
                for v in &self.needed_out[p] {
                    live.insert(code.number[v]);
                }
                for &i in &code.ensured {
                    live.insert(i);
                }
            }
            for effect in code.blocks[b.index()].iter().rev() {
                self.step(program, code, effect, &mut live, demand);
            }
            at_start[b.index()] = live;
        }
        at_start
    }

    fn step(
        &self,
        program: &Program,
        code: &Code,
        effect: &Effect,
        live: &mut BitSet,
        demand: &mut dyn FnMut(ProcId, VarId),
    ) {
        match effect {
            Effect::Use(uses) => uses.iter().for_each(|&i| {
                live.insert(i);
            }),
            Effect::Define(target, uses) => {
                if live.contains(*target) {
                    live.remove(*target);
                    uses.iter().for_each(|&i| {
                        live.insert(i);
                    });
                }
            }
            Effect::DefineAll(pairs) => {
                let wanted: Vec<_> = pairs.iter().filter(|(t, _)| live.contains(*t)).collect();
                for (target, _) in &wanted {
                    live.remove(*target);
                }
                for i in wanted.iter().flat_map(|(_, uses)| uses) {
                    live.insert(*i);
                }
            }
            Effect::Call(callee, args, results) => {
                let procedure = &program.procedures[*callee];
                for (&output, &result) in procedure.outputs.iter().zip(results) {
                    if live.contains(result) {
                        demand(*callee, output);
                        live.remove(result);
                    }
                }
                for v in &self.effects.writes[*callee] {
                    let i = code.number[v];
                    if live.contains(i) {
                        demand(*callee, *v);
                        live.remove(i);
                    }
                }
                let needed = &self.live_in[*callee];
                for (input, uses) in procedure.inputs.iter().zip(args) {
                    if needed.contains(input) {
                        uses.iter().for_each(|&i| {
                            live.insert(i);
                        });
                    }
                }
                for v in needed {
                    if let Some(&i) = code.number.get(v) {
                        live.insert(i);
                    }
                }
            }
        }
    }
}

impl Code {
    fn new(
        program: &Program,
        p: ProcId,
        effects: &Effects,
        variables_of: &mut FxHashMap<TermId, Vec<VarId>>,
    ) -> Self {
        let procedure = &program.procedures[p];
        let own = procedure.inputs.iter().chain(&procedure.outputs).chain(&procedure.locals);
        let touched = |v: &&VarId| effects.reads[p].contains(v) || effects.writes[p].contains(v);
        let vars: Vec<VarId> = own.chain(program.globals.iter().filter(touched)).copied().collect();
        let number: FxHashMap<VarId, usize> =
            vars.iter().enumerate().map(|(i, &v)| (v, i)).collect();
        let mut uses = |t: TermId| -> Vec<usize> {
            let list = variables_of.entry(t).or_insert_with(|| program.terms.variables([t]));
            list.iter().filter_map(|v| number.get(v).copied()).collect()
        };
        let mut blocks = Vec::new();
        for block in &procedure.body.blocks {
            let mut list = Vec::new();
            for command in &block.commands {
                match &command.kind {
                    CommandKind::Assume(t) | CommandKind::Assert(t) => {
                        list.push(Effect::Use(uses(*t)))
                    }
                    CommandKind::Assign(pairs) if pairs.len() == 1 => {
                        list.push(Effect::Define(number[&pairs[0].0], uses(pairs[0].1)));
                    }
                    CommandKind::Assign(pairs) => list.push(Effect::DefineAll(
                        pairs.iter().map(|(v, t)| (number[v], uses(*t))).collect(),
                    )),
                    CommandKind::Havoc(vars) => {
                        list.extend(vars.iter().map(|v| Effect::Define(number[v], Vec::new())));
                    }
                    CommandKind::Call(call) => list.push(Effect::Call(
                        call.callee,
                        call.args.iter().map(|&t| uses(t)).collect(),
                        call.results.iter().map(|v| number[v]).collect(),
                    )),
                    CommandKind::Mark(_) => {}
                }
            }
            blocks.push(list);
        }
        let ensured = uses_of_all(&program.terms, &procedure.ensures, &number);
        Code {
            order: reverse_postorder(&procedure.body),
            successors: procedure.body.blocks.iter().map(|b| b.successors().to_vec()).collect(),
            returns: procedure.body.blocks.iter().map(|b| b.exit == Exit::Return).collect(),
            vars,
            number,
            blocks,
            ensured,
        }
    }
}

fn uses_of_all(terms: &Terms, roots: &[TermId], number: &FxHashMap<VarId, usize>) -> Vec<usize> {
    terms.variables(roots.iter().copied()).iter().filter_map(|v| number.get(v).copied()).collect()
}

/// The variables under [`Term::Old`].
fn variables_under_old(terms: &Terms, roots: &[TermId]) -> Vec<VarId> {
    let mut olds = Vec::new();
    terms.for_each_subterm(roots.iter().copied(), |_, node| {
        if let Term::Old(inner) = node {
            olds.push(*inner);
        }
    });
    if olds.is_empty() { Vec::new() } else { terms.variables(olds) }
}
