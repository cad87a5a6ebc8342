//! Writing witnesses: what they say beyond the execution.

use super::Translated;
use crate::c::DataModelArg;
use crate::failure::Failure;
use crate::input::plain_reason;
use crate::pipeline::Job;
use crate::report::Verdict;
use lariat_evidence::{Execution, Task, correctness_witness, violation_witness};
use std::time::SystemTime;

/// Writes the witness that was asked for, if the verdict has one. The bug's trace is still that
/// of the translated program.
pub fn write_witness(job: &Job, verdict: &Verdict, c: &Translated) -> Result<(), Failure> {
    let Some(file) = &job.evidence.witness else { return Ok(()) };
    let mut files = Vec::new();
    for name in &job.files {
        let bytes = std::fs::read(name)
            .map_err(|e| Failure::C(format!("cannot read `{name}`: {}", plain_reason(&e))))?;
        files.push((name.clone(), bytes));
    }
    let task = Task {
        files: &files,
        specification: &specification(job),
        data_model: match job.c.data_model {
            DataModelArg::Ilp32 => "ILP32",
            DataModelArg::Lp64 => "LP64",
        },
        time: &now(),
        version: env!("CARGO_PKG_VERSION"),
    };
    let text = match verdict {
        Verdict::Bug(bug) => {
            let symbols = &c.translation.symbols;
            let execution = Execution { trace: &bug.trace, symbols, program: &c.parsed.program };
            violation_witness(execution, &c.parsed.lines, &task)
        }
        Verdict::Proved => correctness_witness(&task),
        Verdict::Bounded { .. } | Verdict::Unknown(_) => return Ok(()),
    };
    std::fs::write(file, text)
        .map_err(|e| Failure::Output { file: file.clone(), reason: plain_reason(&e) })
}

/// What is in `LTL(…)` of the property file, or the usual property.
fn specification(job: &Job) -> String {
    let text = job.c.property.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    let formula = text.as_deref().and_then(|t| {
        let rest = &t[t.find("LTL(")? + 4..];
        let mut depth = 1;
        let end = rest.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        })?;
        Some(rest[..end].trim().to_owned())
    });
    formula.unwrap_or_else(|| "G ! call(reach_error())".to_owned())
}

/// The time in ISO 8601, to the second.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
