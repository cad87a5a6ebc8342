//! Inclusion constraints between sets of places that pointers can point to, and their least
//! solution by propagating differences.

mod comparisons;
mod mirrors;
mod sets;
mod sources;

use super::Coarser;
use super::layout::{Layout, Segment, gcd};
use super::objects::*;
use crate::ir::*;
use comparisons::Comparison;
use lariat_c::{Place, RecordId};
pub(crate) use mirrors::{Length, Mirror};
use rustc_hash::{FxHashMap, FxHashSet};
pub(crate) use sources::Rank;
use sources::Source;

/// A set of places: what a variable, a term or a cell of memory holds.
pub(crate) type Node = u32;

/// The offset of a pointer that was computed: it may point to each byte of its object.
pub(crate) const ANYWHERE: i64 = -0x5bd1_e995_7b5d_2b1d;

/// More offsets of one object in one set than this are an array that is walked through.
const MAX_OFFSETS: usize = 32;
/// The same for numbers.
const MAX_NUMERIC_OFFSETS: usize = 4;

/// After so many steps flows become equalities, after so many more one region is left.
const STEPS_BEFORE_UNIFICATION: u64 = 4_000_000;
const STEPS_BEFORE_ONE_REGION: u64 = 12_000_000;

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
    Fill(AccessId, Length),
    /// It gets any content.
    Havoc(AccessId),
    /// What is no pointer in it gets any value.
    HavocNumbers(AccessId),
    /// The destination and the source of a copy.
    CopyTo(AccessId, u32),
    CopyFrom(AccessId, u32),
    /// Something outside gets to know it.
    Escape,
    /// One side of a comparison.
    Compare(u32, usize),
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

#[derive(Clone, Debug)]
struct Copying {
    size: Length,
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
    known_mirrors: FxHashSet<(Target, Target, Length, bool)>,
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    copies: Vec<Copying>,
    comparisons: Vec<Comparison>,
    /// Cells of one stand-in that comparisons tell apart or not.
    pub compared_cells: FxHashSet<(Region, i64, i64, Place)>,
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
            comparisons: Vec::new(),
            compared_cells: FxHashSet::default(),
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

    pub fn object(&mut self, object: Abstract) -> Region {
        self.objects.push(object);
        self.objects.len() as Region - 1
    }

    /// A number of a copy.
    pub fn copying(&mut self, size: Length) -> u32 {
        let (to, from) = (FxHashSet::default(), FxHashSet::default());
        self.copies.push(Copying { size, to, from });
        self.copies.len() as u32 - 1
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
                let target = self.range(access, target);
                self.mirror(target, target, size, false);
            }
            Use::HavocNumbers(access) => {
                let target = self.certain(target);
                self.targets[access.index()].insert(target);
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
                let target = self.range(access, target);
                let copy = &mut self.copies[n as usize];
                if copy.to.insert(target) {
                    let (size, from) = (copy.size, copy.from.clone());
                    from.into_iter().for_each(|b| self.mirror(target, b, size, false));
                }
            }
            Use::CopyFrom(access, n) => {
                let target = self.range(access, target);
                let copy = &mut self.copies[n as usize];
                if copy.from.insert(target) {
                    let (size, to) = (copy.size, copy.to.clone());
                    to.into_iter().for_each(|a| self.mirror(a, target, size, false));
                }
            }
            Use::Escape => self.escape(object),
            Use::Compare(n, side) => self.compare(n, side, target),
        }
    }

    /// Where a range starts that is accessed.
    fn range(&mut self, access: AccessId, target: Target) -> Target {
        let target = self.certain(target);
        self.targets[access.index()].insert(target);
        if self.m.accesses[access.index()].text {
            self.cell(target, 1);
        }
        target
    }

    /// A place with a certain offset: if there is none, the object is bytes.
    pub(super) fn certain(&mut self, target: Target) -> Target {
        if target.offset == ANYWHERE {
            self.walk(target.object, 0, 1);
            self.fold(target.object, 1);
            return Target { offset: 0, ..target };
        }
        self.normal(target)
    }

    /// The content of a place that is accessed.
    pub(super) fn access(&mut self, access: AccessId, target: Target) -> Node {
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
    pub(super) fn touch(&mut self, object: Region) {
        for &mirror in &self.objects[object as usize].mirrors {
            if !std::mem::replace(&mut self.is_dirty[mirror as usize], true) {
                self.dirty.push(mirror);
            }
        }
    }

    pub(super) fn fold(&mut self, object: Region, by: i64) {
        if self.objects[object as usize].layout.fold(by) {
            self.changed(object);
        }
    }

    pub(super) fn walk(&mut self, object: Region, offset: i64, step: i64) {
        let layout = &mut self.objects[object as usize].layout;
        if step != 0 && layout.walk(offset, step) {
            self.changed(object);
        }
    }

    /// The layout of an object has changed: cells may be others now.
    pub(super) fn changed(&mut self, object: Region) {
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
}
