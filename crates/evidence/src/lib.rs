//! Evidence for C programs: what a replayed execution of the translation means in C.
//!
//! ```text
//!                  ┌─ inputs ──► harness: a C file with which the program repeats the execution
//! trace + symbols ─┼─ view ────► the trace in C's words
//!                  └─ witness ─► the same for other tools, as SV-COMP 2.0 YAML
//! ```
//!
//! **Invariants.** Values are those of the replay, in the order of execution; what a harness
//! cannot set is said in it. No I/O: everything here is text.

mod bits;
mod harness;
mod inputs;
mod lines;
mod memory;
mod numbered;
mod objects;
mod patch;
pub mod sanitizer;
mod sha256;
mod text;
mod view;
mod witness;

pub use harness::{COMMON, FLAGS, Harness, LEFT, Purpose, harness};
pub use inputs::{Input, inputs, type_of};
pub use lines::SourceLines;
pub use numbered::numbered;
pub use patch::{Patch, patched};
pub use view::view;
pub use witness::{Task, correctness_witness, violation_witness};

use lariat_c::Program;
use lariat_c2boogie::Symbols;
use lariat_trace::Trace;

/// An execution of a translated program.
#[derive(Clone, Copy)]
pub struct Execution<'a> {
    /// What happened.
    pub trace: &'a Trace,
    /// What names and addresses mean.
    pub symbols: &'a Symbols,
    /// The C program.
    pub program: &'a Program,
}
