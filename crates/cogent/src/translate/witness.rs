//! Terms to instantiate a quantifier with.
//!
//! Whatever a variable is instantiated with, the instance follows from the formula, so a bad idea costs time and
//! nothing else. Good ones are solutions of what the body says about the variable:
//!
//! * *A term*: operators between the variable and what it is compared with are undone one by one.
//! * *A solution without a term*: an equation that is linear in the variable, `a*y + b == c` modulo `2^w`, has a
//!   solution if and only if the lowest bit of `a` divides `c - b`, in particular if `a` is odd. So a fresh `y` may be
//!   required to solve the equation if it has a solution: every assignment of everything else can be extended
//!   to one of `y`. The requirement has the very gates of the instance in it, and the product, which a SAT solver is
//!   bad at, need not be understood.
//! * *A quotient*, where a product with the variable is compared and something else is added.

use super::object::for_each_below;
use super::{Translated, Translator};
use crate::aig::Lit;
use crate::circuit::{self, Bits};
use crate::options::Arch;
use lariat_c::{BinaryOp, CastKind, ExprId, ExprKind, UnaryOp, VarId};

/// Comparisons in a body that are looked at.
const MOST_COMPARISONS: usize = 8;

/// `factor * y + rest`
struct Linear {
    factor: Bits,
    rest: Bits,
}

