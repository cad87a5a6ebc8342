//! Small operations on graphs of blocks.

use lariat_logic::IndexVec;
use lariat_program::{Block, BlockId, Body, Exit};

/// The blocks that can be reached from the first, each after the blocks that lead to it (back edges
/// aside) and the branches of a choice in their order. The order depends on the graph only.
pub(crate) fn in_order(body: Body) -> Body {
    if body.blocks.is_empty() {
        return body;
    }
    let mut seen = vec![false; body.blocks.len()];
    let mut finished = Vec::with_capacity(body.blocks.len());
    let mut stack = vec![(BlockId(0), body.blocks[BlockId(0)].successors().len())];
    seen[0] = true;
    while let Some((block, left)) = stack.last_mut() {
        if *left == 0 {
            finished.push(*block);
            stack.pop();
            continue;
        }
        *left -= 1;
        let next = body.blocks[*block].successors()[*left];
        if !std::mem::replace(&mut seen[next.index()], true) {
            stack.push((next, body.blocks[next].successors().len()));
        }
    }
    finished.reverse();
    select(body, &finished)
}

/// The blocks to keep, with gotos to the others left out. The first block must stay.
pub(crate) fn retain(body: Body, keep: &[bool]) -> Body {
    let kept: Vec<BlockId> = body.blocks.ids().filter(|b| keep[b.index()]).collect();
    select(body, &kept)
}

/// The given blocks in the given order.
fn select(body: Body, order: &[BlockId]) -> Body {
    let mut number = vec![None; body.blocks.len()];
    for (i, block) in order.iter().enumerate() {
        number[block.index()] = Some(BlockId::from(i));
    }
    if order.len() == number.len() && order.iter().enumerate().all(|(i, b)| i == b.index()) {
        return body;
    }
    let mut blocks = body.blocks;
    let empty = || Block { label: String::new(), commands: Vec::new(), exit: Exit::Return };
    let chosen = order
        .iter()
        .map(|&id| {
            let mut block = std::mem::replace(&mut blocks[id], empty());
            if let Exit::Goto(targets) = &mut block.exit {
                *targets = targets.iter().filter_map(|t| number[t.index()]).collect();
            }
            block
        })
        .collect();
    Body { blocks: IndexVec::from_vec(chosen) }
}
