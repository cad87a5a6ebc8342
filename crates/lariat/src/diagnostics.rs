//! Diagnostics on a terminal, and as JSON.

use crate::style::Paint;
use lariat_diagnostics::{Diagnostic, Place, Sources, Theme};
use serde_json::{Value, json};

pub use lariat_diagnostics::render_all;

impl Theme for Paint {
    fn error(&self, text: &str) -> String {
        self.bad(text)
    }
    fn warning(&self, text: &str) -> String {
        self.unsure(text)
    }
    fn message(&self, text: &str) -> String {
        self.strong(text)
    }
    fn frame(&self, text: &str) -> String {
        Paint::frame(*self, text)
    }
}

/// Diagnostics for programs, each with its place.
pub fn as_json<P>(diagnostics: &[Diagnostic<P>], sources: &impl Sources<P>) -> Value {
    diagnostics.iter().map(|d| one(&d.resolve(sources))).collect()
}

fn one(diagnostic: &Diagnostic) -> Value {
    let note = |(at, text): &(Place, String)| json!({ "place": place(at), "text": text });
    json!({
        "severity": diagnostic.severity.word(),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "place": place(&diagnostic.place),
        "help": diagnostic.help,
        "notes": diagnostic.notes.iter().map(note).collect::<Vec<Value>>(),
    })
}

/// A place; a line or a column that is not known is `null`.
fn place(at: &Place) -> Value {
    if at.is_nowhere() {
        return Value::Null;
    }
    let known = |number: u32| (number > 0).then_some(number);
    let length = known(at.column).map(|_| at.length);
    json!({ "file": at.file, "line": known(at.line), "column": known(at.column), "length": length })
}
