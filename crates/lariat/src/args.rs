//! Arguments of commands that work on programs, and what they mean to the verifier.

pub mod c;
pub mod checks;
pub mod choice;
pub mod evidence;
pub mod given;
pub mod loops;
pub mod preset;
pub mod table;

use crate::quantity;
use crate::style::ColorChoice;
use choice::{choice, default};
use clap::{Args, Parser, ValueEnum};
use lariat_boogie::Library;
use lariat_passes::Goal;
use lariat_reach::StrategyKind;
use lariat_refine::{Algorithm, Houdini, ProverOptions, Unbounded, Variables};
use lariat_trace::Detail;
use std::time::Duration;

/// Arguments of `parse`.
#[derive(Debug, Args)]
pub struct ParseArgs {
    /// Boogie files that together make one program; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Only check, do not print the program
    #[arg(long)]
    pub no_print: bool,
    /// Infer what procedures modify instead of insisting that they declare it
    #[arg(long)]
    pub infer_modifies: bool,
    /// Libraries
    #[command(flatten)]
    pub library: LibraryArgs,
    /// What appears on the terminal
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Libraries that a Boogie program uses.
#[derive(Clone, Debug, Args)]
pub struct LibraryArgs {
    /// Add a library to a Boogie program; may be repeated
    #[arg(
        long, value_name = "NAME", value_parser = choice(Library::TABLE), help_heading = "Question"
    )]
    pub lib: Vec<Library>,
}

/// Arguments that all commands understand.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// When to use colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,
    /// Say more on standard error (-v: phases, -vv: details)
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// Say only the verdict
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
}

/// Arguments of `check` alone, for those that are in part files.
#[derive(Debug, Parser)]
#[command(name = "lariat check", args_override_self = true)]
pub struct CheckLine {
    /// The arguments.
    #[command(flatten)]
    pub args: CheckArgs,
}

