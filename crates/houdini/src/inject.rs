//! Telling a program what holds of its procedures.

use crate::candidate::{Candidate, CandidateKind};
use lariat_logic::{TermId, Terms};
use lariat_passes::{Prepared, prune_blocks, prune_procedures, prune_to_return};
use lariat_program::{BlockId, CallGraph, Command, CommandKind, ProcId, Program};
use rustc_hash::FxHashSet;

/// Those of the kept candidates that no other one makes superfluous.
pub fn strongest(kept: &[Candidate]) -> Vec<&Candidate> {
    let all: FxHashSet<(ProcId, CandidateKind, TermId)> =
        kept.iter().map(|c| (c.procedure, c.kind, c.formula)).collect();
    kept.iter()
        .filter(|c| !c.weaker_than.iter().any(|&t| all.contains(&(c.procedure, c.kind, t))))
        .collect()
}

/// Postconditions become (free) ensures clauses, preconditions are assumed where the procedure starts.
/// The candidates must all hold, as those that [`infer`](crate::infer) keeps do.
pub fn inject(program: &mut Program, kept: &[Candidate]) {
    for candidate in strongest(kept) {
        let procedure = &mut program.procedures[candidate.procedure];
        match candidate.kind {
            CandidateKind::Post => procedure.ensures.push(candidate.formula),
            CandidateKind::Pre => {
                if procedure.body.blocks.is_empty() {
                    continue;
                }
                let kind = CommandKind::Assume(candidate.formula);
                let command = Command { kind, info: procedure.info };
                let commands = &mut procedure.body.blocks[BlockId(0)].commands;
                let first = |c: &Command| !matches!(c.kind, CommandKind::Mark(_));
                let position = commands.iter().position(first).unwrap_or(commands.len());
                commands.insert(position, command);
            }
        }
    }
}

/// Postconditions of recursive procedures, loops among them, become (free) ensures clauses. A search that looks into all
/// other calls has no use for more, and many facts slow it down.
pub fn summarise_recursion(program: &mut Program, kept: &[Candidate]) {
    let graph = CallGraph::new(program);
    let is_recursive = |p: ProcId| {
        let component = graph.components.iter().find(|c| c.contains(&p));
        component.is_some_and(|c| c.len() > 1) || graph.callees[p].contains(&p)
    };
    let recursive: FxHashSet<ProcId> =
        program.procedures.ids().filter(|&p| is_recursive(p)).collect();
    for candidate in strongest(kept) {
        if candidate.kind == CandidateKind::Post && recursive.contains(&candidate.procedure) {
            program.procedures[candidate.procedure].ensures.push(candidate.formula);
        }
    }
}

/// Takes the calls of procedures that never return out of the program, and with them the blocks that
/// only lead there and the procedures that nothing calls any more: a search need not look at an error
/// version that is refuted. The candidates must all hold, as those that [`infer`](crate::infer) keeps do;
/// they are about the program as it was, which has other numbers.
pub fn without_refuted(prepared: &mut Prepared, kept: &[Candidate]) {
    let refuted: FxHashSet<ProcId> = kept
        .iter()
        .filter(|c| c.kind == CandidateKind::Post && c.formula == Terms::FALSE)
        .map(|c| c.procedure)
        .collect();
    let Prepared { program, entry, .. } = prepared;
    for procedure in program.procedures.iter_mut() {
        for command in procedure.body.blocks.iter_mut().flat_map(|b| &mut b.commands) {
            // A call that does not return is one after which nothing is possible.
            if matches!(&command.kind, CommandKind::Call(call) if refuted.contains(&call.callee)) {
                command.kind = CommandKind::Assume(Terms::FALSE);
            }
        }
    }
    prune_blocks(program);
    prune_to_return(program);
    *entry = prune_procedures(program, *entry);
}
