//! Inclusion constraints between sets of places that pointers can point to, and their least
//! solution by propagating differences.

use super::Coarser;
use super::layout::{Layout, Segment, gcd};
use super::objects::*;
use crate::ir::*;
use lariat_c::{Place, RecordId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A set of places: what a variable, a term or a cell of memory holds.
pub(crate) type Node = u32;

/// The offset of a pointer that was computed: it may point to each byte of its object.
pub(crate) const ANYWHERE: i64 = -0x5bd1_e995_7b5d_2b1d;

/// More offsets of one object in one set than this are an array that is walked through.
const MANY: usize = 32;

/// After so many steps flows become equalities, after so many more one region is left.
const MUCH: u64 = 4_000_000;
const TOO_MUCH: u64 = 12_000_000;

/// The same for numbers.
const FEW: usize = 4;

/// A place that a pointer can point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Target {
    pub object: Region,
    pub offset: i64,
}

/// What is done with a pointer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Use {
    /// The content goes to a set.
    Load(AccessId, Node),
    /// A set goes to the content.
    Store(AccessId, Option<Node>),
    /// So many bytes further on.
    Shift(i64, Node),
    /// An unknown multiple of so many bytes further on.
    Walk(i64, Node),
    /// The start of an array of a size and elements of a size.
    Array(i64, i64, Node),
    /// A number is computed from it.
    Blur(Node),
    /// So many bytes are set.
    Fill(AccessId, Option<i64>),
    /// It gets any content.
    Havoc(AccessId),
    /// The destination and the source of a copy.
    CopyTo(AccessId, u32),
    CopyFrom(AccessId, u32),
    /// Something outside gets to know it.
    Escape,
}

#[derive(Clone, Debug, Default)]
struct Set {
    parent: Node,
    points: FxHashSet<Target>,
    /// What the uses and successors have not seen.
    fresh: Vec<Target>,
    flows: Vec<Node>,
    uses: Vec<(Use, Place)>,
    queued: bool,
    /// At this size it is looked through for what stands for the same.
    compact_at: usize,
    /// Is it a set of numbers that are computed?
    numeric: bool,
}

/// Two ranges that correspond byte by byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mirror {
    pub a: Target,
    pub b: Target,
    /// In bytes; as long as the objects if not known.
    pub size: Option<i64>,
    /// May they be the same memory? Then the second is a stand-in for what is known by its type,
    /// and the first has all its cells. Else the second is copied to the first.
    pub same: bool,
    pub place: Place,
}

impl Mirror {
    /// From which range to which cells are carried over.
    pub fn ways(&self) -> Vec<(Target, Target)> {
        let Mirror { a, b, same, .. } = *self;
        match same {
            _ if a == b => Vec::new(),
            true => vec![(b, a)],
            false => vec![(a, b), (b, a)],
        }
    }
}

/// A set that holds pointers which the program did not make.
#[derive(Clone, Copy, Debug)]
struct Source {
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

#[derive(Clone, Debug, Default)]
struct Copying {
    size: Option<i64>,
    to: FxHashSet<Target>,
    from: FxHashSet<Target>,
}

/// The constraints and what is known of their solution.
pub(crate) struct Solver<'a> {
    m: &'a Module,
    pub shapes: Shapes<'a>,
    sets: Vec<Set>,
    edges: FxHashSet<(Node, Node)>,
    /// How much was done.
    work: u64,
    /// Is a flow an equality? That is coarser and near-linear.
    coarse: bool,
    /// Was even that too much?
    pub gave_up: bool,
    /// Edges that were looked at for cycles.
    tried: FxHashSet<(Node, Node)>,
    queue: Vec<Node>,
    pub objects: Vec<Abstract>,
    stand_ins: FxHashMap<(Root, Shape), Region>,
    pub mirrors: Vec<Mirror>,
    known_mirrors: FxHashSet<(Target, Target, Option<i64>, bool)>,
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    copies: Vec<Copying>,
    /// What the outside knows.
    outside: Node,
    /// May pointers from outside be equal?
    env_alias: bool,
    pub targets: Vec<FxHashSet<Target>>,
    /// Records that accesses go to a part of.
    pub inside: Vec<Option<(RecordId, u64)>>,
    /// Sets that hold pointers which the program did not make.
    sources: Vec<Source>,
    seen_sources: FxHashSet<(Node, Region)>,
    at: Place,
    /// What made objects coarser, and where.
    pub history: Vec<(Region, Coarser, Place)>,
}