/// Arguments of `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArgs {
    /// Boogie files, or C files, that together make one program; `-` is standard input (Boogie), and a
    /// `compile_commands.json` stands for the C files it lists, with their flags
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,

    /// The question
    #[arg(long, value_parser = choice(Goal::TABLE), default_value = default(Goal::TABLE), help_heading = "Question")]
    pub goal: Goal,
    /// The procedure that is executed [default: the implementation with {:entrypoint}, else main or
    /// Main, else the only procedure with a body]
    #[arg(long, value_name = "NAME", help_heading = "Question")]
    pub entry: Option<String>,
    /// How often a procedure, or the head of a loop, may be on the call stack at once [default: 3]
    ///
    /// The search tries 1, 2, … up to this number, and ends early with a bug or a proof. The default
    /// of 3 shows bugs that need a loop to run a few times, and is what the published measurements on
    /// driver code use.
    ///
    /// If the bound is not given, a bug that a proof attempt hints at is looked for beyond 3, too.
    #[arg(
        long, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..), help_heading = "Question"
    )]
    pub recursion_bound: Option<u32>,
    /// Search deeper and deeper, until there is an answer or the time is over
    #[arg(long, conflicts_with = "recursion_bound", help_heading = "Question")]
    pub deepen: bool,
    /// Stop when one failing place was found, instead of looking for all of them
    ///
    /// Otherwise the search goes on after a failure, until every place has its answer. A property file, and
    /// `--goal return`, ask for one failure only.
    #[arg(long, help_heading = "Question")]
    pub stop_at_first: bool,
    /// List the places that would be checked, and search for nothing
    #[arg(long, help_heading = "Question")]
    pub list: bool,
    /// Infer what procedures modify instead of insisting that they declare it
    #[arg(long, help_heading = "Question")]
    pub infer_modifies: bool,
    /// Libraries
    #[command(flatten)]
    pub library: LibraryArgs,

    /// A configuration of the Static Driver Verifier paper, for C programs
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        value_name = "NAME",
        help_heading = "C programs",
        conflicts_with_all = ["memory", "integers", "loop_bounds", "abstract_loops", "unwind"]
    )]
    pub preset: Option<preset::Preset>,
    /// How far loops are unrolled
    #[command(flatten)]
    pub loops: loops::LoopArgs,
    /// How C is read and translated
    #[command(flatten)]
    pub c: c::CArgs,
    /// What else is wanted about a bug
    #[command(flatten)]
    pub evidence: evidence::EvidenceArgs,

    /// How the search decides what to look into next
    #[arg(long, value_parser = choice(StrategyKind::TABLE), default_value = default(StrategyKind::TABLE), help_heading = "Search")]
    pub strategy: StrategyKind,
    /// Threads that search together [default: one per core]
    ///
    /// The second thread searches in another way (see --exact). If there are more, a search that takes longer
    /// than a minute is split: some threads look for executions that pass a certain call, others for
    /// those that do not. Each thread has a solver of its own, so memory grows with their number; near the
    /// memory limit fewer are used.
    #[arg(
        short, long, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..), help_heading = "Search"
    )]
    pub jobs: Option<u16>,
    /// Give every call site its own instance of the procedure
    #[arg(long, help_heading = "Search")]
    pub no_sharing: bool,
    /// Do not instantiate the calls that lead to the error before the search starts
    #[arg(long, help_heading = "Search")]
    pub no_skeleton: bool,
    /// Let the solver reason about everything from the start
    ///
    /// Otherwise there are two searches, and the first to answer ends the other. One looks at variables, and at what is
    /// read of maps, as far as a path needs it, and lets products and quotients of variables be anything at first. The other
    /// leaves maps to the solver. With one thread the second starts when the first is stuck. A third, which looks at all
    /// variables but only at what is read of maps, joins after a minute. A path found by leaving something out is checked exactly.
    #[arg(long, help_heading = "Search")]
    pub exact: bool,
    /// Which variables are left out until a path needs them
    #[command(flatten)]
    pub abstraction: AbstractionArgs,
    /// Proofs that hold for every bound
    #[command(flatten)]
    pub proof: ProofArgs,
    /// A solver that talks SMT-LIB 2, instead of the built-in Z3, such as "z3 -in"
    #[arg(long, value_name = "COMMAND", help_heading = "Search")]
    pub solver: Option<String>,
    /// Write every query to this file as SMT-LIB 2 that runs stand-alone
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    pub log_smt: Option<String>,
    /// Random seed of the solver
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub seed: u32,
    /// Set a parameter of the Z3 in process, such as smt.phase_selection=0; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = quantity::setting, help_heading = "Search")]
    pub z3_option: Vec<(String, String)>,

    /// Stop after this time (90, 90s, 2m, 1h, 500ms)
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, help_heading = "Limits")]
    pub time_limit: Option<Duration>,
    /// Stop when more memory than this is used (in MB, or with a unit: 800M, 2G)
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes, help_heading = "Limits")]
    pub memory_limit: Option<u64>,

    /// How the answer is written
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub format: ReportFormat,
    /// How much of the execution found is shown
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub trace: TraceArg,
    /// Show queries, instances, and where the time went
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
    /// Print the program after a pass, as Boogie, to standard output or to a file
    ///
    /// The passes in their order: lower, abstract, prune, inline-marked, propagate, inline-small, modes, tidy.
    /// May be given several times.
    #[arg(long, value_name = "PASS[=FILE]", value_parser = dump_request, help_heading = "Output")]
    pub dump_after: Vec<DumpRequest>,
    /// What appears on the terminal
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Proofs for every bound.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Proof")]
pub struct ProofArgs {
    /// When summaries of procedures are inferred from candidates (Houdini)
    #[arg(long, value_name = "WHEN", value_parser = choice(Houdini::TABLE), default_value = default(Houdini::TABLE))]
    pub houdini: Houdini,
    /// When the engine runs that looks for a proof whatever the bound (Horn clauses, Z3's Spacer)
    #[arg(long, value_name = "WHEN", value_parser = choice(Unbounded::TABLE), default_value = default(Unbounded::TABLE))]
    pub unbounded: Unbounded,
    /// Time for proofs after the last bound [default: as long as the search took, and up to 10 s more]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub prove_for: Option<Duration>,
    /// Write the summaries that were inferred, as Boogie, to a file (`-` is standard output)
    ///
    /// They speak of the program after simplification (`--dump-after tidy` prints it): a procedure
    /// may have a version that returns and one that ends in a failure.
    #[arg(long, value_name = "FILE")]
    pub summaries: Option<String>,
    /// Write a proof by summaries to a file (`-` is standard output): a Boogie program that verifies
    ///
    /// It is the program after simplification with contracts, in which each procedure verifies on its
    /// own, and the entry ensures `false`. Boogie checks it: `boogie FILE`.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<String>,
}

