//! Floating point. A float is its bits, as they are in memory; what is computed from it is a term
//! that `encode` writes with SMT's theory of floats. Rounding is to the nearest, and every
//! operation is rounded to the format of its type (as with SSE, `FLT_EVAL_METHOD` 0). `long double`
//! has the 80-bit format of x86, in 12 or 16 bytes.

use super::Lowering;
use crate::ir::*;
use lariat_c::{BinaryOp, ExprId, FloatKind, Type, TypeId};
use lariat_float::{Format, Operation, Rounding};

/// The bits in memory of a number in a format: the 80-bit one has its first bit explicitly.
fn stored(format: Format, bits: u128) -> i128 {
    if format != Format::EXTENDED {
        return bits as i128;
    }
    let (head, fraction) = (bits >> 63, bits & ((1 << 63) - 1));
    let first = u128::from(head & 0x7fff != 0);
    (head << 64 | first << 63 | fraction) as i128
}

/// Is this a function of the mathematical library that has a model here?
pub(crate) fn is_mathematical(name: &str) -> bool {
    let base = name.strip_suffix(['f', 'l']).unwrap_or(name);
    [name, base].iter().any(|n| {
        ["sqrt", "fabs", "nan", "copysign", "inf", "huge_val"].contains(n)
            || ROUNDING.iter().any(|(known, _)| known == n)
    })
}

/// Functions on doubles that are computed as IEEE 754 defines them; with `f` and `l` on others.
pub(super) const NAMES: [&str; 9] =
    ["sqrt", "fabs", "nan", "floor", "ceil", "trunc", "round", "rint", "nearbyint"];

/// Functions that round to an integer.
const ROUNDING: [(&str, Rounding); 6] = [
    ("floor", Rounding::Down),
    ("ceil", Rounding::Up),
    ("trunc", Rounding::TowardZero),
    ("round", Rounding::NearestAway),
    ("rint", Rounding::NearestEven),
    ("nearbyint", Rounding::NearestEven),
];

