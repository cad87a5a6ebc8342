//! Bit-fields wider than `int`, as gcc has them: such a field is a type of its own whose
//! precision is its width, and what is computed in that type wraps at that precision
//! (`s.b << 32` of a field of 40 bits keeps 8 bits of `b`). C leaves the type of these
//! fields to the implementation.
//!
//! The tree has no such types. A value of one has the declared type, is in the range of its
//! precision, and is known here by its expression.

use super::Unit;
use crate::program::ExprId;
use crate::source::Place;
use crate::tree::*;
use crate::types::{IntKind, TypeId};

impl Unit<'_> {
    /// The precision in bits of a value whose type is that of a field wider than `int`.
    fn wide_precision(&self, e: ExprId) -> Option<u32> {
        if let Some(&(bits, _)) = self.wide.get(&e) {
            return Some(bits);
        }
        let types = &self.p.types;
        let width = types.width_of(types.int_kind(self.ty(e).unqualified())?);
        self.bit_width_of(e).filter(|&bits| bits > types.width_of(IntKind::Int) && bits < width)
    }

    /// The precision in which an operator on these values computes, and the declared type,
    /// if it is that of a field wider than `int`. As in gcc the greater precision wins; of two
    /// that are equal, the unsigned one.
    pub(super) fn wide_common(&self, a: ExprId, b: ExprId) -> Option<(u32, TypeId)> {
        let wide = (self.wide_precision(a), self.wide_precision(b));
        if wide == (None, None) {
            return None;
        }
        let types = &self.p.types;
        let of = |e: ExprId, wide: Option<u32>| {
            let kind = types.int_kind(self.ty(e).unqualified())?;
            Some((wide.unwrap_or(types.width_of(kind)), !kind.is_signed(), kind.type_id()))
        };
        let (x, y) = (of(a, wide.0)?, of(b, wide.1)?);
        let (bits, _, ty) = if (x.0, x.1) >= (y.0, y.1) { x } else { y };
        Some((bits, ty))
    }

    /// An operation as it was before its value was wrapped.
    pub(super) fn unwrapped(&self, e: ExprId) -> ExprId {
        self.wide.get(&e).map_or(e, |&(_, operation)| operation)
    }

    /// Are these operands of a division that computes in the precision of the right one?
    pub(super) fn divides_wide(&self, op: BinaryOp, left: ExprId, right: ExprId) -> bool {
        matches!(op, BinaryOp::Divide | BinaryOp::Remainder)
            && self.wide_precision(right).is_some()
            && self.wide_precision(left).is_none()
    }

    /// Notes that a value is in the range of a precision.
    pub(super) fn in_range(&mut self, e: ExprId, bits: u32) {
        let types = &self.p.types;
        if types.int_kind(self.ty(e).unqualified()).is_some_and(|k| bits < types.width_of(k)) {
            self.wide.insert(e, (bits, e));
        }
    }

    /// The value of an operation, in the precision in which it computes if that is below its type's.
    pub(super) fn in_precision(
        &mut self,
        e: ExprId,
        precision: Option<(u32, TypeId)>,
        place: Place,
    ) -> ExprId {
        precision.map_or(e, |(bits, _)| self.wide_result(e, bits, place))
    }

    /// The value, wrapped at a precision below its type's.
    pub(super) fn wide_result(&mut self, e: ExprId, bits: u32, place: Place) -> ExprId {
        let ty = self.ty(e).unqualified();
        if self.wide_precision(e).is_some_and(|known| known <= bits) {
            return e;
        }
        let types = &self.p.types;
        let Some(kind) = types.int_kind(ty) else { return e };
        let width = types.width_of(kind);
        if bits >= width {
            return e;
        }
        let unsigned = kind.to_unsigned().type_id();
        let narrowed = if kind.is_signed() {
            let shift = self.int(i128::from(width - bits), TypeId::INT, place);
            let pattern = self.convert(e, unsigned);
            let up = ExprKind::Binary(BinaryOp::ShiftLeft, pattern, shift);
            let up = self.expr(up, unsigned, place);
            let up = self.convert(up, ty);
            self.expr(ExprKind::Binary(BinaryOp::ShiftRight, up, shift), ty, place)
        } else {
            let mask = self.int((1 << bits) - 1, ty, place);
            self.expr(ExprKind::Binary(BinaryOp::And, e, mask), ty, place)
        };
        self.wide.insert(narrowed, (bits, e));
        narrowed
    }
}
