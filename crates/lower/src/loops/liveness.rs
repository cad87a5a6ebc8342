//! Which variables of a procedure matter at the start of each block.

use lariat_logic::VarId;
use lariat_program::{Block, BlockId, Body, Exit, ProcId, Program};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Live variables of a body whose graph may have cycles.
pub(super) struct Liveness {
    /// Parameters and locals; the others are referred to by position.
    pub vars: Vec<VarId>,
    position: FxHashMap<VarId, usize>,
    live: Vec<BitSet>,
}

#[derive(Clone, PartialEq)]
struct BitSet(Vec<u64>);

impl BitSet {
    fn new(size: usize) -> Self {
        BitSet(vec![0; size.div_ceil(64)])
    }

    fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    fn contains(&self, i: usize) -> bool {
        self.0[i / 64] & (1 << (i % 64)) != 0
    }
}

impl Liveness {
    pub fn new(program: &Program, id: ProcId, body: &Body) -> Self {
        let procedure = &program.procedures[id];
        let vars: Vec<VarId> = procedure
            .inputs
            .iter()
            .chain(&procedure.outputs)
            .chain(&procedure.locals)
            .copied()
            .collect();
        let position = vars.iter().enumerate().map(|(i, &v)| (v, i)).collect();
        let mut result = Liveness { position, live: Vec::new(), vars };
        let empty = BitSet::new(result.vars.len());
        let mut reads = Vec::new();
        let mut writes = Vec::new();
        for block in &body.blocks {
            let (mut read, mut written) = (empty.clone(), empty.clone());
            for command in &block.commands {
                for v in program.terms.variables(command.kind.terms()) {
                    if let Some(&i) = result.position.get(&v)
                        && !written.contains(i)
                    {
                        read.insert(i);
                    }
                }
                for v in command.kind.targets() {
                    if let Some(&i) = result.position.get(&v) {
                        written.insert(i);
                    }
                }
            }
            if block.exit == Exit::Return {
                for v in &procedure.outputs {
                    let i = result.position[v];
                    if !written.contains(i) {
                        read.insert(i);
                    }
                }
            }
            reads.push(read);
            writes.push(written);
        }
        result.live = reads;
        result.solve(body, &writes);
        result
    }

    /// Propagates backwards until nothing changes.
    fn solve(&mut self, body: &Body, writes: &[BitSet]) {
        let predecessors = body.predecessors();
        let mut waiting = vec![true; body.blocks.len()];
        let mut queue: Vec<BlockId> = body.blocks.ids().collect();
        while let Some(block) = queue.pop() {
            waiting[block.index()] = false;
            let mut new = self.live[block.index()].clone();
            for next in body.blocks[block].successors() {
                let (after, written) = (&self.live[next.index()], &writes[block.index()]);
                for ((word, after), written) in new.0.iter_mut().zip(&after.0).zip(&written.0) {
                    *word |= after & !written;
                }
            }
            if new != self.live[block.index()] {
                self.live[block.index()] = new;
                for &p in &predecessors[block] {
                    if !std::mem::replace(&mut waiting[p.index()], true) {
                        queue.push(p);
                    }
                }
            }
        }
    }

    /// Whether the value of the variable matters at the start of the block.
    pub fn is_live_at(&self, block: BlockId, var: usize) -> bool {
        self.live[block.index()].contains(var)
    }

    /// Marks the variables that a block reads and writes.
    pub fn mark(
        &self,
        program: &Program,
        block: &Block,
        used: &mut BTreeSet<usize>,
        written: &mut BTreeSet<usize>,
    ) {
        for command in &block.commands {
            for v in program.terms.variables(command.kind.terms()) {
                if let Some(&i) = self.position.get(&v) {
                    used.insert(i);
                }
            }
            for v in command.kind.targets() {
                if let Some(&i) = self.position.get(&v) {
                    written.insert(i);
                }
            }
        }
    }
}
