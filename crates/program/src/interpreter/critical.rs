//! Quantifiers over infinitely many values that finitely many decide.
//!
//! Let the variables occur in the body only (1) as an index of a read of a map that does not depend on them, `M[x]` or `M[x + c]`,
//! or of a map inside of such, and (2) on one side of a comparison, `x` or `x + c`, whose other side does not depend on them or is
//! another of them, alone. Maps here are finite: they list places and have one value everywhere else. Take the numbers that maps
//! list and that the other sides are, each less every `c`: the *critical* ones. Two choices of values that are
//! ordered in the same way, among each other and relative to the critical numbers, agree in every comparison and read the same values, so the body has
//! the same value. Of each gap between critical numbers as many numbers are enough as there are variables: the
//! neighbours of the critical ones.
//!
//! The same with elements of a type that are only compared for being equal: those that occur, and one more for each variable.

use lariat_logic::{Op, Sort, SortId, Term, TermId, Terms, Value, VarId};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What decides where values of the variables make a difference.
#[derive(Default)]
pub(super) struct Critical {
    /// Other sides of comparisons, and maps that are read: terms without the variables.
    pub terms: Vec<TermId>,
    /// What is added to variables.
    pub offsets: BTreeSet<BigInt>,
}

/// The critical terms of a body, if it is of that form.
pub(super) fn critical(terms: &Terms, body: TermId, open: &[VarId]) -> Option<Critical> {
    let open: FxHashSet<VarId> = open.iter().copied().collect();
    let depends = |t: TermId| terms.variables([t]).iter().any(|v| open.contains(v));
    let mut found = Critical { terms: Vec::new(), offsets: BTreeSet::from([BigInt::ZERO]) };
    let mut seen = FxHashSet::default();
    let mut stack = vec![body];
    while let Some(id) = stack.pop() {
        if !depends(id) || !seen.insert(id) {
            continue;
        }
        match terms.get(id) {
            Term::Literal(_) => {}
            // Anywhere else than in a read or a comparison.
            Term::Var(_) | Term::Bind(_) | Term::Old(_) => return None,
            Term::App(Op::Select, args) => {
                for &index in &args[1..] {
                    match shifted(terms, index, &open) {
                        Some(offset) => _ = found.offsets.insert(offset),
                        None => stack.push(index),
                    }
                }
                match terms.get(args[0]) {
                    Term::App(Op::Select, _) if depends(args[0]) => stack.push(args[0]),
                    _ if depends(args[0]) => return None,
                    _ => found.terms.push(args[0]),
                }
            }
            Term::App(Op::Eq | Op::Le | Op::Lt, args) => {
                let (left, right) =
                    (shifted(terms, args[0], &open), shifted(terms, args[1], &open));
                match (left, right) {
                    (Some(a), Some(b)) if a == BigInt::ZERO && b == BigInt::ZERO => {}
                    (Some(offset), None) if !depends(args[1]) => {
                        found.offsets.insert(offset);
                        found.terms.push(args[1]);
                    }
                    (None, Some(offset)) if !depends(args[0]) => {
                        found.offsets.insert(offset);
                        found.terms.push(args[0]);
                    }
                    (None, None) => stack.extend(args.iter().copied()),
                    _ => return None,
                }
            }
            Term::App(_, args) | Term::Call(_, args) => stack.extend(args.iter().copied()),
        }
    }
    Some(found)
}

/// The `c` of `x + c`.
fn shifted(terms: &Terms, term: TermId, open: &FxHashSet<VarId>) -> Option<BigInt> {
    let is_open = |t: TermId| terms.as_var(t).is_some_and(|v| open.contains(&v));
    if is_open(term) {
        return Some(BigInt::ZERO);
    }
    let number = |t: TermId| terms.as_literal(t).and_then(Value::as_int).cloned();
    match terms.get(term) {
        Term::App(Op::Add, args) if args.len() == 2 => {
            let (a, b) = (args[0], args[1]);
            match (is_open(a), is_open(b)) {
                (true, false) => number(b),
                (false, true) => number(a),
                _ => None,
            }
        }
        Term::App(Op::Sub, args) if is_open(args[0]) => number(args[1]).map(|n| -n),
        _ => None,
    }
}

/// Collects the numbers and elements that occur in a value.
pub(super) fn collect(terms: &Terms, sort: SortId, value: &Value, into: &mut Points) {
    match (terms.sort_of_id(sort), value) {
        (Sort::Int, Value::Int(n)) => _ = into.numbers.insert(n.clone()),
        (Sort::Uninterpreted(_), Value::Element { number, .. }) => {
            into.elements.entry(sort).or_default().insert(*number);
        }
        (Sort::Map { indices, element }, Value::Map(map)) => {
            for (place, value) in map.entries() {
                for (&sort, index) in indices.iter().zip(place) {
                    collect(terms, sort, index, into);
                }
                // Only maps inside are read with variables.
                if matches!(terms.sort_of_id(*element), Sort::Map { .. }) {
                    collect(terms, *element, value, into);
                }
            }
            if matches!(terms.sort_of_id(*element), Sort::Map { .. }) {
                collect(terms, *element, map.default_value(), into);
            }
        }
        _ => {}
    }
}

/// Numbers and elements where something changes.
#[derive(Default)]
pub(super) struct Points {
    numbers: BTreeSet<BigInt>,
    elements: FxHashMap<SortId, BTreeSet<u64>>,
}

impl Points {
    /// Values of a sort, one for each way to lie between the points for each of `variables` variables; `None` for
    /// sorts of which that is not known.
    pub fn values(
        &self,
        terms: &Terms,
        sort: SortId,
        offsets: &BTreeSet<BigInt>,
        variables: usize,
    ) -> Option<Vec<Value>> {
        match terms.sort_of_id(sort) {
            Sort::Int => {
                let mut numbers = BTreeSet::from([BigInt::ZERO]);
                for number in &self.numbers {
                    numbers.extend(offsets.iter().map(|offset| number - offset));
                }
                let near = variables as i64;
                let all: BTreeSet<BigInt> =
                    numbers.iter().flat_map(|n| (-near..=near).map(move |by| n + by)).collect();
                Some(all.into_iter().map(Value::Int).collect())
            }
            Sort::Uninterpreted(_) => {
                let known = self.elements.get(&sort).cloned().unwrap_or_default();
                let first = known.last().map_or(0, |n| n + 1);
                let more = first..first + variables as u64;
                let all = known.into_iter().chain(more);
                Some(all.map(|number| Value::Element { sort, number }).collect())
            }
            _ => None,
        }
    }
}
