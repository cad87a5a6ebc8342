//! What a C compiler says about a file that it does not preprocess, as diagnostics.
//!
//! gcc and clang write `file:line:column: error: message`, the line with a caret below it, and
//! before all this the files that include the file. What is not understood of that is passed on
//! as it is.

use lariat_diagnostics::{Diagnostic, Place, Report};
use std::fmt;
use std::path::PathBuf;

/// The preprocessor failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PreprocessError {
    /// It could not be started.
    NotStarted {
        /// The compiler.
        compiler: String,
        /// What the system said.
        reason: String,
    },
    /// It did not like the file.
    Rejected {
        /// The file.
        file: PathBuf,
        /// What it said.
        output: String,
    },
}

const CODE: &str = "preprocessor";

impl PreprocessError {
    /// What is wrong, with places.
    pub fn report(&self) -> Report {
        match self {
            PreprocessError::NotStarted { .. } => {
                let help = "install a C compiler, or preprocess the files and name them .i";
                Diagnostic::error(CODE, Place::nowhere(), self.to_string()).with_help(help).into()
            }
            PreprocessError::Rejected { file, output } => {
                let report = read(output);
                if report.diagnostics.iter().any(Diagnostic::is_error) {
                    return report;
                }
                let said = if output.is_empty() { "the preprocessor failed" } else { output };
                let place = Place::file(file.display().to_string());
                Diagnostic::error(CODE, place, said).into()
            }
        }
    }
}

impl fmt::Display for PreprocessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PreprocessError::NotStarted { compiler, reason } => {
                write!(f, "cannot run `{compiler}`: {reason}")
            }
            PreprocessError::Rejected { file, output } => {
                write!(f, "cannot preprocess {}: {output}", file.display())
            }
        }
    }
}

impl std::error::Error for PreprocessError {}

/// The diagnostics in the output of a compiler.
fn read(output: &str) -> Report {
    let mut report = Report::default();
    let mut included: Vec<Place> = Vec::new();
    for line in output.lines() {
        if let Some(place) = inclusion(line) {
            included.push(place);
        } else if let Some((place, kind, message)) = message(line) {
            match (kind, report.diagnostics.last_mut()) {
                ("note", Some(last)) => last.notes.push((place, message.to_owned())),
                ("error" | "fatal error", _) => {
                    let mut error = Diagnostic::error(CODE, place, message);
                    let from = included.drain(..).map(|p| (p, "included from here".to_owned()));
                    error.notes.extend(from);
                    report.diagnostics.push(error);
                }
                _ => {}
            }
        } else if let Some((before, text)) = line.split_once(" | ") {
            excerpt(&mut report, before.trim(), text);
        }
    }
    report
}

/// `In file included from a.c:1:` or `                 from a.c:1,`
fn inclusion(line: &str) -> Option<Place> {
    let rest = line.trim_start();
    let rest = rest.strip_prefix("In file included ").unwrap_or(rest).strip_prefix("from ")?;
    place(rest.trim_end_matches([':', ','])).map(|p| Place { column: 0, ..p })
}

/// `a.c:1:10: fatal error: message`
pub(super) fn message(line: &str) -> Option<(Place, &str, &str)> {
    ["fatal error", "error", "note", "warning"].into_iter().find_map(|kind| {
        let (before, message) = line.split_once(&format!(": {kind}: "))?;
        Some((place(before)?, kind, message))
    })
}

/// `a.c:1:10` or `a.c:1`
fn place(text: &str) -> Option<Place> {
    let number = |text: &str| text.parse::<u32>().ok();
    let (before, last) = text.rsplit_once(':')?;
    match before.rsplit_once(':').and_then(|(file, line)| Some((file, number(line)?))) {
        Some((file, line)) => {
            Some(Place { column: number(last)?, length: 1, ..Place::line(file, line) })
        }
        None => Some(Place::line(before, number(last)?)),
    }
}

/// A line below a message: the line of the source after its number, or the caret.
fn excerpt(report: &mut Report, number: &str, text: &str) {
    let Some(last) = report.diagnostics.last_mut() else { return };
    let place = last.notes.last_mut().map(|n| &mut n.0).filter(|p| p.column > 0);
    let place = place.unwrap_or(&mut last.place);
    if number.parse() == Ok(place.line) {
        report.excerpts.add(&place.file, place.line, text);
    } else if let (true, Some(at)) = (number.is_empty(), text.find('^')) {
        place.length = text[at..].chars().take_while(|c| "^~".contains(*c)).count() as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_diagnostics::{Plain, render_all};

    fn shown(output: &str) -> String {
        let error = PreprocessError::Rejected { file: "a.c".into(), output: output.into() };
        let report = error.report();
        render_all(&report.diagnostics, &report.excerpts, &Plain)
    }

    #[test]
    fn errors_with_the_line_and_the_files_around() {
        let output = "\
In file included from b.h:3,
                 from a.c:1:
d/c.h:2:10: fatal error: none.h: No such file or directory
    2 | #include \"none.h\"
      |          ^~~~~~~~
compilation terminated.";
        let expected = "\
error[preprocessor]: none.h: No such file or directory
 --> d/c.h:2:10
  |
2 | #include \"none.h\"
  |          ^^^^^^^^
 --> b.h:3: included from here
 --> a.c:1: included from here

1 error
";
        assert_eq!(shown(output), expected);
    }

    #[test]
    fn what_is_not_understood_is_passed_on() {
        let expected = "error[preprocessor]: cc: out of ideas\n --> a.c\n\n1 error\n";
        assert_eq!(shown("cc: out of ideas"), expected);
        assert_eq!(shown(""), expected.replace("cc: out of ideas", "the preprocessor failed"));
    }
}
