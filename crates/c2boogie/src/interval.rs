//! Intervals of integers, with the ends of `i128` standing for "no bound".

use crate::ir::{BinOp, IntTy};

/// All integers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub low: i128,
    pub high: i128,
}

impl Interval {
    /// Every integer.
    pub const ALL: Interval = Interval { low: i128::MIN, high: i128::MAX };

    pub fn new(low: i128, high: i128) -> Interval {
        Interval { low, high }
    }

    /// The values of a type.
    pub fn of(ty: IntTy) -> Interval {
        match ty.width {
            127.. => Interval::ALL,
            _ => Interval::new(ty.min(), ty.max()),
        }
    }

    /// A number of a type.
    pub fn constant(value: i128, ty: IntTy) -> Interval {
        match ty == IntTy::unsigned(128) && value < 0 {
            true => Interval::ALL,
            false => Interval::new(value, value),
        }
    }

    pub fn is_bounded(self) -> bool {
        self.low > i128::MIN && self.high < i128::MAX
    }

    /// Are all of them values of the type?
    pub fn fits(self, ty: IntTy) -> bool {
        let inside = match ty.width {
            127.. => ty.signed || self.low >= 0,
            _ => ty.min() <= self.low && self.high <= ty.max(),
        };
        inside && self.is_bounded()
    }

    /// What is left when values outside of the type come back into it somewhere.
    pub fn wrapped(self, ty: IntTy) -> Interval {
        if self.fits(ty) { self } else { Interval::of(ty) }
    }

    pub fn join(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// The common part; `None` if there is none.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        let both = Interval::new(self.low.max(other.low), self.high.min(other.high));
        (both.low <= both.high).then_some(both)
    }

    /// A bound that moved since `before` moves as far as the type allows.
    pub fn widened(self, before: Interval, ty: IntTy) -> Interval {
        let whole = Interval::of(ty);
        Interval::new(
            if self.low < before.low { whole.low } else { before.low },
            if self.high > before.high { whole.high } else { before.high },
        )
    }

    /// From the exact ends; without bound if one of them is too large.
    fn from_ends(ends: Option<(i128, i128)>) -> Interval {
        ends.map_or(Interval::ALL, |(low, high)| match Interval::new(low, high) {
            range if range.is_bounded() => range,
            _ => Interval::ALL,
        })
    }

    pub fn negated(self) -> Interval {
        if !self.is_bounded() {
            return Interval::ALL;
        }
        Interval::new(-self.high, -self.low)
    }

    pub fn plus(self, other: Interval) -> Interval {
        if !self.is_bounded() || !other.is_bounded() {
            return Interval::ALL;
        }
        let low = self.low.checked_add(other.low);
        Interval::from_ends(low.zip(self.high.checked_add(other.high)))
    }

    pub fn times(self, other: Interval) -> Interval {
        if !self.is_bounded() || !other.is_bounded() {
            return Interval::ALL;
        }
        let mut ends: Option<(i128, i128)> = None;
        for a in [self.low, self.high] {
            for b in [other.low, other.high] {
                let Some(corner) = a.checked_mul(b) else { return Interval::ALL };
                let (low, high) = ends.unwrap_or((corner, corner));
                ends = Some((low.min(corner), high.max(corner)));
            }
        }
        Interval::from_ends(ends)
    }

    /// How many low bits are enough, if no value is negative.
    pub fn bits(self) -> Option<u32> {
        (self.low >= 0 && self.is_bounded()).then(|| 128 - self.high.leading_zeros())
    }

    /// The exact result of an operator on operands of a type, before it is brought back into
    /// the type. Division by zero is as for bit-vectors.
    pub fn binary(op: BinOp, a: Interval, b: Interval, ty: IntTy) -> Interval {
        use BinOp::*;
        if !a.is_bounded() || !b.is_bounded() {
            return Interval::ALL;
        }
        let whole = Interval::of(ty);
        match op {
            Add => a.plus(b),
            Sub => a.plus(b.negated()),
            Mul => a.times(b),
            Div if b.low > 0 => {
                let all = [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high];
                let low = all.into_iter().min().unwrap_or(a.low);
                Interval::new(low, all.into_iter().max().unwrap_or(a.high))
            }
            Div if ty.signed => {
                let most = a.low.abs().max(a.high.abs()).max(1);
                Interval::new(-most, most)
            }
            Div => whole,
            Rem if b.low > 0 => {
                let most = b.high - 1;
                let low = if a.low < 0 { (-most).max(a.low) } else { 0 };
                Interval::new(low, most.min(a.high).max(0))
            }
            Rem => Interval::new(a.low.min(0), a.high.max(0)),
            And => match (a.low >= 0, b.low >= 0) {
                (true, true) => Interval::new(0, a.high.min(b.high)),
                (true, false) => Interval::new(0, a.high),
                (false, true) => Interval::new(0, b.high),
                (false, false) => whole,
            },
            Or | Xor => match (a.bits(), b.bits()) {
                (Some(x), Some(y)) => Interval::new(0, low_mask(x.max(y))),
                _ => whole,
            },
            Shr => match b.low == b.high && (0..i128::from(ty.width)).contains(&b.low) {
                true => Interval::new(a.low >> b.low, a.high >> b.low),
                false => Interval::new(a.low.min(0), a.high.max(0).max(-1)).join(a),
            },
            Shl => match b.low == b.high && (0..i128::from(ty.width.min(64))).contains(&b.low) {
                true => a.times(Interval::new(1 << b.low, 1 << b.low)),
                false => Interval::ALL,
            },
        }
    }
}

/// So many ones.
pub(crate) fn low_mask(bits: u32) -> i128 {
    if bits >= 127 { i128::MAX } else { (1 << bits) - 1 }
}
