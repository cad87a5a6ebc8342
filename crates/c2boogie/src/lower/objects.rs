//! Objects and their lives, for the checks of memory.
//!
//! Every object gets a segment of the address space of its own, and starts some bytes into it.
//! So an address says which object it belongs to as long as it is in the neighbourhood of that
//! object, whether it is inside or not, and no pointer has to carry its provenance along. Ghost
//! maps hold for each segment the size of the object, or a mark that says why there is none,
//! and whether it can be freed. Segments are never used twice. A pointer that is moved so far
//! that it would come to another segment, an allocation that does not fit in one, and more
//! objects than there are segments are unsupported points: they make the verdict unknown, never
//! wrong.

use super::{Home, Lowering};
use crate::checks::{Check, Checks};
use crate::ir::*;
use lariat_c::{ArrayLength, Diagnostic, ExprKind, Place, Program, Type, TypeId};

/// Where objects start in their segments: room for pointers in front of them.
const MARGIN: u64 = 4096;

/// What is in the map of sizes if there is no object; no size is as large.
#[derive(Clone, Copy)]
pub(crate) enum Mark {
    Freed = -1,
    /// Its block or function has ended.
    Gone = -2,
    /// It is not ours, and nothing is known about it.
    Foreign = -3,
}

/// Why nothing can be said about some memory.
pub(crate) const FOREIGN: &str = "memory that something outside of the program has allocated";

/// What ends its life with its block or function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mortal {
    Fixed(ObjectId),
    /// The variable holds its address, or zero.
    Dynamic(VarId),
}

/// How the address space is divided; `None` if the objects do not fit in it.
fn segments(c: &Program, pointer_width: u32) -> Option<Segments> {
    let sizes = c.globals.iter().map(|g| g.ty).chain(c.vars.iter().map(|v| v.ty));
    let largest = sizes.filter_map(|ty| c.types.size_of(ty)).max().unwrap_or(0);
    let largest = c.strings.iter().map(|s| 4 * s.units.len() as u64).fold(largest, u64::max);
    let functions = 16 * c.functions.len() as u64;
    let needed = (largest.max(functions) + 3 * MARGIN).next_power_of_two().trailing_zeros();
    let objects = (c.globals.len() + c.vars.len() + c.strings.len()) as u64;
    let for_objects = (objects + 16).next_power_of_two().trailing_zeros() + 1;
    let wanted = if pointer_width == 32 { 20 } else { 36 };
    let bits = wanted.min(pointer_width.checked_sub(for_objects)?).max(needed);
    (bits + 4 <= pointer_width).then_some(Segments { bits, margin: MARGIN })
}

/// The largest variable: its place and its name.
fn largest(c: &Program) -> (Place, &str) {
    let globals = c.globals.iter().map(|g| (g.ty, g.place, c.name(g.name)));
    let locals = c.vars.iter().map(|v| (v.ty, v.place, v.name.map_or("_", |n| c.name(n))));
    let largest = globals.chain(locals).max_by_key(|(ty, ..)| c.types.size_of(*ty));
    largest.map_or((Place::NOWHERE, "_"), |(_, place, name)| (place, name))
}

