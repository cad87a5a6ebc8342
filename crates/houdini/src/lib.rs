//! Summaries of procedures by Houdini: of a set of candidate pre- and postconditions, the largest
//! subset that is inductive.
//!
//! Section 4.2 of the overview paper. The prepared program has no assertions left; an execution that
//! matters is one in which the entry returns, and then so does every call in it. A candidate is kept
//! only if, in every such execution, it holds at every call (a precondition) or every return (a
//! postcondition) of its procedure. [`infer`] starts from all candidates and drops those that one
//! procedure's formula refutes, until none is refuted; [`inject`] tells the program what is left, so
//! that a search knows something about the calls that it does not look into.
//!
//! `false` as a postcondition of the entry is a proof.
//!
//! **Invariants.** Whatever the candidates, the solver or the clock do, what is kept holds: doubt drops
//! candidates. Same input, same output.

mod automatic;
mod candidate;
mod check;
mod infer;
mod inject;
mod instrument;
mod rule;
mod summary;
mod user;

pub use automatic::{Limits, automatic_candidates};
pub use candidate::{Candidate, CandidateKind, Origin};
pub use infer::{Inferred, NewSolver, Options, Pace, Stats, infer};
pub use inject::{inject, strongest, summarise_recursion, without_refuted};
pub use rule::{RelationLimits, RuleLimits, relation_candidates, rule_candidates};
pub use summary::{certificate, summaries};
pub use user::{BadPattern, existential_candidates, no_return_candidates, template_candidates};
