//! Makes a loop with several entries have one.
//!
//! Whoever goes to an entry, from outside or inside the loop, says which one in a new variable and
//! goes to a dispatcher instead. The dispatcher is then the only head, and no code is copied.

use crate::body::unique_name;
use lariat_logic::{Terms, VarId};
use lariat_program::{Block, BlockId, Body, Command, CommandKind, Exit, InfoId};
use rustc_hash::FxHashMap;

/// What was added.
pub(super) struct Dispatcher {
    pub head: BlockId,
    pub local: VarId,
    /// New blocks of the loop, the head among them.
    pub inside: Vec<BlockId>,
    /// New blocks that lead to the loop.
    pub outside: Vec<BlockId>,
}

/// Redirects all edges to the entries of a cycle through a dispatcher.
pub(super) fn single_entry(
    terms: &mut Terms,
    body: &mut Body,
    cycle: &[BlockId],
    entries: &[BlockId],
    info: InfoId,
) -> Dispatcher {
    let local = terms.declare("entry#", Terms::INT);
    let old_count = body.blocks.len();
    let labels: Vec<String> = entries.iter().map(|&e| body.blocks[e].label.clone()).collect();
    let mut taken: FxHashMap<String, u32> =
        body.blocks.iter().map(|b| (b.label.clone(), 1)).collect();
    let mut add = |label: String, kind: Option<CommandKind>, targets: Vec<BlockId>| {
        let label = unique_name(&mut taken, label);
        let commands = kind.into_iter().map(|kind| Command { kind, info }).collect();
        body.blocks.push(Block { label, commands, exit: Exit::Goto(targets) })
    };
    let head = add("dispatch".to_string(), None, Vec::new());
    let mut result = Dispatcher { head, local, inside: vec![head], outside: Vec::new() };
    let mut arms = Vec::new();
    // For each entry, the block that leads to the dispatcher from outside and from inside.
    let mut detours = Vec::new();
    for ((number, &entry), label) in entries.iter().enumerate().zip(labels) {
        let number = terms.int(number);
        let chosen = terms.var(local);
        let chosen = terms.eq(chosen, number);
        let choose = CommandKind::Assign(vec![(local, number)]);
        let arm = add(format!("to#{label}"), Some(CommandKind::Assume(chosen)), vec![entry]);
        let from_inside = add(format!("back#{label}"), Some(choose.clone()), vec![head]);
        let from_outside = add(format!("enter#{label}"), Some(choose), vec![head]);
        arms.push(arm);
        result.inside.extend([arm, from_inside]);
        result.outside.push(from_outside);
        detours.push((entry, from_outside, from_inside));
    }
    body.blocks[head].exit = Exit::Goto(arms);
    for block in (0..old_count).map(BlockId::from) {
        let inside = cycle.binary_search(&block).is_ok();
        if let Exit::Goto(targets) = &mut body.blocks[block].exit {
            for target in targets {
                if let Some(detour) = detours.iter().find(|d| d.0 == *target) {
                    *target = if inside { detour.2 } else { detour.1 };
                }
            }
        }
    }
    result
}
