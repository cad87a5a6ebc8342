//! Why a question has no answer at all: the input is bad, the question is, or something broke.

use lariat_boogie::{Diagnostic, SourceMap};
use lariat_diagnostics::{Place, Report};
use lariat_lower::{NoEntry, Rejected};
use lariat_solver::SolverError;
use std::fmt;
use std::sync::Arc;

/// What went wrong, here or where the caller reads and writes.
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
    /// A variable that was to be tracked is none.
    Track {
        /// The name or pattern.
        pattern: String,
        /// What is similar, or what there is.
        help: String,
    },
    /// A loop that was to be unrolled is none.
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

/// Why a source could not be read.
#[derive(Clone, Debug)]
pub struct InputError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub reason: String,
    /// What to do.
    pub help: Option<String>,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read `{}`: {}", self.file, self.reason)?;
        self.help.iter().try_for_each(|help| write!(f, "\n  help: {help}"))
    }
}

impl Failure {
    /// A text that is none.
    pub fn input(file: &str, reason: impl fmt::Display) -> Failure {
        let reason = reason.to_string();
        Failure::Input(InputError { file: file.to_owned(), reason, help: None })
    }

    /// Something about a C program that has no place.
    pub fn c(code: &'static str, message: impl Into<String>) -> Failure {
        let error = lariat_diagnostics::Diagnostic::error(code, Place::nowhere(), message);
        Failure::C(error.into())
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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words())
    }
}

impl std::error::Error for Failure {}

impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Failure {
        match rejected {
            Rejected::Program { diagnostics, sources, .. } => {
                Failure::Program { diagnostics, sources }
            }
            Rejected::Entry(no_entry) => Failure::Entry(no_entry),
        }
    }
}
