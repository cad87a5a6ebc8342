//! Structures, unions and arrays as values (paper, section 3.2).

use super::object::ObjectKind;
use super::{Translated, Translator, unsupported};
use crate::aig::Lit;
use crate::circuit::{self, Bits};
use crate::options::UnionReads;
use crate::value::{Pointer, Value};
use lariat_c::{ArrayLength, Field, RecordKind, Type, TypeId};

/// How many bits a value may have.
const MAX_BITS: u64 = 1 << 16;

impl Translator<'_> {
    /// The members of a record.
    pub(super) fn fields(&self, ty: TypeId) -> Translated<Vec<Field>> {
        match self.program.types.record_of(ty) {
            Some(id) if self.program.types.record(id).complete => {
                Ok(self.program.types.record(id).fields.clone())
            }
            _ => unsupported(format!("{} is incomplete", self.program.show_type(ty))),
        }
    }

    pub(super) fn is_union(&self, ty: TypeId) -> bool {
        self.program
            .types
            .record_of(ty)
            .is_some_and(|id| self.program.types.record(id).kind == RecordKind::Union)
    }

    /// The element type of an array, and its size.
    pub(super) fn element_of(&self, ty: TypeId) -> Translated<(TypeId, u64)> {
        match self.program.types.element(ty) {
            Some(element) => match self.program.types.size_of(element) {
                Some(size) => Ok((element, size)),
                None => unsupported("an array of elements of unknown size"),
            },
            None => unsupported("expected an array"),
        }
    }

    /// How many elements an array has, if that is known.
    pub(super) fn length_of(&self, ty: TypeId) -> Option<u64> {
        match self.program.types.get(ty) {
            Type::Array(_, ArrayLength::Fixed(n)) => Some(*n),
            _ => None,
        }
    }

    /// The value of a type that is all zero.
    pub(crate) fn zero_value(&self, ty: TypeId) -> Translated<Value> {
        self.zero_member(ty, None, 0)
    }

    fn zero_member(&self, ty: TypeId, width: Option<u32>, depth: u32) -> Translated<Value> {
        let zeros = |n: usize| vec![Lit::FALSE; n];
        if depth > 60 {
            return unsupported("a type nested too deeply");
        }
        Ok(match self.program.types.get(ty) {
            Type::Pointer(_) => Value::Pointer(self.null()),
            Type::Record(_) if self.is_union(ty) => {
                let count = self.fields(ty)?.len();
                let width = self.payload_width(ty, depth)?;
                let tag = (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize;
                Value::Union { payload: zeros(width), member: zeros(tag) }
            }
            Type::Record(_) => {
                let mut parts = Vec::new();
                for field in self.fields(ty)? {
                    let width = field.bits.map(|b| b.width);
                    parts.push(self.zero_member(field.ty, width, depth + 1)?);
                }
                Value::Struct(parts)
            }
            Type::Array(element, ArrayLength::Fixed(n)) if *n <= self.options.small_array => {
                let part = self.zero_member(*element, None, depth + 1)?;
                let bits = part.bits().len() as u64;
                if bits.saturating_mul(*n) > MAX_BITS || part.has_far_part() {
                    return Ok(Value::Far);
                }
                Value::Array(vec![part; usize::try_from(*n).unwrap_or(0)])
            }
            Type::Array(..) => Value::Far,
            Type::Void => Value::Struct(Vec::new()),
            Type::Function(_) => return unsupported("the value of a function"),
            _ => {
                let (whole, _) = self.int_type(ty)?;
                Value::Int(zeros(width.map_or(whole, |w| whole.min(w as usize))))
            }
        })
    }

    fn payload_width(&self, ty: TypeId, depth: u32) -> Translated<usize> {
        if self.reads_bytes(ty) {
            let size = self.program.types.size_of(ty).unwrap_or(0);
            return Ok(usize::try_from(size.saturating_mul(8).min(MAX_BITS)).unwrap_or(0));
        }
        let mut widest = 0;
        for field in self.fields(ty)? {
            let width = field.bits.map(|b| b.width);
            let part = self.zero_member(field.ty, width, depth + 1)?;
            if part.has_far_part() {
                return unsupported("a large array in a union");
            }
            widest = widest.max(part.bits().len());
        }
        Ok(widest)
    }

    /// Is the union read as bytes? Pointers have no bytes here.
    fn reads_bytes(&self, ty: TypeId) -> bool {
        self.options.unions == UnionReads::Bytes && self.has_bytes(ty, 0)
    }

    fn has_bytes(&self, ty: TypeId, depth: u32) -> bool {
        match self.program.types.get(ty) {
            Type::Int(_) | Type::Enum(_) | Type::Bool => true,
            Type::Array(element, ArrayLength::Fixed(_)) => self.has_bytes(*element, depth + 1),
            Type::Record(id) if depth < 30 => self
                .program
                .types
                .record(*id)
                .fields
                .iter()
                .all(|f| self.has_bytes(f.ty, depth + 1)),
            _ => false,
        }
    }

    /// Requirements on a value that the query is free to choose: unions hold one of their
    /// members, pointers are aligned and point into their object or to its end (others may
    /// not be looked at in C), and unknown objects are smaller than half the address space.
    pub(crate) fn constrain_input(&mut self, ty: TypeId, value: &Value) -> Translated<()> {
        match value {
            Value::Int(_) | Value::Far => {}
            Value::Struct(parts) => {
                if self.program.types.record_of(ty).is_some() {
                    for (field, part) in self.fields(ty)?.iter().zip(parts) {
                        self.constrain_input(field.ty, part)?;
                    }
                }
            }
            Value::Array(parts) => {
                let (element, _) = self.element_of(ty)?;
                for part in parts {
                    self.constrain_input(element, part)?;
                }
            }
            Value::Union { member, .. } => {
                let count = self.fields(ty)?.len();
                let limit = circuit::constant(count as i128, member.len() + 1);
                let member = circuit::resize(member, limit.len(), false);
                let within = self.aig.less_unsigned(&member, &limit);
                if count > 0 {
                    self.constraints.push(within);
                }
            }
            Value::Pointer(p) => self.constrain_pointer(ty, p),
        }
        Ok(())
    }

    fn constrain_pointer(&mut self, ty: TypeId, p: &Pointer) {
        let target = self.program.types.pointee(ty).unwrap_or(TypeId::VOID);
        let is_function = self.program.types.function(target).is_some();
        let align = if is_function { 1 } else { self.program.types.align_of(target).max(1) };
        for i in 0..(align.trailing_zeros() as usize).min(p.offset.len()) {
            self.constraints.push(!p.offset[i]);
        }
        if !self.objects.null_matters {
            let known = self.aig.nonzero(&p.object);
            self.constraints.push(known);
        }
        let usable = self.touches(p);
        self.constraints.push(usable);
        if self.execution.is_some() {
            // Nobody outside knows the address of a local variable.
            for i in 0..self.objects.list.len() {
                if matches!(self.objects.list[i].kind, ObjectKind::Var(_)) {
                    let local = self.points_to(p, i);
                    self.constraints.push(!local);
                }
            }
        }
        let anonymous = self.is_anonymous(p);
        let top = p.offset.len().saturating_sub(2);
        let high = self.aig.nonzero(&p.offset[top..]);
        let near = self.aig.implies(anonymous, !high);
        self.constraints.push(near);
    }

    /// A member of a union, and the condition under which it is not the one written last.
    pub(super) fn union_member(
        &mut self,
        ty: TypeId,
        payload: &[Lit],
        member: &[Lit],
        wanted: u32,
    ) -> Translated<(Value, Lit)> {
        let fields = self.fields(ty)?;
        let Some(field) = fields.get(wanted as usize) else {
            return unsupported("no such union member");
        };
        let shape = self.zero_member(field.ty, field.bits.map(|b| b.width), 0)?;
        if self.reads_bytes(ty) {
            let value = self.bytes_as(field.ty, &shape, payload, 0)?;
            return Ok((value, Lit::FALSE));
        }
        let value = shape.rebuild(&mut payload.iter().copied());
        let number = circuit::constant(i128::from(wanted), member.len());
        let matches = self.aig.equal_bits(member, &number);
        Ok((value, !matches))
    }

    /// A union whose member was just written.
    pub(super) fn make_union(&self, ty: TypeId, member: u32, value: &Value) -> Translated<Value> {
        let Value::Union { payload, member: tag } = self.zero_value(ty)? else {
            return unsupported("expected a union");
        };
        self.write_union(ty, &payload, tag.len(), member, value)
    }

    /// A union after writing a member; `before` are the bits it had.
    pub(super) fn write_union(
        &self,
        ty: TypeId,
        before: &[Lit],
        tag_width: usize,
        member: u32,
        value: &Value,
    ) -> Translated<Value> {
        let mut payload = before.to_vec();
        if self.reads_bytes(ty) {
            let fields = self.fields(ty)?;
            let Some(field) = fields.get(member as usize) else {
                return unsupported("no such union member");
            };
            self.put_bytes(field.ty, value, &mut payload, 0)?;
        } else {
            for (slot, bit) in payload.iter_mut().zip(value.bits()) {
                *slot = bit;
            }
        }
        Ok(Value::Union { payload, member: circuit::constant(i128::from(member), tag_width) })
    }

    fn bytes_as(&self, ty: TypeId, shape: &Value, bytes: &[Lit], at: usize) -> Translated<Value> {
        let slice = |from: usize, n: usize| -> Bits {
            (from..from + n).map(|i| bytes.get(i).copied().unwrap_or(Lit::FALSE)).collect()
        };
        Ok(match shape {
            Value::Int(bits) => Value::Int(slice(at, bits.len())),
            Value::Struct(parts) => {
                let mut values = Vec::new();
                for (field, part) in self.fields(ty)?.iter().zip(parts) {
                    let from = at + field.bits.map_or(field.offset * 8, |b| b.offset) as usize;
                    values.push(self.bytes_as(field.ty, part, bytes, from)?);
                }
                Value::Struct(values)
            }
            Value::Array(parts) => {
                let (element, size) = self.element_of(ty)?;
                let mut values = Vec::new();
                for (i, part) in parts.iter().enumerate() {
                    let from = at + i * size as usize * 8;
                    values.push(self.bytes_as(element, part, bytes, from)?);
                }
                Value::Array(values)
            }
            Value::Union { payload, member } => {
                Value::Union { payload: slice(at, payload.len()), member: member.clone() }
            }
            Value::Pointer(_) | Value::Far => return unsupported("a pointer as bytes"),
        })
    }

    fn put_bytes(&self, ty: TypeId, value: &Value, bytes: &mut [Lit], at: usize) -> Translated<()> {
        let mut put = |from: usize, bits: &[Lit]| {
            for (i, &bit) in bits.iter().enumerate() {
                if let Some(slot) = bytes.get_mut(from + i) {
                    *slot = bit;
                }
            }
        };
        match value {
            Value::Int(bits) => put(at, bits),
            Value::Union { payload, .. } => put(at, payload),
            Value::Struct(parts) => {
                for (field, part) in self.fields(ty)?.iter().zip(parts) {
                    let from = at + field.bits.map_or(field.offset * 8, |b| b.offset) as usize;
                    self.put_bytes(field.ty, part, bytes, from)?;
                }
            }
            Value::Array(parts) => {
                let (element, size) = self.element_of(ty)?;
                for (i, part) in parts.iter().enumerate() {
                    self.put_bytes(element, part, bytes, at + i * size as usize * 8)?;
                }
            }
            Value::Pointer(_) | Value::Far => return unsupported("a pointer as bytes"),
        }
        Ok(())
    }
}
