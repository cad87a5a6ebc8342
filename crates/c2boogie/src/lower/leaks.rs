//! Memory that is not freed when the program ends, and whether a pointer to it is left.
//!
//! What is not freed is counted. If no global variable points to memory then, all that was not
//! freed is lost; if one does, we do not follow it, and the verdict is unknown.

use super::{Home, Lowering};
use crate::checks::Check;
use crate::ir::*;
use lariat_c::{GlobalId, Type, TypeId};

/// Cells of a global variable that are looked at for pointers to memory that was not freed.
const CELLS: usize = 256;

impl Lowering<'_> {
    /// The program ends: by the end of `main`, or by `exit` with its functions still active.
    pub fn the_end(&mut self, of_main: bool) {
        let Some(unfreed) = self.unfreed else { return };
        let (count, zero) = (self.m.var(unfreed), self.m.address(0));
        let clean = self.m.compare(CmpOp::Eq, count, zero);
        self.require(Check::Leak, clean, || "memory never freed at exit".into());
        if !self.wants(Check::Lost) {
            return;
        }
        if of_main {
            let reachable = self.globals_hold_memory();
            let tracked = self.m.or(clean, reachable);
            let what = "memory that was not freed is lost: no pointer to it is left";
            self.require(Check::Lost, tracked, || what.into());
        }
        self.supported(clean, "memory that was not freed, and to which a pointer may be left");
    }

    /// Does a global variable point to memory that was not freed?
    fn globals_hold_memory(&mut self) -> TermId {
        let mut globals: Vec<(GlobalId, Home)> =
            self.globals.iter().map(|(&id, &home)| (id, home)).collect();
        globals.sort_by_key(|(id, _)| id.0);
        let pointer = self.m.pointer_ty();
        let mut any = self.m.truth(false);
        for (id, home) in globals {
            let mut cells = Vec::new();
            match home {
                Home::Scalar(var) => cells.push(self.m.var(var)),
                Home::Fixed(object) => {
                    let base = self.m.push(TermKind::Address(object), pointer);
                    let mut leaves = Vec::new();
                    if !self.leaves(self.c.global(id).ty, 0, &mut leaves) {
                        return self.m.truth(true);
                    }
                    for (at, ty) in leaves {
                        let at = self.m.offset_by(base, i128::from(at));
                        let access = self.access(ty, None);
                        let ty = self.ity_or_int(ty);
                        cells.push(self.m.push(TermKind::Load(access, at), ty));
                    }
                }
                Home::Dynamic(..) => {}
            }
            for cell in cells {
                if self.m.ty(cell).width < pointer.width {
                    continue;
                }
                let cell = self.m.cast(cell, pointer);
                let heap = self.is_heap(cell);
                any = self.m.or(any, heap);
            }
        }
        any
    }

    /// May an object of this type hold pointers?
    pub fn holds_pointers(&self, ty: TypeId) -> bool {
        match self.c.types.get(ty) {
            Type::Record(id) => {
                self.c.types.record(*id).fields.iter().any(|f| self.holds_pointers(f.ty))
            }
            Type::Array(element, _) => self.holds_pointers(*element),
            Type::Pointer(_) => true,
            _ => false,
        }
    }

    /// The scalars of an object that are wide enough for pointers; false if there are too many.
    fn leaves(&self, ty: TypeId, at: u64, out: &mut Vec<(u64, TypeId)>) -> bool {
        if out.len() > CELLS {
            return false;
        }
        match self.c.types.get(ty) {
            Type::Record(id) => {
                let fields = &self.c.types.record(*id).fields;
                fields.iter().all(|f| f.bits.is_some() || self.leaves(f.ty, at + f.offset, out))
            }
            Type::Array(element, lariat_c::ArrayLength::Fixed(n)) => {
                let size = self.c.types.size_of(*element).unwrap_or(0);
                let before = out.len();
                (0..*n).all(|i| {
                    // Elements without pointers need not be counted.
                    i > 0 && out.len() == before || self.leaves(*element, at + i * size, out)
                })
            }
            _ => {
                let wide = self.ity(ty).is_some_and(|int| int.width >= self.m.pointer_width);
                if wide && !self.c.types.is_float(ty) {
                    out.push((at, ty));
                }
                true
            }
        }
    }
}
