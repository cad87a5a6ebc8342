//! Access through pointers: which parts of which objects a pointer may point to.

use super::lvalue::{Found, Place, Root, Step};
use super::object::ObjectKind;
use super::{Reason, Translated, Translator, unsupported};
use crate::aig::Lit;
use crate::circuit;
use crate::value::{Pointer, Value};
use lariat_c::{ArrayLength, ExprId, Type, TypeId};

impl Translator<'_> {
    /// The value where a pointer points: in any object of the query that has a part of the
    /// type there, in memory, or nowhere.
    pub(super) fn load_through(&mut self, p: &Pointer, place: &Place) -> Translated<Found> {
        let (hits, far) = self.targets(p, place.root_ty)?;
        let mut reached = vec![far];
        let mut found: Option<Found> = None;
        if far != Lit::FALSE {
            let at = self.address(place)?;
            let mut doubts = Vec::new();
            let mut ty = place.root_ty;
            for step in &place.steps {
                match step {
                    Step::Field(n) => ty = self.fields(ty)?[*n as usize].ty,
                    Step::Index(index, signed) => {
                        if let Some(n) = self.length_of(ty) {
                            doubts.push((self.outside(index, *signed, n), Reason::IndexRange));
                        }
                        ty = self.element_of(ty)?.0;
                    }
                }
            }
            found = Some(Found { value: self.read_memory(&at, place.ty)?, doubts });
        }
        for (here, value) in hits {
            reached.push(here);
            let mut other = self.select(value, place.root_ty, &place.steps, place)?;
            for doubt in &mut other.doubts {
                doubt.0 = self.aig.and(doubt.0, here);
            }
            found = Some(match found {
                None => other,
                Some(before) => {
                    let value = self.aig.mux_value(here, &other.value, &before.value);
                    let mut doubts = other.doubts;
                    for (condition, reason) in before.doubts {
                        doubts.push((self.aig.and(condition, !here), reason));
                    }
                    Found { value, doubts }
                }
            });
        }
        let reached = self.aig.or_all(reached);
        let mut found = match found {
            Some(found) => found,
            None => Found { value: self.zero_value(place.ty)?, doubts: Vec::new() },
        };
        found.doubts.insert(0, (!reached, Reason::Dereference));
        Ok(found)
    }

    /// The parts of a type that a pointer may point to, with the conditions; and when what it
    /// points to is in memory.
    fn targets(&mut self, p: &Pointer, ty: TypeId) -> Translated<(Vec<(Lit, Value)>, Lit)> {
        let mut far = vec![self.is_anonymous(p)];
        let mut hits = Vec::new();
        for i in 0..self.objects.list.len() {
            let here = self.points_to(p, i);
            let object = self.objects.list[i].clone();
            if here == Lit::FALSE || matches!(object.kind, ObjectKind::Function(_)) {
                continue;
            }
            let mut parts = Vec::new();
            self.parts_of_type(object.ty, ty, 0, &mut Vec::new(), &mut parts)?;
            if parts.is_empty() {
                continue;
            }
            let whole = self.object_value(object.kind)?;
            for part in parts {
                let (condition, value) = match part.far {
                    Some((length, stride)) => {
                        (self.in_large_array(p, part.offset, length, stride), None)
                    }
                    None => {
                        let at = circuit::constant(part.offset as i128, p.offset.len());
                        if circuit::as_constant(&at) != Some(u128::from(part.offset)) {
                            continue;
                        }
                        let condition = self.aig.equal_bits(&p.offset, &at);
                        if condition == Lit::FALSE {
                            continue;
                        }
                        let steps: Vec<Step> = part.steps.clone();
                        let fake = Place {
                            root: Root::Object(object.kind),
                            root_ty: object.ty,
                            steps: steps.clone(),
                            ty,
                        };
                        let found = self.select(whole.clone(), object.ty, &steps, &fake)?;
                        let bad: Vec<Lit> = found.doubts.iter().map(|d| d.0).collect();
                        let bad = self.aig.or_all(bad);
                        (self.aig.and(condition, !bad), Some(found.value))
                    }
                };
                let condition = self.aig.and(condition, here);
                match value {
                    Some(value) => hits.push((condition, value)),
                    None => far.push(condition),
                }
            }
        }
        let far = self.aig.or_all(far);
        Ok((hits, far))
    }

    /// Is the offset that of an element of a large array?
    fn in_large_array(&mut self, p: &Pointer, start: u64, length: Option<u64>, stride: u64) -> Lit {
        let width = p.offset.len();
        let base = circuit::constant(i128::from(start), width);
        let relative = self.aig.subtract(&p.offset, &base);
        let below = match length {
            Some(n) => {
                let size = circuit::constant(i128::from(n.saturating_mul(stride)), width + 65);
                let wide = circuit::resize(&relative, width + 65, false);
                self.aig.less_unsigned(&wide, &size)
            }
            None => !circuit::sign(&relative),
        };
        let divisor = circuit::constant(i128::from(stride.max(1)), width);
        let division = self.aig.divide_unsigned(&relative, &divisor, true);
        self.constraints.push(division.constraint);
        let aligned = !self.aig.nonzero(&division.remainder);
        self.aig.and(below, aligned)
    }

    /// All parts of an object that have a given type.
    fn parts_of_type(
        &self,
        object: TypeId,
        wanted: TypeId,
        offset: u64,
        steps: &mut Vec<Step>,
        out: &mut Vec<Part>,
    ) -> Translated<()> {
        if out.len() > 4096 || steps.len() > 30 {
            return unsupported("a pointer into an object with too many parts");
        }
        if self.same_kind(object, wanted) {
            out.push(Part { offset, steps: steps.clone(), far: None });
            return Ok(());
        }
        match self.program.types.get(object) {
            Type::Array(element, length) => {
                let Some(stride) = self.program.types.size_of(*element) else { return Ok(()) };
                if self.zero_value(object)? == Value::Far {
                    let length = match length {
                        ArrayLength::Fixed(n) => Some(*n),
                        _ => None,
                    };
                    let mut inner = Vec::new();
                    self.parts_of_type(*element, wanted, 0, &mut Vec::new(), &mut inner)?;
                    for part in inner {
                        let far = Some((length, stride));
                        out.push(Part { offset: offset + part.offset, steps: Vec::new(), far });
                    }
                    return Ok(());
                }
                for i in 0..self.length_of(object).unwrap_or(0) {
                    steps.push(Step::Index(circuit::constant(i128::from(i), 64), false));
                    self.parts_of_type(*element, wanted, offset + i * stride, steps, out)?;
                    steps.pop();
                }
            }
            Type::Record(_) => {
                for (n, field) in self.fields(object)?.iter().enumerate() {
                    if field.bits.is_some() {
                        continue;
                    }
                    steps.push(Step::Field(n as u32));
                    self.parts_of_type(field.ty, wanted, offset + field.offset, steps, out)?;
                    steps.pop();
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// May an object of one type be accessed as the other?
    fn same_kind(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        if a.unqualified() == b.unqualified() {
            return true;
        }
        match (types.int_kind(a), types.int_kind(b)) {
            (Some(x), Some(y)) => x.to_unsigned() == y.to_unsigned(),
            _ => match (types.pointee(a), types.pointee(b)) {
                (Some(x), Some(y)) => x.unqualified() == y.unqualified(),
                _ => false,
            },
        }
    }

    /// Stores a value at a place.
    pub(super) fn store(&mut self, place: &Place, new: &Value, e: ExprId) -> Translated<()> {
        let guard = self.guard;
        match &place.root {
            Root::Object(kind) => self.store_in_object(*kind, place, &place.steps, new, guard, e),
            Root::Pointer(p) => {
                let p = p.clone();
                let mut reached = vec![self.is_anonymous(&p)];
                for i in 0..self.objects.list.len() {
                    let object = self.objects.list[i].clone();
                    if matches!(object.kind, ObjectKind::Function(_) | ObjectKind::Str(_)) {
                        continue;
                    }
                    let here = self.points_to(&p, i);
                    let mut parts = Vec::new();
                    self.parts_of_type(object.ty, place.root_ty, 0, &mut Vec::new(), &mut parts)?;
                    for part in parts {
                        if let Some((length, stride)) = part.far {
                            let inside = self.in_large_array(&p, part.offset, length, stride);
                            reached.push(self.aig.and(inside, here));
                            continue;
                        }
                        let at = circuit::constant(part.offset as i128, p.offset.len());
                        let there = self.aig.equal_bits(&p.offset, &at);
                        let hit = self.aig.and(here, there);
                        if hit == Lit::FALSE {
                            continue;
                        }
                        reached.push(hit);
                        let mut steps = part.steps;
                        steps.extend(place.steps.iter().cloned());
                        let inside = self.aig.and(guard, hit);
                        let target = Place {
                            root: Root::Object(object.kind),
                            root_ty: object.ty,
                            steps: steps.clone(),
                            ty: place.ty,
                        };
                        self.store_in_object(object.kind, &target, &steps, new, inside, e)?;
                    }
                }
                let reached = self.aig.or_all(reached);
                self.doubt(!reached, Reason::Dereference, e);
                let at = self.address(place)?;
                let guard = self.aig.and(guard, reached);
                self.write_memory(&at, place.ty, new, guard)
            }
        }
    }

    fn store_in_object(
        &mut self,
        kind: ObjectKind,
        place: &Place,
        steps: &[Step],
        new: &Value,
        guard: Lit,
        e: ExprId,
    ) -> Translated<()> {
        let old = self.object_value(kind)?;
        if old.has_far_part() {
            let at = self.address(place)?;
            return self.write_memory(&at, place.ty, new, guard);
        }
        let mut ty = place.root_ty;
        for step in steps {
            match step {
                Step::Field(n) => ty = self.fields(ty)?[*n as usize].ty,
                Step::Index(index, signed) => {
                    if let Some(n) = self.length_of(ty) {
                        let outside = self.outside(index, *signed, n);
                        self.doubt(outside, Reason::IndexRange, e);
                    }
                    ty = self.element_of(ty)?.0;
                }
            }
        }
        let value = self.updated(&old, place.root_ty, steps, new, guard)?;
        match kind {
            ObjectKind::Global(id) => {
                self.env.globals.insert(id, value);
            }
            ObjectKind::Var(id) => {
                self.env.vars.insert(id, value);
            }
            _ => return unsupported("a store into a string literal"),
        }
        Ok(())
    }
}

/// A part of an object that has a wanted type.
struct Part {
    offset: u64,
    steps: Vec<Step>,
    /// In a large array: its length and the size of its elements.
    far: Option<(Option<u64>, u64)>,
}
