//! Bounds: which executions a bounded search has not looked at.

use crate::item::Place;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Executions were followed only so far: a procedure may be on the call stack `recursion` times and a loop may make
/// as many iterations, unless `own` has another number for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cut {
    /// The bound for whatever has none of its own; `None`: no bound.
    pub recursion: Option<u32>,
    /// Procedures and loops with a bound of their own.
    #[serde(with = "pairs")]
    pub own: BTreeMap<CutOff, u32>,
    /// What was cut off: executions that go on there are those not looked at.
    pub hit: BTreeSet<CutOff>,
}

/// A loop or a procedure at which a bound ends executions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CutOff {
    /// Whether it is a loop.
    pub is_loop: bool,
    /// The procedure, or the one that has the loop.
    pub procedure: String,
    /// Where it stands.
    pub place: Option<Place>,
}

impl Cut {
    /// The same bound for everything.
    pub fn recursion(bound: u32) -> Cut {
        Cut { recursion: Some(bound), ..Cut::default() }
    }

    /// How often this may happen; `None`: any number of times.
    pub fn bound_of(&self, what: &CutOff) -> Option<u32> {
        self.own.get(what).copied().or(self.recursion)
    }

    /// Whether it cuts nothing.
    pub fn allows_everything(&self) -> bool {
        self.recursion.is_none() && self.own.is_empty()
    }

    /// Whether every execution that is nowhere deeper than this is within it.
    pub fn allows_depth(&self, depth: u32) -> bool {
        at_least(self.recursion, Some(depth)) && self.own.values().all(|&own| own >= depth)
    }

    /// Whether every execution within `other` is within this one, too.
    pub fn allows_all_of(&self, other: &Cut) -> bool {
        at_least(self.recursion, other.recursion)
            && self
                .own
                .keys()
                .chain(other.own.keys())
                .all(|what| at_least(self.bound_of(what), other.bound_of(what)))
    }

    /// The executions within both.
    pub fn both(&self, other: &Cut) -> Cut {
        let recursion = lower(self.recursion, other.recursion);
        let named = self.own.keys().chain(other.own.keys());
        let own = named
            .filter_map(|what| {
                let bound = lower(self.bound_of(what), other.bound_of(what));
                bound.filter(|_| bound != recursion).map(|bound| (what.clone(), bound))
            })
            .collect();
        Cut { recursion, own, hit: self.hit.union(&other.hit).cloned().collect() }
    }
}

/// `None` is infinite.
fn at_least(a: Option<u32>, b: Option<u32>) -> bool {
    match (a, b) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(a), Some(b)) => a >= b,
    }
}

fn lower(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    match (a, b) {
        (None, bound) | (bound, None) => bound,
        (Some(a), Some(b)) => Some(a.min(b)),
    }
}

/// How far was searched, in words: `within recursion bound 3`.
impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(bound) = self.recursion {
            return write!(f, "within recursion bound {bound}");
        }
        // Nothing but single bounds ended the search.
        let each: Vec<String> = self
            .own
            .iter()
            .map(|(what, bound)| match what.is_loop {
                true => format!("{} iterations of the {}", bound.saturating_sub(1), what.show()),
                false => format!("{bound} activations of {}", what.show()),
            })
            .collect();
        write!(f, "within {}", each.join(" and "))
    }
}

impl CutOff {
    /// In words: `loop at f.c:12:3` or `procedure rec`.
    pub fn show(&self) -> String {
        match (&self.place, self.is_loop) {
            (Some(place), true) => format!("loop at {}", place.show()),
            (None, true) => format!("a loop in procedure {}", self.procedure),
            (_, false) => format!("procedure {}", self.procedure),
        }
    }
}

/// JSON has no maps with structured keys.
mod pairs {
    use super::CutOff;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    pub fn serialize<S: Serializer>(
        map: &BTreeMap<CutOff, u32>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        map.iter().collect::<Vec<_>>().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<CutOff, u32>, D::Error> {
        Ok(Vec::<(CutOff, u32)>::deserialize(deserializer)?.into_iter().collect())
    }
}
