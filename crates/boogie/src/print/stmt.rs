//! Statements as text.

use super::Printer;
use crate::ast::*;

impl<'p> Printer<'p> {
    /// `{`, locals, statements, `}`.
    pub(super) fn body(&mut self, body: &'p Body) {
        self.text("{");
        self.indent += 1;
        for local in &body.locals {
            self.line();
            self.text("var ");
            self.variable(local);
            self.text(";");
        }
        if !body.locals.is_empty() && !body.stmts.stmts.is_empty() {
            self.text("\n");
        }
        self.stmts(&body.stmts.stmts);
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    fn stmts(&mut self, stmts: &'p [Stmt]) {
        for stmt in stmts {
            // Labels stand out by half an indent.
            if matches!(stmt.kind, StmtKind::Label(_)) {
                self.indent -= 1;
                self.line();
                self.indent += 1;
                self.text(" ");
            } else {
                self.line();
            }
            self.stmt(stmt);
        }
    }

    fn block(&mut self, list: &'p StmtList) {
        self.text("{");
        self.indent += 1;
        self.stmts(&list.stmts);
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    fn stmt(&mut self, stmt: &'p Stmt) {
        match &stmt.kind {
            StmtKind::If(inner) => self.if_stmt(inner, &stmt.attrs),
            StmtKind::While(inner) => {
                self.stmt_head(stmt);
                self.indent += 1;
                for invariant in &inner.invariants {
                    self.line();
                    self.condition("invariant", invariant);
                }
                for measure in &inner.measures {
                    self.line();
                    self.measure(measure);
                }
                self.indent -= 1;
                if inner.invariants.is_empty() && inner.measures.is_empty() {
                    self.text(" ");
                } else {
                    self.line();
                }
                self.block(&inner.body);
            }
            _ => self.stmt_head(stmt),
        }
    }

    fn if_stmt(&mut self, first: &'p If, attrs: &'p [Attr]) {
        let (mut current, mut attrs) = (first, attrs);
        loop {
            self.guarded("if ", attrs, current.guard);
            self.text(" ");
            self.block(&current.then);
            match &current.otherwise {
                Else::None => return,
                Else::Block(block) => {
                    self.text(" else ");
                    return self.block(block);
                }
                Else::If(inner, inner_attrs, _) => {
                    self.text(" else ");
                    (current, attrs) = (inner, inner_attrs);
                }
            }
        }
    }

    fn guarded(&mut self, keyword: &str, attrs: &[Attr], guard: Option<ExprId>) {
        self.text(keyword);
        self.attrs(attrs);
        self.text("(");
        match guard {
            Some(guard) => self.expr(guard),
            None => self.text("*"),
        }
        self.text(")");
    }

    pub(super) fn condition(&mut self, keyword: &str, condition: &Condition) {
        self.text(if condition.free { "free " } else { "" });
        self.text(keyword);
        self.text(" ");
        self.attrs(&condition.attrs);
        self.expr(condition.expr);
        self.text(";");
    }

    /// A statement; of `if` and `while` what stands before the braces and invariants.
    pub(super) fn stmt_head(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If(inner) => return self.guarded("if ", &stmt.attrs, inner.guard),
            StmtKind::While(inner) => return self.guarded("while ", &stmt.attrs, inner.guard),
            StmtKind::Label(name) => {
                self.name(*name);
                return self.text(":");
            }
            StmtKind::Assert(e) => self.with_expr("assert ", &stmt.attrs, *e),
            StmtKind::Assume(e) => self.with_expr("assume ", &stmt.attrs, *e),
            StmtKind::ReturnExpr(e) => self.with_expr("return ", &stmt.attrs, *e),
            StmtKind::Havoc(vars) => {
                self.text("havoc ");
                self.list(vars, |p, &var| p.expr(var));
            }
            StmtKind::Assign { lhs, rhs } => {
                self.list(lhs, |p, &target| p.expr(target));
                self.text(" := ");
                self.attrs(&stmt.attrs);
                self.list(rhs, |p, &value| p.expr(value));
            }
            StmtKind::Unpack { pattern, value } => {
                self.expr(*pattern);
                self.with_expr(" := ", &stmt.attrs, *value);
            }
            StmtKind::Call(call) => {
                self.text(match call.mode {
                    CallMode::Plain => "call ",
                    CallMode::Free => "free call ",
                    CallMode::Async => "async call ",
                    CallMode::Forall => "call ",
                });
                self.call(call);
            }
            StmtKind::Par(calls) => {
                self.text("par ");
                for (i, call) in calls.iter().enumerate() {
                    self.text(if i > 0 { " | " } else { "" });
                    self.call(call);
                }
            }
            StmtKind::Break(label) => {
                self.text("break");
                if let Some(label) = label {
                    self.text(" ");
                    self.name(*label);
                }
            }
            StmtKind::Goto(labels) => {
                self.text("goto ");
                self.attrs(&stmt.attrs);
                self.list(labels, |p, &label| p.name(label));
            }
            StmtKind::Return if stmt.attrs.is_empty() => self.text("return"),
            StmtKind::Return => {
                self.text("return ");
                self.attrs(&stmt.attrs);
            }
            StmtKind::Yield => self.text("yield"),
            StmtKind::Reveal { reveal, function } => {
                self.text(if *reveal { "reveal " } else { "hide " });
                match function {
                    Some(function) => self.name(*function),
                    None => self.text("*"),
                }
            }
            StmtKind::Measure(measure) => {
                self.text("measure ");
                self.list(&measure.exprs, |p, &expr| p.expr(expr));
            }
            StmtKind::Scope(push) => self.text(if *push { "push" } else { "pop" }),
        }
        self.text(";");
    }

    fn with_expr(&mut self, keyword: &str, attrs: &[Attr], expr: ExprId) {
        self.text(keyword);
        self.attrs(attrs);
        self.expr(expr);
    }

    fn call(&mut self, call: &Call) {
        self.attrs(&call.attrs);
        self.text(if call.mode == CallMode::Forall { "forall " } else { "" });
        let star = |p: &mut Self, item: &Option<ExprId>| match *item {
            Some(expr) => p.expr(expr),
            None => p.text("*"),
        };
        if !call.outs.is_empty() {
            self.list(&call.outs, star);
            self.text(" := ");
        }
        self.name(call.callee);
        self.text("(");
        self.list(&call.args, star);
        self.text(")");
    }

    /// A code expression, on one line.
    pub(super) fn code_expr(&mut self, code: &CodeExpr) {
        self.text("|{ ");
        for local in &code.locals {
            self.text("var ");
            self.variable(local);
            self.text("; ");
        }
        for stmt in &code.body.stmts {
            self.stmt_head(stmt);
            self.text(" ");
        }
        self.text("}|");
    }
}
