//! Which accesses can touch the same bytes: a unification-based, field-sensitive analysis of
//! the whole program, in the manner of Steensgaard and of data structure analysis.
//!
//! Every value belongs to a class; a class may have a place that its values point to: a node
//! and an offset in it. Assignments unify classes, and thereby the nodes that they point to.
//! When two offsets of one node turn out to be the same, the node is folded: offsets count
//! modulo a stride. Arrays inside a node fold only themselves, as *segments*. Pointer
//! arithmetic by an unknown amount folds; by a known amount (`container_of`) it moves.
//! Integers carry what was cast to them; arithmetic on them folds their node to bytes.
//!
//! This subsumes both merging rules of the paper's refined memory model (section 3: address of
//! a field, structural subtyping): they merge maps wherever such a pointer flow *could* be,
//! this merges where it is.

use crate::ir::*;
use lariat_c::{FunctionId, Place};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

type Class = u32;
type Node = u32;

#[derive(Clone, Debug)]
struct ClassInfo {
    parent: Class,
    points_to: Option<(Node, i64)>,
    /// Was it computed from other integers?
    computed: bool,
    /// The functions whose addresses are among the values.
    functions: Vec<FunctionId>,
}

/// An array inside a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    start: i64,
    size: i64,
    stride: i64,
}

impl Segment {
    fn holds(&self, offset: i64) -> bool {
        self.start <= offset && offset < self.start + self.size
    }
}

#[derive(Clone, Debug, Default)]
struct NodeInfo {
    parent: Node,
    /// An offset here plus this is the offset in the parent.
    shift: i64,
    /// Offsets count modulo this, unless it is zero.
    stride: i64,
    segments: Vec<Segment>,
    cells: BTreeMap<i64, Class>,
    /// Are objects in it that exist only while the program runs?
    dynamic: bool,
}

/// Why a node is not finer than it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coarser {
    /// Pointers to this node and to another flow together.
    Merged(Node),
    /// A pointer moves by multiples of this many bytes.
    Stride(i64),
}

