//! Quantifiers, lambdas, lets and code expressions: expressions with variables of their own.

use super::Checker;
use crate::ast::{Binder, BinderKind, CodeExpr, ExprId, Let, Name, Variable};
use crate::checked::{BoundId, BoundInfo, Resolution};
use crate::interner::Symbol;
use crate::source::Span;
use crate::ty::Ty;
use rustc_hash::FxHashMap;

impl<'p> Checker<'p> {
    fn new_bound(&mut self, name: Name, ty: Ty) -> BoundId {
        let id = BoundId(self.out.bound_vars.len() as u32);
        self.out.bound_vars.push(BoundInfo { assignable: false, name: name.symbol, ty });
        if self.has_unknown(ty) {
            self.inference.note_bound(id);
        }
        id
    }

    /// Declares variables with consecutive numbers and remembers the first for `owner`.
    fn bind_all(&mut self, owner: ExprId, vars: impl Iterator<Item = (Name, Ty)>) {
        let first = BoundId(self.out.bound_vars.len() as u32);
        self.out.binders.insert(owner, first);
        let vars: Vec<_> = vars.map(|(name, ty)| (name, ty, self.new_bound(name, ty))).collect();
        let mut names: FxHashMap<Symbol, Span> = FxHashMap::default();
        for (name, ty, id) in vars {
            if let Some(first) = names.insert(name.symbol, name.span) {
                self.duplicate("variable", name, first);
            }
            self.enter_var(name, Resolution::Bound(id), ty);
        }
    }

    pub(super) fn binder(&mut self, id: ExprId, binder: &'p Binder) -> Ty {
        let mark = self.scopes.mark();
        let type_params = self.enter_type_params(&binder.type_params);
        let tys: Vec<Ty> = binder.vars.iter().map(|v| self.resolve_type(v.ty)).collect();
        self.bind_all(id, binder.vars.iter().map(|v| v.name).zip(tys.iter().copied()));
        for var in &binder.vars {
            self.nested_attrs(&var.attrs);
        }
        self.nested_attrs(&binder.attrs);
        for trigger in &binder.triggers {
            for &expr in &trigger.exprs {
                self.expr(expr);
            }
        }
        self.triggers(binder, &type_params, &tys);
        let body = self.expr(binder.body);
        self.scopes.leave(mark);
        let ty = if binder.kind == BinderKind::Lambda {
            let body = self.zonk(body);
            let mut found = Vec::new();
            tys.iter().for_each(|&t| self.collect_vars(t, &type_params, &mut found));
            if let Some(i) = type_params.iter().position(|v| !found.contains(v)) {
                let name = binder.type_params[i];
                let message = format!(
                    "type parameter `{}` does not occur in the types of the lambda's parameters",
                    self.text(name.symbol)
                );
                self.error("type-parameter", name.span, message);
            }
            self.map_type(&type_params, &tys, body).0
        } else {
            self.require(binder.body, body, Ty::BOOL, "the body of a quantifier");
            Ty::BOOL
        };
        if !type_params.is_empty() {
            self.out.binder_type_params.insert(id, type_params.into());
        }
        ty
    }

    /// Attributes inside an expression: unknowns stay open until its end.
    fn nested_attrs(&mut self, attrs: &'p [crate::ast::Attr]) {
        for arg in attrs.iter().flat_map(|a| &a.args) {
            if let crate::ast::AttrArg::Expr(expr) = *arg {
                self.expr(expr);
            }
        }
    }

    pub(super) fn let_expr(&mut self, id: ExprId, inner: &'p Let) -> Ty {
        let tys: Vec<Ty> = inner.values.iter().map(|&v| self.expr(v)).collect();
        let mark = self.scopes.mark();
        let padded = tys.iter().copied().chain(std::iter::repeat(Ty::ERROR));
        self.bind_all(id, inner.vars.iter().map(|v| v.name).zip(padded));
        for var in &inner.vars {
            self.nested_attrs(&var.attrs);
        }
        self.nested_attrs(&inner.attrs);
        let ty = self.expr(inner.body);
        self.scopes.leave(mark);
        ty
    }

    pub(super) fn code_expr(&mut self, id: ExprId, code: &'p CodeExpr) -> Ty {
        // Statements settle their own unknowns, so those of the surrounding expression have
        // to wait outside.
        let outer = std::mem::take(&mut self.inference);
        let work = std::mem::take(&mut self.work);
        let mark = self.scopes.mark();
        let tys: Vec<Ty> = code.locals.iter().map(|v| self.resolve_type(v.ty)).collect();
        let first = self.out.bound_vars.len();
        // Unlike variables of quantifiers, they hide nothing but globals and constants.
        for local in &code.locals {
            let known = self.scopes.var(local.name.symbol);
            if !matches!(
                known.resolution,
                Resolution::None | Resolution::Global(_) | Resolution::Const(_)
            ) {
                self.duplicate("variable", local.name, known.span);
            }
        }
        self.bind_all(id, code.locals.iter().map(|v| v.name).zip(tys));
        for local in &mut self.out.bound_vars[first..] {
            local.assignable = true;
        }
        self.where_clauses(&code.locals);
        self.code_body(&code.body);
        self.scopes.leave(mark);
        self.work = work;
        self.inference = outer;
        Ty::BOOL
    }

    /// Where clauses and attributes of local variables, which are all in scope.
    pub(super) fn where_clauses(&mut self, vars: &'p [Variable]) {
        let mut last = None;
        for var in vars {
            self.attrs(&var.attrs);
            if let Some(clause) = var.where_clause
                && last != Some(clause)
            {
                self.in_context(super::ONE_STATE, |c| c.condition(clause, "a where clause"));
                last = Some(clause);
            }
        }
    }
}
