//! What a variable or a cell of memory can hold: numbers, and addresses in objects.

use super::strided::Strided;
use crate::interval::Interval;
use crate::ir::IntTy;
use std::collections::BTreeMap;

/// More targets than this are any.
const MOST: usize = 16;

/// Addresses below are those of null pointers to something with members.
const FIRST_PAGE: i128 = 4096;

/// Something with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Base {
    /// An object of an execution, or several.
    Object(u32),
    Function(u32),
    /// Anything else; known is only how far an address is in its array.
    Elsewhere,
}

/// An array of so many bytes with elements of so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Extent {
    pub size: u64,
    pub stride: u64,
}

/// What a pointer was made to point to: an object, or an array in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Target {
    pub base: Base,
    pub array: Option<Extent>,
}

/// Where in there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Where the array starts in the object; zero if it is none.
    pub start: Strided,
    /// How far from there.
    pub at: Strided,
}

impl Place {
    pub const START: Place = Place {
        start: Strided { low: 0, high: 0, step: 0 },
        at: Strided { low: 0, high: 0, step: 0 },
    };

    /// How far from the start of the object.
    pub fn offset(self) -> Strided {
        self.start.plus(self.at)
    }

    pub fn moved(self, by: Strided) -> Place {
        let at = self.at.plus(by);
        let far = Interval::new(-FAR, FAR);
        let near = far.low <= at.low && at.high <= far.high;
        Place { at: if near { at } else { far.into() }, ..self }
    }

    fn join(self, other: Place) -> Place {
        Place { start: self.start.join(other.start), at: self.at.join(other.at) }
    }
}

/// Distances in bytes are below: an address has no more than 64 bits.
const FAR: i128 = 1 << 63;

/// One byte of an address that is known exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub target: Target,
    pub place: Place,
    /// Which byte, from the least on.
    pub index: u32,
    /// How many there are.
    pub of: u32,
}

/// A set of values. Numbers may be addresses, too: all that is known about these is their value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Value {
    pub numbers: Option<Strided>,
    pub places: BTreeMap<Target, Place>,
    /// The value is this byte of an address.
    pub piece: Option<Piece>,
}

impl Value {
    pub fn number(range: Strided) -> Value {
        Value { numbers: Some(range), ..Value::default() }
    }

    /// All values of a type.
    pub fn any(ty: IntTy) -> Value {
        Value::number(Strided::of(ty))
    }

    pub fn place(target: Target, place: Place) -> Value {
        Value { places: BTreeMap::from([(target, place)]), ..Value::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_none() && self.places.is_empty()
    }

    /// The only number.
    pub fn exact(&self) -> Option<i128> {
        self.numbers.filter(|_| self.places.is_empty())?.value()
    }

    /// The numbers, if there is nothing else; any of the type otherwise.
    pub fn as_number(&self, ty: IntTy) -> Strided {
        match self.numbers {
            Some(numbers) if self.places.is_empty() => numbers.wrapped(ty),
            _ => Strided::of(ty),
        }
    }

    /// Can it be nothing but a null pointer, perhaps moved by the offset of a member?
    pub fn is_null(numbers: Strided) -> bool {
        0 <= numbers.low && numbers.high < FIRST_PAGE
    }

    pub fn join(&self, other: &Value) -> Value {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        let numbers = match (self.numbers, other.numbers) {
            (Some(a), Some(b)) => Some(a.join(b)),
            (a, b) => a.or(b),
        };
        let mut places = self.places.clone();
        for (&target, &place) in &other.places {
            places.entry(target).and_modify(|old| *old = old.join(place)).or_insert(place);
        }
        if places.len() > MOST {
            return Value::number(Interval::ALL.into());
        }
        let piece = self.piece.filter(|_| self.piece == other.piece);
        Value { numbers, places, piece }
    }

    /// Is each of these values one of the others?
    pub fn is_in(&self, other: &Value) -> bool {
        self == other || other.join(self) == *other
    }

    pub fn widened(&self, before: &Value, landmarks: &[i128]) -> Value {
        let mut wide = self.join(before);
        if let (Some(new), Some(old)) = (wide.numbers, before.numbers) {
            wide.numbers = Some(new.widened(old, landmarks));
        }
        for (target, place) in &mut wide.places {
            if let Some(old) = before.places.get(target) {
                let near = Interval::new(-FAR, FAR);
                let bound = |new: Strided, old: Strided| {
                    let wide = new.widened(old, landmarks);
                    wide.meet(near).unwrap_or(near.into())
                };
                place.start = bound(place.start, old.start);
                place.at = bound(place.at, old.at);
            }
        }
        wide
    }

    /// As a value of a type: numbers that are none of it are any.
    pub fn in_type(mut self, ty: IntTy) -> Value {
        self.numbers = self.numbers.map(|n| n.wrapped(ty));
        if ty.width != 8 {
            self.piece = None;
        }
        self
    }
}
