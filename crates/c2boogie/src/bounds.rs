//! Which accesses stay inside of their objects, as far as that can be seen without a search.
//!
//! Each pointer variable has a set of objects with an interval of offsets, one for the whole program; numbers have
//! the intervals of [`crate::ranges`]. A pointer that is loaded from memory has no such set: an access by it, at a
//! known distance, is left to the memory model, which has followed the flow of pointers.
//!
//! The answer is `false` whenever it is not known. A null pointer points to no object, so nothing is said about it
//! here; nor about the lives of objects.

use crate::interval::Interval;
use crate::ir::*;
use crate::ranges::{Known, Ranges};
use crate::symbols::Origin;
use std::collections::BTreeMap;

/// More objects, or more changes, than this are any.
const MAX_OBJECTS_OR_CHANGES: usize = 8;

/// Where a pointer can point to: how far into which objects; `None` if that is not known.
type Places = Option<BTreeMap<ObjectId, Interval>>;

struct Bounds<'a> {
    m: &'a Module,
    ranges: Ranges<'a>,
    places: Vec<Places>,
    changes: Vec<usize>,
}

/// Are all accesses inside of their objects? `stays` knows about accesses of a width by followed pointers.
pub(crate) fn all_inside(m: &Module, stays: impl Fn(AccessId, u64) -> Option<bool>) -> bool {
    let mut bounds = Bounds {
        m,
        ranges: Ranges::new(m),
        places: vec![Some(BTreeMap::new()); m.vars.len()],
        changes: vec![0; m.vars.len()],
    };
    bounds.solve();
    let mut inside = true;
    bounds.sweep(|bounds, known, stmt| {
        inside = inside && bounds.stays_inside(known, stmt, &stays);
    });
    inside
}

/// Is a pointer to an array that is a part of an object kept anywhere? Whoever moves it can leave the array.
pub(crate) fn keeps_inner_arrays(m: &Module) -> bool {
    m.procs.iter().flat_map(|p| &p.body).any(|stmt| match &stmt.kind {
        StmtKind::Assign(_, value) | StmtKind::Store(_, _, value) => is_inner_array(m, *value),
        StmtKind::Call(_, args, _) => args.iter().any(|&arg| is_inner_array(m, arg)),
        StmtKind::Copy(a, to, b, from, _) => [(a, to), (b, from)]
            .iter()
            .any(|(access, at)| is_text(m, **access) && is_inner_array(m, **at)),
        StmtKind::Fill(access, at, ..) => is_text(m, *access) && is_inner_array(m, *at),
        _ => false,
    })
}

fn is_text(m: &Module, access: AccessId) -> bool {
    m.accesses[access.index()].text
}

fn is_inner_array(m: &Module, term: TermId) -> bool {
    match m.term(term).kind {
        TermKind::Array { pointer, size, .. } => match m.term(pointer).kind {
            TermKind::Address(object) => m.objects[object.index()].size != Some(size),
            _ => true,
        },
        TermKind::Offset(pointer, _) | TermKind::Cast(pointer) => is_inner_array(m, pointer),
        TermKind::Ite(_, a, b) => is_inner_array(m, a) || is_inner_array(m, b),
        TermKind::Binary(BinOp::Add | BinOp::Sub, a, b) => {
            is_inner_array(m, a) || is_inner_array(m, b)
        }
        _ => false,
    }
}

fn join(a: &Places, b: &Places) -> Places {
    let (a, b) = (a.as_ref()?, b.as_ref()?);
    let mut both = a.clone();
    for (&object, &range) in b {
        both.entry(object).and_modify(|old| *old = old.join(range)).or_insert(range);
    }
    (both.len() <= MAX_OBJECTS_OR_CHANGES).then_some(both)
}

