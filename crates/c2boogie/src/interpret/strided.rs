//! Intervals with a stride: `low`, `low + step`, … up to `high`.

use crate::interval::Interval;
use crate::ir::{BinOp, IntTy};

/// Numbers from `low` to `high` in steps; the step is zero if there is one only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strided {
    pub low: i128,
    pub high: i128,
    pub step: i128,
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Strided {
    pub fn exact(value: i128) -> Strided {
        Strided { low: value, high: value, step: 0 }
    }

    pub fn new(low: i128, high: i128, step: i128) -> Strided {
        if low == high {
            return Strided::exact(low);
        }
        let step = step.max(1);
        match high.checked_sub(low) {
            Some(width) => Strided { low, high: low + width / step * step, step },
            None => Strided { low, high, step: 1 },
        }
    }

    /// The values of a type.
    pub fn of(ty: IntTy) -> Strided {
        Interval::of(ty).into()
    }

    pub fn interval(self) -> Interval {
        Interval::new(self.low, self.high)
    }

    /// The only value.
    pub fn value(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// All values, if there are not more than this.
    pub fn values(self, most: i128) -> Option<impl Iterator<Item = i128>> {
        let count = match self.step {
            0 => 1,
            step => self.high.checked_sub(self.low)? / step + 1,
        };
        (count <= most).then(|| (0..count).map(move |i| self.low + i * self.step))
    }

    pub fn join(self, other: Strided) -> Strided {
        let apart = self.low.checked_sub(other.low).and_then(i128::checked_abs).unwrap_or(1);
        let step = gcd(gcd(self.step, other.step), apart);
        Strided::new(self.low.min(other.low), self.high.max(other.high), step)
    }

    pub fn meet(self, to: Interval) -> Option<Strided> {
        let high = self.high.min(to.high);
        let low = match self.step {
            0 | 1 => self.low.max(to.low),
            // The first one that is not below; a stride above one has bounds.
            step => {
                let ahead = to.low.saturating_sub(self.low).max(0);
                self.low
                    .saturating_add((ahead / step).saturating_mul(step))
                    .saturating_add(if ahead % step == 0 { 0 } else { step })
            }
        };
        (low <= high).then(|| Strided::new(low, high, self.step))
    }

    pub fn plus(self, other: Strided) -> Strided {
        let sum = self.interval().plus(other.interval());
        match sum.is_bounded() {
            true => Strided::new(sum.low, sum.high, gcd(self.step, other.step)),
            false => Interval::ALL.into(),
        }
    }

    pub fn negated(self) -> Strided {
        let range = self.interval().negated();
        Strided::new(range.low, range.high, self.step)
    }

    pub fn minus(self, other: Strided) -> Strided {
        self.plus(other.negated())
    }

    /// As a value of a type; any one of it if some do not fit.
    pub fn wrapped(self, ty: IntTy) -> Strided {
        match self.value() {
            Some(v) if ty.width <= 64 && v > i128::MIN && v < i128::MAX => {
                Strided::exact(ty.wrap(v))
            }
            _ if self.interval().fits(ty) => self,
            _ => Strided::of(ty),
        }
    }

    /// The result of an operator of a type, as two's complement has it; any where that leaves it open.
    pub fn binary(op: BinOp, a: Strided, b: Strided, ty: IntTy) -> Strided {
        if ty.width > 64 {
            return Strided::of(ty);
        }
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            return exact(op, x, y, ty).map_or(Strided::of(ty), Strided::exact);
        }
        match (op, b.value()) {
            (BinOp::Add, _) => a.plus(b).wrapped(ty),
            (BinOp::Sub, _) => a.minus(b).wrapped(ty),
            (BinOp::Mul, Some(by)) => a.scaled(by).wrapped(ty),
            (BinOp::Mul, None) if a.value().is_some() => b.scaled(a.low).wrapped(ty),
            (BinOp::Shl, Some(by)) if (0..i128::from(ty.width)).contains(&by) => {
                a.scaled(1 << by).wrapped(ty)
            }
            (BinOp::And, Some(mask)) if a.low >= 0 => {
                // `x & -8` rounds down.
                let bits = mask.trailing_zeros().min(64);
                let rounds = (mask | ((1i128 << bits) - 1)) & ty.max() == ty.max();
                match rounds && bits < 64 {
                    true => Strided::new(a.low & mask, a.high & mask, 1 << bits),
                    false => Interval::binary(op, a.interval(), b.interval(), ty).into(),
                }
                .wrapped(ty)
            }
            _ => Strided::from(Interval::binary(op, a.interval(), b.interval(), ty)).wrapped(ty),
        }
    }

    fn scaled(self, by: i128) -> Strided {
        let range = self.interval().times(Interval::new(by, by));
        match (range.is_bounded(), self.step.checked_mul(by).and_then(i128::checked_abs)) {
            (true, Some(step)) => Strided::new(range.low, range.high, step),
            _ => Interval::ALL.into(),
        }
    }

    /// A bound that moved since `before` moves to the next of some landmarks, or as far as the type goes.
    pub fn widened(self, before: Strided, landmarks: &[i128]) -> Strided {
        let both = self.join(before);
        let below = landmarks.partition_point(|&l| l <= both.low);
        let above = landmarks.partition_point(|&l| l < both.high);
        let low = match both.low < before.low {
            true => below.checked_sub(1).map_or(i128::MIN, |i| landmarks[i]),
            false => both.low,
        };
        let high = match both.high > before.high {
            true => landmarks.get(above).copied().unwrap_or(i128::MAX),
            false => both.high,
        };
        match low == both.low {
            true => Strided::new(low, high, both.step),
            // Landmarks below say nothing about the stride.
            false => Strided::new(low, high, 1),
        }
    }
}

