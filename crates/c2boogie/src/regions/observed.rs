//! Does a program see where objects lie?
//!
//! Each object has one address here, of the many that it could have. A proof must not rest on that: not on which of two
//! objects comes first, nor on what follows the end of one, nor on numbers that are computed from addresses. Equality of
//! pointers into objects is the same wherever these lie, and so is everything about one object alone; the lowest bits of
//! an address are such a thing, as many as C aligns the object by. The addresses of stand-ins are any in the formula.

use super::solve::{ANYWHERE, Target};
use super::{Region, Regions, is_pointer_cast};
use crate::ir::*;
use std::collections::BTreeSet;

/// Objects of the program that pointers from outside are compared with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compared {
    /// Places in those with a fixed address that the outside knows: how far from the start, and at which distance such a
    /// place comes again, if it does.
    pub known: Vec<(ObjectId, i64, i64)>,
    /// Those with a fixed address that it cannot know.
    pub hidden: Vec<ObjectId>,
    /// Are there such that are allocated while the program runs?
    pub knows_allocated: bool,
    /// And if so, are all of them unknown?
    pub hides_allocated: bool,
}

/// Numbers below are no addresses of objects.
const FIRST_PAGE: i128 = 0x1000;

/// Whatever is allocated while the program runs is aligned by this many bytes here, and not by more.
const ALLOCATION_ALIGNMENT: u64 = 16;

fn objects(places: &[Target]) -> BTreeSet<Region> {
    places.iter().map(|t| t.object).collect()
}

