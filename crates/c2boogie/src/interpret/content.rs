//! The bytes of an object: cells with values, and what the bytes between them hold.

use super::strided::Strided;
use super::value::{Piece, Place, Target, Value};
use crate::ir::{Ghost, IntTy};
use std::collections::BTreeMap;

/// Ranges above this many bytes are not spelled out.
const SPELLED_OUT: i128 = 4096;

/// The work for a range of so many bytes.
pub(super) fn spelled_out(bytes: i128) -> usize {
    bytes.clamp(0, SPELLED_OUT) as usize
}

/// A scalar in memory.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    pub ty: IntTy,
    pub value: Value,
}

impl Cell {
    fn bytes(&self) -> i128 {
        i128::from(self.ty.width / 8)
    }
}

/// An object in memory. Cells do not overlap.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Content {
    /// In bytes, if anything is known.
    pub size: Option<Strided>,
    cells: BTreeMap<i128, Cell>,
    /// Are the other bytes zero? They are anything otherwise.
    zero: bool,
    /// What ghost maps hold about it, if anything is known.
    pub ghosts: [Option<Value>; Ghost::ALL.len()],
}

impl Content {
    pub fn new(size: Option<Strided>, zero: bool) -> Content {
        Content { size, cells: BTreeMap::new(), zero, ghosts: [None, None] }
    }

    /// How many cells there are: what it costs to copy it.
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Can each byte be anything?
    pub fn is_any(&self) -> bool {
        self.cells.is_empty() && !self.zero
    }

    /// A cell whose bytes are free. One that says no more than its absence is left out.
    fn put(&mut self, at: i128, ty: IntTy, value: Value) {
        if self.zero || value != Value::any(ty) {
            self.cells.insert(at, Cell { ty, value });
        }
    }

    /// Anything.
    pub fn forget(&mut self) {
        self.cells.clear();
        self.zero = false;
    }

    fn least_size(&self) -> i128 {
        self.size.map_or(0, |s| s.low)
    }

    /// The cells that share bytes with a range.
    fn overlapping(&self, from: i128, to: i128) -> Vec<i128> {
        // No scalar has more than 16 bytes.
        let near = self.cells.range(from - 16..to);
        near.filter(|(at, cell)| *at + cell.bytes() > from).map(|(at, _)| *at).collect()
    }

    /// A byte, as far as it is known.
    fn byte(&self, at: i128) -> Value {
        let ty = IntTy::unsigned(8);
        let cells = self.cells.range(at - 16..=at);
        let Some((start, cell)) = cells.rev().find(|(start, cell)| *start + cell.bytes() > at)
        else {
            return if self.zero { Value::number(Strided::exact(0)) } else { Value::any(ty) };
        };
        let index = (at - start) as u32;
        if let Some(value) = cell.value.exact() {
            return Value::number(Strided::exact((value >> (8 * index)) & 0xff));
        }
        if cell.ty.width == 8 {
            return cell.value.clone().in_type(ty);
        }
        let mut value = Value::any(ty);
        if let (None, 1, Some((&target, &place))) =
            (cell.value.numbers, cell.value.places.len(), cell.value.places.first_key_value())
            && place.offset().value().is_some()
        {
            value.piece = Some(Piece { target, place, index, of: cell.ty.width / 8 });
        }
        value
    }

    /// What is read there as a type.
    pub fn load(&self, at: i128, ty: IntTy) -> Value {
        if let Some(cell) = self.cells.get(&at)
            && cell.ty.width == ty.width
        {
            return cell.value.clone().in_type(ty);
        }
        if ty.width == 8 {
            return self.byte(at).in_type(ty);
        }
        let bytes: Vec<Value> = (0..i128::from(ty.width / 8)).map(|i| self.byte(at + i)).collect();
        let exact = bytes.iter().rev().try_fold(0, |sum: i128, byte| {
            (ty.width <= 64).then_some(())?;
            Some(sum << 8 | byte.exact()? & 0xff)
        });
        match (exact, whole(&bytes)) {
            (Some(value), _) => Value::number(Strided::exact(ty.wrap(value))),
            (None, Some((target, place))) => Value::place(target, place),
            _ => Value::any(ty),
        }
    }