/// The result: for each access, the class of its address.
#[derive(Debug, Default)]
pub(crate) struct Regions {
    classes: Vec<ClassInfo>,
    nodes: Vec<NodeInfo>,
    pending: Vec<(Class, Class)>,
    vars: Vec<Class>,
    objects: Vec<Class>,
    terms: Vec<Option<Option<Class>>>,
    numbers: Option<Node>,
    number_classes: FxHashMap<i128, Class>,
    /// Address classes of accesses.
    pub(crate) accesses: Vec<Option<Class>>,
    /// The statement being looked at.
    at: Option<Place>,
    /// What made nodes coarser, and where; in the order in which it happened.
    pub(crate) history: Vec<(Node, Coarser, Place)>,
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Regions {
    /// Analyses a program.
    pub fn new(m: &Module) -> Regions {
        let mut r = Regions::default();
        r.vars = m.vars.iter().map(|_| r.class()).collect::<Vec<_>>();
        for object in &m.objects {
            let node = r.node();
            r.nodes[node as usize].dynamic = !object.is_static;
            let class = r.class();
            r.classes[class as usize].points_to = Some((node, 0));
            r.objects.push(class);
        }
        r.terms = vec![None; m.terms.len()];
        r.accesses = vec![None; m.accesses.len()];
        for proc in &m.procs {
            for stmt in &proc.body {
                r.at = Some(stmt.place);
                r.statement(m, &stmt.kind);
            }
        }
        r
    }

    fn class(&mut self) -> Class {
        let id = self.classes.len() as Class;
        self.classes.push(ClassInfo {
            parent: id,
            points_to: None,
            computed: false,
            functions: Vec::new(),
        });
        id
    }

    fn node(&mut self) -> Node {
        let id = self.nodes.len() as Node;
        self.nodes.push(NodeInfo { parent: id, ..NodeInfo::default() });
        id
    }

    fn find(&mut self, mut class: Class) -> Class {
        while self.classes[class as usize].parent != class {
            let up = self.classes[class as usize].parent;
            self.classes[class as usize].parent = self.classes[up as usize].parent;
            class = up;
        }
        class
    }

    fn find_node(&self, mut node: Node, mut offset: i64) -> (Node, i64) {
        while self.nodes[node as usize].parent != node {
            offset += self.nodes[node as usize].shift;
            node = self.nodes[node as usize].parent;
        }
        (node, self.normal(node, offset))
    }

    /// The offset that stands for this one.
    fn normal(&self, node: Node, mut offset: i64) -> i64 {
        let info = &self.nodes[node as usize];
        for _ in 0..16 {
            if info.stride > 0 {
                offset = offset.rem_euclid(info.stride);
            }
            let outer =
                info.segments.iter().find(|s| s.holds(offset) && offset - s.start >= s.stride);
            match outer {
                Some(s) => offset = s.start + (offset - s.start) % s.stride,
                None => break,
            }
        }
        offset
    }

    /// Can the address of a function be the value of a term?
    pub fn may_be(&self, term: TermId, function: FunctionId) -> bool {
        let Some(Some(mut class)) = self.terms[term.index()] else { return true };
        while self.classes[class as usize].parent != class {
            class = self.classes[class as usize].parent;
        }
        self.classes[class as usize].functions.contains(&function)
    }

    /// Where the values of a class point.
    fn target(&mut self, class: Class) -> (Node, i64) {
        let class = self.find(class);
        if self.classes[class as usize].points_to.is_none() {
            let node = self.node();
            // Whoever made this pointer, it was not a static object of ours.
            self.nodes[node as usize].dynamic = true;
            self.classes[class as usize].points_to = Some((node, 0));
            if self.classes[class as usize].computed {
                self.fold(node, 1);
            }
        }
        let (node, offset) = self.classes[class as usize].points_to.unwrap_or((0, 0));
        self.find_node(node, offset)
    }

    /// The place that an access goes to, when all is known.
    pub fn place(&mut self, access: AccessId) -> Option<(u32, i64)> {
        let class = self.accesses[access.index()]?;
        Some(self.target(class))
    }

    /// The offset that stands for one so many bytes further on.
    pub fn moved(&self, node: u32, offset: i64, by: i64) -> i64 {
        self.normal(node, offset.wrapping_add(by))
    }

    /// Are all objects of a node static ones?
    pub fn is_static(&self, node: u32) -> bool {
        !self.nodes[node as usize].dynamic
    }

    /// The distance at which a cell of a node comes again; zero if it does not.
    pub fn period(&self, node: u32, offset: i64) -> i64 {
        let info = &self.nodes[node as usize];
        info.segments.iter().filter(|s| s.holds(offset)).fold(info.stride, |g, s| gcd(g, s.stride))
    }

    fn unify(&mut self, a: Class, b: Class) {
        self.pending.push((a, b));
        while let Some((a, b)) = self.pending.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            let mut other = self.classes[b as usize].clone();
            self.classes[b as usize].parent = a;
            let info = &mut self.classes[a as usize];
            info.computed |= other.computed;
            info.functions.append(&mut other.functions);
            let (computed, mine) = (info.computed, info.points_to);
            info.points_to = mine.or(other.points_to);
            if let (Some(x), Some(y)) = (mine, other.points_to) {
                self.unify_places(x, y);
            }
            if computed && let Some((node, offset)) = self.classes[a as usize].points_to {
                let (node, _) = self.find_node(node, offset);
                self.fold(node, 1);
            }
        }
    }

    fn unify_places(&mut self, (n1, o1): (Node, i64), (n2, o2): (Node, i64)) {
        let (n1, o1) = self.find_node(n1, o1);
        let (n2, o2) = self.find_node(n2, o2);
        if n1 == n2 {
            if o1 != o2 {
                self.fold(n1, o1 - o2);
            }
            return;
        }
        self.note(n1, Coarser::Merged(n2));
        let shift = o1.wrapping_sub(o2);
        let gone = std::mem::take(&mut self.nodes[n2 as usize]);
        self.nodes[n2 as usize].parent = n1;
        self.nodes[n2 as usize].shift = shift;
        self.nodes[n1 as usize].dynamic |= gone.dynamic;
        if gone.stride != 0 {
            self.fold(n1, gone.stride);
        }
        for s in gone.segments {
            self.add_segment(n1, Segment { start: s.start.wrapping_add(shift), ..s });
        }
        for (offset, class) in gone.cells {
            let at = self.normal(n1, offset.wrapping_add(shift));
            match self.nodes[n1 as usize].cells.get(&at) {
                Some(&known) => self.pending.push((known, class)),
                None => {
                    self.nodes[n1 as usize].cells.insert(at, class);
                }
            }
        }
    }

