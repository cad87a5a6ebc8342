//! Writing witnesses: what they say beyond the execution.

use crate::failure::write_file;
use crate::input::plain_reason;
use crate::job::Job;
use lariat_evidence::{Execution, Task, correctness_witness, violation_witness};
use lariat_verdict::Overall;
use lariat_verify::{Failure, Report, Translated, specification};
use std::time::SystemTime;

/// The witness of an execution; its trace is that of the translated program.
pub fn violation(job: &Job, execution: Execution<'_>, c: &Translated) -> Result<String, Failure> {
    with_task(job, |task| violation_witness(execution, &c.parsed.lines, task))
}

/// Writes the witness that was asked for, if the final verdict has one: of a bug the execution found first, of a
/// proof an (empty) set of invariants. Nothing else is a proof: neither a bound nor what the tool assumed itself.
pub fn write_witness(job: &Job, report: &Report) -> Result<(), Failure> {
    let Some(file) = job.outputs.evidence.witness.as_ref().filter(|_| job.is_c()) else {
        return Ok(());
    };
    let text = match report.overall() {
        Overall::Bug => report.bugs().first().and_then(|(_, bug)| bug.evidence.witness.clone()),
        Overall::Proved(_) => Some(with_task(job, correctness_witness)?),
        Overall::NoBugIf(_) | Overall::Behind(_) | Overall::Bounded(..) | Overall::Unknown(_) => {
            None
        }
    };
    let Some(text) = text else { return Ok(()) };
    write_file(file, &text)
}

fn with_task(job: &Job, write: impl FnOnce(&Task<'_>) -> String) -> Result<String, Failure> {
    let mut files = Vec::new();
    for name in &job.files {
        let bytes = std::fs::read(name).map_err(|e| {
            Failure::c("input", format!("cannot read `{name}`: {}", plain_reason(&e)))
        })?;
        files.push((name.clone(), bytes));
    }
    let property = job.c.property.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    Ok(write(&Task {
        files: &files,
        specification: &specification(property.as_deref()),
        data_model: job.c.data_model.name(),
        time: &now(),
        version: env!("CARGO_PKG_VERSION"),
    }))
}

/// The time in ISO 8601, to the second.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
