//! Memory from functions that do nothing but allocate it: each call has its own.
//!
//! A function that returns what it allocated is an *allocator*; what it returns at one call is
//! not what it returns at another. So each of its calls gets a region of its own, also for
//! allocators that call allocators. Inside of the allocator a pointer may point to all of them.
//! Only what goes from the allocation to the result through local variables counts: what was
//! stored somewhere may have been allocated by another call.

use super::solve::{Node, Target};
use super::{Region, Regions};
use crate::ir::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// More regions than this for one allocation tell nothing.
const MAX_REGIONS: usize = 64;

/// Allocators and the regions of their calls.
#[derive(Default)]
pub(super) struct Heap {
    /// For each allocator, the variables of its own through which new memory gets to its result.
    ways: FxHashMap<ProcId, FxHashSet<VarId>>,
    /// What else is in these variables.
    rest: FxHashMap<VarId, Node>,
    /// Regions of an object, one for each call.
    pub of_object: FxHashMap<ObjectId, Vec<Region>>,
    /// What a call of an allocator returns, by the statement.
    returned: FxHashMap<(ProcId, usize), Vec<Region>>,
}

/// One allocation in an allocator, with the calls of allocators that lead to it.
#[derive(Clone)]
struct Leaf {
    object: ObjectId,
    calls: Vec<(ProcId, usize)>,
}

/// Can a call of a procedure lead to another call of it?
fn calls_itself(m: &Module, proc: ProcId) -> bool {
    let mut seen = vec![false; m.procs.len()];
    let mut work = vec![proc];
    while let Some(next) = work.pop() {
        for stmt in &m.procs[next.index()].body {
            if let StmtKind::Call(callee, ..) = stmt.kind {
                if callee == proc {
                    return true;
                }
                if !std::mem::replace(&mut seen[callee.index()], true) {
                    work.push(callee);
                }
            }
        }
    }
    false
}

/// What is assigned, without conversions.
fn plain(m: &Module, mut term: TermId) -> TermKind {
    while let TermKind::Cast(inner) = m.term(term).kind {
        term = inner;
    }
    m.term(term).kind
}

impl Heap {
    /// The allocators of a program.
    pub fn new(m: &Module) -> Heap {
        let mut heap = Heap::default();
        // An allocator that calls others is found after them.
        for _ in 0..4 {
            let before = heap.ways.len();
            for (i, proc) in m.procs.iter().enumerate() {
                let id = ProcId(i as u32);
                if let (false, Some(result)) = (heap.ways.contains_key(&id), proc.result)
                    && let Some(ways) = heap.ways_to(m, id, result)
                    && !calls_itself(m, id)
                {
                    heap.ways.insert(id, ways);
                }
            }
            if heap.ways.len() == before {
                break;
            }
        }
        heap
    }

    /// The local variables through which new memory gets to the result, if there is such a way.
    fn ways_to(&self, m: &Module, proc: ProcId, result: VarId) -> Option<FxHashSet<VarId>> {
        let Procedure { body, params, .. } = &m.procs[proc.index()];
        let mut ways = FxHashSet::from_iter([result]);
        let mut allocates = false;
        loop {
            let before = ways.len();
            for stmt in body {
                match &stmt.kind {
                    StmtKind::Assign(v, value) if ways.contains(v) => match plain(m, *value) {
                        TermKind::Fresh(_) => allocates = true,
                        TermKind::Var(u)
                            if m.vars[u.index()].owner == Some(proc) && !params.contains(&u) =>
                        {
                            ways.insert(u);
                        }
                        _ => {}
                    },
                    StmtKind::Call(callee, _, Some(v)) if ways.contains(v) => {
                        allocates |= self.ways.contains_key(callee);
                    }
                    _ => {}
                }
            }
            if ways.len() == before {
                return allocates.then_some(ways);
            }
        }
    }

