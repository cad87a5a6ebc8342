//! `--unwind` and its like: how far loops are unrolled.

use super::choice::{choice, default};
use clap::Args;
use lariat_verify::{Execute, LoopBounds, LoopOptions, Unwinding};

/// Options for loops.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Loops")]
pub struct LoopArgs {
    /// How many iterations beyond the bound each loop gets
    #[arg(long, value_name = "HOW", value_parser = choice(LoopBounds::TABLE), default_value = default(LoopBounds::TABLE))]
    pub loop_bounds: LoopBounds,
    /// Loops that need more iterations than this are long, and not unrolled for that
    #[arg(long, default_value_t = lariat_verify::LONG_LOOP, value_name = "N")]
    pub long_loops: u32,
    /// After that many iterations of a long loop, let what it changes be anything
    #[arg(long)]
    pub abstract_loops: bool,
    /// Unroll a loop so often, whatever the bound (LOOP is a line, FILE:LINE or a procedure's name; without LOOP, all loops)
    #[arg(long, value_name = "[LOOP:]N", value_parser = request)]
    pub unwind: Vec<Unwinding>,
    /// When a C program is run with some values, which goes through long loops in no time
    #[arg(long, value_name = "WHEN", value_parser = choice(Execute::TABLE), default_value = default(Execute::TABLE))]
    pub execute: Execute,
}

impl LoopArgs {
    /// As the verifier wants them.
    pub fn options(&self) -> LoopOptions {
        LoopOptions {
            bounds: self.loop_bounds,
            long: self.long_loops,
            abstract_long: self.abstract_loops,
            unwind: self.unwind.clone(),
            execute: self.execute,
        }
    }
}

/// Reads `--unwind`.
fn request(text: &str) -> Result<Unwinding, String> {
    let (which, number) = match text.rsplit_once(':') {
        Some((which, number)) => (Some(which.to_owned()), number),
        None => (None, text),
    };
    let iterations = number.parse().map_err(|_| {
        format!("`{number}` is not a number of iterations; write `--unwind 12:40` for the loop at line 12")
    })?;
    Ok(Unwinding { which, iterations })
}
