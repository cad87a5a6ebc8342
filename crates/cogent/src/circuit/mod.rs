//! Bit-vector circuits over the gate graph (paper, section 3.1).
//!
//! A bit-vector is a list of literals, the least significant bit first. Constants are
//! literals too, so an operator with a constant operand gets the small circuit that the
//! simplifying gates leave over; where that is not enough (multiplication, shifts), the
//! circuit looks at the constants itself.

mod arithmetic;
mod compare;
mod divide;
mod multiply;
mod shift;

pub use divide::Division;
pub use shift::Direction;

use crate::aig::{Aig, Lit};

/// Literals, the least significant bit first.
pub type Bits = Vec<Lit>;

/// The bits of a number.
pub fn constant(value: i128, width: usize) -> Bits {
    (0..width).map(|i| Lit::constant((value >> i.min(127)) & 1 == 1)).collect()
}

/// The number that constant bits spell, without sign.
pub fn as_constant(bits: &[Lit]) -> Option<u128> {
    let mut value = 0;
    for (i, bit) in bits.iter().enumerate() {
        match bit.as_constant()? {
            true if i >= 128 => return None,
            true => value |= 1u128 << i,
            false => {}
        }
    }
    Some(value)
}

/// Cut off or extended to a width, by zero or by the sign.
pub fn resize(bits: &[Lit], width: usize, signed: bool) -> Bits {
    let fill = match bits.last() {
        Some(&sign) if signed => sign,
        _ => Lit::FALSE,
    };
    (0..width).map(|i| bits.get(i).copied().unwrap_or(fill)).collect()
}

/// The sign bit; false for the empty vector.
pub fn sign(bits: &[Lit]) -> Lit {
    bits.last().copied().unwrap_or(Lit::FALSE)
}

impl Aig {
    /// Free variables.
    pub fn inputs(&mut self, width: usize) -> Bits {
        (0..width).map(|_| self.input()).collect()
    }

    /// Bit by bit.
    pub fn zip(
        &mut self,
        a: &[Lit],
        b: &[Lit],
        mut gate: impl FnMut(&mut Aig, Lit, Lit) -> Lit,
    ) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| gate(self, a, b)).collect()
    }

    /// If `c` then `t` else `e`, bit by bit.
    pub fn mux_bits(&mut self, c: Lit, t: &[Lit], e: &[Lit]) -> Bits {
        t.iter().zip(e).map(|(&t, &e)| self.mux(c, t, e)).collect()
    }

    /// Some bit is set.
    pub fn nonzero(&mut self, bits: &[Lit]) -> Lit {
        self.or_all(bits.iter().copied())
    }
}
