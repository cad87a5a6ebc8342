//! Integers. Sums, differences and products are computed exactly and brought back into the
//! range of their type where the result is used, and only if [`crate::ranges`] cannot show
//! that it is there already: wrapping around commutes with these operators. Signed arithmetic
//! wraps as well, as the machine's does, so integers and bits give the same answers.
//!
//! Bitwise operators are arithmetic if one operand is a constant, shifts are multiplications
//! and divisions. Addresses are not brought back into range: arithmetic that leaves the
//! address space has left its object before.

use super::Encoder;
use crate::interval::Interval;
use crate::ir::*;

/// 2 to the power of a width.
pub fn power(width: u32) -> String {
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

/// How many times the range of their type values may leave before they are brought back.
const LOOSE: i128 = 16;

fn sign(ty: IntTy) -> &'static str {
    if ty.signed { "s" } else { "u" }
}

impl Encoder<'_> {
    /// A number brought into the range of a type; it is in `range` now.
    pub fn wrapped(&mut self, text: &str, range: Interval, ty: IntTy) -> String {
        if !self.wrap || range.fits(ty) {
            return text.to_owned();
        }
        let p = power(ty.width);
        let half = power(ty.width - 1);
        let (over, under) = (range.high > ty.max(), range.low < ty.min());
        let near = ty.width < 100 && {
            let period = 1i128 << ty.width;
            range.low >= ty.min() - period && range.high <= ty.max() + period
        };
        let (name, body) = match (near, over, under) {
            (true, true, false) => ("o", format!("if a > {} then a - {p} else a", ty.max())),
            (true, false, _) => ("u", format!("if a < {} then a + {p} else a", ty.min())),
            (true, true, true) => (
                "ou",
                format!(
                    "if a > {} then a - {p} else if a < {} then a + {p} else a",
                    ty.max(),
                    ty.min()
                ),
            ),
            (false, ..) if ty.signed => ("", format!("((a + {half}) mod {p}) - {half}")),
            (false, ..) => ("", format!("a mod {p}")),
        };
        let name = format!("$wrap.{}{}{name}", sign(ty), ty.width);
        self.function(&name, || format!("function {{:inline}} {name}(a: int): int {{ {body} }}"));
        format!("{name}({text})")
    }

    /// A term as a number of another type of the same width.
    pub fn converted(&mut self, id: TermId, ty: IntTy) -> String {
        let (text, range) = self.loose(id);
        self.wrapped(&text, range, ty)
    }

    /// Are two terms the same number (`==`) or not (`!=`), up to multiples of 2 to the power of their width?
    pub fn equal(&mut self, a: TermId, b: TermId, sign: &str) -> String {
        let ty = self.m.ty(a);
        let ((x, i), (y, j)) = (self.loose(a), self.loose(b));
        if !self.wrap || i.fits(ty) && j.fits(ty) {
            return format!("({x} {sign} {y})");
        }
        if i.is_bounded() && j.is_bounded() {
            let (x, y) = (self.wrapped(&x, i, ty), self.wrapped(&y, j, ty));
            return format!("({x} {sign} {y})");
        }
        let (name, p) = (format!("$same.{}", ty.width), power(ty.width));
        self.function(&name, || {
            let body = format!("a == b || (a - b) mod {p} == 0");
            format!("function {{:inline}} {name}(a: int, b: int): bool {{ {body} }}")
        });
        format!("{}{name}({x}, {y})", if sign == "==" { "" } else { "!" })
    }

    /// A number that differs from the term by a multiple of 2 to the power of its width, and
    /// the range that it is in.
    pub fn loose(&mut self, id: TermId) -> (String, Interval) {
        use TermKind::*;
        let m = self.m;
        let Term { kind, ty } = m.term(id);
        if let Some(text) = self.leaf(id, false) {
            return (text, self.range(id));
        }
        if self.done_on_bits(id) {
            return (self.integer(id), self.range(id));
        }
        match kind {
            Var(v) => {
                let is_loose = self.loose_vars[v.index()];
                let range = if is_loose { Interval::ALL } else { self.range(id) };
                (m.vars[v.index()].name.clone(), range)
            }
            Fresh(_) => (m.vars[ALLOCATION.index()].name.clone(), self.range(id)),
            Load(access, address) => {
                let text = self.load(access, address);
                (text, Interval::of(self.loaded_type(access)))
            }
            Offset(p, by) => {
                let (base, by) = (self.integer(p), self.distance(by));
                (format!("({base} + {by})"), self.range(id))
            }
            Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => self.ring(op, a, b, ty),
            Binary(BinOp::Shl, a, by) if self.distance_of_shift(by, ty).is_some() => {
                let (x, range) = self.loose(a);
                let by = self.distance_of_shift(by, ty).unwrap_or(0);
                let factor = Interval::new(1 << by.min(126), 1 << by.min(126));
                (format!("({x} * {})", power(by)), range.times(factor))
            }
            Binary(op, a, b) => {
                let text = self.operator(op, a, b, ty);
                let (a, b) = (self.range(a), self.range(b));
                (text, Interval::binary(op, a, b, ty))
            }
            Negate(a) => {
                let (x, range) = self.loose(a);
                (format!("(-{x})"), range.negated())
            }
            Complement(a) => {
                let x = self.integer(a);
                let range = self.range(a).negated();
                match ty.signed {
                    true => (format!("(-1 - {x})"), range.plus(Interval::new(-1, -1))),
                    false => (
                        format!("({} - 1 - {x})", power(ty.width)),
                        range.plus(Interval::constant(ty.max(), ty)),
                    ),
                }
            }
            Cast(a) if ty.width <= m.ty(a).width => self.loose(a),
            Cast(a) => (self.integer(a), self.range(a)),
            _ => (self.truth(id), self.range(id)),
        }
    }

    fn ring(&mut self, op: BinOp, a: TermId, b: TermId, ty: IntTy) -> (String, Interval) {
        let sign = match op {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            _ => "*",
        };
        let ((mut x, i), (mut y, j)) = (self.loose(a), self.loose(b));
        let linear = op != BinOp::Mul || self.m.constant(a).or(self.m.constant(b)).is_some();
        let mut range = Interval::binary(op, i, j, ty);
        let most = Interval::of(ty).times(Interval::new(-LOOSE, LOOSE));
        let is_large = range.low < most.low || most.high < range.high;
        // What is loose already is not brought back for that.
        if !linear || is_large && range.is_bounded() {
            (x, y) = (self.wrapped(&x, i, ty), self.wrapped(&y, j, ty));
            range = Interval::binary(op, i.wrapped(ty), j.wrapped(ty), ty);
        }
        (format!("({x} {sign} {y})"), range)
    }

    fn distance_of_shift(&self, by: TermId, ty: IntTy) -> Option<u32> {
        let by = u32::try_from(self.m.constant(by)?).ok()?;
        (by < ty.width).then_some(by)
    }

    /// Operators other than those of a ring.
    fn operator(&mut self, op: BinOp, a: TermId, b: TermId, ty: IntTy) -> String {
        use BinOp::*;
        let (x, y) = (self.integer(a), self.integer(b));
        let (left, right) = (self.m.constant(a), self.m.constant(b));
        let (top, bottom) = (self.range(a), self.range(b));
        match op {
            Div if top.low >= 0 && bottom.low > 0 => format!("({x} div {y})"),
            Rem if top.low >= 0 && bottom.low > 0 => format!("({x} mod {y})"),
            Div if bottom.low > 0 => self.call("div", ty, &[&x, &y]),
            Rem if bottom.low > 0 => self.call("rem", ty, &[&x, &y]),
            Div => self.call("div0", ty, &[&x, &y]),
            Rem => self.call("rem0", ty, &[&x, &y]),
            Shr if self.distance_of_shift(b, ty).is_some() => {
                let by = self.distance_of_shift(b, ty).unwrap_or(0);
                format!("({x} div {})", power(by))
            }
            Shr => self.call("shr", ty, &[&x, &y]),
            Shl => self.call("shl", ty, &[&x, &y]),
            _ => match (left, right) {
                (_, Some(c)) if ty.width < 127 => self.with_constant(op, &x, c, ty),
                (Some(c), _) if ty.width < 127 => self.with_constant(op, &y, c, ty),
                _ if self.leave_open && ty.width < 127 => self.call(word(op), ty, &[&x, &y]),
                _ => {
                    let (x, y) = (self.bits_of_integer(&x, ty), self.bits_of_integer(&y, ty));
                    let text = self.bits_binary(op, &x, &y, ty);
                    self.integer_of_bits(&text, Interval::of(ty), ty)
                }
            },
        }
    }

    /// A call of one of our functions on numbers.
    fn call(&mut self, word: &str, ty: IntTy, args: &[&str]) -> String {
        let name = format!("${word}.{}{}", sign(ty), ty.width);
        // As C has it: towards zero.
        let divided = "if a >= 0 then (if b > 0 then a div b else -(a div (-b))) \
                       else (if b > 0 then -((-a) div b) else (-a) div (-b))";
        let body = match word {
            "div" => "if a >= 0 then a div b else -((-a) div b)".into(),
            "rem" => "if a >= 0 then a mod b else -((-a) mod b)".into(),
            // By zero: what bit-vectors give.
            "div0" if ty.signed => {
                format!("if b == 0 then (if a >= 0 then -1 else 1) else {divided}")
            }
            "div0" => format!("if b == 0 then {} - 1 else a div b", power(ty.width)),
            "rem0" if ty.signed => format!("if b == 0 then a else a - b * ({divided})"),
            "rem0" => "if b == 0 then a else a mod b".into(),
            "shl" | "shr" => {
                let mut body = match word == "shr" && ty.signed {
                    true => "(if a < 0 then -1 else 0)".to_owned(),
                    false => "0".to_owned(),
                };
                let op = if word == "shl" { "*" } else { "div" };
                for k in (0..ty.width).rev() {
                    body = format!("if b == {k} then a {op} {} else {body}", power(k));
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

    /// A bitwise operator with a constant, as arithmetic: `x | c` is `x + c - (x & c)`.
    fn with_constant(&mut self, op: BinOp, x: &str, c: i128, ty: IntTy) -> String {
        let shown = if c < 0 { format!("m{}", c.unsigned_abs()) } else { c.to_string() };
        let name = format!("${}.{}{}.{shown}", word(op), sign(ty), ty.width);
        let number = self.number(c, ty, false);
        let rest = if ty.signed { !c } else { ty.max() & !c };
        let masked = match c < 0 || runs(rest) < runs(c) {
            true => format!("a - ({})", masked(rest)),
            false => masked(c),
        };
        let body = match op {
            BinOp::And => masked,
            BinOp::Or => format!("a + {number} - ({masked})"),
            _ => format!("a + {number} - 2 * ({masked})"),
        };
        self.function(&name, || format!("function {{:inline}} {name}(a: int): int {{ {body} }}"));
        format!("{name}({x})")
    }

    /// An offset, which is unsigned by type, as the number that is meant.
    fn distance(&mut self, id: TermId) -> String {
        use TermKind::*;
        let m = self.m;
        let Term { kind, ty } = m.term(id);
        let signed = IntTy { signed: true, ..ty };
        if self.done_on_bits(id) {
            let range = self.range(id);
            let range = if range.fits(signed) { range } else { Interval::of(signed) };
            let text = self.value(id, true);
            return self.integer_of_bits(&text, range, signed);
        }
        match kind {
            Const(v) => self.number(signed.wrap(v), signed, false),
            Cast(a) if m.ty(a).signed || m.ty(a).width < ty.width => self.integer(a),
            Negate(a) => {
                let text = self.distance(a);
                format!("(-{text})")
            }
            Binary(op @ (BinOp::Mul | BinOp::Add | BinOp::Sub), a, b) => {
                let (x, y) = (self.distance(a), self.distance(b));
                let sign = match op {
                    BinOp::Mul => "*",
                    BinOp::Add => "+",
                    _ => "-",
                };
                format!("({x} {sign} {y})")
            }
            _ => {
                let text = self.integer(id);
                self.wrapped(&text, self.range(id), signed)
            }
        }
    }
}

fn word(op: BinOp) -> &'static str {
    match op {
        BinOp::And => "and",
        BinOp::Or => "or",
        _ => "xor",
    }
}

/// How many runs of ones a mask that is not negative has.
fn runs(mask: i128) -> u32 {
    (mask & !(mask << 1)).count_ones()
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
