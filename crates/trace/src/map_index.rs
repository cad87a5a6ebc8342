//! Fast reads through long chains of map updates. A path that writes a map ten thousand times makes
//! a chain of ten thousand stores; looking a place up in it one store at a time is quadratic, and
//! for a solver worse. Here the latest version of each map has a table of the places it was written
//! at, as long as those places are known to differ from each other.

use lariat_logic::{Op, Term, TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// Tables for the latest versions of maps.
#[derive(Default)]
pub(crate) struct MapIndices {
    of: FxHashMap<TermId, MapIndex>,
}

/// A map as another one with changes at places that are different from each other.
struct MapIndex {
    below: TermId,
    /// What the places have in common; see [`family`]. `None` as long as there are no places.
    family: Option<Vec<Option<TermId>>>,
    places: FxHashMap<Vec<TermId>, TermId>,
}

/// What an index term is an offset from: nothing for a literal, itself for most other terms. Two
/// different terms of one family have different values.
fn family(terms: &Terms, places: &[TermId]) -> Vec<Option<TermId>> {
    let base = |&p: &TermId| match terms.as_literal(p) {
        Some(Value::Bool(_) | Value::Int(_) | Value::Bv { .. } | Value::Element { .. }) => None,
        _ if terms.sort_of(p) == Terms::INT => terms.base_and_offset(p).0,
        _ => Some(p),
    };
    places.iter().map(base).collect()
}

impl MapIndices {
    /// What a map has at some places.
    pub fn select(&mut self, terms: &mut Terms, map: TermId, places: &[TermId]) -> TermId {
        let mut map = map;
        while matches!(terms.get(map), Term::App(Op::Store, _)) {
            let index = self.index(terms, map);
            if index.family != Some(family(terms, places)) {
                break;
            }
            if let Some(&value) = index.places.get(places) {
                return value;
            }
            map = index.below;
        }
        let args: Vec<TermId> = std::iter::once(map).chain(places.iter().copied()).collect();
        terms.app(Op::Select, &args)
    }

    /// The table of a map, made from that of an earlier version if there is one.
    fn index(&mut self, terms: &Terms, map: TermId) -> &MapIndex {
        if !self.of.contains_key(&map) {
            let mut stores: Vec<&[TermId]> = Vec::new();
            let mut wanted = None;
            let mut below = map;
            while let Term::App(Op::Store, args) = terms.get(below) {
                let indexed = self.of.get(&below).and_then(|i| i.family.as_ref());
                if indexed.is_some() && (wanted.is_none() || wanted.as_ref() == indexed) {
                    break;
                }
                let family = family(terms, &args[1..args.len() - 1]);
                if wanted.get_or_insert_with(|| family.clone()) != &family {
                    break;
                }
                stores.push(args);
                below = args[0];
            }
            // The earlier version is rarely read again: its table moves on.
            let inherited = match self.of.get(&below) {
                Some(index) if wanted.is_none() || index.family == wanted => self.of.remove(&below),
                _ => None,
            };
            let mut index = inherited.unwrap_or(MapIndex {
                below,
                family: wanted,
                places: FxHashMap::default(),
            });
            for args in stores.into_iter().rev() {
                let (value, places) = args[1..].split_last().expect("a store has a value");
                index.places.insert(places.to_vec(), *value);
            }
            self.of.insert(map, index);
        }
        &self.of[&map]
    }
}
