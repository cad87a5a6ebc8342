//! What reading a program has to say about it: errors and warnings with places.

use crate::source::{FileNames, Place};
use std::fmt::Write as _;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The program is not accepted.
    Error,
    /// The program is accepted; the user may want to know.
    Warning,
}

/// One message with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A stable word for the kind of problem, such as `syntax`, `type` or `unsupported`.
    pub code: &'static str,
    /// One sentence, no final full stop.
    pub message: String,
    /// Where.
    pub place: Place,
    /// Other places that matter, such as the first of two declarations.
    pub notes: Vec<(Place, String)>,
}

impl Diagnostic {
    /// An error without notes.
    pub fn error(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        let message = message.into();
        Diagnostic { severity: Severity::Error, code, message, place, notes: Vec::new() }
    }

    /// A warning without notes.
    pub fn warning(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, place, message) }
    }

    /// Adds another place that matters.
    pub fn with_note(mut self, place: Place, note: impl Into<String>) -> Self {
        self.notes.push((place, note.into()));
        self
    }

    /// Is this an error?
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The message with its places, as compilers print it.
    pub fn render(&self, files: &FileNames) -> String {
        let kind = if self.is_error() { "error" } else { "warning" };
        let mut out =
            format!("{}: {kind}[{}]: {}", files.show(self.place), self.code, self.message);
        for (place, note) in &self.notes {
            let _ = write!(out, "\n{}: note: {note}", files.show(*place));
        }
        out
    }
}
