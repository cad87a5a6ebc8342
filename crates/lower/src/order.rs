//! The partial order `<:` of old Boogie programs.
//!
//! For each type at which `<:` is used there is one uninterpreted predicate with the axioms of a
//! partial order. `extends` clauses of constants of that type add their edges, as Boogie does: the
//! parents are directly above the constant and nothing else is; what lies below a `unique` edge knows
//! through which child one gets to it; below a `complete` constant there are only its declared
//! children. Where `<:` is not used, only the difference of child and parent is left of this.

use crate::context::{Lower, Lowering};
use crate::expressions::Scope;
use lariat_boogie::ast::{self, Decl};
use lariat_boogie::{Checked, Span, Symbol, Ty};
use lariat_logic::{Binder, BinderKind, FunctionId, SortId, TermId, Terms, VarId};
use lariat_program::Axiom;
use rustc_hash::FxHashMap;

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

    /// Adds the axioms of the orders in use, and what `extends` says without them.
    pub fn order_axioms(&mut self) {
        let edges = self.edges();
        let mut formulas = Vec::new();
        for edge in &edges {
            let terms = self.terms();
            let (child, parent) = (terms.var(edge.child), terms.var(edge.parent));
            let equal = terms.eq(child, parent);
            formulas.push((terms.not(equal), edge.span));
        }
        for (ty, order) in self.orders.clone() {
            let Some(Some(sort)) = self.sorts.get(ty.index()).copied() else { continue };
            let laws = partial_order(&mut self.program.terms, order, sort);
            formulas.extend(laws.into_iter().map(|f| (f, Span::default())));
            let name = format!("oneStep<{}>", self.show(ty));
            let place = Order { terms: &mut self.program.terms, order, sort, step: None, name };
            formulas.extend(place.constants(
                self.boogie,
                self.checked,
                &self.constants,
                ty,
                &edges,
            ));
        }
        for (formula, span) in formulas {
            let text = "order of constants".to_string();
            let info = self.info_with_text(&mut Scope::default(), span, &[], text);
            self.program.axioms.push(Axiom { formula, info });
        }
    }

    /// The edges that `extends` clauses declare.
    fn edges(&self) -> Vec<Edge> {
        let by_name: FxHashMap<Symbol, VarId> = self
            .checked
            .constants
            .iter()
            .zip(&self.constants)
            .map(|(constant, &var)| (constant.name, var))
            .collect();
        let mut edges = Vec::new();
        for (constant, &child) in self.checked.constants.iter().zip(&self.constants) {
            let Decl::Const(decl) = &self.boogie[constant.decl] else { continue };
            for (unique, name) in decl.extends.iter().flat_map(|e| &e.parents) {
                if let Some(&parent) = by_name.get(&name.symbol) {
                    edges.push(Edge { child, parent, unique: *unique, span: decl.span });
                }
            }
        }
        edges
    }
}

/// One parent of a constant.
struct Edge {
    child: VarId,
    parent: VarId,
    unique: bool,
    span: Span,
}

/// The order on one type while its axioms are made.
struct Order<'t> {
    terms: &'t mut Terms,
    order: FunctionId,
    sort: SortId,
    /// The function that tells the child below which a value lies, made when first needed.
    step: Option<FunctionId>,
    name: String,
}

impl Order<'_> {
    fn below(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.call(self.order, &[a, b])
    }

    fn any(&mut self) -> (VarId, TermId) {
        let w = self.terms.declare("w", self.sort);
        (w, self.terms.var(w))
    }

    /// What the `extends` clauses of the constants of this type say.
    fn constants(
        mut self,
        boogie: &ast::Program,
        checked: &Checked,
        vars: &[VarId],
        ty: Ty,
        edges: &[Edge],
    ) -> Vec<(TermId, Span)> {
        let mut formulas = Vec::new();
        for (constant, &var) in checked.constants.iter().zip(vars) {
            let Decl::Const(decl) = &boogie[constant.decl] else { continue };
            let Some(extends) = decl.extends.as_ref().filter(|_| constant.ty == ty) else {
                continue;
            };
            let parents = || edges.iter().filter(|e| e.child == var);
            let mut made: Vec<TermId> = parents().flat_map(|edge| self.edge(edge)).collect();
            let child = self.terms.var(var);
            let (w, any) = self.any();
            let mut above = vec![self.terms.eq(child, any)];
            for edge in parents() {
                let parent = self.terms.var(edge.parent);
                above.push(self.below(parent, any));
            }
            let premise = self.below(child, any);
            made.push(only_if(self.terms, w, vec![premise], &above));
            if extends.complete {
                let (w, any) = self.any();
                let mut under = vec![self.terms.eq(any, child)];
                for edge in edges.iter().filter(|e| e.parent == var) {
                    let grandchild = self.terms.var(edge.child);
                    under.push(self.below(any, grandchild));
                }
                let premise = self.below(any, child);
                made.push(only_if(self.terms, w, vec![premise], &under));
            }
            formulas.extend(made.into_iter().map(|f| (f, decl.span)));
        }
        formulas
    }

    /// The child is directly below the parent.
    fn edge(&mut self, edge: &Edge) -> Vec<TermId> {
        let (child, parent) = (self.terms.var(edge.child), self.terms.var(edge.parent));
        let (w, any) = self.any();
        let between = vec![self.below(child, any), self.below(any, parent)];
        let ends = [self.terms.eq(child, any), self.terms.eq(parent, any)];
        let mut formulas = vec![self.below(child, parent), only_if(self.terms, w, between, &ends)];
        if edge.unique {
            let sort = self.sort;
            let step = *self.step.get_or_insert_with(|| {
                self.terms.declare_function(self.name.clone(), vec![sort, sort], sort)
            });
            let (w, any) = self.any();
            let under = self.below(any, child);
            let through = self.terms.call(step, &[parent, any]);
            let through = self.terms.eq(through, child);
            formulas.push(only_if(self.terms, w, vec![under], &[through]));
        }
        formulas
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

/// For all `w`: the premises hold only if one of the alternatives does.
fn only_if(terms: &mut Terms, w: VarId, premises: Vec<TermId>, alternatives: &[TermId]) -> TermId {
    let premise = terms.and(&premises);
    let conclusion = terms.or(alternatives);
    let body = terms.implies(premise, conclusion);
    forall(terms, vec![w], body, premises)
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
