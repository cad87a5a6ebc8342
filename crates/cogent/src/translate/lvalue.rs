//! Places: how to get to an object, and reading and writing there.
//!
//! A place is a root (an object of the query, or whatever a pointer points to) and steps
//! into it. Steps with variable indices select among the elements by the index bits; only
//! when an address is taken does a place become an object number and an offset.

use super::object::ObjectKind;
use super::{Reason, Translated, Translator, unsupported};
use crate::aig::Lit;
use crate::circuit::{self, Bits};
use crate::value::{Pointer, Value};
use lariat_c::{ExprId, ExprKind, Init, InitValue, PathStep, TypeId};

/// A step into an aggregate.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A member.
    Field(u32),
    /// An element, and whether the index is signed.
    Index(Bits, bool),
}

/// Where the steps start.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    Object(ObjectKind),
    Pointer(Pointer),
}

/// A place of an object.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub root: Root,
    /// The type at the root.
    pub root_ty: TypeId,
    pub steps: Vec<Step>,
    /// The type of the place itself.
    pub ty: TypeId,
}

/// A value that was found, and when it does not count.
pub(super) struct Found {
    pub value: Value,
    pub doubts: Vec<(Lit, Reason)>,
}

impl Translator<'_> {
    /// The place that an lvalue designates.
    pub(crate) fn lvalue(&mut self, e: ExprId) -> Translated<Place> {
        let program = self.program;
        let expr = program.expr(e);
        let whole = |kind| Place {
            root: Root::Object(kind),
            root_ty: expr.ty,
            steps: Vec::new(),
            ty: expr.ty,
        };
        match &expr.kind {
            &ExprKind::Global(id) => {
                self.global_value(id)?;
                Ok(whole(ObjectKind::Global(id)))
            }
            &ExprKind::Var(id) => Ok(whole(ObjectKind::Var(id))),
            &ExprKind::Str(id) => Ok(whole(ObjectKind::Str(id))),
            ExprKind::CompoundLiteral(var, init) => {
                let value = self.initial_value(expr.ty, init)?;
                self.env.vars.insert(*var, value);
                Ok(whole(ObjectKind::Var(*var)))
            }
            &ExprKind::Member(base, field) => {
                let mut place = self.lvalue(base)?;
                place.steps.push(Step::Field(field));
                place.ty = expr.ty;
                Ok(place)
            }
            &ExprKind::Deref(p) => self.dereferenced(p, expr.ty),
            _ => unsupported(format!("`{}` is no object", crate::show::expr(program, e))),
        }
    }

    fn dereferenced(&mut self, p: ExprId, ty: TypeId) -> Translated<Place> {
        let program = self.program;
        match program.expr(p).kind {
            // An element of an array that is an lvalue: stay with the array.
            ExprKind::PointerOffset { pointer, offset, negative: false } => {
                if let ExprKind::Decay(array) = program.expr(pointer).kind
                    && program.types.element(self.ty(array)).is_some()
                {
                    let mut place = self.lvalue(array)?;
                    let index = self.int(offset)?;
                    let (_, signed) = self.int_type(self.ty(offset))?;
                    place.steps.push(Step::Index(index, signed));
                    place.ty = ty;
                    return Ok(place);
                }
            }
            ExprKind::Decay(array) if program.types.element(self.ty(array)).is_some() => {
                let mut place = self.lvalue(array)?;
                place.steps.push(Step::Index(vec![Lit::FALSE], false));
                place.ty = ty;
                return Ok(place);
            }
            ExprKind::AddressOf(lv) => return self.lvalue(lv),
            _ => {}
        }
        let pointer = self.pointer(p)?;
        Ok(Place { root: Root::Pointer(pointer), root_ty: ty, steps: Vec::new(), ty })
    }

    /// The address of an lvalue or function.
    pub(super) fn address_of(&mut self, lv: ExprId) -> Translated<Value> {
        if let ExprKind::Function(id) = self.program.expr(lv).kind {
            return Ok(Value::Pointer(self.start_of(ObjectKind::Function(id))?));
        }
        let place = self.lvalue(lv)?;
        Ok(Value::Pointer(self.address(&place)?))
    }

    /// The address of a place.
    pub(super) fn address(&mut self, place: &Place) -> Translated<Pointer> {
        let mut pointer = match &place.root {
            Root::Object(kind) => self.start_of(*kind)?,
            Root::Pointer(p) => p.clone(),
        };
        let mut ty = place.root_ty;
        for step in &place.steps {
            match step {
                Step::Field(n) => {
                    let fields = self.fields(ty)?;
                    let Some(field) = fields.get(*n as usize) else {
                        return unsupported("no such member");
                    };
                    if field.bits.is_some() {
                        return unsupported("the address of a bit-field");
                    }
                    pointer = self.displaced(&pointer, i128::from(field.offset));
                    ty = field.ty;
                }
                Step::Index(index, signed) => {
                    let (element, _) = self.element_of(ty)?;
                    let distance = self.scaled(index, *signed, element)?;
                    pointer.offset = self.aig.add(&pointer.offset, &distance);
                    ty = element;
                }
            }
        }
        Ok(pointer)
    }

    /// The value of a whole object of the query.
    pub(super) fn object_value(&mut self, kind: ObjectKind) -> Translated<Value> {
        match kind {
            ObjectKind::Global(id) => self.global_value(id),
            ObjectKind::Var(id) => match self.env.vars.get(&id) {
                Some(value) => Ok(value.clone()),
                None => {
                    let ty = self.program.var(id).ty;
                    let value = self.fresh_value(ty)?;
                    self.env.vars.insert(id, value.clone());
                    Ok(value)
                }
            },
            ObjectKind::Str(id) => {
                let literal = self.program.string(id);
                let (width, _) = self.int_type(literal.element)?;
                let units = literal.units.iter();
                let units =
                    units.map(|&u| Value::Int(circuit::constant(i128::from(u), width))).collect();
                Ok(Value::Array(units))
            }
            ObjectKind::Function(_) => unsupported("the value of a function"),
        }
    }

    /// Any value of a type.
    pub(crate) fn fresh_value(&mut self, ty: TypeId) -> Translated<Value> {
        let zero = self.zero_value(ty)?;
        let value = self.aig.fresh_like(&zero);
        self.constrain_input(ty, &value)?;
        Ok(value)
    }

    fn global_value(&mut self, id: lariat_c::GlobalId) -> Translated<Value> {
        if let Some(value) = self.env.globals.get(&id) {
            return Ok(value.clone());
        }
        let global = self.program.global(id);
        let starts = self.execution.as_ref().map(|e| e.whole_program);
        let value = match &global.init {
            // A function may be called after the variable was changed.
            Some(_) if starts == Some(false) && !global.ty.is_const() => {
                self.fresh_value(global.ty)?
            }
            None if starts == Some(true) && global.defined => {
                let zero = self.zero_value(global.ty)?;
                if zero.has_far_part() {
                    return unsupported("a large global array");
                }
                zero
            }
            Some(init) => {
                // Guard against an initialiser that mentions the object itself.
                let free = self.fresh_value(global.ty)?;
                self.env.globals.insert(id, free);
                self.initial_value(global.ty, init)?
            }
            None => self.fresh_value(global.ty)?,
        };
        self.env.globals.insert(id, value.clone());
        Ok(value)
    }

    /// The value that an initialiser gives.
    pub(crate) fn initial_value(&mut self, ty: TypeId, init: &Init) -> Translated<Value> {
        let mut value = self.zero_value(ty)?;
        if !init.zero_rest && init.entries.is_empty() {
            value = self.aig.fresh_like(&value);
        }
        if value.has_far_part() && (init.zero_rest || !init.entries.is_empty()) {
            return unsupported("an initialiser of a large array");
        }
        for entry in &init.entries {
            let part = match entry.value {
                InitValue::Expr(e) => self.value(e)?,
                InitValue::Zero => self.zero_value(entry.ty)?,
                InitValue::Str(id) => {
                    let units = self.object_value(ObjectKind::Str(id))?;
                    match (units, self.zero_value(entry.ty)?) {
                        (Value::Array(units), Value::Array(mut parts)) => {
                            for (slot, unit) in parts.iter_mut().zip(units) {
                                *slot = unit;
                            }
                            Value::Array(parts)
                        }
                        _ => return unsupported("a string as initialiser of a large array"),
                    }
                }
            };
            let ranges: Vec<(u64, u64)> = entry
                .path
                .iter()
                .filter_map(|s| match s {
                    PathStep::Range(a, b) => Some((*a, *b)),
                    _ => None,
                })
                .collect();
            let (first, last) = ranges.first().copied().unwrap_or((0, 0));
            if ranges.len() > 1 || last.saturating_sub(first) > 4096 {
                return unsupported("ranges in an initialiser");
            }
            for i in first..=last {
                let index = |i: u64| Step::Index(circuit::constant(i128::from(i), 64), false);
                let steps: Vec<Step> = entry
                    .path
                    .iter()
                    .map(|s| match *s {
                        PathStep::Field(n) => Step::Field(n),
                        PathStep::Index(k) => index(k),
                        PathStep::Range(..) => index(i),
                    })
                    .collect();
                value = self.updated(&value, ty, &steps, &part, Lit::TRUE)?;
            }
        }
        Ok(value)
    }

    /// The value at a place.
    pub(crate) fn load(&mut self, place: &Place, e: ExprId) -> Translated<Value> {
        let found = match &place.root {
            Root::Object(kind) => {
                let value = self.object_value(*kind)?;
                self.select(value, place.root_ty, &place.steps, place)?
            }
            Root::Pointer(p) => self.load_through(&p.clone(), place)?,
        };
        let mut value = found.value;
        let mut undefined = Lit::FALSE;
        for (condition, reason) in found.doubts {
            let condition = self.aig.and(condition, !undefined);
            self.doubt(condition, reason, e);
            undefined = self.aig.or(undefined, condition);
        }
        if undefined != Lit::FALSE {
            let anything = self.aig.fresh_like(&value);
            value = self.aig.mux_value(undefined, &anything, &value);
        }
        // A bit-field is narrower than the type it is read with.
        if let Value::Int(bits) = &value
            && let Ok((width, signed)) = self.int_type(place.ty)
        {
            value = Value::Int(circuit::resize(bits, width, signed));
        }
        Ok(value)
    }

    /// Follows steps into a value.
    pub(super) fn select(
        &mut self,
        value: Value,
        ty: TypeId,
        steps: &[Step],
        place: &Place,
    ) -> Translated<Found> {
        let (mut value, mut ty) = (value, ty);
        let mut doubts = Vec::new();
        for step in steps {
            match (step, value) {
                (Step::Field(n), Value::Struct(mut parts)) => {
                    let fields = self.fields(ty)?;
                    let n = *n as usize;
                    if n >= parts.len() || n >= fields.len() {
                        return unsupported("no such member");
                    }
                    value = parts.swap_remove(n);
                    ty = fields[n].ty;
                }
                (Step::Field(n), Value::Union { payload, member }) => {
                    let (part, mismatch) = self.union_member(ty, &payload, &member, *n)?;
                    doubts.push((mismatch, Reason::UnionMember));
                    value = part;
                    ty = self.fields(ty)?[*n as usize].ty;
                }
                (Step::Index(index, signed), Value::Array(parts)) => {
                    let outside = self.outside(index, *signed, parts.len() as u64);
                    doubts.push((outside, Reason::IndexRange));
                    if parts.is_empty() {
                        return unsupported("an element of an empty array");
                    }
                    value = self.element_at(&parts, index);
                    ty = self.element_of(ty)?.0;
                }
                (Step::Index(index, signed), Value::Far) => {
                    let length = self.length_of(ty);
                    let outside = match length {
                        Some(n) => self.outside(index, *signed, n),
                        None => self.beyond_address_space(index, *signed, ty)?,
                    };
                    doubts.push((outside, Reason::IndexRange));
                    // The rest of the way is in memory; inner indices are checked on the way.
                    let at = self.address(place)?;
                    self.inner_bounds(place, ty, &mut doubts)?;
                    let value = self.read_memory(&at, place.ty)?;
                    return Ok(Found { value, doubts });
                }
                _ => return unsupported("a step into a value that has no such part"),
            }
        }
        if matches!(value, Value::Far) {
            return unsupported("the value of a large array");
        }
        Ok(Found { value, doubts })
    }

    /// Bounds of the indices after the large array of type `from`.
    fn inner_bounds(
        &mut self,
        place: &Place,
        from: TypeId,
        doubts: &mut Vec<(Lit, Reason)>,
    ) -> Translated<()> {
        let mut ty = place.root_ty;
        let mut inside = false;
        for step in &place.steps {
            match step {
                Step::Field(n) => match self.fields(ty)?.get(*n as usize) {
                    Some(field) => ty = field.ty,
                    None => return unsupported("no such member"),
                },
                Step::Index(index, signed) => {
                    if inside && let Some(n) = self.length_of(ty) {
                        let outside = self.outside(index, *signed, n);
                        doubts.push((outside, Reason::IndexRange));
                    }
                    inside |= ty.unqualified() == from.unqualified();
                    ty = self.element_of(ty)?.0;
                }
            }
        }
        Ok(())
    }

    /// Is an index not below a length?
    pub(super) fn outside(&mut self, index: &[Lit], signed: bool, length: u64) -> Lit {
        let width = index.len().max(64) + 1;
        let index = circuit::resize(index, width, signed);
        let length = circuit::constant(i128::from(length), width);
        !self.aig.less_unsigned(&index, &length)
    }

    fn beyond_address_space(&mut self, index: &[Lit], signed: bool, ty: TypeId) -> Translated<Lit> {
        let (_, size) = self.element_of(ty)?;
        let half = 1u64 << (self.options.offset_width().clamp(2, 63) - 1);
        Ok(self.outside(index, signed, half / size.max(1)))
    }

    /// The element that an index in range selects, by the bits of the index.
    fn element_at(&mut self, parts: &[Value], index: &[Lit]) -> Value {
        let mut level: Vec<Value> = parts.to_vec();
        for &bit in index {
            if level.len() == 1 {
                break;
            }
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [even, odd] => self.aig.mux_value(bit, odd, even),
                    _ => pair[0].clone(),
                })
                .collect();
        }
        level.swap_remove(0)
    }

    /// A value with the part at the end of the steps replaced, under a condition.
    pub(super) fn updated(
        &mut self,
        value: &Value,
        ty: TypeId,
        steps: &[Step],
        new: &Value,
        guard: Lit,
    ) -> Translated<Value> {
        let Some((step, rest)) = steps.split_first() else {
            if let (Value::Int(old), Value::Int(bits)) = (value, new) {
                // A bit-field keeps the low bits.
                let bits = circuit::resize(bits, old.len(), false);
                return Ok(self.aig.mux_value(guard, &Value::Int(bits), value));
            }
            return Ok(self.aig.mux_value(guard, new, value));
        };
        match (step, value) {
            (Step::Field(n), Value::Struct(parts)) => {
                let mut parts = parts.clone();
                let n = *n as usize;
                let field_ty = self.fields(ty)?[n].ty;
                parts[n] = self.updated(&parts[n], field_ty, rest, new, guard)?;
                Ok(Value::Struct(parts))
            }
            (Step::Field(n), Value::Union { payload, member }) => {
                let field_ty = self.fields(ty)?[*n as usize].ty;
                let (old, _) = self.union_member(ty, payload, member, *n)?;
                let part = self.updated(&old, field_ty, rest, new, Lit::TRUE)?;
                let written = self.write_union(ty, payload, member.len(), *n, &part)?;
                Ok(self.aig.mux_value(guard, &written, value))
            }
            (Step::Index(index, signed), Value::Array(parts)) => {
                let element = self.element_of(ty)?.0;
                let mut updated = Vec::with_capacity(parts.len());
                for (i, part) in parts.iter().enumerate() {
                    let width = index.len().max(64) + 1;
                    let wide = circuit::resize(index, width, *signed);
                    let number = circuit::constant(i as i128, width);
                    let here = self.aig.equal_bits(&wide, &number);
                    let guard = self.aig.and(guard, here);
                    let part = if guard == Lit::FALSE {
                        part.clone()
                    } else {
                        self.updated(part, element, rest, new, guard)?
                    };
                    updated.push(part);
                }
                Ok(Value::Array(updated))
            }
            _ => unsupported("an update of a value that has no such part"),
        }
    }
}
