//! Arithmetic on integers (paper, section 3.1).

use super::memory::Guessed;
use super::{Reason, Translated, Translator, unsupported};
use crate::aig::Lit;
use crate::circuit::{self, Bits, Direction, sign};
use crate::options::Arch;
use crate::value::Value;
use lariat_c::{BinaryOp, CastKind, ExprId, TypeId, UnaryOp};

/// A result with the conditions under which C does not define it.
pub(crate) struct Computed {
    pub bits: Bits,
    pub doubts: Vec<(Lit, Reason)>,
    /// Are the bits free already where the result is not defined?
    pub open: bool,
}

impl Computed {
    fn sure(bits: Bits) -> Self {
        Computed { bits, doubts: Vec::new(), open: false }
    }
}

impl Translator<'_> {
    pub(super) fn unary(&mut self, e: ExprId, op: UnaryOp, a: ExprId) -> Translated<Value> {
        let bits = self.int(a)?;
        let (_, signed) = self.int_type(self.ty(e))?;
        match op {
            UnaryOp::Complement => Ok(Value::Int(bits.iter().map(|&b| !b).collect())),
            _ => {
                let negated = Value::Int(self.aig.negate(&bits));
                if signed && self.options.arch != Arch::TwosComplement {
                    let least = self.aig.is_least(&bits);
                    return Ok(self.unless(least, negated, Reason::Overflow, e));
                }
                Ok(negated)
            }
        }
    }

    pub(super) fn binary(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Translated<Value> {
        let (x, y) = (self.int(a)?, self.int(b)?);
        let (ty, amount) = (self.ty(e), self.ty(b));
        self.arithmetic(e, op, &x, &y, ty, amount)
    }

    /// The result of an operator on bits; `ty` is the type of the result, `amount` that of
    /// the right operand.
    pub(crate) fn arithmetic(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        x: &[Lit],
        y: &[Lit],
        ty: TypeId,
        amount: TypeId,
    ) -> Translated<Value> {
        let (_, signed) = self.int_type(ty)?;
        let (_, amount_signed) = self.int_type(amount)?;
        let computed = self.compute(op, x, y, signed, amount_signed)?;
        let mut undefined = Lit::FALSE;
        for &(condition, reason) in &computed.doubts {
            let condition = self.aig.and(condition, !undefined);
            self.doubt(condition, reason, e);
            undefined = self.aig.or(undefined, condition);
        }
        let value = Value::Int(computed.bits);
        if undefined == Lit::FALSE || computed.open {
            return Ok(value);
        }
        let anything = self.aig.fresh_like(&value);
        Ok(self.aig.mux_value(undefined, &anything, &value))
    }

    /// The circuit of an operator, and when its result is not defined.
    pub(crate) fn compute(
        &mut self,
        op: BinaryOp,
        x: &[Lit],
        y: &[Lit],
        signed: bool,
        amount_signed: bool,
    ) -> Translated<Computed> {
        let checks = signed && self.options.arch != Arch::TwosComplement;
        let shifts = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        if x.len() != y.len() && !shifts {
            return unsupported("operands of different widths");
        }
        let aig = &mut self.aig;
        Ok(match op {
            BinaryOp::Add => {
                let bits = aig.add(x, y);
                let overflow = if checks { aig.add_overflows(x, y, &bits) } else { Lit::FALSE };
                Computed { bits, doubts: vec![(overflow, Reason::Overflow)], open: false }
            }
            BinaryOp::Subtract => {
                let bits = aig.subtract(x, y);
                let overflow =
                    if checks { aig.subtract_overflows(x, y, &bits) } else { Lit::FALSE };
                Computed { bits, doubts: vec![(overflow, Reason::Overflow)], open: false }
            }
            BinaryOp::Multiply => {
                let bits = aig.multiply(x, y);
                let overflow =
                    if checks { aig.multiply_overflows_signed(x, y) } else { Lit::FALSE };
                Computed { bits, doubts: vec![(overflow, Reason::Overflow)], open: false }
            }
            BinaryOp::Divide | BinaryOp::Remainder => {
                let zero = !aig.nonzero(y);
                let mut doubts = vec![(zero, Reason::DivisionByZero)];
                if checks {
                    let least = aig.is_least(x);
                    let minus_one = aig.and_all(y.iter().copied());
                    doubts.push((aig.and(least, minus_one), Reason::DivisionOverflow));
                }
                let key = (signed, x.into(), y.into());
                let mut division = match self.memory.divisions.get(&key) {
                    Some(known) => known.clone(),
                    None => {
                        let division = match signed {
                            true => aig.divide_signed(x, y, true, !checks),
                            false => aig.divide_unsigned(x, y, true),
                        };
                        Guessed { free: [division.open; 2], division }
                    }
                };
                // Another place of the text has another result where nothing is said about it.
                let which = usize::from(op == BinaryOp::Remainder);
                let open = std::mem::take(&mut division.free[which]);
                self.constraints.push(division.division.constraint);
                let bits = match op {
                    BinaryOp::Divide => division.division.quotient.clone(),
                    _ => division.division.remainder.clone(),
                };
                self.memory.divisions.insert(key, division);
                Computed { bits, doubts, open }
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                let out = aig.shifts_out(y, x.len());
                let negative = if amount_signed { sign(y) } else { Lit::FALSE };
                let mut doubts = vec![(aig.or(out, negative), Reason::ShiftRange)];
                let bits = if op == BinaryOp::ShiftRight {
                    let fill = if signed { sign(x) } else { Lit::FALSE };
                    aig.shift(x, y, Direction::Right, fill)
                } else {
                    let bits = aig.shift(x, y, Direction::Left, Lit::FALSE);
                    if checks {
                        doubts.push((sign(x), Reason::ShiftNegative));
                        let back = aig.shift(&bits, y, Direction::Right, sign(&bits));
                        let same = aig.equal_bits(&back, x);
                        doubts.push((!same, Reason::Overflow));
                    }
                    bits
                };
                Computed { bits, doubts, open: false }
            }
            BinaryOp::And => Computed::sure(aig.zip(x, y, |g, a, b| g.and(a, b))),
            BinaryOp::Or => Computed::sure(aig.zip(x, y, |g, a, b| g.or(a, b))),
            BinaryOp::Xor => Computed::sure(aig.zip(x, y, |g, a, b| g.xor(a, b))),
            _ => return unsupported("a comparison has no bits"),
        })
    }

    pub(super) fn comparison(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Translated<Lit> {
        use BinaryOp::*;
        if self.program.types.is_pointer(self.ty(a)) {
            return self.pointer_comparison(e, op, a, b);
        }
        let (_, signed) = self.int_type(self.ty(a))?;
        if matches!(op, Equal | NotEqual) && self.same_polynomial(a, b)? {
            return Ok(Lit::constant(op == Equal));
        }
        let (x, y) = (self.int(a)?, self.int(b)?);
        let aig = &mut self.aig;
        Ok(match op {
            Equal => aig.equal_bits(&x, &y),
            NotEqual => !aig.equal_bits(&x, &y),
            Less => aig.less(&x, &y, signed),
            Greater => aig.less(&y, &x, signed),
            LessEqual => !aig.less(&y, &x, signed),
            _ => !aig.less(&x, &y, signed),
        })
    }

    pub(super) fn cast(&mut self, e: ExprId, kind: CastKind, a: ExprId) -> Translated<Value> {
        match kind {
            CastKind::IntToInt => {
                let (_, signed) = self.int_type(self.ty(a))?;
                let (width, _) = self.int_type(self.ty(e))?;
                let bits = self.int(a)?;
                Ok(Value::Int(circuit::resize(&bits, width, signed)))
            }
            CastKind::ToBool => {
                let truth = self.truth(a, super::Polarity::Both)?;
                Ok(Value::Int(vec![truth]))
            }
            CastKind::Same | CastKind::PointerToPointer => self.value(a),
            CastKind::NullToPointer => Ok(Value::Pointer(self.null())),
            CastKind::IntToPointer => self.int_to_pointer(e, a),
            CastKind::PointerToInt => self.pointer_to_int(e, a),
            CastKind::ToVoid => {
                self.value(a)?;
                Ok(Value::Struct(Vec::new()))
            }
            CastKind::ToUnion(member) => {
                let value = self.value(a)?;
                self.make_union(self.ty(e), member, &value)
            }
            CastKind::IntToFloat | CastKind::FloatToInt | CastKind::FloatToFloat => {
                unsupported("floating-point numbers are not supported")
            }
        }
    }
}
