//! The bit-precise encoding: every operation is one of the theory of bit-vectors.

use super::Encoder;
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

    pub fn bits_cast(&mut self, a: &str, from: IntTy, to: IntTy) -> String {
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
