//! What evaluating C can read and write, as far as that is visible elsewhere.
//!
//! A cheap over-approximation for the questions what the order of evaluation (`unsequenced`), functions without a
//! body, and calls before the entry could change: variables by name, memory by the kind of the access, and the end of
//! the program. Functions have one summary each, a least fixed point over the calls.

use crate::walk;
use lariat_c::{
    ExprId, ExprKind, FunctionId, GlobalId, Program, RecordKind, StmtId, StmtKind, TypeId, VarId,
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
    /// Memory, by what is accessed there; `None` if that can be anything.
    Memory(Option<Shape>),
    /// Whether the program goes on: ending it is a write, failing a read.
    Going,
    /// Whether functions return where they were called: `longjmp` writes it.
    Jump,
}

/// What an object in memory is accessed as. C lets an object be accessed as a signed and as an unsigned integer, and
/// as an enumeration, but otherwise as what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// An integer of so many bytes.
    Integer(u64),
    /// A float of so many bytes.
    Float(u64),
    /// A pointer.
    Pointer,
}

/// What the summaries depend on besides the program.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Setting {
    /// Do functions without a body write what they get pointers to?
    pub unknown_write: bool,
    /// Are there checks of accesses and arithmetic?
    pub checked: bool,
    /// Are there checks of variables for a value?
    pub uninitialised: bool,
    /// Does the program look at `errno`?
    pub errno: bool,
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

    /// Is nothing touched?
    pub fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty()
    }

    /// Does the order of the two matter?
    pub fn conflicts(&self, other: &Touched) -> bool {
        meet(&self.writes, &other.writes)
            || meet(&self.writes, &other.reads)
            || meet(&other.writes, &self.reads)
    }
}

/// Is something in both? Two ends of the program are not told apart, nor two failures.
fn meet(a: &BTreeSet<Cell>, b: &BTreeSet<Cell>) -> bool {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let any_memory = || many.range(Cell::Memory(None)..Cell::Going).next().is_some();
    few.iter().any(|cell| match cell {
        Cell::Memory(None) => any_memory(),
        Cell::Memory(_) => many.contains(cell) || many.contains(&Cell::Memory(None)),
        _ => many.contains(cell),
    })
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
    setting: Setting,
    functions: Vec<Touched>,
    by_name: FxHashMap<&'p str, FunctionId>,
}

/// Functions of the library that read or write what their arguments point to.
const OF_MEMORY: &[&str] = &[
    "memcpy",
    "memmove",
    "mempcpy",
    "memset",
    "bcopy",
    "bzero",
    "realloc",
    "reallocarray",
    "free",
    "cfree",
    "__lariat_any_numbers",
];

/// What ends the program.
const ENDS: &[&str] = &["abort", "exit", "_exit", "_Exit", "quick_exit", "trap"];

