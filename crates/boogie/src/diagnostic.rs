//! What the parser and the checker have to say about a program.

use crate::source::{SourceMap, Span};

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
    /// A stable word for the kind of problem, such as `syntax` or `undeclared`.
    pub code: &'static str,
    /// One sentence, no final full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What the user can do about it.
    pub help: Option<String>,
    /// Other places that matter, such as the first of two declarations.
    pub notes: Vec<(Span, String)>,
}

impl Diagnostic {
    /// An error without help or notes.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            span,
            help: None,
            notes: Vec::new(),
        }
    }

    /// A warning without help or notes.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, span, message) }
    }

    /// Adds advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another place that matters.
    pub fn with_note(mut self, span: Span, note: impl Into<String>) -> Self {
        self.notes.push((span, note.into()));
        self
    }

    /// Whether this makes the program unacceptable.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// `file(line,column): error: message`, the form Boogie itself prints.
    pub fn one_line(&self, sources: &SourceMap) -> String {
        let at = sources.locate(self.span.start);
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        format!("{}({},{}): {}: {}", at.file, at.line, at.column, kind, self.message)
    }
}
