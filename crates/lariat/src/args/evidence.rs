//! What else is wanted about a bug in C.

use clap::Args;

/// Options for what is shown and tried when a bug in C was found.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Evidence (C programs)")]
pub struct EvidenceArgs {
    /// Write a C file with which the program really fails when it is compiled and run
    ///
    /// The file defines what nobody else does: functions that return anything
    /// (__VERIFIER_nondet_int, unknown functions) return the values of the execution found, one
    /// after the other, and globals that are declared only have their values. The C library stays
    /// as it is. Its head has the command that compiles it with the program, with the sanitizers
    /// that report the failure, and says which inputs cannot be set from outside. Further bugs
    /// get FILE-2.c, FILE-3.c, …
    #[arg(long, value_name = "FILE.c")]
    pub harness: Option<String>,
    /// Compile the program with such a file, run it, and say whether it fails in the same way
    ///
    /// Uses the C compiler `cc` (-m32 or -m64 by the data model) with AddressSanitizer or
    /// UndefinedBehaviorSanitizer, and runs the program: for ten seconds at most, with limits on
    /// memory, files and processes, without input, in a folder of its own, and on Linux without
    /// network and without writing elsewhere if the system allows that. Only a failure of the same
    /// kind in the same statement counts; otherwise the answer says what happened instead.
    #[arg(long)]
    pub confirm: bool,
    /// Write a witness in the format of SV-COMP, version 2.0
    ///
    /// For a bug, the values that calls returned and the statement that goes wrong; for a proof,
    /// an (empty) set of invariants. Without either, no file is written.
    #[arg(long, value_name = "FILE.yml")]
    pub witness: Option<String>,
}
