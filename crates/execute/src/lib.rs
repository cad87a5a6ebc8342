//! Executing the program before searching it.
//!
//! A search with bounds never sees what comes after a loop of a hundred thousand iterations, but the
//! interpreter is there in seconds. So values for what the program leaves open are tried, a few
//! [`Strategy`]s of them, and the program simply runs. Two things can come of it: a failure, which
//! becomes a path of the program as lowered and is replayed there like any other; and, if a program
//! leaves nothing open, its only execution, whose end without a failure is a proof. If it leaves open what does not
//! matter, [`cover`] follows all of its executions at once.
//!
//! Most runs are made by flat code ([`Hunt`]), which is a hundred times as fast as the interpreter and only looks for
//! failures. What proves something runs in the interpreter.
//!
//! What runs is the program with its loops as cycles: there a branch is decided by the assumptions
//! at the start of its targets. The program as lowered has loop procedures that guess how many
//! iterations there will be; [`unroll`] tells them afterwards.

mod cover;
mod flat;
mod meeting;
mod run;
mod unroll;
mod values;

pub use cover::{Covered, cover};
pub use flat::{Follow, Hunt};
pub use run::{Ended, Execution, Limits, execute};
pub use unroll::{Unrolled, in_cycles, unroll};
pub use values::Strategy;
