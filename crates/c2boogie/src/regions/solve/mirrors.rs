//! Ranges that correspond byte by byte: one is copied to the other, or they may be the same memory.

use super::*;

/// The length of a range, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Length {
    Known(i64),
    /// As long as the objects at most.
    Unknown,
}

impl Length {
    pub fn known(self) -> Option<i64> {
        match self {
            Length::Known(size) => Some(size),
            Length::Unknown => None,
        }
    }
}

/// Two ranges that correspond byte by byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mirror {
    pub a: Target,
    pub b: Target,
    pub size: Length,
    /// May they be the same memory? Then the second is a stand-in for what is known by its type,
    /// and the first has all its cells. Else the second is copied to the first.
    pub same: bool,
    /// If they may be the same: is the first a stand-in, too? Then what is in it may be in all that has the type. Of
    /// records only: where that matters of scalars it is assumed not to be so (`regions/typed.rs`).
    pub free: bool,
    pub place: Place,
}

impl Mirror {
    /// From which range to which cells are carried over.
    pub fn ways(&self) -> Vec<(Target, Target)> {
        let Mirror { a, b, same, free, .. } = *self;
        match same && !free {
            _ if a == b => Vec::new(),
            true => vec![(b, a)],
            false => vec![(a, b), (b, a)],
        }
    }
}

