//! Initialisers, which the front end has flattened.

use super::Lowering;
use super::lvalue::Lvalue;
use crate::ir::*;
use lariat_c::{Init, InitEntry, InitValue, PathStep, StringId, Type, TypeId};

impl Lowering<'_> {
    /// The value of a scalar entry.
    pub fn init_value(&mut self, entry: &InitEntry) -> TermId {
        let ty = self.ity_or_int(entry.ty);
        match entry.value {
            InitValue::Expr(e) => {
                self.frame.place = entry.place;
                self.value(e)
            }
            _ => self.m.int(0, ty),
        }
    }

    /// Initialises the object at an address.
    pub fn initialise(&mut self, address: TermId, ty: TypeId, init: &Init) {
        if let (Some(_), Some(entry)) = (self.ity(ty), init.entries.first())
            && init.entries.len() == 1
            && entry.path.is_empty()
        {
            let value = self.init_value(entry);
            let access = self.access(ty, None);
            return self.emit(StmtKind::Store(access, address, value));
        }
        if init.zero_rest {
            self.zero(address, ty);
        }
        for entry in &init.entries {
            let mut range = None;
            for step in &entry.path {
                if let PathStep::Range(from, to) = step {
                    range = Some(to.saturating_sub(*from) + 1);
                }
            }
            let step = self.c.types.size_of(entry.ty).unwrap_or(0);
            // The value for a range is evaluated once.
            let shared = match entry.value {
                InitValue::Expr(e) if range.is_some() && self.evaluated(e).is_none() => Some(e),
                _ => None,
            };
            if let Some(e) = shared {
                let record = self.is_record(entry.ty);
                let value = if record { self.record(e) } else { self.value(e) };
                let value = self.save(value);
                self.frame.evaluated.insert(e, Some(value));
            }
            for i in 0..range.unwrap_or(1) {
                self.init_entry(address, ty, entry, i * step, init.zero_rest);
            }
            if let Some(e) = shared {
                self.frame.evaluated.remove(&e);
            }
        }
    }

    fn init_entry(
        &mut self,
        base: TermId,
        ty: TypeId,
        entry: &InitEntry,
        shift: u64,
        zeroed: bool,
    ) {
        let at = self.path_address(base, ty, entry, shift);
        match entry.value {
            InitValue::Zero if zeroed && entry.bits.is_none() => self.zero(at, entry.ty),
            InitValue::Zero if self.ity(entry.ty).is_none() => self.zero(at, entry.ty),
            InitValue::Str(id) => {
                let size = self.c.types.size_of(entry.ty);
                self.store_string(at, id, size);
            }
            InitValue::Expr(e) if self.is_record(entry.ty) => {
                self.frame.place = entry.place;
                let from = self.record(e);
                self.copy_record(at, from, entry.ty);
            }
            InitValue::Expr(_) | InitValue::Zero => {
                let value = self.init_value(entry);
                let field = self.field_of_path(ty, &entry.path);
                let lvalue = match entry.bits {
                    Some(bits) => {
                        // Bits count from the start of the innermost record.
                        let record = entry.offset + shift - bits.offset / 8;
                        let start = self.m.offset_by(base, i128::from(record));
                        self.bit_field(start, field, bits, entry.ty)
                    }
                    None => Lvalue::Memory { address: at, ty: entry.ty, field },
                };
                self.write(&lvalue, value);
            }
        }
    }

    /// The address of a part, by way of the arrays around it.
    fn path_address(&mut self, base: TermId, ty: TypeId, entry: &InitEntry, shift: u64) -> TermId {
        let (mut at, mut ty) = (base, ty);
        let mut offset = 0;
        for step in &entry.path {
            match (*step, self.c.types.get(ty).clone()) {
                (PathStep::Field(n), Type::Record(id)) => {
                    let Some(field) = self.c.types.record(id).fields.get(n as usize) else { break };
                    at = self.m.offset_by(at, i128::from(field.offset));
                    offset += field.offset;
                    ty = field.ty;
                }
                (PathStep::Index(i) | PathStep::Range(i, _), Type::Array(element, _)) => {
                    at = self.array_pointer(at, ty);
                    let size = self.c.types.size_of(element).unwrap_or(0);
                    at = self.m.offset_by(at, i128::from(i * size));
                    offset += i * size;
                    ty = element;
                }
                _ => break,
            }
        }
        // What the path does not say (it should say all).
        let rest = i128::from(entry.offset) - i128::from(offset) + i128::from(shift);
        self.m.offset_by(at, rest)
    }

    fn field_of_path(&self, ty: TypeId, path: &[PathStep]) -> Option<(lariat_c::RecordId, u32)> {
        let mut ty = ty;
        let mut last = None;
        for step in path {
            match (*step, self.c.types.get(ty)) {
                (PathStep::Field(n), Type::Record(id)) => {
                    last = Some((*id, n));
                    ty = self.c.types.record(*id).fields.get(n as usize)?.ty;
                }
                (_, Type::Array(element, _)) => ty = *element,
                _ => return None,
            }
        }
        last
    }

    /// Zeros for an object of a type.
    pub fn zero(&mut self, address: TermId, ty: TypeId) {
        if let Some(int) = self.ity(ty) {
            let zero = self.m.int(0, int);
            let access = self.access(ty, None);
            return self.emit(StmtKind::Store(access, address, zero));
        }
        let size = self.c.types.size_of(ty).unwrap_or(0);
        if size == 0 {
            return;
        }
        let access = self.raw_access(0, ty, None);
        let zero = self.m.int(0, IntTy::unsigned(8));
        let size = self.m.address(i128::from(size));
        self.emit(StmtKind::Fill(access, address, zero, size));
    }

    /// The characters of a string, cut off or filled up to a size.
    pub fn store_string(&mut self, address: TermId, id: StringId, size: Option<u64>) {
        let c = self.c;
        let literal = c.string(id);
        let element = literal.element;
        let Some(ty) = self.ity(element) else { return };
        let unit = u64::from(ty.width / 8);
        let count = size.map_or(literal.units.len() as u64, |s| s / unit.max(1));
        let bytes = count * unit;
        let array = TermKind::Array { pointer: address, size: bytes, stride: unit };
        let pointer = self.m.pointer_ty();
        let array = self.m.push(array, pointer);
        for i in 0..count {
            let value = literal.units.get(i as usize).copied().unwrap_or(0);
            let at = self.m.offset_by(array, i128::from(i * unit));
            let value = self.m.int(i128::from(value), ty);
            let access = self.access(element, None);
            self.emit(StmtKind::Store(access, at, value));
        }
    }
}
