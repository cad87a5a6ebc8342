//! Floating literals of C.

use crate::{Finite, Format, Rounding};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{Num, One, Zero};

/// The bits of a literal of C, decimal or hexadecimal; its suffix is not looked at.
pub fn literal(text: &str, format: Format) -> Option<BigUint> {
    let text: String = text.chars().filter(|c| *c != '\'').collect();
    let text = text.to_ascii_lowercase();
    let (digits, radix, marker) = match text.strip_prefix("0x") {
        Some(rest) => (rest, 16, 'p'),
        None => (text.as_str(), 10, 'e'),
    };
    let is_digit = |c: char| c.is_digit(radix) || c == '.';
    let end = digits.find(|c| !is_digit(c)).unwrap_or(digits.len());
    let (number, rest) = digits.split_at(end);
    let (whole, behind) = number.split_once('.').unwrap_or((number, ""));
    let mantissa = BigUint::from_str_radix(&format!("0{whole}{behind}"), radix).ok()?;
    let power: i64 = match rest.strip_prefix(marker) {
        Some(rest) => {
            let end = rest
                .char_indices()
                .find(|(i, c)| !(c.is_ascii_digit() || *i == 0 && matches!(c, '+' | '-')));
            let (power, _) = rest.split_at(end.map_or(rest.len(), |e| e.0));
            power.strip_prefix('+').unwrap_or(power).parse().ok()?
        }
        None => 0,
    };
    if mantissa.is_zero() {
        return Some(BigUint::zero());
    }
    let nearest = |mantissa, exponent, more| {
        let number = Finite { negative: false, mantissa, exponent };
        format.rounded(&number, more, Rounding::NearestEven)
    };
    let behind = i64::try_from(behind.len()).ok()?;
    if radix == 16 {
        return Some(nearest(mantissa, power.clamp(-1 << 32, 1 << 32) - 4 * behind, false));
    }
    // Beyond these there is nothing but zero and infinity.
    let power = power.saturating_sub(behind);
    let size = power.saturating_add((mantissa.bits() / 3) as i64);
    if power > 100_000 || size < -100_000 {
        return Some(if power > 0 { format.infinity(false) } else { BigUint::zero() });
    }
    let ten = BigUint::from(10u8).pow(power.unsigned_abs() as u32);
    if power >= 0 {
        return Some(nearest(mantissa * ten, 0, false));
    }
    let shift = ten.bits() + u64::from(format.significand) + 3;
    let (quotient, rest) = (mantissa << shift).div_rem(&ten);
    debug_assert!(quotient >= BigUint::one());
    Some(nearest(quotient, -(shift as i64), !rest.is_zero()))
}
