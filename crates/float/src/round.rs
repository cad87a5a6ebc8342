//! The one place where numbers are rounded.

use crate::{Finite, Format, Rounding};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The integer nearest to `mantissa / 2^dropped` plus a little if `more`, by the rounding asked for.
pub(crate) fn cut(
    mantissa: &BigUint,
    dropped: u64,
    more: bool,
    negative: bool,
    rounding: Rounding,
) -> BigUint {
    if dropped == 0 && !more {
        return mantissa.clone();
    }
    let kept = mantissa >> dropped;
    let rest = mantissa - (&kept << dropped);
    let inexact = more || !rest.is_zero();
    // One half; if nothing is dropped, what is left is less than that.
    let half = (BigUint::one() << dropped) >> 1u8;
    let order = match dropped {
        0 => std::cmp::Ordering::Less,
        _ => rest.cmp(&half),
    };
    let up = match rounding {
        Rounding::NearestEven => order.is_gt() || order.is_eq() && (more || kept.bit(0)),
        Rounding::NearestAway => order.is_ge(),
        Rounding::TowardZero => false,
        Rounding::Up => inexact && !negative,
        Rounding::Down => inexact && negative,
    };
    if up { kept + 1u8 } else { kept }
}

impl Format {
    /// The bits of a number, or of one that is larger than it by less than one unit of its last
    /// place if `more`.
    pub(crate) fn rounded(self, number: &Finite, more: bool, rounding: Rounding) -> BigUint {
        let sign = self.sign(number.negative);
        if number.mantissa.is_zero() {
            return sign;
        }
        let places = i64::from(self.places());
        let least = 1 - self.bias();
        let leading = number.exponent + number.mantissa.bits() as i64 - 1;
        let mut last = leading.max(least) - places;
        let mut kept = match u64::try_from(last - number.exponent) {
            Ok(dropped) => cut(&number.mantissa, dropped, more, number.negative, rounding),
            Err(_) => &number.mantissa << (number.exponent - last) as u64,
        };
        if kept.bits() > u64::from(self.significand) {
            kept >>= 1u8;
            last += 1;
        }
        if kept.bits() < u64::from(self.significand) {
            // Less than the least normal number.
            return sign | kept;
        }
        let biased = last + places + self.bias();
        if biased >= (1 << self.exponent) - 1 {
            let infinite = match rounding {
                Rounding::NearestEven | Rounding::NearestAway => true,
                Rounding::TowardZero => false,
                Rounding::Up => !number.negative,
                Rounding::Down => number.negative,
            };
            let infinity = self.infinity(number.negative);
            return if infinite { infinity } else { infinity - 1u8 };
        }
        let fraction = kept - (BigUint::one() << self.places());
        sign | (BigUint::from(biased as u64) << self.places()) | fraction
    }
}
