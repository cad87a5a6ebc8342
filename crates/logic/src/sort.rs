//! Sorts, interned so that equal sorts have equal identifiers.

crate::index_types! {
    /// An interned sort.
    SortId;
    /// An algebraic datatype.
    DatatypeId;
    /// A constructor of some algebraic datatype.
    ConstructorId;
}

/// The structure of a sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
    /// Mathematical reals.
    Real,
    /// Bit vectors of a fixed width.
    Bv(u32),
    /// IEEE floating point numbers with these bit widths (the significand counts the hidden bit).
    Float {
        /// Width of the exponent.
        exponent: u32,
        /// Width of the significand, hidden bit included.
        significand: u32,
    },
    /// Rounding modes of floating point operations.
    RoundingMode,
    /// Strings.
    String,
    /// Regular expressions over strings.
    RegLan,
    /// Finite sequences.
    Seq(SortId),
    /// Total maps with one or more indices.
    Map {
        /// The sorts of the indices.
        indices: Vec<SortId>,
        /// The sort of what is stored.
        element: SortId,
    },
    /// A sort about which nothing is known but its name.
    Uninterpreted(String),
    /// An algebraic datatype.
    Datatype(DatatypeId),
}

/// An algebraic datatype. Datatypes may refer to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Datatype {
    /// Its name.
    pub name: String,
    /// Its constructors, in order.
    pub constructors: Vec<ConstructorId>,
    /// Its sort.
    pub sort: SortId,
}

/// A constructor of a datatype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// The datatype it builds.
    pub datatype: DatatypeId,
    /// Field names with their sorts.
    pub fields: Vec<(String, SortId)>,
}
