//! Finds an error flag and specialises procedures by its value.
//!
//! Front ends compile "something went wrong" to a global flag: it is given constant values only, it is
//! tested after calls, and the entry returns only if it was raised. If there is such a flag, each
//! procedure is split into versions by the flag's value at entry and at return (a finite product, exact:
//! no path is added or lost). In each version the flag is a constant at every point and disappears,
//! the tests on it are decided, and what remains is one chain of calls that raise the flag, each
//! preceded by calls that leave it alone.

use crate::modes::ModeStats;
use crate::prune::prune_body_to_return;
use lariat_logic::{IndexVec, Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{
    Block, BlockId, Body, Call, CallGraph, Command, CommandKind, Effects, Exit, ProcId, Procedure,
    Program, reverse_postorder,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What is known of the flag: nothing, or its value (a literal).
type State = Option<TermId>;

/// A version of a procedure: which, with the flag so at entry, and so at return.
type Version = (ProcId, State, State);

/// For a procedure and the flag's value at entry, its possible values at return.
type Table = FxHashMap<(ProcId, State), BTreeSet<State>>;

/// A flag may take at most this many values.
const MAX_VALUES: usize = 2;

/// Specialises the program by its error flag, if it has one.
pub(crate) fn specialise(program: &mut Program, entry: ProcId) -> (ProcId, ModeStats) {
    let count = program.procedures.len();
    let plain = ModeStats { procedures: count, normal: count, ..ModeStats::default() };
    let effects = Effects::new(program, &CallGraph::new(program));
    let Some((flag, final_state, table)) = find(program, entry, &effects) else {
        return (entry, plain);
    };
    let touches = |p: ProcId| effects.reads[p].contains(&flag) || effects.writes[p].contains(&flag);
    let untouched: Vec<bool> = program.procedures.ids().map(|p| !touches(p)).collect();
    let name = program.terms.variable(flag).name.clone();
    let mut specialiser = Specialiser {
        program,
        flag,
        table,
        untouched,
        versions: FxHashMap::default(),
        queue: Vec::new(),
    };
    let new_entry = specialiser.version((entry, None, final_state));
    let mut error_procedures = Vec::new();
    while let Some((version, id)) = specialiser.queue.pop() {
        let (p, before, after) = version;
        let procedure = specialiser.build(version);
        if after == final_state && before != after && effects.writes[p].contains(&flag) {
            error_procedures.push(procedure.name.clone());
        }
        specialiser.program.procedures[id] = procedure;
    }
    for p in (0..count).map(ProcId::from).filter(|p| specialiser.untouched[p.index()]) {
        specialiser.program.procedures[p].modifies.retain(|&v| v != flag);
    }
    error_procedures.sort();
    let stats = ModeStats {
        procedures: count,
        normal: specialiser.versions.len() - error_procedures.len(),
        error: error_procedures.len(),
        flag: Some(name),
        error_procedures,
    };
    (new_entry, stats)
}

/// The error flag of a program, if it has one.
pub fn error_flag(program: &mut Program, entry: ProcId) -> Option<VarId> {
    let effects = Effects::new(program, &CallGraph::new(program));
    find(program, entry, &effects).map(|f| f.0)
}

/// The flag, its value when the entry returns, and what each procedure does to it.
fn find(program: &mut Program, entry: ProcId, effects: &Effects) -> Option<(VarId, State, Table)> {
    let mut candidates: Vec<(usize, VarId)> = Vec::new();
    let flags = constant_valued_globals(program);
    let mentioned = mentioned_flags(program, &flags);
    let orders = program.procedures.iter().map(|p| reverse_postorder(&p.body)).collect();
    let orders = IndexVec::from_vec(orders);
    for flag in flags {
        let mut transitions = Transitions::new(program, effects, &mentioned, &orders, flag);
        let returns = transitions.from(entry, None);
        let raised_only = returns.len() == 1 && returns.iter().all(Option::is_some);
        let final_state = returns.into_iter().next().flatten();
        if raised_only && transitions.some_call_may_raise(final_state) {
            candidates.push((transitions.tests, flag));
        }
    }
    // The flag that is tested most; the first of several.
    let &(_, flag) = candidates.iter().rev().max_by_key(|c| c.0)?;
    let mut transitions = Transitions::new(program, effects, &mentioned, &orders, flag);
    let final_state = transitions.from(entry, None).into_iter().next().flatten();
    Some((flag, final_state, transitions.table))
}

/// Globals of a scalar sort whose every assignment is one of few literals and that nothing havocs.
fn constant_valued_globals(program: &Program) -> Vec<VarId> {
    let mut values: FxHashMap<VarId, BTreeSet<TermId>> =
        program.globals.iter().map(|&g| (g, BTreeSet::new())).collect();
    for command in program.procedures.iter().flat_map(|p| &p.body.blocks).flat_map(|b| &b.commands)
    {
        match &command.kind {
            CommandKind::Assign(pairs) => {
                for (v, t) in pairs {
                    if program.terms.as_literal(*t).is_none() {
                        values.remove(v);
                    } else if let Some(set) = values.get_mut(v) {
                        set.insert(*t);
                    }
                }
            }
            kind => kind.targets().iter().for_each(|v| {
                values.remove(v);
            }),
        }
    }
    let small = |g: &&VarId| values.get(g).is_some_and(|s| (1..=MAX_VALUES).contains(&s.len()));
    program.globals.iter().filter(small).copied().collect()
}

/// The conditions and calls that matter for one flag, block by block: all that [`Transitions`] looks at.
#[derive(Clone)]
enum Event {
    Assume(TermId),
    Set(TermId),
    Call(ProcId),
}

/// Which values the flag may have when a procedure returns, by its value at entry, looking at nothing
/// but the flag.
struct Transitions<'a> {
    program: &'a mut Program,
    flag: VarId,
    events: IndexVec<ProcId, Vec<Vec<Event>>>,
    orders: &'a IndexVec<ProcId, Vec<BlockId>>,
    table: Table,
    /// Conditions that mention the flag.
    tests: usize,
}

impl<'a> Transitions<'a> {
    fn new(
        program: &'a mut Program,
        effects: &Effects,
        mentioned: &FxHashMap<TermId, Vec<VarId>>,
        orders: &'a IndexVec<ProcId, Vec<BlockId>>,
        flag: VarId,
    ) -> Self {
        let touches =
            |p: ProcId| effects.reads[p].contains(&flag) || effects.writes[p].contains(&flag);
        let event = |command: &Command| match &command.kind {
            CommandKind::Assume(t) if *t == Terms::FALSE => Some(Event::Assume(*t)),
            CommandKind::Assume(t) if mentioned[t].contains(&flag) => Some(Event::Assume(*t)),
            CommandKind::Assign(pairs) => {
                pairs.iter().find(|p| p.0 == flag).map(|p| Event::Set(p.1))
            }
            CommandKind::Call(call) if touches(call.callee) => Some(Event::Call(call.callee)),
            _ => None,
        };
        let mut events = IndexVec::new();
        let mut tests = 0;
        for procedure in &program.procedures {
            let blocks = procedure.body.blocks.iter();
            let of_blocks: Vec<Vec<Event>> =
                blocks.map(|b| b.commands.iter().filter_map(event).collect()).collect();
            tests += of_blocks.iter().flatten().filter(|e| matches!(e, Event::Assume(_))).count();
            let _: ProcId = events.push(of_blocks);
        }
        Transitions { program, flag, events, orders, table: FxHashMap::default(), tests }
    }

    /// The least fixed point of the table, demanded from one procedure and state.
    fn from(&mut self, entry: ProcId, state: State) -> BTreeSet<State> {
        self.table.insert((entry, state), BTreeSet::new());
        loop {
            let before = self.size();
            let mut keys: Vec<(ProcId, State)> = self.table.keys().copied().collect();
            keys.sort();
            for (p, s) in keys {
                let returns = self.run(p, s);
                self.table.entry((p, s)).or_default().extend(returns);
            }
            if before == self.size() {
                return self.table[&(entry, state)].clone();
            }
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.table.len(), self.table.values().map(BTreeSet::len).sum())
    }

    /// Whether some procedure that is called without the flag raised may raise it.
    fn some_call_may_raise(&self, raised: State) -> bool {
        self.table
            .iter()
            .any(|((_, s), returns)| s.is_some() && *s != raised && returns.contains(&raised))
    }

    fn run(&mut self, p: ProcId, start: State) -> BTreeSet<State> {
        let mut at_start: FxHashMap<BlockId, BTreeSet<State>> = FxHashMap::default();
        at_start.insert(BlockId(0), BTreeSet::from([start]));
        let mut returns = BTreeSet::new();
        for &b in &self.orders[p] {
            let mut states = at_start.remove(&b).unwrap_or_default();
            for i in 0..self.events[p][b.index()].len() {
                let event = self.events[p][b.index()][i].clone();
                states = states.into_iter().flat_map(|s| self.step(&event, s)).collect();
            }
            let block = &self.program.procedures[p].body.blocks[b];
            if block.exit == Exit::Return {
                returns.extend(states.iter().copied());
            }
            for &next in block.successors() {
                at_start.entry(next).or_default().extend(states.iter().copied());
            }
        }
        returns
    }

    fn step(&mut self, event: &Event, state: State) -> Vec<State> {
        match event {
            Event::Assume(t) => {
                after_assume(&mut self.program.terms, self.flag, *t, state).into_iter().collect()
            }
            Event::Set(value) => vec![Some(*value)],
            Event::Call(callee) => {
                self.table.entry((*callee, state)).or_default().iter().copied().collect()
            }
        }
    }
}

/// For every assumption of the program, the candidate flags in it.
fn mentioned_flags(program: &Program, flags: &[VarId]) -> FxHashMap<TermId, Vec<VarId>> {
    let mut mentioned = FxHashMap::default();
    for command in program.procedures.iter().flat_map(|p| &p.body.blocks).flat_map(|b| &b.commands)
    {
        if let CommandKind::Assume(t) = command.kind {
            mentioned.entry(t).or_insert_with(|| {
                let mut vars = program.terms.variables([t]);
                vars.retain(|v| flags.contains(v));
                vars
            });
        }
    }
    mentioned
}

/// The state after an assumption, or `None` if it fails.
fn after_assume(terms: &mut Terms, flag: VarId, t: TermId, state: State) -> Option<State> {
    if t == Terms::FALSE {
        return None;
    }
    match state {
        Some(value) => {
            let mut subst = Substitution::new();
            subst.set(flag, value);
            (terms.substitute(t, &mut subst) != Terms::FALSE).then_some(state)
        }
        None => Some(implied_value(terms, flag, t)),
    }
}

/// The literal that `t` says the flag equals, if it says so.
fn implied_value(terms: &Terms, flag: VarId, t: TermId) -> State {
    match terms.get(t) {
        Term::Var(v) if *v == flag => Some(Terms::TRUE),
        Term::App(Op::Not, args) if terms.as_var(args[0]) == Some(flag) => Some(Terms::FALSE),
        Term::App(Op::Eq, args) if terms.as_var(args[0]) == Some(flag) => {
            terms.as_literal(args[1]).map(|_| args[1])
        }
        _ => None,
    }
}

struct Specialiser<'a> {
    program: &'a mut Program,
    flag: VarId,
    table: Table,
    /// Procedures that neither read nor write the flag: they stay as they are.
    untouched: Vec<bool>,
    versions: FxHashMap<Version, ProcId>,
    queue: Vec<(Version, ProcId)>,
}

