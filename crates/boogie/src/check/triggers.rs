//! Which terms may be triggers of a quantifier.

use super::Checker;
use crate::ast::{BinaryOp, Binder, Decl, ExprId, ExprKind, Trigger, UnaryOp, find_attr};
use crate::checked::{FunctionId, Resolution, TyVarId};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::ty::Ty;
use rustc_hash::FxHashSet;

/// Why a term cannot be matched against.
fn forbidden(kind: &ExprKind) -> Option<&'static str> {
    match kind {
        ExprKind::Unary(UnaryOp::Not, _) => Some("boolean operators"),
        ExprKind::Binary(op, ..) => match op {
            BinaryOp::Iff
            | BinaryOp::Implies
            | BinaryOp::Explies
            | BinaryOp::And
            | BinaryOp::Or => Some("boolean operators"),
            BinaryOp::Eq => Some("equalities"),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => Some("comparisons"),
            _ => None,
        },
        ExprKind::Binder(_) => Some("quantifiers and lambdas"),
        _ => None,
    }
}

impl Checker<'_> {
    /// Checks the triggers of a quantifier, whose terms have been typed.
    pub(super) fn triggers(&mut self, binder: &Binder, type_params: &[TyVarId], tys: &[Ty]) {
        for trigger in &binder.triggers {
            let mut mentioned = FxHashSet::default();
            let mut well_formed = true;
            for &expr in &trigger.exprs {
                let written = &self.program[expr];
                if let ExprKind::Var(name) = written.kind {
                    let message = format!(
                        "a trigger must be more than the variable `{}` alone",
                        self.text(name)
                    );
                    self.error("trigger", written.span, message);
                    well_formed = false;
                }
                well_formed &= self.trigger_term(expr, &mut mentioned);
            }
            if !trigger.negative && well_formed {
                self.trigger_covers(trigger, binder, &mentioned, type_params, tys);
            }
        }
    }

    /// Reports what may not stand in a trigger and collects the names in it. True if there
    /// was nothing to report.
    fn trigger_term(&mut self, root: ExprId, mentioned: &mut FxHashSet<Resolution>) -> bool {
        let mut well_formed = true;
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            let written = &self.program[id];
            if let Some(what) = forbidden(&written.kind) {
                let message = format!("{what} are not allowed in triggers");
                self.error("trigger", written.span, message);
                well_formed = false;
                continue;
            }
            let resolution = self.out.resolution(id);
            if let Resolution::Function(function) = resolution
                && let Some(what) = self.forbidden_inside(function)
            {
                let message = format!("{what} are not allowed in triggers");
                let help = "the body of this inline function takes its place";
                self.report(Diagnostic::error("trigger", written.span, message).with_help(help));
                well_formed = false;
            }
            mentioned.insert(resolution);
            super::flow::for_each_child(&written.kind, |child| stack.push(child));
        }
        well_formed
    }

    /// What the body of an inline function has that cannot be matched against.
    fn forbidden_inside(&self, function: FunctionId) -> Option<&'static str> {
        let mut seen = FxHashSet::default();
        let mut functions = vec![function];
        while let Some(function) = functions.pop() {
            let Decl::Function(decl) = &self.program[self.out.functions[function.index()].decl]
            else {
                continue;
            };
            if !seen.insert(function) || find_attr(self.program, &decl.attrs, "inline").is_none() {
                continue;
            }
            let mut stack: Vec<ExprId> = decl.body.into_iter().collect();
            while let Some(id) = stack.pop() {
                let kind = &self.program[id].kind;
                if let Some(what) = forbidden(kind) {
                    return Some(what);
                }
                if let ExprKind::App { function, .. } = kind {
                    functions.extend(self.out.functions_by_name.get(&function.symbol));
                }
                super::flow::for_each_child(kind, |child| stack.push(child));
            }
        }
        None
    }

    fn trigger_covers(
        &mut self,
        trigger: &Trigger,
        binder: &Binder,
        mentioned: &FxHashSet<Resolution>,
        type_params: &[TyVarId],
        tys: &[Ty],
    ) {
        let span: Span = trigger.span;
        for var in &binder.vars {
            let resolution = self.scopes.var(var.name.symbol).resolution;
            if !mentioned.contains(&resolution) {
                let message = format!(
                    "the trigger must mention all bound variables, but `{}` is missing",
                    self.text(var.name.symbol)
                );
                self.error("trigger", span, message);
                return;
            }
        }
        let mut found = Vec::new();
        tys.iter().for_each(|&t| self.collect_vars(t, type_params, &mut found));
        if found.len() == type_params.len() {
            return;
        }
        for &expr in &trigger.exprs {
            let mut stack = vec![expr];
            while let Some(id) = stack.pop() {
                let ty = self.zonk(self.out.ty(id));
                self.collect_vars(ty, type_params, &mut found);
                super::flow::for_each_child(&self.program[id].kind, |child| stack.push(child));
            }
        }
        if let Some(i) = type_params.iter().position(|p| !found.contains(p)) {
            let message = format!(
                "the trigger does not mention type parameter `{}`",
                self.text(binder.type_params[i].symbol)
            );
            self.error("trigger", span, message);
        }
    }
}
