//! Makes one block of two where the first goes only to the second and the second comes only from the
//! first, and drops commands that do nothing.

use crate::blocks::retain_blocks;
use lariat_logic::Terms;
use lariat_program::{BlockId, Body, CommandKind, Exit, Program, reverse_postorder};

/// Merges straight lines of blocks in every procedure.
pub fn merge_blocks(program: &mut Program) {
    for procedure in program.procedures.iter_mut() {
        merge_body(&mut procedure.body);
    }
}

fn merge_body(body: &mut Body) {
    for block in body.blocks.iter_mut() {
        block.commands.retain(|c| match &c.kind {
            CommandKind::Assume(t) | CommandKind::Assert(t) => *t != Terms::TRUE,
            CommandKind::Assign(pairs) => !pairs.is_empty(),
            CommandKind::Havoc(vars) => !vars.is_empty(),
            CommandKind::Call(_) | CommandKind::Mark(_) => true,
        });
        if let Exit::Goto(targets) = &mut block.exit {
            let mut seen = rustc_hash::FxHashSet::default();
            targets.retain(|t| seen.insert(*t));
        }
    }
    let predecessors = body.predecessors();
    let mut keep = vec![true; body.blocks.len()];
    // Successors first, so that a chain folds into its head in one sweep.
    for b in reverse_postorder(body).into_iter().rev() {
        let [next] = *body.blocks[b].successors() else { continue };
        if predecessors[next].len() == 1 && next != BlockId(0) {
            let tail = std::mem::take(&mut body.blocks[next].commands);
            let exit = std::mem::replace(&mut body.blocks[next].exit, Exit::Goto(Vec::new()));
            body.blocks[b].commands.extend(tail);
            body.blocks[b].exit = exit;
            keep[next.index()] = false;
        }
    }
    retain_blocks(body, &keep);
}
