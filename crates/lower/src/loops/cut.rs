//! Loops cut at their heads, for modular verification.
//!
//! The conditions that the head begins with are the loop's invariant: checked ones are asserted where the loop is entered and
//! where an iteration ends, and assumed where an iteration begins, in a state in which whatever the loop can change is
//! arbitrary. What is left has no cycle. An execution of the loop is a first arrival at the head and iterations that
//! each begin in such a state, as long as the invariant holds at their beginnings: so if no assertion of the result
//! fails, none of the loop does. The other way round, a failure may only say that the invariant is too weak.
//!
//! Conditions that are assumed (free invariants) are assumed in the arbitrary state alone, as in Boogie.

use super::{Forest, forest, head_info, loops_of};
use crate::blocks::in_order;
use lariat_logic::{TermId, VarId};
use lariat_program::{Block, BlockId, Body, Command, CommandKind, Exit, InfoId, ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// What holds of variables that become arbitrary: their where clauses.
pub(crate) type WhereClauses = FxHashMap<VarId, TermId>;

/// The globals that each procedure's code assigns, itself or through calls.
pub(crate) type Assigned = FxHashMap<ProcId, FxHashSet<VarId>>;

/// What the code of each procedure assigns. That is less than what its `modifies` clause allows where a procedure is to be
/// inlined: a loop around such a call changes what the code changes, as if it stood there. The code of a procedure
/// that is known by its contract alone makes all that the clause names arbitrary.
pub(crate) fn assigned_globals(program: &Program) -> Assigned {
    let mut assigned = Assigned::default();
    let mut callers: FxHashMap<ProcId, Vec<ProcId>> = FxHashMap::default();
    for (id, procedure) in program.procedures.iter_enumerated() {
        let targets = assigned.entry(id).or_default();
        for command in procedure.body.blocks.iter().flat_map(|b| &b.commands) {
            targets.extend(command.kind.targets());
            if let CommandKind::Call(call) = &command.kind {
                callers.entry(call.callee).or_default().push(id);
            }
        }
        let own = procedure.locals.iter().chain(&procedure.outputs);
        own.for_each(|var| _ = targets.remove(var));
    }
    let mut changed: Vec<ProcId> = program.procedures.ids().collect();
    while let Some(callee) = changed.pop() {
        for &caller in callers.get(&callee).into_iter().flatten() {
            let from_callee = assigned[&callee].clone();
            let targets = assigned.entry(caller).or_default();
            let before = targets.len();
            targets.extend(from_callee);
            if targets.len() > before {
                changed.push(caller);
            }
        }
    }
    assigned
}

/// Cuts the loops of a procedure. `maintained` makes the information about an invariant that is checked after an iteration from that
/// about the same one where the loop is entered.
pub(crate) fn cut(
    program: &mut Program,
    id: ProcId,
    assigned: &Assigned,
    clauses: &WhereClauses,
    maintained: &mut dyn FnMut(&mut Program, InfoId) -> InfoId,
) {
    if !forest::has_cycle(&program.procedures[id].body) {
        return;
    }
    let mut body = std::mem::take(&mut program.procedures[id].body);
    let forest = loops_of(program, id, &mut body);
    let blocks = body.blocks.len();
    for number in 0..forest.loops.len() {
        let head = forest.loops[number].head;
        let info = head_info(program, id, &body, &forest, number);
        let prefix = invariants(&body.blocks[head]);
        let arbitrary = changed_by(assigned, &body, &forest, number);
        let commands = body.blocks[head].commands.split_off(prefix);
        let invariants = std::mem::replace(&mut body.blocks[head].commands, commands);
        let after = invariants.iter().filter_map(|command| match command.kind {
            CommandKind::Assert(_) => Some(Command {
                kind: command.kind.clone(),
                info: maintained(program, command.info),
            }),
            _ => None,
        });
        let back = Block {
            label: format!("{}_maintained", body.blocks[head].label),
            commands: after.collect(),
            exit: Exit::Goto(Vec::new()),
        };
        let back = body.blocks.push(back);
        let mut start: Vec<Command> = invariants
            .iter()
            .filter(|command| matches!(command.kind, CommandKind::Assert(_)))
            .cloned()
            .collect();
        let holds = arbitrary.iter().filter_map(|var| clauses.get(var));
        let mut holds: Vec<TermId> = holds.copied().collect();
        holds.dedup();
        if !arbitrary.is_empty() {
            start.push(Command { kind: CommandKind::Havoc(arbitrary), info });
        }
        start.extend(holds.into_iter().map(|c| Command { kind: CommandKind::Assume(c), info }));
        start.extend(invariants.into_iter().map(|command| match command.kind {
            CommandKind::Assert(condition) => {
                Command { kind: CommandKind::Assume(condition), info: command.info }
            }
            _ => command,
        }));
        body.blocks[head].commands.splice(0..0, start);
        for block in (0..blocks).map(BlockId::from) {
            if let Exit::Goto(targets) = &mut body.blocks[block].exit {
                for target in targets.iter_mut().filter(|t| **t == head) {
                    if forest.is_back_edge(block, head) {
                        *target = back;
                    }
                }
            }
        }
    }
    program.procedures[id].body = in_order(body);
}

/// How many commands at the start of a loop head are its invariant.
fn invariants(head: &Block) -> usize {
    let is_condition =
        |command: &Command| matches!(command.kind, CommandKind::Assert(_) | CommandKind::Assume(_));
    head.commands.iter().take_while(|command| is_condition(command)).count()
}

/// What an iteration may change, in order of declaration.
fn changed_by(assigned: &Assigned, body: &Body, forest: &Forest, number: usize) -> Vec<VarId> {
    let mut changed: FxHashSet<VarId> = FxHashSet::default();
    for block in forest.blocks_of(number) {
        for command in &body.blocks[block].commands {
            changed.extend(command.kind.targets());
            if let CommandKind::Call(call) = &command.kind {
                changed.extend(&assigned[&call.callee]);
            }
        }
    }
    let mut changed: Vec<VarId> = changed.into_iter().collect();
    changed.sort_unstable();
    changed
}
