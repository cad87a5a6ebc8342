//! Candidates about variables that take a few values.

use super::{Observables, Observed, Proposals};
use crate::candidate::CandidateKind;
use lariat_logic::{TermId, Terms};

/// A value at a point, with the values it is known to take.
#[derive(Clone)]
struct Place {
    term: TermId,
    values: Vec<TermId>,
}

pub(super) fn propose(proposals: &mut Proposals<'_>, observed: &Observables, is_error: bool) {
    let finite = |list: &[Observed]| -> Vec<Observed> {
        list.iter().filter(|o| !o.values.is_empty()).cloned().collect()
    };
    let (inputs, outputs) = (finite(&observed.inputs), finite(&observed.outputs));
    let (changed, read) = (finite(&observed.changed), finite(&observed.read));
    let now = |proposals: &mut Proposals<'_>, list: &[Observed]| -> Vec<Place> {
        list.iter()
            .map(|o| Place { term: proposals.var(o.var), values: o.values.clone() })
            .collect()
    };
    // At the start: globals as they are then, and inputs.
    let old_changed: Vec<Place> = changed
        .iter()
        .map(|o| Place { term: proposals.old(o.var), values: o.values.clone() })
        .collect();
    let constant = [now(proposals, &read), now(proposals, &inputs)].concat();
    if is_error {
        goes_wrong(proposals, &[old_changed.clone(), constant.clone()].concat());
    }
    let globals_now = now(proposals, &changed);
    let results = now(proposals, &outputs);
    if !is_error {
        for (old, new) in old_changed.iter().zip(&globals_now) {
            transitions(proposals, old, new);
        }
        for (output, result) in outputs.iter().zip(&results) {
            match output.from {
                Some(input) => {
                    let term = proposals.var(input);
                    let before = Place { term, values: result.values.clone() };
                    transitions(proposals, &before, result);
                }
                None => values_of(proposals, CandidateKind::Post, None, result),
            }
        }
    }
    let start = [globals_now.clone(), constant.clone()].concat();
    for place in &start {
        values_of(proposals, CandidateKind::Pre, None, place);
    }
    if !is_error {
        for place in &globals_now {
            values_of(proposals, CandidateKind::Post, None, place);
        }
    }
    pairs(proposals, CandidateKind::Pre, &start);
    if !is_error {
        pairs(proposals, CandidateKind::Post, &[globals_now.clone(), results.clone()].concat());
        correlate(proposals, &old_changed, &globals_now, &constant, &results);
    }
}

/// When the version that goes wrong does not return: `x == c` excluded, or required.
fn goes_wrong(proposals: &mut Proposals<'_>, start: &[Place]) {
    for place in start {
        for &c in &place.values {
            let not = proposals.is_not(place.term, c);
            proposals.post(not, &[]);
        }
        for &c in &place.values {
            let equal = proposals.is(place.term, c);
            proposals.post(equal, &[]);
        }
    }
    pairs(proposals, CandidateKind::Post, start);
}

/// Which values a place has, perhaps under a condition.
fn values_of(
    proposals: &mut Proposals<'_>,
    kind: CandidateKind,
    condition: Option<TermId>,
    place: &Place,
) {
    let mut equalities = Vec::new();
    let when = |proposals: &mut Proposals<'_>, t: TermId| match condition {
        Some(condition) => proposals.terms.implies(condition, t),
        None => t,
    };
    for &c in &place.values {
        let plain = proposals.is(place.term, c);
        let formula = when(proposals, plain);
        equalities.push((c, formula));
        let mut implied_by = Vec::new();
        if condition.is_some() {
            implied_by.push(plain);
        }
        proposals.propose(kind, formula, &implied_by);
    }
    // One of two values is excluded by the other.
    let excluded: &[TermId] = if place.values.len() == 2 { &[] } else { &place.values };
    for &c in excluded {
        let plain = proposals.is_not(place.term, c);
        let formula = when(proposals, plain);
        let mut implied_by: Vec<TermId> = Vec::new();
        for &(d, equal) in &equalities {
            if d != c && are_literals(proposals.terms, c, d) {
                implied_by.push(equal);
            }
        }
        if condition.is_some() {
            implied_by.push(plain);
        }
        proposals.propose(kind, formula, &implied_by);
    }
    if place.values.len() > 1 {
        let plain = proposals.is_one_of(place.term, &place.values);
        let formula = when(proposals, plain);
        let mut implied_by: Vec<TermId> = equalities.iter().map(|e| e.1).collect();
        if condition.is_some() {
            implied_by.push(plain);
        }
        proposals.propose(kind, formula, &implied_by);
    }
}

