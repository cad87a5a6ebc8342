//! Constant expressions: exact integer arithmetic in each type, addresses of static objects.

use crate::program::*;
use crate::tree::*;
use crate::types::{FloatKind, Type, TypeId};

/// The value of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// An integer, or a pointer made from one.
    Int(i128),
    /// A floating value.
    Float(f64),
    /// The address of something plus an offset in bytes.
    Address(AddressBase, i128),
}

/// What an address constant points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressBase {
    /// An object of static storage duration.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// A string literal.
    Str(StringId),
}

impl Constant {
    fn truth(self) -> bool {
        match self {
            Constant::Int(v) => v != 0,
            Constant::Float(v) => v != 0.0,
            Constant::Address(..) => true,
        }
    }

    fn int(self) -> Option<i128> {
        match self {
            Constant::Int(v) => Some(v),
            _ => None,
        }
    }
}

impl Program {
    /// The value of an expression if it is constant in the sense of initialisers.
    pub fn constant(&self, e: ExprId) -> Option<Constant> {
        let expr = self.expr(e);
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Int(v) => Some(Constant::Int(*v)),
            ExprKind::Float(v, _) => Some(Constant::Float(*v)),
            ExprKind::Decay(e) | ExprKind::AddressOf(e) => self.constant_address(*e),
            ExprKind::Unary(op, e) => self.constant_unary(*op, *e, ty),
            ExprKind::Binary(op, a, b) => self.constant_binary(*op, *a, *b, ty),
            ExprKind::Logical(op, a, b) => {
                let a = self.constant(*a)?.truth();
                let value = match (op, a) {
                    (LogicalOp::And, false) => false,
                    (LogicalOp::Or, true) | (LogicalOp::Implies, false) => true,
                    (LogicalOp::Iff, a) => a == self.constant(*b)?.truth(),
                    _ => self.constant(*b)?.truth(),
                };
                Some(Constant::Int(i128::from(value)))
            }
            ExprKind::Conditional(c, a, b) => {
                let taken = if self.constant(*c)?.truth() { *a } else { *b };
                self.constant(taken)
            }
            ExprKind::Cast(kind, e) => self.constant_cast(*kind, *e, ty),
            ExprKind::PointerOffset { pointer, offset, negative } => {
                let size = self.types.size_of(self.types.pointee(ty)?)?;
                let count = self.constant(*offset)?.int()?;
                let bytes = count.checked_mul(i128::from(size))?;
                let bytes = if *negative { bytes.checked_neg()? } else { bytes };
                self.shifted(self.constant(*pointer)?, bytes)
            }
            ExprKind::PointerDifference(a, b) => {
                let to = self.types.pointee(self.expr(*a).ty)?;
                let size = i128::from(self.types.size_of(to)?.max(1));
                let bytes = match (self.constant(*a)?, self.constant(*b)?) {
                    (Constant::Int(a), Constant::Int(b)) => a.checked_sub(b)?,
                    (Constant::Address(x, a), Constant::Address(y, b)) if x == y => {
                        a.checked_sub(b)?
                    }
                    _ => return None,
                };
                Some(Constant::Int(bytes / size))
            }
            ExprKind::Call(callee, args) => self.constant_call(*callee, args, ty),
            _ => None,
        }
    }

    /// The value of an integer constant expression.
    pub fn constant_int(&self, e: ExprId) -> Option<i128> {
        if !self.types.is_integer(self.expr(e).ty) {
            return None;
        }
        self.constant(e)?.int()
    }

    fn constant_address(&self, lvalue: ExprId) -> Option<Constant> {
        let expr = self.expr(lvalue);
        match &expr.kind {
            ExprKind::Global(id) => Some(Constant::Address(AddressBase::Global(*id), 0)),
            ExprKind::Function(id) => Some(Constant::Address(AddressBase::Function(*id), 0)),
            ExprKind::Str(id) => Some(Constant::Address(AddressBase::Str(*id), 0)),
            ExprKind::Deref(pointer) => self.constant(*pointer),
            ExprKind::Member(base, field) => {
                let record = self.types.record_of(self.expr(*base).ty)?;
                let offset = self.types.record(record).fields.get(*field as usize)?.offset;
                self.shifted(self.constant_address(*base)?, i128::from(offset))
            }
            _ => None,
        }
    }

    fn shifted(&self, pointer: Constant, bytes: i128) -> Option<Constant> {
        match pointer {
            Constant::Int(v) => {
                let size = self.types.model.size_type();
                Some(Constant::Int(self.types.wrap(size, v.checked_add(bytes)?)))
            }
            Constant::Address(base, offset) => {
                Some(Constant::Address(base, offset.checked_add(bytes)?))
            }
            Constant::Float(_) => None,
        }
    }

    fn constant_unary(&self, op: UnaryOp, e: ExprId, ty: TypeId) -> Option<Constant> {
        let value = self.constant(e)?;
        Some(match (op, value) {
            (UnaryOp::Not, value) => Constant::Int(i128::from(!value.truth())),
            (UnaryOp::Negate, Constant::Int(v)) => {
                Constant::Int(self.types.wrap(ty, v.wrapping_neg()))
            }
            (UnaryOp::Negate, Constant::Float(v)) => Constant::Float(-v),
            (UnaryOp::Complement, Constant::Int(v)) => Constant::Int(self.types.wrap(ty, !v)),
            _ => return None,
        })
    }

    fn constant_binary(&self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId) -> Option<Constant> {
        let operand_type = self.expr(a).ty;
        let (x, y) = (self.constant(a)?, self.constant(b)?);
        match (x, y) {
            (Constant::Int(x), Constant::Int(y)) => {
                let value = self.int_operation(op, x, y, operand_type)?;
                Some(Constant::Int(if is_comparison(op) {
                    value
                } else {
                    self.types.wrap(ty, value)
                }))
            }
            (Constant::Float(x), Constant::Float(y)) => {
                float_operation(op, x, y).map(|c| match c {
                    Constant::Float(v) => Constant::Float(self.rounded(v, ty)),
                    other => other,
                })
            }
            (Constant::Address(p, x), Constant::Address(q, y)) if p == q => {
                self.int_operation(op, x, y, TypeId::INT128).map(Constant::Int)
            }
            (Constant::Address(..), Constant::Address(..)) => match op {
                BinaryOp::Equal => Some(Constant::Int(0)),
                BinaryOp::NotEqual => Some(Constant::Int(1)),
                _ => None,
            },
            (Constant::Address(base, x), Constant::Int(y)) => match op {
                BinaryOp::Equal if y == 0 => Some(Constant::Int(0)),
                BinaryOp::NotEqual if y == 0 => Some(Constant::Int(1)),
                BinaryOp::Add => Some(Constant::Address(base, x.checked_add(y)?)),
                BinaryOp::Subtract => Some(Constant::Address(base, x.checked_sub(y)?)),
                _ => None,
            },
            (Constant::Int(x), Constant::Address(base, y)) => match op {
                BinaryOp::Equal if x == 0 => Some(Constant::Int(0)),
                BinaryOp::NotEqual if x == 0 => Some(Constant::Int(1)),
                BinaryOp::Add => Some(Constant::Address(base, x.checked_add(y)?)),
                _ => None,
            },
            _ => None,
        }
    }

    fn int_operation(&self, op: BinaryOp, x: i128, y: i128, ty: TypeId) -> Option<i128> {
        use BinaryOp::*;
        // Only unsigned __int128 has values that i128 shows as negative.
        let unsigned = !self.types.is_signed(ty) && self.types.int_width(ty) == 128;
        let (ux, uy) = (x as u128, y as u128);
        let order = if unsigned { ux.cmp(&uy) } else { x.cmp(&y) };
        Some(match op {
            Multiply => x.wrapping_mul(y),
            Divide if unsigned => ux.checked_div(uy)? as i128,
            Remainder if unsigned => ux.checked_rem(uy)? as i128,
            Divide => x.checked_div(y)?,
            Remainder => x.checked_rem(y)?,
            Add => x.wrapping_add(y),
            Subtract => x.wrapping_sub(y),
            ShiftLeft | ShiftRight => {
                let by = u32::try_from(y).ok()?;
                if by >= self.types.int_width(ty) {
                    return None;
                }
                match op {
                    ShiftLeft => x.wrapping_shl(by),
                    _ if unsigned => (ux >> by) as i128,
                    _ => x >> by,
                }
            }
            Less => i128::from(order.is_lt()),
            Greater => i128::from(order.is_gt()),
            LessEqual => i128::from(order.is_le()),
            GreaterEqual => i128::from(order.is_ge()),
            Equal => i128::from(x == y),
            NotEqual => i128::from(x != y),
            And => x & y,
            Xor => x ^ y,
            Or => x | y,
        })
    }

    fn rounded(&self, value: f64, ty: TypeId) -> f64 {
        match self.types.get(ty) {
            Type::Float(FloatKind::Float) => f64::from(value as f32),
            _ => value,
        }
    }

    fn constant_cast(&self, kind: CastKind, e: ExprId, ty: TypeId) -> Option<Constant> {
        let value = self.constant(e)?;
        let pointer_bits = self.types.model.pointer_size() * 8;
        Some(match (kind, value) {
            (CastKind::ToBool, value) => Constant::Int(i128::from(value.truth())),
            (CastKind::IntToInt | CastKind::PointerToInt | CastKind::Same, Constant::Int(v)) => {
                Constant::Int(self.types.wrap(ty, v))
            }
            (CastKind::IntToPointer | CastKind::NullToPointer, Constant::Int(v)) => {
                Constant::Int(self.types.wrap(self.types.model.size_type(), v))
            }
            (CastKind::PointerToPointer, value) => value,
            (CastKind::IntToFloat, Constant::Int(v)) => {
                let unsigned = self.types.int_width(self.expr(e).ty) == 128
                    && !self.types.is_signed(self.expr(e).ty);
                let value = if unsigned { v as u128 as f64 } else { v as f64 };
                match self.types.get(ty) {
                    Type::Float(FloatKind::Float) if !unsigned => {
                        Constant::Float(f64::from(v as f32))
                    }
                    _ => Constant::Float(self.rounded(value, ty)),
                }
            }
            // gcc computes such constants itself, and what does not fit becomes the nearest that does.
            (CastKind::FloatToInt, Constant::Float(v)) if !v.is_nan() => {
                let width = self.types.int_width(ty).min(127);
                let (least, most) = match self.types.is_signed(ty) {
                    true => (-1 << (width - 1), (1 << (width - 1)) - 1),
                    false => (0, i128::MAX >> (127 - width)),
                };
                Constant::Int((v.trunc() as i128).clamp(least, most))
            }
            (CastKind::FloatToFloat | CastKind::Same, Constant::Float(v)) => {
                Constant::Float(self.rounded(v, ty))
            }
            (CastKind::PointerToInt | CastKind::IntToInt, value @ Constant::Address(..))
                if self.types.int_width(ty) >= pointer_bits =>
            {
                value
            }
            (CastKind::IntToPointer | CastKind::Same, value @ Constant::Address(..)) => value,
            (CastKind::ToUnion(_), value) => value,
            _ => return None,
        })
    }

    /// Built-in functions that fold.
    fn constant_call(&self, callee: ExprId, args: &[ExprId], ty: TypeId) -> Option<Constant> {
        let name = self.name(self.function(self.direct_callee(callee)?).name);
        let name = name.strip_prefix("__builtin_")?;
        let arg = || self.constant(*args.first()?)?.int();
        let width = || Some(self.types.int_width(self.expr(*args.first()?).ty));
        let bits = || Some(arg()? as u128 & mask(width()?));
        Some(match name {
            "expect" => self.constant(*args.first()?)?,
            "huge_val" | "huge_valf" | "huge_vall" | "inf" | "inff" | "infl" => {
                Constant::Float(f64::INFINITY)
            }
            "nan" | "nanf" | "nanl" => Constant::Float(f64::NAN),
            "bswap16" => Constant::Int(i128::from((arg()? as u16).swap_bytes())),
            "bswap32" => Constant::Int(i128::from((arg()? as u32).swap_bytes())),
            "bswap64" => Constant::Int(i128::from((arg()? as u64).swap_bytes())),
            "popcount" | "popcountl" | "popcountll" => {
                Constant::Int(i128::from(bits()?.count_ones()))
            }
            "ctz" | "ctzl" | "ctzll" if bits()? != 0 => {
                Constant::Int(i128::from(bits()?.trailing_zeros()))
            }
            "clz" | "clzl" | "clzll" if bits()? != 0 => {
                Constant::Int(i128::from(bits()?.leading_zeros() + width()?) - 128)
            }
            "ffs" | "ffsl" | "ffsll" => {
                let v = bits()?;
                Constant::Int(if v == 0 { 0 } else { i128::from(v.trailing_zeros() + 1) })
            }
            "strlen" => match self.constant(*args.first()?)? {
                Constant::Address(AddressBase::Str(s), at) => {
                    let units = &self.string(s).units;
                    let rest = units.get(usize::try_from(at).ok()?..)?;
                    let length = rest.iter().position(|&u| u == 0)?;
                    Constant::Int(self.types.wrap(ty, length as i128))
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// Is the result of the operator a truth value?
pub(crate) fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual)
}

fn float_operation(op: BinaryOp, x: f64, y: f64) -> Option<Constant> {
    use BinaryOp::*;
    let truth = |b: bool| Constant::Int(i128::from(b));
    Some(match op {
        Multiply => Constant::Float(x * y),
        Divide => Constant::Float(x / y),
        Add => Constant::Float(x + y),
        Subtract => Constant::Float(x - y),
        Less => truth(x < y),
        Greater => truth(x > y),
        LessEqual => truth(x <= y),
        GreaterEqual => truth(x >= y),
        Equal => truth(x == y),
        NotEqual => truth(x != y),
        _ => return None,
    })
}