impl Specialiser<'_> {
    fn version(&mut self, version: Version) -> ProcId {
        let (p, before, after) = version;
        if self.untouched[p.index()] {
            return p;
        }
        if let Some(&id) = self.versions.get(&version) {
            return id;
        }
        // A placeholder until its turn comes.
        let mut placeholder = self.program.procedures[p].clone();
        placeholder.name = format!("{}${}", placeholder.name, self.suffix(before, after));
        placeholder.body = Body::default();
        let id = self.program.procedures.push(placeholder);
        self.versions.insert(version, id);
        self.queue.push((version, id));
        id
    }

    fn suffix(&self, before: State, after: State) -> String {
        let text = |s: State| match s.and_then(|t| self.program.terms.as_literal(t)) {
            Some(value) => value.to_string().replace('-', "m"),
            None => "any".to_string(),
        };
        format!("{}_{}", text(before), text(after))
    }

    /// The code of a version: the product of the blocks with the flag's state.
    fn build(&mut self, version: Version) -> Procedure {
        let (p, before, after) = version;
        let original = self.program.procedures[p].clone();
        let mut product = Product {
            blocks: IndexVec::new(),
            index: FxHashMap::default(),
            todo: Vec::new(),
            after,
        };
        product.point((BlockId(0), 0, before), &original);
        while let Some((point, id)) = product.todo.pop() {
            self.build_from(&original, point, id, &mut product);
        }
        let ensures = original.ensures.iter().map(|&t| self.specialise_ensures(t, before, after));
        let ensures: Vec<TermId> = ensures.filter(|&t| t != Terms::TRUE).collect();
        let name = format!("{}${}", original.name, self.suffix(before, after));
        let mut result = Procedure { name, ensures, ..original };
        result.modifies.retain(|&v| v != self.flag);
        result.body = Body { blocks: product.blocks };
        prune_body_to_return(&mut result.body);
        result
    }

    fn specialise_ensures(&mut self, t: TermId, before: State, after: State) -> TermId {
        let flag = self.program.terms.var(self.flag);
        let old_flag = self.program.terms.old(flag);
        let mut subst = Substitution::new();
        if let Some(value) = after {
            subst.set(self.flag, value);
        }
        // `old` must stay for the other variables, so the flag under it is replaced by hand.
        let t = match before {
            Some(value) => replace_term(&mut self.program.terms, t, old_flag, value),
            None => t,
        };
        substitute_outside_old(&mut self.program.terms, t, &mut subst)
    }

    /// Builds the code from a point on to the next call that touches the flag, or to the block's end.
    fn build_from(
        &mut self,
        original: &Procedure,
        (b, start, mut state): Point,
        id: BlockId,
        product: &mut Product,
    ) {
        let block = &original.body.blocks[b];
        let mut out = Vec::new();
        for (i, command) in block.commands.iter().enumerate().skip(start) {
            let info = command.info;
            if let CommandKind::Call(call) = &command.kind
                && !self.untouched[call.callee.index()]
            {
                let returns = self.table.get(&(call.callee, state)).cloned().unwrap_or_default();
                let mut targets = Vec::new();
                for next in returns {
                    let callee = self.version((call.callee, state, next));
                    let args = call.args.iter().map(|&t| self.put(state, t)).collect();
                    let call = Call { callee, args, results: call.results.clone() };
                    let after = product.point((b, i + 1, next), original);
                    targets.push(product.blocks.push(Block {
                        label: format!("{}$call{}", block.label, product.blocks.len()),
                        commands: vec![Command { kind: CommandKind::Call(call), info }],
                        exit: Exit::Goto(vec![after]),
                    }));
                }
                product.blocks[id].commands = out;
                product.blocks[id].exit = Exit::Goto(targets);
                return;
            }
            let next = self.step(&command.kind, state);
            let mut kind = self.under(state, &command.kind);
            if let CommandKind::Assign(pairs) = &mut kind {
                pairs.retain(|p| p.0 != self.flag);
            }
            if kind != CommandKind::Assign(Vec::new()) {
                out.push(Command { kind, info });
            }
            match next {
                Some(next) => state = next,
                None => {
                    let kind = CommandKind::Assume(Terms::FALSE);
                    out.push(Command { kind, info });
                    product.blocks[id].commands = out;
                    return;
                }
            }
        }
        product.blocks[id].commands = out;
        product.blocks[id].exit = match &block.exit {
            Exit::Return if state == product.after => Exit::Return,
            Exit::Return => Exit::Goto(Vec::new()),
            Exit::Goto(targets) => Exit::Goto(
                targets.iter().map(|&t| product.point((t, 0, state), original)).collect(),
            ),
        };
    }

    /// A term with the flag's value put in.
    fn put(&mut self, state: State, t: TermId) -> TermId {
        let Some(value) = state else { return t };
        let mut subst = Substitution::new();
        subst.set(self.flag, value);
        self.program.terms.substitute(t, &mut subst)
    }

    fn step(&mut self, kind: &CommandKind, state: State) -> Option<State> {
        match kind {
            CommandKind::Assume(t) => {
                if !self.program.terms.variables([*t]).contains(&self.flag) {
                    return Some(state);
                }
                after_assume(&mut self.program.terms, self.flag, *t, state)
            }
            CommandKind::Assign(pairs) => {
                Some(pairs.iter().find(|p| p.0 == self.flag).map_or(state, |p| Some(p.1)))
            }
            _ => Some(state),
        }
    }

    /// A command with the flag's value put in.
    fn under(&mut self, state: State, kind: &CommandKind) -> CommandKind {
        match kind {
            CommandKind::Assume(t) => CommandKind::Assume(self.put(state, *t)),
            CommandKind::Assert(t) => CommandKind::Assert(self.put(state, *t)),
            CommandKind::Assign(pairs) => {
                CommandKind::Assign(pairs.iter().map(|&(v, t)| (v, self.put(state, t))).collect())
            }
            CommandKind::Call(call) => CommandKind::Call(Call {
                args: call.args.iter().map(|&t| self.put(state, t)).collect(),
                ..call.clone()
            }),
            CommandKind::Havoc(_) | CommandKind::Mark(_) => kind.clone(),
        }
    }
}

