//! Sets of places, what flows from one to another, and the least solution.

use super::*;

impl Solver<'_> {
    /// A new set.
    pub fn set(&mut self) -> Node {
        let id = self.sets.len() as Node;
        self.sets.push(Set { parent: id, ..Set::default() });
        id
    }

    /// A new set of numbers that are computed.
    pub fn numbers(&mut self) -> Node {
        let id = self.set();
        self.sets[id as usize].numeric = true;
        id
    }

    pub(super) fn find(&mut self, mut node: Node) -> Node {
        while self.sets[node as usize].parent != node {
            let up = self.sets[node as usize].parent;
            self.sets[node as usize].parent = self.sets[up as usize].parent;
            node = up;
        }
        node
    }

    /// The places of a set.
    pub fn points(&self, mut node: Node) -> impl Iterator<Item = Target> {
        while self.sets[node as usize].parent != node {
            node = self.sets[node as usize].parent;
        }
        self.sets[node as usize].points.iter().copied()
    }

    pub(super) fn enqueue(&mut self, node: Node) {
        if !std::mem::replace(&mut self.sets[node as usize].queued, true) {
            self.queue.push(node);
        }
    }

    /// Is an object among the places of a set?
    pub fn reaches(&mut self, node: Node, object: Region) -> bool {
        let node = self.find(node);
        self.sets[node as usize].points.iter().any(|t| t.object == object)
    }

    /// Does an object stand for memory that the program did not make?
    pub fn is_stand_in(&self, region: Region) -> bool {
        self.stand_ins.values().any(|&object| object == region)
    }

    /// A place is in a set.
    ///
    /// Sets stay small, so that the least solution is found in bounded time and memory whatever the program does:
    /// many offsets of one object are an array that is walked through, or, if they are computed, any of its bytes. Each
    /// of the two happens a bounded number of times for an object, since layouts only get coarser.
    pub fn add(&mut self, node: Node, target: Target) {
        self.work += 1;
        let node = self.find(node);
        let target = self.normal(target);
        let anywhere = self.normal(Target { offset: ANYWHERE, ..target });
        let set = &mut self.sets[node as usize];
        if set.numeric && set.points.contains(&anywhere) || !set.points.insert(target) {
            return;
        }
        set.fresh.push(target);
        if set.points.len() > set.compact_at.max(MAX_OFFSETS) {
            self.compact(node);
        }
        let set = &mut self.sets[node as usize];
        let same = |t: &&Target| t.object == target.object && t.offset != ANYWHERE;
        let many = if set.numeric { MAX_NUMERIC_OFFSETS } else { MAX_OFFSETS };
        if set.points.len() > many && set.points.iter().filter(same).count() > many {
            if set.numeric {
                set.points.retain(|t| t.object != target.object);
                set.fresh.retain(|t| t.object != target.object);
                set.points.insert(anywhere);
                set.fresh.push(anywhere);
            } else {
                self.walk_through(node, target.object);
            }
        }
        self.enqueue(node);
    }

    /// The offsets of an object in a set are those of a pointer that walks through it.
    fn walk_through(&mut self, node: Node, object: Region) {
        let offsets = |this: &Self| -> Vec<i64> {
            let points = this.sets[node as usize].points.iter();
            let here = points.filter(|t| t.object == object && t.offset != ANYWHERE);
            here.map(|&t| this.normal(t).offset).collect()
        };
        let before = offsets(self);
        let least = before.iter().copied().min().unwrap_or(0);
        let step = before.iter().fold(0, |g, o| gcd(g, o - least));
        // Several that stand for the same are of the past.
        if step != 0 {
            self.walk(object, least, step);
            // Some of them were not in the array that the first is in.
            let after: FxHashSet<i64> = offsets(self).into_iter().collect();
            if after.len() > MAX_OFFSETS / 2 {
                self.fold(object, step);
            }
        }
        self.compact(node);
    }

    /// Leaves out of a set what stands for the same by now.
    pub(super) fn compact(&mut self, node: Node) {
        let points = std::mem::take(&mut self.sets[node as usize].points);
        self.work += points.len() as u64;
        let now: FxHashSet<Target> = points.iter().map(|&t| self.normal(t)).collect();
        let set = &mut self.sets[node as usize];
        set.fresh.extend(now.iter().filter(|t| !points.contains(t)));
        set.compact_at = 2 * now.len() + MAX_OFFSETS;
        set.points = now;
    }

    /// What is in one set is in another.
    pub fn flow(&mut self, from: Node, to: Node) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.edges.insert((from, to)) {
            return;
        }
        if self.coarse {
            self.unify(from, to);
            return;
        }
        self.sets[from as usize].flows.push(to);
        self.work += 1;
        let all: Vec<Target> = self.sets[from as usize].points.iter().copied().collect();
        all.into_iter().for_each(|t| self.add(to, t));
    }

    /// What is done with the pointers of a set.
    pub fn use_of(&mut self, node: Node, what: Use, place: Place) {
        let node = self.find(node);
        let set = &mut self.sets[node as usize];
        set.uses.push((what, place));
        if !set.points.is_empty() {
            set.fresh = set.points.iter().copied().collect();
            self.enqueue(node);
        }
    }

    /// Two sets are one. Is that new?
    pub(super) fn unify(&mut self, a: Node, b: Node) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let gone = std::mem::take(&mut self.sets[b as usize]);
        self.work += (self.sets[a as usize].points.len() + gone.points.len()) as u64;
        self.sets[b as usize].parent = a;
        let set = &mut self.sets[a as usize];
        set.points.extend(gone.points);
        set.fresh = set.points.iter().copied().collect();
        set.uses.extend(gone.uses);
        set.flows.extend(gone.flows);
        self.enqueue(a);
        true
    }

    /// The least solution.
    pub(super) fn least(&mut self) {
        loop {
            if self.work > STEPS_BEFORE_UNIFICATION && !self.coarse {
                self.coarse = true;
                let mut edges: Vec<(Node, Node)> = self.edges.iter().copied().collect();
                edges.sort_unstable();
                for (from, to) in edges {
                    self.unify(from, to);
                    if self.work > STEPS_BEFORE_ONE_REGION {
                        break;
                    }
                }
            }
            if self.work > STEPS_BEFORE_ONE_REGION {
                self.gave_up = true;
                self.queue.clear();
                self.dirty.clear();
                return;
            }
            if let Some(node) = self.queue.pop() {
                self.propagate(node);
            } else if let Some(mirror) = self.dirty.pop() {
                self.is_dirty[mirror as usize] = false;
                self.reflect(mirror);
            } else {
                return;
            }
        }
    }

    pub(super) fn propagate(&mut self, node: Node) {
        self.sets[node as usize].queued = false;
        let fresh = std::mem::take(&mut self.sets[node as usize].fresh);
        if self.sets[node as usize].parent != node {
            return;
        }
        let flows = self.sets[node as usize].flows.clone();
        for to in flows {
            let to = self.find(to);
            for &t in fresh.iter().filter(|_| to != node) {
                self.add(to, t);
            }
            let same = self.sets[to as usize].points.len() == self.sets[node as usize].points.len();
            if same && to != node && self.tried.insert((node, to)) {
                self.collapse(to, node);
            }
        }
        let node = self.find(node);
        let uses = self.sets[node as usize].uses.clone();
        for (what, place) in uses {
            self.at = place;
            for &t in &fresh {
                self.apply(what, t);
            }
        }
    }

    /// Sets that are parts of each other are one: looks for a way from one to the other.
    pub(super) fn collapse(&mut self, from: Node, to: Node) {
        let mut before: FxHashMap<Node, Node> = FxHashMap::default();
        let mut work = vec![from];
        while let Some(node) = work.pop() {
            self.work += 1;
            if before.len() > 1000 {
                return;
            }
            for i in 0..self.sets[node as usize].flows.len() {
                let next = self.sets[node as usize].flows[i];
                let next = self.find(next);
                if next != from && !before.contains_key(&next) {
                    before.insert(next, node);
                    work.push(next);
                }
            }
            if before.contains_key(&to) {
                break;
            }
        }
        let mut at = to;
        while let Some(&node) = before.get(&at) {
            self.unify(to, node);
            at = node;
        }
    }
}
