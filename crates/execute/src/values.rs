//! Values for what a program leaves open: all zero, or drawn from a small set that programs tend to
//! compare with.

use lariat_logic::{MapValue, Op, Sort, SortId, Term, TermId, Terms, Value, VarId};
use num_bigint::{BigInt, BigUint};

/// How values are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Everything is zero.
    Zero,
    /// Zero for all but maps: each has another number, everywhere.
    Apart,
    /// Small numbers most of the time, from this seed; a map has one number everywhere.
    Random(u64),
}

/// A stream of values.
pub(crate) struct Values {
    strategy: Strategy,
    state: u64,
    /// Maps so far.
    maps: i64,
}

impl Values {
    pub fn new(strategy: Strategy) -> Self {
        let seed = match strategy {
            Strategy::Zero | Strategy::Apart => 0,
            Strategy::Random(seed) => seed,
        };
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D;
        Values { strategy, state, maps: 0 }
    }

    /// A number from 0 up to, not including, `end`; 0 if everything is.
    pub fn below(&mut self, end: usize) -> usize {
        match self.strategy {
            Strategy::Zero | Strategy::Apart => 0,
            Strategy::Random(_) => (self.next() % end.max(1) as u64) as usize,
        }
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A value of this sort, if one can be written down.
    pub fn value(&mut self, terms: &Terms, sort: SortId) -> Option<Value> {
        if self.strategy == Strategy::Apart
            && let Sort::Map { element, .. } = terms.sort_of_id(sort)
        {
            self.maps += 1;
            let number = match terms.sort_of_id(*element) {
                Sort::Int => Value::Int(BigInt::from(self.maps)),
                Sort::Bv(width) => bits(self.maps, *width),
                _ => return terms.default_value(sort),
            };
            return Some(Value::Map(MapValue::constant(number)));
        }
        if !matches!(self.strategy, Strategy::Random(_)) {
            return terms.default_value(sort);
        }
        Some(match terms.sort_of_id(sort) {
            Sort::Bool => Value::Bool(self.below(2) == 1),
            Sort::Int => Value::Int(BigInt::from(self.small())),
            Sort::Bv(width) => bits(self.small(), *width),
            Sort::Map { element, .. } => {
                let element = *element;
                Value::Map(MapValue::constant(self.value(terms, element)?))
            }
            _ => return terms.default_value(sort),
        })
    }

    /// Mostly one of the numbers that programs ask for.
    fn small(&mut self) -> i64 {
        match self.below(8) {
            0 => 0,
            1 | 2 => 1,
            3 => -1,
            4 | 5 => self.below(8) as i64,
            6 => self.below(200) as i64 - 100,
            _ => i64::from(self.next() as i32),
        }
    }
}

/// A number as bits, two's complement.
fn bits(number: i64, width: u32) -> Value {
    let modulus = BigInt::from(1) << width.max(1);
    let wrapped = ((BigInt::from(number) % &modulus) + &modulus) % &modulus;
    Value::bv(wrapped.to_biguint().unwrap_or_default(), width)
}

/// Values of a variable that a condition is likely to accept: the numbers in it and their neighbours.
pub(crate) fn suggestions(terms: &Terms, condition: TermId, var: VarId) -> Vec<Value> {
    let sort = terms.variable(var).sort;
    let mut found: Vec<Value> = Vec::new();
    let mut add = |value: Option<Value>| {
        if let Some(value) = value
            && !found.contains(&value)
        {
            found.push(value);
        }
    };
    match terms.sort_of_id(sort) {
        Sort::Bool => [true, false].into_iter().for_each(|b| add(Some(Value::Bool(b)))),
        Sort::Int | Sort::Bv(_) => {
            for near in [0, 1, -1] {
                add(shifted(&Value::Int(BigInt::from(0)), near, terms.sort_of_id(sort)));
                terms.for_each_subterm([condition], |_, term| {
                    if let Term::Literal(value) = term {
                        add(shifted(value, near, terms.sort_of_id(sort)));
                    }
                    // `-5` is written as the negation of a literal.
                    if let Term::App(Op::Neg, args) = term
                        && let Some(Value::Int(n)) = terms.as_literal(args[0])
                    {
                        add(shifted(&Value::Int(-n), near, terms.sort_of_id(sort)));
                    }
                });
            }
        }
        _ => {}
    }
    found.truncate(24);
    found
}

fn shifted(value: &Value, by: i64, sort: &Sort) -> Option<Value> {
    match (value, sort) {
        (Value::Int(n), Sort::Int) => Some(Value::Int(n + by)),
        (Value::Int(_), Sort::Bv(width)) => Some(bits(by, *width)),
        (Value::Bv { bits: b, width: w }, Sort::Bv(width)) if w == width => {
            let modulus = BigInt::from(1) << *width;
            let sum = (BigInt::from(b.to_biguint()) + by + &modulus) % &modulus;
            Some(Value::bv(sum.to_biguint().unwrap_or(BigUint::from(0u8)), *width))
        }
        _ => None,
    }
}
