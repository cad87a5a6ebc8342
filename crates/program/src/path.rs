//! A path of a program: which blocks an execution visits, call by call. It says nothing about data.

use crate::program::{BlockId, ProcId};
use rustc_hash::FxHashMap;

/// One activation of a procedure on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The procedure.
    pub procedure: ProcId,
    /// The blocks visited, in order, from block 0 on.
    pub visits: Vec<BlockId>,
    /// The activations that the calls in these blocks make, in order.
    pub calls: Vec<Frame>,
    /// Whether the execution goes wrong inside this activation: in its last call if that one fails,
    /// otherwise at an assertion of the last block visited, after its last call in `calls`. A frame
    /// that does not fail returns.
    pub fails: bool,
}

impl Frame {
    /// The number of activations, this one included.
    pub fn activations(&self) -> usize {
        1 + self.calls.iter().map(Frame::activations).sum::<usize>()
    }

    /// How many activations of one procedure are on the stack at once.
    pub fn deepest_recursion(&self) -> u32 {
        let mut active: FxHashMap<ProcId, u32> = FxHashMap::default();
        let mut deepest = 0;
        let mut stack = vec![(self, true)];
        while let Some((frame, enters)) = stack.pop() {
            let count = active.entry(frame.procedure).or_default();
            if !enters {
                *count -= 1;
                continue;
            }
            *count += 1;
            deepest = deepest.max(*count);
            stack.push((frame, false));
            stack.extend(frame.calls.iter().map(|c| (c, true)));
        }
        deepest
    }
}
