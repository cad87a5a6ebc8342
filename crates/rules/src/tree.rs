//! Making parts of a typed C program, and walking through it.

use lariat_c::{
    Expr, ExprId, ExprKind, Function, FunctionId, Handler, Init, InitEntry, InitValue, Place,
    Program, Stmt, StmtId, StmtKind, TypeId, Var, VarId, VarRole,
};

/// Adds an expression.
pub fn expr(p: &mut Program, kind: ExprKind, ty: TypeId, place: Place) -> ExprId {
    let mut height = 0;
    kind.for_each_child(|child| height = height.max(p.expr(child).height));
    let id = ExprId(p.exprs.len() as u32);
    p.exprs.push(Expr { kind, ty, place, height: height.saturating_add(1) });
    id
}

/// Adds a statement.
pub fn stmt(p: &mut Program, kind: StmtKind, place: Place) -> StmtId {
    let id = StmtId(p.stmts.len() as u32);
    p.stmts.push(Stmt { kind, place });
    id
}

/// Adds a variable of a function. Its qualifiers are left out: it is set where it is declared.
pub fn var(p: &mut Program, owner: FunctionId, ty: TypeId, role: VarRole, place: Place) -> VarId {
    let id = VarId(p.vars.len() as u32);
    p.vars.push(Var {
        name: None,
        ty,
        role,
        address_taken: false,
        aligned: None,
        owner: Some(owner),
        captured: false,
        cleanup: None,
        place,
    });
    id
}

/// The value of a variable.
pub fn load(p: &mut Program, var: VarId, place: Place) -> ExprId {
    let ty = p.var(var).ty;
    let object = expr(p, ExprKind::Var(var), ty, place);
    expr(p, ExprKind::Load(object), ty.unqualified(), place)
}

/// A call of a function by name.
pub fn call(p: &mut Program, f: FunctionId, args: Vec<ExprId>, place: Place) -> ExprId {
    let ty = p.function(f).ty;
    let result = p.types.function(ty).map_or(TypeId::VOID, |t| t.result.unqualified());
    let function = expr(p, ExprKind::Function(f), ty, place);
    let pointer = p.types.pointer_to(ty);
    let callee = expr(p, ExprKind::Decay(function), pointer, place);
    expr(p, ExprKind::Call(callee, args.into()), result, place)
}

/// A declaration with a value for the whole object.
pub fn declare(p: &mut Program, var: VarId, value: ExprId, place: Place) -> StmtId {
    let ty = p.var(var).ty;
    let entry = InitEntry {
        offset: 0,
        bits: None,
        path: Box::default(),
        ty,
        value: InitValue::Expr(value),
        place,
    };
    let init = Init { entries: vec![entry], zero_rest: false };
    stmt(p, StmtKind::Declare(var, Some(Box::new(init))), place)
}

/// Calls `f` on each statement and expression of a function's body, also on those inside of expressions.
pub fn visit(p: &Program, function: &Function, mut f: impl FnMut(Node)) {
    let mut stmts: Vec<StmtId> = function.body.into_iter().collect();
    let mut exprs: Vec<ExprId> = Vec::new();
    for &var in &function.locals {
        exprs.extend(p.var(var).cleanup);
    }
    loop {
        if let Some(e) = exprs.pop() {
            f(Node::Expr(e));
            let kind = &p.expr(e).kind;
            kind.for_each_child(|child| exprs.push(child));
            if let ExprKind::StmtExpr(block, _) = kind {
                stmts.push(*block);
            }
        } else if let Some(s) = stmts.pop() {
            f(Node::Stmt(s));
            parts(&p.stmt(s).kind, &mut stmts, &mut exprs);
        } else {
            return;
        }
    }
}

/// Something in a function.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    /// A statement.
    Stmt(StmtId),
    /// An expression.
    Expr(ExprId),
}

/// The direct parts of a statement.
fn parts(kind: &StmtKind, stmts: &mut Vec<StmtId>, exprs: &mut Vec<ExprId>) {
    match kind {
        StmtKind::Expr(e) => exprs.push(*e),
        StmtKind::If(c, then, otherwise) => {
            exprs.push(*c);
            stmts.push(*then);
            stmts.extend(otherwise);
        }
        StmtKind::While(c, body) | StmtKind::DoWhile(body, c) => {
            exprs.push(*c);
            stmts.push(*body);
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
        StmtKind::Return(value) => exprs.extend(value),
        StmtKind::Try(t) => {
            stmts.extend([t.body, t.handler.block()]);
            if let Handler::Except(filter, _) = t.handler {
                exprs.push(filter);
            }
        }
        StmtKind::Block(all) => stmts.extend(all),
        StmtKind::Declare(_, init) => {
            let entries = init.iter().flat_map(|init| &init.entries);
            exprs.extend(entries.filter_map(|entry| match entry.value {
                InitValue::Expr(e) => Some(e),
                _ => None,
            }));
        }
        StmtKind::Asm(asm) => {
            exprs.extend(asm.outputs.iter().chain(&asm.inputs).map(|operand| operand.expr));
        }
        StmtKind::Label(_)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Leave
        | StmtKind::Pragma(_)
        | StmtKind::Unsupported(_) => {}
    }
}
