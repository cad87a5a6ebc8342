//! The values of terms, and the accesses in them.

use super::content::spelled_out;
use super::state::State;
use super::strided::Strided;
use super::value::{Base, Extent, Place, Target, Value};
use super::{Doubt, Interpreter};
use crate::interval::Interval;
use crate::ir::*;
use crate::regions::OPEN;

/// So many places are looked at one by one.
const SINGLY: i128 = 128;

/// Where an access goes.
pub(super) struct Reached {
    /// Objects with the offsets of the access in them; inside, as far as is known.
    pub at: Vec<(u32, Strided)>,
    /// Can it go anywhere?
    pub wild: bool,
    /// Can it go by a null pointer?
    pub null: bool,
}

impl Reached {
    /// The only object and offset.
    pub fn exact(&self, run: &Interpreter) -> Option<(u32, i128)> {
        match self.at.as_slice() {
            [(object, at)] if !self.wild && !self.null && !run.world.is_many(*object) => {
                Some((*object, at.value()?))
            }
            _ => None,
        }
    }

    /// The same for reading: of several objects, what one can hold is known of all.
    pub fn exact_to_read(&self) -> Option<(u32, i128)> {
        match self.at.as_slice() {
            [(object, at)] if !self.wild && !self.null => Some((*object, at.value()?)),
            _ => None,
        }
    }
}

