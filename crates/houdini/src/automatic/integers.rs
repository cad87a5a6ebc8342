//! Candidates about integers: bounds, counters, what stays equal, which remainders stay.

use super::{Observables, Observed, Proposals};
use lariat_logic::{Op, Term, TermId, Value};
use lariat_program::Program;

/// An integer before and after.
struct Number {
    /// At the start, if it is known then.
    before: Option<TermId>,
    /// At the return.
    after: TermId,
    bounds: Vec<TermId>,
}

/// At most this many numbers are compared with each other.
const MAX_COMPARED: usize = 4;

/// At most this many bounds of a number are tried.
const MAX_BOUNDS: usize = 4;

/// At most this many divisors are tried, and no divisor above the second number.
const MAX_MODULI: usize = 2;
const MAX_MODULUS: i64 = 64;

/// Small constants that the program divides or multiplies by: remainders that loops keep.
pub(super) fn moduli(program: &Program) -> Vec<TermId> {
    let terms = &program.terms;
    let commands = program.procedures.iter().flat_map(|p| &p.body.blocks).flat_map(|b| &b.commands);
    let roots: Vec<TermId> = commands.flat_map(|c| c.kind.terms()).collect();
    let mut found: Vec<TermId> = Vec::new();
    terms.for_each_subterm(roots, |_, term| {
        if let Term::App(Op::IntMod | Op::Mul, args) = term {
            for &arg in args.iter() {
                let is_small = terms.as_literal(arg).is_some_and(
                    |v| matches!(v, Value::Int(n) if *n >= 2.into() && *n <= MAX_MODULUS.into()),
                );
                if is_small && !found.contains(&arg) {
                    found.push(arg);
                }
            }
        }
    });
    found.truncate(MAX_MODULI);
    found
}

pub(super) fn propose(proposals: &mut Proposals<'_>, observed: &Observables) {
    let zero = proposals.terms.int(0);
    let mut starts: Vec<(TermId, Vec<TermId>)> = Vec::new();
    let mut ends: Vec<Number> = Vec::new();
    for o in observed.inputs.iter().chain(&observed.read).filter(|o| o.is_int) {
        let term = proposals.var(o.var);
        starts.push((term, bounds(proposals, o, zero)));
        ends.push(Number { before: Some(term), after: term, bounds: Vec::new() });
    }
    for o in observed.changed.iter().filter(|o| o.is_int) {
        let (term, old) = (proposals.var(o.var), proposals.old(o.var));
        starts.push((term, bounds(proposals, o, zero)));
        let bounds = bounds(proposals, o, zero);
        ends.push(Number { before: Some(old), after: term, bounds });
    }
    for o in observed.outputs.iter().filter(|o| o.is_int) {
        let after = proposals.var(o.var);
        let before = o.from.map(|v| proposals.var(v));
        let bounds = bounds(proposals, o, zero);
        ends.push(Number { before, after, bounds });
    }
    // What goes on from an input is compared as itself, not as that input too.
    let continued: Vec<TermId> =
        ends.iter().filter(|n| n.before != Some(n.after)).filter_map(|n| n.before).collect();
    ends.retain(|n| n.before != Some(n.after) || !continued.contains(&n.after));
    ends.sort_by_key(|n| n.before == Some(n.after));
    for number in &ends {
        counter(proposals, number);
    }
    for (term, bounds) in &starts {
        for &bound in bounds {
            let (low, high) = (le(proposals, bound, *term), le(proposals, *term, bound));
            proposals.pre(low, &[]);
            proposals.pre(high, &[]);
        }
    }
    for (i, a) in ends.iter().enumerate().take(MAX_COMPARED) {
        for b in ends.iter().skip(i + 1).take(MAX_COMPARED) {
            together(proposals, a, b);
        }
    }
    for (i, &(a, _)) in starts.iter().enumerate().take(MAX_COMPARED) {
        for &(b, _) in starts.iter().skip(i + 1).take(MAX_COMPARED) {
            let (low, high, equal) = (le(proposals, a, b), le(proposals, b, a), proposals.is(a, b));
            proposals.pre(equal, &[]);
            proposals.pre(low, &[equal]);
            proposals.pre(high, &[equal]);
        }
    }
}

fn bounds(proposals: &Proposals<'_>, o: &Observed, zero: TermId) -> Vec<TermId> {
    let mut result = o.bounds.clone();
    if !result.contains(&zero) {
        result.push(zero);
    }
    for &v in &o.values {
        if proposals.terms.as_literal(v).is_some() && !result.contains(&v) {
            result.push(v);
        }
    }
    result.truncate(MAX_BOUNDS);
    result
}

fn le(proposals: &mut Proposals<'_>, a: TermId, b: TermId) -> TermId {
    proposals.terms.app(Op::Le, &[a, b])
}

/// Bounds that a number keeps, and directions in which it only goes.
fn counter(proposals: &mut Proposals<'_>, number: &Number) {
    let after = number.after;
    if let Some(before) = number.before.filter(|&b| b != after) {
        let same = proposals.is(after, before);
        let (grows, shrinks) = (le(proposals, before, after), le(proposals, after, before));
        proposals.post(same, &[]);
        proposals.post(grows, &[same]);
        proposals.post(shrinks, &[same]);
        for &m in proposals.moduli {
            let rest =
                |proposals: &mut Proposals<'_>, x: TermId| proposals.terms.app(Op::IntMod, &[x, m]);
            let (was, is) = (rest(proposals, before), rest(proposals, after));
            let keeps = proposals.is(was, is);
            proposals.post(keeps, &[same]);
        }
        for &bound in &number.bounds {
            for low in [true, false] {
                let at = |proposals: &mut Proposals<'_>, x: TermId| {
                    if low { le(proposals, bound, x) } else { le(proposals, x, bound) }
                };
                let (held, holds) = (at(proposals, before), at(proposals, after));
                let keeps = proposals.terms.implies(held, holds);
                proposals.post(holds, &[]);
                proposals.post(keeps, &[holds, same, if low { grows } else { shrinks }]);
            }
        }
    } else if number.before.is_none() {
        for &bound in &number.bounds {
            let (low, high) = (le(proposals, bound, after), le(proposals, after, bound));
            proposals.post(low, &[]);
            proposals.post(high, &[]);
        }
    }
}

/// Order and equality of two numbers that are kept.
fn together(proposals: &mut Proposals<'_>, a: &Number, b: &Number) {
    let moves = |n: &Number| n.before != Some(n.after);
    if !proposals.has_room() || (!moves(a) && !moves(b)) {
        return;
    }
    type Compare = fn(&mut Proposals<'_>, TermId, TermId) -> TermId;
    let compares: [Compare; 3] =
        [|p, x, y| p.is(x, y), |p, x, y| le(p, x, y), |p, x, y| le(p, y, x)];
    for compare in compares {
        let holds = compare(proposals, a.after, b.after);
        proposals.post(holds, &[]);
        if let (Some(x), Some(y)) = (a.before, b.before) {
            let held = compare(proposals, x, y);
            let keeps = proposals.terms.implies(held, holds);
            proposals.post(keeps, &[holds]);
        }
    }
}