    /// The allocations that get to the result of an allocator.
    fn leaves(&self, m: &Module, proc: ProcId) -> Vec<Leaf> {
        let Some(ways) = self.ways.get(&proc) else { return Vec::new() };
        let mut leaves = Vec::new();
        for (i, stmt) in m.procs[proc.index()].body.iter().enumerate() {
            match &stmt.kind {
                StmtKind::Assign(v, value) if ways.contains(v) => {
                    if let TermKind::Fresh(object) = plain(m, *value) {
                        leaves.push(Leaf { object, calls: Vec::new() });
                    }
                }
                StmtKind::Call(callee, _, Some(v)) if self.is_inner(proc, *v) => {
                    for mut leaf in self.leaves(m, *callee) {
                        leaf.calls.push((proc, i));
                        leaves.push(leaf);
                    }
                }
                _ => {}
            }
        }
        leaves
    }

    /// Does what is in this variable go to the result of an allocator?
    fn is_inner(&self, proc: ProcId, var: VarId) -> bool {
        self.ways.get(&proc).is_some_and(|w| w.contains(&var))
    }
}

impl Regions<'_> {
    /// Makes the regions of the calls of allocators.
    pub(super) fn allocators(&mut self) {
        let m = self.m;
        let mut leaves: FxHashMap<ProcId, Vec<Leaf>> = FxHashMap::default();
        for &proc in self.heap.ways.keys() {
            leaves.insert(proc, self.heap.leaves(m, proc));
        }
        for (p, proc) in m.procs.iter().enumerate() {
            let caller = ProcId(p as u32);
            for (i, stmt) in proc.body.iter().enumerate() {
                let StmtKind::Call(callee, _, Some(to)) = &stmt.kind else { continue };
                let inner = self.heap.is_inner(caller, *to);
                let Some(leaves) = leaves.get(callee).filter(|_| !inner) else { continue };
                for leaf in leaves {
                    let region = self.another(leaf.object);
                    let calls = leaf.calls.iter().copied().chain([(caller, i)]);
                    for call in calls {
                        self.heap.returned.entry(call).or_default().push(region);
                    }
                }
            }
        }
        let all: Vec<(ProcId, VarId)> = {
            let ways = self.heap.ways.iter();
            let mut all: Vec<_> = ways.flat_map(|(&p, w)| w.iter().map(move |&v| (p, v))).collect();
            all.sort_unstable();
            all
        };
        for (_, var) in all {
            let node = self.solver.set();
            self.heap.rest.insert(var, node);
        }
    }

    /// Another region for an allocation.
    fn another(&mut self, object: ObjectId) -> Region {
        let known = self.heap.of_object.entry(object).or_default();
        if known.len() >= MAX_REGIONS {
            return known[0];
        }
        let n = known.len();
        let mut new = self.solver.objects[object.index()].clone();
        if n > 0 {
            new.name = format!("{} ({})", new.name, n + 1);
        }
        let region = self.solver.object(new);
        self.solver.objects[region as usize].holds = Some(super::objects::Root::Garbage(region));
        self.heap.of_object.entry(object).or_default().push(region);
        region
    }

    /// What is in a variable besides the new memory of an allocator.
    pub(super) fn rest_of(&self, var: VarId) -> Option<Node> {
        self.heap.rest.get(&var).copied()
    }

    /// An assignment to a variable of an allocator.
    pub(super) fn rest_assigned(&mut self, var: VarId, value: TermId) {
        let Some(rest) = self.rest_of(var) else { return };
        let from = match plain(self.m, value) {
            TermKind::Fresh(_) => None,
            TermKind::Var(u) if self.m.vars[u.index()].owner == self.m.vars[var.index()].owner => {
                Some(self.rest_of(u).unwrap_or(self.vars[u.index()]))
            }
            _ => self.term(value),
        };
        if let Some(from) = from {
            self.solver.flow(from, rest);
        }
    }

    /// The result of a call: of an allocator, what this call has allocated and the rest.
    pub(super) fn returns(&mut self, caller: ProcId, at: usize, to: VarId, from: VarId) {
        let regions = self.heap.returned.get(&(caller, at)).cloned();
        let source = match regions {
            Some(_) => self.rest_of(from).unwrap_or(self.vars[from.index()]),
            None => self.vars[from.index()],
        };
        let target = self.vars[to.index()];
        self.solver.flow(source, target);
        for object in regions.into_iter().flatten() {
            self.solver.add(target, Target { object, offset: 0 });
        }
        if let Some(rest) = self.rest_of(to) {
            self.solver.flow(source, rest);
        }
    }
}