impl Translator<'_> {
    /// Values of an integer variable that the body of its quantifier suggests.
    pub(super) fn candidates(&mut self, var: VarId, body: ExprId) -> Translated<Vec<Bits>> {
        let mut found = Vec::new();
        if !self.program.types.is_integer(self.program.var(var).ty) {
            return Ok(found);
        }
        let before = self.doubts.len();
        for (op, a, b) in self.comparisons(body) {
            for (side, term) in [(a, b), (b, a)] {
                if self.is_closed(side) || !self.is_closed(term) {
                    continue;
                }
                let target = self.int(term)?;
                let bits = self.solved(var, side, &target)?;
                let Some(bits) = bits else { continue };
                if !matches!(op, BinaryOp::Equal) {
                    // The neighbours are on the other side of the comparison.
                    let one = circuit::constant(1, bits.len());
                    found.push(self.aig.add(&bits, &one));
                    found.push(self.aig.subtract(&bits, &one));
                }
                found.push(bits);
            }
            // What was not understood has other results here than in the instance.
            if self.doubts.len() == before {
                found.extend(self.solution(var, a, b)?);
                found.extend(self.quotient(var, a, b)?);
            }
            self.doubts.truncate(before);
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    fn comparisons(&self, body: ExprId) -> Vec<(BinaryOp, ExprId, ExprId)> {
        let mut found = Vec::new();
        for_each_below(self.program, &[body], |_, kind| {
            if let ExprKind::Binary(op, a, b) = *kind
                && super::is_comparison(op)
                && found.len() < MOST_COMPARISONS
                && self.program.types.is_integer(self.program.expr(a).ty)
            {
                found.push((op, a, b));
            }
        });
        found
    }

    /// The value of the variable for which an expression has a given value, if there are only
    /// operators in between that can be undone, at least for some values.
    fn solved(&mut self, var: VarId, e: ExprId, target: &[Lit]) -> Translated<Option<Bits>> {
        let program = self.program;
        match program.expr(e).kind {
            ExprKind::Var(v) if v == var => Ok(Some(target.to_vec())),
            ExprKind::Load(inner) => self.solved(var, inner, target),
            ExprKind::Cast(CastKind::IntToInt | CastKind::Same, inner) => {
                let (width, signed) = self.int_type(self.ty(inner))?;
                let target = circuit::resize(target, width, signed);
                self.solved(var, inner, &target)
            }
            ExprKind::Unary(op, inner) => {
                let target = match op {
                    UnaryOp::Negate => self.aig.negate(target),
                    UnaryOp::Complement => target.iter().map(|&b| !b).collect(),
                    UnaryOp::Not => return Ok(None),
                };
                self.solved(var, inner, &target)
            }
            ExprKind::Binary(op, a, b) => {
                use BinaryOp::{
                    Add, And, Divide, Multiply, Or, Remainder, ShiftLeft, ShiftRight, Subtract, Xor,
                };
                for (inner, other, left) in [(a, b, true), (b, a, false)] {
                    if self.is_closed(inner) || !self.is_closed(other) {
                        continue;
                    }
                    let known = self.int(other)?;
                    let target = match (op, left) {
                        (Xor, _) => self.aig.zip(target, &known, |g, a, b| g.xor(a, b)),
                        (Add, _) => self.aig.subtract(target, &known),
                        (Subtract, true) => self.aig.add(target, &known),
                        (Subtract, false) => self.aig.subtract(&known, target),
                        // Right for those that have a solution.
                        (And | Or, _) | (Remainder, true) => target.to_vec(),
                        (Multiply, _) if self.prefix.is_none() => self.cofactor(&known, target),
                        (Divide, true) => self.aig.multiply(target, &known),
                        (ShiftLeft, true) => {
                            self.aig.shift(target, &known, circuit::Direction::Right, Lit::FALSE)
                        }
                        (ShiftRight, true) => {
                            self.aig.shift(target, &known, circuit::Direction::Left, Lit::FALSE)
                        }
                        _ => return Ok(None),
                    };
                    return self.solved(var, inner, &target);
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// A variable that solves `a == b` if there is a solution, if that is linear in it.
    fn solution(&mut self, var: VarId, a: ExprId, b: ExprId) -> Translated<Option<Bits>> {
        if self.prefix.is_some() {
            return Ok(None);
        }
        let (width, signed) = self.int_type(self.ty(a))?;
        let (own, _) = self.int_type(self.program.var(var).ty)?;
        if !self.wraps(signed) || own < width {
            return Ok(None);
        }
        let before = self.doubts.len();
        let sides = (self.linear(var, a, width, false)?, self.linear(var, b, width, false)?);
        let (Some(left), Some(right)) = sides else { return Ok(None) };
        let factor = self.aig.subtract(&left.factor, &right.factor);
        if circuit::as_constant(&factor).is_some() && !self.is_product(&left, &right) {
            return Ok(None);
        }
        let target = self.aig.subtract(&right.rest, &left.rest);
        let value = self.fresh_value(self.program.var(var).ty)?;
        let outer = self.env.vars.insert(var, value.clone());
        let equation = self.int(a).and_then(|x| Ok((x, self.int(b)?)));
        match outer {
            Some(outer) => self.env.vars.insert(var, outer),
            None => self.env.vars.remove(&var),
        };
        let (x, y) = equation?;
        if self.doubts.len() != before {
            return Ok(None);
        }
        let solvable = self.divides(&factor, &target);
        let holds = self.aig.equal_bits(&x, &y);
        let required = self.aig.implies(solvable, holds);
        self.constraints.push(required);
        Ok(Some(value.bits()))
    }

    /// Is there a number whose product with the factor is this, modulo the power of two?
    fn divides(&mut self, factor: &[Lit], product: &[Lit]) -> Lit {
        // The bits below the lowest one of the factor; all of them if it is zero.
        let minus = self.aig.negate(factor);
        let lowest = self.aig.zip(factor, &minus, |g, a, b| g.and(a, b));
        let one = circuit::constant(1, factor.len());
        let below = self.aig.subtract(&lowest, &one);
        let left_over = self.aig.zip(product, &below, |g, a, b| g.and(a, b));
        !self.aig.nonzero(&left_over)
    }

    /// Such a number, if there is one.
    fn cofactor(&mut self, factor: &[Lit], product: &[Lit]) -> Bits {
        let number = self.aig.inputs(factor.len());
        let solvable = self.divides(factor, product);
        let multiple = self.aig.multiply(&number, factor);
        let holds = self.aig.equal_bits(&multiple, product);
        let required = self.aig.implies(solvable, holds);
        self.constraints.push(required);
        number
    }

    /// Is a factor other than one involved? Otherwise there is a term.
    fn is_product(&self, left: &Linear, right: &Linear) -> bool {
        let simple = |l: &Linear| matches!(circuit::as_constant(&l.factor), Some(0 | 1));
        !simple(left) || !simple(right)
    }

    /// What is compared with a product that the variable is in, divided by the other factor.
    fn quotient(&mut self, var: VarId, a: ExprId, b: ExprId) -> Translated<Option<Bits>> {
        let (width, signed) = self.int_type(self.ty(a))?;
        let (own, _) = self.int_type(self.program.var(var).ty)?;
        if signed || own != width {
            return Ok(None);
        }
        for (side, term) in [(a, b), (b, a)] {
            if !self.is_closed(term) {
                continue;
            }
            let Some(linear) = self.linear(var, side, width, true)? else { continue };
            if circuit::as_constant(&linear.factor).is_some_and(|k| k <= 1) {
                continue;
            }
            let target = self.int(term)?;
            let key = (false, target.clone().into(), linear.factor.clone().into());
            let known = self.memory.divisions.get(&key).map(|guess| guess.division.clone());
            let division = match known {
                Some(division) => division,
                None => self.aig.divide_unsigned(&target, &linear.factor, true),
            };
            self.constraints.push(division.constraint);
            return Ok(Some(division.quotient));
        }
        Ok(None)
    }

    fn wraps(&self, signed: bool) -> bool {
        !signed || self.options.arch == Arch::TwosComplement
    }

    /// The expression as a linear function of the variable, modulo a power of two; with `roughly`, without what depends
    /// on variables of inner quantifiers.
    fn linear(
        &mut self,
        var: VarId,
        e: ExprId,
        width: usize,
        roughly: bool,
    ) -> Translated<Option<Linear>> {
        let (own, signed) = self.int_type(self.ty(e))?;
        let zero = || circuit::constant(0, width);
        if self.is_closed(e) && own >= width {
            let rest = self.int(e)?[..width].to_vec();
            return Ok(Some(Linear { factor: zero(), rest }));
        }
        if own < width || !self.wraps(signed) {
            return Ok(None);
        }
        let program = self.program;
        match program.expr(e).kind {
            ExprKind::Var(v) if v == var => {
                Ok(Some(Linear { factor: circuit::constant(1, width), rest: zero() }))
            }
            ExprKind::Var(v) if roughly && !self.env.vars.contains_key(&v) => {
                Ok(Some(Linear { factor: zero(), rest: zero() }))
            }
            ExprKind::Load(inner) | ExprKind::Cast(CastKind::IntToInt | CastKind::Same, inner) => {
                self.linear(var, inner, width, roughly)
            }
            ExprKind::Unary(op @ (UnaryOp::Negate | UnaryOp::Complement), inner) => {
                let Some(inner) = self.linear(var, inner, width, roughly)? else { return Ok(None) };
                let factor = self.aig.negate(&inner.factor);
                let rest = match op {
                    UnaryOp::Negate => self.aig.negate(&inner.rest),
                    _ => inner.rest.iter().map(|&b| !b).collect(),
                };
                Ok(Some(Linear { factor, rest }))
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) => {
                let left = self.linear(var, a, width, roughly)?;
                let right = self.linear(var, b, width, roughly)?;
                let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
                let mut both = |x: &[Lit], y: &[Lit]| match op {
                    BinaryOp::Add => self.aig.add(x, y),
                    _ => self.aig.subtract(x, y),
                };
                let factor = both(&left.factor, &right.factor);
                let rest = both(&left.rest, &right.rest);
                Ok(Some(Linear { factor, rest }))
            }
            ExprKind::Binary(BinaryOp::Multiply, a, b) => {
                for (inner, other) in [(a, b), (b, a)] {
                    let (other_width, _) = self.int_type(self.ty(other))?;
                    if !self.is_closed(other) || other_width < width {
                        continue;
                    }
                    let by = self.int(other)?[..width].to_vec();
                    let Some(inner) = self.linear(var, inner, width, roughly)? else {
                        return Ok(None);
                    };
                    let factor = self.aig.multiply(&inner.factor, &by);
                    let rest = self.aig.multiply(&inner.rest, &by);
                    return Ok(Some(Linear { factor, rest }));
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Can the expression be evaluated outside of the quantifier?
    fn is_closed(&self, e: ExprId) -> bool {
        let program = self.program;
        let mut closed = program.types.is_integer(program.expr(e).ty);
        for_each_below(program, &[e], |_, kind| {
            closed &= match kind {
                ExprKind::Var(v) => self.env.vars.contains_key(v),
                ExprKind::Deref(_) | ExprKind::Quantified { .. } | ExprKind::Call(..) => false,
                ExprKind::Binary(BinaryOp::Divide | BinaryOp::Remainder, _, by) => {
                    program.constant_int(*by).is_some_and(|by| by > 0)
                }
                _ => true,
            };
        });
        closed
    }
}
