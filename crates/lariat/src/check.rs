//! `lariat check`: asks the question and writes the answer.

use crate::cli::{CheckArgs, DEFAULT_RECURSION_BOUND, Format, GoalArg};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::pipeline::{Answer, Failures, Job, write_summaries};
use crate::progress::ProgressLine;
use crate::report::{Effort, Question, Report};
use crate::style::Paint;
use crate::supervise::{Ended, Limits, Shared, supervise};
use crate::{evidence, json, parts, precision, property, resources, text};
pub use lariat_process::output::write_out;
use lariat_reach::Options;
use lariat_refine::RefineStats;
use lariat_verdict::Overall;
use std::sync::Arc;
use std::time::Instant;

/// Runs the command and ends the process.
pub fn main(args: &CheckArgs, started: Instant) -> ! {
    let (args, part) = match parts::instead_of(args) {
        Ok(both) => both,
        Err(message) => {
            eprintln!("error: {message}");
            Exit::BadInput.now()
        }
    };
    let args = &args;
    let mut job = job(args);
    job.search.part = part.as_ref().map(|p| p.0.clone());
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
                eprint!("{}", failure.show(Paint { on: false }));
            }
            let out = match args.format {
                Format::Json => json::result(&report, args.trace),
                Format::Text => {
                    let paint = Paint { on: args.output.color.applies_to(&std::io::stdout()) };
                    text::result(&report, args, paint)
                }
            };
            print_warnings(&report, args);
            write_out(&out);
            exit_of(&report.overall()).now()
        }
        Err(failure) => complain(&failure, &job, args),
    }
}

fn complain(failure: &Failure, job: &Job, args: &CheckArgs) -> ! {
    if args.format == Format::Json {
        write_out(&json::failure(failure, &job.files));
    }
    let paint = Paint { on: args.output.color.applies_to(&std::io::stderr()) };
    eprint!("{}", failure.show(paint));
    failure.exit().now()
}

/// `--list`: the places that would be checked.
fn list(job: &Job, limits: Limits, args: &CheckArgs, started: Instant) -> ! {
    let shared = Arc::new(Shared::new(started, limits));
    let for_work = job.clone();
    let progress = ProgressLine::new(false, started);
    match supervise(&shared, progress, move |shared| precision::list(&for_work, shared)) {
        Ended::Finished(Ok(items)) => {
            write_out(&match args.format {
                Format::Json => json::list(&job.files, &items),
                Format::Text => text::list(&items),
            });
            Exit::Proved.now()
        }
        Ended::Finished(Err(failure)) => complain(&failure, job, args),
        Ended::Abandoned(reason) => {
            eprintln!("error: {}", reason.text);
            Exit::Inconclusive.now()
        }
    }
}

/// What to do, from the command line.
pub fn job(args: &CheckArgs) -> Job {
    let (mut c, mut loops) = (args.c.clone(), args.loops.clone());
    if let Some(preset) = args.preset {
        preset.apply(&mut c, &mut loops);
    }
    Job {
        files: args.files.clone(),
        goal: args.goal.into(),
        entry: args.entry.clone(),
        infer_modifies: args.infer_modifies,
        c,
        loops,
        // Who gives time and no bound wants the time to be used.
        deepen: args.deepen || args.recursion_bound.is_none() && args.time_limit.is_some(),
        evidence: args.evidence.clone(),
        search: Options {
            recursion_bound: args.recursion_bound.unwrap_or(DEFAULT_RECURSION_BOUND),
            strategy: args.strategy.into(),
            sharing: !args.no_sharing,
            error_skeleton: !args.no_skeleton,
            jobs: resources::threads(args.jobs),
            ..Options::default()
        },
        leave_out: args.abstraction.leave_out(),
        track: args.abstraction.track.clone(),
        algorithm: args.abstraction.refinement.into(),
        exact: args.exact || args.solver.is_some(),
        reuse: !args.abstraction.no_reuse,
        prover: args.proof.options(args.seed, args.recursion_bound.is_none()),
        summaries: args.proof.summaries.clone(),
        certificate: args.proof.certificate.clone(),
        solver: args.solver.clone(),
        log_smt: args.log_smt.clone(),
        seed: args.seed,
        z3_options: args.z3_option.clone(),
        dumps: args.dump_after.clone(),
        split: None,
        failures: match args.c.property {
            _ if args.stop_at_first || args.goal == GoalArg::Return => Failures::One,
            Some(_) => Failures::OnePerProperty,
            None => Failures::All,
        },
        properties: Vec::new(),
        excluded: crate::table::Excluded::default(),
    }
}

/// Does a job under supervision. However it ends, the report is what the table holds then.
pub fn report(
    job: &Job,
    limits: Limits,
    progress: ProgressLine,
    started: Instant,
) -> Result<Report, Failure> {
    let properties = property::of(job)?;
    let shared = Arc::new(Shared::new(started, limits));
    let for_work = job.clone();
    let ended = supervise(&shared, progress, move |shared| precision::run(&for_work, shared));
    let (search, warnings, reason) = match ended {
        Ended::Finished(Ok(Answer { stats, warnings, .. })) => (Some(stats), warnings, None),
        // A failure that was found stands, whatever broke afterwards.
        Ended::Finished(Err(failure)) if shared.table(|t| t.failed().is_empty()) => {
            return Err(failure);
        }
        Ended::Finished(Err(failure)) => {
            (None, vec![format!("warning: the search ended early: {}", failure.in_words())], None)
        }
        Ended::Abandoned(reason) => {
            shared.table(|t| t.give_up(&reason));
            let search = shared.known().search;
            let search = search.map(|search| RefineStats {
                search,
                cut_short: true,
                ..RefineStats::default()
            });
            (search, Vec::new(), Some(reason))
        }
    };
    let known = shared.known();
    write_summaries(job)?;
    let reason = reason.or_else(|| shared.stop_reason());
    let table = shared.table(|t| t.clone());
    let (verdict, executions) = table.finish(reason.as_ref()).map_err(Failure::Internal)?;
    let usage = resources::usage();
    Ok(Report {
        files: job.files.clone(),
        question: Question {
            goal: job.goal,
            entry: known.entry.clone(),
            bound: job.search.recursion_bound,
            strategy: job.search.strategy,
            solver: known.solver.clone(),
        },
        verdict,
        executions,
        properties,
        effort: Effort {
            wall: started.elapsed(),
            known,
            search,
            peak_memory: usage.map(|u| u.peak_memory),
            cpu: usage.map(|u| u.cpu),
        },
        warnings,
        part: None,
    })
}

fn print_warnings(report: &Report, args: &CheckArgs) {
    if !args.output.quiet {
        for warning in &report.warnings {
            eprintln!("{warning}");
        }
    }
}

/// What the shell learns.
pub fn exit_of(overall: &Overall) -> Exit {
    match overall {
        Overall::Bug => Exit::Bug,
        Overall::Proved(_) => Exit::Proved,
        Overall::NoBugIf(_) | Overall::Bounded(..) | Overall::Behind(_) | Overall::Unknown(_) => {
            Exit::Inconclusive
        }
    }
}
