//! The outer loops of the Corral paper, on top of bounded reachability.
//!
//! * [`abstraction`]: the program with only some of its variables (Sec. 3, Fig. 3 and 5).
//! * [`algorithms`]: from a spurious path to a minimal set of variables that refutes it (Sec. 3.1).
//! * [`cegar`]: search, look at the path found, refine, search again.
//! * `engines`, `race`: what solvers leave out at first, and several ways of searching beside each other.
//! * [`prover`]: proofs for every bound, by summaries (Sec. 4.2) and by Horn clauses.
//!
//! **Invariants.** An abstraction only adds executions: a proof of the abstract program is one of the
//! program. A path is called real only if it is feasible with all variables. The loop ends because
//! the variables are finitely many and each round tracks one more.

pub mod abstraction;
pub mod algorithms;
pub mod cegar;
mod engines;
pub mod prover;
mod race;
mod rule;
mod settings;
mod solvers;
mod spurious;
mod watch;
mod witness;

pub use algorithms::{Algorithm, Refined, Refinement};
pub use cegar::{Means, Query, check};
pub use prover::{Houdini, KeptSummaries, Proposed, ProvedBy, ProverOptions, Unbounded};
pub use settings::{Options, Variables};
pub use solvers::{Maps, Relaxation, Solvers};
pub use spurious::{Feasible, Spurious, examine};
pub use watch::{Iteration, Observer, RefineStats, Stage, Unobserved};