impl Interpreter<'_> {
    pub(super) fn eval(&mut self, s: &State, id: TermId) -> Value {
        use TermKind::*;
        self.world.charge(1);
        let Term { kind, ty } = self.world.m.term(id);
        match kind {
            Const(v) if ty.width > 64 && v < 0 => Value::any(ty),
            Const(v) => Value::number(Strided::exact(v)),
            Var(v) => s.var(self.world, v),
            Address(o) => {
                Value::place(Target { base: Base::Object(o.0), array: None }, Place::START)
            }
            FunctionAddress(f) => {
                Value::place(Target { base: Base::Function(f.0), array: None }, Place::START)
            }
            Load(access, address) => {
                let address = self.eval(s, address);
                self.load(s, access, &address, ty)
            }
            Binary(op, a, b) => self.binary(s, op, a, b, ty),
            Offset(pointer, by) => {
                let pointer = self.eval(s, pointer);
                let by = self.eval(s, by).as_number(ty);
                self.moved(&pointer, by, ty)
            }
            Array { pointer, size, stride } => {
                let pointer = self.eval(s, pointer);
                array(pointer, Extent { size, stride }, ty)
            }
            Negate(a) => Value::number(self.eval(s, a).as_number(ty).negated().wrapped(ty)),
            Complement(a) => {
                let a = self.eval(s, a).as_number(ty).negated();
                let most = if ty.signed { -1 } else { ty.max() };
                Value::number(match ty.width <= 64 {
                    true => a.plus(Strided::exact(most)).wrapped(ty),
                    false => Strided::of(ty),
                })
            }
            Cast(a) => self.cast(s, a, ty),
            Compare(..) | Not(_) | And(..) | Or(..) => match self.truth(s, id) {
                Some(yes) => Value::number(Strided::exact(i128::from(yes))),
                None => Value::number(Strided::new(0, 1, 1)),
            },
            FromBool(c) => match self.truth(s, c) {
                Some(yes) => Value::number(Strided::exact(i128::from(yes))),
                None => Value::number(Strided::new(0, 1, 1)),
            },
            Ite(c, a, b) => {
                let mut value = Value::default();
                for (side, term) in [(true, a), (false, b)] {
                    if let Some(s) = self.guard(s.clone(), c, side) {
                        value = value.join(&self.eval(&s, term));
                    }
                }
                value
            }
            Float(_, a, b) => {
                self.eval(s, a);
                b.into_iter().for_each(|b| drop(self.eval(s, b)));
                Value::any(ty)
            }
            Ghost(ghost, segment) => self.ghost(s, ghost, segment, ty),
            Within(a) => {
                let pointer = self.eval(s, a);
                let offsets = self.whole(s, &pointer).map(|objects| {
                    let offsets = objects.into_iter().map(|(_, place)| place.offset());
                    offsets.reduce(Strided::join).map(|n| n.wrapped(ty))
                });
                Value::number(offsets.flatten().unwrap_or(Strided::of(ty)))
            }
            SegmentOf(a) => {
                self.eval(s, a);
                Value::any(ty)
            }
            Fresh(_) => Value::any(ty),
        }
    }

    /// The objects that a pointer points into, if it points nowhere else.
    pub(super) fn whole(&self, s: &State, pointer: &Value) -> Option<Vec<(u32, Place)>> {
        let objects = pointer.places.iter().map(|(&target, &place)| match target.base {
            Base::Object(object) if self.lies_in(s, target, place, true) => Some((object, place)),
            _ => None,
        });
        objects
            .collect::<Option<Vec<_>>>()
            .filter(|all| pointer.numbers.is_none() && !all.is_empty())
    }

    /// The pointer whose segment this is.
    pub(super) fn pointer_of(&mut self, s: &State, segment: TermId) -> Option<Value> {
        match self.world.m.term(segment).kind {
            TermKind::SegmentOf(pointer) => Some(self.eval(s, pointer)),
            _ => None,
        }
    }

    fn ghost(&mut self, s: &State, ghost: Ghost, segment: TermId, ty: IntTy) -> Value {
        let objects = self.pointer_of(s, segment).and_then(|p| self.whole(s, &p));
        let known = objects.and_then(|objects| {
            let held = objects.into_iter().map(|(object, _)| {
                let content = s.content(self.world, object);
                content.ghosts[ghost as usize].clone()
            });
            held.reduce(|a, b| Some(a?.join(&b?))).flatten()
        });
        known.map_or(Value::any(ty), |value| value.in_type(ty))
    }

    /// What a ghost map holds about the object of a segment is set.
    pub(super) fn set_ghost(
        &mut self,
        s: &mut State,
        ghost: Ghost,
        segment: TermId,
        value: &Value,
    ) {
        let pointer = self.pointer_of(s, segment);
        // Null pointers have a segment of their own.
        let pointer = pointer.map(|mut p| {
            p.numbers = p.numbers.filter(|&n| !Value::is_null(n));
            p
        });
        if pointer.as_ref().is_some_and(Value::is_empty) {
            return;
        }
        let Some(objects) = pointer.and_then(|p| self.whole(s, &p)) else {
            return s.forget_ghosts(self.world, ghost);
        };
        let one = objects.len() == 1;
        for (object, _) in objects {
            let held = &mut s.content_mut(self.world, object).ghosts[ghost as usize];
            *held = match one && !self.world.is_many(object) {
                true => Some(value.clone()),
                false => held.as_ref().map(|held| held.join(value)),
            };
        }
    }

    fn cast(&mut self, s: &State, a: TermId, ty: IntTy) -> Value {
        let from = self.world.m.ty(a);
        let value = self.eval(s, a);
        let pointer = self.world.m.pointer_width;
        match value.places.is_empty() {
            false if ty.width < pointer || from.width != ty.width => Value::any(ty),
            false => value.in_type(ty),
            true => match (value.piece, from.width == 8 && ty.width == 8) {
                (Some(_), true) => value.in_type(ty),
                _ => Value::number(value.as_number(from).wrapped(ty)),
            },
        }
    }

    fn binary(&mut self, s: &State, op: BinOp, a: TermId, b: TermId, ty: IntTy) -> Value {
        let (x, y) = (self.eval(s, a), self.eval(s, b));
        if x.is_empty() || y.is_empty() {
            return Value::default();
        }
        if x.places.is_empty() && y.places.is_empty() {
            let (x, y) = (x.as_number(ty), y.as_number(ty));
            if let Some(down) = self.rounded_down(op, a, b, x, ty) {
                return Value::number(down);
            }
            return Value::number(Strided::binary(op, x, y, ty));
        }
        let moves = ty.width >= self.world.m.pointer_width;
        match op {
            BinOp::Add if moves && y.places.is_empty() => self.moved(&x, y.as_number(ty), ty),
            BinOp::Add if moves && x.places.is_empty() => self.moved(&y, x.as_number(ty), ty),
            BinOp::Sub if moves && y.places.is_empty() => {
                self.moved(&x, y.as_number(ty).negated(), ty)
            }
            BinOp::Sub if moves => match self.distance(&x, &y) {
                Some(distance) => Value::number(distance.wrapped(ty)),
                None => Value::any(ty),
            },
            BinOp::And | BinOp::Or | BinOp::Xor if moves => {
                let (places, bits) = if y.places.is_empty() { (&x, &y) } else { (&y, &x) };
                self.with_bits(op, places, bits, ty).unwrap_or(Value::any(ty))
            }
            _ => Value::any(ty),
        }
    }

    /// An operator on the lowest bits of addresses, which are known as far as objects are aligned.
    fn with_bits(&self, op: BinOp, pointer: &Value, bits: &Value, ty: IntTy) -> Option<Value> {
        let bits = bits.exact()? & ((1i128 << ty.width) - 1);
        let numbers =
            pointer.numbers.map(|n| Strided::binary(op, n, Strided::exact(ty.wrap(bits)), ty));
        let mut value = Value { numbers, ..Value::default() };
        for (target, place) in &pointer.places {
            let Base::Object(object) = target.base else { return None };
            let align = i128::from(self.world.object(object).align.max(1));
            let offset = place.offset();
            let is_aligned = align & (align - 1) == 0 && offset.step % align == 0;
            let low = offset.low.rem_euclid(align);
            let high_bits = (1i128 << ty.width) - align;
            let new = match op {
                _ if !is_aligned => return None,
                BinOp::And if bits & high_bits == high_bits => low & bits,
                BinOp::Or if bits < align => low | bits,
                BinOp::Xor if bits < align => low ^ bits,
                BinOp::And if bits < align => {
                    value = value.join(&Value::number(Strided::exact(low & bits)));
                    continue;
                }
                _ => return None,
            };
            let moved = place.moved(Strided::exact(new - low));
            value = value.join(&Value::place(*target, moved));
        }
        Some(value)
    }

    /// `x - x % c` is the multiple of `c` below `x`.
    fn rounded_down(
        &self,
        op: BinOp,
        a: TermId,
        b: TermId,
        x: Strided,
        ty: IntTy,
    ) -> Option<Strided> {
        let m = self.world.m;
        let TermKind::Binary(BinOp::Rem, of, by) = m.term(b).kind else { return None };
        let by = m.constant(by).filter(|&by| by > 0)?;
        let whole = op == BinOp::Sub && x.low >= 0 && ty.width <= 64 && self.is_same(a, of);
        whole.then(|| Strided::new(x.low - x.low % by, x.high - x.high % by, by))
    }

    /// Are two terms the same function of variables?
    fn is_same(&self, a: TermId, b: TermId) -> bool {
        let m = self.world.m;
        a == b
            || m.ty(a) == m.ty(b)
                && match (m.term(a).kind, m.term(b).kind) {
                    (TermKind::Var(a), TermKind::Var(b)) => a == b,
                    (TermKind::Cast(a), TermKind::Cast(b)) => self.is_same(a, b),
                    _ => false,
                }
    }

    /// How far two pointers into one object are apart.
    pub(super) fn distance(&self, x: &Value, y: &Value) -> Option<Strided> {
        let only = |v: &Value| match (v.numbers, v.places.len()) {
            (None, 1) => v.places.iter().next().map(|(&t, &p)| (t, p)),
            _ => None,
        };
        let ((t, p), (u, q)) = (only(x)?, only(y)?);
        let one = match t.base {
            Base::Object(object) => !self.world.is_many(object),
            Base::Function(_) => true,
            Base::Elsewhere => false,
        };
        (t.base == u.base && one).then(|| p.offset().minus(q.offset()))
    }

    /// A pointer moved by bytes.
    fn moved(&self, pointer: &Value, by: Strided, ty: IntTy) -> Value {
        let half = 1i128 << (self.world.m.pointer_width - 1);
        let signed = match by {
            by if by.low >= half => by.minus(Strided::exact(2 * half)),
            by if by.high >= half => Interval::new(-half, half).into(),
            by => by,
        };
        let numbers = pointer.numbers.map(|n| match n.value() {
            // Addresses do not wrap around, but what is added may be negative.
            Some(n) => Strided::exact(n).plus(signed).wrapped(ty),
            None => Strided::binary(BinOp::Add, n, by.wrapped(ty), ty),
        });
        let places = pointer.places.iter().map(|(&t, &p)| (t, p.moved(signed))).collect();
        Value { numbers, places, piece: None }
    }

    /// Where an access of so many bytes goes. Where it may leave its object, that is noted, and it goes where it
    /// stays inside.
    pub(super) fn reach(
        &mut self,
        s: &State,
        access: AccessId,
        address: &Value,
        bytes: Strided,
    ) -> Reached {
        let mut reached = Reached { at: Vec::new(), wild: false, null: false };
        if bytes.high == 0 {
            return reached;
        }
        match address.numbers {
            Some(numbers) if Value::is_null(numbers) => reached.null = true,
            Some(_) => {
                reached.wild = true;
                self.note(access, Doubt::Unknown);
            }
            None => {}
        }
        for (target, place) in &address.places {
            let room = match target.array {
                Some(array) if array.size < OPEN as u64 => i128::from(array.size),
                _ => i128::MAX,
            };
            let fits =
                |at: Strided, room: i128| 0 <= at.low && at.high.saturating_add(bytes.high) <= room;
            let in_array = target.array.is_none() || fits(place.at, room);
            let Base::Object(object) = target.base else {
                reached.wild = true;
                self.note(access, if in_array { Doubt::Unknown } else { Doubt::Array });
                continue;
            };
            let size = s.content(self.world, object).size;
            let offset = place.offset();
            let in_object = size.is_some_and(|size| fits(offset, size.low));
            if in_array && in_object {
                reached.at.push((object, offset));
                continue;
            }
            let is_whole = place.start.value() == Some(0)
                && size.and_then(Strided::value).is_some_and(|size| size == room);
            self.note(access, if in_array || is_whole { Doubt::Object } else { Doubt::Array });
            let least = bytes.low.max(1);
            let most = size.map_or(i128::MAX, |size| size.high);
            let at = place.at.meet(Interval::new(0, room.saturating_sub(least)));
            let offset = at.map(|at| place.start.plus(at));
            let offset = offset.and_then(|o| o.meet(Interval::new(0, most.saturating_sub(least))));
            reached.at.extend(offset.map(|offset| (object, offset)));
        }
        reached
    }

    fn note(&mut self, access: AccessId, doubt: Doubt) {
        let known = self.open.entry(access).or_insert(doubt);
        *known = doubt.max(*known);
    }

    /// What memory holds.
    fn load(&mut self, s: &State, access: AccessId, address: &Value, ty: IntTy) -> Value {
        let bytes = Strided::exact(i128::from(ty.width / 8));
        let reached = self.reach(s, access, address, bytes);
        if reached.wild || reached.null {
            return Value::any(ty);
        }
        let mut value = Value::default();
        for (object, offset) in reached.at {
            let content = s.content(self.world, object);
            let Some(places) = offset.values(SINGLY) else { return Value::any(ty) };
            for at in places {
                self.world.charge(1);
                value = value.join(&content.load(at, ty));
            }
        }
        value.in_type(ty)
    }

    /// Writes a value.
    pub(super) fn store(
        &mut self,
        s: &mut State,
        access: AccessId,
        address: &Value,
        value: &Value,
        ty: IntTy,
    ) {
        let width = i128::from(ty.width / 8);
        let reached = self.reach(s, access, address, Strided::exact(width));
        if let Some((object, at)) = reached.exact(self) {
            return s.content_mut(self.world, object).store(at, ty, value.clone());
        }
        for &(object, offset) in &reached.at {
            let content = s.content_mut(self.world, object);
            match offset.values(SINGLY) {
                Some(places) => {
                    for at in places {
                        self.world.charge(1);
                        let either = value.join(&content.load(at, ty));
                        content.store(at, ty, either.in_type(ty));
                    }
                }
                None => {
                    self.world.charge(spelled_out(offset.high.saturating_sub(offset.low)));
                    content.blur(offset.low, offset.high + width);
                }
            }
        }
        if reached.wild {
            s.forget_memory(self.world);
        }
    }
}