    /// Offsets that differ by this are the same.
    fn fold(&mut self, node: Node, by: i64) {
        let info = &mut self.nodes[node as usize];
        let mut stride = gcd(info.stride, by);
        if stride == info.stride {
            return;
        }
        // Segments must lie inside one period.
        let mut again = true;
        while again {
            again = false;
            for s in std::mem::take(&mut info.segments) {
                let start = s.start.rem_euclid(stride);
                if start + s.size > stride {
                    let finer = gcd(stride, s.stride);
                    again |= finer != stride;
                    stride = finer;
                } else if s.stride < s.size {
                    info.segments.push(Segment { start, ..s });
                }
            }
        }
        info.stride = stride;
        self.note(node, Coarser::Stride(stride));
        self.place_cells(node);
    }

    fn note(&mut self, node: Node, what: Coarser) {
        if let Some(at) = self.at {
            self.history.push((node, what, at));
        }
    }

    /// The node that a node is part of by now.
    pub fn node_now(&self, node: u32) -> u32 {
        self.find_node(node, 0).0
    }

    /// The node of an object.
    pub fn node_of(&self, object: ObjectId) -> u32 {
        let mut class = self.objects[object.index()];
        while self.classes[class as usize].parent != class {
            class = self.classes[class as usize].parent;
        }
        let (node, offset) = self.classes[class as usize].points_to.unwrap_or((0, 0));
        self.find_node(node, offset).0
    }

    fn place_cells(&mut self, node: Node) {
        let cells = std::mem::take(&mut self.nodes[node as usize].cells);
        let mut new: BTreeMap<i64, Class> = BTreeMap::new();
        for (offset, class) in cells {
            let at = self.normal(node, offset);
            match new.get(&at) {
                Some(&known) => self.pending.push((known, class)),
                None => {
                    new.insert(at, class);
                }
            }
        }
        self.nodes[node as usize].cells = new;
    }

    fn add_segment(&mut self, node: Node, mut s: Segment) {
        s.start = self.normal(node, s.start);
        let stride = self.nodes[node as usize].stride;
        if stride > 0 && s.start + s.size > stride {
            return self.fold(node, s.stride);
        }
        let info = &mut self.nodes[node as usize];
        let mut kept = Vec::with_capacity(info.segments.len() + 1);
        for t in std::mem::take(&mut info.segments) {
            let apart = t.start + t.size <= s.start || s.start + s.size <= t.start;
            let inside = |a: &Segment, b: &Segment| {
                a.start >= b.start && {
                    let at = (a.start - b.start) % b.stride;
                    a.start + a.size <= b.start + b.size && at + a.size <= b.stride
                }
            };
            if apart || t != s && (inside(&s, &t) || inside(&t, &s)) {
                kept.push(t);
                continue;
            }
            let stride = gcd(gcd(s.stride, t.stride), s.start - t.start);
            let start = s.start.min(t.start);
            let end = (s.start + s.size).max(t.start + t.size);
            s = Segment { start, size: end - start, stride: stride.max(1) };
        }
        if s.size > s.stride {
            kept.push(s);
        }
        // Outer ones first.
        kept.sort_by_key(|s| (-s.size, s.start));
        let changed = kept != info.segments;
        info.segments = kept;
        if changed {
            self.place_cells(node);
        }
    }

    /// An offset in an array stands for all its elements: a step back may lead to an earlier
    /// element, or out of the array to what contains it. Make them the same.
    fn step_back(&mut self, node: Node, offset: i64, by: i64) {
        let inner = self.nodes[node as usize].segments.iter().rfind(|s| s.holds(offset)).copied();
        if let Some(s) = inner
            && by < 0
            && offset + by < s.start
            && -by < s.size
        {
            let inside = s.start + (offset - s.start + by).rem_euclid(s.stride);
            self.fold(node, inside - (offset + by));
        }
    }

    /// Does the pending unifications that folding left behind.
    fn settle(&mut self) {
        if let Some((a, b)) = self.pending.pop() {
            self.unify(a, b);
        }
    }

    fn cell(&mut self, class: Class) -> Class {
        let (node, offset) = self.target(class);
        self.settle();
        let (node, offset) = self.find_node(node, offset);
        if let Some(&known) = self.nodes[node as usize].cells.get(&offset) {
            return known;
        }
        let new = self.class();
        self.nodes[node as usize].cells.insert(offset, new);
        new
    }

