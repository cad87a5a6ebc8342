//! Refinement: a minimal set of variables whose tracking refutes a spurious path (Sec. 3.1).
//!
//! Four ways to the same kind of answer. They differ in how often the solver is asked, and in what it
//! is asked: a formula made anew for each set of variables, or one formula with a Boolean per variable.

mod cores;
mod hierarchical;
mod linear;

pub use cores::Cores;
pub use hierarchical::{Hierarchical, Parametric};
pub use linear::Linear;

use crate::spurious::Spurious;
use lariat_logic::VarId;
use lariat_trace::ConcretiseError;

/// The result of a refinement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refined {
    /// Variables to track in addition; minimal unless the solver was unsure.
    pub add: Vec<VarId>,
    /// How often the solver was asked.
    pub checks: u64,
}

/// A way to find a minimal set of variables.
pub trait Refinement {
    /// A minimal subset of the candidates that refutes the path. All of them together do, and none
    /// of them does not.
    fn refine(&self, spurious: &mut Spurious<'_>) -> Result<Refined, ConcretiseError>;
}

/// The algorithms by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Each variable once, as in STORM.
    Linear,
    /// Algorithm 1: divide and conquer on path programs.
    Hierarchical,
    /// Algorithm 2: divide and conquer on one parameterised formula.
    Parametric,
    /// Unsatisfiable cores of the parameterised formula, then divide and conquer on what is left.
    #[default]
    Cores,
}

impl Algorithm {
    /// All of them, with their names and what users are told about them.
    pub const TABLE: &[(Algorithm, &str, &str)] = &[
        (Algorithm::Linear, "linear", "Leave out one variable after the other (STORM)"),
        (
            Algorithm::Hierarchical,
            "hrefine",
            "Divide and conquer on path programs (Algorithm 1 of the Corral paper)",
        ),
        (
            Algorithm::Parametric,
            "vcrefine",
            "Divide and conquer on one formula with a Boolean per variable (Algorithm 2)",
        ),
        (Algorithm::Cores, "cores", "Unsatisfiable cores of that formula, made minimal"),
    ];

    /// All of them.
    pub const ALL: [Algorithm; 4] =
        [Algorithm::Linear, Algorithm::Hierarchical, Algorithm::Parametric, Algorithm::Cores];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Algorithm::TABLE.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    /// The algorithm itself.
    pub fn get(self) -> Box<dyn Refinement> {
        match self {
            Algorithm::Linear => Box::new(Linear),
            Algorithm::Hierarchical => Box::new(Hierarchical),
            Algorithm::Parametric => Box::new(Parametric),
            Algorithm::Cores => Box::new(Cores),
        }
    }
}

/// Lemma 1: the most checks that hierarchical refinement needs to choose `chosen` variables out of
/// `undecided`.
pub fn lemma_1(undecided: usize, chosen: usize) -> u64 {
    let levels = u64::from(undecided.next_power_of_two().trailing_zeros());
    let by_logarithm = 2 * levels * chosen as u64 + 1;
    let by_size = (2 * undecided as u64).saturating_sub(1);
    by_logarithm.min(by_size)
}
