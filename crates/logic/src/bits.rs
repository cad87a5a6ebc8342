//! The number that a bit vector is: most fit into a machine word, and those need no memory of their own.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::fmt;

/// A natural number. Only numbers that do not fit into a word are `Large`, so equality and order of the derived kind
/// are those of numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bits {
    /// A number of at most 64 bits.
    Word(u64),
    /// A larger one.
    Large(BigUint),
}

impl Bits {
    /// The number, if it fits into a word.
    pub fn word(&self) -> Option<u64> {
        match self {
            Bits::Word(n) => Some(*n),
            Bits::Large(_) => None,
        }
    }

    /// The number.
    pub fn to_biguint(&self) -> BigUint {
        match self {
            Bits::Word(n) => BigUint::from(*n),
            Bits::Large(n) => n.clone(),
        }
    }

    /// The lowest bits.
    pub(crate) fn low(self, width: u32) -> Bits {
        match self {
            Bits::Word(n) => Bits::Word(n & word_mask(width)),
            Bits::Large(n) if n.bits() <= u64::from(width) => Bits::Large(n),
            Bits::Large(n) => Bits::from(n & mask(width)),
        }
    }
}

/// The number with the lowest `width` bits set.
pub(crate) fn mask(width: u32) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

/// The same, cut off at the size of a word.
pub(crate) fn word_mask(width: u32) -> u64 {
    if width >= u64::BITS { u64::MAX } else { (1 << width) - 1 }
}

impl From<BigUint> for Bits {
    fn from(n: BigUint) -> Self {
        n.to_u64().map_or(Bits::Large(n), Bits::Word)
    }
}

impl From<u64> for Bits {
    fn from(n: u64) -> Self {
        Bits::Word(n)
    }
}

impl From<u128> for Bits {
    fn from(n: u128) -> Self {
        u64::try_from(n).map_or_else(|_| Bits::Large(n.into()), Bits::Word)
    }
}

impl From<u32> for Bits {
    fn from(n: u32) -> Self {
        Bits::Word(n.into())
    }
}

impl From<u8> for Bits {
    fn from(n: u8) -> Self {
        Bits::Word(n.into())
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bits::Word(n) => write!(f, "{n}"),
            Bits::Large(n) => write!(f, "{n}"),
        }
    }
}
