//! Puts the code of a procedure in place of a call of it.
//!
//! Two uses: procedures that the front end marked `{:inline n}`, and small procedures, where an
//! instance of its own would cost the search more than the copy.

use lariat_logic::{IndexVec, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{
    Block, BlockId, Call, CallGraph, Command, CommandKind, Effects, Exit, Mark, ProcId, Procedure,
    Program,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What counts as small.
#[derive(Clone, Copy, Debug)]
pub struct InlineLimits {
    /// Most commands (marks not counted).
    pub commands: usize,
    /// Most blocks.
    pub blocks: usize,
    /// Most commands that a caller may grow to by inlining small procedures.
    pub caller_commands: usize,
}

impl Default for InlineLimits {
    fn default() -> Self {
        InlineLimits { commands: 24, blocks: 8, caller_commands: 20_000 }
    }
}

/// Inlines procedures marked `{:inline n}`, callees first. Recursive ones are left to the search,
/// whose recursion bound plays the part of `n`.
pub fn inline_marked(program: &mut Program) {
    inline_where(program, &|program, _, callee| {
        program.infos[program.procedures[callee].info].has("inline")
    });
}

/// Inlines small procedures, callees first, and what a mere wrapper as entry wraps.
pub fn inline_small(program: &mut Program, entry: ProcId, limits: InlineLimits) {
    inline_where(program, &|program, caller, callee| {
        let procedure = &program.procedures[callee];
        procedure.body.blocks.len() <= limits.blocks
            && size(procedure) <= limits.commands
            && procedure.body.blocks.iter().all(|b| b.calls().next().is_none())
            && size(&program.procedures[caller]) <= limits.caller_commands
    });
    // The entry is always looked into, so what it calls once may as well be part of it.
    for _ in 0..MAX_WRAPPERS {
        let calls = program.procedures[entry].body.blocks.iter().flat_map(Block::calls);
        let callees: Vec<ProcId> = calls.map(|c| c.callee).collect();
        let graph = CallGraph::new(program);
        let [only] = callees[..] else { break };
        if graph.is_recursive(only) || only == entry {
            break;
        }
        let effects = Effects::new(program, &graph);
        inline_calls(program, entry, &effects, &|callee| callee == only);
    }
}

/// Wrappers around wrappers are unwrapped this many times.
const MAX_WRAPPERS: usize = 4;

fn size(procedure: &Procedure) -> usize {
    let commands = procedure.body.blocks.iter().flat_map(|b| &b.commands);
    commands.filter(|c| !matches!(c.kind, CommandKind::Mark(_))).count()
}

/// Inlines the calls that `choose(program, caller, callee)` picks among the calls of procedures that
/// are not recursive, callees first.
fn inline_where(program: &mut Program, choose: &dyn Fn(&Program, ProcId, ProcId) -> bool) {
    let graph = CallGraph::new(program);
    let effects = Effects::new(program, &graph);
    for caller in graph.components.iter().flatten().copied() {
        let calls = program.procedures[caller].body.blocks.iter().flat_map(Block::calls);
        let chosen: FxHashSet<ProcId> = calls
            .map(|c| c.callee)
            .filter(|&callee| !graph.is_recursive(callee) && choose(program, caller, callee))
            .collect();
        if !chosen.is_empty() {
            inline_calls(program, caller, &effects, &|callee| chosen.contains(&callee));
        }
    }
}

/// Replaces all chosen calls in one procedure.
fn inline_calls(
    program: &mut Program,
    caller: ProcId,
    effects: &Effects,
    chosen: &dyn Fn(ProcId) -> bool,
) {
    let old_blocks = std::mem::take(&mut program.procedures[caller].body.blocks);
    let labels = old_blocks.iter().map(|b| b.label.clone()).collect();
    let blocks = old_blocks.clone();
    let mut inliner = Inliner { program, caller, effects, blocks, labels, copies: 0 };
    for b in old_blocks.ids() {
        inliner.expand_block(b, chosen);
    }
    let blocks = inliner.blocks;
    program.procedures[caller].body.blocks = blocks;
}

struct Inliner<'a> {
    program: &'a mut Program,
    caller: ProcId,
    effects: &'a Effects,
    blocks: IndexVec<BlockId, Block>,
    /// Labels that are taken, by earlier inlining too.
    labels: FxHashSet<String>,
    copies: usize,
}

impl Inliner<'_> {
    fn unique_label(&mut self, mut label: String) -> String {
        while !self.labels.insert(label.clone()) {
            label.push('$');
        }
        label
    }

    fn expand_block(&mut self, b: BlockId, chosen: &dyn Fn(ProcId) -> bool) {
        let commands = std::mem::take(&mut self.blocks[b].commands);
        let final_exit = std::mem::replace(&mut self.blocks[b].exit, Exit::Goto(Vec::new()));
        let label = self.blocks[b].label.clone();
        let mut current = b;
        for command in commands {
            match &command.kind {
                CommandKind::Call(call) if chosen(call.callee) => {
                    let call = call.clone();
                    current = self.expand_call(current, &label, &call, command.info);
                }
                _ => self.blocks[current].commands.push(command),
            }
        }
        self.blocks[current].exit = final_exit;
    }

    /// Appends the callee's code after what `current` holds so far; returns the block in which the
    /// caller goes on.
    fn expand_call(
        &mut self,
        current: BlockId,
        label: &str,
        call: &Call,
        info: lariat_program::InfoId,
    ) -> BlockId {
        self.copies += 1;
        let callee = self.program.procedures[call.callee].clone();
        let mut renaming = Substitution::new();
        let mut renamed = FxHashMap::default();
        for &v in callee.inputs.iter().chain(&callee.outputs).chain(&callee.locals) {
            let variable = self.program.terms.variable(v).clone();
            let fresh = self.program.terms.declare(variable.name, variable.sort);
            let term = self.program.terms.var(fresh);
            renaming.set(v, term);
            renamed.insert(v, fresh);
            self.program.procedures[self.caller].locals.push(fresh);
        }
        let mut head = Vec::new();
        let origin = callee.original().expect("the start block is marked");
        head.push(Command { kind: CommandKind::Mark(Mark::Enter(origin)), info });
        if !callee.inputs.is_empty() {
            let pairs = callee.inputs.iter().zip(&call.args).map(|(v, &t)| (renamed[v], t));
            head.push(Command { kind: CommandKind::Assign(pairs.collect()), info });
        }
        let ensures = self.rename_ensures(&callee, call.callee, &mut renaming, &mut head, info);
        self.blocks[current].commands.extend(head);

        let base = self.blocks.len();
        let after = BlockId::from(base + callee.body.blocks.len());
        for block in &callee.body.blocks {
            let mut commands: Vec<Command> = block
                .commands
                .iter()
                .map(|c| Command {
                    kind: self.rename(&c.kind, &mut renaming, &renamed),
                    info: c.info,
                })
                .collect();
            let exit = match &block.exit {
                Exit::Goto(targets) => {
                    Exit::Goto(targets.iter().map(|t| BlockId::from(base + t.index())).collect())
                }
                Exit::Return => {
                    let assumed =
                        ensures.iter().map(|&t| Command { kind: CommandKind::Assume(t), info });
                    commands.extend(assumed);
                    Exit::Goto(vec![after])
                }
            };
            let label = self.unique_label(format!("{label}${}${}", self.copies, block.label));
            self.blocks.push(Block { label, commands, exit });
        }
        self.blocks[current].exit = Exit::Goto(vec![BlockId::from(base)]);
        let mut tail = vec![Command { kind: CommandKind::Mark(Mark::Leave), info }];
        if !call.results.is_empty() {
            let outputs: Vec<TermId> =
                callee.outputs.iter().map(|v| self.program.terms.var(renamed[v])).collect();
            let pairs = call.results.iter().copied().zip(outputs);
            tail.push(Command { kind: CommandKind::Assign(pairs.collect()), info });
        }
        let label = self.unique_label(format!("{label}${}$after", self.copies));
        self.blocks.push(Block { label, commands: tail, exit: Exit::Goto(Vec::new()) })
    }

    /// What the callee ensures, in terms of the caller; globals mentioned under `old` are saved.
    fn rename_ensures(
        &mut self,
        callee: &Procedure,
        callee_id: ProcId,
        renaming: &mut Substitution,
        head: &mut Vec<Command>,
        info: lariat_program::InfoId,
    ) -> Vec<TermId> {
        if callee.ensures.is_empty() {
            return Vec::new();
        }
        let mut with_old = renaming.clone();
        with_old.drop_old();
        let globals: Vec<VarId> = self.program.globals.clone();
        let mentioned = old_variables(&self.program.terms, &callee.ensures);
        for v in globals.into_iter().filter(|v| mentioned.contains(v)) {
            if !self.effects.writes[callee_id].contains(&v) {
                continue;
            }
            let variable = self.program.terms.variable(v).clone();
            let saved = self.program.terms.declare(format!("old${}", variable.name), variable.sort);
            self.program.procedures[self.caller].locals.push(saved);
            let (value, saved_term) = (self.program.terms.var(v), self.program.terms.var(saved));
            head.push(Command { kind: CommandKind::Assign(vec![(saved, value)]), info });
            with_old.set_old(v, saved_term);
        }
        callee.ensures.iter().map(|&t| self.program.terms.substitute(t, &mut with_old)).collect()
    }

    fn rename(
        &mut self,
        kind: &CommandKind,
        renaming: &mut Substitution,
        renamed: &FxHashMap<VarId, VarId>,
    ) -> CommandKind {
        let terms = &mut self.program.terms;
        let var = |v: &VarId| renamed.get(v).copied().unwrap_or(*v);
        match kind {
            CommandKind::Assume(t) => CommandKind::Assume(terms.substitute(*t, renaming)),
            CommandKind::Assert(t) => CommandKind::Assert(terms.substitute(*t, renaming)),
            CommandKind::Assign(pairs) => CommandKind::Assign(
                pairs.iter().map(|(v, t)| (var(v), terms.substitute(*t, renaming))).collect(),
            ),
            CommandKind::Havoc(vars) => CommandKind::Havoc(vars.iter().map(var).collect()),
            CommandKind::Call(call) => CommandKind::Call(Call {
                callee: call.callee,
                args: call.args.iter().map(|&t| terms.substitute(t, renaming)).collect(),
                results: call.results.iter().map(var).collect(),
            }),
            CommandKind::Mark(mark) => CommandKind::Mark(*mark),
        }
    }
}

/// The variables that occur under `old`.
fn old_variables(terms: &Terms, formulas: &[TermId]) -> FxHashSet<VarId> {
    let mut under_old = Vec::new();
    terms.for_each_subterm(formulas.iter().copied(), |_, node| {
        if let Term::Old(t) = node {
            under_old.push(*t);
        }
    });
    terms.variables(under_old).into_iter().collect()
}
