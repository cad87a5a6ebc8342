//! Bodies of procedures: statements and their targets.

use super::{Checker, TWO_STATE};
use crate::ast::*;
use crate::checked::{ImplId, ImplInfo, ProcId, Resolution, TyVarId};
use crate::source::Span;
use crate::ty::Ty;
use rustc_hash::FxHashSet;

impl<'p> Checker<'p> {
    /// Checks a body whose parameters are in scope, and enters it in the table.
    pub(super) fn check_body(
        &mut self,
        procedure: ProcId,
        decl: DeclId,
        body: &'p Body,
        type_params: Vec<TyVarId>,
        ins: Vec<Ty>,
        outs: Vec<Ty>,
    ) {
        let mark = self.scopes.mark();
        let locals: Vec<Ty> = body.locals.iter().map(|v| self.resolve_type(v.ty)).collect();
        self.enter_vars(&body.locals, &locals, Resolution::Local);
        let id = ImplId(self.out.implementations.len() as u32);
        let types = locals.clone();
        let info = ImplInfo { decl, procedure, type_params, ins, outs, locals };
        self.out.implementations.push(info);
        self.out.procedures[procedure.index()].implementations.push(id);
        let number = id.0 + 1;
        self.start_modifies(procedure, number);
        self.current = Some((procedure, number));
        self.where_clauses(&body.locals);
        self.flow(&body.stmts.stmts);
        self.in_context(TWO_STATE, |c| c.stmts(&body.stmts.stmts));
        self.assumption_variables(body, &types);
        self.current = None;
        self.scopes.leave(mark);
    }

    /// The statements of a code expression.
    pub(super) fn code_body(&mut self, body: &'p StmtList) {
        self.flow(&body.stmts);
        self.stmts(&body.stmts);
    }

    fn stmts(&mut self, stmts: &'p [Stmt]) {
        let mut at_head = false;
        for stmt in stmts {
            if self.given_up() {
                return;
            }
            match &stmt.kind {
                StmtKind::Label(_) => at_head = true,
                StmtKind::Assert(_) | StmtKind::Assume(_) => {}
                StmtKind::Measure(_) if at_head => {}
                StmtKind::Measure(_) => {
                    self.error("measure", stmt.span, "a measure stands at the head of a loop");
                }
                _ => at_head = false,
            }
            self.stmt(stmt);
        }
    }

    /// Statements are told apart by `{:id "…"}`, in the whole program.
    fn statement_id(&mut self, attrs: &[Attr], span: Span) {
        let Some([AttrArg::Str(id)]) =
            find_attr(self.program, attrs, "id").map(|a| a.args.as_slice())
        else {
            return;
        };
        if !self.statement_ids.insert(*id) {
            let id = self.text(*id);
            self.error("attribute", span, format!("another statement has the id `{id}`, too"));
        }
    }

    fn stmt(&mut self, stmt: &'p Stmt) {
        match &stmt.kind {
            StmtKind::Call(call) if !call.attrs.is_empty() => {
                self.statement_id(&call.attrs, stmt.span);
            }
            _ => self.statement_id(&stmt.attrs, stmt.span),
        }
        match &stmt.kind {
            StmtKind::Assume(e) => {
                self.attrs(&stmt.attrs);
                self.condition(*e, "an assumption");
            }
            StmtKind::Assert(e) => {
                self.attrs(&stmt.attrs);
                self.condition(*e, "an assertion");
                self.verified_under(stmt);
            }
            StmtKind::Assign { lhs, rhs } => {
                self.attrs_if_possible(&stmt.attrs);
                self.assign(lhs, rhs);
            }
            StmtKind::Call(call) => self.call(call),
            StmtKind::Par(calls) => self.par_call(calls),
            StmtKind::Havoc(vars) => {
                for &var in vars {
                    self.expr(var);
                    self.assigned(var);
                }
            }
            StmtKind::If(inner) => {
                self.attrs_if_possible(&stmt.attrs);
                self.if_stmt(inner);
            }
            StmtKind::While(inner) => {
                self.attrs_if_possible(&stmt.attrs);
                if let Some(guard) = inner.guard {
                    self.condition(guard, "the guard of a loop");
                }
                for invariant in &inner.invariants {
                    self.attrs(&invariant.attrs);
                    self.condition(invariant.expr, "a loop invariant");
                }
                inner.measures.iter().for_each(|m| self.measure(m));
                self.stmts(&inner.body.stmts);
            }
            StmtKind::Measure(measure) => self.measure(measure),
            StmtKind::ReturnExpr(e) => self.condition(*e, "the value of a code expression"),
            StmtKind::Unpack { pattern, value } => {
                self.attrs_if_possible(&stmt.attrs);
                self.unpack(*pattern, *value);
            }
            StmtKind::Reveal { function: Some(name), .. } => {
                if !self.out.functions_by_name.contains_key(&name.symbol) {
                    let message = format!("there is no function `{}`", self.text(name.symbol));
                    self.error("undeclared", name.span, message);
                }
            }
            StmtKind::Reveal { function: None, .. }
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Break(_)
            | StmtKind::Return
            | StmtKind::Yield
            | StmtKind::Scope(_) => {}
        }
    }

