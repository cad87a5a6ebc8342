//! Type inference by unification.
//!
//! Unknowns are made for the type parameters of functions, maps and procedures where they
//! are used, and live until the end of the enclosing statement or declaration part. Most
//! expressions have none, and then all this costs nothing.

use super::Checker;
use crate::ast::ExprId;
use crate::checked::{BoundId, TyVarId};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::ty::{Ty, TyKind};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(super) struct Inference {
    /// What each unknown stands for, and the expression it was made for.
    bindings: Vec<(Option<Ty>, Span)>,
    /// Unknowns bound since, so that a failed attempt can be undone.
    trail: Vec<u32>,
    /// Entries of the result that mention unknowns.
    exprs: Vec<ExprId>,
    instantiations: Vec<ExprId>,
    bounds: Vec<BoundId>,
    /// `left ++ right` has type `result`.
    concats: Vec<(Ty, Ty, Ty)>,
}

impl Inference {
    pub fn is_idle(&self) -> bool {
        self.bindings.is_empty()
    }

    pub fn note_expr(&mut self, expr: ExprId) {
        self.exprs.push(expr);
    }

    pub fn note_instantiation(&mut self, expr: ExprId) {
        self.instantiations.push(expr);
    }

    pub fn note_bound(&mut self, bound: BoundId) {
        self.bounds.push(bound);
    }

    pub fn note_concat(&mut self, left: Ty, right: Ty, result: Ty) {
        self.concats.push((left, right, result));
    }
}

