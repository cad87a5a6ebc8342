//! Expressions.

use super::{Home, Lowering};
use crate::ir::*;
use lariat_c::{BinaryOp, CastKind, ExprId, ExprKind, LogicalOp, TypeId, UnaryOp};

impl Lowering<'_> {
    /// Evaluates for the effects only.
    pub fn effect(&mut self, e: ExprId) {
        if self.has_effects(e) && self.evaluated(e).is_none() {
            self.in_order(e, |this| this.effect_now(e));
        }
    }

    fn effect_now(&mut self, e: ExprId) {
        let expr = self.c.expr(e);
        match &expr.kind {
            ExprKind::Comma(a, b) => {
                self.effect(*a);
                self.effect(*b);
            }
            ExprKind::Cast(CastKind::ToVoid, a) => self.effect(*a),
            ExprKind::Assign(l, r) if self.ity(expr.ty).is_some() => {
                let value = self.value(*r);
                let value = if self.has_effects(*l) { self.save(value) } else { value };
                let lvalue = self.lvalue(*l);
                self.write(&lvalue, value);
            }
            ExprKind::Increment { target, up, .. } => {
                self.increment(e, *target, *up, false);
            }
            ExprKind::Conditional(c, a, b) => {
                let (yes, no, end) = (self.new_label(), self.new_label(), self.new_label());
                self.jump_on(*c, yes, no);
                self.label(yes);
                self.effect(*a);
                self.goto(end);
                self.label(no);
                self.effect(*b);
                self.label(end);
            }
            ExprKind::Logical(..) => {
                let end = self.new_label();
                self.jump_on(e, end, end);
                self.label(end);
            }
            ExprKind::StmtExpr(s, value) => {
                let due = self.frame.dues.len();
                self.statements(*s);
                if let Some(value) = value {
                    self.effect(*value);
                }
                self.clean_up(due);
            }
            _ if self.is_record(expr.ty) => {
                self.record(e);
            }
            _ if self.ity(expr.ty).is_some() => {
                self.value(e);
            }
            ExprKind::Call(callee, args) => {
                self.call(e, *callee, args, None);
            }
            ExprKind::Builtin(name, args) => {
                let name = self.c.name(*name).to_owned();
                self.builtin(&name, args, expr.ty);
            }
            ExprKind::Unsupported(what) => {
                let what = self.c.name(*what).to_owned();
                self.unsupported(what);
            }
            kind => {
                let mut children = Vec::new();
                kind.for_each_child(|child| children.push(child));
                for child in children {
                    self.effect(child);
                }
            }
        }
    }

    /// Goes to one of two labels, depending on a scalar.
    pub fn jump_on(&mut self, e: ExprId, yes: LabelId, no: LabelId) {
        let expr = self.c.expr(e);
        if self.has_effects(e) {
            match &expr.kind {
                ExprKind::Logical(LogicalOp::And, a, b) => {
                    let middle = self.new_label();
                    self.jump_on(*a, middle, no);
                    self.label(middle);
                    return self.jump_on(*b, yes, no);
                }
                ExprKind::Logical(LogicalOp::Or, a, b) => {
                    let middle = self.new_label();
                    self.jump_on(*a, yes, middle);
                    self.label(middle);
                    return self.jump_on(*b, yes, no);
                }
                ExprKind::Unary(UnaryOp::Not, a) if !self.c.types.is_float(self.type_of(*a)) => {
                    return self.jump_on(*a, no, yes);
                }
                _ => {}
            }
        }
        let c = self.condition(e);
        self.branch(c, yes, no);
    }

    /// Is a scalar different from zero?
    pub fn condition(&mut self, e: ExprId) -> TermId {
        let ty = self.type_of(e);
        let value = self.value(e);
        if self.c.types.is_float(ty) {
            return self.float_truth(value, ty);
        }
        self.m.is_true(value)
    }

    /// Two operands, the first of which is kept while the second is evaluated.
    pub fn operands(&mut self, a: ExprId, b: ExprId) -> (TermId, TermId) {
        let x = self.value(a);
        let x = if self.has_effects(b) { self.save(x) } else { x };
        (x, self.value(b))
    }

    /// The value of an expression of scalar type.
    pub fn value(&mut self, e: ExprId) -> TermId {
        match self.evaluated(e) {
            Some(Some(value)) => value,
            _ => self.in_order(e, |this| this.value_now(e)),
        }
    }

    fn value_now(&mut self, e: ExprId) -> TermId {
        let c = self.c;
        let expr = c.expr(e);
        let ty = self.ity_or_int(expr.ty);
        match &expr.kind {
            ExprKind::Int(v) => self.m.int(*v, ty),
            ExprKind::Float(v, text) => self.float_literal(*v, c.name(*text), expr.ty),
            ExprKind::Load(l) => {
                if self.ity(expr.ty).is_none() {
                    return self.address(*l);
                }
                if let ExprKind::Var(var) = c.expr(*l).kind
                    && let Some(&constant) = self.frame.constants.get(&var)
                {
                    return constant;
                }
                if let Some(value) = self.table_of_characters(*l) {
                    return value;
                }
                let lvalue = self.lvalue(*l);
                self.read_object(*l, &lvalue)
            }
            ExprKind::Decay(l) => {
                let address = self.address(*l);
                match self.is_open_array(*l) {
                    true => self.open_array_pointer(address, self.type_of(*l)),
                    false => self.array_pointer(address, self.type_of(*l)),
                }
            }
            ExprKind::AddressOf(l) => {
                let address = self.address(*l);
                self.stays_near(address);
                address
            }
            ExprKind::Unary(op, a) => self.unary(e, *op, *a, ty),
            ExprKind::Binary(op, a, b) => self.binary(e, *op, *a, *b),
            ExprKind::Logical(op, a, b) => self.logical(e, *op, *a, *b),
            ExprKind::PointerOffset { pointer, offset, negative } => {
                let (p, by) = self.operands(*pointer, *offset);
                let moved = self.pointer_offset(expr.ty, p, by, *negative);
                self.stays_near(moved);
                moved
            }
            ExprKind::PointerDifference(a, b) => {
                let element = c.types.pointee(self.type_of(*a));
                let size = self.variable_size(element.unwrap_or(TypeId::CHAR));
                let size = self.m.cast(size, ty);
                let (x, y) = self.operands(*a, *b);
                let (x, y) = (self.m.cast(x, ty), self.m.cast(y, ty));
                let bytes = self.m.push(TermKind::Binary(BinOp::Sub, x, y), ty);
                if self.m.constant(size) == Some(0) {
                    return bytes;
                }
                self.m.binary(BinOp::Div, bytes, size)
            }
            ExprKind::Cast(kind, a) => self.conversion(*kind, *a, expr.ty),
            ExprKind::Member(..) | ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Deref(_) => {
                // A member of a record value, or what is read before its time.
                let lvalue = self.lvalue(e);
                self.read_object(e, &lvalue)
            }
            ExprKind::Call(callee, args) => {
                let result = self.call(e, *callee, args, None);
                result.unwrap_or_else(|| self.m.int(0, ty))
            }
            ExprKind::Assign(l, r) => {
                let value = self.value(*r);
                let value = if self.has_effects(*l) { self.save(value) } else { value };
                let lvalue = self.stable_lvalue(*l);
                self.write(&lvalue, value);
                self.content(&lvalue)
            }
            ExprKind::CompoundAssign(assign) => self.compound_assign(e, assign),
            ExprKind::Increment { target, up, postfix } => {
                self.increment(e, *target, *up, *postfix)
            }
            ExprKind::Conditional(test, a, b) => {
                if self.has_effects(*a) || self.has_effects(*b) {
                    return self.conditional(*test, *a, *b, ty);
                }
                let test = self.condition(*test);
                let (a, b) = (self.value(*a), self.value(*b));
                self.m.ite(test, a, b)
            }
            ExprKind::Comma(a, b) => {
                self.effect(*a);
                self.value(*b)
            }
            ExprKind::StmtExpr(s, value) => {
                let due = self.frame.dues.len();
                self.statements(*s);
                let value = match value {
                    Some(value) => {
                        let value = self.value(*value);
                        self.save(value)
                    }
                    None => self.m.int(0, ty),
                };
                self.clean_up(due);
                value
            }
            ExprKind::CompoundLiteral(var, init) => {
                self.declare(*var, Some(init));
                match self.home(*var) {
                    Home::Scalar(var) => self.m.var(var),
                    Home::Fixed(object) => {
                        let pointer = self.m.pointer_ty();
                        self.m.push(TermKind::Address(object), pointer)
                    }
                    Home::Dynamic(var, _) => self.m.var(var),
                }
            }
            ExprKind::VaArg(list) => {
                let at = self.take_argument(*list, expr.ty);
                self.load_from(at, expr.ty)
            }
            ExprKind::Builtin(name, args) => {
                let name = c.name(*name).to_owned();
                let result = self.builtin(&name, args, expr.ty);
                result.unwrap_or_else(|| self.m.int(0, ty))
            }
            ExprKind::Unsupported(what) => {
                let what = c.name(*what).to_owned();
                self.unsupported(what);
                self.any(ty)
            }
            ExprKind::Str(_) | ExprKind::Function(_) => self.address(e),
            ExprKind::Quantified { .. } | ExprKind::Error => {
                self.unsupported("an expression that was not understood");
                self.any(ty)
            }
        }
    }

    /// The address of an object that holds a record value.
    pub fn record(&mut self, e: ExprId) -> TermId {
        match self.evaluated(e) {
            Some(Some(address)) => address,
            _ => self.in_order(e, |this| this.record_now(e)),
        }
    }

    fn record_now(&mut self, e: ExprId) -> TermId {
        let c = self.c;
        let expr = c.expr(e);
        match &expr.kind {
            ExprKind::Load(l) => {
                let address = self.address(*l);
                self.guard_type(address, expr.ty);
                address
            }
            ExprKind::Assign(l, r) => {
                let from = self.record(*r);
                let from = if self.has_effects(*l) { self.save(from) } else { from };
                let to = self.address(*l);
                self.guard_type(to, expr.ty);
                self.copy_record(to, from, expr.ty);
                to
            }
            ExprKind::Call(callee, args) => {
                let into = self.temporary(expr.ty);
                self.call(e, *callee, args, Some(into));
                into
            }
            ExprKind::Comma(a, b) => {
                self.effect(*a);
                self.record(*b)
            }
            ExprKind::Conditional(test, a, b) => {
                let pointer = self.m.pointer_ty();
                let var = self.local("$r", pointer);
                let (yes, no, end) = (self.new_label(), self.new_label(), self.new_label());
                self.jump_on(*test, yes, no);
                self.label(yes);
                let x = self.record(*a);
                self.emit(StmtKind::Assign(var, x));
                self.goto(end);
                self.label(no);
                let y = self.record(*b);
                self.emit(StmtKind::Assign(var, y));
                self.label(end);
                self.m.var(var)
            }
            ExprKind::StmtExpr(s, Some(value)) => {
                let due = self.frame.dues.len();
                self.statements(*s);
                let from = self.record(*value);
                let into = self.temporary(expr.ty);
                self.copy_record(into, from, expr.ty);
                self.clean_up(due);
                into
            }
            ExprKind::Cast(CastKind::ToUnion(n), a) => {
                let into = self.temporary(expr.ty);
                let field = c
                    .types
                    .record_of(expr.ty)
                    .and_then(|r| c.types.record(r).fields.get(*n as usize).map(|f| f.ty));
                let Some(ty) = field else { return into };
                if self.is_record(ty) {
                    let from = self.record(*a);
                    self.copy_record(into, from, ty);
                } else {
                    let value = self.value(*a);
                    let access = self.access(ty, None);
                    self.emit(StmtKind::Store(access, into, value));
                }
                into
            }
            ExprKind::Cast(_, a) => self.record(*a),
            ExprKind::VaArg(list) => self.take_argument(*list, expr.ty),
            ExprKind::Unsupported(what) => {
                let what = c.name(*what).to_owned();
                self.unsupported(what);
                self.temporary(expr.ty)
            }
            ExprKind::Builtin(..) | ExprKind::Error => {
                self.unsupported("an expression that was not understood");
                self.temporary(expr.ty)
            }
            _ => self.address(e),
        }
    }

    /// Memory for a value of a type.
    pub fn temporary(&mut self, ty: TypeId) -> TermId {
        let size = self.c.types.size_of(ty).unwrap_or(0);
        let size = self.m.address(i128::from(size));
        self.allocate("temporary", size, crate::symbols::Thing::Temporary)
    }

    fn conditional(&mut self, test: ExprId, a: ExprId, b: ExprId, ty: IntTy) -> TermId {
        let var = self.local("$c", ty);
        let (yes, no, end) = (self.new_label(), self.new_label(), self.new_label());
        self.jump_on(test, yes, no);
        self.label(yes);
        let x = self.value(a);
        self.emit(StmtKind::Assign(var, x));
        self.goto(end);
        self.label(no);
        let y = self.value(b);
        self.emit(StmtKind::Assign(var, y));
        self.label(end);
        self.m.var(var)
    }

    fn logical(&mut self, e: ExprId, op: LogicalOp, a: ExprId, b: ExprId) -> TermId {
        if self.has_effects(b) {
            let var = self.local("$b", IntTy::INT);
            let (yes, no, end) = (self.new_label(), self.new_label(), self.new_label());
            self.jump_on(e, yes, no);
            for (label, value) in [(yes, 1), (no, 0)] {
                self.label(label);
                let value = self.m.int(value, IntTy::INT);
                self.emit(StmtKind::Assign(var, value));
                self.goto(end);
            }
            self.label(end);
            return self.m.var(var);
        }
        let (x, y) = (self.condition(a), self.condition(b));
        let result = match op {
            LogicalOp::And => self.m.and(x, y),
            LogicalOp::Or => self.m.or(x, y),
            LogicalOp::Implies => {
                let not = self.m.not(x);
                self.m.or(not, y)
            }
            LogicalOp::Iff => {
                let (x, y) = (self.m.truth_as(x, IntTy::INT), self.m.truth_as(y, IntTy::INT));
                self.m.compare(CmpOp::Eq, x, y)
            }
        };
        self.m.truth_as(result, IntTy::INT)
    }

    fn unary(&mut self, e: ExprId, op: UnaryOp, a: ExprId, ty: IntTy) -> TermId {
        let float = self.c.types.is_float(self.type_of(a));
        match op {
            UnaryOp::Not => {
                let truth = self.condition(a);
                let contrary = self.m.not(truth);
                self.m.truth_as(contrary, ty)
            }
            UnaryOp::Negate => {
                let x = self.value(a);
                if !float {
                    self.guard_negation(e, x);
                }
                match self.m.constant(x) {
                    _ if float => self.float_negation(x, self.type_of(a)),
                    Some(v) => self.m.int(v.wrapping_neg(), ty),
                    None => self.m.push(TermKind::Negate(x), ty),
                }
            }
            UnaryOp::Complement => {
                let x = self.value(a);
                match self.m.constant(x) {
                    Some(v) => self.m.int(!v, ty),
                    None => self.m.push(TermKind::Complement(x), ty),
                }
            }
        }
    }

    fn binary(&mut self, e: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> TermId {
        let ty = self.ity_or_int(self.type_of(e));
        if self.c.types.is_float(self.type_of(a)) {
            let (x, y) = self.operands(a, b);
            return self.float_operation(op, x, y, self.type_of(a), ty);
        }
        let (x, y) = self.operands(a, b);
        self.guard_operation(e, op, x, y, ty);
        self.operation(op, x, y, ty)
    }

    /// An operator on integers; comparisons give a number of the type given.
    pub fn operation(&mut self, op: BinaryOp, x: TermId, y: TermId, ty: IntTy) -> TermId {
        use BinaryOp::*;
        let arithmetic = |op| Err(op);
        let compare: Result<TermId, BinOp> = match op {
            Less => Ok(self.m.compare(CmpOp::Lt, x, y)),
            Greater => Ok(self.m.compare(CmpOp::Lt, y, x)),
            LessEqual => Ok(self.m.compare(CmpOp::Le, x, y)),
            GreaterEqual => Ok(self.m.compare(CmpOp::Le, y, x)),
            Equal => Ok(self.m.compare(CmpOp::Eq, x, y)),
            NotEqual => Ok(self.m.compare(CmpOp::Ne, x, y)),
            Multiply => arithmetic(BinOp::Mul),
            Divide => arithmetic(BinOp::Div),
            Remainder => arithmetic(BinOp::Rem),
            Add => arithmetic(BinOp::Add),
            Subtract => arithmetic(BinOp::Sub),
            ShiftLeft => arithmetic(BinOp::Shl),
            ShiftRight => arithmetic(BinOp::Shr),
            And => arithmetic(BinOp::And),
            Xor => arithmetic(BinOp::Xor),
            Or => arithmetic(BinOp::Or),
        };
        match compare {
            Ok(truth) => self.m.truth_as(truth, ty),
            Err(op) => {
                let left = self.m.ty(x);
                let y = self.m.cast(y, left);
                self.m.binary(op, x, y)
            }
        }
    }

    /// A pointer plus or minus so many elements.
    pub fn pointer_offset(&mut self, ty: TypeId, p: TermId, by: TermId, negative: bool) -> TermId {
        let pointer = self.m.pointer_ty();
        let element = self.c.types.pointee(ty);
        let size = self.variable_size(element.unwrap_or(TypeId::CHAR));
        let mut by = self.m.cast(by, pointer);
        if negative {
            by = match self.m.constant(by) {
                Some(v) => self.m.int(v.wrapping_neg(), pointer),
                None => self.m.push(TermKind::Negate(by), pointer),
            };
        }
        let bytes = self.m.binary(BinOp::Mul, by, size);
        self.m.offset(p, bytes)
    }

    /// What the compiler makes of a constant that does not fit into the integer type.
    fn saturates(&self, a: ExprId, ty: IntTy) -> Option<i128> {
        let lariat_c::Constant::Float(value) = self.c.constant(a)? else { return None };
        let places = (ty.width - u32::from(ty.signed)) as i32;
        if value >= 2f64.powi(places) {
            Some(ty.max())
        } else if value < ty.min() as f64 && value.trunc() < ty.min() as f64 {
            Some(ty.min())
        } else {
            None
        }
    }

    fn conversion(&mut self, kind: CastKind, a: ExprId, to: TypeId) -> TermId {
        let ty = self.ity_or_int(to);
        match kind {
            CastKind::ToBool => {
                let truth = self.condition(a);
                self.m.truth_as(truth, ty)
            }
            CastKind::FloatToInt if self.saturates(a, ty).is_some() => {
                let bound = self.saturates(a, ty).unwrap_or(0);
                self.m.int(bound, ty)
            }
            CastKind::IntToFloat | CastKind::FloatToInt | CastKind::FloatToFloat => {
                let value = self.value(a);
                self.float_conversion(value, self.type_of(a), to)
            }
            CastKind::ToVoid => {
                self.effect(a);
                self.m.int(0, IntTy::INT)
            }
            CastKind::ToUnion(_) => self.m.int(0, ty),
            CastKind::IntToInt
            | CastKind::IntToPointer
            | CastKind::NullToPointer
            | CastKind::PointerToInt
            | CastKind::PointerToPointer
            | CastKind::Same => {
                let value = self.value(a);
                if kind == CastKind::PointerToInt && self.m.constant(value).is_none() {
                    let ours = self.c.files.name(self.frame.place.file) == crate::LIBRARY.name;
                    self.m.pointers_as_numbers |= !ours;
                }
                self.m.cast(value, ty)
            }
        }
    }

    fn increment(&mut self, e: ExprId, target: ExprId, up: bool, postfix: bool) -> TermId {
        let ty = self.type_of(target);
        let int = self.ity_or_int(ty);
        let lvalue = self.stable_lvalue(target);
        let old = self.read_object(target, &lvalue);
        let old = if postfix { self.save(old) } else { old };
        let one = self.m.int(1, int);
        let new = if self.c.types.is_float(ty) {
            let one = self.float_constant(1.0, ty);
            let op = if up { BinaryOp::Add } else { BinaryOp::Subtract };
            self.float_operation(op, old, one, ty, int)
        } else if self.c.types.is_pointer(ty) {
            let moved = self.pointer_offset(ty, old, one, !up);
            self.stays_near(moved);
            moved
        } else if matches!(self.c.types.get(ty), lariat_c::Type::Bool) {
            if up { one } else { self.m.binary(BinOp::Xor, old, one) }
        } else if int.width < 32 {
            let wide = self.m.cast(old, IntTy::INT);
            let one = self.m.int(1, IntTy::INT);
            let sum = self.m.binary(if up { BinOp::Add } else { BinOp::Sub }, wide, one);
            self.m.cast(sum, int)
        } else {
            let op = if up { BinaryOp::Add } else { BinaryOp::Subtract };
            self.guard_operation(e, op, old, one, int);
            self.m.binary(if up { BinOp::Add } else { BinOp::Sub }, old, one)
        };
        self.write(&lvalue, new);
        if postfix { old } else { self.content(&lvalue) }
    }

    fn compound_assign(&mut self, e: ExprId, assign: &lariat_c::CompoundAssign) -> TermId {
        let ty = self.type_of(assign.target);
        let compute = self.ity_or_int(assign.compute);
        let operand = self.value(assign.operand);
        let operand = if self.has_effects(assign.target) { self.save(operand) } else { operand };
        let lvalue = self.stable_lvalue(assign.target);
        let old = match self.evaluated(assign.target) {
            Some(Some(old)) => old,
            _ => self.read_object(assign.target, &lvalue),
        };
        let new = if self.c.types.is_float(assign.compute) {
            let old = self.float_conversion(old, ty, assign.compute);
            let result = self.float_operation(assign.op, old, operand, assign.compute, compute);
            if matches!(self.c.types.get(ty), lariat_c::Type::Bool) {
                let truth = self.float_truth(result, assign.compute);
                self.m.truth_as(truth, IntTy::unsigned(8))
            } else {
                self.float_conversion(result, assign.compute, ty)
            }
        } else if self.c.types.is_pointer(ty) {
            let back = assign.op == BinaryOp::Subtract;
            let moved = self.pointer_offset(ty, old, operand, back);
            self.stays_near(moved);
            moved
        } else {
            let old = self.m.cast(old, compute);
            self.guard_operation(e, assign.op, old, operand, compute);
            let result = self.operation(assign.op, old, operand, compute);
            if matches!(self.c.types.get(ty), lariat_c::Type::Bool) {
                let truth = self.m.is_true(result);
                self.m.truth_as(truth, IntTy::unsigned(8))
            } else {
                let int = self.ity_or_int(ty);
                self.m.cast(result, int)
            }
        };
        self.write(&lvalue, new);
        self.content(&lvalue)
    }

    /// An lvalue whose address is computed once.
    fn stable_lvalue(&mut self, e: ExprId) -> super::lvalue::Lvalue {
        use super::lvalue::Lvalue;
        match self.lvalue(e) {
            Lvalue::Memory { address, ty, field } if self.is_costly(address) => {
                let address = self.save(address);
                Lvalue::Memory { address, ty, field }
            }
            Lvalue::Bits { access, unit, address, shift, width, ty } => {
                let address = self.save(address);
                Lvalue::Bits { access, unit, address, shift, width, ty }
            }
            other => other,
        }
    }

    fn is_costly(&self, term: TermId) -> bool {
        let mut loads = false;
        let mut work = vec![term];
        while let Some(t) = work.pop() {
            loads |= matches!(self.m.term(t).kind, TermKind::Load(..));
            self.m.operands(t, |o| work.push(o));
        }
        loads
    }
}