impl Regions<'_> {
    /// Can a result depend on where objects lie?
    pub fn sees_layout(&self) -> bool {
        let count = self.m.origin_terms.unwrap_or(self.m.terms.len());
        let ids = (0..count).map(|i| TermId(i as u32));
        let mut met = ids.filter(|id| self.terms[id.index()].is_some());
        met.any(|id| match self.m.term(id).kind {
            TermKind::Compare(op, a, b) => {
                let ordered = matches!(op, CmpOp::Lt | CmpOp::Le);
                self.comparison_sees_layout(ordered, a, b)
            }
            TermKind::Binary(BinOp::Sub, a, b)
                if is_pointer_cast(self.m, a) && is_pointer_cast(self.m, b) =>
            {
                self.comparison_sees_layout(true, a, b) || self.are_apart(a, b)
            }
            TermKind::Offset(_, by) => !self.places(by).is_empty(),
            _ => false,
        })
    }

    /// Can two pointers point into one object?
    pub fn may_meet(&mut self, a: TermId, b: TermId) -> bool {
        let mut objects = |term: TermId| -> Option<BTreeSet<Region>> {
            let node = self.terms[term.index()].flatten().filter(|_| !self.solver.gave_up)?;
            if self.solver.holds_outside(node) {
                return None;
            }
            let targets = self.solver.points(node).map(|t| self.solver.normal(t).object);
            Some(targets.collect())
        };
        match (objects(a), objects(b)) {
            (Some(x), Some(y)) => {
                let number = self.numbers;
                let known = |set: &BTreeSet<Region>| {
                    !set.is_empty() && !set.iter().any(|r| Some(*r) == number)
                };
                !known(&x) || !known(&y) || !x.is_disjoint(&y)
            }
            _ => true,
        }
    }

    /// What pointers from outside are compared with.
    pub fn compared(&self) -> Compared {
        let objects = &self.solver.objects;
        let is_ours = |r: Region| objects[r as usize].shape.is_none() && Some(r) != self.numbers;
        let is_fixed = |r: Region| {
            let object = self.m.objects.get(r as usize);
            object.is_some_and(|object| object.address.is_some())
        };
        let mut found = Compared::default();
        let mut allocated = false;
        let places = self.solver.compared_with_outside().into_iter();
        for Target { object: region, offset } in places.filter(|t| is_ours(t.object)) {
            let object = ObjectId(region);
            let period = if offset == ANYWHERE { 1 } else { self.period(region, offset) };
            let offset = if offset == ANYWHERE { 0 } else { offset };
            match (is_fixed(region), objects[region as usize].visible) {
                (true, true) => found.known.push((object, offset, period)),
                (true, false) => found.hidden.push(object),
                (false, _) => allocated = true,
            }
        }
        found.hidden.dedup();
        let is_known = |r: Region| is_ours(r) && !is_fixed(r) && objects[r as usize].visible;
        found.knows_allocated = (0..objects.len() as Region).any(is_known);
        found.hides_allocated = allocated && !found.knows_allocated;
        found
    }

    /// Do two pointers point into different objects? How far these are from each other is undefined in C, but a
    /// number here.
    fn are_apart(&self, a: TermId, b: TermId) -> bool {
        let (x, y) = (self.places(a), self.places(b));
        !x.is_empty() && !y.is_empty() && objects(&x) != objects(&y)
    }

    fn comparison_sees_layout(&self, ordered: bool, a: TermId, b: TermId) -> bool {
        let (x, y) = (self.places(a), self.places(b));
        let narrow = self.m.ty(a).width < self.m.pointer_width;
        if narrow && !self.m.pointers_as_numbers {
            // Bytes in memory that may also hold pointers.
            return false;
        }
        match (x.is_empty(), y.is_empty()) {
            (true, true) => false,
            (false, false) => {
                // Two pointers into one of several objects are taken to be two into the same.
                let apart = objects(&x) != objects(&y);
                let ends = || x.iter().chain(&y).any(|&t| self.at_end(t));
                let computed = narrow || x.iter().chain(&y).any(|t| t.offset == ANYWHERE);
                apart && (ordered && self.has_numbers() || computed || ends())
            }
            (one, _) => {
                let (places, number) = if one { (y, a) } else { (x, b) };
                let computed = narrow || places.iter().any(|t| t.offset == ANYWHERE);
                match self.m.constant(number) {
                    Some(value) => {
                        let half = 1i128 << (self.m.pointer_width - 1);
                        computed || (FIRST_PAGE..half).contains(&value)
                    }
                    // A null pointer, or a number that nobody knows.
                    None => self.has_numbers() && (ordered || computed),
                }
            }
        }
    }

    /// Are there addresses in integers? C says nothing about the order of pointers to different objects.
    fn has_numbers(&self) -> bool {
        let m = self.m;
        m.pointers_as_numbers
            || (0..m.terms.len()).map(|i| TermId(i as u32)).any(|id| match m.term(id).kind {
                TermKind::Load(access, _) => {
                    let whole = m.term(id).ty.width >= m.pointer_width;
                    let is_pointer =
                        self.solver.shapes.c.types.is_pointer(m.accesses[access.index()].ty);
                    whole && !is_pointer && !self.places(id).is_empty()
                }
                _ => false,
            })
    }

    /// The places in objects of the program whose addresses a number is computed from.
    fn places(&self, term: TermId) -> Vec<Target> {
        if let TermKind::Cast(inner) = self.m.term(term).kind {
            return self.places(inner);
        }
        if let TermKind::Binary(BinOp::Sub, a, b) = self.m.term(term).kind {
            let (x, y) = (self.places(a), self.places(b));
            let objects: Vec<_> = x.iter().chain(&y).map(|t| t.object).collect();
            let one = objects.windows(2).all(|pair| pair[0] == pair[1]);
            if !x.is_empty() && !y.is_empty() && one {
                return Vec::new();
            }
        }
        if let Some((of, modulus)) = self.remainder(term)
            && self.is_aligned(of, modulus)
        {
            return Vec::new();
        }
        self.pointees(term)
    }

    /// The term whose remainder by this power of two decides what a term is.
    fn remainder(&self, term: TermId) -> Option<(TermId, u64)> {
        let TermKind::Binary(op, a, b) = self.m.term(term).kind else { return None };
        let constant = |t| self.m.constant(t).and_then(|c| u64::try_from(c).ok());
        match op {
            BinOp::And => {
                let (of, mask) = constant(b).map(|c| (a, c)).or(constant(a).map(|c| (b, c)))?;
                Some((of, mask.checked_add(1)?.checked_next_power_of_two()?))
            }
            BinOp::Rem if !self.m.ty(term).signed => {
                constant(b).filter(|c| c.is_power_of_two()).map(|c| (a, c))
            }
            _ => None,
        }
    }

    /// Is the remainder of a number by a power of two the same wherever objects lie? It is if the addresses in it are
    /// multiples of that, and the operators on them are such that the lowest bits of a result depend on those of the
    /// operands only. A variable that has an exact place in an object is its address, and not computed from it.
    fn is_aligned(&self, term: TermId, modulus: u64) -> bool {
        let fine = |t: TermId| self.places(t).is_empty() || self.is_aligned(t, modulus);
        match self.m.term(term).kind {
            TermKind::Cast(a) => {
                let width = self.m.ty(term).width.min(self.m.ty(a).width);
                modulus.trailing_zeros() <= width && fine(a)
            }
            TermKind::Negate(a) | TermKind::Complement(a) => fine(a),
            TermKind::Array { pointer, .. } => fine(pointer),
            TermKind::Offset(a, b)
            | TermKind::Binary(
                BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor,
                a,
                b,
            ) => fine(a) && fine(b),
            TermKind::Address(_) | TermKind::Fresh(_) | TermKind::Var(_) | TermKind::Load(..) => {
                self.pointees(term).iter().all(|target| {
                    let object = self.m.objects.get(target.object as usize);
                    target.offset != ANYWHERE
                        && object.is_some_and(|object| {
                            let most = object.address.map_or(ALLOCATION_ALIGNMENT, |_| u64::MAX);
                            object.align.min(most).is_multiple_of(modulus)
                        })
                })
            }
            _ => false,
        }
    }

    /// The places in objects of the program that a term may point to.
    fn pointees(&self, term: TermId) -> Vec<Target> {
        let Some(node) = self.terms[term.index()].flatten() else { return Vec::new() };
        let all = self.solver.points(node).map(|t| self.solver.normal(t));
        all.filter(|t| {
            let object = &self.solver.objects[t.object as usize];
            object.shape.is_none() && !object.is_function && Some(t.object) != self.numbers
        })
        .collect()
    }

    /// Is it before or behind all of its object?
    fn at_end(&self, target: Target) -> bool {
        let inside = |size: i64| (0..size).contains(&target.offset);
        target.offset == ANYWHERE || !self.size_of(target.object).is_none_or(inside)
    }
}
