//! Variables that pointers from outside may point to though the program never takes their address.
//!
//! A variable with external linkage has a name outside: whoever calls the entry, or what a function without a body
//! returns, may have its address. If the program gets pointers of its type from there, the variable lives in memory.

use super::Lowering;
use lariat_c::{ExprKind, GlobalId, Linkage, Type, TypeId};

impl Lowering<'_> {
    /// Can a pointer from outside point to this variable?
    pub fn outside_may_point_to(&mut self, id: GlobalId) -> bool {
        let global = self.c.global(id);
        if global.linkage != Linkage::External || global.ty.is_const() || !self.options.env_alias {
            return false;
        }
        if self.outside_pointees.is_none() {
            self.outside_pointees = Some(self.pointees_from_outside());
        }
        let (kind, size) = (self.kind(global.ty), self.c.types.size_of(global.ty));
        let known = self.outside_pointees.iter().flatten();
        known.into_iter().any(|&ty| self.kind(ty) == kind && self.c.types.size_of(ty) == size)
    }

    /// What kind of scalar a type is.
    fn kind(&self, ty: TypeId) -> u8 {
        match self.c.types.get(ty) {
            Type::Pointer(_) => 0,
            Type::Float(_) => 1,
            _ => 2,
        }
    }

    /// The types that pointers from outside say they point to.
    fn pointees_from_outside(&self) -> Vec<TypeId> {
        let c = self.c;
        let mut pointers: Vec<TypeId> = Vec::new();
        if let Some(entry) = self.entry.filter(|_| self.options.entry.is_some()) {
            pointers.extend(c.function(entry).params.iter().map(|&p| c.var(p).ty));
        }
        for expr in &c.exprs {
            let ExprKind::Function(f) = expr.kind else { continue };
            let function = c.function(f);
            let outside = function.body.is_none() && !super::is_library(c.name(function.name));
            if let (true, Some(ty)) = (outside, c.types.function(function.ty)) {
                pointers.push(ty.result);
            }
        }
        pointers.extend(c.globals.iter().filter(|g| !g.defined).map(|g| g.ty));
        let mut pointees: Vec<TypeId> =
            pointers.into_iter().filter_map(|ty| c.types.pointee(ty)).collect();
        pointees.retain(|&ty| c.types.is_scalar(ty));
        pointees
    }
}