impl From<Interval> for Strided {
    fn from(range: Interval) -> Strided {
        Strided::new(range.low, range.high, 1)
    }
}

/// The value of an operator on numbers of a type, if C or two's complement says what it is.
fn exact(op: BinOp, x: i128, y: i128, ty: IntTy) -> Option<i128> {
    let value = match op {
        BinOp::Add => x + y,
        BinOp::Sub => x - y,
        BinOp::Mul => x.checked_mul(y)?,
        BinOp::Div => x.checked_div(y)?,
        BinOp::Rem => x.checked_rem(y)?,
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Shl | BinOp::Shr if !(0..i128::from(ty.width)).contains(&y) => return None,
        BinOp::Shl => x.checked_mul(1 << y)?,
        BinOp::Shr => x >> y,
    };
    Some(ty.wrap(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small strided intervals with their values.
    fn samples() -> Vec<(Strided, Vec<i128>)> {
        let mut all = Vec::new();
        for low in [-9, -4, -1, 0, 1, 3, 120] {
            for (count, step) in [(1, 0), (2, 1), (4, 1), (3, 3), (2, 8)] {
                let s = Strided::new(low, low + (count - 1) * step, step);
                all.push((s, (0..count).map(|i| low + i * step).collect()));
            }
        }
        all
    }

    fn has(s: Strided, v: i128) -> bool {
        s.low <= v
            && v <= s.high
            && (v == s.low || s.step == 1 || s.step > 1 && (v - s.low) % s.step == 0)
    }

    #[test]
    fn operators_cover_all_values() {
        use BinOp::*;
        for ty in [IntTy { width: 8, signed: true }, IntTy::unsigned(8)] {
            for (a, xs) in samples() {
                for (b, ys) in samples() {
                    if !a.interval().fits(ty) || !b.interval().fits(ty) {
                        continue;
                    }
                    for op in [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor] {
                        let result = Strided::binary(op, a, b, ty);
                        for (x, y) in xs.iter().flat_map(|x| ys.iter().map(move |y| (*x, *y))) {
                            if let Some(v) = exact(op, x, y, ty) {
                                assert!(has(result, v), "{x} {op:?} {y} = {v} not in {result:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn joins_meets_and_widening_keep_what_they_must() {
        for (a, xs) in samples() {
            for (b, ys) in samples() {
                let joined = a.join(b);
                let wide = b.widened(a, &[-5, 0, 7]);
                assert!(xs.iter().chain(&ys).all(|&v| has(joined, v) && has(wide, v)));
                assert_eq!(
                    Strided::from(Interval::ALL).meet(a.interval()).map(Strided::interval),
                    Some(a.interval())
                );
                let met = a.meet(b.interval());
                for &x in xs.iter().filter(|&&x| b.low <= x && x <= b.high) {
                    assert!(met.is_some_and(|m| has(m, x)), "{x} in {a:?} and {b:?}: {met:?}");
                }
            }
        }
    }
}
