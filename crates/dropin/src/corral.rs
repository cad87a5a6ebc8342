//! Corral: flags to a question, a report to lines.

mod flags;
mod output;
mod trace;

pub use flags::{Flags, HELP, Parsed, parse};

use lariat_diagnostics::{Diagnostic, Sources};
use lariat_reach::Options;
use lariat_refine::{ProverOptions, Unbounded};
use lariat_verdict::{Overall, ReasonKind, in_words};
use lariat_verify::{Execute, Failure, Failures, LoopBounds, LoopOptions, Question, Report};

/// The question that the flags ask, on so many threads.
pub fn question(flags: &Flags, jobs: usize) -> Question {
    let prover = match flags.unbounded {
        true => ProverOptions::default(),
        // Corral proves what its bounded search proves, and looks no deeper than told.
        false => ProverOptions { unbounded: Unbounded::Off, ..ProverOptions::default() },
    };
    Question {
        entry: flags.main.clone(),
        infer_modifies: true,
        failures: if flags.bugs > 1 { Failures::All } else { Failures::One },
        loops: match flags.static_loop_bound {
            0 => LoopOptions::off(),
            long => LoopOptions {
                bounds: LoopBounds::Infer,
                long,
                execute: Execute::Off,
                ..LoopOptions::default()
            },
        },
        search: Options {
            recursion_bound: flags.recursion_bound,
            stack_depth: flags.stack_depth,
            strategy: flags.strategy,
            jobs,
            ..Options::default()
        },
        leave_out: flags.leave_out,
        track: flags.track.clone(),
        prover: ProverOptions { houdini: flags.houdini, ..prover },
        ..Question::assertions()
    }
}

/// A report in Corral's lines.
pub fn answer(report: &Report, flags: &Flags) -> String {
    let mut text = String::from("Single threaded program detected\n");
    match report.overall() {
        Overall::Bug => {
            for (_, bug) in report.bugs().into_iter().take(flags.bugs) {
                output::bug(&mut text, bug, flags);
            }
        }
        Overall::Proved(_) => text.push_str("Program has no bugs\n"),
        Overall::Bounded(cut, _) => {
            let bound = cut.recursion.unwrap_or(flags.recursion_bound);
            text.push_str(&format!("Program has no bugs\nReached recursion bound of {bound}\n"));
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
    text
}

fn invalid<P>(diagnostics: &[Diagnostic<P>], sources: &impl Sources<P>) -> String {
    let lines: Vec<String> = diagnostics.iter().map(|d| d.one_line(sources)).collect();
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    format!("{}\n\nError, Invalid input: {errors} errors detected\n", lines.join("\n"))
}

/// Bad input in the words of Corral.
pub fn complaint(failure: &Failure) -> String {
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
