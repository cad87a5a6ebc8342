//! `lariat verify` and `lariat rules`: programs against the rules of a platform.
//!
//! ```text
//! programs × rules × harnesses ── plan ──► instances ── queue ──► child processes ──► results ──► database, table, report
//! ```
//!
//! `plan` reads programs, platform and rules and makes a [`Spec`] for each instance; what is wrong with one of them is an answer of the
//! instances concerned, and the others run. An instance whose fingerprint the database knows is not run again. `queue` runs
//! the others, each in a process of its own (`instance` is what happens there), and every answer is in the database before
//! the next is looked at. [`SuiteResult`] is all of it as data, for whoever writes reports.

mod args;
mod boogie;
mod commands;
mod database;
mod instance;
mod ladder;
mod mutate;
mod plan;
mod queue;
mod reachable;
mod report;
mod result;
mod rules;
mod suite_file;
mod table;
mod tidy;

pub use args::{RULES_HELP, RulesArgs, VERIFY_HELP, VerifyArgs};
pub use commands::{rules_main, verify_main};
pub use instance::{RuleUnit, Spec};
pub use result::{
    Answer, Change, Changed, Defect, EventState, Instance, InstanceResult, Reached, SCHEMA,
    SuiteResult,
};
