//! What is known about the contents of maps: values at literal places.
//!
//! C programs keep much in memory that is as constant as a variable would be, at addresses that are
//! numbers. A read of such a place is its value; an update at an unknown place makes all unknown.

use lariat_logic::{Op, Term, TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// More places than this of one map are not kept in mind.
const MAX_PLACES: usize = 512;

/// What is known about one map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cells {
    /// The value of all other places.
    elsewhere: Option<TermId>,
    /// Values at literal places; `None` where the value is not known.
    at: Rc<FxHashMap<Box<[TermId]>, Option<TermId>>>,
}

impl Cells {
    /// A map that has this value everywhere.
    pub fn constant(value: TermId) -> Self {
        Cells { elsewhere: Some(value), at: Rc::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.elsewhere.is_none() && self.at.is_empty()
    }

    /// The value at a literal place.
    pub fn get(&self, place: &[TermId]) -> Option<TermId> {
        self.at.get(place).copied().unwrap_or(self.elsewhere)
    }

    /// The map after an update at a literal place.
    pub fn set(&mut self, place: &[TermId], value: Option<TermId>) {
        if value.is_none() && self.elsewhere.is_none() {
            if self.at.contains_key(place) {
                Rc::make_mut(&mut self.at).remove(place);
            }
        } else if self.at.len() < MAX_PLACES || self.at.contains_key(place) {
            Rc::make_mut(&mut self.at).insert(place.into(), value);
        } else if self.get(place) != value {
            *self = Cells::default();
        }
    }

    /// What is known of both.
    pub fn join(&mut self, other: &Cells) {
        if Rc::ptr_eq(&self.at, &other.at) && self.elsewhere == other.elsewhere {
            return;
        }
        let (left, right) = (self.clone(), other);
        self.elsewhere = left.elsewhere.filter(|_| left.elsewhere == right.elsewhere);
        let mut at = FxHashMap::default();
        for place in left.at.keys().chain(right.at.keys()) {
            let value = left.get(place).filter(|_| left.get(place) == right.get(place));
            if value.is_some() || self.elsewhere.is_some() {
                at.insert(place.clone(), value);
            }
        }
        self.at = Rc::new(at);
    }
}

/// The map, places and value of an update, or the map and places of a read, if all places are
/// literals.
pub(crate) fn literal_places<'a>(terms: &Terms, places: &'a [TermId]) -> Option<&'a [TermId]> {
    places.iter().all(|&p| terms.as_literal(p).is_some()).then_some(places)
}

/// The map that is read and the literal places where.
pub(crate) fn as_read(terms: &Terms, term: TermId) -> Option<(TermId, Box<[TermId]>)> {
    match terms.get(term) {
        Term::App(Op::Select, args) => Some((args[0], literal_places(terms, &args[1..])?.into())),
        _ => None,
    }
}
