//! Which accesses can touch the same bytes: an inclusion-based, field-sensitive analysis of the
//! whole program, in the manner of Andersen, with offsets as in data structure analysis.
//!
//! The values of variables, terms and cells of memory are sets of places, a place is an object
//! and an offset in it. An assignment makes one set part of another, and nothing more: that two
//! pointers *may* be equal merges neither the objects nor what these point to. Pointer
//! arithmetic by an unknown amount folds offsets (`layout`), by a known amount (`container_of`)
//! it moves. Integers carry what was cast to them; a pointer computed from them may point to
//! each byte of its object. A copy makes the cells of two ranges correspond.
//!
//! Memory that the program did not make is represented by stand-ins (`objects`). What comes
//! from outside has one for each type, so pointers of compatible type may be equal, also to
//! objects of the program that the outside knows (section 6 of the paper: the aliasing that
//! found 88 of 158 new defects). Types matter for these only: what the program does with its own
//! memory is followed, whatever the types.
//!
//! This subsumes both merging rules of the paper's refined memory model (section 3: address of
//! a field, structural subtyping): they merge maps wherever such a pointer flow *could* be,
//! this merges where it is.

mod heap;
mod layout;
mod objects;
mod observed;
mod once;
mod solve;
mod steps;
mod typed;

use crate::ir::*;
use crate::symbols::{Origin, Thing};
use lariat_c::{FunctionId, Linkage, Place, Program};
pub(crate) use layout::{OPEN, gcd};
use objects::*;
pub(crate) use objects::{Region, is_open_array};
pub(crate) use observed::Compared;
use rustc_hash::FxHashMap;
use solve::{Length, Node, Rank, Solver, Target, Use};

/// Why an object is not finer than it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coarser {
    /// A pointer moves by multiples of this many bytes.
    Stride(i64),
}

/// Two cells that correspond.
pub(crate) struct Pair {
    pub a: (Region, i64),
    pub b: (Region, i64),
    /// May they be the same memory, or is one copied to the other?
    pub same: bool,
    /// Where that comes from.
    pub place: Place,
}

/// The objects and where accesses go.
pub(crate) struct Regions<'a> {
    solver: Solver<'a>,
    m: &'a Module,
    vars: Vec<Node>,
    terms: Vec<Option<Option<Node>>>,
    numbers: Option<Region>,
    steps: steps::Steps,
    heap: heap::Heap,
    /// The objects that stand for functions, if anybody wants to know about these.
    functions: Option<FxHashMap<FunctionId, Region>>,
    at: Place,
    /// Where each access is.
    pub places: Vec<Place>,
}

