//! The partial order `<:` of old Boogie programs.
//!
//! For each type at which `<:` is used there is one uninterpreted predicate with the axioms of a
//! partial order. `extends` clauses of constants of that type add their edges: the parents are above
//! the constant and nothing else is directly above it; sub-trees under `unique` edges of one parent
//! are disjoint; below a `complete` constant there are only its declared children.

use crate::context::{Lower, Lowering};
use crate::expressions::Scope;
use lariat_boogie::ast::{Decl, Extends};
use lariat_boogie::{Span, Ty};
use lariat_logic::{Binder, BinderKind, FunctionId, SortId, TermId, Terms, VarId};
use lariat_program::Axiom;

impl Lowering<'_> {
    /// The predicate that stands for `<:` on a type.
    pub fn order(&mut self, ty: Ty, span: Span) -> Lower<FunctionId> {
        if let Some(&(_, order)) = self.orders.iter().find(|o| o.0 == ty) {
            return Ok(order);
        }
        let sort = self.sort(ty, span)?;
        let name = format!("extends<{}>", self.show(ty));
        let order = self.terms().declare_function(name, vec![sort, sort], Terms::BOOL);
        self.orders.push((ty, order));
        Ok(order)
    }

    /// Adds the axioms of the orders in use.
    pub fn order_axioms(&mut self) {
        for (ty, order) in self.orders.clone() {
            let Some(Some(sort)) = self.sorts.get(ty.index()).copied() else { continue };
            let mut formulas = partial_order(&mut self.program.terms, order, sort);
            let span = self.constants_below(ty, order, sort, &mut formulas);
            let text = format!("order of {}", self.show(ty));
            let info = self.info_with_text(&mut Scope::default(), span, &[], text);
            self.program.axioms.extend(formulas.into_iter().map(|formula| Axiom { formula, info }));
        }
    }

    fn constants_below(
        &mut self,
        ty: Ty,
        order: FunctionId,
        sort: SortId,
        formulas: &mut Vec<TermId>,
    ) -> Span {
        let mut span = Span::default();
        let mut edges: Vec<(VarId, &Extends)> = Vec::new();
        for (i, constant) in self.checked.constants.iter().enumerate() {
            if let Decl::Const(decl) = &self.boogie[constant.decl]
                && constant.ty == ty
                && let Some(extends) = &decl.extends
            {
                span = decl.span;
                edges.push((self.constants[i], extends));
            }
        }
        let parent_of = |name: lariat_boogie::Symbol| {
            let position = self.checked.constants.iter().position(|c| c.name == name);
            position.map(|p| self.constants[p])
        };
        // Parent, child, whether the edge is unique.
        let mut links: Vec<(VarId, VarId, bool)> = Vec::new();
        for (child, extends) in &edges {
            for (unique, parent) in &extends.parents {
                links.extend(parent_of(parent.symbol).map(|p| (p, *child, *unique)));
            }
        }
        let terms = &mut self.program.terms;
        for &(child, extends) in &edges {
            let below = terms.var(child);
            let mut alternatives = Vec::new();
            let w = terms.declare("w", sort);
            let any = terms.var(w);
            alternatives.push(terms.eq(below, any));
            for &(parent, _, _) in links.iter().filter(|l| l.1 == child) {
                let parent = terms.var(parent);
                formulas.push(terms.call(order, &[below, parent]));
                alternatives.push(terms.call(order, &[parent, any]));
            }
            let above = terms.call(order, &[below, any]);
            formulas.push(only_if(terms, w, above, &alternatives));
            if extends.complete {
                let w = terms.declare("w", sort);
                let any = terms.var(w);
                let mut alternatives = vec![terms.eq(any, below)];
                for &(_, grandchild, _) in links.iter().filter(|l| l.0 == child) {
                    let grandchild = terms.var(grandchild);
                    alternatives.push(terms.call(order, &[any, grandchild]));
                }
                let under = terms.call(order, &[any, below]);
                formulas.push(only_if(terms, w, under, &alternatives));
            }
        }
        for (i, &(parent, a, unique)) in links.iter().enumerate() {
            for &(_, b, _) in
                links[i + 1..].iter().filter(|l| unique && l.2 && l.0 == parent && l.1 != a)
            {
                let w = terms.declare("w", sort);
                let any = terms.var(w);
                let (a, b) = (terms.var(a), terms.var(b));
                let under_a = terms.call(order, &[any, a]);
                let under_b = terms.call(order, &[any, b]);
                let both = terms.and(&[under_a, under_b]);
                let body = terms.not(both);
                formulas.push(forall(terms, vec![w], body, vec![under_a, under_b]));
            }
        }
        span
    }
}

fn forall(terms: &mut Terms, vars: Vec<VarId>, body: TermId, trigger: Vec<TermId>) -> TermId {
    terms.bind(Binder {
        kind: BinderKind::Forall,
        vars,
        body,
        triggers: vec![trigger],
        no_triggers: Vec::new(),
        name: None,
        weight: None,
    })
}

fn only_if(terms: &mut Terms, w: VarId, premise: TermId, alternatives: &[TermId]) -> TermId {
    let conclusion = terms.or(alternatives);
    let body = terms.implies(premise, conclusion);
    forall(terms, vec![w], body, vec![premise])
}

fn partial_order(terms: &mut Terms, order: FunctionId, sort: SortId) -> Vec<TermId> {
    let mut var = |name: &str| {
        let v = terms.declare(name, sort);
        (v, terms.var(v))
    };
    let (rx, x) = var("x");
    let (ax, a) = var("x");
    let (ay, b) = var("y");
    let (tx, p) = var("x");
    let (ty, q) = var("y");
    let (tz, r) = var("z");
    let reflexive = terms.call(order, &[x, x]);
    let ab = terms.call(order, &[a, b]);
    let ba = terms.call(order, &[b, a]);
    let both = terms.and(&[ab, ba]);
    let equal = terms.eq(a, b);
    let antisymmetric = terms.implies(both, equal);
    let pq = terms.call(order, &[p, q]);
    let qr = terms.call(order, &[q, r]);
    let pr = terms.call(order, &[p, r]);
    let chain = terms.and(&[pq, qr]);
    let transitive = terms.implies(chain, pr);
    vec![
        forall(terms, vec![rx], reflexive, vec![reflexive]),
        forall(terms, vec![ax, ay], antisymmetric, vec![ab, ba]),
        forall(terms, vec![tx, ty, tz], transitive, vec![pq, qr]),
    ]
}