    /// Takes bytes out of cells; what was around them in these stays as bytes.
    fn cut(&mut self, from: i128, to: i128) {
        for at in self.overlapping(from, to) {
            let end = at + self.cells[&at].bytes();
            let around: Vec<(i128, Value)> = (at..end)
                .filter(|byte| !(from..to).contains(byte))
                .map(|byte| (byte, self.byte(byte)))
                .collect();
            self.cells.remove(&at);
            for (byte, value) in around {
                self.put(byte, IntTy::unsigned(8), value);
            }
        }
    }

    /// Writes a value.
    pub fn store(&mut self, at: i128, ty: IntTy, value: Value) {
        let end = at + i128::from(ty.width / 8);
        self.cut(at, end);
        self.put(at, ty, value);
    }

    /// A byte so many times.
    pub fn fill(&mut self, at: i128, byte: &Value, size: i128) {
        let zeros = byte.exact() == Some(0);
        if at == 0 && size >= self.most_size() {
            self.cells.clear();
            self.zero = zeros;
            if zeros || byte.exact().is_none() {
                return;
            }
        }
        if size > SPELLED_OUT {
            return self.blur(at, at + size);
        }
        self.cut(at, at + size);
        if !(zeros && self.zero) {
            for i in at..at + size {
                self.put(i, IntTy::unsigned(8), byte.clone());
            }
        }
    }

    fn most_size(&self) -> i128 {
        self.size.map_or(i128::MAX, |s| s.high)
    }

    /// Bytes of another object, or of this one before.
    pub fn copy(&mut self, at: i128, from: &Content, start: i128, size: i128) {
        let all = at == 0 && size >= self.most_size();
        if !all && size > SPELLED_OUT {
            return self.blur(at, at + size);
        }
        let mut copied: Vec<(i128, Cell)> = Vec::new();
        let mut covered = start;
        let byte = |i: i128| (i, Cell { ty: IntTy::unsigned(8), value: from.byte(i) });
        for cell_at in from.overlapping(start, start + size) {
            let cell = &from.cells[&cell_at];
            let end = cell_at + cell.bytes();
            if !all {
                copied.extend((covered..cell_at).map(byte));
            }
            match start <= cell_at && end <= start + size {
                true => copied.push((cell_at, cell.clone())),
                false => copied.extend((cell_at.max(start)..end.min(start + size)).map(byte)),
            }
            covered = end;
        }
        match all {
            true => {
                self.cells.clear();
                self.zero = from.zero;
            }
            false => {
                self.cut(at, at + size);
                copied.extend((covered..start + size).map(byte));
            }
        }
        for (i, cell) in copied {
            self.put(i - start + at, cell.ty, cell.value);
        }
    }

    /// Bytes of a range are anything.
    pub fn blur(&mut self, from: i128, to: i128) {
        let (from, to) = (from.max(0), to.min(self.most_size()));
        if from >= to {
            return;
        }
        if to - from > SPELLED_OUT || from == 0 && to >= self.least_size() {
            return self.forget();
        }
        self.cut(from, to);
        if self.zero {
            for at in from..to {
                self.put(at, IntTy::unsigned(8), Value::any(IntTy::unsigned(8)));
            }
        }
    }

    /// Is all that this describes described by the other one?
    pub fn is_in(&self, other: &Content) -> bool {
        let fits = |mine: &Value, theirs: &Value| mine.is_in(theirs);
        let sizes = match (self.size, other.size) {
            (_, None) => true,
            (Some(mine), Some(theirs)) => theirs.join(mine) == theirs,
            (None, Some(_)) => false,
        };
        let ghosts = self.ghosts.iter().zip(&other.ghosts).all(|ghosts| match ghosts {
            (_, None) => true,
            (Some(mine), Some(theirs)) => fits(mine, theirs),
            (None, Some(_)) => false,
        });
        // Bytes that are in cells of the other one, then those that are zero in it.
        let in_cells = || {
            other.cells.iter().all(|(&at, theirs)| match self.cells.get(&at) {
                Some(mine) if mine.ty == theirs.ty => fits(&mine.value, &theirs.value),
                _ => fits(&self.load(at, theirs.ty), &theirs.value),
            })
        };
        let in_zeros = || {
            let covered = |at: i128, cell: &Cell| match other.cells.get(&at) {
                Some(theirs) if theirs.ty.width == cell.ty.width => true,
                _ => (at..at + cell.bytes()).all(|i| {
                    !other.overlapping(i, i + 1).is_empty() || self.byte(i).exact() == Some(0)
                }),
            };
            !other.zero || self.zero && self.cells.iter().all(|(&at, cell)| covered(at, cell))
        };
        sizes && ghosts && in_cells() && in_zeros()
    }