impl Checker<'_> {
    pub(super) fn fresh_unknown(&mut self, span: Span) -> Ty {
        let id = self.inference.bindings.len() as u32;
        self.inference.bindings.push((None, span));
        self.out.types.intern(TyKind::Unknown(id))
    }

    /// Fresh unknowns for type parameters.
    pub(super) fn fresh_instance(
        &mut self,
        params: &[TyVarId],
        span: Span,
    ) -> FxHashMap<TyVarId, Ty> {
        params.iter().map(|&p| (p, self.fresh_unknown(span))).collect()
    }

    pub(super) fn has_unknown(&self, ty: Ty) -> bool {
        self.out.types.has_unknown[ty.index()]
    }

    /// Follows an unknown at the top of a type to what it stands for.
    pub(super) fn shallow(&self, mut ty: Ty) -> Ty {
        while let TyKind::Unknown(u) = self.out.types.kind(ty) {
            match self.inference.bindings.get(*u as usize) {
                Some((Some(bound), _)) => ty = *bound,
                _ => break,
            }
        }
        ty
    }

    /// For messages: the type with what is known about its unknowns, if it can be had
    /// without making new types.
    pub(super) fn resolved_ty(&self, ty: Ty) -> Ty {
        self.shallow(ty)
    }

    /// The type with all that is known about its unknowns.
    pub(super) fn zonk(&mut self, ty: Ty) -> Ty {
        if !self.has_unknown(ty) {
            return ty;
        }
        let ty = self.shallow(ty);
        match self.out.types.kind(ty).clone() {
            TyKind::Ctor(c, args) => {
                let args = args.iter().map(|&a| self.zonk(a)).collect();
                self.out.types.intern(TyKind::Ctor(c, args))
            }
            TyKind::Map { params, indices, result } => {
                let indices = indices.iter().map(|&a| self.zonk(a)).collect();
                let result = self.zonk(result);
                self.out.types.intern(TyKind::Map { params, indices, result })
            }
            _ => ty,
        }
    }

    /// Makes two types equal if that is possible; else leaves everything as it was.
    pub(super) fn unify(&mut self, left: Ty, right: Ty) -> bool {
        if left == right || left == Ty::ERROR || right == Ty::ERROR {
            return true;
        }
        if !self.has_unknown(left) && !self.has_unknown(right) && !self.mentions_error(left, right)
        {
            return false;
        }
        let mark = self.inference.trail.len();
        let unified = self.unify_parts(left, right);
        if !unified {
            self.undo(mark);
        }
        unified
    }

    fn undo(&mut self, mark: usize) {
        for unknown in self.inference.trail.drain(mark..) {
            self.inference.bindings[unknown as usize].0 = None;
        }
    }

    /// Whether an error inside of either type may be why they differ.
    fn mentions_error(&self, left: Ty, right: Ty) -> bool {
        // Only after an error was reported can a type hold one.
        !self.out.diagnostics.is_empty() && (self.holds_error(left) || self.holds_error(right))
    }

    fn holds_error(&self, ty: Ty) -> bool {
        match self.out.types.kind(ty) {
            TyKind::Error => true,
            TyKind::Ctor(_, args) => args.iter().any(|&a| self.holds_error(a)),
            TyKind::Map { indices, result, .. } => {
                indices.iter().any(|&a| self.holds_error(a)) || self.holds_error(*result)
            }
            _ => false,
        }
    }

    fn unify_parts(&mut self, left: Ty, right: Ty) -> bool {
        let (left, right) = (self.shallow(left), self.shallow(right));
        if left == right || left == Ty::ERROR || right == Ty::ERROR {
            return true;
        }
        match (self.out.types.kind(left).clone(), self.out.types.kind(right).clone()) {
            (TyKind::Unknown(u), _) => self.bind(u, right),
            (_, TyKind::Unknown(u)) => self.bind(u, left),
            (TyKind::Ctor(c, args), TyKind::Ctor(d, brgs)) => {
                c == d
                    && args.len() == brgs.len()
                    && args.iter().zip(brgs.iter()).all(|(&a, &b)| self.unify_parts(a, b))
            }
            (
                TyKind::Map { params: p, indices: i, result: r },
                TyKind::Map { params: q, indices: j, result: s },
            ) => {
                p == q
                    && i.len() == j.len()
                    && i.iter().zip(j.iter()).all(|(&a, &b)| self.unify_parts(a, b))
                    && self.unify_parts(r, s)
            }
            _ => false,
        }
    }

    fn bind(&mut self, unknown: u32, ty: Ty) -> bool {
        if self.out.types.open_depth[ty.index()] > 0 || self.occurs(unknown, ty) {
            return false;
        }
        self.inference.bindings[unknown as usize].0 = Some(ty);
        self.inference.trail.push(unknown);
        true
    }

    fn occurs(&self, unknown: u32, ty: Ty) -> bool {
        if !self.has_unknown(ty) {
            return false;
        }
        let ty = self.shallow(ty);
        match self.out.types.kind(ty) {
            TyKind::Unknown(u) => *u == unknown,
            TyKind::Ctor(_, args) => args.iter().any(|&a| self.occurs(unknown, a)),
            TyKind::Map { indices, result, .. } => {
                indices.iter().any(|&a| self.occurs(unknown, a)) || self.occurs(unknown, *result)
            }
            _ => false,
        }
    }

    /// Whether values of the two types may be compared: some instance of their type
    /// parameters makes the types equal.
    pub(super) fn comparable(&mut self, left: Ty, right: Ty, span: Span) -> bool {
        if self.unify(left, right) {
            return true;
        }
        let (left, right) = (self.zonk(left), self.zonk(right));
        if !self.out.types.has_var[left.index()] && !self.out.types.has_var[right.index()] {
            return false;
        }
        // An attempt with unknowns in place of type parameters, without consequences.
        let unknowns = self.inference.bindings.len();
        let trail = self.inference.trail.len();
        let mut vars = Vec::new();
        self.collect_vars_if(left, |_| true, &mut vars);
        self.collect_vars_if(right, |_| true, &mut vars);
        let instance = self.fresh_instance(&vars, span);
        let left = self.out.types.substitute(left, &instance);
        let right = self.out.types.substitute(right, &instance);
        let equal = self.unify_parts(left, right);
        self.undo(trail);
        self.inference.bindings.truncate(unknowns);
        equal
    }

    /// At the end of a statement or declaration part: settles what is still unknown and
    /// writes the results.
    pub(super) fn finish_inference(&mut self) {
        if self.inference.is_idle() {
            return;
        }
        self.settle_concats();
        for unknown in 0..self.inference.bindings.len() {
            if let (None, span) = self.inference.bindings[unknown] {
                self.inference.bindings[unknown].0 = Some(Ty::INT);
                self.report(Diagnostic::warning(
                    "ambiguous-type",
                    span,
                    "a type parameter is not determined here; `int` is taken",
                ));
            }
        }
        for expr in std::mem::take(&mut self.inference.exprs) {
            self.out.expr_types[expr.index()] = self.zonk(self.out.expr_types[expr.index()]);
        }
        for expr in std::mem::take(&mut self.inference.instantiations) {
            let args = self.out.instantiations.get(&expr).cloned().unwrap_or_default();
            let args = args.iter().map(|&a| self.zonk(a)).collect();
            self.out.instantiations.insert(expr, args);
        }
        for bound in std::mem::take(&mut self.inference.bounds) {
            self.out.bound_vars[bound.index()].ty =
                self.zonk(self.out.bound_vars[bound.index()].ty);
        }
        self.inference.bindings.clear();
        self.inference.trail.clear();
    }

    /// Of `left ++ right : result`, two widths give the third.
    fn settle_concats(&mut self) {
        let mut concats = std::mem::take(&mut self.inference.concats);
        for _ in 0..2 {
            for &mut (left, right, result) in &mut concats {
                let width = |c: &Self, ty: Ty| match c.out.types.kind(c.shallow(ty)) {
                    TyKind::Bv(n) => Some(*n),
                    _ => None,
                };
                match (width(self, left), width(self, right), width(self, result)) {
                    (Some(l), Some(r), _) => {
                        let ty = self.out.types.bv(l.saturating_add(r));
                        self.unify(result, ty);
                    }
                    (Some(l), None, Some(n)) if n >= l => {
                        let ty = self.out.types.bv(n - l);
                        self.unify(right, ty);
                    }
                    (None, Some(r), Some(n)) if n >= r => {
                        let ty = self.out.types.bv(n - r);
                        self.unify(left, ty);
                    }
                    _ => {}
                }
            }
        }
        let zero = self.out.types.bv(0);
        for (left, right, _) in concats {
            for side in [left, right] {
                if matches!(self.out.types.kind(self.shallow(side)), TyKind::Unknown(_)) {
                    self.unify(side, zero);
                }
            }
        }
    }
}
