//! The unbounded engine: a prepared program as constrained Horn clauses, given to Z3's Spacer.
//!
//! Where the bounded search ends without an answer, this engine may find summaries of the procedures (and
//! invariants of the loops) that show that the entry never returns. It works on an abstraction: what Spacer
//! cannot deal with is arbitrary there. So nothing that it says is taken on trust. Summaries count only
//! after [`check_summaries`] has shown, with the formulas of the bounded search and an ordinary solver, that
//! they are closed under the program; and a derivation of the goal is only a hint at how deep the bounded
//! search has to go.

mod abstraction;
mod check;
mod clauses;
mod encode;
mod loops;
mod prove;
mod spacer;
mod summary;
mod ways;

pub use check::{Checked, check_summaries};
pub use prove::prove;
pub use summary::{LoopInvariant, Summary};

use lariat_logic::Terms;
use lariat_solver::{Solver, SolverError, Z3Options, Z3Solver};

/// Makes solvers for the check of a proof.
pub type SolverFactory<'a> = &'a dyn Fn() -> Result<Box<dyn Solver>, SolverError>;

/// How a program becomes clauses, and parameters of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// Whether there are relations for what procedures are called with.
    pub preconditions: bool,
    /// Whether loops are followed from their first iteration on.
    pub forward_loops: bool,
    /// Parameters of Z3's module `fp`, without that prefix.
    pub parameters: Vec<(&'static str, &'static str)>,
}

/// Settings of the engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is tried, in turn.
    pub encodings: Vec<Encoding>,
    /// Random seed.
    pub seed: u32,
}

/// Without the propagation of equalities, Spacer finds relations between variables where it otherwise finds
/// one bound after the other.
const PLAIN: [(&str, &str); 1] = [("spacer.eq_prop", "false")];

/// Finds more equalities between variables, and has more trouble with arrays. (The settings of `spacer.iuc`
/// also help at times, but with them Z3 4.8.12 can crash or hang.)
const EQUALITIES: [(&str, &str); 3] =
    [("spacer.eq_prop", "false"), ("spacer.use_euf_gen", "true"), ("spacer.order_children", "1")];

impl Default for Options {
    fn default() -> Self {
        let forward = |parameters: &[(&'static str, &'static str)]| Encoding {
            preconditions: true,
            forward_loops: true,
            parameters: parameters.to_vec(),
        };
        let backward =
            Encoding { preconditions: false, forward_loops: false, parameters: PLAIN.to_vec() };
        let encodings = vec![forward(&PLAIN), forward(&EQUALITIES), backward];
        Options { encodings, seed: 0 }
    }
}

impl Options {
    /// A new built-in solver with these settings.
    fn solver(&self) -> Box<dyn Solver> {
        let settings = Z3Options { seed: self.seed, ..Z3Options::default() };
        Box::new(Z3Solver::new(&settings))
    }
}

/// Summaries that show that the entry never returns.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The program's terms and those of the summaries: an extension of the prepared program's store, which
    /// it may replace.
    pub terms: Terms,
    /// A summary for each procedure that the entry reaches.
    pub summaries: Vec<Summary>,
    /// The encoding that it was found with.
    pub encoding: Encoding,
}

/// The answer.
#[derive(Clone, Debug)]
pub enum HornOutcome {
    /// The entry never returns; the proof has been checked.
    Safe(Box<Proof>),
    /// The abstracted program can return.
    Unsafe {
        /// How often one procedure is on the call stack in the execution found, or somewhat more, if that is
        /// known.
        depth: Option<u32>,
    },
    /// No answer, and why.
    Unknown(String),
}
