//! Random Boogie programs and oracles that must agree on them.
//!
//! [`generate`] makes a program from a seed; [`Subject`] takes it through parser, checker and
//! lowering; [`oracle`] asks every search strategy and the exhaustive interpreter about it and
//! compares; [`minimise`] makes a program on which they disagree small. [`expectation`] reads the
//! verdict that the programs under `tests/programs` claim for themselves.
//!
//! **Invariants.** Same seed, same program. A disagreement is reported with the program that shows
//! it, never skipped; what an oracle cannot decide is counted.

pub mod expectation;
pub mod generate;
pub mod minimise;
pub mod oracle;
pub mod passes;
pub mod random;
pub mod search;
mod subject;

pub use subject::{Rejected, Subject};