impl Lowering<'_> {
    /// Divides the address space if objects are to be followed.
    pub fn prepare_checks(&mut self) -> Result<(), Diagnostic> {
        let leaks = [Check::Leak, Check::Lost];
        // What is not freed is counted, which means nothing if the wrong things are freed.
        if self.options.checks.any(&leaks) && !self.options.checks.has(Check::Free) {
            self.taken_to_hold = self.taken_to_hold.with(Checks::of(&[Check::Free]));
        }
        // An execution ends where it uses the null pointer that an allocation gave it.
        let may_be_null = self.options.allocation_may_fail() && self.gets_pointers_of_the_library();
        if may_be_null && !self.options.checks.has(Check::Null) {
            self.taken_to_hold = self.taken_to_hold.with(Checks::of(&[Check::Null]));
        }
        let wanted = self.options.checks.with(self.taken_to_hold);
        if !wanted.any(&[Check::Bounds, Check::Lifetime, Check::Free, Check::Leak, Check::Lost]) {
            return Ok(());
        }
        let segments = segments(self.c, self.m.pointer_width).ok_or_else(|| {
            let message = "the objects are too many or too large for the checks of memory";
            let (place, name) = largest(self.c);
            let error = Diagnostic::error("unsupported", place, message);
            error.with_note(place, format!("the largest is `{name}`"))
        })?;
        self.m.segments = Some(segments);
        self.next_address = (1 << segments.bits) + segments.margin;
        if wanted.any(&leaks) {
            let ty = self.m.pointer_ty();
            self.m.vars.push(Variable { name: "$unfreed".into(), ty, owner: None, origin: None });
            self.global_names.insert("$unfreed".into(), 1);
            self.unfreed = Some(VarId(self.m.vars.len() as u32 - 1));
        }
        Ok(())
    }

    /// Does the program name a function of the library that returns a pointer?
    fn gets_pointers_of_the_library(&self) -> bool {
        let c = self.c;
        let mut named = c.exprs.iter().filter_map(|e| match e.kind {
            ExprKind::Function(f) if c.function(f).body.is_none() => Some(f),
            _ => None,
        });
        named.any(|f| {
            let ty = c.types.function(c.function(f).ty);
            let of_library = super::is_library(c.name(c.function(f).name)) && !self.is_model(f);
            of_library && ty.is_some_and(|ty| c.types.is_pointer(ty.result))
        })
    }

    /// Leaves out of the checks what turned out not to be needed.
    pub fn finish_checks(&mut self) -> Result<(), Diagnostic> {
        let Some(segments) = self.m.segments else { return Ok(()) };
        if self.next_address >> (self.m.pointer_width - 1) > 0 {
            let most = 1u64 << (self.m.pointer_width - 1 - segments.bits);
            let message = format!("the checks of memory cannot follow more than {most} objects");
            let place = self.entry.map_or(Place::NOWHERE, |entry| self.c.function(entry).place);
            return Err(Diagnostic::error("unsupported", place, message));
        }
        if !self.foreign {
            for proc in &mut self.m.procs {
                proc.body.retain(|s| {
                    !matches!(&s.kind, StmtKind::Assert(_, Failure::Unsupported(what))
                        if what == FOREIGN)
                });
            }
        }
        forget_private_objects(&mut self.m);
        Ok(())
    }

    /// Do objects have segments?
    pub fn follows_objects(&self) -> bool {
        self.m.segments.is_some()
    }

    pub fn segment(&mut self, address: TermId) -> TermId {
        let pointer = self.m.pointer_ty();
        self.m.push(TermKind::SegmentOf(address), pointer)
    }

    pub fn size_at(&mut self, address: TermId) -> TermId {
        let segment = self.segment(address);
        let pointer = self.m.pointer_ty();
        self.m.push(TermKind::Ghost(Ghost::Size, segment), pointer)
    }

    pub fn mark(&mut self, mark: Mark) -> TermId {
        self.m.address(mark as i128)
    }

    pub fn is_heap(&mut self, address: TermId) -> TermId {
        let segment = self.segment(address);
        self.m.push(TermKind::Ghost(Ghost::Heap, segment), IntTy::BOOL)
    }

    pub fn set(&mut self, ghost: Ghost, address: TermId, value: TermId) {
        let segment = self.segment(address);
        self.emit(StmtKind::SetGhost(ghost, segment, value));
    }

    /// The life of an object begins.
    pub fn is_born(&mut self, address: TermId, size: TermId) {
        if self.follows_objects() {
            self.set(Ghost::Size, address, size);
        }
    }

    /// The object with a fixed address begins to live; its size may be unknown.
    pub fn fixed_is_born(&mut self, object: ObjectId) {
        if !self.follows_objects() {
            return;
        }
        let pointer = self.m.pointer_ty();
        let address = self.m.push(TermKind::Address(object), pointer);
        let size = match self.m.objects[object.index()].size {
            Some(size) => self.m.address(i128::from(size)),
            None => {
                self.foreign = true;
                self.mark(Mark::Foreign)
            }
        };
        self.set(Ghost::Size, address, size);
    }

    /// The life of a local object ends when its block does.
    pub fn is_mortal(&mut self, mortal: Mortal) {
        if self.wants(Check::Lifetime) {
            self.frame.mortals.push(mortal);
        }
    }

    /// The object that the variable points to, if it does, is gone.
    pub fn dynamic_is_gone(&mut self, var: VarId) {
        if !self.wants(Check::Lifetime) {
            return;
        }
        let address = self.m.var(var);
        let zero = self.m.address(0);
        let none = self.m.compare(CmpOp::Eq, address, zero);
        let gone = self.mark(Mark::Gone);
        let mark = self.m.ite(none, zero, gone);
        self.set(Ghost::Size, address, mark);
    }

    /// The life of an object of `alloca` ends when its function does.
    pub fn is_transient(&mut self, mortal: Mortal) {
        if self.wants(Check::Lifetime) {
            self.frame.transient.push(mortal);
        }
    }

    /// Control leaves blocks: of their objects, all but so many are gone.
    pub fn leave_blocks(&mut self, stay: usize) {
        for i in stay..self.frame.mortals.len() {
            self.is_gone(self.frame.mortals[i]);
        }
    }

    /// The end of a block.
    pub fn end_block(&mut self, stay: usize) {
        self.leave_blocks(stay);
        let gone = self.frame.mortals.split_off(stay);
        self.frame.transient.extend(gone);
    }

    pub fn is_gone(&mut self, mortal: Mortal) {
        match mortal {
            Mortal::Fixed(object) => {
                let pointer = self.m.pointer_ty();
                let address = self.m.push(TermKind::Address(object), pointer);
                let gone = self.mark(Mark::Gone);
                self.set(Ghost::Size, address, gone);
            }
            Mortal::Dynamic(var) => self.dynamic_is_gone(var),
        }
    }

    /// The end of a function: its objects are gone, also those of blocks that were left by jumps.
    pub fn bury(&mut self) {
        let mut mortals = std::mem::take(&mut self.frame.mortals);
        mortals.append(&mut self.frame.transient);
        let zero = self.m.address(0);
        let mut start = Vec::new();
        for mortal in mortals {
            self.is_gone(mortal);
            if let Mortal::Dynamic(var) = mortal {
                let place = self.frame.place;
                start.push(Stmt { kind: StmtKind::Assign(var, zero), place });
            }
        }
        self.frame.body.splice(0..0, start);
    }

    /// Moves the allocation counter to the next segment.
    pub fn next_segment(&mut self, segments: Segments, size: TermId) {
        let room = (1i128 << segments.bits) - 2 * i128::from(segments.margin);
        let room = self.m.address(room);
        let fits = self.m.compare(CmpOp::Le, size, room);
        self.supported(fits, "an allocation of more bytes than the checks of memory can follow");
        let counter = self.m.var(self.alloc);
        let step = self.m.address(1i128 << segments.bits);
        let last = self.m.address(-(2i128 << segments.bits));
        let left = self.m.compare(CmpOp::Lt, counter, last);
        match self.m.pointer_width {
            // No machine has memory for so many.
            64.. => self.emit(StmtKind::Assume(left)),
            _ => self.supported(left, "more allocations than the checks of memory can follow"),
        }
        let next = self.m.binary(BinOp::Add, counter, step);
        self.emit(StmtKind::Assign(self.alloc, next));
    }

    /// The size of an array of variable length must not wrap around.
    pub fn variable_size_fits(&mut self, ty: TypeId) {
        let Type::Array(element, length) = *self.c.types.get(ty) else { return };
        let ArrayLength::Variable(count) = length else {
            return self.variable_size_fits(element);
        };
        let Home::Scalar(count) = self.home(count) else { return };
        let size = self.c.types.size_of(element).unwrap_or(1).max(1);
        let (bytes, what) = match self.m.segments {
            Some(segments) => (
                1i128 << segments.bits,
                "an array of more bytes than the checks of memory can follow",
            ),
            // A negative length is a large number here. Compiled, such a program goes on.
            None => (
                1i128 << (self.m.pointer_width - 1),
                "an array of variable length that is negative or larger than memory",
            ),
        };
        let most = self.m.address((bytes - 1) / i128::from(size));
        let (count, pointer) = (self.m.var(count), self.m.pointer_ty());
        let count = self.m.cast(count, pointer);
        let fits = self.m.compare(CmpOp::Le, count, most);
        self.supported(fits, what);
        self.variable_size_fits(element);
    }

    /// There is a pointer of unknown origin: what it can be is said where it gets its value, see [`crate::origins`].
    pub fn foreign_pointer(&mut self) {
        if self.follows_objects() {
            if self.foreign_object.is_none() {
                self.foreign_object = Some(self.object("outside".into(), None, 16, true));
            }
            self.foreign = true;
        }
    }

    /// Memory that `free` takes back.
    pub fn is_heap_object(&mut self, address: TermId) {
        if !self.follows_objects() {
            return;
        }
        let yes = self.m.truth(true);
        self.set(Ghost::Heap, address, yes);
        if let Some(unfreed) = self.unfreed {
            let (count, one) = (self.m.var(unfreed), self.m.address(1));
            let more = self.m.binary(BinOp::Add, count, one);
            self.emit(StmtKind::Assign(unfreed, more));
        }
    }

    /// `free(p)`
    pub fn free(&mut self, address: TermId) {
        if !self.follows_objects() {
            return;
        }
        let address = self.save(address);
        let zero = self.m.address(0);
        let null = self.m.compare(CmpOp::Eq, address, zero);
        let size = self.size_at(address);
        let freed = self.mark(Mark::Freed);
        let foreign = self.mark(Mark::Foreign);
        let ours = self.m.compare(CmpOp::Ne, size, foreign);
        self.supported(ours, FOREIGN);
        let live = self.m.compare(CmpOp::Ne, size, freed);
        let once = self.m.or(null, live);
        self.require(Check::Free, once, || "double free".into());
        let pointer = self.m.pointer_ty();
        let within = self.m.push(TermKind::Within(address), pointer);
        let start = self.m.compare(CmpOp::Eq, within, zero);
        let heap = self.is_heap(address);
        let whole = self.m.and(heap, start);
        let valid = self.m.or(null, whole);
        self.require(Check::Free, valid, || "free of something that malloc did not return".into());
        let no = self.m.truth(false);
        let mark = self.m.ite(null, zero, freed);
        self.set(Ghost::Size, address, mark);
        self.set(Ghost::Heap, address, no);
        if let Some(unfreed) = self.unfreed {
            let (count, one) = (self.m.var(unfreed), self.m.address(1));
            let less = self.m.binary(BinOp::Sub, count, one);
            let count = self.m.ite(null, count, less);
            self.emit(StmtKind::Assign(unfreed, count));
        }
    }
}

