//! Telling a program what holds of its procedures.

use crate::candidate::{Candidate, CandidateKind};
use lariat_logic::TermId;
use lariat_program::{BlockId, Command, CommandKind, ProcId, Program};
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
