//! `lariat check`: asks the question and writes the answer.

use crate::args::CheckArgs;
use crate::exit::Exit;
use crate::host::{Files, write_summaries};
use crate::job::Job;
use crate::progress::ProgressLine;
use crate::style::Paint;
use crate::supervise::{Ended, Limits, Supervisor};
use crate::{evidence, failure, format, parts, resources};
pub use lariat_process::output::write_out;
use lariat_verify::{Failure, Report, answer};
use std::time::Instant;

/// Runs the command and ends the process.
pub fn main(args: &CheckArgs, given: &parts::Given, started: Instant) -> ! {
    let (args, part) = match parts::instead_of(args, given) {
        Ok(both) => both,
        Err(message) => {
            eprintln!("error: {message}");
            Exit::BadInput.now()
        }
    };
    let args = &args;
    let mut job = Job::new(args).unwrap_or_else(|failure| complain(&failure, args));
    job.question.search.part = part.as_ref().map(|p| p.0.clone());
    let limits = Limits { time: args.time_limit, memory: args.memory_limit };
    if args.list {
        list(&job, limits, args, started)
    }
    let quiet = args.output.quiet || args.output.verbose > 0;
    match report(&job, limits, ProgressLine::new(!quiet, started), started) {
        Ok(report) => {
            let report = match part {
                Some((_, of)) => report.about_part(of),
                None => report,
            };
            if let Err(failure) = evidence::write_witness(&job, &report) {
                eprint!("{}", failure::show(&failure, Paint { on: false }));
            }
            let out = format::result(&report, args);
            print_warnings(&report, args);
            write_out(&out);
            failure::exit_of(&report.overall()).now()
        }
        Err(failure) => complain(&failure, args),
    }
}

fn complain(failure: &Failure, args: &CheckArgs) -> ! {
    write_out(&format::failure(failure, args));
    failure::end(failure, Paint { on: args.output.color.applies_to(&std::io::stderr()) })
}

/// `--list`: the places that would be checked.
fn list(job: &Job, limits: Limits, args: &CheckArgs, started: Instant) -> ! {
    let supervisor = Supervisor::new(started, limits, Files::of(job));
    let work = job.clone();
    let ended = supervisor.supervise(ProgressLine::new(false, started), move |run| {
        lariat_verify::list(&work.read(run)?, &work.question, run)
    });
    match ended {
        Ended::Finished(Ok(items)) => {
            write_out(&format::list(&items, args));
            Exit::Proved.now()
        }
        Ended::Finished(Err(failure)) => complain(&failure, args),
        Ended::Abandoned(reason) => {
            eprintln!("error: {}", reason.text);
            Exit::Inconclusive.now()
        }
    }
}

/// Does a job under supervision. However it ends, the report is what is known then.
pub fn report(
    job: &Job,
    limits: Limits,
    progress: ProgressLine,
    started: Instant,
) -> Result<Report, Failure> {
    let supervisor = Supervisor::new(started, limits, Files::of(job));
    let work = job.clone();
    let ended =
        supervisor.supervise(progress, move |run| answer(&work.read(run)?, &work.question, run));
    let ended = match ended {
        Ended::Finished(result) => Some(result),
        Ended::Abandoned(_) => None,
    };
    let mut report = supervisor.run.report(&job.question, &job.files, ended)?;
    write_summaries(job)?;
    let usage = resources::usage();
    report.effort.peak_memory = usage.map(|u| u.peak_memory);
    report.effort.cpu = usage.map(|u| u.cpu);
    Ok(report)
}

fn print_warnings(report: &Report, args: &CheckArgs) {
    if !args.output.quiet {
        for warning in &report.warnings {
            eprintln!("{warning}");
        }
    }
}
