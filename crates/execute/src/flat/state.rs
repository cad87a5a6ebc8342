//! A set of executions that are at the same place, and what is known of all of them.

use super::code::{FlatCode, SHARED, Slot};
use super::known::{Known, Values};
use super::memory::Ground;
use lariat_program::ProcId;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A map of which some places are known.
#[derive(Clone, Debug)]
pub(super) struct KnownMap {
    pub ground: Ground,
    written: Arc<FxHashMap<u64, Known>>,
    /// A sum over what was written, so that different maps are told apart fast.
    sum: u64,
}

impl KnownMap {
    pub fn new(ground: Ground) -> KnownMap {
        KnownMap { ground, written: Arc::default(), sum: 0 }
    }

    pub fn written(&self, place: u64) -> Option<Known> {
        self.written.get(&place).copied()
    }

    pub fn write(&mut self, place: u64, value: Known) {
        let old = Arc::make_mut(&mut self.written).insert(place, value);
        let old = old.map_or(0, |old| hash(&(place, old)));
        self.sum = self.sum.wrapping_sub(old).wrapping_add(hash(&(place, value)));
    }

    fn is_same(&self, other: &KnownMap) -> bool {
        self.ground == other.ground
            && self.sum == other.sum
            && (Arc::ptr_eq(&self.written, &other.written) || self.written == other.written)
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// An activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub procedure: ProcId,
    /// Where it goes on when what it calls returns, and the call.
    pub pc: u32,
    pub site: u32,
    /// Where its slots begin.
    pub scalars: u32,
    pub maps: u32,
    /// Its block, and the loops around it with their iterations.
    pub place: u32,
    pub loops: Vec<(u32, u32)>,
}

/// What is known of a set of executions.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub frames: Vec<Frame>,
    pub shared: Vec<Known>,
    pub shared_maps: Vec<KnownMap>,
    pub scalars: Vec<Known>,
    pub maps: Vec<KnownMap>,
    /// The values of inputs.
    pub inputs: Vec<Values>,
    /// What maps that became arbitrary are, by the table of the code, and what was read from them.
    pub grounds: Vec<u32>,
    pub places: Arc<FxHashMap<(u32, u64), Known>>,
}

impl Set {
    /// All executions, before anything happened.
    pub fn new(code: &FlatCode) -> Set {
        let variables = &code.shared[..code.shared_variables as usize];
        Set {
            frames: Vec::new(),
            shared: variables.iter().map(|&word| Known::Word(word)).collect(),
            shared_maps: vec![KnownMap::new(Ground::Value(0)); code.shared_maps as usize],
            scalars: Vec::new(),
            maps: Vec::new(),
            inputs: Vec::new(),
            grounds: Vec::new(),
            places: Arc::default(),
        }
    }

    pub fn get(&self, slot: Slot, base: u32, code: &FlatCode) -> Known {
        match slot & SHARED {
            0 => self.scalars[(base + slot) as usize],
            _ => {
                let index = (slot & !SHARED) as usize;
                // Behind the variables there are literals.
                self.shared.get(index).copied().unwrap_or_else(|| Known::Word(code.shared[index]))
            }
        }
    }

    pub fn set(&mut self, slot: Slot, base: u32, value: Known) {
        match slot & SHARED {
            0 => self.scalars[(base + slot) as usize] = value,
            _ => self.shared[(slot & !SHARED) as usize] = value,
        }
    }

    pub fn map(&mut self, slot: Slot, base: u32) -> &mut KnownMap {
        match slot & SHARED {
            0 => &mut self.maps[(base + slot) as usize],
            _ => &mut self.shared_maps[(slot & !SHARED) as usize],
        }
    }

    /// Forgets what the running activation computed on the way.
    pub fn drop_temporaries(&mut self, code: &FlatCode) {
        if let Some(frame) = self.frames.last() {
            let first = frame.scalars + code.routines[frame.procedure.index()].variables;
            self.scalars.truncate(
                (frame.scalars + code.routines[frame.procedure.index()].scalars) as usize,
            );
            self.scalars[first as usize..].fill(Known::Word(0));
        }
    }

    /// The same for sets that are the same but for the values of inputs.
    pub fn sum(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.shared.hash(&mut hasher);
        self.scalars.hash(&mut hasher);
        self.shared_maps.iter().for_each(|m| m.sum.hash(&mut hasher));
        (self.inputs.len(), self.places.len(), self.grounds.len()).hash(&mut hasher);
        hasher.finish()
    }

    /// Whether they are the same but for the values of inputs.
    pub fn is_same(&self, other: &Set) -> bool {
        let maps = |a: &[KnownMap], b: &[KnownMap]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same(b))
        };
        self.frames == other.frames
            && self.shared == other.shared
            && self.scalars == other.scalars
            && self.inputs.len() == other.inputs.len()
            && self.grounds == other.grounds
            && maps(&self.shared_maps, &other.shared_maps)
            && maps(&self.maps, &other.maps)
            && (Arc::ptr_eq(&self.places, &other.places) || self.places == other.places)
    }

    /// Whether the union of the values of inputs, one by one, has no executions but those of both.
    pub fn unites_exactly(&self, other: &Set) -> bool {
        let mut different = self.inputs.iter().zip(&other.inputs).filter(|(a, b)| a != b);
        match (different.next(), different.next()) {
            (None, _) => true,
            (Some((a, b)), None) => a.unites_exactly(b),
            (Some(_), Some(_)) => {
                let within = |a: &Set, b: &Set| {
                    a.inputs.iter().zip(&b.inputs).all(|(a, b)| a.union(b) == *b)
                };
                within(self, other) || within(other, self)
            }
        }
    }

    /// Adds the executions of a set that is the same but for the values of inputs.
    pub fn unite(&mut self, other: &Set) {
        for (a, b) in self.inputs.iter_mut().zip(&other.inputs) {
            *a = a.union(b);
        }
    }
}
