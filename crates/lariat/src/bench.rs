//! `lariat bench`: runs a list of programs, one child process each, and compares with what is expected.

mod child;
mod list;
mod plot;
mod results;
mod run;
mod summary;

use crate::check::write_out;
use crate::exit::Exit;
use crate::quantity;
use clap::Args;
use list::List;
use results::{Row, Settings};
use std::path::PathBuf;
use std::time::Duration;

/// The long help.
pub const HELP: &str = "\
The list has a header and tab-separated columns: `file`, and the expected verdict in `verdict` (bug, nobug, \
unsolved) or `expected` (true, false). Files are looked for in a folder named like the list beside it \
(sdv.tsv: sdv/), else in the folder of the list. Columns NAME_verdict and NAME_s are results of other \
tools to compare with; lists that have `corral_or_s` ask `--goal return --recursion-bound 3` unless told \
otherwise.

Results are written after every instance. An interrupted run is taken up again by the same command.

Examples:
  lariat bench sdv.tsv --limit 60
  lariat bench sdv.tsv --limit 60 --filter 'irql' --out irql.tsv --plot irql.svg
  lariat bench sdv.tsv --limit 60 --out stratified.tsv -- --strategy stratified";

/// Arguments of `bench`.
#[derive(Clone, Debug, Args)]
pub struct BenchArgs {
    /// The list of programs
    #[arg(value_name = "LIST.tsv")]
    pub list: PathBuf,
    /// Time for each instance (60, 60s, 5m)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::duration)]
    pub limit: Duration,
    /// Memory for each instance (in MB, or with a unit)
    #[arg(long, value_name = "SIZE", default_value = "1500M", value_parser = quantity::bytes)]
    pub memory: u64,
    /// Only instances whose file name matches this regular expression
    #[arg(long, value_name = "REGEX")]
    pub filter: Option<String>,
    /// Where results are written [default: LIST.results.tsv in the current directory]
    #[arg(long, value_name = "FILE.tsv")]
    pub out: Option<PathBuf>,
    /// Draw a cactus plot
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Instances to run at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,
    /// Forget earlier results in the output file
    #[arg(long)]
    pub fresh: bool,
    /// Show no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Further arguments for `lariat check`
    #[arg(last = true, value_name = "CHECK-ARGS")]
    pub extra: Vec<String>,
}

/// Runs the command and ends the process.
pub fn main(args: &BenchArgs) -> ! {
    match bench(args) {
        Ok(exit) => exit.now(),
        Err((message, exit)) => {
            eprintln!("error: {message}");
            exit.now()
        }
    }
}

type Problem = (String, Exit);

fn bench(args: &BenchArgs) -> Result<Exit, Problem> {
    let list = List::read(&args.list).map_err(|m| (m, Exit::BadInput))?;
    let filter = match &args.filter {
        None => None,
        Some(text) => Some(regex::Regex::new(text).map_err(|e| (e.to_string(), Exit::Usage))?),
    };
    let settings = Settings {
        list: list.name.clone(),
        limit: args.limit,
        memory: args.memory,
        args: list.arguments(&args.extra),
    };
    let out =
        args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.results.tsv", list.name)));
    let (mut file, done) =
        results::open(&out, &settings, args.fresh).map_err(|m| (m, Exit::Usage))?;
    let wanted: Vec<usize> = (0..list.instances.len())
        .filter(|&i| filter.as_ref().is_none_or(|f| f.is_match(&list.instances[i].file)))
        .collect();
    let is_done = |i: &usize| done.iter().any(|row| row.file == list.instances[*i].file);
    let todo: Vec<usize> = wanted.iter().copied().filter(|i| !is_done(i)).collect();
    if todo.len() < wanted.len() && !args.quiet {
        let name = out.display();
        eprintln!(
            "{} of {} instances are in {name} already",
            wanted.len() - todo.len(),
            wanted.len()
        );
    }
    let (new, interrupted) = run::all(&list, &todo, &settings, args, &mut file)
        .map_err(|e| (format!("cannot write `{}`: {e}", out.display()), Exit::Usage))?;
    // In the order of the list, whatever the order of the runs.
    let all: Vec<&Row> = done.iter().chain(&new).collect();
    let rows: Vec<(usize, &Row)> = wanted
        .iter()
        .filter_map(|&i| {
            let file = &list.instances[i].file;
            all.iter().find(|row| row.file == *file).map(|row| (i, *row))
        })
        .collect();
    write_out(&summary::summary(&list, &rows, wanted.len(), &settings));
    write_out(&format!("results: {}\n", out.display()));
    if let Some(path) = &args.plot {
        let svg = plot::cactus(&list, &rows, settings.limit);
        std::fs::write(path, svg)
            .map_err(|e| (format!("cannot write `{}`: {e}", path.display()), Exit::Usage))?;
        write_out(&format!("plot: {}\n", path.display()));
    }
    let wrong = rows.iter().any(|(_, row)| row.agreement() == results::Agreement::Wrong);
    Ok(match (wrong, interrupted) {
        (true, _) => Exit::Internal,
        (_, true) => Exit::Inconclusive,
        _ => Exit::Proved,
    })
}
