//! Numbers of several parts: vectors (`vector_size`) and complex numbers.
//!
//! To the rest of the program they are records with one member, the array of their parts (*lanes*): objects,
//! parameters, results, copies and initialisers need nothing new. Operators on them are spelled out here, lane by lane,
//! after operands went to hidden variables, so that each is evaluated once.

use super::Unit;
use super::declaration::whole_entry;
use crate::constant::is_comparison;
use crate::program::*;
use crate::source::Place;
use crate::token::T;
use crate::tree::*;
use crate::types::{ArrayLength, Field, IntKind, Lanes, Record, RecordKind, Type, TypeId};

/// The largest vector, in bytes.
const LARGEST: u64 = 4096;

/// An operand in parts: what to evaluate before, and the value of each lane.
struct Parts {
    before: Vec<ExprId>,
    lanes: Vec<ExprId>,
}

impl Unit<'_> {
    pub(super) fn lanes(&self, ty: TypeId) -> Option<Lanes> {
        self.p.types.record(self.p.types.record_of(ty)?).lanes
    }

    fn is_complex(&self, ty: TypeId) -> bool {
        self.lanes(ty).is_some_and(|l| l.complex)
    }

    /// The type with these lanes.
    fn lane_type(&mut self, lanes: Lanes) -> TypeId {
        if let Some(&ty) = self.p.types.composites.get(&lanes) {
            return ty;
        }
        let array =
            self.p.types.intern(Type::Array(lanes.element, ArrayLength::Fixed(lanes.count)));
        let size = self.p.types.size_of(array).unwrap_or(0);
        let align = match lanes.complex {
            true => self.p.types.member_align_of(lanes.element),
            false => size as u32,
        };
        let field = Field { name: None, ty: array, offset: 0, bits: None, place: Place::NOWHERE };
        let ty = self.p.types.add_record(Record {
            kind: RecordKind::Struct,
            tag: None,
            tagged: false,
            place: Place::NOWHERE,
            complete: true,
            fields: vec![field],
            size,
            align,
            transparent: false,
            lanes: Some(lanes),
            unit: self.unit,
        });
        self.p.types.composites.insert(lanes, ty);
        ty
    }

    /// The complex type with parts of this type.
    pub(super) fn complex_type(&mut self, element: TypeId) -> TypeId {
        self.lane_type(Lanes { element: element.unqualified(), count: 2, complex: true })
    }

    /// The vector of so many bytes with elements of this type.
    pub(super) fn vector_type(&mut self, element: TypeId, bytes: u64, place: Place) -> TypeId {
        let size = self.p.types.size_of(element).unwrap_or(0);
        let scalar = self.p.types.is_arithmetic(element) && self.p.types.int_width(element) != 1;
        if !scalar || size == 0 || bytes > LARGEST || !bytes.is_power_of_two() || bytes < size {
            self.error(
                "type",
                place,
                format!("no vector of {bytes} bytes of {}", self.show(element)),
            );
            return TypeId::ERROR;
        }
        let lanes = Lanes { element: element.unqualified(), count: bytes / size, complex: false };
        self.lane_type(lanes).with(element.qualifiers())
    }

    /// A lane of an object, an lvalue.
    fn lane(&mut self, object: ExprId, index: ExprId, place: Place) -> ExprId {
        let ty = self.ty(object);
        let Some(record) = self.p.types.record_of(ty) else { return self.error_expr(place) };
        let array = self.p.types.record(record).fields[0].ty.with(ty.qualifiers());
        let array = self.expr(ExprKind::Member(object, 0), array, place);
        let first = self.value(array);
        let at = self.pointer_offset(first, index, false, place);
        self.deref(at, place)
    }

    /// `v[i]`
    pub(super) fn vector_element(&mut self, e: ExprId, index: ExprId, place: Place) -> ExprId {
        let object = self.object_of(e);
        let index = self.value(index);
        self.lane(object, index, place)
    }

    /// `__real__ e` and `__imag__ e`
    pub(super) fn complex_part(&mut self, e: ExprId, imaginary: bool, place: Place) -> ExprId {
        if self.is_complex(self.ty(e)) {
            let object = self.object_of(e);
            let index = self.int(i128::from(imaginary), TypeId::INT, place);
            return self.lane(object, index, place);
        }
        let e = self.value(e);
        let ty = self.ty(e);
        if !self.p.types.is_arithmetic(ty) {
            return self.type_error(place, format!("{} has no such part", self.show(ty)));
        }
        if !imaginary {
            return e;
        }
        let zero = self.int(0, TypeId::INT, place);
        let zero = self.convert(zero, ty);
        let e = self.convert(e, TypeId::VOID);
        self.expr(ExprKind::Comma(e, zero), ty, place)
    }

    /// `__builtin_shuffle(a, mask)` and `__builtin_shuffle(a, b, mask)`, with the values of their arguments.
    pub(super) fn shuffle(&mut self, args: &[ExprId], place: Place) -> ExprId {
        let shapes: Option<Vec<Lanes>> = args.iter().map(|&e| self.lanes(self.ty(e))).collect();
        let (Some(shapes), 2..=3) = (shapes, args.len()) else {
            return self.type_error(place, "__builtin_shuffle takes vectors");
        };
        let (count, last) = (shapes[0].count, args.len() - 1);
        if shapes.iter().any(|s| s.complex || s.count != count) {
            return self.type_error(place, "__builtin_shuffle takes vectors of one length");
        }
        let mut before = Vec::new();
        let mut objects = Vec::new();
        for &arg in args {
            let (evaluate, object) = self.hold(arg);
            before.push(evaluate);
            objects.push(object);
        }
        let mut lanes = Vec::new();
        for i in 0..count {
            let at = self.int(i128::from(i), TypeId::INT, place);
            let index = self.lane(objects[last], at, place);
            let mask = |unit: &mut Self, bits| {
                let bits = unit.int(i128::from(bits), TypeId::INT, place);
                unit.binary_operator(BinaryOp::And, index, bits, place)
            };
            let low = mask(self, count - 1);
            let first = self.lane(objects[0], low, place);
            lanes.push(match last {
                1 => self.value(first),
                _ => {
                    let second = self.lane(objects[1], low, place);
                    let high = mask(self, count);
                    self.choose(high, second, first, place)
                }
            });
        }
        let ty = self.ty(args[0]).unqualified();
        let value = self.with_lanes(ty, lanes, place);
        self.preceded(before, value, place)
    }

    /// The object whose value this is, or a hidden one.
    fn object_of(&mut self, e: ExprId) -> ExprId {
        match *self.kind(e) {
            ExprKind::Load(object) => object,
            _ => self.materialize(e),
        }
    }

    /// An imaginary constant.
    pub(super) fn imaginary(&mut self, part: ExprId, place: Place) -> ExprId {
        let element = self.ty(part);
        let zero = self.int(0, TypeId::INT, place);
        let zero = self.convert(zero, element);
        let ty = self.complex_type(element);
        self.with_lanes(ty, vec![zero, part], place)
    }

    /// A value with these lanes, in a hidden variable.
    fn with_lanes(&mut self, ty: TypeId, lanes: Vec<ExprId>, place: Place) -> ExprId {
        let Some(Lanes { element, .. }) = self.lanes(ty) else { return self.error_expr(place) };
        let size = self.p.types.size_of(element).unwrap_or(0);
        let mut entries = Vec::with_capacity(lanes.len());
        for (i, lane) in lanes.into_iter().enumerate() {
            let value = self.convert(lane, element);
            entries.push(InitEntry {
                offset: i as u64 * size,
                bits: None,
                path: Box::new([PathStep::Field(0), PathStep::Index(i as u64)]),
                ty: element,
                value: InitValue::Expr(value),
                place,
            });
        }
        let var = self.new_var(None, ty, VarRole::Temporary, place);
        let init = Init { entries, zero_rest: false };
        let object = self.expr(ExprKind::CompoundLiteral(var, Box::new(init)), ty, place);
        self.value(object)
    }

    /// Lanes that are written as constants; hidden variables would hide that.
    pub(super) fn constant_lanes(&self, e: ExprId) -> Option<Vec<ExprId>> {
        let ExprKind::Load(object) = *self.kind(e) else { return None };
        let ExprKind::CompoundLiteral(_, init) = self.kind(object) else { return None };
        let count = self.lanes(self.ty(e))?.count as usize;
        let value = |entry: &InitEntry| match entry.value {
            InitValue::Expr(e) if self.p.constant(e).is_some() => Some(e),
            _ => None,
        };
        let lanes: Option<Vec<ExprId>> = init.entries.iter().map(value).collect();
        lanes.filter(|lanes| lanes.len() == count)
    }

    /// A value in a hidden variable: its evaluation, and the variable.
    fn hold(&mut self, e: ExprId) -> (ExprId, ExprId) {
        let (ty, place) = (self.ty(e), self.place_of(e));
        let var = self.new_var(None, ty, VarRole::Temporary, place);
        let init = Init { entries: vec![whole_entry(ty, e, place)], zero_rest: false };
        let object = self.expr(ExprKind::CompoundLiteral(var, Box::new(init)), ty, place);
        (self.value(object), self.expr(ExprKind::Var(var), ty, place))
    }

    /// The lanes of a value; so many copies of a scalar.
    fn parts(&mut self, e: ExprId, count: u64) -> Parts {
        let place = self.place_of(e);
        if let Some(lanes) = self.constant_lanes(e) {
            return Parts { before: Vec::new(), lanes };
        }
        if self.lanes(self.ty(e)).is_none() && self.p.constant(e).is_some() {
            return Parts { before: Vec::new(), lanes: vec![e; count as usize] };
        }
        let (evaluate, object) = self.hold(e);
        let mut lanes = Vec::new();
        for i in 0..count {
            let lane = match self.lanes(self.ty(e)) {
                Some(_) => {
                    let index = self.int(i128::from(i), TypeId::INT, place);
                    self.lane(object, index, place)
                }
                None => object,
            };
            lanes.push(self.value(lane));
        }
        Parts { before: vec![evaluate], lanes }
    }

    /// A value after some evaluations.
    fn preceded(&mut self, before: Vec<ExprId>, value: ExprId, place: Place) -> ExprId {
        before.into_iter().rev().fold(value, |value, first| {
            let ty = self.ty(value);
            self.expr(ExprKind::Comma(first, value), ty, place)
        })
    }

    /// An operator if one of the operands has lanes.
    pub(super) fn lane_operator(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        place: Place,
    ) -> Option<ExprId> {
        let (x, y) = (self.lanes(self.ty(a)), self.lanes(self.ty(b)));
        let shape = x.or(y)?;
        let fits = [a, b].into_iter().all(|e| {
            let ty = self.ty(e);
            self.lanes(ty).is_some_and(|l| l.complex == shape.complex)
                || self.lanes(ty).is_none() && self.p.types.is_arithmetic(ty)
        });
        if !fits {
            let (ta, tb) = (self.show(self.ty(a)), self.show(self.ty(b)));
            return Some(
                self.type_error(place, format!("operator does not apply to {ta} and {tb}")),
            );
        }
        Some(match shape.complex {
            true => self.complex_operator(op, a, b, place),
            false => self.vector_operator(op, a, b, shape, place),
        })
    }

    fn vector_operator(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        shape: Lanes,
        place: Place,
    ) -> ExprId {
        let size = |unit: &Self, l: Lanes| (l.count, unit.p.types.size_of(l.element));
        for e in [a, b] {
            if let Some(own) = self.lanes(self.ty(e))
                && size(self, own) != size(self, shape)
            {
                return self
                    .type_error(place, "operator does not apply to vectors of different shapes");
            }
        }
        let mut operands = Vec::new();
        for e in [a, b] {
            let e = match self.lanes(self.ty(e)) {
                Some(_) => e,
                None => self.convert(e, shape.element),
            };
            operands.push(self.parts(e, shape.count));
        }
        let element = match is_comparison(op) {
            true => self.signed_of(shape.element),
            false => shape.element,
        };
        let mut lanes = Vec::new();
        for i in 0..shape.count as usize {
            let (x, y) = (operands[0].lanes[i], operands[1].lanes[i]);
            let mut lane = self.binary_operator(op, x, y, place);
            if is_comparison(op) {
                lane = self.sign(T::Minus, lane, place);
            }
            lanes.push(self.convert(lane, element));
        }
        let ty = self.lane_type(Lanes { element, ..shape });
        let value = self.with_lanes(ty, lanes, place);
        let before = operands.into_iter().flat_map(|p| p.before).collect();
        self.preceded(before, value, place)
    }

    /// The signed integer type as wide as a type.
    fn signed_of(&self, ty: TypeId) -> TypeId {
        let size = self.p.types.size_of(ty).unwrap_or(0);
        [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong]
            .into_iter()
            .find(|&kind| u64::from(self.p.types.model.int_size(kind)) == size)
            .map_or(TypeId::INT128, IntKind::type_id)
    }

    fn complex_operator(&mut self, op: BinaryOp, a: ExprId, b: ExprId, place: Place) -> ExprId {
        use BinaryOp::*;
        let real = |unit: &Self, e: ExprId| unit.lanes(unit.ty(e)).is_none();
        let (a_real, b_real) = (real(self, a), real(self, b));
        let (x, y) = (self.parts(a, 2), self.parts(b, 2));
        let before: Vec<ExprId> = x.before.into_iter().chain(y.before).collect();
        let (ar, ai, br, bi) = (x.lanes[0], x.lanes[1], y.lanes[0], y.lanes[1]);
        let zero = self.int(0, TypeId::INT, place);
        let (ai, bi) = (if a_real { zero } else { ai }, if b_real { zero } else { bi });
        if matches!(op, Equal | NotEqual) {
            let (re, im) =
                (self.binary_operator(op, ar, br, place), self.binary_operator(op, ai, bi, place));
            let both = if op == Equal { LogicalOp::And } else { LogicalOp::Or };
            let truth = self.expr(ExprKind::Logical(both, re, im), TypeId::INT, place);
            return self.preceded(before, truth, place);
        }
        let (_, _, element) = self.usual(ar, br);
        let (re, im) = match op {
            // A real operand has no imaginary part, not one that is zero: signs of zeros depend on it.
            Add | Subtract => {
                let im = match (a_real, b_real) {
                    (false, true) => ai,
                    (true, false) if op == Subtract => self.sign(T::Minus, bi, place),
                    (true, false) => bi,
                    _ => self.binary_operator(op, ai, bi, place),
                };
                (self.binary_operator(op, ar, br, place), im)
            }
            Multiply if b_real => {
                (self.binary_operator(op, ar, br, place), self.binary_operator(op, ai, br, place))
            }
            Multiply if a_real => {
                (self.binary_operator(op, ar, br, place), self.binary_operator(op, ar, bi, place))
            }
            Multiply => self.complex_product([ar, ai], [br, bi], place),
            Divide if b_real => {
                (self.binary_operator(op, ar, br, place), self.binary_operator(op, ai, br, place))
            }
            Divide if self.p.types.is_integer(element) => {
                let (re, im) = self.over_square([ar, ai], [br, bi], place);
                (re, im)
            }
            // Compilers scale in ways of their own.
            Divide => {
                let ty = self.complex_type(element);
                return self.unsupported("division by a complex number", ty, place);
            }
            _ => return self.type_error(place, "operator does not apply to complex numbers"),
        };
        let ty = self.complex_type(element);
        let value = self.with_lanes(ty, vec![re, im], place);
        self.preceded(before, value, place)
    }

    /// `(ar + i·ai)(br + i·bi)`. If both parts are NaN, C's Annex G has another try, which we do not follow.
    fn complex_product(
        &mut self,
        a: [ExprId; 2],
        b: [ExprId; 2],
        place: Place,
    ) -> (ExprId, ExprId) {
        let times = |unit: &mut Self, x, y| unit.binary_operator(BinaryOp::Multiply, x, y, place);
        let (p, q) = (times(self, a[0], b[0]), times(self, a[1], b[1]));
        let (r, s) = (times(self, a[0], b[1]), times(self, a[1], b[0]));
        let re = self.binary_operator(BinaryOp::Subtract, p, q, place);
        let im = self.binary_operator(BinaryOp::Add, r, s, place);
        if !self.p.types.is_float(self.ty(re)) || self.p.constant(re).is_some() {
            return (re, im);
        }
        let nan = |unit: &mut Self, e| unit.binary_operator(BinaryOp::NotEqual, e, e, place);
        let (x, y) = (nan(self, re), nan(self, im));
        let both = self.expr(ExprKind::Logical(LogicalOp::And, x, y), TypeId::INT, place);
        let ty = self.ty(re);
        let open = self.unsupported("a product of complex numbers that is not a number", ty, place);
        let re = self.choose(both, open, re, place);
        (re, im)
    }

    /// The quotient of complex integers.
    fn over_square(&mut self, a: [ExprId; 2], b: [ExprId; 2], place: Place) -> (ExprId, ExprId) {
        use BinaryOp::*;
        let sum = |unit: &mut Self, op, x: [ExprId; 2], y: [ExprId; 2]| {
            let p = unit.binary_operator(Multiply, x[0], y[0], place);
            let q = unit.binary_operator(Multiply, x[1], y[1], place);
            unit.binary_operator(op, p, q, place)
        };
        let square = sum(self, Add, b, b);
        let re = sum(self, Add, a, b);
        let im = sum(self, Subtract, [a[1], a[0]], b);
        (
            self.binary_operator(Divide, re, square, place),
            self.binary_operator(Divide, im, square, place),
        )
    }

    /// `-e`, `~e`, `!e`, `+e` if the operand has lanes.
    pub(super) fn lane_sign(&mut self, kind: T, e: ExprId, place: Place) -> Option<ExprId> {
        let shape = self.lanes(self.ty(e))?;
        if kind == T::Plus {
            return Some(e);
        }
        if kind == T::Bang && shape.complex {
            let truth = self.condition(e);
            return Some(self.sign(T::Bang, truth, place));
        }
        let parts = self.parts(e, shape.count);
        let mut element = shape.element;
        let mut lanes = Vec::new();
        for (i, lane) in parts.lanes.into_iter().enumerate() {
            lanes.push(match kind {
                // The conjugate.
                T::Tilde if shape.complex && i == 0 => lane,
                T::Tilde if shape.complex => self.sign(T::Minus, lane, place),
                T::Bang => {
                    element = self.signed_of(shape.element);
                    let truth = self.sign(T::Bang, lane, place);
                    self.sign(T::Minus, truth, place)
                }
                _ => self.sign(kind, lane, place),
            });
        }
        let ty = self.lane_type(Lanes { element, ..shape });
        let value = self.with_lanes(ty, lanes, place);
        Some(self.preceded(parts.before, value, place))
    }

    /// Is a complex number different from zero?
    pub(super) fn complex_truth(&mut self, e: ExprId) -> Option<ExprId> {
        if !self.is_complex(self.ty(e)) {
            return None;
        }
        let place = self.place_of(e);
        let zero = self.int(0, TypeId::INT, place);
        Some(self.complex_operator(BinaryOp::NotEqual, e, zero, place))
    }

    /// A conversion from or to a type with lanes.
    pub(super) fn convert_lanes(&mut self, e: ExprId, to: TypeId) -> Option<ExprId> {
        let from = self.ty(e);
        let (x, y) = (self.lanes(from), self.lanes(to));
        let place = self.place_of(e);
        if x.is_none() && y.is_none() || self.p.types.is_void(to) || from.unqualified() == to {
            return None;
        }
        if self.is_complex(from) || self.is_complex(to) {
            return self.convert_complex(e, to, y, place);
        }
        // Vectors and integers of the same size have the same bits.
        let whole = |unit: &Self, ty| unit.lanes(ty).is_some() || unit.p.types.is_integer(ty);
        let same = self.p.types.size_of(from) == self.p.types.size_of(to);
        if !same || !whole(self, from) || !whole(self, to) {
            let message = format!("cannot convert {} to {}", self.show(from), self.show(to));
            return Some(self.type_error(place, message));
        }
        let object = self.object_of(e);
        let address = self.address_of(object, place);
        let pointer = self.p.types.pointer_to(to);
        let address =
            self.expr(ExprKind::Cast(CastKind::PointerToPointer, address), pointer, place);
        let object = self.deref(address, place);
        Some(self.value(object))
    }

    fn convert_complex(
        &mut self,
        e: ExprId,
        to: TypeId,
        shape: Option<Lanes>,
        place: Place,
    ) -> Option<ExprId> {
        if *self.p.types.get(to) == Type::Bool {
            let truth = self.complex_truth(e)?;
            return Some(self.convert(truth, to));
        }
        let Some(shape) = shape else {
            if !self.p.types.is_arithmetic(to) {
                return None;
            }
            let part = self.complex_part(e, false, place);
            let part = self.value(part);
            return Some(self.convert(part, to));
        };
        if !self.is_complex(self.ty(e)) {
            if !self.p.types.is_arithmetic(self.ty(e)) {
                return None;
            }
            let zero = self.int(0, TypeId::INT, place);
            return Some(self.with_lanes(to, vec![e, zero], place));
        }
        let Parts { before, lanes } = self.parts(e, shape.count);
        let value = self.with_lanes(to, lanes, place);
        Some(self.preceded(before, value, place))
    }

    /// `target op= right` if one of them has lanes.
    pub(super) fn lane_assign(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        right: ExprId,
        place: Place,
    ) -> Option<ExprId> {
        let ty = self.ty(target);
        if self.lanes(ty).is_none() && self.lanes(self.ty(right)).is_none() {
            return None;
        }
        // The target is found once.
        let address = self.address_of(target, place);
        let (evaluate, pointer) = self.hold(address);
        let object = |unit: &mut Self| unit.deref(pointer, place);
        let old = object(self);
        let new = self.binary_operator(op, old, right, place);
        let object = object(self);
        let stored = self.assign(object, new, place);
        Some(self.preceded(vec![evaluate], stored, place))
    }
}