fn are_literals(terms: &Terms, a: TermId, b: TermId) -> bool {
    terms.as_literal(a).is_some() && terms.as_literal(b).is_some()
}

/// How a variable changes.
fn transitions(proposals: &mut Proposals<'_>, old: &Place, new: &Place) {
    let same = proposals.is(new.term, old.term);
    proposals.post(same, &[]);
    for &c in &old.values {
        let before = proposals.is(old.term, c);
        values_of(proposals, CandidateKind::Post, Some(before), new);
    }
    let some = proposals.is_one_of(old.term, &old.values);
    let others_stay = proposals.terms.or(&[some, same]);
    proposals.post(others_stay, &[same]);
}

/// Which values two places do not have together.
fn pairs(proposals: &mut Proposals<'_>, kind: CandidateKind, places: &[Place]) {
    for (i, a) in places.iter().enumerate() {
        for b in &places[i + 1..] {
            if !proposals.has_room() || a.values.len() * b.values.len() > MAX_PAIRS {
                continue;
            }
            for &c in &a.values {
                for &d in &b.values {
                    exclude(proposals, kind, &[(a.term, c), (b.term, d)]);
                }
            }
        }
    }
}

/// Two variables have at most this many pairs of values.
const MAX_PAIRS: usize = 16;

/// That not all of these hold; implied by each that fails.
fn exclude(proposals: &mut Proposals<'_>, kind: CandidateKind, facts: &[(TermId, TermId)]) {
    let equalities: Vec<TermId> = facts.iter().map(|&(x, c)| proposals.is(x, c)).collect();
    let Some((&last, first)) = equalities.split_last() else { return };
    let mut implied_by = Vec::new();
    for &e in &equalities {
        implied_by.push(proposals.terms.not(e));
    }
    let not_last = proposals.terms.not(last);
    for &e in first {
        implied_by.push(proposals.terms.implies(e, not_last));
    }
    let condition = proposals.terms.and(first);
    let formula = proposals.terms.implies(condition, not_last);
    proposals.propose(kind, formula, &implied_by);
}

/// How a change of a global depends on an input or shows in a result or another global.
fn correlate(
    proposals: &mut Proposals<'_>,
    old: &[Place],
    new: &[Place],
    constant: &[Place],
    results: &[Place],
) {
    for (i, (before, after)) in old.iter().zip(new).enumerate() {
        let others = constant.iter().chain(results);
        let other_globals = old.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, p)| p);
        for third in others.chain(other_globals) {
            let size = before.values.len() * after.values.len() * third.values.len();
            if !proposals.has_room() || size > 2 * MAX_PAIRS {
                continue;
            }
            for &e in &third.values {
                for &c in &before.values {
                    for &d in &after.values {
                        let facts = [(before.term, c), (third.term, e), (after.term, d)];
                        exclude(proposals, CandidateKind::Post, &facts);
                    }
                }
            }
        }
        for result in results {
            if before.values.len() * result.values.len() > MAX_PAIRS {
                continue;
            }
            for &c in &before.values {
                for &e in &result.values {
                    exclude(proposals, CandidateKind::Post, &[(before.term, c), (result.term, e)]);
                }
            }
        }
    }
}
