//! A path as a formula: the commands along it, executed symbolically over the program as it was
//! written (before any pass), with callees in place.
//!
//! Every variable maps to a term over the arbitrary values of the execution. Since the constructors
//! of terms fold constants, the concrete parts of a path vanish here, and the solver sees what is
//! really open. Terms that grow deep get a name (but not maps, whose chains of updates [`MapIndices`] reads).

use crate::map_index::MapIndices;
use crate::path_walk::Position;
use lariat_logic::{Op, Sort, Substitution, Term, TermId, Terms, VarId};
use lariat_program::interpreter::{At, Point};
use lariat_program::{CommandKind, Exit, Frame, ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Deeper terms are named by a new unknown with a defining equation.
const MAX_UNNAMED_DEPTH: u32 = 60;

/// The formula of a path.
pub(crate) struct PathFormula {
    /// The program's terms and those of the formula.
    pub terms: Terms,
    /// The unknowns: which variable since when, and what stands for it.
    pub unknowns: Vec<(Point, VarId, VarId)>,
    /// Equations of named terms.
    pub definitions: Vec<TermId>,
    /// What must hold, and the command that says so.
    pub constraints: Vec<(At, TermId)>,
    /// The assertions that may be the failing one, each with the condition under which it is.
    pub failures: Vec<(At, TermId)>,
    /// All values computed along the path.
    pub computed: Vec<TermId>,
    /// Names for what conditions say to exist.
    pub witnesses: Vec<VarId>,
    /// Which assertion fails, if there are several: names imply the failure.
    pub failing: Vec<TermId>,
}

#[derive(Clone, Copy)]
enum Binding {
    Arbitrary(Point),
    Is(TermId),
}

pub(crate) struct FreeVariables {
    pub now: Vec<VarId>,
    pub old: Vec<VarId>,
}

struct Scope<'f> {
    position: Position<'f>,
    /// The next command of the block.
    command: usize,
    /// Variables absent here are arbitrary since `since`.
    locals: FxHashMap<VarId, Binding>,
    since: Point,
    old: FxHashMap<VarId, TermId>,
}

pub(crate) struct SymbolicExecution<'p, 'f> {
    program: &'p Program,
    result: PathFormula,
    globals: FxHashMap<VarId, Binding>,
    constants: FxHashSet<VarId>,
    stack: Vec<Scope<'f>>,
    points: u32,
    free: FxHashMap<TermId, Rc<FreeVariables>>,
    old_of: FxHashMap<ProcId, Rc<Vec<VarId>>>,
    /// Depths of the terms made since the start; the program's own count as one.
    depths: Vec<u32>,
    first_new: usize,
    maps: MapIndices,
    /// In the failing block: what holds if the execution gets here.
    reached: Option<TermId>,
}

impl<'p, 'f> SymbolicExecution<'p, 'f> {
    /// The formula of a path that [`check_path`](crate::check_path) accepts.
    pub fn run(program: &'p Program, path: &'f Frame) -> PathFormula {
        let terms = program.terms.clone();
        let arbitrary = Binding::Arbitrary(Point(0));
        let mut this = SymbolicExecution {
            program,
            first_new: terms.len(),
            result: PathFormula {
                terms,
                unknowns: Vec::new(),
                definitions: Vec::new(),
                constraints: Vec::new(),
                failures: Vec::new(),
                computed: Vec::new(),
                witnesses: Vec::new(),
                failing: Vec::new(),
            },
            globals: program.globals.iter().map(|&g| (g, arbitrary)).collect(),
            constants: program.constants.iter().copied().collect(),
            stack: Vec::new(),
            points: 0,
            free: FxHashMap::default(),
            old_of: FxHashMap::default(),
            depths: Vec::new(),
            maps: MapIndices::default(),
            reached: None,
        };
        this.enter(path, Vec::new(), Point(0));
        while !this.stack.is_empty() && this.step() {}
        this.result
    }

    fn enter(&mut self, frame: &'f Frame, args: Vec<TermId>, since: Point) {
        let procedure = &self.program.procedures[frame.procedure];
        let mut old = FxHashMap::default();
        for &v in self.old_variables(frame.procedure).iter() {
            let value = self.read(v);
            old.insert(v, value);
        }
        let pairs = procedure.inputs.iter().copied().zip(args.into_iter().map(Binding::Is));
        let locals = pairs.collect();
        self.stack.push(Scope { position: Position::new(frame), command: 0, locals, since, old });
    }

