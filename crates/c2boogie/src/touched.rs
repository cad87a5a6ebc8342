//! What evaluating C can read and write, as far as that is visible elsewhere.
//!
//! A cheap over-approximation for the questions what the order of evaluation, functions without a body, and calls
//! before the entry could change: variables by name, memory by the type of the access, and the end of the program.
//! Functions have one summary each, a least fixed point over the calls.

use crate::walk;
use lariat_c::{
    ExprId, ExprKind, FunctionId, GlobalId, Init, InitValue, Program, StmtId, StmtKind, TypeId,
    VarId,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Something that can be read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cell {
    /// A global variable by its name.
    Global(GlobalId),
    /// A local variable by its name.
    Local(VarId),
    /// Memory, by the type of what is accessed; `None` if it can be of any.
    Memory(Option<TypeId>),
    /// Whether the program goes on: ending it is a write, failing a read.
    Going,
}

/// What is read and written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Touched {
    pub reads: BTreeSet<Cell>,
    pub writes: BTreeSet<Cell>,
}

impl Touched {
    /// Adds what another one touches. Is that new?
    fn add(&mut self, other: &Touched) -> bool {
        let before = (self.reads.len(), self.writes.len());
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        before != (self.reads.len(), self.writes.len())
    }

    /// Does the order of the two matter?
    fn conflicts(&self, other: &Touched) -> bool {
        meet(&self.writes, &other.writes)
            || meet(&self.writes, &other.reads)
            || meet(&other.writes, &self.reads)
    }
}

/// Is something in both? Two ends of the program are not told apart, nor two failures.
fn meet(a: &BTreeSet<Cell>, b: &BTreeSet<Cell>) -> bool {
    a.iter().any(|&x| b.iter().any(|&y| same(x, y)))
}

/// Can two cells be the same?
pub(crate) fn same(x: Cell, y: Cell) -> bool {
    match (x, y) {
        (Cell::Memory(None), Cell::Memory(_)) | (Cell::Memory(_), Cell::Memory(None)) => true,
        (x, y) => x == y,
    }
}

/// What the functions of a program touch.
pub(crate) struct Effects<'p> {
    c: &'p Program,
    functions: Vec<Touched>,
    by_name: FxHashMap<&'p str, FunctionId>,
}

/// Functions of the library that read or write what their arguments point to.
const OF_MEMORY: &[&str] = &["memcpy", "memmove", "mempcpy", "memset", "bcopy", "bzero", "realloc"];

/// What ends the program.
const ENDS: &[&str] = &["abort", "exit", "_exit", "_Exit", "quick_exit", "trap"];

