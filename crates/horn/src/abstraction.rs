//! What the engine cannot deal with becomes arbitrary: a fresh variable for each such term.
//!
//! Clauses only get weaker by this, so that a proof stays a proof.

use lariat_logic::{Op, Sort, SortId, Substitution, Term, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// Replaces terms, the same one always by the same variable.
#[derive(Default)]
pub(crate) struct Abstraction {
    replaced: FxHashMap<TermId, TermId>,
    /// How many terms were replaced.
    pub count: usize,
}

/// Whether relations may range over this sort.
pub(crate) fn supported(terms: &Terms, sort: SortId) -> bool {
    match terms.sort_of_id(sort) {
        Sort::Bool | Sort::Int | Sort::Real | Sort::Bv(_) | Sort::Uninterpreted(_) => true,
        Sort::Map { indices, element } => {
            indices.len() == 1 && indices.iter().chain([element]).all(|&s| supported(terms, s))
        }
        Sort::Datatype(_)
        | Sort::Float { .. }
        | Sort::RoundingMode
        | Sort::String
        | Sort::RegLan
        | Sort::Seq(_) => false,
    }
}

impl Abstraction {
    /// The term with what is unsupported in it replaced.
    pub fn apply(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        // An explicit stack: terms can be deep.
        let mut stack = vec![(root, false)];
        while let Some((id, children_done)) = stack.pop() {
            if self.replaced.contains_key(&id) {
                continue;
            }
            let opaque = self.is_opaque(terms, id);
            if !opaque && !children_done {
                stack.push((id, true));
                stack.extend(terms.children(id).into_iter().map(|c| (c, false)));
                continue;
            }
            let result = if opaque {
                self.count += 1;
                let sort = terms.sort_of(id);
                let fresh = terms.declare("abstract", sort);
                terms.var(fresh)
            } else {
                let known = &self.replaced;
                terms.map_children(id, &mut |t| known[&t])
            };
            self.replaced.insert(id, result);
        }
        self.replaced[&root]
    }

    /// Whether the engine cannot look into the term.
    fn is_opaque(&self, terms: &Terms, id: TermId) -> bool {
        let bad_child = |&t: &TermId| !supported(terms, terms.sort_of(t));
        match terms.get(id) {
            Term::Literal(value) => {
                matches!(value, lariat_logic::Value::Element { .. })
            }
            Term::Var(_) => false,
            Term::Call(..) | Term::Bind(_) | Term::Old(_) => true,
            Term::App(op, args) => {
                let literal =
                    |i: usize| args.get(i).is_some_and(|&t| terms.as_literal(t).is_some());
                let own = match op {
                    Op::Mul => !literal(0) && !literal(1),
                    Op::IntDiv | Op::IntMod | Op::RealDiv => !literal(1),
                    Op::Pow | Op::BvToNat | Op::NatToBv(_) | Op::Smt(_) => true,
                    _ => false,
                };
                own || args.iter().any(bad_child)
            }
        }
    }
}

/// The terms under a renaming of variables.
pub(crate) fn rename(terms: &mut Terms, roots: &[TermId], map: &[(VarId, TermId)]) -> Vec<TermId> {
    let mut subst = Substitution::new();
    for &(from, to) in map {
        subst.set(from, to);
    }
    roots.iter().map(|&t| terms.substitute(t, &mut subst)).collect()
}
