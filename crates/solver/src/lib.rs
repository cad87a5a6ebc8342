//! The solver interface: Z3 in process, any SMT-LIB 2 solver as a process.
//!
//! One incremental solver serves a whole search: formulas are only ever added, and a query is a set
//! of *assumptions* over Boolean constants. That is all the engines need (no push and pop), and it is
//! what lets a solver keep what it has learned from one query to the next.
//!
//! **Invariants.** A missing, dying or nonsense-talking solver is a [`SolverError`], never an
//! [`Outcome`]. `Unknown` is never turned into `Unsat`. Solvers are deterministic for equal calls.

mod boxed;
pub mod cells;
mod finite;
pub mod log;
pub mod smtlib;
mod tracking;
pub mod translate;
pub mod z3;

pub use cells::Cells;
pub use log::Logged;
pub use smtlib::ProcessSolver;
pub use tracking::Tracking;
pub use translate::{TranslateError, Translator};
pub use z3::{HornSolver, Relation, Z3Options, Z3Solver};

use lariat_budget::Budget;
use lariat_logic::{Binder, FunctionId, Op, SortId, Terms, Value, VarId};
use std::time::Duration;

lariat_logic::index_types! {
    /// A formula or data term as a particular solver holds it.
    Ast;
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model; [`Solver::value`] reads it.
    Sat,
    /// There is none; [`Solver::unsat_core`] says which assumptions were to blame.
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
    /// Somebody interrupted it.
    Interrupted,
    /// There is a candidate for a model, but what was left out may rule it out; what that is.
    Incomplete(String),
    /// Maps have more cells than are worth it.
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
            GaveUp::TooManyCells => cells::TOO_MANY,
            GaveUp::Incomplete(reason) | GaveUp::Other(reason) => reason,
        })
    }
}

impl Outcome {
    /// Whether there is a model to look at: one, or a candidate that incomplete reasoning (about quantifiers, or
    /// where things were left out) leaves.
    pub fn has_model(&self) -> bool {
        matches!(self, Outcome::Sat | Outcome::Unknown(GaveUp::Incomplete(_)))
    }
}

/// What a constant is a value of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// A variable of the program.
    pub variable: VarId,
    /// If that is a map, which places of it: those whose index ends in this number.
    pub offset: Option<Ast>,
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

/// Counters of what a solver was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Queries answered `Sat`.
    pub sat: u64,
    /// Queries answered `Unsat`.
    pub unsat: u64,
    /// Queries answered `Unknown`.
    pub unknown: u64,
    /// Time inside queries.
    pub time: Duration,
    /// Nodes built.
    pub nodes: u64,
    /// Assertions made.
    pub assertions: u64,
    /// What queries were not told of at first.
    pub left_out: LeftOut,
}

/// What was left out of formulas, and what of it turned out to matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LeftOut {
    /// Variables of the program, and places of its maps, that were looked at.
    pub variables: u64,
    /// Those of them that are tracked ([`Tracking`]).
    pub tracked: u64,
    /// Reads of maps.
    pub reads: u64,
    /// Those of them that are connected with what was written ([`Cells`]).
    pub connected: u64,
}

impl LeftOut {
    /// Counts another search in.
    pub fn add(&mut self, other: &LeftOut) {
        self.variables += other.variables;
        self.tracked += other.tracked;
        self.reads += other.reads;
        self.connected += other.connected;
    }
}

impl Statistics {
    /// Counts an answer.
    pub(crate) fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Sat => self.sat += 1,
            Outcome::Unsat => self.unsat += 1,
            Outcome::Unknown(_) => self.unknown += 1,
        }
    }
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

    /// Says what a constant is a value of. There are many for one variable: in every instance of its procedure, and
    /// after every step that changes it.
    fn stands_for(&mut self, constant: Ast, subject: Subject) {
        let _ = (constant, subject);
    }

    /// Adds for good that under this condition the first value is the second, from which it comes: a join after
    /// a branch, the parameter of a call after the argument. The pairs in `renamed` are equal under the condition as
    /// well (which is asserted elsewhere): what is called by the first name after the step is best called by the
    /// second before it.
    fn flow(&mut self, terms: &Terms, guard: Ast, to: Ast, from: Ast, renamed: &[(Ast, Ast)]) {
        let _ = renamed;
        let equation = self.app(terms, &Op::Eq, &[to, from], Terms::BOOL);
        let implication = self.app(terms, &Op::Implies, &[guard, equation], Terms::BOOL);
        self.assert(implication);
    }

    /// Says that this condition makes a term matter; one may matter under several. The solver need not
    /// look at a read of a map unless it does.
    fn used_under(&mut self, guard: Ast, term: Ast) {
        let _ = (guard, term);
    }

    /// After `Sat`, or `Unknown` with a candidate model: looks at what was left out of the query, and adds it if the
    /// model has it wrong. True if so; the query is then best asked again.
    fn correct(&mut self, terms: &Terms) -> Result<bool, SolverError> {
        let _ = terms;
        Ok(false)
    }

    /// Whether [`Solver::refute`] can be asked.
    fn refutes_paths(&self) -> bool {
        false
    }

    /// After a model to which [`Solver::correct`] had nothing to say: can its path, going these `ways`, not be taken if
    /// the suspects hold, too? Then those of them that are to blame. Otherwise there is a model of it.
    fn refute(&mut self, suspects: &[Ast], ways: &[Ast]) -> Result<Option<Vec<Ast>>, SolverError> {
        let _ = (suspects, ways);
        Ok(None)
    }

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