/// Removes what the ghost maps hold about objects that no pointer ever points to: accesses by
/// name are checked against their sizes directly.
fn forget_private_objects(m: &mut Module) {
    // Where the size is not known, the map is asked even by name.
    let mut escapes: Vec<bool> = m.objects.iter().map(|o| o.size.is_none()).collect();
    let mut seen = vec![false; m.terms.len()];
    let mut work: Vec<TermId> = Vec::new();
    for stmt in m.procs.iter().flat_map(|p| &p.body) {
        match &stmt.kind {
            StmtKind::Assign(_, value) | StmtKind::Store(_, _, value) => work.push(*value),
            StmtKind::Call(_, args, _) => work.extend(args),
            _ => {}
        }
    }
    // A pointer that an address is compared with may be that address.
    let named = |mut term: TermId| loop {
        match m.term(term).kind {
            TermKind::Offset(inner, _) | TermKind::Cast(inner) => term = inner,
            TermKind::Array { pointer, .. } => term = pointer,
            TermKind::Address(object) => return Some(object),
            _ => return None,
        }
    };
    for term in &m.terms {
        if let TermKind::Compare(_, a, b) = term.kind {
            for (side, other) in [(a, b), (b, a)] {
                if let (Some(object), None) = (named(side), m.constant(other)) {
                    escapes[object.index()] = true;
                }
            }
        }
    }
    while let Some(term) = work.pop() {
        if std::mem::replace(&mut seen[term.index()], true) {
            continue;
        }
        match m.term(term).kind {
            TermKind::Address(object) => escapes[object.index()] = true,
            TermKind::Load(..) | TermKind::Compare(..) => {}
            _ => m.operands(term, |o| work.push(o)),
        }
    }
    let private = |segment: TermId| match m.terms[segment.index()].kind {
        TermKind::SegmentOf(address) => match m.terms[address.index()].kind {
            TermKind::Address(object) => !escapes[object.index()],
            _ => false,
        },
        _ => false,
    };
    for proc in &mut m.procs {
        proc.body.retain(|s| !matches!(s.kind, StmtKind::SetGhost(_, at, _) if private(at)));
    }
}
