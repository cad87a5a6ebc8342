//! The interpreted operators.

use crate::sort::{ConstructorId, SortId};

/// An interpreted operator. Comparisons exist in one direction only; [`Terms`](crate::Terms) turns
/// the other direction around.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Negation.
    Not,
    /// Conjunction of two or more.
    And,
    /// Disjunction of two or more.
    Or,
    /// Implication.
    Implies,
    /// Equality on any sort (on Booleans: equivalence).
    Eq,
    /// If-then-else on any sort.
    Ite,
    /// Integer or real addition of two.
    Add,
    /// Integer or real subtraction.
    Sub,
    /// Integer or real multiplication of two.
    Mul,
    /// Integer or real negation.
    Neg,
    /// Euclidean integer division, as SMT-LIB's `div`.
    IntDiv,
    /// Euclidean integer remainder, as SMT-LIB's `mod`.
    IntMod,
    /// Real division.
    RealDiv,
    /// Power.
    Pow,
    /// Integer to real.
    ToReal,
    /// Real to integer, rounding down.
    ToInt,
    /// Integer or real `<`.
    Lt,
    /// Integer or real `<=`.
    Le,
    /// Concatenation, first operand in the high bits.
    BvConcat,
    /// Bits `high` down to `low`, both included (SMT-LIB's convention).
    BvExtract {
        /// Highest bit.
        high: u32,
        /// Lowest bit.
        low: u32,
    },
    /// Extension by this many zero bits.
    BvZeroExtend(u32),
    /// Extension by this many copies of the sign bit.
    BvSignExtend(u32),
    /// Bitwise complement.
    BvNot,
    /// Two's complement negation.
    BvNeg,
    /// Addition.
    BvAdd,
    /// Subtraction.
    BvSub,
    /// Multiplication.
    BvMul,
    /// Unsigned division (by zero: all ones).
    BvUdiv,
    /// Unsigned remainder (by zero: the dividend).
    BvUrem,
    /// Signed division.
    BvSdiv,
    /// Signed remainder, sign of the dividend.
    BvSrem,
    /// Signed remainder, sign of the divisor.
    BvSmod,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Shift left.
    BvShl,
    /// Logical shift right.
    BvLshr,
    /// Arithmetic shift right.
    BvAshr,
    /// Unsigned `<`.
    BvUlt,
    /// Unsigned `<=`.
    BvUle,
    /// Signed `<`.
    BvSlt,
    /// Signed `<=`.
    BvSle,
    /// Bit vector to the natural number it denotes.
    BvToNat,
    /// Integer to bit vector of this width, modulo two to the width.
    NatToBv(u32),
    /// Map read: map, indices.
    Select,
    /// Map update: map, indices, value.
    Store,
    /// The map of this sort that has its operand everywhere.
    ConstMap(SortId),
    /// Datatype construction.
    Construct(ConstructorId),
    /// Field of a value built by this constructor (unspecified for other constructors).
    Field(ConstructorId, u32),
    /// Whether a value was built by this constructor.
    IsConstructor(ConstructorId),
    /// Any other function of an SMT-LIB theory, named as SMT-LIB writes it in head position
    /// (`fp.add`, `(_ to_fp 8 24)`, `str.len`). Not evaluated here; solvers know it. Except for
    /// operations on floats as bits, named as `lariat_float` does (`float.add 11 53`).
    Smt(String),
}

impl Op {
    /// Is this a product or quotient of which no operand is known that would make it linear?
    /// `is_number` says it of the operand with this index.
    pub fn is_nonlinear(&self, is_number: impl Fn(usize) -> bool) -> bool {
        match self {
            Op::Mul => !is_number(0) && !is_number(1),
            Op::IntDiv | Op::IntMod | Op::RealDiv => !is_number(1),
            Op::Pow => true,
            _ => false,
        }
    }

    /// Is its value known to solvers only?
    pub fn is_foreign(&self) -> bool {
        matches!(self, Op::Smt(name) if lariat_float::Operation::named(name).is_none())
    }

    /// What SMT-LIB calls the operator, where it is a plain symbol; `None` for operators with indices
    /// and for those that need declarations.
    pub fn smt_symbol(&self) -> Option<&'static str> {
        Some(match self {
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Implies => "=>",
            Op::Eq => "=",
            Op::Ite => "ite",
            Op::Add => "+",
            Op::Sub | Op::Neg => "-",
            Op::Mul => "*",
            Op::IntDiv => "div",
            Op::IntMod => "mod",
            Op::RealDiv => "/",
            Op::Pow => "^",
            Op::ToReal => "to_real",
            Op::ToInt => "to_int",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::BvConcat => "concat",
            Op::BvNot => "bvnot",
            Op::BvNeg => "bvneg",
            Op::BvAdd => "bvadd",
            Op::BvSub => "bvsub",
            Op::BvMul => "bvmul",
            Op::BvUdiv => "bvudiv",
            Op::BvUrem => "bvurem",
            Op::BvSdiv => "bvsdiv",
            Op::BvSrem => "bvsrem",
            Op::BvSmod => "bvsmod",
            Op::BvAnd => "bvand",
            Op::BvOr => "bvor",
            Op::BvXor => "bvxor",
            Op::BvShl => "bvshl",
            Op::BvLshr => "bvlshr",
            Op::BvAshr => "bvashr",
            Op::BvUlt => "bvult",
            Op::BvUle => "bvule",
            Op::BvSlt => "bvslt",
            Op::BvSle => "bvsle",
            Op::BvToNat => "bv2nat",
            Op::Select => "select",
            Op::Store => "store",
            _ => return None,
        })
    }
}