    /// Values at two offsets of a node may be parts of each other.
    pub fn unify_cells(&mut self, node: u32, offsets: &[i64]) -> bool {
        let cells: Vec<Class> = offsets
            .iter()
            .filter_map(|o| self.nodes[node as usize].cells.get(o).copied())
            .collect();
        let mut changed = false;
        for pair in cells.windows(2) {
            changed |= self.find(pair[0]) != self.find(pair[1]);
            self.unify(pair[0], pair[1]);
        }
        changed
    }

    fn join(&mut self, a: Option<Class>, b: Option<Class>) -> Option<Class> {
        match (a, b) {
            (Some(a), Some(b)) => {
                self.unify(a, b);
                Some(a)
            }
            (a, b) => a.or(b),
        }
    }

    fn computed(&mut self, class: Option<Class>) -> Option<Class> {
        let class = self.find(class?);
        self.classes[class as usize].computed = true;
        if let Some((node, offset)) = self.classes[class as usize].points_to {
            let (node, _) = self.find_node(node, offset);
            self.fold(node, 1);
            self.settle();
        }
        Some(class)
    }

    fn number(&mut self, value: i128) -> Class {
        if let Some(&class) = self.number_classes.get(&value) {
            return class;
        }
        let node = match self.numbers {
            Some(node) => node,
            None => {
                let node = self.node();
                self.nodes[node as usize].dynamic = true;
                self.numbers = Some(node);
                node
            }
        };
        let class = self.class();
        self.classes[class as usize].points_to = Some((node, value as i64));
        self.number_classes.insert(value, class);
        class
    }

    /// The class of an address.
    fn address(&mut self, m: &Module, term: TermId) -> Class {
        match self.term(m, term) {
            Some(class) => class,
            None => match m.constant(term) {
                Some(value) => self.number(value),
                None => self.class(),
            },
        }
    }

    fn access(&mut self, m: &Module, access: AccessId, address: TermId) -> Class {
        let class = self.address(m, address);
        match self.accesses[access.index()] {
            Some(known) => self.unify(known, class),
            None => self.accesses[access.index()] = Some(class),
        }
        class
    }

    fn term(&mut self, m: &Module, id: TermId) -> Option<Class> {
        if let Some(known) = self.terms[id.index()] {
            return known;
        }
        let class = self.new_term(m, id);
        self.settle();
        self.terms[id.index()] = Some(class);
        class
    }

    fn new_term(&mut self, m: &Module, id: TermId) -> Option<Class> {
        use TermKind::*;
        let term = m.term(id);
        match term.kind {
            Const(_) => None,
            FunctionAddress(f) => {
                let class = self.class();
                self.classes[class as usize].functions.push(f);
                Some(class)
            }
            Var(v) => Some(self.vars[v.index()]),
            Address(o) | Fresh(o) => Some(self.objects[o.index()]),
            Load(access, address) => {
                let class = self.access(m, access, address);
                Some(self.cell(class))
            }
            // The difference of two pointers is none.
            Binary(BinOp::Sub, a, b)
                if term.ty.signed && is_pointer_cast(m, a) && is_pointer_cast(m, b) =>
            {
                self.term(m, a);
                self.term(m, b);
                None
            }
            Binary(op, a, b) => {
                let (x, y) = (self.term(m, a), self.term(m, b));
                if matches!(op, BinOp::Mul | BinOp::Div | BinOp::Rem) {
                    return None;
                }
                let both = self.join(x, y);
                self.computed(both)
            }
            Offset(p, by) => {
                self.term(m, by);
                let class = self.address(m, p);
                let (node, offset) = self.target(class);
                let result = self.class();
                if let Some(by) = m.constant(by) {
                    let by = lariat_c::wrap_to(by, m.pointer_width, true) as i64;
                    self.step_back(node, offset, by);
                    self.settle();
                    let place = (node, offset.wrapping_add(by));
                    self.classes[result as usize].points_to = Some(place);
                    return Some(result);
                }
                let step = granularity(m, by);
                let inside: Vec<Segment> = self.nodes[node as usize]
                    .segments
                    .iter()
                    .filter(|s| s.holds(offset))
                    .copied()
                    .collect();
                if let Some(inner) = inside.last() {
                    if !inside.iter().any(|s| step % s.stride == 0) {
                        let finer = Segment { stride: gcd(inner.stride, step).max(1), ..*inner };
                        self.add_segment(node, finer);
                    }
                } else {
                    self.fold(node, step);
                }
                self.settle();
                self.classes[result as usize].points_to = Some((node, offset));
                Some(result)
            }
            Array { pointer, size, stride } => {
                let class = self.address(m, pointer);
                let (node, start) = self.target(class);
                let (size, stride) = (size as i64, stride as i64);
                self.add_segment(node, Segment { start, size, stride });
                Some(class)
            }
            Negate(a) | Complement(a) => {
                let class = self.term(m, a);
                self.computed(class)
            }
            Cast(a) => self.term(m, a),
            Compare(_, a, b) | And(a, b) | Or(a, b) => {
                self.term(m, a);
                self.term(m, b);
                None
            }
            Float(_, a, b) => {
                self.term(m, a);
                b.and_then(|b| self.term(m, b));
                None
            }
            Not(a) | FromBool(a) | Ghost(_, a) | SegmentOf(a) | Within(a) => {
                self.term(m, a);
                None
            }
            Ite(c, a, b) => {
                self.term(m, c);
                let (x, y) = (self.term(m, a), self.term(m, b));
                self.join(x, y)
            }
        }
    }