impl Lowering<'_> {
    /// The format of a floating type.
    pub fn format(&self, ty: TypeId) -> Option<Format> {
        Some(match self.c.types.get(ty) {
            Type::Float(FloatKind::Half) => Format::HALF,
            Type::Float(FloatKind::Float) => Format::SINGLE,
            Type::Float(FloatKind::Double) => Format::DOUBLE,
            Type::Float(FloatKind::LongDouble) if self.c.model().is_microsoft() => Format::DOUBLE,
            Type::Float(FloatKind::LongDouble) => Format::EXTENDED,
            Type::Float(FloatKind::Float128) => Format::QUAD,
            _ => return None,
        })
    }

    fn format_or_double(&self, ty: TypeId) -> Format {
        self.format(ty).unwrap_or(Format::DOUBLE)
    }

    fn float_bits(&mut self, bits: Option<u128>, ty: TypeId) -> TermId {
        let format = self.format_or_double(ty);
        let int = self.ity_or_int(ty);
        self.m.int(stored(format, bits.unwrap_or(0)), int)
    }

    /// A literal, rounded once, to its type.
    pub fn float_literal(&mut self, value: f64, text: &str, ty: TypeId) -> TermId {
        let format = self.format_or_double(ty);
        let written = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let bits = written.then(|| lariat_float::literal(text, format)).flatten();
        let bits = bits.unwrap_or_else(|| format.of_double(value));
        self.float_bits(u128::try_from(&bits).ok(), ty)
    }

    /// The number of a type that is nearest to a `double`.
    pub fn float_constant(&mut self, value: f64, ty: TypeId) -> TermId {
        self.float_literal(value, "", ty)
    }

    fn float(&mut self, op: Operation, a: TermId, b: Option<TermId>, ty: IntTy) -> TermId {
        self.m.push(TermKind::Float(op, a, b), ty)
    }

    fn float_test(&mut self, op: Operation, a: TermId, b: TermId) -> TermId {
        self.float(op, a, Some(b), IntTy::BOOL)
    }

    /// Is a float different from zero?
    pub fn float_truth(&mut self, value: TermId, ty: TypeId) -> TermId {
        let zero = self.float_constant(0.0, ty);
        let format = self.format_or_double(ty);
        let equal = self.float_test(Operation::Equal(format), value, zero);
        self.m.not(equal)
    }

    /// The bit of the sign, in the type that holds a float.
    fn sign_bit(&mut self, ty: TypeId) -> TermId {
        let place = match self.format_or_double(ty) {
            Format::EXTENDED => 79,
            format => format.width() - 1,
        };
        let int = self.ity_or_int(ty);
        self.m.int(1i128.wrapping_shl(place), int)
    }

    pub fn float_negation(&mut self, value: TermId, ty: TypeId) -> TermId {
        let sign = self.sign_bit(ty);
        self.m.binary(BinOp::Xor, value, sign)
    }

    fn float_magnitude(&mut self, value: TermId, ty: TypeId) -> TermId {
        let sign = self.sign_bit(ty);
        let int = self.ity_or_int(ty);
        let mask = self.m.constant(sign).map_or(-1, |s| !s);
        let mask = self.m.int(mask, int);
        self.m.binary(BinOp::And, value, mask)
    }

    /// An operator on floats of a type; comparisons give a number of the integer type.
    pub fn float_operation(
        &mut self,
        op: BinaryOp,
        x: TermId,
        y: TermId,
        ty: TypeId,
        result: IntTy,
    ) -> TermId {
        let f = self.format_or_double(ty);
        let int = self.ity_or_int(ty);
        let truth = match op {
            BinaryOp::Add => return self.float(Operation::Add(f), x, Some(y), int),
            BinaryOp::Subtract => return self.float(Operation::Subtract(f), x, Some(y), int),
            BinaryOp::Multiply => return self.float(Operation::Multiply(f), x, Some(y), int),
            BinaryOp::Divide => return self.float(Operation::Divide(f), x, Some(y), int),
            BinaryOp::Less => self.float_test(Operation::Less(f), x, y),
            BinaryOp::Greater => self.float_test(Operation::Less(f), y, x),
            BinaryOp::LessEqual => self.float_test(Operation::LessEqual(f), x, y),
            BinaryOp::GreaterEqual => self.float_test(Operation::LessEqual(f), y, x),
            BinaryOp::Equal => self.float_test(Operation::Equal(f), x, y),
            BinaryOp::NotEqual => {
                let equal = self.float_test(Operation::Equal(f), x, y);
                self.m.not(equal)
            }
            _ => {
                self.unsupported("an operator that floating-point numbers do not have");
                return self.any(result);
            }
        };
        self.m.truth_as(truth, result)
    }

    /// A conversion from or to a floating type.
    pub fn float_conversion(&mut self, value: TermId, from: TypeId, to: TypeId) -> TermId {
        let int = self.ity_or_int(to);
        match (self.format(from), self.format(to)) {
            (Some(a), Some(b)) if a == b => value,
            (Some(a), Some(b)) => self.float(Operation::Convert(a, b), value, None, int),
            (None, Some(f)) if self.m.ty(value).signed => {
                self.float(Operation::OfSigned(f), value, None, int)
            }
            (None, Some(f)) => self.float(Operation::OfUnsigned(f), value, None, int),
            (Some(f), None) => self.float_to_integer(value, f, from, int),
            (None, None) => self.m.cast(value, int),
        }
    }

    /// Towards zero. What does not fit may become anything.
    fn float_to_integer(&mut self, value: TermId, f: Format, from: TypeId, to: IntTy) -> TermId {
        let value = self.save(value);
        let integer = |this: &mut Self, n: i128| {
            let bits = f.of_integer(&n.into());
            this.float_bits(u128::try_from(&bits).ok(), from)
        };
        let above_least = match (to.signed, to.width <= f.significand) {
            (true, false) => {
                let least = integer(self, to.min());
                self.float_test(Operation::LessEqual(f), least, value)
            }
            (signed, _) => {
                let below = integer(self, if signed { to.min() - 1 } else { -1 });
                self.float_test(Operation::Less(f), below, value)
            }
        };
        // A power of two, which every format has.
        let places = to.width - u32::from(to.signed);
        let above = self.float_constant(2f64.powi(places as i32), from);
        let below_most = self.float_test(Operation::Less(f), value, above);
        let fits = self.m.and(above_least, below_most);
        let op = match to.signed {
            true => Operation::ToSigned(to.width, f),
            false => Operation::ToUnsigned(to.width, f),
        };
        let exact = self.float(op, value, None, to);
        let any = self.any(to);
        self.m.ite(fits, exact, any)
    }

    /// Functions of the mathematical library that SMT's theory of floats has.
    pub fn float_call(&mut self, name: &str, args: &[ExprId], result: TypeId) -> Option<TermId> {
        let f = self.format(result)?;
        let named = |base: &str| {
            name.strip_prefix(base).is_some_and(|suffix| matches!(suffix, "" | "f" | "l"))
        };
        let rounding = ROUNDING.iter().find(|(base, _)| named(base)).map(|(_, how)| *how);
        let constant = [("huge_val", f64::INFINITY), ("inf", f64::INFINITY), ("nan", f64::NAN)];
        if let Some((_, value)) = constant.into_iter().find(|(base, _)| named(base)) {
            args.iter().for_each(|&a| self.effect(a));
            return Some(self.float_constant(value, result));
        }
        let int = self.ity_or_int(result);
        if let ([a, b], true) = (args, named("copysign")) {
            let (x, y) = self.operands(*a, *b);
            let (magnitude, sign) = (self.float_magnitude(x, result), self.sign_bit(result));
            let sign = self.m.binary(BinOp::And, y, sign);
            return Some(self.m.binary(BinOp::Or, magnitude, sign));
        }
        let [arg] = *args else { return None };
        if self.format(self.type_of(arg)) != Some(f) {
            return None;
        }
        Some(match rounding {
            Some(how) => {
                let value = self.value(arg);
                self.float(Operation::Round(how, f), value, None, int)
            }
            None if named("sqrt") => {
                let value = self.value(arg);
                self.float(Operation::Root(f), value, None, int)
            }
            None if named("fabs") => {
                let value = self.value(arg);
                self.float_magnitude(value, result)
            }
            None => return None,
        })
    }

    /// Built-in questions about floats of any type.
    pub fn float_builtin(&mut self, name: &str, args: &[ExprId], int: IntTy) -> Option<TermId> {
        let question = name.strip_prefix("__builtin_")?;
        let compare = match question {
            "isgreater" => Some(BinaryOp::Greater),
            "isgreaterequal" => Some(BinaryOp::GreaterEqual),
            "isless" => Some(BinaryOp::Less),
            "islessequal" => Some(BinaryOp::LessEqual),
            _ => None,
        };
        if let (Some(op), &[a, b]) = (compare, args) {
            let ty = self.type_of(a);
            if self.format(ty).is_none() || self.format(ty) != self.format(self.type_of(b)) {
                return None;
            }
            let (x, y) = self.operands(a, b);
            return Some(self.float_operation(op, x, y, ty, int));
        }
        if let ("isunordered" | "islessgreater", &[a, b]) = (question, args) {
            let ty = self.type_of(a);
            let f = self.format(ty).filter(|f| Some(*f) == self.format(self.type_of(b)))?;
            let (x, y) = self.operands(a, b);
            let (x, y) = (self.save(x), self.save(y));
            let below = self.float_test(Operation::Less(f), x, y);
            let above = self.float_test(Operation::Less(f), y, x);
            let different = self.m.or(below, above);
            if question == "islessgreater" {
                return Some(self.m.truth_as(different, int));
            }
            let equal = self.float_test(Operation::Equal(f), x, y);
            let ordered = self.m.or(different, equal);
            let unordered = self.m.not(ordered);
            return Some(self.m.truth_as(unordered, int));
        }
        let known = ["isnan", "isinf", "isinf_sign", "isfinite", "isnormal", "fpclassify"];
        let signs = ["signbit", "signbitf", "signbitl"];
        if !known.contains(&question) && !signs.contains(&question) {
            return None;
        }
        let (&subject, classes) = args.split_last()?;
        let ty = self.type_of(subject);
        let f = self.format(ty)?;
        let classes: Vec<TermId> = classes.iter().map(|&c| self.value(c)).collect();
        let value = self.value(subject);
        let value = self.save(value);
        if signs.contains(&question) {
            let sign = self.sign_bit(ty);
            let set = self.m.binary(BinOp::And, value, sign);
            let truth = self.m.is_true(set);
            return Some(self.m.truth_as(truth, int));
        }
        let magnitude = self.float_magnitude(value, ty);
        let infinity = self.float_constant(f64::INFINITY, ty);
        let is_number = self.float_test(Operation::Equal(f), value, value);
        let is_nan = self.m.not(is_number);
        let is_infinite = self.float_test(Operation::Equal(f), magnitude, infinity);
        let is_finite = self.float_test(Operation::Less(f), magnitude, infinity);
        // Two to the least exponent of normal numbers.
        let least = 1u128 << (f.significand - 1);
        let least = self.float_bits(Some(least), ty);
        let is_large = self.float_test(Operation::LessEqual(f), least, magnitude);
        let is_normal = self.m.and(is_finite, is_large);
        Some(match question {
            "isnan" => self.m.truth_as(is_nan, int),
            "isinf" => self.m.truth_as(is_infinite, int),
            "isfinite" => self.m.truth_as(is_finite, int),
            "isnormal" => self.m.truth_as(is_normal, int),
            "isinf_sign" => {
                let zero = self.float_constant(0.0, ty);
                let negative = self.float_test(Operation::Less(f), value, zero);
                let (one, minus) = (self.m.int(1, int), self.m.int(-1, int));
                let sign = self.m.ite(negative, minus, one);
                let none = self.m.int(0, int);
                self.m.ite(is_infinite, sign, none)
            }
            _ => {
                let [nan, infinite, normal, subnormal, zero] = *classes else { return None };
                let nonzero = self.float_truth(value, ty);
                let small = self.m.ite(nonzero, subnormal, zero);
                let finite = self.m.ite(is_normal, normal, small);
                let number = self.m.ite(is_infinite, infinite, finite);
                self.m.ite(is_nan, nan, number)
            }
        })
    }
}
