//! Integer terms as sums, and when two of them are equal.

use lariat_logic::{Op, Term, TermId, Terms, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A sum of multiples of terms, and a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    /// Sorted by term; no factor is zero.
    pub atoms: Vec<(TermId, BigInt)>,
    pub constant: BigInt,
}

impl Linear {
    /// An integer term as a sum.
    pub fn of(terms: &Terms, term: TermId) -> Linear {
        let mut result = Linear { atoms: Vec::new(), constant: BigInt::zero() };
        let mut stack = vec![(term, BigInt::one())];
        while let Some((term, factor)) = stack.pop() {
            match terms.get(term) {
                Term::Literal(Value::Int(n)) => result.constant += factor * n,
                Term::App(Op::Add, args) => {
                    stack.extend(args.iter().map(|&a| (a, factor.clone())));
                }
                Term::App(Op::Sub, args) => {
                    stack.push((args[0], factor.clone()));
                    stack.extend(args[1..].iter().map(|&a| (a, -factor.clone())));
                }
                Term::App(Op::Neg, args) => stack.push((args[0], -factor)),
                Term::App(Op::Mul, args) => {
                    let number = |t: TermId| terms.as_literal(t).and_then(Value::as_int);
                    match (number(args[0]), number(args[1])) {
                        (_, Some(n)) => stack.push((args[0], factor * n)),
                        (Some(n), _) => stack.push((args[1], factor * n)),
                        _ => result.add(term, factor),
                    }
                }
                _ => result.add(term, factor),
            }
        }
        result
    }

    fn add(&mut self, atom: TermId, factor: BigInt) {
        match self.atoms.binary_search_by_key(&atom, |a| a.0) {
            Ok(at) => {
                self.atoms[at].1 += factor;
                if self.atoms[at].1.is_zero() {
                    self.atoms.remove(at);
                }
            }
            Err(at) if !factor.is_zero() => self.atoms.insert(at, (atom, factor)),
            Err(_) => {}
        }
    }

    /// Whether they are equal but for the terms.
    pub fn same_shape(&self, other: &Linear) -> bool {
        self.constant == other.constant
            && self.atoms.iter().map(|a| &a.1).eq(other.atoms.iter().map(|a| &a.1))
    }

    /// The same with another term instead of its only one.
    pub fn with_atom(&self, atom: TermId) -> Linear {
        let atoms = self.atoms.iter().map(|(_, factor)| (atom, factor.clone())).collect();
        Linear { atoms, constant: self.constant.clone() }
    }

    /// As a term.
    pub fn term(&self, terms: &mut Terms) -> TermId {
        let mut sum = terms.int(self.constant.clone());
        for (atom, factor) in &self.atoms {
            let factor = terms.int(factor.clone());
            let product = terms.app(Op::Mul, &[*atom, factor]);
            sum = terms.add(product, sum);
        }
        sum
    }
}

/// `a == b`, with common factors cancelled: `4 * i + 100 == 4 * j + 100` is `i == j`.
pub(super) fn equal(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let mut difference = Linear::of(terms, a);
    let other = Linear::of(terms, b);
    difference.constant -= other.constant;
    for (atom, factor) in other.atoms {
        difference.add(atom, -factor);
    }
    let common = difference.atoms.iter().fold(BigInt::zero(), |g, (_, factor)| g.gcd(factor));
    if common.is_zero() {
        return terms.bool(difference.constant.is_zero());
    }
    if !difference.constant.is_multiple_of(&common) {
        return Terms::FALSE;
    }
    let mut left = Linear { atoms: Vec::new(), constant: BigInt::zero() };
    let mut right = left.clone();
    let constant = difference.constant / &common;
    match constant.is_negative() {
        true => right.constant = -constant,
        false => left.constant = constant,
    }
    for (atom, factor) in difference.atoms {
        match factor.is_negative() {
            true => right.add(atom, -factor / &common),
            false => left.add(atom, factor / &common),
        }
    }
    let (left, right) = (left.term(terms), right.term(terms));
    terms.eq(left, right)
}
