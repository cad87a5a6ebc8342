//! Labels, `goto` and `break`; and a walk over the parts of an expression.

use super::Checker;
use crate::ast::{Else, ExprId, ExprKind, If, Name, Stmt, StmtKind};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Labels of the body under way.
pub(super) struct Flow {
    /// By symbol: the number of the body that has this label, and where.
    labels: Vec<(u32, Span)>,
    bodies: u32,
}

/// A statement that `break` may leave.
struct Enclosing {
    label: Option<Name>,
    is_loop: bool,
}

impl Flow {
    pub fn new(symbols: usize) -> Self {
        Flow { labels: vec![(0, Span::default()); symbols], bodies: 0 }
    }

    /// A number for a new body.
    pub fn next_body(&mut self) -> u32 {
        self.bodies += 1;
        self.bodies
    }
}

impl<'p> Checker<'p> {
    /// Checks labels and jumps of a body.
    pub(super) fn flow(&mut self, stmts: &'p [Stmt]) {
        let body = self.flow.next_body();
        self.collect_labels(stmts, body);
        self.jumps(stmts, body, &mut Vec::new());
    }

    fn collect_labels(&mut self, stmts: &'p [Stmt], body: u32) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Label(name) => {
                    let (last, first) = self.flow.labels[name.symbol.index()];
                    if last == body {
                        self.duplicate("label", *name, first);
                    }
                    self.flow.labels[name.symbol.index()] = (body, name.span);
                }
                StmtKind::While(inner) => self.collect_labels(&inner.body.stmts, body),
                StmtKind::If(inner) => {
                    for_each_branch(inner, |branch| self.collect_labels(branch, body));
                }
                _ => {}
            }
        }
    }

    fn jumps(&mut self, stmts: &'p [Stmt], body: u32, enclosing: &mut Vec<Enclosing>) {
        let mut label = None;
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Label(name) => {
                    label = Some(*name);
                    continue;
                }
                StmtKind::Goto(targets) => {
                    for target in targets {
                        if self.flow.labels[target.symbol.index()].0 != body {
                            let message =
                                format!("there is no label `{}`", self.text(target.symbol));
                            self.error("label", target.span, message);
                        }
                    }
                }
                StmtKind::Break(target) => self.check_break(*target, stmt.span, enclosing),
                StmtKind::While(inner) => {
                    enclosing.push(Enclosing { label, is_loop: true });
                    self.jumps(&inner.body.stmts, body, enclosing);
                    enclosing.pop();
                }
                StmtKind::If(inner) => {
                    enclosing.push(Enclosing { label, is_loop: false });
                    for_each_branch(inner, |branch| self.jumps(branch, body, enclosing));
                    enclosing.pop();
                }
                _ => {}
            }
            label = None;
        }
    }

    fn check_break(&mut self, target: Option<Name>, span: Span, enclosing: &[Enclosing]) {
        let Some(target) = target else {
            if !enclosing.iter().any(|e| e.is_loop) {
                self.error("break", span, "this `break` is not inside of a loop");
            }
            return;
        };
        let matches = |e: &Enclosing| e.label.is_some_and(|l| l.symbol == target.symbol);
        if !enclosing.iter().any(matches) {
            let message = format!(
                "`{}` is not the label of a statement around this `break`",
                self.text(target.symbol)
            );
            self.report(
                Diagnostic::error("break", target.span, message)
                    .with_help("put the label right before the `while` or `if` to leave"),
            );
        }
    }
}

/// The statement lists of an `if` and all its `else if`s.
pub(super) fn for_each_branch<'p>(first: &'p If, mut visit: impl FnMut(&'p [Stmt])) {
    let mut current = first;
    loop {
        visit(&current.then.stmts);
        match &current.otherwise {
            Else::None => return,
            Else::Block(block) => return visit(&block.stmts),
            Else::If(inner, ..) => current = inner,
        }
    }
}

/// The expressions directly inside an expression, except in attributes, triggers and code.
pub(super) fn for_each_child(kind: &ExprKind, mut visit: impl FnMut(ExprId)) {
    match kind {
        ExprKind::App { args, .. } => args.iter().copied().for_each(visit),
        ExprKind::Unary(_, e)
        | ExprKind::Old(e)
        | ExprKind::Coerce(e, _)
        | ExprKind::ToInt(e)
        | ExprKind::ToReal(e)
        | ExprKind::Is { value: e, .. }
        | ExprKind::Field { value: e, .. }
        | ExprKind::Extract { bits: e, .. } => visit(*e),
        ExprKind::Binary(_, a, b) | ExprKind::FieldUpdate { value: a, with: b, .. } => {
            visit(*a);
            visit(*b);
        }
        ExprKind::Select { map, indices } => {
            visit(*map);
            indices.iter().copied().for_each(visit);
        }
        ExprKind::Update { map, indices, value } => {
            visit(*map);
            indices.iter().copied().for_each(&mut visit);
            visit(*value);
        }
        ExprKind::Ite(a, b, c) => {
            visit(*a);
            visit(*b);
            visit(*c);
        }
        ExprKind::Binder(binder) => visit(binder.body),
        ExprKind::Let(inner) => {
            inner.values.iter().copied().for_each(&mut visit);
            visit(inner.body);
        }
        ExprKind::Code(_)
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Float(_)
        | ExprKind::Bv { .. }
        | ExprKind::Str(_)
        | ExprKind::RoundingMode(_)
        | ExprKind::Var(_)
        | ExprKind::Error => {}
    }
}
