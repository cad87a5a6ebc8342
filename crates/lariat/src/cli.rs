//! The subcommands, and the help that teaches them.

use crate::args::{CheckArgs, ParseArgs};
use crate::prove::{ProveArgs, ProvePathArgs};
use clap::{Args, CommandFactory, Parser, Subcommand};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "lariat",
    version,
    about = "Finds executions that go wrong, or proves that there are none",
    long_about = "Lariat reads a Boogie program and answers one question: does it have an execution that \
goes wrong?\nThe answer is an execution, a proof, or the bound up to which it looked.",
    after_long_help = AFTER_HELP,
    propagate_version = true,
    disable_help_subcommand = true,
    arg_required_else_help = true
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The command line with what the table of options says.
pub fn command() -> clap::Command {
    Cli::command().mut_subcommand("check", crate::args::given::with_cuts)
}

const AFTER_HELP: &str = "\
Examples:
  lariat check lock.bpl                          look for a failing assertion
  lariat check lock.bpl --trace full             … and show every step of the execution found
  lariat check drv.bpl --goal return             can the entry procedure return at all?
  lariat check a.bpl b.bpl --entry Main          two files, one program, named entry
  lariat check - < lock.bpl                      read standard input
  lariat check lock.bpl --format json | jq .     for scripts
  lariat modular bank.bpl                        verify each procedure against contracts
  lariat parse lock.bpl                          check syntax and types, print the program
  lariat bench list.tsv --limit 60               measure a list of programs

Exit codes:
  0   proved: no execution goes wrong      5   no answer: bound reached, limit hit, unknown
  10  bug: an execution was found          1   wrong usage
  2   the input is not a valid program     6   internal error

Started under the name `corral` or `boogie`, or as `lariat corral …` or `lariat boogie …`, the program
takes the flags of that tool and answers in its words.";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look for an execution that goes wrong
    #[command(after_long_help = CHECK_HELP, args_override_self = true)]
    Check(Box<CheckArgs>),
    /// Check syntax and types, and print the program again
    #[command(after_long_help = PARSE_HELP)]
    Parse(ParseArgs),
    /// Translate C to Boogie
    #[command(after_long_help = crate::translate::HELP)]
    Translate(crate::translate::TranslateArgs),
    /// List the memory maps of a C program, and why they are not split further
    #[command(after_long_help = crate::explain_memory::HELP)]
    ExplainMemory(crate::explain_memory::ExplainMemoryArgs),
    /// Prove a C expression for all values, or find values for which it is false
    #[command(after_long_help = crate::prove::HELP)]
    Prove(ProveArgs),
    /// Check the assertions of a C function without loops, bit by bit
    ProvePath(ProvePathArgs),
    /// Verify every procedure of a Boogie program against contracts and invariants
    #[command(after_long_help = crate::modular::HELP)]
    Modular(crate::modular::ModularArgs),
    /// Take Corral's flags and answer in Corral's words
    #[command(
        disable_help_flag = true,
        long_about = "A drop-in for tools that call Corral: the same flags (/recursionBound:3 or \
-recursionBound:3), the same lines on standard output, the same exit codes. `lariat corral /help` \
lists the flags that have a meaning here."
    )]
    Corral(RawArgs),
    /// Take Boogie's flags and answer in Boogie's words
    #[command(
        disable_help_flag = true,
        disable_version_flag = true,
        long_about = "A drop-in for tools that call Boogie: the same flags (/timeLimit:10 or -timeLimit 10), the \
same lines on standard output, the same exit codes. `lariat boogie /help` lists the flags that have a meaning here."
    )]
    Boogie(RawArgs),
    /// Write the parts of a program, for other processes and machines
    #[command(after_long_help = crate::split::HELP)]
    Split(crate::split::SplitArgs),
    /// Put the answers about parts together
    #[command(after_long_help = crate::merge::HELP)]
    Merge(crate::merge::MergeArgs),
    /// Run a list of programs and compare with what is expected
    #[command(after_long_help = lariat_bench::HELP)]
    Bench(lariat_bench::BenchArgs),
    /// Check a program against the rules of a platform
    #[command(after_long_help = lariat_suite::VERIFY_HELP)]
    Verify(lariat_suite::VerifyArgs),
    /// Check, format and list rules
    #[command(after_long_help = lariat_suite::RULES_HELP)]
    Rules(lariat_suite::RulesArgs),
    /// Print a completion script for a shell
    #[command(
        after_long_help = "Example:\n  lariat completions bash > ~/.local/share/bash-completion/completions/lariat"
    )]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print a manual page
    #[command(
        after_long_help = "Examples:\n  lariat man | man -l -\n  lariat man check | man -l -"
    )]
    Man {
        /// A subcommand; without one, the page is about Lariat as a whole
        command: Option<String>,
    },
}

const CHECK_HELP: &str = "\
How it looks: loops count as recursion, and the search tries recursion bound 1, 2, … up to N, so
the shallowest bug is found first. A proof often needs no deep bound: when nothing beyond the
bound matters, the verdict is `proved`, and holds for every bound. A bug is called one only after
the execution found was replayed, step by step, in an interpreter of the program as written.

Examples:
  lariat check lock.bpl
  lariat check drv.bpl --goal return --recursion-bound 3 --stats
  lariat check lock.bpl --strategy static --solver \"z3 -in\"
  lariat check lock.bpl --dump-after modes=modes.bpl
  lariat check lock.bpl --time-limit 2m --memory-limit 2G
  lariat check driver.c -I include --confirm --harness fails.c --witness w.yml";

const PARSE_HELP: &str = "\
Examples:
  lariat parse a.bpl b.bpl           check and print both as one program
  lariat parse a.bpl --no-print      check only; exit code 2 when something is wrong";

/// Raw arguments in the style of another tool.
#[derive(Debug, Args)]
pub struct RawArgs {
    /// Files and flags, as for that tool
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
