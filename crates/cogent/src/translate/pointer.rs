//! Pointers: object and offset (paper, section 3.4).

use super::memory::Symbol;
use super::object::ObjectKind;
use super::{Reason, Translated, Translator, unsupported};
use crate::aig::Lit;
use crate::circuit::{self, Bits, as_constant};
use crate::options::PointerComparison;
use crate::value::{Pointer, Value};
use lariat_c::{BinaryOp, ExprId, TypeId};

/// Where a pointer is with respect to the end of its object.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// In the object.
    within: Lit,
    /// Exactly at its end.
    at_end: Lit,
}

impl Translator<'_> {
    /// The null pointer.
    pub(crate) fn null(&self) -> Pointer {
        Pointer {
            object: vec![Lit::FALSE; self.objects.width],
            offset: vec![Lit::FALSE; self.options.offset_width()],
        }
    }

    /// A pointer to the start of an object.
    pub(super) fn start_of(&self, kind: ObjectKind) -> Translated<Pointer> {
        match self.objects.number(kind) {
            Some(object) => {
                Ok(Pointer { object, offset: vec![Lit::FALSE; self.options.offset_width()] })
            }
            None => unsupported("the address of an object that the query does not mention"),
        }
    }

    /// Does it point to an object that the query knows only through pointers?
    pub(super) fn is_anonymous(&mut self, p: &Pointer) -> Lit {
        let last = circuit::constant(self.objects.list.len() as i128, p.object.len());
        self.aig.less_unsigned(&last, &p.object)
    }

    /// Does it point to the object with this position in the list?
    pub(super) fn points_to(&mut self, p: &Pointer, position: usize) -> Lit {
        let number = circuit::constant(position as i128 + 1, p.object.len());
        self.aig.equal_bits(&p.object, &number)
    }

    fn is_function(&mut self, p: &Pointer) -> Lit {
        let mut any = Vec::new();
        for i in 0..self.objects.list.len() {
            if matches!(self.objects.list[i].kind, ObjectKind::Function(_)) {
                any.push(self.points_to(p, i));
            }
        }
        self.aig.or_all(any)
    }

    fn standing(&mut self, p: &Pointer) -> Standing {
        let width = p.offset.len();
        let anonymous = self.is_anonymous(p);
        let null = !self.aig.nonzero(&p.object);
        let origin = !self.aig.nonzero(&p.offset);
        let null_within = self.aig.and(null, origin);
        let mut within = vec![anonymous, null_within];
        let mut at_end = Vec::new();
        for i in 0..self.objects.list.len() {
            let here = self.points_to(p, i);
            if here == Lit::FALSE {
                continue;
            }
            let (inside, end) = match (self.objects.list[i].size, self.objects.list[i].kind) {
                (_, ObjectKind::Function(_)) => (origin, Lit::FALSE),
                (None, _) => (!circuit::sign(&p.offset), Lit::FALSE),
                (Some(size), _) => {
                    let size = circuit::constant(size as i128, width);
                    let inside = self.aig.less_unsigned(&p.offset, &size);
                    (inside, self.aig.equal_bits(&p.offset, &size))
                }
            };
            within.push(self.aig.and(here, inside));
            at_end.push(self.aig.and(here, end));
        }
        Standing { within: self.aig.or_all(within), at_end: self.aig.or_all(at_end) }
    }

    /// Does the element that the pointer points to lie in its object?
    pub(super) fn in_bounds(&mut self, p: &Pointer, target: TypeId) -> Lit {
        let needed = self.program.types.size_of(target).unwrap_or(1).max(1);
        let width = p.offset.len();
        let mut cases = vec![self.is_anonymous(p)];
        for i in 0..self.objects.list.len() {
            let here = self.points_to(p, i);
            let inside = match (self.objects.list[i].size, self.objects.list[i].kind) {
                (_, ObjectKind::Function(_)) => Lit::FALSE,
                (None, _) => !circuit::sign(&p.offset),
                (Some(size), _) if size < needed => Lit::FALSE,
                (Some(size), _) => {
                    let last = circuit::constant((size - needed) as i128, width);
                    !self.aig.less_unsigned(&last, &p.offset)
                }
            };
            cases.push(self.aig.and(here, inside));
        }
        self.aig.or_all(cases)
    }

    /// Equality, by the paper's three cases.
    pub(super) fn pointers_equal(&mut self, p: &Pointer, q: &Pointer, e: ExprId) -> Lit {
        let same_object = self.aig.equal_bits(&p.object, &q.object);
        let same_offset = self.aig.equal_bits(&p.offset, &q.offset);
        let same = self.aig.and(same_object, same_offset);
        if self.options.pointers == PointerComparison::Flat {
            return same;
        }
        let (a, b) = (self.standing(p), self.standing(q));
        let both_within = self.aig.and(a.within, b.within);
        let touching = self.both_touch(a, b);
        let comparable = self.aig.and(same_object, touching);
        let defined = self.aig.or(both_within, comparable);
        self.anything_unless(defined, same, Reason::PointerComparison, e)
    }

    /// Is the pointer in its object or at its end?
    pub(super) fn touches(&mut self, p: &Pointer) -> Lit {
        let Standing { within, at_end } = self.standing(p);
        self.aig.or(within, at_end)
    }

    fn both_touch(&mut self, a: Standing, b: Standing) -> Lit {
        let left = self.aig.or(a.within, a.at_end);
        let right = self.aig.or(b.within, b.at_end);
        self.aig.and(left, right)
    }

    fn anything_unless(&mut self, defined: Lit, value: Lit, reason: Reason, e: ExprId) -> Lit {
        match self.unless(!defined, Value::Int(vec![value]), reason, e) {
            Value::Int(bits) => bits[0],
            _ => value,
        }
    }

    /// Is it defined which of two pointers comes first, and how far apart they are?
    fn have_an_order(&mut self, p: &Pointer, q: &Pointer) -> Lit {
        let same_object = self.aig.equal_bits(&p.object, &q.object);
        if self.options.pointers == PointerComparison::Flat {
            return same_object;
        }
        let (x, y) = (self.standing(p), self.standing(q));
        let touching = self.both_touch(x, y);
        self.aig.and(same_object, touching)
    }

    pub(super) fn pointer_comparison(
        &mut self,
        e: ExprId,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Translated<Lit> {
        use BinaryOp::*;
        let (p, q) = (self.pointer(a)?, self.pointer(b)?);
        match op {
            Equal => return Ok(self.pointers_equal(&p, &q, e)),
            NotEqual => return Ok(!self.pointers_equal(&p, &q, e)),
            _ => {}
        }
        let (p, q, strict) = match op {
            Less => (p, q, true),
            Greater => (q, p, true),
            // a <= b is not b < a
            LessEqual => (q, p, false),
            _ => (p, q, false),
        };
        let less = self.aig.less_signed(&p.offset, &q.offset);
        let result = less.xor(!strict);
        let defined = self.have_an_order(&p, &q);
        Ok(self.anything_unless(defined, result, Reason::PointerComparison, e))
    }

    pub(super) fn pointer_offset(
        &mut self,
        e: ExprId,
        pointer: ExprId,
        offset: ExprId,
        negative: bool,
    ) -> Translated<Value> {
        let p = self.pointer(pointer)?;
        let by = self.int(offset)?;
        let (_, signed) = self.int_type(self.ty(offset))?;
        let target = self.program.types.pointee(self.ty(e)).unwrap_or(TypeId::VOID);
        self.moved(e, &p, &by, signed, target, negative)
    }

    /// A pointer so many elements further.
    pub(super) fn moved(
        &mut self,
        e: ExprId,
        p: &Pointer,
        by: &[Lit],
        signed: bool,
        target: TypeId,
        negative: bool,
    ) -> Translated<Value> {
        let distance = self.scaled(by, signed, target)?;
        let offset = if negative {
            self.aig.subtract(&p.offset, &distance)
        } else {
            self.aig.add(&p.offset, &distance)
        };
        let moved = Value::Pointer(Pointer { object: p.object.clone(), offset });
        let function = self.is_function(p);
        Ok(self.unless(function, moved, Reason::FunctionPointerArithmetic, e))
    }

    /// An index as a distance in bytes.
    pub(super) fn scaled(&mut self, by: &[Lit], signed: bool, target: TypeId) -> Translated<Bits> {
        let Some(size) = self.program.types.size_of(target) else {
            return unsupported("arithmetic on pointers to objects of unknown size");
        };
        let width = self.options.offset_width();
        let by = circuit::resize(by, width, signed);
        let size = circuit::constant(size as i128, width);
        Ok(self.aig.multiply(&by, &size))
    }

    pub(super) fn pointer_difference(
        &mut self,
        e: ExprId,
        a: ExprId,
        b: ExprId,
    ) -> Translated<Value> {
        let (p, q) = (self.pointer(a)?, self.pointer(b)?);
        let target = self.program.types.pointee(self.ty(a)).unwrap_or(TypeId::VOID);
        let Some(size) = self.program.types.size_of(target) else {
            return unsupported("difference of pointers to objects of unknown size");
        };
        let (width, _) = self.int_type(self.ty(e))?;
        let bytes = self.aig.subtract(&p.offset, &q.offset);
        let divisor = circuit::constant(size.max(1) as i128, bytes.len());
        let elements = if as_constant(&divisor) == Some(1) {
            bytes
        } else {
            let division = self.aig.divide_signed(&bytes, &divisor, true, true);
            self.constraints.push(division.constraint);
            division.quotient
        };
        let value = Value::Int(circuit::resize(&elements, width, true));
        let defined = self.have_an_order(&p, &q);
        Ok(self.unless(!defined, value, Reason::PointerDifference, e))
    }

    /// An integer as a pointer: zero is NULL, everything else could point anywhere.
    pub(super) fn int_to_pointer(&mut self, e: ExprId, a: ExprId) -> Translated<Value> {
        let bits = self.int(a)?;
        let nonzero = self.aig.nonzero(&bits);
        let null = Value::Pointer(self.null());
        Ok(self.unless(nonzero, null, Reason::IntegerToPointer, e))
    }

    /// A pointer as an integer: the address of its object, which nobody knows, plus the offset.
    pub(super) fn pointer_to_int(&mut self, e: ExprId, a: ExprId) -> Translated<Value> {
        let p = self.pointer(a)?;
        let (width, _) = self.int_type(self.ty(e))?;
        let full = p.offset.len();
        let (base, _) = self.apply(Symbol::Address, p.object.clone(), full);
        let null = !self.aig.nonzero(&p.object);
        let zero = vec![Lit::FALSE; full];
        let base = self.aig.mux_bits(null, &zero, &base);
        let address = self.aig.add(&base, &p.offset);
        Ok(Value::Int(circuit::resize(&address, width, false)))
    }
}
