//! Bits: every operation is one of the theory of bit-vectors. And the conversions.

use super::Encoder;
use super::exact::power;
use crate::interval::Interval;
use crate::ir::*;

impl Encoder<'_> {
    pub fn bits_binary(&mut self, op: BinOp, a: &str, b: &str, ty: IntTy) -> String {
        use BinOp::*;
        let word = match (op, ty.signed) {
            (Add, _) => "add",
            (Sub, _) => "sub",
            (Mul, _) => "mul",
            (Div, true) => "sdiv",
            (Div, false) => "udiv",
            (Rem, true) => "srem",
            (Rem, false) => "urem",
            (Shl, _) => "shl",
            (Shr, true) => "ashr",
            (Shr, false) => "lshr",
            (And, _) => "and",
            (Or, _) => "or",
            (Xor, _) => "xor",
        };
        let w = ty.width;
        let name = format!("$bv{word}.{w}");
        self.function(&name, || {
            format!("function {{:bvbuiltin \"bv{word}\"}} {name}(a: bv{w}, b: bv{w}): bv{w};")
        });
        format!("{name}({a}, {b})")
    }

    pub fn bits_compare(&mut self, word: &str, a: &str, b: &str, ty: IntTy) -> String {
        let w = ty.width;
        let name = format!("$bv{word}.{w}");
        self.function(&name, || {
            format!("function {{:bvbuiltin \"bv{word}\"}} {name}(a: bv{w}, b: bv{w}): bool;")
        });
        format!("{name}({a}, {b})")
    }

    pub fn bits_unary(&mut self, word: &str, a: &str, ty: IntTy) -> String {
        let w = ty.width;
        let name = format!("$bv{word}.{w}");
        self.function(&name, || {
            format!("function {{:bvbuiltin \"bv{word}\"}} {name}(a: bv{w}): bv{w};")
        });
        format!("{name}({a})")
    }

    /// A shift by an integer: one case for each distance.
    pub fn bits_shift(&mut self, op: BinOp, a: &str, by: &str, ty: IntTy) -> String {
        let (word, w) = (if op == BinOp::Shl { "shl" } else { "shr" }, ty.width);
        let sign = if ty.signed { "s" } else { "u" };
        let name = format!("$bits.{word}.{sign}{w}");
        let far = self.number(i128::from(w), ty, true);
        let mut body = self.bits_binary(op, "a", &far, ty);
        for k in (0..w).rev() {
            let distance = self.number(i128::from(k), ty, true);
            let moved = self.bits_binary(op, "a", &distance, ty);
            body = format!("if b == {k} then {moved} else {body}");
        }
        self.function(&name, || {
            format!("function {{:inline}} {name}(a: bv{w}, b: int): bv{w} {{ {body} }}")
        });
        format!("{name}({a}, {by})")
    }

    /// Bits as the number they stand for, by expansion in powers of two. Bits that the range
    /// shows to be zero are left out.
    pub fn integer_of_bits(&mut self, a: &str, range: Interval, ty: IntTy) -> String {
        let w = ty.width;
        let used = range.bits().map_or(w, |bits| bits.min(w));
        let sign = if ty.signed && used == w { "s" } else { "u" };
        let name = match used == w {
            true => format!("$bv2int.{sign}{w}"),
            false => format!("$bv2int.{sign}{w}.{used}"),
        };
        self.function(&name, || {
            let mut parts = Vec::new();
            for i in 0..used {
                let minus = if sign == "s" && i + 1 == w { "-" } else { "" };
                let p = power(i);
                parts.push(format!("(if a[{}:{i}] == 1bv1 then {minus}{p} else 0)", i + 1));
            }
            let body = if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") };
            format!("function {{:inline}} {name}(a: bv{w}): int {{ {body} }}")
        });
        format!("{name}({a})")
    }

    /// The bits of a number. The representation avoids the need for it.
    pub fn bits_of_integer(&mut self, a: &str, ty: IntTy) -> String {
        let w = ty.width;
        let name = format!("$int2bv.{w}");
        self.function(&name, || {
            format!("function {{:bvbuiltin \"(_ int2bv {w})\"}} {name}(a: int): bv{w};")
        });
        format!("{name}({a})")
    }

    pub fn bits_cast(&mut self, a: &str, from: IntTy, to: IntTy) -> String {
        if to.width == from.width {
            return a.to_owned();
        }
        if to.width < from.width {
            return format!("{a}[{}:0]", to.width);
        }
        let by = to.width - from.width;
        let (f, t) = (from.width, to.width);
        let word = if from.signed { "sign_extend" } else { "zero_extend" };
        let name = format!("${word}.{f}.{t}");
        self.function(&name, || {
            format!("function {{:bvbuiltin \"(_ {word} {by})\"}} {name}(a: bv{f}): bv{t};")
        });
        format!("{name}({a})")
    }
}
