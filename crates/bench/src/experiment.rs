//! The experiments of the Corral paper, on generated families of programs and on lists.

mod compare;
mod figures;
mod findings;
mod fit;
mod houdini;
mod paths;
mod presets;
mod record_paths;
mod refinement;
mod scaling;
mod static_inlining;
mod subjects;

use crate::args::{BenchArgs, Experiment, Problem, exit_of};
use findings::Allowance;
use lariat_process::exit::Exit;
use lariat_process::output::write_out;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time for each run of an experiment, if the user says nothing.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(300);
/// Memory for each run of an experiment, if the user says nothing.
const DEFAULT_MEMORY_LIMIT_BYTES: u64 = 4 << 30;

/// Runs an experiment and writes what it found.
pub fn run(experiment: Experiment, args: &BenchArgs) -> Result<Exit, Problem> {
    let allowance = Allowance {
        time: args.limit.unwrap_or(DEFAULT_TIME_LIMIT),
        memory: args.memory.unwrap_or(DEFAULT_MEMORY_LIMIT_BYTES),
    };
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
    Ok(exit_of(found.wrong, found.interrupted))
}

fn write_files(kind: &str, first: &Path, files: &[(&str, String)]) -> Result<(), Problem> {
    for (i, (name, text)) in files.iter().enumerate() {
        let path = if i == 0 { first.to_owned() } else { beside(first, name) };
        std::fs::write(&path, text).map_err(|e| {
            let reason = lariat_process::output::plain_reason(&e);
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
