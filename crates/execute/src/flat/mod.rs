//! Running a program fast, again and again, to find a run that fails.
//!
//! The program is compiled to flat code (`code`, `compile`) that a machine runs without values of its own kind, names or
//! states that anybody could look at (`machine`, `memory`). So millions of blocks are run in a second, and values for what the
//! program leaves open are tried by the thousands (`draws`, `hunt`). Nothing rests on this: a failing run is an execution
//! like any other, which is replayed in the program as lowered.

mod code;
mod compile;
mod draws;
mod follow;
mod hunt;
mod known;
mod machine;
mod memory;
mod order;
mod pure;
mod ranges;
mod state;

pub use follow::Follow;
pub use hunt::Hunt;
