//! What else is wanted about a bug in C.

use clap::Args;

/// Options for what is shown and tried when a bug in C was found.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Evidence (C programs)")]
pub struct EvidenceArgs {
    /// Write a C file with which the program really fails when it is compiled and run
    ///
    /// The file defines what the program only declares: functions that return anything
    /// (__VERIFIER_nondet_int, unknown functions) return the values of the execution found, one
    /// after the other, and globals that are declared only have their values. Its head says how
    /// to compile it with the program, and which inputs cannot be set from outside, such as the
    /// content of variables that are not initialised.
    #[arg(long, value_name = "FILE.c")]
    pub harness: Option<String>,
    /// Compile the program with such a file, run it, and say whether it fails
    ///
    /// Uses the C compiler `cc` (-m32 or -m64 by the data model) and runs the program: for ten
    /// seconds at most, within the memory limit, without input.
    #[arg(long)]
    pub confirm: bool,
    /// Write a witness in the format of SV-COMP, version 2.0
    ///
    /// For a bug, the values that calls returned and the statement that goes wrong; for a proof,
    /// an (empty) set of invariants. Without either, no file is written.
    #[arg(long, value_name = "FILE.yml")]
    pub witness: Option<String>,
}
