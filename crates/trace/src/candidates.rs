//! Values that may decide a quantifier.

use lariat_logic::{Sort, SortId, Terms, Value};
use lariat_program::interpreter::Candidates;

/// So many values of a sort are enough.
const MAX_VALUES: usize = 200;

/// Values found so far, the most promising first.
#[derive(Default)]
pub(crate) struct Found {
    values: Candidates,
}

impl Found {
    pub fn add(&mut self, sort: SortId, value: Value) {
        let values = self.values.entry(sort).or_default();
        if values.len() < MAX_VALUES && !values.contains(&value) {
            values.push(value);
        }
    }

    /// The places that a map lists.
    pub fn add_places(&mut self, terms: &Terms, sort: SortId, value: &Value) {
        let (Sort::Map { indices, element }, Value::Map(map)) = (terms.sort_of_id(sort), value)
        else {
            return self.add(sort, value.clone());
        };
        for (place, value) in map.entries() {
            for (&sort, index) in indices.iter().zip(place) {
                self.add(sort, index.clone());
            }
            self.add_places(terms, *element, value);
        }
    }

    /// All of them; of integers also those next to them, and zero.
    pub fn with_neighbours(mut self) -> Candidates {
        let listed = self.values.get(&Terms::INT).cloned().unwrap_or_default();
        for by in [1, -1] {
            for n in listed.iter().filter_map(Value::as_int) {
                self.add(Terms::INT, Value::Int(n + by));
            }
        }
        self.add(Terms::INT, Value::int(0));
        self.values
    }
}
