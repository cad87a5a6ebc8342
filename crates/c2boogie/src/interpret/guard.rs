//! Conditions: whether they hold, and what holds where they do.

use super::Interpreter;
use super::state::State;
use super::strided::Strided;
use super::value::{Base, Place, Target, Value};
use crate::interval::Interval;
use crate::ir::*;

impl Interpreter<'_> {
    /// The truth value of a condition, if it has one.
    pub(super) fn truth(&mut self, s: &State, c: TermId) -> Option<bool> {
        use TermKind::*;
        match self.world.m.term(c).kind {
            Const(v) => Some(v != 0),
            Not(a) => self.truth(s, a).map(|yes| !yes),
            And(a, b) | Or(a, b) => {
                // The second operand counts where the first one does not decide.
                let goes_on = matches!(self.world.m.term(c).kind, And(..));
                let first = self.truth(s, a);
                if first == Some(!goes_on) {
                    return first;
                }
                let second = match self.guard(s.clone(), a, goes_on) {
                    Some(s) => self.truth(&s, b),
                    None => Some(!goes_on),
                };
                match (first, second) {
                    (Some(_), second) => second,
                    (None, Some(second)) if second != goes_on => Some(second),
                    _ => None,
                }
            }
            Compare(op, a, b) => {
                if let (SegmentOf(_), SegmentOf(_)) =
                    (self.world.m.term(a).kind, self.world.m.term(b).kind)
                {
                    return self.same_segment(s, op, a, b);
                }
                let (x, y) = (self.eval(s, a), self.eval(s, b));
                self.compared(s, op, &x, &y, self.world.m.ty(a))
            }
            _ => match self.eval(s, c).exact() {
                Some(0) => Some(false),
                Some(1) => Some(true),
                _ => None,
            },
        }
    }

    /// Compares the segments of two pointers: each object has its own.
    fn same_segment(&mut self, s: &State, op: CmpOp, a: TermId, b: TermId) -> Option<bool> {
        let (x, y) = (self.pointer_of(s, a)?, self.pointer_of(s, b)?);
        let (x, y) = (self.whole(s, &x)?, self.whole(s, &y)?);
        let apart = x.iter().all(|(a, _)| y.iter().all(|(b, _)| a != b));
        let same = match (x.as_slice(), y.as_slice()) {
            ([(a, _)], [(b, _)]) => a == b && !self.world.is_many(*a),
            _ => false,
        };
        match op {
            CmpOp::Eq if apart || same => Some(same),
            CmpOp::Ne if apart || same => Some(apart),
            _ => None,
        }
    }

    /// Whether a comparison holds for all values, or for none.
    fn compared(&self, s: &State, op: CmpOp, x: &Value, y: &Value, ty: IntTy) -> Option<bool> {
        if ty.width > 64 || x.is_empty() || y.is_empty() {
            return None;
        }
        if x.places.is_empty() && y.places.is_empty() {
            return numbers(op, x.as_number(ty), y.as_number(ty));
        }
        if let Some(distance) = self.distance(x, y) {
            return numbers(op, distance, Strided::exact(0));
        }
        // Equal or not: each value of one side with each of the other.
        let differ = match (x.numbers, y.numbers) {
            (Some(a), Some(b)) => a.interval().meet(b.interval()).is_none(),
            _ => true,
        };
        let not_null = |n: Option<Strided>, v: &Value| {
            let all = v.places.iter().all(|(t, p)| self.lies_in(s, *t, *p, true));
            n.is_none_or(|n| v.places.is_empty() || Value::is_null(n) && all)
        };
        let apart = differ
            && not_null(x.numbers, y)
            && not_null(y.numbers, x)
            && x.places.iter().all(|a| y.places.iter().all(|b| self.are_apart(s, a, b)));
        match op {
            CmpOp::Eq if apart => Some(false),
            CmpOp::Ne if apart => Some(true),
            _ => None,
        }
    }

    /// Is a place in its object, or right behind it?
    pub(super) fn lies_in(&self, s: &State, target: Target, place: Place, or_behind: bool) -> bool {
        let at = place.offset();
        match target.base {
            Base::Object(object) => {
                let size = s.content(self.world, object).size;
                let last = size.map_or(0, |size| size.low) - i128::from(!or_behind);
                0 <= at.low && at.high <= last
            }
            Base::Function(_) => at.value() == Some(0),
            Base::Elsewhere => false,
        }
    }

    fn are_apart(&self, s: &State, a: (&Target, &Place), b: (&Target, &Place)) -> bool {
        if a.0.base == b.0.base {
            let one = match a.0.base {
                Base::Object(o) => !self.world.is_many(o),
                Base::Function(_) => true,
                Base::Elsewhere => false,
            };
            return one && a.1.offset().interval().meet(b.1.offset().interval()).is_none();
        }
        self.lies_in(s, *a.0, *a.1, false) && self.lies_in(s, *b.0, *b.1, false)
    }

    /// What holds where a condition has a truth value; `None` if it never has.
    pub(super) fn guard(&mut self, s: State, c: TermId, holds: bool) -> Option<State> {
        use TermKind::*;
        match self.world.m.term(c).kind {
            Not(a) => self.guard(s, a, !holds),
            And(a, b) if holds => {
                let s = self.guard(s, a, true)?;
                self.guard(s, b, true)
            }
            Or(a, b) if !holds => {
                let s = self.guard(s, a, false)?;
                self.guard(s, b, false)
            }
            Compare(op, a, b) => {
                if self.truth(&s, c) == Some(!holds) {
                    return None;
                }
                let (op, a, b) = match (op, holds) {
                    (op, true) => (op, a, b),
                    (CmpOp::Eq, false) => (CmpOp::Ne, a, b),
                    (CmpOp::Ne, false) => (CmpOp::Eq, a, b),
                    (CmpOp::Lt, false) => (CmpOp::Le, b, a),
                    (CmpOp::Le, false) => (CmpOp::Lt, b, a),
                };
                self.narrowed(s, op, a, b)
            }
            _ => (self.truth(&s, c) != Some(!holds)).then_some(s),
        }
    }

    fn narrowed(&mut self, s: State, op: CmpOp, a: TermId, b: TermId) -> Option<State> {
        let ty = self.world.m.ty(a);
        if ty.width > 64 {
            return Some(s);
        }
        let (x, y) = (self.eval(&s, a), self.eval(&s, b));
        let mut s = s;
        // `x < y` says of `y` that it is greater.
        for (term, value, other, greater) in [(a, &x, &y, false), (b, &y, &x, true)] {
            let new = self.those(&s, value, op, other, greater)?;
            if new != *value {
                self.assign_back(&mut s, term, new);
            }
        }
        Some(s)
    }

    /// The values that compare like this with some other ones; `None` if there is none.
    fn those(&self, s: &State, x: &Value, op: CmpOp, y: &Value, greater: bool) -> Option<Value> {
        let strict = i128::from(op == CmpOp::Lt);
        let bound = |to: Strided| match (op, greater) {
            (CmpOp::Eq, _) => Some(to.interval()),
            (CmpOp::Lt | CmpOp::Le, false) => {
                Some(Interval::new(i128::MIN, to.high.saturating_sub(strict)))
            }
            (CmpOp::Lt | CmpOp::Le, true) => {
                Some(Interval::new(to.low.saturating_add(strict), i128::MAX))
            }
            (CmpOp::Ne, _) => None,
        };
        let mut new = x.clone();
        if y.places.is_empty() {
            let to = y.numbers?;
            new.numbers = x.numbers.and_then(|n| match bound(to) {
                Some(range) => n.meet(range),
                None => without(n, to),
            });
            if op == CmpOp::Eq && Value::is_null(to) {
                new.places.retain(|&t, &mut p| !self.lies_in(s, t, p, true));
            }
        } else if let (None, 1, Some((target, place))) =
            (y.numbers, y.places.len(), y.places.first_key_value())
        {
            let only = matches!(target.base, Base::Object(o) if !self.world.is_many(o));
            if let Some(own) = new.places.get_mut(target)
                && let (Some(start), true) = (place.start.value(), only)
                && own.start.value() == Some(start)
            {
                let at = match bound(place.at) {
                    Some(range) => own.at.meet(range),
                    None => without(own.at, place.at),
                };
                match at {
                    Some(at) => own.at = at,
                    None => drop(new.places.remove(target)),
                }
            }
            if op == CmpOp::Eq {
                let y = (target, place);
                new.places.retain(|t, p| t.base == target.base || !self.are_apart(s, (t, p), y));
                let inside = self.lies_in(s, *target, *place, true);
                new.numbers = new.numbers.filter(|&n| !(inside && Value::is_null(n)));
                // A number that is this address is this address.
                if let (Some(_), true) = (new.numbers, new.places.is_empty()) {
                    return Some(Value::place(*target, *place));
                }
            }
        }
        (!new.is_empty()).then_some(new)
    }

    /// The value of a term is one of these, so what it was computed from is known better.
    fn assign_back(&mut self, s: &mut State, term: TermId, value: Value) {
        let m = self.world.m;
        let Term { kind, ty } = m.term(term);
        match kind {
            TermKind::Var(var) if var != ALLOCATION => s.set(self.world, var, value),
            TermKind::Load(access, address) => {
                let address = self.eval(s, address);
                let bytes = Strided::exact(i128::from(ty.width / 8));
                let reached = self.reach(s, access, &address, bytes);
                if let Some((object, at)) = reached.exact(self) {
                    s.content_mut(self.world, object).store(at, ty, value);
                }
            }
            TermKind::Cast(inner) if value.places.is_empty() => {
                let (from, now) = (m.ty(inner), self.eval(s, inner));
                // A conversion that keeps the value.
                let keeps = now.places.is_empty() && now.as_number(from).interval().fits(ty);
                if keeps && let Some(n) = value.numbers.and_then(|n| n.meet(Interval::of(from))) {
                    self.assign_back(s, inner, Value::number(n));
                }
            }
            TermKind::Cast(inner) if m.ty(inner).width == ty.width => {
                let now = self.eval(s, inner);
                if now.numbers.is_none() && value.numbers.is_none() {
                    self.assign_back(s, inner, value);
                }
            }
            TermKind::Binary(op @ (BinOp::Add | BinOp::Sub), inner, by) => {
                let (Some(by), Some(n)) = (m.constant(by), value.numbers) else { return };
                let by = Strided::exact(if op == BinOp::Add { by } else { -by });
                let now = self.eval(s, inner);
                let keeps = now.places.is_empty()
                    && value.places.is_empty()
                    && now.as_number(ty).plus(by).interval().fits(ty);
                if keeps {
                    self.assign_back(s, inner, Value::number(n.minus(by)));
                }
            }
            // An index times the size of an element.
            TermKind::Binary(BinOp::Mul, inner, by) => {
                let (Some(by), Some(n)) = (m.constant(by), value.numbers) else { return };
                let now = self.eval(s, inner);
                let size = Strided::exact(by);
                let product = now.as_number(ty).interval().times(size.interval());
                let keeps = now.places.is_empty() && value.places.is_empty() && product.fits(ty);
                if keeps && by > 0 && n.interval().is_bounded() {
                    let range = Interval::new(-(-n.low).div_euclid(by), n.high.div_euclid(by));
                    if let Some(narrow) = now.as_number(ty).meet(range) {
                        self.assign_back(s, inner, Value::number(narrow));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a comparison of numbers holds for all, or for none.
fn numbers(op: CmpOp, x: Strided, y: Strided) -> Option<bool> {
    let apart = x.interval().meet(y.interval()).is_none();
    let same = x.value().is_some() && x.value() == y.value();
    match op {
        CmpOp::Eq if apart => Some(false),
        CmpOp::Eq if same => Some(true),
        CmpOp::Ne if apart => Some(true),
        CmpOp::Ne if same => Some(false),
        CmpOp::Lt if x.high < y.low => Some(true),
        CmpOp::Lt if x.low >= y.high => Some(false),
        CmpOp::Le if x.high <= y.low => Some(true),
        CmpOp::Le if x.low > y.high => Some(false),
        _ => None,
    }
}

/// Numbers different from the only one of the other.
fn without(x: Strided, y: Strided) -> Option<Strided> {
    let Some(value) = y.value() else { return Some(x) };
    match (x.low == value, x.high == value) {
        (true, true) => None,
        (true, false) => Some(Strided::new(x.low + x.step, x.high, x.step)),
        (false, true) => Some(Strided::new(x.low, x.high - x.step, x.step)),
        (false, false) => Some(x),
    }
}
