//! Maps of a run: what was written, over what was there at first.
//!
//! At first a map has one value everywhere, or nothing is known of it: then what is read is drawn, place by place, and
//! all maps that were copied from it agree about it.

use rustc_hash::FxHashMap;

/// What a map is where nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// This.
    Value(u128),
    /// It became arbitrary; the number says when.
    Open(u32),
}

/// A map.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub ground: Ground,
    written: FxHashMap<u64, u128>,
}

impl Map {
    pub fn new(ground: Ground) -> Self {
        Map { ground, written: FxHashMap::default() }
    }

    /// What was written there.
    #[inline]
    pub fn written(&self, place: u64) -> Option<u128> {
        self.written.get(&place).copied()
    }

    #[inline]
    pub fn write(&mut self, place: u64, value: u128) {
        self.written.insert(place, value);
    }

    /// Makes it a map of which nothing was written.
    pub fn reset(&mut self, ground: Ground) {
        self.ground = ground;
        // Clearing takes as long as there is room.
        match self.written.capacity() {
            0..=4096 => self.written.clear(),
            _ => self.written = FxHashMap::default(),
        }
    }
}
