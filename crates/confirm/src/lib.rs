//! `--confirm`: the program is compiled with a harness that repeats an execution, with the sanitizers that its
//! failure needs, run with limits and without a way to harm anything, and what is seen is compared with what was found.
//!
//! It decides nothing: a bug has been replayed before it comes here, and stays one whatever is seen.

mod build;
mod judge;
mod scratch;

pub use build::Build;
pub use judge::confirm;
