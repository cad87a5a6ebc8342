//! Which loops there are and how they nest.
//!
//! A loop is a strongly connected set of blocks; without the edges back to its head, the loops inside
//! it show the same way. Each block knows the innermost loop it is in.

use super::dispatch;
use lariat_logic::{Terms, VarId};
use lariat_program::{BlockId, Body, InfoId, strongly_connected};
use rustc_hash::FxHashMap;

/// A loop.
pub(super) struct Loop {
    pub head: BlockId,
    pub parent: Option<usize>,
}

/// The loops of a body, outer ones before inner ones.
pub(super) struct Forest {
    pub loops: Vec<Loop>,
    /// The innermost loop of each block.
    innermost: Vec<Option<usize>>,
    heads: FxHashMap<BlockId, usize>,
    /// The blocks of each loop, those of inner loops included, in order.
    members: Vec<Vec<BlockId>>,
}

/// Whether some block can come again. The blocks must be in an order that only back edges violate,
/// see [`in_order`](crate::blocks::in_order).
pub(super) fn has_cycle(body: &Body) -> bool {
    body.blocks.iter_enumerated().any(|(id, block)| block.successors().iter().any(|&s| s <= id))
}

/// The strongly connected parts of a region that have a cycle, edges to `head` not counted.
fn cycles(body: &Body, region: &[BlockId], head: Option<BlockId>) -> Vec<Vec<BlockId>> {
    let number: FxHashMap<BlockId, usize> =
        region.iter().enumerate().map(|(i, &b)| (b, i)).collect();
    let successors = |b: usize| -> Vec<usize> {
        let next = body.blocks[region[b]].successors().iter();
        next.filter(|s| Some(**s) != head).filter_map(|s| number.get(s).copied()).collect()
    };
    let components = strongly_connected(region.len(), successors);
    let mut found: Vec<Vec<BlockId>> = components
        .into_iter()
        .filter(|c| c.len() > 1 || successors(c[0]).contains(&c[0]))
        .map(|c| {
            let mut blocks: Vec<BlockId> = c.into_iter().map(|i| region[i]).collect();
            blocks.sort_unstable();
            blocks
        })
        .collect();
    found.sort_unstable();
    found
}

impl Forest {
    /// Finds the loops. A loop with several entries is changed to have one; the locals that needs are
    /// returned.
    pub fn new(terms: &mut Terms, body: &mut Body, info: InfoId) -> (Forest, Vec<VarId>) {
        let mut forest = Forest {
            loops: Vec::new(),
            innermost: vec![None; body.blocks.len()],
            heads: FxHashMap::default(),
            members: Vec::new(),
        };
        let mut locals = Vec::new();
        let mut regions: Vec<(Vec<BlockId>, Option<usize>)> =
            vec![(body.blocks.ids().collect(), None)];
        while let Some((region, parent)) = regions.pop() {
            let head = parent.map(|p| forest.loops[p].head);
            // Blocks added for an earlier cycle lie outside the later ones.
            for mut blocks in cycles(body, &region, head) {
                let entries = entries(body, &region, &blocks);
                let number = forest.loops.len();
                let head = match entries.as_slice() {
                    &[only] => only,
                    several => {
                        let made = dispatch::single_entry(terms, body, &blocks, several, info);
                        forest.innermost.resize(body.blocks.len(), None);
                        made.outside.iter().for_each(|b| forest.innermost[b.index()] = parent);
                        blocks.extend(made.inside);
                        locals.push(made.local);
                        made.head
                    }
                };
                blocks.iter().for_each(|b| forest.innermost[b.index()] = Some(number));
                forest.heads.insert(head, number);
                forest.loops.push(Loop { head, parent });
                regions.push((blocks, Some(number)));
            }
        }
        forest.members = vec![Vec::new(); forest.loops.len()];
        for block in body.blocks.ids() {
            let mut at = forest.innermost[block.index()];
            while let Some(number) = at {
                forest.members[number].push(block);
                at = forest.loops[number].parent;
            }
        }
        (forest, locals)
    }

    /// The blocks of a loop, those of inner loops included, in order.
    pub fn blocks_of(&self, number: usize) -> impl Iterator<Item = BlockId> {
        self.members[number].iter().copied()
    }

    fn contains(&self, number: usize, block: BlockId) -> bool {
        let mut at = self.innermost[block.index()];
        while let Some(l) = at {
            if l == number {
                return true;
            }
            at = self.loops[l].parent;
        }
        false
    }

    /// The loop with this head.
    pub fn headed_by(&self, block: BlockId) -> Option<usize> {
        self.heads.get(&block).copied()
    }

    /// Whether the edge starts a new iteration of a loop.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.headed_by(to).is_some_and(|number| self.contains(number, from))
    }
}

/// The blocks of a cycle that are reached from elsewhere in the region.
fn entries(body: &Body, region: &[BlockId], cycle: &[BlockId]) -> Vec<BlockId> {
    let inside = |b: &BlockId| cycle.binary_search(b).is_ok();
    let mut found: Vec<BlockId> = region
        .iter()
        .filter(|b| !inside(b))
        .flat_map(|&b| body.blocks[b].successors().iter().copied())
        .filter(inside)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
