//! What `lariat bench` needs to know of `check`: how it loads a program, and its defaults.

use crate::cli::DEFAULT_RECURSION_BOUND;
use crate::entry::find_entry;
use crate::pipeline::read_program;
use crate::solvers::TUNED;
use crate::start::assume_at_start;
use crate::supervise::{Limits, Shared};
use lariat_bench::Product;
use lariat_lower::LowerOptions;
use lariat_program::{ProcId, Program};
use std::path::Path;
use std::time::Instant;

/// This version of Lariat, for experiments that call the refinement loop themselves.
pub const PRODUCT: Product =
    Product { load, recursion_bound: DEFAULT_RECURSION_BOUND, z3_parameters: &TUNED };

/// Reads and lowers one Boogie file.
fn load(path: &Path) -> Result<(Program, ProcId), String> {
    let shared = Shared::new(Instant::now(), Limits::default());
    let files = [path.to_string_lossy().into_owned()];
    let source = read_program(&files, false, &shared).map_err(|f| f.in_words())?;
    let (tree, checked) = (&source.program, &source.checked);
    let entry = find_entry(tree, checked, None).map_err(|e| e.message)?;
    let name = tree.text(checked.procedures[entry.index()].name).to_owned();
    let mut lowered = lariat_lower::lower(tree, checked, &source.sources, &LowerOptions::default())
        .map_err(|_| "the program cannot be lowered".to_owned())?;
    let entry = lowered.procedure(&name).ok_or("the entry has type parameters")?;
    let entry = assume_at_start(&mut lowered.program, entry, &lowered.global_where);
    Ok((lowered.program, entry))
}
