//! What has been assumed on every way to a block: the assumptions of its dominators.

use lariat_logic::TermId;
use lariat_program::{BlockId, Body};
use rustc_hash::FxHashMap;

/// The dominator tree of a body, numbered so that dominance is a comparison of intervals.
pub(crate) struct Dominators {
    /// First and last number in the subtree; `None` for unreachable blocks.
    interval: Vec<Option<(u32, u32)>>,
}

impl Dominators {
    /// Computes dominators; `order` is topological and starts with block 0.
    pub(crate) fn new(body: &Body, order: &[BlockId]) -> Self {
        let count = body.blocks.len();
        let predecessors = body.predecessors();
        let mut position = vec![usize::MAX; count];
        for (i, b) in order.iter().enumerate() {
            position[b.index()] = i;
        }
        // In a topological order every block's dominator is known before the block is looked at.
        let mut dominator: Vec<Option<BlockId>> = vec![None; count];
        let mut children: Vec<Vec<BlockId>> = vec![Vec::new(); count];
        for &b in order.iter().skip(1) {
            let mut common: Option<BlockId> = None;
            for &q in predecessors[b].iter().filter(|q| position[q.index()] != usize::MAX) {
                common = Some(match common {
                    None => q,
                    Some(c) => meet(c, q, &dominator, &position),
                });
            }
            if let Some(c) = common {
                dominator[b.index()] = Some(c);
                children[c.index()].push(b);
            }
        }
        let mut interval = vec![None; count];
        let mut clock = 0;
        let mut stack = vec![(BlockId(0), 0usize, 0u32)];
        while let Some((b, next, first)) = stack.last_mut() {
            if *next == 0 {
                *first = clock;
                clock += 1;
            }
            if let Some(&child) = children[b.index()].get(*next) {
                *next += 1;
                stack.push((child, 0, 0));
            } else {
                interval[b.index()] = Some((*first, clock - 1));
                stack.pop();
            }
        }
        Dominators { interval }
    }

    fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        match (self.interval[a.index()], self.interval[b.index()]) {
            (Some((first, last)), Some((x, _))) => first <= x && x <= last,
            _ => false,
        }
    }
}

fn meet(
    mut a: BlockId,
    mut b: BlockId,
    dominator: &[Option<BlockId>],
    position: &[usize],
) -> BlockId {
    while a != b {
        if position[a.index()] > position[b.index()] {
            a = dominator[a.index()].unwrap_or(BlockId(0));
        } else {
            b = dominator[b.index()].unwrap_or(BlockId(0));
        }
    }
    a
}

/// Formulas with the blocks in which they were assumed.
pub(crate) struct Facts {
    dominators: Dominators,
    assumed_in: FxHashMap<TermId, Vec<BlockId>>,
}

impl Facts {
    pub(crate) fn new(dominators: Dominators) -> Self {
        Facts { dominators, assumed_in: FxHashMap::default() }
    }

    /// Whether the formula was assumed on every way to here (earlier in this block included).
    pub(crate) fn holds(&self, formula: TermId, here: BlockId) -> bool {
        self.assumed_in
            .get(&formula)
            .is_some_and(|blocks| blocks.iter().any(|&b| self.dominators.dominates(b, here)))
    }

    pub(crate) fn assume(&mut self, formula: TermId, here: BlockId) {
        self.assumed_in.entry(formula).or_default().push(here);
    }
}
