//! The macros of glibc's `<ctype.h>`: `(*__ctype_b_loc())[c]` reads a table of the library.
//!
//! The table itself would be hundreds of stores; what is in it is computed by a model. Other uses of these functions
//! are unsupported.

use super::Lowering;
use crate::checks::Check;
use crate::ir::*;
use lariat_c::{ExprId, ExprKind};

/// Functions that return the address of a pointer into a table, and the models of an element.
const TABLES: [(&str, &str); 3] = [
    ("__ctype_b_loc", "__lariat_ctype_b"),
    ("__ctype_toupper_loc", "__lariat_ctype_toupper"),
    ("__ctype_tolower_loc", "__lariat_ctype_tolower"),
];

/// Indices that the tables have.
const INDICES: (i128, i128) = (-128, 255);

/// Is it one of the functions that find the tables?
pub(super) fn finds_table(name: &str) -> bool {
    TABLES.iter().any(|(known, _)| *known == name)
}

impl Lowering<'_> {
    /// The value of an element of such a table; `None` if the lvalue is something else.
    pub fn table_of_characters(&mut self, lvalue: ExprId) -> Option<TermId> {
        let c = self.c;
        let ExprKind::Deref(element) = c.expr(lvalue).kind else { return None };
        let ExprKind::PointerOffset { pointer, offset, negative: false } = c.expr(element).kind
        else {
            return None;
        };
        let ExprKind::Load(of) = c.expr(pointer).kind else { return None };
        let ExprKind::Deref(call) = c.expr(of).kind else { return None };
        let ExprKind::Call(callee, _) = c.expr(call).kind else { return None };
        let f = c.direct_callee(callee).filter(|&f| c.function(f).body.is_none())?;
        let name = c.name(c.function(f).name);
        let &(_, model) = TABLES.iter().find(|(known, _)| *known == name)?;
        let index = self.value(offset);
        let index = self.save(index);
        let ty = self.m.ty(index);
        let (low, high) = (self.m.int(INDICES.0, ty), self.m.int(INDICES.1, ty));
        let above = match ty.signed {
            true => self.m.compare(CmpOp::Le, low, index),
            false => self.m.truth(true),
        };
        let below = self.m.compare(CmpOp::Le, index, high);
        let inside = self.m.and(above, below);
        self.require(Check::Bounds, inside, || "a character outside of -128 to 255".into());
        let index = self.m.cast(index, IntTy::INT);
        let value = self.model(model, &[index])?;
        let ty = self.ity_or_int(self.type_of(lvalue));
        Some(self.m.cast(value, ty))
    }
}
