//! The command line of `bench`.

use clap::{Args, ValueEnum};
use lariat_process::exit::Exit;
use lariat_process::quantity;
use regex::Regex;
use std::path::PathBuf;
use std::time::Duration;

/// The long help.
pub const HELP: &str = "\
The list has a header and tab-separated columns: `file`, and the expected verdict in `verdict` (bug, nobug, \
unsolved) or `expected` (true, false). Files are looked for in a folder named like the list beside it \
(sdv.tsv: sdv/), else in the folder of the list. Columns NAME_verdict and NAME_s are results of other \
tools to compare with; lists that have `corral_or_s` ask `--goal return --recursion-bound 3 --houdini off --unbounded off` unless told \
otherwise.

Instances are measured with one thread each (`-- --jobs N` for more); `--jobs` says how many run at a time.

With `--against`, another verifier has its turn on each instance, with the same limits. What it says is read from its output \
(`VERIFICATION FAILED`, `VERIFICATION SUCCESSFUL`, `true`, `false`, or as `--against-bug` and `--against-proved` say), its results \
are in a second file (OUT.against.tsv), and the summary has the ratios of processor time and memory.

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
  lariat bench c.tsv --against 'cbmc {file} --unwind 8' -- --check memory,overflow
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
    /// Run another verifier on each instance, too, in turns: a program with arguments, one of which has `{file}`
    #[arg(long, value_name = "COMMAND {file}", conflicts_with_all = ["experiment", "plot"])]
    pub against: Option<String>,
    /// What a line of its output matches if it has found a bug
    #[arg(long, value_name = "REGEX", default_value = crate::against::BUG, hide_default_value = true, requires = "against")]
    pub against_bug: String,
    /// What a line of its output matches if it has shown that there is none
    #[arg(long, value_name = "REGEX", default_value = crate::against::PROVED, hide_default_value = true, requires = "against")]
    pub against_proved: String,
    /// Further arguments for `lariat check`
    #[arg(last = true, value_name = "CHECK-ARGS")]
    pub extra: Vec<String>,
}

impl BenchArgs {
    /// Tells whether `--filter` lets a file name through.
    pub fn name_filter(&self) -> Result<impl Fn(&str) -> bool + use<>, Problem> {
        let regex = self.filter.as_deref().map(Regex::new).transpose();
        let regex = regex.map_err(|e| (e.to_string(), Exit::Usage))?;
        Ok(move |name: &str| regex.as_ref().is_none_or(|r| r.is_match(name)))
    }
}

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

impl Experiment {
    /// Its name on the command line, and of its table.
    pub fn name(self) -> &'static str {
        match self {
            Experiment::StaticVsStratified => "static-vs-stratified",
            Experiment::Refinement => "refinement",
            Experiment::Houdini => "houdini",
            Experiment::Presets => "presets",
            Experiment::Scaling => "scaling",
        }
    }
}

/// Why the command could not do its work, and the exit code for it.
pub type Problem = (String, Exit);

/// The exit code of measurements that came to an end: a wrong verdict is louder than a signal.
pub fn exit_of(wrong: bool, interrupted: bool) -> Exit {
    match (wrong, interrupted) {
        (true, _) => Exit::Internal,
        (_, true) => Exit::Inconclusive,
        _ => Exit::Proved,
    }
}
