//! The typing of operators: operands are converted, the node is built.

use super::Unit;
use crate::constant::is_comparison;
use crate::program::*;
use crate::source::Place;
use crate::token::T;
use crate::tree::*;
use crate::types::{Type, TypeId};

impl Unit<'_> {
    pub(super) fn binary_operator(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        place: Place,
    ) -> ExprId {
        let (a, b) = (self.value(left), self.value(right));
        let (ta, tb) = (self.ty(a), self.ty(b));
        if self.is_error_type(ta) || self.is_error_type(tb) {
            return self.error_expr(place);
        }
        if let Some(e) = self.lane_operator(op, a, b, place) {
            return e;
        }
        let types = &self.p.types;
        let arithmetic = types.is_arithmetic(ta) && types.is_arithmetic(tb);
        let integers = types.is_integer(ta) && types.is_integer(tb);
        let pointers = (types.is_pointer(ta), types.is_pointer(tb));
        use BinaryOp::*;
        match op {
            ShiftLeft | ShiftRight if integers => {
                let (a, b) = (self.promote(a), self.promote(b));
                let ty = self.ty(a);
                let wide = self.wide_common(a, a);
                let e = self.expr(ExprKind::Binary(op, a, b), ty, place);
                return self.in_precision(e, wide, place);
            }
            Remainder | And | Xor | Or if integers => return self.arithmetic(op, a, b, place),
            Multiply | Divide | Add | Subtract if arithmetic => {
                return self.arithmetic(op, a, b, place);
            }
            Add if pointers.0 && types.is_integer(tb) => {
                return self.pointer_offset(a, b, false, place);
            }
            Add if pointers.1 && types.is_integer(ta) => {
                return self.pointer_offset(b, a, false, place);
            }
            Subtract if pointers.0 && types.is_integer(tb) => {
                return self.pointer_offset(a, b, true, place);
            }
            Subtract if pointers == (true, true) => {
                let ty = types.model.ptrdiff_type();
                let b = self.convert(b, ta);
                return self.expr(ExprKind::PointerDifference(a, b), ty, place);
            }
            _ if is_comparison(op) && arithmetic => {
                let (a, b, _) = self.usual(a, b);
                return self.expr(ExprKind::Binary(op, a, b), TypeId::INT, place);
            }
            _ if is_comparison(op)
                && (pointers.0 || pointers.1)
                && types.is_scalar(ta)
                && types.is_scalar(tb) =>
            {
                return self.compare_pointers(op, a, b, place);
            }
            _ => {}
        }
        let message = format!("operator does not apply to {} and {}", self.show(ta), self.show(tb));
        self.type_error(place, message)
    }

    fn arithmetic(&mut self, op: BinaryOp, a: ExprId, b: ExprId, place: Place) -> ExprId {
        let wide = self.wide_common(a, b);
        let (a, b, ty) = self.usual(a, b);
        let e = self.expr(ExprKind::Binary(op, a, b), ty, place);
        self.in_precision(e, wide, place)
    }

    fn compare_pointers(&mut self, op: BinaryOp, a: ExprId, b: ExprId, place: Place) -> ExprId {
        let (ta, tb) = (self.ty(a), self.ty(b));
        let types = &self.p.types;
        let (pa, pb) = (types.pointee(ta), types.pointee(tb));
        match (pa, pb) {
            (Some(x), Some(y)) => {
                let void = types.is_void(x) || types.is_void(y);
                if !void && !types.compatible_unqualified(x, y) {
                    let message = format!("comparison of {} and {}", self.show(ta), self.show(tb));
                    self.warning("pointers", place, message);
                }
            }
            _ => {
                let other = if pa.is_some() { b } else { a };
                if !self.is_null(other) {
                    self.warning("pointers", place, "comparison of a pointer and an integer");
                }
            }
        }
        let ty = if pa.is_some() { ta } else { tb };
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        self.expr(ExprKind::Binary(op, a, b), TypeId::INT, place)
    }

    pub(super) fn pointer_offset(
        &mut self,
        pointer: ExprId,
        offset: ExprId,
        negative: bool,
        place: Place,
    ) -> ExprId {
        let ty = self.ty(pointer);
        let Some(to) = self.p.types.pointee(ty) else { return self.error_expr(place) };
        if !self.p.types.is_complete(to)
            && !self.p.types.is_void(to)
            && self.p.types.function(to).is_none()
        {
            let message = format!("arithmetic on a pointer to incomplete {}", self.show(to));
            return self.type_error(place, message);
        }
        let offset = self.promote(offset);
        self.expr(ExprKind::PointerOffset { pointer, offset, negative }, ty, place)
    }

    pub(super) fn sign(&mut self, kind: T, e: ExprId, place: Place) -> ExprId {
        let e = self.value(e);
        let ty = self.ty(e);
        if self.is_error_type(ty) {
            return self.error_expr(place);
        }
        if let Some(e) = self.lane_sign(kind, e, place) {
            return e;
        }
        let types = &self.p.types;
        match kind {
            T::Bang if types.is_scalar(ty) => {
                self.expr(ExprKind::Unary(UnaryOp::Not, e), TypeId::INT, place)
            }
            T::Tilde if types.is_integer(ty) => {
                let e = self.promote(e);
                let ty = self.ty(e);
                let wide = self.wide_common(e, e);
                let e = self.expr(ExprKind::Unary(UnaryOp::Complement, e), ty, place);
                self.in_precision(e, wide, place)
            }
            T::Plus | T::Minus if types.is_arithmetic(ty) => {
                let e = if types.is_integer(ty) { self.promote(e) } else { e };
                if kind == T::Plus {
                    return e;
                }
                let ty = self.ty(e);
                let wide = self.wide_common(e, e);
                let e = self.expr(ExprKind::Unary(UnaryOp::Negate, e), ty, place);
                self.in_precision(e, wide, place)
            }
            _ => {
                let message = format!("operator does not apply to {}", self.show(ty));
                self.type_error(place, message)
            }
        }
    }

    pub(super) fn address_of(&mut self, e: ExprId, place: Place) -> ExprId {
        let ty = self.ty(e);
        if self.is_error_type(ty) {
            return self.error_expr(place);
        }
        match *self.kind(e) {
            ExprKind::Deref(pointer) => return pointer,
            ExprKind::Function(_) => return self.value(e),
            _ => {}
        }
        if !self.is_lvalue(e) {
            return self.type_error(place, "only objects and functions have an address");
        }
        if self.bit_width_of(e).is_some() {
            return self.type_error(place, "a bit-field has no address");
        }
        self.mark_address_taken(e);
        let pointer = self.p.types.pointer_to(ty);
        self.expr(ExprKind::AddressOf(e), pointer, place)
    }

    pub(super) fn deref(&mut self, e: ExprId, place: Place) -> ExprId {
        let e = self.value(e);
        let ty = self.ty(e);
        if self.is_error_type(ty) {
            return self.error_expr(place);
        }
        let Some(to) = self.p.types.pointee(ty) else {
            let message = format!("cannot dereference {}", self.show(ty));
            return self.type_error(place, message);
        };
        self.expr(ExprKind::Deref(e), to, place)
    }

    /// Is the expression something to assign to? Reports if not.
    fn modifiable(&mut self, e: ExprId, place: Place) -> bool {
        let ty = self.ty(e);
        if self.is_error_type(ty) {
            return false;
        }
        let array_or_function = matches!(self.p.types.get(ty), Type::Array(..) | Type::Function(_));
        if !self.is_lvalue(e) || array_or_function {
            self.error("type", place, "cannot assign to this expression");
            return false;
        }
        if !self.p.types.is_complete(ty) {
            let message = format!("cannot assign to incomplete type {}", self.show(ty));
            self.error("type", place, message);
            return false;
        }
        true
    }

    /// A pointer behind a cast is an object for Microsoft's compiler: `((T *)p)++` moves `p` by the size of a `T`.
    fn cast_as_lvalue(&mut self, e: ExprId, place: Place) -> ExprId {
        let (ExprKind::Cast(_, inner), true) = (self.kind(e), self.p.types.model.is_microsoft())
        else {
            return e;
        };
        let &ExprKind::Load(object) = self.kind(*inner) else { return e };
        let (from, to) = (self.ty(object), self.ty(e));
        if !self.p.types.is_pointer(from) || !self.p.types.is_pointer(to) {
            return e;
        }
        let address = self.address_of(object, place);
        let pointer = self.p.types.pointer_to(to);
        let address = self.cast(address, pointer, place);
        self.deref(address, place)
    }

    pub(super) fn assign(&mut self, left: ExprId, right: ExprId, place: Place) -> ExprId {
        let left = self.cast_as_lvalue(left, place);
        if !self.modifiable(left, place) {
            return self.error_expr(place);
        }
        let ty = self.ty(left);
        if ty.is_const() {
            self.warning("const", place, "assignment to a const object");
        }
        let right = self.assign_convert(right, ty, "assignment");
        self.expr(ExprKind::Assign(left, right), ty.unqualified(), place)
    }

    pub(super) fn compound_assign(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        right: ExprId,
        place: Place,
    ) -> ExprId {
        let target = self.cast_as_lvalue(target, place);
        if !self.modifiable(target, place) {
            return self.error_expr(place);
        }
        let ty = self.ty(target).unqualified();
        let right = self.value(right);
        if self.is_error_type(self.ty(right)) {
            return right;
        }
        if let Some(e) = self.lane_assign(op, target, right, place) {
            return e;
        }
        // Typing `target op right` tells the type to compute in.
        let before = self.errors;
        let combined = self.binary_operator(op, target, right, place);
        if self.errors != before {
            return self.error_expr(place);
        }
        let left = self.value(target);
        if self.divides_wide(op, left, right) {
            let what = "a division of a variable by a bit-field wider than `int`";
            return self.unsupported(what, ty, place);
        }
        // What is stored is shorter than what wraps, or as long.
        let (operand, compute) = match *self.kind(self.unwrapped(combined)) {
            ExprKind::Binary(_, left, operand) => (operand, self.ty(left)),
            ExprKind::PointerOffset { offset, .. } if self.p.types.is_pointer(ty) => (offset, ty),
            _ => return self.type_error(place, "operator does not apply to these types"),
        };
        let node = CompoundAssign { op, target, operand, compute };
        self.expr(ExprKind::CompoundAssign(Box::new(node)), ty, place)
    }

    pub(super) fn increment(
        &mut self,
        target: ExprId,
        up: bool,
        postfix: bool,
        place: Place,
    ) -> ExprId {
        let target = self.cast_as_lvalue(target, place);
        if !self.modifiable(target, place) {
            return self.error_expr(place);
        }
        let ty = self.ty(target).unqualified();
        if self.lanes(ty).is_some() && !postfix {
            let one = self.int(1, TypeId::INT, place);
            let op = if up { BinaryOp::Add } else { BinaryOp::Subtract };
            return self.compound_assign(op, target, one, place);
        }
        if self.lanes(ty).is_some() {
            return self.unsupported("`++` and `--` behind a vector or complex number", ty, place);
        }
        if !self.p.types.is_scalar(ty) {
            let message = format!("cannot count with {}", self.show(ty));
            return self.type_error(place, message);
        }
        self.expr(ExprKind::Increment { target, up, postfix }, ty, place)
    }

    /// `condition ? then : otherwise`, with the condition already a scalar value.
    pub(super) fn choose(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        place: Place,
    ) -> ExprId {
        let (a, b) = (self.value(then), self.value(otherwise));
        let (ta, tb) = (self.ty(a), self.ty(b));
        if self.is_error_type(ta) || self.is_error_type(tb) {
            return self.error_expr(place);
        }
        // A number and a complex number are both complex.
        let complex = [ta, tb].into_iter().find(|&ty| self.lanes(ty).is_some_and(|l| l.complex));
        if let Some(ty) = complex.filter(|_| ta != tb) {
            let (a, b) = (self.convert(a, ty), self.convert(b, ty));
            return self.expr(ExprKind::Conditional(condition, a, b), ty, place);
        }
        if let Some((bits, _)) = self.wide_common(a, b) {
            let (a, b, ty) = self.usual(a, b);
            let e = self.expr(ExprKind::Conditional(condition, a, b), ty, place);
            self.in_range(e, bits);
            return e;
        }
        let types = &self.p.types;
        let (pa, pb) = (types.pointee(ta), types.pointee(tb));
        let ty = if types.is_arithmetic(ta) && types.is_arithmetic(tb) {
            self.usual(a, b).2
        } else if types.is_void(ta) || types.is_void(tb) {
            TypeId::VOID
        } else if types.record_of(ta).is_some() && types.compatible_unqualified(ta, tb) {
            ta
        } else if let (Some(x), Some(y)) = (pa, pb) {
            let qualifiers = x.qualifiers().and(y.qualifiers());
            if self.is_null(a) {
                tb
            } else if self.is_null(b) {
                ta
            } else if types.is_void(x) || types.is_void(y) {
                self.p.types.pointer_to(TypeId::VOID.with(qualifiers))
            } else if types.compatible_unqualified(x, y) {
                let to = self.p.types.composite(x.unqualified(), y.unqualified());
                self.p.types.pointer_to(to.with(qualifiers))
            } else {
                self.warning("pointers", place, "the alternatives point to different types");
                self.p.types.pointer_to(TypeId::VOID.with(qualifiers))
            }
        } else if pa.is_some() && types.is_integer(tb) {
            if !self.is_null(b) {
                self.warning("pointers", place, "one alternative is a pointer, one an integer");
            }
            ta
        } else if pb.is_some() && types.is_integer(ta) {
            if !self.is_null(a) {
                self.warning("pointers", place, "one alternative is an integer, one a pointer");
            }
            tb
        } else {
            let message =
                format!("the alternatives have types {} and {}", self.show(ta), self.show(tb));
            return self.type_error(place, message);
        };
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        self.expr(ExprKind::Conditional(condition, a, b), ty, place)
    }
}
