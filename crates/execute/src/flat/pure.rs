//! What instructions compute from words alone.

use super::code::{Code, mask, signed};

impl Code {
    /// Whether the result is computed from one scalar.
    pub fn is_unary(self) -> bool {
        use Code::{BitNot, Copy, ExtendSigned, Extract, IntNegate, IntToBits, Negate, Not};
        matches!(
            self,
            Copy | Not | BitNot | Negate | Extract | ExtendSigned | IntNegate | IntToBits
        )
    }

    /// Whether it is the truth of a comparison.
    pub fn compares(self) -> bool {
        use Code::{
            AtMostSigned, AtMostUnsigned, Equal, IntAtMost, IntLess, LessSigned, LessUnsigned,
        };
        matches!(
            self,
            Equal | LessUnsigned | AtMostUnsigned | LessSigned | AtMostSigned | IntLess | IntAtMost
        )
    }
}

/// The result of an instruction with these operands, of width `w`; `more` is its second number if it has one operand.
/// `None` if there is none, or if a word is too small for it.
#[inline(always)]
pub(super) fn pure(code: Code, w: u8, a: u128, b: u128, more: u32) -> Option<u128> {
    Some(match code {
        Code::Copy => a,
        Code::Not => a ^ 1,
        Code::And => a & b,
        Code::Or => a | b,
        Code::Implies => (a ^ 1) | b,
        Code::Equal => u128::from(a == b),
        Code::BitNot => !a & mask(w),
        Code::BitXor => a ^ b,
        Code::Negate => a.wrapping_neg() & mask(w),
        Code::Add => a.wrapping_add(b) & mask(w),
        Code::Subtract => a.wrapping_sub(b) & mask(w),
        Code::Multiply => a.wrapping_mul(b) & mask(w),
        Code::DivideUnsigned => a.checked_div(b).unwrap_or(mask(w)),
        Code::RemainderUnsigned => a.checked_rem(b).unwrap_or(a),
        Code::DivideSigned => {
            let (a, b) = (signed(a, w), signed(b, w));
            let quotient = match b {
                0 if a < 0 => 1,
                0 => -1,
                _ => a.wrapping_div(b),
            };
            quotient as u128 & mask(w)
        }
        Code::RemainderSigned => {
            let (a, b) = (signed(a, w), signed(b, w));
            (if b == 0 { a } else { a.wrapping_rem(b) }) as u128 & mask(w)
        }
        Code::ShiftLeft if b >= u128::from(w) => 0,
        Code::ShiftLeft => (a << b) & mask(w),
        Code::ShiftRight if b >= u128::from(w) => 0,
        Code::ShiftRight => a >> b,
        Code::ShiftRightSigned => (signed(a, w) >> b.min(127)) as u128 & mask(w),
        Code::LessUnsigned => u128::from(a < b),
        Code::AtMostUnsigned => u128::from(a <= b),
        Code::LessSigned => u128::from(signed(a, w) < signed(b, w)),
        Code::AtMostSigned => u128::from(signed(a, w) <= signed(b, w)),
        Code::Concatenate => (a << w) | b,
        Code::Extract => (a >> more) & mask(w),
        Code::ExtendSigned => signed(a, w) as u128 & mask(more as u8),
        Code::IntAdd => (a as i128).checked_add(b as i128)? as u128,
        Code::IntSubtract => (a as i128).checked_sub(b as i128)? as u128,
        Code::IntMultiply => (a as i128).checked_mul(b as i128)? as u128,
        Code::IntNegate => (a as i128).checked_neg()? as u128,
        Code::IntDivide => (a as i128).checked_div_euclid(b as i128)? as u128,
        Code::IntRemainder => (a as i128).checked_rem_euclid(b as i128)? as u128,
        Code::IntLess => u128::from((a as i128) < b as i128),
        Code::IntAtMost => u128::from(a as i128 <= b as i128),
        Code::IntToBits => a & mask(w),
        _ => return None,
    })
}