impl<'p> Effects<'p> {
    pub fn new(c: &'p Program, setting: Setting) -> Effects<'p> {
        let mut by_name = FxHashMap::default();
        for (i, f) in c.functions.iter().enumerate().filter(|(_, f)| f.body.is_some()) {
            by_name.entry(c.name(f.name)).or_insert(FunctionId(i as u32));
        }
        // One more stands for calls through pointers.
        let hub = c.functions.len();
        let functions = vec![Touched::default(); hub + 1];
        let mut effects = Effects { c, setting, functions, by_name };
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); hub + 1];
        let mut direct = vec![Touched::default(); hub + 1];
        for (i, f) in c.functions.iter().enumerate() {
            if f.address_taken {
                callers[i].push(hub);
            }
            effects.by_name(FunctionId(i as u32), &mut direct[i]);
            let Some(body) = f.body else {
                // Whoever calls it calls its model.
                callers[effects.model(FunctionId(i as u32)).index()].push(i);
                continue;
            };
            effects.statement(body, &mut direct[i]);
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

    fn statement(&self, body: StmtId, out: &mut Touched) {
        let (mut stmts, mut exprs) = (vec![body], Vec::new());
        while let Some(s) = stmts.pop() {
            if let StmtKind::Asm(asm) = &self.c.stmt(s).kind {
                let outputs = asm.outputs.iter().flat_map(|operand| self.cells(operand.expr));
                out.writes.extend(outputs);
            }
            walk::children(self.c, s, &mut stmts, &mut exprs);
            for e in exprs.drain(..) {
                self.expression(e, out);
            }
        }
    }

    /// What evaluating an expression touches, with its operands and with what it calls.
    pub fn expression(&self, e: ExprId, out: &mut Touched) {
        let mut pending = vec![e];
        while let Some(e) = pending.pop() {
            self.itself(e, out);
            let kind = &self.c.expr(e).kind;
            match kind {
                ExprKind::Call(callee, _) => {
                    out.add(self.of_callee(*callee));
                }
                ExprKind::StmtExpr(s, _) => self.statement(*s, out),
                _ => {}
            }
            kind.for_each_child(|child| pending.push(child));
        }
    }

    /// What an expression touches itself, once its operands have values; a call does what it calls.
    pub fn itself(&self, e: ExprId, out: &mut Touched) {
        let expr = self.c.expr(e);
        match &expr.kind {
            ExprKind::Load(lvalue) => self.reads(*lvalue, out),
            ExprKind::Assign(target, _) => self.writes(*target, out),
            ExprKind::CompoundAssign(assign) => {
                self.reads(assign.target, out);
                self.writes(assign.target, out);
            }
            ExprKind::Increment { target, .. } => {
                self.reads(*target, out);
                self.writes(*target, out);
            }
            ExprKind::Builtin(..) | ExprKind::VaArg(_) => {
                out.reads.insert(Cell::Memory(None));
                out.writes.insert(Cell::Memory(None));
            }
            ExprKind::Binary(op, ..) if self.setting.checked => {
                use lariat_c::BinaryOp::*;
                let fails = matches!(
                    op,
                    Multiply | Divide | Remainder | Add | Subtract | ShiftLeft | ShiftRight
                );
                if fails && self.c.types.is_integer(expr.ty) {
                    out.reads.insert(Cell::Going);
                }
            }
            _ => {}
        }
    }

    /// An lvalue is read.
    pub fn reads(&self, lvalue: ExprId, out: &mut Touched) {
        out.reads.extend(self.cells(lvalue));
        self.accesses(lvalue, out);
    }

    fn writes(&self, lvalue: ExprId, out: &mut Touched) {
        out.writes.extend(self.cells(lvalue));
        self.accesses(lvalue, out);
    }

    /// An access that is checked may fail.
    fn accesses(&self, lvalue: ExprId, out: &mut Touched) {
        let mut at = lvalue;
        while let ExprKind::Member(base, _) = self.c.expr(at).kind {
            at = base;
        }
        let fails = match self.c.expr(at).kind {
            ExprKind::Global(_) => false,
            ExprKind::Var(_) => self.setting.uninitialised,
            _ => self.setting.checked,
        };
        if fails {
            out.reads.insert(Cell::Going);
        }
    }

    /// What is touched by a call of this function, or of any function whose address is taken.
    pub fn of_callee(&self, callee: ExprId) -> &Touched {
        let f = self.c.direct_callee(callee);
        &self.functions[f.map_or(self.c.functions.len(), |f| self.model(f).index())]
    }

    /// What a function touches because of what it is called.
    fn by_name(&self, f: FunctionId, out: &mut Touched) {
        let function = self.c.function(f);
        let full = self.c.name(function.name);
        let name = full.strip_prefix("__builtin_").unwrap_or(full);
        if matches!(full, "reach_error" | "__VERIFIER_error" | "__lariat_violation")
            || full.ends_with("assert")
            || full.starts_with("__assert")
        {
            out.reads.insert(Cell::Going);
        }
        if function.body.is_some() {
            return;
        }
        let outside = !full.starts_with("__builtin_") && !crate::lower::is_verifier(full);
        if crate::lower::leaves(name) || crate::lower::raises(name) {
            out.writes.extend([Cell::Jump, Cell::Going]);
        }
        if OF_MEMORY.contains(&name)
            || crate::lower::writes_arguments(name)
            || name.starts_with("pthread_")
            || outside && self.setting.unknown_write
        {
            out.reads.insert(Cell::Memory(None));
            out.writes.insert(Cell::Memory(None));
        } else if ENDS.contains(&name) || name.ends_with("assume") || function.noreturn {
            out.writes.insert(Cell::Going);
        } else if crate::lower::has_format(name) {
            out.reads.insert(Cell::Memory(None));
        }
        if outside && self.setting.errno {
            out.writes.insert(Cell::Memory(Some(Shape::Integer(4))));
        }
    }

    /// What an lvalue designates.
    pub fn cells(&self, lvalue: ExprId) -> Vec<Cell> {
        let c = self.c;
        let ty = c.expr(lvalue).ty;
        let mut memory = self.memory(ty);
        let mut at = lvalue;
        loop {
            at = match &c.expr(at).kind {
                ExprKind::Member(base, _) => {
                    let record = c.types.record_of(c.expr(*base).ty);
                    if record.is_none_or(|r| c.types.record(r).kind == RecordKind::Union) {
                        memory = Cell::Memory(None);
                    }
                    *base
                }
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
    pub fn array(&self, mut pointer: ExprId) -> Option<ExprId> {
        loop {
            match &self.c.expr(pointer).kind {
                ExprKind::PointerOffset { pointer: base, .. } => pointer = *base,
                ExprKind::Decay(array) => return Some(*array),
                _ => return None,
            }
        }
    }

    /// Memory that is accessed as this type; characters and records can be parts of anything.
    pub fn memory(&self, ty: TypeId) -> Cell {
        let types = &self.c.types;
        Cell::Memory(match types.size_of(ty) {
            Some(size) if size > 1 && types.is_integer(ty) => Some(Shape::Integer(size)),
            Some(size) if size > 1 && types.is_float(ty) => Some(Shape::Float(size)),
            _ if types.is_pointer(ty) => Some(Shape::Pointer),
            _ => None,
        })
    }
}
