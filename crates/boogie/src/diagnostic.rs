//! What the parser and the checker have to say about a program.

use crate::source::{SourceMap, Span};
use lariat_diagnostics::{Place, Sources};

pub use lariat_diagnostics::Severity;

/// One message with its place.
pub type Diagnostic = lariat_diagnostics::Diagnostic<Span>;

impl Sources<Span> for SourceMap {
    fn place(&self, at: &Span) -> Place {
        let start = self.locate(at.start);
        let meant = self.text(*at).split('\n').next().unwrap_or("");
        Place {
            file: start.file.to_owned(),
            line: start.line,
            column: start.column,
            length: meant.chars().count() as u32,
        }
    }

    fn line(&self, file: &str, number: u32) -> Option<&str> {
        self.files().iter().find(|f| f.name() == file)?.line(number)
    }
}
