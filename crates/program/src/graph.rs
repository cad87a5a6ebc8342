//! Call graph, effects of procedures on globals, and orders on blocks.

use crate::program::{Block, BlockId, Body, ProcId, Program};
use lariat_logic::{IndexVec, VarId};
use rustc_hash::FxHashSet;

/// Who calls whom, with the strongly connected components bottom up.
#[derive(Clone, Debug)]
pub struct CallGraph {
    /// For each procedure, the procedures it calls, without repetition, in order of first call.
    pub callees: IndexVec<ProcId, Vec<ProcId>>,
    /// Strongly connected components, callees before callers.
    pub components: Vec<Vec<ProcId>>,
    /// The component of each procedure.
    pub component_of: IndexVec<ProcId, usize>,
}

impl CallGraph {
    /// The call graph of a program.
    pub fn new(program: &Program) -> Self {
        let mut callees = IndexVec::new();
        for procedure in &program.procedures {
            let mut seen = FxHashSet::default();
            let mut list = Vec::new();
            for call in procedure.body.blocks.iter().flat_map(Block::calls) {
                if seen.insert(call.callee) {
                    list.push(call.callee);
                }
            }
            let _: ProcId = callees.push(list);
        }
        let components = strongly_connected(callees.len(), |v| {
            callees[ProcId::from(v)].iter().map(|p| p.index()).collect()
        });
        let mut component_of = IndexVec::from_vec(vec![0; callees.len()]);
        for (number, component) in components.iter().enumerate() {
            for &p in component {
                component_of[ProcId::from(p)] = number;
            }
        }
        let components =
            components.into_iter().map(|c| c.into_iter().map(ProcId::from).collect()).collect();
        CallGraph { callees, components, component_of }
    }

    /// Whether a call from `caller` to `callee` may lead back to `caller`.
    pub fn is_recursive_call(&self, caller: ProcId, callee: ProcId) -> bool {
        self.component_of[caller] == self.component_of[callee]
    }

    /// Whether the procedure can call itself, directly or not.
    pub fn is_recursive(&self, p: ProcId) -> bool {
        self.components[self.component_of[p]].len() > 1 || self.callees[p].contains(&p)
    }

    /// The procedures that `root` can reach, itself included, in order of discovery.
    pub fn reachable(&self, root: ProcId) -> Vec<ProcId> {
        let mut seen = FxHashSet::default();
        seen.insert(root);
        let mut order = vec![root];
        let mut next = 0;
        while next < order.len() {
            for &callee in &self.callees[order[next]] {
                if seen.insert(callee) {
                    order.push(callee);
                }
            }
            next += 1;
        }
        order
    }
}

/// Strongly connected components of the graph on `0..count`, successors' components first (Tarjan's
/// algorithm with an explicit stack).
pub fn strongly_connected(
    count: usize,
    successors: impl Fn(usize) -> Vec<usize>,
) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; count];
    let mut low = vec![0; count];
    let mut on_path = vec![false; count];
    let mut path = Vec::new();
    let mut components = Vec::new();
    let mut counter = 0;
    for root in 0..count {
        if number[root] != NEW {
            continue;
        }
        let mut stack: Vec<(usize, Vec<usize>, usize)> = vec![(root, successors(root), 0)];
        number[root] = counter;
        low[root] = counter;
        counter += 1;
        path.push(root);
        on_path[root] = true;
        while let Some((v, next, position)) = stack.last_mut() {
            if let Some(&w) = next.get(*position) {
                *position += 1;
                if number[w] == NEW {
                    number[w] = counter;
                    low[w] = counter;
                    counter += 1;
                    path.push(w);
                    on_path[w] = true;
                    let successors = successors(w);
                    stack.push((w, successors, 0));
                } else if on_path[w] {
                    let v = *v;
                    low[v] = low[v].min(number[w]);
                }
                continue;
            }
            let v = *v;
            stack.pop();
            if let Some((parent, _, _)) = stack.last() {
                low[*parent] = low[*parent].min(low[v]);
            }
            if low[v] == number[v] {
                let mut component = Vec::new();
                loop {
                    let w = path.pop().expect("the component is on the path");
                    on_path[w] = false;
                    component.push(w);
                    if w == v {
                        break;
                    }
                }
                component.reverse();
                components.push(component);
            }
        }
    }
    components
}

/// For each procedure, the globals it may read before writing or pass on (`reads`) and the globals it
/// may change (`writes`), calls included.
#[derive(Clone, Debug)]
pub struct Effects {
    /// Globals whose value at entry may matter.
    pub reads: IndexVec<ProcId, FxHashSet<VarId>>,
    /// Globals that may have another value at return.
    pub writes: IndexVec<ProcId, FxHashSet<VarId>>,
}

impl Effects {
    /// Computes effects from the code (declared `modifies` are not consulted).
    pub fn new(program: &Program, graph: &CallGraph) -> Self {
        let globals: FxHashSet<VarId> = program.globals.iter().copied().collect();
        let count = program.procedures.len();
        let mut effects = Effects {
            reads: IndexVec::from_vec(vec![FxHashSet::default(); count]),
            writes: IndexVec::from_vec(vec![FxHashSet::default(); count]),
        };
        for (id, procedure) in program.procedures.iter_enumerated() {
            let mut terms = procedure.ensures.clone();
            for command in procedure.body.blocks.iter().flat_map(|b| &b.commands) {
                terms.extend(command.kind.terms());
                effects.writes[id]
                    .extend(command.kind.targets().into_iter().filter(|v| globals.contains(v)));
            }
            effects.reads[id] = program
                .terms
                .variables(terms)
                .into_iter()
                .filter(|v| globals.contains(v))
                .collect();
        }
        for component in &graph.components {
            let mut reads = FxHashSet::default();
            let mut writes = FxHashSet::default();
            for &p in component {
                for q in std::iter::once(p).chain(graph.callees[p].iter().copied()) {
                    reads.extend(effects.reads[q].iter().copied());
                    writes.extend(effects.writes[q].iter().copied());
                }
            }
            for &p in component {
                effects.reads[p].clone_from(&reads);
                effects.writes[p].clone_from(&writes);
            }
        }
        effects
    }
}

/// The blocks reachable from the start, predecessors before successors.
///
/// # Panics
/// If the graph has a cycle, which [`Program::validate`] reports.
pub fn topological_blocks(body: &Body) -> Vec<BlockId> {
    let order = reverse_postorder(body);
    let mut position = vec![usize::MAX; body.blocks.len()];
    for (i, b) in order.iter().enumerate() {
        position[b.index()] = i;
    }
    for &b in &order {
        for next in body.blocks[b].successors() {
            assert!(position[b.index()] < position[next.index()], "a cycle in the blocks");
        }
    }
    order
}

/// The blocks reachable from the start in reverse postorder: topological if there is no cycle.
pub fn reverse_postorder(body: &Body) -> Vec<BlockId> {
    if body.blocks.is_empty() {
        return Vec::new();
    }
    let mut seen = vec![false; body.blocks.len()];
    let mut order = Vec::with_capacity(body.blocks.len());
    let mut stack = vec![(BlockId(0), 0)];
    seen[0] = true;
    while let Some((block, position)) = stack.last_mut() {
        if let Some(&next) = body.blocks[*block].successors().get(*position) {
            *position += 1;
            if !seen[next.index()] {
                seen[next.index()] = true;
                stack.push((next, 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}
