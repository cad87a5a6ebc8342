//! Values as bits: integers are numbers or bit-vectors in Boogie, whatever the encoding chose.

use lariat_logic::Value;
use lariat_trace::Shown;

/// The lowest `width` bits.
pub fn cut(bits: u128, width: u32) -> u128 {
    if width >= 128 { bits } else { bits & ((1 << width) - 1) }
}

/// The bits as a number of a width, with or without sign.
pub fn number(bits: u128, width: u32, signed: bool) -> i128 {
    lariat_c::wrap_to(cut(bits, width) as i128, width, signed)
}

/// The bits of a value in a trace; two's complement if it is a negative number.
pub fn of_shown(value: &Shown) -> Option<u128> {
    match value {
        Shown::Bool(b) => Some(u128::from(*b)),
        Shown::Int(text) => of_decimal(text),
        Shown::BitVector { bits, .. } => bits.parse().ok(),
        _ => None,
    }
}

/// The bits of a value.
pub fn of_value(value: &Value) -> Option<u128> {
    match value {
        Value::Bool(b) => Some(u128::from(*b)),
        Value::Int(n) => of_decimal(&n.to_string()),
        Value::Bv { bits, .. } => bits.to_biguint().try_into().ok(),
        _ => None,
    }
}

fn of_decimal(text: &str) -> Option<u128> {
    text.parse::<i128>().map(|n| n as u128).or_else(|_| text.parse::<u128>()).ok()
}