impl<'p> Effects<'p> {
    pub fn new(c: &'p Program) -> Effects<'p> {
        let mut by_name = FxHashMap::default();
        for (i, f) in c.functions.iter().enumerate().filter(|(_, f)| f.body.is_some()) {
            by_name.entry(c.name(f.name)).or_insert(FunctionId(i as u32));
        }
        // One more stands for calls through pointers.
        let hub = c.functions.len();
        let mut effects = Effects { c, functions: vec![Touched::default(); hub + 1], by_name };
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); hub + 1];
        let mut direct = vec![Touched::default(); hub + 1];
        for (i, f) in c.functions.iter().enumerate() {
            if f.address_taken {
                callers[i].push(hub);
            }
            let Some(body) = f.body else {
                effects.called(FunctionId(i as u32), &mut direct[i]);
                continue;
            };
            effects.statement(body, &mut direct[i], true);
            let shared = |cell: &Cell| !matches!(cell, Cell::Local(_));
            direct[i].reads.retain(shared);
            direct[i].writes.retain(shared);
            effects.callees(body).into_iter().for_each(|callee| callers[callee].push(i));
        }
        effects.functions = direct;
        effects.close(&callers);
        effects
    }

    /// What is called is touched by the caller: the least fixed point.
    fn close(&mut self, callers: &[Vec<usize>]) {
        let mut pending: Vec<usize> = (0..callers.len()).collect();
        let mut queued = vec![true; callers.len()];
        while let Some(f) = pending.pop() {
            queued[f] = false;
            let touched = self.functions[f].clone();
            for &caller in &callers[f] {
                if self.functions[caller].add(&touched) && !queued[caller] {
                    queued[caller] = true;
                    pending.push(caller);
                }
            }
        }
    }

    /// The functions that a body calls, with models for those of the library.
    fn callees(&self, body: StmtId) -> BTreeSet<usize> {
        let (mut stmts, mut exprs, mut found) = (vec![body], Vec::new(), BTreeSet::new());
        while let Some(s) = stmts.pop() {
            walk::children(self.c, s, &mut stmts, &mut exprs);
            while let Some(e) = exprs.pop() {
                match &self.c.expr(e).kind {
                    ExprKind::Call(callee, _) => {
                        let f = self.c.direct_callee(*callee);
                        found.insert(f.map_or(self.c.functions.len(), |f| self.model(f).index()));
                    }
                    ExprKind::StmtExpr(s, _) => stmts.push(*s),
                    _ => {}
                }
                self.c.expr(e).kind.for_each_child(|child| exprs.push(child));
            }
        }
        found
    }

    /// A function, or our model of it.
    fn model(&self, f: FunctionId) -> FunctionId {
        let function = self.c.function(f);
        if function.body.is_some() {
            return f;
        }
        let find = |name: &str| self.by_name.get(name).copied();
        crate::lower::model_of(self.c, self.c.name(function.name), find).unwrap_or(f)
    }

    /// What a function touches when it is called.
    pub fn of_function(&self, f: FunctionId) -> &Touched {
        &self.functions[f.index()]
    }

    /// The place in a program where two operands are evaluated whose order matters, if there is one in these
    /// functions.
    pub fn order_matters(&self, functions: impl Iterator<Item = FunctionId>) -> Option<ExprId> {
        let c = self.c;
        for body in functions.filter_map(|f| c.function(f).body) {
            let (mut stmts, mut exprs) = (vec![body], Vec::new());
            while let Some(s) = stmts.pop() {
                if let StmtKind::Declare(_, Some(init)) = &c.stmt(s).kind
                    && let Some(e) = self.unordered(&initial_values(init), false)
                {
                    return Some(e);
                }
                walk::children(c, s, &mut stmts, &mut exprs);
                while let Some(e) = exprs.pop() {
                    let kind = &c.expr(e).kind;
                    if self.operands_conflict(kind) {
                        return Some(e);
                    }
                    if let ExprKind::StmtExpr(s, _) = kind {
                        stmts.push(*s);
                    }
                    kind.for_each_child(|child| exprs.push(child));
                }
            }
        }
        None
    }

    /// Are there operands between which C leaves the order open, and does it matter?
    fn operands_conflict(&self, kind: &ExprKind) -> bool {
        let (operands, target_is_address) = match kind {
            ExprKind::Binary(_, a, b) | ExprKind::PointerDifference(a, b) => (vec![*a, *b], false),
            ExprKind::PointerOffset { pointer, offset, .. } => (vec![*pointer, *offset], false),
            // The store comes after both sides.
            ExprKind::Assign(target, value) => (vec![*target, *value], true),
            ExprKind::CompoundAssign(assign) => (vec![assign.target, assign.operand], false),
            ExprKind::Call(callee, args) => {
                (std::iter::once(*callee).chain(args.iter().copied()).collect(), false)
            }
            ExprKind::Builtin(_, args) => (args.to_vec(), false),
            ExprKind::CompoundLiteral(_, init) => (initial_values(init), false),
            _ => return false,
        };
        self.unordered(&operands, target_is_address).is_some()
    }

    /// The first operand that another one interferes with. An lvalue is read, unless it is a target.
    fn unordered(&self, operands: &[ExprId], first_is_target: bool) -> Option<ExprId> {
        if operands.len() < 2 || !operands.iter().any(|&e| self.c.changes_something(e)) {
            return None;
        }
        let touches = |calls: bool| -> Vec<Touched> {
            let each = operands.iter().enumerate().map(|(i, &e)| {
                let mut touched = Touched::default();
                self.expression(e, &mut touched, calls);
                if !(i == 0 && first_is_target) && self.is_lvalue(e) {
                    touched.reads.extend(self.cells(e));
                }
                touched
            });
            each.collect()
        };
        // Calls do not touch local variables by their names: without anything else there is no need to look.
        let mut touched = touches(false);
        let is_local = |cell: &Cell| matches!(cell, Cell::Local(_));
        let shares = |t: &Touched| !t.reads.iter().chain(&t.writes).all(is_local);
        let sharing = operands
            .iter()
            .zip(&touched)
            .filter(|(e, t)| self.c.changes_something(**e) || shares(t));
        if sharing.count() > 1 {
            touched = touches(true);
        }
        let conflict = |i: usize| touched[i + 1..].iter().any(|t| touched[i].conflicts(t));
        (0..touched.len()).find(|&i| conflict(i)).map(|i| operands[i])
    }

    fn is_lvalue(&self, e: ExprId) -> bool {
        let kind = &self.c.expr(e).kind;
        matches!(
            kind,
            ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Member(..) | ExprKind::Deref(_)
        )
    }

    fn statement(&self, body: StmtId, out: &mut Touched, calls: bool) {
        let (mut stmts, mut exprs) = (vec![body], Vec::new());
        while let Some(s) = stmts.pop() {
            if let StmtKind::Asm(asm) = &self.c.stmt(s).kind {
                let outputs = asm.outputs.iter().flat_map(|operand| self.cells(operand.expr));
                out.writes.extend(outputs);
            }
            walk::children(self.c, s, &mut stmts, &mut exprs);
            for e in exprs.drain(..) {
                self.expression(e, out, calls);
            }
        }
    }

    /// What evaluating an expression touches, with its operands, and with what it calls if that is wanted.
    fn expression(&self, e: ExprId, out: &mut Touched, calls: bool) {
        let mut pending = vec![e];
        while let Some(e) = pending.pop() {
            let kind = &self.c.expr(e).kind;
            match kind {
                ExprKind::Load(lvalue) => out.reads.extend(self.cells(*lvalue)),
                ExprKind::Assign(target, _) => out.writes.extend(self.cells(*target)),
                ExprKind::CompoundAssign(assign) => {
                    out.reads.extend(self.cells(assign.target));
                    out.writes.extend(self.cells(assign.target));
                }
                ExprKind::Increment { target, .. } => {
                    out.reads.extend(self.cells(*target));
                    out.writes.extend(self.cells(*target));
                }
                ExprKind::Call(callee, _) if calls => self.call(*callee, out),
                ExprKind::StmtExpr(s, _) => self.statement(*s, out, calls),
                ExprKind::Builtin(..) | ExprKind::VaArg(_) => {
                    out.reads.insert(Cell::Memory(None));
                    out.writes.insert(Cell::Memory(None));
                }
                _ => {}
            }
            kind.for_each_child(|child| pending.push(child));
        }
    }

    fn call(&self, callee: ExprId, out: &mut Touched) {
        let c = self.c;
        let Some(f) = c.direct_callee(callee) else {
            out.add(&self.functions[c.functions.len()]);
            return;
        };
        self.called(f, out);
    }

    fn called(&self, f: FunctionId, out: &mut Touched) {
        let full = self.c.name(self.c.function(f).name);
        if matches!(full, "reach_error" | "__VERIFIER_error" | "assert")
            || full.starts_with("__assert")
        {
            out.reads.insert(Cell::Going);
        }
        let name = full.strip_prefix("__builtin_").unwrap_or(full);
        let model = self.model(f);
        if self.c.function(model).body.is_some() {
            out.add(&self.functions[model.index()]);
        } else if OF_MEMORY.contains(&name) || crate::lower::writes_arguments(name) {
            out.reads.insert(Cell::Memory(None));
            out.writes.insert(Cell::Memory(None));
        } else if ENDS.contains(&name) {
            out.writes.insert(Cell::Going);
        }
    }

    /// What an lvalue designates.
    fn cells(&self, lvalue: ExprId) -> Vec<Cell> {
        let c = self.c;
        let ty = c.expr(lvalue).ty;
        let memory = Cell::Memory(self.key(ty));
        let mut at = lvalue;
        loop {
            at = match &c.expr(at).kind {
                ExprKind::Member(base, _) => *base,
                ExprKind::Var(v) => {
                    let taken = c.var(*v).address_taken.then_some(memory);
                    return std::iter::once(Cell::Local(*v)).chain(taken).collect();
                }
                ExprKind::Global(g) => {
                    let taken = c.global(*g).address_taken.then_some(memory);
                    return std::iter::once(Cell::Global(*g)).chain(taken).collect();
                }
                ExprKind::Str(_) => return Vec::new(),
                // An element of an array by its name.
                ExprKind::Deref(pointer) => match self.array(*pointer) {
                    Some(array) => array,
                    None => return vec![memory],
                },
                _ => return vec![memory],
            };
        }
    }

    /// The array that a pointer is computed from, if it is one with a name.
    fn array(&self, mut pointer: ExprId) -> Option<ExprId> {
        loop {
            match &self.c.expr(pointer).kind {
                ExprKind::PointerOffset { pointer: base, .. } => pointer = *base,
                ExprKind::Decay(array) => return Some(*array),
                _ => return None,
            }
        }
    }

    /// The type as which memory is accessed; characters and records can be anything.
    fn key(&self, ty: TypeId) -> Option<TypeId> {
        let types = &self.c.types;
        let wide = types.size_of(ty).is_some_and(|size| size > 1);
        (types.is_scalar(ty) && wide).then(|| ty.unqualified())
    }
}

fn initial_values(init: &Init) -> Vec<ExprId> {
    let values = init.entries.iter().filter_map(|entry| match entry.value {
        InitValue::Expr(e) => Some(e),
        _ => None,
    });
    values.collect()
}
