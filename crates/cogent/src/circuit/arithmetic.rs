//! Sums and differences, with their overflow.

use super::{Bits, sign};
use crate::aig::{Aig, Lit};

impl Aig {
    /// The sum with a carry in, and the carry out of the top bit.
    pub fn add_carry(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Bits, Lit) {
        // The same operands in either order are the same circuit.
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let mut carry = carry;
        let mut sum = Bits::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            sum.push(self.xor(differ, carry));
            carry = self.majority(a, b, carry);
        }
        (sum, carry)
    }

    /// The sum, modulo the width.
    pub fn add(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        self.add_carry(a, b, Lit::FALSE).0
    }

    /// The difference, modulo the width.
    pub fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        self.subtract_borrow(a, b).0
    }

    /// The difference, and whether the minuend is less (without sign).
    pub fn subtract_borrow(&mut self, a: &[Lit], b: &[Lit]) -> (Bits, Lit) {
        let inverted: Bits = b.iter().map(|&b| !b).collect();
        let (difference, carry) = self.add_carry(a, &inverted, Lit::TRUE);
        (difference, !carry)
    }

    /// The negation, modulo the width.
    pub fn negate(&mut self, a: &[Lit]) -> Bits {
        let zero = vec![Lit::FALSE; a.len()];
        self.subtract(&zero, a)
    }

    /// Is the true sum of signed numbers out of range? `sum` is that of the circuit.
    pub fn add_overflows(&mut self, a: &[Lit], b: &[Lit], sum: &[Lit]) -> Lit {
        let (a, b, s) = (sign(a), sign(b), sign(sum));
        let left = self.xor(a, s);
        let right = self.xor(b, s);
        self.and(left, right)
    }

    /// Is the true difference of signed numbers out of range?
    pub fn subtract_overflows(&mut self, a: &[Lit], b: &[Lit], difference: &[Lit]) -> Lit {
        let (a, b, d) = (sign(a), sign(b), sign(difference));
        let operands = self.xor(a, b);
        let result = self.xor(a, d);
        self.and(operands, result)
    }

    /// Is it the least signed number, which has no negation?
    pub fn is_least(&mut self, a: &[Lit]) -> Lit {
        let Some((&top, rest)) = a.split_last() else { return Lit::FALSE };
        let low = self.nonzero(rest);
        self.and(top, !low)
    }

    /// The absolute value; the least number keeps its bits and reads as unsigned.
    pub fn magnitude(&mut self, a: &[Lit]) -> Bits {
        let negated = self.negate(a);
        self.mux_bits(sign(a), &negated, a)
    }
}
