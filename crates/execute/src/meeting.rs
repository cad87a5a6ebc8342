//! Where executions meet again that part at the end of a block: at its immediate post-dominator.
//!
//! Only executions that return count: those that end on the way meet nobody. Computed by the algorithm of Cooper, Harvey
//! and Kennedy ("A simple, fast dominance algorithm") on the reversed graph of a body, which may have cycles.

use lariat_program::{BlockId, Body, Exit};

/// For each block the block in which executions meet, or `None` if that is where the procedure returns to.
pub(crate) fn meeting_points(body: &Body) -> Vec<Option<BlockId>> {
    let count = body.blocks.len();
    // The place behind the end of the procedure is one more node.
    let end = count;
    let next = |block: usize| -> Vec<usize> {
        let block = &body.blocks[BlockId(block as u32)];
        match block.exit {
            Exit::Return => vec![end],
            Exit::Goto(_) => block.successors().iter().map(|b| b.index()).collect(),
        }
    };
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
    for block in 0..count {
        next(block).into_iter().for_each(|after| before[after].push(block));
    }
    let order = postorder(end, &before);
    let mut number = vec![usize::MAX; count + 1];
    order.iter().enumerate().for_each(|(n, &node)| number[node] = n);
    let mut meets: Vec<Option<usize>> = vec![None; count + 1];
    meets[end] = Some(end);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().skip(1) {
            let mut known = next(node).into_iter().filter(|&after| meets[after].is_some());
            let Some(first) = known.next() else { continue };
            let meeting = known.fold(first, |a, b| common(a, b, &number, &meets));
            changed |= meets[node] != Some(meeting);
            meets[node] = Some(meeting);
        }
    }
    let block = |node: &Option<usize>| node.filter(|&n| n != end).map(|n| BlockId(n as u32));
    meets[..count].iter().map(block).collect()
}

/// The first node that both have behind them.
fn common(mut a: usize, mut b: usize, number: &[usize], meets: &[Option<usize>]) -> usize {
    while a != b {
        let later = if number[a] < number[b] { &mut a } else { &mut b };
        match meets[*later] {
            Some(node) => *later = node,
            None => return *later,
        }
    }
    a
}

/// The nodes from which the end is reached, each behind all that follow it on the way there, as far as there are no
/// cycles; the end is last.
fn postorder(end: usize, before: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; before.len()];
    seen[end] = true;
    let mut path = vec![(end, 0)];
    while let Some((node, at)) = path.last_mut() {
        match before[*node].get(*at) {
            Some(&earlier) => {
                *at += 1;
                if !std::mem::replace(&mut seen[earlier], true) {
                    path.push((earlier, 0));
                }
            }
            None => {
                order.push(*node);
                path.pop();
            }
        }
    }
    order
}
