//! Mathematical integers: unsigned arithmetic wraps, conversions truncate, signed arithmetic
//! is exact (overflow is undefined in C), and bitwise operators are exact when one operand is
//! a constant. What remains is uninterpreted: a bug found is checked again with bits.

use super::Encoder;
use crate::ir::*;

/// 2 to the power of a width.
fn power(width: u32) -> String {
    if width < 127 {
        return (1i128 << width).to_string();
    }
    // 2^127 and 2^128 and the widths of exact products.
    let mut digits = vec![1u8];
    for _ in 0..width {
        let mut carry = 0;
        for d in &mut digits {
            let v = *d * 2 + carry;
            *d = v % 10;
            carry = v / 10;
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    digits.iter().rev().map(|d| char::from(b'0' + d)).collect()
}

impl Encoder<'_> {
    /// A call of one of our functions on numbers.
    pub fn exact_call(&mut self, word: &str, ty: IntTy, args: &[&str]) -> String {
        let sign = if ty.signed { "s" } else { "u" };
        let name = format!("${word}.{sign}{}", ty.width);
        let p = power(ty.width);
        let body = match word {
            "add" => format!("if a + b >= {p} then a + b - {p} else a + b"),
            "sub" => format!("if a - b < 0 then a - b + {p} else a - b"),
            "mul" => format!("(a * b) mod {p}"),
            "neg" => format!("if a == 0 then 0 else {p} - a"),
            "div" => {
                "if b == 0 then 0 else if a >= 0 then (if b > 0 then a div b else -(a div (-b))) \
                      else (if b > 0 then -((-a) div b) else (-a) div (-b))"
                    .into()
            }
            "rem" => {
                let div = self.exact_call("div", ty, &["a", "b"]);
                format!("a - b * {div}")
            }
            "shl" | "shr" => {
                let mut body = if word == "shr" && ty.signed {
                    "(if a < 0 then -1 else 0)".to_owned()
                } else {
                    "0".to_owned()
                };
                for k in (0..ty.width).rev() {
                    let p = power(k);
                    let value = match word {
                        "shr" => format!("a div {p}"),
                        _ if ty.signed => format!("a * {p}"),
                        _ => format!("(a * {p}) mod {}", power(ty.width)),
                    };
                    body = format!("if b == {k} then {value} else {body}");
                }
                body
            }
            _ => String::new(),
        };
        let params = if args.len() == 1 { "a: int" } else { "a: int, b: int" };
        self.function(&name, || match body.as_str() {
            "" => format!("function {name}({params}): int;"),
            body => format!("function {{:inline}} {name}({params}): int {{ {body} }}"),
        });
        format!("{name}({})", args.join(", "))
    }

    pub fn exact_binary(&mut self, op: BinOp, a: TermId, b: TermId, ty: IntTy) -> String {
        use BinOp::*;
        let (x, y) = (self.term(a), self.term(b));
        let (left, right) = (self.m.constant(a), self.m.constant(b));
        match op {
            Add | Sub | Mul if ty.signed => {
                let sign = match op {
                    Add => "+",
                    Sub => "-",
                    _ => "*",
                };
                format!("({x} {sign} {y})")
            }
            Add => self.exact_call("add", ty, &[&x, &y]),
            Sub => self.exact_call("sub", ty, &[&x, &y]),
            Mul => self.exact_call("mul", ty, &[&x, &y]),
            Div if !ty.signed && right.is_some_and(|c| c > 0) => format!("({x} div {y})"),
            Rem if !ty.signed && right.is_some_and(|c| c > 0) => format!("({x} mod {y})"),
            Div => self.exact_call("div", ty, &[&x, &y]),
            Rem => self.exact_call("rem", ty, &[&x, &y]),
            Shr | Shl => match right {
                Some(by) if (0..i128::from(ty.width)).contains(&by) => {
                    let p = power(by as u32);
                    match (op, ty.signed) {
                        (Shr, _) => format!("({x} div {p})"),
                        (_, true) => format!("({x} * {p})"),
                        _ => format!("(({x} * {p}) mod {})", power(ty.width)),
                    }
                }
                _ => self.exact_call(if op == Shl { "shl" } else { "shr" }, ty, &[&x, &y]),
            },
            And | Or | Xor => match (left, right) {
                (_, Some(c)) => self.with_constant(op, &x, c, ty),
                (Some(c), _) => self.with_constant(op, &y, c, ty),
                _ => {
                    let word = match op {
                        And => "and",
                        Or => "or",
                        _ => "xor",
                    };
                    self.exact_call(word, ty, &[&x, &y])
                }
            },
        }
    }

    /// A bitwise operator with a constant, as arithmetic: `x | c` is `x + c - (x & c)`.
    fn with_constant(&mut self, op: BinOp, x: &str, c: i128, ty: IntTy) -> String {
        let word = match op {
            BinOp::And => "and",
            BinOp::Or => "or",
            _ => "xor",
        };
        let shown = if c < 0 { format!("m{}", c.unsigned_abs()) } else { c.to_string() };
        let sign = if ty.signed { "s" } else { "u" };
        let name = format!("${word}.{sign}{}.{shown}", ty.width);
        let number = self.number(c, ty);
        let masked = if c < 0 && ty.signed {
            let rest = masked(!c);
            format!("a - ({rest})")
        } else {
            masked(c)
        };
        let body = match op {
            BinOp::And => masked,
            BinOp::Or => format!("a + {number} - ({masked})"),
            _ => format!("a + {number} - 2 * ({masked})"),
        };
        self.function(&name, || format!("function {{:inline}} {name}(a: int): int {{ {body} }}"));
        format!("{name}({x})")
    }

    pub fn exact_cast(&mut self, a: &str, from: IntTy, to: IntTy) -> String {
        if from.width == 0 || from.min() >= to.min() && from.max() <= to.max() {
            return a.to_owned();
        }
        let p = power(to.width);
        let half = power(to.width - 1);
        let sign = |t: IntTy| if t.signed { "s" } else { "u" };
        let name = format!("$cast.{}{}.{}{}", sign(from), from.width, sign(to), to.width);
        let same = from.width == to.width;
        let body = match (to.signed, same) {
            (true, true) => format!("if a >= {half} then a - {p} else a"),
            (true, false) => format!("((a + {half}) mod {p}) - {half}"),
            (false, true) => format!("if a < 0 then a + {p} else a"),
            (false, false) => format!("a mod {p}"),
        };
        self.function(&name, || format!("function {{:inline}} {name}(a: int): int {{ {body} }}"));
        format!("{name}({a})")
    }

    /// An offset, which is unsigned by type, as the number that is meant.
    pub fn signed_text(&mut self, id: TermId) -> String {
        use TermKind::*;
        let m = self.m;
        let term = m.term(id);
        let signed = IntTy { signed: true, ..term.ty };
        match term.kind {
            Const(v) => self.number(signed.wrap(v), signed),
            Cast(a) if m.ty(a).signed || m.ty(a).width < term.ty.width => self.term(a),
            Negate(a) => {
                let text = self.signed_text(a);
                format!("(-{text})")
            }
            Binary(op @ (BinOp::Mul | BinOp::Add | BinOp::Sub), a, b) => {
                let (x, y) = (self.signed_text(a), self.signed_text(b));
                let sign = match op {
                    BinOp::Mul => "*",
                    BinOp::Add => "+",
                    _ => "-",
                };
                format!("({x} {sign} {y})")
            }
            _ => {
                let text = self.term(id);
                self.exact_cast(&text, term.ty, signed)
            }
        }
    }
}

/// The bits of `a` in a mask that is not negative, run by run.
fn masked(mask: i128) -> String {
    let mut parts = Vec::new();
    let mut rest = mask;
    while rest != 0 {
        let low = rest.trailing_zeros();
        let length = (!(rest >> low)).trailing_zeros();
        let part = match low {
            0 => format!("(a mod {})", power(length)),
            _ => format!("((a div {}) mod {}) * {}", power(low), power(length), power(low)),
        };
        parts.push(part);
        let run = if length >= 127 { i128::MAX } else { ((1i128 << length) - 1) << low };
        rest &= !run;
    }
    if parts.is_empty() { "0".into() } else { parts.join(" + ") }
}
