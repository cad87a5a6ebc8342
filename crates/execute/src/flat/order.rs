//! In which order states are followed: one that is behind goes first, so that those that can become the same meet.
//!
//! Where a state is, is a word for each activation: the loops around its block, each with the number of the iteration,
//! then the block; the words of states are compared like words in a dictionary. Nothing but time depends on this.

use lariat_program::{Body, Program, reverse_postorder};

/// The blocks of all procedures, numbered as in flat code.
#[derive(Debug, Default)]
pub(super) struct Order {
    blocks: Vec<Block>,
}

#[derive(Debug, Default)]
struct Block {
    /// Its position in its procedure; all that comes before it lies in front of it, but for loops.
    position: u32,
    /// The positions of the heads of loops that it is in, outermost first.
    loops: Vec<u32>,
    /// Whether ways meet there.
    is_meeting: bool,
}

impl Order {
    pub fn new(program: &Program) -> Order {
        let mut order = Order::default();
        for procedure in &program.procedures {
            order.add(&procedure.body);
        }
        order
    }

    fn add(&mut self, body: &Body) {
        let count = body.blocks.len();
        let mut position = vec![u32::MAX; count];
        for (n, block) in reverse_postorder(body).into_iter().enumerate() {
            position[block.index()] = n as u32;
        }
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (id, block) in body.blocks.iter_enumerated() {
            block.successors().iter().for_each(|next| before[next.index()].push(id.index()));
        }
        let first = self.blocks.len();
        self.blocks.extend((0..count).map(|b| Block {
            position: position[b],
            loops: Vec::new(),
            is_meeting: before[b].len() > 1,
        }));
        let mut heads: Vec<usize> = (0..count).collect();
        heads.sort_by_key(|&b| position[b]);
        for head in heads {
            // The loop of a head: what leads to an edge back to it.
            let back = |b: &&usize| position[**b] >= position[head] && position[**b] != u32::MAX;
            let mut waiting: Vec<usize> = before[head].iter().filter(back).copied().collect();
            if waiting.is_empty() {
                continue;
            }
            let mut inside = vec![false; count];
            inside[head] = true;
            while let Some(block) = waiting.pop() {
                if !std::mem::replace(&mut inside[block], true) {
                    waiting.extend(before[block].iter().copied());
                }
            }
            for block in (0..count).filter(|&b| inside[b] && position[b] >= position[head]) {
                self.blocks[first + block].loops.push(position[head]);
            }
        }
    }

    /// Whether states should wait for each other there.
    pub fn is_meeting(&self, place: u32) -> bool {
        self.blocks[place as usize].is_meeting
    }

    /// The loops that a state is in, with iterations, when it enters a block.
    pub fn enter(&self, place: u32, loops: &mut Vec<(u32, u32)>) {
        let block = &self.blocks[place as usize];
        let same = loops.iter().zip(&block.loops).take_while(|(a, b)| a.0 == **b).count();
        loops.truncate(same);
        match loops.last_mut() {
            Some(last) if same == block.loops.len() && last.0 == block.position => last.1 += 1,
            _ => loops.extend(block.loops[same..].iter().map(|&head| (head, 1))),
        }
    }

    /// The word of an activation: at this instruction of this block.
    pub fn word(&self, place: u32, loops: &[(u32, u32)], pc: u32, into: &mut Vec<u32>) {
        for &(head, iteration) in loops {
            into.extend([head, iteration]);
        }
        into.extend([self.blocks[place as usize].position, 0, pc]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_program::BlockId;

    /// `0 → 1 → 2 → 1`, `2 → 2`, `1 → 3`.
    #[test]
    fn iterations_are_counted() {
        use lariat_program::{Block as CoreBlock, Exit};
        let mut body = Body::default();
        for (label, next) in [("a", vec![1]), ("b", vec![2, 3]), ("c", vec![1, 2]), ("d", vec![])] {
            let exit = match next.is_empty() {
                true => Exit::Return,
                false => Exit::Goto(next.into_iter().map(BlockId).collect()),
            };
            let _: BlockId =
                body.blocks.push(CoreBlock { label: label.into(), commands: Vec::new(), exit });
        }
        let mut order = Order::default();
        order.add(&body);
        let mut loops = Vec::new();
        let mut words = Vec::new();
        for place in [0, 1, 2, 2, 1, 2, 1, 3] {
            order.enter(place, &mut loops);
            let mut word = Vec::new();
            order.word(place, &loops, 0, &mut word);
            words.push(word);
        }
        assert!(words.is_sorted(), "{words:?}");
        assert!(words.windows(2).all(|w| w[0] != w[1]));
    }
}
