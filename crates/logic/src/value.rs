//! Concrete values: what models assign to variables and what the interpreter computes with.

use crate::bits::Bits;
use crate::sort::{ConstructorId, SortId};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A value of some sort.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A real, as far as it is rational.
    Real(BigRational),
    /// A bit vector, read as an unsigned number below two to the width.
    Bv {
        /// The bits.
        bits: Bits,
        /// The width.
        width: u32,
    },
    /// A map.
    Map(MapValue),
    /// The n-th element of an uninterpreted sort; different numbers are different elements.
    Element {
        /// The sort.
        sort: SortId,
        /// Which element.
        number: u64,
    },
    /// A datatype value.
    Data {
        /// The constructor.
        constructor: ConstructorId,
        /// Its fields.
        fields: Vec<Value>,
    },
    /// A value of a theory that is not evaluated here (floats, strings, …), in SMT-LIB syntax.
    Smt {
        /// The sort.
        sort: SortId,
        /// The literal.
        text: String,
    },
}

/// A total map: finitely many entries and a value everywhere else. Kept canonical (no entry equals
/// the default), so that structural equality is equality of maps wherever the index sorts are
/// infinite.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MapValue {
    entries: BTreeMap<Place, Value>,
    default: Box<Value>,
}

/// The indices of a place in a map: most maps have one, which needs no memory of its own.
#[derive(Clone, Debug)]
enum Place {
    One(Value),
    Several(Vec<Value>),
}

impl From<Vec<Value>> for Place {
    fn from(mut indices: Vec<Value>) -> Self {
        match (indices.pop(), indices.is_empty()) {
            (Some(one), true) => Place::One(one),
            (last, _) => {
                indices.extend(last);
                Place::Several(indices)
            }
        }
    }
}

// Places are compared, and found, by their indices.
impl Place {
    fn indices(&self) -> &[Value] {
        match self {
            Place::One(one) => std::slice::from_ref(one),
            Place::Several(indices) => indices,
        }
    }
}

impl Borrow<[Value]> for Place {
    fn borrow(&self) -> &[Value] {
        self.indices()
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.indices() == other.indices()
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        self.indices().cmp(other.indices())
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.indices().hash(state);
    }
}

impl MapValue {
    /// The map that has this value everywhere.
    pub fn constant(default: Value) -> Self {
        Self { entries: BTreeMap::new(), default: Box::new(default) }
    }

    /// What is stored at these indices.
    pub fn select(&self, indices: &[Value]) -> &Value {
        self.entries.get(indices).unwrap_or(&self.default)
    }

    /// The map with one place changed.
    pub fn store(mut self, indices: Vec<Value>, value: Value) -> Self {
        self.set(indices, value);
        self
    }

    /// Changes one place.
    pub fn set(&mut self, indices: Vec<Value>, value: Value) {
        if value == *self.default {
            self.entries.remove(indices.as_slice());
        } else {
            self.entries.insert(indices.into(), value);
        }
    }

    /// The places that differ from the default, in order.
    pub fn entries(&self) -> impl Iterator<Item = (&[Value], &Value)> {
        self.entries.iter().map(|(place, value)| (place.indices(), value))
    }

    /// The value everywhere else.
    pub fn default_value(&self) -> &Value {
        &self.default
    }
}

impl Value {
    /// An integer value.
    pub fn int(n: impl Into<BigInt>) -> Value {
        Value::Int(n.into())
    }

    /// A bit vector value; the bits beyond the width are cut off.
    pub fn bv(bits: impl Into<Bits>, width: u32) -> Value {
        Value::Bv { bits: bits.into().low(width), width }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(n) => write!(f, "{n}"),
            Value::Real(r) if r.is_integer() => write!(f, "{}.0", r.numer()),
            Value::Real(r) => write!(f, "{}.0 / {}.0", r.numer(), r.denom()),
            Value::Bv { bits, width } => write!(f, "{bits}bv{width}"),
            Value::Map(map) => {
                write!(f, "[")?;
                for (indices, value) in map.entries() {
                    let indices: Vec<String> = indices.iter().map(Value::to_string).collect();
                    write!(f, "{} := {value}, ", indices.join(", "))?;
                }
                write!(f, "else {}]", map.default_value())
            }
            Value::Element { number, .. } => write!(f, "element#{number}"),
            Value::Data { constructor, fields } => {
                let fields: Vec<String> = fields.iter().map(Value::to_string).collect();
                write!(f, "constructor#{}({})", constructor.0, fields.join(", "))
            }
            Value::Smt { text, .. } => write!(f, "{text}"),
        }
    }
}
