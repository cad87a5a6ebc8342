//! The variables that matter to a rule, found by flow.
//!
//! A rule fails under conditions about its own variables. Those are the start: what is compared where
//! a failure is near. Values come to them by copies (assignments, parameters, results, cells of maps),
//! so whatever is copied into a variable of the rule matters, too. Memory holds much else: a value that
//! is written to a map matters only if it comes from a variable of the rule, as the level does that a
//! lock remembers. This only chooses what candidates speak about; nothing here needs to be right.

use lariat_logic::{Op, Sort, Term, TermId, Terms, Value, VarId};
use lariat_passes::Prepared;
use lariat_program::{Block, BlockId, CommandKind, Exit, Procedure, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a rule is about.
pub(super) struct Rule {
    /// Globals that hold the rule's state, in the program's order; no maps.
    pub(super) globals: Vec<VarId>,
    /// Everything that holds a part of the state at some time: these globals, parameters, locals.
    pub(super) carriers: FxHashSet<VarId>,
    /// Maps that parts of the state are written to and read from.
    pub(super) maps: FxHashSet<VarId>,
    /// Variables that the conditions of the failure ask about.
    pub(super) asked: FxHashSet<VarId>,
    /// Copies between variables: source, target.
    pub(super) copied: FxHashSet<(VarId, VarId)>,
    group: FxHashMap<VarId, VarId>,
    literals: FxHashMap<VarId, Vec<TermId>>,
}

impl Rule {
    /// What the rule of a prepared program is about; `None` if that cannot be told.
    pub(super) fn of(prepared: &Prepared, is_error: &[bool], most_literals: usize) -> Option<Rule> {
        let program = &prepared.program;
        let copies = copies(program);
        let asked = asked_near_failures(program, is_error);
        let is_map = |v: VarId| is_map(&program.terms, v);
        let direct: Vec<(VarId, VarId)> =
            copies.iter().copied().filter(|&(a, b)| !is_map(a) && !is_map(b)).collect();
        let near = closure(asked.iter().copied(), &direct, Direction::Backward);
        let own = program.globals.iter().copied().filter(|v| near.contains(v) && !is_map(*v));
        let from_state = closure(own, &copies, Direction::Forward);
        let mut carriers = closure(asked.iter().copied(), &copies, Direction::Backward);
        carriers.retain(|v| near.contains(v) || from_state.contains(v));
        let maps: FxHashSet<VarId> = program
            .globals
            .iter()
            .copied()
            .filter(|v| carriers.contains(v) && is_map(*v))
            .collect();
        carriers.retain(|&v| !is_map(v));
        let globals: Vec<VarId> =
            program.globals.iter().copied().filter(|v| carriers.contains(v)).collect();
        if carriers.is_empty() {
            return None;
        }
        let group = groups(&carriers, &direct);
        let literals = literals(program, &carriers, &group, most_literals);
        let copied = direct.into_iter().collect();
        Some(Rule { globals, carriers, maps, asked, copied, group, literals })
    }

    /// Literals that the variable, or one that values are exchanged with, gets or is compared with.
    pub(super) fn literals(&self, v: VarId) -> &[TermId] {
        let list = self.group.get(&v).and_then(|group| self.literals.get(group));
        list.map_or(&[], Vec::as_slice)
    }

    /// Whether values are exchanged between the two.
    pub(super) fn are_related(&self, a: VarId, b: VarId) -> bool {
        self.group.contains_key(&a) && self.group.get(&a) == self.group.get(&b)
    }
}

/// The literals of all variables, by what values are exchanged between.
pub(super) struct ValueGroups {
    group: FxHashMap<VarId, VarId>,
    literals: FxHashMap<VarId, Vec<TermId>>,
}

impl ValueGroups {
    pub(super) fn of(program: &Program, most_literals: usize) -> Self {
        let mut direct = copies(program);
        direct.retain(|&(a, b)| !is_map(&program.terms, a) && !is_map(&program.terms, b));
        let assigned = commands(program).flat_map(|kind| assignments(program, kind)).map(|a| a.0);
        let mut all: FxHashSet<VarId> = assigned.filter(|&v| !is_map(&program.terms, v)).collect();
        all.extend(direct.iter().flat_map(|&(a, b)| [a, b]));
        let group = groups(&all, &direct);
        let literals = literals(program, &all, &group, most_literals);
        ValueGroups { group, literals }
    }

    /// Literals that the variable, or one that values are exchanged with, gets or is compared with.
    pub(super) fn literals(&self, v: VarId) -> &[TermId] {
        let list = self.group.get(&v).and_then(|group| self.literals.get(group));
        list.map_or(&[], Vec::as_slice)
    }
}

pub(super) fn is_map(terms: &Terms, v: VarId) -> bool {
    matches!(terms.sort_of_id(terms.variable(v).sort), Sort::Map { .. })
}

/// The variables that a value may be a copy of; for a map, also of one of its elements.
pub(super) fn sources(terms: &Terms, t: TermId, found: &mut Vec<VarId>) {
    match terms.get(t) {
        Term::Var(v) => found.push(*v),
        Term::App(Op::Ite, args) => args[1..].iter().for_each(|&t| sources(terms, t, found)),
        Term::App(Op::Select, args) => sources(terms, args[0], found),
        Term::App(Op::Store, args) => {
            sources(terms, args[0], found);
            sources(terms, args[args.len() - 1], found);
        }
        _ => {}
    }
}

/// What a command gives values to, with these values.
pub(super) fn assignments(program: &Program, kind: &CommandKind) -> Vec<(VarId, TermId)> {
    match kind {
        CommandKind::Assign(pairs) => pairs.clone(),
        CommandKind::Call(call) => {
            let inputs = &program.procedures[call.callee].inputs;
            inputs.iter().copied().zip(call.args.iter().copied()).collect()
        }
        _ => Vec::new(),
    }
}

fn commands(program: &Program) -> impl Iterator<Item = &CommandKind> {
    let blocks = program.procedures.iter().flat_map(|p| &p.body.blocks);
    blocks.flat_map(|b| &b.commands).map(|c| &c.kind)
}

/// All copies in the program: source, target.
fn copies(program: &Program) -> Vec<(VarId, VarId)> {
    let constants: FxHashSet<VarId> = program.constants.iter().copied().collect();
    let mut copies = Vec::new();
    let mut from = Vec::new();
    for kind in commands(program) {
        for (to, value) in assignments(program, kind) {
            sources(&program.terms, value, &mut from);
            copies.extend(from.drain(..).filter(|v| !constants.contains(v)).map(|v| (v, to)));
        }
        if let CommandKind::Call(call) = kind {
            let outputs = &program.procedures[call.callee].outputs;
            copies.extend(outputs.iter().copied().zip(call.results.iter().copied()));
        }
    }
    copies.sort();
    copies.dedup();
    copies
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// All that copies lead to, or come from.
fn closure(
    start: impl Iterator<Item = VarId>,
    copies: &[(VarId, VarId)],
    direction: Direction,
) -> FxHashSet<VarId> {
    let mut next: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
    for &(from, to) in copies {
        let (from, to) = if direction == Direction::Forward { (from, to) } else { (to, from) };
        next.entry(from).or_default().push(to);
    }
    let mut stack: Vec<VarId> = start.collect();
    let mut set: FxHashSet<VarId> = stack.iter().copied().collect();
    while let Some(v) = stack.pop() {
        for &to in next.get(&v).map_or(&[][..], Vec::as_slice) {
            if set.insert(to) {
                stack.push(to);
            }
        }
    }
    set
}

/// What is compared where a failure is near: anything in a procedure that fails by itself, globals in
/// one that may fail in a callee instead.
fn asked_near_failures(program: &Program, is_error: &[bool]) -> FxHashSet<VarId> {
    let globals: FxHashSet<VarId> = program.globals.iter().copied().collect();
    let constants: FxHashSet<VarId> = program.constants.iter().copied().collect();
    let mut asked = FxHashSet::default();
    let failing = program.procedures.iter().zip(is_error).filter(|p| *p.1);
    for procedure in failing.map(|p| p.0) {
        let fails_below = |b: &Block| b.calls().any(|c| is_error[c.callee.index()]);
        let leaf = !procedure.body.blocks.iter().any(fails_below);
        for b in blocks_that_fail(procedure, &fails_below) {
            for command in &procedure.body.blocks[b].commands {
                let CommandKind::Assume(t) = command.kind else { continue };
                compared(&program.terms, t, &mut |v, _| {
                    if globals.contains(&v) || leaf && !constants.contains(&v) {
                        asked.insert(v);
                    }
                });
            }
        }
    }
    asked
}

/// Blocks on complete paths on which no callee fails.
fn blocks_that_fail(procedure: &Procedure, fails_below: &dyn Fn(&Block) -> bool) -> Vec<BlockId> {
    let blocks = &procedure.body.blocks;
    let order = lariat_program::topological_blocks(&procedure.body);
    let mut reached = vec![false; blocks.len()];
    if let Some(start) = reached.first_mut() {
        *start = true;
    }
    for &b in &order {
        reached[b.index()] &= !fails_below(&blocks[b]);
        if reached[b.index()] {
            blocks[b].successors().iter().for_each(|next| reached[next.index()] = true);
        }
    }
    let mut leads = vec![false; blocks.len()];
    for &b in order.iter().rev().filter(|b| reached[b.index()]) {
        let ends = blocks[b].exit == Exit::Return;
        leads[b.index()] = ends || blocks[b].successors().iter().any(|next| leads[next.index()]);
    }
    order.into_iter().filter(|b| leads[b.index()]).collect()
}

/// Variables in comparisons: with a literal, or, for equality, with another variable.
fn compared(terms: &Terms, root: TermId, found: &mut dyn FnMut(VarId, Option<TermId>)) {
    let plain = |t: TermId| match terms.get(t) {
        Term::Old(inner) => *inner,
        _ => t,
    };
    terms.for_each_subterm([root], |id, term| match term {
        Term::App(op @ (Op::Eq | Op::Lt | Op::Le), args) => {
            for (a, b) in [(args[0], args[1]), (args[1], args[0])] {
                let Some(v) = terms.as_var(plain(a)) else { continue };
                if terms.as_literal(b).is_some() {
                    found(v, Some(b));
                } else if *op == Op::Eq && terms.as_var(plain(b)).is_some() {
                    found(v, None);
                }
            }
        }
        Term::Var(v) if terms.sort_of(id) == Terms::BOOL => found(*v, None),
        _ => {}
    });
}

/// For each of the variables the first that it exchanges values with, directly or through others of them.
fn groups(variables: &FxHashSet<VarId>, direct: &[(VarId, VarId)]) -> FxHashMap<VarId, VarId> {
    fn find(first: &mut FxHashMap<VarId, VarId>, v: VarId) -> VarId {
        let mut root = v;
        while first[&root] != root {
            root = first[&root];
        }
        let mut next = v;
        while next != root {
            next = first.insert(next, root).unwrap_or(root);
        }
        root
    }
    let mut first: FxHashMap<VarId, VarId> = variables.iter().map(|&v| (v, v)).collect();
    for &(a, b) in direct.iter().filter(|(a, b)| variables.contains(a) && variables.contains(b)) {
        let (a, b) = (find(&mut first, a), find(&mut first, b));
        first.insert(a.max(b), a.min(b));
    }
    let all: Vec<VarId> = variables.iter().copied().collect();
    all.into_iter().map(|v| (v, find(&mut first, v))).collect()
}

/// The literals of each group, the most frequent ones, in order of their value.
fn literals(
    program: &Program,
    carriers: &FxHashSet<VarId>,
    group: &FxHashMap<VarId, VarId>,
    most: usize,
) -> FxHashMap<VarId, Vec<TermId>> {
    let terms = &program.terms;
    let mut counts: FxHashMap<VarId, FxHashMap<TermId, usize>> = FxHashMap::default();
    let mut count = |v: VarId, literal: TermId| {
        if carriers.contains(&v) {
            *counts.entry(group[&v]).or_default().entry(literal).or_default() += 1;
        }
    };
    for kind in commands(program) {
        for (v, value) in assignments(program, kind) {
            if is_plain_literal(terms, value) {
                count(v, value);
            }
        }
        if let CommandKind::Assume(t) = kind {
            compared(terms, *t, &mut |v, literal| literal.into_iter().for_each(|l| count(v, l)));
        }
    }
    for &ensured in program.procedures.iter().flat_map(|p| &p.ensures) {
        compared(terms, ensured, &mut |v, literal| literal.into_iter().for_each(|l| count(v, l)));
    }
    let chosen = |counts: FxHashMap<TermId, usize>| {
        let mut list: Vec<(TermId, usize)> = counts.into_iter().collect();
        list.sort_by_key(|&(t, n)| (std::cmp::Reverse(n), t));
        let mut list: Vec<TermId> = list.into_iter().take(most).map(|l| l.0).collect();
        list.sort_by(|&a, &b| match (terms.as_literal(a), terms.as_literal(b)) {
            (Some(Value::Int(a)), Some(Value::Int(b))) => a.cmp(b),
            _ => a.cmp(&b),
        });
        list
    };
    counts.into_iter().map(|(v, counts)| (v, chosen(counts))).collect()
}

fn is_plain_literal(terms: &Terms, t: TermId) -> bool {
    terms.as_literal(t).is_some_and(|v| !matches!(v, Value::Smt { .. }))
}
