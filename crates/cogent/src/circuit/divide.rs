//! Division: by guessing, or step by step.
//!
//! The paper's division (section 3.1) guesses quotient and remainder and requires
//! `quotient * divisor + remainder == dividend` without overflow and `remainder < divisor`.
//! The requirement is a constraint on fresh variables that every assignment of the operands
//! can meet, so it may be asserted once and for all. Where a value must be a function of the
//! operands in the graph itself (evaluation, quantified bodies), restoring division is used.

use super::{Bits, as_constant};
use crate::aig::{Aig, Lit};

/// Quotient and remainder, and what must be asserted for them to be right.
#[derive(Clone, Debug)]
pub struct Division {
    /// The quotient.
    pub quotient: Bits,
    /// The remainder.
    pub remainder: Bits,
    /// To be asserted; satisfiable for all operands.
    pub constraint: Lit,
    /// Are the results free where nothing is said about them?
    pub open: bool,
}

impl Aig {
    /// Unsigned division. Nothing is said about division by zero.
    pub fn divide_unsigned(&mut self, a: &[Lit], b: &[Lit], guess: bool) -> Division {
        let width = a.len();
        if let Some(k) = as_constant(b) {
            if k == 0 {
                let (quotient, remainder) = (vec![Lit::FALSE; width], a.to_vec());
                return Division { quotient, remainder, constraint: Lit::TRUE, open: false };
            }
            if k.is_power_of_two() {
                let shift = k.trailing_zeros() as usize;
                let part = |keep: &dyn Fn(usize) -> Option<Lit>| {
                    (0..width).map(|i| keep(i).unwrap_or(Lit::FALSE)).collect()
                };
                let quotient = part(&|i| a.get(i + shift).copied());
                let remainder = part(&|i| if i < shift { Some(a[i]) } else { None });
                return Division { quotient, remainder, constraint: Lit::TRUE, open: false };
            }
        }
        if !guess || (as_constant(a).is_some() && as_constant(b).is_some()) || width <= 4 {
            let (quotient, remainder) = self.divide_stepwise(a, b);
            return Division { quotient, remainder, constraint: Lit::TRUE, open: false };
        }
        let quotient = self.inputs(width);
        let remainder = self.inputs(width);
        let product = self.multiply(&quotient, b);
        let product_overflows = self.multiply_overflows_unsigned(&quotient, b);
        let (sum, carry) = self.add_carry(&product, &remainder, Lit::FALSE);
        let matches = self.equal_bits(&sum, a);
        let small = self.less_unsigned(&remainder, b);
        let right = self.and_all([matches, small, !product_overflows, !carry]);
        let nonzero = self.nonzero(b);
        let constraint = self.implies(nonzero, right);
        Division { quotient, remainder, constraint, open: true }
    }

    /// Signed division, truncating; the remainder has the dividend's sign. Nothing is said
    /// about division by zero, nor, unless it wraps around, about the least number by -1.
    ///
    /// The product that the guess is checked with is the one that a program computes when it
    /// multiplies the quotient again, so that such identities are seen in the graph.
    pub fn divide_signed(&mut self, a: &[Lit], b: &[Lit], guess: bool, wraps: bool) -> Division {
        let width = a.len();
        if as_constant(b).is_some() || as_constant(a).is_some() || !guess || width <= 4 {
            return self.divide_magnitudes(a, b, guess);
        }
        let quotient = self.inputs(width);
        let remainder = self.inputs(width);
        let product = self.multiply(&quotient, b);
        let product_overflows = self.multiply_overflows_signed(&quotient, b);
        let sum = self.add(&product, &remainder);
        let sum_overflows = self.add_overflows(&product, &remainder, &sum);
        let matches = self.equal_bits(&sum, a);
        let (size, limit) = (self.magnitude(&remainder), self.magnitude(b));
        let small = self.less_unsigned(&size, &limit);
        let rest = self.nonzero(&remainder);
        let same_sign = self.equal(super::sign(&remainder), super::sign(a));
        let signs = self.implies(rest, same_sign);
        let right = self.and_all([matches, small, signs, !product_overflows, !sum_overflows]);
        let nonzero = self.nonzero(b);
        let least = self.is_least(a);
        let minus_one = self.and_all(b.iter().copied());
        let special = self.and(least, minus_one);
        let regular = self.and(nonzero, !special);
        let mut constraint = self.implies(regular, right);
        if wraps {
            let same = self.equal_bits(&quotient, a);
            let wrapped = self.and(same, !rest);
            let wrapped = self.implies(special, wrapped);
            constraint = self.and(constraint, wrapped);
        }
        Division { quotient, remainder, constraint, open: true }
    }

    fn divide_magnitudes(&mut self, a: &[Lit], b: &[Lit], guess: bool) -> Division {
        let (sign_a, sign_b) = (super::sign(a), super::sign(b));
        let (x, y) = (self.magnitude(a), self.magnitude(b));
        let Division { quotient, remainder, constraint, .. } = self.divide_unsigned(&x, &y, guess);
        let differ = self.xor(sign_a, sign_b);
        let negated = self.negate(&quotient);
        let quotient = self.mux_bits(differ, &negated, &quotient);
        let negated = self.negate(&remainder);
        let remainder = self.mux_bits(sign_a, &negated, &remainder);
        Division { quotient, remainder, constraint, open: false }
    }

    /// Restoring division, one quotient bit after the other.
    fn divide_stepwise(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
        let width = a.len();
        let mut divisor = b.to_vec();
        divisor.push(Lit::FALSE);
        let mut remainder = vec![Lit::FALSE; width + 1];
        let mut quotient = vec![Lit::FALSE; width];
        for i in (0..width).rev() {
            remainder.pop();
            remainder.insert(0, a[i]);
            let (difference, borrow) = self.subtract_borrow(&remainder, &divisor);
            quotient[i] = !borrow;
            remainder = self.mux_bits(borrow, &remainder, &difference);
        }
        remainder.pop();
        (quotient, remainder)
    }
}
