//! What the user can choose about the machine and the effort.

use crate::sat::SolverChoice;
use lariat_budget::{Budget, Share};
use lariat_c::{DataModel, IntKind};
use std::time::Duration;

/// What undefined arithmetic means (paper, section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Arch {
    /// Any result is possible: what is proved holds on every machine that follows the standard.
    #[default]
    Portable,
    /// Signed overflow wraps around, as with gcc's `-fwrapv`.
    TwosComplement,
    /// Undefined behaviour makes the claim fail.
    Trap,
}

impl Arch {
    /// All of them, with their names and what users are told about them.
    pub const TABLE: &[(Arch, &str, &str)] = &[
        (Arch::Portable, "portable", "Any result is possible"),
        (Arch::TwosComplement, "twos-complement", "Signed overflow wraps around"),
        (Arch::Trap, "trap", "Undefined behaviour makes the claim fail"),
    ];
}

/// What reading a union member other than the one written last gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum UnionReads {
    /// Anything (the paper).
    #[default]
    Unconstrained,
    /// The bytes reinterpreted, as gcc defines it.
    Bytes,
}

impl UnionReads {
    /// Both, with their names and what users are told about them.
    pub const TABLE: &[(UnionReads, &str, &str)] = &[
        (UnionReads::Unconstrained, "unconstrained", "Anything"),
        (UnionReads::Bytes, "bytes", "The bytes, reinterpreted"),
    ];
}

/// What comparing pointers looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PointerComparison {
    /// The paper's three cases, with bounds (section 3.4).
    #[default]
    Bounded,
    /// Object and offset only, as the formulas of section 3.6 are printed.
    Flat,
}

impl PointerComparison {
    /// Both, with their names and what users are told about them.
    pub const TABLE: &[(PointerComparison, &str, &str)] = &[
        (
            PointerComparison::Bounded,
            "bounded",
            "Bounds too: out of bounds, any result is possible",
        ),
        (PointerComparison::Flat, "flat", "Object and offset only"),
    ];
}

/// Widths in bits that differ from the data model's.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Widths {
    /// Integer types; a signed and its unsigned type have the same width.
    pub integers: Vec<(IntKind, usize)>,
    /// Offsets of pointers.
    pub offset: Option<usize>,
}

impl Widths {
    /// The widths of integer types, for the types of a program.
    pub fn of_types(&self) -> Vec<(IntKind, u32)> {
        self.integers.iter().map(|&(kind, width)| (kind, width.clamp(1, 128) as u32)).collect()
    }

    /// The width of an integer type.
    pub fn of(&self, kind: IntKind, model: DataModel) -> usize {
        let found = self.integers.iter().find(|(k, _)| k.to_unsigned() == kind.to_unsigned());
        found.map_or(model.int_size(kind) as usize * 8, |&(_, w)| w.clamp(1, 128))
    }
}

/// All choices.
#[derive(Clone, Debug)]
pub struct Options {
    /// How wide `long` and pointers are.
    pub model: DataModel,
    /// Widths of single types.
    pub widths: Widths,
    /// Undefined arithmetic.
    pub arch: Arch,
    /// Mismatched union reads.
    pub unions: UnionReads,
    /// Pointer comparison.
    pub pointers: PointerComparison,
    /// Arrays with more elements are looked up as functions (section 3.3).
    pub small_array: u64,
    /// Quantified variables with at most so many bits are expanded.
    pub expand_bits: usize,
    /// How many instances of one quantifier are tried before giving up.
    pub max_instances: usize,
    /// Pairs of lookups beyond which consistency is added only where it is violated.
    pub eager_pairs: usize,
    /// How many rounds of a loop whose end is not known are looked at in a path, and how many
    /// activations of a recursive function.
    pub unwind: usize,
    /// Give up after this time.
    pub time_limit: Option<Duration>,
    /// What the caller allows; the time limit is within it.
    pub budget: Budget,
    /// The SAT solver.
    pub solver: SolverChoice,
    /// Look for counterexamples that need no undefined behaviour first, and for few doubts.
    pub minimize: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            model: DataModel::Lp64,
            widths: Widths::default(),
            arch: Arch::Portable,
            unions: UnionReads::Unconstrained,
            pointers: PointerComparison::Bounded,
            small_array: 64,
            expand_bits: 4,
            max_instances: 500,
            eager_pairs: 600,
            unwind: 8,
            time_limit: None,
            budget: Budget::unlimited(),
            solver: SolverChoice::Cadical,
            minimize: true,
        }
    }
}

impl Options {
    /// The width of pointer offsets.
    pub fn offset_width(&self) -> usize {
        self.widths.offset.unwrap_or(self.model.pointer_size() as usize * 8)
    }
}

impl Options {
    /// What one question may use, from now on.
    pub(crate) fn limited(&self) -> Budget {
        self.budget.child(Share { time: self.time_limit, ..Share::ALL })
    }
}
