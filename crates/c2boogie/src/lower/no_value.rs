//! Functions that end without returning a value, although a caller uses one.
//!
//! C leaves open what happens then; what real code does depends on what is left in a register. So an execution that
//! gets to such an end is not followed, and the verdict names the place. `main` ends with 0, and SV-COMP's rules
//! take such a value for an arbitrary one.

use super::Lowering;
use crate::ir;
use lariat_c::{CastKind, ExprId, ExprKind, FunctionId, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

impl Lowering<'_> {
    /// Control gets to the closing brace of a function.
    pub fn ends_without_value(&mut self, f: FunctionId) {
        let c = self.c;
        let is_main = c.name(c.function(f).name) == "main";
        if self.frame.result.is_none()
            || is_main
            || self.options.rules.is_some()
            || !self.gets_to_the_end()
        {
            return;
        }
        if self.value_used.is_none() {
            self.value_used = Some(self.find_used_values());
        }
        if self.value_used.as_ref().is_none_or(|used| used[f.index()]) {
            let name = c.name(c.function(f).name);
            self.unsupported(format!("the end of `{name}` without a value, which a caller uses"));
        }
    }

    /// Does control get to what comes next, as far as the jumps tell?
    fn gets_to_the_end(&self) -> bool {
        let body = &self.frame.body;
        let mut labels = FxHashMap::default();
        for (i, stmt) in body.iter().enumerate() {
            if let ir::StmtKind::Label(label) = stmt.kind {
                labels.insert(label, i);
            }
        }
        let mut seen = vec![false; body.len()];
        let mut pending = vec![0];
        while let Some(i) = pending.pop() {
            let Some(stmt) = body.get(i) else { return true };
            if std::mem::replace(&mut seen[i], true) {
                continue;
            }
            match &stmt.kind {
                ir::StmtKind::Return => {}
                ir::StmtKind::Assume(condition) if self.m.constant(*condition) == Some(0) => {}
                ir::StmtKind::Goto(to) => pending.extend(to.iter().filter_map(|l| labels.get(l))),
                _ => pending.push(i + 1),
            }
        }
        false
    }

    fn find_used_values(&self) -> Vec<bool> {
        let c = self.c;
        let discarded = self.discarded();
        let mut used = vec![false; c.functions.len()];
        let mut through_pointers = false;
        for (i, expr) in c.exprs.iter().enumerate() {
            if let ExprKind::Call(callee, _) = &expr.kind
                && !discarded.contains(&ExprId(i as u32))
            {
                match c.direct_callee(*callee) {
                    Some(f) => used[f.index()] = true,
                    None => through_pointers = true,
                }
            }
        }
        for (used, f) in used.iter_mut().zip(&c.functions) {
            *used |= through_pointers && f.address_taken;
        }
        used
    }

    /// Expressions that are evaluated for their effects only.
    fn discarded(&self) -> FxHashSet<ExprId> {
        let c = self.c;
        let mut pending = Vec::new();
        for stmt in &c.stmts {
            match &stmt.kind {
                StmtKind::Expr(e) | StmtKind::For { step: Some(e), .. } => pending.push(*e),
                _ => {}
            }
        }
        pending.extend(c.exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::Comma(a, _) | ExprKind::Cast(CastKind::ToVoid, a) => Some(a),
            _ => None,
        }));
        let mut out = FxHashSet::default();
        while let Some(e) = pending.pop() {
            if !out.insert(e) {
                continue;
            }
            match c.expr(e).kind {
                ExprKind::Comma(a, b) | ExprKind::Conditional(_, a, b) => pending.extend([a, b]),
                ExprKind::Cast(_, a) | ExprKind::StmtExpr(_, Some(a)) => pending.push(a),
                _ => {}
            }
        }
        out
    }
}
