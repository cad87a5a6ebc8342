//! A path of a program: which blocks an execution visits, call by call. It says nothing about data.

use crate::program::{BlockId, ProcId};

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
}
