//! Making terms, with the folding that keeps the output short.

use crate::ir::*;

impl Module {
    /// A term as is.
    pub fn push(&mut self, kind: TermKind, ty: IntTy) -> TermId {
        self.terms.push(Term { kind, ty });
        TermId(self.terms.len() as u32 - 1)
    }

    /// The type of a term.
    pub fn ty(&self, id: TermId) -> IntTy {
        self.term(id).ty
    }

    /// A number, brought into range.
    pub fn int(&mut self, value: i128, ty: IntTy) -> TermId {
        self.push(TermKind::Const(ty.wrap(value)), ty)
    }

    /// A truth value.
    pub fn truth(&mut self, value: bool) -> TermId {
        self.push(TermKind::Const(i128::from(value)), IntTy::BOOL)
    }

    /// The type of addresses.
    pub fn pointer_ty(&self) -> IntTy {
        IntTy::unsigned(self.pointer_width)
    }

    /// An address.
    pub fn address(&mut self, value: i128) -> TermId {
        let ty = self.pointer_ty();
        self.int(value, ty)
    }

    /// A variable's value.
    pub fn var(&mut self, var: VarId) -> TermId {
        let ty = self.vars[var.index()].ty;
        self.push(TermKind::Var(var), ty)
    }

    /// An operator.
    pub fn binary(&mut self, op: BinOp, a: TermId, b: TermId) -> TermId {
        use BinOp::*;
        let ty = self.ty(a);
        match (op, self.constant(a), self.constant(b)) {
            (_, Some(x), Some(y)) => {
                if let Some(v) = fold(op, x, y, ty) {
                    return self.int(v, ty);
                }
            }
            (Add | Sub | Or | Xor | Shl | Shr, _, Some(0)) | (Mul | Div, _, Some(1)) => return a,
            (Add | Or | Xor, Some(0), _) | (Mul, Some(1), _) => return b,
            (Mul | And, _, Some(0)) => return b,
            (Mul | And, Some(0), _) => return a,
            // (x + c) + d
            (Add, _, Some(y)) => {
                if let TermKind::Binary(Add, x, c) = self.term(a).kind
                    && let Some(c) = self.constant(c)
                {
                    let sum = self.int(c.wrapping_add(y), ty);
                    // Exact only where the type wraps anyway.
                    if !ty.signed {
                        return self.push(TermKind::Binary(Add, x, sum), ty);
                    }
                }
            }
            _ => {}
        }
        self.push(TermKind::Binary(op, a, b), ty)
    }

    /// A pointer moved by bytes.
    pub fn offset(&mut self, pointer: TermId, bytes: TermId) -> TermId {
        let ty = self.ty(pointer);
        let Some(by) = self.constant(bytes) else {
            return self.push(TermKind::Offset(pointer, bytes), ty);
        };
        if by == 0 {
            return pointer;
        }
        match self.term(pointer).kind {
            TermKind::Const(v) => self.int(v.wrapping_add(by), ty),
            TermKind::Offset(p, b) if self.constant(b).is_some() => {
                let sum = self.constant(b).unwrap_or(0).wrapping_add(by);
                let sum = self.int(sum, ty);
                self.offset(p, sum)
            }
            _ => self.push(TermKind::Offset(pointer, bytes), ty),
        }
    }

    /// A power of two that the value of a term is a multiple of, whether it wraps around or not.
    pub fn power_of_two_in(&self, id: TermId) -> u64 {
        const MOST: u32 = 12;
        const DEEP: u32 = 16;
        fn zeros(m: &Module, id: TermId, deep: u32) -> u32 {
            use TermKind::*;
            if deep == 0 {
                return 0;
            }
            let of = |id| zeros(m, id, deep - 1);
            match m.term(id).kind {
                Const(v) => v.trailing_zeros().min(MOST),
                Cast(a) | Negate(a) => of(a),
                Binary(BinOp::Mul, a, b) => (of(a) + of(b)).min(MOST),
                Binary(BinOp::Add | BinOp::Sub, a, b) | Ite(_, a, b) => of(a).min(of(b)),
                _ => 0,
            }
        }
        1 << zeros(self, id, DEEP)
    }

    /// A pointer moved by a known number of bytes.
    pub fn offset_by(&mut self, pointer: TermId, bytes: i128) -> TermId {
        let by = self.address(bytes);
        self.offset(pointer, by)
    }

    /// A conversion.
    pub fn cast(&mut self, a: TermId, ty: IntTy) -> TermId {
        let from = self.ty(a);
        if from == ty {
            return a;
        }
        match self.term(a).kind {
            TermKind::Const(v) => self.int(v, ty),
            // Truth values fit everywhere.
            TermKind::FromBool(c) => self.push(TermKind::FromBool(c), ty),
            // Widening by sign and then narrowing back to something not wider than the source.
            TermKind::Cast(inner)
                if ty.width <= from.width && from.width >= self.ty(inner).width =>
            {
                self.cast(inner, ty)
            }
            _ => self.push(TermKind::Cast(a), ty),
        }
    }

