//! Operations by name. A name is `float.add 11 53`: the operation, and the format of its operands
//! in SMT-LIB's order, behind what else it needs to know. Operands and results are bits.

use crate::round::cut;
use crate::text::Conversion;
use crate::{Finite, Format, Number, Rounding};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// What can be done with floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `a + b`
    Add(Format),
    /// `a - b`
    Subtract(Format),
    /// `a * b`
    Multiply(Format),
    /// `a / b`
    Divide(Format),
    /// The square root.
    Root(Format),
    /// To an integer, as a float.
    Round(Rounding, Format),
    /// `a < b`; a truth value.
    Less(Format),
    /// `a <= b`; a truth value.
    LessEqual(Format),
    /// `a == b`; a truth value.
    Equal(Format),
    /// From a format to another.
    Convert(Format, Format),
    /// From two's complement.
    OfSigned(Format),
    /// From an unsigned integer.
    OfUnsigned(Format),
    /// To so many bits, towards zero; anything (here: 0) if it does not fit.
    ToSigned(u32, Format),
    /// To so many bits, towards zero; anything (here: 0) if it does not fit.
    ToUnsigned(u32, Format),
    /// A byte of its text, zero behind the end, or the length of the text; which one of which text, the second operand says
    /// ([`crate::TextConversion::packed`], in the lowest 32 bits an index, or ones for the length). No solver knows it.
    Text(Format),
}

use Operation::*;

/// What an operation gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A truth value.
    Truth(bool),
    /// So many bits.
    Bits(BigUint, u32),
}

impl Operation {
    /// The name.
    pub fn name(self) -> String {
        let of = |what: &str, f: Format| format!("float.{what} {} {}", f.exponent, f.significand);
        match self {
            Add(f) => of("add", f),
            Subtract(f) => of("sub", f),
            Multiply(f) => of("mul", f),
            Divide(f) => of("div", f),
            Root(f) => of("sqrt", f),
            Round(how, f) => of(&format!("round {}", how.smt()), f),
            Less(f) => of("lt", f),
            LessEqual(f) => of("le", f),
            Equal(f) => of("eq", f),
            Convert(from, to) => of(&format!("convert {} {}", from.exponent, from.significand), to),
            OfSigned(f) => of("of_signed", f),
            OfUnsigned(f) => of("of_unsigned", f),
            ToSigned(width, f) => of(&format!("to_signed {width}"), f),
            ToUnsigned(width, f) => of(&format!("to_unsigned {width}"), f),
            Text(f) => of("text", f),
        }
    }

