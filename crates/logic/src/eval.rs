//! What the operators compute on values: the meaning that constant folding, the interpreter and the
//! solvers must agree on.

use crate::bits::{Bits, mask, word_mask};
use crate::op::Op;
use crate::sort::{ConstructorId, DatatypeId, Sort};
use crate::term::{FunctionId, Terms, VarId};
use crate::value::{MapValue, Value};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

/// Why a term has no value here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// The variable has no value.
    Variable(VarId),
    /// The function has no interpretation.
    Function(FunctionId),
    /// A quantifier or lambda cannot be evaluated.
    Binder,
    /// `old` outside of a contract.
    Old,
    /// The theory leaves the result open (division by zero, a field of another constructor).
    Unspecified,
    /// The operator belongs to a theory that is not evaluated here.
    Theory(String),
}

/// Whether two values are equal, or `None` if that cannot be told from their form: maps over a
/// finite index sort may be equal though their defaults differ, and floats may be written in two ways.
fn equal(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Smt { .. }, _) | (_, Value::Smt { .. }) => (a == b).then_some(true),
        (Value::Map(x), Value::Map(y)) if a != b => {
            // Different at a place that one of them names: that is all that the form tells.
            let mut places = x.entries().chain(y.entries()).map(|entry| entry.0);
            places.any(|p| equal(x.select(p), y.select(p)) == Some(false)).then_some(false)
        }
        (Value::Data { constructor: c, fields: x }, Value::Data { constructor: d, fields: y })
            if c == d =>
        {
            let fields: Vec<_> = x.iter().zip(y).map(|(x, y)| equal(x, y)).collect();
            if fields.contains(&Some(false)) {
                Some(false)
            } else {
                fields.iter().all(Option::is_some).then_some(true)
            }
        }
        _ => Some(a == b),
    }
}

fn signed(bits: &BigUint, width: u32) -> BigInt {
    let n = BigInt::from(bits.clone());
    if width > 0 && bits.bit(u64::from(width) - 1) { n - (BigInt::one() << width) } else { n }
}

/// The number that the lowest bits of a word are in two's complement; there is at least one.
fn signed_word(n: u64, width: u32) -> i64 {
    let unused = u64::BITS - width;
    ((n << unused) as i64) >> unused
}

fn unsigned(n: &BigInt, width: u32) -> BigUint {
    n.mod_floor(&(BigInt::one() << width)).to_biguint().expect("a non-negative remainder")
}

