//! Messages about programs with their places, and how people see them.
//!
//! There is one type of message. Front ends make it with the small places that they keep in
//! tokens and trees (a [`Diagnostic<P>`] for some `P`), and [`Sources`] say which line of which
//! file that is. Resolved, it is plain data: a `Diagnostic` whose places are [`Place`]s.

mod render;
mod report;

pub use render::{Plain, SHOWN, Theme, render_all};
pub use report::{Excerpts, Report};

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The program is not accepted.
    Error,
    /// The program is accepted; the user may want to know.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A place in a file that the user wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file's name; empty if there is no place at all.
    pub file: String,
    /// The line, from 1; zero for the file as a whole.
    pub line: u32,
    /// The column in characters, from 1; zero for the line as a whole.
    pub column: u32,
    /// How many characters of the line are meant.
    pub length: u32,
}

impl Place {
    /// No place at all.
    pub fn nowhere() -> Place {
        Place::default()
    }

    /// A file as a whole.
    pub fn file(name: impl Into<String>) -> Place {
        Place { file: name.into(), ..Place::default() }
    }

    /// A line as a whole.
    pub fn line(file: impl Into<String>, line: u32) -> Place {
        Place { line, ..Place::file(file) }
    }

    /// Is there no place at all?
    pub fn is_nowhere(&self) -> bool {
        self.file.is_empty()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if self.line > 0 && self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        Ok(())
    }
}

/// One message with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic<P = Place> {
    /// Error or warning.
    pub severity: Severity,
    /// A stable word for the kind of problem, such as `syntax` or `undeclared`.
    pub code: &'static str,
    /// One sentence, no final full stop.
    pub message: String,
    /// Where.
    pub place: P,
    /// Other places that matter, such as the first of two declarations.
    pub notes: Vec<(P, String)>,
    /// What the user can do about it.
    pub help: Option<String>,
}

impl<P> Diagnostic<P> {
    /// An error without help or notes.
    pub fn error(code: &'static str, place: P, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            place,
            notes: Vec::new(),
            help: None,
        }
    }

    /// A warning without help or notes.
    pub fn warning(code: &'static str, place: P, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(code, place, message) }
    }

    /// Adds advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another place that matters.
    pub fn with_note(mut self, place: P, note: impl Into<String>) -> Self {
        self.notes.push((place, note.into()));
        self
    }

    /// Whether this makes the program unacceptable.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The same message with places in files.
    pub fn resolve(&self, sources: &impl Sources<P>) -> Diagnostic {
        Diagnostic {
            severity: self.severity,
            code: self.code,
            message: self.message.clone(),
            place: sources.place(&self.place),
            notes: self.notes.iter().map(|(p, note)| (sources.place(p), note.clone())).collect(),
            help: self.help.clone(),
        }
    }

    /// `file(line,column): error: message`, the form that Boogie prints.
    pub fn one_line(&self, sources: &impl Sources<P>) -> String {
        let Place { file, line, column, .. } = sources.place(&self.place);
        format!("{file}({line},{column}): {}: {}", self.severity.word(), self.message)
    }

    /// `file:line:column: error[code]: message`, the form of C compilers, and a line for each note.
    pub fn as_lines(&self, sources: &impl Sources<P>) -> String {
        let before = |at| match sources.place(at) {
            place if place.is_nowhere() => String::new(),
            place => format!("{place}: "),
        };
        let Diagnostic { severity, code, message, .. } = self;
        let mut out = format!("{}{}[{code}]: {message}", before(&self.place), severity.word());
        for (at, note) in &self.notes {
            out.push_str(&format!("\n{}note: {note}", before(at)));
        }
        out
    }
}

/// What the places of a front end mean, and the lines that they are in.
pub trait Sources<P> {
    /// The place in a file of the user.
    fn place(&self, at: &P) -> Place;

    /// The text of a line, without its line break.
    fn line(&self, file: &str, number: u32) -> Option<&str>;
}

impl<P, S: Sources<P>> Sources<P> for std::sync::Arc<S> {
    fn place(&self, at: &P) -> Place {
        (**self).place(at)
    }

    fn line(&self, file: &str, number: u32) -> Option<&str> {
        (**self).line(file, number)
    }
}
