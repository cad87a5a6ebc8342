//! Bounded reachability on a program: instances, queries, search strategies.
//!
//! The question is whether the entry of a prepared program (see `lariat_passes::prepare`) can return
//! when no procedure is on the call stack more often than its bound. The answer is searched for on a
//! graph of procedure *instances*: formulas of procedure copies, asserted in one incremental solver,
//! each entered through the Boolean of a call site. A query is a set of assumptions about the *open*
//! call sites, those whose procedure has not been instantiated: block all of them (an
//! under-approximation of the program), or only those beyond the bound (an over-approximation).
//!
//! **Invariants.** `Unsat` of an under-approximate query says nothing by itself; only an
//! unsatisfiable core without open call sites within the bound ends a bound. An instance is never
//! entered twice in one execution (see the module comment of `instances`).

mod bounds;
mod call_tree;
mod decisions;
mod instances;
mod options;
mod parallel;
mod part;
mod path;
mod search;
mod split;
mod strategy;
mod unfold;

pub use bounds::{Step, search};
pub use options::{
    BoundHit, Found, Options, Outcome, Progress, SearchStats, Silent, Snapshot, Splitting,
    StrategyKind, UnknownReason,
};
pub use parallel::{NewSolver, TeamSearch, search_together};
pub use part::{CallTree, Decision, Fnv, Part, covers, fingerprint};
pub use search::Search;
pub use split::{Remaining, split};
