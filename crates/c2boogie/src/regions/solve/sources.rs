//! Pointers that the program did not make: from outside, or never initialised.

use super::*;

/// A set that holds pointers which the program did not make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    node: Node,
    region: Region,
    rank: Rank,
    used: bool,
}

/// Pointers that the program did not make, in the order in which they are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    Outside,
    /// In memory that was never initialised.
    Memory,
    /// In variables that were never initialised.
    Variable,
}

impl Solver<'_> {
    /// The set of what the outside knows.
    pub fn outside_set(&self) -> Node {
        self.outside
    }

    /// The outside has made this stand-in.
    pub fn comes_from_outside(&mut self, object: Region) {
        self.objects[object as usize].holds = Some(Root::Outside);
        self.escape(object);
    }

    /// Are there pointers from outside, so far?
    pub fn has_outside_sources(&self) -> bool {
        self.sources.iter().any(|s| s.rank == Rank::Outside)
    }

    /// The outside can point to an object.
    pub fn is_known_outside(&mut self, object: Region) {
        self.escape(object);
    }

    /// The stand-in for memory of an origin.
    pub fn stand_in(&mut self, root: Root, shape: Shape) -> Region {
        if let Some(&known) = self.stand_ins.get(&(root, shape)) {
            return known;
        }
        let whose = match root {
            Root::Outside => "outside: ".to_owned(),
            Root::Input(var) => format!("from {}: ", self.m.vars[var.index()].name),
            Root::Garbage(o) => format!("unknown in {}: ", self.objects[o as usize].name),
            Root::Nowhere => "nowhere: ".to_owned(),
        };
        let key = (root, shape);
        let name = format!("{whose}{}", self.shapes.name(shape));
        let stride = self.shapes.stride(shape);
        let visible = root == Root::Outside;
        let layout = Layout { stride, segments: Vec::new() };
        let holds = (root != Root::Nowhere).then_some(root);
        let shape = Some(shape);
        let new = Abstract { layout, holds, visible, shape, ..Abstract::new(name) };
        let id = self.object(new);
        self.stand_ins.insert(key, id);
        id
    }

    /// What is loaded may be there from the start.
    pub(super) fn initial(&mut self, object: Region, content: Node, access: AccessId) {
        if let Some(root) = self.objects[object as usize].holds {
            let shape = self.shapes.loaded(&self.m.accesses[access.index()]);
            let region = self.stand_in(root, shape);
            let rank = if root == Root::Outside { Rank::Outside } else { Rank::Memory };
            self.source(content, region, rank);
        }
    }

    /// A set holds pointers that the program did not make. If they were never initialised they
    /// go the same way as the others in their set, so a place of their own is not needed if
    /// there is another.
    pub fn source(&mut self, node: Node, region: Region, rank: Rank) {
        if self.seen_sources.insert((node, region)) {
            self.sources.push(Source { node, region, rank, used: false });
        }
    }

    /// Can a pointer from outside be in a set, whether it is used as an address or not?
    pub fn holds_outside(&mut self, node: Node) -> bool {
        let wanted = self.find(node);
        let outside = self.sources.iter().filter(|s| s.rank == Rank::Outside);
        let mut pending: Vec<Node> = outside.map(|s| s.node).collect();
        let mut seen = FxHashSet::default();
        while let Some(next) = pending.pop() {
            let next = self.find(next);
            if next == wanted {
                return true;
            }
            if seen.insert(next) {
                pending.extend(&self.sets[next as usize].flows);
            }
        }
        false
    }

    /// A solution in which all pointers point somewhere, and what is never used as a pointer
    /// is none.
    pub fn solve(&mut self) {
        self.least();
        while !self.gave_up {
            let (pointers, assigned) = self.pointers();
            let mut more = false;
            let first = |node: Node| assigned.get(node as usize) == Some(&false);
            let ranks = [
                (Rank::Outside, false),
                (Rank::Memory, false),
                (Rank::Variable, true),
                (Rank::Variable, false),
            ];
            for (rank, only_first) in ranks {
                for i in 0..self.sources.len() {
                    let Source { node, region, rank: mine, used } = self.sources[i];
                    let node = self.find(node);
                    let is_pointer = pointers.get(node as usize) == Some(&true);
                    let empty = self.sets[node as usize].points.is_empty();
                    if used || mine != rank || !is_pointer || rank != Rank::Outside && !empty {
                        continue;
                    }
                    if only_first && !first(node) {
                        continue;
                    }
                    self.sources[i].used = true;
                    self.add(node, Target { object: region, offset: 0 });
                    self.least();
                    more = true;
                    if rank == Rank::Variable && !only_first {
                        break;
                    }
                }
                if more {
                    break;
                }
            }
            if !more {
                return;
            }
        }
    }

    /// Sets whose elements may be used as addresses, and sets that others are a part of.
    pub(super) fn pointers(&mut self) -> (Vec<bool>, Vec<bool>) {
        let count = self.sets.len();
        self.work += count as u64;
        let mut reverse: Vec<Vec<Node>> = vec![Vec::new(); count];
        let mut found = vec![false; count];
        let mut work = Vec::new();
        for node in 0..count as Node {
            if self.find(node) != node {
                continue;
            }
            for i in 0..self.sets[node as usize].flows.len() {
                let to = self.sets[node as usize].flows[i];
                reverse[self.find(to) as usize].push(node);
            }
            for i in 0..self.sets[node as usize].uses.len() {
                match self.sets[node as usize].uses[i].0 {
                    Use::Shift(_, into)
                    | Use::Walk(_, into)
                    | Use::Array(_, _, into)
                    | Use::Blur(into) => reverse[self.find(into) as usize].push(node),
                    Use::Escape | Use::Compare(..) => {}
                    _ => work.push(node),
                }
            }
        }
        // What is compared with a pointer is one.
        for i in 0..self.comparisons.len() {
            let [a, b] = self.comparisons[i].nodes;
            let (a, b) = (self.find(a), self.find(b));
            for (one, other) in [(a, b), (b, a)] {
                if !self.sets[other as usize].points.is_empty() {
                    work.push(one);
                }
            }
        }
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut found[node as usize], true) {
                work.extend(&reverse[node as usize]);
            }
        }
        (found, reverse.iter().map(|r| !r.is_empty()).collect())
    }
}
