//! What an experiment that calls the refinement loop itself has to know of the product.

use lariat_program::{ProcId, Program};
use std::path::Path;

/// How `lariat check` loads a program, and its defaults.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// Reads and lowers one Boogie file; the procedure is where it starts. Errors are in words.
    pub load: fn(&Path) -> Result<(Program, ProcId), String>,
    /// The default of `--recursion-bound`.
    pub recursion_bound: u32,
    /// Z3's parameters in searches, names and values.
    pub z3_parameters: &'static [(&'static str, &'static str)],
}
