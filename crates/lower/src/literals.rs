//! Literals: numbers of any size, and the literals of theories that only solvers know.

use crate::context::{Lower, Lowering};
use lariat_boogie::Symbol;
use lariat_boogie::ast::{ExprId, ExprKind};
use lariat_boogie::float::{FloatLit, FloatValue};
use lariat_logic::{Sort, TermId, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Decimal exponents beyond this are refused: the number would not fit in memory.
const EXPONENT_LIMIT: i64 = 1_000_000;

impl Lowering<'_> {
    /// An integer literal.
    pub fn int_literal(&mut self, digits: Symbol) -> TermId {
        if let Some(&term) = self.int_literals.get(&digits) {
            return term;
        }
        let value = parse_digits(self.boogie.text(digits));
        let term = self.terms().int(value);
        self.int_literals.insert(digits, term);
        term
    }

    /// Any other literal.
    pub fn literal(&mut self, expr: ExprId) -> Lower<TermId> {
        let boogie = self.boogie;
        let span = boogie[expr].span;
        match boogie[expr].kind {
            ExprKind::Real(text) => match parse_real(boogie.text(text)) {
                Some(value) => Ok(self.terms().literal(Value::Real(value))),
                None => self.error("literal", span, "this number has too large an exponent"),
            },
            ExprKind::Bv { value, width } => {
                let sort = lariat_boogie::TyKind::Bv(width);
                let ty = self.types.intern(sort);
                self.sort(ty, span)?;
                let bits = parse_digits(boogie.text(value)).into_parts().1;
                Ok(self.terms().literal(Value::bv(bits, width)))
            }
            ExprKind::Float(text) => {
                let literal = FloatLit::parse(boogie.text(text));
                let encoded = literal.as_ref().and_then(smt_float);
                let (Some(literal), Some(text)) = (literal, encoded) else {
                    return self.error(
                        "literal",
                        span,
                        "this number cannot be represented exactly in its float type",
                    );
                };
                let sort = self.terms().sort(Sort::Float {
                    exponent: literal.exponent,
                    significand: literal.significand,
                });
                Ok(self.terms().literal(Value::Smt { sort, text }))
            }
            ExprKind::Str(text) => {
                let text = format!("\"{}\"", boogie.text(text));
                let sort = self.terms().sort(Sort::String);
                Ok(self.terms().literal(Value::Smt { sort, text }))
            }
            ExprKind::RoundingMode(mode) => Ok(self.rounding_mode(mode.text())),
            _ => self.error("internal", span, "no literal"),
        }
    }

    /// A rounding mode by its three-letter name.
    pub fn rounding_mode(&mut self, name: &str) -> TermId {
        let sort = self.terms().sort(Sort::RoundingMode);
        self.terms().literal(Value::Smt { sort, text: name.to_string() })
    }
}

fn parse_digits(text: &str) -> BigInt {
    BigInt::parse_bytes(text.as_bytes(), 10).unwrap_or_default()
}

/// The value of `12.5e-3`.
fn parse_real(text: &str) -> Option<BigRational> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = parse_digits(&format!("{whole}{fraction}"));
    let exponent = exponent.checked_sub(fraction.len() as i64)?;
    if exponent.abs() > EXPONENT_LIMIT {
        return None;
    }
    let power = num_traits::pow(BigInt::from(10), exponent.unsigned_abs() as usize);
    Some(if exponent < 0 {
        BigRational::new(digits, power)
    } else {
        BigRational::from_integer(digits * power)
    })
}

/// A float literal in SMT-LIB's syntax; `None` if the format cannot hold the number exactly.
fn smt_float(literal: &FloatLit) -> Option<String> {
    let (eb, sb) = (literal.exponent, literal.significand);
    match &literal.value {
        FloatValue::NaN => Some(format!("(_ NaN {eb} {sb})")),
        FloatValue::Infinity { negative: false } => Some(format!("(_ +oo {eb} {sb})")),
        FloatValue::Infinity { negative: true } => Some(format!("(_ -oo {eb} {sb})")),
        FloatValue::Finite { negative, integer, fraction, exponent } => {
            let digits = format!("{integer}{fraction}");
            let number = BigUint::parse_bytes(digits.as_bytes(), 16)?;
            let power = exponent.checked_sub(fraction.len() as i64)?.checked_mul(4)?;
            let (biased, stored) = encode(number, power, eb, sb)?;
            let sign = u8::from(*negative);
            let exponent = binary(&biased, eb);
            let significand = binary(&stored, sb - 1);
            Some(format!("(fp #b{sign} #b{exponent} #b{significand})"))
        }
    }
}

/// `number · 2^power` as biased exponent and stored significand (without the hidden bit).
fn encode(number: BigUint, power: i64, eb: u32, sb: u32) -> Option<(BigUint, BigUint)> {
    if !(2..=60).contains(&eb) || sb < 2 {
        return None;
    }
    if number.is_zero() {
        return Some((BigUint::zero(), BigUint::zero()));
    }
    let bias = (1i64 << (eb - 1)) - 1;
    let top = power.checked_add(number.bits() as i64 - 1)?;
    if top > bias {
        return None;
    }
    // The value of the lowest bit that the format has for this number.
    let lowest = top.max(1 - bias) - i64::from(sb - 1);
    let shift = power - lowest;
    let scaled = if shift >= 0 {
        number << shift as u64
    } else {
        let shift = shift.unsigned_abs();
        if number.trailing_zeros().unwrap_or(0) < shift {
            return None;
        }
        number >> shift
    };
    let hidden = BigUint::one() << (sb - 1);
    Some(if scaled >= hidden {
        (BigUint::from((top + bias) as u64), scaled - hidden)
    } else {
        (BigUint::zero(), scaled)
    })
}

fn binary(value: &BigUint, width: u32) -> String {
    format!("{:0>width$}", value.to_str_radix(2), width = width as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let literal = FloatLit::parse(text).expect("a literal");
        assert_eq!(smt_float(&literal).as_deref(), expected, "{text}");
    }

    #[test]
    fn floats_are_exact_or_refused() {
        check("0x1.0e0f24e8", Some("(fp #b0 #b01111111 #b00000000000000000000000)"));
        check("-0x3.8e0f24e8", Some("(fp #b1 #b10000000 #b11000000000000000000000)"));
        check("0x0.0e0f11e5", Some("(fp #b0 #b00000 #b0000000000)"));
        check("0x1.0e-6f11e5", Some("(fp #b0 #b00000 #b0000000001)"));
        check("0x1.0e-7f11e5", None);
        check("0x1.001e0f11e5", None);
        check("0x1.0e4f11e5", None);
        check("0NaN24e8", Some("(_ NaN 8 24)"));
        check("0-oo11e5", Some("(_ -oo 5 11)"));
    }

    #[test]
    fn reals_are_rationals() {
        assert_eq!(parse_real("12.50").map(|r| r.to_string()).as_deref(), Some("25/2"));
        assert_eq!(parse_real("5e-1").map(|r| r.to_string()).as_deref(), Some("1/2"));
        assert_eq!(parse_real("2e3").map(|r| r.to_string()).as_deref(), Some("2000"));
        assert_eq!(parse_real("1e99999999"), None);
    }
}