impl Bounds<'_> {
    /// Calls `f` on each statement that execution can come to, with what is known there.
    fn sweep(&mut self, mut f: impl FnMut(&mut Self, &Known, &StmtKind)) {
        let m = self.m;
        for (i, proc) in m.procs.iter().enumerate() {
            let mut known = match proc.is_entry {
                true => Some(Known::default()),
                false => self.ranges.on_entry(proc),
            };
            for stmt in &proc.body {
                if let StmtKind::Label(label) = stmt.kind {
                    known = self.ranges.at_label(i, label).cloned();
                }
                let Some(here) = known.take() else { continue };
                f(self, &here, &stmt.kind);
                known = match stmt.kind {
                    StmtKind::Goto(_) | StmtKind::Return => None,
                    _ => self.ranges.after(here, &stmt.kind),
                };
            }
        }
    }

    fn solve(&mut self) {
        loop {
            let mut changed = false;
            self.sweep(|this, known, stmt| changed |= this.flow(known, stmt));
            if !changed {
                return;
            }
        }
    }

    /// What a statement adds to where variables point. Is that new?
    fn flow(&mut self, known: &Known, stmt: &StmtKind) -> bool {
        let m = self.m;
        match stmt {
            StmtKind::Assign(var, value) => {
                let places = self.of_value(known, *value);
                self.add(*var, &places)
            }
            // A variable that was never set points nowhere that counts.
            StmtKind::Havoc(var) => match m.vars[var.index()].origin {
                Some(Origin::Local(_) | Origin::Uninitialised(_)) => false,
                _ => self.add(*var, &None),
            },
            StmtKind::Call(callee, args, result) => {
                let callee = &m.procs[callee.index()];
                let mut changed = false;
                for (&param, &arg) in callee.params.iter().zip(args) {
                    let places = self.of_value(known, arg);
                    changed |= self.add(param, &places);
                }
                if let Some(to) = result {
                    let places = callee.result.and_then(|from| self.places[from.index()].clone());
                    changed |= self.add(*to, &places);
                }
                changed
            }
            _ => false,
        }
    }

    fn add(&mut self, var: VarId, places: &Places) -> bool {
        let at = var.index();
        if self.m.vars[at].ty.width < self.m.pointer_width {
            return false;
        }
        let mut new = join(&self.places[at], places);
        if new == self.places[at] {
            return false;
        }
        self.changes[at] += 1;
        if self.changes[at] > MAX_OBJECTS_OR_CHANGES {
            new = None;
        }
        self.places[at] = new;
        true
    }

    /// The same for a pointer that is kept. Whoever moves it can leave the array that it was made for and stay in
    /// the object, which places do not show: of an array inside of an object they say nothing.
    fn of_value(&self, known: &Known, id: TermId) -> Places {
        if self.is_in_array(known, id) {
            return None;
        }
        self.of(known, id)
    }

    /// Is it made from an array that is not all of its object?
    fn is_in_array(&self, known: &Known, id: TermId) -> bool {
        let m = self.m;
        match m.term(id).kind {
            TermKind::Array { pointer, size, .. } => {
                let all = |(object, at): (&ObjectId, &Interval)| {
                    let start = *at == Interval::new(0, 0);
                    start && m.objects[object.index()].size == Some(size)
                };
                let whole = self.of(known, pointer).is_some_and(|places| places.iter().all(all));
                !whole || self.is_in_array(known, pointer)
            }
            TermKind::Offset(pointer, _) | TermKind::Cast(pointer) => {
                self.is_in_array(known, pointer)
            }
            TermKind::Ite(_, a, b) => self.is_in_array(known, a) || self.is_in_array(known, b),
            _ => false,
        }
    }

    /// Where the value of a term points to.
    fn of(&self, known: &Known, id: TermId) -> Places {
        use TermKind::*;
        let m = self.m;
        match m.term(id).kind {
            Const(_) => Some(BTreeMap::new()),
            Address(object) | Fresh(object) => {
                Some(BTreeMap::from([(object, Interval::new(0, 0))]))
            }
            Var(var) => self.places[var.index()].clone(),
            Array { pointer, .. } => self.of(known, pointer),
            Cast(inner) if m.ty(inner).width >= m.pointer_width => self.of(known, inner),
            Offset(pointer, by) => {
                let places = self.of(known, pointer)?;
                let by = self.distance(known, by)?;
                let moved = places.into_iter().map(|(object, at)| (object, at.plus(by)));
                let moved: BTreeMap<ObjectId, Interval> = moved.collect();
                moved.values().all(|at| at.is_bounded()).then_some(moved)
            }
            Ite(_, a, b) => join(&self.of(known, a), &self.of(known, b)),
            FunctionAddress(_) => Some(BTreeMap::new()),
            _ => None,
        }
    }

    /// How far a pointer is moved.
    fn distance(&self, known: &Known, by: TermId) -> Option<Interval> {
        let m = self.m;
        if let Some(by) = m.constant(by) {
            let by = lariat_c::wrap_to(by, m.pointer_width, true);
            return Some(Interval::new(by, by));
        }
        let range = self.ranges.of(known, by);
        let half = 1i128 << (m.pointer_width - 1);
        (range.is_bounded() && range.low >= -half && range.high < half).then_some(range)
    }

    /// Do all accesses of a statement stay inside of their objects?
    fn stays_inside(
        &self,
        known: &Known,
        stmt: &StmtKind,
        stays: &impl Fn(AccessId, u64) -> Option<bool>,
    ) -> bool {
        let m = self.m;
        let mut inside = true;
        let mut pending = Vec::new();
        stmt.terms(|term| pending.push(term));
        while let Some(term) = pending.pop() {
            if let TermKind::Load(access, address) = m.term(term).kind {
                inside &= self.is_inside(known, access, address, None, stays);
            }
            m.operands(term, |operand| pending.push(operand));
        }
        inside
            && match *stmt {
                StmtKind::Store(access, address, _) => {
                    self.is_inside(known, access, address, None, stays)
                }
                StmtKind::Copy(a, to, b, from, size) => {
                    self.is_inside(known, a, to, Some(size), stays)
                        && self.is_inside(known, b, from, Some(size), stays)
                }
                StmtKind::Fill(access, at, _, size) => {
                    self.is_inside(known, access, at, Some(size), stays)
                }
                _ => true,
            }
    }

    fn is_inside(
        &self,
        known: &Known,
        access: AccessId,
        address: TermId,
        size: Option<TermId>,
        stays: &impl Fn(AccessId, u64) -> Option<bool>,
    ) -> bool {
        let width = match size {
            None => i128::from(self.m.accesses[access.index()].width),
            Some(size) => self.ranges.of(known, size).high,
        };
        // A range may go on behind the array that it starts in, unless it is a string.
        let text = is_text(self.m, access);
        let first = if size.is_none() || text { width } else { 1 };
        if !self.is_within_arrays(known, address, Interval::new(0, first)) {
            return false;
        }
        let Some(places) = self.of(known, address) else {
            if text {
                return false;
            }
            let width = u64::try_from(width).unwrap_or(u64::MAX);
            return self.is_at_known_distance(address) && stays(access, width) == Some(true);
        };
        places.iter().all(|(object, at)| {
            let object = &self.m.objects[object.index()];
            let fits = |size: u64| at.high.saturating_add(width) <= i128::from(size);
            at.low >= 0 && object.size.is_some_and(fits)
        })
    }

    /// Do bytes so far from an address stay in each array that it is computed with? Rows and members are objects, too.
    fn is_within_arrays(&self, known: &Known, address: TermId, bytes: Interval) -> bool {
        match self.m.term(address).kind {
            TermKind::Offset(pointer, by) => {
                let by = self.distance(known, by).unwrap_or(Interval::ALL);
                self.is_within_arrays(known, pointer, bytes.plus(by))
            }
            TermKind::Array { pointer, size, .. } => {
                let within = 0 <= bytes.low && bytes.high <= i128::from(size);
                // An array that starts in another one is a row of it.
                within && self.is_within_arrays(known, pointer, Interval::new(0, 1))
            }
            TermKind::Cast(pointer) => self.is_within_arrays(known, pointer, bytes),
            _ => true,
        }
    }

    /// Is an address a constant away from a pointer?
    fn is_at_known_distance(&self, address: TermId) -> bool {
        match self.m.term(address).kind {
            TermKind::Offset(pointer, by) => {
                self.m.constant(by).is_some() && self.is_at_known_distance(pointer)
            }
            TermKind::Array { pointer, .. } => self.is_at_known_distance(pointer),
            TermKind::Cast(inner) => self.is_at_known_distance(inner),
            TermKind::Var(_) | TermKind::Load(..) | TermKind::Const(_) => true,
            TermKind::Ite(_, a, b) => self.is_at_known_distance(a) && self.is_at_known_distance(b),
            _ => false,
        }
    }
}