    /// The operation of this name.
    pub fn named(name: &str) -> Option<Operation> {
        let mut words = name.strip_prefix("float.")?.split(' ');
        let what = words.next()?;
        let rounding = match what {
            "round" => {
                let how = words.next()?;
                Some(Rounding::ALL.into_iter().find(|r| r.smt() == how)?)
            }
            _ => None,
        };
        let numbers: Vec<u32> = words.map(|w| w.parse().ok()).collect::<Option<_>>()?;
        let format = |exponent: u32, significand: u32| {
            let sensible = (2..=30).contains(&exponent) && (2..=4096).contains(&significand);
            sensible.then_some(Format { exponent, significand })
        };
        Some(match (what, rounding, numbers.as_slice()) {
            ("round", Some(how), &[e, s]) => Round(how, format(e, s)?),
            ("convert", _, &[a, b, c, d]) => Convert(format(a, b)?, format(c, d)?),
            ("to_signed", _, &[w @ 1..=4096, e, s]) => ToSigned(w, format(e, s)?),
            ("to_unsigned", _, &[w @ 1..=4096, e, s]) => ToUnsigned(w, format(e, s)?),
            (_, _, &[e, s]) => {
                let f = format(e, s)?;
                match what {
                    "add" => Add(f),
                    "sub" => Subtract(f),
                    "mul" => Multiply(f),
                    "div" => Divide(f),
                    "sqrt" => Root(f),
                    "lt" => Less(f),
                    "le" => LessEqual(f),
                    "eq" => Equal(f),
                    "of_signed" => OfSigned(f),
                    "of_unsigned" => OfUnsigned(f),
                    "text" => Text(f),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Does SMT-LIB's theory of floats have it? To solvers the others are functions without a meaning.
    pub fn is_known_to_solvers(self) -> bool {
        !matches!(self, Text(_))
    }

    /// The same in SMT-LIB's theory of floats, with operands that are bits.
    pub fn smt(self, operands: &[&str]) -> Option<String> {
        let float =
            |f: Format, x: &str| format!("((_ to_fp {} {}) {x})", f.exponent, f.significand);
        let bits = |inner: String| format!("(fp.to_ieee_bv {inner})");
        let two = |f: Format, op: &str| {
            let [a, b] = operands else { return None };
            Some(format!("({op} {} {})", float(f, a), float(f, b)))
        };
        let one = || match operands {
            [a] => Some(*a),
            _ => None,
        };
        let to = |f: Format, kind: &str, x: &str| {
            format!("((_ {kind} {} {}) RNE {x})", f.exponent, f.significand)
        };
        Some(match self {
            Add(f) => bits(two(f, "fp.add RNE")?),
            Subtract(f) => bits(two(f, "fp.sub RNE")?),
            Multiply(f) => bits(two(f, "fp.mul RNE")?),
            Divide(f) => bits(two(f, "fp.div RNE")?),
            Root(f) => bits(format!("(fp.sqrt RNE {})", float(f, one()?))),
            Round(how, f) => {
                bits(format!("(fp.roundToIntegral {} {})", how.smt(), float(f, one()?)))
            }
            Less(f) => two(f, "fp.lt")?,
            LessEqual(f) => two(f, "fp.leq")?,
            Equal(f) => two(f, "fp.eq")?,
            Convert(from, f) => bits(to(f, "to_fp", &float(from, one()?))),
            OfSigned(f) => bits(to(f, "to_fp", one()?)),
            OfUnsigned(f) => bits(to(f, "to_fp_unsigned", one()?)),
            ToSigned(width, f) => format!("((_ fp.to_sbv {width}) RTZ {})", float(f, one()?)),
            ToUnsigned(width, f) => format!("((_ fp.to_ubv {width}) RTZ {})", float(f, one()?)),
            Text(_) => return None,
        })
    }

    /// What it gives for operands of the given widths; none if they do not suit it.
    pub fn apply(self, operands: &[(&BigUint, u32)]) -> Option<Outcome> {
        let number = |f: Format, n: usize| {
            let (bits, width) = operands.get(n)?;
            (*width == f.width()).then(|| f.decode(bits))
        };
        let expected = match self {
            Root(_) | Round(..) | Convert(..) | OfSigned(_) | OfUnsigned(_) | ToSigned(..)
            | ToUnsigned(..) => 1,
            _ => 2,
        };
        if operands.len() != expected {
            return None;
        }
        let bits = |f: Format, value| Some(Outcome::Bits(value, f.width()));
        match self {
            Add(f) => bits(f, f.sum(number(f, 0)?, number(f, 1)?)),
            Subtract(f) => bits(f, f.sum(number(f, 0)?, negated(number(f, 1)?))),
            Multiply(f) => bits(f, f.product(number(f, 0)?, number(f, 1)?)),
            Divide(f) => bits(f, f.quotient(number(f, 0)?, number(f, 1)?)),
            Root(f) => bits(f, f.root(number(f, 0)?)),
            Round(how, f) => bits(f, f.integral(number(f, 0)?, how)),
            Less(f) => truth(number(f, 0)?, number(f, 1)?, |o| o.is_lt()),
            LessEqual(f) => truth(number(f, 0)?, number(f, 1)?, |o| o.is_le()),
            Equal(f) => truth(number(f, 0)?, number(f, 1)?, |o| o.is_eq()),
            Convert(from, f) => bits(f, f.encode(&number(from, 0)?)),
            OfUnsigned(f) => bits(f, f.of_integer(&BigInt::from(operands[0].0.clone()))),
            OfSigned(f) => {
                let (value, width) = operands[0];
                let whole = BigInt::from(value.clone());
                let negative = width > 0 && value.bit(u64::from(width) - 1);
                let value = if negative { whole - (BigInt::one() << width) } else { whole };
                bits(f, f.of_integer(&value))
            }
            ToSigned(width, f) => {
                Some(Outcome::Bits(to_integer(number(f, 0)?, width, true), width))
            }
            ToUnsigned(width, f) => {
                Some(Outcome::Bits(to_integer(number(f, 0)?, width, false), width))
            }
            Text(f) => {
                let (value, width) = operands[0];
                let word = operands[1].0.iter_u64_digits().next().unwrap_or(0);
                let (conversion, index) = Conversion::unpacked(word);
                let text = f.text(value, conversion).filter(|_| width == f.width())?;
                let found = match index {
                    u32::MAX => text.len() as u32,
                    _ => text.as_bytes().get(index as usize).copied().unwrap_or(0).into(),
                };
                Some(Outcome::Bits(found.into(), u32::BITS))
            }
        }
    }
}

fn negated(number: Number) -> Number {
    match number {
        Number::NaN => Number::NaN,
        Number::Infinite { negative } => Number::Infinite { negative: !negative },
        Number::Finite(f) => Number::Finite(Finite { negative: !f.negative, ..f }),
    }
}

/// How two numbers compare; not at all if one is NaN.
fn order(a: &Number, b: &Number) -> Option<Ordering> {
    let rank = |negative: &bool| if *negative { -1 } else { 1 };
    Some(match (a, b) {
        (Number::NaN, _) | (_, Number::NaN) => return None,
        (Number::Infinite { negative: a }, Number::Infinite { negative: b }) => {
            rank(a).cmp(&rank(b))
        }
        (Number::Infinite { negative }, _) => rank(negative).cmp(&0),
        (_, Number::Infinite { negative }) => 0.cmp(&rank(negative)),
        (Number::Finite(a), Number::Finite(b)) => {
            let exponent = a.exponent.min(b.exponent);
            a.scaled(exponent).cmp(&b.scaled(exponent))
        }
    })
}

fn truth(a: Number, b: Number, test: impl Fn(Ordering) -> bool) -> Option<Outcome> {
    Some(Outcome::Truth(order(&a, &b).is_some_and(test)))
}

fn to_integer(number: Number, width: u32, signed: bool) -> BigUint {
    let Number::Finite(f) = number else { return BigUint::zero() };
    let magnitude = match u64::try_from(-f.exponent) {
        Ok(dropped) => cut(&f.mantissa, dropped, false, f.negative, Rounding::TowardZero),
        // Far too large; do not compute it.
        Err(_) if f.exponent > i64::from(width) && !f.mantissa.is_zero() => return BigUint::zero(),
        Err(_) => f.mantissa << f.exponent as u64,
    };
    let value = BigInt::from_biguint(if f.negative { Sign::Minus } else { Sign::Plus }, magnitude);
    let (least, most) = match signed {
        true => (-(BigInt::one() << (width - 1)), BigInt::one() << (width - 1)),
        false => (BigInt::zero(), BigInt::one() << width),
    };
    if value < least || value >= most {
        return BigUint::zero();
    }
    let wrapped = if value.is_negative() { value + (BigInt::one() << width) } else { value };
    wrapped.magnitude().clone()
}

impl Format {
    fn sum(self, a: Number, b: Number) -> BigUint {
        match (a, b) {
            (Number::NaN, _) | (_, Number::NaN) => self.nan(),
            (Number::Infinite { negative: a }, Number::Infinite { negative: b }) if a != b => {
                self.nan()
            }
            (Number::Infinite { negative }, _) | (_, Number::Infinite { negative }) => {
                self.infinity(negative)
            }
            (Number::Finite(a), Number::Finite(b)) => {
                let exponent = a.exponent.min(b.exponent);
                let sum = a.scaled(exponent) + b.scaled(exponent);
                let number = match sum.is_zero() {
                    true => Finite::zero(a.negative && b.negative),
                    false => Finite {
                        negative: sum.is_negative(),
                        mantissa: sum.magnitude().clone(),
                        exponent,
                    },
                };
                self.encode(&Number::Finite(number))
            }
        }
    }

    fn product(self, a: Number, b: Number) -> BigUint {
        match (a, b) {
            (Number::NaN, _) | (_, Number::NaN) => self.nan(),
            (Number::Infinite { negative }, Number::Finite(f))
            | (Number::Finite(f), Number::Infinite { negative }) => match f.mantissa.is_zero() {
                true => self.nan(),
                false => self.infinity(negative != f.negative),
            },
            (Number::Infinite { negative: a }, Number::Infinite { negative: b }) => {
                self.infinity(a != b)
            }
            (Number::Finite(a), Number::Finite(b)) => self.encode(&Number::Finite(Finite {
                negative: a.negative != b.negative,
                mantissa: a.mantissa * b.mantissa,
                exponent: a.exponent + b.exponent,
            })),
        }
    }

    fn quotient(self, a: Number, b: Number) -> BigUint {
        match (a, b) {
            (Number::NaN, _)
            | (_, Number::NaN)
            | (Number::Infinite { .. }, Number::Infinite { .. }) => self.nan(),
            (Number::Infinite { negative }, Number::Finite(b)) => {
                self.infinity(negative != b.negative)
            }
            (Number::Finite(a), Number::Infinite { negative }) => self.sign(a.negative != negative),
            (Number::Finite(a), Number::Finite(b)) => {
                let negative = a.negative != b.negative;
                if b.mantissa.is_zero() {
                    return match a.mantissa.is_zero() {
                        true => self.nan(),
                        false => self.infinity(negative),
                    };
                }
                let shift = b.mantissa.bits() + u64::from(self.significand) + 3;
                let (mantissa, rest) = (a.mantissa << shift).div_rem(&b.mantissa);
                let exponent = a.exponent - b.exponent - shift as i64;
                let number = Finite { negative, mantissa, exponent };
                self.rounded(&number, !rest.is_zero(), Rounding::NearestEven)
            }
        }
    }

    fn root(self, a: Number) -> BigUint {
        match a {
            Number::NaN | Number::Infinite { negative: true } => self.nan(),
            Number::Infinite { negative: false } => self.infinity(false),
            Number::Finite(f) if f.mantissa.is_zero() => self.sign(f.negative),
            Number::Finite(f) if f.negative => self.nan(),
            Number::Finite(f) => {
                let shift = 2 * (u64::from(self.significand) + 3);
                let shift = shift + u64::from((f.exponent - shift as i64).rem_euclid(2) as u8);
                let whole = f.mantissa << shift;
                let mantissa = whole.sqrt();
                let more = &mantissa * &mantissa != whole;
                let exponent = (f.exponent - shift as i64) / 2;
                let number = Finite { negative: false, mantissa, exponent };
                self.rounded(&number, more, Rounding::NearestEven)
            }
        }
    }

    fn integral(self, a: Number, rounding: Rounding) -> BigUint {
        let Number::Finite(f) = a else { return self.encode(&a) };
        let Ok(dropped @ 1..) = u64::try_from(-f.exponent) else {
            return self.encode(&Number::Finite(f));
        };
        let mantissa = cut(&f.mantissa, dropped, false, f.negative, rounding);
        self.encode(&Number::Finite(Finite { negative: f.negative, mantissa, exponent: 0 }))
    }
}
