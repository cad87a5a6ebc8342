//! Attributes that say what is assumed: `{:assumption}` variables, and `{:verified_under}` assertions.
//!
//! A local variable with `{:assumption}` starts as true and is only ever weakened, once, by `a := a && e`. A global one has no
//! value to start with; it is weakened once in the whole program. An assertion with `{:verified_under c}` needs to hold only
//! where `c` does not, since it was verified where it does.

use super::Checker;
use crate::ast::{
    Attr, AttrArg, BinaryOp, Body, Decl, Expr, ExprId, ExprKind, Stmt, StmtKind, StmtList,
};
use crate::ast::{Else, If, find_attr};
use crate::checked::Resolution;
use crate::interner::Symbol;
use crate::ty::Ty;
use rustc_hash::FxHashMap;

impl<'p> Checker<'p> {
    /// Remembers the global variables with `{:assumption}`, before any body is checked.
    pub(super) fn global_assumption_variables(&mut self) {
        for (_, decl) in self.program.decls() {
            let Decl::Var(variable) = decl else { continue };
            if find_attr(self.program, &variable.attrs, "assumption").is_none() {
                continue;
            }
            if self.scopes.var(variable.name.symbol).ty != Ty::BOOL {
                let message = "an assumption variable must be a bool";
                self.error("assumption", variable.name.span, message);
            }
            self.assumption_globals.insert(variable.name.symbol, 0);
        }
    }

    /// Checks the variables with `{:assumption}` of a body whose statements have been checked.
    pub(super) fn assumption_variables(&mut self, body: &'p Body, types: &[Ty]) {
        let mut variables: FxHashMap<Symbol, u32> = FxHashMap::default();
        for (local, &ty) in body.locals.iter().zip(types) {
            if find_attr(self.program, &local.attrs, "assumption").is_none() {
                continue;
            }
            if ty != Ty::BOOL {
                self.error("assumption", local.name.span, "an assumption variable must be a bool");
            }
            if local.where_clause.is_some() {
                let message = "an assumption variable cannot have a where clause";
                self.error("assumption", local.name.span, message);
            }
            variables.insert(local.name.symbol, 0);
        }
        if !variables.is_empty() || !self.assumption_globals.is_empty() {
            self.assumption_assignments(&body.stmts, &mut variables);
        }
    }

    fn assumption_assignments(
        &mut self,
        list: &'p StmtList,
        variables: &mut FxHashMap<Symbol, u32>,
    ) {
        for stmt in &list.stmts {
            match &stmt.kind {
                StmtKind::Assign { lhs, rhs } => {
                    for (&target, &value) in lhs.iter().zip(rhs) {
                        self.assumption_assignment(target, Some(value), variables);
                    }
                }
                StmtKind::Havoc(targets) => {
                    for &target in targets {
                        self.assumption_assignment(target, None, variables);
                    }
                }
                StmtKind::Call(call) => {
                    for &target in call.outs.iter().flatten() {
                        self.assumption_assignment(target, None, variables);
                    }
                }
                StmtKind::While(inner) => self.assumption_assignments(&inner.body, variables),
                StmtKind::If(inner) => self.assumptions_of_if(inner, variables),
                _ => {}
            }
        }
    }

    fn assumptions_of_if(&mut self, first: &'p If, variables: &mut FxHashMap<Symbol, u32>) {
        let mut current = first;
        loop {
            self.assumption_assignments(&current.then, variables);
            match &current.otherwise {
                Else::None => return,
                Else::Block(block) => return self.assumption_assignments(block, variables),
                Else::If(inner, ..) => current = inner,
            }
        }
    }

    fn assumption_assignment(
        &mut self,
        target: ExprId,
        value: Option<ExprId>,
        variables: &mut FxHashMap<Symbol, u32>,
    ) {
        let Expr { kind: ExprKind::Var(name), span } = self.program[target] else { return };
        let times = match self.out.resolution(target) {
            Resolution::Local(_) => variables.get_mut(&name),
            Resolution::Global(_) => self.assumption_globals.get_mut(&name),
            _ => None,
        };
        let Some(times) = times else { return };
        *times += 1;
        let is_first = *times == 1;
        let weakens = value.is_some_and(|value| match self.program[value].kind {
            ExprKind::Binary(BinaryOp::And, a, _) => {
                matches!(self.program[a].kind, ExprKind::Var(other) if other == name)
            }
            _ => false,
        });
        let text = self.text(name).to_owned();
        if !weakens {
            let message = format!("the assumption variable `{text}` can only become `{text} && e`");
            self.error("assumption", span, message);
        } else if !is_first {
            let message = format!("the assumption variable `{text}` is assigned more than once");
            self.error("assumption", span, message);
        }
    }

    /// Checks `{:verified_under e}` of an assertion whose attributes have been checked.
    pub(super) fn verified_under(&mut self, stmt: &'p Stmt) {
        let Some(attr) = find_attr(self.program, &stmt.attrs, "verified_under") else { return };
        let Attr { args, .. } = attr;
        let is_condition = match args.as_slice() {
            [AttrArg::Expr(e)] => {
                let ty = self.out.ty(*e);
                self.zonk(ty) == Ty::BOOL
            }
            _ => false,
        };
        if !is_condition {
            let message = "`{:verified_under}` needs one condition";
            self.error("attribute", stmt.span, message);
        }
    }
}
