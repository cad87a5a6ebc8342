//! The solver interface: Z3 in process, any SMT-LIB 2 solver as a process.
//!
//! There are two interfaces. [`Solver`] is what a back end has: terms, assertions, queries, cores, models. [`Relaxed`]
//! is what a search talks to: it says in addition where values come from and when reads matter, so that
//! layers between search and back end ([`Cells`], [`Tracking`]) may leave that out of the formula until a model shows that
//! it is needed.
//!
//! One incremental solver serves a whole search: formulas are only ever added, and a query is a set
//! of *assumptions* over Boolean constants. That is all the engines need (no push and pop), and it is
//! what lets a solver keep what it has learned from one query to the next.
//!
//! **Invariants.** A missing, dying or nonsense-talking solver is a [`SolverError`], never an
//! [`Outcome`]. `Unknown` is never turned into `Unsat`. Solvers are deterministic for equal calls.

#[macro_use]
mod pass_on;

pub mod cells;
mod finite;
mod lemma;
pub mod log;
mod relaxed;
pub mod smtlib;
mod statistics;
mod tracking;
pub mod translate;
pub mod z3;

pub use cells::Cells;
pub use lemma::{Lemma, LemmaCounts};
pub use log::Logged;
pub use relaxed::{Relaxed, Subject};
pub use smtlib::ProcessSolver;
pub use statistics::{LeftOut, Statistics};
pub use tracking::Tracking;
pub use translate::{TranslateError, Translator};
pub use z3::{HornSolver, Relation, Z3Options, Z3Solver};

use lariat_budget::Budget;
use lariat_logic::{Binder, FunctionId, Op, SortId, Terms, Value};

lariat_logic::index_types! {
    /// A formula or data term as a particular solver holds it.
    Ast;
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model; [`Solver::value`] reads it.
    Sat,
    /// There is no model; [`Solver::unsat_core`] says which assumptions are enough for that.
    Unsat,
    /// The solver gave up, and why.
    Unknown(GaveUp),
}

/// Why a solver has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// The time for the query is over.
    Timeout,
    /// There is no more memory.
    Memory,
    /// It was interrupted.
    Interrupted,
    /// There is a candidate for a model, but what was left out may rule it out; what that is.
    Incomplete(String),
    /// Maps have more cells than [`Cells`] may make.
    TooManyCells,
    /// Something else, in the solver's words.
    Other(String),
}

impl From<lariat_budget::Stop> for GaveUp {
    fn from(stop: lariat_budget::Stop) -> GaveUp {
        use lariat_budget::Stop;
        match stop {
            Stop::TimeLimit => GaveUp::Timeout,
            Stop::MemoryLimit => GaveUp::Memory,
            Stop::Interrupted | Stop::NotNeeded => GaveUp::Interrupted,
        }
    }
}

impl GaveUp {
    /// What a solver's own reason means. Solvers give no other sign that a candidate is left than
    /// to speak of quantifiers or of incompleteness; this is the only place that reads their words.
    pub fn said(reason: String) -> GaveUp {
        match reason.contains("incomplete") || reason.contains("quantifier") {
            true => GaveUp::Incomplete(reason),
            false => GaveUp::Other(reason),
        }
    }
}

impl std::fmt::Display for GaveUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            GaveUp::Timeout => "timeout",
            GaveUp::Memory => "memory limit",
            GaveUp::Interrupted => "interrupted",
            GaveUp::TooManyCells => "too many cells of maps",
            GaveUp::Incomplete(reason) | GaveUp::Other(reason) => reason,
        })
    }
}

impl Outcome {
    /// Whether there is a model to look at, or a candidate that incomplete reasoning leaves (about quantifiers, or
    /// where things were left out).
    pub fn has_model(&self) -> bool {
        matches!(self, Outcome::Sat | Outcome::Unknown(GaveUp::Incomplete(_)))
    }
}

/// What the solver did wrong.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// The solver process could not be started.
    #[error("cannot start the solver `{command}`: {reason}")]
    Start {
        /// The command line.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// The solver ended or closed its output in the middle of a conversation.
    #[error("the solver `{name}` ended unexpectedly{detail}")]
    Died {
        /// Which solver.
        name: String,
        /// What it said last, if anything.
        detail: String,
    },
    /// The solver answered something that is not an answer.
    #[error("the solver `{name}` answered `{answer}` to {question}")]
    Nonsense {
        /// Which solver.
        name: String,
        /// What was asked.
        question: String,
        /// What came back.
        answer: String,
    },
    /// The solver does not know something that the formula needs.
    #[error("the solver `{name}` does not support {what}")]
    Unsupported {
        /// Which solver.
        name: String,
        /// The sort, operator or function.
        what: String,
    },
    /// The solver refused a formula: an ill-sorted term, or a function it does not know.
    #[error("the solver `{name}` rejected {reason}")]
    Rejected {
        /// Which solver.
        name: String,
        /// What was refused, and why.
        reason: String,
    },
    /// A value was asked for when there was no model.
    #[error("the solver `{name}` has no model")]
    NoModel {
        /// Which solver.
        name: String,
    },
}

/// An incremental SMT solver. Terms are built bottom up and named by [`Ast`] handles; building the
/// same application twice gives the same meaning, and usually the same handle.
pub trait Solver {
    /// Name and version, as users know them.
    fn name(&self) -> String;

    /// A new constant. The name is for logs; the solver makes it unique.
    fn constant(&mut self, terms: &Terms, name: &str, sort: SortId) -> Ast;

    /// A value as a term.
    fn literal(&mut self, terms: &Terms, value: &Value, sort: SortId) -> Ast;

    /// An operator applied to operands, with the sort of the result.
    fn app(&mut self, terms: &Terms, op: &Op, args: &[Ast], sort: SortId) -> Ast;

    /// An uninterpreted function applied to arguments.
    fn call(&mut self, terms: &Terms, function: FunctionId, args: &[Ast]) -> Ast;

    /// A quantifier or lambda over constants made by [`Solver::constant`] for this purpose.
    fn bind(
        &mut self,
        terms: &Terms,
        binder: &Binder,
        vars: &[Ast],
        body: Ast,
        triggers: &[Vec<Ast>],
        no_triggers: &[Ast],
    ) -> Ast;

    /// Adds a formula for good.
    fn assert(&mut self, formula: Ast);

    /// Is everything asserted so far satisfiable together with these assumptions (Boolean constants
    /// or negations of such)? Errors of the building calls above surface here at the latest. The query
    /// ends soon after its budget has stopped; the answer is `Unknown` then.
    fn check(&mut self, assumptions: &[Ast], budget: &Budget) -> Result<Outcome, SolverError>;

    /// After `Unsat`: assumptions of the last query that are enough for it, in the order given there.
    fn unsat_core(&mut self) -> Vec<Ast>;

    /// After `Sat`: the value of a term in the model, completed where the model says nothing. Read
    /// the model before asserting more. (After `Unknown` there may be a candidate model, too.)
    /// `None` if the value cannot be written down.
    fn value(&mut self, terms: &Terms, term: Ast) -> Result<Option<Value>, SolverError>;

    /// After `Sat`: the truth values of Boolean terms in the model (many at once, because process
    /// solvers answer faster that way).
    fn truths(&mut self, terms: &Terms, formulas: &[Ast]) -> Result<Vec<bool>, SolverError>;

    /// What was asked so far.
    fn statistics(&self) -> Statistics;
}
