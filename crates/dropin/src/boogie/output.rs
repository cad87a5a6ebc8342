//! Boogie's lines: errors with executions, and the last line.

use super::flags::Flags;
use super::model;
use lariat_diagnostics::{Diagnostic, Sources};
use lariat_modular::{Error, Outcome, Verified};
use lariat_trace::{Location, Step, StepKind};
use lariat_verdict::{Kind, Place, ReasonKind};
use lariat_verify::Failure;
use std::fmt::Write;

/// What the last line counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Implementations without errors.
    pub verified: usize,
    /// Errors told.
    pub errors: usize,
    /// Implementations without an answer.
    pub inconclusive: usize,
    /// Implementations that took too long.
    pub timeouts: usize,
    /// Implementations that needed too much memory.
    pub out_of_memory: usize,
}

/// The lines about one implementation.
pub fn error_lines(
    verified: &Verified,
    place: &Place,
    flags: &Flags,
    counts: &mut Counts,
) -> String {
    let mut out = String::new();
    let name = &verified.implementation.procedure;
    let at = position(&place.file, place.line, place.column, flags);
    match verified.outcome() {
        Outcome::Verified => counts.verified += 1,
        Outcome::Errors(errors) => {
            for error in errors.iter().take(flags.error_limit) {
                counts.errors += 1;
                tell(&mut out, error, flags);
            }
        }
        Outcome::Unknown(reason) if reason.kind == ReasonKind::TimeLimit => {
            counts.timeouts += 1;
            let own = verified.implementation.time_limit.map(u64::from);
            let limit = own.or(flags.settings.time_limit.map(|limit| limit.as_secs()));
            let limit = limit.unwrap_or_default();
            let _ = writeln!(out, "{at}: Verification of '{name}' timed out after {limit} seconds");
        }
        Outcome::Unknown(reason) if reason.kind == ReasonKind::MemoryLimit => {
            counts.out_of_memory += 1;
            let _ = writeln!(out, "{at}: Verification out of resource ({name})");
        }
        Outcome::Unknown(_) => {
            counts.inconclusive += 1;
            let _ = writeln!(out, "{at}: Verification inconclusive ({name})");
        }
        Outcome::Failed(failure) => {
            counts.inconclusive += 1;
            out.push_str(&complaint(failure, flags));
            let _ = writeln!(out, "{at}: Verification inconclusive ({name})");
        }
    }
    out
}

fn tell(out: &mut String, error: &Error<'_>, flags: &Flags) {
    if flags.model {
        model::tell(out, &error.bug.trace);
    }
    let failure = error.bug.trace.failure.as_ref();
    let kind = error.item.kind;
    // An invariant with a message has Boogie's words all the same in version 2.
    let message = failure.and_then(|f| f.message.as_deref());
    let message = message.filter(|_| {
        flags.dialect != super::Dialect::Two || !matches!(kind, Kind::Invariant | Kind::Maintained)
    });
    match message {
        Some(message) => {
            let in_contract = matches!(kind, Kind::Precondition | Kind::Postcondition);
            let word = match flags.dialect {
                super::Dialect::Two if in_contract => "Error: ",
                _ => "",
            };
            let _ = writeln!(out, "{word}{message}");
        }
        None => plain(out, error, flags),
    }
    if flags.trace {
        out.push_str("Execution trace:\n");
        let mut blocks = blocks(&error.bug.trace.steps);
        if blocks.is_empty() {
            blocks.extend(failure.map(|f| (&f.place, "entry".to_owned())));
        }
        for (place, label) in blocks {
            let at = position(&place.file, place.line, place.column, flags);
            let _ = writeln!(out, "    {at}: {label}");
        }
    }
    if flags.enhanced {
        let printed: Vec<&str> =
            error.bug.trace.steps.iter().filter_map(|s| s.printed.as_deref()).collect();
        if !printed.is_empty() {
            out.push_str("Augmented execution trace:\n");
            printed.iter().for_each(|line| _ = writeln!(out, "{line}"));
        }
    }
}

