//! Terms: each is written as bits or as an integer, whichever its place asks for. What is the
//! other by nature is converted, as late as possible (Fig. 11 of the paper).

use super::Encoder;
use crate::interval::Interval;
use crate::ir::*;
use crate::represent::is_free;

impl Encoder<'_> {
    /// Is a term bits by nature?
    pub fn is_bits(&self, id: TermId) -> bool {
        self.representation.term(self.m, self.memory, id)
    }

    fn suits_bits(&self, id: TermId) -> bool {
        is_free(self.m, id) || self.done_on_bits(id)
    }

    /// Are two terms best taken together as bits?
    fn both_suit_bits(&self, a: TermId, b: TermId) -> bool {
        match (self.done_on_bits(a), self.done_on_bits(b)) {
            (true, true) => true,
            (true, false) => is_free(self.m, b),
            (false, true) => is_free(self.m, a),
            (false, false) => false,
        }
    }

    /// Is an operator done on bits, whatever its result is for? So it is if its operands are
    /// bits: one conversion of the result is better than one of each operand.
    pub fn done_on_bits(&self, id: TermId) -> bool {
        use BinOp::*;
        match self.m.term(id).kind {
            _ if self.is_bits(id) => true,
            TermKind::Binary(Shl | Shr, a, _)
            | TermKind::Complement(a)
            | TermKind::Negate(a)
            | TermKind::Cast(a) => self.done_on_bits(a),
            TermKind::Binary(_, a, b) => self.both_suit_bits(a, b),
            _ => false,
        }
    }

    pub fn range(&self, id: TermId) -> Interval {
        self.ranges.of(&self.known, id)
    }

    /// The text of a truth value.
    pub fn truth(&mut self, id: TermId) -> String {
        use TermKind::*;
        let m = self.m;
        match m.term(id).kind {
            Const(v) => self.number(v, IntTy::BOOL, false),
            Compare(op, a, b) => self.compare(op, a, b),
            Not(a) => format!("!{}", self.truth(a)),
            And(a, b) => format!("({} && {})", self.truth(a), self.truth(b)),
            Or(a, b) => format!("({} || {})", self.truth(a), self.truth(b)),
            Ite(c, a, b) => {
                let (c, x, y) = (self.truth(c), self.truth(a), self.truth(b));
                format!("(if {c} then {x} else {y})")
            }
            Var(v) => m.vars[v.index()].name.clone(),
            Ghost(ghost, segment) => self.ghost(ghost, segment),
            Float(..) => self.float(id),
            // Whatever else is a truth value is a number by nature.
            _ => format!("({} != 0)", self.integer(id)),
        }
    }

    fn compare(&mut self, op: CmpOp, a: TermId, b: TermId) -> String {
        let m = self.m;
        let ty = m.ty(a);
        if ty == IntTy::BOOL {
            let sign = if op == CmpOp::Ne { "!=" } else { "==" };
            return format!("({} {sign} {})", self.truth(a), self.truth(b));
        }
        let bits = self.both_suit_bits(a, b);
        match (op, bits) {
            (CmpOp::Eq, false) => return self.equal(a, b, "=="),
            (CmpOp::Ne, false) => return self.equal(a, b, "!="),
            _ => {}
        }
        let (x, y) = (self.value(a, bits), self.value(b, bits));
        match (op, bits) {
            (CmpOp::Eq, _) => format!("({x} == {y})"),
            (CmpOp::Ne, _) => format!("({x} != {y})"),
            (CmpOp::Lt, _) => self.less(&x, &y, ty, bits),
            (CmpOp::Le, true) => {
                self.bits_compare(if ty.signed { "sle" } else { "ule" }, &x, &y, ty)
            }
            (CmpOp::Le, false) => format!("({x} <= {y})"),
        }
    }

    pub fn less(&mut self, a: &str, b: &str, ty: IntTy, bits: bool) -> String {
        match bits {
            true => self.bits_compare(if ty.signed { "slt" } else { "ult" }, a, b, ty),
            false => format!("({a} < {b})"),
        }
    }

    /// The text of a term, as bits or as an integer.
    pub fn value(&mut self, id: TermId, bits: bool) -> String {
        match (self.m.ty(id) == IntTy::BOOL, bits) {
            (true, _) => self.truth(id),
            (_, true) => self.bits(id),
            (_, false) => self.integer(id),
        }
    }

    /// The text of an address, to find something in a map.
    pub fn at(&mut self, address: TermId) -> String {
        self.value(address, self.representation.domain())
    }

    /// What both ways of writing have in common; `None` for operators.
    pub fn leaf(&mut self, id: TermId, bits: bool) -> Option<String> {
        use TermKind::*;
        let m = self.m;
        let Term { kind, ty } = m.term(id);
        Some(match kind {
            Const(v) => self.number(v, ty, bits),
            Address(_) | FunctionAddress(_) => {
                self.number(literal_address(m, id).unwrap_or(0), ty, bits)
            }
            Array { pointer, .. } => self.value(pointer, bits),
            Offset(p, by) => {
                let (by, address) = (m.constant(by)?, literal_address(m, p)?);
                self.number(ty.wrap(address.wrapping_add(by)), ty, bits)
            }
            FromBool(a) => {
                let text = self.truth(a);
                let (one, zero) = (self.number(1, ty, bits), self.number(0, ty, bits));
                format!("(if {text} then {one} else {zero})")
            }
            Ite(c, a, b) => {
                let (c, x, y) = (self.truth(c), self.value(a, bits), self.value(b, bits));
                format!("(if {c} then {x} else {y})")
            }
            Ghost(ghost, segment) => self.ghost(ghost, segment),
            SegmentOf(a) | Within(a) => self.address_part(kind, a, ty),
            _ => return None,
        })
    }

    /// Where there are ghost maps, everything is bits (see `translate`).
    fn ghost(&mut self, ghost: Ghost, segment: TermId) -> String {
        let segment = self.at(segment);
        format!("{}[{segment}]", ghost.name())
    }

    /// The segment of an address, or its distance from the start of the object there.
    fn address_part(&mut self, part: TermKind, address: TermId, ty: IntTy) -> String {
        let number = |this: &Self, value: i128| this.number(value, ty, true);
        let Some(Segments { bits, margin }) = self.m.segments else { return number(self, 0) };
        let (size, margin) = (1i128 << bits, i128::from(margin));
        let is_segment = matches!(part, TermKind::SegmentOf(_));
        if let Some(address) = literal_address(self.m, address) {
            let address = ty.wrap(address);
            return match is_segment {
                true => number(self, address >> bits),
                false => number(self, (address & (size - 1)) - margin),
            };
        }
        let text = self.at(address);
        if is_segment {
            let by = number(self, i128::from(bits));
            return self.bits_binary(BinOp::Shr, &text, &by, ty);
        }
        let (mask, margin) = (number(self, size - 1), number(self, margin));
        let low = self.bits_binary(BinOp::And, &text, &mask, ty);
        self.bits_binary(BinOp::Sub, &low, &margin, ty)
    }

    /// A term as bits.
    fn bits(&mut self, id: TermId) -> String {
        use TermKind::*;
        if let Some(text) = self.leaf(id, true) {
            return text;
        }
        if !self.done_on_bits(id) {
            let text = self.integer(id);
            return self.bits_of_integer(&text, self.m.ty(id));
        }
        let m = self.m;
        let Term { kind, ty } = m.term(id);
        match kind {
            Var(v) => m.vars[v.index()].name.clone(),
            Fresh(_) => m.vars[ALLOCATION.index()].name.clone(),
            Load(access, address) => self.load(access, address),
            Offset(p, by) => {
                let (p, by) = (self.bits(p), self.bits(by));
                self.bits_binary(BinOp::Add, &p, &by, ty)
            }
            Binary(op @ (BinOp::Shl | BinOp::Shr), a, by) if !self.suits_bits(by) => {
                let (x, by) = (self.bits(a), self.integer(by));
                self.bits_shift(op, &x, &by, ty)
            }
            Binary(op, a, b) => {
                let (x, y) = (self.bits(a), self.bits(b));
                self.bits_binary(op, &x, &y, ty)
            }
            Negate(a) => {
                let text = self.bits(a);
                self.bits_unary("neg", &text, ty)
            }
            Complement(a) => {
                let text = self.bits(a);
                self.bits_unary("not", &text, ty)
            }
            Cast(a) => {
                let text = self.bits(a);
                self.bits_cast(&text, m.ty(a), ty)
            }
            Float(..) => self.float(id),
            _ => self.truth(id),
        }
    }

    /// A term as an integer.
    pub fn integer(&mut self, id: TermId) -> String {
        if let Some(text) = self.leaf(id, false) {
            return text;
        }
        if self.done_on_bits(id) {
            let range = self.range(id);
            let ty = self.m.ty(id);
            let text = self.bits(id);
            return self.integer_of_bits(&text, range, ty);
        }
        let (text, range) = self.loose(id);
        self.wrapped(&text, range, self.m.ty(id))
    }
}

/// The address of a pointer into an object with a fixed place.
fn literal_address(m: &Module, id: TermId) -> Option<i128> {
    match m.term(id).kind {
        TermKind::Array { pointer, .. } => literal_address(m, pointer),
        TermKind::Address(o) => m.objects[o.index()].address.map(i128::from),
        TermKind::FunctionAddress(f) => Some(i128::from(crate::lower::address_of_function(f))),
        TermKind::Offset(p, by) => Some(literal_address(m, p)?.wrapping_add(m.constant(by)?)),
        _ => None,
    }
}
