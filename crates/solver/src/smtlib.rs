//! SMT-LIB 2: the calls of [`Solver`](crate::Solver) as text, and solvers that are separate programs.
//!
//! [`Writer`] turns terms into commands; [`ProcessSolver`] sends them to a child process and reads
//! its answers. The log of queries ([`Logged`](crate::Logged)) uses the same writer.

mod child;
mod print;
mod process;
mod sexp;
mod symbols;
mod value;
mod writer;

pub use process::ProcessSolver;
pub use sexp::{Sexp, parse};
pub use writer::{Dialect, Writer};