impl<'a> Solver<'a> {
    pub fn new(m: &'a Module, shapes: Shapes<'a>, env_alias: bool) -> Solver<'a> {
        let mut solver = Solver {
            m,
            shapes,
            sets: Vec::new(),
            edges: FxHashSet::default(),
            work: 0,
            coarse: false,
            gave_up: false,
            tried: FxHashSet::default(),
            queue: Vec::new(),
            objects: Vec::new(),
            stand_ins: FxHashMap::default(),
            mirrors: Vec::new(),
            known_mirrors: FxHashSet::default(),
            dirty: Vec::new(),
            is_dirty: Vec::new(),
            copies: Vec::new(),
            outside: 0,
            env_alias,
            targets: vec![FxHashSet::default(); m.accesses.len()],
            inside: vec![None; m.accesses.len()],
            sources: Vec::new(),
            seen_sources: FxHashSet::default(),
            at: Place::NOWHERE,
            history: Vec::new(),
        };
        solver.outside = solver.set();
        solver.use_of(solver.outside, Use::Escape, Place::NOWHERE);
        solver
    }

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

    fn find(&mut self, mut node: Node) -> Node {
        while self.sets[node as usize].parent != node {
            let up = self.sets[node as usize].parent;
            self.sets[node as usize].parent = self.sets[up as usize].parent;
            node = up;
        }
        node
    }

    fn enqueue(&mut self, node: Node) {
        if !std::mem::replace(&mut self.sets[node as usize].queued, true) {
            self.queue.push(node);
        }
    }

    /// Is an object among the places of a set?
    pub fn reaches(&mut self, node: Node, object: Region) -> bool {
        let node = self.find(node);
        self.sets[node as usize].points.iter().any(|t| t.object == object)
    }

    /// A place is in a set.
    pub fn add(&mut self, node: Node, target: Target) {
        self.work += 1;
        let node = self.find(node);
        let target = self.normal(target);
        let set = &mut self.sets[node as usize];
        if !set.points.insert(target) {
            return;
        }
        set.fresh.push(target);
        if set.points.len() > set.compact_at.max(MANY) {
            self.compact(node);
        }
        let set = &mut self.sets[node as usize];
        let same = |t: &&Target| t.object == target.object && t.offset != ANYWHERE;
        let many = if set.numeric { FEW } else { MANY };
        if set.points.len() > many && set.points.iter().filter(same).count() > many {
            if set.numeric {
                set.points.remove(&target);
                set.fresh.retain(|t| *t != target);
                return self.add(node, Target { offset: ANYWHERE, ..target });
            }
            let offsets = || set.points.iter().filter(same).map(|t| t.offset);
            let step = offsets().fold(0, |g, o| gcd(g, o - target.offset));
            let least = offsets().min().unwrap_or(0);
            // Several that stand for the same are of the past.
            let layout = &self.objects[target.object as usize].layout;
            if offsets().any(|o| layout.normal(o) != layout.normal(least)) {
                self.walk(target.object, least, step);
            }
            let objects = &self.objects;
            self.sets[node as usize].points.retain(|t| {
                t.object != target.object
                    || t.offset == ANYWHERE
                    || objects[t.object as usize].layout.normal(t.offset) == t.offset
            });
        }
        self.enqueue(node);
    }

    /// Leaves out of a set what stands for the same by now.
    fn compact(&mut self, node: Node) {
        let points = std::mem::take(&mut self.sets[node as usize].points);
        let now: FxHashSet<Target> = points.iter().map(|&t| self.normal(t)).collect();
        let set = &mut self.sets[node as usize];
        set.fresh.extend(now.iter().filter(|t| !points.contains(t)));
        set.compact_at = 2 * now.len() + MANY;
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
    fn unify(&mut self, a: Node, b: Node) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let gone = std::mem::take(&mut self.sets[b as usize]);
        self.sets[b as usize].parent = a;
        let set = &mut self.sets[a as usize];
        set.points.extend(gone.points);
        set.fresh = set.points.iter().copied().collect();
        set.uses.extend(gone.uses);
        set.flows.extend(gone.flows);
        self.enqueue(a);
        true
    }

    pub fn object(&mut self, object: Abstract) -> Region {
        self.objects.push(object);
        self.objects.len() as Region - 1
    }

    /// The set of what the outside knows.
    pub fn outside_set(&self) -> Node {
        self.outside
    }

    /// The outside has made this stand-in.
    pub fn comes_from_outside(&mut self, object: Region) {
        self.objects[object as usize].holds = Some(Root::Outside);
        self.escape(object);
    }

    /// A number of a copy.
    pub fn copying(&mut self, size: Option<i64>) -> u32 {
        self.copies.push(Copying { size, ..Copying::default() });
        self.copies.len() as u32 - 1
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
        let name = format!("{whose}{}", self.shapes.name(shape));
        let stride = self.shapes.stride(shape);
        let visible = root == Root::Outside;
        let layout = Layout { stride, segments: Vec::new() };
        let holds = (root != Root::Nowhere).then_some(root);
        let new = Abstract { layout, holds, visible, ..Abstract::new(name) };
        let id = self.object(new);
        self.stand_ins.insert((root, shape), id);
        id
    }

    pub fn normal(&self, target: Target) -> Target {
        let layout = &self.objects[target.object as usize].layout;
        if layout.stride == 1 {
            return Target { offset: 0, ..target };
        }
        if target.offset == ANYWHERE {
            return target;
        }
        Target { offset: layout.normal(target.offset), ..target }
    }

    /// A set holds pointers that the program did not make. If they were never initialised they
    /// go the same way as the others in their set, so a place of their own is not needed if
    /// there is another.
    pub fn source(&mut self, node: Node, region: Region, rank: Rank) {
        if self.seen_sources.insert((node, region)) {
            self.sources.push(Source { node, region, rank, used: false });
        }
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
    fn pointers(&mut self) -> (Vec<bool>, Vec<bool>) {
        let count = self.sets.len();
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
                    Use::Escape => {}
                    _ => work.push(node),
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

    /// The least solution.
    fn least(&mut self) {
        loop {
            if self.work > MUCH && !self.coarse {
                self.coarse = true;
                let mut edges: Vec<(Node, Node)> = self.edges.iter().copied().collect();
                edges.sort_unstable();
                for (from, to) in edges {
                    self.unify(from, to);
                }
            }
            if self.work > TOO_MUCH {
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

    fn propagate(&mut self, node: Node) {
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
    fn collapse(&mut self, from: Node, to: Node) {
        let mut before: FxHashMap<Node, Node> = FxHashMap::default();
        let mut work = vec![from];
        while let Some(node) = work.pop() {
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

    fn apply(&mut self, what: Use, target: Target) {
        let Target { object, offset } = self.normal(target);
        if self.objects[object as usize].is_function {
            if let Use::Shift(_, into)
            | Use::Walk(_, into)
            | Use::Array(_, _, into)
            | Use::Blur(into) = what
            {
                self.add(into, target);
            }
            return;
        }
        match what {
            Use::Load(access, into) => {
                let content = self.access(access, target);
                if self.objects[object as usize].loads.insert((content, access)) {
                    self.initial(object, content, access);
                }
                self.flow(content, into);
            }
            Use::Store(access, from) => {
                let content = self.access(access, target);
                if let Some(from) = from {
                    self.flow(from, content);
                }
            }
            Use::Shift(by, into) if offset != ANYWHERE => {
                if self.objects[object as usize].layout.step_back(offset, by) {
                    self.changed(object);
                }
                self.add(into, Target { object, offset: offset.wrapping_add(by) });
            }
            Use::Walk(step, into) if offset != ANYWHERE => {
                self.walk(object, offset, step);
                self.add(into, Target { object, offset });
            }
            Use::Array(size, stride, into) => {
                let start = offset;
                let segment = Segment { start, size, stride };
                if offset != ANYWHERE && self.objects[object as usize].layout.add_segment(segment) {
                    self.changed(object);
                }
                self.add(into, Target { object, offset });
            }
            Use::Blur(into) => self.add(into, Target { object, offset: ANYWHERE }),
            Use::Shift(_, into) | Use::Walk(_, into) => {
                self.add(into, Target { object, offset: ANYWHERE });
            }
            Use::Fill(access, size) => {
                let target = self.certain(target);
                self.targets[access.index()].insert(target);
                if size.is_some() {
                    self.mirror(target, target, size, false);
                }
            }
            Use::Havoc(access) => {
                let target = self.certain(target);
                self.targets[access.index()].insert(target);
                let root = if self.env_alias { Root::Outside } else { Root::Garbage(object) };
                let holds = &mut self.objects[object as usize].holds;
                if holds.is_none() || self.env_alias && *holds != Some(root) {
                    *holds = Some(root);
                    let mut loads: Vec<(Node, AccessId)> =
                        self.objects[object as usize].loads.iter().copied().collect();
                    loads.sort_unstable();
                    for (content, access) in loads {
                        self.initial(object, content, access);
                    }
                }
            }
            Use::CopyTo(access, n) => {
                let target = self.certain(target);
                self.targets[access.index()].insert(target);
                let copy = &mut self.copies[n as usize];
                if copy.to.insert(target) {
                    let (size, from) = (copy.size, copy.from.clone());
                    from.into_iter().for_each(|b| self.mirror(target, b, size, false));
                }
            }
            Use::CopyFrom(access, n) => {
                let target = self.certain(target);
                self.targets[access.index()].insert(target);
                let copy = &mut self.copies[n as usize];
                if copy.from.insert(target) {
                    let (size, to) = (copy.size, copy.to.clone());
                    to.into_iter().for_each(|a| self.mirror(a, target, size, false));
                }
            }
            Use::Escape => self.escape(object),
        }
    }

    /// What is loaded may be there from the start.
    fn initial(&mut self, object: Region, content: Node, access: AccessId) {
        if let Some(root) = self.objects[object as usize].holds {
            let shape = self.shapes.loaded(&self.m.accesses[access.index()]);
            let region = self.stand_in(root, shape);
            let rank = if root == Root::Outside { Rank::Outside } else { Rank::Memory };
            self.source(content, region, rank);
        }
    }

    /// A place with a certain offset: if there is none, the object is bytes.
    fn certain(&mut self, target: Target) -> Target {
        if target.offset == ANYWHERE {
            self.walk(target.object, 0, 1);
            self.fold(target.object, 1);
            return Target { offset: 0, ..target };
        }
        self.normal(target)
    }

    /// The content of a place that is accessed.
    fn access(&mut self, access: AccessId, target: Target) -> Node {
        let target = self.certain(target);
        self.targets[access.index()].insert(target);
        let what = self.m.accesses[access.index()];
        let (shape, before) = self.shapes.accessed(&what, self.inside[access.index()]);
        let base = target.offset.wrapping_sub(before);
        let content = self.cell(target, what.width);
        let object = &mut self.objects[target.object as usize];
        if self.env_alias && object.seen.insert((shape, base)) && object.visible {
            self.instance(target.object, shape, base);
        }
        content
    }

    pub fn cell(&mut self, target: Target, width: u32) -> Node {
        let Target { object, offset } = self.normal(target);
        if let Some(cell) = self.objects[object as usize].cells.get_mut(&offset) {
            let content = cell.content;
            if !cell.widths.contains(&width) {
                cell.widths.push(width);
                self.touch(object);
            }
            return content;
        }
        let content = self.set();
        let cell = Cell { content, widths: vec![width] };
        self.objects[object as usize].cells.insert(offset, cell);
        if self.objects[object as usize].cells.len() > 2048 {
            self.fold(object, 1);
        }
        if self.objects[object as usize].visible {
            self.flow(content, self.outside);
        }
        self.touch(object);
        content
    }

    /// The ranges that correspond to parts of the object have to be looked at.
    fn touch(&mut self, object: Region) {
        for &mirror in &self.objects[object as usize].mirrors {
            if !std::mem::replace(&mut self.is_dirty[mirror as usize], true) {
                self.dirty.push(mirror);
            }
        }
    }

    fn fold(&mut self, object: Region, by: i64) {
        if self.objects[object as usize].layout.fold(by) {
            self.changed(object);
        }
    }

    fn walk(&mut self, object: Region, offset: i64, step: i64) {
        let layout = &mut self.objects[object as usize].layout;
        if step != 0 && layout.walk(offset, step) {
            self.changed(object);
        }
    }

    /// The layout of an object has changed: cells may be others now.
    fn changed(&mut self, object: Region) {
        let stride = self.objects[object as usize].layout.stride;
        self.history.push((object, Coarser::Stride(stride), self.at));
        let cells = std::mem::take(&mut self.objects[object as usize].cells);
        for (offset, cell) in cells {
            let Abstract { layout, cells, .. } = &mut self.objects[object as usize];
            match cells.get_mut(&layout.normal(offset)) {
                Some(known) => {
                    let content = known.content;
                    for width in cell.widths {
                        if !known.widths.contains(&width) {
                            known.widths.push(width);
                        }
                    }
                    self.unify(content, cell.content);
                }
                None => {
                    let at = layout.normal(offset);
                    cells.insert(at, cell);
                }
            }
        }
        self.touch(object);
    }

    fn escape(&mut self, object: Region) {
        if std::mem::replace(&mut self.objects[object as usize].visible, true) {
            return;
        }
        let contents: Vec<Node> =
            self.objects[object as usize].cells.values().map(|c| c.content).collect();
        contents.into_iter().for_each(|c| self.flow(c, self.outside));
        if self.env_alias {
            let mut seen: Vec<(Shape, i64)> =
                self.objects[object as usize].seen.iter().copied().collect();
            seen.sort_by_key(|s| s.1);
            seen.into_iter().for_each(|(shape, base)| self.instance(object, shape, base));
        }
    }

    /// Something that pointers from outside can point to has this type at this offset.
    pub fn instance(&mut self, object: Region, shape: Shape, base: i64) {
        let other = self.stand_in(Root::Outside, shape);
        if other != object && self.objects[object as usize].visible {
            let (a, b) = (Target { object, offset: base }, Target { object: other, offset: 0 });
            self.mirror(a, b, self.shapes.size(shape), true);
        }
    }

    fn mirror(&mut self, a: Target, b: Target, size: Option<i64>, same: bool) {
        let (a, b) = (self.normal(a), self.normal(b));
        if !self.known_mirrors.insert((a, b, size, same)) {
            return;
        }
        if a.object == b.object && a != b && (size.is_none() || same) {
            return self.fold(a.object, a.offset - b.offset);
        }
        let id = self.mirrors.len() as u32;
        self.mirrors.push(Mirror { a, b, size, same, place: self.at });
        self.is_dirty.push(true);
        self.dirty.push(id);
        self.objects[a.object as usize].mirrors.push(id);
        if b.object != a.object {
            self.objects[b.object as usize].mirrors.push(id);
        }
    }

    /// Makes the cells of two ranges the same.
    fn reflect(&mut self, id: u32) {
        let Mirror { a, b, size, same, place } = self.mirrors[id as usize];
        self.at = place;
        if a != b && !same {
            self.transfer(a, b, size);
        }
        if a != b {
            self.transfer(b, a, size);
        }
        if !same {
            self.cut(a, size);
            self.cut(b, size);
        }
        for (from, to) in self.mirrors[id as usize].ways() {
            for (offset, width) in self.entries(from.object) {
                self.work += 1;
                for there in self.across(from, to, size, offset, width) {
                    self.work += 1;
                    let Some(cell) = self.objects[from.object as usize].cells.get(&offset) else {
                        continue;
                    };
                    let mine = cell.content;
                    let other = self.cell(Target { object: to.object, offset: there }, width);
                    match (same, from == b) {
                        (true, _) => {
                            self.unify(mine, other);
                        }
                        (false, true) => self.flow(mine, other),
                        (false, false) => self.flow(other, mine),
                    }
                }
            }
        }
    }

    /// A range that starts or ends inside of a cell makes bytes of it.
    fn cut(&mut self, range: Target, size: Option<i64>) {
        let Target { object, offset: start } = self.normal(range);
        let edges = [Some(start), size.map(|s| start.saturating_add(s))];
        for (offset, width) in self.entries(object) {
            for edge in edges.into_iter().flatten() {
                if offset < edge && edge < offset + i64::from(width) {
                    for offset in [edge - 1, edge] {
                        self.cell(Target { object, offset }, 1);
                    }
                }
            }
        }
    }

    /// The cells of an object with the widths of accesses.
    pub fn entries(&self, object: Region) -> Vec<(i64, u32)> {
        let cells = &self.objects[object as usize].cells;
        cells.iter().flat_map(|(&o, c)| c.widths.iter().map(move |&w| (o, w))).collect()
    }

    /// The offsets in the second range that an offset in the first corresponds to.
    pub fn across(
        &self,
        from: Target,
        to: Target,
        size: Option<i64>,
        offset: i64,
        width: u32,
    ) -> Vec<i64> {
        let layout = &self.objects[from.object as usize].layout;
        let size = size.unwrap_or(i64::MAX);
        let start = layout.normal(from.offset);
        let mut by = offset - start;
        let mut found = Vec::new();
        if layout.stride > 0 {
            by = by.rem_euclid(layout.stride);
        }
        let width = i64::from(width);
        if by >= 0 && by.saturating_add(width) <= size {
            found.push(to.offset + by);
        }
        // The array that the range starts in may go on before it.
        let around = layout.segments.iter().rfind(|s| s.holds(start) && s.holds(offset));
        if let (Some(s), true) = (around, by < 0) {
            let by = by.rem_euclid(s.stride);
            if by.saturating_add(width) <= size {
                found.push(to.offset + by);
            }
        }
        let there = &self.objects[to.object as usize].layout;
        found.iter_mut().for_each(|o| *o = there.normal(*o));
        found.dedup();
        found
    }

    /// Arrays in the first range are arrays in the second.
    fn transfer(&mut self, from: Target, to: Target, size: Option<i64>) {
        let Layout { stride, segments } = self.objects[from.object as usize].layout.clone();
        let length = size.unwrap_or(i64::MAX / 4);
        let start = self.normal(from).offset;
        let mut new = Vec::new();
        for s in segments {
            let mut by = s.start - start;
            if stride > 0 && by < 0 && !s.holds(start) {
                by = by.rem_euclid(stride);
            }
            let (by, most) = if by < 0 { (0, s.size + by.max(-s.size)) } else { (by, s.size) };
            // It is not known in which element the range starts.
            let most = if s.holds(start) { s.size } else { most };
            if by < length && most > 0 {
                let size = most.min(length - by);
                new.push(Segment { start: to.offset + by, size, stride: s.stride });
            }
        }
        let mut changed = false;
        let there = &mut self.objects[to.object as usize].layout;
        if stride > 0 && length > stride {
            changed |= match size {
                Some(size) => there.add_segment(Segment { start: to.offset, size, stride }),
                None => there.walk(to.offset, stride),
            };
        }
        for s in new.into_iter().filter(|s| s.size > s.stride) {
            changed |= there.add_segment(s);
        }
        if changed {
            self.changed(to.object);
        }
    }

    /// Cells of one object overlap: what one holds the others may hold. Is that new?
    pub fn overlap(&mut self, object: Region, offsets: &[i64]) -> bool {
        let cells = &self.objects[object as usize].cells;
        let contents: Vec<Node> =
            offsets.iter().filter_map(|o| cells.get(o).map(|c| c.content)).collect();
        let mut new = false;
        for pair in contents.windows(2) {
            new |= self.unify(pair[0], pair[1]);
        }
        new
    }
}
