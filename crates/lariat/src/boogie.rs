//! The drop-in for Boogie: starts the work that its flags ask for, and prints what its callers look for.

use crate::check::write_out;
use crate::exit::end_process;
use crate::input::{FlagFiles, boogie_sources};
use crate::progress::ProgressLine;
use crate::supervise::{Ended, Limits, Supervisor};
use lariat_dropin::boogie::{self, Counts, Flags, Parsed};
use lariat_modular::{Verified, infer, verify};
use lariat_verdict::Place;
use lariat_verify::{Failure, Program, Run, Silent};
use std::time::Instant;

/// Runs with Boogie's arguments and ends the process.
pub fn main(args: &[String], started: Instant) -> ! {
    let flags = match boogie::parse(args, crate::resources::threads(None), &FlagFiles) {
        Ok(Parsed::Run(flags)) => *flags,
        Ok(Parsed::Version(dialect)) => {
            write_out(&boogie::logo(dialect));
            end_process(0)
        }
        Ok(Parsed::Help) => {
            write_out(boogie::HELP);
            end_process(0)
        }
        Err(message) => {
            write_out(&format!("*** Error: {message}\n"));
            end_process(1)
        }
    };
    if flags.logo {
        write_out(&boogie::logo(flags.dialect));
    }
    let supervisor = Supervisor::new(started, Limits::default(), Silent);
    let work = flags.clone();
    let ended =
        supervisor.supervise(ProgressLine::new(false, started), move |run| check(&work, run));
    match ended {
        Ended::Finished(Ok(counts)) => write_out(&boogie::trailer(counts, &flags)),
        Ended::Finished(Err(failure)) => write_out(&boogie::complaint(&failure, &flags)),
        Ended::Abandoned(reason) => write_out(&format!("Fatal Error: {}\n", reason.text)),
    }
    end_process(0)
}

/// Verifies what is asked for, and prints about each implementation as soon as it is done.
fn check(flags: &Flags, run: &Run) -> Result<Counts, Failure> {
    let sources = boogie_sources(&flags.files, &flags.libraries).map_err(Failure::Input)?;
    let program = Program::boogie_files(flags.files.clone(), sources);
    let settings = &flags.settings;
    let source = program.source(settings.infer_modifies, |_| {})?;
    let mut counts = Counts::default();
    if flags.only_check {
        return Ok(counts);
    }
    let chosen = flags.choice.of(source.implementations(), settings.inline);
    let mut tell = |verified: &Verified| {
        let (file, line, column) = source.place(&verified.implementation);
        let place = Place { file, line, column };
        write_out(&boogie::error_lines(verified, &place, flags, &mut counts));
    };
    let constants = source.existentials();
    if flags.infer_contracts && !constants.is_empty() {
        let inferred = infer(&program, constants, &chosen, settings, run.budget())?;
        inferred.verified.iter().for_each(tell);
    } else {
        verify(&program, &chosen, settings, run.budget(), &mut tell);
    }
    Ok(counts)
}
