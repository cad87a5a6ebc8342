//! What outlives a search, as plain data: which part of all executions it was about, and which calls it
//! looked into. What decisions mean is told in `decisions`.

use crate::instances::Context;
use lariat_program::{BlockId, ProcId, Program};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// A decision about a call site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// Tells decisions about different sites apart: searches that went different ways number their
    /// sites differently.
    pub number: u32,
    /// The site, in the graph of the search.
    pub site: u32,
    /// Whether executions pass it.
    pub reached: bool,
}

/// A part of the work, for another solver, another process or another machine: the graph of instances
/// and what was decided in it. Equal programs number instances and sites equally.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The [`crate::fingerprint`] of the program, if the part is for another process.
    pub program: Option<u64>,
    /// The bound being searched; smaller ones were, without finding anything.
    pub bound: u32,
    /// The call sites looked into, in order, and the instance that each enters.
    pub links: Vec<(u32, u32)>,
    /// The executions that are searched.
    pub decisions: Vec<Decision>,
}

/// Where a call stands in the program before any pass: the block visited last, and the ordinal
/// of the call after it.
pub(crate) type Place = (ProcId, BlockId, usize);

/// Call sites by place, name of the version called, and recursion context.
#[derive(Clone, Debug, Default)]
pub struct CallTree {
    pub(crate) sites: FxHashSet<(Place, String, Context)>,
}

/// Whether every execution is in one of the parts, each given by its decisions (number and answer).
pub fn covers(parts: &[Vec<(u32, bool)>]) -> bool {
    let Some(&(number, _)) = parts.iter().flatten().next() else { return !parts.is_empty() };
    if parts.iter().any(Vec::is_empty) {
        return true;
    }
    [true, false].into_iter().all(|answer| {
        let consistent = parts.iter().filter(|p| !p.contains(&(number, !answer)));
        let rest = consistent.map(|p| p.iter().copied().filter(|d| d.0 != number).collect());
        covers(&rest.collect::<Vec<_>>())
    })
}

/// A number that differs for programs in which parts mean something else.
pub fn fingerprint(program: &Program) -> u64 {
    let mut hash = Fnv::default();
    let _ = write!(hash, "{:?}{:?}", program.procedures, program.terms);
    hash.0
}

/// The hash function FNV-1a with 64 bits: the same everywhere and always.
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Goes on with these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn parts_cover_everything_or_not() {
        let (a, not_a, b, not_b) = ((1, true), (1, false), (2, true), (2, false));
        assert!(covers(&[vec![]]));
        assert!(covers(&[vec![a], vec![not_a, b], vec![not_a, not_b]]));
        assert!(covers(&[vec![a], vec![not_a]]));
        assert!(covers(&[vec![b], vec![a, not_b], vec![not_b, not_a]]));
        assert!(!covers(&[]));
        assert!(!covers(&[vec![a]]));
        assert!(!covers(&[vec![a], vec![not_a, b]]));
        assert!(!covers(&[vec![a, b], vec![not_a, not_b], vec![not_a, b]]));
    }
}
