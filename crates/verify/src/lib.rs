//! The verifier as a library: a program and a question in, a report out.
//!
//! ```
//! use lariat_verify::{Overall, Program, Question, Silent, check};
//!
//! let text = "procedure main() { var x: int; havoc x; assert x != 7; }";
//! let program = Program::boogie("seven.bpl", text)?;
//! let question = Question::assertions().recursion_bound(3);
//! let report = check(&program, &question, &lariat_budget::Budget::seconds(10), Silent)?;
//! assert_eq!(report.overall(), Overall::Bug);
//! let (item, bug) = report.bugs()[0];
//! assert_eq!(item.place.as_ref().map(|place| place.line), Some(1));
//! assert_eq!(bug.trace.steps.last().map(|step| step.text.as_str()), Some("havoc x;"));
//! # Ok::<(), lariat_verify::Failure>(())
//! ```
//!
//! `rounds` asks about every place, `precision` as precisely as the paths found need it, `search` is one search
//! from the loaded program to what the `table` learns. A [`Run`] is what a question that is being answered shares
//! with whoever waits for it.
//!
//! **Invariants.** Nothing here reads or writes files, prints, or knows of a terminal, a signal or a command line.
//! What a caller may want to be written (programs after passes, queries, evidence) is handed to its [`Host`]. A
//! [`Report`] is plain data.

mod answer;
mod bits;
mod conclude;
mod confirm;
mod confirm_bits;
mod evidence;
mod executions;
mod failure;
mod host;
mod inside;
mod items;
mod job;
mod known;
mod load;
mod loops;
mod merge;
mod part_file;
mod places;
mod precision;
mod program;
mod property;
mod question;
mod report;
mod rounds;
mod run;
mod search;
mod solvers;
mod split;
mod table;
mod track;

pub use answer::Answer;
pub use failure::{Failure, InputError};
pub use host::{Host, Silent, Use};
pub use known::{Known, Phase};
pub use lariat_boogie::Library;
pub use lariat_loops::LONG as LONG_LOOP;
pub use lariat_lower::{Implementation, Inline, Modular, NoEntry, Source};
pub use lariat_passes::Goal;
pub use lariat_verdict::{Item, Overall, Verdict};
pub use merge::{Part, Whole, merge};
pub use part_file::{HashedFile, PART_SCHEMA, PartFile};
pub use places::{Location, location_in_trace};
pub use program::{CProgram, Program, Translated, UnitText, translate};
pub use property::{Property, chosen, in_property_file, property_names, specification, together};
pub use question::{Execute, Failures, LoopBounds, LoopOptions, Question, SplitRequest, Unwinding};
pub use report::{Asked, BitAnswer, Bug, Effort, Evidence, PartOf, PartReport, Report, Trusted};
pub use run::{Run, stop_in_words};
pub use solvers::TUNED;

use lariat_budget::Budget;
use std::sync::Arc;

/// The recursion bound if nobody says another.
pub const DEFAULT_RECURSION_BOUND: u32 = 3;

/// Answers a question about a program.
pub fn check(
    program: &Program,
    question: &Question,
    budget: &Budget,
    host: impl Host + 'static,
) -> Result<Report, Failure> {
    let run = Arc::new(Run::new(budget.clone(), host));
    let ended = answer(program, question, &run);
    run.report(question, program.names(), Some(ended))
}

/// The work behind [`check`], for who wants to watch over it: the [`Run`] has all that is known at any time, and
/// makes the report.
pub fn answer(program: &Program, question: &Question, run: &Run) -> Result<Answer, Failure> {
    let question = question.reproducible();
    let answer = precision::run(program, &question, run)?;
    inside::settle(program, &question, run);
    Ok(answer)
}

/// The places that would be checked.
pub fn list(program: &Program, question: &Question, run: &Run) -> Result<Vec<Item>, Failure> {
    precision::list(program, question, run)
}

/// Searches for a while and then splits what is left, as the question asks.
pub fn split(program: &Program, question: &Question, run: &Run) -> Result<Answer, Failure> {
    precision::split(program, &question.reproducible(), run)
}
