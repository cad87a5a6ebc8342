//! Barrel shifters.

use super::{Bits, as_constant};
use crate::aig::{Aig, Lit};

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the most significant bit.
    Left,
    /// Towards the least significant bit.
    Right,
}

impl Aig {
    /// Shifts by a variable amount, read without sign; `fill` comes in. An amount of the
    /// width or more leaves only `fill`.
    pub fn shift(&mut self, a: &[Lit], amount: &[Lit], direction: Direction, fill: Lit) -> Bits {
        let width = a.len();
        if let Some(k) = as_constant(amount) {
            let k = usize::try_from(k).unwrap_or(width).min(width);
            return by_constant(a, k, direction, fill);
        }
        let mut result = a.to_vec();
        let mut too_far = Vec::new();
        for (i, &bit) in amount.iter().enumerate() {
            if i < usize::BITS as usize - 1 && (1usize << i) < width {
                let moved = by_constant(&result, 1 << i, direction, fill);
                result = self.mux_bits(bit, &moved, &result);
            } else {
                too_far.push(bit);
            }
        }
        let too_far = self.or_all(too_far);
        let all_fill = vec![fill; width];
        self.mux_bits(too_far, &all_fill, &result)
    }

    /// Is the amount, read without sign, at least the width?
    pub fn shifts_out(&mut self, amount: &[Lit], width: usize) -> Lit {
        let limit = super::constant(width as i128, amount.len());
        if super::as_constant(&limit) != Some(width as u128) {
            return Lit::FALSE;
        }
        !self.less_unsigned(amount, &limit)
    }
}

fn by_constant(a: &[Lit], k: usize, direction: Direction, fill: Lit) -> Bits {
    let width = a.len();
    (0..width)
        .map(|i| match direction {
            Direction::Left => i.checked_sub(k).map_or(fill, |j| a[j]),
            Direction::Right => a.get(i + k).copied().unwrap_or(fill),
        })
        .collect()
}