    /// What is one or the other.
    pub fn join(&self, other: &Content) -> Content {
        self.merge(other, |a, b, _| a.join(b))
    }

    pub fn widened(&self, before: &Content, landmarks: &[i128]) -> Content {
        self.merge(before, |new, old, ty| clamped(new.widened(old, landmarks), ty))
    }

    fn merge(&self, other: &Content, both: impl Fn(&Value, &Value, IntTy) -> Value) -> Content {
        let size = self.size.zip(other.size).map(|(a, b)| a.join(b));
        // Cells that are left out say nothing, so that bytes which both have in none are as in both.
        let mut merged = Content::new(size, self.zero && other.zero);
        let ghosts = self.ghosts.iter().zip(&other.ghosts).zip(&mut merged.ghosts);
        for ((mine, theirs), ghost) in ghosts {
            let values = mine.as_ref().zip(theirs.as_ref());
            *ghost = values.map(|(a, b)| both(a, b, IntTy::unsigned(64)));
        }
        for at in self.cells.keys().chain(other.cells.keys()) {
            if merged.cells.contains_key(at) {
                continue;
            }
            let mine = self.cells.get(at).map(|c| c.ty);
            let theirs = other.cells.get(at).map(|c| c.ty);
            let ty = match (mine, theirs) {
                (Some(a), Some(b)) if a.width != b.width => IntTy::unsigned(8),
                (Some(ty), _) | (None, Some(ty)) => ty,
                (None, None) => continue,
            };
            let width = i128::from(ty.width / 8);
            let alike = mine.zip(theirs).is_some_and(|(a, b)| a.width == b.width);
            // Where cells of the two cut each other, bytes are all there is.
            let alone = |c: &Content| match c.overlapping(*at, at + width).as_slice() {
                [] => true,
                [only] => only == at && c.cells[at].ty.width == ty.width,
                _ => c.overlapping(*at, at + width).iter().all(|i| c.cells[i].ty.width == 8),
            };
            let union = [&self.cells, &other.cells];
            let free = merged.overlapping(*at, at + width).is_empty();
            match free && (alike || alone(self) && alone(other)) {
                true => {
                    let value = both(&self.load(*at, ty), &other.load(*at, ty), ty);
                    merged.put(*at, ty, value);
                }
                false => {
                    let end = union.iter().filter_map(|c| c.get(at)).map(|c| at + c.bytes()).max();
                    for i in *at..end.unwrap_or(*at) {
                        let ty = IntTy::unsigned(8);
                        let value = both(&self.load(i, ty), &other.load(i, ty), ty);
                        if merged.overlapping(i, i + 1).is_empty() {
                            merged.put(i, ty, value);
                        }
                    }
                }
            }
        }
        merged
    }
}

/// Without what no value of the type is.
pub(super) fn clamped(mut value: Value, ty: IntTy) -> Value {
    let range = crate::interval::Interval::of(ty);
    value.numbers = value.numbers.map(|n| n.meet(range).unwrap_or(Strided::of(ty)));
    value
}

/// The address that these are all bytes of, in order.
fn whole(bytes: &[Value]) -> Option<(Target, Place)> {
    let first = bytes.first()?.piece?;
    let in_order =
        (0u32..).zip(bytes).all(|(index, byte)| byte.piece == Some(Piece { index, ..first }));
    (in_order && bytes.len() == first.of as usize).then_some((first.target, first.place))
}
