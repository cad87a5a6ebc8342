//! Expressions down to unary operators.

use super::declaration::whole_entry;
use super::{Failed, Parsed, Unit};
use crate::program::*;
use crate::source::Place;
use crate::token::T;
use crate::tree::*;
use crate::types::{ArrayLength, Type, TypeId};

/// A binary operator of the grammar.
#[derive(Clone, Copy)]
enum Infix {
    Plain(BinaryOp),
    Logical(LogicalOp),
}

fn infix(kind: T) -> Option<(u8, Infix)> {
    use Infix::{Logical, Plain};
    Some(match kind {
        T::Iff => (1, Logical(LogicalOp::Iff)),
        T::Implies => (2, Logical(LogicalOp::Implies)),
        T::PipePipe => (3, Logical(LogicalOp::Or)),
        T::AmpAmp => (4, Logical(LogicalOp::And)),
        T::Pipe => (5, Plain(BinaryOp::Or)),
        T::Caret => (6, Plain(BinaryOp::Xor)),
        T::Amp => (7, Plain(BinaryOp::And)),
        T::EqEq => (8, Plain(BinaryOp::Equal)),
        T::NotEq => (8, Plain(BinaryOp::NotEqual)),
        T::Less => (9, Plain(BinaryOp::Less)),
        T::Greater => (9, Plain(BinaryOp::Greater)),
        T::LessEq => (9, Plain(BinaryOp::LessEqual)),
        T::GreaterEq => (9, Plain(BinaryOp::GreaterEqual)),
        T::Shl => (10, Plain(BinaryOp::ShiftLeft)),
        T::Shr => (10, Plain(BinaryOp::ShiftRight)),
        T::Plus => (11, Plain(BinaryOp::Add)),
        T::Minus => (11, Plain(BinaryOp::Subtract)),
        T::Star => (12, Plain(BinaryOp::Multiply)),
        T::Slash => (12, Plain(BinaryOp::Divide)),
        T::Percent => (12, Plain(BinaryOp::Remainder)),
        _ => return None,
    })
}

fn assignment_operator(kind: T) -> Option<BinaryOp> {
    Some(match kind {
        T::StarAssign => BinaryOp::Multiply,
        T::SlashAssign => BinaryOp::Divide,
        T::PercentAssign => BinaryOp::Remainder,
        T::PlusAssign => BinaryOp::Add,
        T::MinusAssign => BinaryOp::Subtract,
        T::ShlAssign => BinaryOp::ShiftLeft,
        T::ShrAssign => BinaryOp::ShiftRight,
        T::AmpAssign => BinaryOp::And,
        T::CaretAssign => BinaryOp::Xor,
        T::PipeAssign => BinaryOp::Or,
        _ => return None,
    })
}

