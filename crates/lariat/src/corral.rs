//! The drop-in for Corral: starts the work that its flags ask for, and prints what its callers look for.

use crate::args::c::CArgs;
use crate::check::{report, write_out};
use crate::exit::end_process;
use crate::input::FlagFiles;
use crate::job::{Job, Outputs};
use crate::progress::ProgressLine;
use crate::supervise::Limits;
use lariat_dropin::corral::{self, HELP, Parsed};
use std::time::Instant;

/// Runs with Corral's arguments and ends the process.
pub fn main(args: &[String], started: Instant) -> ! {
    write_out(&format!("Corral program verifier version {} (Lariat)\n", env!("CARGO_PKG_VERSION")));
    let flags = match corral::parse(args, &FlagFiles) {
        Ok(Parsed::Run(flags)) => flags,
        Ok(Parsed::Help) => {
            write_out(HELP);
            end_process(0)
        }
        Err(message) => {
            write_out(&format!("\nUsage error: {message}\n"));
            end_process(1)
        }
    };
    let job = Job {
        files: flags.files.clone(),
        libraries: Vec::new(),
        c: CArgs::default(),
        question: corral::question(&flags, crate::resources::threads(None)),
        outputs: Outputs::default(),
    };
    let limits = Limits { time: flags.time_limit, memory: flags.memory_limit };
    match report(&job, limits, ProgressLine::new(false, started), started) {
        Ok(report) => {
            write_out(&corral::answer(&report, &flags));
            end_process(0)
        }
        Err(failure) => {
            write_out(&corral::complaint(&failure));
            end_process(1)
        }
    }
}