/// Applies an operator to values.
pub fn apply(op: &Op, args: &[&Value]) -> Result<Value, EvalError> {
    use Value::{Bool, Bv, Int, Real};
    Ok(match (op, args) {
        (Op::Not, [Bool(a)]) => Bool(!a),
        (Op::And, _) => Bool(args.iter().all(|a| a.as_bool() == Some(true))),
        (Op::Or, _) => Bool(args.iter().any(|a| a.as_bool() == Some(true))),
        (Op::Implies, [Bool(a), Bool(b)]) => Bool(!a || *b),
        (Op::Eq, [a, b]) => Bool(equal(a, b).ok_or(EvalError::Unspecified)?),
        (Op::Ite, [Bool(c), a, b]) => (if *c { *a } else { *b }).clone(),

        (Op::Add, [Int(a), Int(b)]) => Int(a + b),
        (Op::Sub, [Int(a), Int(b)]) => Int(a - b),
        (Op::Mul, [Int(a), Int(b)]) => Int(a * b),
        (Op::Neg, [Int(a)]) => Int(-a),
        (Op::IntDiv | Op::IntMod, [Int(_), Int(b)]) if b.is_zero() => {
            return Err(EvalError::Unspecified);
        }
        (Op::IntDiv, [Int(a), Int(b)]) => {
            let q = a.div_floor(&b.abs());
            Int(if b.is_negative() { -q } else { q })
        }
        (Op::IntMod, [Int(a), Int(b)]) => Int(a.mod_floor(&b.abs())),
        (Op::Lt, [Int(a), Int(b)]) => Bool(a < b),
        (Op::Le, [Int(a), Int(b)]) => Bool(a <= b),

        (Op::Add, [Real(a), Real(b)]) => Real(a + b),
        (Op::Sub, [Real(a), Real(b)]) => Real(a - b),
        (Op::Mul, [Real(a), Real(b)]) => Real(a * b),
        (Op::Neg, [Real(a)]) => Real(-a),
        (Op::RealDiv, [Real(_), Real(b)]) if b.is_zero() => return Err(EvalError::Unspecified),
        (Op::RealDiv, [Real(a), Real(b)]) => Real(a / b),
        (Op::Pow, [Real(a), Real(b)]) => match b.to_integer().to_i32() {
            Some(n) if b.is_integer() && n.unsigned_abs() <= 4096 && (n >= 0 || !a.is_zero()) => {
                Real(num_traits::pow::Pow::pow(a.clone(), n))
            }
            _ => return Err(EvalError::Unspecified),
        },
        (Op::Lt, [Real(a), Real(b)]) => Bool(a < b),
        (Op::Le, [Real(a), Real(b)]) => Bool(a <= b),
        (Op::ToReal, [Int(a)]) => Real(BigRational::from(a.clone())),
        (Op::ToInt, [Real(a)]) => Int(a.floor().to_integer()),

        (Op::BvToNat, [Bv { bits, .. }]) => Int(BigInt::from(bits.to_biguint())),
        (Op::NatToBv(width), [Int(a)]) => Value::bv(unsigned(a, *width), *width),
        (Op::BvConcat, [Bv { bits: a, width: m }, Bv { bits: b, width: n }]) => {
            match (a.word(), b.word()) {
                (Some(a), Some(b)) if *n < u64::BITS => {
                    Value::bv((u128::from(a) << n) | u128::from(b), m + n)
                }
                _ => Value::bv((a.to_biguint() << *n) | b.to_biguint(), m + n),
            }
        }
        (Op::BvExtract { high, low }, [Bv { bits, .. }]) => match bits {
            Bits::Word(n) => Value::bv(n.checked_shr(*low).unwrap_or(0), high - low + 1),
            Bits::Large(n) => Value::bv(n >> *low, high - low + 1),
        },
        (Op::BvZeroExtend(by), [Bv { bits, width }]) => Value::bv(bits.clone(), width + by),
        (Op::BvSignExtend(by), [Bv { bits, width }]) => match bits.word() {
            Some(n) if *width > 0 && width + by <= u64::BITS => {
                Value::bv(signed_word(n, *width) as u64, width + by)
            }
            _ => Value::bv(unsigned(&signed(&bits.to_biguint(), *width), width + by), width + by),
        },
        (Op::BvNot, [Bv { bits: Bits::Word(n), width }]) if *width <= u64::BITS => {
            Value::bv(!n, *width)
        }
        (Op::BvNot, [Bv { bits, width }]) => Value::bv(bits.to_biguint() ^ mask(*width), *width),
        (Op::BvNeg, [Bv { bits: Bits::Word(n), width }]) if *width <= u64::BITS => {
            Value::bv(n.wrapping_neg(), *width)
        }
        (Op::BvNeg, [Bv { bits, width }]) => {
            Value::bv(unsigned(&-BigInt::from(bits.to_biguint()), *width), *width)
        }

        (Op::Select, [Value::Map(map), index]) => map.select(std::slice::from_ref(*index)).clone(),
        (Op::Select, [Value::Map(map), indices @ ..]) => {
            let indices: Vec<Value> = indices.iter().map(|&v| v.clone()).collect();
            map.select(&indices).clone()
        }
        (Op::Store, [Value::Map(map), indices @ .., value]) => {
            let indices: Vec<Value> = indices.iter().map(|&v| v.clone()).collect();
            Value::Map(map.clone().store(indices, (*value).clone()))
        }
        (Op::ConstMap(_), [value]) => Value::Map(MapValue::constant((*value).clone())),

        (Op::Construct(c), fields) => {
            Value::Data { constructor: *c, fields: fields.iter().map(|&f| f.clone()).collect() }
        }
        (Op::Field(c, i), [Value::Data { constructor, fields }]) if c == constructor => {
            fields[*i as usize].clone()
        }
        (Op::Field(..), [Value::Data { .. }]) => return Err(EvalError::Unspecified),
        (Op::IsConstructor(c), [Value::Data { constructor, .. }]) => Bool(c == constructor),
        (Op::Smt(name), _) => return float(name, args),
        (_, [Bv { bits: a, width }, Bv { bits: b, .. }]) => return bv_binary(op, a, b, *width),
        _ => return Err(EvalError::Theory(format!("{op:?}"))),
    })
}