    /// A comparison.
    pub fn compare(&mut self, op: CmpOp, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            let big = self.ty(a) == IntTy::unsigned(128);
            let order = if big { (x as u128).cmp(&(y as u128)) } else { x.cmp(&y) };
            return self.truth(match op {
                CmpOp::Eq => order.is_eq(),
                CmpOp::Ne => order.is_ne(),
                CmpOp::Lt => order.is_lt(),
                CmpOp::Le => order.is_le(),
            });
        }
        if let (TermKind::FromBool(c), Some(v), CmpOp::Eq | CmpOp::Ne) =
            (self.term(a).kind, self.constant(b), op)
        {
            return match (op, v) {
                (CmpOp::Ne, 0) | (CmpOp::Eq, 1) => c,
                (CmpOp::Eq, 0) | (CmpOp::Ne, 1) => self.not(c),
                (op, _) => self.truth(op == CmpOp::Ne),
            };
        }
        // A widened value compared with a constant that the narrow type has.
        if let (TermKind::Cast(x), Some(v), CmpOp::Eq | CmpOp::Ne) =
            (self.term(a).kind, self.constant(b), op)
        {
            let (from, to) = (self.ty(x), self.ty(a));
            let widens = to.width > from.width && (to.signed || !from.signed);
            if widens && from.width > 0 && from.min() <= v && v <= from.max() {
                let v = self.int(v, from);
                return self.compare(op, x, v);
            }
        }
        // x - y and zero, x + c and a constant: overflow does not matter for equality.
        if let (TermKind::Binary(sum @ (BinOp::Add | BinOp::Sub), x, y), Some(v), true) =
            (self.term(a).kind, self.constant(b), matches!(op, CmpOp::Eq | CmpOp::Ne))
        {
            match (sum, self.constant(y)) {
                (BinOp::Sub, None) if v == 0 => return self.compare(op, x, y),
                (_, Some(c)) => {
                    let v = if sum == BinOp::Add { v.wrapping_sub(c) } else { v.wrapping_add(c) };
                    let v = self.int(v, self.ty(a));
                    return self.compare(op, x, v);
                }
                _ => {}
            }
        }
        self.push(TermKind::Compare(op, a, b), IntTy::BOOL)
    }

    /// The contrary.
    pub fn not(&mut self, c: TermId) -> TermId {
        match self.term(c).kind {
            TermKind::Const(v) => self.truth(v == 0),
            TermKind::Not(inner) => inner,
            TermKind::Compare(CmpOp::Eq, a, b) => self.compare(CmpOp::Ne, a, b),
            TermKind::Compare(CmpOp::Ne, a, b) => self.compare(CmpOp::Eq, a, b),
            TermKind::Compare(CmpOp::Lt, a, b) => self.compare(CmpOp::Le, b, a),
            TermKind::Compare(CmpOp::Le, a, b) => self.compare(CmpOp::Lt, b, a),
            _ => self.push(TermKind::Not(c), IntTy::BOOL),
        }
    }

    /// Both.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.constant(a), self.constant(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (_, Some(0)) | (Some(1), _) => b,
            _ => self.push(TermKind::And(a, b), IntTy::BOOL),
        }
    }

    /// One of them.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.constant(a), self.constant(b)) {
            (Some(1), _) | (_, Some(0)) => a,
            (_, Some(1)) | (Some(0), _) => b,
            _ => self.push(TermKind::Or(a, b), IntTy::BOOL),
        }
    }

    /// Is the value different from zero?
    pub fn is_true(&mut self, a: TermId) -> TermId {
        let ty = self.ty(a);
        if ty == IntTy::BOOL {
            return a;
        }
        let zero = self.int(0, ty);
        self.compare(CmpOp::Ne, a, zero)
    }

    /// A truth value as a number.
    pub fn truth_as(&mut self, c: TermId, ty: IntTy) -> TermId {
        match self.constant(c) {
            Some(v) => self.int(v, ty),
            None => self.push(TermKind::FromBool(c), ty),
        }
    }

    /// A choice.
    pub fn ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        match self.constant(c) {
            Some(0) => b,
            Some(_) => a,
            None => {
                let ty = self.ty(a);
                self.push(TermKind::Ite(c, a, b), ty)
            }
        }
    }
}

/// The value of an operator on constants, if it has one.
fn fold(op: BinOp, x: i128, y: i128, ty: IntTy) -> Option<i128> {
    use BinOp::*;
    let big = ty == IntTy::unsigned(128);
    Some(match op {
        Add => x.wrapping_add(y),
        Sub => x.wrapping_sub(y),
        Mul => x.wrapping_mul(y),
        Div if big => (x as u128).checked_div(y as u128)? as i128,
        Rem if big => (x as u128).checked_rem(y as u128)? as i128,
        Div => x.checked_div(y)?,
        Rem => x.checked_rem(y)?,
        Shl | Shr => {
            let by = u32::try_from(y).ok().filter(|by| *by < ty.width)?;
            match op {
                Shl => x.wrapping_shl(by),
                _ if big => ((x as u128) >> by) as i128,
                _ => x >> by,
            }
        }
        And => x & y,
        Or => x | y,
        Xor => x ^ y,
    })
}
