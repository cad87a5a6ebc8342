//! What a translation is told.

use crate::assume::Rules;
use crate::checks::Checks;
use crate::memory::MemoryModelKind;
use crate::represent::Promoted;
use lariat_verdict::ItemId;
use std::collections::BTreeSet;

/// Settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Where execution starts; `main` if not named.
    pub entry: Option<String>,
    /// The memory model.
    pub memory: MemoryModelKind,
    /// May pointers of compatible type from outside of the program be equal?
    pub env_alias: bool,
    /// The encoding of integers.
    pub integers: IntegerEncoding,
    /// What solvers know about floats.
    pub floats: FloatEncoding,
    /// Do integers that are not bits wrap around as the machine's do?
    pub wrap: bool,
    /// Variables and maps that hold bits, whatever the encoding says.
    pub promoted: Vec<Promoted>,
    /// What unknown functions may do, if the user says so; otherwise they return anything.
    pub unknown_calls: Option<UnknownCalls>,
    /// Whether memory can always be allocated, if the user says so.
    pub allocation: Option<Allocation>,
    /// In which order operands are evaluated, if the user says so; otherwise in any that C allows.
    pub evaluation_order: Option<EvaluationOrder>,
    /// What `volatile` objects are, if the user says so; otherwise memory, where the program is alone with it.
    pub volatile: Option<Volatile>,
    /// Rules that the user named, under which some of what is assumed here is given.
    pub rules: Option<Rules>,
    /// What must not go wrong.
    pub checks: Checks,
    /// Are assertions that need no search left out of it?
    pub discharge: Discharge,
    /// Items that are not checked: executions that fail there go on.
    pub skipped: BTreeSet<ItemId>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            entry: None,
            memory: MemoryModelKind::default(),
            env_alias: true,
            integers: IntegerEncoding::default(),
            floats: FloatEncoding::default(),
            wrap: true,
            promoted: Vec::new(),
            unknown_calls: None,
            allocation: None,
            evaluation_order: None,
            volatile: None,
            rules: None,
            checks: Checks::default(),
            discharge: Discharge::Nothing,
            skipped: BTreeSet::new(),
        }
    }
}

impl Options {
    /// May `malloc` and its like return a null pointer?
    pub(crate) fn allocation_may_fail(&self) -> bool {
        match self.allocation {
            Some(Allocation::MayFail) => true,
            Some(Allocation::NeverFails) => false,
            None => self.rules.is_none(),
        }
    }
}

/// Which assertions are made trivial, because they hold without a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discharge {
    /// None: the translation has what the program has.
    #[default]
    Nothing,
    /// Those that the abstract interpretation shows.
    Shown,
    /// The same with loops as fixed points from the start, which is what large programs get.
    Coarsely,
}

/// The encodings of integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntegerEncoding {
    /// Integers, with `x & y` and its like left open.
    Int,
    /// Bit-vectors.
    Bv,
    /// Bit-vectors where bitwise operators need them, integers elsewhere.
    #[default]
    Mixed,
    /// Bit-vectors for all operators except those on addresses.
    MixedAllOps,
}

impl IntegerEncoding {
    /// All of them, with their names and what users are told about them.
    pub const TABLE: &[(IntegerEncoding, &str, &str)] = &[
        (
            IntegerEncoding::Int,
            "int",
            "Integers everywhere; what `x & y` gives is left open until a bug depends on it",
        ),
        (IntegerEncoding::Bv, "bv", "Bit-vectors everywhere"),
        (
            IntegerEncoding::Mixed,
            "mixed",
            "Bit-vectors where bitwise operators need them, integers elsewhere",
        ),
        (
            IntegerEncoding::MixedAllOps,
            "mixed-all-ops",
            "Bit-vectors for all operators except those on addresses",
        ),
    ];
}

/// The encodings of operations on floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloatEncoding {
    /// As IEEE 754 and SMT's theory of floats define them.
    #[default]
    Smt,
    /// Functions of which nothing is known.
    Uninterpreted,
}

impl FloatEncoding {
    /// All of them, with their names and what users are told about them.
    pub const TABLE: &[(FloatEncoding, &str, &str)] = &[
        (FloatEncoding::Smt, "smt", "Everything: SMT's theory of floats"),
        (
            FloatEncoding::Uninterpreted,
            "uninterpreted",
            "That the same operation on the same numbers gives the same, until a bug depends on more",
        ),
    ];
}

/// What functions without body and model do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownCalls {
    /// Return anything.
    #[default]
    Pure,
    /// And write what they can reach.
    Havoc,
    /// Must not be called.
    Error,
}

impl UnknownCalls {
    /// All answers, with their names and what users are told about them.
    pub const TABLE: &[(UnknownCalls, &str, &str)] = &[
        (UnknownCalls::Pure, "pure", "Return any value"),
        (
            UnknownCalls::Havoc,
            "havoc",
            "Return any value and write any value to what their arguments point to",
        ),
        (UnknownCalls::Error, "error", "End the analysis of the path"),
    ];
}

/// What `malloc` and its like may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// Return a null pointer.
    MayFail,
    /// Only return memory.
    NeverFails,
}

impl Allocation {
    /// Both, with their names and what users are told about them.
    pub const TABLE: &[(Allocation, &str, &str)] = &[
        (Allocation::MayFail, "may-fail", "Return a null pointer"),
        (Allocation::NeverFails, "never-fails", "Only return memory"),
    ];
}

/// In which order operands and arguments are evaluated, where C leaves that open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvaluationOrder {
    /// In any that C allows.
    #[default]
    Any,
    /// From left to right.
    Left,
    /// From right to left.
    Right,
}

impl EvaluationOrder {
    /// All of them, with their names and what users are told about them.
    pub const TABLE: &[(EvaluationOrder, &str, &str)] = &[
        (
            EvaluationOrder::Any,
            "any",
            "In any order that C allows: all are tried where they differ",
        ),
        (EvaluationOrder::Left, "left", "From left to right"),
        (EvaluationOrder::Right, "right", "From right to left"),
    ];
}

/// What `volatile` objects are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volatile {
    /// Memory: they hold what was written last.
    Memory,
    /// Devices: each read gives any value.
    Device,
}

impl Volatile {
    /// Both, with their names and what users are told about them.
    pub const TABLE: &[(Volatile, &str, &str)] = &[
        (Volatile::Memory, "memory", "Memory: they hold what was written last"),
        (
            Volatile::Device,
            "device",
            "Devices: each read gives any value, and constant addresses are registers",
        ),
    ];
}
