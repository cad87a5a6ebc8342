//! Equality and order.

use super::sign;
use crate::aig::{Aig, Lit};

impl Aig {
    /// All bits equal.
    pub fn equal_bits(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| self.equal(a, b)).collect();
        self.and_all(same)
    }

    /// Is the first less, read without sign?
    pub fn less_unsigned(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut less = Lit::FALSE;
        for (&a, &b) in a.iter().zip(b) {
            // The more significant bit decides if it differs.
            let differ = self.xor(a, b);
            less = self.mux(differ, b, less);
        }
        less
    }

    /// Is the first less, read as two's complement?
    pub fn less_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (Some((_, low_a)), Some((_, low_b))) = (a.split_last(), b.split_last()) else {
            return Lit::FALSE;
        };
        let low = self.less_unsigned(low_a, low_b);
        let differ = self.xor(sign(a), sign(b));
        self.mux(differ, sign(a), low)
    }

    /// Is the first less, by the signedness given?
    pub fn less(&mut self, a: &[Lit], b: &[Lit], signed: bool) -> Lit {
        if signed { self.less_signed(a, b) } else { self.less_unsigned(a, b) }
    }
}