impl Unit<'_> {
    /// Any expression. The result may be an lvalue.
    pub(super) fn expression(&mut self) -> Parsed<ExprId> {
        let mut e = self.assignment()?;
        while self.peek() == T::Comma {
            let place = self.next().place;
            let right = self.assignment()?;
            let left = self.value(e);
            let right = self.value(right);
            let ty = self.ty(right);
            e = self.expr(ExprKind::Comma(left, right), ty, place);
        }
        Ok(e)
    }

    /// An expression without commas outside of brackets.
    pub(super) fn assignment(&mut self) -> Parsed<ExprId> {
        self.enter_nested()?;
        let left = self.conditional()?;
        let place = self.place();
        let e = if self.accept(T::Assign) {
            let right = self.assignment()?;
            self.assign(left, right, place)
        } else if let Some(op) = assignment_operator(self.peek()) {
            self.next();
            let right = self.assignment()?;
            self.compound_assign(op, left, right, place)
        } else {
            left
        };
        self.leave_nested();
        Ok(e)
    }

    /// A conditional expression (what C calls constant expressions have this form).
    pub(super) fn conditional(&mut self) -> Parsed<ExprId> {
        let condition = self.binary(0)?;
        if self.peek() != T::Question {
            return Ok(condition);
        }
        let place = self.next().place;
        self.enter_nested()?;
        let condition = self.condition(condition);
        let e = if self.accept(T::Colon) {
            let otherwise = self.conditional()?;
            self.elvis(condition, otherwise, place)
        } else {
            let then = self.expression()?;
            self.expect(T::Colon)?;
            let otherwise = self.conditional()?;
            self.choose(condition, then, otherwise, place)
        };
        self.leave_nested();
        Ok(e)
    }

    /// GNU `a ?: b`: `a` is evaluated once, into a hidden variable.
    fn elvis(&mut self, condition: ExprId, otherwise: ExprId, place: Place) -> ExprId {
        if self.p.constant(condition).is_some() {
            return self.choose(condition, condition, otherwise, place);
        }
        let ty = self.ty(condition);
        let var = self.new_var(None, ty, VarRole::Temporary, place);
        let init = Init { entries: vec![whole_entry(ty, condition, place)], zero_rest: false };
        let object = self.expr(ExprKind::CompoundLiteral(var, Box::new(init)), ty, place);
        let test = self.value(object);
        let again = self.expr(ExprKind::Var(var), ty, place);
        self.choose(test, again, otherwise, place)
    }

    fn binary(&mut self, min: u8) -> Parsed<ExprId> {
        let mut left = self.unary()?;
        while let Some((precedence, op)) = infix(self.peek()) {
            if precedence <= min {
                break;
            }
            let place = self.next().place;
            // Implication groups to the right.
            let rights_min = if precedence == 2 { precedence - 1 } else { precedence };
            self.enter_nested()?;
            let right = self.binary(rights_min)?;
            self.leave_nested();
            left = match op {
                Infix::Plain(op) => self.binary_operator(op, left, right, place),
                Infix::Logical(op) => {
                    let left = self.condition(left);
                    let right = self.condition(right);
                    self.expr(ExprKind::Logical(op, left, right), TypeId::INT, place)
                }
            };
        }
        Ok(left)
    }

    /// A scalar value to branch on.
    pub(super) fn condition(&mut self, e: ExprId) -> ExprId {
        let e = self.value(e);
        if let Some(truth) = self.complex_truth(e) {
            return truth;
        }
        let ty = self.ty(e);
        if !self.p.types.is_scalar(ty) && !self.is_error_type(ty) {
            let place = self.place_of(e);
            let message = format!("a condition cannot have type {}", self.show(ty));
            return self.type_error(place, message);
        }
        e
    }

    pub(super) fn unary(&mut self) -> Parsed<ExprId> {
        self.enter_nested()?;
        let e = self.unary_inner()?;
        self.leave_nested();
        Ok(e)
    }

    fn unary_inner(&mut self) -> Parsed<ExprId> {
        let place = self.place();
        match self.peek() {
            T::PlusPlus | T::MinusMinus => {
                let up = self.next().kind == T::PlusPlus;
                let target = self.unary()?;
                Ok(self.increment(target, up, false, place))
            }
            T::Amp => {
                self.next();
                let e = self.unary()?;
                Ok(self.address_of(e, place))
            }
            T::AmpAmp => {
                self.next();
                let name = self.expect_name()?;
                match self.label_value(name, place) {
                    Some(value) => Ok(value),
                    None => Ok(self.type_error(place, "label outside of a function")),
                }
            }
            T::Star => {
                self.next();
                let e = self.unary()?;
                Ok(self.deref(e, place))
            }
            T::Plus | T::Minus | T::Tilde | T::Bang => {
                let kind = self.next().kind;
                let e = self.unary()?;
                Ok(self.sign(kind, e, place))
            }
            T::Extension => {
                self.next();
                self.unary()
            }
            T::RealPart => {
                let imaginary = self.p.name(self.symbol()).starts_with("__imag");
                self.next();
                let e = self.unary()?;
                Ok(self.complex_part(e, imaginary, place))
            }
            T::Sizeof => {
                self.next();
                self.sizeof(place)
            }
            T::Alignof => {
                let spelled = self.p.name(self.symbol()).starts_with("_Alignof");
                self.next();
                self.alignof(spelled, place)
            }
            T::LParen if self.starts_type_name(1) => self.cast_or_literal(),
            T::Name if self.claims && self.quantifier().is_some() => self.quantified(),
            _ => self.postfix(),
        }
    }

    fn cast_or_literal(&mut self) -> Parsed<ExprId> {
        let place = self.next().place;
        let ty = self.type_name()?;
        self.expect(T::RParen)?;
        if self.peek() == T::LBrace {
            let e = self.compound_literal(ty, place)?;
            return self.postfix_of(e);
        }
        let e = self.unary()?;
        Ok(self.cast(e, ty, place))
    }

    /// An explicit cast.
    pub(super) fn cast(&mut self, e: ExprId, ty: TypeId, place: Place) -> ExprId {
        let e = self.value(e);
        let from = self.ty(e);
        let to = ty.unqualified();
        if self.is_error_type(from) || self.is_error_type(to) {
            return self.error_expr(place);
        }
        if let Some(e) = self.convert_lanes(e, to) {
            return e;
        }
        let types = &self.p.types;
        let allowed = types.is_void(to)
            || (types.is_scalar(from) && types.is_scalar(to))
            || types.record_of(to).is_some();
        let floats = (types.is_float(from) && types.is_pointer(to))
            || (types.is_pointer(from) && types.is_float(to));
        if !allowed || floats {
            let message = format!("cannot cast {} to {}", self.show(from), self.show(to));
            return self.type_error(place, message);
        }
        if from == to {
            // Still a value, not an lvalue or a promotable bit-field.
            if self.bit_width_of(e).is_some() {
                return self.expr(ExprKind::Cast(CastKind::Same, e), to, place);
            }
            return e;
        }
        self.convert(e, to)
    }

    fn sizeof(&mut self, place: Place) -> Parsed<ExprId> {
        let ty = if self.peek() == T::LParen && self.starts_type_name(1) {
            self.next();
            let ty = self.type_name()?;
            self.expect(T::RParen)?;
            if self.peek() == T::LBrace {
                // `sizeof (T){…}`
                self.unevaluated += 1;
                let e = self.compound_literal(ty, place).and_then(|e| self.postfix_of(e));
                self.unevaluated -= 1;
                self.ty(e?)
            } else {
                ty
            }
        } else {
            self.unevaluated += 1;
            let e = self.unary();
            self.unevaluated -= 1;
            self.ty(e?)
        };
        Ok(self.size_expr(ty, place))
    }

    /// The size of a type as a value of type `size_t`.
    pub(super) fn size_expr(&mut self, ty: TypeId, place: Place) -> ExprId {
        let size_type = self.p.types.model.size_type();
        if self.is_error_type(ty) {
            return self.error_expr(place);
        }
        if let Some(size) = self.p.types.size_of(ty) {
            return self.int(i128::from(size), size_type, place);
        }
        if let Type::Array(element, length) = *self.p.types.get(ty) {
            let count = match length {
                ArrayLength::Fixed(n) => Some(self.int(i128::from(n), size_type, place)),
                ArrayLength::Variable(var) => {
                    self.note_use(var);
                    let object = self.expr(ExprKind::Var(var), size_type, place);
                    Some(self.value(object))
                }
                ArrayLength::Unknown => None,
            };
            if let Some(count) = count {
                let each = self.size_expr(element, place);
                let op = ExprKind::Binary(BinaryOp::Multiply, count, each);
                return self.expr(op, size_type, place);
            }
        }
        let message = format!("the size of {} is not known", self.show(ty));
        self.type_error(place, message)
    }

    fn alignof(&mut self, minimal: bool, place: Place) -> Parsed<ExprId> {
        let (ty, declared) = if self.peek() == T::LParen && self.starts_type_name(1) {
            self.next();
            let ty = self.type_name()?;
            self.expect(T::RParen)?;
            (ty, None)
        } else {
            self.unevaluated += 1;
            let e = self.unary();
            self.unevaluated -= 1;
            let e = e?;
            (self.ty(e), self.declared_alignment(e))
        };
        let types = &self.p.types;
        let align = declared.unwrap_or_else(|| {
            if minimal { types.member_align_of(ty) } else { types.align_of(ty) }
        });
        let size_type = types.model.size_type();
        Ok(self.int(i128::from(align), size_type, place))
    }

    /// The `aligned` attribute of the object or function that an expression names.
    fn declared_alignment(&self, e: ExprId) -> Option<u32> {
        match *self.kind(e) {
            ExprKind::Var(v) => self.p.vars[v.index()].aligned,
            ExprKind::Global(g) => self.p.globals[g.index()].aligned,
            ExprKind::Function(f) => self.p.functions[f.index()].aligned,
            _ => None,
        }
    }

    fn quantifier(&self) -> Option<bool> {
        if self.peek_at(1) != T::LParen || !self.starts_type_name(2) {
            return None;
        }
        match self.p.name(self.symbol()) {
            "forall" => Some(true),
            "exists" => Some(false),
            _ => None,
        }
    }

    /// `forall (T x) e` and `exists (T x) e`.
    fn quantified(&mut self) -> Parsed<ExprId> {
        let Some(universal) = self.quantifier() else { return Err(Failed) };
        let place = self.next().place;
        self.next();
        self.scopes.enter();
        let mut vars = Vec::new();
        loop {
            let s = self.specifiers()?;
            let d = self.declarator(false)?;
            let ty = self.derive(s.ty, &d);
            if let Some((name, at)) = d.name {
                let var = self.new_var(Some(name), ty, VarRole::Bound, at);
                let depth = self.scopes.depth;
                let binding = super::scope::Binding::Var(var);
                self.scopes.names.declare(name, binding, at, depth);
                vars.push(var);
            }
            if !self.accept(T::Comma) {
                break;
            }
        }
        self.expect(T::RParen)?;
        let body = self.conditional()?;
        let mut body = self.condition(body);
        self.scopes.leave();
        for var in vars.into_iter().rev() {
            let kind = ExprKind::Quantified { universal, var, body };
            body = self.expr(kind, TypeId::INT, place);
        }
        Ok(body)
    }
}