    fn if_stmt(&mut self, first: &'p If) {
        let mut current = first;
        loop {
            if let Some(guard) = current.guard {
                self.condition(guard, "the condition of `if`");
            }
            self.stmts(&current.then.stmts);
            match &current.otherwise {
                Else::None => return,
                Else::Block(block) => return self.stmts(&block.stmts),
                Else::If(inner, attrs, _) => {
                    self.attrs_if_possible(attrs);
                    current = inner;
                }
            }
        }
    }

    fn assign(&mut self, lhs: &'p [ExprId], rhs: &'p [ExprId]) {
        for &target in lhs {
            self.expr(target);
        }
        for &value in rhs {
            self.expr(value);
        }
        for (&target, &value) in lhs.iter().zip(rhs) {
            let (wanted, given) =
                (self.out.expr_types[target.index()], self.out.expr_types[value.index()]);
            if wanted != given && !self.unify(given, wanted) {
                let message = format!(
                    "a value of type {} cannot be assigned to a variable of type {}",
                    self.show(given),
                    self.show(wanted)
                );
                self.error("type", self.program[value].span, message);
            }
        }
        self.all_assigned(lhs);
        self.finish_inference();
    }

    /// Each target of one statement must be assignable, and another variable than the others.
    fn all_assigned(&mut self, targets: &[ExprId]) {
        let mut seen = FxHashSet::default();
        for &target in targets {
            let root = self.target_root(target);
            self.assigned(root);
            if targets.len() > 1
                && let ExprKind::Var(name) = self.program[root].kind
                && !seen.insert(name)
            {
                let message = format!("`{}` is assigned twice at once", self.text(name));
                self.error("assign", self.program[root].span, message);
            }
        }
    }

    /// The variable under the indices and fields of a target.
    fn target_root(&self, mut target: ExprId) -> ExprId {
        loop {
            match self.program[target].kind {
                ExprKind::Select { map, .. } => target = map,
                ExprKind::Field { value, .. } => target = value,
                _ => return target,
            }
        }
    }

    /// A variable gets a new value: it must be one that may.
    pub(super) fn assigned(&mut self, var: ExprId) {
        let span = self.program[var].span;
        let kind = match self.out.resolution(var) {
            Resolution::Global(global) => return self.modifies_global(global, span),
            Resolution::Const(_) => "constant",
            Resolution::In(_) => "in-parameter",
            Resolution::Bound(bound) if !self.out.bound_vars[bound.index()].assignable => {
                "bound variable"
            }
            _ => return,
        };
        self.immutable(kind, var, span);
    }

    #[cold]
    fn immutable(&mut self, kind: &str, var: ExprId, span: Span) {
        if let ExprKind::Var(name) = self.program[var].kind {
            let message = format!("`{}` is a {kind} and cannot be assigned", self.text(name));
            let message = message.replace("is a in-", "is an in-");
            self.error("assign", span, message);
        }
    }

    fn unpack(&mut self, pattern: ExprId, value: ExprId) {
        let wanted = self.expr(pattern);
        let given = self.expr(value);
        self.require(value, given, wanted, "the value taken apart");
        if let (ExprKind::App { args, function }, Resolution::Function(callee)) =
            (&self.program[pattern].kind, self.out.resolution(pattern))
        {
            let kind = self.out.functions[callee.index()].kind;
            if !matches!(kind, crate::checked::FunctionKind::Constructor(..)) {
                let message = format!("`{}` is no constructor", self.text(function.symbol));
                self.error("unpack", function.span, message);
            }
            self.all_assigned(args);
        }
        self.finish_inference();
    }
}
