//! `lariat bench`: runs a list of programs, one child process each, and compares with what is expected.

mod child;
mod experiment;
mod families;
mod list;
mod panels;
mod plot;
mod results;
mod run;
mod sample;
mod scatter;
mod summary;

use crate::check::write_out;
use crate::exit::Exit;
use crate::quantity;
use clap::Args;
use experiment::{Experiment, Size};
use list::List;
use results::{Row, Settings};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The long help.
pub const HELP: &str = "\
The list has a header and tab-separated columns: `file`, and the expected verdict in `verdict` (bug, nobug, \
unsolved) or `expected` (true, false). Files are looked for in a folder named like the list beside it \
(sdv.tsv: sdv/), else in the folder of the list. Columns NAME_verdict and NAME_s are results of other \
tools to compare with; lists that have `corral_or_s` ask `--goal return --recursion-bound 3 --houdini off --unbounded off` unless told \
otherwise.

Instances are measured with one thread each (`-- --jobs N` for more); `--jobs` says how many run at a time.

Results are written after every instance. An interrupted run is taken up again by the same command.

Experiments generate families of programs, run each in several ways, one after the other, and say which \
figures of the paper come out:
  static-vs-stratified  call trees that grow exponentially; everything inlined beforehand, on demand
  refinement            400 globals of which 1 to 8 matter; four refinement algorithms on every spurious \
path; abstraction against all variables tracked
  houdini               locks and other typestates in loops and recursion; with and without summaries
  presets               the configurations of the Static Driver Verifier paper on the C programs of a list
  scaling               eight families with one parameter each; how time, memory and instances grow, with a
                        tree of instances and with a graph
Times in experiments are seconds of processor. A list is optional and adds its programs.

Examples:
  lariat bench sdv.tsv --limit 60
  lariat bench sdv.tsv --limit 60 --filter 'irql' --out irql.tsv --plot irql.svg
  lariat bench sdv.tsv --limit 60 --out stratified.tsv -- --strategy stratified
  lariat bench sdv.tsv --limit 60 --sample 12 --out sample.tsv
  lariat bench sdv.tsv --limit 60 --out both.tsv -- --jobs 2
  lariat bench --experiment refinement --plot refinement.svg
  lariat bench --experiment static-vs-stratified smack.tsv --limit 60";

/// Arguments of `bench`.
#[derive(Clone, Debug, Args)]
pub struct BenchArgs {
    /// The list of programs
    #[arg(value_name = "LIST.tsv", required_unless_present = "experiment")]
    pub list: Option<PathBuf>,
    /// Repeat a comparison of the Corral paper on generated programs, and on those of the list
    #[arg(long, value_enum, value_name = "NAME")]
    pub experiment: Option<Experiment>,
    /// How many programs an experiment generates, and how large
    #[arg(long, value_enum, default_value_t, value_name = "SIZE", requires = "experiment")]
    pub size: Size,
    /// Time for each instance (60, 60s, 5m) [default: 60s; 5m in experiments]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub limit: Option<Duration>,
    /// Memory for each instance (in MB, or with a unit) [default: 1500M; 4G in experiments]
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    pub memory: Option<u64>,
    /// Only instances whose file name matches this regular expression
    #[arg(long, value_name = "REGEX")]
    pub filter: Option<String>,
    /// Only so many instances, chosen to say most about the whole list
    ///
    /// Instances are ordered by the best time that the list has of other tools, those that nobody solved
    /// last, and taken at equal distances; the same list gives the same sample. Without such times every
    /// so many-th is taken.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), conflicts_with = "experiment")]
    pub sample: Option<u16>,
    /// Where results are written [default: LIST.results.tsv, or EXPERIMENT.tsv, in the current directory]
    #[arg(long, value_name = "FILE.tsv")]
    pub out: Option<PathBuf>,
    /// Draw a cactus plot; scatter plots in experiments
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

const TIME: Duration = Duration::from_secs(60);
const MEMORY: u64 = 1500 << 20;

fn bench(args: &BenchArgs) -> Result<Exit, Problem> {
    match (args.experiment, &args.list) {
        (Some(experiment), _) => experiment::run(experiment, args),
        (None, Some(list)) => bench_list(list, args),
        (None, None) => Err(("there is no list of programs".into(), Exit::Usage)),
    }
}

fn bench_list(list: &Path, args: &BenchArgs) -> Result<Exit, Problem> {
    let list = List::read(list).map_err(|m| (m, Exit::BadInput))?;
    let filter = match &args.filter {
        None => None,
        Some(text) => Some(regex::Regex::new(text).map_err(|e| (e.to_string(), Exit::Usage))?),
    };
    let settings = Settings {
        list: list.name.clone(),
        limit: args.limit.unwrap_or(TIME),
        memory: args.memory.unwrap_or(MEMORY),
        args: list.arguments(&args.extra),
    };
    let out =
        args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.results.tsv", list.name)));
    let (mut file, done) =
        results::open(&out, &settings, args.fresh).map_err(|m| (m, Exit::Usage))?;
    let wanted: Vec<usize> = (0..list.instances.len())
        .filter(|&i| filter.as_ref().is_none_or(|f| f.is_match(&list.instances[i].file)))
        .collect();
    let wanted = match args.sample {
        Some(count) => sample::spread(&list, wanted, usize::from(count)),
        None => wanted,
    };
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
