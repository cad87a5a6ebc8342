//! Loops that fill an object with unknown bytes.
//!
//! `for (i = 0; i < N; i++) ((char *)p)[i] = __VERIFIER_nondet_char();` gives N bytes any
//! content. Instead of N rounds that is one copy from new memory, which has any content: the
//! object stays what its other accesses make of it, words or bytes. The new memory knows that it
//! stands for the results of N calls, in order, so that a harness can give them their values.

use super::{Home, Lowering};
use crate::checks::Check;
use crate::ir::*;
use crate::symbols::Thing;
use lariat_c::{
    BinaryOp, CastKind, ExprId, ExprKind, FunctionId, InitValue, StmtId, StmtKind as C,
};

/// Below that many rounds a loop is as good as anything.
const MIN_ROUNDS: i128 = 16;
/// Above, it is left to the treatment of loops.
const MAX_ROUNDS: i128 = 1 << 16;

/// What such a loop does.
struct Filling {
    counter: lariat_c::VarId,
    pointer: ExprId,
    function: FunctionId,
    rounds: ExprId,
}

impl Lowering<'_> {
    /// Lowers a loop that fills an object with inputs; false if it is none.
    pub fn fills_with_inputs(
        &mut self,
        init: Option<StmtId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) -> bool {
        let (Some(init), Some(condition), Some(step)) = (init, condition, step) else {
            return false;
        };
        let Some(found) = self.filling(init, condition, step, body) else { return false };
        let Home::Scalar(counter) = self.home(found.counter) else { return false };
        let rounds = self.value(found.rounds);
        let Some(rounds) = self.m.constant(rounds) else { return false };
        let ty = self.m.vars[counter.index()].ty;
        if !(MIN_ROUNDS..=MAX_ROUNDS).contains(&rounds) || rounds > ty.max() {
            return false;
        }
        self.statements(init);
        let to = self.value(found.pointer);
        let to = self.save(to);
        let size = self.m.address(rounds);
        self.guard(to, size);
        let thing = Thing::Inputs(found.function, rounds as u32);
        let from = self.allocate("inputs", size, thing);
        self.copy(to, from, size);
        // The address is computed again in each round.
        let now = self.value(found.pointer);
        let same = self.m.compare(CmpOp::Eq, now, to);
        self.supported(same, "a loop that overwrites the pointer through which it writes");
        let last = self.m.int(rounds, ty);
        self.emit(StmtKind::Assign(counter, last));
        true
    }

    fn filling(
        &mut self,
        init: StmtId,
        condition: ExprId,
        step: ExprId,
        body: StmtId,
    ) -> Option<Filling> {
        let c = self.c;
        // Each access would have an assertion of its own.
        if self.options.checks.any(&[Check::Null, Check::Bounds, Check::Lifetime]) {
            return None;
        }
        let ExprKind::Increment { target, up: true, .. } = c.expr(step).kind else { return None };
        let ExprKind::Var(counter) = c.expr(target).kind else { return None };
        if c.var(counter).address_taken || !self.starts_at_zero(init, counter) {
            return None;
        }
        let ExprKind::Binary(BinaryOp::Less, left, rounds) = c.expr(condition).kind else {
            return None;
        };
        if !self.reads(left, counter) || self.has_effects(rounds) {
            return None;
        }
        let ExprKind::Assign(place, value) = c.expr(self.only_expression(body)?).kind else {
            return None;
        };
        let ExprKind::Deref(element) = c.expr(place).kind else { return None };
        let ExprKind::PointerOffset { pointer, offset, negative: false } = c.expr(element).kind
        else {
            return None;
        };
        // An array of bytes is a loop as others; this is about objects seen as bytes.
        let is_cast = matches!(c.expr(pointer).kind, ExprKind::Cast(CastKind::PointerToPointer, _));
        let bytes = c.types.size_of(self.type_of(place)) == Some(1);
        if !is_cast || !bytes || !self.reads(offset, counter) {
            return None;
        }
        if self.has_effects(pointer) || self.mentions(pointer, counter) {
            return None;
        }
        let ExprKind::Call(callee, args) = &c.expr(self.without_casts(value)).kind else {
            return None;
        };
        let function = c.direct_callee(*callee)?;
        let name = c.name(c.function(function).name);
        let kind = name.strip_prefix("__VERIFIER_nondet_")?;
        let result = c.types.function(c.function(function).ty)?.result;
        let plain = matches!(kind, "char" | "uchar" | "schar") && args.is_empty();
        let any = c.types.size_of(result) == Some(1) && c.function(function).body.is_none();
        (plain && any).then_some(Filling { counter, pointer, function, rounds })
    }

    fn without_casts(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Cast(CastKind::IntToInt | CastKind::Same, inner) = self.c.expr(e).kind {
            e = inner;
        }
        e
    }

    /// Is it the value of this variable, perhaps converted to a wider type?
    fn reads(&self, mut e: ExprId, var: lariat_c::VarId) -> bool {
        let size = |e: ExprId| self.c.types.size_of(self.type_of(e)).unwrap_or(0);
        while let ExprKind::Cast(CastKind::IntToInt | CastKind::Same, inner) = self.c.expr(e).kind {
            if size(inner) > size(e) {
                return false;
            }
            e = inner;
        }
        let ExprKind::Load(place) = self.c.expr(e).kind else { return false };
        self.c.expr(place).kind == ExprKind::Var(var)
    }

    fn mentions(&self, e: ExprId, var: lariat_c::VarId) -> bool {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            if self.c.expr(e).kind == ExprKind::Var(var) {
                return true;
            }
            self.c.expr(e).kind.for_each_child(|child| work.push(child));
        }
        false
    }

    fn starts_at_zero(&self, init: StmtId, counter: lariat_c::VarId) -> bool {
        let is_zero = |e: ExprId| self.c.expr(self.without_casts(e)).kind == ExprKind::Int(0);
        match &self.c.stmt(init).kind {
            C::Expr(e) => match self.c.expr(*e).kind {
                ExprKind::Assign(place, value) => {
                    self.c.expr(place).kind == ExprKind::Var(counter) && is_zero(value)
                }
                _ => false,
            },
            C::Declare(var, Some(init)) if *var == counter => match init.entries.as_slice() {
                [entry] => matches!(entry.value, InitValue::Expr(e) if is_zero(e)),
                _ => false,
            },
            C::Block(list) => match list.as_slice() {
                [only] => self.starts_at_zero(*only, counter),
                _ => false,
            },
            _ => false,
        }
    }

    fn only_expression(&self, body: StmtId) -> Option<ExprId> {
        match &self.c.stmt(body).kind {
            C::Expr(e) => Some(*e),
            C::Block(list) => match list.as_slice() {
                [only] => self.only_expression(*only),
                _ => None,
            },
            _ => None,
        }
    }
}
