//! IEEE 754 arithmetic on bits, for any binary format.
//!
//! A finite number is an integer times a power of two. Every operation is done exactly on such
//! numbers, or with a note that a little more than nothing was cut off, and then rounded once.
//! All NaNs are one: a NaN that is computed has the bits of [`Format::nan`].

mod literal;
mod operation;
mod round;
mod text;

pub use literal::literal;
pub use operation::{Operation, Outcome};
pub use text::Conversion as TextConversion;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// A binary format in the layout of IEEE 754: sign, exponent, significand without its first bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the significand, the first, hidden one included.
    pub significand: u32,
}

/// How results are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// To the nearest, of two to the even one.
    NearestEven,
    /// To the nearest, of two to the one away from zero.
    NearestAway,
    /// Towards zero.
    TowardZero,
    /// Up.
    Up,
    /// Down.
    Down,
}

impl Rounding {
    /// All of them.
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::TowardZero,
        Rounding::Up,
        Rounding::Down,
    ];

    /// What SMT-LIB calls it.
    pub fn smt(self) -> &'static str {
        match self {
            Rounding::NearestEven => "RNE",
            Rounding::NearestAway => "RNA",
            Rounding::TowardZero => "RTZ",
            Rounding::Up => "RTP",
            Rounding::Down => "RTN",
        }
    }
}

/// What bits mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    NaN,
    Infinite { negative: bool },
    Finite(Finite),
}

/// `mantissa * 2^exponent`, and a sign that zero has as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finite {
    pub negative: bool,
    pub mantissa: BigUint,
    pub exponent: i64,
}

impl Format {
    /// `_Float16`
    pub const HALF: Format = Format { exponent: 5, significand: 11 };
    /// `float`
    pub const SINGLE: Format = Format { exponent: 8, significand: 24 };
    /// `double`
    pub const DOUBLE: Format = Format { exponent: 11, significand: 53 };
    /// The values of the 80-bit format, without its explicit first bit.
    pub const EXTENDED: Format = Format { exponent: 15, significand: 64 };
    /// Four words.
    pub const QUAD: Format = Format { exponent: 15, significand: 113 };

    /// Bits in all.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    pub(crate) fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Places behind the first bit.
    pub(crate) fn places(self) -> u32 {
        self.significand - 1
    }

    fn all_ones(self) -> BigUint {
        (BigUint::one() << self.exponent) - 1u8
    }

    fn sign(self, negative: bool) -> BigUint {
        if negative { BigUint::one() << (self.width() - 1) } else { BigUint::zero() }
    }

    /// The NaN that operations give.
    pub fn nan(self) -> BigUint {
        (self.all_ones() << self.places()) | (BigUint::one() << (self.places() - 1))
    }

    /// Infinity.
    pub fn infinity(self, negative: bool) -> BigUint {
        self.sign(negative) | (self.all_ones() << self.places())
    }

    /// An integer, rounded to the nearest number.
    pub fn of_integer(self, value: &BigInt) -> BigUint {
        let negative = value.sign() == num_bigint::Sign::Minus;
        let mantissa = value.magnitude().clone();
        self.encode(&Number::Finite(Finite { negative, mantissa, exponent: 0 }))
    }

    /// The number nearest to a `double`.
    pub fn of_double(self, value: f64) -> BigUint {
        self.encode(&Format::DOUBLE.decode(&BigUint::from(value.to_bits())))
    }

    pub(crate) fn decode(self, bits: &BigUint) -> Number {
        let fraction = bits & ((BigUint::one() << self.places()) - 1u8);
        let negative = bits.bit(u64::from(self.width()) - 1);
        let biased = (bits >> self.places()) & self.all_ones();
        if biased == self.all_ones() {
            return match fraction.is_zero() {
                true => Number::Infinite { negative },
                false => Number::NaN,
            };
        }
        let biased = i64::try_from(&biased).unwrap_or(0);
        let (mantissa, biased) = match biased {
            0 => (fraction, 1),
            _ => (fraction | (BigUint::one() << self.places()), biased),
        };
        let exponent = biased - self.bias() - i64::from(self.places());
        Number::Finite(Finite { negative, mantissa, exponent })
    }

    /// The bits of a number, rounded to the nearest one.
    pub(crate) fn encode(self, number: &Number) -> BigUint {
        match number {
            Number::NaN => self.nan(),
            Number::Infinite { negative } => self.infinity(*negative),
            Number::Finite(finite) => self.rounded(finite, false, Rounding::NearestEven),
        }
    }
}

impl Finite {
    pub(crate) fn zero(negative: bool) -> Finite {
        Finite { negative, mantissa: BigUint::zero(), exponent: 0 }
    }

    /// Its value times `2^-exponent`, for an exponent that is not larger than its own.
    pub(crate) fn scaled(&self, exponent: i64) -> BigInt {
        let shifted = BigInt::from(&self.mantissa << (self.exponent - exponent).max(0) as u64);
        if self.negative { -shifted } else { shifted }
    }
}