/// Floats are given as bits; see `lariat_float`. Other theories are not evaluated here.
fn float(name: &str, args: &[&Value]) -> Result<Value, EvalError> {
    let unknown = || EvalError::Theory(name.to_owned());
    let operation = lariat_float::Operation::named(name).ok_or_else(unknown)?;
    let mut operands = Vec::with_capacity(args.len());
    for arg in args {
        let Value::Bv { bits, width } = arg else { return Err(unknown()) };
        operands.push((bits.to_biguint(), *width));
    }
    let operands: Vec<_> = operands.iter().map(|(bits, width)| (bits, *width)).collect();
    Ok(match operation.apply(&operands).ok_or_else(unknown)? {
        lariat_float::Outcome::Truth(truth) => Value::Bool(truth),
        lariat_float::Outcome::Bits(bits, width) => Value::bv(bits, width),
    })
}

fn bv_binary(op: &Op, a: &Bits, b: &Bits, width: u32) -> Result<Value, EvalError> {
    if let (Some(a), Some(b)) = (a.word(), b.word())
        && (1..=u64::BITS).contains(&width)
        && let Some(value) = word_binary(op, a, b, width)
    {
        return Ok(value);
    }
    large_binary(op, &a.to_biguint(), &b.to_biguint(), width)
}

/// The operators on words; `None` for those that [`large_binary`] is to compute. What is beyond the width is cut off, so
/// sums, differences and products modulo the size of a word are enough.
fn word_binary(op: &Op, a: u64, b: u64, width: u32) -> Option<Value> {
    let (sa, sb) = (signed_word(a, width), signed_word(b, width));
    let shift = u32::try_from(b).ok().filter(|&n| n < width);
    let bits = match op {
        Op::BvAdd => a.wrapping_add(b),
        Op::BvSub => a.wrapping_sub(b),
        Op::BvMul => a.wrapping_mul(b),
        Op::BvUdiv => a.checked_div(b).unwrap_or(word_mask(width)),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a),
        Op::BvSdiv if sb != 0 => sa.wrapping_div(sb) as u64,
        Op::BvSrem if sb != 0 => sa.wrapping_rem(sb) as u64,
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::BvShl => shift.map_or(0, |n| a << n),
        Op::BvLshr => shift.map_or(0, |n| a >> n),
        Op::BvAshr => (sa >> shift.unwrap_or(u64::BITS - 1)) as u64,
        Op::BvUlt => return Some(Value::Bool(a < b)),
        Op::BvUle => return Some(Value::Bool(a <= b)),
        Op::BvSlt => return Some(Value::Bool(sa < sb)),
        Op::BvSle => return Some(Value::Bool(sa <= sb)),
        _ => return None,
    };
    Some(Value::bv(bits, width))
}