/// A place in the original procedure (block and command) with the flag's state there.
type Point = (BlockId, usize, State);

/// Blocks of a version under construction, by point of the original.
struct Product {
    blocks: IndexVec<BlockId, Block>,
    index: FxHashMap<Point, BlockId>,
    todo: Vec<(Point, BlockId)>,
    after: State,
}

impl Product {
    fn point(&mut self, point: Point, original: &Procedure) -> BlockId {
        if let Some(&id) = self.index.get(&point) {
            return id;
        }
        let label = &original.body.blocks[point.0].label;
        let label = match self.blocks.len() {
            0 => label.clone(),
            number => format!("{label}${number}"),
        };
        let id =
            self.blocks.push(Block { label, commands: Vec::new(), exit: Exit::Goto(Vec::new()) });
        self.index.insert(point, id);
        self.todo.push((point, id));
        id
    }
}

/// Replaces a subterm by another.
fn replace_term(terms: &mut Terms, root: TermId, what: TermId, by: TermId) -> TermId {
    let mut order = Vec::new();
    terms.for_each_subterm([root], |id, _| order.push(id));
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    for id in order {
        let result = if id == what { by } else { terms.map_children(id, &mut |c| new[&c]) };
        new.insert(id, result);
    }
    new[&root]
}

/// Substitutes everywhere but under `old`.
fn substitute_outside_old(terms: &mut Terms, root: TermId, subst: &mut Substitution) -> TermId {
    let mut hidden: Vec<(VarId, TermId)> = Vec::new();
    let mut olds = FxHashSet::default();
    terms.for_each_subterm([root], |id, node| {
        if matches!(node, Term::Old(_)) {
            olds.insert(id);
        }
    });
    let mut olds: Vec<TermId> = olds.into_iter().collect();
    olds.sort();
    let mut term = root;
    for old in olds {
        let sort = terms.sort_of(old);
        let placeholder = terms.declare("old", sort);
        let var = terms.var(placeholder);
        term = replace_term(terms, term, old, var);
        hidden.push((placeholder, old));
    }
    term = terms.substitute(term, subst);
    let mut back = Substitution::new();
    for (placeholder, old) in hidden {
        back.set(placeholder, old);
    }
    terms.substitute(term, &mut back)
}