/// The error with its place, and the clause that it is about.
fn plain(out: &mut String, error: &Error<'_>, flags: &Flags) {
    let kind = error.item.kind;
    let failure = error.bug.trace.failure.as_ref();
    let own = error.item.place.as_ref();
    // A postcondition is the place that is checked; it fails where the execution returns.
    let clause = match kind {
        Kind::Postcondition => own.cloned(),
        _ => failure.and_then(precondition),
    };
    let fails = match kind {
        Kind::Postcondition => failure.map(|f| place_of(&f.place)),
        _ => own.cloned().or_else(|| failure.map(|f| place_of(&f.place))),
    };
    let at = |place: &Place| position(&place.file, place.line, place.column, flags);
    let place = fails.as_ref().map(at).unwrap_or_default();
    let _ = writeln!(out, "{place}: Error: {}", flags.dialect.error(kind));
    if let (Some(words), Some(clause)) = (flags.dialect.related(kind), clause) {
        let _ = writeln!(out, "{}: Related location: {words}", at(&clause));
    }
}

/// Where the precondition stands that fails: the assertion says so in an attribute, and in which file if it is another one.
fn precondition(failure: &lariat_trace::Failure) -> Option<Place> {
    let attribute = failure.attributes.iter().find(|a| a.name == "precondition")?;
    let (line, column) = attribute.args.get(1)?.split_once(':')?;
    let file = attribute.args.get(2).unwrap_or(&failure.place.file).clone();
    Some(Place { file, line: line.parse().ok()?, column: column.parse().ok()? })
}

fn place_of(location: &Location) -> Place {
    Place { file: location.file.clone(), line: location.line, column: location.column }
}

/// The blocks that an execution goes through, each with its first place and a name.
fn blocks(steps: &[Step]) -> Vec<(&Location, String)> {
    let mut found: Vec<(&Location, String)> = Vec::new();
    let mut first = true;
    for step in steps.iter().filter(|step| step.place.line > 0 && step.depth == 0) {
        let label = match &step.kind {
            StepKind::Branch { label } => Some(label.clone()),
            _ if first => Some("entry".to_owned()),
            _ => None,
        };
        first = false;
        found.extend(label.map(|label| (&step.place, label)));
    }
    found
}

/// `file(line,column)`.
fn position(file: &str, line: u32, column: u32, flags: &Flags) -> String {
    let file = match flags.base_names {
        true => file.rsplit(['/', '\\']).next().unwrap_or(file),
        false => file,
    };
    format!("{file}({line},{})", column.max(1))
}

/// The last line.
pub fn trailer(counts: Counts, flags: &Flags) -> String {
    let several = |n: usize, word: &str| match n {
        1 => format!("1 {word}"),
        n => format!("{n} {word}s"),
    };
    let mut line = String::from("\nBoogie program verifier finished with ");
    if flags.count_verified {
        let _ = write!(line, "{} verified, ", counts.verified);
    }
    line.push_str(&several(counts.errors, "error"));
    if counts.inconclusive > 0 {
        let _ = write!(line, ", {}", several(counts.inconclusive, "inconclusive"));
    }
    if counts.timeouts > 0 {
        let _ = write!(line, ", {}", several(counts.timeouts, "time out"));
    }
    if counts.out_of_memory > 0 {
        let _ = write!(line, ", {} out of memory", counts.out_of_memory);
    }
    line.push('\n');
    line
}

fn invalid<P>(diagnostics: &[Diagnostic<P>], sources: &impl Sources<P>, files: &str) -> String {
    let mut out = String::new();
    let errors: Vec<&Diagnostic<P>> = diagnostics.iter().filter(|d| d.is_error()).collect();
    for error in &errors {
        let _ = writeln!(out, "{}", error.one_line(sources).replacen(": error:", ": Error:", 1));
    }
    let _ = writeln!(out, "{} name resolution errors detected in {files}", errors.len());
    out
}

/// Bad input in the words of Boogie.
pub fn complaint(failure: &Failure, flags: &Flags) -> String {
    let files = flags.files.join(", ");
    match failure {
        Failure::Program { diagnostics, sources } => invalid(diagnostics, sources, &files),
        Failure::C(report) => invalid(&report.diagnostics, &report.excerpts, &files),
        Failure::Input(error) => {
            format!("Error opening file \"{}\": {}\n", error.file, error.reason)
        }
        other => format!("Prover error: {}\n", other.in_words()),
    }
}
