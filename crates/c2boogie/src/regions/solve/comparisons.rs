//! Addresses that are compared.
//!
//! The addresses of stand-ins are free in the formula: it may have two of them equal, or one equal to an object of the
//! program, whose memory lives in another map. Nothing is wrong with that as long as the program cannot see it: rename
//! the addresses of one family of objects, and the execution is one in which the families are apart. All that a
//! program sees of addresses are comparisons, and numbers that are computed from them. So what stands on the two sides
//! of a comparison is memory that may be the same: if the formula has the two equal, they are.
//!
//! Objects of the program need none of this among each other, their addresses differ in the formula as in the
//! program.

use super::*;

/// A comparison of two values that may be addresses.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    pub nodes: [Node; 2],
    seen: [FxHashSet<Target>; 2],
}

impl Solver<'_> {
    /// Two values are compared.
    pub fn comparing(&mut self, a: Node, b: Node, place: Place) {
        let n = self.comparisons.len() as u32;
        self.comparisons.push(Comparison { nodes: [a, b], seen: Default::default() });
        self.use_of(a, Use::Compare(n, 0), place);
        self.use_of(b, Use::Compare(n, 1), place);
    }

    /// What is compared with memory that the outside made.
    pub fn compared_with_outside(&self) -> Vec<Target> {
        let foreign = |t: &Target| {
            let object = &self.objects[t.object as usize];
            object.shape.is_some() && object.visible
        };
        let mut found = Vec::new();
        for Comparison { seen: [a, b], .. } in &self.comparisons {
            for (one, other) in [(a, b), (b, a)] {
                if one.iter().any(foreign) {
                    found.extend(other.iter().map(|&t| self.normal(t)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// A place is on one side of a comparison.
    pub(super) fn compare(&mut self, n: u32, side: usize, target: Target) {
        let comparison = &mut self.comparisons[n as usize];
        if !comparison.seen[side].insert(target) {
            return;
        }
        let mut others: Vec<Target> = comparison.seen[1 - side].iter().copied().collect();
        others.sort_unstable();
        others.into_iter().for_each(|other| self.may_be_equal(target, other));
    }

    fn may_be_equal(&mut self, a: Target, b: Target) {
        self.work += 1;
        let (a, b) = (self.normal(a), self.normal(b));
        let [x, y] = [a.object, b.object].map(|o| &self.objects[o as usize]);
        let free = x.shape.is_some() || y.shape.is_some();
        if !free || a == b || x.is_function || y.is_function {
            return;
        }
        if a.object == b.object {
            if a.offset != ANYWHERE && b.offset != ANYWHERE {
                let (low, high) = (a.offset.min(b.offset), a.offset.max(b.offset));
                self.compared_cells.insert((a.object, low, high, self.at));
            }
            return;
        }
        let (a, b) = match y.shape {
            Some(_) => (self.certain(a), self.certain(b)),
            None => (self.certain(b), self.certain(a)),
        };
        let shape = self.objects[b.object as usize].shape;
        let size = shape.and_then(|s| self.shapes.size(s)).map_or(Length::Unknown, Length::Known);
        let start = a.offset.wrapping_sub(b.offset);
        let (a, b) = (Target { offset: start, ..a }, Target { offset: 0, ..b });
        self.mirror(a, b, size, true);
    }
}
