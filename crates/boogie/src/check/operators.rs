//! Types of operators.

use super::Checker;
use crate::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};
use crate::source::Span;
use crate::ty::{Ty, TyKind};

impl Checker<'_> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: ExprId, span: Span) -> Ty {
        let ty = self.expr(operand);
        match op {
            UnaryOp::Not => {
                if ty != Ty::BOOL && !self.unify(ty, Ty::BOOL) {
                    self.error("type", span, format!("`!` needs bool, not {}", self.show(ty)));
                }
                Ty::BOOL
            }
            UnaryOp::Neg => {
                if ty == Ty::REAL || self.unify(ty, Ty::INT) || self.unify(ty, Ty::REAL) {
                    ty
                } else {
                    let message = format!("`-` needs int or real, not {}", self.show(ty));
                    self.error("type", span, message);
                    Ty::ERROR
                }
            }
        }
    }

    /// Types a binary operator whose operands have been typed, and notes it.
    #[inline]
    pub(super) fn binary_node(&mut self, id: ExprId, left: Ty, right: Ty) -> Ty {
        let expr = &self.program[id];
        let ExprKind::Binary(op, ..) = expr.kind else { return Ty::ERROR };
        // Nearly all operands are of one basic type each.
        let quick = match op {
            BinaryOp::Iff
            | BinaryOp::Implies
            | BinaryOp::Explies
            | BinaryOp::And
            | BinaryOp::Or
                if left == Ty::BOOL && right == Ty::BOOL =>
            {
                Some(Ty::BOOL)
            }
            BinaryOp::Eq | BinaryOp::Neq if left == right => Some(Ty::BOOL),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
                if left == Ty::INT && right == Ty::INT =>
            {
                Some(Ty::BOOL)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul
                if left == Ty::INT && right == Ty::INT =>
            {
                Some(Ty::INT)
            }
            _ => None,
        };
        let ty = match quick {
            Some(ty) => ty,
            None => self.binary(op, left, right, expr.span),
        };
        self.note(id, ty)
    }

    fn binary(&mut self, op: BinaryOp, left: Ty, right: Ty, span: Span) -> Ty {
        let result = match op {
            BinaryOp::Iff
            | BinaryOp::Implies
            | BinaryOp::Explies
            | BinaryOp::And
            | BinaryOp::Or => {
                (self.unify(left, Ty::BOOL) && self.unify(right, Ty::BOOL)).then_some(Ty::BOOL)
            }
            BinaryOp::Eq | BinaryOp::Neq | BinaryOp::Subtype => {
                self.comparable(left, right, span).then_some(Ty::BOOL)
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                self.arithmetic(left, right).map(|_| Ty::BOOL)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.arithmetic(left, right),
            BinaryOp::Div | BinaryOp::Mod => {
                (self.unify(left, Ty::INT) && self.unify(right, Ty::INT)).then_some(Ty::INT)
            }
            BinaryOp::RealDiv => self.division(left, right),
            BinaryOp::Pow => {
                (self.unify(left, Ty::REAL) && self.unify(right, Ty::REAL)).then_some(Ty::REAL)
            }
            BinaryOp::Concat => return self.concat(left, right, span),
        };
        result.unwrap_or_else(|| {
            self.wrong_operands(op, left, right, span);
            match op {
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Div
                | BinaryOp::Mod
                | BinaryOp::RealDiv
                | BinaryOp::Pow => Ty::ERROR,
                _ => Ty::BOOL,
            }
        })
    }

    #[cold]
    fn wrong_operands(&mut self, op: BinaryOp, left: Ty, right: Ty, span: Span) {
        let message = format!(
            "`{}` does not take operands of types {} and {}",
            op.text(),
            self.show(left),
            self.show(right)
        );
        self.error("type", span, message);
    }

    fn is_float(&self, ty: Ty) -> bool {
        matches!(self.out.types.kind(ty), TyKind::Float { .. })
    }

    /// Both `int`, both `real`, or both the same floating-point type; gives that type.
    fn arithmetic(&mut self, left: Ty, right: Ty) -> Option<Ty> {
        let (left, right) = (self.shallow(left), self.shallow(right));
        if left == Ty::ERROR || right == Ty::ERROR {
            return Some(if left == Ty::ERROR { right } else { left });
        }
        for side in [left, right] {
            if side == Ty::REAL || self.is_float(side) {
                return self.unify(left, right).then_some(side);
            }
        }
        (self.unify(left, Ty::INT) && self.unify(right, Ty::INT)).then_some(Ty::INT)
    }

    /// `/`: of `int` and `real` in any mixture to `real`, or of one floating-point type.
    fn division(&mut self, left: Ty, right: Ty) -> Option<Ty> {
        let (left, right) = (self.shallow(left), self.shallow(right));
        for side in [left, right] {
            if self.is_float(side) {
                return self.unify(left, right).then_some(side);
            }
        }
        let number = |c: &mut Self, ty| c.unify(ty, Ty::INT) || c.unify(ty, Ty::REAL);
        (number(self, left) && number(self, right)).then_some(Ty::REAL)
    }

    fn concat(&mut self, left: Ty, right: Ty, span: Span) -> Ty {
        let (left, right) = (self.shallow(left), self.shallow(right));
        match (self.out.types.kind(left), self.out.types.kind(right)) {
            (TyKind::Bv(l), TyKind::Bv(r)) => match l.checked_add(*r) {
                Some(width) if width <= i32::MAX as u32 => self.out.types.bv(width),
                _ => {
                    self.error("type", span, "the concatenation is too wide");
                    Ty::ERROR
                }
            },
            (TyKind::Bv(_) | TyKind::Unknown(_), TyKind::Bv(_) | TyKind::Unknown(_)) => {
                let result = self.fresh_unknown(span);
                self.inference.note_concat(left, right, result);
                result
            }
            (TyKind::Error, _) | (_, TyKind::Error) => Ty::ERROR,
            _ => {
                self.wrong_operands(BinaryOp::Concat, left, right, span);
                Ty::ERROR
            }
        }
    }
}
