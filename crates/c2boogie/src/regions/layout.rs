//! Which offsets of an object count as the same.
//!
//! Offsets of an object that is walked through by an unknown number of steps count modulo a
//! stride. Arrays inside of an object fold only themselves, as *segments*. Everything else keeps
//! its own offset: that is what field sensitivity means here.

/// The size of an array that is as long as there is memory.
pub(crate) const OPEN: i64 = 1 << 40;

/// An array inside an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    pub start: i64,
    pub size: i64,
    pub stride: i64,
}

impl Segment {
    pub fn holds(&self, offset: i64) -> bool {
        self.start <= offset && offset - self.start < self.size
    }

    fn end(&self) -> i64 {
        self.start.saturating_add(self.size)
    }
}

/// The offsets of one object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Offsets count modulo this, unless it is zero.
    pub stride: i64,
    /// Outer ones first.
    pub segments: Vec<Segment>,
}

pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.wrapping_abs(), b.wrapping_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Layout {
    /// The offset that stands for this one.
    pub fn normal(&self, mut offset: i64) -> i64 {
        for _ in 0..16 {
            if self.stride > 0 {
                offset = offset.rem_euclid(self.stride);
            }
            let outer =
                self.segments.iter().find(|s| s.holds(offset) && offset - s.start >= s.stride);
            match outer {
                Some(s) => offset = s.start + (offset - s.start) % s.stride,
                None => break,
            }
        }
        offset
    }

    /// The distance at which a cell comes again; zero if it does not.
    pub fn period(&self, offset: i64) -> i64 {
        self.segments.iter().filter(|s| s.holds(offset)).fold(self.stride, |g, s| gcd(g, s.stride))
    }

    /// Offsets that differ by this are the same. Is that new?
    pub fn fold(&mut self, by: i64) -> bool {
        let mut stride = gcd(self.stride, by);
        if stride == self.stride {
            return false;
        }
        // Segments must lie inside one period.
        let mut again = true;
        while again {
            again = false;
            for s in std::mem::take(&mut self.segments) {
                let start = s.start.rem_euclid(stride);
                if start.saturating_add(s.size) > stride {
                    let finer = gcd(stride, s.stride);
                    again |= finer != stride;
                    stride = finer;
                } else if s.stride <= s.size {
                    self.segments.push(Segment { start, ..s });
                }
            }
        }
        self.stride = stride;
        true
    }

    /// Here is an array. Is that new?
    pub fn add_segment(&mut self, mut s: Segment) -> bool {
        s.start = self.normal(s.start);
        if self.stride > 0 && s.size == OPEN {
            // Where such records follow each other, each has the room that it has.
            s.size = self.stride - s.start;
        }
        if self.stride > 0 && s.end() > self.stride {
            return self.fold(s.stride);
        }
        let before = self.segments.clone();
        let mut kept = Vec::with_capacity(before.len() + 1);
        for t in std::mem::take(&mut self.segments) {
            let apart = t.end() <= s.start || s.end() <= t.start;
            let inside = |a: &Segment, b: &Segment| {
                a.start >= b.start && {
                    let at = (a.start - b.start) % b.stride;
                    a.end() <= b.end() && at.saturating_add(a.size) <= b.stride
                }
            };
            if apart || t != s && (inside(&s, &t) || inside(&t, &s)) {
                kept.push(t);
                continue;
            }
            let stride = gcd(gcd(s.stride, t.stride), s.start - t.start);
            let start = s.start.min(t.start);
            let size = s.end().max(t.end()) - start;
            s = Segment { start, size, stride: stride.max(1) };
        }
        if s.size >= s.stride {
            kept.push(s);
        }
        kept.sort_by_key(|s| (-s.size, s.start, -s.stride));
        self.segments = kept;
        self.segments != before
    }

    /// A pointer to this offset moves by unknown multiples of a step. Is that new?
    pub fn walk(&mut self, offset: i64, step: i64) -> bool {
        let around = || self.segments.iter().filter(|s| s.holds(offset));
        match around().next_back() {
            Some(_) if around().any(|s| step % s.stride == 0) => false,
            Some(inner) => {
                let stride = gcd(inner.stride, step).max(1);
                self.add_segment(Segment { stride, ..*inner })
            }
            None => self.fold(step),
        }
    }

    /// An offset in an array stands for all its elements: a step back may lead to an earlier
    /// element, or out of the array to what contains it. Makes them the same. Is that new?
    pub fn step_back(&mut self, offset: i64, by: i64) -> bool {
        match self.segments.iter().rfind(|s| s.holds(offset)).copied() {
            Some(s) if by < 0 && offset + by < s.start && -by < s.size => {
                let inside = s.start + (offset - s.start + by).rem_euclid(s.stride);
                self.fold(inside - (offset + by))
            }
            _ => false,
        }
    }
}
