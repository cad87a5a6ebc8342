//! Checks of what a program does besides its assertions: each is an assertion of ours in front
//! of the operation, with a message in terms of C. An expression with a check needs statements,
//! so that the checks of `a && b` and `c ? a : b` come where C evaluates them (`effects`).

use super::objects::{FOREIGN, Mark};
use super::show::show;
use super::{Home, Lowering};
use crate::checks::Check;
use crate::ir::*;
use lariat_c::{BinaryOp, ExprId, ExprKind, UnaryOp};

/// What is wrong with an amount to shift by.
const SHIFT: &str = "shift by a negative amount or by the width or more";

impl Lowering<'_> {
    /// Is there anything to say about this?
    pub fn wants(&self, check: Check) -> bool {
        self.options.checks.has(check) || self.taken_to_hold.has(check)
    }

    /// Something must hold, or is taken to hold.
    pub fn require(&mut self, check: Check, holds: TermId, what: impl FnOnce() -> String) {
        if self.m.constant(holds) == Some(1) {
            return;
        }
        if self.options.checks.has(check) {
            let what = what().replace(['"', '\\', '\n'], "'");
            self.emit(StmtKind::Assert(holds, Failure::Property(check, what)));
        } else if self.taken_to_hold.has(check) {
            self.emit(StmtKind::Assume(holds));
        }
    }

    /// If this does not hold, the verdict means nothing.
    pub fn supported(&mut self, holds: TermId, what: &str) {
        if self.m.constant(holds) == Some(1) {
            return;
        }
        self.emit(StmtKind::Assert(holds, Failure::Unsupported(what.to_owned())));
    }

    /// Does an operator on integers have a check?
    pub fn operation_is_checked(&self, op: BinaryOp, ty: IntTy) -> bool {
        use BinaryOp::*;
        match op {
            Divide | Remainder => {
                self.wants(Check::DivisionByZero) || ty.signed && self.wants(Check::Overflow)
            }
            Add | Subtract | Multiply => ty.signed && self.wants(Check::Overflow),
            ShiftLeft => self.wants(Check::Shift) || ty.signed && self.wants(Check::Overflow),
            ShiftRight => self.wants(Check::Shift),
            _ => false,
        }
    }

    /// Does evaluating this expression itself, not its operands, have a check?
    pub fn is_checked(&self, e: ExprId) -> bool {
        let expr = self.c.expr(e);
        match expr.kind {
            ExprKind::Load(l) => {
                self.touches_memory(l) && self.checks_memory()
                    || match self.c.expr(l).kind {
                        ExprKind::Var(id) => match self.frame.homes.get(&id) {
                            Some(Home::Scalar(var)) => self.frame.shadows.contains_key(var),
                            _ => false,
                        },
                        _ => false,
                    }
            }
            ExprKind::Binary(op, _, by) => self.ity(expr.ty).is_some_and(|ty| {
                self.operation_is_checked(op, ty) || self.shift_is_open(op, by, ty)
            }),
            ExprKind::Unary(UnaryOp::Negate, _) => {
                self.ity(expr.ty).is_some_and(|ty| ty.signed) && self.wants(Check::Overflow)
            }
            ExprKind::PointerOffset { .. } => self.wants(Check::Bounds),
            _ => false,
        }
    }

    /// Are accesses of memory checked?
    pub fn checks_memory(&self) -> bool {
        [Check::Null, Check::Bounds, Check::Lifetime].into_iter().any(|c| self.wants(c))
    }

    fn touches_memory(&self, lvalue: ExprId) -> bool {
        match self.c.expr(lvalue).kind {
            ExprKind::Member(base, _) => self.touches_memory(base),
            ExprKind::Var(_) | ExprKind::Global(_) => false,
            _ => true,
        }
    }

    /// The pointer that an address is computed from, and the steps from there.
    pub fn origin(&self, address: TermId) -> (TermId, Vec<TermId>) {
        let (mut root, mut steps) = (address, Vec::new());
        loop {
            match self.m.term(root).kind {
                TermKind::Offset(p, by) => {
                    steps.push(by);
                    root = p;
                }
                TermKind::Array { pointer, .. } => root = pointer,
                _ => break,
            }
        }
        steps.reverse();
        (root, steps)
    }

    /// So many bytes at an address are about to be read or written.
    pub fn guard(&mut self, address: TermId, size: TermId) {
        if !self.checks_memory() || self.m.constant(size) == Some(0) {
            return;
        }
        let (root, steps) = self.origin(address);
        let pointer = self.m.pointer_ty();
        let mut distance = self.m.push(TermKind::Within(root), pointer);
        for by in steps {
            distance = self.m.offset(distance, by);
        }
        let zero = self.m.address(0);
        let empty = self.m.compare(CmpOp::Eq, size, zero);
        if let TermKind::Address(object) = self.m.term(root).kind
            && let Some(bytes) = self.m.objects[object.index()].size
        {
            return self.guard_object(object, bytes, address, distance, size);
        }
        let mut ignored = empty;
        if self.wants(Check::Null) {
            let present = self.m.compare(CmpOp::Ne, root, zero);
            let fine = self.m.or(empty, present);
            self.require(Check::Null, fine, || "dereference of a null pointer".into());
        } else {
            let null = self.m.compare(CmpOp::Eq, root, zero);
            ignored = self.m.or(empty, null);
        }
        if !self.follows_objects() {
            return;
        }
        let bytes = self.size_at(root);
        let marks = [
            (Mark::Freed, "use after free"),
            (Mark::Gone, "use of a local variable after the end of its block or function"),
        ];
        for (mark, what) in marks {
            let mark = self.mark(mark);
            let other = self.m.compare(CmpOp::Ne, bytes, mark);
            let fine = self.m.or(ignored, other);
            self.require(Check::Lifetime, fine, || what.into());
        }
        let foreign = self.mark(Mark::Foreign);
        let ours = self.m.compare(CmpOp::Ne, bytes, foreign);
        self.supported(ours, FOREIGN);
        if self.wants(Check::Bounds) {
            let inside = self.lies_in(distance, size, bytes);
            let fine = self.m.or(ignored, inside);
            let what = "access outside of the object that the pointer points to";
            self.require(Check::Bounds, fine, || what.into());
        }
    }

    /// An access to a variable by its name.
    fn guard_object(
        &mut self,
        object: ObjectId,
        bytes: u64,
        address: TermId,
        distance: TermId,
        size: TermId,
    ) {
        let (_, steps) = self.origin(address);
        let known: Option<i128> = steps.iter().map(|&by| self.m.constant(by)).sum();
        let inside = match (known, self.m.constant(size)) {
            (Some(at), Some(size)) => {
                let at = lariat_c::wrap_to(at, self.m.pointer_width, true);
                let fits = 0 <= at && at + size <= i128::from(bytes);
                self.m.truth(fits)
            }
            _ => {
                let bytes = self.m.address(i128::from(bytes));
                let inside = self.lies_in(distance, size, bytes);
                let zero = self.m.address(0);
                let empty = self.m.compare(CmpOp::Eq, size, zero);
                self.m.or(empty, inside)
            }
        };
        let name = self.m.objects[object.index()].name.clone();
        let name = name.rsplit("::").next().unwrap_or_default().to_owned();
        self.require(Check::Bounds, inside, || match name.strip_prefix("string ") {
            Some(_) => format!("index outside of a string literal ({bytes} bytes)"),
            None => format!("index outside of the object `{name}` ({bytes} bytes)"),
        });
    }

    /// Are `size` bytes at this distance from the start inside of an object of so many bytes?
    fn lies_in(&mut self, distance: TermId, size: TermId, bytes: TermId) -> TermId {
        let zero = self.m.address(0);
        let above = self.m.compare(CmpOp::Le, zero, distance);
        let fits = self.m.compare(CmpOp::Le, size, bytes);
        let room = self.m.binary(BinOp::Sub, bytes, size);
        let below = self.m.compare(CmpOp::Le, distance, room);
        let both = self.m.and(above, below);
        self.m.and(fits, both)
    }

    /// An object of so many bytes is about to be read or written that is an element of an array, perhaps of one that is
    /// a row or a member of something larger: it has to be inside of each array that it is addressed by. That it is
    /// inside of the whole object is asked elsewhere.
    fn guard_arrays(&mut self, address: TermId, size: u64) {
        if !self.wants(Check::Bounds) {
            return;
        }
        let pointer = self.m.pointer_ty();
        let (mut at, mut extent) = (address, size);
        let mut distance: Option<TermId> = None;
        loop {
            match self.m.term(at).kind {
                TermKind::Offset(inner, by) => {
                    distance = Some(match distance {
                        Some(sum) => self.m.binary(BinOp::Add, by, sum),
                        None => by,
                    });
                    at = inner;
                }
                TermKind::Array { pointer: inner, size, .. } => {
                    let whole = match self.m.term(inner).kind {
                        TermKind::Address(o) => self.m.objects[o.index()].size == Some(size),
                        _ => false,
                    };
                    if let Some(distance) = distance.take()
                        && !whole
                        && size < crate::regions::OPEN as u64
                    {
                        let signed = IntTy { signed: true, ..pointer };
                        let distance = self.m.cast(distance, signed);
                        let zero = self.m.int(0, signed);
                        let room = self.m.int(i128::from(size) - i128::from(extent), signed);
                        let above = self.m.compare(CmpOp::Le, zero, distance);
                        let below = self.m.compare(CmpOp::Le, distance, room);
                        let inside = self.m.and(above, below);
                        self.require(Check::Bounds, inside, || {
                            format!("index outside of the array ({size} bytes)")
                        });
                    }
                    (at, extent) = (inner, size);
                }
                _ => return,
            }
        }
    }

    /// A scalar of this type is about to be read or written.
    pub fn guard_scalar(&mut self, address: TermId, bits: u32) {
        self.guard_arrays(address, u64::from(bits / 8));
        let size = self.m.address(i128::from(bits / 8));
        self.guard(address, size);
    }

    /// An object of this type is about to be read or written.
    pub fn guard_type(&mut self, address: TermId, ty: lariat_c::TypeId) {
        let size = self.c.types.size_of(ty).unwrap_or(0);
        self.guard_arrays(address, size);
        let size = self.m.address(i128::from(size));
        self.guard(address, size);
    }

    /// A pointer that was moved must still say which object it belongs to.
    pub fn stays_near(&mut self, pointer: TermId) {
        let Some(segments) = self.m.segments.filter(|_| self.wants(Check::Bounds)) else { return };
        let (root, steps) = self.origin(pointer);
        let fixed = match self.m.term(root).kind {
            TermKind::Const(_) | TermKind::Fresh(_) => return,
            TermKind::Address(_) => true,
            _ => false,
        };
        let known: Option<i128> = steps.iter().map(|&by| self.m.constant(by)).sum();
        let known = known.map(|by| lariat_c::wrap_to(by, self.m.pointer_width, true));
        let margin = i128::from(segments.margin);
        if steps.is_empty() || fixed && known.is_some_and(|by| (-margin..margin).contains(&by)) {
            return;
        }
        let (a, b) = (self.segment(root), self.segment(pointer));
        let same = self.m.compare(CmpOp::Eq, a, b);
        self.supported(same, "a pointer far away from the object that it belongs to");
    }

    /// Puts checks at the place of an expression, not at that of the statement.
    fn at_expression(&mut self, e: ExprId, checks: impl FnOnce(&mut Self)) {
        let statement = self.frame.place;
        let place = self.c.expr(e).place;
        if place.line != 0 {
            self.frame.place = place;
        }
        checks(self);
        self.frame.place = statement;
    }

    /// Must a shift be asked about whose amount nobody checks? Processors and constant folding do not agree on what
    /// `1 << 32` is, so a verdict must not depend on it. Competitions leave such executions out.
    fn shift_is_open(&self, op: BinaryOp, by: ExprId, ty: IntTy) -> bool {
        matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight)
            && !self.wants(Check::Shift)
            && self.options.rules.is_none()
            && !self.is_below(by, i128::from(ty.width))
    }

    /// Is it plain from the text that a number is neither negative nor so large?
    fn is_below(&self, e: ExprId, limit: i128) -> bool {
        let below = |value: i128| (0..limit).contains(&value);
        if let Some(value) = self.c.constant_int(e) {
            return below(value);
        }
        match self.c.expr(e).kind {
            // So small a number is the same in every type.
            ExprKind::Cast(lariat_c::CastKind::IntToInt, inner) if limit <= 128 => {
                self.is_below(inner, limit)
            }
            ExprKind::Binary(BinaryOp::And, a, b) => {
                [a, b].iter().any(|&mask| self.c.constant_int(mask).is_some_and(below))
            }
            ExprKind::Binary(BinaryOp::Remainder, _, by) => {
                !self.c.types.is_signed(self.type_of(e))
                    && self.c.constant_int(by).is_some_and(|by| 0 < by && by <= limit)
            }
            _ => false,
        }
    }

    /// An operator is about to be applied.
    pub fn guard_operation(&mut self, e: ExprId, op: BinaryOp, x: TermId, y: TermId, ty: IntTy) {
        let by = match &self.c.expr(e).kind {
            ExprKind::Binary(_, _, by) => Some(*by),
            ExprKind::CompoundAssign(assign) => Some(assign.operand),
            _ => None,
        };
        if by.is_some_and(|by| self.shift_is_open(op, by, ty)) {
            self.at_expression(e, |l| {
                let fine = l.shift_fits(y, ty);
                l.supported(fine, SHIFT);
            });
        }
        if self.operation_is_checked(op, ty) {
            self.at_expression(e, |l| l.operands_fit(e, op, x, y, ty));
        }
    }

    /// Is this an amount by which numbers of the type can be shifted?
    fn shift_fits(&mut self, y: TermId, ty: IntTy) -> TermId {
        let width = i128::from(ty.width);
        let by = self.m.ty(y);
        let fine = match width <= by.max() {
            true => {
                let width = self.m.int(width, by);
                self.m.compare(CmpOp::Lt, y, width)
            }
            false => self.m.truth(true),
        };
        if !by.signed {
            return fine;
        }
        let zero = self.m.int(0, by);
        let positive = self.m.compare(CmpOp::Le, zero, y);
        self.m.and(positive, fine)
    }

    fn operands_fit(&mut self, e: ExprId, op: BinaryOp, x: TermId, y: TermId, ty: IntTy) {
        use BinaryOp::*;
        let zero = self.m.int(0, self.m.ty(y));
        if matches!(op, Divide | Remainder) {
            let fine = self.m.compare(CmpOp::Ne, y, zero);
            self.require(Check::DivisionByZero, fine, || "division by zero".into());
        }
        if matches!(op, ShiftLeft | ShiftRight) {
            let fine = self.shift_fits(y, ty);
            self.require(Check::Shift, fine, || SHIFT.into());
        }
        if !ty.signed || !self.wants(Check::Overflow) {
            return;
        }
        let (arithmetic, width) = match op {
            Add => (BinOp::Add, ty.width + 1),
            Subtract => (BinOp::Sub, ty.width + 1),
            Multiply => (BinOp::Mul, 2 * ty.width),
            Divide | Remainder => (BinOp::Div, ty.width + 1),
            ShiftLeft => (BinOp::Shl, 2 * ty.width),
            _ => return,
        };
        let fits = match (arithmetic, self.m.constant(y)) {
            // Only the least number divided by -1 has no result.
            (BinOp::Div, _) => {
                let (least, minus) = (self.m.int(ty.min(), ty), self.m.int(-1, ty));
                let y = self.m.cast(y, ty);
                let a = self.m.compare(CmpOp::Ne, x, least);
                let b = self.m.compare(CmpOp::Ne, y, minus);
                self.m.or(a, b)
            }
            _ => {
                let wide = IntTy { width, signed: true };
                let (a, b) = (self.m.cast(x, wide), self.m.cast(y, wide));
                let exact = self.m.binary(arithmetic, a, b);
                self.in_range(exact, ty)
            }
        };
        // How far is too far to shift is the other check's business.
        let fits = match op {
            ShiftLeft => {
                let width = self.m.int(i128::from(ty.width), self.m.ty(y));
                let far = self.m.compare(CmpOp::Le, width, y);
                let back = self.m.compare(CmpOp::Lt, y, zero);
                let odd = self.m.or(far, back);
                self.m.or(odd, fits)
            }
            _ => fits,
        };
        let c = self.c;
        self.require(Check::Overflow, fits, || format!("signed overflow in `{}`", show(c, e)));
    }

    fn in_range(&mut self, exact: TermId, ty: IntTy) -> TermId {
        let wide = self.m.ty(exact);
        let (low, high) = (self.m.int(ty.min(), wide), self.m.int(ty.max(), wide));
        let above = self.m.compare(CmpOp::Le, low, exact);
        let below = self.m.compare(CmpOp::Le, exact, high);
        self.m.and(above, below)
    }

    /// A number is about to be negated.
    pub fn guard_negation(&mut self, e: ExprId, x: TermId) {
        let ty = self.m.ty(x);
        if ty.signed && self.wants(Check::Overflow) {
            let least = self.m.int(ty.min(), ty);
            let fine = self.m.compare(CmpOp::Ne, x, least);
            let c = self.c;
            let what = || format!("signed overflow in `{}`", show(c, e));
            self.at_expression(e, |l| l.require(Check::Overflow, fine, what));
        }
    }

    /// A variable is declared, with or without a value.
    pub fn begins(&mut self, c_var: lariat_c::VarId, var: VarId, has_value: bool) {
        if !self.wants(Check::Uninitialised) || self.c.var(c_var).name.is_none() {
            return;
        }
        let shadow = match self.frame.shadows.get(&var) {
            Some(&shadow) => shadow,
            None if has_value => return,
            None => {
                let name = format!("{}.set", self.m.vars[var.index()].name);
                let shadow = self.local(&name, IntTy::BOOL);
                self.frame.shadows.insert(var, shadow);
                shadow
            }
        };
        let value = self.m.truth(has_value);
        self.emit(StmtKind::Assign(shadow, value));
    }

    /// A variable is read.
    pub fn guard_read(&mut self, var: VarId) {
        if let Some(&shadow) = self.frame.shadows.get(&var) {
            let set = self.m.var(shadow);
            let name = self.m.vars[var.index()].name.clone();
            self.require(Check::Uninitialised, set, || {
                format!("read of uninitialised variable `{name}`")
            });
        }
    }

    /// A variable has a value now.
    pub fn is_set(&mut self, var: VarId) {
        if let Some(&shadow) = self.frame.shadows.get(&var) {
            let value = self.m.truth(true);
            self.emit(StmtKind::Assign(shadow, value));
        }
    }
}
