//! Lvalues: variables, memory, bits of memory.

use super::{Home, Lowering};
use crate::ir::*;
use lariat_c::{BitField, ExprId, ExprKind, RecordId, Type, TypeId};

/// What an lvalue designates.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lvalue {
    /// A variable.
    Var(VarId),
    /// A scalar in memory.
    Memory { address: TermId, ty: TypeId, field: Option<(RecordId, u32)> },
    /// Bits of a scalar in memory.
    Bits { access: AccessId, unit: IntTy, address: TermId, shift: u32, width: u32, ty: IntTy },
    /// Evaluation did not come to a result.
    Nothing(IntTy),
}

impl Lowering<'_> {
    /// The object that an lvalue of scalar type designates.
    pub fn lvalue(&mut self, e: ExprId) -> Lvalue {
        let expr = self.c.expr(e);
        let ty = expr.ty;
        if let Some(register) = self.register(e) {
            return register;
        }
        match &expr.kind {
            ExprKind::Var(id) => {
                if let Home::Scalar(var) = self.home(*id) {
                    return Lvalue::Var(var);
                }
            }
            ExprKind::Global(id) => {
                if let Home::Scalar(var) = self.global_home(*id) {
                    return Lvalue::Var(var);
                }
            }
            ExprKind::Member(base, n) => {
                let (base, n) = (*base, *n);
                let Some(record) = self.c.types.record_of(self.type_of(base)) else {
                    return Lvalue::Nothing(self.ity_or_int(ty));
                };
                let Some(field) = self.c.types.record(record).fields.get(n as usize) else {
                    return Lvalue::Nothing(self.ity_or_int(ty));
                };
                let start = self.address(base);
                let in_union = self.c.types.record(record).kind == lariat_c::RecordKind::Union;
                let key = (!in_union).then_some((record, n));
                return match field.bits {
                    Some(bits) => self.bit_field(start, Some((record, n)), bits, field.ty),
                    None => {
                        let address = self.m.offset_by(start, i128::from(field.offset));
                        self.m.inside.insert(address, (record, field.offset));
                        Lvalue::Memory { address, ty, field: key }
                    }
                };
            }
            ExprKind::CompoundLiteral(var, init) => {
                self.declare(*var, Some(init));
                let address = match self.home(*var) {
                    Home::Scalar(var) => return Lvalue::Var(var),
                    Home::Fixed(object) => {
                        let pointer = self.m.pointer_ty();
                        self.m.push(TermKind::Address(object), pointer)
                    }
                    Home::Dynamic(var, _) => self.m.var(var),
                };
                return Lvalue::Memory { address, ty, field: None };
            }
            ExprKind::Unsupported(_) | ExprKind::Error => {
                self.unsupported("an expression that was not understood");
                return Lvalue::Nothing(self.ity_or_int(ty));
            }
            _ => {}
        }
        let address = self.address(e);
        Lvalue::Memory { address, ty, field: None }
    }

    /// The bits of a field, given the address of its record. All bit-fields of a storage unit
    /// use the unit if no other member lies in it, else only the bytes that they need.
    pub fn bit_field(
        &mut self,
        start: TermId,
        field: Option<(RecordId, u32)>,
        bits: BitField,
        ty: TypeId,
    ) -> Lvalue {
        let declared = self.ity_or_int(ty);
        let size = self.c.types.size_of(ty).unwrap_or(4).max(1);
        let unit_start = bits.offset / (8 * size) * size;
        let fits = bits.offset + u64::from(bits.width) <= (unit_start + size) * 8;
        let free = field.is_none_or(|(record, _)| {
            let record = self.c.types.record(record);
            unit_start + size <= record.size
                && record.kind == lariat_c::RecordKind::Struct
                && record.fields.iter().all(|f| {
                    let own = self.c.types.size_of(f.ty).unwrap_or(0);
                    let (from, to) = match f.bits {
                        Some(b) => (b.offset, b.offset + u64::from(b.width)),
                        None => (f.offset * 8, (f.offset + own) * 8),
                    };
                    let outside = to <= unit_start * 8 || from >= (unit_start + size) * 8;
                    outside || f.bits.is_some() && own == size
                })
        });
        let (first, width) = if fits && free {
            (unit_start, size)
        } else {
            let first = bits.offset / 8;
            let last = (bits.offset + u64::from(bits.width) - 1) / 8;
            (first, last - first + 1)
        };
        let unit = IntTy::unsigned(width as u32 * 8);
        let address = self.m.offset_by(start, i128::from(first));
        let access = self.raw_access(width as u32, ty, field);
        if let Some((record, _)) = field {
            self.m.inside.insert(address, (record, first));
        }
        let is_bool = matches!(self.c.types.get(ty), Type::Bool);
        let ty = if is_bool { IntTy::unsigned(8) } else { declared };
        let shift = (bits.offset - first * 8) as u32;
        Lvalue::Bits { access, unit, address, shift, width: bits.width, ty }
    }

    /// The value in an object that may be read.
    pub fn read(&mut self, lvalue: &Lvalue) -> TermId {
        match *lvalue {
            Lvalue::Var(var) => self.guard_read(var),
            Lvalue::Memory { address, ty, .. } => {
                self.guard_scalar(address, self.ity_or_int(ty).width);
            }
            Lvalue::Bits { address, unit, .. } => self.guard_scalar(address, unit.width),
            Lvalue::Nothing(_) => {}
        }
        self.content(lvalue)
    }

    /// The value in an object.
    pub fn content(&mut self, lvalue: &Lvalue) -> TermId {
        match *lvalue {
            Lvalue::Var(var) => self.m.var(var),
            Lvalue::Memory { address, ty, field } => {
                let access = self.access(ty, field);
                let int = self.ity_or_int(ty);
                let value = self.m.push(TermKind::Load(access, address), int);
                match self.c.types.get(ty) {
                    // Memory from outside may hold any byte, but no `_Bool` is anything but 0 and 1.
                    Type::Bool => {
                        let truth = self.m.is_true(value);
                        self.m.truth_as(truth, int)
                    }
                    _ => value,
                }
            }
            Lvalue::Bits { access, unit, address, shift, width, ty } => {
                let whole = self.m.push(TermKind::Load(access, address), unit);
                let by = self.m.int(i128::from(shift), unit);
                let value = self.m.binary(BinOp::Shr, whole, by);
                let ones = if width >= 128 { -1 } else { (1i128 << width) - 1 };
                let mask = self.m.int(ones, unit);
                let value = self.m.binary(BinOp::And, value, mask);
                if !ty.signed {
                    return self.m.cast(value, ty);
                }
                // The sign: flip the highest bit, subtract it.
                let sign = self.m.int(1i128 << (width - 1), unit);
                let value = self.m.binary(BinOp::Xor, value, sign);
                let value = self.m.binary(BinOp::Sub, value, sign);
                let value = self.m.cast(value, IntTy { signed: true, ..unit });
                self.m.cast(value, ty)
            }
            Lvalue::Nothing(ty) => self.any(ty),
        }
    }

    /// Stores a value of the object's type.
    pub fn write(&mut self, lvalue: &Lvalue, value: TermId) {
        match *lvalue {
            Lvalue::Var(var) => {
                let ty = self.m.vars[var.index()].ty;
                let value = self.m.cast(value, ty);
                self.emit(StmtKind::Assign(var, value));
                self.is_set(var);
            }
            Lvalue::Memory { address, ty, field } => {
                self.guard_scalar(address, self.ity_or_int(ty).width);
                let access = self.access(ty, field);
                let ty = self.ity_or_int(ty);
                let value = self.m.cast(value, ty);
                self.emit(StmtKind::Store(access, address, value));
            }
            Lvalue::Bits { access, unit, address, shift, width, .. } => {
                self.guard_scalar(address, unit.width);
                let ones = if width >= 128 { -1 } else { (1i128 << width) - 1 };
                let old = self.m.push(TermKind::Load(access, address), unit);
                let hole = self.m.int(!(ones << shift), unit);
                let old = self.m.binary(BinOp::And, old, hole);
                let mask = self.m.int(ones, unit);
                let new = self.m.cast(value, unit);
                let new = self.m.binary(BinOp::And, new, mask);
                let by = self.m.int(i128::from(shift), unit);
                let new = self.m.binary(BinOp::Shl, new, by);
                // No bit is in both, and sums are exact in every encoding.
                let both = self.m.binary(BinOp::Add, old, new);
                self.emit(StmtKind::Store(access, address, both));
            }
            Lvalue::Nothing(_) => {}
        }
    }

    /// The address of an lvalue that is in memory, or of a record value.
    pub fn address(&mut self, e: ExprId) -> TermId {
        let pointer = self.m.pointer_ty();
        let expr = self.c.expr(e);
        match &expr.kind {
            ExprKind::Var(id) => match self.home(*id) {
                Home::Fixed(object) => self.m.push(TermKind::Address(object), pointer),
                Home::Dynamic(var, _) => self.m.var(var),
                Home::Scalar(_) => {
                    self.unsupported("the address of a variable without one");
                    self.any(pointer)
                }
            },
            ExprKind::Global(id) => match self.global_home(*id) {
                Home::Fixed(object) => self.m.push(TermKind::Address(object), pointer),
                _ => {
                    self.unsupported("the address of a variable without one");
                    self.any(pointer)
                }
            },
            ExprKind::Str(id) => {
                let object = self.string_object(*id);
                self.m.push(TermKind::Address(object), pointer)
            }
            ExprKind::Function(id) => self.function_address(*id),
            ExprKind::Deref(p) => match &self.c.expr(*p).kind {
                // Whether it is near is asked when it is used as a pointer.
                ExprKind::PointerOffset { pointer, offset, negative } => {
                    let ty = self.type_of(*p);
                    let (start, by) = self.in_order(*p, |this| this.operands(*pointer, *offset));
                    let element = self.pointer_offset(ty, start, by, *negative);
                    if let Some(member) = self.member_array(*pointer) {
                        self.m.inside.insert(element, member);
                    }
                    element
                }
                _ => self.value(*p),
            },
            ExprKind::Member(base, n) => {
                let Some(record) = self.c.types.record_of(self.type_of(*base)) else {
                    return self.any(pointer);
                };
                let offset = self.c.types.record(record).fields.get(*n as usize);
                let offset = offset.map_or(0, |f| f.offset);
                let base = self.address(*base);
                self.m.offset_by(base, i128::from(offset))
            }
            ExprKind::CompoundLiteral(var, init) => {
                self.declare(*var, Some(init));
                match self.home(*var) {
                    Home::Fixed(object) => self.m.push(TermKind::Address(object), pointer),
                    Home::Dynamic(var, _) => self.m.var(var),
                    // A scalar compound literal whose address is not taken.
                    Home::Scalar(_) => {
                        self.unsupported("the address of a compound literal");
                        self.any(pointer)
                    }
                }
            }
            _ if self.is_record(expr.ty) => self.record(e),
            ExprKind::Comma(a, b) => {
                self.effect(*a);
                self.address(*b)
            }
            _ => {
                self.unsupported("an object that was not understood");
                self.any(pointer)
            }
        }
    }

    /// The same pointer, as one to the first element of an array of this type. Arrays of
    /// arrays count as one array of the innermost elements.
    pub fn array_pointer(&mut self, address: TermId, ty: TypeId) -> TermId {
        let mut element = ty;
        while let Some(inner) = self.c.types.element(element) {
            element = inner;
        }
        let (size, stride) = (self.c.types.size_of(ty), self.c.types.size_of(element));
        let (Some(size), Some(stride)) = (size, stride) else { return address };
        if size == 0 || stride == 0 {
            return address;
        }
        let pointer = self.m.pointer_ty();
        self.m.push(TermKind::Array { pointer: address, size, stride }, pointer)
    }

    /// Is it a member that is as long as there is memory: the last one, `[]` or `[1]`?
    pub fn is_open_array(&self, e: ExprId) -> bool {
        crate::regions::is_open_array(self.c, self.type_of(e)) && self.is_last_member(e, true)
    }

    fn is_last_member(&self, e: ExprId, first: bool) -> bool {
        match self.c.expr(e).kind {
            ExprKind::Member(base, n) => {
                let Some(id) = self.c.types.record_of(self.type_of(base)) else { return false };
                let record = self.c.types.record(id);
                let is_union = record.kind == lariat_c::RecordKind::Union;
                let last = is_union || n as usize + 1 == record.fields.len();
                last && self.is_last_member(base, false)
            }
            _ => !first,
        }
    }

    /// The same pointer, as one to the first element of an array of unknown length.
    pub fn open_array_pointer(&mut self, address: TermId, ty: TypeId) -> TermId {
        let mut element = ty;
        while let Some(inner) = self.c.types.element(element) {
            element = inner;
        }
        let Some(stride) = self.c.types.size_of(element).filter(|&s| s > 0) else { return address };
        let pointer = self.m.pointer_ty();
        let size = crate::regions::OPEN as u64;
        self.m.push(TermKind::Array { pointer: address, size, stride }, pointer)
    }

    /// The record of an array in a record, and how far into it the array starts.
    fn member_array(&self, pointer: ExprId) -> Option<(RecordId, u64)> {
        let ExprKind::Decay(array) = self.c.expr(pointer).kind else { return None };
        let ExprKind::Member(base, n) = self.c.expr(array).kind else { return None };
        let record = self.c.types.record_of(self.type_of(base))?;
        let field = self.c.types.record(record).fields.get(n as usize)?;
        Some((record, field.offset))
    }
}
