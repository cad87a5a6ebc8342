//! Cogent: a bit-precise prover for C expressions.
//!
//! The language is C itself: declarations, then a claim, a C expression with `==>`, `<==>`,
//! `forall` and `exists`. It is decided by translation to propositional logic and an embedded
//! SAT solver, with a counterexample in C terms when it does not hold (Cook, Kroening,
//! Sharygina: *Accurate Theorem Proving for Program Verification*, section 3).
//!
//! ```text
//! C text ─► lariat-c ─► translate ─► aig (gates) ─► cnf ─► sat ─► answer
//!                        scalar, aggregate,   circuit        ▲│
//!                        pointer, memory,                    │▼
//!                        quantifier                    search: lookups, instances
//! ```
//!
//! ```
//! use lariat_cogent::{Options, Prover};
//! let mut prover = Prover::new(Options::default());
//! prover.declare("unsigned x, y").unwrap();
//! assert!(prover.prove("(x ^ y) + 2 * (x & y) == x + y").unwrap().is_valid());
//! ```

pub mod aig;
mod answer;
pub mod circuit;
pub mod cnf;
mod export;
mod options;
mod path;
mod prover;
mod render;
pub mod sat;
mod search;
mod session;
mod show;
mod translate;
mod value;

pub use answer::{Answer, Assignment, Counterexample, MadeUp, Size, Verdict};
pub use options::{Arch, Options, PointerComparison, UnionReads, Widths};
pub use path::{Confirmation, Reached, confirm, prove_path};
pub use prover::{
    ClaimError, Exports, Extras, Prover, Query, core_hypotheses, first_error, prove, qdimacs,
};
pub use sat::{ProofFormat, SolverChoice};
pub use translate::{Reason, Untranslatable};
