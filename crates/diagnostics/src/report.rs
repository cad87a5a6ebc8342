//! Messages that have their places already, and the lines that they are about.

use crate::{Diagnostic, Place, Sources};
use std::collections::BTreeMap;

/// Lines of files, to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpts {
    lines: BTreeMap<(String, u32), String>,
}

impl Excerpts {
    /// Adds a line, unless it is there.
    pub fn add(&mut self, file: &str, number: u32, text: &str) {
        self.lines.entry((file.to_owned(), number)).or_insert_with(|| text.to_owned());
    }

    /// A line, if it is there.
    pub fn get(&self, file: &str, number: u32) -> Option<&str> {
        self.lines.get(&(file.to_owned(), number)).map(String::as_str)
    }
}

impl Sources<Place> for Excerpts {
    fn place(&self, at: &Place) -> Place {
        at.clone()
    }

    fn line(&self, file: &str, number: u32) -> Option<&str> {
        self.get(file, number)
    }
}

/// Messages with places in files, and what is in these places. Plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The messages.
    pub diagnostics: Vec<Diagnostic>,
    /// The lines that the messages are about, as far as they are known.
    pub excerpts: Excerpts,
}

impl Report {
    /// One error about a line of a text, or about the whole text if there is no such line.
    pub fn error_in(
        code: &'static str,
        (file, text): (&str, &str),
        line: u32,
        message: impl Into<String>,
    ) -> Report {
        let mut excerpts = Excerpts::default();
        let mut place = Place::line(file, line);
        if let Some(excerpt) = (line as usize).checked_sub(1).and_then(|n| text.lines().nth(n)) {
            excerpts.add(file, line, excerpt);
            place.column = 1 + excerpt.chars().take_while(|c| c.is_whitespace()).count() as u32;
            place.length = excerpt.trim().chars().count() as u32;
        }
        Report { diagnostics: vec![Diagnostic::error(code, place, message)], excerpts }
    }

    /// Adds advice to the last message.
    pub fn with_help(mut self, help: impl Into<String>) -> Report {
        if let Some(last) = self.diagnostics.last_mut() {
            last.help = Some(help.into());
        }
        self
    }

    /// Resolves messages and keeps the lines that they are about.
    pub fn resolve<P>(diagnostics: &[Diagnostic<P>], sources: &impl Sources<P>) -> Report {
        let diagnostics: Vec<Diagnostic> = diagnostics.iter().map(|d| d.resolve(sources)).collect();
        let mut excerpts = Excerpts::default();
        for Diagnostic { place, notes, .. } in &diagnostics {
            for place in notes.iter().map(|n| &n.0).chain([place]) {
                if let Some(text) = sources.line(&place.file, place.line) {
                    excerpts.add(&place.file, place.line, text);
                }
            }
        }
        Report { diagnostics, excerpts }
    }
}

impl From<Diagnostic> for Report {
    fn from(diagnostic: Diagnostic) -> Report {
        Report { diagnostics: vec![diagnostic], excerpts: Excerpts::default() }
    }
}
