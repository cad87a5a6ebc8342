//! Terms, and what both encodings share.

use super::Encoder;
use crate::ir::*;

impl Encoder<'_> {
    /// The text of a term in the sort of its type.
    pub fn term(&mut self, id: TermId) -> String {
        use TermKind::*;
        let m = self.m;
        let term = m.term(id);
        let ty = term.ty;
        match term.kind {
            Const(v) => self.number(v, ty),
            Var(v) => m.vars[v.index()].name.clone(),
            Address(o) => {
                let address = m.objects[o.index()].address.unwrap_or(0);
                self.number(i128::from(address), ty)
            }
            Fresh(_) => "$alloc".into(),
            FunctionAddress(f) => {
                let address = crate::lower::address_of_function(f);
                self.number(i128::from(address), ty)
            }
            Load(access, address) => self.load(access, address, ty),
            Array { pointer, .. } => self.term(pointer),
            Offset(p, by) => {
                if let (Some(by), Some(address)) = (m.constant(by), literal_address(m, p)) {
                    return self.number(ty.wrap(address.wrapping_add(by)), ty);
                }
                let base = self.term(p);
                if self.is_bv() {
                    let by = self.term(by);
                    self.add_text(&base, &by, ty)
                } else {
                    let by = self.signed_text(by);
                    format!("({base} + {by})")
                }
            }
            Binary(op, a, b) => self.binary(op, a, b, ty),
            Negate(a) => {
                let text = self.term(a);
                self.negate_text(&text, ty)
            }
            Complement(a) => {
                let text = self.term(a);
                self.complement_text(&text, ty)
            }
            Cast(a) => {
                let text = self.term(a);
                self.cast_text(&text, m.ty(a), ty)
            }
            Compare(op, a, b) => {
                let (x, y) = (self.term(a), self.term(b));
                let ty = m.ty(a);
                match op {
                    CmpOp::Eq => format!("({x} == {y})"),
                    CmpOp::Ne => format!("({x} != {y})"),
                    CmpOp::Lt => self.less_text(&x, &y, ty),
                    CmpOp::Le => self.at_most_text(&x, &y, ty),
                }
            }
            Not(a) => {
                let text = self.term(a);
                format!("!{text}")
            }
            And(a, b) => {
                let (x, y) = (self.term(a), self.term(b));
                format!("({x} && {y})")
            }
            Or(a, b) => {
                let (x, y) = (self.term(a), self.term(b));
                format!("({x} || {y})")
            }
            FromBool(a) => {
                let text = self.term(a);
                let (one, zero) = (self.number(1, ty), self.number(0, ty));
                format!("(if {text} then {one} else {zero})")
            }
            Ite(c, a, b) => {
                let (c, x, y) = (self.term(c), self.term(a), self.term(b));
                format!("(if {c} then {x} else {y})")
            }
            Ghost(ghost, segment) => {
                let segment = self.term(segment);
                format!("{}[{segment}]", ghost.name())
            }
            SegmentOf(a) | Within(a) => self.address_part(term.kind, a, ty),
        }
    }

    /// The segment of an address, or its distance from the start of the object there.
    fn address_part(&mut self, part: TermKind, address: TermId, ty: IntTy) -> String {
        let Some(Segments { bits, margin }) = self.m.segments else { return self.number(0, ty) };
        let (size, margin) = (1i128 << bits, i128::from(margin));
        let is_segment = matches!(part, TermKind::SegmentOf(_));
        if let Some(address) = literal_address(self.m, address) {
            let address = ty.wrap(address);
            return match is_segment {
                true => self.number(address >> bits, ty),
                false => self.number((address & (size - 1)) - margin, ty),
            };
        }
        let text = self.term(address);
        match (self.is_bv(), is_segment) {
            (false, true) => format!("({text} div {size})"),
            (false, false) => format!("(({text} mod {size}) - {margin})"),
            (true, true) => {
                let by = self.number(i128::from(bits), ty);
                self.bits_binary(BinOp::Shr, &text, &by, ty)
            }
            (true, false) => {
                let (mask, margin) = (self.number(size - 1, ty), self.number(margin, ty));
                let low = self.bits_binary(BinOp::And, &text, &mask, ty);
                self.bits_binary(BinOp::Sub, &low, &margin, ty)
            }
        }
    }

    /// A term as a value of another type of the same width.
    pub fn converted(&mut self, id: TermId, ty: IntTy) -> String {
        let text = self.term(id);
        self.cast_text(&text, self.m.ty(id), ty)
    }

    fn load(&mut self, access: AccessId, address: TermId, ty: IntTy) -> String {
        let at = self.term(address);
        let map = self.memory.map_of(access);
        let width = self.m.accesses[access.index()].width;
        let element = self.element(map);
        let name = self.memory.maps()[map as usize].name.clone();
        if element.width == width * 8 {
            let text = format!("{name}[{at}]");
            return self.cast_text(&text, element, ty);
        }
        let load = self.load_bytes(map, width);
        let text = format!("{load}({name}, {at})");
        self.cast_text(&text, IntTy::unsigned(width * 8), ty)
    }

    /// The name of the function that reads so many bytes, lowest first.
    fn load_bytes(&mut self, map: u32, width: u32) -> String {
        let (sort, pointer) = (self.map_sort(map), self.m.pointer_ty());
        let name = format!("$load.{width}");
        let address = self.sort(pointer);
        let mut parts = Vec::new();
        for i in (0..width).rev() {
            let by = self.number(i128::from(i), pointer);
            let at = if i == 0 { "a".into() } else { self.add_text("a", &by, pointer) };
            parts.push(if self.is_bv() || i == 0 {
                format!("m[{at}]")
            } else {
                format!("{} * m[{at}]", 1u128 << (8 * i).min(127))
            });
        }
        let body = parts.join(if self.is_bv() { " ++ " } else { " + " });
        let value = self.sort(IntTy::unsigned(width * 8));
        self.function(&name, || {
            format!("function {{:inline}} {name}(m: {sort}, a: {address}): {value} {{ {body} }}")
        });
        name
    }

    /// The name of the function that writes so many bytes.
    pub fn store_bytes(&mut self, map: u32, width: u32) -> String {
        let (sort, pointer) = (self.map_sort(map), self.m.pointer_ty());
        let name = format!("$store.{width}");
        let address = self.sort(pointer);
        let mut body = "m".to_owned();
        for i in 0..width {
            let by = self.number(i128::from(i), pointer);
            let at = if i == 0 { "a".into() } else { self.add_text("a", &by, pointer) };
            let byte = if self.is_bv() {
                format!("v[{}:{}]", 8 * i + 8, 8 * i)
            } else {
                format!("(v div {}) mod 256", 1u128 << (8 * i).min(127))
            };
            body.push_str(&format!("[{at} := {byte}]"));
        }
        let value = self.sort(IntTy::unsigned(width * 8));
        self.function(&name, || {
            format!(
                "function {{:inline}} {name}(m: {sort}, a: {address}, v: {value}): {sort} {{ {body} }}"
            )
        });
        name
    }

    fn binary(&mut self, op: BinOp, a: TermId, b: TermId, ty: IntTy) -> String {
        if self.is_bv() {
            let (x, y) = (self.term(a), self.term(b));
            return self.bits_binary(op, &x, &y, ty);
        }
        self.exact_binary(op, a, b, ty)
    }

    pub fn add_text(&mut self, a: &str, b: &str, ty: IntTy) -> String {
        if self.is_bv() { self.bits_binary(BinOp::Add, a, b, ty) } else { format!("({a} + {b})") }
    }

    pub fn less_text(&mut self, a: &str, b: &str, ty: IntTy) -> String {
        if !self.is_bv() {
            return format!("({a} < {b})");
        }
        self.bits_compare(if ty.signed { "slt" } else { "ult" }, a, b, ty)
    }

    pub fn at_most_text(&mut self, a: &str, b: &str, ty: IntTy) -> String {
        if !self.is_bv() {
            return format!("({a} <= {b})");
        }
        self.bits_compare(if ty.signed { "sle" } else { "ule" }, a, b, ty)
    }

    fn negate_text(&mut self, a: &str, ty: IntTy) -> String {
        match (self.is_bv(), ty.signed) {
            (true, _) => self.bits_unary("neg", a, ty),
            (false, true) => format!("(-{a})"),
            (false, false) => self.exact_call("neg", ty, &[a]),
        }
    }

    fn complement_text(&mut self, a: &str, ty: IntTy) -> String {
        match self.is_bv() {
            true => self.bits_unary("not", a, ty),
            false if ty.signed => format!("(-1 - {a})"),
            false => format!("({} - {a})", self.number(ty.max(), ty)),
        }
    }

    pub fn cast_text(&mut self, a: &str, from: IntTy, to: IntTy) -> String {
        if from == to || self.is_bv() && from.width == to.width {
            return a.to_owned();
        }
        if self.is_bv() { self.bits_cast(a, from, to) } else { self.exact_cast(a, from, to) }
    }
}

/// The address of a pointer into an object with a fixed place.
fn literal_address(m: &Module, id: TermId) -> Option<i128> {
    match m.term(id).kind {
        TermKind::Array { pointer, .. } => literal_address(m, pointer),
        TermKind::Address(o) => m.objects[o.index()].address.map(i128::from),
        TermKind::Offset(p, by) => Some(literal_address(m, p)?.wrapping_add(m.constant(by)?)),
        _ => None,
    }
}
