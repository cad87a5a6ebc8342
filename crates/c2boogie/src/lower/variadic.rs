//! Functions with more arguments than parameters: the caller puts the others into a new object,
//! one after the other in slots of 16 bytes, and passes its address. A `va_list` holds the address
//! of the next slot: in its third field where it is a record (LP64), or as it is (ILP32).

use super::Lowering;
use super::lvalue::Lvalue;
use crate::ir::*;
use crate::symbols::Thing;
use lariat_c::{ExprId, FunctionId, TypeId};

/// Every scalar fits.
const SLOT: u64 = 16;

/// The field of a `va_list` that holds the address.
const NEXT: u32 = 2;

impl Lowering<'_> {
    /// Is it a function of ours that takes any number of arguments?
    pub fn is_variadic(&self, f: FunctionId) -> bool {
        let f = self.c.function(f);
        f.body.is_some() && self.c.types.function(f.ty).is_some_and(|t| t.variadic)
    }

    fn slots(&self, ty: TypeId) -> u64 {
        self.c.types.size_of(ty).unwrap_or(SLOT).max(1).div_ceil(SLOT) * SLOT
    }

    /// The object with the arguments that have no parameter; its address.
    pub fn more_arguments(&mut self, values: &[TermId], types: &[TypeId]) -> TermId {
        let size: u64 = types.iter().map(|&ty| self.slots(ty)).sum();
        let size = self.m.address(i128::from(size.max(SLOT)));
        let start = self.allocate("variable arguments", size, Thing::Temporary);
        let mut at = 0;
        for (&value, &ty) in values.iter().zip(types) {
            let address = self.m.offset_by(start, i128::from(at));
            if self.is_record(ty) {
                self.copy_record(address, value, ty);
            } else {
                let int = self.ity_or_int(ty);
                let access = self.access(ty, None);
                let value = self.m.cast(value, int);
                self.emit(StmtKind::Store(access, address, value));
            }
            at += self.slots(ty);
        }
        start
    }

    /// Where a `va_list` has the address of the next argument.
    fn next_argument(&mut self, list: ExprId) -> Lvalue {
        let ty = self.type_of(list);
        let record = self.c.types.pointee(ty).and_then(|t| self.c.types.record_of(t));
        let field = record.and_then(|r| self.c.types.record(r).fields.get(NEXT as usize));
        match (record, field) {
            (Some(record), Some(field)) => {
                let start = self.value(list);
                let address = self.m.offset_by(start, i128::from(field.offset));
                Lvalue::Memory { address, ty: field.ty, field: Some((record, NEXT)) }
            }
            _ => self.lvalue(list),
        }
    }

    /// `va_start`, `va_copy`, `va_end`
    pub fn variable_list(&mut self, name: &str, args: &[ExprId]) {
        let Some(&list) = args.first() else { return };
        if name.ends_with("va_end") {
            return self.effect(list);
        }
        let from = match (args.get(1), self.frame.more) {
            (Some(&other), _) if name.ends_with("va_copy") => {
                let other = self.next_argument(other);
                let next = self.read(&other);
                self.save(next)
            }
            (_, Some(more)) => self.m.var(more),
            _ => return self.unsupported("va_start outside of a function with `...`"),
        };
        let list = self.next_argument(list);
        self.write(&list, from);
    }

    /// The address of the next argument, and one step on.
    pub fn take_argument(&mut self, list: ExprId, ty: TypeId) -> TermId {
        let list = self.next_argument(list);
        let next = self.read(&list);
        let next = self.save(next);
        let after = self.m.offset_by(next, i128::from(self.slots(ty)));
        self.write(&list, after);
        next
    }
}
