//! The experiments of the Corral paper, on generated families of programs and on lists.

mod compare;
mod figures;
mod fit;
mod houdini;
mod paths;
mod presets;
mod record_paths;
mod refinement;
mod scaling;
mod static_inlining;
mod subjects;

use super::{BenchArgs, Problem};
use crate::check::write_out;
use crate::exit::Exit;
use clap::ValueEnum;
use figures::Bar;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Which comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Experiment {
    /// Inlining everything beforehand against inlining on demand
    StaticVsStratified,
    /// The four refinement algorithms, and abstraction against tracking everything
    Refinement,
    /// Proofs with and without inferred summaries
    Houdini,
    /// The configurations of the Static Driver Verifier paper on a list of C programs
    Presets,
    /// How time and memory grow with the size of generated programs
    Scaling,
}

/// How large the generated families are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Size {
    /// A few small programs, to see that it works
    Small,
    /// As in the documentation
    #[default]
    Full,
}

/// What an experiment found out.
struct Findings {
    /// For people.
    text: String,
    bars: Vec<Bar>,
    /// Tables and pictures; the first of a kind goes where the user says.
    tables: Vec<(&'static str, String)>,
    plots: Vec<(&'static str, String)>,
    /// A verdict was wrong.
    wrong: bool,
    interrupted: bool,
}

/// Limits of each run.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    time: Duration,
    memory: u64,
}

const TIME: Duration = Duration::from_secs(300);
const MEMORY: u64 = 4 << 30;

impl Experiment {
    fn name(self) -> &'static str {
        match self {
            Experiment::StaticVsStratified => "static-vs-stratified",
            Experiment::Refinement => "refinement",
            Experiment::Houdini => "houdini",
            Experiment::Presets => "presets",
            Experiment::Scaling => "scaling",
        }
    }
}

/// Runs an experiment and writes what it found.
pub fn run(experiment: Experiment, args: &BenchArgs) -> Result<Exit, Problem> {
    let allowance =
        Allowance { time: args.limit.unwrap_or(TIME), memory: args.memory.unwrap_or(MEMORY) };
    let found = match experiment {
        Experiment::StaticVsStratified => static_inlining::run(args, allowance)?,
        Experiment::Refinement => refinement::run(args, allowance)?,
        Experiment::Houdini => houdini::run(args, allowance)?,
        Experiment::Presets => presets::run(args, allowance)?,
        Experiment::Scaling => scaling::run(args, allowance)?,
    };
    let mut text = found.text;
    for bar in &found.bars {
        let _ = writeln!(text, "  {bar}");
    }
    if found.wrong {
        text.push_str("\n  !!! WRONG VERDICTS, see the table !!!\n");
    }
    write_out(&text);
    let out = args.out.clone().unwrap_or_else(|| format!("{}.tsv", experiment.name()).into());
    write_files("table", &out, &found.tables)?;
    if let Some(plot) = &args.plot {
        write_files("plot", plot, &found.plots)?;
    }
    Ok(match (found.wrong, found.interrupted) {
        (true, _) => Exit::Internal,
        (_, true) => Exit::Inconclusive,
        _ => Exit::Proved,
    })
}

fn write_files(kind: &str, first: &Path, files: &[(&str, String)]) -> Result<(), Problem> {
    for (i, (name, text)) in files.iter().enumerate() {
        let path = if i == 0 { first.to_owned() } else { beside(first, name) };
        std::fs::write(&path, text).map_err(|e| {
            let reason = crate::input::plain_reason(&e);
            (format!("cannot write `{}`: {reason}", path.display()), Exit::Usage)
        })?;
        write_out(&format!("{kind}: {}\n", path.display()));
    }
    Ok(())
}

/// `a.tsv` and `programs` make `a-programs.tsv`.
fn beside(path: &Path, name: &str) -> PathBuf {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let ending = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{name}{ending}"))
}