    fn statement(&mut self, m: &Module, stmt: &StmtKind) {
        match stmt {
            StmtKind::Assign(var, value) => {
                let class = self.term(m, *value);
                let var = self.vars[var.index()];
                self.join(Some(var), class);
            }
            StmtKind::Store(access, address, value) => {
                let value = self.term(m, *value);
                let class = self.access(m, *access, *address);
                let cell = self.cell(class);
                self.join(Some(cell), value);
            }
            StmtKind::Assume(c) | StmtKind::Assert(c, _) => {
                self.term(m, *c);
            }
            StmtKind::SetGhost(_, segment, value) => {
                self.term(m, *segment);
                self.term(m, *value);
            }
            StmtKind::Call(proc, args, result) => {
                let callee = &m.procs[proc.index()];
                for (param, arg) in callee.params.iter().zip(args) {
                    let class = self.term(m, *arg);
                    let param = self.vars[param.index()];
                    self.join(Some(param), class);
                }
                if let (Some(to), Some(from)) = (result, callee.result) {
                    let (to, from) = (self.vars[to.index()], self.vars[from.index()]);
                    self.unify(to, from);
                }
            }
            StmtKind::Copy(a, to, b, from, size) => {
                self.term(m, *size);
                let to = self.access(m, *a, *to);
                let from = self.access(m, *b, *from);
                let (x, y) = (self.target(to), self.target(from));
                self.unify_places(x, y);
            }
            StmtKind::Fill(access, at, value, size) => {
                self.term(m, *value);
                self.term(m, *size);
                self.access(m, *access, *at);
            }
            StmtKind::HavocMemory(access, at) => {
                self.access(m, *access, *at);
            }
            StmtKind::Havoc(_) | StmtKind::Goto(_) | StmtKind::Label(_) | StmtKind::Return => {}
        }
        while !self.pending.is_empty() {
            self.settle();
        }
    }
}

fn is_pointer_cast(m: &Module, id: TermId) -> bool {
    match m.term(id).kind {
        TermKind::Cast(a) => m.ty(a) == m.pointer_ty(),
        _ => false,
    }
}

/// A number that the value of a term is a multiple of (as long as nothing overflows).
fn granularity(m: &Module, id: TermId) -> i64 {
    use TermKind::*;
    match m.term(id).kind {
        Const(v) => {
            let v = lariat_c::wrap_to(v, m.pointer_width, true);
            i64::try_from(v).unwrap_or(1)
        }
        Binary(BinOp::Mul, a, b) => {
            let product = granularity(m, a).saturating_mul(granularity(m, b));
            if product == i64::MAX || product == i64::MIN { 1 } else { product }
        }
        Binary(BinOp::Add | BinOp::Sub, a, b) => gcd(granularity(m, a), granularity(m, b)),
        Binary(BinOp::Shl, a, b) => match m.constant(b) {
            Some(by @ 0..=30) => granularity(m, a).saturating_mul(1 << by),
            _ => 1,
        },
        Negate(a) | Cast(a) => granularity(m, a),
        _ => 1,
    }
}
