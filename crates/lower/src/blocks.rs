//! Small operations on graphs of blocks.

use lariat_logic::IndexVec;
use lariat_program::{BlockId, Body, Exit, reverse_postorder};

/// The blocks that can be reached from the first, in their old order.
pub(crate) fn without_unreachable(body: Body) -> Body {
    let order = reverse_postorder(&body);
    if order.len() == body.blocks.len() {
        return body;
    }
    let mut keep = vec![false; body.blocks.len()];
    order.iter().for_each(|b| keep[b.index()] = true);
    retain(body, &keep)
}

/// The blocks to keep, with gotos to the others left out. The first block must stay.
pub(crate) fn retain(body: Body, keep: &[bool]) -> Body {
    let mut number = vec![None; keep.len()];
    let mut next = 0u32;
    for (i, _) in keep.iter().enumerate().filter(|k| *k.1) {
        number[i] = Some(BlockId(next));
        next += 1;
    }
    let mut blocks = IndexVec::new();
    for (id, block) in body.blocks.iter_enumerated() {
        if number[id.index()].is_some() {
            let mut block = block.clone();
            if let Exit::Goto(targets) = &mut block.exit {
                *targets = targets.iter().filter_map(|t| number[t.index()]).collect();
            }
            let _: BlockId = blocks.push(block);
        }
    }
    Body { blocks }
}
