//! Conversions: loads and decay, promotions, the usual arithmetic conversions, assignment.

use super::Unit;
use super::declaration::whole_entry;
use crate::program::*;
use crate::tree::*;
use crate::types::{FloatKind, IntKind, Type, TypeId};

impl Unit<'_> {
    /// Does the expression designate an object or a function?
    pub(super) fn is_lvalue(&self, e: ExprId) -> bool {
        use ExprKind::*;
        matches!(
            self.kind(e),
            Var(_) | Global(_) | Str(_) | Deref(_) | Member(..) | CompoundLiteral(..)
        )
    }

    /// Lvalue conversion, array and function decay: the expression as a value.
    pub(super) fn value(&mut self, e: ExprId) -> ExprId {
        let ty = self.ty(e);
        let place = self.place_of(e);
        match *self.p.types.get(ty) {
            Type::Array(..) => {
                if !self.is_lvalue(e) {
                    return e;
                }
                self.mark_address_taken(e);
                let Some(element) = self.p.types.element(ty) else { return e };
                let pointer = self.p.types.pointer_to(element);
                self.expr(ExprKind::Decay(e), pointer, place)
            }
            Type::Function(_) => {
                if let ExprKind::Function(id) = *self.kind(e) {
                    self.p.functions[id.index()].address_taken = true;
                }
                self.function_pointer(e)
            }
            _ if self.is_lvalue(e) => self.expr(ExprKind::Load(e), ty.unqualified(), place),
            _ => e,
        }
    }

    /// A function designator as a pointer.
    pub(super) fn function_pointer(&mut self, e: ExprId) -> ExprId {
        if let ExprKind::Deref(pointer) = *self.kind(e) {
            return pointer;
        }
        let (ty, place) = (self.ty(e), self.place_of(e));
        let pointer = self.p.types.pointer_to(ty.unqualified());
        self.expr(ExprKind::Decay(e), pointer, place)
    }

    /// Notes that the object's address escapes into a pointer.
    pub(super) fn mark_address_taken(&mut self, lvalue: ExprId) {
        if self.unevaluated > 0 {
            return;
        }
        let mut e = lvalue;
        loop {
            match *self.kind(e) {
                ExprKind::Member(base, _) => e = base,
                ExprKind::Var(id) => {
                    self.p.vars[id.index()].address_taken = true;
                    return;
                }
                ExprKind::CompoundLiteral(id, _) => {
                    self.p.vars[id.index()].address_taken = true;
                    return;
                }
                ExprKind::Global(id) => {
                    self.p.globals[id.index()].address_taken = true;
                    return;
                }
                _ => return,
            }
        }
    }

    /// A record value as an lvalue: stored in a hidden variable first.
    pub(super) fn materialize(&mut self, e: ExprId) -> ExprId {
        if self.is_lvalue(e) {
            return e;
        }
        let (ty, place) = (self.ty(e), self.place_of(e));
        let var = self.new_var(None, ty, VarRole::Temporary, place);
        let init = Init { entries: vec![whole_entry(ty, e, place)], zero_rest: false };
        self.expr(ExprKind::CompoundLiteral(var, Box::new(init)), ty, place)
    }

    /// The bit-field that an lvalue (or the load of one) designates: its width.
    pub(super) fn bit_width_of(&self, e: ExprId) -> Option<u32> {
        match *self.kind(e) {
            ExprKind::Load(inner) => self.bit_width_of(inner),
            ExprKind::Member(base, field) => {
                let record = self.p.types.record_of(self.ty(base))?;
                Some(self.p.types.record(record).fields.get(field as usize)?.bits?.width)
            }
            _ => None,
        }
    }

    /// The type of an integer value after integer promotion.
    fn promoted_type(&self, e: ExprId) -> TypeId {
        let ty = self.ty(e).unqualified();
        let types = &self.p.types;
        if *types.get(ty) == Type::Bool {
            return TypeId::INT;
        }
        let Some(kind) = types.int_kind(ty) else { return ty };
        let int = types.width_of(IntKind::Int);
        let small = match self.bit_width_of(e) {
            Some(width) if width <= int => Some(width),
            _ => (kind.rank() < IntKind::Int.rank()).then(|| types.width_of(kind)),
        };
        match small {
            Some(width) if width < int || (width == int && kind.is_signed()) => TypeId::INT,
            Some(width) if width == int => TypeId::UINT,
            _ => kind.type_id(),
        }
    }

    /// Integer promotion of a value.
    pub(super) fn promote(&mut self, e: ExprId) -> ExprId {
        let ty = self.promoted_type(e);
        self.convert(e, ty)
    }

    /// The type that C gives an expression. What is computed from `_Float16` alone has that type, although it is kept as a
    /// `float` until it is stored or converted, as gcc does without instructions for half precision.
    pub(super) fn written_type(&self, e: ExprId) -> TypeId {
        match self.is_half(e) {
            true => TypeId::HALF,
            false => self.ty(e),
        }
    }

    fn is_half(&self, e: ExprId) -> bool {
        let expr = self.p.expr(e);
        if expr.ty.unqualified() != TypeId::FLOAT {
            return false;
        }
        let operand = |e: ExprId| match self.p.expr(e).kind {
            ExprKind::Cast(CastKind::FloatToFloat, inner) => {
                self.ty(inner).unqualified() == TypeId::HALF
            }
            ExprKind::Cast(CastKind::IntToFloat, _) => true,
            _ => self.is_half(e),
        };
        let from_half = |e: ExprId| match self.p.expr(e).kind {
            ExprKind::Cast(CastKind::FloatToFloat, _) => operand(e),
            _ => self.is_half(e),
        };
        match expr.kind {
            ExprKind::Binary(_, a, b) | ExprKind::Conditional(_, a, b) => {
                operand(a) && operand(b) && (from_half(a) || from_half(b))
            }
            ExprKind::Unary(_, a) | ExprKind::Comma(_, a) => self.is_half(a),
            _ => false,
        }
    }

    /// Default argument promotions of a value.
    pub(super) fn promote_argument(&mut self, e: ExprId) -> ExprId {
        if *self.p.types.get(self.ty(e)) == Type::Float(FloatKind::Float) {
            return self.convert(e, TypeId::DOUBLE);
        }
        if self.p.types.is_integer(self.ty(e)) { self.promote(e) } else { e }
    }

    /// The usual arithmetic conversions: both values in their common type.
    pub(super) fn usual(&mut self, a: ExprId, b: ExprId) -> (ExprId, ExprId, TypeId) {
        if let Some((bits, ty)) = self.wide_common(a, b) {
            let mut side = |e: ExprId| {
                let place = self.place_of(e);
                let e = self.convert(e, ty);
                self.wide_result(e, bits, place)
            };
            return (side(a), side(b), ty);
        }
        let ty = self.common_type(a, b);
        (self.convert(a, ty), self.convert(b, ty), ty)
    }

    fn common_type(&self, a: ExprId, b: ExprId) -> TypeId {
        let float = |e: ExprId| match self.p.types.get(self.ty(e)) {
            Type::Float(kind) => Some(*kind),
            _ => None,
        };
        if let Some(kind) = float(a).max(float(b)) {
            return match kind {
                // Operands of half precision are computed with as `float`; see `written_type`.
                FloatKind::Half | FloatKind::Float => TypeId::FLOAT,
                FloatKind::Double => TypeId::DOUBLE,
                FloatKind::LongDouble => TypeId::LONG_DOUBLE,
                FloatKind::Float128 => TypeId::FLOAT128,
            };
        }
        let (a, b) = (self.promoted_type(a), self.promoted_type(b));
        let types = &self.p.types;
        let (Some(x), Some(y)) = (types.int_kind(a), types.int_kind(b)) else { return a };
        if x == y {
            return a;
        }
        if x.is_signed() == y.is_signed() {
            return if x.rank() >= y.rank() { a } else { b };
        }
        let (signed, unsigned) = if x.is_signed() { (x, y) } else { (y, x) };
        if unsigned.rank() >= signed.rank() {
            unsigned.type_id()
        } else if types.width_of(signed) > types.width_of(unsigned) {
            signed.type_id()
        } else {
            signed.to_unsigned().type_id()
        }
    }

    /// The value in another type, without asking whether C allows it implicitly.
    pub(super) fn convert(&mut self, e: ExprId, to: TypeId) -> ExprId {
        let to = to.unqualified();
        let from = self.ty(e).unqualified();
        if from == to || self.is_error_type(from) {
            return e;
        }
        let place = self.place_of(e);
        if let Some(e) = self.convert_lanes(e, to) {
            return e;
        }
        let Some(kind) = self.cast_kind(e, from, to) else {
            let message = format!("cannot convert {} to {}", self.show(from), self.show(to));
            return self.type_error(place, message);
        };
        if let (CastKind::IntToInt, ExprKind::Int(v)) = (kind, self.kind(e)) {
            let v = self.p.types.wrap(to, *v);
            return self.int(v, to, place);
        }
        self.expr(ExprKind::Cast(kind, e), to, place)
    }

    fn cast_kind(&self, e: ExprId, from: TypeId, to: TypeId) -> Option<CastKind> {
        let types = &self.p.types;
        Some(match (types.get(from), types.get(to)) {
            (_, Type::Void) => CastKind::ToVoid,
            (Type::Error, _) | (_, Type::Error) => CastKind::Same,
            (_, Type::Bool) if types.is_scalar(from) => CastKind::ToBool,
            (Type::Int(_) | Type::Enum(_) | Type::Bool, Type::Int(_) | Type::Enum(_)) => {
                CastKind::IntToInt
            }
            (Type::Int(_) | Type::Enum(_) | Type::Bool, Type::Float(_)) => CastKind::IntToFloat,
            (Type::Float(_), Type::Int(_) | Type::Enum(_)) => CastKind::FloatToInt,
            (Type::Float(_), Type::Float(_)) => CastKind::FloatToFloat,
            (Type::Int(_) | Type::Enum(_) | Type::Bool, Type::Pointer(_)) => {
                if self.p.constant_int(e) == Some(0) {
                    CastKind::NullToPointer
                } else {
                    CastKind::IntToPointer
                }
            }
            (Type::Pointer(_), Type::Int(_) | Type::Enum(_)) => CastKind::PointerToInt,
            (Type::Pointer(_), Type::Pointer(_)) => CastKind::PointerToPointer,
            (Type::Record(_), Type::Record(_)) if types.compatible_unqualified(from, to) => {
                CastKind::Same
            }
            (_, Type::Record(id)) => {
                let record = types.record(*id);
                let fits = |ty: TypeId| {
                    types.compatible_unqualified(ty, from)
                        || (types.is_pointer(ty) && self.is_null(e))
                };
                let field = record.fields.iter().position(|f| fits(f.ty)).or_else(|| {
                    // A transparent union takes any pointer for a `void *` member.
                    let pointer = |f: &crate::types::Field| {
                        types.is_pointer(f.ty) && types.is_pointer(from) && record.transparent
                    };
                    record.fields.iter().position(pointer)
                })?;
                CastKind::ToUnion(field as u32)
            }
            _ => return None,
        })
    }

    /// Is the value a null pointer constant?
    pub(super) fn is_null(&self, e: ExprId) -> bool {
        let ty = self.ty(e);
        if self.p.types.is_integer(ty) {
            return self.p.constant_int(e) == Some(0);
        }
        matches!(self.kind(e), ExprKind::Cast(CastKind::NullToPointer, _))
            && self.p.types.pointee(ty) == Some(TypeId::VOID)
    }

    /// The value converted as if by assignment to an object of the type.
    pub(super) fn assign_convert(&mut self, e: ExprId, to: TypeId, what: &str) -> ExprId {
        let e = self.value(e);
        let to = to.unqualified();
        let from = self.ty(e).unqualified();
        if from == to || self.is_error_type(from) || self.is_error_type(to) {
            return e;
        }
        if let Some(e) = self.convert_lanes(e, to) {
            return e;
        }
        let types = &self.p.types;
        let place = self.place_of(e);
        let shown = |unit: &Self| format!("{what} of {} from {}", unit.show(to), unit.show(from));
        match (types.get(from), types.get(to)) {
            (Type::Pointer(a), Type::Pointer(b)) => {
                let (a, b) = (*a, *b);
                let void = types.is_void(a) || types.is_void(b);
                if !void && !types.compatible_unqualified(a, b) {
                    let message = format!("incompatible pointers in {}", shown(self));
                    self.warning("pointers", place, message);
                }
            }
            (Type::Pointer(_), Type::Int(_) | Type::Enum(_))
            | (Type::Int(_) | Type::Enum(_) | Type::Bool, Type::Pointer(_))
                if !self.is_null(e) =>
            {
                let message = format!("pointer and integer mixed in {}", shown(self));
                self.warning("pointers", place, message);
            }
            // The same record, as another unit has it.
            (Type::Record(_), Type::Record(_)) if types.compatible_unqualified(from, to) => {}
            (_, Type::Record(id)) if !types.record(*id).transparent => {
                let message = format!("incompatible types in {}", shown(self));
                return self.type_error(place, message);
            }
            (_, Type::Void) | (Type::Void, _) => {
                let message = format!("incompatible types in {}", shown(self));
                return self.type_error(place, message);
            }
            _ => {}
        }
        self.convert(e, to)
    }

    /// The value of an integer constant expression, if it is one.
    pub(super) fn constant_int(&mut self, e: ExprId) -> Option<i128> {
        let e = self.value(e);
        self.p.constant_int(e)
    }

    /// The value of what must be an integer constant expression.
    pub(super) fn require_constant(&mut self, e: ExprId) -> i128 {
        let e = self.value(e);
        if let Some(v) = self.p.constant_int(e) {
            return v;
        }
        // Old code has `(unsigned long)&((struct s *)0)->f` and float casts here.
        if !self.is_error_type(self.ty(e)) {
            self.error("constant", self.place_of(e), "expected an integer constant expression");
        }
        0
    }
}