fn large_binary(op: &Op, a: &BigUint, b: &BigUint, width: u32) -> Result<Value, EvalError> {
    let bv = |bits: BigUint| Ok(Value::bv(bits, width));
    let of_signed = |n: BigInt| Ok(Value::bv(unsigned(&n, width), width));
    let truth = |b: bool| Ok(Value::Bool(b));
    let (sa, sb) = (signed(a, width), signed(b, width));
    let shift = b.to_u32().filter(|&n| n < width);
    match op {
        Op::BvAdd => bv(a + b),
        Op::BvSub => of_signed(BigInt::from(a.clone()) - BigInt::from(b.clone())),
        Op::BvMul => bv(a * b),
        Op::BvUdiv => bv(if b.is_zero() { mask(width) } else { a / b }),
        Op::BvUrem => bv(if b.is_zero() { a.clone() } else { a % b }),
        Op::BvSdiv if sb.is_zero() => {
            of_signed(if sa.sign() == Sign::Minus { BigInt::one() } else { -BigInt::one() })
        }
        Op::BvSdiv => of_signed(sa / sb),
        Op::BvSrem => of_signed(if sb.is_zero() { sa } else { sa % sb }),
        Op::BvSmod => of_signed(if sb.is_zero() { sa } else { sa.mod_floor(&sb) }),
        Op::BvAnd => bv(a & b),
        Op::BvOr => bv(a | b),
        Op::BvXor => bv(a ^ b),
        Op::BvShl => bv(shift.map_or_else(BigUint::zero, |n| a << n)),
        Op::BvLshr => bv(shift.map_or_else(BigUint::zero, |n| a >> n)),
        Op::BvAshr => of_signed(sa >> shift.unwrap_or(width)),
        Op::BvUlt => truth(a < b),
        Op::BvUle => truth(a <= b),
        Op::BvSlt => truth(sa < sb),
        Op::BvSle => truth(sa <= sb),
        other => Err(EvalError::Theory(format!("{other:?}"))),
    }
}

/// The value that stands for "anything" of a sort, where one has to be named.
pub(crate) fn default_value(terms: &Terms, sort: crate::SortId) -> Option<Value> {
    Some(match terms.sort_of_id(sort) {
        Sort::Bool => Value::Bool(false),
        Sort::Int => Value::Int(BigInt::zero()),
        Sort::Real => Value::Real(BigRational::zero()),
        Sort::Bv(width) => Value::bv(0u8, *width),
        Sort::Map { element, .. } => {
            Value::Map(MapValue::constant(default_value(terms, *element)?))
        }
        Sort::Uninterpreted(_) => Value::Element { sort, number: 0 },
        Sort::Datatype(d) => {
            let constructor = *shallowest_constructors(terms, *d).get(d)?;
            let fields = terms.constructor(constructor).fields.iter();
            let fields = fields.map(|f| default_value(terms, f.1)).collect::<Option<_>>()?;
            Value::Data { constructor, fields }
        }
        Sort::Float { .. } | Sort::RoundingMode | Sort::String | Sort::RegLan | Sort::Seq(_) => {
            return None;
        }
    })
}

/// For each datatype that this one mentions, the constructor of a value of least depth, if there is a
/// value: the fields of that constructor are of datatypes with values of smaller depth.
fn shallowest_constructors(
    terms: &Terms,
    root: DatatypeId,
) -> FxHashMap<DatatypeId, ConstructorId> {
    let group = terms.datatype_group(root, |_| false);
    let mut chosen: FxHashMap<DatatypeId, ConstructorId> = FxHashMap::default();
    loop {
        let has_value = |sort| match terms.element_datatype(sort) {
            Some(datatype) => chosen.contains_key(&datatype),
            None => default_value(terms, sort).is_some(),
        };
        let buildable =
            |c: &ConstructorId| terms.constructor(*c).fields.iter().all(|field| has_value(field.1));
        let next: Vec<(DatatypeId, ConstructorId)> = group
            .iter()
            .filter(|d| !chosen.contains_key(d))
            .filter_map(|&d| {
                terms.datatype(d).constructors.iter().copied().find(buildable).map(|c| (d, c))
            })
            .collect();
        if next.is_empty() {
            return chosen;
        }
        chosen.extend(next);
    }
}

impl Terms {
    /// Some value of the sort, if values of it can be written down here.
    pub fn default_value(&self, sort: crate::SortId) -> Option<Value> {
        default_value(self, sort)
    }
}
