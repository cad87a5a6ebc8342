//! Iterations of a loop in front of it.
//!
//! A loop that always runs twenty-eight times costs the search twenty-eight instances that it has to
//! tell apart by itself. Peeled, the iterations are plain code, the counter is a constant in each of
//! them, and constant propagation decides when the loop ends.

use super::forest::Forest;
use crate::body::unique_name;
use lariat_program::{Block, BlockId, Body, Exit, Peeled};
use rustc_hash::{FxHashMap, FxHashSet};

/// Puts `count` copies of the loop in front of it: each leaves the loop as it does, and goes on with
/// the next copy, the last one with the loop itself. The result says what the new labels are copies of.
pub(super) fn peel(
    body: &mut Body,
    forest: &Forest,
    number: usize,
    count: u32,
) -> Vec<(String, Peeled)> {
    let mut copies = Vec::new();
    let head = forest.loops[number].head;
    let mut inside: Vec<BlockId> = forest.blocks_of(number).collect();
    let guards = exit_guards(body, &inside);
    inside.extend(guards);
    let position: FxHashMap<BlockId, usize> =
        inside.iter().enumerate().map(|(i, &b)| (b, i)).collect();
    let base = body.blocks.len();
    let copy = |block: BlockId, iteration: usize| {
        BlockId::from(base + iteration * inside.len() + position[&block])
    };
    let first = copy(head, 0);
    let outside = |b: &BlockId| !position.contains_key(b);
    for block in body.blocks.ids().filter(outside).collect::<Vec<_>>() {
        if let Exit::Goto(targets) = &mut body.blocks[block].exit {
            targets.iter_mut().filter(|t| **t == head).for_each(|t| *t = first);
        }
    }
    let mut labels: FxHashMap<String, u32> =
        body.blocks.iter().map(|b| (b.label.clone(), 1)).collect();
    for iteration in 0..count as usize {
        let next = |target: BlockId| match target {
            t if t == head && iteration + 1 < count as usize => copy(head, iteration + 1),
            t if t == head => head,
            t if position.contains_key(&t) => copy(t, iteration),
            t => t,
        };
        for &block in &inside {
            let original = &body.blocks[block];
            let exit = match &original.exit {
                Exit::Goto(targets) => Exit::Goto(targets.iter().map(|&t| next(t)).collect()),
                Exit::Return => Exit::Return,
            };
            let peeled = Peeled {
                head: body.blocks[head].label.clone(),
                label: original.label.clone(),
                iteration: iteration as u32 + 1,
            };
            let label = unique_name(&mut labels, format!("{}#{}", peeled.label, peeled.iteration));
            copies.push((label.clone(), peeled));
            let commands = original.commands.clone();
            body.blocks.push(Block { label, commands, exit });
        }
    }
    copies
}

/// The blocks outside that say under which condition the loop is left: they can only be reached from
/// inside, and each copy of the loop gets its own, so that its constants decide the condition.
fn exit_guards(body: &Body, inside: &[BlockId]) -> Vec<BlockId> {
    let is_inside: FxHashSet<BlockId> = inside.iter().copied().collect();
    let predecessors = body.predecessors();
    let targets = inside.iter().flat_map(|&b| body.blocks[b].successors());
    let mut guards: Vec<BlockId> = targets
        .copied()
        .filter(|t| !is_inside.contains(t) && body.blocks[*t].commands.len() <= SHORT)
        .filter(|t| predecessors[*t].iter().all(|p| is_inside.contains(p)))
        .collect();
    guards.sort_unstable();
    guards.dedup();
    guards
}

/// Longer blocks are more than a condition.
const SHORT: usize = 4;
