//! Which values of a quantified variable to try: all there are, all within the bounds that the formula itself sets, or
//! those that somebody thinks may decide it.

use super::domain::enumerate;
use super::evaluate::INSTANCES;
use lariat_logic::{Binder, BinderKind, Op, SortId, Term, TermId, Terms, Value, VarId};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

/// Values to try, by sort.
pub type Candidates = FxHashMap<SortId, Vec<Value>>;

/// Where the values of a variable come from.
pub(super) enum Source {
    /// These are all.
    All(Vec<Value>),
    /// The integers within all these bounds; outside of them the variable makes no difference.
    Within(Vec<Bound>),
    /// There are too many.
    Open,
}

/// A bound of an integer variable.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    /// `limit <= x`, otherwise `x <= limit`.
    pub below: bool,
    /// Whether the limit itself is not meant.
    pub strict: bool,
    pub limit: TermId,
}

impl Bound {
    /// The first or last integer that it allows.
    pub fn closed(&self, limit: &BigInt) -> BigInt {
        match (self.strict, self.below) {
            (false, _) => limit.clone(),
            (true, true) => limit + 1,
            (true, false) => limit - 1,
        }
    }
}

/// The variables in an order in which the bounds of each depend on those before only, with where their values come from.
///
/// A value outside of the bounds makes the body of a universal quantifier true and that of an existential one false, since the
/// bounds are hypotheses of the one and conjuncts of the other. So it does not matter for either.
pub(super) fn plan(terms: &Terms, binder: &Binder) -> Vec<(VarId, Source)> {
    let mut guards = Vec::new();
    if binder.kind != BinderKind::Lambda {
        hypotheses(terms, binder.body, binder.kind == BinderKind::Forall, &mut guards);
    }
    let mut left: Vec<VarId> = binder.vars.clone();
    let mut planned = Vec::new();
    while !left.is_empty() {
        let open: FxHashSet<VarId> = left.iter().copied().collect();
        let found = left.iter().enumerate().find_map(|(i, &v)| {
            if let Some(all) = enumerate(terms, terms.variable(v).sort, INSTANCES) {
                return Some((i, Source::All(all)));
            }
            let bounds = bounds_of(terms, v, &guards, &open);
            let both = bounds.iter().any(|b| b.below) && bounds.iter().any(|b| !b.below);
            both.then_some((i, Source::Within(bounds)))
        });
        let (i, source) = found.unwrap_or((0, Source::Open));
        planned.push((left.remove(i), source));
    }
    planned
}

/// What a formula is said under: hypotheses of an implication, or conjuncts.
fn hypotheses(terms: &Terms, body: TermId, implied: bool, found: &mut Vec<(TermId, bool)>) {
    let mut stack = vec![(body, !implied)];
    // (a formula, whether it is known to hold where the body matters)
    while let Some((id, holds)) = stack.pop() {
        match (terms.get(id), holds) {
            (Term::App(Op::And, args), true) | (Term::App(Op::Or, args), false) => {
                stack.extend(args.iter().map(|&a| (a, holds)));
            }
            (Term::App(Op::Not, args), _) => stack.push((args[0], !holds)),
            (Term::App(Op::Implies, args), false) => {
                stack.extend([(args[0], true), (args[1], false)]);
            }
            (Term::App(Op::Le | Op::Lt | Op::Eq, _), _) => found.push((id, holds)),
            _ => {}
        }
    }
}

fn bounds_of(
    terms: &Terms,
    var: VarId,
    guards: &[(TermId, bool)],
    open: &FxHashSet<VarId>,
) -> Vec<Bound> {
    let mut bounds = Vec::new();
    if terms.variable(var).sort != Terms::INT {
        return bounds;
    }
    let closed = |t: TermId| terms.variables([t]).iter().all(|v| !open.contains(v));
    for &(guard, holds) in guards {
        let Term::App(op, args) = terms.get(guard) else { continue };
        for (side, other, is_left) in [(args[0], args[1], true), (args[1], args[0], false)] {
            let Some(limit) = isolated(terms, side, var).then_some(other).filter(|&t| closed(t))
            else {
                continue;
            };
            match (op, holds) {
                (Op::Eq, true) => {
                    bounds.extend([true, false].map(|below| Bound { below, strict: false, limit }))
                }
                // `a <= b` and `a < b`, or not: `b < a` and `b <= a`.
                (Op::Le | Op::Lt, _) => bounds.push(Bound {
                    below: is_left != holds,
                    strict: (*op == Op::Lt) == holds,
                    limit,
                }),
                _ => {}
            }
        }
    }
    bounds
}

fn isolated(terms: &Terms, side: TermId, var: VarId) -> bool {
    terms.as_var(side) == Some(var)
}
