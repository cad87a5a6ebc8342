//! The command lines of `lariat verify` and `lariat rules`.

use clap::{Args, Subcommand};
use lariat_budget::quantity;
use std::path::PathBuf;
use std::time::Duration;

/// `lariat verify`
#[derive(Clone, Debug, Args)]
pub struct VerifyArgs {
    /// Folders and C files of one program; with Boogie files, `--rules` names rule files
    #[arg(value_name = "DIR|FILES")]
    pub files: Vec<PathBuf>,
    /// What the program is verified in: a platform that comes with Lariat, or a folder
    #[arg(long, value_name = "NAME|PATH")]
    pub platform: Option<String>,
    /// The rules: `all`, or names and files with commas between them
    #[arg(long, value_name = "RULES", value_delimiter = ',', default_value = "all")]
    pub rules: Vec<String>,
    /// The ways to be called: all if none is named
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub harness: Vec<String>,
    /// Several programs, as a file says
    #[arg(long, value_name = "SUITE.toml", conflicts_with_all = ["files", "platform"])]
    pub suite: Option<PathBuf>,
    /// How many instances are answered at a time
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Time for one instance
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "60s")]
    pub time_limit: Duration,
    /// Memory for one instance
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    pub memory_limit: Option<u64>,
    /// Stop at this recursion bound instead of using the time that there is
    #[arg(long, value_name = "N")]
    pub recursion_bound: Option<u32>,
    /// Write what was found out to this folder
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// Where results are kept from run to run [default: results.sqlite in the folder of --report, else in .lariat]
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
    /// Answer every instance again
    #[arg(long)]
    pub again: bool,
    /// Print the rules as the C that they become for this program, and stop
    #[arg(long)]
    pub emit: bool,
    /// Change the program in ways that the platform names, and say which changes the rules notice
    #[arg(long, conflicts_with_all = ["emit", "report", "json"])]
    pub mutate: bool,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
    /// No traces, no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// Look for included files here
    #[arg(short = 'I', value_name = "DIR", help_heading = "C programs")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "C programs")]
    pub define: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "C programs")]
    pub undefine: Vec<String>,
    /// Other flags of compilers, as they stand on the command line (`lariat_c::command_line`).
    #[arg(long, hide = true, value_name = "FLAG", allow_hyphen_values = true)]
    pub compiler_flag: Vec<String>,
    /// Answer the one instance on standard input: how this program calls itself.
    #[arg(long, hide = true)]
    pub one_instance: bool,
}

/// `lariat rules`
#[derive(Clone, Debug, Args)]
pub struct RulesArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: RulesCommand,
}

/// What can be done with rules.
#[derive(Clone, Debug, Subcommand)]
pub enum RulesCommand {
    /// Is a rule well formed, what does it watch, and what does it need?
    Check {
        /// Rules
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The platform whose functions and roles it speaks of
        #[arg(long, value_name = "NAME|PATH")]
        platform: Option<String>,
    },
    /// Write a rule in one style
    Fmt {
        /// Rules
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Only say which files would change; exit code 1 if one does
        #[arg(long)]
        check: bool,
    },
    /// List the rules of a platform
    List {
        /// The platform
        #[arg(long, value_name = "NAME|PATH")]
        platform: String,
    },
}

/// Under the help of `lariat verify`.
pub const VERIFY_HELP: &str = "\
Every rule and every way to be called make an instance. Its answer is a defect with the execution that shows it,
`proved`, `holds if …` with what was assumed, `bounded`, `not applicable` (nothing that the rule watches can happen),
or `unknown` with the reason. Answers are kept: what has not changed is not run again, and the table says which defects
are new, fixed, or still there.

Examples:
  lariat verify src/ --platform posix --rules all
  lariat verify src/ --platform posix --rules mutex,fd --jobs 2 --report out/
  lariat verify my_driver/ --platform my_platform/ --rules MyRule.slic
  lariat verify --suite suite.toml --jobs 2 --report out/
  lariat verify my_driver/ --platform wdm --rules SpinLock,LowerDriverReturn --mutate
  lariat verify program.bpl --rules lock.slic

Exit codes:
  0   all proved or not applicable         5   something is open
  10  a defect was found                   2   nothing could be verified";

/// Under the help of `lariat rules`.
pub const RULES_HELP: &str = "\
Examples:
  lariat rules check mutex.slic
  lariat rules fmt mutex.slic
  lariat rules list --platform posix";
