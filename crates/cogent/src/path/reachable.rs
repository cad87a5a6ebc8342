//! What an execution may evaluate: the expressions of a function and of all that it calls.

use lariat_c::{ExprId, ExprKind, FunctionId, Init, InitValue, Program, StmtId, StmtKind};
use rustc_hash::FxHashSet;

/// The outermost expressions of a function and of all functions with a body that it calls.
pub(super) fn expressions(program: &Program, entry: FunctionId) -> Vec<ExprId> {
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    let mut todo = vec![entry];
    while let Some(function) = todo.pop() {
        if !seen.insert(function) {
            continue;
        }
        let Some(body) = program.function(function).body else { continue };
        let from = out.len();
        of_statement(program, body, &mut out);
        let mut blocks = Vec::new();
        crate::translate::for_each_below(program, &out[from..], |_, kind| match kind {
            ExprKind::StmtExpr(block, _) => blocks.push(*block),
            ExprKind::Call(callee, _) => todo.extend(program.direct_callee(*callee)),
            _ => {}
        });
        // Blocks inside of expressions, and blocks inside of these.
        while let Some(block) = blocks.pop() {
            let from = out.len();
            of_statement(program, block, &mut out);
            crate::translate::for_each_below(program, &out[from..], |_, kind| match kind {
                ExprKind::StmtExpr(block, _) => blocks.push(*block),
                ExprKind::Call(callee, _) => todo.extend(program.direct_callee(*callee)),
                _ => {}
            });
        }
    }
    out
}

fn of_statement(program: &Program, stmt: StmtId, out: &mut Vec<ExprId>) {
    let mut todo = vec![stmt];
    while let Some(stmt) = todo.pop() {
        match &program.stmt(stmt).kind {
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) => out.push(*e),
            StmtKind::If(c, t, e) => {
                out.push(*c);
                todo.push(*t);
                todo.extend(e);
            }
            StmtKind::While(c, body) | StmtKind::DoWhile(body, c) => {
                out.push(*c);
                todo.push(*body);
            }
            StmtKind::For { init, condition, step, body } => {
                out.extend(condition);
                out.extend(step);
                todo.extend(init);
                todo.push(*body);
            }
            StmtKind::Switch(switch) => {
                out.push(switch.value);
                todo.push(switch.body);
            }
            StmtKind::Try(t) => todo.extend([t.body, t.handler.block()]),
            StmtKind::Block(stmts) => todo.extend(stmts),
            StmtKind::Declare(_, Some(init)) => of_initialiser(init, out),
            _ => {}
        }
    }
}

fn of_initialiser(init: &Init, out: &mut Vec<ExprId>) {
    out.extend(init.entries.iter().filter_map(|e| match e.value {
        InitValue::Expr(e) => Some(e),
        _ => None,
    }));
}
