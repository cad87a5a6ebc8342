//! Calls: the prover's own predicates, struct update, and functions nobody knows.
//!
//! A predicate is a function that the query did not declare: `overflow_add(a, b)` and its
//! relatives ask whether the operator's result in the common type of its operands is not
//! the true one; `in_bounds(p)`, `same_object(p, q)` ask about pointers; `equal(a, b)`
//! compares structures. `update(s, .member, value)` is a copy of `s` with a part replaced.
//! Other functions are uninterpreted: equal arguments give equal results.

use super::lvalue::Step;
use super::memory::Symbol;
use super::{Translated, Translator, unsupported};
use crate::aig::Lit;
use crate::circuit::{self, Bits};
use crate::value::Value;
use lariat_c::{BinaryOp, ExprId, ExprKind, FunctionId, IntKind, TypeId};

impl Translator<'_> {
    pub(super) fn call(&mut self, e: ExprId, callee: ExprId, args: &[ExprId]) -> Translated<Value> {
        let Some(function) = self.program.direct_callee(callee) else {
            return unsupported("a call through a pointer");
        };
        let name = self.program.name(self.program.function(function).name);
        if self.program.function(function).implicit
            && let Some(truth) = self.predicate(e, name, args)?
        {
            let (width, _) = self.int_type(self.ty(e))?;
            return Ok(Value::Int(circuit::resize(&[truth], width, false)));
        }
        if self.execution.is_some() {
            return self.call_in_path(e, function, args);
        }
        self.uninterpreted(e, function, args)
    }

    /// The result of a function of which only the arguments are known.
    pub(super) fn uninterpreted(
        &mut self,
        e: ExprId,
        function: FunctionId,
        args: &[ExprId],
    ) -> Translated<Value> {
        let mut key = Bits::new();
        for &arg in args {
            let value = self.value(arg)?;
            if value.has_far_part() {
                return unsupported("a large array as an argument");
            }
            value.flatten(&mut key);
        }
        let shape = self.zero_value(self.ty(e))?;
        let (bits, fresh) = self.apply(Symbol::Call(function), key, shape.bits().len());
        let value = shape.rebuild(&mut bits.into_iter());
        if fresh {
            self.constrain_input(self.ty(e), &value)?;
        }
        Ok(value)
    }

    fn predicate(&mut self, e: ExprId, name: &str, args: &[ExprId]) -> Translated<Option<Lit>> {
        let wrong = || unsupported(format!("wrong number of arguments of {name}"));
        let truth = match (name, args) {
            ("overflow_neg", &[a]) => {
                let (bits, (_, signed)) = (self.int(a)?, self.int_type(self.ty(a))?);
                if signed { self.aig.is_least(&bits) } else { self.aig.nonzero(&bits) }
            }
            ("overflow_shl", &[a, b]) => self.shift_overflows(a, b)?,
            ("overflow_add" | "overflow_sub" | "overflow_mul" | "overflow_div", &[a, b]) => {
                self.overflows(name, a, b)?
            }
            ("in_bounds", &[p]) => {
                let target = self.program.types.pointee(self.ty(p)).unwrap_or(TypeId::VOID);
                let p = self.pointer(p)?;
                self.in_bounds(&p, target)
            }
            ("same_object", &[p, q]) => {
                let (p, q) = (self.pointer(p)?, self.pointer(q)?);
                self.aig.equal_bits(&p.object, &q.object)
            }
            ("equal", &[a, b]) => self.values_equal(e, a, b)?,
            (
                "overflow_neg" | "overflow_shl" | "overflow_add" | "overflow_sub" | "overflow_mul"
                | "overflow_div" | "in_bounds" | "same_object" | "equal",
                _,
            ) => return wrong(),
            _ => return Ok(None),
        };
        Ok(Some(truth))
    }

    fn values_equal(&mut self, e: ExprId, a: ExprId, b: ExprId) -> Translated<Lit> {
        let (x, y) = (self.value(a)?, self.value(b)?);
        if x.has_far_part() || y.has_far_part() {
            return unsupported("a comparison of large arrays");
        }
        match (&x, &y) {
            (Value::Pointer(p), Value::Pointer(q)) => Ok(self.pointers_equal(p, q, e)),
            _ => {
                let (p, q) = (x.bits(), y.bits());
                if p.len() != q.len() {
                    return unsupported("equal() on values of different types");
                }
                Ok(self.aig.equal_bits(&p, &q))
            }
        }
    }

    /// Both operands in their common type, and whether that is signed.
    fn in_common_type(&mut self, a: ExprId, b: ExprId) -> Translated<(Bits, Bits, bool)> {
        let kinds = [a, b].map(|e| self.program.types.int_kind(self.ty(e)).unwrap_or(IntKind::Int));
        let size = |k: IntKind| self.options.widths.of(k, self.options.model);
        let common = match kinds {
            [x, y] if x == y => x,
            [x, y] if x.is_signed() == y.is_signed() => {
                if x.rank() >= y.rank() {
                    x
                } else {
                    y
                }
            }
            [x, y] => {
                let (signed, unsigned) = if x.is_signed() { (x, y) } else { (y, x) };
                if unsigned.rank() >= signed.rank() {
                    unsigned
                } else if size(signed) > size(unsigned) {
                    signed
                } else {
                    signed.to_unsigned()
                }
            }
        };
        let width = self.options.widths.of(common, self.options.model);
        let mut bits = Vec::new();
        for e in [a, b] {
            let (_, signed) = self.int_type(self.ty(e))?;
            bits.push(circuit::resize(&self.int(e)?, width, signed));
        }
        let y = bits.pop().unwrap_or_default();
        let x = bits.pop().unwrap_or_default();
        Ok((x, y, common.is_signed()))
    }

    fn overflows(&mut self, name: &str, a: ExprId, b: ExprId) -> Translated<Lit> {
        let (x, y, signed) = self.in_common_type(a, b)?;
        let aig = &mut self.aig;
        Ok(match (name, signed) {
            ("overflow_add", true) => {
                let sum = aig.add(&x, &y);
                aig.add_overflows(&x, &y, &sum)
            }
            ("overflow_add", false) => aig.add_carry(&x, &y, Lit::FALSE).1,
            ("overflow_sub", true) => {
                let difference = aig.subtract(&x, &y);
                aig.subtract_overflows(&x, &y, &difference)
            }
            ("overflow_sub", false) => aig.less_unsigned(&x, &y),
            ("overflow_mul", true) => aig.multiply_overflows_signed(&x, &y),
            ("overflow_mul", false) => aig.multiply_overflows_unsigned(&x, &y),
            (_, signed) => {
                let zero = !aig.nonzero(&y);
                let least = aig.is_least(&x);
                let minus_one = aig.and_all(y.iter().copied());
                let both = if signed { aig.and(least, minus_one) } else { Lit::FALSE };
                aig.or(zero, both)
            }
        })
    }

    fn shift_overflows(&mut self, a: ExprId, b: ExprId) -> Translated<Lit> {
        let (x, y) = (self.int(a)?, self.int(b)?);
        let (_, signed) = self.int_type(self.ty(a))?;
        let (_, amount_signed) = self.int_type(self.ty(b))?;
        let computed = self.compute(BinaryOp::ShiftLeft, &x, &y, true, amount_signed)?;
        if signed {
            let conditions: Vec<Lit> = computed.doubts.iter().map(|d| d.0).collect();
            return Ok(self.aig.or_all(conditions));
        }
        let back = self.aig.shift(&computed.bits, &y, circuit::Direction::Right, Lit::FALSE);
        let lost = !self.aig.equal_bits(&back, &x);
        let range = computed.doubts.first().map_or(Lit::FALSE, |d| d.0);
        Ok(self.aig.or(lost, range))
    }

    pub(super) fn builtin(
        &mut self,
        e: ExprId,
        name: lariat_c::Symbol,
        args: &[ExprId],
    ) -> Translated<Value> {
        match (self.program.name(name), args) {
            ("update", &[whole, part, new]) => {
                let value = self.value(whole)?;
                let steps = self.steps_from(whole, part)?;
                let new = self.value(new)?;
                let ty = self.ty(e);
                self.updated(&value, ty, &steps, &new, Lit::TRUE)
            }
            ("__builtin_expect", &[a, ..]) => self.value(a),
            (
                "__builtin_add_overflow_p"
                | "__builtin_sub_overflow_p"
                | "__builtin_mul_overflow_p",
                &[_, _, _],
            ) => unsupported("type-generic overflow built-ins; use overflow_add and the like"),
            (other, _) => unsupported(format!("the built-in `{other}`")),
        }
    }

    /// The steps of the place `part`, which starts at the place (or value) `whole`.
    fn steps_from(&mut self, whole: ExprId, part: ExprId) -> Translated<Vec<Step>> {
        let program = self.program;
        let whole = match program.expr(whole).kind {
            ExprKind::Load(lv) => lv,
            _ => whole,
        };
        // Walk from the part up to the whole.
        let mut steps = Vec::new();
        let mut at = part;
        loop {
            match &program.expr(at).kind {
                _ if at == whole => break,
                &ExprKind::Member(base, field) => {
                    steps.push(Step::Field(field));
                    at = base;
                }
                &ExprKind::Deref(p) => match program.expr(p).kind {
                    ExprKind::PointerOffset { pointer, offset, negative: false } => {
                        let ExprKind::Decay(array) = program.expr(pointer).kind else {
                            return unsupported("update() through a pointer");
                        };
                        let index = self.int(offset)?;
                        let (_, signed) = self.int_type(self.ty(offset))?;
                        steps.push(Step::Index(index, signed));
                        at = array;
                    }
                    _ => return unsupported("update() through a pointer"),
                },
                // A value that was given a place so that it can have members.
                ExprKind::CompoundLiteral(_, init)
                    if matches!(&init.entries[..], [only]
                        if only.value == lariat_c::InitValue::Expr(whole)) =>
                {
                    break;
                }
                _ => return unsupported("update() of something that is no part"),
            }
        }
        steps.reverse();
        Ok(steps)
    }

    /// Assignments, for paths.
    pub(super) fn effect(&mut self, e: ExprId) -> Translated<Value> {
        let program = self.program;
        match &program.expr(e).kind {
            &ExprKind::Assign(target, value) => {
                let value = self.value(value)?;
                let place = self.lvalue(target)?;
                self.store(&place, &value, e)?;
                self.load(&place, e)
            }
            ExprKind::CompoundAssign(c) => {
                let place = self.lvalue(c.target)?;
                let old = self.load(&place, e)?;
                let new = self.compound(e, c.op, &old, c.operand, c.compute, place.ty)?;
                self.store(&place, &new, e)?;
                self.load(&place, e)
            }
            &ExprKind::Increment { target, up, postfix } => {
                let place = self.lvalue(target)?;
                let old = self.load(&place, e)?;
                let new = self.incremented(e, &old, up, place.ty)?;
                self.store(&place, &new, e)?;
                if postfix { Ok(old) } else { self.load(&place, e) }
            }
            _ => unsupported("not an assignment"),
        }
    }

    fn compound(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        old: &Value,
        operand: ExprId,
        compute: TypeId,
        ty: TypeId,
    ) -> Translated<Value> {
        let by = self.int(operand)?;
        let (_, by_signed) = self.int_type(self.ty(operand))?;
        match old {
            Value::Pointer(p) => {
                let target = self.program.types.pointee(ty).unwrap_or(TypeId::VOID);
                self.moved(e, p, &by, by_signed, target, op == BinaryOp::Subtract)
            }
            Value::Int(bits) => {
                let (_, signed) = self.int_type(ty)?;
                let (width, compute_signed) = self.int_type(compute)?;
                let wide = circuit::resize(bits, width, signed);
                let amount = self.ty(operand);
                let result = self.arithmetic(e, op, &wide, &by, compute, amount)?;
                self.stored(&result, compute_signed, ty)
            }
            _ => unsupported("arithmetic on a structure"),
        }
    }

    fn incremented(&mut self, e: ExprId, old: &Value, up: bool, ty: TypeId) -> Translated<Value> {
        match old {
            Value::Pointer(p) => {
                let target = self.program.types.pointee(ty).unwrap_or(TypeId::VOID);
                let one = circuit::constant(1, 2);
                self.moved(e, p, &one, false, target, !up)
            }
            Value::Int(bits) => {
                let (own, signed) = self.int_type(ty)?;
                let (int, _) = self.int_type(TypeId::INT)?;
                // Narrow types are promoted first and cannot overflow.
                let compute = if own < int { TypeId::INT } else { ty };
                let (width, compute_signed) = self.int_type(compute)?;
                let wide = circuit::resize(bits, width, signed);
                let one = circuit::constant(1, width);
                let op = if up { BinaryOp::Add } else { BinaryOp::Subtract };
                let result = self.arithmetic(e, op, &wide, &one, compute, compute)?;
                self.stored(&result, compute_signed, ty)
            }
            _ => unsupported("arithmetic on a structure"),
        }
    }

    /// A result converted to the type of the object it goes to.
    fn stored(&mut self, result: &Value, signed: bool, ty: TypeId) -> Translated<Value> {
        let Value::Int(bits) = result else { return unsupported("expected an integer") };
        if matches!(self.program.types.get(ty), lariat_c::Type::Bool) {
            return Ok(Value::Int(vec![self.aig.nonzero(bits)]));
        }
        let (width, _) = self.int_type(ty)?;
        Ok(Value::Int(circuit::resize(bits, width, signed)))
    }
}
