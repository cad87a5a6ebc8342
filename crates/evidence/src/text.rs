//! C source text for values and types.

use crate::bits;
use lariat_c::{FloatKind, Program, Type, TypeId};

/// The type of a scalar as C writes it without any declarations; pointers are `void *`.
pub fn scalar_type(program: &Program, ty: TypeId) -> Option<&'static str> {
    Some(match program.types.get(ty) {
        Type::Void => "void",
        Type::Bool => "_Bool",
        Type::Pointer(_) => "void *",
        Type::Float(FloatKind::Half) => "_Float16",
        Type::Float(FloatKind::Float) => "float",
        Type::Float(FloatKind::Double) => "double",
        Type::Float(FloatKind::LongDouble) => "long double",
        Type::Float(FloatKind::Float128) => "__float128",
        Type::Int(kind) => kind.name(),
        Type::Enum(id) => program.types.enumeration(*id).underlying.name(),
        _ => return None,
    })
}

/// A constant expression for bits of an integer type.
pub fn integer(program: &Program, ty: TypeId, value: u128) -> String {
    let width = match program.types.get(ty) {
        Type::Bool => return if bits::cut(value, 8) != 0 { "1".into() } else { "0".into() },
        _ => program.types.int_width(ty),
    };
    let n = bits::number(value, width, program.types.is_signed(ty));
    if width > 64 {
        let (high, low) = ((n as u128 >> 64) as u64, n as u64);
        return format!("((unsigned __int128){high}ull << 64 | {low}ull)");
    }
    match n {
        _ if n == i128::from(i64::MIN) => format!("(-{}ll - 1)", i64::MAX),
        _ if n == i128::from(i32::MIN) => format!("(-{} - 1)", i32::MAX),
        _ if i32::try_from(n).is_ok() => n.to_string(),
        _ if n < 0 => format!("{n}ll"),
        _ if i64::try_from(n).is_ok() => format!("{n}ll"),
        _ => format!("{n}ull"),
    }
}
