//! `lariat check`: asks the question and writes the answer.

use crate::cli::{CheckArgs, DEFAULT_RECURSION_BOUND, Format};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::pipeline::{Answer, Job, write_summaries};
use crate::progress::ProgressLine;
use crate::report::{Effort, PropertyAnswers, Question, Report, Verdict};
use crate::style::Paint;
use crate::supervise::{Ended, Limits, Shared, supervise};
use crate::{json, parts, precision, resources, text};
use lariat_reach::Options;
use std::io::Write;
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
    let quiet = args.output.quiet || args.output.verbose > 0;
    match report(&job, limits, ProgressLine::new(!quiet, started), started) {
        Ok(report) => {
            let report = match part {
                Some((_, of)) => report.about_part(of),
                None => report,
            };
            let out = match args.format {
                Format::Json => json::result(&report, args.trace),
                Format::Text => {
                    let paint = Paint { on: args.output.color.applies_to(&std::io::stdout()) };
                    text::result(&report, args, paint)
                }
            };
            print_warnings(&report, args);
            write_out(&out);
            exit_of(&report).now()
        }
        Err(failure) => {
            if args.format == Format::Json {
                write_out(&json::failure(&failure, &job.files));
            }
            let paint = Paint { on: args.output.color.applies_to(&std::io::stderr()) };
            eprint!("{}", failure.show(paint));
            failure.exit().now()
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
        prover: args.proof.options(args.seed, args.memory_limit, args.recursion_bound.is_none()),
        summaries: args.proof.summaries.clone(),
        certificate: args.proof.certificate.clone(),
        solver: args.solver.clone(),
        log_smt: args.log_smt.clone(),
        seed: args.seed,
        z3_options: args.z3_option.clone(),
        dumps: args.dump_after.clone(),
        split: None,
    }
}

/// Does a job under supervision. A job that has to be abandoned is reported with what is known.
pub fn report(
    job: &Job,
    limits: Limits,
    progress: ProgressLine,
    started: Instant,
) -> Result<Report, Failure> {
    let shared = Arc::new(Shared::new(started, limits));
    let for_work = job.clone();
    let ended = supervise(&shared, progress, move |shared| precision::run(&for_work, shared));
    let known = shared.known();
    let (verdict, search, warnings, properties) = match ended {
        Ended::Finished(Ok(Answer { verdict, stats, warnings, properties, .. })) => {
            (verdict, Some(stats), warnings, properties)
        }
        Ended::Finished(Err(failure)) => return Err(failure),
        Ended::Abandoned(doubt) => {
            let doubt = known.unsupported.clone().unwrap_or(doubt);
            let properties =
                PropertyAnswers { failed: known.failed.clone(), ..PropertyAnswers::default() };
            (Verdict::Unknown(doubt), None, Vec::new(), properties)
        }
    };
    write_summaries(job)?;
    let settle = |verdict| match verdict {
        // The bound that was asked for was searched, or as deep as there was time: that is an answer.
        Verdict::Unknown(doubt) if doubt.kind.is_limit() => {
            let wanted = job.search.recursion_bound;
            let searched = known.bound_done().filter(|&b| b >= wanted || job.deepen);
            searched.and_then(|_| known.bounded()).unwrap_or(Verdict::Unknown(doubt))
        }
        verdict => verdict,
    };
    let verdict = settle(verdict);
    let properties = PropertyAnswers { rest: properties.rest.map(settle), ..properties };
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

/// Writes to standard output; a reader that went away is no reason to fail.
pub fn write_out(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn exit_of(report: &Report) -> Exit {
    match &report.verdict {
        _ if !report.properties.failed.is_empty() => Exit::Bug,
        Verdict::Proved => Exit::Proved,
        Verdict::Bug(_) => Exit::Bug,
        Verdict::Bounded { .. } | Verdict::Unknown(_) => Exit::Inconclusive,
    }
}
