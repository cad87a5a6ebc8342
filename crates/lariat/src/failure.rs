//! Why a run has no verdict at all: the input is bad, the command line is, or something broke.

use crate::diagnostics;
use crate::entry::NoEntry;
use crate::exit::Exit;
use crate::input::InputError;
use crate::style::Paint;
use lariat_boogie::{Diagnostic, SourceMap};
use lariat_diagnostics::{Place, Report};
use lariat_solver::SolverError;
use std::sync::Arc;

/// What went wrong.
#[derive(Debug)]
pub enum Failure {
    /// A file cannot be read.
    Input(InputError),
    /// The program is not valid, or has something that Lariat cannot handle.
    Program {
        /// What is wrong with it; at least one error.
        diagnostics: Vec<Diagnostic>,
        /// The texts that the diagnostics point into.
        sources: Arc<SourceMap>,
    },
    /// It is not known which procedure to start with.
    Entry(NoEntry),
    /// `--track` names a variable that there is not.
    Track {
        /// The name or pattern.
        pattern: String,
        /// What is similar, or what there is.
        help: String,
    },
    /// `--unwind` names a loop that there is not.
    NoLoop {
        /// As the user wrote it.
        wanted: String,
        /// What there is, in words.
        loops: Vec<String>,
    },
    /// The pattern of a `{:template}` variable is no regular expression.
    Template {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A C program is not valid, or cannot be translated; or what belongs to it (a property, a
    /// list of files) is wrong.
    C(Report),
    /// Something that should not be possible.
    Internal(String),
    /// The solver could not be used.
    Solver(SolverError),
    /// A file that was to be written cannot be.
    Output {
        /// The file.
        file: String,
        /// What the system said.
        reason: String,
    },
}

impl Failure {
    /// Something about a C program that has no place.
    pub fn c(code: &'static str, message: impl Into<String>) -> Failure {
        let error = lariat_diagnostics::Diagnostic::error(code, Place::nowhere(), message);
        Failure::C(error.into())
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
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

    /// What a person should read.
    pub fn show(&self, paint: Paint) -> String {
        let error = paint.bad("error");
        match self {
            Failure::Program { diagnostics, sources } => {
                diagnostics::render_all(diagnostics, sources, &paint)
            }
            Failure::C(report) => {
                diagnostics::render_all(&report.diagnostics, &report.excerpts, &paint)
            }
            Failure::Entry(NoEntry { help, .. }) | Failure::Track { help, .. } => {
                format!("{error}: {}\n  {} {help}\n", self.in_words(), paint.frame("= help:"))
            }
            other => format!("{error}: {}\n", other.in_words()),
        }
    }

    /// One message, without places.
    pub fn in_words(&self) -> String {
        match self {
            Failure::Input(error) => error.to_string(),
            Failure::Program { diagnostics, .. } => {
                let errors = diagnostics.iter().filter(|d| d.is_error()).count();
                format!("the program is not valid ({errors} errors)")
            }
            Failure::Entry(no_entry) => no_entry.message.clone(),
            Failure::Track { pattern, .. } => {
                format!("no global variable matches `{pattern}` of --track")
            }
            Failure::NoLoop { wanted, loops } if loops.is_empty() => {
                format!("--unwind names `{wanted}`, but the program has no loops")
            }
            Failure::NoLoop { wanted, loops } => {
                let shown: Vec<&str> = loops.iter().take(10).map(String::as_str).collect();
                format!("--unwind: no loop is at `{wanted}`; there are: {}", shown.join(", "))
            }
            Failure::Template { pattern, reason } => {
                format!("the pattern `{pattern}` of a template is not valid: {reason}")
            }
            Failure::C(Report { diagnostics, .. }) => match diagnostics.as_slice() {
                [only] => only.message.clone(),
                several => {
                    let errors = several.iter().filter(|d| d.is_error()).count();
                    format!("the program is not valid ({errors} errors)")
                }
            },
            Failure::Internal(what) => {
                format!("internal inconsistency: {what}; please report this with the input")
            }
            Failure::Solver(error) => error.to_string(),
            Failure::Output { file, reason } => format!("cannot write `{file}`: {reason}"),
        }
    }
}