impl<'a> Regions<'a> {
    /// Analyses a program. Pointers from outside may be equal if `env_alias`.
    pub fn new(m: &'a Module, c: &'a Program, env_alias: bool) -> Regions<'a> {
        Regions::analyse(m, c, env_alias, None)
    }

    /// The same, with functions among what pointers point to.
    pub fn with_functions(m: &'a Module, c: &'a Program, env_alias: bool) -> Regions<'a> {
        Regions::analyse(m, c, env_alias, Some(FxHashMap::default()))
    }

    /// Can the address of a function be the value of a term?
    pub fn may_be(&mut self, term: TermId, function: FunctionId) -> bool {
        let Some(&object) = self.functions.as_ref().and_then(|f| f.get(&function)) else {
            return self.functions.is_none();
        };
        match self.terms[term.index()] {
            None => true,
            _ if self.solver.gave_up => true,
            Some(None) => false,
            Some(Some(node)) => self.solver.reaches(node, object),
        }
    }

    fn analyse(
        m: &'a Module,
        c: &'a Program,
        env_alias: bool,
        functions: Option<FxHashMap<FunctionId, Region>>,
    ) -> Regions<'a> {
        let mut solver = Solver::new(m, Shapes::new(c), env_alias);
        for object in &m.objects {
            let new = Abstract::new(object.name.clone());
            let id = solver.object(Abstract { is_static: object.is_static, ..new });
            let foreign = match object.thing {
                Some(Thing::Global(g)) => !c.global(g).defined,
                _ => false,
            };
            // What is copied from there is what the copy holds before it is initialised.
            let copied = matches!(object.thing, Some(Thing::UnknownContent(_)));
            if !object.is_static && !copied {
                let outside = foreign && env_alias;
                let root = if outside { Root::Outside } else { Root::Garbage(id) };
                let new = &mut solver.objects[id as usize];
                new.holds = Some(root);
                new.visible = outside;
            }
        }
        let vars = m.vars.iter().map(|_| solver.set()).collect();
        let mut regions = Regions {
            solver,
            m,
            vars,
            terms: vec![None; m.terms.len()],
            numbers: None,
            steps: steps::Steps::new(m),
            heap: heap::Heap::new(m),
            functions,
            at: Place::NOWHERE,
            places: vec![Place::NOWHERE; m.accesses.len()],
        };
        regions.allocators();
        regions.inputs(c, env_alias);
        if env_alias {
            regions.named_outside(c);
        }
        for (p, proc) in m.procs.iter().enumerate() {
            for (i, stmt) in proc.body.iter().enumerate() {
                regions.at = stmt.place;
                regions.statement(&stmt.kind);
                if let StmtKind::Call(callee, _, Some(to)) = &stmt.kind
                    && let Some(from) = m.procs[callee.index()].result
                {
                    regions.returns(ProcId(p as u32), i, *to, from);
                }
            }
        }
        if env_alias {
            let outside = regions.solver.outside_set();
            for &(term, place) in &m.escapes {
                regions.at = place;
                if let Some(node) = regions.term(term) {
                    regions.solver.flow(node, outside);
                }
            }
        }
        regions.solver.solve();
        regions.nowhere();
        regions
    }

    /// Pointers that inputs hold.
    fn inputs(&mut self, c: &Program, env_alias: bool) {
        let m = self.m;
        for (var, Input { outside, ty }) in inputs(m, c) {
            let shape = ty.and_then(|ty| self.solver.shapes.pointee(ty));
            let shape_or = shape.unwrap_or(Shape::Behind(m.pointer_width / 8));
            let rest = self.rest_of(var).filter(|_| outside);
            let nodes = [Some(self.vars[var.index()]), rest];
            let rank = if outside { Rank::Outside } else { Rank::Variable };
            let region = match shape {
                Some(shape) if outside && env_alias => self.solver.stand_in(Root::Outside, shape),
                _ => {
                    let region = self.solver.stand_in(Root::Input(var), shape_or);
                    if outside && env_alias {
                        self.solver.comes_from_outside(region);
                    }
                    region
                }
            };
            for node in nodes.into_iter().flatten() {
                self.solver.source(node, region, rank);
            }
        }
    }

    /// What the outside can name it may point to, if it makes pointers at all: variables with external linkage, and, if
    /// execution does not start at `main`, others whose addresses earlier calls may have given away.
    fn named_outside(&mut self, c: &Program) {
        let foreign = self.m.objects.iter().any(Object::is_foreign);
        if !foreign && !self.solver.has_outside_sources() {
            return;
        }
        let is_main = self.m.procs.iter().any(|p| p.name == "main");
        for (i, object) in self.m.objects.iter().enumerate() {
            let Some(Thing::Global(g)) = object.thing else { continue };
            let global = c.global(g);
            let named = global.linkage == Linkage::External;
            if named || !is_main && global.address_taken {
                self.solver.is_known_outside(i as Region);
            }
        }
    }

    /// Accesses through pointers that are null at best.
    fn nowhere(&mut self) {
        for i in 0..self.m.accesses.len() {
            let access = self.m.accesses[i];
            if access.width == 0 || !self.solver.targets[i].is_empty() {
                continue;
            }
            let (shape, offset) = self.solver.shapes.accessed(&access, self.solver.inside[i]);
            let object = self.solver.stand_in(Root::Nowhere, shape);
            let target = self.solver.normal(Target { object, offset });
            self.solver.cell(target, access.width);
            self.solver.targets[i].insert(target);
        }
        self.solver.solve();
    }

    /// Was it too much work? Then nothing here counts.
    pub fn gave_up(&self) -> bool {
        self.solver.gave_up
    }

    /// Where an access goes.
    pub fn targets(&self, access: AccessId) -> Vec<(Region, i64)> {
        let targets = &self.solver.targets[access.index()];
        let mut all: Vec<(Region, i64)> =
            targets.iter().map(|&t| self.solver.normal(t)).map(|t| (t.object, t.offset)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The program that was analysed.
    pub fn module(&self) -> &'a Module {
        self.m
    }

    /// Does an access of so many bytes, by a pointer that is nowhere moved by an unknown amount, stay inside of all
    /// objects that the pointer can point to? Memory from outside is as large as its type says.
    pub fn stays_inside(&self, access: AccessId, width: u64) -> bool {
        let Ok(width) = i64::try_from(width) else { return false };
        self.solver.targets[access.index()].iter().all(|&target| {
            let Target { object, offset } = self.solver.normal(target);
            let moved = self.solver.objects[object as usize].layout.period(offset) != 0;
            match self.size_of(object) {
                Some(size) => !moved && 0 <= offset && offset.saturating_add(width) <= size,
                None => self.solver.is_stand_in(object),
            }
        })
    }

    /// The size of an object of the program.
    pub fn size_of(&self, region: Region) -> Option<i64> {
        let of_call = |(object, regions): (&ObjectId, &Vec<Region>)| {
            regions.contains(&region).then_some(*object)
        };
        let object = match (region as usize) < self.m.objects.len() {
            true => ObjectId(region),
            false => self.heap.of_object.iter().find_map(of_call)?,
        };
        self.m.objects[object.index()].size.and_then(|size| i64::try_from(size).ok())
    }

    /// Can a term hold a pointer that came from outside?
    pub fn may_be_foreign(&mut self, term: TermId) -> bool {
        match self.terms[term.index()] {
            None => true,
            _ if self.solver.gave_up => true,
            Some(None) => false,
            Some(Some(node)) => self.solver.holds_outside(node),
        }
    }

    /// All objects that have cells.
    pub fn objects(&self) -> impl Iterator<Item = Region> + '_ {
        let all = self.solver.objects.iter().enumerate();
        all.filter(|(_, o)| !o.cells.is_empty()).map(|(i, _)| i as Region)
    }

    /// Offsets and widths of accesses to an object.
    pub fn entries(&self, object: Region) -> Vec<(i64, u32)> {
        self.solver.entries(object)
    }

    /// Pairs of cells that correspond.
    pub fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for m in &self.solver.mirrors {
            for (from, to) in m.ways() {
                for (offset, width) in self.solver.entries(from.object) {
                    for there in self.solver.across(from, to, m.size.known(), offset, width) {
                        let (a, b) = ((from.object, offset), (to.object, there));
                        pairs.push(Pair { a, b, same: m.same, place: m.place });
                    }
                }
            }
        }
        let compared = self.solver.compared_cells.iter();
        let mut compared: Vec<(Region, i64, i64, Place)> = compared.copied().collect();
        compared.sort_unstable_by_key(|&(object, a, b, place)| (object, a, b, place.line));
        for (object, a, b, place) in compared {
            let normal = |offset| (object, self.moved(object, offset, 0));
            pairs.push(Pair { a: normal(a), b: normal(b), same: true, place });
        }
        pairs
    }

    /// The offset that stands for one so many bytes further on.
    pub fn moved(&self, object: Region, offset: i64, by: i64) -> i64 {
        self.solver.objects[object as usize].layout.normal(offset.wrapping_add(by))
    }

    /// Does an object hold zeros and initial values when the program starts?
    pub fn is_static(&self, object: Region) -> bool {
        self.solver.objects[object as usize].is_static
    }

    /// Is it memory that stands for inputs and is never written?
    pub fn is_input(&self, region: Region) -> bool {
        let object = self.m.objects.get(region as usize);
        object.is_some_and(|o| matches!(o.thing, Some(Thing::Inputs(..))))
    }

    /// Is a region one object of an execution, no two offsets of which before the end are the
    /// same, except in arrays that end there?
    pub fn is_one_object(&self, region: Region, end: i64) -> bool {
        let layout = &self.solver.objects[region as usize].layout;
        let Some(object) = self.m.objects.get(region as usize) else { return false };
        let arrays_end = layout.segments.iter().all(|s| s.start.saturating_add(s.size) <= end);
        let once = object.address.is_some() || once::allocated_once(self.m, ObjectId(region));
        layout.stride == 0 && arrays_end && once
    }

    /// For people.
    pub fn name(&self, object: Region) -> &str {
        &self.solver.objects[object as usize].name
    }

    /// What made objects coarser.
    pub fn history(&self) -> &[(Region, Coarser, Place)] {
        &self.solver.history
    }

    /// The distance at which a cell of an object comes again; zero if it does not.
    pub fn period(&self, object: Region, offset: i64) -> i64 {
        self.solver.objects[object as usize].layout.period(offset)
    }

    /// Values at these offsets may be parts of each other. Is that new?
    pub fn overlap(&mut self, object: Region, offsets: &[i64]) -> bool {
        self.solver.overlap(object, offsets)
    }

    /// Goes on after what was said about overlaps.
    pub fn solve(&mut self) {
        self.solver.solve();
    }

    /// The set of an address.
    fn address(&mut self, term: TermId) -> Node {
        if let Some(node) = self.term(term) {
            return node;
        }
        let node = self.solver.set();
        if let Some(value) = self.m.constant(term) {
            let object = match self.numbers {
                Some(object) => object,
                None => {
                    let object = self.solver.object(Abstract::new("numbers".into()));
                    self.solver.objects[object as usize].holds = Some(Root::Garbage(object));
                    self.numbers = Some(object);
                    object
                }
            };
            self.solver.add(node, Target { object, offset: value as i64 });
        }
        node
    }

    fn accessed_address(&mut self, access: AccessId, address: TermId) -> Node {
        self.places[access.index()] = self.at;
        self.solver.inside[access.index()] = self.m.inside.get(&address).copied();
        self.address(address)
    }

    fn term(&mut self, id: TermId) -> Option<Node> {
        if let Some(known) = self.terms[id.index()] {
            return known;
        }
        // Operands first, without recursion: terms can be deep.
        let mut pending = vec![id];
        while let Some(&next) = pending.last() {
            let count = pending.len();
            self.m.operands(next, |operand| {
                if self.terms[operand.index()].is_none() {
                    pending.push(operand);
                }
            });
            if pending.len() == count {
                pending.pop();
                if self.terms[next.index()].is_none() {
                    self.terms[next.index()] = Some(self.new_term(next));
                }
            }
        }
        self.terms[id.index()].flatten()
    }

    /// Where a range starts. A string is touched as by a loop over its characters: it starts at any byte of its array.
    fn range(&mut self, access: AccessId, start: TermId) -> Node {
        let start = self.address(start);
        match self.m.accesses[access.index()].text {
            true => self.derived(start, |into| Use::Walk(1, into)).unwrap_or(start),
            false => start,
        }
    }

    /// What is known of the length of a range. All bytes of the array that a string lies in are one cell.
    fn length(&self, access: AccessId, size: TermId) -> Length {
        if self.m.accesses[access.index()].text {
            return Length::Known(1);
        }
        let known = self.m.constant(size).and_then(|s| i64::try_from(s).ok());
        known.map_or(Length::Unknown, Length::Known)
    }

    /// What is done with a pointer gives a new set.
    fn derived(&mut self, from: Node, what: impl FnOnce(Node) -> Use) -> Option<Node> {
        let into = self.solver.set();
        self.solver.use_of(from, what(into), self.at);
        Some(into)
    }

    /// The number of a pointer plus or minus another number.
    fn moved_by(&mut self, from: Node, by: TermId, negative: bool) -> Option<Node> {
        let m = self.m;
        match m.constant(by) {
            Some(by) => {
                let by = if negative { by.wrapping_neg() } else { by };
                let by = lariat_c::wrap_to(by, m.pointer_width, true) as i64;
                let into = self.solver.numbers();
                self.solver.use_of(from, Use::Shift(by, into), self.at);
                Some(into)
            }
            None => match self.steps.of(m, by) {
                0 | 1 => self.derived(from, Use::Blur),
                step => self.derived(from, |into| Use::Walk(step, into)),
            },
        }
    }

    fn join(&mut self, parts: &[Option<Node>]) -> Option<Node> {
        let parts: Vec<Node> = parts.iter().flatten().copied().collect();
        let (&first, rest) = parts.split_first()?;
        if rest.is_empty() {
            return Some(first);
        }
        let both = self.solver.set();
        parts.into_iter().for_each(|p| self.solver.flow(p, both));
        Some(both)
    }

    fn new_term(&mut self, id: TermId) -> Option<Node> {
        use TermKind::*;
        let m = self.m;
        let term = m.term(id);
        match term.kind {
            Const(_) => None,
            FunctionAddress(f) => {
                let functions = self.functions.as_mut()?;
                let object = *functions.entry(f).or_insert_with(|| {
                    let new = Abstract::new("a function".into());
                    self.solver.object(Abstract { is_function: true, ..new })
                });
                let node = self.solver.set();
                self.solver.add(node, Target { object, offset: 0 });
                Some(node)
            }
            Var(v) => Some(self.vars[v.index()]),
            Address(o) | Fresh(o) => {
                let node = self.solver.set();
                let regions = self.heap.of_object.get(&o).cloned().unwrap_or_else(|| vec![o.0]);
                for object in regions {
                    self.solver.add(node, Target { object, offset: 0 });
                }
                Some(node)
            }
            Load(access, address) => {
                let address = self.accessed_address(access, address);
                self.derived(address, |into| Use::Load(access, into))
            }
            // The difference of two pointers is none.
            Binary(BinOp::Sub, a, b)
                if term.ty.signed && is_pointer_cast(m, a) && is_pointer_cast(m, b) =>
            {
                if let (Some(a), Some(b)) = (self.term(a), self.term(b)) {
                    self.solver.comparing(a, b, self.at);
                }
                None
            }
            // Too little of a pointer is left in a small number.
            Binary(BinOp::Mul | BinOp::Div | BinOp::Rem, ..) if term.ty.width < m.pointer_width => {
                None
            }
            // Pointers as numbers: what is added to them moves them.
            Binary(op @ (BinOp::Add | BinOp::Sub), a, b) if term.ty.width >= m.pointer_width => {
                let (x, y) = (self.term(a), self.term(b));
                let x = x.and_then(|x| self.moved_by(x, b, op == BinOp::Sub));
                let y = y.and_then(|y| match op {
                    BinOp::Add => self.moved_by(y, a, false),
                    _ => self.derived(y, Use::Blur),
                });
                self.join(&[x, y])
            }
            Binary(_, a, b) => {
                let parts = [self.term(a), self.term(b)];
                let both = self.join(&parts)?;
                self.derived(both, Use::Blur)
            }
            Offset(p, by) => {
                self.term(by);
                let from = self.address(p);
                let step = self.steps.of(m, by);
                match m.constant(by) {
                    Some(by) => {
                        let by = lariat_c::wrap_to(by, m.pointer_width, true) as i64;
                        self.derived(from, |into| Use::Shift(by, into))
                    }
                    None => self.derived(from, |into| Use::Walk(step, into)),
                }
            }
            Array { pointer, size, stride } => {
                let from = self.address(pointer);
                let (size, stride) = (size as i64, stride as i64);
                self.derived(from, |into| Use::Array(size, stride, into))
            }
            Negate(a) | Complement(a) => {
                let from = self.term(a)?;
                self.derived(from, Use::Blur)
            }
            Cast(a) => self.term(a),
            Compare(_, a, b) => {
                if let (Some(a), Some(b)) = (self.term(a), self.term(b)) {
                    self.solver.comparing(a, b, self.at);
                }
                None
            }
            And(..) | Or(..) => None,
            Float(_, a, b) => {
                self.term(a);
                b.and_then(|b| self.term(b));
                None
            }
            Not(a) | FromBool(a) | Ghost(_, a) | SegmentOf(a) | Within(a) => {
                self.term(a);
                None
            }
            Ite(c, a, b) => {
                self.term(c);
                let parts = [self.term(a), self.term(b)];
                self.join(&parts)
            }
        }
    }

    fn assign(&mut self, var: VarId, value: TermId) {
        if let Some(from) = self.term(value) {
            self.solver.flow(from, self.vars[var.index()]);
        }
        self.rest_assigned(var, value);
    }

    fn statement(&mut self, stmt: &StmtKind) {
        let m = self.m;
        match stmt {
            StmtKind::Assign(var, value) => {
                // A pointer that is moved again and again is one that walks.
                if let TermKind::Offset(p, by) = m.term(*value).kind
                    && m.term(p).kind == TermKind::Var(*var)
                    && let Some(by) = m.constant(by)
                {
                    let by = lariat_c::wrap_to(by, m.pointer_width, true) as i64;
                    let from = self.vars[var.index()];
                    let walked = self.derived(from, |into| Use::Walk(by, into));
                    self.terms[value.index()] = Some(walked);
                }
                self.assign(*var, *value);
            }
            StmtKind::Store(access, address, value) => {
                let value = self.term(*value);
                let address = self.accessed_address(*access, *address);
                self.solver.use_of(address, Use::Store(*access, value), self.at);
            }
            StmtKind::Assert(c, Failure::Mistyped(pointer, _)) => {
                self.term(*c);
                self.term(*pointer);
            }
            StmtKind::Assume(c) | StmtKind::Bound(c) | StmtKind::Assert(c, _) => {
                self.term(*c);
            }
            StmtKind::SetGhost(_, segment, value) => {
                self.term(*segment);
                self.term(*value);
            }
            StmtKind::Call(proc, args, _) => {
                for (&param, &arg) in m.procs[proc.index()].params.iter().zip(args) {
                    self.assign(param, arg);
                }
            }
            StmtKind::Copy(a, to, b, from, size) => {
                self.term(*size);
                let copy = self.solver.copying(self.length(*a, *size));
                let (to, from) = (self.range(*a, *to), self.range(*b, *from));
                self.solver.use_of(to, Use::CopyTo(*a, copy), self.at);
                self.solver.use_of(from, Use::CopyFrom(*b, copy), self.at);
            }
            StmtKind::Fill(access, at, value, size) => {
                self.term(*value);
                self.term(*size);
                let (at, length) = (self.range(*access, *at), self.length(*access, *size));
                self.solver.use_of(at, Use::Fill(*access, length), self.at);
            }
            StmtKind::HavocMemory(access, at) => {
                let at = self.address(*at);
                self.solver.use_of(at, Use::Havoc(*access), self.at);
            }
            StmtKind::HavocNumbers(access, at) => {
                let at = self.address(*at);
                self.solver.use_of(at, Use::HavocNumbers(*access), self.at);
            }
            StmtKind::Havoc(_)
            | StmtKind::Approximate(_)
            | StmtKind::Goto(_)
            | StmtKind::Label(_)
            | StmtKind::Return => {}
        }
    }
}

