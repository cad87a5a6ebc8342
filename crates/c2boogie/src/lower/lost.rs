//! Functions whose addresses lose their type on the way.
//!
//! By the rules of C a pointer to functions of one type comes to be used as one of another type
//! only where it is converted, alone or in a union. Functions of a type that is never converted
//! are called through pointers of that type, and no others.

use super::Lowering;
use lariat_c::{BinaryOp, CastKind, ExprKind, FunctionId, RecordKind, TypeId};
use rustc_hash::FxHashSet;

impl Lowering<'_> {
    /// Can a pointer of another type come to point to this function?
    pub fn loses_its_type(&mut self, f: FunctionId) -> bool {
        if self.lost.is_none() {
            self.lost = Some(self.find_lost());
        }
        self.lost.as_ref().is_none_or(|lost| lost[f.index()])
    }

    fn find_lost(&self) -> Vec<bool> {
        let lost = self.converted_function_types();
        let is_lost = |ty: TypeId| lost.iter().any(|&l| l == ty || self.are_alike(l, ty, false));
        self.c.functions.iter().map(|f| f.address_taken && is_lost(f.ty)).collect()
    }

    /// The types of functions to which a pointer is converted to something else.
    fn converted_function_types(&self) -> FxHashSet<TypeId> {
        let c = self.c;
        let mut compared = FxHashSet::default();
        for expr in &c.exprs {
            use BinaryOp::*;
            if let ExprKind::Binary(
                Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual,
                a,
                b,
            ) = expr.kind
            {
                compared.extend([a, b]);
            }
        }
        let mut lost = FxHashSet::default();
        for (i, expr) in c.exprs.iter().enumerate() {
            let ExprKind::Cast(CastKind::PointerToPointer | CastKind::PointerToInt, a) = expr.kind
            else {
                continue;
            };
            let Some((from, depth)) = self.function_behind(self.type_of(a)) else { continue };
            let same = self
                .function_behind(expr.ty)
                .is_some_and(|(to, d)| d == depth && self.are_alike(from, to, true));
            if !same && !compared.contains(&lariat_c::ExprId(i as u32)) {
                lost.insert(from);
            }
        }
        for (_, record) in c.types.records().filter(|(_, r)| r.kind == RecordKind::Union) {
            if record.fields.len() > 1 {
                let fields = record.fields.iter().filter_map(|f| self.function_behind(f.ty));
                lost.extend(fields.filter(|(_, depth)| *depth == 1).map(|(ty, _)| ty));
            }
        }
        lost
    }

    /// The function type that a pointer, or a pointer to such a pointer, points to.
    fn function_behind(&self, ty: TypeId) -> Option<(TypeId, u32)> {
        let types = &self.c.types;
        let first = types.pointee(ty)?.unqualified();
        if types.function(first).is_some() {
            return Some((first, 1));
        }
        let second = types.pointee(first)?.unqualified();
        types.function(second).map(|_| (second, 2))
    }

    /// Do two function types take and return the same? Without a prototype that is not known.
    fn are_alike(&self, a: TypeId, b: TypeId, if_not_known: bool) -> bool {
        let (Some(x), Some(y)) = (self.c.types.function(a), self.c.types.function(b)) else {
            return false;
        };
        if a == b {
            return true;
        }
        if !x.prototyped || !y.prototyped {
            return !if_not_known;
        }
        self.call_fits(x, y, x.params.len()) && self.call_fits(y, x, y.params.len())
    }
}