impl Solver<'_> {
    pub(super) fn escape(&mut self, object: Region) {
        if std::mem::replace(&mut self.objects[object as usize].visible, true) {
            return;
        }
        let contents: Vec<Node> =
            self.objects[object as usize].cells.values().map(|c| c.content).collect();
        contents.into_iter().for_each(|c| self.flow(c, self.outside));
        if self.env_alias {
            let mut seen: Vec<(Shape, i64)> =
                self.objects[object as usize].seen.iter().copied().collect();
            seen.sort_by_key(|s| s.1);
            seen.into_iter().for_each(|(shape, base)| self.instance(object, shape, base));
        }
    }

    /// Something that pointers from outside can point to has this type at this offset.
    pub fn instance(&mut self, object: Region, shape: Shape, base: i64) {
        let other = self.stand_in(Root::Outside, shape);
        if other != object && self.objects[object as usize].visible {
            let (a, b) = (Target { object, offset: base }, Target { object: other, offset: 0 });
            let size = self.shapes.size(shape).map_or(Length::Unknown, Length::Known);
            self.mirror(a, b, size, true);
        }
    }

    pub(super) fn mirror(&mut self, a: Target, b: Target, size: Length, same: bool) {
        let (a, b) = (self.normal(a), self.normal(b));
        if !self.known_mirrors.insert((a, b, size, same)) {
            return;
        }
        if a.object == b.object && a != b && (size.known().is_none() || same) {
            return self.fold(a.object, a.offset - b.offset);
        }
        let id = self.mirrors.len() as u32;
        let [x, y] = [a, b].map(|t| self.objects[t.object as usize].shape);
        let free = x.is_some() && matches!(y, Some(Shape::Record(_)));
        self.mirrors.push(Mirror { a, b, size, same, free, place: self.at });
        self.is_dirty.push(true);
        self.dirty.push(id);
        self.objects[a.object as usize].mirrors.push(id);
        if b.object != a.object {
            self.objects[b.object as usize].mirrors.push(id);
        }
    }

    /// Makes the cells of two ranges the same.
    pub(super) fn reflect(&mut self, id: u32) {
        let Mirror { a, b, size, same, free, place } = self.mirrors[id as usize];
        self.at = place;
        if a != b && (!same || free) {
            self.transfer(a, b, size.known());
        }
        if a != b {
            self.transfer(b, a, size.known());
        }
        if !same {
            self.cut(a, size);
            self.cut(b, size);
        }
        let size = size.known();
        for (from, to) in self.mirrors[id as usize].ways() {
            for (offset, width) in self.entries(from.object) {
                self.work += 1;
                for there in self.across(from, to, size, offset, width) {
                    self.work += 1;
                    let Some(cell) = self.objects[from.object as usize].cells.get(&offset) else {
                        continue;
                    };
                    let mine = cell.content;
                    let other = self.cell(Target { object: to.object, offset: there }, width);
                    match (same, from == b) {
                        (true, _) => {
                            self.unify(mine, other);
                        }
                        (false, true) => self.flow(mine, other),
                        (false, false) => self.flow(other, mine),
                    }
                }
            }
        }
    }

    /// A range that starts or ends inside of a cell makes bytes of it. Where one of unknown length ends is seen when
    /// the program runs; an element that it cuts is then put together from its bytes (`encode/ranges.rs`).
    pub(super) fn cut(&mut self, range: Target, size: Length) {
        let Target { object, offset: start } = self.normal(range);
        let end = size.known().map(|s| start.saturating_add(s));
        let normal = end.map(|e| self.normal(Target { object, offset: e }).offset);
        let edges = [Some(start), end, normal];
        for (offset, width) in self.entries(object) {
            for edge in edges.into_iter().flatten() {
                if offset < edge && edge < offset + i64::from(width) {
                    for offset in [edge - 1, edge] {
                        self.cell(Target { object, offset }, 1);
                    }
                }
            }
        }
    }

    /// The cells of an object with the widths of accesses.
    pub fn entries(&self, object: Region) -> Vec<(i64, u32)> {
        let cells = &self.objects[object as usize].cells;
        cells.iter().flat_map(|(&o, c)| c.widths.iter().map(move |&w| (o, w))).collect()
    }

    /// The offsets in the second range that an offset in the first corresponds to.
    pub fn across(
        &self,
        from: Target,
        to: Target,
        size: Option<i64>,
        offset: i64,
        width: u32,
    ) -> Vec<i64> {
        let layout = &self.objects[from.object as usize].layout;
        let size = size.unwrap_or(i64::MAX);
        let start = layout.normal(from.offset);
        let mut by = offset - start;
        let mut found = Vec::new();
        if layout.stride > 0 {
            by = by.rem_euclid(layout.stride);
        }
        let width = i64::from(width);
        if by >= 0 && by.saturating_add(width) <= size {
            found.push(to.offset + by);
        }
        // The array that the range starts in may go on before it.
        let around = layout.segments.iter().rfind(|s| s.holds(start) && s.holds(offset));
        if let (Some(s), true) = (around, by < 0) {
            let by = by.rem_euclid(s.stride);
            if by.saturating_add(width) <= size {
                found.push(to.offset + by);
            }
        }
        let there = &self.objects[to.object as usize].layout;
        found.iter_mut().for_each(|o| *o = there.normal(*o));
        found.dedup();
        found
    }

    /// Arrays in the first range are arrays in the second.
    pub(super) fn transfer(&mut self, from: Target, to: Target, size: Option<i64>) {
        let Layout { stride, segments } = self.objects[from.object as usize].layout.clone();
        self.work += 50 * (segments.len() as u64 + 1);
        let length = size.unwrap_or(i64::MAX / 4);
        let start = self.normal(from).offset;
        let mut new = Vec::new();
        for s in segments {
            let mut by = s.start - start;
            if stride > 0 && by < 0 && !s.holds(start) {
                by = by.rem_euclid(stride);
            }
            let (by, most) = if by < 0 { (0, s.size + by.max(-s.size)) } else { (by, s.size) };
            // It is not known in which element the range starts.
            let most = if s.holds(start) { s.size } else { most };
            if by < length && most > 0 {
                let size = most.min(length - by);
                new.push(Segment { start: to.offset + by, size, stride: s.stride });
            }
        }
        let mut changed = false;
        let there = &mut self.objects[to.object as usize].layout;
        if stride > 0 && length > stride {
            changed |= match size {
                Some(size) => there.add_segment(Segment { start: to.offset, size, stride }),
                None => there.walk(to.offset, stride),
            };
        }
        for s in new.into_iter().filter(|s| s.size > s.stride) {
            changed |= there.add_segment(s);
        }
        if changed {
            self.changed(to.object);
        }
    }

    /// Cells of one object overlap: what one holds the others may hold. Is that new?
    pub fn overlap(&mut self, object: Region, offsets: &[i64]) -> bool {
        let cells = &self.objects[object as usize].cells;
        let contents: Vec<Node> =
            offsets.iter().filter_map(|o| cells.get(o).map(|c| c.content)).collect();
        let mut new = false;
        for pair in contents.windows(2) {
            new |= self.unify(pair[0], pair[1]);
        }
        new
    }
}