/// What a variable gets from somewhere that the program does not say.
pub(crate) struct Input {
    /// From outside? Else it was never initialised.
    pub outside: bool,
    pub ty: Option<lariat_c::TypeId>,
}

/// The variables that get any value, and where from.
pub(crate) fn inputs(m: &Module, c: &Program) -> Vec<(VarId, Input)> {
    let mut arguments: FxHashMap<VarId, lariat_c::TypeId> = FxHashMap::default();
    let start = m.procs.first().map_or(&[][..], |p| &p.body);
    for stmt in start {
        let StmtKind::Call(callee, args, _) = &stmt.kind else { continue };
        for (&arg, param) in args.iter().zip(&m.procs[callee.index()].params) {
            if let (TermKind::Var(v), Some(Origin::Local(p))) =
                (m.term(arg).kind, m.vars[param.index()].origin)
            {
                arguments.insert(v, c.var(p).ty);
            }
        }
    }
    let mut all = Vec::new();
    for stmt in m.procs.iter().flat_map(|p| &p.body) {
        let StmtKind::Havoc(var) = stmt.kind else { continue };
        let result = |ty| c.types.function(ty).map(|t| t.result);
        let (outside, ty) = match m.vars[var.index()].origin {
            Some(Origin::ResultOf(f)) => (true, result(c.function(f).ty)),
            Some(Origin::ResultThrough(e)) => {
                let ty = c.expr(e).ty;
                (true, result(c.types.pointee(ty).unwrap_or(ty)))
            }
            Some(Origin::Argument(_)) => (true, arguments.get(&var).copied()),
            Some(Origin::Global(g)) => (true, Some(c.global(g).ty)),
            Some(Origin::Local(v) | Origin::Uninitialised(v)) => (false, Some(c.var(v).ty)),
            _ => (false, None),
        };
        all.push((var, Input { outside, ty }));
    }
    all
}

fn is_pointer_cast(m: &Module, id: TermId) -> bool {
    match m.term(id).kind {
        TermKind::Cast(a) => m.ty(a) == m.pointer_ty(),
        _ => false,
    }
}
