//! Dropping and renumbering blocks and procedures: the mechanical part of pruning.

use lariat_program::{Block, BlockId, Body, CommandKind, Exit, ProcId, Program};

/// Keeps only the blocks for which `keep` holds and drops edges to the others. The start block always
/// stays; if it should go, its exit leads nowhere.
pub(crate) fn retain_blocks(body: &mut Body, keep: &[bool]) {
    let mut new_id = vec![None; keep.len()];
    let mut count = 0;
    for (old, &kept) in keep.iter().enumerate() {
        if kept || old == 0 {
            new_id[old] = Some(BlockId::from(count));
            count += 1;
        }
    }
    if count == keep.len() && keep.first() == Some(&true) {
        return;
    }
    let blocks = std::mem::take(&mut body.blocks);
    for (old, block) in blocks.iter_enumerated() {
        if new_id[old.index()].is_none() {
            continue;
        }
        let mut block = block.clone();
        if let Exit::Goto(targets) = &mut block.exit {
            *targets = targets.iter().filter_map(|t| new_id[t.index()]).collect();
        }
        if old.index() == 0 && !keep[0] {
            // The mark that says whose code this is stays.
            block.commands.retain(|c| matches!(c.kind, CommandKind::Mark(_)));
            block.exit = Exit::Goto(Vec::new());
        }
        body.blocks.push(block);
    }
}

/// Keeps only these procedures, renumbered in their present order.
pub(crate) fn retain_procedures(program: &mut Program, keep: &[bool]) -> Vec<Option<ProcId>> {
    let mut new_id = vec![None; keep.len()];
    let mut count = 0;
    for (old, &kept) in keep.iter().enumerate() {
        if kept {
            new_id[old] = Some(ProcId::from(count));
            count += 1;
        }
    }
    if count == keep.len() {
        return new_id;
    }
    let procedures = std::mem::take(&mut program.procedures);
    for (old, procedure) in procedures.iter_enumerated() {
        if new_id[old.index()].is_some() {
            program.procedures.push(procedure.clone());
        }
    }
    for procedure in program.procedures.iter_mut() {
        for command in procedure.body.blocks.iter_mut().flat_map(|b| &mut b.commands) {
            if let CommandKind::Call(call) = &mut command.kind {
                call.callee = new_id[call.callee.index()].expect("callees are kept");
            }
        }
        if let Some(info) = &mut procedure.loop_info {
            match new_id[info.procedure.index()] {
                Some(id) => info.procedure = id,
                None => procedure.loop_info = None,
            }
        }
    }
    new_id
}

/// Whether the block can never be passed: it assumes a falsehood.
pub(crate) fn is_blocked(block: &Block) -> bool {
    block
        .commands
        .iter()
        .any(|c| matches!(c.kind, CommandKind::Assume(t) if t == lariat_logic::Terms::FALSE))
}
