//! The drop-in for Corral: its flags, its words, its exit codes.
//!
//! Front ends such as SMACK and VeriSol start `corral`, and read its output with regular expressions.
//! This module answers them; the tests hold their expressions against it.

mod flags;
mod output;

use crate::args::c::CArgs;
use crate::check::{report, write_out};
use crate::exit::end_process;
use crate::job::{Job, Outputs, properties};
use crate::progress::ProgressLine;
use crate::supervise::Limits;
use flags::{Flags, Parsed};
use lariat_diagnostics::{Diagnostic, Sources};
use lariat_passes::Goal;
use lariat_reach::Options;
use lariat_refine::{ProverOptions, Unbounded};
use lariat_verdict::{Overall, ReasonKind, in_words};
use lariat_verify::{Failure, Failures, LoopOptions, Question};
use std::time::Instant;

/// Runs with Corral's arguments and ends the process.
pub fn main(args: &[String], started: Instant) -> ! {
    write_out(&format!("Corral program verifier version {} (Lariat)\n", env!("CARGO_PKG_VERSION")));
    let flags = match flags::parse(args) {
        Ok(Parsed::Run(flags)) => flags,
        Ok(Parsed::Help) => {
            write_out(flags::HELP);
            end_process(0)
        }
        Err(message) => {
            write_out(&format!("\nUsage error: {message}\n"));
            end_process(1)
        }
    };
    for unknown in &flags.unknown {
        eprintln!("warning: the flag `{unknown}` is not known here and is ignored");
    }
    let limits = Limits { time: flags.time_limit, memory: None };
    let outcome = job(&flags)
        .and_then(|job| report(&job, limits, ProgressLine::new(false, started), started));
    match outcome {
        Ok(report) => {
            let mut text = String::from("Single threaded program detected\n");
            match report.overall() {
                Overall::Bug => {
                    for (_, bug) in report.bugs().iter().take(1) {
                        output::bug(&mut text, bug, &flags);
                    }
                }
                Overall::Proved(_) => text.push_str("Program has no bugs\n"),
                Overall::Bounded(cut, _) => {
                    let bound = cut.recursion.unwrap_or(flags.recursion_bound);
                    text.push_str(&format!(
                        "Program has no bugs\nReached recursion bound of {bound}\n"
                    ));
                }
                Overall::NoBugIf(under) => {
                    let under = in_words(&under);
                    text.push_str(&format!("Inconclusive result: no bug found, if {under}\n"));
                }
                Overall::Unknown(reason) if reason.kind == ReasonKind::TimeLimit => {
                    text.push_str("Corral timed out\n");
                }
                Overall::Unknown(reason) => {
                    text.push_str(&format!("Inconclusive result: {}\n", reason.text));
                }
                Overall::Behind(_) => text.push_str("Inconclusive result\n"),
            }
            output::statistics(&mut text, &report.effort);
            write_out(&text);
            end_process(0)
        }
        Err(failure) => {
            write_out(&complaint(&failure));
            end_process(1)
        }
    }
}

fn job(flags: &Flags) -> Result<Job, Failure> {
    let (c, goal) = (CArgs::default(), Goal::Failure);
    let question = Question {
        entry: flags.main.clone(),
        infer_modifies: true,
        properties: properties(&flags.files, &c, goal)?,
        failures: Failures::One,
        loops: LoopOptions::off(),
        search: Options {
            recursion_bound: flags.recursion_bound,
            strategy: flags.strategy,
            jobs: crate::resources::threads(None),
            ..Options::default()
        },
        leave_out: flags.leave_out,
        track: flags.track.clone(),
        // Corral proves what its bounded search proves, and looks no deeper than told.
        prover: ProverOptions {
            houdini: flags.houdini,
            unbounded: Unbounded::Off,
            ..ProverOptions::default()
        },
        ..Question::assertions()
    };
    Ok(Job { files: flags.files.clone(), c, question, outputs: Outputs::default() })
}

fn invalid<P>(diagnostics: &[Diagnostic<P>], sources: &impl Sources<P>) -> String {
    let lines: Vec<String> = diagnostics.iter().map(|d| d.one_line(sources)).collect();
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    format!("{}\n\nError, Invalid input: {errors} errors detected\n", lines.join("\n"))
}

/// Bad input in the words of Boogie and Corral.
fn complaint(failure: &Failure) -> String {
    match failure {
        Failure::Program { diagnostics, sources } => invalid(diagnostics, sources),
        Failure::C(report) => invalid(&report.diagnostics, &report.excerpts),
        Failure::Input(error) => format!("\nUsage error: {error}\n"),
        Failure::Entry(no_entry) => {
            format!("\nError, Invalid input: {}; {}\n", no_entry.message, no_entry.help)
        }
        other => format!("\nError, internal bug: {}\n", other.in_words()),
    }
}
