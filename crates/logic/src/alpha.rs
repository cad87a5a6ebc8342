//! Terms that are the same up to the names of bound variables.

use crate::op::Op;
use crate::term::{BinderKind, Term, TermId, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many pairs of terms are compared; beyond that, terms count as different.
const MOST_PAIRS: usize = 10_000;

impl Terms {
    /// Whether two binders are the same up to the names of what they bind. Triggers and names make no difference.
    pub(crate) fn same_binders(&self, a: TermId, b: TermId) -> bool {
        let (Term::Bind(x), Term::Bind(y)) = (self.get(a), self.get(b)) else { return false };
        x.kind == y.kind && x.vars.len() == y.vars.len() && Comparison::new(self).same(a, b)
    }
}

struct Comparison<'t> {
    terms: &'t Terms,
    /// The variable of the right term for each bound one of the left; binders have variables of their own.
    renamed: FxHashMap<VarId, VarId>,
    bound: FxHashSet<VarId>,
    seen: FxHashSet<(TermId, TermId)>,
}

impl<'t> Comparison<'t> {
    fn new(terms: &'t Terms) -> Self {
        let (renamed, bound, seen) = Default::default();
        Comparison { terms, renamed, bound, seen }
    }

    fn same(&mut self, a: TermId, b: TermId) -> bool {
        let mut stack = vec![(a, b)];
        while let Some((a, b)) = stack.pop() {
            if !self.seen.insert((a, b)) {
                continue;
            }
            if self.seen.len() > MOST_PAIRS {
                return false;
            }
            if self.terms.sort_of(a) != self.terms.sort_of(b) {
                return false;
            }
            match (self.terms.get(a), self.terms.get(b)) {
                (Term::Literal(x), Term::Literal(y)) if x == y => {}
                (Term::Var(x), Term::Var(y)) => {
                    let matches = match self.renamed.get(x) {
                        Some(renamed) => renamed == y,
                        None => x == y && !self.bound.contains(y),
                    };
                    if !matches {
                        return false;
                    }
                }
                (Term::App(f, x), Term::App(g, y)) if f == g && x.len() == y.len() => {
                    let crossed = *f == Op::Eq && !self.alike(x[0], y[0]);
                    let y: Vec<TermId> =
                        if crossed { y.iter().rev().copied().collect() } else { y.to_vec() };
                    stack.extend(x.iter().copied().zip(y));
                }
                (Term::Call(f, x), Term::Call(g, y)) if f == g => {
                    stack.extend(x.iter().copied().zip(y.iter().copied()));
                }
                (Term::Old(x), Term::Old(y)) => stack.push((*x, *y)),
                (Term::Bind(x), Term::Bind(y))
                    if x.kind == y.kind && x.vars.len() == y.vars.len() =>
                {
                    for (&v, &w) in x.vars.iter().zip(&y.vars) {
                        let known = self.renamed.insert(v, w);
                        if known.is_some_and(|known| known != w) || !self.sorts_agree(v, w) {
                            return false;
                        }
                        self.bound.insert(w);
                    }
                    stack.push((x.body, y.body));
                }
                _ => return false,
            }
        }
        true
    }

    fn sorts_agree(&self, v: VarId, w: VarId) -> bool {
        self.terms.variable(v).sort == self.terms.variable(w).sort
    }

    /// Whether two operands of equations may be the same: the order of operands is that of their making.
    fn alike(&self, a: TermId, b: TermId) -> bool {
        match (self.terms.get(a), self.terms.get(b)) {
            (Term::Var(x), Term::Var(y)) => match self.renamed.get(x) {
                Some(renamed) => renamed == y,
                None => x == y,
            },
            (Term::App(f, _), Term::App(g, _)) => f == g,
            (Term::Call(f, _), Term::Call(g, _)) => f == g,
            (Term::Bind(x), Term::Bind(y)) => x.kind == y.kind,
            (Term::Literal(x), Term::Literal(y)) => x == y,
            (Term::Old(_), Term::Old(_)) => true,
            _ => false,
        }
    }
}

/// Whether equality of such terms is worth a comparison.
pub(crate) fn is_lambda(terms: &Terms, id: TermId) -> bool {
    matches!(terms.get(id), Term::Bind(b) if b.kind == BinderKind::Lambda)
}
