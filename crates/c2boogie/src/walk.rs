//! Walking over the statements of C.

use lariat_c::{ExprId, Handler, Init, InitValue, Program, StmtId, StmtKind};

/// Pushes the direct parts of a statement.
pub(crate) fn children(c: &Program, s: StmtId, stmts: &mut Vec<StmtId>, exprs: &mut Vec<ExprId>) {
    let init = |init: &Init, exprs: &mut Vec<ExprId>| {
        for entry in &init.entries {
            if let InitValue::Expr(e) = entry.value {
                exprs.push(e);
            }
        }
    };
    match &c.stmt(s).kind {
        StmtKind::Expr(e) => exprs.push(*e),
        StmtKind::If(e, a, b) => {
            exprs.push(*e);
            stmts.push(*a);
            stmts.extend(b);
        }
        StmtKind::While(e, a) | StmtKind::DoWhile(a, e) => {
            exprs.push(*e);
            stmts.push(*a);
        }
        StmtKind::For { init, condition, step, body } => {
            stmts.extend(init);
            exprs.extend(condition);
            exprs.extend(step);
            stmts.push(*body);
        }
        StmtKind::Switch(switch) => {
            exprs.push(switch.value);
            stmts.push(switch.body);
        }
        StmtKind::Try(t) => {
            stmts.push(t.body);
            match t.handler {
                Handler::Finally(block) => stmts.push(block),
                Handler::Except(filter, block) => {
                    exprs.push(filter);
                    stmts.push(block);
                }
            }
        }
        StmtKind::Return(e) => exprs.extend(e),
        StmtKind::Block(list) => stmts.extend(list),
        StmtKind::Declare(_, Some(i)) => init(i, exprs),
        StmtKind::Asm(asm) => {
            exprs.extend(asm.outputs.iter().chain(&asm.inputs).map(|operand| operand.expr));
        }
        StmtKind::Declare(_, None)
        | StmtKind::Label(_)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Leave
        | StmtKind::Pragma(_)
        | StmtKind::Unsupported(_) => {}
    }
}

/// Are there jumps into scopes: labels, cases?
pub(crate) fn has_jumps(c: &Program, body: StmtId) -> bool {
    let (mut stmts, mut exprs) = (vec![body], Vec::new());
    while let Some(s) = stmts.pop() {
        if matches!(c.stmt(s).kind, StmtKind::Label(_)) {
            return true;
        }
        children(c, s, &mut stmts, &mut exprs);
        exprs.clear();
    }
    false
}
