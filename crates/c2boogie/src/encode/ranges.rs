//! Ranges of memory that are copied and filled.
//!
//! Maps hold elements, a length counts bytes. A range of known length that ends inside of an element has made bytes of
//! it (`regions`); one of unknown length may end anywhere, and what it covers of the last element is said there.

use super::Encoder;
use crate::interval::Interval;
use crate::ir::*;
use crate::memory::{LARGEST_ELEMENT_BYTES, Part};
use std::fmt::Write as _;

/// Ranges above this many elements are not spelled out.
const SPELLED_OUT: usize = 1024;

/// More stores than this make a map that solvers find hard.
const MANY_STORES: usize = 64;

/// How far an element is from the start of a range.
enum Ahead<'a> {
    Known(u64),
    /// A variable that counts by steps of so many bytes, and is less than the length.
    Counted(&'a str, u64),
}

impl Encoder<'_> {
    /// The length of a range, if it is known and the range can be spelled out. (A constant beyond that is a length like
    /// any other.)
    fn known_length(&self, size: TermId) -> Option<u64> {
        let bytes = self.m.constant(size).and_then(|s| u64::try_from(s).ok());
        bytes.filter(|&bytes| bytes <= SPELLED_OUT as u64 * LARGEST_ELEMENT_BYTES)
    }

    /// What an access to a range of unknown length touches, if that is little: as far as its length can go by the ranges of
    /// values, or its whole object. It needs no loop, and so no bound of one.
    fn few_parts(&self, access: AccessId, size: TermId) -> Option<Vec<Part>> {
        let most = u64::try_from(self.range(size).high).ok().filter(|&n| n <= MANY_STORES as u64);
        let short = most.and_then(|most| self.memory.parts_up_to(access, most));
        let short =
            short.filter(|p| p.iter().map(|p| p.offsets.len()).sum::<usize>() <= MANY_STORES);
        short.or_else(|| self.memory.all_parts(access))
    }

    /// An address so many bytes further on.
    fn shifted(&mut self, at: &str, by: u64) -> String {
        if by == 0 {
            return at.to_owned();
        }
        let pointer = self.m.pointer_ty();
        let digits = at.strip_suffix(&format!("bv{}", pointer.width)).unwrap_or(at);
        if let Ok(address) = digits.parse::<i128>() {
            return self.address(pointer.wrap(address + i128::from(by)));
        }
        let by = self.address(i128::from(by));
        self.further(at, &by)
    }

    pub(super) fn copy(&mut self, access: AccessId, to: TermId, from: TermId, size: TermId) {
        let (a, b) = (self.at(to), self.at(from));
        let known = self.known_length(size);
        let parts = self.memory.parts(access, known);
        let count: usize = parts.iter().map(|p| p.offsets.len()).sum();
        if known.is_some() && count <= SPELLED_OUT {
            for part in parts.iter().filter(|p| !p.offsets.is_empty()) {
                let name = self.memory.maps()[part.map as usize].name.clone();
                if part.offsets.len() > MANY_STORES
                    && known.is_some_and(|size| self.memory.is_all_of(access, part.map, size))
                {
                    self.replace(part, &a, &b);
                    continue;
                }
                // All elements at once: the areas may overlap.
                let mut text = name.clone();
                for &offset in &part.offsets {
                    let (x, y) = (self.shifted(&a, offset), self.shifted(&b, offset));
                    let _ = write!(text, "[{x} := {name}[{y}]]");
                }
                let _ = writeln!(self.out, "  {name} := {text};");
            }
            return;
        }
        if known.is_none()
            && let Some(parts) = self.few_parts(access, size)
        {
            let n = self.at(size);
            for part in parts.iter().filter(|p| !p.offsets.is_empty()) {
                let name = self.memory.maps()[part.map as usize].name.clone();
                let mut text = name.clone();
                for &offset in &part.offsets {
                    let (x, y) = (self.shifted(&a, offset), self.shifted(&b, offset));
                    let (new, old) = (format!("{name}[{y}]"), format!("{name}[{x}]"));
                    let at = Ahead::Known(offset);
                    let value = self.as_far_as_reached((&n, size), at, part.map, &new, &old);
                    let _ = write!(text, "[{x} := {value}]");
                }
                let _ = writeln!(self.out, "  {name} := {text};");
            }
            return;
        }
        let step = parts.iter().map(|p| p.step).min().unwrap_or(1);
        let mut olds = Vec::new();
        for part in &parts {
            let name = self.memory.maps()[part.map as usize].name.clone();
            let old = format!("$old.{}", self.extra.len());
            self.extra.push((old.clone(), self.map_sort(part.map)));
            let _ = writeln!(self.out, "  {old} := {name};");
            olds.push((part.map, name, old));
        }
        let (i, n) = self.loop_start(size);
        let (x, y) = (self.further(&a, &i), self.further(&b, &i));
        for (map, name, old) in olds {
            let mut value = format!("{old}[{y}]");
            if known.is_none() {
                let at = Ahead::Counted(&i, step);
                value =
                    self.as_far_as_reached((&n, size), at, map, &value, &format!("{name}[{x}]"));
            }
            let _ = writeln!(self.out, "    {name}[{x}] := {value};");
        }
        self.loop_end(&i, &n, step);
    }

    /// All of a map is copied from memory that is never written: a new map with the same values,
    /// which solvers find easier than as many stores.
    fn replace(&mut self, part: &Part, to: &str, from: &str) {
        let name = self.memory.maps()[part.map as usize].name.clone();
        let old = format!("$old.{}", self.extra.len());
        self.extra.push((old.clone(), self.map_sort(part.map)));
        let _ = writeln!(self.out, "  {old} := {name};\n  havoc {name};");
        for &offset in &part.offsets {
            let (x, y) = (self.shifted(to, offset), self.shifted(from, offset));
            let _ = writeln!(self.out, "  assume {name}[{x}] == {old}[{y}];");
        }
    }

    pub(super) fn fill(&mut self, access: AccessId, at: TermId, value: TermId, size: TermId) {
        let a = self.at(at);
        let known = self.known_length(size);
        let zero = self.m.constant(value) == Some(0);
        let mut parts = self.memory.parts(access, known);
        if self.is_entry && zero {
            // Static maps start with zeros.
            parts.retain(|p| !self.memory.maps()[p.map as usize].is_static);
        }
        let count: usize = parts.iter().map(|p| p.offsets.len()).sum();
        if known.is_some() && count <= SPELLED_OUT {
            for part in parts.iter().filter(|p| !p.offsets.is_empty()) {
                let name = self.memory.maps()[part.map as usize].name.clone();
                let text = self.repeated(value, part.map);
                for &offset in &part.offsets {
                    let x = self.shifted(&a, offset);
                    let _ = writeln!(self.out, "  {name}[{x}] := {text};");
                }
            }
            return;
        }
        let pointer = self.m.pointer_ty();
        if self.is_entry
            && let Some(size) = known
        {
            // A large static object in a map that other objects share.
            let last = self.shifted(&a, size);
            for part in &parts {
                let name = self.memory.maps()[part.map as usize].name.clone();
                let text = self.repeated(value, part.map);
                let (sort, bits) = (self.pointer_sort(), self.representation.domain());
                let low = self.less("a", &a, pointer, bits);
                let high = self.less("a", &last, pointer, bits);
                let _ = writeln!(
                    self.out,
                    "  {name} := (lambda a: {sort} :: if !({low}) && {high} then {text} else {name}[a]);"
                );
            }
            return;
        }
        if known.is_none()
            && let Some(parts) = self.few_parts(access, size)
        {
            let n = self.at(size);
            for part in &parts {
                let name = self.memory.maps()[part.map as usize].name.clone();
                let text = self.repeated(value, part.map);
                for &offset in &part.offsets {
                    let x = self.shifted(&a, offset);
                    let (at, old) = (Ahead::Known(offset), format!("{name}[{x}]"));
                    let text = self.as_far_as_reached((&n, size), at, part.map, &text, &old);
                    let _ = writeln!(self.out, "  {name}[{x}] := {text};");
                }
            }
            return;
        }
        let step = parts.iter().map(|p| p.step).min().unwrap_or(1);
        let (i, n) = self.loop_start(size);
        let x = self.further(&a, &i);
        for part in &parts {
            let name = self.memory.maps()[part.map as usize].name.clone();
            let mut text = self.repeated(value, part.map);
            if known.is_none() {
                let (at, old) = (Ahead::Counted(&i, step), format!("{name}[{x}]"));
                text = self.as_far_as_reached((&n, size), at, part.map, &text, &old);
            }
            let _ = writeln!(self.out, "    {name}[{x}] := {text};");
        }
        self.loop_end(&i, &n, step);
    }

    /// The value of an element of which a range of `n` bytes covers all, the first bytes, or nothing.
    fn as_far_as_reached(
        &mut self,
        (n, size): (&str, TermId),
        at: Ahead<'_>,
        map: u32,
        new: &str,
        old: &str,
    ) -> String {
        let grain = self.m.power_of_two_in(size);
        let width = u64::from(self.element(map).width / 8);
        let bits = self.representation.map(map);
        let mut value = old.to_owned();
        for count in 1..=width {
            let ends_here = match at {
                Ahead::Known(by) => (by + count).is_multiple_of(grain),
                Ahead::Counted(_, step) => {
                    count.is_multiple_of(grain.min(1 << step.trailing_zeros()))
                }
            };
            if count < width && !ends_here {
                continue;
            }
            let reached = self.reaches(n, &at, count);
            let mixed = match (count == width, bits) {
                (true, _) => new.to_owned(),
                (false, true) => {
                    let (high, low) = (8 * width, 8 * count);
                    format!("(({old})[{high}:{low}] ++ ({new})[{low}:0])")
                }
                (false, false) => {
                    let unit = 1u128 << (8 * count).min(120);
                    format!("((({old}) div {unit}) * {unit} + (({new}) mod {unit}))")
                }
            };
            value = format!("(if {reached} then {mixed} else {value})");
        }
        value
    }

    /// Does a range of `n` bytes have so many at this distance?
    fn reaches(&mut self, n: &str, at: &Ahead<'_>, count: u64) -> String {
        let pointer = self.m.pointer_ty();
        let domain = self.representation.domain();
        let (end, n) = match at {
            Ahead::Known(by) => (self.address(i128::from(by + count)), n.to_owned()),
            // The counter is below, so the rest does not wrap around.
            Ahead::Counted(i, _) if domain => {
                let rest = self.bits_binary(BinOp::Sub, n, i, pointer);
                (self.address(i128::from(count)), rest)
            }
            Ahead::Counted(i, _) => (format!("{i} + {count}"), n.to_owned()),
        };
        match domain {
            true => self.bits_compare("ule", &end, &n, pointer),
            false => format!("({end} <= {n})"),
        }
    }

    /// A byte, as often as an element of the map has bytes.
    fn repeated(&mut self, byte: TermId, map: u32) -> String {
        let element = self.element(map);
        let bits = self.representation.map(map);
        if let Some(v) = self.m.constant(byte) {
            let mut whole: i128 = 0;
            for i in 0..element.width / 8 {
                whole |= (v & 255) << (8 * i).min(120);
            }
            return self.number(element.wrap(whole), element, bits);
        }
        let text = self.value(byte, bits);
        let count = (element.width / 8) as usize;
        if bits {
            return format!("({})", vec![text; count].join(" ++ "));
        }
        let ones = (0..count).fold(0i128, |sum, i| sum | 1 << (8 * i).min(120));
        let whole = format!("({text} * {ones})");
        let range = self.range(byte).times(Interval::new(ones, ones));
        self.wrapped(&whole, range, element)
    }

    fn loop_start(&mut self, size: TermId) -> (String, String) {
        let n = self.at(size);
        let i = format!("$i.{}", self.extra.len());
        self.extra.push((i.clone(), self.pointer_sort()));
        let bound = format!("$n.{}", self.extra.len());
        self.extra.push((bound.clone(), self.pointer_sort()));
        let zero = self.address(0);
        let _ = writeln!(self.out, "  {i} := {zero};\n  {bound} := {n};");
        let test = self.less(&i, &bound, self.m.pointer_ty(), self.representation.domain());
        let _ = writeln!(self.out, "  while ({test})\n  {{");
        (i, bound)
    }

    fn loop_end(&mut self, i: &str, _: &str, step: u64) {
        let next = self.shifted(i, step);
        let _ = writeln!(self.out, "    {i} := {next};\n  }}");
    }
}
