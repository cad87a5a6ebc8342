//! How a run without a verdict is shown, and what the shell learns.

use crate::diagnostics;
use crate::exit::Exit;
use crate::input::plain_reason;
use crate::style::Paint;
use lariat_solver::SolverError;
use lariat_verdict::Overall;
use lariat_verify::{Failure, NoEntry};

/// The exit code.
pub fn exit(failure: &Failure) -> Exit {
    match failure {
        Failure::Input(_)
        | Failure::Program { .. }
        | Failure::Entry(_)
        | Failure::C(_)
        | Failure::Template { .. } => Exit::BadInput,
        Failure::Solver(SolverError::Start { .. })
        | Failure::Output { .. }
        | Failure::Track { .. }
        | Failure::NoLoop { .. } => Exit::Usage,
        Failure::Solver(_) | Failure::Internal(_) => Exit::Internal,
    }
}

/// What the shell learns of an answer.
pub fn exit_of(overall: &Overall) -> Exit {
    match overall {
        Overall::Bug => Exit::Bug,
        Overall::Proved(_) => Exit::Proved,
        Overall::NoBugIf(_) | Overall::Bounded(..) | Overall::Behind(_) | Overall::Unknown(_) => {
            Exit::Inconclusive
        }
    }
}

/// What a person should read.
pub fn show(failure: &Failure, paint: Paint) -> String {
    let error = paint.bad("error");
    match failure {
        Failure::Program { diagnostics, sources } => {
            diagnostics::render_all(diagnostics, sources, &paint)
        }
        Failure::C(report) => {
            diagnostics::render_all(&report.diagnostics, &report.excerpts, &paint)
        }
        Failure::Entry(NoEntry { help, .. }) | Failure::Track { help, .. } => {
            format!("{error}: {}\n  {} {help}\n", failure.in_words(), paint.frame("= help:"))
        }
        other => format!("{error}: {}\n", other.in_words()),
    }
}

/// Says on standard error what is wrong, and ends the process.
pub fn end(failure: &Failure, paint: Paint) -> ! {
    eprint!("{}", show(failure, paint));
    exit(failure).now()
}

/// Writes a file that was asked for.
pub fn write_file(file: &str, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text)
        .map_err(|e| Failure::Output { file: file.to_owned(), reason: plain_reason(&e) })
}