impl ProofArgs {
    /// As the loop wants them.
    pub fn options(&self, seed: u32, deeper: bool) -> ProverOptions {
        ProverOptions {
            houdini: self.houdini,
            unbounded: self.unbounded,
            time: self.prove_for,
            seed,
            deeper,
            by_summaries: self.certificate.is_some(),
            ..ProverOptions::default()
        }
    }
}

/// Variable abstraction.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Abstraction")]
pub struct AbstractionArgs {
    /// What is left out until a path needs it
    #[arg(long = "abstract", value_enum, default_value_t, value_name = "VARIABLES")]
    pub variables: VariablesArg,
    /// Track these globals from the start (names, or patterns with *), and others as paths need them
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub track: Vec<String>,
    /// Track all variables: no abstraction
    #[arg(long, conflicts_with_all = ["track", "variables"])]
    pub track_all: bool,
    /// How the variables are found that refute a path of the abstraction
    #[arg(long, value_name = "ALGORITHM", value_parser = choice(Algorithm::TABLE), default_value = default(Algorithm::TABLE))]
    pub refinement: Algorithm,
    /// Search each abstraction from the beginning instead of where the last search left off
    #[arg(long)]
    pub no_reuse: bool,
}

impl AbstractionArgs {
    /// What the loop may leave out.
    pub fn leave_out(&self) -> Variables {
        match self.variables {
            _ if self.track_all => Variables::Nothing,
            VariablesArg::Locals => Variables::Locals,
            VariablesArg::Globals => Variables::Globals,
            // Who names variables wants the others left out.
            VariablesArg::Auto if !self.track.is_empty() => Variables::Globals,
            VariablesArg::Auto => Variables::Auto,
        }
    }
}

/// What the abstraction may leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum VariablesArg {
    /// Globals if the program has hundreds of them
    #[default]
    Auto,
    /// Globals
    Globals,
    /// Globals, parameters and local variables
    Locals,
}

/// The forms of a report (`format`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people
    #[default]
    Text,
    /// For programs: one JSON object (schema `lariat-result/1`)
    Json,
    /// For editors and code hosts: a SARIF 2.1.0 log
    Sarif,
}

/// The forms of other answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs: one JSON object (schema `lariat-result/1`)
    Json,
}

/// How much of a trace is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TraceArg {
    /// Calls and assignments that matter
    #[default]
    Short,
    /// Every step
    Full,
    /// Nothing
    None,
}

/// A pass to print after, and where to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DumpRequest {
    /// The pass.
    pub pass: lariat_passes::Pass,
    /// The file; standard output if there is none.
    pub file: Option<String>,
}

fn dump_request(text: &str) -> Result<DumpRequest, String> {
    let (name, file) = match text.split_once('=') {
        Some((name, file)) => (name, Some(file.to_owned())),
        None => (text, None),
    };
    match lariat_passes::Pass::ALL.into_iter().find(|p| p.name() == name) {
        Some(pass) => Ok(DumpRequest { pass, file }),
        None => {
            let names: Vec<&str> = lariat_passes::Pass::ALL.iter().map(|p| p.name()).collect();
            Err(format!("there is no pass `{name}`; the passes are {}", names.join(", ")))
        }
    }
}

impl From<TraceArg> for Detail {
    fn from(trace: TraceArg) -> Detail {
        match trace {
            TraceArg::Full => Detail::Full,
            TraceArg::Short | TraceArg::None => Detail::Short,
        }
    }
}
