//! Values for people: with names instead of numbers, and maps cut down to the places that matter.

use lariat_logic::{Sort, SortId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::fmt;

/// At most this many places of a map are shown.
const MAX_SHOWN_PLACES: usize = 24;

/// A value with its names resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// A truth value.
    Bool(bool),
    /// An integer, in decimal.
    Int(String),
    /// A real, as Boogie writes it.
    Real(String),
    /// A bit vector.
    BitVector {
        /// Its unsigned value, in decimal.
        bits: String,
        /// Its width.
        width: u32,
    },
    /// The places of a map that matter.
    Map {
        /// Places with what is stored there.
        entries: Vec<(Vec<Shown>, Shown)>,
        /// How many more places would matter.
        more: usize,
    },
    /// An element of a sort without structure.
    Element {
        /// The sort's name.
        sort: String,
        /// Which element.
        number: u64,
    },
    /// A datatype value.
    Data {
        /// The constructor's name.
        constructor: String,
        /// Its fields.
        fields: Vec<Shown>,
    },
    /// A value of another theory, in SMT-LIB syntax.
    Other(String),
    /// A value that is not known here.
    Unknown,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Bool(b) => write!(f, "{b}"),
            Shown::Int(text) | Shown::Real(text) | Shown::Other(text) => f.write_str(text),
            Shown::BitVector { bits, width } => write!(f, "{bits}bv{width}"),
            Shown::Map { entries, more } => {
                f.write_str("[")?;
                for (i, (place, value)) in entries.iter().enumerate() {
                    let separator = if i == 0 { "" } else { ", " };
                    write!(f, "{separator}{} := {value}", list(place))?;
                }
                if *more > 0 {
                    write!(f, ", … {more} more")?;
                }
                f.write_str("]")
            }
            Shown::Element { sort, number } => write!(f, "{sort}#{number}"),
            Shown::Data { constructor, fields } if fields.is_empty() => {
                write!(f, "{constructor}()")
            }
            Shown::Data { constructor, fields } => write!(f, "{constructor}({})", list(fields)),
            Shown::Unknown => f.write_str("?"),
        }
    }
}

/// Values with commas between them.
pub(crate) fn list(values: &[Shown]) -> String {
    let texts: Vec<String> = values.iter().map(Shown::to_string).collect();
    texts.join(", ")
}

/// Turns values into something to read. Knows which places of maps were used on the path.
pub(crate) struct Shower<'p> {
    terms: &'p Terms,
    places: FxHashMap<SortId, Vec<Vec<Value>>>,
}

impl<'p> Shower<'p> {
    pub fn new(terms: &'p Terms, accesses: FxHashSet<(SortId, Vec<Value>)>) -> Self {
        let mut places: FxHashMap<SortId, Vec<Vec<Value>>> = FxHashMap::default();
        for (sort, place) in accesses {
            places.entry(sort).or_default().push(place);
        }
        for list in places.values_mut() {
            list.sort();
        }
        Shower { terms, places }
    }

    pub fn show(&self, sort: SortId, value: &Value) -> Shown {
        match value {
            Value::Bool(b) => Shown::Bool(*b),
            Value::Int(n) => Shown::Int(n.to_string()),
            Value::Real(_) => Shown::Real(value.to_string()),
            Value::Bv { bits, width } => Shown::BitVector { bits: bits.to_string(), width: *width },
            Value::Map(map) => {
                let Sort::Map { indices, element } = self.terms.sort_of_id(sort) else {
                    return Shown::Unknown;
                };
                let used = self.places.get(&sort).map_or(&[][..], Vec::as_slice);
                let entries = used.iter().take(MAX_SHOWN_PLACES).map(|place| {
                    let stored = self.show(*element, map.select(place));
                    (self.show_place(indices, place), stored)
                });
                Shown::Map {
                    entries: entries.collect(),
                    more: used.len().saturating_sub(MAX_SHOWN_PLACES),
                }
            }
            Value::Element { sort, number } => {
                let sort = match self.terms.sort_of_id(*sort) {
                    Sort::Uninterpreted(name) => name.clone(),
                    other => format!("{other:?}"),
                };
                Shown::Element { sort, number: *number }
            }
            Value::Data { constructor, fields } => {
                let constructor = self.terms.constructor(*constructor);
                let sorts = constructor.fields.iter().map(|f| f.1);
                let fields = fields.iter().zip(sorts).map(|(f, s)| self.show(s, f)).collect();
                Shown::Data { constructor: constructor.name.clone(), fields }
            }
            Value::Smt { text, .. } => Shown::Other(text.clone()),
        }
    }

    pub fn show_place(&self, indices: &[SortId], place: &[Value]) -> Vec<Shown> {
        indices.iter().zip(place).map(|(&sort, value)| self.show(sort, value)).collect()
    }
}