/// A pointer, now to an array of this extent.
fn array(pointer: Value, new: Extent, ty: IntTy) -> Value {
    let mut value = Value::default();
    let elsewhere = Target { base: Base::Elsewhere, array: Some(new) };
    let start = Place { start: Strided::of(ty), ..Place::START };
    match pointer.numbers {
        Some(n) if Value::is_null(n) => value.numbers = Some(n),
        Some(_) => value = Value::place(elsewhere, start),
        None => {}
    }
    for (target, place) in pointer.places {
        let open = new.size >= OPEN as u64;
        let within = |old: Extent| {
            0 <= place.at.low && place.at.high + i128::from(new.size) <= i128::from(old.size)
        };
        let next = match target.array {
            // Rows of an array of arrays: the whole is one array of the innermost elements.
            Some(old) if open || old.stride == new.stride && within(old) => (target, place),
            // It is not where it should be.
            Some(old) if !within(old) && old.size < OPEN as u64 => {
                let far = Place { start: Strided::of(ty), at: Interval::ALL.into() };
                (elsewhere, far)
            }
            _ => {
                let start = place.offset();
                (Target { array: Some(new), ..target }, Place { start, at: Strided::exact(0) })
            }
        };
        value = value.join(&Value { places: [next].into(), ..Value::default() });
    }
    value
}