    fn scope(&mut self) -> &mut Scope<'f> {
        self.stack.last_mut().expect("a running activation")
    }

    /// Executes one command or exit; `false` when the path is at its end.
    fn step(&mut self) -> bool {
        let program = self.program;
        let scope = self.stack.last().expect("a running activation");
        let position = scope.position;
        let at = position.at(scope.command);
        let block = &program.procedures[at.procedure].body.blocks[at.block];
        if position.is_failing() && self.reached.is_none() {
            self.reached = Some(Terms::TRUE);
        }
        let Some(command) = block.commands.get(at.command) else {
            return self.exit(at, &block.exit);
        };
        self.scope().command += 1;
        match &command.kind {
            CommandKind::Assume(t) => {
                let condition = self.compute(*t);
                self.hold(at, condition);
            }
            CommandKind::Assert(t) => {
                let condition = self.compute(*t);
                if let Some(reached) = self.reached {
                    let terms = &mut self.result.terms;
                    let wrong = terms.not(condition);
                    let fails = terms.and(&[reached, wrong]);
                    self.result.failures.push((at, fails));
                }
                self.hold(at, condition);
            }
            CommandKind::Assign(pairs) => {
                let values: Vec<TermId> = pairs.iter().map(|p| self.named(p.0, p.1)).collect();
                for (&(var, _), value) in pairs.iter().zip(values) {
                    self.write(var, Binding::Is(value));
                }
            }
            CommandKind::Havoc(vars) => {
                self.points += 1;
                for &v in vars {
                    self.write(v, Binding::Arbitrary(Point(self.points)));
                }
            }
            CommandKind::Call(call) => {
                if self.reached.is_some() {
                    return false;
                }
                let inputs = &program.procedures[call.callee].inputs;
                let pairs = inputs.iter().zip(&call.args);
                let args: Vec<TermId> = pairs.map(|(&v, &t)| self.named(v, t)).collect();
                let frame = self.scope().position.enter(call.callee);
                let since = Point(self.points + 1);
                self.enter(frame.expect("the path was checked"), args, since);
                self.points += 1;
            }
            CommandKind::Mark(_) => {}
        }
        true
    }

    fn exit(&mut self, at: At, exit: &Exit) -> bool {
        if self.reached.is_some() {
            return false;
        }
        if self.scope().position.advance().is_some() {
            self.scope().command = 0;
            return true;
        }
        debug_assert!(*exit == Exit::Return, "the path was checked");
        let procedure = &self.program.procedures[at.procedure];
        for (i, &t) in procedure.ensures.iter().enumerate() {
            let condition = self.compute(t);
            self.hold(At { command: at.command + i, ..at }, condition);
        }
        let results: Option<Vec<TermId>> = (self.stack.len() > 1)
            .then(|| procedure.outputs.iter().map(|&v| self.read(v)).collect());
        self.stack.pop();
        if let (Some(results), Some(caller)) = (results, self.stack.last()) {
            let command = caller.position.at(caller.command - 1).command(self.program);
            let Some(CommandKind::Call(call)) = command.map(|c| &c.kind) else {
                unreachable!("a caller stands after its call")
            };
            for (&target, value) in call.results.iter().zip(results) {
                self.write(target, Binding::Is(value));
            }
        }
        true
    }

    fn hold(&mut self, at: At, condition: TermId) {
        match self.reached {
            // Only what comes after an assertion that may have failed is conditional.
            Some(reached) if !self.result.failures.is_empty() => {
                let both = self.result.terms.and(&[reached, condition]);
                self.reached = Some(self.name_if_deep("reached", both));
            }
            _ if condition != Terms::TRUE => self.result.constraints.push((at, condition)),
            _ => {}
        }
    }

    fn write(&mut self, var: VarId, binding: Binding) {
        match self.globals.get_mut(&var) {
            Some(global) => *global = binding,
            None => {
                self.scope().locals.insert(var, binding);
            }
        }
    }

    /// The term that a program variable stands for now.
    fn read(&mut self, var: VarId) -> TermId {
        if self.constants.contains(&var) {
            return self.result.terms.var(var);
        }
        let binding = match (self.globals.get(&var), self.stack.last()) {
            (Some(&global), _) => global,
            (None, Some(scope)) => {
                scope.locals.get(&var).copied().unwrap_or(Binding::Arbitrary(scope.since))
            }
            (None, None) => Binding::Arbitrary(Point(0)),
        };
        match binding {
            Binding::Is(term) => term,
            Binding::Arbitrary(since) => {
                let variable = self.result.terms.variable(var);
                let (name, sort) = (format!("{}@{}", variable.name, since.0), variable.sort);
                let unknown = self.result.terms.declare(name, sort);
                self.result.unknowns.push((since, var, unknown));
                let term = self.result.terms.var(unknown);
                self.write(var, Binding::Is(term));
                term
            }
        }
    }

    /// The value of a program term now.
    fn compute(&mut self, term: TermId) -> TermId {
        let value = self.compute_in(term, false);
        self.result.computed.push(value);
        value
    }

    fn compute_in(&mut self, root: TermId, old: bool) -> TermId {
        let program = self.program;
        let terms = &program.terms;
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut stack = vec![(root, false)];
        while let Some((id, operands_done)) = stack.pop() {
            if done.contains_key(&id) {
                continue;
            }
            let value = match terms.get(id) {
                Term::Literal(_) => id,
                Term::Var(v) => self.read_in(*v, old),
                Term::Old(t) => self.compute_in(*t, true),
                Term::Bind(_) => self.compute_binder(id, old),
                Term::App(_, args) | Term::Call(_, args) if !operands_done => {
                    stack.push((id, true));
                    stack.extend(args.iter().rev().map(|&a| (a, false)));
                    continue;
                }
                Term::App(op, args) => {
                    let new: Vec<TermId> = args.iter().map(|a| done[a]).collect();
                    let store = &mut self.result.terms;
                    if new[..] == args[..] {
                        id
                    } else if *op == Op::Select {
                        self.maps.select(store, new[0], &new[1..])
                    } else {
                        store.app_with_sort(op.clone(), &new, terms.sort_of(id))
                    }
                }
                Term::Call(function, args) => {
                    let new: Vec<TermId> = args.iter().map(|a| done[a]).collect();
                    self.result.terms.call(*function, &new)
                }
            };
            done.insert(id, value);
        }
        done[&root]
    }

    fn read_in(&mut self, var: VarId, old: bool) -> TermId {
        // Inputs and constants have no other value under `old`.
        let at_entry = self.stack.last().filter(|_| old).and_then(|s| s.old.get(&var).copied());
        at_entry.unwrap_or_else(|| self.read(var))
    }

    fn compute_binder(&mut self, binder: TermId, old: bool) -> TermId {
        let free = match self.free.get(&binder) {
            Some(free) => free.clone(),
            None => {
                let free = Rc::new(free_variables(&self.program.terms, &[binder]));
                self.free.insert(binder, free.clone());
                free
            }
        };
        let mut substitution = Substitution::new();
        for &v in &free.now {
            let value = self.read_in(v, old);
            substitution.set(v, value);
        }
        for &v in &free.old {
            let value = self.read_in(v, true);
            substitution.set_old(v, value);
        }
        substitution.drop_old();
        self.result.terms.substitute(binder, &mut substitution)
    }

    /// As [`compute`](Self::compute), under a name of its own if it is deep.
    fn named(&mut self, var: VarId, term: TermId) -> TermId {
        let value = self.compute(term);
        let program = self.program;
        self.name_if_deep(&program.terms.variable(var).name, value)
    }

    fn name_if_deep(&mut self, name: &str, value: TermId) -> TermId {
        // Equations between maps are hard on solvers, and chains of updates are read with `maps`.
        let terms = &self.result.terms;
        let is_map = matches!(terms.sort_of_id(terms.sort_of(value)), Sort::Map { .. });
        if is_map || self.depth(value) <= MAX_UNNAMED_DEPTH {
            return value;
        }
        let terms = &mut self.result.terms;
        let unknown = terms.declare(name, terms.sort_of(value));
        let named = terms.var(unknown);
        let definition = terms.eq(named, value);
        self.result.definitions.push(definition);
        named
    }

    fn depth(&mut self, term: TermId) -> u32 {
        let terms = &self.result.terms;
        let first = self.first_new;
        // Operands are made before the terms they are in.
        for index in first + self.depths.len()..=term.index() {
            let depth = |t: &TermId| t.index().checked_sub(first).map_or(1, |i| self.depths[i]);
            let deepest = match terms.get(TermId::from(index)) {
                Term::Literal(_) | Term::Var(_) => 0,
                Term::App(_, args) | Term::Call(_, args) => {
                    args.iter().map(depth).max().unwrap_or(0)
                }
                Term::Bind(b) => depth(&b.body),
                Term::Old(t) => depth(t),
            };
            self.depths.push(deepest + 1);
        }
        term.index().checked_sub(first).map_or(1, |i| self.depths[i])
    }

    /// The globals under `old` in the ensures clauses of a procedure.
    fn old_variables(&mut self, procedure: ProcId) -> Rc<Vec<VarId>> {
        if let Some(old) = self.old_of.get(&procedure) {
            return old.clone();
        }
        let ensures = &self.program.procedures[procedure].ensures;
        let mut old = free_variables(&self.program.terms, ensures).old;
        old.retain(|v| self.globals.contains_key(v));
        let old = Rc::new(old);
        self.old_of.insert(procedure, old.clone());
        old
    }
}

/// The free variables of some terms, and those that stand under `old`.
pub(crate) fn free_variables(terms: &Terms, roots: &[TermId]) -> FreeVariables {
    let mut bound = FxHashSet::default();
    let mut under_old = Vec::new();
    terms.for_each_subterm(roots.iter().copied(), |_, node| match node {
        Term::Bind(b) => bound.extend(b.vars.iter().copied()),
        Term::Old(t) => under_old.push(*t),
        _ => {}
    });
    let free = |roots: &[TermId]| {
        let all = terms.variables(roots.iter().copied());
        all.into_iter().filter(|v| !bound.contains(v)).collect::<Vec<_>>()
    };
    FreeVariables { now: free(roots), old: free(&under_old) }
}
