//! `--unwind` and its like: how far loops are unrolled.

use clap::{Args, ValueEnum};
use lariat_verify::{Execute, LoopBounds, LoopOptions, Unwinding};

/// Options for loops.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Loops")]
pub struct LoopArgs {
    /// How many iterations beyond the bound each loop gets
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub loop_bounds: LoopBoundsArg,
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
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub execute: ExecuteArg,
}

/// When the program is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ExecuteArg {
    /// For a moment with all values zero; for longer if it has long loops or no inputs
    #[default]
    Auto,
    /// For longer in any case
    On,
    /// Never
    Off,
}

impl LoopArgs {
    /// As the verifier wants them.
    pub fn options(&self) -> LoopOptions {
        LoopOptions {
            bounds: match self.loop_bounds {
                LoopBoundsArg::Infer => LoopBounds::Infer,
                LoopBoundsArg::Off => LoopBounds::Off,
            },
            long: self.long_loops,
            abstract_long: self.abstract_loops,
            unwind: self.unwind.clone(),
            execute: match self.execute {
                ExecuteArg::Auto => Execute::Auto,
                ExecuteArg::On => Execute::On,
                ExecuteArg::Off => Execute::Off,
            },
        }
    }
}

/// How bounds of loops are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LoopBoundsArg {
    /// The least number of iterations after which a loop can be left is added
    #[default]
    Infer,
    /// The same bound for all loops
    Off,
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
