//! `{:selective_checking}`: only what comes after `assume {:start_checking_here} …` is checked.
//!
//! An assertion is checked if it stands behind such a mark in its block, or in a block that is reached from one with a mark. The
//! others are assumed.

use lariat_program::{BlockId, CommandKind, ProcId, Program};
use rustc_hash::FxHashSet;

/// The attribute of the mark.
const MARK: &str = "start_checking_here";

/// Assumes the assertions of a procedure that do not come after a mark.
pub(crate) fn check_from_marks(program: &mut Program, procedure: ProcId) {
    let marks = |info| program.infos[info].attributes.iter().any(|a| a.name == MARK);
    let body = &program.procedures[procedure].body;
    let mut first_checked = Vec::new();
    let mut reached: FxHashSet<BlockId> = FxHashSet::default();
    let mut stack = Vec::new();
    for (id, block) in body.blocks.iter_enumerated() {
        let mark = block.commands.iter().position(|c| marks(c.info));
        if mark.is_some() {
            stack.extend(block.successors().iter().copied());
        }
        first_checked.push((id, mark.unwrap_or(block.commands.len())));
    }
    while let Some(block) = stack.pop() {
        if reached.insert(block) {
            stack.extend(body.blocks[block].successors().iter().copied());
        }
    }
    for (id, first) in first_checked {
        if reached.contains(&id) {
            continue;
        }
        for command in &mut program.procedures[procedure].body.blocks[id].commands[..first] {
            if let CommandKind::Assert(condition) = command.kind {
                command.kind = CommandKind::Assume(condition);
            }
        }
    }
}
